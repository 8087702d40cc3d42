//! The solver against brute force on random clauses and at-most-one groups, with and without assumptions.

use gridwright_control::Rng;
use gridwright_sat::{ClausePool, Literal, ProofHint, ProofLog, SatResult, Solver};

/// A variable by its index, and its sign.
type Signed = (usize, bool);

fn random_literal(rng: &mut Rng, n_vars: usize) -> Signed {
    (rng.below(n_vars), rng.one_in(2))
}

fn literal(vars: &[Literal], (var, sign): Signed) -> Literal {
    if sign { vars[var] } else { !vars[var] }
}

fn literals(vars: &[Literal], signed: &[Signed]) -> Vec<Literal> {
    signed.iter().map(|&it| literal(vars, it)).collect()
}

struct Formula {
    n_vars: usize,
    clauses: Vec<Vec<Signed>>,
    groups: Vec<Vec<Signed>>,
}

impl Formula {
    fn random(rng: &mut Rng) -> Formula {
        let n_vars = 3 + rng.below(8);
        let mut lists = |n: usize, longest: usize| {
            let mut list = || {
                let len = 1 + rng.below(longest);
                (0..len).map(|_| random_literal(rng, n_vars)).collect()
            };
            (0..n).map(|_| list()).collect()
        };
        Formula {
            n_vars,
            clauses: lists(n_vars * 2, 5),
            groups: lists(n_vars / 2, 4),
        }
    }

    /// Clauses of three literals.
    fn random_3_sat(rng: &mut Rng, n_vars: usize, n_clauses: usize) -> Formula {
        let mut clause = || (0..3).map(|_| random_literal(rng, n_vars)).collect();
        Formula {
            n_vars,
            clauses: (0..n_clauses).map(|_| clause()).collect(),
            groups: Vec::new(),
        }
    }

    /// Whether an assignment, one bit per variable, is a solution.
    fn holds(&self, bits: usize) -> bool {
        let is = |&it: &Signed| is_true(bits, it);
        self.clauses.iter().all(|clause| clause.iter().any(is))
            && self
                .groups
                .iter()
                .all(|group| group.iter().filter(|it| is(it)).count() <= 1)
    }

    fn solutions(&self) -> impl Iterator<Item = usize> {
        (0..1 << self.n_vars).filter(|&bits| self.holds(bits))
    }

    fn add_to(&self, solver: &mut Solver, mut phase: impl FnMut() -> bool) -> Vec<Literal> {
        let vars: Vec<Literal> = (0..self.n_vars).map(|_| solver.add_var(phase())).collect();
        for clause in &self.clauses {
            solver.add_clause(&literals(&vars, clause));
        }
        for group in &self.groups {
            solver.add_at_most_one(&literals(&vars, group));
        }
        vars
    }
}

fn is_true(bits: usize, (var, sign): Signed) -> bool {
    (bits >> var & 1 == 1) == sign
}

/// The solution that was found, one bit per variable.
fn found_bits(solver: &Solver, vars: &[Literal]) -> usize {
    let bits = vars.iter().enumerate();
    bits.map(|(at, &var)| usize::from(solver.holds(var)) << at)
        .sum()
}

/// Excludes the solution that was found.
fn exclude(solver: &mut Solver, vars: &[Literal]) {
    let opposite = |&var: &Literal| if solver.holds(var) { !var } else { var };
    let clause: Vec<Literal> = vars.iter().map(opposite).collect();
    solver.add_clause(&clause);
}

fn solve(solver: &mut Solver) -> SatResult {
    solver.solve(&mut |_| false)
}

