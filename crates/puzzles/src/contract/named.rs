//! Named techniques: what the players of a kind call their steps. A kind that has them finds named steps itself, easiest first; explanations ask it before they
//! search in general, and hints, ratings and generators use the same list.
//!
//! Contract of a [`NamedStep`]: what it concludes follows from its premises and used claims alone, unless its technique rests on uniqueness; then it is true in
//! the only answer.

use crate::contract::drawing::FactState;
use crate::contract::premise::Claim;
use crate::contract::puzzle::Puzzle;

/// A technique that players know by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedTechnique {
    /// Its name on the command line: "xy-wing".
    pub id: &'static str,
    /// Its name: "XY-Wing".
    pub name: &'static str,
    /// How hard it is, as an index of [`LEVELS`].
    pub level: usize,
    /// What one step of it adds to the score of a puzzle.
    pub score: u32,
    /// Whether it rests on the puzzle having only one answer.
    pub needs_uniqueness: bool,
    /// Whether it is allowed unless a user says otherwise.
    pub is_default: bool,
}

/// The levels of techniques, the easiest first.
pub const LEVELS: [&str; 5] = ["easy", "medium", "hard", "unfair", "extreme"];

/// The techniques of a kind, the easiest first, and the functions that use them.
#[derive(Debug)]
pub struct NamedTechniques<P: Puzzle> {
    /// The techniques that apply to an instance, in the order in which they are tried; empty if it has none.
    pub list: fn(&P::Instance) -> Vec<NamedTechnique>,
    /// Steps from a position, in which the states of all facts are given, by the techniques allowed.
    pub steps: StepsFrom<P>,
    /// The techniques of all steps from the clues, as far as the techniques allowed go or until the function returns true. Makes no sentences.
    pub path: fn(&P::Instance, TechniqueChoice, &mut dyn FnMut() -> bool) -> NamedPath,
    /// The answer of which these facts are true; `None` if some are open.
    pub answer: fn(&P::Instance, &[FactState]) -> Option<P::Answer>,
    /// The level of a puzzle, as an index of [`LEVELS`], given the level of its hardest step and the sum of its scores.
    pub level: fn(usize, u32) -> usize,
    /// The program whose scores and levels these are, if the agreement with it is measured and good enough to name it.
    pub scores_of: Option<&'static str>,
}

/// Starts at a position, by the techniques allowed.
pub type StepsFrom<P> =
    fn(&<P as Puzzle>::Instance, &[FactState], TechniqueChoice) -> Box<dyn NamedSteps>;

/// Finds one named step after the other.
pub trait NamedSteps {
    /// The next step; the position stays as it is.
    fn next_step(&mut self) -> Option<NamedStep>;

    /// Changes the position: these claims are known now, and all that follows from them by premises of weight 0.
    fn learn(&mut self, claims: &[Claim]);
}

/// A named step.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedStep {
    /// The index of its technique in the list.
    pub technique: usize,
    /// Roughly where it is: "around block 6".
    pub place: String,
    /// The indices of its premises, the heaviest first.
    pub premises: Vec<usize>,
    /// The known claims that it uses.
    pub used: Vec<Claim>,
    /// What follows.
    pub concludes: Vec<Claim>,
    /// The step in one or two sentences.
    pub sentence: String,
    /// Its picture.
    pub pattern: StepPattern,
}

/// The picture of a step: marked claims and the links between them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StepPattern {
    /// The claims to mark, each with its colour.
    pub colours: Vec<(Claim, ClaimColour)>,
    /// The links of a chain, in order.
    pub links: Vec<ClaimLink>,
}

/// How a claim of a pattern is marked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ClaimColour {
    /// The pattern itself; what is on in a chain.
    First,
    /// The other part of it; what is off in a chain.
    Second,
    /// What is extra: the fins of a fish.
    Extra,
}

impl ClaimColour {
    /// Its name: "first".
    pub fn name(self) -> &'static str {
        match self {
            ClaimColour::First => "first",
            ClaimColour::Second => "second",
            ClaimColour::Extra => "extra",
        }
    }
}

/// One link of a chain, between claims or groups of claims that act as one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimLink {
    /// Where it starts.
    pub from: Vec<Claim>,
    /// Where it ends.
    pub to: Vec<Claim>,
    /// Whether it is strong (if the one is false, the other is true) or weak (if the one is true, the other is false).
    pub is_strong: bool,
}

/// A puzzle solved by named techniques.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedPath {
    /// The technique of each step, and whether the step places something on the board.
    pub steps: Vec<(usize, bool)>,
    /// Whether everything is known in the end.
    pub is_solved: bool,
    /// Whether the work was stopped first.
    pub was_stopped: bool,
    /// What is known of every fact in the end.
    pub known: Vec<FactState>,
}

