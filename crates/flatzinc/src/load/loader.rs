//! The loader: names, parameters, and what each FlatZinc variable is in the model.
//!
//! An integer variable is a view, a Boolean is an atom. Variables that another constraint defines need no variable of the model: `y = 2 * x + 3` is a view of `x`,
//! `b <-> x <= 3` an atom of `x`, `bool2int(b)` the Boolean itself. A Boolean gets a 0..1 variable when it is first used as a number.

use std::collections::HashMap;

use gridwright_constraints::{
    Interval, all_atoms, among, iff_atoms, value_channel, value_channels,
};
use gridwright_fd::{
    Atom, Constraint, Domain, MAX_VALUE, MIN_VALUE, Model, ModelError, Op, Var, View,
};
use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::load::number::Number;
use crate::parse::syntax::{
    ConstraintItem, Declaration, Expr, Items, Ranges, Type, Value, annotation,
};

/// Integer variables without bounds range from `-UNBOUNDED` to `UNBOUNDED`.
pub const UNBOUNDED: i32 = 1_000_000_000;

/// What a FlatZinc variable is in the model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Resolved {
    Int(View),
    Bool(Atom),
    Float(Number),
}

/// What a name or an expression refers to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Referent<'a> {
    /// A literal, a parameter or an array.
    Value(&'a Value<'a>),
    /// A variable, by its index.
    Variable(usize),
}

/// A FlatZinc variable.
#[derive(Debug)]
pub(crate) struct Variable<'a> {
    pub(crate) declaration: &'a Declaration<'a>,
    /// The index of the constraint that defines it.
    pub(crate) definition: Option<usize>,
    pub(crate) resolution: Resolution,
}

/// Whether it is known what a variable is in the model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Resolution {
    Unresolved,
    /// Its definition is being followed, so meeting it again is a cycle.
    InProgress,
    Resolved(Resolved),
}

/// From this many on, the 0..1 variables of the values of one variable share a propagator.
const MIN_CHANNELS: usize = 4;

/// Definitions are followed up to this depth; beyond it, a variable is created.
const MAX_DEPTH: usize = 200;

/// The state of loading a text.
#[derive(Debug)]
pub(crate) struct Loader<'a> {
    pub(crate) items: &'a Items<'a>,
    pub(crate) model: Model,
    pub(crate) names: HashMap<&'a str, Referent<'a>>,
    pub(crate) variables: Vec<Variable<'a>>,
    /// By constraint: whether it became a view or an atom and is not posted.
    pub(crate) absorbed: Vec<bool>,
    /// The depth of the definition being followed.
    pub(crate) depth: usize,
    /// The 0..1 variables of atoms that are used as numbers.
    bool_views: HashMap<Atom, View>,
    /// By variable, in the order of [`Loader::channelled`]: its values with a 0..1 variable.
    channels: HashMap<Var, Vec<(i32, Var)>>,
    channelled: Vec<Var>,
    /// The variables without bounds.
    pub(crate) unbounded: Vec<Var>,
    /// The variables that are numbers of cells of floats.
    pub(crate) cells: Vec<Var>,
    /// By variable: an interval that contains it; computed when the first float variable is created.
    pub(crate) float_boxes: Option<Vec<Interval>>,
    pub(crate) errors: Vec<Diagnostic>,
}

