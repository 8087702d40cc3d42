//! A reified constraint may speak of the variable of its own guard; on trial it may even make the guard true.

use gridwright_constraints::count_eq;
use gridwright_fd::*;

struct Count(u64);

impl Sink for Count {
    fn solution(&mut self, _: &Assignment) -> Flow {
        self.0 += 1;
        Flow::Continue
    }
}

#[test]
fn a_trial_that_makes_its_own_guard_true_gives_no_reason_of_it() {
    let mut model = Model::new();
    let x = model
        .var("x", Domain::from([-2, -1, 1, 3, 4]))
        .expect("a domain");
    let (a, b) = (model.bool("a"), model.bool("b"));
    let ones = [a.view(), b.view(), View::constant(1)];
    let n = x.view().plus(1).expect("small numbers");
    let reified = iff(Atom::ge(x, 0), count_eq(ones, 1, n));
    model.post(reified).expect("small numbers");
    model
        .set_keys(vec![a, b, x])
        .expect("the model's own variables");
    let setup = Setup {
        consistency: ConsistencyMap::all(Consistency::Domain),
        recording: true,
        repr: DomainRepr::Auto,
    };
    for order in [Order::Given, Order::Free] {
        let search = Search {
            groups: vec![Group::new([b], Select::Largest, Choice::Min)],
            learning: Some(Learning { order }),
            ..Search::new()
        };
        let mut sink = Count(0);
        let outcome = Solver::new(&model, &setup)
            .run(&search, &[], &Limits::default(), &mut sink)
            .expect("a plan that holds");
        assert_eq!((outcome.end, sink.0), (End::Exhausted, 10));
    }
}
