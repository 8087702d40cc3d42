//! `x[i] != x[j]` for all `i < j`.
//!
//! | consistency | what is removed | file |
//! |---|---|---|
//! | value | values of fixed views; for up to 64 views the kernel does this itself | `value.rs` |
//! | bounds | also minima and maxima without a solution within the bounds of the other views | `bounds.rs`, López-Ortiz et al. 2003 |
//! | domain | every value without a solution | `domain.rs`, Régin 1994 |
//!
//! Limitation: with more than 1024 distinct values, domain consistency is only as strong as bounds consistency.

mod bounds;
mod domain;
mod interval_counts;
mod matching;
mod value;

use crate::support::bits::Numbering;
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::views::{IntoViews, has_repeats, vars, wake_on, wake_slots};

pub(crate) use matching::within;

/// For up to this many views, the kernel propagates all pairs itself as disequalities.
const MAX_KERNEL_PAIRS: usize = 64;

/// All views take different values; made by [`all_different`].
#[derive(Clone, Debug)]
pub struct AllDifferent {
    xs: Box<[View]>,
}

/// All views take different values.
pub fn all_different(xs: impl IntoViews) -> AllDifferent {
    AllDifferent {
        xs: xs.into_views(),
    }
}

impl Constraint for AllDifferent {
    fn name(&self) -> &'static str {
        "all_different"
    }

    fn term(&self, name: Name<'_>) -> Term {
        call("all_different", name, &[&self.xs])
    }

    fn views(&self) -> Vec<View> {
        self.xs.to_vec()
    }

    fn last_var(&self) -> Var {
        self.xs
            .iter()
            .map(|view| view.var)
            .max()
            .unwrap_or(Var::ZERO)
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let value = |i: usize| self.xs[i].of(at(self.xs[i].var));
        (1..self.xs.len()).all(|i| (0..i).all(|k| value(k) != value(i)))
    }

    fn post(&self, out: &mut Poster<'_>) {
        post(&self.xs, None, out);
    }

    fn has_cnf_encoding(&self) -> bool {
        true
    }

    fn encode_cnf(&self, out: &mut CnfEncoder) {
        out.add_different(&self.xs);
    }
}

/// Posts the propagators for the consistency level; `except` may be taken any number of times.
pub(crate) fn post(xs: &[View], except: Option<i32>, out: &mut Poster<'_>) {
    if xs.len() < 2 {
        return;
    }
    let numbers = Numbering::new(out.store(), xs, except.as_slice());
    match numbers.as_ref().map(Numbering::n_values) {
        None => post_wide(xs, except, out),
        Some(0..=64) => post_numbered::<1>(xs, except, numbers, out),
        Some(65..=128) => post_numbered::<2>(xs, except, numbers, out),
        Some(129..=256) => post_numbered::<4>(xs, except, numbers, out),
        Some(_) => post_numbered::<16>(xs, except, numbers, out),
    }
}

/// Posts propagators that do not number the values.
fn post_wide(xs: &[View], except: Option<i32>, out: &mut Poster<'_>) {
    let pairwise = value::AllDifferentPairwise::new(xs, except, out);
    out.add(Cost::Linear, pairwise, wake_slots(xs, On::Fix));
    if out.consistency() > Consistency::Value && except.is_none() {
        add_bounds(xs, false, out);
    }
}

/// Whether a variable occurs in two of the views.
fn is_aliased(xs: &[View]) -> bool {
    if xs.len() <= 16 {
        // Comparing all pairs is cheaper than allocating a sorted copy.
        let occurs = |(i, x): (usize, &View)| xs[..i].iter().any(|y| y.var == x.var);
        return xs
            .iter()
            .enumerate()
            .any(|(i, x)| x.var != Var::ZERO && occurs((i, x)));
    }
    let mut vars = vars(xs);
    vars.retain(|&var| var != Var::ZERO);
    has_repeats(vars)
}

fn post_numbered<const W: usize>(
    xs: &[View],
    except: Option<i32>,
    numbers: Option<Numbering>,
    out: &mut Poster<'_>,
) {
    let numbers = numbers.expect("they were counted");
    let aliased = is_aliased(xs);
    if out.consistency() == Consistency::Domain {
        let domain = domain::AllDifferentDomain::<W>::new(xs, except, numbers, aliased, out);
        return out.add(Cost::Linear, domain, wake_on(xs, On::Domain));
    }
    let stage = value::Elimination::<W>::new(xs, except, numbers, aliased, out);
    let propagator = value::AllDifferentValue { stage };
    let disjoint = if except.is_none() && xs.len() <= MAX_KERNEL_PAIRS {
        out.add_disequalities(Cost::Linear, propagator, xs)
    } else {
        out.add(Cost::Linear, propagator, wake_on(xs, On::Fix));
        false
    };
    if out.consistency() == Consistency::Bounds && except.is_none() {
        add_bounds(xs, disjoint, out);
    }
}

fn add_bounds(xs: &[View], disjoint: bool, out: &mut Poster<'_>) {
    let bounds = bounds::AllDifferentBounds::new(xs, disjoint, out);
    out.add(Cost::Quadratic, bounds, wake_on(xs, On::Bounds));
}
