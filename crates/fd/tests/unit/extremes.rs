//! The ends of the range of values, where `value + 1` and `value - 1` may overflow: domains, decisions, views and
//! search.

use crate::support::*;
use gridwright_fd::*;

/// A reference implementation: a set of integers as ranges.
#[derive(Clone, Debug, PartialEq)]
struct Ranges(Vec<(i64, i64)>);

impl Ranges {
    fn of(domain: &Domain) -> Ranges {
        let wide = |(min, max): (i32, i32)| (i64::from(min), i64::from(max));
        Ranges(domain.ranges().map(wide).collect())
    }

    fn under(&self, atom: Atom) -> Ranges {
        let value = i64::from(atom.value());
        let allowed: &[(i64, i64)] = match atom.op() {
            Op::Ge => &[(value, i64::MAX)],
            Op::Le => &[(i64::MIN, value)],
            Op::Eq => &[(value, value)],
            Op::Ne => &[(i64::MIN, value - 1), (value + 1, i64::MAX)],
        };
        let mut kept = Vec::new();
        for range in &self.0 {
            for side in allowed {
                let (min, max) = (range.0.max(side.0), range.1.min(side.1));
                if min <= max {
                    kept.push((min, max));
                }
            }
        }
        Ranges(kept)
    }

    fn size(&self) -> i64 {
        self.0.iter().map(|range| range.1 - range.0 + 1).sum()
    }

    fn contains(&self, value: i64) -> bool {
        self.0.iter().any(|r| (r.0..=r.1).contains(&value))
    }

    fn next(&self, value: i64) -> Option<i64> {
        self.0.iter().find(|r| r.1 >= value).map(|r| r.0.max(value))
    }

    fn previous(&self, value: i64) -> Option<i64> {
        let below = |r: &&(i64, i64)| r.0 <= value;
        self.0.iter().rev().find(below).map(|r| r.1.min(value))
    }
}

fn domains() -> Vec<Domain> {
    const FIVE: i32 = 5;
    vec![
        Domain::from(MIN_VALUE..=MIN_VALUE),
        Domain::from(MAX_VALUE..=MAX_VALUE),
        Domain::from(MIN_VALUE..=MIN_VALUE + FIVE),
        Domain::from(MAX_VALUE - FIVE..=MAX_VALUE),
        Domain::from(MAX_VALUE - 63..=MAX_VALUE),
        Domain::from(MAX_VALUE - 64..=MAX_VALUE),
        Domain::from(MIN_VALUE..=MIN_VALUE + 63),
        Domain::from(MIN_VALUE..=MIN_VALUE + 200),
        Domain::from(MAX_VALUE - 200..=MAX_VALUE),
        Domain::from(MIN_VALUE..=MAX_VALUE),
        Domain::from(MIN_VALUE..=0),
        Domain::from_ranges([
            MIN_VALUE..=MIN_VALUE + FIVE,
            -FIVE..=FIVE,
            MAX_VALUE - FIVE..=MAX_VALUE,
        ]),
        Domain::from_values([MIN_VALUE, MAX_VALUE]),
        Domain::from_values([MIN_VALUE, MIN_VALUE + 2, 0, MAX_VALUE - 2, MAX_VALUE]),
    ]
}

fn far() -> Domain {
    Domain::from_values([MIN_VALUE, MIN_VALUE + 1, -1, MAX_VALUE - 1, MAX_VALUE])
}

const OPS: [Op; 4] = [Op::Ge, Op::Le, Op::Eq, Op::Ne];

const REPRS: [DomainRepr; 3] = [DomainRepr::Auto, DomainRepr::Slab, DomainRepr::Sparse];

/// Interesting values for a domain with these bounds.
fn interesting(rng: &mut Rng, min: i32, max: i32) -> i32 {
    let ends = [MIN_VALUE, MAX_VALUE, min, max, 0, i32::MIN, i32::MAX];
    match rng.below(3) {
        0 => rng.between(min, max),
        1 => *rng.pick(&ends),
        _ => rng.pick(&ends).saturating_add(rng.between(-2, 2)),
    }
}

