//! Clause database reduction: learnt clauses with a small LBD are kept, and others as long as conflicts use them. What remains is simplified by the literals fixed at the root.

use crate::literal::Literal;
use crate::solver::{HEADER, Info, Solver};

/// The number of conflicts between the first two reductions; later intervals grow with the square root of the number of reductions.
const FIRST_REDUCTION: f64 = 1000.0;

/// Learnt clauses up to this LBD are never removed.
const MAX_LBD_KEPT: u32 = 2;

impl Solver {
    /// Backtracks to the root, removes three quarters of the learnt clauses that were not used recently, and simplifies the others. False if there is no solution.
    pub(crate) fn reduce(&mut self) -> bool {
        self.back_to(0);
        if let Err(conflict) = self.propagate() {
            self.log_root_conflict(conflict);
            self.is_unsat = true;
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
            if info.is_learnt() && info.lbd() > MAX_LBD_KEPT {
                match info.used() {
                    0 => candidates.push((info.lbd(), len, at as u32)),
                    used => self.arena[at + 1] = info.with(used - 1, info.lbd()).0,
                }
            }
            at += HEADER + len as usize;
        }
        candidates.sort_unstable();
        let removed = candidates[candidates.len() / 4..].iter();
        let mut removed: Vec<u32> = removed.map(|&(_, _, at)| at).collect();
        removed.sort_unstable();
        self.rebuild(&removed);
        true
    }

    /// Rebuilds the arena without the clauses in `removed`, which is sorted, without clauses that are true at the root, and without literals that are false there.
    pub(crate) fn rebuild(&mut self, removed: &[u32]) {
        // Reasons at the root are forgotten below.
        self.log_root();
        let mut sources = self
            .proof
            .as_mut()
            .map(|proof| std::mem::take(&mut proof.long));
        let arena = Vec::with_capacity(self.arena.len());
        let old = std::mem::replace(&mut self.arena, arena);
        self.arena.push(0);
        for list in &mut self.watches {
            list.clear();
        }
        let mut removed = removed.iter().peekable();
        let mut clause: Vec<Literal> = Vec::new();
        let mut at = 1;
        while at < old.len() {
            let begin = at + HEADER;
            let (here, info) = (at as u32, Info(old[at + 1]));
            at = begin + old[at] as usize;
            let source = sources.as_mut().and_then(|sources| sources.remove(&here));
            if removed.next_if_eq(&&here).is_some() {
                self.log_removal(source);
                continue;
            }
            clause.clear();
            clause.extend(old[begin..at].iter().map(|&code| Literal::of_code(code)));
            if clause.iter().any(|&literal| self.trail.holds(literal)) {
                self.log_removal(source);
                continue;
            }
            clause.retain(|&literal| !self.trail.is_false(literal));
            if let Some(source) = source {
                self.keep_source(&clause, self.arena.len() as u32, source);
            }
            self.add_attached(&clause, info);
        }
        let n_fixed = self.trail.literals().len();
        if n_fixed > self.n_simplified {
            self.n_simplified = n_fixed;
            self.trail.clear_reasons();
            self.groups.shrink(&self.trail);
            for code in 0..self.binaries.len() {
                let literal = Literal::of_code(code as u32);
                if self.trail.value(literal) != 0 {
                    self.binaries[code].clear();
                } else {
                    let trail = &self.trail;
                    self.binaries[code].retain(|&other| trail.value(other) == 0);
                }
            }
        }
    }
}
