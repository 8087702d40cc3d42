//! A FlatZinc text as a model of the constraints that `pumpkin-checker` knows, for proofs in the DRCP format.
//!
//! Constraints keep their order, and no variable is replaced by another, because the checker reads the same text.

use std::collections::HashSet;

use gridwright_fd::Deadline;
use gridwright_solve::{DrcpConstraint, DrcpItem, DrcpModel, DrcpObjective, DrcpTask, DrcpVar};
use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::load::loader::{Loader, Referent, to_domain};
use crate::parse::parse;
use crate::parse::syntax::{ConstraintItem, Expr, Goal, Type, Value};

/// The most values between the bounds of all domains that are not in them.
const MAX_GAPS: i64 = 1_000_000;

/// Reads a text whose constraints the checker knows; otherwise says which it does not.
pub fn read_drcp(text: &str) -> Result<DrcpModel, Vec<Diagnostic>> {
    let (items, errors) = parse(text, &Deadline::never());
    if !errors.is_empty() {
        return Err(errors);
    }
    let loader = Loader::new(&items);
    if !loader.errors.is_empty() {
        return Err(loader.errors);
    }
    let one = |error: Diagnostic| vec![error];
    let mut reader = Reader {
        loader: &loader,
        model: DrcpModel::default(),
        numbers: vec![None; loader.variables.len()],
        n_gaps: 0,
    };
    for item in &items.constraints {
        let constraint = reader.constraint(item).map_err(one)?;
        reader.model.constraints.push(constraint);
    }
    let Some(solve) = &items.solve else {
        let end = Span::new(text.len(), text.len());
        return Err(one(Diagnostic::error("the `solve` item is missing", end)));
    };
    reader.model.objective = match &solve.goal {
        Goal::Satisfy => None,
        Goal::Minimise(expr) => Some(DrcpObjective::Minimise(reader.var(expr).map_err(one)?)),
        Goal::Maximise(expr) => Some(DrcpObjective::Maximise(reader.var(expr).map_err(one)?)),
    };
    Ok(reader.model)
}

struct Reader<'l, 'a> {
    loader: &'l Loader<'a>,
    model: DrcpModel,
    /// By variable of the text: its index in the model, if it is used.
    numbers: Vec<Option<u32>>,
    n_gaps: i64,
}

