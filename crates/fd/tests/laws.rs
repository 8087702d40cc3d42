//! The laws about the laws: a constraint that breaks one is told by the word of that law and the names of its variables.

use std::panic::{AssertUnwindSafe, catch_unwind};

use gridwright_fd::laws::{Laws, Strength};
use gridwright_fd::{
    Atom, Consistency, Constraint, Cost, On, Past, Poster, Propagator, Pruned, Reason, Status,
    Store, Tag, Var, View, Wake,
};
use gridwright_term::Term;

/// What is wrong with a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    /// It waits until both are fixed, and claims more.
    Lazy,
    /// It refuses 0 as well.
    Greedy,
    /// It accepts everything.
    Blind,
    /// Its reasons are empty.
    Mute,
    /// It removes what it was told to remove only when asked again.
    Slow,
}

/// `x != y`, but for its fault.
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

    fn explain(&mut self, _: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
        if self.of.fault != Fault::Mute {
            why.bounds(past, if tag.0 == 0 { self.of.x } else { self.of.y });
        }
    }
}

/// What the laws say of the constraint with a fault; empty if they find nothing.
fn verdict(fault: Fault) -> String {
    let laws = Laws::new("differ", move |x, _| {
        Some(Differ {
            x: x[0],
            y: x[1],
            fault,
        })
    });
    let laws = laws.arity(2..=2).plain_only();
    // What claims little breaks its own law first.
    let laws = match fault {
        Fault::None | Fault::Lazy => laws.claims(Consistency::Value, Strength::Domain),
        _ => laws,
    };
    match catch_unwind(AssertUnwindSafe(|| laws.check())) {
        Ok(()) => String::new(),
        Err(payload) => *payload.downcast::<String>().expect("a message"),
    }
}

#[test]
fn the_broken_law_is_named_in_words_of_the_model() {
    assert_eq!(verdict(Fault::None), "");
    for (fault, law, telling) in [
        (
            Fault::Lazy,
            "not strong: laws of differ",
            "has no support at strength domain",
        ),
        (
            Fault::Greedy,
            "not sound: laws of differ",
            "solution (x1 = ",
        ),
        (
            Fault::Blind,
            "not complete: laws of differ",
            "was accepted but is not a solution",
        ),
        (
            Fault::Mute,
            "not reasoned: laws of differ",
            "the reason [] does not imply [x",
        ),
        (
            Fault::Slow,
            "not idempotent: laws of differ",
            "removed more: x1 in [",
        ),
    ] {
        let said = verdict(fault);
        assert!(said.starts_with(law), "{fault:?}: {said}");
        assert!(said.contains(telling), "{fault:?}: {said}");
        assert!(said.contains("seed "), "{fault:?}: {said}");
        // The constraint itself is dumped, and nothing else speaks of variables by number.
        let story = said.rsplit('\n').next().expect("a last line");
        assert!(!story.contains("Var("), "{fault:?}: {story}");
    }
}
