//! Making a puzzle unique: the fewest further clues that leave one answer.
//!
//! Clues that single out an answer have, for every other answer, one that it does not share. The fewest such clues are a smallest hitting set; other answers are
//! asked for until there is none.

use gridwright_fd::{Assignment, Atom, Deadline, End, Limit, Limits, Model};
use gridwright_puzzles::{AnyAnswer, AnyInstance, Claim, DrawOptions, FormulateOptions, Known};
use gridwright_solve::{Plan, Session};

use crate::hitting::smallest;
use crate::unexplained::{ExplainError, check_size, or_limit};

/// So many answers are looked at as those to be singled out.
const MOST_ANSWERS: usize = 64;

/// After so many other answers, one is given up.
const MOST_OTHERS: usize = 200;

/// Clues that make a puzzle unique.
#[derive(Clone, Debug)]
pub struct Repair {
    /// What the further clues would say.
    pub clues: Vec<Claim>,
    /// The answer they leave.
    pub answer: AnyAnswer,
    /// Whether no smaller set of clues leaves just one answer; otherwise none does for this one.
    pub is_smallest: bool,
}

/// The fewest further clues that make an instance unique; `None` if it has no answer.
pub fn repair(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<Result<Option<Repair>, Limit>, ExplainError> {
    or_limit(fewest(instance, limits))
}

fn fewest(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<Result<Option<Repair>, Limit>, ExplainError> {
    check_size(instance)?;
    // Each run has the limits for itself; all of them together have the deadline.
    let deadline = limits.deadline();
    let mut model = Model::new();
    model.set_deadline(deadline.clone());
    let formulation = instance.formulate(&FormulateOptions::default(), &mut model)?;
    let mut plan = Plan::new();
    plan.limits = limits.clone();
    let mut session = Session::new(&model, &plan)?;
    let visible = match visible(instance, &deadline) {
        Ok(visible) => visible,
        Err(limit) => return Ok(Err(limit)),
    };
    let atom = |claim: &Claim| -> Option<Atom> {
        let atom = formulation.facts[claim.fact]?;
        Some(if claim.holds { atom } else { !atom })
    };
    let clues: Vec<(Claim, Atom)> = visible
        .into_iter()
        .filter_map(|claim| Some((claim, atom(&claim)?)))
        .collect();
    let mut answers = Vec::new();
    let mut all = session.solutions(&[])?;
    while answers.len() < MOST_ANSWERS
        && let Some(found) = all.next()
    {
        answers.push(found);
    }
    let is_all = answers.len() < MOST_ANSWERS;
    drop(all);
    let mut best: Option<(Vec<usize>, usize)> = None;
    for (i, wanted) in answers.iter().enumerate() {
        let said: Vec<usize> = (0..clues.len())
            .filter(|&at| wanted.holds(clues[at].1))
            .collect();
        let against = |other: &Assignment| -> Vec<usize> {
            let denied = said.iter().filter(|&&at| !other.holds(clues[at].1));
            denied.copied().collect()
        };
        let others = answers.iter().enumerate().filter(|(j, _)| *j != i);
        let mut sets: Vec<Vec<usize>> = others.map(|(_, other)| against(other)).collect();
        while sets.len() < MOST_OTHERS {
            let tried = match smallest(&sets, &deadline) {
                Ok(tried) => tried,
                Err(limit) => return Ok(Err(limit)),
            };
            if best
                .as_ref()
                .is_some_and(|(best, _)| tried.len() >= best.len())
            {
                break;
            }
            let assumed: Vec<Atom> = tried.iter().map(|&at| clues[at].1).collect();
            match other_than(&mut session, &assumed, wanted)? {
                Ok(None) => best = Some((tried, i)),
                Ok(Some(other)) => sets.push(against(&other)),
                Err(limit) => return Ok(Err(limit)),
            }
        }
        // One clue is the fewest there can be.
        if best.as_ref().is_some_and(|(best, _)| best.len() <= 1) {
            break;
        }
    }
    let Some((found, i)) = best else {
        return Ok(match answers.is_empty() {
            true => Ok(None),
            false => Err(Limit::Solutions),
        });
    };
    let answer = formulation.read(&answers[i]);
    Ok(Ok(answer.map(|answer| Repair {
        is_smallest: is_all || found.len() <= 1,
        clues: found.into_iter().map(|at| clues[at].0).collect(),
        answer,
    })))
}

/// A solution under assumptions other than this one.
fn other_than(
    session: &mut Session,
    assumed: &[Atom],
    wanted: &Assignment,
) -> Result<Result<Option<Assignment>, Limit>, ExplainError> {
    let keys = session.keys().to_vec();
    let mut solutions = session.solutions(assumed)?;
    for _ in 0..2 {
        match solutions.next() {
            Some(found)
                if keys
                    .iter()
                    .any(|&key| found.value(key) != wanted.value(key)) =>
            {
                return Ok(Ok(Some(found)));
            }
            Some(_) => {}
            None => {
                return Ok(match solutions.end() {
                    Some(End::LimitReached(limit)) => Err(limit),
                    _ => Ok(None),
                });
            }
        }
    }
    Ok(Ok(None))
}

/// The claims that a clue could say: those that are seen on the board.
fn visible(instance: &dyn AnyInstance, deadline: &Deadline) -> Result<Vec<Claim>, Limit> {
    let n = instance.facts().len();
    let mut known = vec![Known::Open; n];
    let draw = |known: &[Known]| {
        instance.draw(&DrawOptions {
            known,
            candidates: false,
            marks: &[],
        })
    };
    let blank = draw(&known);
    let mut claims = Vec::new();
    for fact in 0..n {
        if let Some(limit) = deadline.reached() {
            return Err(limit);
        }
        for (truth, holds) in [(Known::True, true), (Known::False, false)] {
            known[fact] = truth;
            if draw(&known) != blank {
                claims.push(Claim { fact, holds });
            }
        }
        known[fact] = Known::Open;
    }
    Ok(claims)
}
