//! Compact-Table: keeps the values that occur in some possible row.

use super::rows::{MAX_VALUES, Rows};
use crate::support::prelude::*;
use crate::support::view_atom::absent_all;

/// The views take one of the rows.
#[derive(Debug)]
pub(super) struct CompactTable {
    rows: Rows,
    /// For each mask, the word in which a possible row was last found; tried first.
    residues: Vec<u32>,
    /// 1 once every column has been filtered.
    started: Trailed,
    changed: Vec<usize>,
    uncovered_rows: Vec<u64>,
    exclusions: Vec<Exclusion>,
}

/// A candidate atom of a reason: it excludes rows through one column.
#[derive(Clone, Copy, Debug)]
struct Exclusion {
    column: usize,
    kind: ExcludedBy,
    /// An upper bound on the number of remaining rows it excludes.
    max_rows: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExcludedBy {
    Hole(usize),
    Below,
    Above,
}

impl CompactTable {
    pub(super) fn new(rows: Rows, out: &mut Poster<'_>) -> CompactTable {
        let n_masks = rows.columns.iter().map(|column| column.values.len() + 1);
        CompactTable {
            residues: vec![0; n_masks.sum()],
            started: out.trailed(0),
            changed: Vec::new(),
            uncovered_rows: Vec::new(),
            exclusions: Vec::new(),
            rows,
        }
    }

    #[inline]
    fn has_row(&mut self, store: &Store, mask: usize) -> bool {
        let rows = &self.rows;
        let meets = |word: u32| rows.word(store, word) & rows.mask(mask, word) != 0;
        if meets(self.residues[mask]) {
            return true;
        }
        match rows.words(store).iter().find(|&&word| meets(word)) {
            Some(&word) => {
                self.residues[mask] = word;
                true
            }
            None => false,
        }
    }

    /// Removes the values of a column that occur in no possible row.
    fn filter(&mut self, index: usize, store: &mut Store) -> Pruned {
        let column = &self.rows.columns[index];
        let (view, first, n_values) = (column.view(), column.first, column.values.len());
        let open = column.has_wildcard && self.has_row(store, first + n_values);
        if open {
            // Some possible row allows any value here.
            return Ok(());
        }
        let mut n_alive = 0;
        for word in 0..self.rows.columns[index].n_words() {
            let alive = self.rows.columns[index].alive(store, word);
            let mut left = alive;
            let mut kept = alive;
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                if !self.has_row(store, first + 64 * word + bit) {
                    kept &= !(1 << bit);
                }
                left &= left - 1;
            }
            n_alive += kept.count_ones();
            if kept == alive {
                continue;
            }
            self.rows.columns[index].set_alive(store, word, kept);
            self.rows.columns[index].remove(store, word, alive & !kept)?;
        }
        if n_alive != store.size(view) {
            self.remove_unlisted(index, store)?;
        }
        Ok(())
    }

    /// Removes the values of a column that no row lists.
    fn remove_unlisted(&self, index: usize, store: &mut Store) -> Pruned {
        let column = &self.rows.columns[index];
        let view = column.view();
        let mut left = column
            .values
            .iter()
            .filter(|&&value| store.contains(view, value));
        if let Some(&min) = left.next() {
            let max = left.next_back().copied().unwrap_or(min);
            store.set_min(view, min, Tag(0))?;
            store.set_max(view, max, Tag(0))?;
        }
        if store.size(view) <= MAX_VALUES {
            store.retain(view, Tag(0), |value| {
                column.values.binary_search(&value).is_ok()
            })?;
        }
        Ok(())
    }
}

