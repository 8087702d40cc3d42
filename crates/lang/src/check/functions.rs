//! How calls of functions are lowered to typed expressions.

use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::check::evaluate::Values;
use crate::check::lower::{Lowering, unexpected};
use crate::check::tables::{Function, function};
use crate::check::typed::{ArrayRef, BoolExpr, BoolExprKind, Comprehension, IntExpr, IntExprKind};
use crate::syntax::{Expr, ExprKind};

impl<'a> Lowering<'a> {
    /// Lowers a function whose value is a number.
    pub(crate) fn function_number(
        &mut self,
        name: &str,
        args: &[Expr],
        range: Option<&[Expr]>,
        span: Span,
    ) -> Result<IntExpr> {
        let Some(found) = function(name) else {
            return Err(self.unknown(name, span));
        };
        let over = range.unwrap_or_default();
        let kind = match found {
            Function::Abs => {
                let [inner] = args else {
                    return Err(arguments(name, "one number", "abs(X - Y)", span));
                };
                no_range(name, range, span)?;
                IntExprKind::Abs(Box::new(self.number(inner)?))
            }
            Function::Min | Function::Max => {
                at_least_one(name, args, "max(X(i))", span)?;
                IntExprKind::MinMax {
                    largest: found == Function::Max,
                    each: self.numbers(args, over)?,
                }
            }
            Function::Sum => {
                at_least_one(name, args, "sum(X(i), range: i > 3)", span)?;
                IntExprKind::Sum(self.numbers(args, over)?)
            }
            Function::Count => {
                at_least_one(name, args, "count(X(i) = 3)", span)?;
                IntExprKind::Count(self.formulas(args, over)?)
            }
            _ => {
                let message = format!("`{name}` is true or false, where a number is expected");
                return Err(Diagnostic::error(message, span));
            }
        };
        Ok(IntExpr { kind, span })
    }

    /// Lowers a function that is true or false.
    pub(crate) fn function_formula(
        &mut self,
        name: &str,
        args: &[Expr],
        range: Option<&[Expr]>,
        span: Span,
    ) -> Result<BoolExpr> {
        let Some(found) = function(name) else {
            return Err(self.unknown(name, span));
        };
        let over = range.unwrap_or_default();
        let kind = match found {
            Function::Forall => {
                at_least_one(name, args, "forall(X(i) = 3)", span)?;
                BoolExprKind::Forall(self.formulas(args, over)?)
            }
            Function::Jointly => {
                at_least_one(name, args, "jointly(alldifferent(X), sum(X) = 9)", span)?;
                BoolExprKind::Jointly(self.formulas(args, over)?)
            }
            Function::Exists => {
                at_least_one(name, args, "exists(X(i) = 3)", span)?;
                BoolExprKind::Exists(self.formulas(args, over)?)
            }
            Function::Cardinality(op) => {
                let Some((number, formulas @ [_, ..])) = args.split_first() else {
                    let example = format!("{name}(2, X(i) = 3)");
                    let expected = "a number and the formulas to count";
                    return Err(arguments(name, expected, &example, span));
                };
                let number = self.number(number)?;
                BoolExprKind::Cardinality(op, number, self.formulas(formulas, over)?)
            }
            Function::AllDifferent => {
                at_least_one(name, args, "alldifferent(X(i))", span)?;
                BoolExprKind::AllDifferent(self.numbers(args, over)?)
            }
            Function::Table => {
                no_range(name, range, span)?;
                self.table(args, span)?
            }
            Function::Circuit | Function::Subcircuit => {
                let example = format!("{name}(Next(i))");
                let [_] = args else {
                    return Err(arguments(name, "one variable by its index", &example, span));
                };
                let each = self.numbers(args, over)?;
                let n_indices = each.scope.slots.len();
                if n_indices != 1 {
                    let message = format!("`{name}` takes one index, not {n_indices}");
                    let note = format!("write `{example}`: the value at i is the successor of i");
                    return Err(Diagnostic::error(message, span).with_note(note));
                }
                let partial = found == Function::Subcircuit;
                BoolExprKind::Circuit { each, partial }
            }
            Function::Connected => self.connected(args, over, span)?,
            Function::Abs | Function::Min | Function::Max | Function::Sum | Function::Count => {
                let message =
                    format!("`{name}` is a number, where something true or false is expected");
                let error = Diagnostic::error(message, span);
                return Err(error.with_note(format!("compare it: `{name}(…) = 1`")));
            }
        };
        Ok(BoolExpr { kind, span })
    }

    /// Lowers numbers over a range; the name of an array alone means all its elements.
    fn numbers(&mut self, args: &[Expr], range: &[Expr]) -> Result<Comprehension<IntExpr>> {
        let whole: Vec<Expr> = args.iter().map(|arg| self.whole(arg)).collect();
        self.comprehension(&whole, range, Lowering::number)
    }

