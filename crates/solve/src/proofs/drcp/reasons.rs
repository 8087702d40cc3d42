//! Premises of inferences, one rule of the checker per constraint: bounds of a sum (`linear_bounds`), more variables than values (`all_different`), and compulsory parts of
//! tasks (`time_table`).

use std::collections::{BTreeMap, BTreeSet};

use gridwright_fd::Deadline;
use gridwright_proof::Atom;

use crate::proofs::drcp::range::Range;
use crate::proofs::drcp::{DrcpConstraint, DrcpItem, DrcpTask};

/// The deadline is checked once per this many values.
pub(super) const CHECK_EVERY: usize = 1 << 12;

/// The variables as an inference sees them.
pub(super) struct View<'v> {
    /// What is known of each variable.
    pub(super) now: &'v dyn Fn(u32) -> &'v Range,
    /// The atom to be implied; `None` for a contradiction.
    pub(super) implied: Option<Atom>,
    /// When no premises are looked for any more.
    pub(super) deadline: &'v Deadline,
}

/// Premises that hold now, and the rule by which the constraint implies the atom from them; `None` if no rule does, or the deadline is reached.
pub(super) fn explain(
    constraint: &DrcpConstraint,
    view: &View<'_>,
) -> Option<(Vec<Atom>, &'static str)> {
    match constraint {
        DrcpConstraint::Linear {
            terms,
            is_equation,
            bound,
        } => {
            let signs: &[i64] = if *is_equation { &[1, -1] } else { &[1] };
            let mut ways = signs.iter().map(|&sign| view.sum(terms, sign, *bound));
            Some((ways.find_map(|way| way)?, "linear_bounds"))
        }
        DrcpConstraint::AllDifferent(items) => Some((view.different(items)?, "all_different")),
        DrcpConstraint::Cumulative { tasks, capacity } => {
            let premises = view.overload(tasks, *capacity);
            let premises = premises.or_else(|| view.avoided(tasks, *capacity));
            Some((premises?, "time_table"))
        }
    }
}