impl Propagator for CompactTable {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if self.rows.n_rows == 0 {
            return Err(store.fail(Tag(0)));
        }
        self.changed.clear();
        while let Some(column) = store.next_changed() {
            // Rows that allow any value are unaffected by the loss of an unlisted value.
            if self.rows.update(column, store) {
                self.changed.push(column);
                if self.rows.is_empty(store) {
                    return Err(store.fail(Tag(0)));
                }
            }
        }
        // If only one column changed, every value left in it still has a row.
        let skipped = match self.changed[..] {
            [column] if store.get(self.started) == 1 && self.rows.columns[column].narrow => column,
            _ => usize::MAX,
        };
        let (mut n_open, mut narrow) = (0, true);
        for column in 0..self.rows.columns.len() {
            if column != skipped {
                self.filter(column, store)?;
            }
            let column = &self.rows.columns[column];
            if !store.is_fixed(column.view()) {
                n_open += 1;
                narrow &= column.narrow;
            }
        }
        store.put(self.started, 1);
        Ok(Status::entailed_if(n_open <= 1 && narrow))
    }

    /// Every row that contradicts `needed` was excluded by some column: covers these rows with few atoms, greedily.
    fn explain(&mut self, needed: Atom, _: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let rows = &self.rows;
        let mut open = std::mem::take(&mut self.uncovered_rows);
        rows.all(&mut open);
        let target = rows
            .columns
            .iter()
            .position(|column| column.var == needed.var());
        if let Some(target) = target {
            let column = &rows.columns[target];
            for (i, &value) in column.values.iter().enumerate() {
                if needed.admits(value) {
                    let mask = rows.whole_mask(column.first + i);
                    open.iter_mut().zip(mask).for_each(|(word, &m)| *word &= !m);
                }
            }
        }
        self.exclusions.clear();
        for (index, column) in rows.columns.iter().enumerate() {
            if column.values.is_empty() {
                continue;
            }
            let (min, max) = (past.min(column.view()), past.max(column.view()));
            let mut add = |kind| {
                self.exclusions.push(Exclusion {
                    column: index,
                    kind,
                    max_rows: usize::MAX,
                });
            };
            if column.values[0] < min {
                add(ExcludedBy::Below);
            }
            if column.values[column.values.len() - 1] > max {
                add(ExcludedBy::Above);
            }
            for i in rows.absent(index, past) {
                if (min..=max).contains(&column.values[i]) {
                    add(ExcludedBy::Hole(i));
                }
            }
        }
        let cover =
            |exclusion: &Exclusion, open: &[u64], past: &PastStore<'_>| -> (usize, Option<usize>) {
                let column = &rows.columns[exclusion.column];
                let (min, max) = (past.min(column.view()), past.max(column.view()));
                let range = match exclusion.kind {
                    ExcludedBy::Hole(i) => i..i + 1,
                    ExcludedBy::Below => 0..column.values.partition_point(|&value| value < min),
                    ExcludedBy::Above => {
                        column.values.partition_point(|&value| value <= max)..column.values.len()
                    }
                };
                // The number of rows it excludes, and the value nearest to the bound that excludes any.
                let (mut count, mut nearest) = (0, None);
                for i in range {
                    let mask = rows.whole_mask(column.first + i);
                    let here = (mask.iter().zip(open)).map(|(m, word)| (m & word).count_ones());
                    let here = here.sum::<u32>() as usize;
                    if here > 0 {
                        count += here;
                        if exclusion.kind != ExcludedBy::Above || nearest.is_none() {
                            nearest = Some(i);
                        }
                    }
                }
                (count, nearest)
            };
        while open.iter().any(|&word| word != 0) {
            // The number of rows that a candidate excludes only decreases: recount only the one with the largest bound.
            let best = loop {
                let best = self.exclusions.iter_mut().max_by_key(|exclusion| {
                    (
                        exclusion.max_rows,
                        matches!(exclusion.kind, ExcludedBy::Hole(_)),
                    )
                });
                let Some(exclusion) = best else { break None };
                let (count, nearest) = cover(exclusion, &open, past);
                if count == exclusion.max_rows {
                    break nearest.map(|nearest| (*exclusion, nearest));
                }
                exclusion.max_rows = count;
            };
            let Some((Exclusion { column, kind, .. }, nearest)) = best else {
                // Cannot happen: a row that nothing excludes is possible.
                debug_assert!(false, "a possible row was denied");
                break;
            };
            let column = &rows.columns[column];
            let covered = match kind {
                ExcludedBy::Hole(_) => nearest..nearest + 1,
                ExcludedBy::Below => 0..nearest + 1,
                ExcludedBy::Above => nearest..column.values.len(),
            };
            absent_all(column.view(), [column.values[nearest]], past, why);
            for i in covered {
                let mask = rows.whole_mask(column.first + i);
                open.iter_mut().zip(mask).for_each(|(word, &m)| *word &= !m);
            }
        }
        self.uncovered_rows = open;
    }
}
