//! The next step of a grid, by the easiest technique that finds one; and a puzzle solved step by step, with its score and level.

use crate::find;
use crate::find::cache::Cache;
use crate::find::singles::Singles;
use crate::grid::Grid;
use crate::step::Step;
use crate::technique::{Level, Technique, TechniqueSet};

/// A grid and the techniques that its steps may use.
#[derive(Clone, Debug)]
pub struct Ladder {
    grid: Grid,
    allowed: TechniqueSet,
    singles: Singles,
    cache: Cache,
}

impl Ladder {
    /// Starts at a grid.
    pub fn new(grid: Grid, allowed: TechniqueSet) -> Ladder {
        let singles = Singles::of(&grid);
        Ladder {
            grid,
            allowed,
            singles,
            cache: Cache::default(),
        }
    }

    /// The grid as it is now.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The next step, of the first technique in order that has one. The grid stays as it is.
    pub fn next_step(&mut self) -> Option<Step> {
        self.allowed
            .iter()
            .find_map(|technique| self.find(technique))
    }

    /// Carries out a step.
    pub fn apply(&mut self, step: &Step) {
        self.cache.clear();
        for &(cell, digit) in &step.placements {
            self.singles.place(&mut self.grid, cell, digit);
        }
        for &(cell, digit) in &step.eliminations {
            self.singles.eliminate(&mut self.grid, cell, digit);
        }
    }

    /// The first step of a technique.
    fn find(&mut self, technique: Technique) -> Option<Step> {
        use Technique::*;
        let (grid, cache) = (&self.grid, &mut self.cache);
        match technique {
            FullHouse | NakedSingle | HiddenSingle => self.singles.find(grid, technique),
            LockedCandidates1 | LockedCandidates2 => find::locked::find(grid, technique),
            LockedPair | LockedTriple | NakedPair | NakedTriple | NakedQuadruple | HiddenPair
            | HiddenTriple | HiddenQuadruple => find::subsets::find(grid, technique),
            XWing
            | Swordfish
            | Jellyfish
            | FinnedXWing
            | FinnedSwordfish
            | FinnedJellyfish
            | SashimiXWing
            | SashimiSwordfish
            | SashimiJellyfish
            | FrankenXWing
            | FrankenSwordfish
            | FrankenJellyfish
            | FinnedFrankenXWing
            | FinnedFrankenSwordfish
            | FinnedFrankenJellyfish => find::fish::find(grid, technique),
            Skyscraper | TwoStringKite | TurbotFish | EmptyRectangle => {
                find::single_digit::find(grid, technique)
            }
            WWing | XyWing | XyzWing | WxyzWing => find::wings::find(grid, technique),
            BugPlus1 | UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3
            | UniqueRectangle4 | UniqueRectangle5 | UniqueRectangle6 | HiddenRectangle
            | AvoidableRectangle1 | AvoidableRectangle2 => find::uniqueness::find(grid, technique),
            SueDeCoq => find::sue_de_coq::find(grid),
            SimpleColors | MultiColors => find::colouring::find(grid, technique),
            RemotePair => find::remote_pair::find(grid),
            XChain | XyChain => find::chains::find(grid, technique),
            NiceLoop | GroupedNiceLoop => find::nice_loops::find(grid, technique, cache),
            AlsXz | AlsXyWing | AlsXyChain | DeathBlossom => {
                find::almost_locked_sets::find(grid, technique, cache)
            }
            ForcingChain => find::forcing::find(grid, cache),
            ForcingNet => find::nets::find(grid, cache),
        }
    }
}

/// A puzzle solved step by step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// Whether they fill the grid.
    pub is_solved: bool,
    /// Whether the work was stopped before it was known how far the techniques go.
    pub was_stopped: bool,
}

impl Solved {
    /// The sum of the scores of the steps.
    pub fn score(&self) -> u32 {
        self.steps.iter().map(|step| step.technique.score()).sum()
    }

    /// The level of the hardest step, or a higher one if the score is above what that level allows; extreme if the steps do not solve the puzzle.
    pub fn level(&self) -> Level {
        if !self.is_solved {
            return Level::Extreme;
        }
        let score = self.score();
        let hardest = self.steps.iter().map(|step| step.technique.level()).max();
        Level::ALL
            .into_iter()
            .find(|&level| Some(level) >= hardest && score <= level.max_score())
            .unwrap_or(Level::Extreme)
    }
}

/// Solves a grid as far as the techniques go, or until `should_stop`, which is asked before every step.
pub fn solve(grid: &Grid, allowed: TechniqueSet, should_stop: &mut dyn FnMut() -> bool) -> Solved {
    let mut ladder = Ladder::new(grid.clone(), allowed);
    let mut solved = Solved {
        steps: Vec::new(),
        is_solved: false,
        was_stopped: false,
    };
    while !ladder.grid().is_solved() {
        if should_stop() {
            solved.was_stopped = true;
            return solved;
        }
        let Some(step) = ladder.next_step() else {
            return solved;
        };
        ladder.apply(&step);
        solved.steps.push(step);
    }
    solved.is_solved = true;
    solved
}