#[test]
fn each_solution_of_random_formulas_is_found_once() {
    let mut rng = Rng::new(1);
    let (mut n_none, mut n_eliminated) = (0, 0);
    for round in 0..3000 {
        let formula = Formula::random(&mut rng);
        let expected: Vec<usize> = formula.solutions().collect();
        n_none += usize::from(expected.is_empty());
        let mut solver = Solver::new();
        solver.limit_backjumps([0, 1, usize::MAX][round % 3]);
        let vars = formula.add_to(&mut solver, || rng.one_in(2));
        let mut found: Vec<usize> = Vec::new();
        solver.eliminate_after(round as u64 % 2 * 1000);
        while solve(&mut solver) == SatResult::Sat {
            // Some of the variables that the next clause restores are eliminated first.
            if rng.one_in(3) {
                solver.eliminate_after(0);
            }
            n_eliminated = n_eliminated.max(solver.counts().eliminated);
            found.push(found_bits(&solver, &vars));
            assert!(found.len() <= expected.len(), "round {round}: one too many");
            exclude(&mut solver, &vars);
        }
        found.sort_unstable();
        assert_eq!(found, expected, "round {round}");
    }
    assert!((300..2700).contains(&n_none), "{n_none} without a solution");
    assert!(n_eliminated > 4, "{n_eliminated}");
}

#[test]
fn assumptions_hold_or_the_failed_ones_conflict() {
    let mut rng = Rng::new(2);
    let (mut n_found, mut n_failed, mut n_smaller) = (0, 0, 0);
    for round in 0..1000 {
        let formula = Formula::random(&mut rng);
        let expected: Vec<usize> = formula.solutions().collect();
        let is_possible = |assumptions: &[Signed]| {
            let all = |&&bits: &&usize| assumptions.iter().all(|&it| is_true(bits, it));
            expected.iter().find(all).is_some()
        };
        let mut solver = Solver::new();
        solver.limit_backjumps([0, 1, usize::MAX][round % 3]);
        let vars = formula.add_to(&mut solver, || rng.one_in(2));
        // One solver for all calls: what it learns must not depend on assumptions.
        for _ in 0..8 {
            let n = rng.below(formula.n_vars + 1);
            let assumptions: Vec<Signed> = (0..n)
                .map(|_| random_literal(&mut rng, formula.n_vars))
                .collect();
            let assumed = literals(&vars, &assumptions);
            if rng.one_in(2) {
                solver.eliminate_after(0);
            }
            match solver.solve_under(&assumed, &mut |_| false) {
                SatResult::Sat => {
                    n_found += 1;
                    let bits = found_bits(&solver, &vars);
                    assert!(formula.holds(bits), "round {round}");
                    assert!(assumptions.iter().all(|&it| is_true(bits, it)));
                }
                SatResult::Unsat => {
                    assert!(!is_possible(&assumptions), "round {round}");
                    let failed = solver.failed_assumptions();
                    assert!(failed.iter().all(|it| assumed.contains(it)));
                    let is_failed = |it: &&Signed| failed.contains(&literal(&vars, **it));
                    let core: Vec<Signed> = assumptions.iter().filter(is_failed).copied().collect();
                    assert!(!is_possible(&core), "round {round}: {core:?}");
                    n_failed += 1;
                    n_smaller += usize::from(core.len() < assumptions.len());
                }
                SatResult::Stopped => unreachable!("no limit"),
            }
        }
        // Variables and clauses may be added between calls.
        let new = solver.add_var(true);
        solver.add_clause(&[!new, vars[0]]);
        let expected = is_possible(&[(0, true)]);
        let answer = solver.solve_under(&[new], &mut |_| false);
        assert_eq!(answer == SatResult::Sat, expected, "round {round}");
    }
    assert!(
        n_found > 500 && n_failed > 500 && n_smaller > 500,
        "{n_found}, {n_failed}, {n_smaller}"
    );
}

