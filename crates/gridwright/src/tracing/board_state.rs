//! What is known of a board at the current node of a search, kept up to date by decisions, propagation and backtracking.

use std::collections::HashMap;

use gridwright_fd::{Atom, Deadline, Limit, Model, Op, Var};
use gridwright_puzzles::{Claim, FactState};

use crate::explaining;

/// The deadline is checked once per this many facts.
const CHECK_EVERY: usize = 1024;

/// What is known of every fact at the current node, and the path to it.
#[derive(Debug)]
pub(crate) struct FactTrail {
    known: Vec<FactState>,
    /// The settled facts, in order.
    settled: Vec<usize>,
    /// The nodes from the root to the current one, each with the number of facts settled before it.
    path: Vec<(usize, usize)>,
    n_nodes: usize,
}

impl FactTrail {
    /// At the root, with every fact open.
    pub(crate) fn new(n_facts: usize) -> FactTrail {
        FactTrail {
            known: vec![FactState::Open; n_facts],
            settled: Vec::new(),
            path: vec![(0, 0)],
            n_nodes: 1,
        }
    }

    /// The current node. Nodes are numbered in the order they are reached; the root is 0.
    pub(crate) fn node(&self) -> usize {
        self.path[self.depth()].0
    }

    /// The node at this depth of the path, or the current one if the path is shorter.
    pub(crate) fn node_at(&self, depth: usize) -> usize {
        self.path[depth.min(self.depth())].0
    }

    /// The nodes from the root to the current one.
    pub(crate) fn path(&self) -> impl Iterator<Item = usize> {
        self.path.iter().map(|&(node, _)| node)
    }

    /// The number of decisions in force.
    pub(crate) fn depth(&self) -> usize {
        self.path.len() - 1
    }

    /// The number of nodes reached so far.
    pub(crate) fn n_nodes(&self) -> usize {
        self.n_nodes
    }

    pub(crate) fn known(&self) -> &[FactState] {
        &self.known
    }

    /// Enters a new node below the current one.
    pub(crate) fn enter(&mut self) {
        self.path.push((self.n_nodes, self.settled.len()));
        self.n_nodes += 1;
    }

    /// Settles a fact; false if it is settled already.
    pub(crate) fn settle(&mut self, claim: Claim) -> bool {
        let is_open = self.known[claim.fact] == FactState::Open;
        if is_open {
            explaining::settle(&mut self.known, claim);
            self.settled.push(claim.fact);
        }
        is_open
    }

    /// Backtracks until at most `depth` decisions are in force.
    pub(crate) fn back(&mut self, depth: usize) {
        if let Some(&(_, n_settled)) = self.path.get(depth + 1) {
            self.path.truncate(depth + 1);
            for fact in self.settled.drain(n_settled..) {
                self.known[fact] = FactState::Open;
            }
        }
    }
}

/// What is known of the board of a model under search.
#[derive(Debug)]
pub(crate) struct BoardState {
    facts: FactTrail,
    /// The variables that occur in facts.
    vars: HashMap<usize, VarFacts>,
    /// The removed values with their variables, and their number at each decision.
    removed: Vec<(usize, i32)>,
    marks: Vec<usize>,
}

/// A variable: its remaining values, in any order, and the facts about it.
#[derive(Debug, Default)]
struct VarFacts {
    left: Vec<i32>,
    /// Facts of the form `variable = value`, sorted by value.
    equal: Vec<(i32, usize)>,
    others: Vec<(usize, Atom)>,
}

