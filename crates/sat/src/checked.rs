//! The contract of propagation, checked after every step of a search in the tests of this room: unless there is a clash, every clause has a literal that holds or two that
//! are open, groups have at most one that holds, and then no open one; and a literal stands behind what it follows from, at the highest of their levels.

use crate::literal::Literal;
use crate::solver::{HEADER, Solver};
use crate::trail::Reason;

impl Solver {
    /// Panics if something that follows was missed.
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
        for (code, others) in self.pairs.iter().enumerate() {
            let literal = Literal::of_code(code as u32);
            for &other in others {
                assert!(
                    is_done(&[literal, other]),
                    "{literal:?} {other:?} was missed"
                );
            }
        }
        for &literal in self.trail.literals() {
            for &group in self.groups.of(literal) {
                let others = self.groups.members(group).iter();
                let mut others = others.filter(|&&other| other != literal);
                assert!(
                    others.all(|&other| self.trail.is_false(other)),
                    "a group was missed"
                );
            }
        }
        self.check_trail();
    }

    fn check_trail(&self) {
        let mut is_before = vec![false; self.trail.n_vars()];
        for &literal in self.trail.literals() {
            let place = self.trail.place(literal.var());
            is_before[literal.var()] = true;
            // At the root reasons are forgotten, and clauses may have moved.
            let why = match place.why.reason() {
                _ if place.level == 0 => continue,
                Reason::Nothing => {
                    let decided = self.trail.literals()[self.trail.start(place.level as usize)];
                    assert_eq!(decided, literal, "a decision begins its level");
                    continue;
                }
                Reason::Two(other) => vec![other],
                Reason::Clause(clause) => self.literals_of(clause).collect(),
            };
            let why = why.iter().filter(|&&it| it != literal);
            assert!(
                why.clone()
                    .all(|it| is_before[it.var()] && self.trail.is_false(*it))
            );
            let levels = why.map(|it| self.trail.place(it.var()).level);
            assert_eq!(
                levels.max(),
                Some(place.level),
                "{literal:?} is at another level"
            );
        }
    }
}

mod tests {
    use crate::literal::Literal;
    use crate::solver::Solver;

    #[test]
    fn nothing_is_missed_however_far_nogoods_go_back() {
        let mut state = 1_u64;
        let mut below = |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % n
        };
        let (mut n_conflicts, mut n_mixed) = (0, 0);
        for round in 0..150 {
            let mut solver = Solver::new();
            solver.limit_backjumps([0, 0, 1, 4, usize::MAX][round % 5]);
            let vars: Vec<Literal> = (0..60).map(|_| solver.add_var(below(2) == 0)).collect();
            let mut some = |n: u64| -> Vec<Literal> {
                let mut one = || match (vars[below(60) as usize], below(2)) {
                    (var, 0) => var,
                    (var, _) => !var,
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
                n_mixed += usize::from(solver.trail.is_mixed());
                false
            });
            n_conflicts += solver.counts().conflicts;
        }
        assert!(
            n_conflicts > 1000 && n_mixed > 300,
            "{n_conflicts}, {n_mixed}"
        );
    }
}
