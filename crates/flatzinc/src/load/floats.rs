//! Floats. A float that is computed from integers with decimal factors becomes an integer variable in units of a power of ten, exactly. Every other float
//! variable becomes the number of a cell of a grid over its bounds, and its constraints propagate intervals.

use gridwright_constraints::{
    Float, FloatComparison, FloatFunction, FloatRule, Grid, Interval, float_relation, linear_eq,
};
use gridwright_fd::{MAX_VALUE, MIN_VALUE, View};
use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::load::builtin::{Arguments, Built, Builtin, builtin};
use crate::load::linear::{Comparison, compared};
use crate::load::loader::{Loader, Referent, Resolved};
use crate::load::number::{Number, decimal};
use crate::load::relation::Relation;
use crate::parse::syntax::{ConstraintItem, Expr, Type, Value};

/// Float variables without bounds, after all constraints were used to find some, range from `-FLOAT_UNBOUNDED` to `FLOAT_UNBOUNDED`.
pub(crate) const FLOAT_UNBOUNDED: f64 = 1_000_000.0;

/// The most decimal digits of an exact sum.
const MAX_SUM_DIGITS: u32 = 9;

/// A float whose bounds are closer than this part of it needs no variable.
const KNOWN: f64 = 1e-12;

/// How the arguments of a constraint become a rule.
#[derive(Clone, Debug)]
enum FloatSignature {
    /// The sum of the arguments, each times a factor, compared with 0.
    Sum(&'static [f64], FloatComparison),
    /// Factors, terms and a constant: the sum of the terms compared with it.
    Linear(FloatComparison),
    /// A rule over the arguments.
    Rule(FloatRule),
    /// A function of the first argument.
    Function(FloatFunction),
    /// A rule over the items of the last argument and the first one.
    OfItems(FloatRule),
    /// A position, items, and the item there.
    Element,
}

/// Float constraints, with the number of their arguments.
const SIGNATURES: &[(&str, usize, FloatSignature)] = &[
    (
        "float_eq",
        2,
        FloatSignature::Sum(&[1.0, -1.0], FloatComparison::Equal),
    ),
    (
        "int2float",
        2,
        FloatSignature::Sum(&[1.0, -1.0], FloatComparison::Equal),
    ),
    (
        "float_ne",
        2,
        FloatSignature::Sum(&[1.0, -1.0], FloatComparison::NotEqual),
    ),
    (
        "float_le",
        2,
        FloatSignature::Sum(&[1.0, -1.0], FloatComparison::AtMost),
    ),
    (
        "float_lt",
        2,
        FloatSignature::Sum(&[1.0, -1.0], FloatComparison::Below),
    ),
    (
        "float_negate",
        2,
        FloatSignature::Sum(&[1.0, 1.0], FloatComparison::Equal),
    ),
    (
        "float_plus",
        3,
        FloatSignature::Sum(&[1.0, 1.0, -1.0], FloatComparison::Equal),
    ),
    (
        "float_minus",
        3,
        FloatSignature::Sum(&[1.0, -1.0, -1.0], FloatComparison::Equal),
    ),
    (
        "float_lin_eq",
        3,
        FloatSignature::Linear(FloatComparison::Equal),
    ),
    (
        "float_lin_ne",
        3,
        FloatSignature::Linear(FloatComparison::NotEqual),
    ),
    (
        "float_lin_le",
        3,
        FloatSignature::Linear(FloatComparison::AtMost),
    ),
    (
        "float_lin_lt",
        3,
        FloatSignature::Linear(FloatComparison::Below),
    ),
    ("float_times", 3, FloatSignature::Rule(FloatRule::Times)),
    ("float_div", 3, FloatSignature::Rule(FloatRule::Divide)),
    ("float_pow", 3, FloatSignature::Rule(FloatRule::Power)),
    ("float_min", 3, FloatSignature::Rule(FloatRule::Minimum)),
    ("float_max", 3, FloatSignature::Rule(FloatRule::Maximum)),
    ("float_abs", 2, FloatSignature::Function(FloatFunction::Abs)),
    (
        "float_sqrt",
        2,
        FloatSignature::Function(FloatFunction::Sqrt),
    ),
    ("float_exp", 2, FloatSignature::Function(FloatFunction::Exp)),
    ("float_ln", 2, FloatSignature::Function(FloatFunction::Ln)),
    (
        "float_log2",
        2,
        FloatSignature::Function(FloatFunction::Log2),
    ),
    (
        "float_log10",
        2,
        FloatSignature::Function(FloatFunction::Log10),
    ),
    ("float_sin", 2, FloatSignature::Function(FloatFunction::Sin)),
    ("float_cos", 2, FloatSignature::Function(FloatFunction::Cos)),
    ("float_tan", 2, FloatSignature::Function(FloatFunction::Tan)),
    (
        "float_asin",
        2,
        FloatSignature::Function(FloatFunction::Asin),
    ),
    (
        "float_acos",
        2,
        FloatSignature::Function(FloatFunction::Acos),
    ),
    (
        "float_atan",
        2,
        FloatSignature::Function(FloatFunction::Atan),
    ),
    (
        "float_sinh",
        2,
        FloatSignature::Function(FloatFunction::Sinh),
    ),
    (
        "float_cosh",
        2,
        FloatSignature::Function(FloatFunction::Cosh),
    ),
    (
        "float_tanh",
        2,
        FloatSignature::Function(FloatFunction::Tanh),
    ),
    (
        "float_asinh",
        2,
        FloatSignature::Function(FloatFunction::Asinh),
    ),
    (
        "float_acosh",
        2,
        FloatSignature::Function(FloatFunction::Acosh),
    ),
    (
        "float_atanh",
        2,
        FloatSignature::Function(FloatFunction::Atanh),
    ),
    (
        "array_float_minimum",
        2,
        FloatSignature::OfItems(FloatRule::Minimum),
    ),
    (
        "array_float_maximum",
        2,
        FloatSignature::OfItems(FloatRule::Maximum),
    ),
    ("array_float_element", 3, FloatSignature::Element),
    ("array_var_float_element", 3, FloatSignature::Element),
];

/// The float constraints. Comparisons have reified forms.
pub(crate) fn builtins() -> impl Iterator<Item = Builtin> {
    let of_rules = SIGNATURES.iter();
    let of_rules = of_rules.map(|&(name, n_arguments, _)| builtin(name, n_arguments, post));
    of_rules.chain([builtin("float_in", 3, within)])
}

/// A constraint as a rule and the expressions of its arguments; `None` if it is not a constraint over floats.
fn rule_of<'a>(
    loader: &Loader<'a>,
    name: &str,
    arguments: &'a [Expr<'a>],
) -> Result<Option<(FloatRule, Vec<&'a Expr<'a>>)>> {
    if !name.contains("float") {
        return Ok(None);
    }
    let mut forms = SIGNATURES.iter();
    let form = forms.find(|(known, n, _)| *known == name && *n == arguments.len());
    let Some((.., form)) = form else {
        return Ok(None);
    };
    let linear = |factors: Vec<f64>, comparison: &FloatComparison, constant| FloatRule::Linear {
        factors,
        comparison: *comparison,
        constant,
    };
    Ok(Some(match (form, arguments) {
        (FloatSignature::Sum(factors, comparison), all) => (
            linear(factors.to_vec(), comparison, 0.0),
            all.iter().collect(),
        ),
        (FloatSignature::Linear(comparison), [factors, terms, constant]) => {
            let (factors, terms) = (loader.float_constants(factors)?, loader.items(terms)?);
            if factors.len() != terms.len() {
                let message = format!("{} coefficients for {} terms", factors.len(), terms.len());
                return Err(Diagnostic::error(message, arguments[0].span()));
            }
            let constant = loader.float_constant(constant)?;
            (
                linear(factors, comparison, constant),
                terms.iter().collect(),
            )
        }
        (FloatSignature::Rule(FloatRule::Times), [x, y, z]) if is_same_name(x, y) => {
            (FloatRule::Function(FloatFunction::Square), vec![x, z])
        }
        (FloatSignature::Rule(rule), all) => (rule.clone(), all.iter().collect()),
        (FloatSignature::Function(function), all) => {
            (FloatRule::Function(*function), all.iter().collect())
        }
        (FloatSignature::OfItems(rule), [last, items]) => {
            let all = loader.items(items)?.iter().chain([last]);
            (rule.clone(), all.collect())
        }
        (FloatSignature::Element, [position, items, value]) => {
            let items = loader.items(items)?.iter();
            let all = [position].into_iter().chain(items).chain([value]);
            (FloatRule::Element, all.collect())
        }
        (FloatSignature::Linear(_) | FloatSignature::OfItems(_) | FloatSignature::Element, _) => {
            return Ok(None);
        }
    }))
}

