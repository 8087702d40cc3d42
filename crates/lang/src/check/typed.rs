//! Typed statements: numbers, formulas, and scopes, which are indices with conditions and a plan.
//!
//! An index is a slot in an array of numbers, the slots of outer scopes before those of inner ones.

use std::collections::HashMap;

use gridwright_term::Span;

use crate::syntax::Op;

/// An integer expression.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) kind: NumberKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum NumberKind {
    Int(i64),
    /// An index, by its slot.
    Index(usize),
    /// A known number.
    Data(usize, Vec<Number>),
    /// A variable.
    Var(usize, Vec<Number>),
    Negative(Box<Number>),
    Absolute(Box<Number>),
    /// Plus, minus, times, over or modulo.
    Pair(Op, Box<Number>, Box<Number>),
    /// The smallest, or the largest.
    Extreme {
        largest: bool,
        each: Each<Number>,
    },
    Sum(Each<Number>),
    /// The number of items that hold.
    Count(Each<BoolExpr>),
}

/// A Boolean expression.
#[derive(Clone, Debug)]
pub(crate) struct BoolExpr {
    pub(crate) kind: FormulaKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum FormulaKind {
    Compare(Op, Number, Number),
    In(Number, Set),
    Not(Box<BoolExpr>),
    And(Vec<BoolExpr>),
    Or(Vec<BoolExpr>),
    Iff(Box<BoolExpr>, Box<BoolExpr>),
    Forall(Each<BoolExpr>),
    Exists(Each<BoolExpr>),
    /// The number of items that hold, compared with a number.
    Holding(Op, Number, Each<BoolExpr>),
    AllDifferent(Each<Number>),
    Table(Vec<Number>, Vec<Vec<Option<i64>>>),
    /// The values are the successors of their indices in a circuit; if `partial`, in a subcircuit, where an index that is its own successor is left out.
    Circuit {
        each: Each<Number>,
        partial: bool,
    },
    /// The places where the formula is true are connected. `pairs` defines the neighbours; without it, places that differ by one in one index are neighbours.
    Connected {
        places: Each<BoolExpr>,
        pairs: Option<Each<BoolExpr>>,
    },
}

/// A set of numbers: a union of ranges, each given by its first and last number.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    pub(crate) parts: Vec<(Number, Number)>,
}

/// Items for all values of the indices of a scope.
#[derive(Clone, Debug)]
pub(crate) struct Each<T> {
    pub(crate) scope: Scope,
    pub(crate) items: Vec<T>,
}

/// Indices, the conditions on them, and the plan that enumerates them.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    pub(crate) slots: Vec<Slot>,
    /// The conditions of the range.
    pub(crate) conditions: Vec<BoolExpr>,
    /// References to arrays whose indices must be within the array.
    pub(crate) terms: Vec<Reference>,
    pub(crate) plan: Plan,
}

/// The order in which the indices of a scope are chosen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Tests before the first choice.
    pub(crate) first: Vec<Check>,
    pub(crate) steps: Vec<Step>,
}

/// The choice of one index.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) slot: usize,
    pub(crate) source: ValueSource,
    /// All values of the index, if they are known and the source may give others.
    pub(crate) among: Option<Vec<i64>>,
    /// Comparisons with indices chosen before.
    pub(crate) limits: Vec<(Op, Affine)>,
    pub(crate) checks: Vec<Check>,
}

/// Where the values of an index come from.
#[derive(Clone, Debug)]
pub(crate) enum ValueSource {
    /// The solution of `affine = 0`.
    Solved(Affine),
    /// A lookup in a hash table, by numbers that are already known.
    Hashed {
        keys: Vec<Number>,
        rows: HashMap<Vec<i64>, Vec<i64>>,
    },
    Listed(Vec<i64>),
    /// A set whose bounds are already known.
    Spanned(Set),
}

/// A test, by its index in the scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    Condition(usize),
    Term(usize),
}

/// `factor * index + rest`, the rest being a sum.
#[derive(Clone, Debug)]
pub(crate) struct Affine {
    pub(crate) factor: i64,
    pub(crate) rest: Vec<(i64, Number)>,
}

/// An index of a scope: its name and its slot.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// An array, of variables or of data, at some indices.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub(crate) array: ArrayRef,
    pub(crate) indices: Vec<Number>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayRef {
    Vars(usize),
    Data(usize),
}

