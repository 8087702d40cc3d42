//! `array[index - offset] = result`, and the index is within the array.
//!
//! Consistency: `value` and `bounds` compare bounds only; `domain` is domain consistent. Three rules: an index is removed if its
//! element and the result share no value; a value of the result is removed if no remaining element has it; once the index is
//! fixed, the element and the result are equal. Supports are cached and tried first (Van Hentenryck and Carillon 1988, Generality
//! versus Specificity: an Experience with AI and OR Techniques; residues after Lecoutre and Hemery 2007). Elements may be
//! constants. A result whose values span at most 1,024 is compared with the elements 64 values at a time, without supports; of a wider one, only the values in gaps between the
//! elements without holes are looked at. O(n log n) while cached supports hold and there are no holes, O(n d) in the worst case.
//! Limitation: with more than 65,536 values, the result, and the element it equals once the index is fixed, get bounds propagation
//! only.

use crate::support::bits::rebased;
use crate::support::common_values::{first_common, push_missing};
use crate::support::errors::check_numbers;
use crate::support::prelude::*;
use crate::support::terms::{Name, call};
use crate::support::view_atom::{ViewAtom, absent_all};
use crate::support::views::{IntoViews, has_repeats, wake_slots};

/// `array[index - offset] = result`; made by [`element`].
#[derive(Clone, Debug)]
pub struct Element {
    index: View,
    offset: i32,
    array: Vec<View>,
    result: View,
}

/// `array[index - offset] = result`: `offset` is the index of the first element, 1 in MiniZinc. The index is within the array.
pub fn element(
    index: impl Into<View>,
    offset: i32,
    array: impl IntoViews,
    result: impl Into<View>,
) -> Element {
    Element {
        index: index.into(),
        offset,
        array: array.into_views(),
        result: result.into(),
    }
}

impl Constraint for Element {
    fn name(&self) -> &'static str {
        "element"
    }

    fn term(&self, name: Name<'_>) -> Term {
        let Element {
            index,
            offset,
            array,
            result,
        } = self;
        call("element", name, &[index, offset, array, result])
    }

    fn views(&self) -> Vec<View> {
        [&*self.array, &[self.index, self.result]].concat()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let value = |view: View| view.of(at(view.var));
        let position = i64::from(value(self.index)) - i64::from(self.offset);
        usize::try_from(position)
            .ok()
            .and_then(|position| self.array.get(position))
            .is_some_and(|&item| value(item) == value(self.result))
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &self.views())?;
        // The index after the last element must be in range too.
        check_numbers(self.name(), "indices", self.offset, self.array.len())
    }

    fn post(&self, out: &mut Poster<'_>) {
        let by_domain = out.consistency() == Consistency::Domain;
        let mut vars = self.scope();
        vars.retain(|&var| var != Var::ZERO);
        let on = if by_domain { On::Domain } else { On::Bounds };
        let is_constant = self.array.iter().all(|item| item.var == Var::ZERO);
        let mut wakes = vec![Wake::on(self.index, On::Domain), Wake::on(self.result, on)];
        if !is_constant {
            let (n, items) = (self.array.len(), wake_slots(&self.array, on));
            wakes = (n..)
                .zip(wakes)
                .map(|(slot, wake)| wake.slot(slot))
                .chain(items)
                .collect();
        }
        let propagator = ElementConsistency {
            index: self.index,
            offset: self.offset,
            array: self.array.clone(),
            result: self.result,
            by_domain,
            is_constant,
            aliased: has_repeats(vars),
            supports: vec![0; self.array.len()],
            spans: Vec::new(),
            with_holes: Vec::new(),
            lost: Vec::new(),
            values: Vec::new(),
            provided: Vec::new(),
            positions: positions_of_values(&self.array),
        };
        out.add(Cost::Linear, propagator, wakes);
    }
}

/// Domains above this size are narrowed by their bounds only.
const MAX_VALUES: u32 = 1 << 16;

const RANGE: Tag = Tag(0);
const INDEX: Tag = Tag(1);
const RESULT: Tag = Tag(2);
const RESULT_EQUAL: Tag = Tag(3);
const ELEMENT_EQUAL: Tag = Tag(4);