fn is_same_name(x: &Expr<'_>, y: &Expr<'_>) -> bool {
    matches!((&x.value, &y.value), (Value::Name(x), Value::Name(y)) if x == y)
}

/// The relation of a constraint: over integers if all its numbers are exact and it is a sum, else over intervals.
fn post(args: &mut Arguments<'_, '_>) -> Built {
    let Some((rule, operands)) = rule_of(args.loader, args.name, args.all)? else {
        return Err(args.error(format!("`{}` is not supported", args.name)));
    };
    let numbers = operands
        .into_iter()
        .map(|operand| args.loader.number(operand));
    let numbers: Vec<Number> = numbers.collect::<Result<_>>()?;
    relation_of(args, rule, &numbers)
}

fn relation_of(args: &Arguments<'_, '_>, rule: FloatRule, numbers: &[Number]) -> Built {
    if let FloatRule::Linear {
        factors,
        comparison,
        constant,
    } = &rule
        && let Some((terms, constant, _)) = scaled(factors, numbers, *constant)
    {
        let (comparison, constant) = match comparison {
            FloatComparison::Equal => (Comparison::Equal, constant),
            FloatComparison::NotEqual => (Comparison::NotEqual, constant),
            FloatComparison::AtMost => (Comparison::AtMost, constant),
            FloatComparison::Below => (Comparison::AtMost, constant - 1),
        };
        return compared(args, terms, comparison, constant);
    }
    let floats: Vec<Float> = numbers.iter().map(|number| number.float).collect();
    Ok(Relation::Float(float_relation(rule, floats)))
}

