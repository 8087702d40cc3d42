//! Shared by the tests: a relation given by a function, an order of two views, a sink that keeps everything.

use std::fmt;
use std::sync::Arc;

use gridwright_fd::*;
use gridwright_term::Term;

type Meaning = Arc<dyn Fn(&[i32]) -> bool + Send + Sync>;

/// A relation given by its meaning. It prunes when one variable is unfixed; if `lazy`, it only checks when none is.
#[derive(Clone)]
pub(crate) struct Relation {
    vars: Vec<Var>,
    holds: Meaning,
    lazy: bool,
}

pub(crate) fn relation(
    vars: &[Var],
    holds: impl Fn(&[i32]) -> bool + Send + Sync + 'static,
) -> Relation {
    Relation {
        vars: vars.to_vec(),
        holds: Arc::new(holds),
        lazy: false,
    }
}

impl Relation {
    pub(crate) fn lazy(self) -> Relation {
        Relation { lazy: true, ..self }
    }
}

impl fmt::Debug for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Relation({:?}, lazy: {})", self.vars, self.lazy)
    }
}

impl Constraint for Relation {
    fn name(&self) -> &'static str {
        "relation"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        Term::compound("relation", self.vars.iter().map(|&var| name(var)))
    }

    fn scope(&self) -> Vec<Var> {
        self.vars.clone()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let values: Vec<i32> = self.vars.iter().map(|&var| at(var)).collect();
        (self.holds)(&values)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let wakes = self.vars.iter().map(|var| Wake::on(var.view(), On::Fix));
        out.add(Cost::Linear, self.clone(), wakes);
    }
}

impl Propagator for Relation {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let mut open: Vec<Var> = self.vars.clone();
        open.retain(|var| !store.is_fixed(var.view()));
        open.dedup();
        let at = |store: &Store, other: Option<(Var, i32)>| {
            let value = |&var: &Var| match other {
                Some((open, value)) if open == var => value,
                _ => store.min(var.view()),
            };
            let values: Vec<i32> = self.vars.iter().map(value).collect();
            (self.holds)(&values)
        };
        match open[..] {
            [] if at(store, None) => Ok(Status::Entailed),
            [] => Err(store.fail(Tag(0))),
            [var] if !self.lazy => {
                let refused: Vec<i32> = store
                    .values(var.view())
                    .filter(|&value| !at(store, Some((var, value))))
                    .collect();
                for value in refused {
                    store.remove(var.view(), value, Tag(0))?;
                }
                Ok(Status::Entailed)
            }
            _ => Ok(Status::Active),
        }
    }

    fn explain(&mut self, needed: Atom, _: Tag, past: &PastStore<'_>, why: &mut Reason) {
        for &var in &self.vars {
            if needed == Atom::FALSE || var != needed.var() {
                why.bounds(past, var.view());
            }
        }
    }
}

/// `x < y` by bounds, for domains too wide to iterate over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    pub(crate) x: View,
    pub(crate) y: View,
}

impl Constraint for Before {
    fn name(&self) -> &'static str {
        "before"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        Term::compound("before", [name(self.x.var), name(self.y.var)])
    }

    fn scope(&self) -> Vec<Var> {
        vec![self.x.var, self.y.var]
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        self.x.of(at(self.x.var)) < self.y.of(at(self.y.var))
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views("before", &[self.x, self.y])
    }

    fn post(&self, out: &mut Poster<'_>) {
        let wakes = [Wake::on(self.x, On::Min), Wake::on(self.y, On::Max)];
        out.add(Cost::Binary, *self, wakes);
    }
}

impl Propagator for Before {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        store.set_min(self.y, store.min(self.x) + 1, Tag(0))?;
        store.set_max(self.x, store.max(self.y) - 1, Tag(1))?;
        Ok(Status::Active)
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        match tag {
            Tag(0) => why.min(past, self.x),
            _ => why.max(past, self.y),
        }
    }
}

/// Keeps every solution, without [`Var::ZERO`].
#[derive(Debug, Default)]
pub(crate) struct All(pub(crate) Vec<Vec<i32>>);

impl Sink for All {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.0.push(found.as_slice()[1..].to_vec());
        Flow::Continue
    }
}

impl All {
    /// The solutions in order; repeats stay.
    pub(crate) fn sorted(mut self) -> Vec<Vec<i32>> {
        self.0.sort();
        self.0
    }
}

/// Passes every event to a function.
pub(crate) struct OnEvent<F>(pub(crate) Detail, pub(crate) F);

