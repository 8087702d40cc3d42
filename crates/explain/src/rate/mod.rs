//! Ratings: how hard a puzzle is, computed from its explanation.

mod sudoku_scales;

use std::fmt;

use gridwright_puzzles::AnyInstance;

use crate::step::{Explanation, ExplanationEnd, board};

pub use crate::rate::sudoku_scales::SudokuScales;

/// The rating of a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// How the explanation ends; if it is incomplete, the rating is that of its steps so far.
    pub end: ExplanationEnd,
    /// The number of steps.
    pub steps: usize,
    /// The cost of the hardest step.
    pub hardest: u32,
    /// The cost of the hardest step up to the first that places something on the board.
    pub first_placement: u32,
    /// The cost of the first step.
    pub first_progress: u32,
    /// The sum of all costs.
    pub total: u32,
    /// The number on the scale for all kinds.
    pub number: f64,
    /// The difficulty of that number.
    pub word: Difficulty,
    /// The techniques with their numbers of steps, the hardest first.
    pub techniques: Vec<(String, usize)>,
    /// For Sudoku, the ratings on two well-known scales.
    pub scales: Option<SudokuScales>,
}

/// A range of the scale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Difficulty {
    /// One rule of low weight at a time.
    Easy,
    /// One rule at a time, or two at once.
    Medium,
    /// Several rules at once: named techniques.
    Hard,
    /// Chains.
    Expert,
    /// Chains within chains.
    Extreme,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: [Difficulty; 5] = [
        Difficulty::Easy,
        Difficulty::Medium,
        Difficulty::Hard,
        Difficulty::Expert,
        Difficulty::Extreme,
    ];

    /// The words for the difficulties, the easiest first, each with its greatest number.
    pub const SCALE: [(&str, f64); 5] = [
        ("easy", 4.6),
        ("medium", 7.2),
        ("hard", 9.0),
        ("expert", 12.0),
        ("extreme", f64::INFINITY),
    ];

    /// The difficulty of a number on the scale.
    pub fn of(number: f64) -> Difficulty {
        let mut scale = Difficulty::SCALE.iter();
        let at = scale.position(|(_, max)| number <= *max);
        at.map_or(Difficulty::Extreme, |at| Difficulty::ALL[at])
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Difficulty::SCALE[*self as usize].0)
    }
}

impl Rating {
    /// The rating of an explanation.
    pub fn of(instance: &dyn AnyInstance, explanation: &Explanation) -> Rating {
        let costs = || explanation.steps.iter().map(|step| step.cost);
        let hardest = costs().max().unwrap_or(0);
        let placing = first_placement(instance, explanation);
        let mut techniques: Vec<(u32, String, usize)> = Vec::new();
        for step in &explanation.steps {
            match techniques
                .iter_mut()
                .find(|(_, name, _)| *name == step.technique)
            {
                Some((cost, _, n)) => (*cost, *n) = ((*cost).max(step.cost), *n + 1),
                None => techniques.push((step.cost, step.technique.clone(), 1)),
            }
        }
        techniques.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let number = on_scale(hardest);
        Rating {
            end: explanation.end,
            steps: explanation.steps.len(),
            hardest,
            first_placement: costs().take(placing).max().unwrap_or(0),
            first_progress: costs().next().unwrap_or(0),
            total: costs().sum(),
            number,
            word: Difficulty::of(number),
            techniques: techniques
                .into_iter()
                .map(|(_, name, n)| (name, n))
                .collect(),
            scales: SudokuScales::of(instance, explanation),
        }
    }
}

/// A cost on the scale, rounded to one decimal: twice the cost adds about two.
fn on_scale(cost: u32) -> f64 {
    let number = 2.0 * (1.0 + f64::from(cost) / 10.0).log2();
    (number * 10.0).round() / 10.0
}

/// The greatest cost that is at most `number` on the scale; `None` if a cost of 0 is above it.
pub fn cost_up_to(number: f64) -> Option<u32> {
    let is_within = |cost: u32| on_scale(cost) <= number;
    if !is_within(0) {
        return None;
    }
    let (mut within, mut beyond) = (0, u32::MAX);
    if is_within(beyond) {
        return Some(beyond);
    }
    while beyond - within > 1 {
        let middle = within.midpoint(beyond);
        match is_within(middle) {
            true => within = middle,
            false => beyond = middle,
        }
    }
    Some(within)
}

/// The number of steps up to the first that places something on the board.
fn first_placement(instance: &dyn AnyInstance, explanation: &Explanation) -> usize {
    let boards = explanation.boards().into_iter();
    let mut boards = boards.map(|known| board(instance, &known)).peekable();
    let first = boards.peek().cloned();
    boards
        .take_while(|board| Some(board) == first.as_ref())
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cost_up_to_inverts_the_scale() {
        for number in [0.0, 0.3, 3.4, 4.6, 7.2, 9.0, 12.0, 20.0] {
            let cost = cost_up_to(number).expect("a number of the scale");
            assert!(on_scale(cost) <= number, "{number}");
            assert!(on_scale(cost + 1) > number, "{number}");
        }
        assert_eq!(cost_up_to(-0.1), None);
        assert_eq!(cost_up_to(f64::NEG_INFINITY), None);
        assert_eq!(cost_up_to(f64::INFINITY), Some(u32::MAX));
    }
}