    /// Rewrites an array name `X` to `X(i, j)`, with fresh index names that no source text can contain.
    fn whole(&self, expr: &Expr) -> Expr {
        let ExprKind::Name(name) = &expr.kind else {
            return expr.clone();
        };
        let array = self.tables.find(name);
        let n_axes = array.map_or(0, |array| self.tables.shape(array).axes().len());
        if n_axes == 0 {
            return expr.clone();
        }
        let span = expr.span;
        let index = |at: usize| Expr {
            kind: ExprKind::Name(format!("i{at} of {name} at {}", span.start)),
            span,
        };
        let kind = ExprKind::Call {
            name: name.clone(),
            args: (0..n_axes).map(index).collect(),
            range: None,
        };
        Expr { kind, span }
    }

    fn table(&mut self, args: &[Expr], span: Span) -> Result<BoolExprKind> {
        let example = "table([X, Y], [[1, 2], [3, 4]])";
        let expected = "a list of numbers and a list of rows";
        let [columns, rows] = args else {
            return Err(arguments("table", expected, example, span));
        };
        let ExprKind::List(columns) = &columns.kind else {
            return Err(arguments("table", expected, example, columns.span));
        };
        let numbers = columns.iter().map(|one| self.number(one));
        let numbers = numbers.collect::<Result<Vec<IntExpr>>>()?;
        let rows = match &rows.kind {
            ExprKind::List(list) => {
                let read = |row: &Expr| self.row(row, numbers.len());
                list.iter().map(read).collect::<Result<Vec<_>>>()?
            }
            ExprKind::Name(name) => self.data_rows(name, numbers.len(), rows.span)?,
            _ => return Err(arguments("table", expected, example, rows.span)),
        };
        Ok(BoolExprKind::Table(numbers, rows))
    }

    fn row(&self, row: &Expr, width: usize) -> Result<Vec<Option<i64>>> {
        let ExprKind::List(entries) = &row.kind else {
            return Err(unexpected("this", row.span).with_note("a row is a list: `[1, 2]`"));
        };
        if entries.len() != width {
            let message = format!("this row has {} entries and not {width}", entries.len());
            return Err(Diagnostic::error(message, row.span));
        }
        let entry = |entry: &Expr| match entry.kind {
            ExprKind::Any => Ok(None),
            _ => self.constant(entry).map(Some),
        };
        entries.iter().map(entry).collect()
    }

    /// The rows of data with two indices.
    fn data_rows(&self, name: &str, width: usize, span: Span) -> Result<Vec<Vec<Option<i64>>>> {
        let Some(ArrayRef::Data(at)) = self.tables.find(name) else {
            return Err(self.unknown(name, span));
        };
        let data = &self.tables.data[at];
        let axes = data.shape.axes();
        if axes.len() != 2 || axes[1].len() != width {
            let message = format!("`{name}` is no table with {width} columns");
            return Err(Diagnostic::error(message, span));
        }
        let entry = |indices: [i64; 2]| {
            let position = data.shape.position(&indices);
            position.map(|position| data.values[position])
        };
        let row = |&r: &i64| axes[1].iter().map(|&c| entry([r, c])).collect();
        Ok(axes[0].iter().map(row).collect())
    }

    fn connected(&mut self, args: &[Expr], over: &[Expr], span: Span) -> Result<BoolExprKind> {
        match args {
            [_] => Ok(BoolExprKind::Connected {
                nodes: self.formulas(args, over)?,
                pairs: None,
            }),
            [one, _] => {
                let nodes = self.formulas(std::slice::from_ref(one), &[])?;
                let pairs = self.formulas(args, over)?;
                let width = nodes.scope.slots.len();
                let slots = &pairs.scope.slots;
                if slots.len() < 2 * width {
                    let message = "the two formulas of `connected` need indices of their own";
                    let note = "write `connected(X(i) = 1, X(j) = 1, range: …)`, where the range defines the neighbours";
                    return Err(Diagnostic::error(message, span).with_note(note));
                }
                Ok(BoolExprKind::Connected {
                    nodes,
                    pairs: Some(pairs),
                })
            }
            _ => Err(arguments(
                "connected",
                "one formula, or two and a range that defines the neighbours",
                "connected(X(r,c) = 1)",
                span,
            )),
        }
    }

    /// The value of an expression without indices and variables.
    pub(crate) fn constant(&self, expr: &Expr) -> Result<i64> {
        let mut lowering = Lowering::new(self.tables);
        let number = lowering.number(expr)?;
        let values = Values::new(self.tables);
        let message = "this is not a constant, or is undefined";
        let error = || Diagnostic::error(message, expr.span);
        values.number(&number, &mut Vec::new()).ok_or_else(error)
    }
}

fn at_least_one(name: &str, args: &[Expr], example: &str, span: Span) -> Result {
    match args {
        [] => Err(arguments(name, "at least one argument", example, span)),
        _ => Ok(()),
    }
}

fn no_range(name: &str, range: Option<&[Expr]>, span: Span) -> Result {
    match range {
        None => Ok(()),
        Some(_) => {
            let message = format!("`{name}` has no range of its own");
            let note = "put the range at the end of the statement";
            Err(Diagnostic::error(message, span).with_note(note))
        }
    }
}

fn arguments(name: &str, expected: &str, example: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` takes {expected}");
    Diagnostic::error(message, span).with_note(format!("write `{example}`"))
}
