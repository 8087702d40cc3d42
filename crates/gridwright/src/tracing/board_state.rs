//! Where a search stands: at which node, and what is known there of every fact. Kept up to date event by event, forwards and back.

use std::collections::HashMap;

use gridwright_fd::{Atom, Model, Op};
use gridwright_puzzles::{Claim, Known};

/// Where a search stands.
#[derive(Debug)]
pub(crate) struct Standing {
    known: Vec<Known>,
    /// The variables that facts are about.
    vars: HashMap<usize, Of>,
    /// What was taken away and found out, and where each level of it begins.
    trail: Vec<Done>,
    marks: Vec<usize>,
    /// The nodes from the root to the current one, and how many there are in all.
    path: Vec<usize>,
    n_nodes: usize,
}

/// A variable: the values left, in any order, and the facts about it.
#[derive(Debug, Default)]
struct Of {
    left: Vec<i32>,
    /// Facts that say it has a value, by the value.
    equal: HashMap<i32, Vec<usize>>,
    others: Vec<(usize, Atom)>,
}

#[derive(Clone, Copy, Debug)]
enum Done {
    Removed { var: usize, value: i32 },
    Settled(usize),
}

impl Standing {
    /// At the root, before anything has happened: domains alone may settle facts.
    pub(crate) fn new(model: &Model, facts: &[Option<Atom>]) -> Standing {
        let mut vars: HashMap<usize, Of> = HashMap::new();
        for (fact, atom) in facts.iter().enumerate() {
            let Some(atom) = *atom else { continue };
            let of = vars.entry(atom.var().index()).or_insert_with(|| Of {
                left: model.domain(atom.var()).values().collect(),
                ..Of::default()
            });
            match atom.op() {
                Op::Eq => of.equal.entry(atom.value()).or_default().push(fact),
                _ => of.others.push((fact, atom)),
            }
        }
        let mut standing = Standing {
            known: vec![Known::Open; facts.len()],
            vars: HashMap::new(),
            trail: Vec::new(),
            marks: Vec::new(),
            path: vec![0],
            n_nodes: 1,
        };
        for of in vars.values() {
            for (value, facts) in &of.equal {
                if !of.left.contains(value) {
                    standing.settle(facts, false, &mut Vec::new());
                }
            }
            standing.look(of, &mut Vec::new());
        }
        standing.vars = vars;
        // What domains settle is never taken back.
        standing.trail.clear();
        standing
    }

    /// The node it is at. Nodes are numbered in the order they are reached; the root is 0.
    pub(crate) fn node(&self) -> usize {
        self.path[self.path.len() - 1]
    }

    /// The nodes from the root to the one it is at.
    pub(crate) fn path(&self) -> &[usize] {
        &self.path
    }

    /// The node at which so many decisions are in force, or the one it is at if there are fewer.
    pub(crate) fn node_at(&self, depth: usize) -> usize {
        self.path[depth.min(self.path.len() - 1)]
    }

    /// What is known of every fact.
    pub(crate) fn known(&self) -> &[Known] {
        &self.known
    }

    /// What is known, as claims.
    pub(crate) fn claims(&self) -> Vec<Claim> {
        let known = self.known.iter().enumerate();
        known
            .filter_map(|(fact, known)| match known {
                Known::True => Some(Claim::is(fact)),
                Known::False => Some(Claim::is_not(fact)),
                Known::Open => None,
            })
            .collect()
    }

    /// A decision is made, the last of so many in force; what is settled by it alone.
    pub(crate) fn decide(&mut self, atom: Atom, depth: usize) -> Vec<Claim> {
        // A decision stands below all that are in force before it.
        self.back(depth.saturating_sub(1));
        self.marks.push(self.trail.len());
        self.path.push(self.n_nodes);
        self.n_nodes += 1;
        self.narrow(atom)
    }

    /// An atom became true; what is settled by it.
    pub(crate) fn narrow(&mut self, atom: Atom) -> Vec<Claim> {
        let mut told = Vec::new();
        let var = atom.var().index();
        let Some(mut of) = self.vars.remove(&var) else {
            return told;
        };
        let before = self.trail.len();
        of.left.retain(|&value| {
            let stays = atom.admits(value);
            if !stays {
                self.trail.push(Done::Removed { var, value });
            }
            stays
        });
        for at in before..self.trail.len() {
            let Done::Removed { value, .. } = self.trail[at] else {
                continue;
            };
            if let Some(facts) = of.equal.get(&value) {
                self.settle(facts, false, &mut told);
            }
        }
        if self.trail.len() > before {
            self.look(&of, &mut told);
        }
        self.vars.insert(var, of);
        told
    }

