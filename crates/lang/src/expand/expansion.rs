//! Expansion: from numbers and formulas, at given values of the indices, to sums and ground constraints.

use std::collections::HashMap;

use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::check::evaluate::{Cut, MAX_CHOICES, Values, for_each_choice};
use crate::check::typed::{BoolExpr, BoolExprKind, Comprehension, IntExpr, IntExprKind};
use crate::expand::ground::{Derived, Ground, Id, Relation, Store, Sum};
use crate::syntax::Op;

/// The maximum number of terms and subformulas of all ground constraints together.
pub const MAX_PARTS: u64 = 3_000_000;

/// The state of the expansion.
#[derive(Debug)]
pub(crate) struct Expansion<'a> {
    pub(crate) values: &'a Values<'a>,
    pub(crate) store: Store,
    /// Conditions on variables under which numbers are defined.
    pub(crate) side: Vec<Ground>,
    n_parts: u64,
}

/// Why an expansion ends early.
#[derive(Debug)]
pub(crate) enum ExpandError {
    Diagnostic(Diagnostic),
    Cut(Cut),
}

impl From<Cut> for ExpandError {
    fn from(cut: Cut) -> ExpandError {
        ExpandError::Cut(cut)
    }
}

impl From<Diagnostic> for ExpandError {
    fn from(error: Diagnostic) -> ExpandError {
        ExpandError::Diagnostic(error)
    }
}

impl ExpandError {
    /// The diagnostic at a span.
    pub(crate) fn at(self, span: Span) -> Diagnostic {
        match self {
            ExpandError::Diagnostic(error) => error,
            ExpandError::Cut(Cut::Stopped(limit)) => {
                let message = format!("{} while the model was expanded", limit.describe());
                Diagnostic::error(message, span)
            }
            ExpandError::Cut(Cut::TooMany) => {
                let max = crate::group_digits(MAX_CHOICES.into());
                let message = format!("more than {max} choices of indices were tried up to here");
                Diagnostic::error(message, span)
            }
        }
    }
}