/// `float_in(x, a, b)`
fn within(args: &mut Arguments<'_, '_>) -> Built {
    let number = args.loader.number(&args.all[0])?;
    let low = args.loader.float_constant(&args.all[1])?;
    let high = args.loader.float_constant(&args.all[2])?;
    args.loader
        .bound(number, Interval::new(low, high), args.span)?;
    Ok(Relation::constant(true))
}

/// A sum of exact numbers with decimal factors as a sum of integers, its constant, and the number of digits by which both are divided.
fn scaled(factors: &[f64], numbers: &[Number], constant: f64) -> Option<Scaled> {
    let mut parts = Vec::with_capacity(factors.len());
    let (whole, mut digits) = decimal(constant)?;
    let constant_digits = digits;
    for (&factor, number) in factors.iter().zip(numbers) {
        let ((view, of_number), (factor, of_factor)) = (number.exact?, decimal(factor)?);
        digits = digits.max(of_number + of_factor);
        parts.push((factor, view, of_number + of_factor));
    }
    let power = |by: u32| 10_i64.checked_pow(by);
    let terms = parts.into_iter().map(|(factor, view, own)| {
        let factor = factor.checked_mul(power(digits - own)?)?;
        Some((i32::try_from(factor).ok()?, view))
    });
    let terms: Option<Vec<(i32, View)>> = terms.collect();
    let constant = whole.checked_mul(power(digits - constant_digits)?)?;
    Some((terms?, constant, digits))
}

