//! The output of a solution: the variables and arrays with output annotations, and their format.

use std::fmt::Write as _;

use gridwright_fd::{Assignment, Var};
use gridwright_term::Diagnostic;

use crate::Result;
use crate::load::loader::{Loader, Referent, Resolved};
use crate::load::number::Number;
use crate::parse::syntax::{Declaration, Expr, Value, annotation};

/// The variables and arrays marked for output, in source order.
#[derive(Clone, Debug, Default)]
pub struct Output {
    items: Vec<Item>,
}

#[derive(Clone, Debug)]
struct Item {
    name: String,
    /// For an array, its index sets.
    indices: Option<Vec<(i64, i64)>>,
    values: Vec<Resolved>,
}

impl Output {
    /// Writes a solution, a line per item: `x = 3;`.
    pub fn write(&self, found: &Assignment, out: &mut String) {
        for item in &self.items {
            let _ = write!(out, "{} = ", item.name);
            match &item.indices {
                None => item.values.iter().for_each(|value| value.write(found, out)),
                Some(indices) => {
                    let _ = write!(out, "array{}d(", indices.len());
                    for &(min, max) in indices {
                        let _ = match max < min {
                            true => write!(out, "{{}}, "),
                            false => write!(out, "{min}..{max}, "),
                        };
                    }
                    out.push('[');
                    for (i, value) in item.values.iter().enumerate() {
                        out.push_str(if i > 0 { ", " } else { "" });
                        value.write(found, out);
                    }
                    out.push_str("])");
                }
            }
            out.push_str(";\n");
        }
    }
}

impl Resolved {
    fn write(&self, found: &Assignment, out: &mut String) {
        // Writing to a string does not fail.
        let _ = match *self {
            Resolved::Int(view) => write!(out, "{}", found.value(view)),
            Resolved::Bool(atom) => write!(out, "{}", found.holds(atom)),
            Resolved::Float(Number { float, .. }) => {
                write!(out, "{}", float.text(found.value(float.view)))
            }
        };
    }
}

impl<'a> Loader<'a> {
    /// The output items, and the variables of the model that they are read from.
    pub(crate) fn output(&mut self) -> Result<(Output, Vec<Var>)> {
        let mut output = Output::default();
        for declaration in &self.items.declarations {
            if let Some(item) = self.output_item(declaration)? {
                output.items.push(item);
            }
        }
        let mut keys = Vec::new();
        for value in output.items.iter().flat_map(|item| &item.values) {
            keys.push(match *value {
                Resolved::Int(view) => view.var,
                Resolved::Bool(atom) => self.as_int_view(atom).var,
                Resolved::Float(number) => number.float.view.var,
            });
        }
        keys.sort_unstable();
        keys.dedup();
        keys.retain(|&var| var != Var::ZERO);
        Ok((output, keys))
    }

    fn output_item(&mut self, declaration: &'a Declaration<'a>) -> Result<Option<Item>> {
        let annotations = &declaration.annotations;
        let name = declaration.name.to_owned();
        if annotation(annotations, "output_var").is_some() {
            let Some(&Referent::Variable(index)) = self.names.get(declaration.name) else {
                return Ok(None);
            };
            return Ok(Some(Item {
                name,
                indices: None,
                values: vec![self.resolve(index)?],
            }));
        }
        let Some(arguments) = annotation(annotations, "output_array") else {
            return Ok(None);
        };
        let [
            Expr {
                value: Value::Array(sets),
                ..
            },
        ] = arguments
        else {
            let message = "`output_array` takes a list of index sets";
            return Err(Diagnostic::error(message, declaration.span));
        };
        let mut indices = Vec::new();
        for set in sets {
            indices.push(match &self.set(set)?[..] {
                [] => (1, 0),
                [(min, max)] => (*min, *max),
                _ => return Err(Diagnostic::error("an index set is a range", set.span())),
            });
        }
        let mut values = Vec::new();
        if let Some(Value::Array(items)) = declaration.value.as_ref().map(|expr| &expr.value) {
            for item in items {
                values.push(match self.lookup(item)? {
                    Referent::Variable(index) => self.resolve(index)?,
                    Referent::Value(Value::Bool(_)) => Resolved::Bool(self.atom(item)?),
                    Referent::Value(Value::Float(_)) => Resolved::Float(self.number(item)?),
                    Referent::Value(_) => Resolved::Int(self.view(item)?),
                });
            }
        }
        Ok(Some(Item {
            name,
            indices: Some(indices),
            values,
        }))
    }
}
