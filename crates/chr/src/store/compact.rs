//! Compaction: suspensions, list cells and trail entries that nothing can come back to are given back while a run goes on.
//!
//! What a choice may restore stays as it is; only what came after the last choice is moved together. Suspensions keep their order and their
//! numbers, so that nothing a program can see changes. The heap of terms is reclaimed on backtracking alone.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use crate::code::layout::SUSPENSION_HEADER;
use crate::store::history::Mixer;
use crate::store::suspensions::{DEAD_SUSPENSION, LAST, LEAST, MIXED, Store, StoreMark, Undo};
use crate::store::table::Table;

/// Where things went, from some place on.
pub(crate) struct Moved {
    from: usize,
    to: Vec<u32>,
    /// Where everything else is.
    lost: usize,
}

impl Moved {
    pub(crate) fn get(&self, place: usize) -> usize {
        match place.checked_sub(self.from) {
            Some(at) => self.to.get(at).map_or(self.lost, |&to| to as usize),
            None => place,
        }
    }
}

/// Where a link leads once suspensions and cells have moved.
pub(crate) fn moved_link(link: u32, suspensions: &Moved, cells: &Moved) -> u32 {
    if link & LAST == 0 {
        return cells.get(link as usize) as u32;
    }
    match suspensions.get((link & !LAST) as usize) {
        DEAD_SUSPENSION => 0,
        suspension => suspension as u32 | LAST,
    }
}

/// Things whose first change is kept.
type Places = HashSet<(u32, u32), BuildHasherDefault<Mixer>>;

impl Undo {
    /// Whether going back to a mark needs a change that came after it. `trailing` is false if only the end of the run is left to go back to: nothing reads lists,
    /// counts or histories after that.
    #[inline(always)]
    fn is_needed(&self, mark: StoreMark, trailing: bool) -> bool {
        match *self {
            Undo::Head(..) | Undo::List(..) | Undo::Live(..) | Undo::Fired(_) => trailing,
            Undo::Next(cell, _) => (cell as usize) < mark.cells,
            Undo::Remove(at) | Undo::Suspension(at, _) => (at as usize) < mark.suspensions,
            Undo::Watched(at, _) => (at as usize) < mark.watched,
        }
    }
}

impl Store<'_> {
    /// Notes that the store was compacted, for so many frames.
    pub(crate) fn compacted(&mut self, frames: usize) {
        self.free.truncate(self.old_free);
        // Work is in proportion to what was added, unless a test wants it more often: 0 is before every call of a constraint.
        let len = self.suspensions.len();
        self.compact_at = match self.compact_step {
            0 => 0,
            step if step < LEAST => len + step,
            step => len + len.max(step).max(32 * frames),
        };
        self.compacted = self.removals;
    }

    /// Whether there cannot be much to gain, as few constraints were removed since the last time.
    pub(crate) fn is_tight(&self) -> bool {
        let removed = (self.removals - self.compacted) as usize;
        self.compact_step >= LEAST && 32 * removed < self.suspensions.len()
    }

    /// Moves the suspensions that are in the store; all others become the suspension that is never there. Those at the beginning, of which none was
    /// removed, stay where they are and are not looked at: often they are the facts of a program.
    pub(crate) fn compact_suspensions(&mut self, from: usize) -> Moved {
        let from = from.max(self.whole);
        let mut to = vec![DEAD_SUSPENSION as u32; self.suspensions.len().saturating_sub(from)];
        let (mut suspension, mut end) = (from, from);
        while suspension < self.suspensions.len() {
            let size = SUSPENSION_HEADER
                + self.code.constraints[self.symbol_of(suspension)]
                    .functor
                    .arity();
            if self.is_alive(suspension) {
                to[suspension - from] = end as u32;
                self.suspensions
                    .copy_within(suspension..suspension + size, end);
                end += size;
            }
            suspension += size;
        }
        self.suspensions.truncate(end);
        if from == self.whole {
            self.whole = end;
        }
        Moved {
            from,
            to,
            lost: DEAD_SUSPENSION,
        }
    }

    /// Moves the cells that lists and searches can reach, and leaves out those of suspensions that are gone for good.
    pub(crate) fn compact_cells(
        &mut self,
        from: usize,
        suspensions: &Moved,
        anchors: &[u32],
    ) -> Moved {
        let mut anchored = vec![false; self.cells.len().saturating_sub(from)];
        for anchor in anchors
            .iter()
            .filter_map(|cell| (*cell as usize).checked_sub(from))
        {
            if let Some(mark) = anchored.get_mut(anchor) {
                *mark = true;
            }
        }
        let mut reached = vec![false; self.cells.len().saturating_sub(from)];
        let heads = self.tables.iter().flat_map(Table::heads);
        let heads = heads.chain(self.lists.iter().copied());
        let heads = heads.chain(self.watched.iter().copied());
        for head in heads.chain(anchors.iter().copied()) {
            let mut link = head & !MIXED;
            // A cell leads only to older ones.
            while link & LAST == 0
                && link as usize >= from
                && let Some(mark) = reached.get_mut(link as usize - from)
                && !std::mem::replace(mark, true)
            {
                link = self.cells[link as usize].next;
            }
        }
        let mut cells = Moved {
            from,
            to: vec![0; reached.len()],
            lost: 0,
        };
        let mut end = from;
        for (at, reached) in reached.into_iter().enumerate() {
            let mut cell = self.cells[from + at];
            cell.suspension = suspensions.get(cell.suspension as usize) as u32;
            cell.next = moved_link(cell.next, suspensions, &cells);
            let gone = cell.suspension as usize == DEAD_SUSPENSION && !anchored[at];
            if !reached || gone {
                cells.to[at] = cell.next;
                continue;
            }
            cells.to[at] = end as u32;
            self.cells[end] = cell;
            end += 1;
        }
        self.cells.truncate(end);
        for table in &mut self.tables {
            table.correct(
                |head| match moved_link(head & !MIXED, suspensions, &cells) {
                    0 => 0,
                    link => link | (head & MIXED),
                },
            );
        }
        for head in self.lists.iter_mut().chain(&mut self.watched) {
            *head = moved_link(*head, suspensions, &cells);
        }
        cells
    }

    /// Of the changes of one thing after a mark only the first matters, and none if the mark cuts the thing off.
    pub(crate) fn compact_trail(&mut self, mark: StoreMark) {
        let (mut heads, mut lists) = (Places::default(), Places::default());
        let (mut watched, mut symbols) = (Places::default(), Places::default());
        let trailing = self.trailing;
        let mut entry = 0;
        self.trail.retain(|undo| {
            entry += 1;
            entry <= mark.trail
                || undo.is_needed(mark, trailing)
                    && match *undo {
                        Undo::Head(index, tag, _) => heads.insert((index.into(), tag)),
                        Undo::List(symbol, _) => lists.insert((0, symbol)),
                        Undo::Live(symbol, _) => symbols.insert((0, symbol)),
                        Undo::Watched(at, _) => watched.insert((0, at)),
                        _ => true,
                    }
        });
    }

    /// Drops the last entries of the trail while going back to a mark does not need them: after a cut, those that only the removed choice points needed.
    #[inline]
    pub(crate) fn shorten_trail(&mut self, mark: StoreMark) {
        while self.trail.len() > mark.trail
            && let Some(undo) = self.trail.last()
            && !undo.is_needed(mark, self.trailing)
        {
            self.trail.pop();
        }
    }
}