fn compare(store: &Store, var: Var, expected: &Ranges, rng: &mut Rng) {
    let view = var.view();
    assert_eq!(i64::from(store.size(view)), expected.size());
    let (min, max) = (store.min(view), store.max(view));
    assert_eq!(Some(&i64::from(min)), expected.0.first().map(|r| &r.0));
    assert_eq!(Some(&i64::from(max)), expected.0.last().map(|r| &r.1));
    for _ in 0..8 {
        let value = interesting(rng, min, max);
        let wide = i64::from(value);
        assert_eq!(store.contains(view, value), expected.contains(wide));
        assert_eq!(
            store.next_value(view, value).map(i64::from),
            expected.next(wide),
            "next of {value}"
        );
        assert_eq!(
            store.previous_value(view, value).map(i64::from),
            expected.previous(wide),
            "previous of {value}"
        );
        // The negated view is symmetric.
        let mirror = view.times(-1).expect("fits");
        if let Some(mirrored) = value.checked_neg() {
            assert_eq!(
                store.next_value(mirror, mirrored).map(i64::from),
                expected.previous(wide).map(|value| -value),
            );
        }
        for op in OPS {
            let atom = Atom::new(var, op, value);
            let inside = expected.under(atom).size();
            assert_eq!(store.is_false(atom), inside == 0, "{atom:?}");
            assert_eq!(store.holds(atom), inside == expected.size(), "{atom:?}");
            assert_eq!(store.is_false(!atom), inside == expected.size(), "{atom:?}");
        }
    }
}

#[test]
fn decisions_at_the_ends_match_ranges() {
    let mut rng = Rng::new(7);
    for domain in domains() {
        for repr in REPRS {
            for recording in [false, true] {
                let mut model = Model::new();
                let var = model.var("x", domain.clone()).expect("a domain");
                let mut kernel = Kernel::new(&model, &setup(recording, repr));
                let mut expected = vec![Ranges::of(&domain)];
                for _ in 0..150 {
                    let now = expected.last().expect("the root stays").clone();
                    compare(kernel.store(), var, &now, &mut rng);
                    let store = kernel.store();
                    let (min, max) = (store.min(var.view()), store.max(var.view()));
                    let value = interesting(&mut rng, min, max);
                    let op = *rng.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne, Op::Ne]);
                    let atom = Atom::new(var, op, value);
                    let depth = kernel.store().depth();
                    let after = now.under(atom);
                    assert_eq!(kernel.decide(atom).is_ok(), after.size() > 0, "{atom:?}");
                    if after.size() > 0 {
                        expected.push(after);
                    } else {
                        kernel.back_to(depth);
                    }
                    if rng.one_in(6) || expected.last().expect("there").size() == 1 {
                        let level = rng.below(kernel.store().depth() + 1);
                        kernel.back_to(level);
                        expected.truncate(level + 1);
                    }
                }
            }
        }
    }
}

/// Decides the first unfixed variable by `==`, `!=`, `<=` and `>=` in turn.
#[derive(Debug)]
struct FourOps {
    vars: Vec<Var>,
    turn: usize,
}

impl Branching for FourOps {
    fn next(&mut self, context: &BranchContext<'_>) -> Option<Decision> {
        let store = context.store;
        let var = *self.vars.iter().find(|var| !store.is_fixed(var.view()))?;
        let (min, max) = (store.min(var.view()), store.max(var.view()));
        self.turn += 1;
        Some(Decision::Split(match self.turn % 8 {
            0 => Atom::eq(var, max),
            1 => Atom::ne(var, min),
            2 => Atom::le(var, max - 1),
            3 => Atom::ge(var, min + 1),
            4 => Atom::eq(var, min),
            5 => Atom::ne(var, max),
            6 => Atom::le(var, min),
            _ => Atom::ge(var, max),
        }))
    }
}

