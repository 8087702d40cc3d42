//! Plans, like join plans of a database: the order in which the indices of a scope are chosen, and the source of their values, so that few values
//! fail.
//!
//! The next index is the one with the fewest values to try. They come, in this order of preference, from an equation solved for the index
//! (`j = i + 1`), from a hash table keyed by the other sides of equations (`j/27 = i/27`), or from the list of all values for which terms exist and
//! the conditions on this index alone hold. A condition is tested as soon as its indices are chosen; comparisons (`i < j`) bound the values before
//! they are tried.

use std::collections::{BTreeSet, HashMap};

use gridwright_term::Diagnostic;

use crate::Result;
use crate::check::affine::affine;
use crate::check::evaluate::{MAX_CHOICES, Values, holds};
use crate::check::typed::{
    Affine, BoolExpr, BoolExprKind, Check, Parts, Plan, Reference, Slot, Step, ValueSource, slots,
};
use crate::syntax::Op;

/// The maximum number of indices one scope may have.
const MAX_INDICES: usize = 16;

/// Makes the plan for indices under conditions, with terms that must exist; the slots of `outer` are chosen earlier.
pub(crate) fn plan(
    own: &[Slot],
    conditions: &[BoolExpr],
    terms: &[Reference],
    outer: &[usize],
    values: &Values<'_>,
) -> Result<Plan, Diagnostic> {
    if let Some(slot) = own.get(MAX_INDICES) {
        let message = format!("there are more than {MAX_INDICES} indices here");
        return Err(Diagnostic::error(message, slot.span));
    }
    let own_slots = own.iter().map(|slot| slot.number);
    let known: BTreeSet<usize> = own_slots.chain(outer.iter().copied()).collect();
    let mut planning = Planning {
        own,
        conditions,
        terms,
        values,
        bound: outer.iter().copied().collect(),
        zeros: vec![0; known.last().map_or(0, |last| last + 1)],
        known,
    };
    planning.run()
}

struct Planning<'a> {
    own: &'a [Slot],
    conditions: &'a [BoolExpr],
    terms: &'a [Reference],
    values: &'a Values<'a>,
    /// The slots of this scope and of outer ones; others belong to inner scopes.
    known: BTreeSet<usize>,
    /// The slots chosen so far.
    bound: BTreeSet<usize>,
    /// A value for every slot, to evaluate expressions in which at most one slot occurs.
    zeros: Vec<i64>,
}

