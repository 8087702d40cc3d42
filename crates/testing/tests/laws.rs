//! The laws find wrong constraints, and report the violated law and a small instance with the names of its variables.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use gridwright_constraints::{cumulative, global_cardinality};
use gridwright_fd::{
    Atom, Constraint, Cost, On, PastStore, Poster, Propagator, Pruned, Reason, Status, Store, Tag,
    Var, View, Wake,
};
use gridwright_term::Term;
use gridwright_testing::laws::{Laws, Strength};

/// The fault of a wrong constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    /// It waits until both variables are fixed, but claims more strength.
    Lazy,
    /// It removes 0 as well.
    Greedy,
    /// It accepts everything.
    Blind,
    /// Its reasons are empty.
    Mute,
    /// It prunes only in every second run.
    Slow,
}

/// `x != y`, except for its fault.
#[derive(Clone, Copy, Debug)]
struct Differ {
    x: View,
    y: View,
    fault: Fault,
}

impl Constraint for Differ {
    fn name(&self) -> &'static str {
        "differ"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        Term::compound("differ", [name(self.x.var), name(self.y.var)])
    }

    fn scope(&self) -> Vec<Var> {
        vec![self.x.var, self.y.var]
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        self.x.of(at(self.x.var)) != self.y.of(at(self.y.var))
    }

    fn post(&self, out: &mut Poster<'_>) {
        let wakes = [self.x, self.y].map(|view| Wake::on(view, On::Fix));
        let differ = Worker {
            of: *self,
            n_runs: 0,
        };
        out.add(Cost::Binary, differ, wakes);
    }
}

#[derive(Debug)]
struct Worker {
    of: Differ,
    n_runs: u32,
}

impl Propagator for Worker {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let Differ { x, y, fault } = self.of;
        self.n_runs += 1;
        let fixed = [store.fixed(x), store.fixed(y)];
        match fault {
            Fault::Blind => return Ok(Status::Active),
            Fault::Greedy => {
                store.remove(x, 0, Tag(1))?;
            }
            Fault::Lazy if fixed.contains(&None) => return Ok(Status::Active),
            Fault::Slow if self.n_runs % 2 == 1 && fixed.contains(&None) => {
                return Ok(Status::Active);
            }
            _ => {}
        }
        if let [Some(value), _] = fixed {
            store.remove(y, value, Tag(0))?;
        }
        if let [_, Some(value)] = fixed {
            store.remove(x, value, Tag(1))?;
        }
        Ok(Status::Active)
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        if self.of.fault != Fault::Mute {
            why.bounds(past, if tag.0 == 0 { self.of.x } else { self.of.y });
        }
    }
}

/// The report of the laws; empty if all hold.
fn report(laws: Laws) -> String {
    match catch_unwind(AssertUnwindSafe(|| laws.check())) {
        Ok(()) => String::new(),
        Err(payload) => *payload.downcast::<String>().expect("a message"),
    }
}

fn report_of(fault: Fault) -> String {
    let laws = Laws::new("differ", move |x, _| {
        Some(Differ {
            x: x[0],
            y: x[1],
            fault,
        })
    });
    let laws = laws.arity(2..=2).plain_only();
    // A constraint that claims too much violates another law first.
    report(match fault {
        Fault::None | Fault::Lazy => laws.claims([Strength::Domain; 3]),
        _ => laws,
    })
}

#[test]
fn the_violated_law_is_reported_with_the_names_of_the_model() {
    assert_eq!(report_of(Fault::None), "");
    for (fault, law, how) in [
        (
            Fault::Lazy,
            "not strong: laws of differ",
            "has no support at strength domain",
        ),
        (
            Fault::Greedy,
            "not sound: laws of differ",
            "a conflict, but (x1 = 0, x2 = ",
        ),
        (
            Fault::Blind,
            "not complete: laws of differ",
            "was accepted but is not a solution",
        ),
        (
            Fault::Mute,
            "not explained: laws of differ",
            "the reason [] does not imply [x",
        ),
        (
            Fault::Slow,
            "not idempotent: laws of differ",
            "removed more: x1 in [",
        ),
    ] {
        let report = report_of(fault);
        assert!(report.starts_with(law), "{fault:?}: {report}");
        assert!(report.contains(how), "{fault:?}: {report}");
        assert!(report.contains("round "), "{fault:?}: {report}");
        // Only the debug output of the constraint itself shows variables by number.
        let after = report.lines().find(|line| line.contains("after ["));
        let after = after.expect("a line on the node");
        assert!(!after.contains("Var("), "{fault:?}: {after}");
    }
}

/// A constraint whose propagators do not implement its ground meaning.
#[derive(Clone, Debug)]
struct Mistaken {
    meaning: Arc<dyn Constraint>,
    propagated: Arc<dyn Constraint>,
}

impl Constraint for Mistaken {
    fn name(&self) -> &'static str {
        self.meaning.name()
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        self.meaning.term(name)
    }

    fn scope(&self) -> Vec<Var> {
        self.meaning.scope()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        self.meaning.holds(at)
    }

    fn post(&self, out: &mut Poster<'_>) {
        self.propagated.post(out);
    }
}

/// The report without the debug output of the constraint.
fn short_report(laws: Laws) -> String {
    let report = report(laws);
    let lines = report.lines().filter(|line| !line.contains("Mistaken {"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn wrong_constraints_are_reported_by_minimal_instances() {
    let loose = Laws::new("cumulative with too much capacity", |x, draws| {
        let durations: Vec<i32> = x.iter().map(|_| draws.between(0, 4)).collect();
        let demands: Vec<i32> = x.iter().map(|_| draws.between(0, 3)).collect();
        let capacity = draws.between(2, 5);
        let limited = |capacity| cumulative(x, durations.clone(), demands.clone(), capacity);
        Some(Mistaken {
            meaning: Arc::new(limited(capacity)),
            propagated: Arc::new(limited(capacity + 1)),
        })
    });
    insta::assert_snapshot!("cumulative", short_report(loose.arity(0..=4)));
    let strict = Laws::new("global_cardinality without value 2", |x, draws| {
        let n_counts = draws.below(x.len() / 2 + 1);
        let (counts, xs) = x.split_at(n_counts);
        let cover: Vec<i32> = (1..=n_counts as i32).collect();
        let counted = |cover: Vec<i32>| global_cardinality(xs, cover, counts);
        let wrong = cover
            .iter()
            .map(|&value| if value == 2 { 3 } else { value });
        Some(Mistaken {
            propagated: Arc::new(counted(wrong.collect())),
            meaning: Arc::new(counted(cover)),
        })
    });
    insta::assert_snapshot!("global_cardinality", short_report(strict.arity(0..=5)));
}
