//! Terms: plain data, constructors and accessors.

use crate::number::Number;
use crate::opaque::Opaque;

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// An integer, `-3`.
    Int(i64),
    /// A larger integer, a rational or a float: `1r3`, `-2.5`. Make it with [`Term::from`], so that every number has one representation.
    Number(Number),
    /// A text, `"so"`.
    Text(String),
    /// A name, `foo`, `+` or `'any thing'`.
    Name(String),
    /// A variable, `X` or `_x`. Its name begins with an upper case letter or `_` followed by letters, digits and `_`.
    Var(String),
    /// A functor with arguments, `f(a, b)`; operators are functors too, so `a + b` is `+` with two arguments.
    Compound(String, Vec<Term>),
    /// A list, `[a, b]`.
    List(Vec<Term>),
    /// A list with another term as its tail, `[a, b|T]`. Make it with [`Term::open_list`], so that every list has one
    /// representation.
    OpenList(Vec<Term>, Box<Term>),
    /// A Rust value, which has no written form.
    Opaque(Opaque),
}

impl Term {
    /// Makes a compound term `name(args…)`.
    pub fn compound(name: impl Into<String>, args: impl IntoIterator<Item = Term>) -> Term {
        Term::Compound(name.into(), args.into_iter().collect())
    }

    /// Makes a list term `[items…]`.
    pub fn list(items: impl IntoIterator<Item = Term>) -> Term {
        Term::List(items.into_iter().collect())
    }

    /// Makes the list of `items` followed by `rest`; it is a plain list if `rest` is one.
    ///
    /// ```
    /// use gridwright_term::Term;
    /// let rest = Term::list([Term::Int(2)]);
    /// assert_eq!(Term::open_list([Term::Int(1)], rest).to_string(), "[1, 2]");
    /// assert_eq!(Term::open_list([Term::Int(1)], Term::var("T")).to_string(), "[1|T]");
    /// ```
    pub fn open_list(items: impl IntoIterator<Item = Term>, rest: Term) -> Term {
        let mut items: Vec<Term> = items.into_iter().collect();
        match rest {
            Term::List(more) => {
                items.extend(more);
                Term::List(items)
            }
            Term::OpenList(more, rest) => {
                items.extend(more);
                Term::OpenList(items, rest)
            }
            rest if items.is_empty() => rest,
            rest => Term::OpenList(items, Box::new(rest)),
        }
    }

    /// Makes a name.
    pub fn name(name: impl Into<String>) -> Term {
        Term::Name(name.into())
    }

    /// Makes a variable.
    pub fn var(name: impl Into<String>) -> Term {
        Term::Var(name.into())
    }

    /// Makes a text.
    pub fn text(text: impl Into<String>) -> Term {
        Term::Text(text.into())
    }

    /// The functor and the number of arguments of a name or compound: `("f", 2)` for `f(a, b)`, `("a", 0)` for `a`.
    pub fn functor(&self) -> Option<(&str, usize)> {
        match self {
            Term::Name(name) => Some((name, 0)),
            Term::Compound(name, args) => Some((name, args.len())),
            _ => None,
        }
    }

    /// The value of a number.
    pub fn number(&self) -> Option<Number> {
        match self {
            Term::Int(value) => Some(Number::Int(*value)),
            Term::Number(number) => Some(number.clone()),
            _ => None,
        }
    }

    /// Whether this is a number and is negative; `None` if it is no number.
    pub(crate) fn is_negative(&self) -> Option<bool> {
        match self {
            Term::Int(value) => Some(*value < 0),
            Term::Number(number) => Some(number.is_negative()),
            _ => None,
        }
    }

    /// The arguments of a compound; empty for any other term.
    pub fn args(&self) -> &[Term] {
        match self {
            Term::Compound(_, args) => args,
            _ => &[],
        }
    }
}

impl From<Number> for Term {
    fn from(number: Number) -> Term {
        match number {
            Number::Int(value) => Term::Int(value),
            number => Term::Number(number),
        }
    }
}

impl From<i32> for Term {
    fn from(value: i32) -> Term {
        Term::Int(value.into())
    }
}

impl From<Opaque> for Term {
    fn from(value: Opaque) -> Term {
        Term::Opaque(value)
    }
}

impl From<i64> for Term {
    fn from(value: i64) -> Term {
        Term::Int(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_lists_are_flattened() {
        let item = |i: i32| Term::from(i);
        let inner = Term::open_list([item(2)], Term::var("T"));
        let outer = Term::open_list([item(1)], inner);
        let flat = Term::OpenList(vec![item(1), item(2)], Box::new(Term::var("T")));
        assert_eq!(outer, flat);
        assert_eq!(Term::open_list([], Term::var("T")), Term::var("T"));
        let closed = Term::open_list([item(1)], Term::list([]));
        assert_eq!(closed, Term::list([item(1)]));
    }

    #[test]
    fn functors_and_arguments() {
        let pair = Term::compound("f", [Term::name("a"), Term::text("b")]);
        assert_eq!(pair.functor(), Some(("f", 2)));
        assert_eq!(pair.args().len(), 2);
        assert_eq!(Term::name("a").functor(), Some(("a", 0)));
        assert_eq!(Term::var("X").functor(), None);
        assert!(Term::list([Term::Int(1)]).args().is_empty());
    }
}
