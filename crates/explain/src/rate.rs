//! Ratings: what an explanation asks of a person, in numbers.

use std::fmt;

use gridwright_puzzles::{AnyInstance, DrawOptions};

use crate::explain::{ExplainOptions, explain};
use crate::scales::Scales;
use crate::step::{Explanation, Reached};
use crate::unexplained::ExplainError;

/// How hard a puzzle is, by its explanation.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// How the explanation ends; a rating of one that is not whole is of what there is.
    pub end: Reached,
    /// How many steps it takes.
    pub steps: usize,
    /// What the hardest step costs.
    pub hardest: u32,
    /// What the hardest step costs up to the first that puts something on the board.
    pub first_placement: u32,
    /// What the first step costs: the hardest before any progress.
    pub first_progress: u32,
    /// What all steps cost together.
    pub total: u32,
    /// The number on the scale that all kinds share.
    pub number: f64,
    /// The word for that number.
    pub word: Word,
    /// The techniques with the number of steps each of them takes, the dearest first.
    pub techniques: Vec<(String, usize)>,
    /// For Sudoku, the scales people know.
    pub scales: Option<Scales>,
}

/// How hard, in a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Word {
    /// One rule at a time, in plain sight.
    Easy,
    /// One rule at a time, or two at once.
    Medium,
    /// Several rules at once, which people have names for.
    Hard,
    /// Chains.
    Expert,
    /// Chains within chains.
    Extreme,
}

/// Where each word ends on the scale.
const WORDS: [(Word, f64); 4] = [
    (Word::Easy, 4.6),
    (Word::Medium, 7.2),
    (Word::Hard, 9.0),
    (Word::Expert, 12.0),
];

impl Word {
    /// All words, the easiest first.
    pub const ALL: [Word; 5] = [
        Word::Easy,
        Word::Medium,
        Word::Hard,
        Word::Expert,
        Word::Extreme,
    ];

    /// The word for a number on the scale.
    pub fn of(number: f64) -> Word {
        let found = WORDS.iter().find(|(_, most)| number <= *most);
        found.map_or(Word::Extreme, |(word, _)| *word)
    }

    /// The least and the greatest number it stands for.
    pub fn range(self) -> (f64, f64) {
        let at = self as usize;
        let most = WORDS.get(at).map_or(f64::INFINITY, |(_, most)| *most);
        let least = match at.checked_sub(1) {
            Some(before) => WORDS[before].1,
            None => 0.0,
        };
        (least, most)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Word::Easy => "easy",
            Word::Medium => "medium",
            Word::Hard => "hard",
            Word::Expert => "expert",
            Word::Extreme => "extreme",
        })
    }
}

impl std::str::FromStr for Word {
    type Err = String;

    fn from_str(text: &str) -> Result<Word, String> {
        let mut all = Word::ALL.into_iter();
        all.find(|word| word.to_string() == text)
            .ok_or_else(|| format!("`{text}` is none of easy, medium, hard, expert, extreme"))
    }
}

/// Explains an instance and rates it by that.
pub fn rate(
    instance: &dyn AnyInstance,
    wanted: &ExplainOptions<'_>,
) -> Result<Rating, ExplainError> {
    let explanation = explain(instance, wanted)?;
    Ok(Rating::of(instance, &explanation))
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
            word: Word::of(number),
            techniques: techniques
                .into_iter()
                .map(|(_, name, n)| (name, n))
                .collect(),
            scales: Scales::of(instance, explanation),
        }
    }
}

/// The place of a cost on the scale, to one decimal: to double a cost adds about two.
fn on_scale(cost: u32) -> f64 {
    let number = 2.0 * (1.0 + f64::from(cost) / 10.0).log2();
    (number * 10.0).round() / 10.0
}

/// The greatest cost whose place on the scale is no higher than this; `None` where even no cost is higher.
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

/// How many steps it takes until something new stands on the board, what is ruled out aside.
fn first_placement(instance: &dyn AnyInstance, explanation: &Explanation) -> usize {
    let drawn = |known: &[_]| {
        instance.draw(&DrawOptions {
            known,
            candidates: false,
            marks: &[],
        })
    };
    let boards = explanation.boards();
    let Some(first) = boards.first().map(|known| drawn(known)) else {
        return 0;
    };
    let same = boards.iter().take_while(|known| drawn(known) == first);
    same.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_go_up_to_their_place_on_the_scale() {
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
