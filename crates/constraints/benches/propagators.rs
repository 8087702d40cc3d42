//! Micro-benchmarks of propagators: the fixpoint at the root, then one decision and backtracking over it.
//! `cargo bench -p gridwright-constraints --bench propagators`.

use divan::Bencher;
use gridwright_constraints::{
    all_different, bool_sum_eq, cumulative, element, global_cardinality, linear_eq, table,
};
use gridwright_fd::{
    Atom, Consistency, ConsistencyMap, DomainRepr, Kernel, Model, Setup, Var, View,
};

fn main() {
    divan::main();
}

const LEVELS: [Consistency; 3] = [Consistency::Value, Consistency::Bounds, Consistency::Domain];

/// Posts a constraint over `n` variables with values `0..=max` and measures a decision on the first variable.
fn decide(
    bencher: Bencher<'_, '_>,
    level: Consistency,
    (n, max): (usize, i32),
    post: impl Fn(&mut Model, &[Var]),
) {
    let mut model = Model::new();
    let names = (0..n).map(|i| format!("x{i}"));
    let vars = model.vars(names, 0..=max).expect("a domain");
    post(&mut model, &vars);
    let setup = Setup {
        consistency: ConsistencyMap::all(level),
        recording: false,
        repr: DomainRepr::Auto,
    };
    let mut kernel = Kernel::new(&model, &setup);
    kernel.propagate().expect("it has solutions");
    bencher.bench_local(|| {
        let decided = kernel.decide(Atom::eq(vars[0], 1));
        let propagated = decided.and_then(|()| kernel.propagate());
        kernel.back_to(0);
        propagated.is_ok()
    });
}

#[divan::bench(args = LEVELS)]
fn all_different_of_20(bencher: Bencher<'_, '_>, level: Consistency) {
    decide(bencher, level, (20, 21), |model, x| {
        model.post(all_different(x)).expect("fits");
    });
}

#[divan::bench(args = LEVELS)]
fn linear_eq_of_10(bencher: Bencher<'_, '_>, level: Consistency) {
    decide(bencher, level, (10, 9), |model, x| {
        let terms = x.iter().zip(1..).map(|(&x, a)| (a, x));
        model.post(linear_eq(terms, 200)).expect("fits");
    });
}

#[divan::bench(args = LEVELS)]
fn bool_sum_of_100(bencher: Bencher<'_, '_>, level: Consistency) {
    decide(bencher, level, (100, 1), |model, x| {
        let sum = bool_sum_eq(x, View::constant(1));
        model.post(sum).expect("fits");
    });
}

#[divan::bench(args = LEVELS)]
fn global_cardinality_of_20(bencher: Bencher<'_, '_>, level: Consistency) {
    decide(bencher, level, (20, 9), |model, x| {
        let counts = [2; 10].map(View::constant);
        model
            .post(global_cardinality(x, 0..10, counts))
            .expect("fits");
    });
}

#[divan::bench(args = LEVELS)]
fn element_of_30(bencher: Bencher<'_, '_>, level: Consistency) {
    decide(bencher, level, (2, 29), |model, x| {
        let array = (0..30).map(|i| View::constant(i * 7 % 30));
        model.post(element(x[0], 0, array, x[1])).expect("fits");
    });
}

#[divan::bench(args = LEVELS)]
fn table_of_400_rows(bencher: Bencher<'_, '_>, level: Consistency) {
    decide(bencher, level, (3, 19), |model, x| {
        let rows = (0..400).map(|i| [i / 20, i % 20, (i / 20 + i) % 20]);
        model.post(table(x, rows)).expect("fits");
    });
}

#[divan::bench(args = LEVELS)]
fn cumulative_of_12(bencher: Bencher<'_, '_>, level: Consistency) {
    decide(bencher, level, (12, 30), |model, x| {
        let durations: Vec<i32> = (0..12).map(|i| 2 + i % 4).collect();
        let demands: Vec<i32> = (0..12).map(|i| 1 + i % 3).collect();
        model
            .post(cumulative(x, durations, demands, 4))
            .expect("fits");
    });
}
