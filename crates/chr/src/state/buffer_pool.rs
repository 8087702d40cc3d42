//! Room that outlives a run: the next one of the same program need not be given its memory by the system piece by piece again.

use std::sync::Mutex;

use crate::code::layout::FRAME;
use crate::code::layout::SUSPENSION_HEADER;
use crate::code::word::Word;
use crate::store::suspensions::DEAD_SUSPENSION;

/// The words of the largest piece that is kept.
const MOST: usize = 1 << 23;

/// The words of the smallest stack of frames.
const LEAST: usize = 1 << 10;

/// The stacks of a run.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    pub(crate) env: Vec<u64>,
    pub(crate) suspensions: Vec<u64>,
    pub(crate) heap: Vec<Word>,
}

/// What the last run of a program left behind.
#[derive(Debug, Default)]
pub(crate) struct BufferPool(Mutex<Option<Buffers>>);

impl Buffers {
    /// Stacks for a run, with the frame under all others and the suspension that is never in the store.
    pub(crate) fn of(buffer_pool: Option<&BufferPool>) -> Buffers {
        let mut buffers = buffer_pool.map_or_else(Buffers::default, BufferPool::take);
        if buffers.env.len() < LEAST {
            buffers.env.resize(LEAST, 0);
        }
        buffers.env[..FRAME].copy_from_slice(&[0, 0, 0, FRAME as u64]);
        buffers
            .suspensions
            .resize(DEAD_SUSPENSION + SUSPENSION_HEADER, 0);
        buffers
    }
}

impl BufferPool {
    /// The room that is kept, or none.
    pub(crate) fn take(&self) -> Buffers {
        let kept = self.0.lock().ok().and_then(|mut kept| kept.take());
        kept.unwrap_or_default()
    }

    /// Keeps room for the next run, unless that is much.
    pub(crate) fn keep(&self, mut buffers: Buffers) {
        // Slots of frames are written before they are read, so that what is there need not be cleared away.
        buffers.suspensions.clear();
        buffers.heap.clear();
        let most = buffers.env.capacity().max(buffers.suspensions.capacity());
        if most.max(buffers.heap.capacity()) <= MOST
            && let Ok(mut kept) = self.0.lock()
        {
            *kept = Some(buffers);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_comes_back_unless_it_is_too_much() {
        let buffer_pool = BufferPool::default();
        assert_eq!(buffer_pool.take().env.capacity(), 0);
        let mut buffers = Buffers::default();
        buffers.env.resize(100, 7);
        buffers.suspensions.reserve(MOST + 1);
        buffer_pool.keep(buffers);
        assert_eq!(
            buffer_pool.take().suspensions.capacity(),
            0,
            "that is too much"
        );
        let mut buffers = Buffers::default();
        buffers.env.resize(100, 7);
        buffers.suspensions.resize(100, 7);
        buffer_pool.keep(buffers);
        let buffers = buffer_pool.take();
        assert_eq!((buffers.env.len(), buffers.suspensions.len()), (100, 0));
        assert_eq!(buffer_pool.take().env.capacity(), 0, "there is one");
    }
}
