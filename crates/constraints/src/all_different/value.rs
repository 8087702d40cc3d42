//! `all_different` at value consistency: the value of a fixed view is removed from the others.
//!
//! [`AllDifferentValue`] works on bit sets of numbered values, and fails at once if there are fewer values than views. Time O(n) for every
//! view that is fixed. If there are too many values to number, `AllDifferentPairwise` does the same.
//!
//! [`Elimination`] is also the cheap first stage of domain consistency. There it visits all open views at every change, so it
//! also notices that there are too few values, and finds hidden singles: in a permutation, a value that only one view can take.

use crate::support::prelude::*;
use gridwright_fd::Conflict;

use crate::support::bits::{Bits, Numbering};

/// The open views, and the removal of the values of fixed views from them, on bit sets.
#[derive(Debug)]
pub(crate) struct Elimination<const W: usize> {
    pub(crate) views: Box<[View]>,
    /// The value that may be taken any number of times.
    pub(crate) except: Option<usize>,
    pub(crate) numbers: Numbering,
    /// The variable of each view, and by how much its word is shifted among the numbers; empty unless every view's domain is one
    /// word.
    shifts: Vec<(Var, u32)>,
    /// Whether there are exactly as many values as views, so that every value is taken.
    pub(crate) permutation: bool,
    /// Whether there are fewer values than views from the start.
    has_too_few_values: bool,
    /// Whether a variable occurs twice.
    pub(crate) aliased: bool,
    /// All views, the open ones first. Fixed views do not move, so backtracking only has to restore the number of open views.
    pub(crate) order: Vec<u32>,
    n_open: Trailed,
    /// The values of each view as of the last run; for closed views, when they were closed.
    pub(crate) rows: Vec<Bits<W>>,
    /// The view that takes a value. Valid within one run only.
    fixed_view: Vec<u32>,
}

/// What elimination has established.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Eliminated {
    /// No two open views share a value.
    Disjoint,
    /// Every open view has at least as many values as there are open views: every value has a support.
    AllSupported,
    /// Anything else: the second stage may prune.
    Incomplete,
}

/// Which values the open views have together.
struct ValueUses<const W: usize> {
    n_open: usize,
    /// The values that at least one, and that at least two open views have.
    once: Bits<W>,
    twice: Bits<W>,
    /// The size of the smallest open view.
    smallest: usize,
}

impl<const W: usize> ValueUses<W> {
    #[inline]
    fn new(n_open: usize) -> ValueUses<W> {
        ValueUses {
            n_open,
            once: Bits::EMPTY,
            twice: Bits::EMPTY,
            smallest: usize::MAX,
        }
    }

    /// Adds one more open view.
    #[inline]
    fn add(&mut self, row: Bits<W>, size: usize) {
        self.twice |= self.once & row;
        self.once |= row;
        self.smallest = self.smallest.min(size);
    }
}

impl<const W: usize> Elimination<W> {
    pub(crate) fn new(
        views: &[View],
        except: Option<i32>,
        numbers: Numbering,
        aliased: bool,
        out: &mut Poster<'_>,
    ) -> Elimination<W> {
        let mut union = Bits::<W>::EMPTY;
        for &view in views {
            union |= numbers.row(out.store(), view);
        }
        Elimination {
            permutation: except.is_none() && union.len() == views.len(),
            has_too_few_values: except.is_none() && union.len() < views.len(),
            aliased,
            except: except.and_then(|value| numbers.number(value)),
            order: (0..views.len() as u32).collect(),
            n_open: out.trailed(views.len() as i64),
            rows: vec![Bits::EMPTY; views.len()],
            fixed_view: vec![0; numbers.n_values()],
            shifts: numbers.shifts(out.store(), views).unwrap_or_default(),
            views: views.into(),
            numbers,
        }
    }

    /// The tag for removing a value because the view at `index` is fixed to it.
    fn taken_by(index: usize) -> Tag {
        Tag(index as u32)
    }

    /// The tag for failing because there are too few values.
    fn unmatched(&self) -> Tag {
        Tag(2 * self.views.len() as u32)
    }

    /// The tag for fixing a view to a value that no other view can take.
    fn hidden_single_tag(&self, number: usize) -> Tag {
        Tag((2 * self.views.len() + 1 + number) as u32)
    }

