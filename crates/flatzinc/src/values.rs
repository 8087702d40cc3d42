//! What an expression stands for: a number, a Boolean, a set, an array, by way of the names it uses.

use gridwright_fd::{Atom, MAX_VALUE, MIN_VALUE, View};
use gridwright_term::Diagnostic;

use crate::loader::{Entry, Known, Loader, refused};
use crate::syntax::{Expr, Ranges, Value};

/// What an expression led to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Followed<'a> {
    Value(&'a Expr<'a>),
    Variable(usize),
}

impl<'a> Loader<'a> {
    /// What an expression stands for: a parameter is followed to its value, an item of an array to the item.
    pub(crate) fn follow(&self, expr: &'a Expr<'a>) -> Result<Followed<'a>, Diagnostic> {
        let unknown = |name: &str| {
            let message = format!("`{name}` is not declared");
            Diagnostic::error(message, expr.span())
        };
        match &expr.value {
            Value::Name(name) => match self.names.get(name).ok_or_else(|| unknown(name))? {
                Entry::Value(value) => Ok(Followed::Value(value)),
                Entry::Variable(place) => Ok(Followed::Variable(*place)),
            },
            Value::Item(name, index) => {
                let array = self.names.get(name).ok_or_else(|| unknown(name))?;
                let item = match array {
                    Entry::Value(Expr {
                        value: Value::Array(items),
                        ..
                    }) => {
                        let place = usize::try_from(index - 1).ok();
                        place.and_then(|place| items.get(place))
                    }
                    _ => None,
                };
                match item {
                    // Items of declared arrays are values or names, so this ends.
                    Some(item) if !matches!(item.value, Value::Item(..)) => self.follow(item),
                    _ => {
                        let message = format!("`{name}` has no item {index}");
                        Err(Diagnostic::error(message, expr.span()))
                    }
                }
            }
            _ => Ok(Followed::Value(expr)),
        }
    }

    pub(crate) fn int(&self, expr: &'a Expr<'a>) -> Result<i64, Diagnostic> {
        match self.follow(expr)? {
            Followed::Value(Expr {
                value: Value::Int(number),
                ..
            }) => Ok(*number),
            Followed::Value(Expr {
                value: Value::Bool(truth),
                ..
            }) => Ok(i64::from(*truth)),
            other => Err(self.misfit(expr, other, "a whole number")),
        }
    }

    /// A whole number that the engine can hold.
    pub(crate) fn small(&self, expr: &'a Expr<'a>) -> Result<i32, Diagnostic> {
        let number = self.int(expr)?;
        match i32::try_from(number) {
            Ok(small) if (MIN_VALUE..=MAX_VALUE).contains(&small) => Ok(small),
            _ => Err(Diagnostic::error(
                format!("{number} is outside {MIN_VALUE}..{MAX_VALUE}"),
                expr.span(),
            )),
        }
    }

    pub(crate) fn set(&self, expr: &'a Expr<'a>) -> Result<&'a Ranges, Diagnostic> {
        match self.follow(expr)? {
            Followed::Value(Expr {
                value: Value::Set(ranges),
                ..
            }) => Ok(ranges),
            other => Err(self.misfit(expr, other, "a set of whole numbers")),
        }
    }

    pub(crate) fn items(&self, expr: &'a Expr<'a>) -> Result<&'a [Expr<'a>], Diagnostic> {
        match self.follow(expr)? {
            Followed::Value(Expr {
                value: Value::Array(items),
                ..
            }) => Ok(items),
            other => Err(self.misfit(expr, other, "an array")),
        }
    }

    /// A number, or a Boolean as 0 or 1.
    pub(crate) fn view(&mut self, expr: &'a Expr<'a>) -> Result<View, Diagnostic> {
        match self.follow(expr)? {
            Followed::Variable(place) => match self.known(place)? {
                Known::Int(view) => Ok(view),
                Known::Bool(atom) => Ok(self.as_number(atom)),
            },
            Followed::Value(_) => Ok(View::constant(self.small(expr)?)),
        }
    }

    pub(crate) fn views(&mut self, expr: &'a Expr<'a>) -> Result<Vec<View>, Diagnostic> {
        self.items(expr)?
            .iter()
            .map(|item| self.view(item))
            .collect()
    }

    pub(crate) fn atom(&mut self, expr: &'a Expr<'a>) -> Result<Atom, Diagnostic> {
        match self.follow(expr)? {
            Followed::Value(Expr {
                value: Value::Bool(true),
                ..
            }) => Ok(Atom::TRUE),
            Followed::Value(Expr {
                value: Value::Bool(false),
                ..
            }) => Ok(Atom::FALSE),
            Followed::Variable(place) => match self.known(place)? {
                Known::Bool(atom) => Ok(atom),
                Known::Int(view) => Ok(self.settled(view.at_least(1))),
            },
            other => Err(self.misfit(expr, other, "a Boolean")),
        }
    }

    pub(crate) fn atoms(&mut self, expr: &'a Expr<'a>) -> Result<Vec<Atom>, Diagnostic> {
        self.items(expr)?
            .iter()
            .map(|item| self.atom(item))
            .collect()
    }

    fn misfit(&self, expr: &Expr<'_>, found: Followed<'a>, wanted: &str) -> Diagnostic {
        let found = match found {
            Followed::Variable(_) => "a variable",
            Followed::Value(found) => match found.value {
                Value::Float(_) => return refused("floats", expr.span()),
                Value::Bool(_) => "a Boolean",
                Value::Int(_) => "a number",
                Value::Set(_) => "a set",
                Value::Text => "a text",
                Value::Array(_) => "an array",
                Value::Name(_) | Value::Item(..) | Value::Call(..) => "something else",
            },
        };
        Diagnostic::error(format!("expected {wanted}, not {found}"), expr.span())
    }
}
