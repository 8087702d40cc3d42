//! Typed statements: numbers, formulas, and scopes, which are indices with conditions and a plan.
//!
//! An index is a slot in an array of numbers, the slots of outer scopes before those of inner ones.

use std::collections::HashMap;

use gridwright_term::Span;

use crate::syntax::Op;

/// An integer expression.
#[derive(Clone, Debug)]
pub(crate) struct IntExpr {
    pub(crate) kind: IntExprKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum IntExprKind {
    Int(i64),
    /// An index, by its slot.
    Index(usize),
    /// A known number.
    Data(usize, Vec<IntExpr>),
    /// A variable.
    Var(usize, Vec<IntExpr>),
    Neg(Box<IntExpr>),
    Abs(Box<IntExpr>),
    /// Plus, minus, times, over or modulo.
    Binary(Op, Box<IntExpr>, Box<IntExpr>),
    /// The smallest, or the largest.
    MinMax {
        largest: bool,
        each: Comprehension<IntExpr>,
    },
    Sum(Comprehension<IntExpr>),
    /// The number of items that hold.
    Count(Comprehension<BoolExpr>),
}

/// A Boolean expression.
#[derive(Clone, Debug)]
pub(crate) struct BoolExpr {
    pub(crate) kind: BoolExprKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum BoolExprKind {
    Compare(Op, IntExpr, IntExpr),
    In(IntExpr, Set),
    Not(Box<BoolExpr>),
    And(Vec<BoolExpr>),
    Or(Vec<BoolExpr>),
    Iff(Box<BoolExpr>, Box<BoolExpr>),
    Forall(Comprehension<BoolExpr>),
    Exists(Comprehension<BoolExpr>),
    /// One `alldifferent` and sums of its numbers, which one propagator enforces together.
    Jointly(Comprehension<BoolExpr>),
    /// The number of items that hold, compared with a number.
    Cardinality(Op, IntExpr, Comprehension<BoolExpr>),
    AllDifferent(Comprehension<IntExpr>),
    Table(Vec<IntExpr>, Vec<Vec<Option<i64>>>),
    /// The values are the successors of their indices in a circuit; if `partial`, in a subcircuit, where an index that is its own successor is left out.
    Circuit {
        each: Comprehension<IntExpr>,
        partial: bool,
    },
    /// The nodes where the formula is true are connected. `pairs` defines the neighbours; without it, nodes that differ by one in one index are neighbours.
    Connected {
        nodes: Comprehension<BoolExpr>,
        pairs: Option<Comprehension<BoolExpr>>,
    },
}

/// A set of numbers: a union of ranges, each given by its first and last number.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    pub(crate) parts: Vec<(IntExpr, IntExpr)>,
}

/// Items for all values of the indices of a scope.
#[derive(Clone, Debug)]
pub(crate) struct Comprehension<T> {
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
        keys: Vec<IntExpr>,
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
    pub(crate) rest: Vec<(i64, IntExpr)>,
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
    pub(crate) indices: Vec<IntExpr>,
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
    Reference(ArrayRef, &'a [IntExpr]),
    /// An inner scope starts, or ends.
    Inner(bool),
}

impl Parts for IntExpr {
    fn visit(&self, seen: &mut dyn FnMut(Part<'_>)) {
        match &self.kind {
            IntExprKind::Int(_) => {}
            IntExprKind::Index(slot) => seen(Part::Slot(*slot)),
            IntExprKind::Data(array, indices) => {
                seen(Part::Reference(ArrayRef::Data(*array), indices));
                indices.iter().for_each(|index| index.visit(seen));
            }
            IntExprKind::Var(array, indices) => {
                seen(Part::Reference(ArrayRef::Vars(*array), indices));
                indices.iter().for_each(|index| index.visit(seen));
            }
            IntExprKind::Neg(inner) | IntExprKind::Abs(inner) => inner.visit(seen),
            IntExprKind::Binary(_, left, right) => {
                left.visit(seen);
                right.visit(seen);
            }
            IntExprKind::MinMax { each, .. } | IntExprKind::Sum(each) => each.visit(seen),
            IntExprKind::Count(each) => each.visit(seen),
        }
    }
}

impl Parts for BoolExpr {
    fn visit(&self, seen: &mut dyn FnMut(Part<'_>)) {
        match &self.kind {
            BoolExprKind::Compare(_, left, right) => {
                left.visit(seen);
                right.visit(seen);
            }
            BoolExprKind::In(number, set) => {
                number.visit(seen);
                for (first, last) in &set.parts {
                    first.visit(seen);
                    last.visit(seen);
                }
            }
            BoolExprKind::Not(inner) => inner.visit(seen),
            BoolExprKind::And(parts) | BoolExprKind::Or(parts) => {
                parts.iter().for_each(|part| part.visit(seen));
            }
            BoolExprKind::Iff(left, right) => {
                left.visit(seen);
                right.visit(seen);
            }
            BoolExprKind::Cardinality(_, number, each) => {
                number.visit(seen);
                each.visit(seen);
            }
            BoolExprKind::Forall(each)
            | BoolExprKind::Exists(each)
            | BoolExprKind::Jointly(each) => each.visit(seen),
            BoolExprKind::Connected { nodes, pairs } => {
                nodes.visit(seen);
                pairs.iter().for_each(|pairs| pairs.visit(seen));
            }
            BoolExprKind::AllDifferent(each) | BoolExprKind::Circuit { each, .. } => {
                each.visit(seen)
            }
            BoolExprKind::Table(numbers, _) => numbers.iter().for_each(|part| part.visit(seen)),
        }
    }
}

impl<T: Parts> Parts for Comprehension<T> {
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
