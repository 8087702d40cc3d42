//! Guards: a guarded propagator applies only if an atom holds, and runs speculatively while the atom is undecided.

use crate::support::*;
use gridwright_fd::*;
use gridwright_term::Term;
use gridwright_testing::Draws;
use gridwright_testing::laws::Laws;

fn random_atom(var: Var, draws: &mut Draws) -> Atom {
    let op = *draws.pick(&[Op::Ge, Op::Le, Op::Eq, Op::Ne]);
    Atom::new(var, op, draws.between(-2, 3))
}

fn vars(views: &[View]) -> Vec<Var> {
    views.iter().map(|view| view.var).collect()
}

fn ascending(scope: &[Var]) -> Relation {
    relation(scope, |values| values.is_sorted())
}

#[test]
fn a_guard_on_a_variable_of_the_scope() {
    Laws::new("half over its own scope", |x, draws| {
        let scope = vars(x);
        Some(half_reified(
            random_atom(scope[0], draws),
            ascending(&scope),
        ))
    })
    .guarded()
    .rounds(60)
    .check();
    Laws::new("iff over its own scope", |x, draws| {
        let scope = vars(x);
        Some(iff(random_atom(scope[0], draws), ascending(&scope)))
    })
    .guarded()
    .rounds(60)
    .check();
}

#[test]
fn nested_guards_that_are_distinct_opposite_or_equal() {
    Laws::new("half of half", |x, draws| {
        let scope = vars(x);
        let inner = random_atom(scope[0], draws);
        let outer = match draws.below(3) {
            0 => inner,
            1 => !inner,
            _ => random_atom(scope[1], draws),
        };
        Some(half_reified(
            outer,
            half_reified(inner, ascending(&scope[1..])),
        ))
    })
    .arity(2..=4)
    .guarded()
    .rounds(60)
    .check();
    Laws::new("iff of iff", |x, draws| {
        let scope = vars(x);
        let inner = iff(random_atom(scope[0], draws), ascending(&scope[1..]));
        Some(iff(random_atom(scope[1], draws), inner))
    })
    .arity(2..=4)
    .guarded()
    .rounds(60)
    .check();
}

#[test]
fn guards_that_never_change() {
    Laws::new("constant guards", |x, draws| {
        let constant = [
            Atom::TRUE,
            Atom::FALSE,
            !Atom::TRUE,
            !Atom::FALSE,
            Atom::ge(Var::ZERO, i32::MIN),
            Atom::le(x[0].var, i32::MIN),
        ];
        Some(iff(*draws.pick(&constant), ascending(&vars(x))))
    })
    .guarded()
    .rounds(60)
    .check();
}

/// At most `max` of the Boolean views are 1: counted in trailed numbers from changed slots, pruned at a later stage.
#[derive(Clone, Debug)]
struct AtMost {
    x: Vec<View>,
    max: i64,
}

#[derive(Debug)]
struct Counter {
    x: Vec<View>,
    max: i64,
    count: Trailed,
    /// For each view, whether it was counted.
    counted: Trailed,
}

impl Constraint for AtMost {
    fn name(&self) -> &'static str {
        "at_most"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        Term::compound("at_most", self.x.iter().map(|view| name(view.var)))
    }

    fn scope(&self) -> Vec<Var> {
        vars(&self.x)
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let ones = self.x.iter().filter(|view| view.of(at(view.var)) == 1);
        ones.count() as i64 <= self.max
    }

    fn post(&self, out: &mut Poster<'_>) {
        let counter = Counter {
            x: self.x.clone(),
            max: self.max,
            count: out.trailed(0),
            counted: out.trailed_array(self.x.len(), 0),
        };
        let wakes: Vec<Wake> = (0..)
            .zip(&self.x)
            .map(|(slot, &view)| Wake::on(view, On::Fix).slot(slot))
            .collect();
        out.add(Cost::Unary, counter, wakes);
    }
}

impl Propagator for Counter {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if store.stage() == Cost::Unary {
            while let Some(slot) = store.next_changed() {
                let cell = self.counted.at(slot);
                if store.get(cell) == 0 && store.fixed(self.x[slot]) == Some(1) {
                    store.put(cell, 1);
                    store.put(self.count, store.get(self.count) + 1);
                }
            }
            return Ok(Status::Stage(Cost::Heavy));
        }
        if store.get(self.count) > self.max {
            return Err(store.fail(Tag(0)));
        }
        if store.get(self.count) < self.max {
            return Ok(Status::Active);
        }
        let mut changed = false;
        for (i, &view) in self.x.iter().enumerate() {
            if store.get(self.counted.at(i)) == 0 {
                changed |= store.set_max(view, 0, Tag(0))?;
            }
        }
        // A rerun must begin with the first stage again.
        Ok(Status::rerun_if(changed))
    }

    fn explain(&mut self, needed: Atom, _: Tag, past: &PastStore<'_>, why: &mut Reason) {
        for &view in &self.x {
            let is_needed = needed != Atom::FALSE && view.var == needed.var();
            if !is_needed && past.fixed(view) == Some(1) {
                why.add(view.is(1));
            }
        }
    }
}

#[test]
fn trailed_counters_slots_and_stages_under_a_guard() {
    Laws::new("at_most", |x, draws| {
        let mut scope = vars(x);
        scope.sort_unstable();
        scope.dedup();
        (scope.len() == x.len()).then(|| AtMost {
            x: x.to_vec(),
            max: i64::from(draws.between(0, 2)),
        })
    })
    .booleans(1..=5)
    .check();
}

/// Constraints that are posted and undone again and again take no memory that is counted.
#[test]
fn undone_constraints_are_not_counted_as_memory() {
    let mut kernel = GrowingKernel::new();
    let x = kernel.add_var(&Domain::from(0..=5));
    let mut after = Vec::new();
    for _ in 0..1000 {
        kernel.push_level();
        kernel.post(&ascending(&[x, x]), Consistency::Domain);
        kernel.back_to(0);
        after.push(kernel.memory());
    }
    assert_eq!(after[9], after[999]);
}
