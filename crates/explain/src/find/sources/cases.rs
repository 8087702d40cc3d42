//! Steps by the cases of one premise: one of a few literals, or of a few groups, must be true; the conclusion follows in every case that does not fail.
//! For example, a cell is water wherever the battleship lies.

use std::rc::Rc;

use gridwright_fd::Limit;

use crate::find::deduction::{Case, Deduction};
use crate::find::knowledge::Knowledge;
use crate::find::limit_check::LimitCheck;
use crate::find::literal::Literal;
use crate::find::network::{Network, Node, Relation};
use crate::find::sources::failed_literal::MAX_CHECKED;
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

/// The steps by the cases of nodes. A node is not tried again before more is known about itself, or more follows from a case.
#[derive(Debug)]
pub(crate) struct Cases {
    /// The nodes that may have cases.
    nodes: Vec<usize>,
    trials: Trials<(u32, ByCases)>,
}

impl Cases {
    pub(crate) fn new(network: &Network) -> Cases {
        let nodes = network.nodes.iter().enumerate();
        let nodes = nodes.filter(|(_, node)| {
            // The premises that a summary restates have the same cases.
            network.no_summary[node.premise as usize] && may_have_cases(node)
        });
        Cases {
            nodes: nodes.map(|(at, _)| at).collect(),
            trials: Trials::new(DEPTH),
        }
    }

    /// The first step by cases that costs at most `max_cost`; the cheapest if there is none.
    pub(crate) fn first_within(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        max_cost: u32,
        limits: &mut LimitCheck,
    ) -> Result<Option<Deduction>, Limit> {
        let network = knowledge.network;
        for literal in self.trials.news(knowledge) {
            for occurrence in knowledge.state.occurrences(literal.fact()) {
                self.trials.forget(occurrence.node as usize);
            }
        }
        self.trials.update(knowledge, network.nodes.len());
        let mut best: Option<Rc<(u32, ByCases)>> = None;
        for i in 0..self.nodes.len() {
            let at = self.nodes[i];
            if self.trials.contains(at) {
                continue;
            }
            limits.check(knowledge.state.effort)?;
            let found = match self.trials.found(at) {
                Some(found) => {
                    debug_assert!(
                        network.n_facts() > MAX_CHECKED
                            || knowledge.again(|knowledge| by_cases(knowledge, at)).is_some_and(
                                |tried| matches!(tried, Tried::Found(again, _) if again == **found)
                            ),
                        "cases that share something share something else now"
                    );
                    Some(Rc::clone(found))
                }
                None => self.by_cases(knowledge, at),
            };
            best = match (best, found) {
                (Some(best), Some(found)) if found.0 < best.0 => Some(found),
                (best, found) => best.or(found),
            };
            if best.as_ref().is_some_and(|best| best.0 <= max_cost) {
                break;
            }
        }
        Ok(best.map(|best| best.1.deduction(knowledge)))
    }

    /// The cheapest step by the cases of a node, with its cost.
    fn by_cases(&mut self, knowledge: &mut Knowledge<'_>, at: usize) -> Option<Rc<(u32, ByCases)>> {
        match by_cases(knowledge, at)? {
            Tried::Found(found, reached) => {
                let found = Rc::new(found);
                self.trials.insert_found(at, reached, Rc::clone(&found));
                Some(found)
            }
            Tried::InVain(reached) => {
                self.trials.insert(at, reached);
                None
            }
        }
    }
}

/// Whether a node has cases if most of its literals are known.
fn may_have_cases(node: &Node) -> bool {
    // An implication has cases too, but they do not read as such.
    let is_clause = node.is_implication && node.condition.is_empty();
    let min = match &node.relation {
        Relation::Count { min, .. } | Relation::Groups { min, .. } => *min,
        _ => 0,
    };
    min > 0 && !is_clause
}

/// The cases of a node, one of which must be true, and the known literals that exclude all others.
fn cases_of(knowledge: &Knowledge<'_>, at: usize) -> Option<(Vec<Vec<Literal>>, Vec<Literal>)> {
    let node = &knowledge.network.nodes[at];
    let is_count = knowledge.network.is_count[at];
    let open = knowledge.state.tally(at).open_for_one();
    if is_count && !open.is_some_and(|open| (2..=MAX_LITERALS).contains(&open)) {
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

/// A step by the cases of a premise, without the chains of the cases.
#[derive(PartialEq, Debug)]
struct ByCases {
    premise: u32,
    cases: Vec<Vec<Literal>>,
    trace: Trace,
    conclusion: Literal,
}

/// What comes of the cases of a node.
enum Tried {
    /// The cheapest step with its cost, and the literals that each case led to.
    Found((u32, ByCases), Vec<Vec<Literal>>),
    /// The cases share nothing. Each that does not fail led to these literals.
    InVain(Vec<Reached>),
}

/// The cheapest step by the cases of a node; `None` if it has none.
fn by_cases(knowledge: &mut Knowledge<'_>, at: usize) -> Option<Tried> {
    let (cases, known) = cases_of(knowledge, at)?;
    let premise = knowledge.network.premise_of[at];
    let mask = &knowledge.network.no_summary;
    let state = &mut knowledge.state;
    let base = state.len();
    let (mut shared, mut reached): (Option<Vec<Literal>>, _) = (None, Vec::new());
    for case in &cases {
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
            return Some(Tried::InVain(reached));
        }
    }
    let literals: Vec<Literal> = shared.into_iter().flatten().take(CONSIDERED).collect();
    let start = Trace {
        premises: vec![premise],
        known,
        chain: Vec::new(),
    };
    let mut found: Vec<Trace> = vec![start; literals.len()];
    let mut all = Vec::new();
    for case in &cases {
        let failed = state.assume(case, mask, DEPTH.max).err();
        let failed = failed.map(|conflict| trace::causes(state, Some(conflict), &[], base));
        all.push(state.literals_from(base));
        for (&literal, trace) in literals.iter().zip(&mut found) {
            match &failed {
                Some(failed) => trace.join(failed),
                None => trace.join(&trace::causes(state, None, &[literal], base)),
            }
        }
        state.undo(base);
    }
    let found = literals.into_iter().zip(found).map(|(literal, mut trace)| {
        trace.normalize();
        (knowledge.cost(&trace), literal, trace)
    });
    let Some((cost, conclusion, trace)) = found.min_by_key(|(cost, ..)| *cost) else {
        return Some(Tried::InVain(reached));
    };
    let found = ByCases {
        premise,
        cases,
        trace,
        conclusion,
    };
    Some(Tried::Found((cost, found), all))
}

impl ByCases {
    /// The step with its chains.
    fn deduction(&self, knowledge: &mut Knowledge<'_>) -> Deduction {
        let mask = &knowledge.network.no_summary;
        let state = &mut knowledge.state;
        let base = state.len();
        let mut cases = Vec::new();
        for case in &self.cases {
            let chain = match state.assume(case, mask, DEPTH.max) {
                Err(conflict) => trace::conflict(state, conflict, base, &[]),
                Ok(()) => trace::literals(state, &[self.conclusion], base),
            };
            state.undo(base);
            cases.push(Case {
                premise: self.premise,
                assumed: case.clone(),
                links: chain.chain,
            });
        }
        Deduction {
            cases,
            ..Deduction::new(knowledge, self.trace.clone(), None, vec![self.conclusion])
        }
    }
}