impl BoardState {
    /// At the root, before propagation: only the initial domains settle facts. Fails at the deadline.
    pub(crate) fn new(
        model: &Model,
        facts: &[Option<Atom>],
        deadline: &Deadline,
    ) -> Result<BoardState, Limit> {
        let check = || deadline.reached().map_or(Ok(()), Err);
        let mut vars: HashMap<usize, VarFacts> = HashMap::new();
        for (fact, atom) in facts.iter().enumerate() {
            if fact % CHECK_EVERY == 0 {
                check()?;
            }
            let Some(atom) = *atom else { continue };
            let about = vars.entry(atom.var().index()).or_insert_with(|| VarFacts {
                left: model.domain(atom.var()).values().collect(),
                ..VarFacts::default()
            });
            match atom.op() {
                Op::Eq => about.equal.push((atom.value(), fact)),
                _ => about.others.push((fact, atom)),
            }
        }
        let mut trail = FactTrail::new(facts.len());
        for (&var, about) in &mut vars {
            check()?;
            about.equal.sort_unstable();
            let domain = model.domain(Var::at(var));
            for &(value, fact) in &about.equal {
                if !domain.contains(value) {
                    trail.settle(Claim::is_not(fact));
                }
            }
            about.settle_by_domain(&mut trail, &mut Vec::new());
        }
        Ok(BoardState {
            facts: trail,
            vars,
            removed: Vec::new(),
            marks: Vec::new(),
        })
    }

    /// The facts at the current node.
    pub(crate) fn facts(&self) -> &FactTrail {
        &self.facts
    }

    /// Makes decision number `depth` of those in force; returns what it settles without propagation.
    pub(crate) fn decide(&mut self, atom: Atom, depth: usize) -> Vec<Claim> {
        self.back(depth.saturating_sub(1));
        self.marks.push(self.removed.len());
        self.facts.enter();
        self.narrow(atom)
    }

    /// Makes an atom true; returns what it settles.
    pub(crate) fn narrow(&mut self, atom: Atom) -> Vec<Claim> {
        let mut new = Vec::new();
        let var = atom.var().index();
        let Some(about) = self.vars.get_mut(&var) else {
            return new;
        };
        let before = self.removed.len();
        about.left.retain(|&value| {
            let stays = atom.admits(value);
            if !stays {
                self.removed.push((var, value));
            }
            stays
        });
        for (_, value) in &self.removed[before..] {
            settle(&mut self.facts, about.equal_to(*value), false, &mut new);
        }
        if self.removed.len() > before {
            about.settle_by_domain(&mut self.facts, &mut new);
        }
        new
    }

    /// What each of some atoms implies about the board.
    pub(crate) fn implied(&self, atoms: &[Atom]) -> Vec<Claim> {
        let mut implied = Vec::new();
        for &atom in atoms {
            let Some(about) = self.vars.get(&atom.var().index()) else {
                continue;
            };
            let equal = about.equal.iter();
            let equal = equal.map(|&(value, fact)| (fact, Atom::eq(atom.var(), value)));
            for (fact, is) in equal.chain(about.others.iter().copied()) {
                match (atom.implies(is), atom.implies(!is)) {
                    (true, _) => implied.push(Claim::is(fact)),
                    (_, true) => implied.push(Claim::is_not(fact)),
                    _ => {}
                }
            }
        }
        implied.sort_unstable();
        implied.dedup();
        implied
    }

    /// Backtracks until at most `depth` decisions are in force.
    pub(crate) fn back(&mut self, depth: usize) {
        self.facts.back(depth);
        let Some(&mark) = self.marks.get(depth) else {
            return;
        };
        self.marks.truncate(depth);
        for (var, value) in self.removed.drain(mark..) {
            if let Some(about) = self.vars.get_mut(&var) {
                about.left.push(value);
            }
        }
    }
}

impl VarFacts {
    /// The facts that the variable has this value.
    fn equal_to(&self, value: i32) -> impl Iterator<Item = usize> {
        let start = self.equal.partition_point(|&(other, _)| other < value);
        let facts = self.equal[start..].iter();
        let facts = facts.take_while(move |&&(other, _)| other == value);
        facts.map(|&(_, fact)| fact)
    }

    /// Settles what the remaining values decide.
    fn settle_by_domain(&self, trail: &mut FactTrail, new: &mut Vec<Claim>) {
        if let [value] = self.left[..] {
            settle(trail, self.equal_to(value), true, new);
        }
        for &(fact, atom) in &self.others {
            let some = self.left.iter().any(|&value| atom.admits(value));
            let all = self.left.iter().all(|&value| atom.admits(value));
            if !some || all {
                settle(trail, [fact], some, new);
            }
        }
    }
}