/// An expression with subexpressions.
pub(crate) trait Parts {
    /// Visits every slot, every reference to an array, and the start and end of every inner scope.
    fn visit(&self, seen: &mut dyn FnMut(Part<'_>));
}

/// What a visitor gets.
pub(crate) enum Part<'a> {
    Slot(usize),
    Reference(ArrayRef, &'a [Number]),
    /// An inner scope starts, or ends.
    Inner(bool),
}

impl Parts for Number {
    fn visit(&self, seen: &mut dyn FnMut(Part<'_>)) {
        match &self.kind {
            NumberKind::Int(_) => {}
            NumberKind::Index(slot) => seen(Part::Slot(*slot)),
            NumberKind::Data(array, indices) => {
                seen(Part::Reference(ArrayRef::Data(*array), indices));
                indices.iter().for_each(|index| index.visit(seen));
            }
            NumberKind::Var(array, indices) => {
                seen(Part::Reference(ArrayRef::Vars(*array), indices));
                indices.iter().for_each(|index| index.visit(seen));
            }
            NumberKind::Negative(inner) | NumberKind::Absolute(inner) => inner.visit(seen),
            NumberKind::Pair(_, left, right) => {
                left.visit(seen);
                right.visit(seen);
            }
            NumberKind::Extreme { each, .. } | NumberKind::Sum(each) => each.visit(seen),
            NumberKind::Count(each) => each.visit(seen),
        }
    }
}

impl Parts for BoolExpr {
    fn visit(&self, seen: &mut dyn FnMut(Part<'_>)) {
        match &self.kind {
            FormulaKind::Compare(_, left, right) => {
                left.visit(seen);
                right.visit(seen);
            }
            FormulaKind::In(number, set) => {
                number.visit(seen);
                for (first, last) in &set.parts {
                    first.visit(seen);
                    last.visit(seen);
                }
            }
            FormulaKind::Not(inner) => inner.visit(seen),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| part.visit(seen));
            }
            FormulaKind::Iff(left, right) => {
                left.visit(seen);
                right.visit(seen);
            }
            FormulaKind::Holding(_, number, each) => {
                number.visit(seen);
                each.visit(seen);
            }
            FormulaKind::Forall(each) | FormulaKind::Exists(each) => each.visit(seen),
            FormulaKind::Connected { places, pairs } => {
                places.visit(seen);
                pairs.iter().for_each(|pairs| pairs.visit(seen));
            }
            FormulaKind::AllDifferent(each) | FormulaKind::Circuit { each, .. } => each.visit(seen),
            FormulaKind::Table(numbers, _) => numbers.iter().for_each(|part| part.visit(seen)),
        }
    }
}

impl<T: Parts> Parts for Each<T> {
    fn visit(&self, seen: &mut dyn FnMut(Part<'_>)) {
        seen(Part::Inner(true));
        self.items.iter().for_each(|item| item.visit(seen));
        let conditions = self.scope.conditions.iter();
        conditions.for_each(|condition| condition.visit(seen));
        seen(Part::Inner(false));
    }
}

/// The slots in an expression, each once.
pub(crate) fn slots(parts: &dyn Parts) -> Vec<usize> {
    let mut found = Vec::new();
    parts.visit(&mut |part| {
        if let Part::Slot(slot) = part
            && !found.contains(&slot)
        {
            found.push(slot);
        }
    });
    found
}

/// Whether an expression has a variable.
pub(crate) fn has_variable(parts: &dyn Parts) -> bool {
    let mut found = false;
    parts.visit(&mut |part| {
        found |= matches!(part, Part::Reference(ArrayRef::Vars(_), _));
    });
    found
}

/// The references to arrays in an expression, without those of inner scopes and those with a variable as an index.
pub(crate) fn references(parts: &dyn Parts) -> Vec<Reference> {
    let mut found = Vec::new();
    let mut depth = 0;
    parts.visit(&mut |part| match part {
        Part::Inner(true) => depth += 1,
        Part::Inner(false) => depth -= 1,
        Part::Reference(array, indices)
            if depth == 0 && !indices.iter().any(|index| has_variable(index)) =>
        {
            found.push(Reference {
                array,
                indices: indices.to_vec(),
            });
        }
        _ => {}
    });
    found
}
