//! The engine: created once for the widest vectors of the machine, it takes one board after the other.

use crate::board::{Answer, Board, Clues};
use crate::lanes::Scalar;
use crate::search::{Run, SearchOptions, search};
#[cfg(target_arch = "x86_64")]
use crate::x86;

/// The engine. Creating one is cheap; keeping it reuses its stack.
#[derive(Debug)]
pub struct Bulk {
    width: Width,
    stack: Vec<Board>,
}

/// The vector width of the engine. All widths find the same answers in the same order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// Arrays, on any machine.
    Scalar,
    /// 256 bits: AVX2.
    Avx2,
    /// 512 bits: AVX-512 with its instructions for 16-bit lanes.
    Avx512,
}

impl Width {
    /// All widths, the widest first.
    pub const ALL: [Width; 3] = [Width::Avx512, Width::Avx2, Width::Scalar];

    /// Whether this machine supports it.
    pub fn is_available(self) -> bool {
        match self {
            Width::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => x86::has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => x86::has_avx512(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

impl Default for Bulk {
    fn default() -> Bulk {
        Bulk::new()
    }
}

impl Bulk {
    /// An engine of the widest supported width.
    pub fn new() -> Bulk {
        let mut bulks = Width::ALL.into_iter().filter_map(Bulk::with_width);
        bulks.next().expect("every machine has scalars")
    }

    /// An engine of a given width; `None` if the machine does not support it.
    pub fn with_width(width: Width) -> Option<Bulk> {
        width.is_available().then(|| Bulk {
            width,
            stack: Vec::with_capacity(32),
        })
    }

    /// Its width.
    pub fn width(&self) -> Width {
        self.width
    }

    /// Reports at most `max_answers` answers.
    pub fn answers(
        &mut self,
        clues: &Clues,
        max_answers: u64,
        mut on_answer: impl FnMut(&Answer),
    ) -> Run {
        let options = SearchOptions {
            on_answer: Some(&mut on_answer),
            ..SearchOptions::new(max_answers)
        };
        self.search(clues, options)
    }

    /// Counts answers, up to `max_answers`.
    pub fn count(&mut self, clues: &Clues, max_answers: u64) -> Run {
        self.search(clues, SearchOptions::new(max_answers))
    }

    /// Searches with limits and callbacks.
    pub fn search(&mut self, clues: &Clues, options: SearchOptions<'_>) -> Run {
        self.stack.clear();
        if options.max_answers == 0 {
            return Run::default();
        }
        self.stack.extend(Board::new(clues));
        match self.width {
            Width::Scalar => search::<Scalar>(&mut self.stack, options),
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => x86::search_avx2(&mut self.stack, options),
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => x86::search_avx512(&mut self.stack, options),
            #[cfg(not(target_arch = "x86_64"))]
            _ => search::<Scalar>(&mut self.stack, options),
        }
    }
}
