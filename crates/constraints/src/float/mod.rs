//! `r(x1, …, xn)` over real numbers, for sums, products, quotients, powers, functions, minimum, maximum and element.
//!
//! A real number is the value of an integer view, a decimal fraction of it, or a cell of a grid ([`Float`]). An assignment satisfies the relation if
//! the intervals of its numbers cannot be shown to contain no solution, so that no solution in real numbers is lost and every number is known up to its cell.
//!
//! Consistency: all levels, interval propagation (hull consistency of the relation), in steps of at least 1/64 of a domain, so that domains of 2^30
//! cells do not shrink cell by cell. The algorithm is HC4-revise of Benhamou, Goualard, Granvilliers and Puget 1999, "Revising hull and box consistency",
//! for one operation at a time. Linear time.

mod interval;
mod rules;
mod scale;

use std::sync::Arc;

use crate::support::errors::invalid;
use crate::support::prelude::*;
use crate::support::terms::{Argument, Name};
use crate::support::view_atom::{ViewAtom, clamped};

pub use interval::Interval;
pub use rules::{FloatComparison, FloatFunction, FloatRule};
pub use scale::{Float, Grid};

/// A relation over real numbers; made by [`float_relation`].
#[derive(Clone, Debug)]
pub struct FloatRelation {
    rule: Arc<FloatRule>,
    arguments: Vec<Float>,
}

/// The relation of `rule` between its arguments.
pub fn float_relation(rule: FloatRule, arguments: impl Into<Vec<Float>>) -> FloatRelation {
    FloatRelation {
        rule: Arc::new(rule),
        arguments: arguments.into(),
    }
}

impl FloatRelation {
    /// The relation that holds where this one does not, up to the cells of its numbers: both may hold for the same cells. `None` for relations that
    /// are not comparisons.
    pub fn complement(&self) -> Option<FloatRelation> {
        Some(float_relation(
            self.rule.complement()?,
            self.arguments.clone(),
        ))
    }
}

impl Constraint for FloatRelation {
    fn name(&self) -> &'static str {
        "float"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let views = self.arguments.iter().map(|number| number.view.term(name));
        Term::compound(self.rule.name(), [Term::list(views)])
    }

    fn views(&self) -> Vec<View> {
        self.arguments.iter().map(|number| number.view).collect()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let cell = |number: &Float| number.at(number.view.of(at(number.view.var)));
        let cells: Vec<Interval> = self.arguments.iter().map(cell).collect();
        self.rule.contract(&mut cells.clone())
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let n = self.arguments.len();
        let needed = match self.rule.n_arguments() {
            Some(needed) => needed,
            None if n < 2 => 2,
            None => n,
        };
        if n != needed {
            return invalid(self.name(), format!("{n} arguments, not {needed}"));
        }
        model.check_views(self.name(), &self.views())
    }

    fn post(&self, out: &mut Poster<'_>) {
        let bounds = |number: &Float| (out.store().min(number.view), out.store().max(number.view));
        let start: Vec<(i32, i32)> = self.arguments.iter().map(bounds).collect();
        let wakes = self.arguments.iter();
        let wakes: Vec<Wake> = wakes
            .map(|number| Wake::on(number.view, On::Bounds))
            .collect();
        let propagator = FloatBounds {
            relation: self.clone(),
            boxes: Vec::with_capacity(start.len()),
            start,
        };
        out.add(Cost::Linear, propagator, wakes);
    }
}

/// After this many rounds other propagators run.
const MAX_ROUNDS: usize = 8;

/// A domain of more values than this shrinks in steps of at least this part of it.
const STEPS: i64 = 64;

/// Reasons of more arguments than this are not shortened.
const MAX_SHORTENED: usize = 8;

/// A tag is the index of an argument, or their number for a failure.
#[derive(Debug)]
struct FloatBounds {
    relation: FloatRelation,
    /// The bounds at the start.
    start: Vec<(i32, i32)>,
    /// The intervals of the arguments: scratch memory of one run.
    boxes: Vec<Interval>,
}

impl FloatBounds {
    /// Whether the bounds imply the needed atom for an argument, or a contradiction.
    fn suffices(&mut self, bounds: &[(i32, i32)], index: usize, need: ViewAtom) -> bool {
        let arguments = &self.relation.arguments;
        self.boxes.clear();
        let pairs = arguments.iter().zip(bounds);
        self.boxes
            .extend(pairs.map(|(number, &(min, max))| number.between(min, max)));
        if !self.relation.rule.contract(&mut self.boxes) {
            return true;
        }
        let Some(number) = arguments.get(index) else {
            return false;
        };
        let Some((min, max)) = number.values_in(self.boxes[index], bounds[index]) else {
            return true;
        };
        match need {
            ViewAtom::Ge(bound) => i64::from(min) >= bound,
            ViewAtom::Le(bound) => i64::from(max) <= bound,
            _ => false,
        }
    }
}