    /// The current values of a view, and their number.
    #[inline(always)]
    fn read_row(&self, store: &Store, index: usize) -> (Bits<W>, usize) {
        if let Some(&(var, shift)) = self.shifts.get(index) {
            let (word, size) = store.word(var);
            return (Bits::from_word(word, shift as usize), size as usize);
        }
        let view = self.views[index];
        (self.numbers.row(store, view), store.size(view) as usize)
    }

    /// The number of open views, as of the last run.
    pub(crate) fn n_open(&self, store: &Store) -> usize {
        store.get(self.n_open) as usize
    }

    /// Reads the values of all open views again.
    pub(crate) fn reload(&mut self, store: &Store) {
        for k in 0..self.n_open(store) {
            let index = self.order[k] as usize;
            self.rows[index] = self.read_row(store, index).0;
        }
    }

    /// Fails because there is no matching.
    pub(crate) fn fail(&self, store: &mut Store) -> Conflict {
        store.fail(self.unmatched())
    }

    /// Removes the values of fixed views from the others until nothing changes, and counts which views can take which value.
    #[inline]
    pub(crate) fn run(&mut self, store: &mut Store) -> Pruned<Eliminated> {
        loop {
            let uses = self.eliminate(store)?;
            let n_open = uses.n_open;
            let mut twice = uses.twice;
            if let Some(except) = self.except {
                twice.remove(except);
            } else if uses.once.len() < n_open {
                return Err(self.fail(store));
            }
            if twice.is_empty() {
                return Ok(Eliminated::Disjoint);
            }
            if self.permutation {
                let hidden = uses.once.without(&twice);
                if !hidden.is_empty() && self.fix_hidden(store, n_open, hidden)? {
                    continue;
                }
            }
            return Ok(if self.except.is_none() && uses.smallest >= n_open {
                Eliminated::AllSupported
            } else {
                Eliminated::Incomplete
            });
        }
    }

    /// Closes fixed views and removes their values from the open ones, until no further view is fixed by that.
    #[inline]
    fn eliminate(&mut self, store: &mut Store) -> Pruned<ValueUses<W>> {
        loop {
            let before = store.prunings();
            let uses = self.eliminate_once(store)?;
            // If one view of a variable loses a value, its other views do too, and may become fixed without an event.
            if !self.aliased || store.prunings() == before {
                return Ok(uses);
            }
        }
    }

    /// The same for views of distinct variables, each visited once. The rows of open views are up to date afterwards, except for
    /// values that one view of a variable removed from another view of the same variable.
    #[inline]
    fn eliminate_once(&mut self, store: &mut Store) -> Pruned<ValueUses<W>> {
        let before = store.get(self.n_open) as usize;
        let mut uses = ValueUses::new(before);
        let mut taken = Bits::EMPTY;
        let mut k = 0;
        while k < uses.n_open {
            let index = self.order[k] as usize;
            let (row, size) = self.read_row(store, index);
            self.rows[index] = row;
            if size > 1 {
                uses.add(row, size);
                k += 1;
            } else {
                self.close(store, k, &mut uses, &mut taken)?;
            }
        }
        while uses.once.intersects(&taken) {
            let lost = std::mem::replace(&mut taken, Bits::EMPTY);
            uses = ValueUses::new(uses.n_open);
            let mut k = 0;
            while k < uses.n_open {
                let index = self.order[k] as usize;
                let mut row = self.rows[index];
                if row.intersects(&lost) {
                    for number in (row & lost).iter() {
                        let tag = Self::taken_by(self.fixed_view[number] as usize);
                        let value = self.numbers.value(number);
                        store.remove(self.views[index], value, tag)?;
                    }
                    row = row.without(&lost);
                    self.rows[index] = row;
                }
                let size = store.size(self.views[index]) as usize;
                if size > 1 {
                    uses.add(row, size);
                    k += 1;
                } else {
                    self.rows[index] = self.read_row(store, index).0;
                    self.close(store, k, &mut uses, &mut taken)?;
                }
            }
        }
        if uses.n_open != before {
            store.put(self.n_open, uses.n_open as i64);
        }
        Ok(uses)
    }

    /// Closes the view at a position of `order`; it has just been fixed, and its row holds its value.
    #[inline]
    fn close(
        &mut self,
        store: &mut Store,
        k: usize,
        uses: &mut ValueUses<W>,
        taken: &mut Bits<W>,
    ) -> Pruned {
        let index = self.order[k] as usize;
        uses.n_open -= 1;
        self.order.swap(k, uses.n_open);
        let number = self.rows[index].first().expect("one value is left");
        if self.except == Some(number) {
            return Ok(());
        }
        if taken.contains(number) {
            let tag = Self::taken_by(self.fixed_view[number] as usize);
            store.remove(self.views[index], self.numbers.value(number), tag)?;
        }
        taken.insert(number);
        self.fixed_view[number] = index as u32;
        Ok(())
    }

