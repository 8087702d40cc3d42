//! The log: the atoms that became true, in order, and why. Kept only for learning, explanation and tracing.
//!
//! Every change of a domain is written as one or more atoms: what was requested, and what follows for the variable
//! itself (a bound that skips holes, `==` when the bounds meet, the bounds when `==` was requested). Entries are
//! found through a linked list per variable and comparison or, for removed values, through an array with an entry per value.

use std::collections::HashMap;

use crate::vars::{Atom, Op, Var};

/// A number that a propagator attaches to a removal, to find its reason later.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tag(pub u32);

/// No entry.
pub(crate) const NONE: u32 = u32::MAX;

/// Why an entry of the log holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// It held from the start.
    Root,
    /// The search, or the caller, decided it.
    Decision,
    /// It follows from other atoms about the same variable.
    Derived,
    /// A propagator made it true, with this tag.
    Propagator(u32, Tag),
    /// A nogood of several atoms forced it.
    Clause(u32),
    /// A nogood of one atom, or the bound on the objective: it has no further reason.
    Nogood,
    /// A propagator failed in a speculative run under a guard; the reason was stored under this number.
    Stored(u32, u32),
}

/// One entry of the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) atom: Atom,
    /// For a bound, what it was before.
    pub(crate) old: i32,
    /// The previous entry of the same variable and comparison.
    pub(crate) prev: u32,
    pub(crate) level: u32,
    pub(crate) why: Why,
}

/// The range of `removed_at` that belongs to one variable, whose domain is not sparse.
#[derive(Clone, Copy, Debug)]
struct DenseSpan {
    first: u32,
    base: i32,
    width: u32,
}

impl DenseSpan {
    /// The index in `removed_at` of a value, if it lies in the range.
    fn index(self, value: i32) -> Option<usize> {
        let offset = u32::try_from(i64::from(value) - i64::from(self.base)).ok()?;
        (offset < self.width).then_some((self.first + offset) as usize)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    pub(crate) entries: Vec<Entry>,
    /// The last entry of each variable and comparison.
    heads: Vec<[u32; 4]>,
    /// The range of each variable in `removed_at`; `None` for sparse domains.
    spans: Vec<Option<DenseSpan>>,
    /// The entry that removed each value: one by one, by a bound, or by fixing the variable. Undefined for values still
    /// present.
    removed_at: Vec<u32>,
    removed_sparse: HashMap<Atom, u32>,
    /// Stored reasons: `stored[i]..stored[i + 1]` in `atoms`.
    stored: Vec<u32>,
    atoms: Vec<Atom>,
    /// For the first entries, the range of the computed reason in `computed_atoms`; empty if it is not kept.
    computed: Vec<(u32, u32)>,
    computed_atoms: Vec<Atom>,
}

/// The most atoms of computed reasons; with more, all are computed again.
const MAX_COMPUTED: usize = 1 << 18;

impl Log {
    /// Adds a variable; `span` is its first value and the number of its values in `removed_at`, `None` for a sparse domain.
    pub(crate) fn add_var(&mut self, span: Option<(i32, usize)>) {
        self.heads.push([NONE; 4]);
        self.spans.push(span.map(|(base, width)| {
            let first = self.removed_at.len() as u32;
            self.removed_at.resize(self.removed_at.len() + width, NONE);
            DenseSpan {
                first,
                base,
                width: width as u32,
            }
        }));
    }

    pub(crate) fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    pub(crate) fn push(&mut self, atom: Atom, old: i32, level: u32, why: Why) {
        let at = self.len();
        let head = &mut self.heads[atom.var().index()][atom.op() as usize];
        self.entries.push(Entry {
            atom,
            old,
            prev: *head,
            level,
            why,
        });
        *head = at;
        if atom.op() == Op::Ne {
            match self.spans[atom.var().index()] {
                Some(span) => {
                    let index = span.index(atom.value());
                    self.removed_at[index.expect("removed values lie in the span")] = at;
                }
                None => {
                    self.removed_sparse.insert(atom, at);
                }
            }
        }
    }

    /// Records that the last entry removed the values whose bits are set, counted from `base`.
    pub(crate) fn set_removed(&mut self, var: Var, base: i32, mut removed: u64) {
        let Some(span) = self.spans[var.index()] else {
            return;
        };
        let at = self.len() - 1;
        // Bit 0 may be a value below the span.
        let first = i64::from(span.first) + i64::from(base) - i64::from(span.base);
        while removed != 0 {
            let bit = i64::from(removed.trailing_zeros());
            self.removed_at[(first + bit) as usize] = at;
            removed &= removed - 1;
        }
    }

    /// Records that the last entry removed a range of values, all of which were present.
    pub(crate) fn set_removed_range(&mut self, var: Var, from: i32, to: i32) {
        let Some(span) = self.spans[var.index()] else {
            return;
        };
        let at = self.len() - 1;
        let first = i64::from(span.first) - i64::from(span.base);
        let (from, to) = (first + i64::from(from), first + i64::from(to));
        self.removed_at[from as usize..=to as usize].fill(at);
    }

    /// The entry that removed an absent value; `Ok(None)` if the variable never had the value. `Err` for sparse domains,
    /// which have no array: see [`Log::removal`] and the bounds.
    pub(crate) fn removed_at_entry(&self, var: Var, value: i32) -> Result<Option<u32>, ()> {
        match self.spans[var.index()] {
            Some(span) => Ok(span.index(value).map(|index| self.removed_at[index])),
            None => Err(()),
        }
    }

