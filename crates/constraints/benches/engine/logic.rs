//! Problems that learning is good at: the pigeonhole problem, and random 3-SAT at the phase transition.

use gridwright_fd::{Atom, Consistency, Rng, Var};

use crate::case::{Cases, Extent, Plan};
use crate::problem::Problem;

pub(crate) fn cases(cases: &mut Cases) {
    for (model, holes) in [("pigeonhole 7", 7), ("pigeonhole 9", 9)] {
        cases.add(model, "!=", move || {
            Plan::new(pigeons(holes, true), Consistency::Value).finds(0)
        });
    }
    cases.add("pigeonhole 7", "!=, learning", || {
        let plan = Plan::new(pigeons(7, true), Consistency::Value).finds(0);
        plan.learning()
    });
    cases.add("pigeonhole 60", "all_different domain", || {
        Plan::new(pigeons(60, false), Consistency::Domain).finds(0)
    });
    for (model, n, seeds) in [
        ("3-sat 100", 100, 1..=10),
        ("3-sat 150", 150, 1..=10),
        ("3-sat 200", 200, 1..=4),
    ] {
        let variant = format!("{} formulas, learning", seeds.clone().count());
        cases.add(model, &variant, move || {
            let plan = Plan::new(clauses(n, 1), Consistency::Value)
                .extent(Extent::First)
                .learning();
            Plan {
                problems: seeds.clone().map(|seed| clauses(n, seed)).collect(),
                ..plan
            }
        });
        if n == 200 {
            cases.long();
        }
    }
}

/// One pigeon more than there are holes.
fn pigeons(holes: usize, pairs: bool) -> Problem {
    let mut problem = Problem::new();
    let pigeons = problem.vars(holes + 1, 1, holes as i32);
    if !pairs {
        problem.all_different(&pigeons);
        return problem;
    }
    for i in 0..=holes {
        for j in i + 1..=holes {
            problem.not_equal_by(pigeons[i], pigeons[j], 0);
        }
    }
    problem
}

/// Random 3-SAT: clauses of three distinct variables, 4.26 clauses per variable; about half of such formulas are satisfiable.
fn clauses(n: usize, seed: u64) -> Problem {
    let mut rng = Rng::new(seed);
    let mut problem = Problem::new();
    let vars = problem.vars(n, 0, 1);
    for _ in 0..n * 426 / 100 {
        let mut chosen: Vec<Var> = Vec::new();
        while chosen.len() < 3 {
            let var = *rng.pick(&vars);
            if !chosen.contains(&var) {
                chosen.push(var);
            }
        }
        let atoms = chosen.iter().map(|&var| Atom::eq(var, rng.below(2) as i32));
        problem.clause(atoms.collect());
    }
    problem
}