/// Formulas with many conflicts and restarts: an assumption gives the same answer as a unit clause.
#[test]
fn assumptions_give_the_same_answer_as_unit_clauses() {
    let mut rng = Rng::new(3);
    let mut answers = [0, 0];
    for round in 0..25 {
        let formula = Formula::random_3_sat(&mut rng, 90, 360);
        let mut solver = Solver::new();
        solver.limit_backjumps([0, 2, usize::MAX][round % 3]);
        let vars = formula.add_to(&mut solver, || true);
        for _ in 0..4 {
            let assumptions: Vec<Signed> = (0..6).map(|_| random_literal(&mut rng, 90)).collect();
            let assumed = literals(&vars, &assumptions);
            if rng.one_in(2) {
                solver.eliminate_after(0);
            }
            let answer = solver.solve_under(&assumed, &mut |_| false);
            let mut other = Solver::new();
            let other_vars = formula.add_to(&mut other, || true);
            for &it in &assumptions {
                other.add_clause(&[literal(&other_vars, it)]);
            }
            assert_eq!(answer, solve(&mut other), "round {round}");
            if answer == SatResult::Unsat {
                let failed = solver.failed_assumptions().to_vec();
                let again = solver.solve_under(&failed, &mut |_| false);
                assert_eq!(again, SatResult::Unsat, "round {round}");
            }
            answers[usize::from(answer == SatResult::Sat)] += 1;
        }
    }
    assert!(answers.iter().all(|&n| n >= 10), "{answers:?}");
}

/// Three solvers of one formula in turn, each under its own assumptions: what they import does not change an answer, whatever one of them adds for itself.
#[test]
fn solvers_that_exchange_clauses_give_the_same_answers() {
    let mut rng = Rng::new(4);
    let (mut answers, mut n_imported, mut n_eliminated) = ([0, 0], 0, 0);
    for round in 0..25 {
        let formula = Formula::random_3_sat(&mut rng, 150, 600);
        let pool = ClausePool::default();
        let mut solvers: [Solver; 3] = std::array::from_fn(|_| Solver::new());
        let mut assumed = Vec::new();
        let mut expected = Vec::new();
        for (at, solver) in solvers.iter_mut().enumerate() {
            solver.limit_backjumps([0, 2, usize::MAX][(round + at) % 3]);
            let vars = formula.add_to(solver, || true);
            assert!(solver.join_pool(&pool));
            let assumptions: Vec<Signed> = (0..2).map(|_| random_literal(&mut rng, 150)).collect();
            let mut other = Solver::new();
            let other_vars = formula.add_to(&mut other, || true);
            for &it in &assumptions {
                other.add_clause(&[literal(&other_vars, it)]);
            }
            let mut literals = literals(&vars, &assumptions);
            // Clauses that hold only under a later variable, which is assumed.
            if at > 0 {
                let later = solver.add_var(true);
                literals.push(later);
                for _ in 0..20 {
                    let clause: Vec<Signed> =
                        (0..2).map(|_| random_literal(&mut rng, 150)).collect();
                    let both =
                        |vars: &[Literal]| clause.iter().map(|&it| literal(vars, it)).collect();
                    let mut own: Vec<Literal> = both(&vars);
                    other.add_clause(&both(&other_vars));
                    own.push(!later);
                    solver.add_clause(&own);
                }
            }
            expected.push(solve(&mut other));
            assumed.push(literals);
        }
        let mut found = [SatResult::Stopped; 3];
        while found.contains(&SatResult::Stopped) {
            for (at, solver) in solvers.iter_mut().enumerate() {
                let until = solver.counts().conflicts + 40;
                if at == 1 && rng.one_in(4) {
                    solver.eliminate_after(0);
                }
                if found[at] == SatResult::Stopped {
                    let is_over = &mut |solver: &Solver| solver.counts().conflicts >= until;
                    found[at] = solver.solve_under(&assumed[at], is_over);
                }
            }
        }
        assert_eq!(found[..], expected, "round {round}");
        for (answer, solver) in found.iter().zip(&solvers) {
            answers[usize::from(*answer == SatResult::Sat)] += 1;
            n_imported += solver.counts().imported;
            n_eliminated += solver.counts().eliminated;
        }
    }
    assert!(answers.iter().all(|&n| n >= 10), "{answers:?}");
    assert!(n_imported > 100, "{n_imported}");
    assert!(n_eliminated > 100, "{n_eliminated}");
}

