//! The rows of a table as bit sets: for every value of every column the set of rows that contain it, and the set of rows still
//! possible.
//!
//! The possible rows are a reversible sparse bit-set: words that become 0 are moved behind `limit`. The order of words is not
//! trailed: backtracking only restores `limit` and the words, and the words before `limit` are then again the non-zero ones.

use std::collections::BTreeSet;

use crate::support::prelude::*;

/// In domains above this size, unlisted values are removed only at the bounds and when the view is fixed.
pub(super) const MAX_VALUES: u32 = 1 << 16;

/// The column of a variable.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) var: Var,
    /// The values that occur in some row, ascending.
    pub(super) values: Vec<i32>,
    /// The index of the mask of the first value. The mask of rows that allow any value follows that of the last.
    pub(super) first: usize,
    /// Whether some row allows any value.
    pub(super) has_wildcard: bool,
    /// The values that were in the domain in the last run, as bits over `values`.
    alive: Trailed,
    /// Whether the values have no gap.
    dense: bool,
    /// Whether unlisted values can be removed one by one.
    pub(super) narrow: bool,
}

impl Column {
    #[inline]
    pub(super) fn view(&self) -> View {
        View::from(self.var)
    }

    #[inline]
    pub(super) fn n_words(&self) -> usize {
        self.values.len().div_ceil(64)
    }

    /// The bits of the values that were in the domain in the last run.
    #[inline]
    pub(super) fn alive(&self, store: &Store, word: usize) -> u64 {
        store.get(self.alive.at(word)) as u64 & whole(self.values.len(), word)
    }

    /// Records which values are left.
    #[inline]
    pub(super) fn set_alive(&self, store: &mut Store, word: usize, bits: u64) {
        store.put(self.alive.at(word), bits as i64);
    }

    /// Removes from the domain the values whose bits are set in one word.
    pub(super) fn remove(&self, store: &mut Store, word: usize, mut bits: u64) -> Pruned {
        if self.dense
            && let Some((base, _)) = store.bits(self.view())
        {
            let shift = self.values[0] - base + 64 * word as i32;
            store.keep_bits(self.view(), !bits.unbounded_shl(shift as u32), Tag(0))?;
            return Ok(());
        }
        while bits != 0 {
            let value = self.values[64 * word + bits.trailing_zeros() as usize];
            store.remove(self.view(), value, Tag(0))?;
            bits &= bits - 1;
        }
        Ok(())
    }

    /// Those of `bits` whose values are in the domain now.
    #[inline]
    fn present(&self, store: &Store, word: usize, bits: u64) -> u64 {
        if self.dense
            && let Some((base, domain)) = store.bits(self.view())
        {
            // Rows contain only values of the domain at the start, so the shift is within the word.
            let shift = self.values[0] - base + 64 * word as i32;
            return bits & domain.unbounded_shr(shift as u32);
        }
        let mut kept = bits;
        let mut left = bits;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            if !store.contains(self.view(), self.values[64 * word + bit]) {
                kept &= !(1 << bit);
            }
            left &= left - 1;
        }
        kept
    }
}

/// The columns, their masks, and the rows still possible.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) columns: Vec<Column>,
    pub(super) n_rows: usize,
    n_words: usize,
    masks: Vec<u64>,
    possible: Trailed,
    /// The indices of the words, non-zero ones first.
    order: Vec<u32>,
    limit: Trailed,
    /// The values whose rows are combined, as bits: scratch memory for one run.
    selected: Vec<u64>,
}

impl Rows {
    /// The rows over these columns; `None` if set-up must end.
    pub(super) fn new(
        vars: &[Var],
        rows: &[Vec<Option<i32>>],
        out: &mut Poster<'_>,
    ) -> Option<Rows> {
        let n_words = rows.len().div_ceil(64);
        let mut columns = Vec::new();
        let mut masks = Vec::new();
        for (i, &var) in vars.iter().enumerate() {
            let listed: BTreeSet<i32> = rows.iter().filter_map(|row| row[i]).collect();
            let values: Vec<i32> = listed.into_iter().collect();
            let first = masks.len() / n_words.max(1);
            let n_new = (values.len() + 1) * n_words;
            if out.charge(n_new * size_of::<u64>()) {
                return None;
            }
            masks.resize(masks.len() + n_new, 0u64);
            for (number, row) in rows.iter().enumerate() {
                let index = match row[i] {
                    Some(value) => values.binary_search(&value).expect("it is listed"),
                    None => values.len(),
                };
                masks[(first + index) * n_words + number / 64] |= 1 << (number % 64);
            }
            let alive = out.trailed_array(values.len().div_ceil(64), -1);
            columns.push(Column {
                var,
                first,
                has_wildcard: rows.iter().any(|row| row[i].is_none()),
                alive,
                narrow: out.store().size(View::from(var)) <= MAX_VALUES,
                dense: values.windows(2).all(|pair| pair[1] == pair[0] + 1),
                values,
            });
        }
        let possible = out.trailed_array(n_words, -1);
        let max_words = columns.iter().map(Column::n_words).max().unwrap_or(0);
        Some(Rows {
            columns,
            n_rows: rows.len(),
            n_words,
            masks,
            possible,
            order: (0..n_words as u32).collect(),
            limit: out.trailed(n_words as i64),
            selected: vec![0; max_words],
        })
    }

