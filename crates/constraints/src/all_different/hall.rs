//! Hall sets found again from domains of the past: the reasons of `all_different` at level domain.
//!
//! To see why a view cannot take a value, assume that it does and match the other views one by one, those with few values first.
//! The first view that finds no match has reached, over alternating paths, a set of views with fewer values than views:
//! that set is the smallest one among the views matched so far (Dulmage and Mendelsohn 1958, "Coverings of bipartite graphs").
//! In a permutation the set of the other values and the views that cannot take them is the same block of absent values,
//! so naming the absent values one by one, or by a bound, or by the value a view has, whichever is shortest, serves both sides.

use gridwright_fd::{Past, Reason, View};

use super::matching::Matching;
use crate::bits::{Bits, Numbering};

/// Room to find Hall sets in.
#[derive(Debug)]
pub(crate) struct Hall<const W: usize> {
    /// What every view could take at the start.
    initial: Vec<Bits<W>>,
    rows: Vec<Bits<W>>,
    order: Vec<u32>,
    matching: Matching,
}

impl<const W: usize> Hall<W> {
    pub(crate) fn new(initial: Vec<Bits<W>>, n_values: usize) -> Hall<W> {
        let n = initial.len();
        Hall {
            rows: initial.clone(),
            initial,
            order: Vec::with_capacity(n),
            matching: Matching::new(n, n_values),
        }
    }

    /// Adds to `why` a smallest set of views that have too few values, given that the view at `assumed.0` takes the value
    /// numbered `assumed.1`, which the others then cannot take.
    pub(crate) fn explain(
        &mut self,
        views: &[View],
        numbers: &Numbering,
        except: Option<usize>,
        assumed: Option<(usize, usize)>,
        past: &Past<'_>,
        why: &mut Reason,
    ) {
        self.order.clear();
        for (place, &view) in views.iter().enumerate() {
            let mut row: Bits<W> = numbers.past_row(past, view);
            if except.is_some_and(|except| row.contains(except)) {
                continue;
            }
            match assumed {
                Some((taker, _)) if taker == place => continue,
                Some((_, number)) => row.remove(number),
                None => {}
            }
            self.rows[place] = row;
            self.order.push(place as u32);
        }
        let rows = &self.rows;
        self.order
            .sort_by_key(|&place| (rows[place as usize].len(), place));
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

/// Adds, in as few facts as may be, that a view that could take `initial` at the start was left with values in `allowed` only.
pub(crate) fn within<const W: usize>(
    view: View,
    initial: &Bits<W>,
    allowed: &Bits<W>,
    numbers: &Numbering,
    past: &Past<'_>,
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
        let said = number < first && n_below > 1 || number > last && n_above > 1;
        if !said {
            why.absent(view, numbers.value(number));
        }
    }
}
