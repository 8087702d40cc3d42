//! Conversion between terms and Rust values.

use std::fmt;

use crate::opaque::Opaque;
use crate::term::Term;

/// A Rust value that can be written as a term: numbers, `bool` as `true` or `false`, `&str` and `String` as atoms, vectors and
/// slices as lists, and terms themselves.
pub trait ToTerm {
    /// The value as a term.
    fn to_term(&self) -> Term;
}

/// A Rust value that can be read from a term, the other way round from [`ToTerm`]. `String` also accepts texts.
pub trait FromTerm: Sized {
    /// The value that a term stands for.
    fn from_term(term: &Term) -> Result<Self, ConversionError>;
}

/// The arguments of a compound term as a tuple of up to eight values.
pub trait ToArgs {
    /// The values as terms.
    fn to_args(&self) -> Vec<Term>;
}

/// A tuple that can be read from the arguments of a compound term.
pub trait FromArgs: Sized {
    /// The number of arguments.
    const ARITY: usize;

    /// The values of `ARITY` arguments.
    fn from_args(args: &[Term]) -> Result<Self, ConversionError>;
}

/// A term that does not have the shape of the wanted type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionError {
    /// The name of the expected type, such as `integer`, or the expected functor.
    pub expected: String,
    /// The term that was found.
    pub found: Term,
}

