//! Explains an instance step by step, always by the cheapest step found, until everything is known. A rating is computed from the explanation.

use std::collections::BTreeSet;

use gridwright_fd::{Deadline, Limits, Model};
use gridwright_puzzles::{
    AnyAnswer, AnyFormulation, AnyInstance, Claim, FactState, FormulateOptions, TechniqueChoice,
};
use gridwright_solve::{Completeness, RunOptions, Session, Uniqueness};

use crate::error::{ExplainError, check_size, premises, separate_limit};
use crate::find::Finder;
use crate::find::limit_check::LimitCheck;
use crate::find::network::Network;
use crate::named::{Named, usable};
use crate::needed::NeededSteps;
use crate::rate::Rating;
use crate::step::{Explanation, ExplanationEnd, Step, TrivialStep, board};
use crate::techniques::describe;
use crate::techniques::sentences::Sentences;

/// Options of an explanation. The default is a complete one without limits.
#[derive(Clone, Debug, Default)]
pub struct ExplainOptions<'w> {
    /// The limits of the run.
    pub limits: Limits,
    /// The unique answer, if it is known; otherwise the puzzle is solved first.
    pub answer: Option<&'w AnyAnswer>,
    /// Claims to start from, besides the clues; they must be true.
    pub known: &'w [Claim],
    /// Where to stop.
    pub until: Until,
    /// The named techniques that steps may use. If set, an explanation ends where they do not go further; `None` allows those of the kind's default, and other
    /// steps where they do not go further.
    pub techniques: Option<TechniqueChoice>,
    /// The effort that the search for steps may take, as a number of visited literals; then steps are by brute force. `None` is the default for the size of the board.
    pub max_effort: Option<u64>,
}

impl<'w> ExplainOptions<'w> {
    /// The same with the time that is left until a deadline.
    pub(crate) fn until(&self, deadline: &Deadline) -> ExplainOptions<'w> {
        ExplainOptions {
            limits: self.limits.until(deadline),
            ..self.clone()
        }
    }
}

/// Where an explanation stops.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Until {
    /// At the end.
    #[default]
    End,
    /// After one step.
    First,
    /// After the first step that places something on the board.
    Placement,
    /// After the first step that costs more than this.
    Cost(u32),
}

