//! Refutation by case splits: propagation over a set of premises to a fixpoint, then branching on an open fact. It is complete.

use gridwright_fd::Limit;

use crate::find::knowledge::Knowledge;
use crate::find::limit_check::LimitCheck;
use crate::find::literal::Literal;
use crate::find::network::{Node, Relation};
use crate::find::trace::{self, Trace};

/// Why there is no refutation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unrefuted {
    /// The premises have a model.
    Model,
    /// It takes more cases than allowed.
    Cases,
    /// A limit was reached.
    Limit(Limit),
}

/// Refutes a literal over some premises, with at most `max_cases` case splits.
pub(crate) fn refute(
    knowledge: &mut Knowledge<'_>,
    assumed: Literal,
    premises: &[u32],
    max_cases: u32,
    limits: &mut LimitCheck,
) -> Result<Trace, Unrefuted> {
    let base = knowledge.state.len();
    let network = knowledge.network;
    let nodes = premises.iter();
    let nodes = nodes.flat_map(|&premise| network.nodes_of(premise as usize));
    let mut refutation = Refutation {
        premises,
        n_literals: nodes
            .map(|node| network.nodes[node].n_literals as u64)
            .sum(),
        mask: &knowledge.network.mask(premises),
        base,
        cases_left: max_cases,
    };
    let mut refuted = refutation.run(knowledge, assumed, limits);
    knowledge.state.undo(base);
    if let Ok(trace) = &mut refuted {
        trace.normalize();
    }
    refuted
}

struct Refutation<'a> {
    premises: &'a [u32],
    /// The number of literals of the premises, all of which are looked at to choose one.
    n_literals: u64,
    mask: &'a [bool],
    base: usize,
    cases_left: u32,
}

impl Refutation<'_> {
    fn run(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        assumed: Literal,
        limits: &mut LimitCheck,
    ) -> Result<Trace, Unrefuted> {
        let state = &mut knowledge.state;
        if let Err(conflict) = state.assume(&[assumed], self.mask, u32::MAX) {
            return Ok(trace::conflict(state, conflict, self.base, &[]));
        }
        knowledge.state.effort += self.n_literals;
        limits
            .check(knowledge.state.effort)
            .map_err(Unrefuted::Limit)?;
        let literal = self.open_literal(knowledge).ok_or(Unrefuted::Model)?;
        self.cases_left = self.cases_left.checked_sub(1).ok_or(Unrefuted::Cases)?;
        let before = knowledge.state.len();
        let mut both = Trace::default();
        for case in [literal, literal.opposite()] {
            let one = self.run(knowledge, case, limits);
            knowledge.state.undo(before);
            both.join(&one?);
        }
        Ok(both)
    }

    /// An open literal of the count with the fewest open literals, among those below their minimum; else any open literal.
    fn open_literal(&self, knowledge: &Knowledge<'_>) -> Option<Literal> {
        let (network, state) = (knowledge.network, &knowledge.state);
        let is_open = |literal: &&Literal| state.is_open(literal.fact());
        let nodes = || {
            let premises = self.premises.iter();
            let nodes = premises.flat_map(|&premise| network.nodes_of(premise as usize));
            nodes.map(|node| &network.nodes[node])
        };
        let view = state.view();
        let mut best: Option<(usize, Literal)> = None;
        for node in nodes() {
            let Relation::Count { of, min, .. } = &node.relation else {
                continue;
            };
            let mut open = of.iter().filter(is_open);
            let Some(first) = open.next() else { continue };
            let left = open.count() + 1;
            if best.is_some_and(|(least, _)| least <= left) {
                continue;
            }
            let trues = of.iter().filter(|&&literal| view.is_true(literal)).count();
            if trues < *min as usize {
                best = Some((left, *first));
            }
        }
        let any = || {
            let condition = |node: &Node| node.condition.iter().find(is_open).copied();
            let counted = |node: &Node| node.relation.literals().find(|one| is_open(&one));
            nodes().find_map(|node| condition(node).or_else(|| counted(node)))
        };
        best.map(|(_, literal)| literal).or_else(any)
    }
}
