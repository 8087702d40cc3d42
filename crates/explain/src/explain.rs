//! Explaining: one step after the other, the cheapest that is found first, until everything is known.

use gridwright_fd::{Limit, Limits, Model};
use gridwright_grid::board::Board;
use gridwright_puzzles::{AnyAnswer, AnyInstance, Claim, DrawOptions, FormulateOptions, Known};
use gridwright_solve::{Completeness, Plan, Session, Unique};

use crate::found::Found;
use crate::knowledge::Knowledge;
use crate::meter::Meter;
use crate::net::Net;
use crate::next::next_step;
use crate::probe::Failed;
use crate::said::said;
use crate::single::Singles;
use crate::step::{Explanation, Reached, Silent, Step};
use crate::unexplained::{ExplainError, check_size};
use crate::words::Words;

/// How an explanation is wanted. The default is all of it, without limits.
#[derive(Clone, Debug, Default)]
pub struct ExplainOptions<'w> {
    /// How long it may take.
    pub limits: Limits,
    /// The one answer, where it is known: it is not looked for again.
    pub answer: Option<&'w AnyAnswer>,
    /// Claims to start from, beside what is given; they must be right.
    pub known: &'w [Claim],
    /// How far.
    pub until: Until,
}

/// How far an explanation goes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Until {
    /// To the end.
    #[default]
    End,
    /// One step.
    First,
    /// To the first step that puts something on the board.
    Placement,
    /// To the first step that costs more than this: what is beyond is not of interest.
    Cost(u32),
}

/// Explains an instance.
pub fn explain(
    instance: &dyn AnyInstance,
    wanted: &ExplainOptions<'_>,
) -> Result<Explanation, ExplainError> {
    explain_with_callback(instance, wanted, &mut |_| {})
}

