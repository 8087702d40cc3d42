//! `bools[v - first] = 1` exactly when `x = v`, else 0: links an integer view to the Booleans of its values. There is also a
//! version for a single value.
//!
//! All levels: domain consistent. Time O(values) for every change.

use crate::support::errors::check_numbers;
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, wake_on};

/// Links an integer view to the Booleans of its values; made by [`channel`].
#[derive(Clone, Debug)]
pub struct Channel {
    x: View,
    bools: Box<[View]>,
    offset: i32,
}

/// `bools[v - first]` is 1 exactly when `x = v`, and 0 otherwise; `x` takes only values that have a Boolean.
pub fn channel(x: impl Into<View>, bools: impl IntoViews, offset: i32) -> Channel {
    Channel {
        x: x.into(),
        bools: bools.into_views(),
        offset,
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

    fn term(&self, name: Name<'_>) -> Term {
        call("channel", name, &[&self.x, &self.bools, &self.offset])
    }

    fn views(&self) -> Vec<View> {
        [&[self.x], &*self.bools].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let x = i64::from(self.x.of(at(self.x.var))) - i64::from(self.offset);
        (0..self.bools.len() as i64).contains(&x)
            && self.bools.iter().zip(0..).all(|(view, i)| {
                let b = view.of(at(view.var));
                b == i32::from(x == i)
            })
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &self.views())?;
        check_numbers(self.name(), "values", self.offset, self.bools.len())
    }

    fn post(&self, out: &mut Poster<'_>) {
        ChannelDomain {
            x: self.x,
            bools: self.bools.clone(),
            offset: self.offset,
            closed: true,
        }
        .post(out);
    }
}

impl Constraint for ValueChannel {
    fn name(&self) -> &'static str {
        "channel"
    }

    fn term(&self, name: Name<'_>) -> Term {
        call("value_channel", name, &[&self.x, &self.value, &self.b])
    }

    fn views(&self) -> Vec<View> {
        vec![self.x, self.b]
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        self.b.of(at(self.b.var)) == i32::from(self.x.of(at(self.x.var)) == self.value)
    }

    fn post(&self, out: &mut Poster<'_>) {
        ChannelDomain {
            x: self.x,
            bools: [self.b].into(),
            offset: self.value,
            closed: false,
        }
        .post(out);
    }
}

#[derive(Debug)]
struct ChannelDomain {
    x: View,
    bools: Box<[View]>,
    offset: i32,
    /// Whether `x` takes only values that have a Boolean.
    closed: bool,
}

/// The tag for what holds at the root: Booleans are 0 or 1, and `x` lies in its range. Other tags are one more than the index of
/// the Boolean that was set, or that changed `x`.
const INITIAL: Tag = Tag(0);

impl ChannelDomain {
    fn post(self, out: &mut Poster<'_>) {
        let (x, bools) = (self.x, self.bools.clone());
        let wakes = wake_on(&bools, On::Fix).chain([Wake::on(x, On::Domain)]);
        out.add(Cost::Binary, self, wakes);
    }
}

impl Propagator for ChannelDomain {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        if self.closed {
            let Some(last) = self.bools.len().checked_sub(1) else {
                return Err(store.fail(INITIAL));
            };
            store.set_min(self.x, self.offset, INITIAL)?;
            store.set_max(self.x, self.offset + last as i32, INITIAL)?;
        }
        let mut n_open = 0;
        for (index, &b) in self.bools.iter().enumerate() {
            let (value, tag) = (self.offset + index as i32, Tag(index as u32 + 1));
            store.set_min(b, 0, INITIAL)?;
            store.set_max(b, 1, INITIAL)?;
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
        Ok(Status::entailed_if(n_open == 0))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let Some(index) = (tag.0 as usize).checked_sub(1) else {
            return;
        };
        let (b, value) = (self.bools[index], self.offset + index as i32);
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
    use crate::support::test_util::*;

    #[test]
    fn laws() {
        Laws::new("channel", |x, draws| {
            let (&x, bools) = x.split_first()?;
            Some(channel(x, bools, draws.between(-1, 1)))
        })
        .views(1..=4, -1..=2)
        .claims([DOMAIN; 3])
        .check_rounds(200);
    }

    #[test]
    fn laws_of_one_value() {
        Laws::new("value_channel", |x, draws| {
            Some(value_channel(x[0], draws.between(-2, 3), x[1]))
        })
        .arity(2..=2)
        .claims([DOMAIN; 3])
        .check();
    }
}