#[derive(Debug)]
struct NoLog;

impl ProofLog for NoLog {
    fn root(&mut self, _: ProofHint) {}
    fn learnt(&mut self, _: u32, _: &[Literal], _: &[ProofHint]) {}
    fn removed(&mut self, _: u32) {}
}

#[test]
fn only_solvers_of_the_same_formula_without_a_proof_join_a_pool() {
    let formula = Formula::random_3_sat(&mut Rng::new(5), 20, 60);
    let pool = ClausePool::default();
    let join = |more: &[usize], is_logged: bool| {
        let mut solver = Solver::new();
        if is_logged {
            solver.log_proof(Box::new(NoLog));
        }
        let vars = formula.add_to(&mut solver, || true);
        let group: Vec<Literal> = more.iter().map(|&at| vars[at]).collect();
        solver.add_at_most_one(&group);
        solver.join_pool(&pool)
    };
    assert!(join(&[], false));
    assert!(!join(&[1, 2], false), "another formula");
    assert!(!join(&[], true), "a proof");
    assert!(join(&[], false));
}

/// The pigeonhole problem.
fn pigeons(n_pigeons: usize, n_holes: usize) -> Solver {
    let mut solver = Solver::new();
    let mut holes = vec![Vec::new(); n_holes];
    for _ in 0..n_pigeons {
        let row: Vec<Literal> = (0..n_holes).map(|_| solver.add_var(true)).collect();
        solver.add_clause(&row);
        for (hole, &literal) in holes.iter_mut().zip(&row) {
            hole.push(literal);
        }
    }
    for hole in holes {
        solver.add_at_most_one(&hole);
    }
    solver
}

#[test]
fn pigeons_do_not_fit() {
    let mut solver = pigeons(7, 6);
    assert_eq!(solve(&mut solver), SatResult::Unsat);
    assert!(solver.counts().conflicts > 100);
    assert_eq!(solve(&mut solver), SatResult::Unsat);
    let mut solver = pigeons(7, 6);
    solver.limit_backjumps(0);
    assert_eq!(solve(&mut solver), SatResult::Unsat);
    assert_eq!(solve(&mut pigeons(60, 60)), SatResult::Sat);
}

/// Random 3-SAT near the phase transition, where both answers are likely; with groups, and with a binary clause for each pair of a group.
#[test]
fn many_conflicts_with_and_without_groups_agree() {
    let mut rng = Rng::new(42);
    let mut answers = [0, 0];
    for round in 0..40 {
        let n_vars = 90;
        let formula = Formula::random_3_sat(&mut rng, n_vars, 330);
        let mut solvers = [Solver::new(), Solver::new()];
        solvers[round % 2].limit_backjumps([0, 1, 3][round % 3]);
        let vars = solvers
            .each_mut()
            .map(|solver| formula.add_to(solver, || false));
        for _ in 0..12 {
            let group = [0; 3].map(|_| rng.below(n_vars));
            solvers[0].add_at_most_one(&group.map(|v| vars[0][v]));
            for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                solvers[1].add_clause(&[!vars[1][group[i]], !vars[1][group[j]]]);
            }
        }
        let [one, other] = solvers.each_mut().map(solve);
        assert_eq!(one, other);
        answers[usize::from(one == SatResult::Sat)] += 1;
    }
    assert!(answers.iter().all(|&n| n >= 3), "{answers:?}");
}