/// A part of an explanation that is just there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Part<'e> {
    /// What goes without saying before the first step: told once, in the beginning.
    Given(&'e [Silent]),
    /// The next step.
    Step(&'e Step),
}

/// Explains an instance, and tells every part as soon as it is found.
pub fn explain_with_callback(
    instance: &dyn AnyInstance,
    wanted: &ExplainOptions<'_>,
    tell: &mut dyn FnMut(Part<'_>),
) -> Result<Explanation, ExplainError> {
    check_size(instance)?;
    let shared = match wanted.answer {
        Some(answer) => Ok(Shared {
            target: instance.known(answer),
            answer: Some(instance.print_answer(answer)),
        }),
        None => shared(instance, &wanted.limits)?,
    };
    match shared {
        Ok(shared) => explain_towards(instance, shared, wanted, tell),
        Err(end) => Ok(Explanation {
            start: Vec::new(),
            given: Vec::new(),
            steps: Vec::new(),
            known: vec![Known::Open; instance.facts().len()],
            end,
            answer: None,
        }),
    }
}

/// Explains an instance, given what all answers share.
pub(crate) fn explain_towards(
    instance: &dyn AnyInstance,
    shared: Shared,
    wanted: &ExplainOptions<'_>,
    tell: &mut dyn FnMut(Part<'_>),
) -> Result<Explanation, ExplainError> {
    let premises = instance.premises();
    if premises.is_empty() {
        return Err(ExplainError::NoPremises(instance.kind().card().title));
    }
    let net = Net::new(&premises, shared.target.len());
    let mut explaining = Explaining {
        instance,
        words: Words::new(instance, &premises),
        knowledge: Knowledge::new(&premises, &net, shared.target),
        singles: Singles::new(&net),
        failed: Failed::default(),
    };
    let mut explanation = explaining.run(wanted, tell)?;
    explanation.answer = shared.answer;
    Ok(explanation)
}

/// What all answers share.
#[derive(Debug)]
pub(crate) struct Shared {
    /// The truth of every fact; open where answers differ.
    pub(crate) target: Vec<Known>,
    /// The answer, where there is exactly one.
    pub(crate) answer: Option<String>,
}

/// What all answers share: the truth of every fact, or that there is nothing to explain.
pub(crate) fn shared(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<Result<Shared, Reached>, ExplainError> {
    let found = agreed(instance, limits);
    found.or_else(|error| match error.limit() {
        Some(limit) => Ok(Err(Reached::Stopped(limit))),
        None => Err(error),
    })
}

fn agreed(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<Result<Shared, Reached>, ExplainError> {
    let mut model = Model::new();
    model.set_deadline(limits.deadline());
    let formulation = instance.formulate(&FormulateOptions::default(), &mut model)?;
    let mut plan = Plan::new();
    plan.limits = limits.clone();
    let mut session = Session::new(&model, &plan)?;
    match session.unique()? {
        Unique::None => return Ok(Err(Reached::NoAnswer)),
        Unique::Unknown(limit, _) => return Ok(Err(Reached::Stopped(limit))),
        Unique::One(one) => {
            if let Some(answer) = formulation.read(&one) {
                return Ok(Ok(Shared {
                    target: instance.known(&answer),
                    answer: Some(instance.print_answer(&answer)),
                }));
            }
        }
        Unique::Many(..) => {}
    }
    let sayable = formulation.facts.iter().enumerate();
    let (places, atoms): (Vec<usize>, Vec<_>) = sayable
        .filter_map(|(place, atom)| atom.map(|atom| (place, atom)))
        .unzip();
    let found = session.shared(&atoms, &[])?;
    match found.known {
        Completeness::NoSolution => return Ok(Err(Reached::NoAnswer)),
        Completeness::Part(limit) => return Ok(Err(Reached::Stopped(limit))),
        Completeness::All => {}
    }
    let mut target = vec![Known::Open; formulation.facts.len()];
    for (place, truth) in places.into_iter().zip(found.truths) {
        target[place] = match truth {
            Some(true) => Known::True,
            Some(false) => Known::False,
            None => Known::Open,
        };
    }
    Ok(Ok(Shared {
        target,
        answer: None,
    }))
}

/// An explanation that grows.
struct Explaining<'n> {
    instance: &'n dyn AnyInstance,
    words: Words<'n>,
    knowledge: Knowledge<'n>,
    singles: Singles<'n>,
    failed: Failed,
}

impl Explaining<'_> {
    fn run(
        &mut self,
        wanted: &ExplainOptions<'_>,
        tell: &mut dyn FnMut(Part<'_>),
    ) -> Result<Explanation, ExplainError> {
        let mut meter = Meter::new(&wanted.limits);
        let sound = "the premises have the models the instance has answers";
        let mut given = self.knowledge.begin().expect(sound);
        for claim in wanted.known {
            if claim.known(&self.knowledge.target) == Known::False {
                return Err(ExplainError::Wrong(self.words.claim(*claim).to_owned()));
            }
        }
        given.extend(self.knowledge.learn(wanted.known).expect(sound));
        tell(Part::Given(&given));
        let blank = self.drawn();
        let mut steps: Vec<Step> = Vec::new();
        let end = loop {
            if self.knowledge.is_complete() {
                break match self.knowledge.target.contains(&Known::Open) {
                    true => Reached::Shared,
                    false => Reached::Solved,
                };
            }
            match self.next(&mut meter) {
                Err(limit) => break Reached::Stopped(limit),
                // Everything that all answers share follows from the premises, so this is not reached.
                Ok(None) => break Reached::Shared,
                Ok(Some(found)) => {
                    let mut step = said(self.instance, &self.words, &self.knowledge, found);
                    step.silent = self.knowledge.learn(&step.concludes).expect(sound);
                    let is_enough = match wanted.until {
                        Until::End => false,
                        Until::First => true,
                        Until::Placement => self.drawn() != blank,
                        Until::Cost(most) => step.cost > most,
                    };
                    tell(Part::Step(&step));
                    steps.push(step);
                    if is_enough {
                        break Reached::Enough;
                    }
                }
            }
        };
        Ok(Explanation {
            start: wanted.known.to_vec(),
            given,
            steps,
            known: self.knowledge.known(),
            end,
            answer: None,
        })
    }

    /// The board as it stands, what is ruled out aside.
    fn drawn(&self) -> Board {
        self.instance.draw(&DrawOptions {
            known: &self.knowledge.known(),
            candidates: false,
            marks: &[],
        })
    }

    /// The next step, whatever it costs.
    fn next(&mut self, meter: &mut Meter<'_>) -> Result<Option<Found>, Limit> {
        let (knowledge, singles) = (&mut self.knowledge, &mut self.singles);
        next_step(self.instance, knowledge, singles, &mut self.failed, meter)
    }
}
