//! The registry of random builders: one per relation of the constraints' room.

use std::sync::Arc;

use gridwright_constraints::*;
use gridwright_fd::Constraint;
use gridwright_fd::rng::Rng;

use super::Pool;

type Built = Option<Arc<dyn Constraint>>;
type Builder = fn(&Pool, &mut Rng) -> Built;

fn some(constraint: impl Constraint + 'static) -> Built {
    Some(Arc::new(constraint))
}

/// One builder per relation.
pub(crate) const BUILDERS: &[Builder] = &[
    |pool, rng| some(not_equal(pool.int(rng), pool.int(rng))),
    |pool, rng| some(less_equal(pool.int(rng), pool.int(rng))),
    |pool, rng| some(less(pool.int(rng), pool.int(rng))),
];
