//! Which nogoods are kept: those that join few levels for good, others while they are used. What the root decides goes with them.

use crate::literal::Literal;
use crate::solver::{HEADER, Info, Solver};

/// Nogoods are looked through after so many conflicts, and then after more and more.
const FIRST_REDUCTION: f64 = 1000.0;

/// Nogoods from so few levels are never forgotten.
const CORE: u32 = 2;

impl Solver {
    /// Goes to the root, forgets most of the nogoods that were not used of late, and leaves out what the root decides.
    /// False if there is no solution.
    pub(crate) fn reduce(&mut self) -> bool {
        self.back_to(0);
        if self.propagate().is_err() {
            self.is_broken = true;
            return false;
        }
        self.n_reductions += 1;
        let wait = FIRST_REDUCTION * (self.n_reductions as f64).sqrt();
        self.next_reduction = self.counts.conflicts + wait as u64;
        let mut candidates: Vec<(u32, u32, u32)> = Vec::new();
        let mut at = 1;
        while at < self.arena.len() {
            let len = self.arena[at];
            let info = Info(self.arena[at + 1]);
            if info.is_nogood() && info.n_levels() > CORE {
                match info.used() {
                    0 => candidates.push((info.n_levels(), len, at as u32)),
                    used => self.arena[at + 1] = info.with(used - 1, info.n_levels()).0,
                }
            }
            at += HEADER + len as usize;
        }
        candidates.sort_unstable();
        let mut forgotten: Vec<u32> = candidates[candidates.len() / 4..]
            .iter()
            .map(|&(_, _, at)| at)
            .collect();
        forgotten.sort_unstable();
        self.rebuild(&forgotten);
        true
    }

    /// Keeps all clauses but those, in order, that are forgotten and those that hold at the root, without literals that are false there.
    fn rebuild(&mut self, forgotten: &[u32]) {
        let room = Vec::with_capacity(self.arena.len());
        let old = std::mem::replace(&mut self.arena, room);
        self.arena.push(0);
        for list in &mut self.watches {
            list.clear();
        }
        let mut forgotten = forgotten.iter().peekable();
        let mut clause: Vec<Literal> = Vec::new();
        let mut at = 1;
        while at < old.len() {
            let begin = at + HEADER;
            let (here, info) = (at as u32, Info(old[at + 1]));
            at = begin + old[at] as usize;
            if forgotten.next_if_eq(&&here).is_some() {
                continue;
            }
            clause.clear();
            clause.extend(old[begin..at].iter().map(|&code| Literal::of_code(code)));
            if clause.iter().any(|&literal| self.trail.holds(literal)) {
                continue;
            }
            clause.retain(|&literal| !self.trail.is_false(literal));
            self.keep(&clause, info);
        }
        let n_fixed = self.trail.literals().len();
        if n_fixed > self.n_swept {
            self.n_swept = n_fixed;
            self.trail.forget_reasons();
            self.groups.shrink(&self.trail);
            for code in 0..self.pairs.len() {
                let literal = Literal::of_code(code as u32);
                if self.trail.value(literal) != 0 {
                    self.pairs[code].clear();
                } else {
                    let trail = &self.trail;
                    self.pairs[code].retain(|&other| trail.value(other) == 0);
                }
            }
        }
    }
}
