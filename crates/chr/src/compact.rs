//! Compaction: rows, list cells and trail entries that nothing can come back to are given back while a run goes on.
//!
//! What a choice may restore stays as it is; only what came after the last choice is moved together. Rows keep their order and their
//! numbers, so that nothing a program can see changes. The heap of terms is reclaimed on backtracking alone.

use std::collections::HashSet;
use std::ops::Range;

use crate::active::{ARGS, OCCURRENCE, OWN_ROW};
use crate::choices::Undo;
use crate::frames::{FRAME, Kept};
use crate::machine::Machine;
use crate::store::{DEAD_ROW, MIXED, ROW};
use crate::table::Table;

/// Rows are not moved before the store has grown by so many words.
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

impl Machine<'_> {
    /// Moves together what came after the last choice.
    #[cold]
    pub(crate) fn compact(&mut self) {
        let (from_row, from_cell, from_trail) = self
            .choices
            .last()
            .map_or((ROW + 1, 1, 0), |choice| choice.store_marks());
        let frames = self.frames_with_rows();
        self.compact_trail(from_trail, from_row);
        let rows = self.compact_rows(from_row.max(ROW + 1));
        let anchors = self.anchors(&frames);
        let cells = self.compact_cells(from_cell.max(1), &rows, &anchors);
        let count = frames.len();
        for (base, kept) in frames {
            self.correct_frame(base, kept, &rows, &cells);
        }
        self.agenda.correct(|row| rows.get(row));
        if self.choices.len() == 1 {
            self.drop_empty_lists();
        }
        // Work is in proportion to what was added, unless a test wants it more often.
        let growth = if self.compact_step < LEAST {
            self.compact_step
        } else {
            self.rows.len().max(self.compact_step).max(32 * count)
        };
        self.compact_at = self.rows.len() + growth;
    }

    /// The frames that hold rows, each once.
    fn frames_with_rows(&self) -> Vec<(usize, Kept)> {
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

    /// Where in a frame rows stand, where places in lists, and where the active constraint's row.
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
                let rows = lists + usize::from(constraint.partners);
                (
                    rows..rows + count,
                    lists..lists + count,
                    Some(base + OWN_ROW),
                )
            }
        }
    }

    /// The cells at which searches stand, which go on from there even if their rows are gone.
    fn anchors(&self, frames: &[(usize, Kept)]) -> Vec<usize> {
        let mut anchors = Vec::new();
        for &(base, kept) in frames {
            let (_, lists, _) = self.held(base, kept);
            anchors.extend(self.env[lists].iter().map(|&cell| cell as usize));
        }
        anchors
    }

    fn correct_frame(&mut self, base: usize, kept: Kept, rows: &Moved, cells: &Moved) {
        let (of_rows, of_cells, own) = self.held(base, kept);
        for at in of_rows.chain(own) {
            self.env[at] = rows.get(self.env[at] as usize) as u64;
        }
        for cell in &mut self.env[of_cells] {
            *cell = cells.get(*cell as usize) as u64;
        }
    }

    /// Moves the rows that are in the store; all others become the row that is never there.
    fn compact_rows(&mut self, from: usize) -> Moved {
        let mut to = vec![DEAD_ROW as u32; self.rows.len().saturating_sub(from)];
        let (mut row, mut end) = (from, from);
        while row < self.rows.len() {
            let size = ROW + self.code.constraints[self.symbol_of(row)].functor.arity();
            if self.is_alive(row) {
                to[row - from] = end as u32;
                self.rows.copy_within(row..row + size, end);
                end += size;
            }
            row += size;
        }
        self.rows.truncate(end);
        Moved {
            from,
            to,
            lost: DEAD_ROW,
        }
    }

    /// Moves the cells that lists and searches can reach, and leaves out those of rows that are gone for good.
    fn compact_cells(&mut self, from: usize, rows: &Moved, anchors: &[usize]) -> Moved {
        let mut anchored = vec![false; self.cells.len().saturating_sub(from)];
        for anchor in anchors.iter().filter_map(|cell| cell.checked_sub(from)) {
            if let Some(mark) = anchored.get_mut(anchor) {
                *mark = true;
            }
        }
        let mut reached = vec![false; self.cells.len().saturating_sub(from)];
        let heads = self.buckets.iter().map(|&head| (head & !MIXED) as usize);
        let heads = heads.chain(self.watched.iter().map(|&head| head as usize));
        for head in heads.chain(anchors.iter().copied()) {
            let mut cell = head;
            // A cell leads only to older ones.
            while cell >= from
                && let Some(mark) = reached.get_mut(cell - from)
                && !std::mem::replace(mark, true)
            {
                cell = self.cells[cell].next as usize;
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
            cell.row = rows.get(cell.row as usize) as u32;
            cell.next = cells.get(cell.next as usize) as u32;
            let gone = cell.row as usize == DEAD_ROW && !anchored[at];
            if !reached || gone {
                cells.to[at] = cell.next;
                continue;
            }
            cells.to[at] = end as u32;
            self.cells[end] = cell;
            end += 1;
        }
        self.cells.truncate(end);
        for head in &mut self.buckets {
            *head = cells.get((*head & !MIXED) as usize) as u32 | (*head & MIXED);
        }
        for head in &mut self.watched {
            *head = cells.get(*head as usize) as u32;
        }
        cells
    }

    /// Of the changes of one thing after the last choice only the first matters, and none if the choice cuts the thing off.
    fn compact_trail(&mut self, from: usize, from_row: usize) {
        let (mut buckets, mut watched) = (HashSet::new(), HashSet::new());
        let mut symbols = HashSet::new();
        let last = self.choices.len() == 1;
        let old_heap = self.old_heap;
        let old_watched = self.choices.last().map_or(0, |choice| choice.watched);
        let mut entry = 0;
        self.trail.retain(|undo| {
            entry += 1;
            entry <= from
                || match *undo {
                    // Lists get other numbers when there is nothing but the end to go back to.
                    Undo::Bucket(at, _) => !last && buckets.insert(at),
                    Undo::Live(symbol, _) => symbols.insert(symbol),
                    Undo::Remove(row) | Undo::Row(row, _) => (row as usize) < from_row,
                    Undo::Watched(at, _) => (at as usize) < old_watched && watched.insert(at),
                    Undo::Bind(place) | Undo::Cell(place, _) => (place as usize) < old_heap,
                    _ => true,
                }
        });
    }

    /// Forgets the keys whose lists are empty.
    fn drop_empty_lists(&mut self) {
        let fixed = self.code.constraints.len();
        let mut kept: Vec<u32> = self.buckets[..fixed].to_vec();
        let buckets = &self.buckets;
        let mut place = |list: u32| {
            let head = buckets[list as usize];
            (head & !MIXED != 0).then(|| {
                kept.push(head);
                (kept.len() - 1) as u32
            })
        };
        for table in &mut self.tables {
            *table = table.renumbered(&mut place);
        }
        self.buckets = kept;
    }
}

impl Table {
    /// The table with other lists, without those that are dropped.
    fn renumbered(&self, place: &mut impl FnMut(u32) -> Option<u32>) -> Table {
        let mut table = Table::default();
        for (key, list) in self.keys() {
            if let Some(list) = place(list) {
                table.insert_tag(key, list);
            }
        }
        table
    }
}