impl<F: FnMut(&Event<'_>)> Sink for OnEvent<F> {
    fn solution(&mut self, _: &Assignment) -> Flow {
        Flow::Continue
    }

    fn detail(&self) -> Detail {
        self.0
    }

    fn event(&mut self, event: &Event<'_>) {
        (self.1)(event);
    }
}

pub(crate) fn setup(recording: bool, repr: DomainRepr) -> Setup {
    Setup {
        consistency: ConsistencyMap::all(Consistency::Domain),
        recording,
        repr,
    }
}

/// A solver with automatic domain representations.
pub(crate) fn auto_solver(model: &Model, recording: bool) -> Solver {
    Solver::new(model, &setup(recording, DomainRepr::Auto))
}

/// Runs a search under limits, and keeps its solutions.
pub(crate) fn solve_within(
    solver: &mut Solver,
    search: &Search,
    assumptions: &[Atom],
    limits: &Limits,
) -> (Outcome, All) {
    let mut all = All::default();
    let outcome = solver.run(search, assumptions, limits, &mut all);
    (outcome.expect("a valid search"), all)
}

/// Runs a search without limits, and keeps its solutions.
pub(crate) fn solve(solver: &mut Solver, search: &Search, assumptions: &[Atom]) -> (Outcome, All) {
    solve_within(solver, search, assumptions, &Limits::default())
}

/// Posts a constraint whose numbers fit.
pub(crate) fn post(model: &mut Model, constraint: impl Constraint + 'static) {
    model.post(constraint).expect("fits");
}

/// `n` variables over the same values.
pub(crate) fn vars(model: &mut Model, n: usize, domain: impl Into<Domain>) -> Vec<Var> {
    let names = (0..n).map(|i| format!("x{i}"));
    model.vars(names, domain).expect("a domain")
}

/// All solutions by trying every assignment.
pub(crate) fn brute_force(model: &Model) -> Vec<Vec<i32>> {
    let mut found = vec![vec![0]];
    for var in model.all_vars() {
        let values: Vec<i32> = model.domain(var).values().collect();
        let longer = |start: Vec<i32>| {
            let longer = move |&value: &i32| [&start[..], &[value]].concat();
            values.iter().map(longer).collect::<Vec<_>>()
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found.retain(|values| {
        let at = |var: Var| values[var.index()];
        model.constraints().iter().all(|c| c.holds(&at))
    });
    let mut found: Vec<Vec<i32>> = found.into_iter().map(|v| v[1..].to_vec()).collect();
    found.sort();
    found
}

/// Learning search with frequent restarts.
pub(crate) fn learning(order: Order) -> Search {
    Search {
        restart: Restart::Luby { unit: 2 },
        learning: Some(Learning { order }),
        ..Search::new()
    }
}

/// A small random model: a few variables of a few values, and relations that each allow about half of the tuples.
pub(crate) fn random_model(seed: u64) -> Model {
    let mut rng = Rng::new(seed);
    let mut model = Model::new();
    for i in 0..rng.between(3, 5) {
        let domain: Vec<i32> = (-1..=2).filter(|_| !rng.one_in(4)).collect();
        let domain = if domain.is_empty() { vec![0] } else { domain };
        model
            .var(format!("x{i}"), Domain::from_values(domain))
            .expect("a domain");
    }
    let vars: Vec<Var> = model.all_vars().collect();
    for _ in 0..rng.between(2, 5) {
        let mut scope = vars.clone();
        rng.shuffle(&mut scope);
        scope.truncate(rng.between(1, 3) as usize);
        scope.sort_unstable();
        let salt = rng.bits();
        let mix = |mix, &value: &i32| Rng::new(mix ^ value as u64).bits();
        let holds = move |values: &[i32]| values.iter().fold(salt, mix) % 8 < 5;
        let made = relation(&scope, holds);
        let made = if rng.one_in(3) { made.lazy() } else { made };
        post(&mut model, made);
    }
    model
}

/// A random atom about one of the variables, sometimes one that is always true or always false.
pub(crate) fn random_atom(model: &Model, rng: &mut Rng) -> Atom {
    let var = Var::at(rng.below(model.n_vars()));
    let op = *rng.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]);
    match rng.below(12) {
        0 => *rng.pick(&[Atom::TRUE, Atom::FALSE]),
        1 => {
            let far = [i32::MIN, i32::MAX, MIN_VALUE, MAX_VALUE];
            Atom::new(var, op, *rng.pick(&far))
        }
        _ => Atom::new(var, op, rng.between(-2, 3)),
    }
}

/// Whether a solution, as [`All`] keeps it, satisfies an atom.
pub(crate) fn admits(found: &[i32], atom: Atom) -> bool {
    let index = atom.var().index();
    atom.admits(if index == 0 { 0 } else { found[index - 1] })
}