/// Terms, constant and digits.
type Scaled = (Vec<(i32, View)>, i64, u32);

impl<'a> Loader<'a> {
    /// A constant float, or an integer as one.
    pub(crate) fn float_constant(&self, expr: &'a Expr<'a>) -> Result<f64> {
        match self.lookup(expr)? {
            Referent::Value(Value::Float(word)) => Ok(word.parse().unwrap_or(f64::NAN)),
            _ => Ok(self.int(expr)? as f64),
        }
    }

    fn float_constants(&self, expr: &'a Expr<'a>) -> Result<Vec<f64>> {
        let items = self.items(expr)?.iter();
        items.map(|item| self.float_constant(item)).collect()
    }

    /// A float: a constant or a variable. Integers and Booleans are floats too.
    pub(crate) fn number(&mut self, expr: &'a Expr<'a>) -> Result<Number> {
        match self.lookup(expr)? {
            Referent::Variable(index) => Ok(match self.resolve(index)? {
                Resolved::Float(number) => number,
                Resolved::Int(view) => Number::int(view),
                Resolved::Bool(atom) => Number::int(self.as_int_view(atom)),
            }),
            Referent::Value(_) => Ok(Number::constant(self.float_constant(expr)?)),
        }
    }

    /// The float that an expression refers to, if it is a float variable.
    pub(crate) fn float(&mut self, expr: &'a Expr<'a>) -> Option<Float> {
        let Ok(Referent::Variable(index)) = self.lookup(expr) else {
            return None;
        };
        match self.resolve(index) {
            Ok(Resolved::Float(number)) => Some(number.float),
            _ => None,
        }
    }

    /// The view that is optimised for an objective.
    pub(crate) fn objective(&mut self, expr: &'a Expr<'a>) -> Result<View> {
        match self.float(expr) {
            Some(float) => Ok(float.view),
            None => self.view(expr),
        }
    }

    /// The float that a defining constraint makes: an integer as a float, or an exact sum.
    pub(crate) fn defined_float(
        &mut self,
        index: usize,
        posted: &'a ConstraintItem<'a>,
    ) -> Option<Resolved> {
        match (posted.name, &posted.arguments[..]) {
            ("int2float", [int, float]) => {
                self.is_the_variable(float, index).then_some(())?;
                let number = Number::int(self.view(int).ok()?);
                let bounds = self.declared_floats(index);
                self.bound(number, bounds, posted.span).ok()?;
                Some(Resolved::Float(number))
            }
            ("float_lin_eq", [factors, terms, constant]) => {
                let factors = self.float_constants(factors).ok()?;
                let (terms, constant) =
                    (self.items(terms).ok()?, self.float_constant(constant).ok()?);
                self.exact_sum(index, &factors, terms, constant)
            }
            _ => None,
        }
    }

