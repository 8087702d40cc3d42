//! Explains an instance step by step, always by the cheapest step found, until everything is known. A rating is computed from the explanation.

use gridwright_fd::{Limits, Model};
use gridwright_puzzles::{
    AnyAnswer, AnyFormulation, AnyInstance, Claim, FactState, FormulateOptions,
};
use gridwright_solve::{Completeness, RunOptions, Session, Uniqueness};

use crate::error::{ExplainError, check_size, premises, separate_limit};
use crate::find::Finder;
use crate::find::knowledge::Knowledge;
use crate::find::limit_check::LimitCheck;
use crate::find::network::Network;
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

/// Explains an instance, and rates it by its explanation.
pub fn rate(
    instance: &dyn AnyInstance,
    options: &ExplainOptions<'_>,
) -> Result<Rating, ExplainError> {
    let explanation = explain(instance, options)?;
    Ok(Rating::of(instance, &explanation))
}

/// Explains an instance, and passes every part to `callback` as soon as it is found.
pub fn explain_with_callback(
    instance: &dyn AnyInstance,
    options: &ExplainOptions<'_>,
    callback: &mut dyn FnMut(ExplanationPart<'_>),
) -> Result<Explanation, ExplainError> {
    check_size(instance)?;
    let backbone = match options.answer {
        Some(answer) => Ok(Some(Backbone::of_answer(instance, answer))),
        None => separate_limit(backbone(instance, &options.limits))?,
    };
    let end = match backbone {
        Ok(Some(backbone)) => return explain_towards(instance, backbone, options, callback),
        Ok(None) => ExplanationEnd::NoAnswer,
        Err(limit) => ExplanationEnd::Stopped(limit),
    };
    Ok(Explanation {
        start: Vec::new(),
        given: Vec::new(),
        steps: Vec::new(),
        known: vec![FactState::Open; instance.facts().len()],
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

/// An instance as a model, and a session that solves it.
pub(crate) fn formulate(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<(AnyFormulation, Session), ExplainError> {
    let mut model = Model::new();
    model.set_deadline(limits.deadline());
    let formulation = instance.formulate(&FormulateOptions::default(), &mut model)?;
    let session = Session::new(&model, &RunOptions::new().limits(limits.clone()))?;
    Ok((formulation, session))
}

/// What all answers share; `None` if there is no answer.
pub(crate) fn backbone(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<Option<Backbone>, ExplainError> {
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
    let mut limits = LimitCheck::new(&options.limits);
    let consistent = "the premises have a model for every answer";
    let mut given = finder.knowledge.begin().expect(consistent);
    given.extend(finder.knowledge.learn(options.known).expect(consistent));
    callback(ExplanationPart::Given(&given));
    let mut shown = Knowledge::new(&premises, &network, finder.knowledge.target.clone());
    shown.begin().expect(consistent);
    shown.learn(options.known).expect(consistent);
    let mut needed = NeededSteps::new(shown, &given);
    let blank = board(instance, &finder.knowledge.known());
    let mut before = blank.clone();
    let mut steps: Vec<Step> = Vec::new();
    let mut show = |needed: Vec<Step>| {
        for step in needed {
            callback(ExplanationPart::Step(&step));
            steps.push(step);
        }
    };
    // The scales of Sudoku count every step.
    let shows_all = matches!(options.until, Until::First | Until::Cost(_))
        || instance.kind().info().id == "sudoku";
    let end = loop {
        if finder.knowledge.is_complete() {
            break match finder.knowledge.target.contains(&FactState::Open) {
                true => ExplanationEnd::Shared,
                false => ExplanationEnd::Solved,
            };
        }
        let found = match finder.next_step(&mut limits) {
            Err(limit) => break ExplanationEnd::Stopped(limit),
            // Unreachable: everything that all answers share follows from the premises.
            Ok(None) => break ExplanationEnd::Shared,
            Ok(Some(found)) => found,
        };
        let knowledge = &mut finder.knowledge;
        let mut step = describe(instance, &sentences, knowledge, &found);
        step.trivial = knowledge.learn(&step.concludes).expect(consistent);
        let after = board(instance, &knowledge.known());
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