impl<'a> Reader<'_, 'a> {
    fn constraint(&mut self, item: &'a ConstraintItem<'a>) -> Result<DrcpConstraint> {
        let wrong = |what: &str| Diagnostic::error(what, item.span);
        match (item.name, &item.arguments[..]) {
            ("int_lin_le" | "int_lin_eq", [scales, items, bound]) => {
                let scales = self.ints(scales)?;
                let items = self.items(items)?;
                let bound = self.loader.int32(bound)?;
                if scales.len() != items.len() {
                    return Err(wrong("a sum has as many coefficients as variables"));
                }
                let terms: Vec<(i32, DrcpItem)> = scales.into_iter().zip(items).collect();
                if terms.iter().any(|term| term.0 == 0) {
                    return Err(wrong("pumpkin-checker accepts no coefficient 0"));
                }
                if self.has_duplicate(terms.iter().map(|term| term.1)) {
                    return Err(wrong("a variable occurs twice in this sum"));
                }
                if !terms.iter().all(|&term| self.is_small(term)) {
                    return Err(wrong("a term of this sum is too large for pumpkin-checker"));
                }
                Ok(DrcpConstraint::Linear {
                    terms,
                    is_equation: item.name == "int_lin_eq",
                    bound,
                })
            }
            ("pumpkin_all_different", [items]) => {
                Ok(DrcpConstraint::AllDifferent(self.items(items)?))
            }
            ("pumpkin_cumulative", [starts, durations, demands, capacity]) => {
                let starts = self.items(starts)?;
                let (durations, demands) = (self.ints(durations)?, self.ints(demands)?);
                let capacity = self.loader.int32(capacity)?;
                if durations.len() != starts.len() || demands.len() != starts.len() {
                    return Err(wrong("every task has a start, a duration and a demand"));
                }
                if self.has_duplicate(starts.iter().copied()) {
                    return Err(wrong("two tasks have the same start"));
                }
                if durations.iter().chain(&demands).any(|&number| number < 0) {
                    return Err(wrong("a duration or a demand is negative"));
                }
                // The checker takes such a task for a contradiction even if it never runs.
                if demands.iter().any(|&demand| demand > capacity) {
                    return Err(wrong("a task needs more than the capacity"));
                }
                let all = starts.into_iter().zip(durations).zip(demands);
                let tasks = all.map(|((start, duration), demand)| DrcpTask {
                    start,
                    duration,
                    demand,
                });
                Ok(DrcpConstraint::Cumulative {
                    tasks: tasks.collect(),
                    capacity,
                })
            }
            (name, _) => Err(wrong(&format!(
                "pumpkin-checker does not know the constraint `{name}`; it knows int_lin_le, int_lin_eq, pumpkin_all_different and pumpkin_cumulative"
            ))),
        }
    }

    fn ints(&self, expr: &'a Expr<'a>) -> Result<Vec<i32>> {
        let items = self.loader.items(expr)?.iter();
        items.map(|item| self.loader.int32(item)).collect()
    }

    fn items(&mut self, expr: &'a Expr<'a>) -> Result<Vec<DrcpItem>> {
        let items = self.loader.items(expr)?.iter();
        items.map(|item| self.item(item)).collect()
    }

    fn item(&mut self, expr: &'a Expr<'a>) -> Result<DrcpItem> {
        match self.loader.lookup(expr)? {
            Referent::Variable(_) => Ok(DrcpItem::Var(self.var(expr)?)),
            Referent::Value(_) => Ok(DrcpItem::Constant(self.loader.int32(expr)?)),
        }
    }

    /// The index of a variable, which is added when it is first used.
    fn var(&mut self, expr: &'a Expr<'a>) -> Result<u32> {
        let Referent::Variable(index) = self.loader.lookup(expr)? else {
            return Err(Diagnostic::error("expected a variable", expr.span()));
        };
        if let Some(number) = self.numbers[index] {
            return Ok(number);
        }
        let declaration = self.loader.variables[index].declaration;
        let name = declaration.name;
        let wrong = |what: String| Diagnostic::error(what, declaration.span);
        let domain = match &declaration.ty {
            Type::Int(Some(ranges)) => to_domain(ranges, declaration.span)?,
            Type::Int(None) => {
                return Err(wrong(format!(
                    "the variable `{name}` has no bounds, which a proof needs"
                )));
            }
            _ => {
                return Err(wrong(format!(
                    "pumpkin-checker knows no Boolean variables, such as `{name}`"
                )));
            }
        };
        let ranges: Vec<(i32, i32)> = domain.ranges().collect();
        if ranges.is_empty() {
            return Err(wrong(format!("the variable `{name}` has no value")));
        }
        // The checker ignores values of declarations.
        if let Some(value) = &declaration.value {
            let value = match &value.value {
                Value::Int(value) => i32::try_from(*value).ok(),
                _ => None,
            };
            if value.is_none_or(|value| ranges != [(value, value)]) {
                return Err(wrong(format!(
                    "pumpkin-checker ignores the value of the variable `{name}`; state it as a domain or a constraint"
                )));
            }
        }
        let gaps = ranges.windows(2);
        let gaps = gaps.map(|pair| i64::from(pair[1].0) - i64::from(pair[0].1) - 1);
        self.n_gaps += gaps.sum::<i64>();
        if self.n_gaps > MAX_GAPS {
            return Err(wrong(
                "the domains have too many gaps for a proof".to_owned(),
            ));
        }
        let number = self.model.vars.len() as u32;
        self.numbers[index] = Some(number);
        self.model.vars.push(DrcpVar {
            name: name.to_owned(),
            ranges,
        });
        Ok(number)
    }

    fn has_duplicate(&self, items: impl Iterator<Item = DrcpItem>) -> bool {
        let mut seen = HashSet::new();
        items
            .filter_map(|item| match item {
                DrcpItem::Var(var) => Some(var),
                DrcpItem::Constant(_) => None,
            })
            .any(|var| !seen.insert(var))
    }

    /// Whether a term has only values that the checker can compute.
    fn is_small(&self, (scale, item): (i32, DrcpItem)) -> bool {
        let (min, max) = match item {
            DrcpItem::Constant(value) => (value, value),
            DrcpItem::Var(var) => {
                let ranges = &self.model.vars[var as usize].ranges;
                (ranges[0].0, ranges[ranges.len() - 1].1)
            }
        };
        // One more at both ends, for bounds that a contradiction would have.
        [i64::from(min) - 1, i64::from(max) + 1]
            .iter()
            .all(|end| (end * i64::from(scale)).unsigned_abs() < i32::MAX as u64)
    }
}