    /// Whether no row is possible any more.
    pub(super) fn is_empty(&self, store: &Store) -> bool {
        store.get(self.limit) == 0
    }

    /// The indices of the non-zero words.
    #[inline]
    pub(super) fn words(&self, store: &Store) -> &[u32] {
        &self.order[..store.get(self.limit) as usize]
    }

    /// A word of the possible rows. Bits beyond the last row may be set; no mask has them.
    #[inline]
    pub(super) fn word(&self, store: &Store, word: u32) -> u64 {
        store.get(self.possible.at(word as usize)) as u64
    }

    /// A word of a mask.
    #[inline]
    pub(super) fn mask(&self, mask: usize, word: u32) -> u64 {
        self.masks[mask * self.n_words + word as usize]
    }

    /// A whole mask.
    pub(super) fn whole_mask(&self, mask: usize) -> &[u64] {
        &self.masks[mask * self.n_words..(mask + 1) * self.n_words]
    }

    /// All rows.
    pub(super) fn all(&self, out: &mut Vec<u64>) {
        out.clear();
        out.resize(self.n_words, u64::MAX);
        if !self.n_rows.is_multiple_of(64) {
            out[self.n_words - 1] = (1 << (self.n_rows % 64)) - 1;
        }
    }

    /// Removes the rows that a changed column no longer allows. True if the column has lost a listed value since the last run.
    pub(super) fn update(&mut self, column: usize, store: &mut Store) -> bool {
        let column = &self.columns[column];
        let (mut n_gone, mut n_left) = (0, 0);
        for (word, selected) in self.selected[..column.n_words()].iter_mut().enumerate() {
            let alive = column.alive(store, word);
            let present = column.present(store, word, alive);
            *selected = alive & !present;
            n_gone += selected.count_ones();
            n_left += present.count_ones();
        }
        if n_gone == 0 {
            return false;
        }
        // Combine the rows of whichever are fewer: the values removed, or the values left.
        let by_loss = n_gone < n_left;
        for (word, selected) in self.selected[..column.n_words()].iter_mut().enumerate() {
            let present = column.alive(store, word) & !*selected;
            column.set_alive(store, word, present);
            if !by_loss {
                *selected = present;
            }
        }
        let limit = store.get(self.limit) as usize;
        let mut left = limit;
        for index in (0..limit).rev() {
            let word = self.order[index] as usize;
            let mut rows = 0;
            for (i, &selected) in self.selected[..column.n_words()].iter().enumerate() {
                let mut bits = selected;
                while bits != 0 {
                    let mask = column.first + 64 * i + bits.trailing_zeros() as usize;
                    rows |= self.masks[mask * self.n_words + word];
                    bits &= bits - 1;
                }
            }
            let kept = if by_loss {
                !rows
            } else {
                let wildcard = column.first + column.values.len();
                rows | self.masks[wildcard * self.n_words + word]
            };
            let cell = self.possible.at(word);
            let new = store.get(cell) as u64 & kept & whole(self.n_rows, word);
            store.put(cell, new as i64);
            if new == 0 {
                left -= 1;
                self.order.swap(index, left);
            }
        }
        store.put(self.limit, left as i64);
        true
    }

    /// The indices of the listed values that a column lacked then.
    pub(super) fn absent<'a>(
        &'a self,
        column: usize,
        past: &'a PastStore<'_>,
    ) -> impl Iterator<Item = usize> + 'a {
        let column = &self.columns[column];
        (0..column.values.len()).filter(|&i| !past.contains(column.view(), column.values[i]))
    }
}

/// A word of a bit set in which the first `n` bits are set.
#[inline]
fn whole(n: usize, word: usize) -> u64 {
    match n - 64 * word {
        rest if rest < 64 => (1 << rest) - 1,
        _ => u64::MAX,
    }
}
