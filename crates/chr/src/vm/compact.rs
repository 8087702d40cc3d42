//! Compaction of the store: finds what frames hold of it, and corrects them once it has moved.

use std::ops::Range;

use crate::code::layout::{ARGS, FRAME, OCCURRENCE, OWN_SUSPENSION, SUSPENSION_HEADER};
use crate::store::compact::{Moved, moved_link};
use crate::store::suspensions::LEAST;
use crate::store::suspensions::{LAST, StoreMark};
use crate::vm::frames::Kept;
use crate::vm::machine::Machine;

impl Machine<'_> {
    /// Moves together what came after the last choice point.
    #[cold]
    pub(crate) fn compact(&mut self) {
        let (heap_mark, mark) = match self.choices.last() {
            Some(choice) => (choice.heap.trail, choice.store),
            None => (0, StoreMark::default()),
        };
        let frames = self.frames_with_suspensions();
        self.heap.compact_trail(heap_mark);
        self.store.compact_trail(mark);
        let first = SUSPENSION_HEADER + 1;
        let suspensions = self.store.compact_suspensions(mark.suspensions.max(first));
        let anchors = self.anchors(&frames);
        let cells = self
            .store
            .compact_cells(mark.cells.max(1), &suspensions, &anchors);
        let count = frames.len();
        for (base, kept) in frames {
            self.correct_frame(base, kept, &suspensions, &cells);
        }
        self.agenda
            .correct(|suspension| suspensions.get(suspension));
        self.store.compacted(count);
        self.trail_at = 2 * self.trail_len() + LEAST;
    }

    /// How many changes are trailed.
    pub(crate) fn trail_len(&self) -> usize {
        self.heap.trail.len() + self.store.trail.len()
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
}