impl ConversionError {
    /// The error for a term that is not what was expected.
    pub fn new(expected: impl Into<String>, found: &Term) -> ConversionError {
        ConversionError {
            expected: expected.into(),
            found: found.clone(),
        }
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl std::error::Error for ConversionError {}

impl Term {
    /// Makes a compound term from Rust values, or a name if there are no arguments.
    ///
    /// ```
    /// use gridwright_term::Term;
    /// assert_eq!(Term::call("edge", ("a", 3, vec![1, 2])).to_string(), "edge(a, 3, [1, 2])");
    /// assert_eq!(Term::call("stop", ()).to_string(), "stop");
    /// ```
    pub fn call(name: &str, args: impl ToArgs) -> Term {
        let args = args.to_args();
        if args.is_empty() {
            return Term::name(name);
        }
        Term::compound(name, args)
    }

    /// The arguments of a term with this name, as Rust values.
    ///
    /// ```
    /// use gridwright_term::Term;
    /// let edge = Term::call("edge", ("a", 3));
    /// let (node, weight): (String, i64) = edge.arguments("edge")?;
    /// assert_eq!((&node[..], weight), ("a", 3));
    /// let error = edge.arguments::<(i64, i64)>("edge").unwrap_err();
    /// assert_eq!(error.to_string(), "expected integer, found a");
    /// # Ok::<(), gridwright_term::ConversionError>(())
    /// ```
    pub fn arguments<A: FromArgs>(&self, name: &str) -> Result<A, ConversionError> {
        if self.functor() != Some((name, A::ARITY)) {
            return Err(ConversionError::new(format!("{name}/{}", A::ARITY), self));
        }
        A::from_args(self.args())
    }

    /// The Rust value that this term stands for.
    pub fn to<T: FromTerm>(&self) -> Result<T, ConversionError> {
        T::from_term(self)
    }
}

impl ToTerm for Term {
    fn to_term(&self) -> Term {
        self.clone()
    }
}

impl FromTerm for Term {
    fn from_term(term: &Term) -> Result<Term, ConversionError> {
        Ok(term.clone())
    }
}

impl<T: ToTerm + ?Sized> ToTerm for &T {
    fn to_term(&self) -> Term {
        (**self).to_term()
    }
}

impl ToTerm for str {
    fn to_term(&self) -> Term {
        Term::name(self)
    }
}

impl ToTerm for String {
    fn to_term(&self) -> Term {
        Term::name(&self[..])
    }
}

impl FromTerm for String {
    fn from_term(term: &Term) -> Result<String, ConversionError> {
        match term {
            Term::Name(text) | Term::Text(text) => Ok(text.clone()),
            _ => Err(ConversionError::new("text", term)),
        }
    }
}

impl ToTerm for bool {
    fn to_term(&self) -> Term {
        Term::name(if *self { "true" } else { "false" })
    }
}

impl FromTerm for bool {
    fn from_term(term: &Term) -> Result<bool, ConversionError> {
        match term.functor() {
            Some(("true", 0)) => Ok(true),
            Some(("false", 0)) => Ok(false),
            _ => Err(ConversionError::new("bool", term)),
        }
    }
}

impl ToTerm for Opaque {
    fn to_term(&self) -> Term {
        Term::Opaque(self.clone())
    }
}

impl FromTerm for Opaque {
    fn from_term(term: &Term) -> Result<Opaque, ConversionError> {
        match term {
            Term::Opaque(value) => Ok(value.clone()),
            _ => Err(ConversionError::new("opaque", term)),
        }
    }
}

impl<T: ToTerm> ToTerm for [T] {
    fn to_term(&self) -> Term {
        Term::list(self.iter().map(ToTerm::to_term))
    }
}

impl<T: ToTerm> ToTerm for Vec<T> {
    fn to_term(&self) -> Term {
        self[..].to_term()
    }
}

impl<T: ToTerm, const N: usize> ToTerm for [T; N] {
    fn to_term(&self) -> Term {
        self[..].to_term()
    }
}

impl<T: FromTerm> FromTerm for Vec<T> {
    fn from_term(term: &Term) -> Result<Vec<T>, ConversionError> {
        match term {
            Term::List(items) => items.iter().map(T::from_term).collect(),
            _ => Err(ConversionError::new("list", term)),
        }
    }
}

/// Conversions of the integer types. A value too large for the type is an error.
macro_rules! integers {
    ($($type:ty),*) => {
        $(
            impl FromTerm for $type {
                fn from_term(term: &Term) -> Result<$type, ConversionError> {
                    match term {
                        Term::Int(value) => <$type>::try_from(*value)
                            .map_err(|_| ConversionError::new(stringify!($type), term)),
                        _ => Err(ConversionError::new("integer", term)),
                    }
                }
            }
        )*
    };
}
integers!(i8, i16, i32, i64, u8, u16, u32, u64, usize, isize);

/// The integer types whose values all are terms.
macro_rules! small_integers {
    ($($type:ty),*) => {
        $(
            impl ToTerm for $type {
                fn to_term(&self) -> Term {
                    Term::Int((*self).into())
                }
            }
        )*
    };
}
small_integers!(i8, i16, i32, i64, u8, u16, u32);

impl ToTerm for usize {
    /// # Panics
    /// If the value is above `i64::MAX`.
    fn to_term(&self) -> Term {
        Term::Int(i64::try_from(*self).expect("sizes fit into 63 bits"))
    }
}

/// Tuples as arguments.
macro_rules! tuples {
    ($(($($type:ident $at:tt),*) $arity:literal;)*) => {
        $(
            impl<$($type: ToTerm),*> ToArgs for ($($type,)*) {
                fn to_args(&self) -> Vec<Term> {
                    vec![$(self.$at.to_term()),*]
                }
            }

            impl<$($type: FromTerm),*> FromArgs for ($($type,)*) {
                const ARITY: usize = $arity;

                fn from_args(args: &[Term]) -> Result<($($type,)*), ConversionError> {
                    debug_assert_eq!(args.len(), $arity);
                    let _ = args;
                    Ok(($($type::from_term(&args[$at])?,)*))
                }
            }
        )*
    };
}
tuples! {
    () 0;
    (A 0) 1;
    (A 0, B 1) 2;
    (A 0, B 1, C 2) 3;
    (A 0, B 1, C 2, D 3) 4;
    (A 0, B 1, C 2, D 3, E 4) 5;
    (A 0, B 1, C 2, D 3, E 4, F 5) 6;
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6) 7;
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7) 8;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        let term = Term::call("all", (1_i8, -2_i64, "a b", true, vec!["x"], [[1_u8, 2]]));
        assert_eq!(term.to_string(), "all(1, -2, 'a b', true, [x], [[1, 2]])");
        type Args = (u8, i64, String, bool, Vec<String>, Vec<Vec<u8>>);
        let args: Args = term.arguments("all").expect("the types fit");
        let expected = (
            1,
            -2,
            "a b".to_owned(),
            true,
            vec!["x".to_owned()],
            vec![vec![1, 2]],
        );
        assert_eq!(args, expected);
    }

    #[test]
    fn wrong_types_are_named() {
        let table = [
            (
                Term::from(300).to::<u8>().map(|_| ()),
                "expected u8, found 300",
            ),
            (
                Term::name("a").to::<i64>().map(|_| ()),
                "expected integer, found a",
            ),
            (
                Term::from(1).to::<String>().map(|_| ()),
                "expected text, found 1",
            ),
            (
                Term::name("yes").to::<bool>().map(|_| ()),
                "expected bool, found yes",
            ),
            (
                Term::from(1).to::<Vec<i64>>().map(|_| ()),
                "expected list, found 1",
            ),
            (
                Term::from(1).to::<Opaque>().map(|_| ()),
                "expected opaque, found 1",
            ),
            (
                Term::call("f", (1,))
                    .arguments::<(i64, i64)>("f")
                    .map(|_| ()),
                "expected f/2, found f(1)",
            ),
            (
                Term::call("g", (1,)).arguments::<(i64,)>("f").map(|_| ()),
                "expected f/1, found g(1)",
            ),
        ];
        for (result, message) in table {
            assert_eq!(
                result.map_err(|error| error.to_string()),
                Err(message.to_owned())
            );
        }
    }
}
