//! Compaction: suspensions, list cells and trail entries that nothing can come back to are given back while a run goes on.
//!
//! What a choice may restore stays as it is; only what came after the last choice is moved together. Suspensions keep their order and their
//! numbers, so that nothing a program can see changes. The heap of terms is reclaimed on backtracking alone.

use std::collections::HashSet;
use std::ops::Range;

use crate::store::suspensions::{DEAD_SUSPENSION, LAST, MIXED};

use crate::code::layout::FRAME;
use crate::code::layout::SUSPENSION_HEADER;
use crate::code::layout::{ARGS, OCCURRENCE, OWN_SUSPENSION};
use crate::store::table::Table;
use crate::vm::choice_points::Undo;
use crate::vm::frames::Kept;
use crate::vm::machine::Machine;

/// Suspensions are not moved before the store has grown by so many words.
pub(crate) const LEAST: usize = 1 << 16;

/// Where things went, from some place on.
struct Moved {
    from: usize,
    to: Vec<u32>,
    /// Where everything else is.
    lost: usize,
}

impl Moved {
    fn get(&self, place: usize) -> usize {
        match place.checked_sub(self.from) {
            Some(at) => self.to.get(at).map_or(self.lost, |&to| to as usize),
            None => place,
        }
    }
}

/// Where a link leads once suspensions and cells have moved.
fn moved_link(link: u32, suspensions: &Moved, cells: &Moved) -> u32 {
    if link & LAST == 0 {
        return cells.get(link as usize) as u32;
    }
    match suspensions.get((link & !LAST) as usize) {
        DEAD_SUSPENSION => 0,
        suspension => suspension as u32 | LAST,
    }
}

impl Machine<'_> {
    /// Whether there cannot be much to gain, as few constraints were removed since the last time.
    pub(crate) fn is_tight(&self) -> bool {
        let removed = (self.counters.removals - self.compacted) as usize;
        self.compact_step >= LEAST && 32 * removed < self.suspensions.len()
    }

    /// Moves together what came after the last choice.
    #[cold]
    pub(crate) fn compact(&mut self) {
        let (from_suspension, from_cell, from_trail) = self
            .choices
            .last()
            .map_or((SUSPENSION_HEADER + 1, 1, 0), |choice| choice.store_marks());
        let frames = self.frames_with_suspensions();
        self.compact_trail(from_trail, from_suspension, from_cell);
        let suspensions = self.compact_suspensions(from_suspension.max(SUSPENSION_HEADER + 1));
        let anchors = self.anchors(&frames);
        let cells = self.compact_cells(from_cell.max(1), &suspensions, &anchors);
        let count = frames.len();
        for (base, kept) in frames {
            self.correct_frame(base, kept, &suspensions, &cells);
        }
        self.agenda
            .correct(|suspension| suspensions.get(suspension));
        self.free.truncate(self.old_free);
        // Work is in proportion to what was added, unless a test wants it more often: 0 is before every call of a constraint.
        self.compact_at = match self.compact_step {
            0 => 0,
            step if step < LEAST => self.suspensions.len() + step,
            step => self.suspensions.len() + self.suspensions.len().max(step).max(32 * count),
        };
        self.trail_at = 2 * self.trail.len() + LEAST;
        self.compacted = self.counters.removals;
    }

    /// The frames that hold suspensions, each once.
    fn frames_with_suspensions(&self) -> Vec<(usize, Kept)> {
        let mut frames = Vec::new();
        let mut base = self.e;
        while base != 0 {
            match Kept::of(self.env[base + 3]) {
                Kept::Words => {}
                kept => frames.push((base, kept)),
            }
            base = self.env[base] as usize;
        }
        frames
    }

    /// Where in a frame suspensions stand, where places in lists, and where the active constraint's suspension.
    fn held(&self, base: usize, kept: Kept) -> (Range<usize>, Range<usize>, Option<usize>) {
        match kept {
            Kept::Words => (0..0, 0..0, None),
            Kept::Woken => {
                let size = self.env[base + 3] as u32 as usize;
                (base + FRAME + 2..base + size, 0..0, None)
            }
            Kept::Constraint => {
                let constraint = &self.code.constraints[self.symbol_at(base)];
                let at = self.env[base + OCCURRENCE] as usize;
                let occurrence = constraint.occurrences.get(at);
                let count = occurrence.map_or(0, |occurrence| occurrence.partners.len());
                let lists = base + ARGS + constraint.functor.arity();
                let suspensions = lists + usize::from(constraint.partners);
                (
                    suspensions..suspensions + count,
                    lists..lists + count,
                    Some(base + OWN_SUSPENSION),
                )
            }
        }
    }

    /// The cells at which searches stand, which go on from there even if their suspensions are gone.
    fn anchors(&self, frames: &[(usize, Kept)]) -> Vec<u32> {
        let mut anchors = Vec::new();
        for &(base, kept) in frames {
            let (_, lists, _) = self.held(base, kept);
            let links = self.env[lists].iter().map(|&link| link as u32);
            anchors.extend(links.filter(|link| link & LAST == 0));
        }
        anchors
    }

    fn correct_frame(&mut self, base: usize, kept: Kept, suspensions: &Moved, cells: &Moved) {
        let (of_suspensions, of_cells, own) = self.held(base, kept);
        for at in of_suspensions.chain(own) {
            self.env[at] = suspensions.get(self.env[at] as usize) as u64;
        }
        for link in &mut self.env[of_cells] {
            *link = moved_link(*link as u32, suspensions, cells).into();
        }
    }

    /// Moves the suspensions that are in the store; all others become the suspension that is never there.
    fn compact_suspensions(&mut self, from: usize) -> Moved {
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
        Moved {
            from,
            to,
            lost: DEAD_SUSPENSION,
        }
    }

    /// Moves the cells that lists and searches can reach, and leaves out those of suspensions that are gone for good.
    fn compact_cells(&mut self, from: usize, suspensions: &Moved, anchors: &[u32]) -> Moved {
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

    /// Of the changes of one thing after the last choice only the first matters, and none if the choice cuts the thing off.
    fn compact_trail(&mut self, from: usize, from_suspension: usize, from_cell: usize) {
        let (mut heads, mut lists) = (HashSet::new(), HashSet::new());
        let mut watched = HashSet::new();
        let mut symbols = HashSet::new();
        let last = self.choices.len() == 1;
        let old_heap = self.old_heap;
        let old_watched = self.choices.last().map_or(0, |choice| choice.watched);
        let mut entry = 0;
        self.trail.retain(|undo| {
            entry += 1;
            entry <= from
                || match *undo {
                    // There is no way back to a list where there is nothing but the end to go back to.
                    Undo::Head(index, tag, _) => !last && heads.insert((index, tag)),
                    Undo::List(symbol, _) => !last && lists.insert(symbol),
                    Undo::Next(cell, _) => (cell as usize) < from_cell,
                    Undo::Live(symbol, _) => symbols.insert(symbol),
                    Undo::Remove(suspension) | Undo::Suspension(suspension, _) => {
                        (suspension as usize) < from_suspension
                    }
                    Undo::Watched(at, _) => (at as usize) < old_watched && watched.insert(at),
                    Undo::Bind(place) | Undo::Cell(place, _) => (place as usize) < old_heap,
                    _ => true,
                }
        });
    }
}
