//! What a solver is given: clauses, and groups of which at most one literal holds. Clauses are only written down at first, and found by their literals
//! when search begins: then it is known how long each list will be, and none is moved while it grows.

use crate::literal::Literal;
use crate::solver::{HEADER, Info, Solver, Watch};
use crate::trail::Why;

/// Clauses that cannot be found by their literals yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    /// Those of two literals.
    pairs: Vec<(Literal, Literal)>,
    /// The first of the longer ones, all that stand in the arena from there on.
    first: Option<u32>,
    /// Room for a clause while it is looked at.
    room: Vec<Literal>,
}

impl Solver {
    /// Demands that at least one of the literals holds.
    pub fn add_clause(&mut self, literals: &[Literal]) {
        self.back_to(0);
        let mut clause = std::mem::take(&mut self.given.room);
        clause.clear();
        clause.extend_from_slice(literals);
        clause.sort_unstable();
        clause.dedup();
        let trail = &self.trail;
        // A literal and its opposite are neighbours now.
        let says_nothing = clause.iter().any(|&literal| trail.holds(literal))
            || clause.windows(2).any(|pair| pair[0] == !pair[1]);
        clause.retain(|&literal| !trail.is_false(literal));
        match clause[..] {
            _ if says_nothing => {}
            [] => self.is_broken = true,
            [literal] => self.trail.assign(literal, Why::NOTHING),
            [first, second] => self.given.pairs.push((first, second)),
            _ => {
                let at = self.write(&clause, Info::GIVEN);
                self.given.first.get_or_insert(at);
            }
        }
        self.given.room = clause;
    }

    /// Demands that at most one of the literals holds.
    pub fn add_at_most_one(&mut self, literals: &[Literal]) {
        self.back_to(0);
        let mut group: Vec<Literal> = Vec::with_capacity(literals.len());
        group.extend_from_slice(literals);
        group.sort_unstable();
        group.retain(|&literal| !self.trail.is_false(literal));
        // What stands there twice cannot hold; and of a literal and its opposite one does.
        let twice: Vec<Literal> = pairs_where(&group, |a, b| a == b);
        let held = group.iter().copied().find(|&it| self.trail.holds(it));
        let either: Vec<Literal> = pairs_where(&group, |a, b| a == !b);
        for literal in twice {
            self.add_clause(&[!literal]);
        }
        group.dedup();
        match (held, &either[..]) {
            (None, []) if group.len() > 1 => self.groups.add(&group),
            (None, []) => {}
            (held, _) => {
                let others = |it: Literal| match held {
                    Some(held) => it != held,
                    None => it.var() != either[0].var(),
                };
                for literal in group.into_iter().filter(|&it| others(it)) {
                    self.add_clause(&[!literal]);
                }
            }
        }
    }

    /// Enters clauses that were only written down into the lists of their literals.
    pub(crate) fn attach(&mut self) {
        let begin = match self.given.first.take() {
            Some(first) => first as usize,
            None if self.given.pairs.is_empty() => return,
            None => self.arena.len(),
        };
        // By literal, how many pairs and how many longer clauses it gets.
        let mut lengths = vec![(0, 0); self.pairs.len()];
        for (first, second) in &self.given.pairs {
            lengths[first.code()].0 += 1;
            lengths[second.code()].0 += 1;
        }
        let mut at = begin;
        while at < self.arena.len() {
            for watched in self.watched(at) {
                lengths[watched.code()].1 += 1;
            }
            at += HEADER + self.arena[at] as usize;
        }
        let lists = self.pairs.iter_mut().zip(&mut self.watches);
        for ((pairs, watches), (n_pairs, n_watches)) in lists.zip(lengths) {
            pairs.reserve(n_pairs);
            watches.reserve(n_watches);
        }
        for (first, second) in std::mem::take(&mut self.given.pairs) {
            self.pairs[first.code()].push(second);
            self.pairs[second.code()].push(first);
        }
        let mut at = begin;
        while at < self.arena.len() {
            let [first, second] = self.watched(at);
            let clause = at as u32;
            for (watched, blocker) in [(first, second), (second, first)] {
                self.watches[watched.code()].push(Watch { clause, blocker });
            }
            at += HEADER + self.arena[at] as usize;
        }
    }

    /// The two literals that watch a clause.
    fn watched(&self, at: usize) -> [Literal; 2] {
        [0, 1].map(|i| Literal::of_code(self.arena[at + HEADER + i]))
    }
}

/// The first literals of neighbours, in order, of which something is true.
fn pairs_where(literals: &[Literal], is: impl Fn(Literal, Literal) -> bool) -> Vec<Literal> {
    let pairs = literals.windows(2);
    pairs
        .filter(|pair| is(pair[0], pair[1]))
        .map(|pair| pair[0])
        .collect()
}