/// Propagates between index, elements and result.
#[derive(Debug)]
struct ElementConsistency {
    index: View,
    offset: i32,
    array: Vec<View>,
    result: View,
    by_domain: bool,
    /// Whether all elements are constants.
    is_constant: bool,
    aliased: bool,
    /// For each element, the last value found that it shares with the result; tried first.
    supports: Vec<i32>,
    /// Indices or values to remove: scratch memory for one run.
    lost: Vec<i32>,
    /// The elements that can be chosen: the bounds of those without holes, and the others; scratch memory for one run.
    spans: Vec<(i32, i32)>,
    with_holes: Vec<View>,
    /// The values of the result, and those that some element provides, as bits: scratch memory for one run.
    values: Vec<u64>,
    provided: Vec<u64>,
    /// Of an array of few constants, the values and the bit set of the positions of each; otherwise empty.
    positions: Vec<(i32, u64)>,
}

/// The values of the result are compared by words of 64 values if there are at most this many words.
const MAX_RESULT_WORDS: usize = 16;

/// The most different constants whose positions are kept as bit sets.
const MAX_CONSTANTS: usize = 16;

/// The values of an array of at most 64 constants, ascending, with the bit set of the positions of each; empty if there are too many.
fn positions_of_values(array: &[View]) -> Vec<(i32, u64)> {
    let mut found: Vec<(i32, u64)> = Vec::new();
    if array.len() > 64 {
        return found;
    }
    for (position, item) in array.iter().enumerate() {
        if item.var != Var::ZERO {
            return Vec::new();
        }
        match found.binary_search_by_key(&item.offset, |entry| entry.0) {
            Ok(at) => found[at].1 |= 1 << position,
            Err(_) if found.len() == MAX_CONSTANTS => return Vec::new(),
            Err(at) => found.insert(at, (item.offset, 1 << position)),
        }
    }
    found
}

impl ElementConsistency {
    fn position(&self, index: i32) -> usize {
        (index - self.offset) as usize
    }

    /// Whether an element and the result share a value, as far as the consistency level checks.
    fn meets(&mut self, store: &Store, position: usize) -> bool {
        let (item, result) = (self.array[position], self.result);
        let min = store.min(item).max(store.min(result));
        let max = store.max(item).min(store.max(result));
        if min > max {
            return false;
        }
        if !self.by_domain || store.is_interval(item) && store.is_interval(self.result) {
            return true;
        }
        let support = self.supports[position];
        if store.contains(item, support) && store.contains(result, support) {
            return true;
        }
        match first_common(store, item, result) {
            Some(None) => false,
            Some(Some(value)) => {
                self.supports[position] = value;
                true
            }
            // Scaled views of wide domains can fail to meet for a billion values; rely on the bounds.
            None => true,
        }
    }

    fn narrow_result(&mut self, store: &mut Store) -> Pruned<bool> {
        let (mut min, mut max) = (i32::MAX, i32::MIN);
        for index in store.values(self.index) {
            let item = self.array[self.position(index)];
            min = min.min(store.min(item).max(store.min(self.result)));
            max = max.max(store.max(item).min(store.max(self.result)));
        }
        let result = self.result;
        let mut changed =
            store.set_min(result, min, RESULT)? | store.set_max(result, max, RESULT)?;
        if self.by_domain && store.size(result) <= MAX_VALUES {
            self.find_unprovided(store);
            for &value in &self.lost {
                changed |= store.remove(result, value, RESULT)?;
            }
        }
        Ok(changed)
    }

    /// Finds the values of the result that no element has which can be chosen: only those in gaps between the elements
    /// without holes have to be looked up in the others.
    fn find_unprovided(&mut self, store: &Store) {
        let (from, to) = store.bounds(self.result);
        self.lost.clear();
        self.spans.clear();
        self.with_holes.clear();
        for index in store.values(self.index) {
            let item = self.array[self.position(index)];
            let (min, max) = store.bounds(item);
            if !store.is_interval(item) {
                self.with_holes.push(item);
            } else if min <= from && to <= max {
                return;
            } else {
                self.spans.push((min, max));
            }
        }
        self.spans.sort_unstable();
        self.spans.push((i32::MAX, i32::MAX));
        let mut next = from;
        for &(min, max) in &self.spans {
            if next > to {
                return;
            }
            if next < min {
                let gap = (next, to.min(min - 1));
                push_missing(store, self.result, &self.with_holes, gap, &mut self.lost);
            }
            next = next.max(max.saturating_add(1));
        }
    }