fn far_model() -> Model {
    let mut model = Model::new();
    let x = model.var("x", far()).expect("a domain");
    let y = model.var("y", far()).expect("a domain");
    let low = model.var("low", MIN_VALUE..=MIN_VALUE + 3);
    let high = model.var("high", MAX_VALUE - 3..=MAX_VALUE);
    let (low, high) = (low.expect("a domain"), high.expect("a domain"));
    post(&mut model, relation(&[x, y], |v| v[0] < v[1]));
    let mirrored = |v: &[i32]| v[0] != v[1] && v[1] != -v[2];
    post(&mut model, relation(&[x, low, high], mirrored));
    let order = Before {
        x: low.view().times(-1).expect("fits"),
        y: high.view(),
    };
    post(&mut model, order);
    model
}

#[test]
fn search_with_all_four_ops_at_the_ends() {
    let model = far_model();
    let expected = brute_force(&model);
    assert!(expected.len() > 10);
    for repr in REPRS {
        let orders = [Order::Given, Order::Free, Order::Alternate];
        for search in [Search::new()].into_iter().chain(orders.map(learning)) {
            let recording = search.learning.is_some();
            let mut solver = Solver::new(&model, &setup(recording, repr));
            for turn in 0..8 {
                let vars = model.all_vars().collect();
                let mut branching = FourOps { vars, turn };
                let mut all = All::default();
                let outcome = solver
                    .run_with(&mut branching, &search, &[], &Limits::default(), &mut all)
                    .expect("a valid search");
                assert_eq!(outcome.end, End::Exhausted);
                assert_eq!(all.sorted(), expected, "{repr:?}, {search:?}");
            }
        }
    }
}

#[test]
fn every_choice_at_the_ends() {
    let model = far_model();
    let expected = brute_force(&model);
    for (name, choice) in Choice::NAMES {
        for (_, select) in Select::NAMES {
            for inference in [Inference::Full, Inference::Forward] {
                let vars: Vec<Var> = model.all_vars().collect();
                let search = Search {
                    inference,
                    ..Search::over(vec![Group::new(vars, *select, *choice)])
                };
                let mut solver = auto_solver(&model, false);
                let (_, all) = solve(&mut solver, &search, &[]);
                assert_eq!(all.sorted(), expected, "{name} {select}");
            }
        }
    }
}

#[test]
fn an_objective_whose_negation_overflows_is_rejected() {
    let mut model = Model::new();
    let x = model.var("x", 2..=9).expect("a domain");
    let view = View {
        var: x,
        scale: 1,
        offset: i32::MIN,
    };
    assert!(model.set_objective(Objective::Minimise(view)).is_ok());
    assert!(model.set_objective(Objective::Maximise(view)).is_err());
}

#[test]
fn atoms_outside_the_range_of_values_have_negations() {
    let x = Var::at(1);
    for value in [i32::MIN, MIN_VALUE - 1, MAX_VALUE + 1, i32::MAX] {
        for op in OPS {
            let atom = Atom::new(x, op, value);
            for at in [MIN_VALUE, -1, 0, MAX_VALUE] {
                assert_ne!(atom.admits(at), (!atom).admits(at), "{atom:?} at {at}");
            }
        }
    }
    // Such an atom may be a guard or an assumption.
    let mut model = Model::new();
    let y = model.var("y", 0..=2).expect("a domain");
    let z = model.var("z", 0..=2).expect("a domain");
    let always = Atom::ge(y, i32::MIN);
    post(&mut model, iff(always, relation(&[y, z], |v| v[0] < v[1])));
    let expected = brute_force(&model);
    assert_eq!(expected.len(), 3);
    for search in [Search::new(), learning(Order::Free)] {
        let mut solver = auto_solver(&model, true);
        let (_, all) = solve(&mut solver, &search, &[always]);
        assert_eq!(all.sorted(), expected);
        for never in [Atom::le(y, i32::MIN), Atom::ge(y, i32::MAX), !always] {
            let (outcome, none) = solve(&mut solver, &search, &[never]);
            assert_eq!((outcome.end, none.0.len()), (End::Exhausted, 0));
        }
    }
}
