//! The invariants of propagation, checked in the unit tests whenever propagation ends without a conflict: every clause has a true literal or two unassigned ones; if a
//! literal of a group is true, all others are false; no clause has an eliminated variable; and a literal comes after the literals of its reason on the trail, at the highest
//! of their levels.

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
            self.check_vars(&clause);
            at += HEADER + clause.len();
        }
        for (code, others) in self.binaries.iter().enumerate() {
            let literal = Literal::of_code(code as u32);
            for &other in others {
                let clause = [literal, other];
                assert!(is_done(&clause), "{clause:?} was missed");
                self.check_vars(&clause);
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

    fn check_vars(&self, clause: &[Literal]) {
        let mut vars = clause.iter().map(|literal| literal.var());
        let is_eliminated = vars.any(|var| self.elimination.is_eliminated(var));
        assert!(!is_eliminated, "{clause:?} has an eliminated variable");
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
    use crate::exchange::ClausePool;
    use crate::literal::Literal;
    use crate::solver::{SatResult, Solver};
    use gridwright_control::Rng;

    /// Variables, and literals of some of them in random clauses.
    fn random_formula(solver: &mut Solver, rng: &mut Rng, n_vars: usize, n_clauses: usize) {
        let vars: Vec<Literal> = (0..n_vars).map(|_| solver.add_var(false)).collect();
        for _ in 0..n_clauses {
            let clause = [(); 3].map(|()| match (*rng.pick(&vars), rng.one_in(2)) {
                (var, true) => var,
                (var, false) => !var,
            });
            solver.add_clause(&clause);
        }
    }

    #[test]
    fn clauses_of_others_have_no_eliminated_variable() {
        // Only one of two solvers eliminates variables; the other learns clauses with them.
        let (mut n_imported, mut n_eliminated) = (0, 0);
        for seed in 0..8 {
            let pool = ClausePool::default();
            let mut pair = [u64::MAX, 0].map(|first| {
                let mut solver = Solver::new();
                solver.eliminate_after(first);
                random_formula(&mut solver, &mut Rng::new(seed), 140, 600);
                assert!(solver.join_pool(&pool));
                solver
            });
            let mut results = [SatResult::Stopped; 2];
            for round in 1..=50 {
                for (solver, result) in pair.iter_mut().zip(&mut results) {
                    if *result == SatResult::Stopped {
                        let is_over = |solver: &Solver| solver.counts().conflicts >= 100 * round;
                        *result = solver.solve(&mut { is_over });
                    }
                }
            }
            assert_eq!(results[0], results[1], "seed {seed}");
            n_imported += pair[1].counts().imported;
            n_eliminated += pair[1].counts().eliminated;
        }
        assert!(
            n_imported > 500 && n_eliminated > 50,
            "{n_imported}, {n_eliminated}"
        );
    }

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
