//! The printer: statements to text, with as few parentheses as the operators allow. Its output parses to the same statement.

use std::fmt;

use crate::parse::parser::{LOOSEST, operators};
use crate::syntax::{Clause, Expr, ExprKind, Op, Statement};

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.word(), list(&self.items))?;
        self.clauses
            .iter()
            .try_for_each(|clause| write!(f, ", {clause}"))
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.word(), list(&self.items))
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printed(self, LOOSEST))
    }
}

fn list(items: &[Expr]) -> String {
    let items: Vec<String> = items.iter().map(Expr::to_string).collect();
    items.join(", ")
}

/// The expression, in parentheses if its priority is above `max`.
fn printed(expr: &Expr, max: u16) -> String {
    let (text, priority) = match &expr.kind {
        ExprKind::Int(value) => (value.to_string(), if *value < 0 { SIGN } else { 0 }),
        ExprKind::Text(text) => (gridwright_term::Term::text(text.as_str()).to_string(), 0),
        ExprKind::Name(name) => (name.clone(), 0),
        ExprKind::Any => ("_".to_owned(), 0),
        ExprKind::Call { name, args, range } => {
            let mut inside = list(args);
            if let Some(range) = range {
                let comma = if args.is_empty() { "" } else { ", " };
                inside += &format!("{comma}range: {}", list(range));
            }
            (format!("{name}({inside})"), 0)
        }
        ExprKind::List(items) => (format!("[{}]", list(items)), 0),
        ExprKind::Set(items) => (format!("{{{}}}", list(items)), 0),
        ExprKind::Minus(inner) => {
            // A minus before a number would be parsed as part of the number.
            let inner = match inner.kind {
                ExprKind::Int(_) => format!("({inner})"),
                _ => printed(inner, SIGN),
            };
            (format!("-{inner}"), SIGN)
        }
        ExprKind::Not(inner) => (format!("not {}", printed(inner, NOT)), NOT),
        ExprKind::Binary(op, left, right) => {
            let sign = op.symbol();
            let (priority, left_max, right_max) = operators()
                .between(sign)
                .expect("every operator is in the table");
            let (left, right) = (printed(left, left_max), printed(right, right_max));
            let text = match op {
                Op::Range => format!("{left}..{right}"),
                _ => format!("{left} {sign} {right}"),
            };
            (text, priority)
        }
    };
    if priority > max {
        return format!("({text})");
    }
    text
}

/// The priorities of unary minus and of `not`; a lower priority binds more tightly, as in Prolog.
const SIGN: u16 = 200;
const NOT: u16 = 710;
