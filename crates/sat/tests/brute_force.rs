//! The solver against every assignment, on random clauses and groups.

use gridwright_sat::{Answer, Literal, Solver};

/// A generator of numbers with a constant seed (Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

struct Case {
    n_vars: usize,
    clauses: Vec<Vec<(usize, bool)>>,
    groups: Vec<Vec<(usize, bool)>>,
}

impl Case {
    fn random(random: &mut Random) -> Case {
        let n_vars = 3 + random.below(8);
        let mut list = |n: usize, longest: usize| {
            (0..n)
                .map(|_| {
                    let len = 1 + random.below(longest);
                    (0..len)
                        .map(|_| (random.below(n_vars), random.below(2) == 0))
                        .collect()
                })
                .collect()
        };
        Case {
            n_vars,
            clauses: list(n_vars * 2, 5),
            groups: list(n_vars / 2, 4),
        }
    }

    fn holds(&self, at: usize) -> bool {
        let is = |&(var, sign): &(usize, bool)| (at >> var & 1 == 1) == sign;
        self.clauses.iter().all(|clause| clause.iter().any(is))
            && self
                .groups
                .iter()
                .all(|group| group.iter().filter(|it| is(it)).count() <= 1)
    }
}

#[test]
fn all_solutions_of_random_formulas_are_found_each_once() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut n_none = 0;
    for round in 0..3000 {
        let case = Case::random(&mut random);
        let expected: Vec<usize> = (0..1 << case.n_vars).filter(|&at| case.holds(at)).collect();
        n_none += usize::from(expected.is_empty());
        let mut solver = Solver::new();
        solver.go_back_at_most([0, 1, usize::MAX][round % 3]);
        let vars: Vec<Literal> = (0..case.n_vars)
            .map(|_| solver.add_var(random.below(2) == 0))
            .collect();
        let said = |&(var, sign): &(usize, bool)| if sign { vars[var] } else { !vars[var] };
        for clause in &case.clauses {
            solver.add_clause(&clause.iter().map(said).collect::<Vec<_>>());
        }
        for group in &case.groups {
            solver.add_at_most_one(&group.iter().map(said).collect::<Vec<_>>());
        }
        let mut found: Vec<usize> = Vec::new();
        while solver.solve(&mut |_| false) == Answer::Found {
            let values: Vec<bool> = vars.iter().map(|&var| solver.holds(var)).collect();
            found.push(
                (0..case.n_vars)
                    .map(|var| usize::from(values[var]) << var)
                    .sum(),
            );
            assert!(found.len() <= expected.len(), "round {round}: one too many");
            let other = vars.iter().zip(values);
            let other: Vec<Literal> = other
                .map(|(&var, is)| if is { !var } else { var })
                .collect();
            solver.add_clause(&other);
        }
        found.sort_unstable();
        assert_eq!(found, expected, "round {round}");
    }
    assert!((300..2700).contains(&n_none), "{n_none} without a solution");
}

/// So many pigeons in so many holes.
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
    assert_eq!(solver.solve(&mut |_| false), Answer::None);
    assert!(solver.counts().conflicts > 100);
    assert_eq!(solver.solve(&mut |_| false), Answer::None);
    let mut solver = pigeons(7, 6);
    solver.go_back_at_most(0);
    assert_eq!(solver.solve(&mut |_| false), Answer::None);
    let mut solver = pigeons(60, 60);
    assert_eq!(solver.solve(&mut |_| false), Answer::Found);
}

/// Random clauses of three about as many as leave the question open, against groups said as pairs.
#[test]
fn many_conflicts_with_and_without_groups_agree() {
    let mut random = Random(42);
    let mut verdicts = [0, 0];
    for round in 0..40 {
        let n_vars = 90;
        let mut solvers = [Solver::new(), Solver::new()];
        solvers[round % 2].go_back_at_most([0, 1, 3][round % 3]);
        let vars = solvers
            .each_mut()
            .map(|it| (0..n_vars).map(|_| it.add_var(false)).collect::<Vec<_>>());
        for _ in 0..330 {
            let clause = [0; 3].map(|_| (random.below(n_vars), random.below(2) == 0));
            for (solver, vars) in solvers.iter_mut().zip(&vars) {
                solver.add_clause(&clause.map(|(v, sign)| if sign { vars[v] } else { !vars[v] }));
            }
        }
        for _ in 0..12 {
            let group = [0; 3].map(|_| random.below(n_vars));
            solvers[0].add_at_most_one(&group.map(|v| vars[0][v]));
            for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                solvers[1].add_clause(&[!vars[1][group[i]], !vars[1][group[j]]]);
            }
        }
        let answers = solvers.each_mut().map(|it| it.solve(&mut |_| false));
        assert_eq!(answers[0], answers[1]);
        verdicts[usize::from(answers[0] == Answer::Found)] += 1;
    }
    assert!(verdicts.iter().all(|&n| n >= 3), "{verdicts:?}");
}

/// Formulas with more conflicts than small ones have: every solution is one, and as many are found however far nogoods go back.
#[test]
fn solutions_are_the_same_however_far_nogoods_go_back() {
    let mut random = Random(7);
    let (mut n_found, mut n_conflicts) = (0, 0);
    for round in 0..60 {
        let n_vars = 60;
        let n_clauses = 4 * n_vars + round;
        let clauses: Vec<[(usize, bool); 3]> = (0..n_clauses)
            .map(|_| [0; 3].map(|_| (random.below(n_vars), random.below(2) == 0)))
            .collect();
        let found = [0, 2, usize::MAX].map(|far| {
            let mut solver = Solver::new();
            solver.go_back_at_most(far);
            let vars: Vec<Literal> = (0..n_vars).map(|_| solver.add_var(true)).collect();
            for clause in &clauses {
                solver.add_clause(&clause.map(|(v, sign)| if sign { vars[v] } else { !vars[v] }));
            }
            let mut n = 0;
            while n < 200 && solver.solve(&mut |_| false) == Answer::Found {
                n += 1;
                let is = |&(v, sign): &(usize, bool)| solver.holds(vars[v]) == sign;
                assert!(
                    clauses.iter().all(|clause| clause.iter().any(is)),
                    "round {round}: a clause does not hold"
                );
                let opposite = |&var: &Literal| if solver.holds(var) { !var } else { var };
                let other: Vec<Literal> = vars.iter().map(opposite).collect();
                solver.add_clause(&other);
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
fn it_ends_when_told() {
    let mut solver = pigeons(12, 11);
    let mut is_over = |solver: &Solver| solver.counts().conflicts >= 500;
    assert_eq!(solver.solve(&mut is_over), Answer::Over);
    assert_eq!(solver.counts().conflicts, 500);
}