impl Propagator for FloatBounds {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let arguments = &self.relation.arguments;
        let failure = Tag(arguments.len() as u32);
        for _ in 0..MAX_ROUNDS {
            let bounds = arguments.iter().map(|number| {
                let (min, max) = store.bounds(number.view);
                number.between(min, max)
            });
            self.boxes.clear();
            self.boxes.extend(bounds);
            if !self.relation.rule.contract(&mut self.boxes) {
                return Err(store.fail(failure));
            }
            let mut changed = false;
            for (i, (number, part)) in arguments.iter().zip(&self.boxes).enumerate() {
                let (min, max) = store.bounds(number.view);
                let tag = Tag(i as u32);
                let Some((low, high)) = number.values_in(*part, (min, max)) else {
                    return Err(store.fail(tag));
                };
                let width = i64::from(max) - i64::from(min);
                let is_step = |by: i64| by > 0 && (width <= STEPS || by > width / STEPS);
                if is_step(i64::from(low) - i64::from(min)) {
                    changed |= store.set_min(number.view, low, tag)?;
                }
                if is_step(i64::from(max) - i64::from(high)) {
                    changed |= store.set_max(number.view, high, tag)?;
                }
            }
            if !changed {
                let is_fixed = |number: &Float| store.is_fixed(number.view);
                return Ok(Status::entailed_if(arguments.iter().all(is_fixed)));
            }
        }
        Ok(Status::Rerun)
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let index = tag.0 as usize;
        let views = self.relation.views();
        let n = views.len();
        let mut bounds: Vec<(i32, i32)> = views
            .iter()
            .map(|&view| (past.min(view), past.max(view)))
            .collect();
        let need = match views.get(index) {
            Some(&view) => ViewAtom::implying(needed, view),
            None => ViewAtom::False,
        };
        if n <= MAX_SHORTENED {
            // The argument's own bounds are needed least often.
            for at in (0..n).map(|i| (index + i) % n) {
                for is_low in [true, false] {
                    let kept = bounds[at];
                    let start = self.start[at];
                    bounds[at] = match is_low {
                        true => (start.0, kept.1),
                        false => (kept.0, start.1),
                    };
                    if !self.suffices(&bounds, index, need) {
                        bounds[at] = kept;
                    }
                }
            }
        }
        for ((&view, &(min, max)), &start) in views.iter().zip(&bounds).zip(&self.start) {
            if min != start.0 {
                why.add(view.at_least(clamped(min.into())));
            }
            if max != start.1 {
                why.add(view.at_most(clamped(max.into())));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_testing::Draws;
    use gridwright_testing::laws::{CHECKS, Laws};

    /// A number by a view: an integer, a fraction, or a cell of a coarse grid.
    fn number(view: View, draws: &mut Draws) -> Float {
        match draws.below(3) {
            0 => Float::int(view),
            1 => Float::decimal(view, 1),
            // Cells of width 1 from -0.5.
            _ => Float::cells(view, Grid::unit()),
        }
    }

    fn laws(name: &'static str, n: usize, rule: impl Fn(&mut Draws) -> FloatRule + 'static) {
        Laws::new(name, move |x, draws| {
            let rule = rule(draws);
            let numbers: Vec<Float> = x.iter().map(|&view| number(view, draws)).collect();
            Some(float_relation(rule, numbers))
        })
        .views(n..=n, -3..=5)
        .claims([CHECKS, CHECKS, CHECKS])
        .check_rounds(15);
    }

    #[test]
    fn laws_of_sums() {
        laws("float_linear", 3, |draws| FloatRule::Linear {
            factors: (0..3)
                .map(|_| f64::from(draws.between(-4, 4)) / 2.0)
                .collect(),
            comparison: [
                FloatComparison::Equal,
                FloatComparison::NotEqual,
                FloatComparison::AtMost,
                FloatComparison::Below,
            ][draws.below(4)],
            constant: f64::from(draws.between(-8, 8)) / 4.0,
        });
    }

    #[test]
    fn laws_of_products() {
        laws("float_times", 3, |_| FloatRule::Times);
        laws("float_divide", 3, |_| FloatRule::Divide);
    }

    #[test]
    fn laws_of_functions() {
        laws("float_function", 2, |draws| {
            FloatRule::Function(
                [
                    FloatFunction::Abs,
                    FloatFunction::Square,
                    FloatFunction::Sqrt,
                    FloatFunction::Exp,
                    FloatFunction::Sin,
                ][draws.below(5)],
            )
        });
    }

    #[test]
    fn laws_of_choices() {
        laws("float_maximum", 3, |_| FloatRule::Maximum);
        laws("float_minimum", 3, |_| FloatRule::Minimum);
        laws("float_power", 3, |_| FloatRule::Power);
        laws("float_element", 4, |_| FloatRule::Element);
    }
}