impl Planning<'_> {
    fn run(&mut self) -> Result<Plan, Diagnostic> {
        let mut todo: Vec<Check> = self.checks().collect();
        let mut plan = Plan {
            first: self.ready(&mut todo),
            steps: Vec::new(),
        };
        let mut lists = Vec::new();
        for slot in self.own {
            lists.push(self.list(slot)?);
        }
        let mut left: Vec<usize> = (0..self.own.len()).collect();
        let (mut choices, mut tries) = (1.0_f64, 0.0);
        while !left.is_empty() {
            let sources = left.iter().enumerate().filter_map(|(position, &at)| {
                let (size, source) = self.source(self.own[at].number, lists[at].as_ref())?;
                Some((size, position, source))
            });
            let Some((size, position, source)) = sources.min_by(|a, b| a.0.total_cmp(&b.0)) else {
                return Err(unbounded(&self.own[left[0]]));
            };
            let at = left.remove(position);
            let slot = self.own[at].number;
            choices *= size;
            tries += choices;
            if tries > MAX_CHOICES as f64 {
                return Err(too_many(&self.own[at], tries));
            }
            let limits = self.limits(slot);
            self.bound.insert(slot);
            let among = match source {
                ValueSource::Solved(_) | ValueSource::Spanned(_) => lists[at].clone(),
                ValueSource::Hashed { .. } | ValueSource::Listed(_) => None,
            };
            plan.steps.push(Step {
                slot,
                source,
                among,
                limits,
                checks: self.ready(&mut todo),
            });
        }
        Ok(plan)
    }

    /// Removes and returns the tests whose indices are chosen.
    fn ready(&self, todo: &mut Vec<Check>) -> Vec<Check> {
        let is_ready = |check: &mut Check| self.slots_of(*check).is_subset(&self.bound);
        todo.extract_if(.., is_ready).collect()
    }

    fn slots_of(&self, check: Check) -> BTreeSet<usize> {
        match check {
            Check::Condition(at) => self.slots_in(&self.conditions[at]),
            Check::Term(at) => {
                let indices = self.terms[at].indices.iter();
                indices.flat_map(|index| self.slots_in(index)).collect()
            }
        }
    }

    /// The slots in an expression, without those of inner scopes.
    fn slots_in(&self, parts: &dyn Parts) -> BTreeSet<usize> {
        let found = slots(parts).into_iter();
        found.filter(|slot| self.known.contains(slot)).collect()
    }

    fn is_only(&self, parts: &dyn Parts, slot: usize) -> bool {
        self.slots_in(parts) == BTreeSet::from([slot])
    }

    fn is_bound(&self, form: &Affine) -> bool {
        let mut rest = form.rest.iter();
        rest.all(|(_, number)| self.slots_in(number).is_subset(&self.bound))
    }

    /// Every comparison that is affine in the slot, as a comparison with 0.
    fn comparisons(&self, slot: usize) -> impl Iterator<Item = (Op, Affine)> + '_ {
        self.conditions.iter().filter_map(move |condition| {
            let BoolExprKind::Compare(op, left, right) = &condition.kind else {
                return None;
            };
            let form = affine(left, Some(right), slot, self.values)?;
            (form.factor != 0).then_some((*op, form))
        })
    }

    /// All values of an index, ascending, if terms or conditions bound it.
    fn list(&self, slot: &Slot) -> Result<Option<Vec<i64>>, Diagnostic> {
        let number = slot.number;
        let mut zeros = self.zeros.clone();
        let mut best: Option<(u128, Vec<(i64, i64)>)> = None;
        let mut offer = |ranges: Vec<(i64, i64)>| {
            let size = ranges.iter().map(|(first, last)| last.abs_diff(*first));
            let size = size.map(|gap| u128::from(gap) + 1).sum();
            if best.as_ref().is_none_or(|(least, _)| size < *least) {
                best = Some((size, ranges));
            }
        };
        for term in self.terms {
            let axes = self.values.tables.shape(term.array).axes();
            for (index, axis) in term.indices.iter().zip(axes) {
                if self.is_only(index, number)
                    && let Some(form) = affine(index, None, number, self.values)
                {
                    let solved = axis.iter().filter_map(|&value| {
                        let value = form.solve(-value, self.values, &mut zeros)?;
                        Some((value, value))
                    });
                    offer(solved.collect());
                }
            }
        }
        let (mut min, mut max) = (None, None);
        for (op, form) in self.comparisons(number) {
            let mut rest = form.rest.iter();
            if !rest.all(|(_, number)| self.slots_in(number).is_empty()) {
                continue;
            }
            if op == Op::Equal {
                let solved = form.solve(0, self.values, &mut zeros);
                offer(solved.map(|value| (value, value)).into_iter().collect());
            } else if let Some((low, high)) = form.cut(op, self.values, &mut zeros) {
                min = min.max(low);
                max = [max, high].into_iter().flatten().min();
            }
        }
        if let (Some(min), Some(max)) = (min, max) {
            offer(if min <= max { vec![(min, max)] } else { vec![] });
        }
        for condition in self.conditions {
            if let BoolExprKind::In(left, set) = &condition.kind
                && self.is_only(condition, number)
                && let Some(form) = affine(left, None, number, self.values)
                && form.factor == 1
                && form.rest.is_empty()
            {
                offer(self.values.set(set, &mut zeros));
            }
        }
        let Some((size, ranges)) = best else {
            return Ok(None);
        };
        if size > u128::from(MAX_CHOICES) {
            return Err(too_many(slot, size as f64));
        }
        let mut list: Vec<i64> = ranges
            .into_iter()
            .flat_map(|(first, last)| first..=last)
            .collect();
        list.sort_unstable();
        list.dedup();
        let alone = |check: &Check| self.slots_of(*check) == BTreeSet::from([number]);
        let checks: Vec<Check> = self.checks().filter(alone).collect();
        list.retain(|&value| {
            zeros[number] = value;
            let mut checks = checks.iter();
            checks.all(|&check| holds(check, self.conditions, self.terms, self.values, &mut zeros))
        });
        Ok(Some(list))
    }

    fn checks(&self) -> impl Iterator<Item = Check> + use<> {
        let conditions = (0..self.conditions.len()).map(Check::Condition);
        conditions.chain((0..self.terms.len()).map(Check::Term))
    }

    /// The best source of values for an index, with their average number.
    fn source(&self, slot: usize, list: Option<&Vec<i64>>) -> Option<(f64, ValueSource)> {
        let equations = self.comparisons(slot).filter(|(op, _)| *op == Op::Equal);
        let mut solvable = equations.filter(|(_, form)| self.is_bound(form));
        if let Some((_, form)) = solvable.next() {
            return Some((1.0, ValueSource::Solved(form)));
        }
        let spanned = self.conditions.iter().find_map(|condition| {
            let BoolExprKind::In(left, set) = &condition.kind else {
                return None;
            };
            let form = affine(left, None, slot, self.values)?;
            let mut ends = set.parts.iter().flat_map(|(first, last)| [first, last]);
            let bound = ends.all(|end| self.slots_in(end).is_subset(&self.bound));
            (form.factor == 1 && form.rest.is_empty() && bound).then_some(set)
        });
        let Some(list) = list else {
            // A guess: the ends are not known yet.
            return spanned.map(|set| (32.0, ValueSource::Spanned(set.clone())));
        };
        let hashed = self.hashed(slot, list);
        Some(hashed.unwrap_or_else(|| (list.len() as f64, ValueSource::Listed(list.clone()))))
    }

    /// The values of an index, hashed by the other sides of equations.
    fn hashed(&self, slot: usize, list: &[i64]) -> Option<(f64, ValueSource)> {
        let (mut own, mut keys) = (Vec::new(), Vec::new());
        for condition in self.conditions {
            let BoolExprKind::Compare(Op::Equal, left, right) = &condition.kind else {
                continue;
            };
            for (one, other) in [(left, right), (right, left)] {
                let slots = self.slots_in(other);
                if self.is_only(one, slot) && !slots.is_empty() && slots.is_subset(&self.bound) {
                    own.push(one);
                    keys.push(other.clone());
                    break;
                }
            }
        }
        if keys.is_empty() {
            return None;
        }
        let mut zeros = self.zeros.clone();
        let mut rows: HashMap<Vec<i64>, Vec<i64>> = HashMap::new();
        for &value in list {
            zeros[slot] = value;
            let key: Option<Vec<i64>> = own
                .iter()
                .map(|one| self.values.number(one, &mut zeros))
                .collect();
            if let Some(key) = key {
                rows.entry(key).or_default().push(value);
            }
        }
        let size = list.len() as f64 / rows.len().max(1) as f64;
        Some((size, ValueSource::Hashed { keys, rows }))
    }

    /// The comparisons of an index with what is chosen already.
    fn limits(&self, slot: usize) -> Vec<(Op, Affine)> {
        let compares = |op: Op| !matches!(op, Op::Equal | Op::NotEqual);
        let all = self.comparisons(slot);
        all.filter(|(op, form)| compares(*op) && self.is_bound(form))
            .collect()
    }
}

fn unbounded(slot: &Slot) -> Diagnostic {
    let name = &slot.name;
    let message = format!("the values of the index `{name}` are not given");
    let note = format!("add it to the range: `{name} in 1..9`");
    Diagnostic::error(message, slot.span).with_note(note)
}

fn too_many(slot: &Slot, tries: f64) -> Diagnostic {
    let message = format!(
        "there are {} choices of indices to try up to `{}`; the most is {}",
        crate::group_digits(tries as u128),
        slot.name,
        crate::group_digits(MAX_CHOICES.into())
    );
    let note = "equations between the indices in the range reduce the number";
    Diagnostic::error(message, slot.span).with_note(note)
}
