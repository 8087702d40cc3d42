//! The symbol table: functions, arrays of variables and arrays of known numbers; a scalar is an array without indices.

use std::collections::HashMap;

use gridwright_fd::Domain;
use gridwright_term::Span;

use crate::check::shape::Shape;
use crate::check::typed::ArrayRef;
use crate::parse::nearest::nearest;
use crate::syntax::Op;

/// Variables of one name.
#[derive(Clone, Debug)]
pub struct Array {
    /// The name.
    pub name: String,
    /// The combinations of indices that exist.
    pub shape: Shape,
    /// The number of the first of them among all variables.
    pub first: usize,
    /// Where it is declared.
    pub span: Span,
    /// The domain of each, by position.
    pub(crate) domains: Vec<Domain>,
}

/// Known numbers of one name.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) values: Vec<i64>,
    pub(crate) span: Span,
}

/// The symbol table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    pub(crate) arrays: Vec<Array>,
    pub(crate) data: Vec<Data>,
    names: HashMap<String, ArrayRef>,
}

impl Array {
    /// The name of a variable as it is written: `V(3)`.
    pub fn element_name(&self, indices: &[i64]) -> String {
        if indices.is_empty() {
            return self.name.clone();
        }
        let indices: Vec<String> = indices.iter().map(i64::to_string).collect();
        format!("{}({})", self.name, indices.join(","))
    }
}

impl Tables {
    pub(crate) fn find(&self, name: &str) -> Option<ArrayRef> {
        self.names.get(name).copied()
    }

    pub(crate) fn shape(&self, array: ArrayRef) -> &Shape {
        match array {
            ArrayRef::Vars(at) => &self.arrays[at].shape,
            ArrayRef::Data(at) => &self.data[at].shape,
        }
    }

    pub(crate) fn name(&self, array: ArrayRef) -> &str {
        match array {
            ArrayRef::Vars(at) => &self.arrays[at].name,
            ArrayRef::Data(at) => &self.data[at].name,
        }
    }

    /// Where a name is declared.
    pub(crate) fn declared(&self, name: &str) -> Option<Span> {
        Some(match self.find(name)? {
            ArrayRef::Vars(at) => self.arrays[at].span,
            ArrayRef::Data(at) => self.data[at].span,
        })
    }

    pub(crate) fn add_array(&mut self, mut array: Array) {
        array.first = self.n_vars();
        let entry = ArrayRef::Vars(self.arrays.len());
        self.names.insert(array.name.clone(), entry);
        self.arrays.push(array);
    }

    pub(crate) fn add_data(&mut self, data: Data) {
        let entry = ArrayRef::Data(self.data.len());
        self.names.insert(data.name.clone(), entry);
        self.data.push(data);
    }

    /// The number of variables.
    pub(crate) fn n_vars(&self) -> usize {
        let last = self.arrays.last();
        last.map_or(0, |last| last.first + last.shape.n_elements())
    }

    /// The declared name nearest to one that is not declared; functions are names too.
    pub(crate) fn nearest(&self, name: &str) -> Option<String> {
        let mut names: Vec<&str> = self.names.keys().map(String::as_str).collect();
        names.sort_unstable();
        names.extend(FUNCTIONS.iter().map(|(name, _)| *name));
        nearest(name, names).map(str::to_owned)
    }
}

/// A function of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Abs,
    Min,
    Max,
    Sum,
    Count,
    Forall,
    /// All hold, and one propagator enforces them together.
    Jointly,
    Exists,
    /// Exactly, at least or at most `n` hold.
    Cardinality(Op),
    AllDifferent,
    Table,
    Circuit,
    Subcircuit,
    Connected,
}

const FUNCTIONS: &[(&str, Function)] = &[
    ("abs", Function::Abs),
    ("alldifferent", Function::AllDifferent),
    ("atleast", Function::Cardinality(Op::AtLeast)),
    ("atmost", Function::Cardinality(Op::AtMost)),
    ("circuit", Function::Circuit),
    ("connected", Function::Connected),
    ("count", Function::Count),
    ("exactly", Function::Cardinality(Op::Equal)),
    ("exists", Function::Exists),
    ("forall", Function::Forall),
    ("jointly", Function::Jointly),
    ("max", Function::Max),
    ("min", Function::Min),
    ("subcircuit", Function::Subcircuit),
    ("sum", Function::Sum),
    ("table", Function::Table),
];

/// The function of a name.
pub(crate) fn function(name: &str) -> Option<Function> {
    let name = match name {
        "all_different" => "alldifferent",
        name => name,
    };
    let (_, function) = FUNCTIONS.iter().find(|(known, _)| *known == name)?;
    Some(*function)
}

impl Function {
    /// Whether it ranges over indices of its own.
    pub(crate) fn has_scope(self) -> bool {
        !matches!(self, Function::Abs | Function::Table)
    }
}
