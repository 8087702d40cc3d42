//! The syntax tree of FlatZinc: items with spans; names are slices of the text.

use gridwright_term::Span;

/// All items of a text.
#[derive(Debug, Default)]
pub(crate) struct Items<'t> {
    pub(crate) declarations: Vec<Declaration<'t>>,
    /// The items of arrays of variables that are declared without a value, as in FlatZinc 1.
    pub(crate) elements: Vec<Declaration<'t>>,
    pub(crate) constraints: Vec<ConstraintItem<'t>>,
    pub(crate) solve: Option<Solve<'t>>,
}

/// A parameter, a variable, or an array of either.
#[derive(Debug)]
pub(crate) struct Declaration<'t> {
    pub(crate) name: &'t str,
    pub(crate) span: Span,
    pub(crate) ty: Type,
    /// For arrays, the declared length; `None` for a single value.
    pub(crate) length: Option<i64>,
    pub(crate) annotations: Vec<Expr<'t>>,
    pub(crate) value: Option<Expr<'t>>,
}

/// The type of a declaration.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Type {
    /// A parameter of any type; its value has the type.
    Parameter,
    Bool,
    /// An integer variable, with its values if they are bounded.
    Int(Option<Ranges>),
    /// A float variable, with its bounds if it has any.
    Float(Option<(f64, f64)>),
    /// An unsupported type, by its name in messages.
    Unsupported(&'static str),
}

/// A constraint.
#[derive(Debug)]
pub(crate) struct ConstraintItem<'t> {
    pub(crate) name: &'t str,
    pub(crate) span: Span,
    pub(crate) arguments: Vec<Expr<'t>>,
    pub(crate) annotations: Vec<Expr<'t>>,
}

/// The `solve` item.
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

/// An expression and its position.
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
    Str,
    Name(&'t str),
    /// `xs[3]`
    Index(&'t str, i64),
    /// An item of an array without a value, by its index in [`Items::elements`].
    Element(usize),
    Array(Box<[Expr<'t>]>),
    Call(&'t str, Box<[Expr<'t>]>),
}

/// A set of integers: ranges in source order.
pub(crate) type Ranges = Box<[(i64, i64)]>;

impl<'t> Expr<'t> {
    /// Its span: the whole name or number, else the first character.
    pub(crate) fn span(&self) -> Span {
        let at = self.at as usize;
        let length = match &self.value {
            Value::Name(name) | Value::Index(name, _) | Value::Call(name, _) => name.len(),
            Value::Float(word) => word.len(),
            _ => 1,
        };
        Span::new(at, at + length)
    }

    /// The name and arguments of a call; a bare name is a call without arguments.
    pub(crate) fn call(&self) -> Option<(&'t str, &[Expr<'t>])> {
        match &self.value {
            Value::Name(name) => Some((name, &[])),
            Value::Call(name, arguments) => Some((name, arguments)),
            _ => None,
        }
    }
}

/// The arguments of the annotation with this name, if there is one.
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
