//! Magic squares, and Latin squares with holes (quasigroup completion).

use gridwright_fd::{Consistency, ConsistencyMap, Rng, Select, Var};

use crate::case::{Cases, Extent, Plan};
use crate::problem::Problem;

pub(crate) fn cases(cases: &mut Cases) {
    for &(name, level) in Consistency::NAMES {
        cases.add(
            "magic 4",
            &format!("880, all_different {name}"),
            move || magic_plan(4, true, level).finds(880),
        );
    }
    cases.add("magic 4", "7040, all_different value", || {
        magic_plan(4, false, Consistency::Value).finds(7040)
    });
    cases.long();
    cases.add("magic 5", "200000 nodes, domain", || {
        magic_plan(5, true, Consistency::Domain).extent(Extent::Nodes(200_000))
    });
    for (n, holes) in [(20, 42), (25, 42), (30, 42)] {
        let model = match n {
            20 => "quasigroup 20",
            25 => "quasigroup 25",
            _ => "quasigroup 30",
        };
        cases.add(model, "first_fail, domain", move || {
            Plan::new(quasigroup(n, holes), Consistency::Domain).extent(Extent::Nodes(20_000))
        });
        cases.add(model, "dom_w_deg, domain", move || {
            Plan::new(quasigroup(n, holes), Consistency::Domain)
                .select(Select::DomWDeg)
                .extent(Extent::Failures(20_000))
                .without_gecode()
        });
        cases.add(model, "learning, domain", move || {
            Plan::new(quasigroup(n, holes), Consistency::Domain)
                .extent(Extent::Failures(20_000))
                .learning()
        });
        cases.add(model, "learning, value", move || {
            Plan::new(quasigroup(n, holes), Consistency::Value)
                .extent(Extent::Failures(20_000))
                .learning()
        });
    }
}

/// Linear sums are bounds consistent at any level; `level` is that of `all_different`.
fn magic_plan(n: usize, once: bool, level: Consistency) -> Plan {
    Plan {
        levels: ConsistencyMap::all(Consistency::Bounds).with("all_different", level),
        ..Plan::new(magic(n, once), level)
    }
}

/// A magic square; `once` keeps one of its eight symmetric forms, Frénicle's.
fn magic(n: usize, once: bool) -> Problem {
    let mut problem = Problem::new();
    let last = (n * n) as i32;
    let cells = problem.vars(n * n, 1, last);
    let total = n as i32 * (last + 1) / 2;
    problem.all_different(&cells);
    let mut line = |at: &dyn Fn(usize) -> usize| {
        let terms = (0..n).map(|i| (1, cells[at(i)])).collect();
        problem.linear_eq(terms, total);
    };
    for k in 0..n {
        line(&|i| k * n + i);
        line(&|i| i * n + k);
    }
    line(&|i| i * n + i);
    line(&|i| i * n + n - 1 - i);
    if once {
        for corner in [n - 1, n * (n - 1), n * n - 1] {
            problem.less(cells[0], cells[corner]);
        }
        problem.less(cells[1], cells[n]);
    }
    problem
}

/// A shuffled cyclic Latin square with a percentage of its cells emptied.
fn quasigroup(n: usize, percent: usize) -> Problem {
    let mut rng = Rng::new(n as u64);
    let mut scrambled = || {
        let mut order: Vec<usize> = (0..n).collect();
        rng.shuffle(&mut order);
        order
    };
    let (rows, cols, names) = (scrambled(), scrambled(), scrambled());
    let mut cells: Vec<usize> = (0..n * n).collect();
    rng.shuffle(&mut cells);
    let mut open = vec![false; n * n];
    for &cell in &cells[..n * n * percent / 100] {
        open[cell] = true;
    }
    let mut problem = Problem::new();
    let vars: Vec<Var> = (0..n * n)
        .map(|cell| {
            if open[cell] {
                return problem.var(0, n as i32 - 1);
            }
            let value = names[(rows[cell / n] + cols[cell % n]) % n] as i32;
            problem.var(value, value)
        })
        .collect();
    for k in 0..n {
        let row: Vec<Var> = (0..n).map(|i| vars[k * n + i]).collect();
        let col: Vec<Var> = (0..n).map(|i| vars[i * n + k]).collect();
        problem.all_different(&row);
        problem.all_different(&col);
    }
    problem
}