    /// Narrows index and result with bit operations; `None` unless all the domains are single words.
    fn narrow_words(&self, store: &mut Store) -> Option<Pruned<bool>> {
        let (first_index, indices) = store.bits(self.index)?;
        let (first_value, values) = store.bits(self.result)?;
        let (result_min, result_max) = store.bounds(self.result);
        let (mut kept, mut provided) = (0, 0);
        let (mut min, mut max) = (i32::MAX, i32::MIN);
        let mut left = indices;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let item = self.array[self.position(first_index + bit as i32)];
            let (first_item, bits) = store.bits(item)?;
            let bits = rebased(bits, first_item.into(), first_value.into());
            if bits & values != 0 {
                kept |= 1 << bit;
                provided |= bits;
                min = min.min(store.min(item).max(result_min));
                max = max.max(store.max(item).min(result_max));
            }
        }
        Some(self.keep_words(store, kept, provided, (min, max)))
    }

    fn keep_words(
        &self,
        store: &mut Store,
        kept: u64,
        provided: u64,
        (min, max): (i32, i32),
    ) -> Pruned<bool> {
        let changed = store.keep_bits(self.index, kept, INDEX)?;
        // Bounds first: their reasons are shorter than those of every value beyond them.
        Ok(changed
            | store.set_min(self.result, min, RESULT)?
            | store.set_max(self.result, max, RESULT)?
            | store.keep_bits(self.result, provided, RESULT)?)
    }

    /// Narrows index and result by the positions of each constant, and returns whether only one constant is left; `None` unless the array has few constants
    /// and the domains are single words.
    fn narrow_constants(&self, store: &mut Store) -> Option<Pruned<(bool, bool)>> {
        if self.positions.is_empty() {
            return None;
        }
        let (first_index, indices) = store.bits(self.index)?;
        let first_value = match self.by_domain {
            true => store.bits(self.result)?.0,
            false => 0,
        };
        let (result_min, result_max) = store.bounds(self.result);
        let (mut kept, mut provided) = (0, 0);
        let (mut min, mut max) = (i32::MAX, i32::MIN);
        for &(value, positions) in &self.positions {
            let open = rebased(positions, self.offset.into(), first_index.into()) & indices;
            if open == 0 || value < result_min || value > result_max {
                continue;
            }
            if self.by_domain {
                if !store.contains(self.result, value) {
                    continue;
                }
                provided |= 1 << (value - first_value);
            }
            kept |= open;
            (min, max) = (min.min(value), max.max(value));
        }
        let narrowed = match self.by_domain {
            true => self.keep_words(store, kept, provided, (min, max)),
            false => self.keep_bounds(store, kept, (min, max)),
        };
        Some(narrowed.map(|changed| (changed, min == max)))
    }

    fn keep_bounds(&self, store: &mut Store, kept: u64, (min, max): (i32, i32)) -> Pruned<bool> {
        Ok(store.keep_bits(self.index, kept, INDEX)?
            | store.set_min(self.result, min, RESULT)?
            | store.set_max(self.result, max, RESULT)?)
    }

    /// Compares bounds only, in one pass; `None` if the domain of the index is sparse or a variable occurs twice.
    fn narrow_bounds(&mut self, store: &mut Store) -> Option<Pruned<bool>> {
        if self.by_domain || self.aliased {
            return None;
        }
        let (result_min, result_max) = store.bounds(self.result);
        let (mut min, mut max) = (i32::MAX, i32::MIN);
        self.lost.clear();
        let (first, last) = store.bounds(self.index);
        for from in (first..=last).step_by(64) {
            let mut left = store.bits_from(self.index, from)?;
            while left != 0 {
                let index = from + left.trailing_zeros() as i32;
                left &= left - 1;
                let (item_min, item_max) = store.bounds(self.array[self.position(index)]);
                let common = (item_min.max(result_min), item_max.min(result_max));
                if common.0 <= common.1 {
                    (min, max) = (min.min(common.0), max.max(common.1));
                } else {
                    self.lost.push(index);
                }
            }
        }
        Some(self.remove_lost(store, (min, max)))
    }

    /// Removes the indices in `lost`, and bounds the result.
    fn remove_lost(&self, store: &mut Store, (min, max): (i32, i32)) -> Pruned<bool> {
        for &index in &self.lost {
            store.remove(self.index, index, INDEX)?;
        }
        Ok(!self.lost.is_empty()
            | store.set_min(self.result, min, RESULT)?
            | store.set_max(self.result, max, RESULT)?)
    }

    /// Narrows index and result with the values of the result as words, of which there may be several; `None` if a view scales its variable,
    /// or there would be too many words.
    fn narrow_result_words(&mut self, store: &mut Store) -> Option<Pruned<bool>> {
        let (from, to) = store.bounds(self.result);
        let n_words = (i64::from(to) - i64::from(from)) as usize / 64 + 1;
        if n_words > MAX_RESULT_WORDS {
            return None;
        }
        self.values.clear();
        for i in 0..n_words as i32 {
            self.values
                .push(store.bits_from(self.result, from + 64 * i)?);
        }
        self.provided.clear();
        self.provided.resize(n_words, 0);
        self.lost.clear();
        let mut bounds = (i32::MAX, i32::MIN);
        let (first, last) = store.bounds(self.index);
        for word in (first..=last).step_by(64) {
            let mut left = store.bits_from(self.index, word)?;
            while left != 0 {
                let index = word + left.trailing_zeros() as i32;
                left &= left - 1;
                let item = self.array[(index - self.offset) as usize];
                let (min, max) = store.bounds(item);
                let mut meets = false;
                let word_of = |value: i32| (value - from) as usize / 64;
                if min == max && (from..=to).contains(&min) {
                    let (i, bit) = (word_of(min), 1 << ((min - from) % 64));
                    meets = self.values[i] & bit != 0;
                    self.provided[i] |= self.values[i] & bit;
                } else if min <= to && max >= from {
                    for i in word_of(min.max(from))..=word_of(max.min(to)) {
                        let bits = store.bits_from(item, from + 64 * i as i32)? & self.values[i];
                        self.provided[i] |= bits;
                        meets |= bits != 0;
                    }
                }
                if meets {
                    bounds = (bounds.0.min(min.max(from)), bounds.1.max(max.min(to)));
                } else {
                    self.lost.push(index);
                }
            }
        }
        Some(self.keep_provided(store, from, bounds))
    }

    /// Removes the indices in `lost`, bounds the result, and removes from it the values that are not in `provided`, whose first bit is the value `from`.
    fn keep_provided(&self, store: &mut Store, from: i32, bounds: (i32, i32)) -> Pruned<bool> {
        let mut changed = self.remove_lost(store, bounds)?;
        let words = self.values.iter().zip(&self.provided);
        for (i, (values, provided)) in words.enumerate() {
            let mut left = values & !provided;
            while left != 0 {
                let value = from + 64 * i as i32 + left.trailing_zeros() as i32;
                left &= left - 1;
                changed |= store.remove(self.result, value, RESULT)?;
            }
        }
        Ok(changed)
    }

    /// Narrows index and result value by value, for any domains.
    fn narrow_values(&mut self, store: &mut Store) -> Pruned<bool> {
        let mut changed = false;
        let mut next = Some(store.min(self.index));
        while let Some(index) = next {
            if !self.meets(store, self.position(index)) {
                changed |= store.remove(self.index, index, INDEX)?;
            }
            next = store.next_value(self.index, index + 1);
        }
        Ok(changed | self.narrow_result(store)?)
    }

    /// Whether a change concerns it: arrays are often shared, and most elements cannot be chosen any more.
    fn is_concerned(&self, store: &mut Store) -> bool {
        while let Some(slot) = store.next_changed() {
            let is_open = |slot: usize| store.contains(self.index, self.offset + slot as i32);
            if slot >= self.array.len() || is_open(slot) {
                return true;
            }
        }
        false
    }

    fn narrow(&mut self, store: &mut Store) -> Pruned<Status> {
        if self.array.is_empty() {
            return Err(store.fail(RANGE));
        }
        let last = self.offset + (self.array.len() - 1) as i32;
        let mut changed = store.set_min(self.index, self.offset, RANGE)?
            | store.set_max(self.index, last, RANGE)?;
        if let Some(narrowed) = self.narrow_constants(store) {
            let (narrowed, is_decided) = narrowed?;
            if is_decided {
                // Every index that is left has the value of the result.
                return Ok(Status::Entailed);
            }
            return Ok(Status::rerun_if(
                (changed | narrowed) && (self.aliased || !self.by_domain),
            ));
        }
        let by_words = match self.by_domain {
            true => match self.narrow_words(store) {
                None => self.narrow_result_words(store),
                narrowed => narrowed,
            },
            false => self.narrow_bounds(store),
        };
        changed |= match by_words {
            Some(narrowed) => narrowed?,
            None => self.narrow_values(store)?,
        };
        if let Some(index) = store.fixed(self.index) {
            let item = self.array[self.position(index)];
            changed |= self.equate(store, self.result, item, RESULT_EQUAL)?;
            changed |= self.equate(store, item, self.result, ELEMENT_EQUAL)?;
            // If they are views of one variable, the last step may have made them differ again.
            let value = store.fixed(item);
            if value.is_some() && value == store.fixed(self.result) {
                return Ok(Status::Entailed);
            }
        }
        // A bound that jumps over a hole, or a variable that occurs twice, can cause more pruning.
        Ok(Status::rerun_if(
            changed && (self.aliased || !self.by_domain),
        ))
    }

    fn equate(&mut self, store: &mut Store, to: View, from: View, tag: Tag) -> Pruned<bool> {
        let mut changed =
            store.set_min(to, store.min(from), tag)? | store.set_max(to, store.max(from), tag)?;
        if !self.by_domain {
            return Ok(changed);
        }
        if let (Some((first, _)), Some((other, bits))) = (store.bits(to), store.bits(from)) {
            let bits = rebased(bits, other.into(), first.into());
            return Ok(changed | store.keep_bits(to, bits, tag)?);
        }
        if store.size(to) <= MAX_VALUES {
            self.lost.clear();
            push_missing(store, to, &[from], store.bounds(to), &mut self.lost);
            for &value in &self.lost {
                changed |= store.remove(to, value, tag)?;
            }
        }
        Ok(changed)
    }
}