    /// In a permutation, fixes each view that alone can take one of the values in `hidden_single`. True if any was open.
    fn fix_hidden(&mut self, store: &mut Store, n_open: usize, hidden: Bits<W>) -> Pruned<bool> {
        let mut changed = false;
        for &index in &self.order[..n_open] {
            let index = index as usize;
            if let Some(number) = (self.rows[index] & hidden).first() {
                // Fixing makes one atom with one reason; removing the other values would make many atoms with the same reason.
                let value = self.numbers.value(number);
                changed |= store.fix(self.views[index], value, self.hidden_single_tag(number))?;
            }
        }
        Ok(changed)
    }

    /// Explains a removal whose tag belongs to this stage. For other tags, `Err` gives the index of the view, or `None` if there
    /// were too few values.
    pub(crate) fn explain(
        &self,
        tag: Tag,
        past: &PastStore<'_>,
        why: &mut Reason,
    ) -> Result<(), Option<usize>> {
        let (tag, n) = (tag.0 as usize, self.views.len());
        if tag < n {
            why.bounds(past, self.views[tag]);
        } else if tag < 2 * n {
            return Err(Some(tag - n));
        } else if tag == 2 * n {
            return Err(None);
        } else {
            let value = self.numbers.value(tag - 2 * n - 1);
            for &view in &self.views {
                if !past.contains(view, value) {
                    why.absent(view, value);
                }
            }
        }
        Ok(())
    }
}

/// Elimination as a propagator of its own.
#[derive(Debug)]
pub(crate) struct AllDifferentValue<const W: usize> {
    pub(crate) stage: Elimination<W>,
}

impl<const W: usize> Propagator for AllDifferentValue<W> {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if self.stage.has_too_few_values {
            return Err(self.stage.fail(store));
        }
        let before = store.prunings();
        if self.stage.eliminate(store)?.n_open <= 1 && !self.stage.aliased {
            return Ok(Status::Entailed);
        }
        Ok(Status::rerun_if(
            self.stage.aliased && store.prunings() != before,
        ))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        // The only other tag stands for too few values from the start, which needs no reason.
        let _ = self.stage.explain(tag, past, why);
    }
}

/// Removes the values of fixed views from the others, for values that are too many to number. Time O(n) for every view that is
/// fixed.
#[derive(Debug)]
pub(crate) struct AllDifferentPairwise {
    views: Box<[View]>,
    except: Option<i32>,
    /// All views, the open ones first, and the position of each.
    order: Vec<u32>,
    positions: Vec<u32>,
    n_open: Trailed,
    fixed: Vec<u32>,
}

impl AllDifferentPairwise {
    pub(crate) fn new(
        views: &[View],
        except: Option<i32>,
        out: &mut Poster<'_>,
    ) -> AllDifferentPairwise {
        AllDifferentPairwise {
            views: views.into(),
            except,
            order: (0..views.len() as u32).collect(),
            positions: (0..views.len() as u32).collect(),
            n_open: out.trailed(views.len() as i64),
            fixed: Vec::new(),
        }
    }
}

impl Propagator for AllDifferentPairwise {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        self.fixed.clear();
        while let Some(index) = store.next_changed() {
            self.fixed.push(index as u32);
        }
        let mut n_open = store.get(self.n_open) as usize;
        while let Some(index) = self.fixed.pop() {
            let index = index as usize;
            let position = self.positions[index] as usize;
            let Some(value) = store.fixed(self.views[index]) else {
                continue;
            };
            if position >= n_open {
                continue;
            }
            n_open -= 1;
            self.order.swap(position, n_open);
            self.positions[self.order[position] as usize] = position as u32;
            self.positions[index] = n_open as u32;
            if self.except == Some(value) {
                continue;
            }
            for &other in &self.order[..n_open] {
                let view = self.views[other as usize];
                if store.remove(view, value, Tag(index as u32))? && store.is_fixed(view) {
                    self.fixed.push(other);
                }
            }
        }
        store.put(self.n_open, n_open as i64);
        Ok(Status::entailed_if(n_open == 0))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &PastStore<'_>, why: &mut Reason) {
        why.bounds(past, self.views[tag.0 as usize]);
    }
}
