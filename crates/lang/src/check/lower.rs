//! From expressions to typed numbers and formulas: names are resolved, indices get slots and scopes get plans.
//!
//! An index belongs to the outermost scope that mentions it directly, that is, not only in the arguments of a function over a
//! range. So in `sum(X(r,c)) = 15, range: r in 1..3` the sum ranges over the columns, once for each row.

use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::check::evaluate::Values;
use crate::check::plan::plan;
use crate::check::tables::{Function, Tables, function};
use crate::check::typed::{
    ArrayRef, BoolExpr, BoolExprKind, Comprehension, IntExpr, IntExprKind, Part, Parts, Scope, Set,
    Slot, has_variable, references, slots,
};
use crate::syntax::{Expr, ExprKind, Op};

/// The lowering of one statement.
#[derive(Debug)]
pub(crate) struct Lowering<'a> {
    pub(crate) tables: &'a Tables,
    /// The indices in scope, outer scopes first.
    pub(crate) scopes: Vec<Vec<Slot>>,
    n_slots: usize,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(tables: &'a Tables) -> Lowering<'a> {
        Lowering {
            tables,
            scopes: Vec::new(),
            n_slots: 0,
        }
    }

    /// Lowers formulas under a range.
    pub(crate) fn formulas(
        &mut self,
        items: &[Expr],
        range: &[Expr],
    ) -> Result<Comprehension<BoolExpr>> {
        self.comprehension(items, range, Lowering::formula)
    }

    /// Lowers items under a range: indices that are mentioned here but not outside belong to this scope.
    pub(crate) fn comprehension<T: Parts>(
        &mut self,
        items: &[Expr],
        range: &[Expr],
        lower: fn(&mut Lowering<'a>, &Expr) -> Result<T>,
    ) -> Result<Comprehension<T>> {
        let mut own = Vec::new();
        for expr in items.iter().chain(range) {
            self.mentioned(expr, &mut own);
        }
        let outer = self.scopes.iter().flatten();
        let outer: Vec<usize> = outer.map(|slot| slot.number).collect();
        self.scopes.push(own);
        let items: Result<Vec<T>> = items.iter().map(|item| lower(self, item)).collect();
        let conditions = self.conditions(range);
        let own = self.scopes.pop().expect("it was pushed above");
        let (items, conditions) = (items?, conditions?);
        let of_conditions = conditions
            .iter()
            .flat_map(|condition| references(condition));
        let terms = items
            .iter()
            .flat_map(|item| references(item))
            .chain(of_conditions);
        let terms: Vec<_> = terms.filter(|term| !term.indices.is_empty()).collect();
        let values = Values::new(self.tables);
        let plan = plan(&own, &conditions, &terms, &outer, &values)?;
        let scope = Scope {
            slots: own,
            conditions,
            terms,
            plan,
        };
        Ok(Comprehension { scope, items })
    }

    /// The conditions of a range, with conjunctions split.
    pub(crate) fn conditions(&mut self, range: &[Expr]) -> Result<Vec<BoolExpr>> {
        let mut conditions = Vec::new();
        for expr in range {
            let formula = self.formula(expr)?;
            reject_variables(&formula, self.tables)?;
            split(formula, &mut conditions);
        }
        Ok(conditions)
    }

    /// Collects the indices that an expression mentions outside of inner functions, and that no outer scope has.
    fn mentioned(&mut self, expr: &Expr, own: &mut Vec<Slot>) {
        match &expr.kind {
            ExprKind::Name(name) => {
                let seen = |slots: &[Slot]| slots.iter().any(|slot| slot.name == *name);
                let known = self.tables.find(name).is_some();
                let outer = self.scopes.iter().any(|scope| seen(scope));
                if is_index(name) && !known && !outer && !seen(own) {
                    let slot = self.new_slot(name, expr.span);
                    own.push(slot);
                }
            }
            ExprKind::Call { name, args, .. } => {
                let inside = match function(name) {
                    // The counted items are in the scope; the number compared with is not.
                    Some(Function::Cardinality(_)) => &args[..args.len().min(1)],
                    Some(found) if found.has_scope() => &[],
                    _ => &args[..],
                };
                inside.iter().for_each(|arg| self.mentioned(arg, own));
            }
            _ => {
                let parts = expr.parts().into_iter();
                parts.for_each(|part| self.mentioned(part, own));
            }
        }
    }

    pub(crate) fn new_slot(&mut self, name: &str, span: Span) -> Slot {
        let number = self.n_slots;
        self.n_slots += 1;
        Slot {
            number,
            name: name.to_owned(),
            span,
        }
    }

    /// Lowers an expression that must be a number.
    pub(crate) fn number(&mut self, expr: &Expr) -> Result<IntExpr> {
        let span = expr.span;
        let kind = match &expr.kind {
            ExprKind::Int(value) => IntExprKind::Int(*value),
            ExprKind::Name(name) => return self.word(name, span),
            ExprKind::Call { name, args, range } => match self.tables.find(name) {
                Some(array) => return self.reference(array, args, range.is_some(), span),
                None => return self.function_number(name, args, range.as_deref(), span),
            },
            ExprKind::Minus(inner) => IntExprKind::Neg(Box::new(self.number(inner)?)),
            ExprKind::Binary(
                op @ (Op::Plus | Op::Minus | Op::Times | Op::Divide | Op::Modulo),
                a,
                b,
            ) => IntExprKind::Binary(*op, Box::new(self.number(a)?), Box::new(self.number(b)?)),
            ExprKind::Binary(Op::Range, ..) | ExprKind::Set(_) => {
                let error = Diagnostic::error("this is a set, where a number is expected", span);
                return Err(error.with_note("whether a number is in a set is written `X in 1..9`"));
            }
            ExprKind::Binary(..) | ExprKind::Not(_) => {
                let message = "this is true or false, where a number is expected";
                let note = "`count(…)` is the number of formulas that hold";
                return Err(Diagnostic::error(message, span).with_note(note));
            }
            ExprKind::List(_) => return Err(unexpected("a list", span)),
            ExprKind::Text(_) => return Err(unexpected("a text", span)),
            ExprKind::Any => return Err(unexpected("`_`", span)),
        };
        Ok(IntExpr { kind, span })
    }

    fn word(&mut self, name: &str, span: Span) -> Result<IntExpr> {
        let inner_first = self.scopes.iter().rev().flatten();
        let kind = match self.tables.find(name) {
            Some(array) => return self.reference(array, &[], false, span),
            None => match inner_first.into_iter().find(|slot| slot.name == name) {
                Some(slot) => IntExprKind::Index(slot.number),
                None => return Err(self.unknown(name, span)),
            },
        };
        Ok(IntExpr { kind, span })
    }

    /// Lowers an array at some indices.
    fn reference(
        &mut self,
        array: ArrayRef,
        args: &[Expr],
        ranged: bool,
        span: Span,
    ) -> Result<IntExpr> {
        let indices = args.iter().map(|arg| self.number(arg));
        let indices = indices.collect::<Result<Vec<IntExpr>>>()?;
        let shape = self.tables.shape(array);
        let name = self.tables.name(array);
        let n_axes = shape.axes().len();
        if ranged || indices.len() != n_axes {
            let has = match n_axes {
                0 => "no index".to_owned(),
                1 => "one index".to_owned(),
                n => format!("{n} indices"),
            };
            let message = format!("`{name}` has {has}");
            let letters: Vec<&str> = ["i", "j", "k", "l"].into_iter().take(n_axes).collect();
            let note = match n_axes {
                0 => format!("write `{name}`"),
                _ => format!("write `{name}({})`", letters.join(",")),
            };
            return Err(Diagnostic::error(message, span).with_note(note));
        }
        let open = |index: &IntExpr| !slots(index).is_empty() || has_variable(index);
        if !indices.iter().any(open) {
            let values = Values::new(self.tables);
            let known = values.numbers(&indices, &mut Vec::new());
            if known.is_none_or(|known| shape.position(&known).is_none()) {
                let message = format!("there is no such `{name}`");
                let note = format!("its index is {}", shape.words());
                return Err(Diagnostic::error(message, span).with_note(note));
            }
        }
        let kind = match array {
            ArrayRef::Vars(at) => IntExprKind::Var(at, indices),
            ArrayRef::Data(at) => IntExprKind::Data(at, indices),
        };
        Ok(IntExpr { kind, span })
    }

    /// Lowers an expression that must be a formula.
    pub(crate) fn formula(&mut self, expr: &Expr) -> Result<BoolExpr> {
        let span = expr.span;
        let kind = match &expr.kind {
            ExprKind::Binary(op, left, right) if op.compares() => {
                BoolExprKind::Compare(*op, self.number(left)?, self.number(right)?)
            }
            ExprKind::Binary(Op::In, left, right) => {
                BoolExprKind::In(self.number(left)?, self.set(right)?)
            }
            ExprKind::Binary(Op::And, left, right) => {
                BoolExprKind::And(vec![self.formula(left)?, self.formula(right)?])
            }
            ExprKind::Binary(Op::Or, left, right) => {
                if let ExprKind::Binary(Op::Range, ..) = right.kind {
                    let error = Diagnostic::error("this is a set, not a formula", right.span);
                    return Err(error.with_note("a union is written `{1..3, 7..9}` after `in`"));
                }
                BoolExprKind::Or(vec![self.formula(left)?, self.formula(right)?])
            }
            ExprKind::Binary(Op::Implies, left, right) => {
                let left = self.formula(left)?;
                let span = left.span;
                let negated = BoolExpr {
                    kind: BoolExprKind::Not(Box::new(left)),
                    span,
                };
                BoolExprKind::Or(vec![negated, self.formula(right)?])
            }
            ExprKind::Binary(Op::Iff, left, right) => BoolExprKind::Iff(
                Box::new(self.formula(left)?),
                Box::new(self.formula(right)?),
            ),
            ExprKind::Not(inner) => BoolExprKind::Not(Box::new(self.formula(inner)?)),
            ExprKind::Call { name, args, range } if self.tables.find(name).is_none() => {
                return self.function_formula(name, args, range.as_deref(), span);
            }
            _ => {
                // If a name is unknown, that error is more helpful.
                self.number(expr)?;
                let message = "this is a number, where something true or false is expected";
                return Err(Diagnostic::error(message, span).with_note("compare it: `… = 1`"));
            }
        };
        Ok(BoolExpr { kind, span })
    }

    /// Lowers a set: `1..9`, `{1, 3, 5..7}` or, outside of formulas, a union `1..3 \/ 7..9`.
    pub(crate) fn set(&mut self, expr: &Expr) -> Result<Set> {
        let mut parts = Vec::new();
        self.add_to_set(expr, &mut parts)?;
        Ok(Set { parts })
    }

    fn add_to_set(&mut self, expr: &Expr, parts: &mut Vec<(IntExpr, IntExpr)>) -> Result {
        match &expr.kind {
            ExprKind::Binary(Op::Range, first, last) => {
                parts.push((self.number(first)?, self.number(last)?));
            }
            ExprKind::Binary(Op::Or, left, right) => {
                self.add_to_set(left, parts)?;
                self.add_to_set(right, parts)?;
            }
            ExprKind::Set(items) | ExprKind::List(items) => {
                for item in items {
                    self.add_to_set(item, parts)?;
                }
            }
            _ => {
                let value = self.number(expr)?;
                parts.push((value.clone(), value));
            }
        }
        Ok(())
    }

    /// The error for an undeclared name.
    pub(crate) fn unknown(&self, name: &str, span: Span) -> Diagnostic {
        let message = format!("there is no `{name}`");
        let error = Diagnostic::error(message, span);
        match self.tables.nearest(name) {
            Some(near) => error.with_note(format!("there is `{near}`")),
            None => error.with_note(format!(
                "a variable is declared by `Name: {name}, domain: 1..9`, a constant by `Constant: {name} = 1`"
            )),
        }
    }
}

/// Indices begin with a lower-case letter.
pub(crate) fn is_index(name: &str) -> bool {
    name.starts_with(char::is_lowercase) && function(name).is_none()
}

pub(crate) fn unexpected(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(format!("{what} is not allowed here"), span)
}

/// Rejects a range with variables: it must be known before search.
fn reject_variables(formula: &BoolExpr, tables: &Tables) -> Result {
    let mut found = None;
    formula.visit(&mut |part| {
        if let Part::Reference(array @ ArrayRef::Vars(_), _) = part {
            found = found.or(Some(array));
        }
    });
    let Some(array) = found else {
        return Ok(());
    };
    let name = tables.name(array);
    let message = format!("`{name}` is a variable; a range has only indices and constants");
    let note = "what depends on variables goes into the constraint, as in `X = 3 => …`";
    Err(Diagnostic::error(message, formula.span).with_note(note))
}

/// Splits a conjunction into its parts.
fn split(formula: BoolExpr, into: &mut Vec<BoolExpr>) {
    match formula.kind {
        BoolExprKind::And(parts) => parts.into_iter().for_each(|part| split(part, into)),
        _ => into.push(formula),
    }
}