/// The techniques that steps may use: a set of indices of the list of a kind, which has at most 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TechniqueChoice(u64);

impl TechniqueChoice {
    /// The techniques for which `is_in` holds.
    pub fn of(list: &[NamedTechnique], is_in: impl Fn(&NamedTechnique) -> bool) -> TechniqueChoice {
        let members = list.iter().enumerate().filter(|(_, one)| is_in(one));
        TechniqueChoice(members.fold(0, |bits, (at, _)| bits | 1 << at))
    }

    /// The techniques allowed unless a user says otherwise.
    pub fn default_of(list: &[NamedTechnique]) -> TechniqueChoice {
        TechniqueChoice::of(list, |technique| technique.is_default)
    }

    /// Whether a technique is in it.
    pub fn contains(self, technique: usize) -> bool {
        self.0 >> technique & 1 == 1
    }

    /// Those that are in both.
    pub fn and(self, other: TechniqueChoice) -> TechniqueChoice {
        TechniqueChoice(self.0 & other.0)
    }

    /// Those that do not rest on uniqueness.
    pub fn without_uniqueness(self, list: &[NamedTechnique]) -> TechniqueChoice {
        self.and(TechniqueChoice::of(list, |one| !one.needs_uniqueness))
    }

    /// Reads a list such as `hard,-xy-wing`: names of techniques, levels (all techniques up to it), `..NAME` (all techniques in order up to it), `default`, `all`,
    /// `-NAME` to leave one out, `no-uniqueness`. Techniques of the first level are allowed unless they are left out.
    pub fn parse(text: &str, list: &[NamedTechnique]) -> Result<TechniqueChoice, String> {
        let words: Vec<String> = text
            .split([',', ' '])
            .map(|word| word.trim().to_ascii_lowercase())
            .filter(|word| !word.is_empty())
            .collect();
        let is_removal = |word: &String| word.starts_with('-') || word == "no-uniqueness";
        let mut choice = match words.iter().all(is_removal) {
            true => TechniqueChoice::default_of(list),
            false => TechniqueChoice::of(list, |technique| technique.level == 0),
        };
        for word in words.iter().filter(|word| !is_removal(word)) {
            choice.0 |= TechniqueChoice::named(word, list)?.0;
        }
        for word in words.iter().filter(|word| is_removal(word)) {
            choice = match word.strip_prefix('-') {
                Some(name) => TechniqueChoice(choice.0 & !(1 << index(name, list)?)),
                None => choice.without_uniqueness(list),
            };
        }
        Ok(choice)
    }

    /// The techniques that one word of a list stands for.
    fn named(word: &str, list: &[NamedTechnique]) -> Result<TechniqueChoice, String> {
        if let Some(level) = LEVELS.iter().position(|level| *level == word) {
            let within = |one: &NamedTechnique| one.is_default && one.level <= level;
            return Ok(TechniqueChoice::of(list, within));
        }
        Ok(match word {
            "all" => TechniqueChoice::of(list, |_| true),
            "default" => TechniqueChoice::default_of(list),
            _ => match word.strip_prefix("..") {
                Some(last) => TechniqueChoice::up_to(index(last, list)?, list),
                None => TechniqueChoice(1 << index(word, list)?),
            },
        })
    }

    /// The default techniques in order up to one, as far as they are not of a harder level, and that one.
    pub fn up_to(last: usize, list: &[NamedTechnique]) -> TechniqueChoice {
        let level = list[last].level;
        let is_before =
            |at: usize, one: &NamedTechnique| at < last && one.is_default && one.level <= level;
        let before = list
            .iter()
            .enumerate()
            .filter(|(at, one)| *at == last || is_before(*at, one));
        TechniqueChoice(before.fold(0, |bits, (at, _)| bits | 1 << at))
    }
}

/// The index of the technique with an id.
pub fn technique_index(id: &str, list: &[NamedTechnique]) -> Result<usize, String> {
    index(&id.trim().to_ascii_lowercase(), list)
}

fn index(id: &str, list: &[NamedTechnique]) -> Result<usize, String> {
    list.iter().position(|technique| technique.id == id).ok_or_else(|| {
        let alike: Vec<&str> = list
            .iter()
            .map(|technique| technique.id)
            .filter(|known| known.contains(id) || id.contains(known))
            .take(3)
            .collect();
        match alike[..] {
            [] => format!(
                "unknown technique `{id}`; write the name of a technique, a level ({}), default, all, -NAME or no-uniqueness",
                LEVELS.join(", ")
            ),
            _ => format!("unknown technique `{id}`; did you mean {}?", alike.join(" or ")),
        }
    })
}
