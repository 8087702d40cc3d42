//! The invariants of propagation, checked in the unit tests whenever propagation ends without a conflict: every clause has a true literal or two unassigned ones; if a
//! literal of a group is true, all others are false; and a literal comes after the literals of its reason on the trail, at the highest of their levels.

use crate::literal::Literal;
use crate::solver::{HEADER, Solver};
use crate::trail::Reason;

impl Solver {
    /// Panics if propagation missed an implication.
    pub(crate) fn check(&self) {
        let is_done = |literals: &[Literal]| {
            let is_open = |literal: &&Literal| self.trail.value(**literal) == 0;
            literals.iter().any(|&literal| self.trail.holds(literal))
                || literals.iter().filter(is_open).count() > 1
        };
        let mut at = 1;
        while at < self.arena.len() {
            let clause: Vec<Literal> = self.literals_of(at as u32).collect();
            assert!(is_done(&clause), "{clause:?} was missed");
            at += HEADER + clause.len();
        }
        for (code, others) in self.binaries.iter().enumerate() {
            let literal = Literal::of_code(code as u32);
            for &other in others {
                let clause = [literal, other];
                assert!(is_done(&clause), "{clause:?} was missed");
            }
        }
        for &literal in self.trail.literals() {
            for &group in self.groups.of(literal) {
                let mut members = self.groups.members(group).iter();
                let is_done = |&it: &Literal| it == literal || self.trail.is_false(it);
                assert!(members.all(is_done), "a group was missed");
            }
        }
        self.check_trail();
    }

    fn check_trail(&self) {
        let mut is_before = vec![false; self.trail.n_vars()];
        for &literal in self.trail.literals() {
            let info = self.trail.info(literal.var());
            is_before[literal.var()] = true;
            // At the root reasons are cleared, and clauses may have moved.
            let reason = match info.reason.unpack() {
                _ if info.level == 0 => continue,
                Reason::None => {
                    let decided = self.trail.literals()[self.trail.start(info.level as usize)];
                    assert_eq!(decided, literal, "a decision begins its level");
                    continue;
                }
                Reason::Binary(other) => vec![other],
                Reason::Clause(clause) => self.literals_of(clause).collect(),
            };
            let reason = reason.iter().filter(|&&it| it != literal);
            for it in reason.clone() {
                assert!(is_before[it.var()] && self.trail.is_false(*it));
            }
            let level = reason.map(|it| self.trail.info(it.var()).level).max();
            assert_eq!(level, Some(info.level), "{literal:?} is at another level");
        }
    }
}

mod tests {
    use crate::literal::Literal;
    use crate::solver::Solver;
    use gridwright_control::Rng;

    #[test]
    fn no_implication_is_missed_with_any_backjump_limit() {
        let mut rng = Rng::new(1);
        let (mut n_conflicts, mut n_out_of_order) = (0, 0);
        for round in 0..150 {
            let mut solver = Solver::new();
            solver.limit_backjumps([0, 0, 1, 4, usize::MAX][round % 5]);
            solver.eliminate_after([0, 20, 1000][round % 3]);
            let vars: Vec<Literal> = (0..60).map(|_| solver.add_var(rng.one_in(2))).collect();
            let mut some = |n: usize| -> Vec<Literal> {
                let mut one = || match (*rng.pick(&vars), rng.one_in(2)) {
                    (var, true) => var,
                    (var, false) => !var,
                };
                (0..n).map(|_| one()).collect()
            };
            for i in 0..260 {
                solver.add_clause(&some(if i % 10 == 0 { 5 } else { 3 }));
            }
            for _ in 0..3 {
                solver.add_at_most_one(&some(4));
            }
            solver.solve(&mut |solver| {
                n_out_of_order += usize::from(solver.trail.has_out_of_order());
                false
            });
            n_conflicts += solver.counts().conflicts;
        }
        assert!(
            n_conflicts > 1000 && n_out_of_order > 300,
            "{n_conflicts}, {n_out_of_order}"
        );
    }
}
