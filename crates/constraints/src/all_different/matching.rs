//! Matchings of views to values, and Hall sets of past domains: the reasons of `all_different` at domain consistency.
//!
//! To explain why a view cannot take a value, assume that it does and match the other views one by one, those with few values
//! first. The first view without a match has reached, over alternating paths, a set of views with fewer values than views: the
//! smallest such set among the views matched so far (Dulmage and Mendelsohn 1958, "Coverings of bipartite graphs").
//! A reason lists the absent values of these views one by one, by a bound, or by the value a view has, whichever is shortest. In
//! a permutation the dual set (the other values, and the views that cannot take them) has the same absent values, so one reason
//! serves both.

use gridwright_fd::{PastStore, Reason, View};

use crate::support::bits::{Bits, Numbering};

/// Stands for no view, or no value.
pub(super) const UNMATCHED: u32 = u32::MAX;

/// A matching, and scratch memory to change it.
#[derive(Default, Debug)]
pub(super) struct Matching {
    /// The number of the value matched to each view, or `UNMATCHED`.
    pub(super) mate: Vec<u32>,
    /// The view of each matched value.
    pub(super) owner: Vec<u32>,
    /// The views that the last search for a match reached.
    pub(super) queue: Vec<u32>,
    from: Vec<u32>,
}

impl Matching {
    pub(super) fn new(n_views: usize, n_values: usize) -> Matching {
        Matching {
            mate: vec![UNMATCHED; n_views],
            owner: vec![UNMATCHED; n_values],
            queue: Vec::with_capacity(n_views),
            from: vec![UNMATCHED; n_values],
        }
    }

    /// Finds a match for one more view by moving others along the shortest alternating path. If there is none, returns all values
    /// that the view reaches; the views reached are left in `queue`.
    pub(super) fn augment<const W: usize>(
        &mut self,
        rows: &[Bits<W>],
        root: usize,
        used: &mut Bits<W>,
    ) -> Result<(), Bits<W>> {
        let mut seen = Bits::EMPTY;
        self.queue.clear();
        self.queue.push(root as u32);
        let mut at = 0;
        while at < self.queue.len() {
            let mut index = self.queue[at] as usize;
            at += 1;
            let fresh = rows[index].without(&seen);
            if let Some(free) = fresh.without(used).first() {
                used.insert(free);
                let mut number = free;
                loop {
                    let old = std::mem::replace(&mut self.mate[index], number as u32);
                    self.owner[number] = index as u32;
                    if index == root {
                        return Ok(());
                    }
                    number = old as usize;
                    index = self.from[number] as usize;
                }
            }
            seen |= fresh;
            for number in fresh.iter() {
                self.from[number] = index as u32;
                self.queue.push(self.owner[number]);
            }
        }
        Err(seen)
    }
}

/// Scratch memory to find Hall sets in.
#[derive(Debug)]
pub(crate) struct HallSets<const W: usize> {
    /// The values of every view at the start.
    initial: Vec<Bits<W>>,
    rows: Vec<Bits<W>>,
    order: Vec<u32>,
    matching: Matching,
}

impl<const W: usize> HallSets<W> {
    pub(crate) fn new(initial: Vec<Bits<W>>, n_values: usize) -> HallSets<W> {
        let n = initial.len();
        HallSets {
            rows: initial.clone(),
            initial,
            order: Vec::with_capacity(n),
            matching: Matching::new(n, n_values),
        }
    }

    /// Adds to `why` a smallest set of views that have too few values, given that the view at `assumed.0` takes the value
    /// numbered `assumed.1` and the others cannot take it.
    pub(crate) fn explain(
        &mut self,
        views: &[View],
        numbers: &Numbering,
        except: Option<usize>,
        assumed: Option<(usize, usize)>,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) {
        self.order.clear();
        for (index, &view) in views.iter().enumerate() {
            let mut row: Bits<W> = numbers.past_row(past, view);
            if except.is_some_and(|except| row.contains(except)) {
                continue;
            }
            match assumed {
                Some((taker, _)) if taker == index => continue,
                Some((_, number)) => row.remove(number),
                None => {}
            }
            self.rows[index] = row;
            self.order.push(index as u32);
        }
        let rows = &self.rows;
        self.order
            .sort_by_key(|&index| (rows[index as usize].len(), index));
        let mut used = Bits::EMPTY;
        for k in 0..self.order.len() {
            let root = self.order[k] as usize;
            if let Err(few) = self.matching.augment(rows, root, &mut used) {
                let allowed = match assumed {
                    Some((_, number)) => few | Bits::single(number),
                    None => few,
                };
                for &member in &self.matching.queue {
                    let member = member as usize;
                    let initial = self.initial[member];
                    within(views[member], &initial, &allowed, numbers, past, why);
                }
                return;
            }
        }
        unreachable!("what was removed had no support");
    }
}

/// Adds atoms, as few as possible, which state that a view with the values `initial` at the start had only values in `allowed`
/// left.
pub(crate) fn within<const W: usize>(
    view: View,
    initial: &Bits<W>,
    allowed: &Bits<W>,
    numbers: &Numbering,
    past: &PastStore<'_>,
    why: &mut Reason,
) {
    let absent = initial.without(allowed);
    if absent.len() > 1
        && let Some(value) = past.fixed(view)
    {
        why.add(view.is(value));
        return;
    }
    let kept = *initial & *allowed;
    let first = kept.first().unwrap_or(0);
    let last = kept.last().unwrap_or(usize::MAX);
    let n_below = absent.iter().take_while(|&number| number < first).count();
    let n_above = absent.iter().filter(|&number| number > last).count();
    if n_below > 1 {
        why.add(view.at_least(numbers.value(first)));
    }
    if n_above > 1 {
        why.add(view.at_most(numbers.value(last)));
    }
    for number in absent.iter() {
        let covered = number < first && n_below > 1 || number > last && n_above > 1;
        if !covered {
            why.absent(view, numbers.value(number));
        }
    }
}