    /// `sum of factor * x = constant` defines the variable as an exact number, if all others are and its own factor is 1 or -1.
    fn exact_sum(
        &mut self,
        index: usize,
        factors: &[f64],
        terms: &'a [Expr<'a>],
        constant: f64,
    ) -> Option<Resolved> {
        let own: Vec<usize> = (0..terms.len())
            .filter(|&i| self.is_the_variable(&terms[i], index))
            .collect();
        let &[own] = &own[..] else { return None };
        let sign = factors.get(own).filter(|factor| factor.abs() == 1.0)?;
        let (mut others, mut numbers) = (Vec::new(), Vec::new());
        for (i, term) in terms.iter().enumerate().filter(|&(i, _)| i != own) {
            others.push(*factors.get(i)?);
            numbers.push(self.number(term).ok()?);
        }
        let (mut parts, constant, digits) = scaled(&others, &numbers, constant)?;
        if digits > MAX_SUM_DIGITS {
            return None;
        }
        let unit = 10_f64.powi(digits as i32);
        let Interval { lo, hi } = self.declared_floats(index);
        let (mut min, mut max) = (constant, constant);
        for &(factor, view) in &parts {
            let (low, high) = self.model.bounds(view);
            let ends = [i64::from(factor) * low, i64::from(factor) * high];
            min = min.checked_sub(ends[0].max(ends[1]))?;
            max = max.checked_sub(ends[0].min(ends[1]))?;
        }
        if *sign < 0.0 {
            (min, max) = (-max, -min);
        }
        // The declared bounds, with a margin for rounding when MiniZinc computed them.
        let size = (lo * unit).abs().min(1e15).max((hi * unit).abs().min(1e15));
        let margin = (1e-9 * (1.0 + size)).min(0.5);
        min = min.max((lo * unit - margin).ceil().clamp(-9e15, 9e15) as i64);
        max = max.min((hi * unit + margin).floor().clamp(-9e15, 9e15) as i64);
        let range = i64::from(MIN_VALUE)..=i64::from(MAX_VALUE);
        if min > max || !range.contains(&min) || !range.contains(&max) {
            return None;
        }
        let name = self.variables[index].declaration.name;
        let var = self.model.var(name, min as i32..=max as i32).ok()?;
        parts.push((*sign as i32, var.into()));
        self.model.post(linear_eq(parts, constant)).ok()?;
        Some(Resolved::Float(Number::decimal(var.into(), digits)))
    }

    /// The declared bounds of a float variable.
    fn declared_floats(&self, index: usize) -> Interval {
        match self.variables[index].declaration.ty {
            Type::Float(Some((lo, hi))) => Interval::new(lo, hi),
            _ => Interval::ALL,
        }
    }

    /// Posts that a number is in an interval.
    pub(crate) fn bound(&mut self, number: Number, inside: Interval, span: Span) -> Result {
        for (factor, end) in [(-1.0, -inside.lo), (1.0, inside.hi)] {
            if end.is_finite() {
                let rule = FloatRule::Linear {
                    factors: vec![factor],
                    comparison: FloatComparison::AtMost,
                    constant: end,
                };
                self.post(float_relation(rule, [number.float]), span)?;
            }
        }
        Ok(())
    }

    /// Creates a float variable: the number of a cell of a grid over its bounds.
    pub(crate) fn create_float(&mut self, index: usize) -> Result<Resolved> {
        let declaration = self.variables[index].declaration;
        let found = self.float_box(index)?;
        if found.is_empty() {
            self.post_false();
            return Ok(Resolved::Float(Number::constant(0.0)));
        }
        if found.is_point() {
            return Ok(Resolved::Float(Number::constant(found.lo)));
        }
        if found.hi - found.lo <= KNOWN * found.lo.abs().max(found.hi.abs()).max(1.0) {
            return Ok(Resolved::Float(Number {
                float: Float::within(found),
                exact: None,
            }));
        }
        let is_unbounded = !found.lo.is_finite() || !found.hi.is_finite();
        let limit = Interval::new(-FLOAT_UNBOUNDED, FLOAT_UNBOUNDED);
        let bounds = match is_unbounded {
            // One bound may be beyond the assumed ones.
            true => Interval::new(
                if found.lo.is_finite() {
                    found.lo
                } else {
                    limit.lo.min(found.hi - limit.hi)
                },
                if found.hi.is_finite() {
                    found.hi
                } else {
                    limit.hi.max(found.lo + limit.hi)
                },
            ),
            false => found,
        };
        let grid = Grid::new(bounds);
        let var = self.model.var(declaration.name, grid.values());
        let var = var.map_err(|error| Diagnostic::error(error.to_string(), declaration.span))?;
        if is_unbounded {
            self.unbounded.push(var);
        }
        self.cells.push(var);
        let number = Number {
            float: Float::cells(var, grid),
            exact: None,
        };
        // The outermost cells may reach beyond the bounds.
        self.bound(number, bounds, declaration.span)?;
        Ok(Resolved::Float(number))
    }

    /// The bounds of a float variable that follow from all constraints.
    fn float_box(&mut self, index: usize) -> Result<Interval> {
        if self.float_boxes.is_none() {
            self.float_boxes = Some(self.all_boxes()?);
        }
        let boxes = self.float_boxes.as_ref();
        Ok(boxes.map_or(Interval::ALL, |boxes| boxes[index]))
    }

    /// The intervals of all variables, narrowed by the float constraints that are not reified.
    fn all_boxes(&self) -> Result<Vec<Interval>> {
        const MAX_ROUNDS: usize = 30;
        let declared = |ty: &Type| match ty {
            Type::Float(Some((lo, hi))) => Interval::new(*lo, *hi),
            Type::Float(None) => Interval::ALL,
            Type::Bool => Interval::new(0.0, 1.0),
            Type::Int(Some(ranges)) => ranges
                .iter()
                .map(|&(min, max)| Interval::new(min as f64, max as f64))
                .reduce(Interval::hull)
                .unwrap_or(Interval::point(0.0)),
            // A definition may give it any value that a variable can have.
            _ => Interval::new(f64::from(MIN_VALUE), f64::from(MAX_VALUE)),
        };
        let variables = self.variables.iter();
        let mut boxes: Vec<Interval> = variables
            .map(|variable| declared(&variable.declaration.ty))
            .collect();
        let mut rules = Vec::new();
        for item in &self.items.constraints {
            if let Some((rule, operands)) = rule_of(self, item.name, &item.arguments)? {
                let operands = operands.into_iter().map(|operand| {
                    Ok(match self.lookup(operand)? {
                        Referent::Variable(index) => Operand::Variable(index),
                        Referent::Value(_) => Operand::Constant(self.float_constant(operand)?),
                    })
                });
                rules.push((rule, operands.collect::<Result<Vec<Operand>>>()?));
            }
        }
        for (variable, part) in self.variables.iter().zip(0..) {
            // A value in the declaration is an equality.
            if let (Type::Float(_), Some(value)) =
                (&variable.declaration.ty, &variable.declaration.value)
                && let Ok(constant) = self.float_constant(value)
            {
                boxes[part] = boxes[part].meet(Interval::point(constant));
            }
        }
        let mut parts = Vec::new();
        for _ in 0..MAX_ROUNDS {
            let mut has_changed = false;
            for (rule, operands) in &rules {
                parts.clear();
                parts.extend(operands.iter().map(|operand| match operand {
                    Operand::Variable(index) => boxes[*index],
                    Operand::Constant(value) => Interval::point(*value),
                }));
                if !rule.contract(&mut parts) {
                    // There is no solution; the constraints will show it.
                    return Ok(boxes);
                }
                for (operand, part) in operands.iter().zip(&parts) {
                    if let Operand::Variable(index) = operand {
                        let was = boxes[*index];
                        let met = was.meet(*part);
                        if met.is_empty() {
                            return Ok(boxes);
                        }
                        has_changed |= met.hi - met.lo < 0.99 * (was.hi - was.lo)
                            || (met != was && !(was.hi - was.lo).is_finite());
                        boxes[*index] = met;
                    }
                }
            }
            if !has_changed {
                break;
            }
        }
        Ok(boxes)
    }
}

/// An argument of a rule before variables are resolved.
enum Operand {
    Variable(usize),
    Constant(f64),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_scaled_exactly() {
        let view = View::constant(7);
        let numbers = [Number::int(view), Number::decimal(view, 2)];
        let scaled = scaled(&[0.5, -3.0], &numbers, 1.25);
        assert_eq!(scaled, Some((vec![(50, view), (-3, view)], 125, 2)));
    }
}
