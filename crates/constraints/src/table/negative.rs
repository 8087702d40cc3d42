//! The propagator of `negative_table`: a value is removed if all combinations of the other columns with it are forbidden, which is decided by
//! counting rows.

use super::rows::Rows;
use crate::support::prelude::*;

/// Reasons scan columns up to this wide value by value.
const MAX_WIDTH: i64 = 1 << 12;

/// The views take none of the rows. Rows are distinct, and none is short.
#[derive(Debug)]
pub(super) struct NegativeTable {
    pub(super) rows: Rows,
}

impl NegativeTable {
    /// The number of possible rows that contain a value, given by its mask.
    fn count(&self, store: &Store, mask: usize) -> u128 {
        let words = self.rows.words(store).iter();
        let bits = words
            .map(|&word| (self.rows.word(store, word) & self.rows.mask(mask, word)).count_ones());
        bits.map(u128::from).sum()
    }

    /// Removes the values of a column that occur only in forbidden rows. True if there were any.
    fn filter(&self, index: usize, store: &mut Store) -> Pruned<bool> {
        let mut combinations: u128 = 1;
        for (other, column) in self.rows.columns.iter().enumerate() {
            if other != index {
                let size = u128::from(store.size(column.view()));
                combinations = combinations.saturating_mul(size);
            }
        }
        if combinations > self.rows.n_rows as u128 {
            return Ok(false);
        }
        let column = &self.rows.columns[index];
        let mut changed = false;
        for (i, &value) in column.values.iter().enumerate() {
            if store.contains(column.view(), value)
                && self.count(store, column.first + i) == combinations
            {
                changed |= store.remove(column.view(), value, Tag(0))?;
            }
        }
        Ok(changed)
    }
}

impl Propagator for NegativeTable {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if self.rows.n_rows > 0 && self.rows.columns.is_empty() {
            return Err(store.fail(Tag(0)));
        }
        loop {
            while let Some(column) = store.next_changed() {
                self.rows.update(column, store);
            }
            if self.rows.is_empty(store) {
                return Ok(Status::Entailed);
            }
            let mut changed = false;
            for column in 0..self.rows.columns.len() {
                if self.filter(column, store)? {
                    // Update now: otherwise the counts of the other columns would include rows that are no longer possible.
                    self.rows.update(column, store);
                    changed = true;
                }
            }
            if !changed {
                return Ok(Status::Active);
            }
        }
    }

    /// Without the value removed, every combination of the remaining values of the other columns is forbidden. Widens the other
    /// columns again while this stays true.
    fn explain(&mut self, needed: Atom, _: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let columns = &self.rows.columns;
        // For each column, the indices of the listed values in the combinations.
        let mut included: Vec<Vec<usize>> = columns
            .iter()
            .map(|column| {
                let here = |&i: &usize| match column.var == needed.var() {
                    true => !needed.admits(column.values[i]),
                    false => past.contains(column.view(), column.values[i]),
                };
                (0..column.values.len()).filter(here).collect()
            })
            .collect();
        let all_forbidden = |included: &[Vec<usize>]| {
            let mut rows = Vec::new();
            self.rows.all(&mut rows);
            let mut combinations: u128 = 1;
            for (column, values) in columns.iter().zip(included) {
                combinations = combinations.saturating_mul(values.len() as u128);
                for (at, word) in rows.iter_mut().enumerate() {
                    let masks = values.iter();
                    let any = masks.fold(0, |any, i| {
                        any | self.rows.mask(column.first + i, at as u32)
                    });
                    *word &= any;
                }
            }
            rows.iter()
                .map(|word| u128::from(word.count_ones()))
                .sum::<u128>()
                == combinations
        };
        for (index, column) in columns.iter().enumerate() {
            if column.var == needed.var() {
                continue;
            }
            for i in self.rows.absent(index, past).collect::<Vec<_>>() {
                included[index].push(i);
                if !all_forbidden(&included) {
                    included[index].pop();
                }
            }
            let view = column.view();
            let values = || included[index].iter().map(|&i| column.values[i]);
            let (Some(min), Some(max)) = (values().min(), values().max()) else {
                continue;
            };
            if i64::from(max) - i64::from(min) > MAX_WIDTH {
                why.domain(past, view);
                continue;
            }
            why.add(view.at_least(min));
            why.add(view.at_most(max));
            for value in min..=max {
                if values().all(|other| other != value) {
                    why.absent(view, value);
                }
            }
        }
    }
}