    /// Of the 64 values from `from` on, those removed by the entry at `position` or later, as bits; undefined for
    /// values still present. `None` for sparse domains.
    pub(crate) fn removed_since(&self, var: Var, from: i32, position: u32) -> Option<u64> {
        let span = self.spans[var.index()]?;
        let offset = i64::from(from) - i64::from(span.base);
        let begin = offset.max(0);
        let end = (offset + 64).min(i64::from(span.width));
        if begin >= end {
            return Some(0);
        }
        let first = span.first as usize;
        let removed_at = &self.removed_at[first + begin as usize..first + end as usize];
        let mut removed = 0;
        for (bit, &at) in removed_at.iter().enumerate() {
            removed |= u64::from(at >= position) << bit;
        }
        Some(removed << (begin - offset))
    }

    /// Removes every entry from `len` on.
    pub(crate) fn truncate(&mut self, len: u32, n_stored: u32) {
        while self.len() > len {
            let entry = self.entries.pop().expect("longer than `len`");
            self.heads[entry.atom.var().index()][entry.atom.op() as usize] = entry.prev;
            if entry.atom.op() == Op::Ne && self.spans[entry.atom.var().index()].is_none() {
                self.removed_sparse.remove(&entry.atom);
            }
        }
        self.computed.truncate(len as usize);
        if (n_stored as usize) < self.stored.len() {
            self.atoms.truncate(self.stored[n_stored as usize] as usize);
            self.stored.truncate(n_stored as usize);
        }
    }

    /// The reason of an entry, if it was computed and kept.
    pub(crate) fn computed_reason(&self, at: u32) -> Option<&[Atom]> {
        let &(from, to) = self.computed.get(at as usize)?;
        (from < to).then(|| &self.computed_atoms[from as usize..to as usize])
    }

    /// Keeps the reason of an entry until the entry is removed. Conflict analysis needs most reasons several times.
    pub(crate) fn keep_reason(&mut self, at: u32, atoms: &[Atom]) {
        let at = at as usize;
        if self.computed_atoms.len() + atoms.len() > MAX_COMPUTED {
            self.computed.clear();
            self.computed_atoms.clear();
        }
        if self.computed.len() <= at {
            self.computed.resize(at + 1, (0, 0));
        }
        let from = self.computed_atoms.len() as u32;
        self.computed_atoms.extend_from_slice(atoms);
        self.computed[at] = (from, self.computed_atoms.len() as u32);
    }

    /// Stores a reason and returns its number.
    pub(crate) fn store_reason(&mut self, atoms: &[Atom]) -> u32 {
        self.stored.push(self.atoms.len() as u32);
        self.atoms.extend_from_slice(atoms);
        self.stored.len() as u32 - 1
    }

    pub(crate) fn n_stored(&self) -> u32 {
        self.stored.len() as u32
    }

    pub(crate) fn stored_reason(&self, number: u32) -> &[Atom] {
        let from = self.stored[number as usize] as usize;
        let to = self.stored.get(number as usize + 1);
        &self.atoms[from..to.map_or(self.atoms.len(), |&to| to as usize)]
    }

    /// The entry that removed `value` from inside the domain, if one did.
    pub(crate) fn removal(&self, var: Var, value: i32) -> Option<u32> {
        let atom = Atom::ne(var, value);
        match self.spans[var.index()] {
            Some(span) => {
                let at = self.removed_at[span.index(value)?];
                let entry = self.entries.get(at as usize)?;
                (entry.atom == atom).then_some(at)
            }
            None => self.removed_sparse.get(&atom).copied(),
        }
    }

    /// The entry that made `var >= value` true; `None` if it held from the start.
    pub(crate) fn raise(&self, var: Var, value: i32) -> Option<u32> {
        self.bound(self.heads[var.index()][Op::Ge as usize], |old| old >= value)
    }

    /// The entry that made `var <= value` true; `None` if it held from the start.
    pub(crate) fn lowering(&self, var: Var, value: i32) -> Option<u32> {
        self.bound(self.heads[var.index()][Op::Le as usize], |old| old <= value)
    }

    /// Follows the list of bounds to the entry before which the bound did not suffice.
    fn bound(&self, head: u32, already: impl Fn(i32) -> bool) -> Option<u32> {
        let mut at = head;
        while at != NONE {
            let entry = &self.entries[at as usize];
            if !already(entry.old) {
                return Some(at);
            }
            at = entry.prev;
        }
        None
    }

    /// The entry that fixed the variable; `None` if it was fixed from the start.
    pub(crate) fn fixing(&self, var: Var) -> Option<u32> {
        let head = self.heads[var.index()][Op::Eq as usize];
        (head != NONE).then_some(head)
    }

    /// The value the variable was fixed to just before `position`, if an entry fixed it.
    pub(crate) fn fixed_before(&self, var: Var, position: u32) -> Option<i32> {
        let at = self.fixing(var)?;
        (at < position).then(|| self.entries[at as usize].atom.value())
    }

    /// The bound of the given kind just before `position`, if the log changed it since.
    pub(crate) fn bound_before(&self, var: Var, op: Op, position: u32) -> Option<i32> {
        let mut at = self.heads[var.index()][op as usize];
        let mut bound = None;
        while at != NONE && at >= position {
            let entry = &self.entries[at as usize];
            bound = Some(entry.old);
            at = entry.prev;
        }
        bound
    }

    pub(crate) fn memory(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + self.heads.len() * 16
            + self.removed_at.len() * 4
            + (self.atoms.capacity() + self.computed_atoms.capacity() + self.computed.capacity())
                * 8
    }
}

/// The cause of a conflict: the atom that could not be made true, and why that was attempted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConflictCause {
    pub(crate) attempted: Atom,
    pub(crate) why: Why,
}
