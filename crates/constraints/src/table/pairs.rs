//! Rows of two columns whose domains are kept in one word: the values of each column that go with a value of the other, as bits.
//!
//! A run costs one operation for each value of the smaller domain, and no state is trailed (Lecoutre and Vion 2008, Enforcing Arc Consistency using
//! Bitwise Operations).

use crate::support::prelude::*;
use crate::support::view_atom::absent_all;

/// The pair of views takes one of the rows.
#[derive(Debug)]
pub(super) struct PairTable {
    columns: [Column; 2],
}

#[derive(Debug)]
struct Column {
    var: Var,
    /// The value of bit 0 of the domain.
    base: i32,
    /// For every bit of the domain, the values of the other column that go with it, as bits of that domain.
    partners: Box<[u64]>,
}

impl Column {
    fn view(&self) -> View {
        View::from(self.var)
    }
}

impl PairTable {
    /// The most bytes of both columns.
    pub(super) const MAX_BYTES: usize = 2 * 64 * size_of::<u64>();

    /// `None` unless there are two columns without wildcards, whose domains are kept in one word.
    pub(super) fn new(vars: &[Var], rows: &[Vec<Option<i32>>], store: &Store) -> Option<PairTable> {
        let &[x, y] = vars else { return None };
        let column = |var: Var| {
            let (base, bits) = store.bits(var.view())?;
            let n_bits = (u64::BITS - bits.leading_zeros()) as usize;
            Some(Column {
                var,
                base,
                partners: vec![0; n_bits].into(),
            })
        };
        let mut columns = [column(x)?, column(y)?];
        for row in rows {
            let &[Some(a), Some(b)] = &row[..] else {
                return None;
            };
            // Rows contain only values of the domains.
            let bits = [a - columns[0].base, b - columns[1].base];
            columns[0].partners[bits[0] as usize] |= 1 << bits[1];
            columns[1].partners[bits[1] as usize] |= 1 << bits[0];
        }
        Some(PairTable { columns })
    }

    /// Removes the values of a column that go with no value of the other.
    fn filter(&self, index: usize, store: &mut Store) -> Pruned {
        let (column, other) = (&self.columns[index], &self.columns[1 - index]);
        let (bits, size) = store.word(column.var);
        let (other_bits, other_size) = store.word(other.var);
        let mut kept = 0;
        if other_size < size {
            let mut left = other_bits;
            while left != 0 {
                kept |= other.partners[left.trailing_zeros() as usize];
                left &= left - 1;
            }
        } else {
            let mut left = bits;
            while left != 0 {
                let bit = left.trailing_zeros();
                let is_kept = column.partners[bit as usize] & other_bits != 0;
                kept |= u64::from(is_kept) << bit;
                left &= left - 1;
            }
        }
        store.keep_bits(column.view(), kept, Tag(0))?;
        Ok(())
    }
}

impl Propagator for PairTable {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let mut changed = [false; 2];
        while let Some(column) = store.next_changed() {
            changed[column] = true;
        }
        // What the second filter removes had no partner left: it is no support of what the first one kept.
        for index in [0, 1] {
            if changed[1 - index] {
                self.filter(index, store)?;
            }
        }
        // Its own removals need no other run.
        while store.next_changed().is_some() {}
        let is_fixed = |column: &Column| store.is_fixed(column.view());
        Ok(Status::entailed_if(self.columns.iter().any(is_fixed)))
    }

    /// All partners of the values that contradict `needed` were absent.
    fn explain(&mut self, needed: Atom, _: Tag, past: &PastStore<'_>, why: &mut Reason) {
        let index = usize::from(self.columns[1].var == needed.var());
        let (column, other) = (&self.columns[index], &self.columns[1 - index]);
        let mut partners = 0;
        for (value, &bits) in (column.base..).zip(&column.partners) {
            if !needed.admits(value) {
                partners |= bits;
            }
        }
        let absent = (0..other.partners.len() as i32).filter(|&bit| partners >> bit & 1 != 0);
        absent_all(other.view(), absent.map(|bit| other.base + bit), past, why);
    }
}