impl Propagator for ElementConsistency {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if self.is_constant {
            return self.narrow(store);
        }
        if !self.is_concerned(store) {
            return Ok(Status::Active);
        }
        let status = self.narrow(store)?;
        if status == Status::Active {
            // It is at its fixpoint: its own changes do not concern it.
            while store.next_changed().is_some() {}
        }
        Ok(status)
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        match tag {
            INDEX => {
                let index = match ViewAtom::implying(needed, self.index) {
                    ViewAtom::Ne(index) => index,
                    other => unreachable!("an index is removed one by one, not {other:?}"),
                };
                let item = self.array[self.position(index)];
                explain_disjoint(item, self.result, past, why);
            }
            RESULT => self.explain_result(ViewAtom::implying(needed, self.result), past, why),
            RESULT_EQUAL | ELEMENT_EQUAL => {
                let index = past.min(self.index);
                why.add(self.index.is(index));
                let item = self.array[self.position(index)];
                let (to, from) = match tag {
                    RESULT_EQUAL => (self.result, item),
                    _ => (item, self.result),
                };
                why.add(ViewAtom::implying(needed, to).to_atom(from));
            }
            _ => {}
        }
    }
}

impl ElementConsistency {
    /// Adds that every element satisfies the atom or cannot be chosen.
    fn explain_result(&self, atom: ViewAtom, past: &PastStore<'_>, why: &mut Reason) {
        let mut lost = Vec::new();
        for (position, &item) in self.array.iter().enumerate() {
            let index = self.offset + position as i32;
            let atom = atom.to_atom(item);
            if item.var == Var::ZERO && past.holds(atom) {
                continue;
            }
            if past.contains(self.index, index) {
                why.add(atom);
            } else {
                lost.push(index);
            }
        }
        absent_all(self.index, lost, past, why);
    }
}