    /// What atoms say of the board, each by itself.
    pub(crate) fn said(&self, atoms: &[Atom]) -> Vec<Claim> {
        let mut said = Vec::new();
        for &atom in atoms {
            let Some(of) = self.vars.get(&atom.var().index()) else {
                continue;
            };
            let equal = of.equal.iter().flat_map(|(&value, facts)| {
                let is = Atom::eq(atom.var(), value);
                facts.iter().map(move |&fact| (fact, is))
            });
            for (fact, is) in equal.chain(of.others.iter().copied()) {
                match (atom.implies(is), atom.implies(!is)) {
                    (true, _) => said.push(Claim::is(fact)),
                    (_, true) => said.push(Claim::is_not(fact)),
                    _ => {}
                }
            }
        }
        said.sort_unstable();
        said.dedup();
        said
    }

    /// Goes back until so many decisions are in force.
    pub(crate) fn back(&mut self, depth: usize) {
        self.path.truncate(depth + 1);
        let Some(&mark) = self.marks.get(depth) else {
            return;
        };
        self.marks.truncate(depth);
        for done in self.trail.drain(mark..).rev() {
            match done {
                Done::Settled(fact) => self.known[fact] = Known::Open,
                Done::Removed { var, value } => {
                    if let Some(of) = self.vars.get_mut(&var) {
                        of.left.push(value);
                    }
                }
            }
        }
    }

    /// Settles what the values left of a variable say of it, beside what the removed ones did.
    fn look(&mut self, of: &Of, told: &mut Vec<Claim>) {
        if let [value] = of.left[..]
            && let Some(facts) = of.equal.get(&value)
        {
            self.settle(facts, true, told);
        }
        for &(fact, atom) in &of.others {
            let some = of.left.iter().any(|&value| atom.admits(value));
            let all = of.left.iter().all(|&value| atom.admits(value));
            if !some || all {
                self.settle(&[fact], some, told);
            }
        }
    }

    fn settle(&mut self, facts: &[usize], holds: bool, told: &mut Vec<Claim>) {
        for &fact in facts {
            if self.known[fact] != Known::Open {
                continue;
            }
            self.known[fact] = if holds { Known::True } else { Known::False };
            self.trail.push(Done::Settled(fact));
            told.push(Claim { fact, holds });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Rng;
    use gridwright_fd::{Domain, Var};

    /// What domains say of facts, by the definition.
    fn by_definition(model: &Model, facts: &[Option<Atom>], trail: &[Atom]) -> Vec<Known> {
        let known = |fact: &Option<Atom>| {
            let Some(fact) = fact else { return Known::Open };
            let values = model.domain(fact.var()).values();
            let about = |atom: &&Atom| atom.var() == fact.var();
            let left = values.filter(|&value| {
                let mut told = trail.iter().filter(about);
                told.all(|atom| atom.admits(value))
            });
            let left: Vec<i32> = left.collect();
            match (
                left.iter().any(|&value| fact.admits(value)),
                left.iter().all(|&value| fact.admits(value)),
            ) {
                (false, _) => Known::False,
                (true, true) => Known::True,
                _ => Known::Open,
            }
        };
        facts.iter().map(known).collect()
    }

    fn atom(rng: &mut Rng, vars: &[Var]) -> Atom {
        let op = *rng.pick(&[Op::Eq, Op::Ne, Op::Ge, Op::Le]);
        Atom::new(*rng.pick(vars), op, rng.between(0, 5))
    }

    fn n_open(known: &[Known]) -> usize {
        known.iter().filter(|known| **known == Known::Open).count()
    }

    #[test]
    fn it_knows_what_the_definition_says_forwards_and_back() {
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
            let mut standing = Standing::new(&model, &facts);
            let (mut trail, mut marks, mut nodes) = (Vec::new(), Vec::new(), 0);
            for _ in 0..40 {
                let before = standing.known().to_vec();
                let mut told = None;
                match rng.below(4) {
                    0 => {
                        let depth = rng.below(marks.len() + 1);
                        standing.back(depth);
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
                        told = Some(standing.decide(atom, marks.len()));
                        assert_eq!(standing.node(), nodes);
                    }
                    _ => {
                        let atom = atom(&mut rng, &vars);
                        trail.push(atom);
                        told = Some(standing.narrow(atom));
                    }
                }
                // A domain that is empty says nothing sensible, and a search goes back from it.
                let is_empty = vars.iter().any(|&var| {
                    let about = |atom: &&Atom| atom.var() == var;
                    let mut values = model.domain(var).values();
                    !values.any(|value| trail.iter().filter(about).all(|atom| atom.admits(value)))
                });
                if is_empty {
                    break;
                }
                n_seen += 1;
                assert_eq!(standing.known(), by_definition(&model, &facts, &trail));
                for claim in told.iter().flatten() {
                    assert_eq!(before[claim.fact], Known::Open);
                    assert_eq!(claim.known(standing.known()), Known::True);
                }
                if let Some(told) = told {
                    assert_eq!(n_open(&before) - n_open(standing.known()), told.len());
                }
            }
        }
        assert!(n_seen > 500, "{n_seen}");
    }
}