impl View<'_> {
    /// The values, up to the deadline.
    fn before_deadline(&self, values: impl Iterator<Item = i64>) -> impl Iterator<Item = i64> {
        let is_before =
            |&(n, _): &(usize, i64)| n % CHECK_EVERY != 0 || self.deadline.reached().is_none();
        values
            .enumerate()
            .take_while(is_before)
            .map(|(_, value)| value)
    }

    /// What is known of an item if the implied atom is false.
    fn range(&self, item: DrcpItem) -> Range {
        match item {
            DrcpItem::Constant(value) => Range::of(&[(value, value)]),
            DrcpItem::Var(var) => {
                let mut range = (self.now)(var).clone();
                if let Some(atom) = self.implied.filter(|atom| atom.var == var) {
                    range.apply(atom.negated());
                }
                range
            }
        }
    }

    /// Adds premises so that, if the implied atom is false, the item is at least `min` and at most `max`, and has no value but those of `allowed`, if it is given. This holds now.
    fn bound(
        &self,
        item: DrcpItem,
        (min, max): (Option<i64>, Option<i64>),
        allowed: Option<&dyn Fn(i64) -> bool>,
        premises: &mut Vec<Atom>,
    ) {
        let DrcpItem::Var(var) = item else {
            return;
        };
        let now = (self.now)(var);
        let mut range = Range::ALL;
        if let Some(atom) = self.implied.filter(|atom| atom.var == var) {
            range.apply(atom.negated());
        }
        let mut add = |range: &mut Range, atom: Atom| {
            range.apply(atom);
            premises.push(atom);
        };
        let small = |value: i64| value as i32;
        while let Some(min) = min.filter(|&min| range.min < min) {
            let atom = match range.min < now.min {
                true => Atom::ge(var, small(min.min(now.min))),
                false => Atom::ne(var, small(range.min)),
            };
            add(&mut range, atom);
        }
        while let Some(max) = max.filter(|&max| range.max > max) {
            let atom = match range.max > now.max {
                true => Atom::le(var, small(max.max(now.max))),
                false => Atom::ne(var, small(range.max)),
            };
            add(&mut range, atom);
        }
        if let (Some(is_allowed), Some(_), Some(_)) = (allowed, min, max) {
            let is_refused = |value: &i64| !is_allowed(*value);
            let refused: Vec<i64> = self
                .before_deadline(range.values())
                .filter(is_refused)
                .collect();
            for value in refused {
                add(&mut range, Atom::ne(var, small(value)));
            }
        }
    }

    /// `sign * sum <= sign * bound` is violated by the bounds.
    fn sum(&self, terms: &[(i32, DrcpItem)], sign: i64, bound: i32) -> Option<Vec<Atom>> {
        let mut least = 0_i128;
        let mut ends = Vec::with_capacity(terms.len());
        for &(a, item) in terms {
            let (a, range) = (sign * i64::from(a), self.range(item));
            let end = if a > 0 { range.min } else { range.max };
            least += i128::from(a) * i128::from(end);
            ends.push(match a > 0 {
                true => (Some(end), None),
                false => (None, Some(end)),
            });
        }
        if least <= i128::from(sign * i64::from(bound)) {
            return None;
        }
        let mut premises = Vec::new();
        for (&(_, item), end) in terms.iter().zip(ends) {
            self.bound(item, end, None, &mut premises);
        }
        Some(premises)
    }

    /// The bounds that a sum implies for each of its variables from the bounds of the others.
    pub(super) fn implied_bounds(&self, constraint: &DrcpConstraint) -> Vec<Atom> {
        let DrcpConstraint::Linear {
            terms,
            is_equation,
            bound,
        } = constraint
        else {
            return Vec::new();
        };
        let signs: &[i128] = if *is_equation { &[1, -1] } else { &[1] };
        let mut atoms = Vec::new();
        for &sign in signs {
            let least = |&(a, item): &(i32, DrcpItem)| {
                let (a, range) = (sign * i128::from(a), self.range(item));
                a * i128::from(if a > 0 { range.min } else { range.max })
            };
            let slack = sign * i128::from(*bound) - terms.iter().map(least).sum::<i128>();
            for term in terms {
                let DrcpItem::Var(var) = term.1 else {
                    continue;
                };
                let a = sign * i128::from(term.0);
                // a * x <= rest
                let rest = slack + least(term);
                let value = match a > 0 {
                    true => rest.div_euclid(a),
                    false => -rest.div_euclid(-a),
                };
                if let Ok(value) = i32::try_from(value) {
                    atoms.push(match a > 0 {
                        true => Atom::le(var, value),
                        false => Atom::ge(var, value),
                    });
                }
            }
        }
        atoms
    }

    /// Some variables have fewer values together than they are: those that are reached in a failed search for a matching (Berge 1957).
    fn different(&self, items: &[DrcpItem]) -> Option<Vec<Atom>> {
        let ranges: Vec<Range> = items.iter().map(|&item| self.range(item)).collect();
        // A variable with as many values as there are items is in no such set.
        let is_small = |range: &Range| range.size().is_some_and(|size| size < items.len());
        let mut owner: BTreeMap<i64, usize> = BTreeMap::new();
        for start in (0..items.len()).filter(|&i| is_small(&ranges[i])) {
            let mut queue = vec![start];
            let mut reached_from: BTreeMap<i64, usize> = BTreeMap::new();
            let mut free = None;
            let mut next = 0;
            'search: while let Some(&i) = queue.get(next) {
                next += 1;
                for value in ranges[i].values() {
                    if reached_from.contains_key(&value) {
                        continue;
                    }
                    reached_from.insert(value, i);
                    match owner.get(&value) {
                        Some(&other) => queue.push(other),
                        None => {
                            free = Some(value);
                            break 'search;
                        }
                    }
                }
            }
            let Some(mut value) = free else {
                let values: BTreeSet<i64> = reached_from.into_keys().collect();
                return Some(self.fewer_values(queue.iter().map(|&i| items[i]), &values));
            };
            // Every variable on the way takes the value from which it was reached.
            loop {
                let i = reached_from[&value];
                let before = owner.iter().find(|&(_, &other)| other == i);
                let before = before.map(|(&value, _)| value);
                owner.insert(value, i);
                match before {
                    Some(before) if i != start => {
                        owner.remove(&before);
                        value = before;
                    }
                    _ => break,
                }
            }
        }
        None
    }

    /// Premises that restrict items to some values.
    fn fewer_values(
        &self,
        items: impl Iterator<Item = DrcpItem>,
        values: &BTreeSet<i64>,
    ) -> Vec<Atom> {
        let ends = (values.first().copied(), values.last().copied());
        let mut premises = Vec::new();
        for item in items {
            self.bound(
                item,
                ends,
                Some(&|value| values.contains(&value)),
                &mut premises,
            );
        }
        premises
    }

    /// The times at which a task runs in any case.
    fn compulsory(&self, task: &DrcpTask) -> std::ops::Range<i64> {
        let range = self.range(task.start);
        range.max..range.min + i64::from(task.duration)
    }

    /// At some time, compulsory parts exceed the capacity.
    fn overload(&self, tasks: &[DrcpTask], capacity: i32) -> Option<Vec<Atom>> {
        // The demand is greatest where some compulsory part begins.
        let times = tasks.iter().map(|task| self.compulsory(task));
        let times: Vec<std::ops::Range<i64>> = times.collect();
        let at = times.iter().map(|part| part.start).find(|at| {
            let running = tasks.iter().zip(&times).filter(|pair| pair.1.contains(at));
            running.map(|pair| i64::from(pair.0.demand)).sum::<i64>() > i64::from(capacity)
        })?;
        let mut premises = Vec::new();
        for (task, part) in tasks.iter().zip(&times) {
            if part.contains(&at) {
                let ends = (Some(at - i64::from(task.duration) + 1), Some(at));
                self.bound(task.start, ends, None, &mut premises);
            }
        }
        Some(premises)
    }

    /// If the implied atom is false, a task has only starts at which it runs beside compulsory parts that leave it no room.
    fn avoided(&self, tasks: &[DrcpTask], capacity: i32) -> Option<Vec<Atom>> {
        let var = self.implied?.var;
        let is_moved = |task: &&DrcpTask| task.start == DrcpItem::Var(var);
        let moved = tasks.iter().find(is_moved)?;
        let others = tasks.iter().filter(|task| !is_moved(task));
        let parts = others.map(|task| (task, self.compulsory(task)));
        let parts: Vec<_> = parts.filter(|(_, part)| !part.is_empty()).collect();
        let range = self.range(moved.start);
        range.size()?;
        // A start is excluded by the parts at a time at which the task would run: the demand rises only where a part begins.
        let mut used = vec![false; parts.len()];
        for start in self.before_deadline(range.values()) {
            let running = start..start + i64::from(moved.duration);
            let begins = parts.iter().map(|(_, part)| part.start);
            let at = begins
                .filter(|at| running.contains(at))
                .chain([start])
                .find(|at| {
                    let beside = parts.iter().filter(|(_, part)| part.contains(at));
                    let demand: i64 = beside.map(|(task, _)| i64::from(task.demand)).sum();
                    !running.is_empty() && demand + i64::from(moved.demand) > i64::from(capacity)
                })?;
            for (used, (_, part)) in used.iter_mut().zip(&parts) {
                *used |= part.contains(&at);
            }
        }
        if self.deadline.reached().is_some() {
            return None;
        }
        let mut premises = Vec::new();
        let ends = (Some(range.min), Some(range.max));
        let is_left = |value: i64| range.contains(value);
        self.bound(moved.start, ends, Some(&is_left), &mut premises);
        for ((task, _), _) in parts.iter().zip(&used).filter(|(_, used)| **used) {
            let other = self.range(task.start);
            let ends = (Some(other.min), Some(other.max));
            self.bound(task.start, ends, None, &mut premises);
        }
        Some(premises)
    }
}
