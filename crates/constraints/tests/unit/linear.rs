//! Laws and examples of the linear constraints.

use crate::util::*;

/// Terms and a constant.
type Sum = (Vec<(i32, View)>, i32);

type Relation = fn(Vec<(i32, View)>, i32) -> Linear;

/// Random coefficients, sometimes 0.
fn random(x: &[View], draws: &mut Draws) -> Sum {
    let terms = x.iter().map(|&view| (draws.between(-3, 4), view)).collect();
    (terms, draws.between(-6, 6))
}

/// Coefficients 1 and -1, and a constant within reach of the views, however far they are shifted.
fn unit(x: &[View], draws: &mut Draws) -> Sum {
    let terms: Vec<(i32, View)> = x
        .iter()
        .map(|&view| (if draws.one_in(3) { -1 } else { 1 }, view))
        .collect();
    (terms, draws.between(-3, 5))
}

fn laws(
    name: &'static str,
    terms: fn(&[View], &mut Draws) -> Sum,
    relations: &'static [Relation],
) -> Laws {
    Laws::new(name, move |x, draws| {
        let (terms, constant) = terms(x, draws);
        let relation = *draws.pick(relations);
        Some(relation(terms, constant))
    })
    .arity(0..=4)
    .rounds(100)
}

const EQ: &[Relation] = &[linear_eq];
const EQ_LE: &[Relation] = &[linear_eq, linear_le];

#[test]
fn laws_of_inequalities() {
    laws("linear_le", random, &[linear_le, linear_ge])
        .claims([DOMAIN; 3])
        .check();
    laws("linear_ne", random, &[linear_ne])
        .claims([DOMAIN; 3])
        .check();
}

#[test]
fn laws_of_equations() {
    laws("linear_eq", random, EQ).claims([FORWARD; 3]).check();
    laws("linear_eq, unit coefficients", unit, EQ)
        .claims([BOUNDS; 3])
        .check();
    laws("linear_eq, at most three variables", random, EQ)
        .views(1..=3, -3..=4)
        .claims([FORWARD, FORWARD, DOMAIN])
        .check_rounds(150);
}

#[test]
fn laws_of_boolean_sums() {
    laws("linear, unit coefficients and Booleans", unit, EQ_LE)
        .booleans(4..=6)
        .claims([DOMAIN; 3])
        .check_rounds(150);
    laws("linear, Booleans and one number", unit, EQ_LE)
        .views(4..=5, 0..=2)
        .claims([BOUNDS; 3])
        .check_rounds(150);
}

/// Without a log, fixed terms of a long sum are set apart; that changes nothing but the time.
#[test]
fn long_sums_have_the_same_tree_with_and_without_a_log() {
    let mut rng = Rng::new(5);
    for round in 0..40 {
        let mut model = Model::new();
        let xs = model.ints(18, -1..=1);
        for _ in 0..2 {
            let terms: Vec<(i32, Var)> = xs.iter().map(|&x| (rng.between(-3, 4), x)).collect();
            let constant = rng.between(-4, 12);
            match rng.below(2) {
                0 => model.add(linear_eq(terms, constant)),
                _ => model.add(linear_le(terms, constant)),
            }
        }
        let guard = model.bool("guard");
        let terms: Vec<(i32, Var)> = xs.iter().map(|&x| (rng.between(-3, 4), x)).collect();
        model.add(iff(Atom::ge(guard, 1), linear_le(terms, 2)));
        let search = Search::over(vec![Group::new(xs, Select::InputOrder, Choice::Min)]);
        let limits = Limits {
            nodes: Some(3_000),
            ..Limits::default()
        };
        let [without, with] = [false, true].map(|log| {
            let mut solver = Solver::new(&model, &setup(Consistency::Bounds, log));
            let mut all = AllSolutions::default();
            let outcome = solver.run(&search, &[], &limits, &mut all);
            let stats = outcome.expect("the plan suits the model").stats;
            (stats.nodes, stats.failures, all.0)
        });
        assert_eq!(without, with, "round {round}");
    }
}

/// Collects all solutions.
#[derive(Default)]
struct AllSolutions(Vec<Vec<i32>>);

