//! `x != y`.
//!
//! One level: when one side is fixed its value leaves the other, which is domain consistency. Constant time.

use std::sync::Arc;

use gridwright_fd::{
    Atom, CnfEncoder, Constraint, Cost, Model, ModelError, Past, Poster, Propagator, Pruned,
    Reason, Status, Store, Tag, Var, View,
};
use gridwright_term::Term;

use crate::equal::equal;
use crate::printed;

/// `x != y`; made by [`not_equal`].
#[derive(Clone, Copy, Debug)]
pub struct NotEqual {
    x: View,
    y: View,
}

/// `x != y`.
pub fn not_equal(x: impl Into<View>, y: impl Into<View>) -> NotEqual {
    NotEqual {
        x: x.into(),
        y: y.into(),
    }
}

impl Constraint for NotEqual {
    fn name(&self) -> &'static str {
        "not_equal"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        Term::compound(
            "#\\=",
            [printed::view(self.x, name), printed::view(self.y, name)],
        )
    }

    fn scope(&self) -> Vec<Var> {
        vec![self.x.var, self.y.var]
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        self.x.of(at(self.x.var)) != self.y.of(at(self.y.var))
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &[self.x, self.y])
    }

    fn post(&self, out: &mut Poster<'_>) {
        let apart = Apart {
            x: self.x,
            y: self.y,
        };
        out.add_disequalities(Cost::Binary, apart, &[self.x, self.y]);
    }

    fn negated(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(equal(self.x, self.y)))
    }

    fn has_cnf_encoding(&self) -> bool {
        true
    }

    fn encode_cnf(&self, out: &mut CnfEncoder) {
        out.add_different(&[self.x, self.y]);
    }
}

#[derive(Debug)]
struct Apart {
    x: View,
    y: View,
}

impl Propagator for Apart {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if let Some(value) = store.fixed(self.x) {
            store.remove(self.y, value, Tag(0))?;
            return Ok(Status::Entailed);
        }
        if let Some(value) = store.fixed(self.y) {
            store.remove(self.x, value, Tag(1))?;
            return Ok(Status::Entailed);
        }
        Ok(Status::Active)
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
        why.bounds(past, if tag == Tag(0) { self.x } else { self.y });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Consistency;
    use gridwright_testing::laws::{Laws, Strength};

    #[test]
    fn laws() {
        Laws::new("not_equal", |x, _| Some(not_equal(x[0], x[1])))
            .arity(2..=2)
            .claims(Consistency::Value, Strength::Domain)
            .check();
    }
}
