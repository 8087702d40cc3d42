//! The engine as others see it: it is made once, finds out how wide the machine is, and takes one board after the other.

use crate::board::{Answer, Board, Clues};
use crate::lanes::Plain;
use crate::search::{Run, Wanted, search};
#[cfg(target_arch = "x86_64")]
use crate::x86;

/// The engine. Making one is cheap, and keeping it saves the memory of its stack.
#[derive(Debug)]
pub struct Bulk {
    width: Width,
    stack: Vec<Board>,
}

/// How wide the words are that the engine works with. All find the same answers in the same order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// Plain arrays, on any machine.
    Plain,
    /// 256 bits: AVX2.
    Middle,
    /// 512 bits: AVX-512 with its instructions for 16-bit lanes.
    Wide,
}

impl Width {
    /// Every width, the widest first.
    pub const EVERY: [Width; 3] = [Width::Wide, Width::Middle, Width::Plain];

    /// Whether this machine has it.
    pub fn is_here(self) -> bool {
        match self {
            Width::Plain => true,
            #[cfg(target_arch = "x86_64")]
            Width::Middle => x86::has_middle(),
            #[cfg(target_arch = "x86_64")]
            Width::Wide => x86::has_wide(),
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
    /// The engine as wide as the machine.
    pub fn new() -> Bulk {
        let here = Width::EVERY.into_iter().find(|width| width.is_here());
        Bulk {
            width: here.unwrap_or(Width::Plain),
            stack: Vec::with_capacity(32),
        }
    }

    /// The engine of a width; `None` if the machine does not have it.
    pub fn of(width: Width) -> Option<Bulk> {
        width.is_here().then(|| Bulk {
            width,
            stack: Vec::with_capacity(32),
        })
    }

    /// How wide it is.
    pub fn width(&self) -> Width {
        self.width
    }

    /// Tells answers, at most so many.
    pub fn answers(&mut self, clues: &Clues, most: u64, mut tell: impl FnMut(&Answer)) -> Run {
        self.run(
            clues,
            Wanted {
                most,
                nodes: u64::MAX,
                tell: Some(&mut tell),
                go_on: None,
            },
        )
    }

    /// Counts answers, up to so many.
    pub fn count(&mut self, clues: &Clues, most: u64) -> Run {
        self.run(
            clues,
            Wanted {
                most,
                nodes: u64::MAX,
                tell: None,
                go_on: None,
            },
        )
    }

    /// Tells or counts answers, at most so many, with at most so many nodes, and only as long as `go_on` says so, which is asked now and then and told what came of it so far.
    pub fn watched<'w>(
        &mut self,
        clues: &Clues,
        most: u64,
        nodes: u64,
        tell: Option<&'w mut dyn FnMut(&Answer)>,
        go_on: &'w mut dyn FnMut(&Run) -> bool,
    ) -> Run {
        self.run(
            clues,
            Wanted {
                most,
                nodes,
                tell,
                go_on: Some(go_on),
            },
        )
    }

    fn run(&mut self, clues: &Clues, wanted: Wanted<'_>) -> Run {
        self.stack.clear();
        if wanted.most == 0 {
            return Run::default();
        }
        self.stack.extend(Board::new(clues));
        match self.width {
            Width::Plain => search::<Plain>(&mut self.stack, wanted),
            #[cfg(target_arch = "x86_64")]
            Width::Middle => x86::search_middle(&mut self.stack, wanted),
            #[cfg(target_arch = "x86_64")]
            Width::Wide => x86::search_wide(&mut self.stack, wanted),
            #[cfg(not(target_arch = "x86_64"))]
            _ => search::<Plain>(&mut self.stack, wanted),
        }
    }
}