/// Formulas with many conflicts: what is found satisfies the formula, and the backjump limit does not change the number of solutions.
#[test]
fn solutions_do_not_depend_on_the_backjump_limit() {
    let mut rng = Rng::new(7);
    let (mut n_found, mut n_conflicts) = (0, 0);
    for round in 0..60 {
        let formula = Formula::random_3_sat(&mut rng, 60, 240 + round);
        let found = [0, 2, usize::MAX].map(|max_levels| {
            let mut solver = Solver::new();
            solver.limit_backjumps(max_levels);
            let vars = formula.add_to(&mut solver, || true);
            let mut n = 0;
            while n < 200 && solve(&mut solver) == SatResult::Sat {
                n += 1;
                let bits = found_bits(&solver, &vars);
                assert!(formula.holds(bits), "round {round}");
                exclude(&mut solver, &vars);
            }
            n_conflicts += solver.counts().conflicts;
            n
        });
        assert_eq!(found, [found[0]; 3], "round {round}");
        n_found += found[0];
    }
    assert!(
        n_found > 1000 && n_conflicts > 10_000,
        "{n_found}, {n_conflicts}"
    );
}

#[test]
fn the_callback_stops_a_search() {
    let mut solver = pigeons(12, 11);
    let mut should_stop = |solver: &Solver| solver.counts().conflicts >= 500;
    assert_eq!(solver.solve(&mut should_stop), SatResult::Stopped);
    assert_eq!(solver.counts().conflicts, 500);
}

/// Variables are eliminated before each question; clauses, groups and assumptions in between restore some of them.
#[test]
fn later_clauses_and_groups_restore_eliminated_variables() {
    let mut rng = Rng::new(8);
    let (mut answers, mut n_eliminated) = ([0, 0], 0);
    for round in 0..1500 {
        let n_vars = 6 + rng.below(6);
        let mut formula = Formula::random_3_sat(&mut rng, n_vars, n_vars + round % 12);
        let mut solver = Solver::new();
        let vars = formula.add_to(&mut solver, || true);
        for _ in 0..8 {
            let n = rng.below(3);
            let assumptions: Vec<Signed> =
                (0..n).map(|_| random_literal(&mut rng, n_vars)).collect();
            let all = |&bits: &usize| assumptions.iter().all(|&it| is_true(bits, it));
            let is_possible = formula.solutions().any(|bits| all(&bits));
            solver.eliminate_after(0);
            let answer = solver.solve_under(&literals(&vars, &assumptions), &mut |_| false);
            assert_eq!(answer == SatResult::Sat, is_possible, "round {round}");
            answers[usize::from(is_possible)] += 1;
            if is_possible {
                let bits = found_bits(&solver, &vars);
                assert!(formula.holds(bits) && all(&bits), "round {round}");
            }
            let new: Vec<Signed> = (0..1 + rng.below(3))
                .map(|_| random_literal(&mut rng, n_vars))
                .collect();
            if rng.one_in(3) {
                solver.add_at_most_one(&literals(&vars, &new));
                formula.groups.push(new);
            } else {
                solver.add_clause(&literals(&vars, &new));
                formula.clauses.push(new);
            }
        }
        n_eliminated += solver.counts().eliminated;
    }
    assert!(answers.iter().all(|&n| n > 1000), "{answers:?}");
    assert!(n_eliminated > 5000, "{n_eliminated}");
}

/// The callback stops elimination; the same solver then finds the answer.
#[test]
fn the_callback_stops_elimination() {
    let mut rng = Rng::new(9);
    let formula = Formula::random_3_sat(&mut rng, 4000, 12_000);
    let mut solver = Solver::new();
    let vars = formula.add_to(&mut solver, || true);
    let mut n_calls = 0;
    solver.eliminate_after(0);
    let answer = solver.solve(&mut |_| {
        n_calls += 1;
        n_calls > 3
    });
    assert_eq!(answer, SatResult::Stopped);
    assert_eq!(solver.counts().conflicts, 0);
    assert!(solver.counts().eliminated < 2000);
    assert_eq!(solve(&mut solver), SatResult::Sat);
    let is_true = |clause: &Vec<Signed>| {
        let holds = |&it: &Signed| solver.holds(literal(&vars, it));
        clause.iter().any(holds)
    };
    assert!(formula.clauses.iter().all(is_true));
}
