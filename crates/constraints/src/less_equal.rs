//! `x <= y`, and `x < y` as the same with a shifted view.
//!
//! One level: the bounds meet, which is domain consistency. Constant time.

use std::sync::Arc;

use gridwright_fd::{
    Atom, Constraint, Cost, Model, ModelError, On, Past, Poster, Propagator, Pruned, Reason,
    Status, Store, Tag, Var, View, Wake,
};
use gridwright_term::Term;

use crate::printed;

/// `x <= y`, or `x < y`; made by [`less_equal`] and [`less`].
#[derive(Clone, Copy, Debug)]
pub struct LessEqual {
    x: View,
    y: View,
    strict: bool,
}

/// `x <= y`.
pub fn less_equal(x: impl Into<View>, y: impl Into<View>) -> LessEqual {
    LessEqual {
        x: x.into(),
        y: y.into(),
        strict: false,
    }
}

/// `x < y`.
pub fn less(x: impl Into<View>, y: impl Into<View>) -> LessEqual {
    LessEqual {
        x: x.into(),
        y: y.into(),
        strict: true,
    }
}

impl Constraint for LessEqual {
    fn name(&self) -> &'static str {
        "less_equal"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let op = if self.strict { "#<" } else { "#=<" };
        Term::compound(
            op,
            [printed::view(self.x, name), printed::view(self.y, name)],
        )
    }

    fn scope(&self) -> Vec<Var> {
        vec![self.x.var, self.y.var]
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let (x, y) = (self.x.of(at(self.x.var)), self.y.of(at(self.y.var)));
        if self.strict { x < y } else { x <= y }
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &[self.x, self.y])
    }

    fn post(&self, out: &mut Poster<'_>) {
        let order = Order {
            x: self.x,
            y: self.y,
            gap: i32::from(self.strict),
        };
        let wakes = [Wake::on(self.x, On::Min), Wake::on(self.y, On::Max)];
        out.add(Cost::Binary, order, wakes);
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(LessEqual {
            x: self.y,
            y: self.x,
            strict: !self.strict,
        }))
    }
}

/// `x + gap <= y`. Values stay within `MIN_VALUE..=MAX_VALUE`, so a gap of 1 does not overflow.
#[derive(Debug)]
struct Order {
    x: View,
    y: View,
    gap: i32,
}

impl Propagator for Order {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let changed = store.set_min(self.y, store.min(self.x) + self.gap, Tag(0))?
            | store.set_max(self.x, store.max(self.y) - self.gap, Tag(1))?;
        if store.max(self.x) + self.gap <= store.min(self.y) {
            return Ok(Status::Entailed);
        }
        // Only when both sides are the same variable can one change call for another.
        Ok(Status::rerun_if(changed && self.x.var == self.y.var))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
        let _ = needed;
        match tag {
            Tag(0) => why.min(past, self.x),
            _ => why.max(past, self.y),
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
        Laws::new("less_equal", |x, draws| {
            Some(if draws.one_in(2) {
                less_equal(x[0], x[1])
            } else {
                less(x[0], x[1])
            })
        })
        .arity(2..=2)
        .claims(Consistency::Value, Strength::Domain)
        .check();
    }
}