/// Adds why two views had no value in common.
fn explain_disjoint(a: View, b: View, past: &PastStore<'_>, why: &mut Reason) {
    for (a, b) in [(a, b), (b, a)] {
        if past.max(a) < past.min(b) {
            why.add(a.at_most(past.min(b) - 1));
            why.min(past, b);
            return;
        }
    }
    for (a, b) in [(a, b), (b, a)] {
        if let Some(value) = past.fixed(a) {
            why.add(a.is(value));
            why.absent(b, value);
            return;
        }
    }
    // The bounds that delimit their overlap, and for every value in it the view that lacks it.
    let (min_of, min) = [(a, past.min(a)), (b, past.min(b))]
        .into_iter()
        .max_by_key(|end| end.1)
        .expect("two ends");
    let (max_of, max) = [(a, past.max(a)), (b, past.max(b))]
        .into_iter()
        .min_by_key(|end| end.1)
        .expect("two ends");
    if i64::from(max) - i64::from(min) > i64::from(MAX_VALUES) {
        why.domain(past, a);
        past.values(a).for_each(|value| why.absent(b, value));
        return;
    }
    why.add(min_of.at_least(min));
    why.add(max_of.at_most(max));
    for value in min..=max {
        why.absent(if past.contains(a, value) { b } else { a }, value);
    }
}
