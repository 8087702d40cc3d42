//! If `t` occurs, `s` occurs before it: breaks the symmetry between two values.
//!
//! All levels: domain consistency if no variable repeats. `t` is removed from every position up to and including the
//! first that can take `s`; and
//! if a position is fixed to `t` and only one position before it can take `s`, that one does (Law and Lee 2004, Global
//! Constraints for Integer and Set Value Precedence). Linear. If `s` equals `t`, neither occurs.

use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, has_repeats, wake_on};

/// If `t` occurs, `s` occurs before it; made by [`value_precede`].
#[derive(Clone, Debug)]
pub struct ValuePrecede {
    s: i32,
    t: i32,
    views: Vec<View>,
}

/// If a view takes `t`, an earlier one takes `s`.
pub fn value_precede(s: i32, t: i32, views: impl IntoViews) -> ValuePrecede {
    ValuePrecede {
        s,
        t,
        views: views.into_views(),
    }
}

impl Constraint for ValuePrecede {
    fn name(&self) -> &'static str {
        "value_precede"
    }

    fn term(&self, name: Name<'_>) -> Term {
        call("value_precede", name, &[&self.s, &self.t, &self.views])
    }

    fn views(&self) -> Vec<View> {
        self.views.clone()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let mut values = self.views.iter().map(|view| view.of(at(view.var)));
        values.find(|&value| value == self.s || value == self.t) != Some(self.t)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let propagator = PrecedeDomain {
            aliased: has_repeats(self.scope()),
            first: out.trailed(0),
            s: self.s,
            t: self.t,
            views: self.views.clone(),
        };
        out.add(Cost::Linear, propagator, wake_on(&self.views, On::Domain));
    }
}

#[derive(Debug)]
struct PrecedeDomain {
    s: i32,
    t: i32,
    views: Vec<View>,
    aliased: bool,
    /// No position before this one can take `s` or `t`.
    first: Trailed,
}

/// The tag for fixing a view to `s`; other tags are the index of a view from which `t` was removed.
const FORCED: Tag = Tag(u32::MAX);

impl Propagator for PrecedeDomain {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let mut changed = false;
        let mut first = store.get(self.first) as usize;
        while let Some(&view) = self.views.get(first) {
            changed |= store.remove(view, self.t, Tag(first as u32))?;
            if store.contains(view, self.s) {
                break;
            }
            first += 1;
        }
        store.put(self.first, first as i64);
        let Some(&view) = self.views.get(first) else {
            return Ok(Status::Entailed);
        };
        if store.fixed(view) == Some(self.s) {
            return Ok(Status::Entailed);
        }
        for &later in &self.views[first + 1..] {
            if store.fixed(later) == Some(self.t) {
                changed |= store.fix(view, self.s, FORCED)?;
                return Ok(Status::rerun_if(changed && self.aliased));
            }
            if store.contains(later, self.s) {
                break;
            }
        }
        Ok(Status::rerun_if(changed && self.aliased))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        if tag != FORCED {
            for &view in &self.views[..tag.0 as usize] {
                why.absent(view, self.s);
            }
            return;
        }
        let forced = |view: &View| view.is(self.s) == needed && past.contains(*view, self.s);
        let at = self.views.iter().position(forced).unwrap_or(0);
        for (position, &view) in self.views.iter().enumerate() {
            if past.fixed(view) == Some(self.t) {
                why.add(view.is(self.t));
                return;
            }
            if position != at {
                why.absent(view, self.s);
            }
        }
    }
}
