//! Two well-known scales for Sudoku, computed from the techniques of our steps: Sudoku Explainer 1.2.1, by the hardest step, and HoDoKu 2.2, by the sum of
//! all step scores.
//!
//! Both programs search for steps in their own order and know techniques that have no name here, so the numbers come from their score tables but need not equal what
//! the programs report.

use gridwright_puzzles::AnyInstance;

use crate::step::{Explanation, Step};

/// The ratings of an explanation on two well-known scales.
#[derive(Clone, PartialEq, Debug)]
pub struct SudokuScales {
    /// Sudoku Explainer 1.2.1: the rating of the hardest step.
    pub explainer: f64,
    /// HoDoKu 2.2: the sum of the scores of all steps.
    pub hodoku: u32,
    /// HoDoKu's difficulty level for that.
    pub hodoku_level: &'static str,
}

/// A technique: its name here, Sudoku Explainer's rating in tenths, HoDoKu's score, and HoDoKu's level.
type Row = (&'static str, u32, u32, usize);

/// The tables, for our techniques.
const TABLE: [Row; 26] = [
    ("full house", 10, 4, 0),
    ("hidden single", 15, 14, 0),
    ("naked single", 23, 4, 0),
    ("pointing", 26, 50, 1),
    ("claiming", 28, 50, 1),
    ("naked pair", 30, 60, 1),
    ("X-wing", 32, 140, 2),
    ("hidden pair", 34, 70, 1),
    ("naked triple", 36, 80, 1),
    ("swordfish", 38, 150, 2),
    ("hidden triple", 40, 100, 1),
    ("XY-wing", 42, 160, 2),
    ("XYZ-wing", 44, 180, 2),
    ("naked quad", 50, 120, 2),
    ("jellyfish", 52, 160, 2),
    ("hidden quad", 54, 150, 2),
    ("turbot fish", 66, 120, 2),
    ("simple colouring", 66, 150, 2),
    ("X-chain", 66, 260, 3),
    ("XY-chain", 70, 260, 3),
    ("forcing chain", 70, 500, 4),
    ("forcing net", 85, 700, 4),
    ("multiple forcing chains", 80, 500, 4),
    ("nested forcing chain", 90, 700, 4),
    ("several rules together", 90, 700, 4),
    ("trying all cases", 110, 10_000, 4),
];

/// HoDoKu's levels, each with its greatest score.
const LEVELS: [(&str, u32); 5] = [
    ("easy", 800),
    ("medium", 1000),
    ("hard", 1600),
    ("unfair", 1800),
    ("extreme", u32::MAX),
];

/// The chain lengths above which Sudoku Explainer adds a tenth.
const LENGTHS: [usize; 14] = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384];

impl SudokuScales {
    /// The scales, if the instance is a Sudoku.
    pub(crate) fn of(
        instance: &dyn AnyInstance,
        explanation: &Explanation,
    ) -> Option<SudokuScales> {
        if instance.kind().info().id != "sudoku" {
            return None;
        }
        let (mut hardest, mut score, mut level) = (0, 0_u32, 0);
        for step in &explanation.steps {
            let row = TABLE.iter().find(|row| row.0 == step.technique);
            let &(_, rating, points, of_level) = row.unwrap_or(&TABLE[TABLE.len() - 1]);
            let is_in_block = step.sentence.starts_with("Block");
            let rating = match step.technique.as_str() {
                "hidden single" if is_in_block => 12,
                _ if rating >= 66 => rating + tenths_for_length(step),
                _ => rating,
            };
            hardest = hardest.max(rating);
            score = score.saturating_add(points);
            level = level.max(of_level);
        }
        while score > LEVELS[level].1 {
            level += 1;
        }
        Some(SudokuScales {
            explainer: f64::from(hardest) / 10.0,
            hodoku: score,
            hodoku_level: LEVELS[level].0,
        })
    }
}

/// What Sudoku Explainer adds for the length of a chain, in tenths.
fn tenths_for_length(step: &Step) -> u32 {
    let length = step.chain.links.len().saturating_sub(2);
    LENGTHS.iter().filter(|&&max| length > max).count() as u32
}