impl<'a> Loader<'a> {
    pub(crate) fn new(items: &'a Items<'a>) -> Loader<'a> {
        let mut loader = Loader {
            items,
            model: Model::new(),
            names: HashMap::with_capacity(items.declarations.len()),
            variables: Vec::new(),
            absorbed: vec![false; items.constraints.len()],
            depth: 0,
            bool_views: HashMap::new(),
            channels: HashMap::new(),
            channelled: Vec::new(),
            unbounded: Vec::new(),
            cells: Vec::new(),
            float_boxes: None,
            errors: Vec::new(),
        };
        // Elements come first, so that their indices are those of their variables.
        for declaration in &items.elements {
            loader.add_variable(declaration);
        }
        for declaration in &items.declarations {
            loader.declare(declaration);
        }
        for (index, item) in items.constraints.iter().enumerate() {
            if let Some([defined]) = annotation(&item.annotations, "defines_var")
                && let Value::Name(name) = defined.value
                && let Some(&Referent::Variable(var)) = loader.names.get(name)
            {
                loader.variables[var].definition = Some(index);
            }
        }
        loader
    }

    fn declare(&mut self, declaration: &'a Declaration<'a>) {
        let Declaration {
            name,
            span,
            ty,
            length,
            value,
            ..
        } = declaration;
        let referent = match (ty, length, value) {
            // MiniZinc writes arrays of no sets, which need no variables.
            (Type::Unsupported(_), Some(0), Some(expr)) => Referent::Value(&expr.value),
            (Type::Unsupported(what), ..) => return self.errors.push(unsupported(what, *span)),
            (Type::Parameter, _, Some(expr)) | (_, Some(_), Some(expr)) => {
                Referent::Value(&expr.value)
            }
            (_, Some(_), None) | (Type::Parameter, None, None) => {
                let message = format!("`{name}` has no value");
                return self.errors.push(Diagnostic::error(message, *span));
            }
            (_, None, _) => Referent::Variable(self.add_variable(declaration)),
        };
        if let (Some(length), Referent::Value(Value::Array(items))) = (length, referent)
            && *length != items.len() as i64
        {
            let message = format!(
                "`{name}` is declared with {length} items and has {}",
                items.len()
            );
            self.errors.push(Diagnostic::error(message, *span));
        }
        if self.names.insert(name, referent).is_some() {
            let message = format!("`{name}` is declared twice");
            self.errors.push(Diagnostic::error(message, *span));
        }
    }

    /// Adds a variable and returns its index.
    fn add_variable(&mut self, declaration: &'a Declaration<'a>) -> usize {
        self.variables.push(Variable {
            declaration,
            definition: None,
            resolution: Resolution::Unresolved,
        });
        self.variables.len() - 1
    }

    /// The atom, or the constant that it is under the initial domains.
    pub(crate) fn simplify(&self, atom: Atom) -> Atom {
        let domain = self.model.domain(atom.var());
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
            return atom;
        };
        let value = atom.value();
        let (always, never) = match atom.op() {
            Op::Ge => (min >= value, max < value),
            Op::Le => (max <= value, min > value),
            Op::Eq => (min == value && max == value, !domain.contains(value)),
            Op::Ne => (!domain.contains(value), min == value && max == value),
        };
        match (always, never) {
            (true, _) => Atom::TRUE,
            (_, true) => Atom::FALSE,
            _ => atom,
        }
    }

    /// A Boolean as a 0..1 view: of its own variable, or of a new one that is equivalent.
    pub(crate) fn as_int_view(&mut self, atom: Atom) -> View {
        let atom = self.simplify(atom);
        match atom {
            Atom::TRUE => return View::constant(1),
            Atom::FALSE => return View::constant(0),
            _ => {}
        }
        if matches!(atom.op(), Op::Le | Op::Ne) {
            return self.as_int_view(!atom).complement();
        }
        let domain = self.model.domain(atom.var());
        if (domain.min(), domain.max()) == (Some(0), Some(1)) {
            // Simplified atoms of a 0..1 variable are `= 0` or equivalent to `= 1`.
            let view = View::from(atom.var());
            return if atom == Atom::eq(atom.var(), 0) {
                view.complement()
            } else {
                view
            };
        }
        if let Some(&view) = self.bool_views.get(&atom) {
            return view;
        }
        let (var, value) = (atom.var(), atom.value());
        let op = if atom.op() == Op::Eq { "==" } else { ">=" };
        let name = format!("{} {op} {value}", self.model.given_name(var));
        let bool = self.model.bool(name);
        match atom.op() {
            Op::Eq => {
                let values = self.channels.entry(var).or_default();
                if values.is_empty() {
                    self.channelled.push(var);
                }
                values.push((value, bool));
            }
            _ => self.post_valid(iff_atoms(Atom::ge(bool, 1), atom)),
        }
        self.bool_views.insert(atom, bool.into());
        bool.into()
    }

    /// Links variables to the 0..1 variables of their values. Called once, after all such variables were created.
    pub(crate) fn post_channels(&mut self) {
        for var in std::mem::take(&mut self.channelled) {
            let values = self.channels.remove(&var).unwrap_or_default();
            match values.len() < MIN_CHANNELS {
                true => {
                    for (value, bool) in values {
                        self.post_valid(value_channel(var, value, bool));
                    }
                }
                false => self.post_valid(value_channels(var, values)),
            }
        }
    }

    /// Creates a variable of the model.
    pub(crate) fn create(&mut self, index: usize) -> Result<Resolved> {
        let declaration = self.variables[index].declaration;
        let mut is_unbounded = false;
        let domain = match &declaration.ty {
            Type::Int(Some(ranges)) if fits(ranges) => to_domain(ranges, declaration.span)?,
            Type::Int(ranges) => match (self.defined_range(index), ranges) {
                // The defining constraint excludes all values that are out of range.
                (Some((min, max)), Some(ranges)) => {
                    let met = ranges.iter().map(|part| (part.0.max(min), part.1.min(max)));
                    to_domain(&met.collect(), declaration.span)?
                }
                (Some(range), None) => to_domain(&[range].into(), declaration.span)?,
                (None, Some(ranges)) => to_domain(ranges, declaration.span)?,
                (None, None) => {
                    is_unbounded = true;
                    Domain::from(-UNBOUNDED..=UNBOUNDED)
                }
            },
            Type::Float(_) => return self.create_float(index),
            _ => {
                let bool = self.model.bool(declaration.name);
                return Ok(Resolved::Bool(Atom::ge(bool, 1)));
            }
        };
        // In a cycle of definitions the variable was created meanwhile.
        if let Resolution::Resolved(known) = self.variables[index].resolution {
            return Ok(known);
        }
        if domain.is_empty() {
            self.post_false();
            return Ok(Resolved::Int(View::constant(0)));
        }
        let var = self.model.var(declaration.name, domain);
        let var = var.map_err(|error| Diagnostic::error(error.to_string(), declaration.span))?;
        if is_unbounded {
            self.unbounded.push(var);
        }
        Ok(Resolved::Int(var.into()))
    }

    /// The range of a variable that follows from the sum or product that defines it, if it is within the range of the solver.
    fn defined_range(&mut self, index: usize) -> Option<(i64, i64)> {
        let posted = &self.items.constraints[self.variables[index].definition?];
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let range = match (posted.name, &posted.arguments[..]) {
            ("int_lin_eq", [factors, terms, constant]) => {
                self.range_of_term(index, (factors, terms), constant)
            }
            ("int_times", [x, y, z]) if self.is_the_variable(z, index) => {
                self.range_of_product(index, x, y)
            }
            _ => None,
        };
        self.depth -= 1;
        let (min, max) = range?;
        let within = i64::from(MIN_VALUE)..=i64::from(MAX_VALUE);
        let is_within = min <= max && within.contains(&min) && within.contains(&max);
        is_within.then_some((min, max))
    }

    /// The bounds of an operand other than the variable itself. Operands that are being resolved have none.
    fn operand_bounds(&mut self, index: usize, expr: &'a Expr<'a>) -> Option<(i64, i64)> {
        if let Ok(Referent::Variable(other)) = self.lookup(expr)
            && (other == index || self.variables[other].resolution == Resolution::InProgress)
        {
            return None;
        }
        let view = self.view(expr).ok()?;
        Some(self.model.bounds(view))
    }

    /// The range of a variable in `sum of factor * term = constant`.
    fn range_of_term(
        &mut self,
        index: usize,
        (factors, terms): (&'a Expr<'a>, &'a Expr<'a>),
        constant: &'a Expr<'a>,
    ) -> Option<(i64, i64)> {
        let (factors, terms) = (self.items(factors).ok()?, self.items(terms).ok()?);
        let constant = self.int(constant).ok()?;
        let (mut low, mut high) = (constant, constant);
        let mut own = None;
        for (factor, term) in factors.iter().zip(terms) {
            let factor = self.int(factor).ok()?;
            if self.is_the_variable(term, index) {
                own = match own {
                    None => Some(factor),
                    Some(_) => return None,
                };
                continue;
            }
            let (min, max) = self.operand_bounds(index, term)?;
            let ends = (factor.checked_mul(min)?, factor.checked_mul(max)?);
            low = low.checked_sub(ends.0.max(ends.1))?;
            high = high.checked_sub(ends.0.min(ends.1))?;
        }
        match own? {
            1 => Some((low, high)),
            -1 => Some((high.checked_neg()?, low.checked_neg()?)),
            _ => None,
        }
    }

    /// The range of a product.
    fn range_of_product(
        &mut self,
        index: usize,
        x: &'a Expr<'a>,
        y: &'a Expr<'a>,
    ) -> Option<(i64, i64)> {
        let (a, b) = (
            self.operand_bounds(index, x)?,
            self.operand_bounds(index, y)?,
        );
        // The bounds are within 32 bits.
        let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
        Some((*corners.iter().min()?, *corners.iter().max()?))
    }

    /// Restricts a view to a set.
    pub(crate) fn restrict(&mut self, view: View, ranges: &Ranges, span: Span) -> Result {
        let domain = to_domain(ranges, span)?;
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
            self.post_false();
            return Ok(());
        };
        let ends = [view.at_least(min), view.at_most(max)].map(|atom| self.simplify(atom));
        let open: Vec<Atom> = ends
            .into_iter()
            .filter(|&atom| atom != Atom::TRUE)
            .collect();
        if !open.is_empty() {
            self.post(all_atoms(open), span)?;
        }
        if domain.ranges().count() > 1 {
            self.post(among([view], domain, View::constant(1)), span)?;
        }
        Ok(())
    }

    /// What an expression refers to: parameters are replaced by their values, array accesses by the items.
    pub(crate) fn lookup(&self, expr: &'a Expr<'a>) -> Result<Referent<'a>> {
        let unknown = |name: &str| {
            let message = format!("`{name}` is not declared");
            Diagnostic::error(message, expr.span())
        };
        match &expr.value {
            Value::Name(name) => self.names.get(name).copied().ok_or_else(|| unknown(name)),
            Value::Element(index) => Ok(Referent::Variable(*index)),
            Value::Index(name, index) => {
                let array = self.names.get(name).ok_or_else(|| unknown(name))?;
                let item = match array {
                    Referent::Value(Value::Array(items)) => {
                        let index = usize::try_from(index - 1).ok();
                        index.and_then(|index| items.get(index))
                    }
                    _ => None,
                };
                match item {
                    // Items of declared arrays are values or names, so the recursion ends.
                    Some(item) if !matches!(item.value, Value::Index(..)) => self.lookup(item),
                    _ => {
                        let message = format!("`{name}` has no item {index}");
                        Err(Diagnostic::error(message, expr.span()))
                    }
                }
            }
            value => Ok(Referent::Value(value)),
        }
    }

    pub(crate) fn int(&self, expr: &'a Expr<'a>) -> Result<i64> {
        match self.lookup(expr)? {
            Referent::Value(Value::Int(number)) => Ok(*number),
            Referent::Value(Value::Bool(truth)) => Ok(i64::from(*truth)),
            other => Err(self.type_error(expr, other, "an integer")),
        }
    }

    /// An integer in the range of the solver.
    pub(crate) fn int32(&self, expr: &'a Expr<'a>) -> Result<i32> {
        let number = self.int(expr)?;
        match i32::try_from(number) {
            Ok(small) if (MIN_VALUE..=MAX_VALUE).contains(&small) => Ok(small),
            _ => Err(Diagnostic::error(
                format!("{number} is outside {MIN_VALUE}..{MAX_VALUE}"),
                expr.span(),
            )),
        }
    }

    pub(crate) fn set(&self, expr: &'a Expr<'a>) -> Result<&'a Ranges> {
        match self.lookup(expr)? {
            Referent::Value(Value::Set(ranges)) => Ok(ranges),
            other => Err(self.type_error(expr, other, "a set of integers")),
        }
    }

    pub(crate) fn items(&self, expr: &'a Expr<'a>) -> Result<&'a [Expr<'a>]> {
        match self.lookup(expr)? {
            Referent::Value(Value::Array(items)) => Ok(items),
            other => Err(self.type_error(expr, other, "an array")),
        }
    }

    /// An integer, or a Boolean as 0 or 1.
    pub(crate) fn view(&mut self, expr: &'a Expr<'a>) -> Result<View> {
        match self.lookup(expr)? {
            Referent::Variable(index) => match self.resolve(index)? {
                Resolved::Int(view) => Ok(view),
                Resolved::Bool(atom) => Ok(self.as_int_view(atom)),
                Resolved::Float(_) => Err(float_error(expr, "an integer")),
            },
            Referent::Value(_) => Ok(View::constant(self.int32(expr)?)),
        }
    }

    pub(crate) fn views(&mut self, expr: &'a Expr<'a>) -> Result<Vec<View>> {
        self.items(expr)?
            .iter()
            .map(|item| self.view(item))
            .collect()
    }

    pub(crate) fn atom(&mut self, expr: &'a Expr<'a>) -> Result<Atom> {
        match self.lookup(expr)? {
            Referent::Value(Value::Bool(true)) => Ok(Atom::TRUE),
            Referent::Value(Value::Bool(false)) => Ok(Atom::FALSE),
            Referent::Variable(index) => match self.resolve(index)? {
                Resolved::Bool(atom) => Ok(atom),
                Resolved::Int(view) => Ok(self.simplify(view.at_least(1))),
                Resolved::Float(_) => Err(float_error(expr, "a Boolean")),
            },
            other => Err(self.type_error(expr, other, "a Boolean")),
        }
    }

    pub(crate) fn atoms(&mut self, expr: &'a Expr<'a>) -> Result<Vec<Atom>> {
        self.items(expr)?
            .iter()
            .map(|item| self.atom(item))
            .collect()
    }

    fn type_error(&self, expr: &Expr<'_>, found: Referent<'a>, expected: &str) -> Diagnostic {
        let found = match found {
            Referent::Variable(_) => "a variable",
            Referent::Value(found) => match found {
                Value::Float(_) => "a float",
                Value::Bool(_) => "a Boolean",
                Value::Int(_) => "a number",
                Value::Set(_) => "a set",
                Value::Str => "a string",
                Value::Array(_) => "an array",
                Value::Name(_) | Value::Index(..) | Value::Element(_) | Value::Call(..) => {
                    "something else"
                }
            },
        };
        Diagnostic::error(format!("expected {expected}, not {found}"), expr.span())
    }

    /// What a variable is in the model.
    pub(crate) fn resolve(&mut self, index: usize) -> Result<Resolved> {
        if let Resolution::Resolved(known) = self.variables[index].resolution {
            return Ok(known);
        }
        let is_first = self.variables[index].resolution == Resolution::Unresolved;
        let mut found = None;
        if is_first && self.depth < MAX_DEPTH {
            self.variables[index].resolution = Resolution::InProgress;
            self.depth += 1;
            found = self.value_of(index)?;
            if found.is_none() {
                found = self.definition_of(index);
            }
            self.depth -= 1;
        }
        // In a cycle of definitions the variable was created meanwhile.
        if let Resolution::Resolved(known) = self.variables[index].resolution {
            return Ok(known);
        }
        let known = match found {
            Some((known, by)) => {
                if let Some(by) = by {
                    self.absorbed[by] = true;
                }
                let declaration = self.variables[index].declaration;
                if let (Resolved::Int(view), Type::Int(Some(ranges))) = (known, &declaration.ty) {
                    self.restrict(view, ranges, declaration.span)?;
                }
                known
            }
            None => self.create(index)?,
        };
        self.variables[index].resolution = Resolution::Resolved(known);
        Ok(known)
    }

    /// The value in its declaration.
    fn value_of(&mut self, index: usize) -> Result<Option<(Resolved, Option<usize>)>> {
        let declaration = self.variables[index].declaration;
        let Some(value) = &declaration.value else {
            return Ok(None);
        };
        let known = match declaration.ty {
            Type::Bool => Resolved::Bool(self.atom(value)?),
            Type::Float(bounds) => {
                let number = self.number(value)?;
                if let Some((lo, hi)) = bounds {
                    self.bound(number, Interval::new(lo, hi), declaration.span)?;
                }
                Resolved::Float(number)
            }
            _ => Resolved::Int(self.view(value)?),
        };
        Ok(Some((known, None)))
    }

    /// The view or atom that its defining constraint makes it, and the index of that constraint.
    fn definition_of(&mut self, index: usize) -> Option<(Resolved, Option<usize>)> {
        let by = self.variables[index].definition?;
        if self.absorbed[by] {
            return None;
        }
        let posted = &self.items.constraints[by];
        let known = match (posted.name, self.variables[index].declaration.ty.clone()) {
            ("bool2int", Type::Int(_)) => self.bool2int_view(index, posted)?,
            ("int_lin_eq", Type::Int(_)) => self.affine(index, posted)?,
            (_, Type::Bool) => Resolved::Bool(self.comparison(index, posted)?),
            (_, Type::Float(_)) => self.defined_float(index, posted)?,
            _ => return None,
        };
        Some((known, Some(by)))
    }

    fn bool2int_view(&mut self, index: usize, posted: &'a ConstraintItem<'a>) -> Option<Resolved> {
        let [bool, number] = &posted.arguments[..] else {
            return None;
        };
        self.is_the_variable(number, index).then_some(())?;
        let atom = self.atom(bool).ok()?;
        Some(Resolved::Int(self.as_int_view(atom)))
    }

    /// `a * x + s * y = c`, with `s` 1 or -1, makes `y` a view of `x`.
    fn affine(&mut self, index: usize, posted: &'a ConstraintItem<'a>) -> Option<Resolved> {
        let [factors, variables, constant] = &posted.arguments[..] else {
            return None;
        };
        let ([a, b], [x, y]) = (self.items(factors).ok()?, self.items(variables).ok()?) else {
            return None;
        };
        let (factor, other, sign) = if self.is_the_variable(y, index) {
            (a, x, b)
        } else {
            (b, y, a)
        };
        if self.is_the_variable(other, index)
            || !(self.is_the_variable(x, index) || self.is_the_variable(y, index))
        {
            return None;
        }
        let sign = self.int(sign).ok().filter(|sign| sign.abs() == 1)?;
        let (factor, constant) = (self.int(factor).ok()?, self.int(constant).ok()?);
        let view = self.view(other).ok()?;
        let scale = i64::from(view.scale)
            .checked_mul(factor)?
            .checked_mul(-sign)?;
        let shift = i64::from(view.offset).checked_mul(factor)?;
        let offset = constant.checked_sub(shift)?.checked_mul(sign)?;
        let seen = View {
            var: view.var,
            scale: i32::try_from(scale).ok().filter(|&scale| scale != 0)?,
            offset: i32::try_from(offset).ok()?,
        };
        let (min, max) = self.model.bounds(seen);
        let fits = min >= i64::from(MIN_VALUE) && max <= i64::from(MAX_VALUE);
        fits.then_some(Resolved::Int(seen))
    }

    /// `b <-> x <= 3` makes `b` an atom of `x`, and `b <-> not c` makes it the negation of `c`.
    fn comparison(&mut self, index: usize, posted: &'a ConstraintItem<'a>) -> Option<Atom> {
        let last = posted.arguments.last()?;
        if !self.is_the_variable(last, index) {
            return None;
        }
        match (posted.name, &posted.arguments[..]) {
            ("int_eq_reif", [x, y, _]) => self.compared(x, y, View::is, View::is),
            ("int_ne_reif", [x, y, _]) => self.compared(x, y, View::is_not, View::is_not),
            ("int_le_reif", [x, y, _]) => self.compared(x, y, View::at_most, View::at_least),
            ("int_lt_reif", [x, y, _]) => self.compared(
                x,
                y,
                |view, number| view.at_most(number - 1),
                |view, number| view.at_least(number + 1),
            ),
            ("bool_not", [a, _]) => self.atom(a).ok().map(|atom| !atom),
            ("bool_eq_reif", [a, b, _]) => {
                let (a, b) = (self.atom(a).ok()?, self.atom(b).ok()?);
                match (a, b) {
                    (Atom::TRUE, atom) | (atom, Atom::TRUE) => Some(atom),
                    (Atom::FALSE, atom) | (atom, Atom::FALSE) => Some(!atom),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn compared(
        &mut self,
        x: &'a Expr<'a>,
        y: &'a Expr<'a>,
        right: fn(View, i32) -> Atom,
        left: fn(View, i32) -> Atom,
    ) -> Option<Atom> {
        let within = |number: i32| number > MIN_VALUE && number < MAX_VALUE;
        if let Ok(number) = self.int32(y) {
            let view = self.view(x).ok()?;
            return within(number).then(|| self.simplify(right(view, number)));
        }
        let number = self.int32(x).ok()?;
        let view = self.view(y).ok()?;
        within(number).then(|| self.simplify(left(view, number)))
    }

    pub(crate) fn is_the_variable(&self, expr: &'a Expr<'a>, index: usize) -> bool {
        matches!(expr.value, Value::Name(_))
            && matches!(self.lookup(expr), Ok(Referent::Variable(found)) if found == index)
    }

    pub(crate) fn post(&mut self, constraint: impl Constraint + 'static, span: Span) -> Result {
        self.model
            .post(constraint)
            .map_err(|error| Diagnostic::error(error.to_string(), span))
    }

    /// Makes the model unsatisfiable.
    pub(crate) fn post_false(&mut self) {
        self.post_valid(gridwright_constraints::clause([]));
    }

    /// Posts a constraint whose arguments are known to be valid. It can only be rejected at the deadline, and then the model is discarded.
    pub(crate) fn post_valid(&mut self, constraint: impl Constraint + 'static) {
        let posted = self.model.post(constraint);
        let is_expected = matches!(posted, Ok(()) | Err(ModelError::Stopped(_)));
        assert!(is_expected, "a valid constraint is rejected: {posted:?}");
    }
}

/// Whether all values are in the range of the solver.
fn fits(ranges: &Ranges) -> bool {
    let full = i64::from(MIN_VALUE)..=i64::from(MAX_VALUE);
    let mut proper = ranges.iter().filter(|(min, max)| min <= max);
    proper.all(|(min, max)| full.contains(min) && full.contains(max))
}

/// The set as a domain; an error if a value is out of range.
pub(crate) fn to_domain(ranges: &Ranges, span: Span) -> Result<Domain> {
    let full = i64::from(MIN_VALUE)..=i64::from(MAX_VALUE);
    let mut found = Vec::with_capacity(ranges.len());
    for &(min, max) in ranges.iter().filter(|(min, max)| min <= max) {
        for number in [min, max] {
            if !full.contains(&number) {
                let message = format!("{number} is outside {MIN_VALUE}..{MAX_VALUE}");
                let error = Diagnostic::error(message, span);
                return Err(error.with_note(
                    "integers have 32 bits; give the variable tighter bounds, or use a larger unit",
                ));
            }
        }
        found.push(min as i32..=max as i32);
    }
    Ok(Domain::from_ranges(found))
}

/// The error for a float where something else is needed.
fn float_error(expr: &Expr<'_>, expected: &str) -> Diagnostic {
    Diagnostic::error(format!("expected {expected}, not a float"), expr.span())
}

/// The error for an unsupported feature.
pub(crate) fn unsupported(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(format!("{what} are not supported"), span)
        .with_note("compile with `minizinc --solver gridwright`: set variables become Booleans")
}