/// A part of an explanation, as soon as it is found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ExplanationPart<'e> {
    /// The trivial steps before the first step, once at the start.
    Given(&'e [TrivialStep]),
    /// The next step.
    Step(&'e Step),
}

/// Explains an instance.
pub fn explain(
    instance: &dyn AnyInstance,
    options: &ExplainOptions<'_>,
) -> Result<Explanation, ExplainError> {
    explain_with_callback(instance, options, &mut |_| {})
}

/// Rates an instance: by the path of its named techniques if they solve it, otherwise by its explanation.
pub fn rate(
    instance: &dyn AnyInstance,
    options: &ExplainOptions<'_>,
) -> Result<Rating, ExplainError> {
    let from_clues = options.known.is_empty() && options.until == Until::End;
    let deadline = options.limits.deadline();
    if from_clues && let Some(rating) = rate_by_path(instance, options, &deadline)? {
        return Ok(rating);
    }
    let explanation = explain(instance, &options.until(&deadline))?;
    Ok(Rating::of(instance, &explanation))
}

/// The rating by the path of named techniques; `None` if there is none, or if they do not solve the puzzle. No sentence is made, and the puzzle is solved only if
/// the path rests on uniqueness: a path without such steps shows that the board it ends with is the only answer.
fn rate_by_path(
    instance: &dyn AnyInstance,
    options: &ExplainOptions<'_>,
    deadline: &Deadline,
) -> Result<Option<Rating>, ExplainError> {
    let list = instance.techniques();
    if list.is_empty() {
        return Ok(None);
    }
    let allowed = usable(&list, options.techniques, &[]);
    let path = instance.named_path(allowed, &mut || deadline.reached().is_some());
    let Some(path) = path.filter(|path| path.is_solved) else {
        return Ok(None);
    };
    let rests_on_uniqueness = path.steps.iter().any(|&(at, _)| list[at].needs_uniqueness);
    let is_answer = match options.answer {
        Some(answer) => instance.known(answer) == path.known,
        None if rests_on_uniqueness => {
            let limits = options.limits.until(deadline);
            match separate_limit(backbone(instance, &limits))? {
                Ok(Some(backbone)) => backbone.truths == path.known,
                _ => false,
            }
        }
        None => instance.is_answered_by(&path.known),
    };
    Ok(is_answer.then(|| Rating::of_path(instance, &list, &path)))
}

/// Explains an instance, and passes every part to `callback` as soon as it is found.
pub fn explain_with_callback(
    instance: &dyn AnyInstance,
    options: &ExplainOptions<'_>,
    callback: &mut dyn FnMut(ExplanationPart<'_>),
) -> Result<Explanation, ExplainError> {
    check_size(instance)?;
    let deadline = options.limits.deadline();
    let backbone = match options.answer {
        Some(answer) => Ok(Some(Backbone::of_answer(instance, answer))),
        None => separate_limit(backbone(instance, &options.limits))?,
    };
    let end = match backbone {
        Ok(Some(backbone)) => {
            let options = options.until(&deadline);
            return explain_towards(instance, backbone, &options, callback);
        }
        Ok(None) => ExplanationEnd::NoAnswer,
        Err(limit) => ExplanationEnd::Stopped(limit),
    };
    Ok(Explanation {
        start: Vec::new(),
        given: Vec::new(),
        steps: Vec::new(),
        known: vec![FactState::Open; instance.n_facts()],
        end,
        answer: None,
    })
}

/// What all answers share.
#[derive(Debug)]
pub(crate) struct Backbone {
    /// The truth of every fact; open if answers differ.
    pub(crate) truths: Vec<FactState>,
    /// The answer, if there is exactly one.
    pub(crate) answer: Option<String>,
}

impl Backbone {
    fn of_answer(instance: &dyn AnyInstance, answer: &AnyAnswer) -> Backbone {
        Backbone {
            truths: instance.known(answer),
            answer: Some(instance.print_answer(answer)),
        }
    }
}

/// An instance as a model, and a session that solves it in the time that is left after set-up.
pub(crate) fn formulate(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<(AnyFormulation, Session), ExplainError> {
    let mut model = Model::new();
    let deadline = limits.deadline();
    model.set_deadline(deadline.clone());
    let formulation = instance.formulate(&FormulateOptions::default(), &mut model)?;
    let mut session = Session::new(&model, &RunOptions::new().limits(limits.clone()))?;
    session.set_limits(limits.until(&deadline));
    Ok((formulation, session))
}

/// What all answers share; `None` if there is no answer.
pub(crate) fn backbone(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<Option<Backbone>, ExplainError> {
    let deadline = limits.deadline();
    let (formulation, mut session) = formulate(instance, limits)?;
    match session.unique()? {
        Uniqueness::Unsatisfiable => return Ok(None),
        Uniqueness::Unknown(limit, _) => return Err(limit.into()),
        Uniqueness::One(one) => {
            if let Some(answer) = formulation.read(&one) {
                return Ok(Some(Backbone::of_answer(instance, &answer)));
            }
        }
        Uniqueness::Many(..) => {}
    }
    let facts = formulation.facts.iter().enumerate();
    let stated = facts.filter_map(|(fact, atom)| Some((fact, (*atom)?)));
    let (facts, atoms): (Vec<usize>, Vec<_>) = stated.unzip();
    session.set_limits(limits.until(&deadline));
    let found = session.atom_backbone(&atoms, &[])?;
    match found.completeness {
        Completeness::NoSolution => return Ok(None),
        Completeness::Partial(limit) => return Err(limit.into()),
        Completeness::Complete => {}
    }
    let mut truths = vec![FactState::Open; formulation.facts.len()];
    for (fact, truth) in facts.into_iter().zip(found.truths) {
        truths[fact] = match truth {
            Some(true) => FactState::True,
            Some(false) => FactState::False,
            None => FactState::Open,
        };
    }
    Ok(Some(Backbone {
        truths,
        answer: None,
    }))
}

/// The maximum effort of a search for steps on a board of up to `NORMAL_FACTS` facts, about half a second; afterwards steps are by brute force.
const MAX_EFFORT: u64 = 100_000_000;
const NORMAL_FACTS: u64 = 10_000;

/// The maximum effort for a board; it grows with the square of its size.
pub(crate) fn max_effort(n_facts: usize) -> u64 {
    let times = (n_facts as u64).div_ceil(NORMAL_FACTS).max(1);
    MAX_EFFORT.saturating_mul(times.saturating_mul(times))
}

/// Explains an instance, given what all answers share.
pub(crate) fn explain_towards(
    instance: &dyn AnyInstance,
    backbone: Backbone,
    options: &ExplainOptions<'_>,
    callback: &mut dyn FnMut(ExplanationPart<'_>),
) -> Result<Explanation, ExplainError> {
    let premises = premises(instance)?;
    let sentences = Sentences::new(instance, &premises);
    let is_false = |claim: &&Claim| claim.known(&backbone.truths) == FactState::False;
    if let Some(claim) = options.known.iter().find(is_false) {
        return Err(ExplainError::Wrong(sentences.claim(*claim).to_owned()));
    }
    let network = Network::new(&premises, backbone.truths.len());
    let mut finder = Finder::new(instance, &premises, &network, backbone.truths);
    let limits = LimitCheck::new(&options.limits);
    let effort = options.max_effort.unwrap_or(max_effort(network.n_facts()));
    let mut limits = limits.max_effort(effort);
    let consistent = "the premises have a model for every answer";
    let mut given = finder.knowledge.begin().expect(consistent);
    // What is marked needs no reason.
    let marked: BTreeSet<usize> = options.known.iter().map(|claim| claim.fact).collect();
    let is_marked = |claim: &Claim| marked.contains(&claim.fact);
    given.retain(|step| !step.concludes.iter().all(is_marked));
    given.extend(finder.knowledge.learn(options.known).expect(consistent));
    callback(ExplanationPart::Given(&given));
    let shown = finder.knowledge.clone();
    let mut needed = NeededSteps::new(
        instance,
        &sentences,
        shown,
        &given,
        LimitCheck::new(&options.limits),
    );
    let blank = board(instance, &finder.knowledge.known());
    let mut before = blank.clone();
    let mut named = Named::new(instance, options.techniques, &finder.knowledge);
    let mut steps: Vec<Step> = Vec::new();
    let mut show = |needed: Vec<Step>| {
        for step in needed {
            callback(ExplanationPart::Step(&step));
            steps.push(step);
        }
    };
    // A score of named techniques counts every step.
    let shows_all = matches!(options.until, Until::First | Until::Cost(_)) || named.is_some();
    let end = loop {
        if finder.knowledge.is_complete() {
            break match finder.knowledge.target.contains(&FactState::Open) {
                true => ExplanationEnd::Shared,
                false => ExplanationEnd::Solved,
            };
        }
        if let Some(limit) = limits.check_now() {
            break ExplanationEnd::Stopped(limit);
        }
        let by_name = named
            .as_mut()
            .and_then(|named| named.next_step(&finder.knowledge));
        let mut step = match by_name {
            Some(step) => step,
            None if named.is_some() && options.techniques.is_some() => break ExplanationEnd::Stuck,
            None => match finder.next_step(&mut limits) {
                Err(limit) => break ExplanationEnd::Stopped(limit),
                // Unreachable: everything that all answers share follows from the premises.
                Ok(None) => break ExplanationEnd::Shared,
                Ok(Some(found)) => describe(instance, &sentences, &finder.knowledge, &found),
            },
        };
        let knowledge = &mut finder.knowledge;
        step.trivial = knowledge.learn(&step.concludes).expect(consistent);
        let after = board(instance, &knowledge.known());
        if let Some(named) = &mut named {
            named.learn(&step.concludes);
        }
        let is_enough = match options.until {
            Until::End => false,
            Until::First => true,
            Until::Placement => after != blank,
            Until::Cost(max) => step.cost > max,
        };
        show(needed.add(step, shows_all || after != before));
        before = after;
        if is_enough {
            break ExplanationEnd::UntilReached;
        }
    };
    if end != ExplanationEnd::UntilReached && needed.known() != finder.knowledge.known() {
        show(needed.rest());
    }
    Ok(Explanation {
        start: options.known.to_vec(),
        given,
        steps,
        known: needed.known(),
        end,
        answer: backbone.answer,
    })
}
