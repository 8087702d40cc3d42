//! Terms: the one printed form that constraints, rules and models share.
#![warn(missing_docs)]

use std::fmt;

/// A ground term: a number, a name, a compound or a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// An integer.
    Int(i64),
    /// A name: an atom or a variable, told apart by its first letter.
    Name(String),
    /// A functor with arguments, `f(a, b)`.
    Compound(String, Vec<Term>),
    /// A list, `[a, b]`.
    List(Vec<Term>),
}

impl Term {
    /// A compound term `name(args…)`.
    pub fn compound(name: impl Into<String>, args: impl IntoIterator<Item = Term>) -> Term {
        Term::Compound(name.into(), args.into_iter().collect())
    }

    /// A list term `[items…]`.
    pub fn list(items: impl IntoIterator<Item = Term>) -> Term {
        Term::List(items.into_iter().collect())
    }

    /// A name.
    pub fn name(name: impl Into<String>) -> Term {
        Term::Name(name.into())
    }
}

impl From<i32> for Term {
    fn from(value: i32) -> Term {
        Term::Int(value.into())
    }
}

impl From<i64> for Term {
    fn from(value: i64) -> Term {
        Term::Int(value)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn all(items: &[Term], f: &mut fmt::Formatter<'_>) -> fmt::Result {
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    f.write_str(", ")?;
                }
                write!(f, "{item}")?;
            }
            Ok(())
        }
        match self {
            Term::Int(value) => write!(f, "{value}"),
            Term::Name(name) => f.write_str(name),
            Term::Compound(name, args) => {
                write!(f, "{name}(")?;
                all(args, f)?;
                f.write_str(")")
            }
            Term::List(items) => {
                f.write_str("[")?;
                all(items, f)?;
                f.write_str("]")
            }
        }
    }
}