/// Settles facts; those that were open are added to `new`.
fn settle(
    trail: &mut FactTrail,
    facts: impl IntoIterator<Item = usize>,
    holds: bool,
    new: &mut Vec<Claim>,
) {
    let claims = facts.into_iter().map(|fact| Claim { fact, holds });
    new.extend(claims.filter(|claim| trail.settle(*claim)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Rng;
    use gridwright_fd::{Domain, Var};

    /// What the domains decide of each fact, by definition.
    fn by_definition(model: &Model, facts: &[Option<Atom>], trail: &[Atom]) -> Vec<FactState> {
        let known = |fact: &Option<Atom>| {
            let Some(fact) = fact else {
                return FactState::Open;
            };
            let values = model.domain(fact.var()).values();
            let about = |atom: &&Atom| atom.var() == fact.var();
            let left =
                values.filter(|&value| trail.iter().filter(about).all(|atom| atom.admits(value)));
            let left: Vec<i32> = left.collect();
            match (
                left.iter().any(|&value| fact.admits(value)),
                left.iter().all(|&value| fact.admits(value)),
            ) {
                (false, _) => FactState::False,
                (true, true) => FactState::True,
                _ => FactState::Open,
            }
        };
        facts.iter().map(known).collect()
    }

    fn atom(rng: &mut Rng, vars: &[Var]) -> Atom {
        let op = *rng.pick(&[Op::Eq, Op::Ne, Op::Ge, Op::Le]);
        Atom::new(*rng.pick(vars), op, rng.between(0, 5))
    }

    fn n_open(known: &[FactState]) -> usize {
        known
            .iter()
            .filter(|known| **known == FactState::Open)
            .count()
    }

    #[test]
    fn state_agrees_with_the_definition_after_decisions_and_backtracking() {
        let mut rng = Rng::new(7);
        let mut n_seen = 0;
        for _ in 0..300 {
            let mut model = Model::new();
            let mut vars = Vec::new();
            for i in 0..3 {
                let values: Vec<i32> = (0..6).filter(|_| !rng.one_in(4)).chain([2]).collect();
                let var = model.var(format!("x{i}"), Domain::from_values(values));
                vars.push(var.expect("a variable"));
            }
            let facts: Vec<Option<Atom>> = (0..12)
                .map(|_| (!rng.one_in(5)).then(|| atom(&mut rng, &vars)))
                .collect();
            let state = BoardState::new(&model, &facts, &Deadline::never());
            let mut state = state.expect("no deadline");
            let (mut trail, mut marks, mut nodes) = (Vec::new(), Vec::new(), 0);
            for _ in 0..40 {
                let before = state.facts().known().to_vec();
                let mut new = None;
                match rng.below(4) {
                    0 => {
                        let depth = rng.below(marks.len() + 1);
                        state.back(depth);
                        if let Some(&mark) = marks.get(depth) {
                            trail.truncate(mark);
                            marks.truncate(depth);
                        }
                    }
                    1 => {
                        let atom = atom(&mut rng, &vars);
                        marks.push(trail.len());
                        trail.push(atom);
                        nodes += 1;
                        new = Some(state.decide(atom, marks.len()));
                        assert_eq!(state.facts().node(), nodes);
                    }
                    _ => {
                        let atom = atom(&mut rng, &vars);
                        trail.push(atom);
                        new = Some(state.narrow(atom));
                    }
                }
                // A search backtracks from an empty domain, so its facts do not matter.
                let is_empty = vars.iter().any(|&var| {
                    let about = |atom: &&Atom| atom.var() == var;
                    let mut values = model.domain(var).values();
                    !values.any(|value| trail.iter().filter(about).all(|atom| atom.admits(value)))
                });
                if is_empty {
                    break;
                }
                n_seen += 1;
                assert_eq!(state.facts().known(), by_definition(&model, &facts, &trail));
                for claim in new.iter().flatten() {
                    assert_eq!(before[claim.fact], FactState::Open);
                    assert_eq!(claim.known(state.facts().known()), FactState::True);
                }
                if let Some(new) = new {
                    assert_eq!(n_open(&before) - n_open(state.facts().known()), new.len());
                }
            }
        }
        assert!(n_seen > 500, "{n_seen}");
    }
}
