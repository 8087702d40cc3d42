//! What a FlatZinc text says, item by item, with places; names are slices of the text.

use gridwright_term::Span;

/// A whole text.
#[derive(Debug, Default)]
pub(crate) struct Text<'t> {
    pub(crate) declarations: Vec<Declaration<'t>>,
    pub(crate) constraints: Vec<Posted<'t>>,
    pub(crate) solve: Option<Solve<'t>>,
}

/// A parameter, a variable, or an array of either.
#[derive(Debug)]
pub(crate) struct Declaration<'t> {
    pub(crate) name: &'t str,
    pub(crate) span: Span,
    pub(crate) kind: Kind,
    /// For arrays, how many items are announced; `None` for a single value.
    pub(crate) length: Option<i64>,
    pub(crate) annotations: Vec<Expr<'t>>,
    pub(crate) value: Option<Expr<'t>>,
}

/// The type of a declaration.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    /// A parameter, whatever its type: its value tells.
    Parameter,
    Bool,
    /// An integer variable, with its values unless any will do.
    Int(Option<Ranges>),
    /// What is not supported: its name in a message.
    Refused(&'static str),
}

/// A constraint.
#[derive(Debug)]
pub(crate) struct Posted<'t> {
    pub(crate) name: &'t str,
    pub(crate) span: Span,
    pub(crate) arguments: Vec<Expr<'t>>,
    pub(crate) annotations: Vec<Expr<'t>>,
}

/// What is sought.
#[derive(Debug)]
pub(crate) struct Solve<'t> {
    pub(crate) span: Span,
    pub(crate) annotations: Vec<Expr<'t>>,
    pub(crate) goal: Goal<'t>,
}

#[derive(Debug)]
pub(crate) enum Goal<'t> {
    Satisfy,
    Minimise(Expr<'t>),
    Maximise(Expr<'t>),
}

/// An expression and where it begins.
#[derive(Debug)]
pub(crate) struct Expr<'t> {
    pub(crate) at: u32,
    pub(crate) value: Value<'t>,
}

#[derive(Debug)]
pub(crate) enum Value<'t> {
    Bool(bool),
    Int(i64),
    Float(&'t str),
    Set(Ranges),
    Text,
    Name(&'t str),
    /// `xs[3]`
    Item(&'t str, i64),
    Array(Box<[Expr<'t>]>),
    Call(&'t str, Box<[Expr<'t>]>),
}

/// A set of whole numbers: ranges in the order they were written.
pub(crate) type Ranges = Box<[(i64, i64)]>;

impl<'t> Expr<'t> {
    /// Where it stands: for what is a slice of the text, all of it.
    pub(crate) fn span(&self) -> Span {
        let at = self.at as usize;
        let length = match &self.value {
            Value::Name(name) | Value::Item(name, _) | Value::Call(name, _) => name.len(),
            Value::Float(word) => word.len(),
            _ => 1,
        };
        Span::new(at, at + length)
    }

    /// The name and arguments of a call; a name alone is a call without any.
    pub(crate) fn call(&self) -> Option<(&'t str, &[Expr<'t>])> {
        match &self.value {
            Value::Name(name) => Some((name, &[])),
            Value::Call(name, arguments) => Some((name, arguments)),
            _ => None,
        }
    }
}

/// The arguments of the annotation of that name, if it is there.
pub(crate) fn annotation<'a, 't>(
    annotations: &'a [Expr<'t>],
    name: &str,
) -> Option<&'a [Expr<'t>]> {
    annotations
        .iter()
        .filter_map(Expr::call)
        .find(|call| call.0 == name)
        .map(|call| call.1)
}