impl<'a> Expansion<'a> {
    pub(crate) fn new(values: &'a Values<'a>, store: Store) -> Expansion<'a> {
        Expansion {
            values,
            store,
            side: Vec::new(),
            n_parts: 0,
        }
    }

    /// All instances of the items of a scope, each with the values of the scope's own indices.
    fn all<T, G>(
        &mut self,
        over: &Comprehension<T>,
        slots: &mut Vec<i64>,
        span: Span,
        one: fn(&mut Self, &T, &mut Vec<i64>) -> Result<G>,
    ) -> Result<Vec<(Vec<i64>, Vec<G>)>> {
        let mut found = Vec::new();
        let values = self.values;
        let done = for_each_choice(&over.scope, values, slots, &mut |slots| {
            let own = over.scope.slots.iter().map(|slot| slots[slot.number]);
            let own: Vec<i64> = own.collect();
            let items: Result<Vec<G>> = over
                .items
                .iter()
                .map(|item| one(self, item, slots))
                .collect();
            self.count(items.as_ref().map_or(0, Vec::len) as u64, span)?;
            found.push((own, items?));
            Ok::<(), ExpandError>(())
        });
        done.map_err(|error| error.at(span))?;
        Ok(found)
    }

    fn sums(
        &mut self,
        over: &Comprehension<IntExpr>,
        slots: &mut Vec<i64>,
        span: Span,
    ) -> Result<Vec<Sum>> {
        let all = self.all(over, slots, span, Self::sum)?;
        Ok(all.into_iter().flat_map(|(_, items)| items).collect())
    }

    pub(crate) fn grounds(
        &mut self,
        over: &Comprehension<BoolExpr>,
        slots: &mut Vec<i64>,
        span: Span,
    ) -> Result<Vec<Ground>> {
        let all = self.all(over, slots, span, Self::ground)?;
        Ok(all.into_iter().flat_map(|(_, items)| items).collect())
    }

    /// Counts terms and subformulas; an error if there are too many.
    pub(crate) fn count(&mut self, parts: u64, span: Span) -> Result {
        self.n_parts += parts;
        if self.n_parts <= MAX_PARTS {
            return Ok(());
        }
        let max = crate::group_digits(MAX_PARTS.into());
        let message = format!("the model exceeds {max} terms and formulas here");
        let note = "use a narrower range, or a function such as `alldifferent`";
        Err(Diagnostic::error(message, span).with_note(note))
    }

    /// A number at given indices.
    pub(crate) fn sum(&mut self, number: &IntExpr, slots: &mut Vec<i64>) -> Result<Sum> {
        let span = number.span;
        match &number.kind {
            IntExprKind::Int(value) => Ok(Sum::constant(*value)),
            IntExprKind::Index(slot) => Ok(Sum::constant(slots[*slot])),
            IntExprKind::Data(at, indices) => {
                let data = &self.values.tables.data[*at];
                let entry = |position: usize| Sum::constant(data.values[position]);
                self.array(&data.shape, indices, &entry, slots, span)
            }
            IntExprKind::Var(at, indices) => {
                let array = &self.values.tables.arrays[*at];
                let entry = |position: usize| Sum::of(Id((array.first + position) as u32));
                self.array(&array.shape, indices, &entry, slots, span)
            }
            IntExprKind::Neg(inner) => {
                let inner = self.sum(inner, slots)?;
                inner.times(-1).ok_or_else(|| too_large(span))
            }
            IntExprKind::Abs(inner) => {
                let inner = self.sum(inner, slots)?;
                self.absolute(inner, span)
            }
            IntExprKind::Binary(op, left, right) => {
                let (left, right) = (self.sum(left, slots)?, self.sum(right, slots)?);
                self.count(right.terms.len() as u64, span)?;
                self.pair(*op, left, right, span)
            }
            IntExprKind::MinMax { largest, each } => {
                let sums = self.sums(each, slots, span)?;
                self.extreme(*largest, sums, span)
            }
            IntExprKind::Sum(each) => {
                let sums = self.sums(each, slots, span)?;
                self.total(sums, span)
            }
            IntExprKind::Count(each) => {
                let grounds = self.grounds(each, slots, span)?;
                self.n_true(grounds, span)
            }
        }
    }

    /// A formula at given indices.
    pub(crate) fn ground(&mut self, formula: &BoolExpr, slots: &mut Vec<i64>) -> Result<Ground> {
        let span = formula.span;
        let wide = || too_large(span);
        Ok(match &formula.kind {
            BoolExprKind::Compare(op, left, right) => {
                let (left, right) = (self.sum(left, slots)?, self.sum(right, slots)?);
                self.count(left.terms.len() as u64, span)?;
                comparison(*op, left, right).ok_or_else(wide)?
            }
            BoolExprKind::In(number, set) => {
                let sum = self.sum(number, slots)?;
                let ranges = self.values.set(set, slots);
                member(sum, ranges)
            }
            BoolExprKind::Not(inner) => self.ground(inner, slots)?.negated(),
            BoolExprKind::And(parts) | BoolExprKind::Or(parts) => {
                let parts = parts.iter().map(|part| self.ground(part, slots));
                let parts = parts.collect::<Result<Vec<Ground>>>()?;
                match formula.kind {
                    BoolExprKind::And(_) => Ground::and(parts),
                    _ => Ground::or(parts),
                }
            }
            BoolExprKind::Iff(left, right) => {
                Ground::iff(self.ground(left, slots)?, self.ground(right, slots)?)
            }
            BoolExprKind::Forall(each) => Ground::and(self.grounds(each, slots, span)?),
            BoolExprKind::Exists(each) => Ground::or(self.grounds(each, slots, span)?),
            BoolExprKind::Cardinality(op, number, each) => {
                let number = self.sum(number, slots)?;
                let grounds = self.grounds(each, slots, span)?;
                let total = self.n_true(grounds, span)?;
                comparison(*op, total, number).ok_or_else(wide)?
            }
            BoolExprKind::AllDifferent(each) => all_different(self.sums(each, slots, span)?),
            BoolExprKind::Jointly(each) => {
                let parts = self.grounds(each, slots, span)?;
                jointly(Ground::and(parts)).ok_or_else(|| not_joint(span))?
            }
            BoolExprKind::Table(numbers, rows) => {
                let sums: Result<Vec<Sum>> =
                    numbers.iter().map(|one| self.sum(one, slots)).collect();
                self.count((rows.len() * numbers.len()) as u64, span)?;
                table(sums?, rows)
            }
            BoolExprKind::Circuit { each, partial } => self.circuit(each, *partial, slots, span)?,
            BoolExprKind::Connected { nodes, pairs } => {
                self.connected(nodes, pairs.as_ref(), slots, span)?
            }
        })
    }

    fn circuit(
        &mut self,
        each: &Comprehension<IntExpr>,
        partial: bool,
        slots: &mut Vec<i64>,
        span: Span,
    ) -> Result<Ground> {
        let mut steps = self.all(each, slots, span, Self::sum)?;
        steps.sort_by_key(|(own, _)| own[0]);
        let first = steps.first().map_or(0, |(own, _)| own[0]);
        let far = |pair: &&[(Vec<i64>, Vec<Sum>)]| pair[1].0[0].abs_diff(pair[0].0[0]) != 1;
        if let Some([before, after]) = steps.windows(2).find(far) {
            let (before, after) = (before.0[0], after.0[0]);
            let message =
                format!("the indices of a circuit have no gaps, but {after} follows {before}");
            return Err(Diagnostic::error(message, span));
        }
        let next = steps.into_iter().flat_map(|(_, items)| items).collect();
        Ok(Ground::Circuit {
            next,
            first,
            partial,
        })
    }

    fn connected(
        &mut self,
        formulas: &Comprehension<BoolExpr>,
        pairs: Option<&Comprehension<BoolExpr>>,
        slots: &mut Vec<i64>,
        span: Span,
    ) -> Result<Ground> {
        let found = self.all(formulas, slots, span, Self::ground)?;
        let node: HashMap<Vec<i64>, usize> = found
            .iter()
            .enumerate()
            .map(|(at, (own, _))| (own.clone(), at))
            .collect();
        let nodes: Vec<Ground> = found.iter().flat_map(|(_, items)| items.clone()).collect();
        let mut edges = Vec::new();
        match pairs {
            None => {
                for (from, (own, _)) in found.iter().enumerate() {
                    for at in 0..own.len() {
                        let mut next = own.clone();
                        next[at] = next[at].saturating_add(1);
                        edges.extend(node.get(&next).map(|to| (from, *to)));
                    }
                }
            }
            Some(pairs) => {
                let width = formulas.scope.slots.len();
                for (own, items) in self.all(pairs, slots, span, Self::ground)? {
                    let ends = [&own[..width], &own[width..2 * width]];
                    let [Some(from), Some(to)] = ends.map(|end| node.get(end).copied()) else {
                        continue;
                    };
                    if items[1] != nodes[to] {
                        let message = "the second formula is not the first with other indices";
                        return Err(Diagnostic::error(message, pairs.items[1].span));
                    }
                    if from != to {
                        edges.push((from.min(to), from.max(to)));
                    }
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        self.count(edges.len() as u64, span)?;
        Ok(Ground::Connected { nodes, edges })
    }

    /// The number of constraints that hold.
    fn n_true(&mut self, grounds: Vec<Ground>, span: Span) -> Result<Sum> {
        let truths = grounds.into_iter().map(|ground| self.truth(ground));
        let truths = truths.collect();
        self.total(truths, span)
    }

    /// The sum that is 1 if a constraint holds, else 0.
    pub(crate) fn truth(&mut self, ground: Ground) -> Sum {
        if let Ground::Truth(truth) = ground {
            return Sum::constant(truth.into());
        }
        // The truth of `x = 1` for a 0..1 variable is x itself.
        if let Ground::Compare(Relation::Zero, sum) = &ground
            && let [(id, 1)] = sum.terms[..]
            && self.store.bounds[id.0 as usize] == (0, 1)
            && sum.constant == -1
        {
            return Sum::of(id);
        }
        let derived = Derived::Truth(Box::new(ground));
        Sum::of(self.store.derive(derived, (0, 1)))
    }
}

/// The comparison of two sums; `None` if a number gets too large.
pub(crate) fn comparison(op: Op, left: Sum, right: Sum) -> Option<Ground> {
    let minus = |a: &Sum, b: &Sum, more: i64| a.plus(-1, b)?.plus(1, &Sum::constant(more));
    let at_most = |sum: Sum| Ground::compare(Relation::AtMostZero, sum);
    Some(match op {
        Op::NotEqual => return Ground::not_equal(left, right),
        Op::Less => at_most(minus(&left, &right, 1)?),
        Op::AtMost => at_most(minus(&left, &right, 0)?),
        Op::Greater => at_most(minus(&right, &left, 1)?),
        Op::AtLeast => at_most(minus(&right, &left, 0)?),
        _ => Ground::compare(Relation::Zero, minus(&left, &right, 0)?),
    })
}

/// The constraint that a sum is in a set.
pub(crate) fn member(sum: Sum, mut ranges: Vec<(i64, i64)>) -> Ground {
    ranges.sort_unstable();
    let mut merged: Vec<(i64, i64)> = Vec::new();
    for (first, last) in ranges {
        match merged.last_mut() {
            Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
            _ => merged.push((first, last)),
        }
    }
    match sum.known() {
        _ if merged.is_empty() => Ground::Truth(false),
        Some(value) => Ground::Truth(merged.iter().any(|part| (part.0..=part.1).contains(&value))),
        None => Ground::Member(sum, merged),
    }
}

fn all_different(mut sums: Vec<Sum>) -> Ground {
    sums.sort_unstable();
    let twice = sums.windows(2).any(|pair| pair[0] == pair[1]);
    match sums.len() {
        _ if twice => Ground::Truth(false),
        0 | 1 => Ground::Truth(true),
        _ => Ground::AllDifferent(sums),
    }
}

/// An `alldifferent` and sums of its numbers as one constraint; `None` if it is anything else.
fn jointly(ground: Ground) -> Option<Ground> {
    let parts = match ground {
        Ground::And(parts) => parts,
        truth @ Ground::Truth(_) => return Some(truth),
        one => vec![one],
    };
    let mut numbers = None;
    let mut equations = Vec::new();
    for part in parts {
        match part {
            Ground::AllDifferent(found) if numbers.is_none() => numbers = Some(found),
            Ground::Compare(Relation::Zero, sum) => equations.push(sum),
            _ => return None,
        }
    }
    let numbers = numbers?;
    // The position of each variable, and what is added to it.
    let mut place = HashMap::new();
    for (position, number) in numbers.iter().enumerate() {
        let [(id, 1)] = number.terms[..] else {
            return None;
        };
        place.insert(id, (position, number.constant));
    }
    let sums = equations.into_iter().map(|equation| {
        let sign = equation.terms.first()?.1;
        let mut total = -sign.checked_mul(equation.constant)?;
        let mut positions = Vec::with_capacity(equation.terms.len());
        for (id, factor) in equation.terms {
            let (position, added) = *place.get(&id)?;
            if factor != sign || sign.abs() != 1 {
                return None;
            }
            positions.push(position);
            total = total.checked_add(added)?;
        }
        Some((positions, total))
    });
    let sums = sums.collect::<Option<Vec<_>>>()?;
    Some(Ground::Jointly { numbers, sums })
}

fn not_joint(span: Span) -> Diagnostic {
    let message = "`jointly` takes one `alldifferent` and sums of its numbers";
    let note = "write `jointly(alldifferent(X), X(1) + X(2) = 5)`";
    Diagnostic::error(message, span).with_note(note)
}

fn table(sums: Vec<Sum>, rows: &[Vec<Option<i64>>]) -> Ground {
    if sums.is_empty() || rows.is_empty() {
        return Ground::Truth(!rows.is_empty());
    }
    let mut rows = rows.to_vec();
    rows.sort_unstable();
    rows.dedup();
    Ground::Table(sums, rows)
}

pub(crate) fn too_large(span: Span) -> Diagnostic {
    Diagnostic::error("a number gets too large here", span)
}
