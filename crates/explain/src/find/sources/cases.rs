//! Steps by the cases of one premise: one of a few literals, or of a few groups, must be true; the conclusion follows in every case that does not fail.
//! For example, a cell is water wherever the battleship lies.

use gridwright_fd::Limit;

use crate::find::deduction::{Case, Deduction, cheaper};
use crate::find::knowledge::Knowledge;
use crate::find::limit_check::LimitCheck;
use crate::find::literal::Literal;
use crate::find::network::{Node, Relation};
use crate::find::trace::{self, Trace};
use crate::find::trials::{Depth, Reached, Trials};

/// The maximum number of cases that are single literals.
const MAX_LITERALS: usize = 4;

/// The maximum number of cases that are groups.
const MAX_GROUPS: usize = 12;

/// The depth to which every case is propagated.
const DEPTH: Depth = Depth {
    max: 8,
    is_last_used: true,
};

/// How many of the literals that all cases share are considered.
const CONSIDERED: usize = 8;

/// Nodes whose cases share nothing, each with what its cases led to. Such a node is not tried again before more is known about itself, or more follows from a case.
#[derive(Debug)]
pub(crate) struct Cases {
    unhelpful: Trials,
}

impl Default for Cases {
    fn default() -> Cases {
        Cases {
            unhelpful: Trials::new(DEPTH),
        }
    }
}

impl Cases {
    /// The first step by cases that costs at most `max_cost`; the cheapest if there is none.
    pub(crate) fn first_within(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        max_cost: u32,
        limits: &mut LimitCheck,
    ) -> Result<Option<Deduction>, Limit> {
        let network = knowledge.network;
        for literal in self.unhelpful.news(knowledge) {
            for occurrence in knowledge.state.occurrences(literal.fact()) {
                self.unhelpful.forget(occurrence.node as usize);
            }
        }
        self.unhelpful.update(knowledge, network.nodes.len());
        let mut best: Option<Deduction> = None;
        for (at, node) in network.nodes.iter().enumerate() {
            // The premises that a summary restates have the same cases.
            if self.unhelpful.contains(at) || !network.no_summary[node.premise as usize] {
                continue;
            }
            limits.check(knowledge.state.effort)?;
            if let Some((cases, known)) = cases_of(knowledge, node) {
                let mut reached = Vec::new();
                let found = by_cases(knowledge, node.premise, &cases, known, &mut reached);
                if found.is_none() {
                    self.unhelpful.insert(at, reached);
                }
                best = cheaper(best, found);
            }
            if best.as_ref().is_some_and(|best| best.cost <= max_cost) {
                break;
            }
        }
        Ok(best)
    }
}

/// The cases of a node, one of which must be true, and the known literals that exclude all others.
fn cases_of(knowledge: &Knowledge<'_>, node: &Node) -> Option<(Vec<Vec<Literal>>, Vec<Literal>)> {
    // An implication has cases too, but they do not read as such.
    if node.is_implication && node.condition.is_empty() {
        return None;
    }
    let view = knowledge.state.view();
    if !node.condition.iter().all(|&literal| view.is_true(literal)) {
        return None;
    }
    let mut known: Vec<Literal> = node.condition.clone();
    let (mut full, mut open) = (0, Vec::new());
    let (min, max_cases) = match &node.relation {
        Relation::Count { of, min, .. } => {
            for &literal in of {
                if view.is_true(literal) {
                    full += 1;
                } else if view.is_false(literal) {
                    known.push(literal.opposite());
                } else {
                    open.push(vec![literal]);
                }
            }
            (*min, MAX_LITERALS)
        }
        Relation::Groups { of, min, .. } => {
            for group in of {
                if let Some(first) = view.first_false(group) {
                    known.push(first.opposite());
                } else if group.iter().all(|&literal| view.is_true(literal)) {
                    full += 1;
                } else {
                    open.push(group.clone());
                }
            }
            (*min, MAX_GROUPS)
        }
        _ => return None,
    };
    // There are cases only if exactly one more must be true.
    (full + 1 == min && (2..=max_cases).contains(&open.len())).then_some((open, known))
}

fn by_cases(
    knowledge: &mut Knowledge<'_>,
    premise: u32,
    cases: &[Vec<Literal>],
    known: Vec<Literal>,
    reached: &mut Vec<Reached>,
) -> Option<Deduction> {
    let mask = &knowledge.network.no_summary;
    let state = &mut knowledge.state;
    let base = state.len();
    let mut shared: Option<Vec<Literal>> = None;
    for case in cases {
        // A case that fails keeps failing.
        if state.assume(case, mask, DEPTH.max).is_ok() {
            reached.push(Reached::new(state, base, DEPTH));
            let view = state.view();
            match &mut shared {
                Some(shared) => shared.retain(|&literal| view.is_true(literal)),
                None => shared = Some(state.literals_from(base)),
            }
        }
        state.undo(base);
        if shared.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
    }
    let literals: Vec<Literal> = shared.into_iter().flatten().take(CONSIDERED).collect();
    let start = Trace {
        premises: vec![premise],
        known,
        chain: Vec::new(),
    };
    let mut found: Vec<(Trace, Vec<Case>)> = vec![(start, Vec::new()); literals.len()];
    for case in cases {
        let failed = state.assume(case, mask, DEPTH.max).err();
        let failed = failed.map(|conflict| trace::conflict(state, conflict, base, &[]));
        for (&literal, (trace, chains)) in literals.iter().zip(&mut found) {
            let one = match &failed {
                Some(failed) => failed.clone(),
                None => trace::literals(state, &[literal], base),
            };
            trace.join(&one);
            chains.push(Case {
                premise,
                assumed: case.clone(),
                links: one.chain,
            });
        }
        state.undo(base);
    }
    let deductions = literals.into_iter().zip(found);
    let deductions = deductions.map(|(literal, (mut trace, cases))| {
        trace.normalize();
        Deduction {
            cases,
            ..Deduction::new(knowledge, trace, None, vec![literal])
        }
    });
    deductions.min_by_key(|found| found.cost)
}
