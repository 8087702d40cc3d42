//! `bools[v - first] = 1` exactly when `x = v`, else 0: links an integer view to the Booleans of its values. There are also
//! versions for a single value and for any list of values.
//!
//! All levels: domain consistent. Time O(values) for every change of `x`; the version for a list skips values that were decided before, and takes constant
//! time for a change of a Boolean.

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

/// Links some values of an integer view to a Boolean each; made by [`value_channels`].
#[derive(Clone, Debug)]
pub struct ValueChannels {
    x: View,
    values: Box<[i32]>,
    bools: Box<[View]>,
}

/// Each Boolean is 1 when `x` has its value, and 0 otherwise. One propagator does the work of a [`value_channel`] per value.
pub fn value_channels<B: Into<View>>(
    x: impl Into<View>,
    bools: impl IntoIterator<Item = (i32, B)>,
) -> ValueChannels {
    let (values, bools): (Vec<i32>, Vec<View>) = bools
        .into_iter()
        .map(|(value, bool)| (value, bool.into()))
        .unzip();
    ValueChannels {
        x: x.into(),
        values: values.into(),
        bools: bools.into(),
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

impl Constraint for ValueChannels {
    fn name(&self) -> &'static str {
        "channel"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let values = Term::list(self.values.iter().map(|&value| Term::from(value)));
        call("value_channels", name, &[&self.x, &values, &self.bools])
    }

    fn views(&self) -> Vec<View> {
        [&[self.x], &*self.bools].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let x = self.x.of(at(self.x.var));
        let mut pairs = self.values.iter().zip(&self.bools);
        pairs.all(|(&value, b)| b.of(at(b.var)) == i32::from(x == value))
    }

    fn post(&self, out: &mut Poster<'_>) {
        let n = self.bools.len();
        let mut vars: Vec<Var> = self.views().into_iter().map(|view| view.var).collect();
        vars.sort_unstable();
        vars.dedup();
        let mut values = self.values.to_vec();
        values.sort_unstable();
        values.dedup();
        let propagator = OpenValues {
            is_aliased: vars.len() <= n || values.len() < n,
            order: (0..n as u32).collect(),
            positions: (0..n as u32).collect(),
            n_open: out.trailed(n as i64),
            size: out.trailed(0),
            channels: self.clone(),
        };
        let bools = self.bools.iter().enumerate();
        let wakes = bools.map(|(i, &view)| Wake::on(view, On::Fix).slot(i));
        let wakes: Vec<Wake> = wakes
            .chain([Wake::on(self.x, On::Domain).slot(n)])
            .collect();
        out.add(Cost::Binary, propagator, wakes);
    }
}

/// Keeps the values that are not decided in a sparse set, the open ones first: backtracking only lengthens that part.
#[derive(Debug)]
struct OpenValues {
    channels: ValueChannels,
    /// Whether a variable or a value occurs twice.
    is_aliased: bool,
    order: Vec<u32>,
    positions: Vec<u32>,
    n_open: Trailed,
    /// The size of the domain of `x` after the last run.
    size: Trailed,
}

impl OpenValues {
    fn is_open(&self, index: usize, store: &Store) -> bool {
        i64::from(self.positions[index]) < store.get(self.n_open)
    }

    fn close(&mut self, index: usize, store: &mut Store) {
        let last = store.get(self.n_open) as usize - 1;
        let at = self.positions[index] as usize;
        let other = self.order[last];
        self.order[last] = index as u32;
        self.order[at] = other;
        self.positions[index] = last as u32;
        self.positions[other as usize] = at as u32;
        store.put(self.n_open, last as i64);
    }

    /// Applies a fixed Boolean to `x`.
    fn apply_bool(&mut self, index: usize, store: &mut Store) -> Pruned {
        let (x, b) = (self.channels.x, self.channels.bools[index]);
        let (value, tag) = (self.channels.values[index], Tag(index as u32 + 1));
        store.set_min(b, 0, INITIAL)?;
        store.set_max(b, 1, INITIAL)?;
        if !self.is_open(index, store) {
            return Ok(());
        }
        if store.max(b) < 1 {
            store.remove(x, value, tag)?;
            self.close(index, store);
        } else if store.min(b) > 0 {
            store.fix(x, value, tag)?;
        }
        Ok(())
    }

    /// Applies the domain of `x` to the open Booleans.
    fn apply_domain(&mut self, store: &mut Store) -> Pruned {
        let x = self.channels.x;
        let fixed = store.fixed(x);
        for at in (0..store.get(self.n_open) as usize).rev() {
            let index = self.order[at] as usize;
            let (b, value) = (self.channels.bools[index], self.channels.values[index]);
            let tag = Tag(index as u32 + 1);
            match fixed {
                Some(fixed) if fixed == value => store.set_min(b, 1, tag)?,
                Some(_) => store.set_max(b, 0, tag)?,
                None if store.contains(x, value) => continue,
                None => store.set_max(b, 0, tag)?,
            };
            self.close(index, store);
        }
        Ok(())
    }
}

impl Propagator for OpenValues {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        let (n, x) = (self.order.len(), self.channels.x);
        // The values that it removes itself are those of decided Booleans, so they decide no others until one value is left.
        let has_domain_changed = i64::from(store.size(x)) != store.get(self.size);
        while let Some(slot) = store.next_changed() {
            if slot < n {
                self.apply_bool(slot, store)?;
            }
        }
        if has_domain_changed || store.is_fixed(x) || self.is_aliased {
            self.apply_domain(store)?;
        }
        store.put(self.size, store.size(x).into());
        if self.is_aliased && store.prunings() != before {
            return Ok(Status::Rerun);
        }
        Ok(Status::entailed_if(store.get(self.n_open) == 0))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let Some(index) = (tag.0 as usize).checked_sub(1) else {
            return;
        };
        let channels = &self.channels;
        let (b, value) = (channels.bools[index], channels.values[index]);
        explain_value((channels.x, value, b), needed, past, why);
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
        explain_value((self.x, value, b), needed, past, why);
    }
}

/// Adds the reason for an atom that the link between a value of `x` and its Boolean made true.
fn explain_value(
    (x, value, b): (View, i32, View),
    needed: Atom,
    past: &PastStore<'_>,
    why: &mut Reason,
) {
    // Four rules share a tag; the past domains show which one it was.
    let about_x = needed == x.is(value) || needed == x.is_not(value);
    let about_b = needed == b.at_least(1) || needed == b.at_most(0);
    if about_b && !(about_x && past.contains(x, value) && !past.is_fixed(x)) {
        if past.contains(x, value) {
            why.add(x.is(value));
        } else {
            why.absent(x, value);
        }
    } else if needed == x.is(value) {
        why.add(b.at_least(1));
    } else {
        why.add(b.at_most(0));
    }
}
