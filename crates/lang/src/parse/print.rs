//! The printer: statements to text, with as few brackets as the operators allow. What it writes is read as the same statement.

use std::fmt;

use crate::phrases::{LOOSEST, operators};
use crate::syntax::{Clause, Op, Phrase, Statement, What};

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
        write!(f, "{}: {}", self.key.word(), list(&self.items))
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printed(self, LOOSEST))
    }
}

fn list(items: &[Phrase]) -> String {
    let items: Vec<String> = items.iter().map(Phrase::to_string).collect();
    items.join(", ")
}

/// The phrase, in brackets if it is bound more loosely than `max`.
fn printed(phrase: &Phrase, max: u16) -> String {
    let (text, priority) = match &phrase.what {
        What::Int(value) => (value.to_string(), if *value < 0 { SIGN } else { 0 }),
        What::Text(text) => (gridwright_term::Term::text(text.as_str()).to_string(), 0),
        What::Word(name) => (name.clone(), 0),
        What::Any => ("_".to_owned(), 0),
        What::Call { name, args, range } => {
            let mut inside = list(args);
            if let Some(range) = range {
                let comma = if args.is_empty() { "" } else { ", " };
                inside += &format!("{comma}range: {}", list(range));
            }
            (format!("{name}({inside})"), 0)
        }
        What::List(items) => (format!("[{}]", list(items)), 0),
        What::Set(items) => (format!("{{{}}}", list(items)), 0),
        What::Minus(inner) => {
            // A sign before a number would be read as part of it.
            let inner = match inner.what {
                What::Int(_) => format!("({inner})"),
                _ => printed(inner, SIGN),
            };
            (format!("-{inner}"), SIGN)
        }
        What::Not(inner) => (format!("not {}", printed(inner, NOT)), NOT),
        What::Pair(op, left, right) => {
            let sign = op.sign();
            let (priority, left_max, right_max) = operators()
                .between(sign)
                .expect("every operator is in the table");
            let (left, right) = (printed(left, left_max), printed(right, right_max));
            let text = match op {
                Op::To => format!("{left}..{right}"),
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

/// How strongly a sign binds, and how strongly `not` does.
const SIGN: u16 = 200;
const NOT: u16 = 710;