impl Sink for AllSolutions {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.0.push(found.as_slice().to_vec());
        Flow::Continue
    }
}

#[test]
fn repeated_variables_cancel() {
    let mut model = Model::new();
    let x = model.int(0..=9);
    let y = model.int(0..=9);
    let minus_x = x.view().times(-1).expect("fits");
    model.add(linear_eq(
        [(2, x.view()), (2, minus_x), (3, y.view())],
        12i64,
    ));
    let mut kernel = kernel(&model, Consistency::Bounds);
    kernel.propagate().expect("y = 4");
    assert_eq!(kernel.store().fixed(y.view()), Some(4));
    assert_eq!(kernel.store().size(x.view()), 10);
}

#[test]
fn the_common_divisor_tightens() {
    let mut model = Model::new();
    let xs = model.ints(3, 0..=1_000_000);
    let terms = |a: i32| xs.iter().map(move |&x| (a, x)).collect::<Vec<_>>();
    let mut odd = model.clone();
    odd.add(linear_eq(terms(2), 1_000_001i64));
    assert!(kernel(&odd, Consistency::Bounds).propagate().is_err());
    model.add(linear_le(terms(4), 7));
    let mut kernel = kernel(&model, Consistency::Bounds);
    kernel.propagate().expect("it has solutions");
    assert_eq!(kernel.store().max(xs[0].view()), 1);
}

#[test]
fn sums_that_could_overflow_are_rejected() {
    let mut model = Model::new();
    let wide = model.int(0..=MAX_VALUE);
    let many = vec![(i32::MAX, wide); 2];
    let rejected = |model: &mut Model, constraint: Linear| {
        matches!(model.post(constraint), Err(ModelError::TooWide { .. }))
    };
    assert!(rejected(&mut model, linear_le(many, 0)));
    assert!(rejected(&mut model, linear_eq([(1, wide)], i64::MIN)));
    assert!(!rejected(
        &mut model,
        linear_le([(100, wide)], i64::from(i32::MAX))
    ));
    // Terms that cancel do not count.
    let opposite = [(i32::MAX, wide), (-i32::MAX, wide)];
    assert!(!rejected(&mut model, linear_eq(opposite, 0)));
}

#[test]
fn send_more_money_by_bounds() {
    let mut model = Model::new();
    let names = ["s", "e", "n", "d", "m", "o", "r", "y"];
    let x = model.vars(names, 0..=9).expect("a domain");
    for leading in [x[0], x[4]] {
        model.add(linear_ge([(1, leading)], 1));
    }
    for i in 0..8 {
        for j in 0..i {
            model.add(linear_ne([(1, x[i]), (-1, x[j])], 0));
        }
    }
    let [s, e, n, d, m, o, r, y] = [x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]];
    let terms = [
        (1000, s),
        (91, e),
        (-90, n),
        (1, d),
        (-9000, m),
        (-900, o),
        (10, r),
        (-1, y),
    ];
    model.add(linear_eq(terms, 0));
    let mut kernel = kernel(&model, Consistency::Bounds);
    kernel.propagate().expect("it has a solution");
    // The published fixpoint of this puzzle at the root.
    let domain = |var: Var| Domain::from_values(kernel.store().values(var.view()));
    assert_eq!(domain(s), Domain::from(9..=9));
    assert_eq!(domain(m), Domain::from(1..=1));
    assert_eq!(domain(o), Domain::from(0..=0));
    assert_eq!(domain(e), Domain::from(4..=7));
    assert_eq!(domain(n), Domain::from(5..=8));
    assert_eq!(domain(y), Domain::from(2..=8));
}

#[test]
fn ternary_equations_keep_values_with_support() {
    let mut model = Model::new();
    let x = model.int([0, 10]);
    let y = model.int([0, 3]);
    let z = model.int(0..=100);
    model.add(linear_eq([(1, x), (2, y), (-1, z)], 0));
    let mut kernel = kernel(&model, Consistency::Domain);
    kernel.propagate().expect("it has solutions");
    let left: Vec<i32> = kernel.store().values(z.view()).collect();
    assert_eq!(left, [0, 6, 10, 16]);
}
