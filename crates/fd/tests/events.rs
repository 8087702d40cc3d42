//! What a run tells depends on its arguments alone: a second run tells and counts the same as the first.

mod support;

use gridwright_fd::*;
use support::relation;

/// Keeps every event as text.
#[derive(Default)]
struct Told(Vec<String>);

impl Sink for Told {
    fn solution(&mut self, _: &Assignment) -> Flow {
        Flow::Continue
    }

    fn detail(&self) -> Detail {
        Detail::Reasons
    }

    fn event(&mut self, event: &Event<'_>) {
        self.0.push(format!("{event:?}"));
    }
}

fn setup() -> Setup {
    Setup {
        consistency: ConsistencyMap::all(Consistency::Domain),
        recording: true,
        repr: DomainRepr::Auto,
    }
}

/// `x = 2`, `x + y >= 4`, `y != z`; if asked for, `y` is to be made large.
fn model(objective: bool) -> Model {
    let mut model = Model::new();
    let vars = model.vars(["x", "y", "z"], 0..=5).expect("a domain");
    let (x, y, z) = (vars[0], vars[1], vars[2]);
    model.post(relation(&[x], |v| v[0] == 2)).expect("fits");
    model
        .post(relation(&[x, y], |v| v[0] + v[1] >= 4))
        .expect("fits");
    model
        .post(relation(&[y, z], |v| v[0] != v[1]))
        .expect("fits");
    if objective {
        model
            .set_objective(Objective::Maximise(y.view()))
            .expect("fits");
    }
    model
}

fn told(solver: &mut Solver, search: &Search) -> Vec<String> {
    let mut told = Told::default();
    let outcome = solver
        .run(search, &[], &Limits::default(), &mut told)
        .expect("a plan without conflicts");
    assert_eq!(outcome.end, End::Exhausted);
    told.0
}

#[test]
fn a_second_run_tells_what_the_first_did() {
    let mut solver = Solver::new(&model(false), &setup());
    let select = Select::DomWDeg;
    let vars: Vec<Var> = (1..=3).map(Var::at).collect();
    let search = Search::over(vec![Group::new(vars, select, Choice::Min)]);
    let first = told(&mut solver, &search);
    assert!(first.iter().any(|event| event.contains("Prune")));
    assert_eq!(told(&mut solver, &search), first);
}

#[test]
fn the_bound_on_the_objective_is_told_as_a_nogood() {
    // By limited discrepancy the first step back is far up, where the bound has something to remove.
    let vars: Vec<Var> = [3, 2].map(Var::at).to_vec();
    let plain = Search {
        method: Method::LimitedDiscrepancy,
        ..Search::over(vec![Group::new(vars, Select::InputOrder, Choice::Min)])
    };
    for search in [plain, Search::new().learning()] {
        let mut solver = Solver::new(&model(true), &setup());
        let events = told(&mut solver, &search);
        assert!(
            events
                .iter()
                .any(|event| event.contains("Prune") && event.contains("Nogood")),
            "{events:#?}"
        );
    }
}
