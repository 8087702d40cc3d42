//! Room that outlives a run: the next one of the same program need not be given its memory by the system piece by piece again.

use std::sync::Mutex;

use crate::frames::FRAME;
use crate::machine::Machine;
use crate::store::{DEAD_ROW, ROW};
use crate::word::Word;

/// The words of the largest piece that is kept.
const MOST: usize = 1 << 23;

/// The words of the smallest stack of frames.
const LEAST: usize = 1 << 10;

/// The stacks of a run.
#[derive(Debug, Default)]
pub(crate) struct Room {
    pub(crate) env: Vec<u64>,
    pub(crate) rows: Vec<u64>,
    pub(crate) heap: Vec<Word>,
}

/// What the last run of a program left behind.
#[derive(Debug, Default)]
pub(crate) struct Spare(Mutex<Option<Room>>);

impl Room {
    /// Stacks for a run, with the frame under all others and the row that is never in the store.
    pub(crate) fn of(spare: Option<&Spare>) -> Room {
        let mut room = spare.map_or_else(Room::default, Spare::take);
        if room.env.len() < LEAST {
            room.env.resize(LEAST, 0);
        }
        room.env[..FRAME].copy_from_slice(&[0, 0, 0, FRAME as u64]);
        room.rows.resize(DEAD_ROW + ROW, 0);
        room
    }
}

impl Drop for Machine<'_> {
    fn drop(&mut self) {
        if let Some(spare) = self.spare {
            spare.keep(Room {
                env: std::mem::take(&mut self.env),
                rows: std::mem::take(&mut self.rows),
                heap: std::mem::take(&mut self.heap),
            });
        }
    }
}

impl Spare {
    /// The room that is kept, or none.
    pub(crate) fn take(&self) -> Room {
        let kept = self.0.lock().ok().and_then(|mut kept| kept.take());
        kept.unwrap_or_default()
    }

    /// Keeps room for the next run, unless that is much.
    pub(crate) fn keep(&self, mut room: Room) {
        // Slots of frames are written before they are read, so that what is there need not be cleared away.
        room.rows.clear();
        room.heap.clear();
        let most = room.env.capacity().max(room.rows.capacity());
        if most.max(room.heap.capacity()) <= MOST
            && let Ok(mut kept) = self.0.lock()
        {
            *kept = Some(room);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_comes_back_unless_it_is_too_much() {
        let spare = Spare::default();
        assert_eq!(spare.take().env.capacity(), 0);
        let mut room = Room::default();
        room.env.resize(100, 7);
        room.rows.reserve(MOST + 1);
        spare.keep(room);
        assert_eq!(spare.take().rows.capacity(), 0, "that is too much");
        let mut room = Room::default();
        room.env.resize(100, 7);
        room.rows.resize(100, 7);
        spare.keep(room);
        let room = spare.take();
        assert_eq!((room.env.len(), room.rows.len()), (100, 0));
        assert_eq!(spare.take().env.capacity(), 0, "there is one");
    }
}
