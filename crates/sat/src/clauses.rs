//! Adding clauses and at-most-one groups. New clauses are attached to the watch lists only when the search begins: by then the length of each list is known, so no list
//! is reallocated while it grows.

use std::hash::{Hash, Hasher};

use crate::literal::Literal;
use crate::proof::Source;
use crate::solver::{HEADER, Info, Solver, Watch};
use crate::trail::PackedReason;

/// Clauses that are not attached yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingClauses {
    binaries: Vec<(Literal, Literal)>,
    /// The first longer clause; all clauses of the arena from there on are pending.
    first: Option<u32>,
    /// A buffer for one clause.
    buffer: Vec<Literal>,
}

impl PendingClauses {
    /// Makes all clauses of the arena pending.
    pub(crate) fn attach_all(&mut self) {
        self.first = Some(1);
    }

    pub(crate) fn hash_binaries(&self, hasher: &mut impl Hasher) {
        self.binaries.hash(hasher);
    }
}

impl Solver {
    /// Adds a clause: at least one of the literals holds.
    pub fn add_clause(&mut self, literals: &[Literal]) {
        self.back_to(0);
        for literal in literals {
            self.restore(literal.var());
        }
        self.add_sourced(literals, Source::Origin(self.origin));
    }

    /// Adds a clause without eliminated variables, at the root.
    pub(crate) fn add_sourced(&mut self, literals: &[Literal], source: Source) {
        self.log_root();
        let mut clause = std::mem::take(&mut self.pending.buffer);
        clause.clear();
        clause.extend_from_slice(literals);
        clause.sort_unstable();
        clause.dedup();
        let trail = &self.trail;
        // A literal and its negation are neighbours after sorting.
        let is_tautology = clause.iter().any(|&literal| trail.holds(literal))
            || clause.windows(2).any(|pair| pair[0] == !pair[1]);
        clause.retain(|&literal| !trail.is_false(literal));
        match clause[..] {
            _ if is_tautology => {}
            [] => {
                self.log_unit(None, source);
                self.is_unsat = true;
            }
            [literal] => {
                self.log_unit(Some(literal), source);
                self.trail.assign(literal, PackedReason::NONE);
            }
            _ => {
                let at = self.push_pending(&clause);
                self.keep_source(&clause, at, source);
            }
        }
        self.pending.buffer = clause;
    }

    /// Adds a clause of two literals or more that is not attached yet; returns its position in the arena, or 0 for a binary clause.
    pub(crate) fn push_pending(&mut self, literals: &[Literal]) -> u32 {
        if let &[first, second] = literals {
            self.n_binaries += 1;
            self.pending.binaries.push((first, second));
            return 0;
        }
        let at = self.write_clause(literals, Info::ORIGINAL);
        self.pending.first.get_or_insert(at);
        at
    }

    /// Adds a group: at most one of the literals holds.
    pub fn add_at_most_one(&mut self, literals: &[Literal]) {
        self.back_to(0);
        for literal in literals {
            self.restore(literal.var());
        }
        let mut group = literals.to_vec();
        group.sort_unstable();
        group.retain(|&literal| !self.trail.is_false(literal));
        // A literal that occurs twice must be false. If a literal and its negation occur, one of them is true, so all others must be false.
        let twice: Vec<Literal> = pairs_where(&group, |a, b| a == b);
        let held = group.iter().copied().find(|&it| self.trail.holds(it));
        let either: Vec<Literal> = pairs_where(&group, |a, b| a == !b);
        for literal in twice {
            self.add_clause(&[!literal]);
        }
        group.dedup();
        match (held, &either[..]) {
            (None, []) if group.len() > 1 => self.groups.add(&group, self.origin),
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

    pub(crate) fn attach_pending(&mut self) {
        let begin = match self.pending.first.take() {
            Some(first) => first as usize,
            None if self.pending.binaries.is_empty() => return,
            None => self.arena.len(),
        };
        // By literal, the number of new binary clauses and of new watches.
        let mut lengths = vec![(0, 0); self.binaries.len()];
        for (first, second) in &self.pending.binaries {
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
        let lists = self.binaries.iter_mut().zip(&mut self.watches);
        for ((binaries, watches), (n_pairs, n_watches)) in lists.zip(lengths) {
            binaries.reserve(n_pairs);
            watches.reserve(n_watches);
        }
        for (first, second) in std::mem::take(&mut self.pending.binaries) {
            self.binaries[first.code()].push(second);
            self.binaries[second.code()].push(first);
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

    /// The two watched literals of a clause.
    fn watched(&self, at: usize) -> [Literal; 2] {
        [0, 1].map(|i| Literal::of_code(self.arena[at + HEADER + i]))
    }
}

/// The first literal of each pair of neighbours for which `is` holds.
fn pairs_where(literals: &[Literal], is: impl Fn(Literal, Literal) -> bool) -> Vec<Literal> {
    let pairs = literals.windows(2).filter(|pair| is(pair[0], pair[1]));
    pairs.map(|pair| pair[0]).collect()
}
