//! Making a puzzle unique: the fewest further clues that leave one answer.
//!
//! Clues leave only one answer if every other answer violates one of them, so the fewest such clues are a minimum hitting set. The sets to hit are
//! generated lazily: another answer that satisfies the current clues adds the set of clues that it violates, until there is no other answer.

use gridwright_fd::{Assignment, Atom, Deadline, End, Limit, Limits};
use gridwright_puzzles::{AnyAnswer, AnyInstance, Claim, FactState};
use gridwright_solve::{Session, smallest_hitting_set};

use crate::error::{ExplainError, check_size, separate_limit};
use crate::explain::formulate;
use crate::step::board;

/// The maximum number of answers that are tried as the one to keep.
const MAX_ANSWERS: usize = 64;

/// The next answer is tried after this many other answers were compared with one.
const MAX_OTHERS: usize = 200;

/// Clues that make a puzzle unique.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The further clues.
    pub clues: Vec<Claim>,
    /// The answer that is left.
    pub answer: AnyAnswer,
    /// True if no smaller set of clues makes the puzzle unique. If false, a smaller set may leave a different answer, but none leaves this one.
    pub is_smallest: bool,
}

/// The fewest further clues that make an instance unique; `None` if it has no answer.
pub fn repair(
    instance: &dyn AnyInstance,
    limits: &Limits,
) -> Result<Result<Option<Repair>, Limit>, ExplainError> {
    separate_limit(find(instance, limits))
}

fn find(instance: &dyn AnyInstance, limits: &Limits) -> Result<Option<Repair>, ExplainError> {
    check_size(instance)?;
    // The limits apply to each run, the deadline to all runs together.
    let deadline = limits.deadline();
    let (formulation, mut session) = formulate(instance, limits)?;
    let with_atom = |claim: Claim| {
        let atom = formulation.facts[claim.fact]?;
        Some((claim, if claim.holds { atom } else { !atom }))
    };
    let claims = visible_claims(instance, &deadline)?.into_iter();
    let clues: Vec<(Claim, Atom)> = claims.filter_map(with_atom).collect();
    session.set_limits(limits.until(&deadline));
    let mut solutions = session.solutions(&[])?;
    let answers: Vec<Assignment> = solutions.by_ref().take(MAX_ANSWERS).collect();
    if let Some(End::LimitReached(limit)) = solutions.end() {
        return Err(limit.into());
    }
    drop(solutions);
    let is_all = answers.len() < MAX_ANSWERS;
    let mut best: Option<(Vec<usize>, usize)> = None;
    for (i, answer) in answers.iter().enumerate() {
        let violated = |other: &Assignment| -> Vec<usize> {
            let is_violated = |atom: Atom| answer.holds(atom) && !other.holds(atom);
            let all = 0..clues.len();
            all.filter(|&at| is_violated(clues[at].1)).collect()
        };
        let others = answers.iter().enumerate().filter(|(j, _)| *j != i);
        let mut sets: Vec<Vec<usize>> = others.map(|(_, other)| violated(other)).collect();
        while sets.len() < MAX_OTHERS {
            let bound = best.as_ref().map_or(usize::MAX, |(best, _)| best.len());
            let Some(tried) = smallest_hitting_set(&sets, bound, u64::MAX, &deadline)? else {
                break;
            };
            session.set_limits(limits.until(&deadline));
            let assumed: Vec<Atom> = tried.iter().map(|&at| clues[at].1).collect();
            match other_answer(&mut session, &assumed, answer)? {
                None => best = Some((tried, i)),
                Some(other) => sets.push(violated(&other)),
            }
        }
        // No repair has fewer than one clue.
        if best.as_ref().is_some_and(|(best, _)| best.len() <= 1) {
            break;
        }
    }
    let Some((found, i)) = best else {
        return match answers.is_empty() {
            true => Ok(None),
            false => Err(Limit::Solutions.into()),
        };
    };
    let answer = formulation.read(&answers[i]);
    Ok(answer.map(|answer| Repair {
        is_smallest: is_all || found.len() <= 1,
        clues: found.into_iter().map(|at| clues[at].0).collect(),
        answer,
    }))
}

/// A solution under assumptions that differs from this answer.
fn other_answer(
    session: &mut Session,
    assumed: &[Atom],
    answer: &Assignment,
) -> Result<Option<Assignment>, ExplainError> {
    let keys = session.keys().to_vec();
    let mut solutions = session.solutions(assumed)?;
    for _ in 0..2 {
        let Some(found) = solutions.next() else {
            return match solutions.end() {
                Some(End::LimitReached(limit)) => Err(limit.into()),
                _ => Ok(None),
            };
        };
        let mut keys = keys.iter();
        if keys.any(|&key| found.value(key) != answer.value(key)) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The claims that a clue can make: those that are visible on the board.
fn visible_claims(instance: &dyn AnyInstance, deadline: &Deadline) -> Result<Vec<Claim>, Limit> {
    let mut known = vec![FactState::Open; instance.n_facts()];
    let blank = board(instance, &known);
    let mut claims = Vec::new();
    for fact in 0..known.len() {
        if let Some(limit) = deadline.reached() {
            return Err(limit);
        }
        for (truth, holds) in [(FactState::True, true), (FactState::False, false)] {
            known[fact] = truth;
            if board(instance, &known) != blank {
                claims.push(Claim { fact, holds });
            }
        }
        known[fact] = FactState::Open;
    }
    Ok(claims)
}
