//! `bools[v - first] = 1` exactly when `x = v`, else 0: links an integer view to the Booleans of its values. There is also a
//! version for a single value.
//!
//! One level: domain consistent. Time O(values) for every change.

use gridwright_fd::{
    Atom, Constraint, Cost, MAX_VALUE, MIN_VALUE, Model, ModelError, On, PastStore, Poster,
    Propagator, Pruned, Reason, Status, Store, Tag, Var, View, Wake,
};
use gridwright_term::Term;

use crate::support::terms::{view_term, views_term};
use crate::support::views::IntoViews;

/// Links an integer view to the Booleans of its values; made by [`channel`].
#[derive(Clone, Debug)]
pub struct Channel {
    x: View,
    bools: Box<[View]>,
    first: i32,
}

/// `bools[v - first]` is 1 exactly when `x = v`, and 0 otherwise; `x` takes only values that have a Boolean.
pub fn channel(x: impl Into<View>, bools: impl IntoViews, first: i32) -> Channel {
    Channel {
        x: x.into(),
        bools: bools.into_views(),
        first,
    }
}

/// Links one value of an integer view to a Boolean; made by [`value_channel`].
#[derive(Clone, Copy, Debug)]
pub struct ValueChannel {
    x: View,
    value: i32,
    b: View,
}

/// `b` is 1 when `x = value`, and 0 otherwise.
pub fn value_channel(x: impl Into<View>, value: i32, b: impl Into<View>) -> ValueChannel {
    ValueChannel {
        x: x.into(),
        value,
        b: b.into(),
    }
}

impl Constraint for Channel {
    fn name(&self) -> &'static str {
        "channel"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        Term::compound(
            "channel",
            [
                view_term(self.x, name),
                views_term(&self.bools, name),
                Term::from(self.first),
            ],
        )
    }

    fn scope(&self) -> Vec<Var> {
        let bools = self.bools.iter().map(|view| view.var);
        [self.x.var].into_iter().chain(bools).collect()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let x = i64::from(self.x.of(at(self.x.var))) - i64::from(self.first);
        (0..self.bools.len() as i64).contains(&x)
            && self.bools.iter().zip(0..).all(|(view, i)| {
                let b = view.of(at(view.var));
                b == i32::from(x == i)
            })
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_view(self.name(), self.x)?;
        model.check_views(self.name(), &self.bools)?;
        let end = i64::from(self.first) + self.bools.len() as i64;
        if self.first < MIN_VALUE || end > i64::from(MAX_VALUE) {
            return Err(ModelError::TooWide {
                by: self.name().to_owned(),
                what: format!("values {}..{end}", self.first),
            });
        }
        Ok(())
    }

    fn post(&self, out: &mut Poster<'_>) {
        let linking = Linking {
            x: self.x,
            bools: self.bools.clone(),
            first: self.first,
            closed: true,
        };
        linking.add(out);
    }
}

impl Constraint for ValueChannel {
    fn name(&self) -> &'static str {
        "channel"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        Term::compound(
            "value_channel",
            [
                view_term(self.x, name),
                Term::from(self.value),
                view_term(self.b, name),
            ],
        )
    }

    fn scope(&self) -> Vec<Var> {
        vec![self.x.var, self.b.var]
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        self.b.of(at(self.b.var)) == i32::from(self.x.of(at(self.x.var)) == self.value)
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &[self.x, self.b])
    }

    fn post(&self, out: &mut Poster<'_>) {
        let linking = Linking {
            x: self.x,
            bools: [self.b].into(),
            first: self.value,
            closed: false,
        };
        linking.add(out);
    }
}

#[derive(Debug)]
struct Linking {
    x: View,
    bools: Box<[View]>,
    first: i32,
    /// Whether `x` takes only values that have a Boolean.
    closed: bool,
}

/// The tag for what holds at the root: Booleans are 0 or 1, and `x` lies in its range. Other tags are one more than the index of
/// the Boolean that was set, or that changed `x`.
const START: Tag = Tag(0);

impl Linking {
    fn add(self, out: &mut Poster<'_>) {
        let (x, bools) = (self.x, self.bools.clone());
        let wakes = bools.iter().map(|&view| Wake::on(view, On::Fix));
        out.add(Cost::Binary, self, wakes.chain([Wake::on(x, On::Domain)]));
    }
}

impl Propagator for Linking {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        if self.closed {
            let Some(last) = self.bools.len().checked_sub(1) else {
                return Err(store.fail(START));
            };
            store.set_min(self.x, self.first, START)?;
            store.set_max(self.x, self.first + last as i32, START)?;
        }
        let mut n_open = 0;
        for (place, &b) in self.bools.iter().enumerate() {
            let (value, tag) = (self.first + place as i32, Tag(place as u32 + 1));
            store.set_min(b, 0, START)?;
            store.set_max(b, 1, START)?;
            if !store.contains(self.x, value) {
                store.set_max(b, 0, tag)?;
            } else if store.is_fixed(self.x) {
                store.set_min(b, 1, tag)?;
            } else if store.max(b) < 1 {
                store.remove(self.x, value, tag)?;
            } else if store.min(b) > 0 {
                store.fix(self.x, value, tag)?;
            } else {
                n_open += 1;
            }
        }
        if store.prunings() != before {
            return Ok(Status::Rerun);
        }
        Ok(if n_open == 0 {
            Status::Entailed
        } else {
            Status::Active
        })
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let Some(place) = (tag.0 as usize).checked_sub(1) else {
            return;
        };
        let (b, value) = (self.bools[place], self.first + place as i32);
        // Four rules share a tag; the past domains show which one it was.
        let about_x = needed == self.x.is(value) || needed == self.x.is_not(value);
        let about_b = needed == b.at_least(1) || needed == b.at_most(0);
        if about_b && !(about_x && past.contains(self.x, value) && !past.is_fixed(self.x)) {
            if past.contains(self.x, value) {
                why.add(self.x.is(value));
            } else {
                why.absent(self.x, value);
            }
        } else if needed == self.x.is(value) {
            why.add(b.at_least(1));
        } else {
            why.add(b.at_most(0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Consistency;
    use gridwright_testing::laws::{Laws, Strength};

    #[test]
    fn laws() {
        Laws::new("channel", |x, draws| {
            let (&x, bools) = x.split_first()?;
            Some(channel(x, bools.iter().copied(), draws.between(-1, 1)))
        })
        .arity(1..=4)
        .values(-1..=2)
        .rounds(200)
        .claims(Consistency::Value, Strength::Domain)
        .check();
    }

    #[test]
    fn laws_of_one_value() {
        Laws::new("value_channel", |x, draws| {
            Some(value_channel(x[0], draws.between(-2, 3), x[1]))
        })
        .arity(2..=2)
        .claims(Consistency::Value, Strength::Domain)
        .check();
    }
}
