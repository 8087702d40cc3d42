//! Ratings: how hard a puzzle is, computed from its explanation.

use std::fmt;

use gridwright_puzzles::{AnyInstance, LEVELS, NamedPath, NamedTechnique};

use crate::step::{Explanation, ExplanationEnd, board};

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
    /// The score by named techniques, if the kind has some for this instance.
    pub score: Option<TechniqueScore>,
}

/// The score of a puzzle by named techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TechniqueScore {
    /// The sum of the scores of all steps.
    pub score: u32,
    /// The level for that score and the hardest step.
    pub level: &'static str,
    /// The program whose score this is, if the agreement is good enough to name it.
    pub scores_of: Option<&'static str>,
}

/// The score of a step that has no named technique: it is harder than any that has.
const UNNAMED_SCORE: u32 = 10_000;

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
    /// Whether it is the rating of a whole puzzle with one answer, and not of the part that was found.
    pub fn is_whole(&self) -> bool {
        self.end == ExplanationEnd::Solved
    }

    /// The rating of an explanation.
    pub fn of(instance: &dyn AnyInstance, explanation: &Explanation) -> Rating {
        let steps = explanation.steps.iter();
        let steps: Vec<(&str, u32)> = steps
            .map(|step| (step.technique.as_str(), step.cost))
            .collect();
        let placing = first_placement(instance, explanation);
        let has_names = !instance.techniques().is_empty();
        let score = has_names.then(|| {
            let named = explanation.steps.iter();
            let named = named.map(|step| step.named.as_ref().map(|named| &named.technique));
            score(instance, named)
        });
        Rating::of_steps(&steps, placing, explanation.end, score)
    }

    /// The rating of a puzzle that named techniques solve.
    pub(crate) fn of_path(
        instance: &dyn AnyInstance,
        list: &[NamedTechnique],
        path: &NamedPath,
    ) -> Rating {
        let techniques = || path.steps.iter().map(|&(at, _)| &list[at]);
        let steps: Vec<(&str, u32)> = techniques()
            .map(|one| (one.name, named_cost(one)))
            .collect();
        let placing = path.steps.iter().position(|&(_, places)| places);
        let placing = placing.map_or(steps.len(), |at| at + 1);
        let score = score(instance, techniques().map(Some));
        Rating::of_steps(&steps, placing, ExplanationEnd::Solved, Some(score))
    }

    /// The rating of steps, each given by its technique and its cost, of which the first `placing` lead to the first placement.
    fn of_steps(
        steps: &[(&str, u32)],
        placing: usize,
        end: ExplanationEnd,
        score: Option<TechniqueScore>,
    ) -> Rating {
        let costs = || steps.iter().map(|(_, cost)| *cost);
        let hardest = costs().max().unwrap_or(0);
        let mut techniques: Vec<(u32, &str, usize)> = Vec::new();
        for &(technique, step_cost) in steps {
            match techniques
                .iter_mut()
                .find(|(_, name, _)| *name == technique)
            {
                Some((cost, _, n)) => (*cost, *n) = ((*cost).max(step_cost), *n + 1),
                None => techniques.push((step_cost, technique, 1)),
            }
        }
        techniques.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        let number = on_scale(hardest);
        Rating {
            end,
            steps: steps.len(),
            hardest,
            first_placement: costs().take(placing).max().unwrap_or(0),
            first_progress: costs().next().unwrap_or(0),
            total: costs().sum(),
            number,
            word: Difficulty::of(number),
            techniques: techniques
                .into_iter()
                .map(|(_, name, n)| (name.to_owned(), n))
                .collect(),
            score,
        }
    }
}

/// The score of steps by named techniques; `None` is a step by another.
fn score<'t>(
    instance: &dyn AnyInstance,
    steps: impl Iterator<Item = Option<&'t NamedTechnique>>,
) -> TechniqueScore {
    let (mut score, mut hardest) = (0_u32, 0);
    for step in steps {
        let (points, level) = step.map_or((UNNAMED_SCORE, LEVELS.len() - 1), |one| {
            (one.score, one.level)
        });
        score = score.saturating_add(points);
        hardest = hardest.max(level);
    }
    TechniqueScore {
        score,
        level: LEVELS[instance.named_level(hardest, score)],
        scores_of: instance.scores_of(),
    }
}

/// The least and the greatest cost of every difficulty.
const COSTS: [(u32, u32); 5] = [(0, 40), (41, 113), (114, 220), (221, 641), (642, u32::MAX)];

/// The cost of a step by a named technique: its score, or the nearest cost in the range of the difficulty that its level stands for.
pub fn named_cost(technique: &NamedTechnique) -> u32 {
    let (least, greatest) = COSTS[technique.level];
    technique.score.clamp(least, greatest)
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
        for ((_, max), (_, greatest)) in Difficulty::SCALE.iter().zip(COSTS) {
            assert_eq!(cost_up_to(*max), Some(greatest));
        }
        assert!(COSTS.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0));
        assert_eq!(cost_up_to(-0.1), None);
        assert_eq!(cost_up_to(f64::NEG_INFINITY), None);
        assert_eq!(cost_up_to(f64::INFINITY), Some(u32::MAX));
    }
}
