//! Frames: the stack of words on which bodies keep their variables and searches their state.
//!
//! A frame begins with the frame and the instruction to go on with, the number of choices a cut goes back to, and its size with a note of what it
//! holds. Frames under a choice are never changed but copied.

use crate::code::layout::FRAME;
use crate::vm::machine::Machine;

/// So many words from the beginning of a frame on can be seen at once. There is room for them above every frame.
const SEEN: usize = 256;

/// The words of a frame, and some above it.
#[inline(always)]
pub(crate) fn window(env: &mut [u64], e: usize) -> &mut [u64; SEEN] {
    env[e..]
        .first_chunk_mut()
        .expect("there is room above every frame")
}

/// By how many words more than needed the stack becomes longer.
const STEP: usize = 1 << 10;

/// What a frame holds besides terms, noted above its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kept {
    /// Nothing.
    Words,
    /// A constraint's search: suspensions and places in lists.
    Constraint,
    /// Suspensions that are to wake.
    Woken,
}

impl Kept {
    /// The word of a frame that holds its size.
    #[inline(always)]
    pub(crate) const fn sized(self, size: usize) -> u64 {
        size as u64 | ((self as u64) << 32)
    }

    pub(crate) const fn of(word: u64) -> Kept {
        match word >> 32 {
            0 => Kept::Words,
            1 => Kept::Constraint,
            _ => Kept::Woken,
        }
    }
}

impl Machine<'_> {
    /// Goes back to the frame the present one was called from.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.cp = self.env[self.e + 1] as u32;
        self.e = self.env[self.e] as usize;
    }

    /// Where the stack ends: above everything that may still be needed.
    #[inline(always)]
    pub(crate) fn above(&self) -> usize {
        (self.e + self.env[self.e + 3] as u32 as usize).max(self.protect)
    }

    /// A new frame above everything that may still be needed. Its first four words and its slots are the caller's affair.
    #[inline]
    pub(crate) fn frame(&mut self, size: usize) -> usize {
        let base = self.above();
        if base + size + SEEN > self.env.len() {
            self.lengthen(base + size + SEEN);
        }
        base
    }

    /// Makes the stack longer. Memory is touched bit by bit, as it is needed.
    #[cold]
    #[inline(never)]
    fn lengthen(&mut self, least: usize) {
        self.env.resize(least + STEP, 0);
    }

    /// A frame that goes on with what would have come next, and is the present one from now on.
    pub(crate) fn push_frame(&mut self, barrier: usize, slots: &[u64]) -> usize {
        let size = FRAME + slots.len();
        let base = self.frame(size);
        self.env[base] = self.e as u64;
        self.env[base + 1] = self.cp.into();
        self.env[base + 2] = barrier as u64;
        self.env[base + 3] = size as u64;
        self.env[base + FRAME..base + size].copy_from_slice(slots);
        self.e = base;
        base
    }

    /// The present frame, or a copy of it if a choice may come back to it as it is.
    #[inline]
    pub(crate) fn own_frame(&mut self) -> usize {
        if self.e >= self.protect {
            return self.e;
        }
        let old = self.e;
        let size = self.env[old + 3] as u32 as usize;
        let base = self.frame(size);
        self.env.copy_within(old..old + size, base);
        self.e = base;
        base
    }
}
