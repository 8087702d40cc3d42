//! Generation: what a kind must know so that puzzles of it can be made. The loop that makes them is the setter's, and knows no kind.
//!
//! What is asked for, plain words and numbers, becomes an *outline*, or is refused. From an outline a full board *begins*: constructed, or left to an
//! engine as a model whose solutions are full boards. A full board becomes a *draft*, which lists what a setter may vary:
//!
//! - a *clue* is shown or not: a number of a Sudoku, a tally, the count of an island;
//! - a *turn* is always there, in one of several ways: an arrow of White-and-Tan, the bridges between two islands of Hashi.
//!
//! A *choice* of both makes an instance. Clues that are facts say so as claims, so that one model serves for all choices of them, under assumptions.

use std::fmt;

use gridwright_fd::{Assignment, Model, Rng, Var};
use gridwright_grid::Cell;

use crate::contract::choices::Choices;
use crate::contract::erased::{AnyAnswer, BoxedInstance, boxed};
use crate::contract::premise::Claim;
use crate::contract::puzzle::{Puzzle, formulate};
use crate::contract::symmetry::Symmetry;

/// A kind of which puzzles can be made.
pub trait Generate: Puzzle + fmt::Debug {
    /// A board that can be asked for: its shape, and whatever else a kind lets people choose.
    type Outline: Clone + fmt::Debug + Send + Sync;

    /// What may be asked for beside the size.
    const ASKS: &'static [GenerateOption];

    /// How the setter best asks whether there is another answer.
    const TESTS: Tests = Tests::Assumed;

    /// The outline of what is asked for.
    fn outline(asked: &GenerateOptions) -> Result<Self::Outline, GenerateError>;

    /// What is to be said of an outline of which perhaps there is no full board; `None` where boards are known to come.
    fn doubt(_: &Self::Outline) -> Option<Doubt> {
        None
    }

    /// A full board at random; `None` where this attempt led nowhere and another may not. One that takes long asks now and then whether it is over.
    fn begin(
        outline: &Self::Outline,
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Begin<Self>>;

    /// What can be varied of a full board. It may change the board at random first.
    fn draft(
        outline: &Self::Outline,
        bare: Self::Instance,
        answer: Self::Answer,
        rng: &mut Rng,
    ) -> Draft<Self>;

    /// The instance of a choice and its intended answer; `None` where the turns do not go together.
    fn choose(draft: &Draft<Self>, choice: &Choice) -> Option<(Self::Instance, Self::Answer)>;
}

/// How an answer is read off an assignment.
pub(crate) type Reading<A> = Box<dyn Fn(&Assignment) -> A + Send + Sync>;

/// The beginning of a puzzle: a full board, or where to find one. The instance is bare: it shows no clue.
pub enum Begin<P: Puzzle> {
    /// A full board.
    Answer(P::Instance, P::Answer),
    /// A model whose solutions are full boards.
    Model {
        /// The instance without clues.
        bare: P::Instance,
        /// The model.
        model: Model,
        /// The variables that decide a board.
        decisions: Vec<Var>,
        /// How a board is read off a solution.
        read: Reading<P::Answer>,
        /// What there is to say where it has no solution: then no puzzle of this outline exists.
        otherwise: String,
    },
}

impl<P: Puzzle> fmt::Debug for Begin<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Begin::Answer(_, answer) => f.debug_tuple("Answer").field(answer).finish(),
            Begin::Model { otherwise, .. } => f.debug_tuple("Model").field(otherwise).finish(),
        }
    }
}

/// A full board and what can be varied of it.
#[derive(Debug)]
pub struct Draft<P: Puzzle> {
    /// The instance without clues.
    pub bare: P::Instance,
    /// The full board.
    pub answer: P::Answer,
    /// The number of rows and columns.
    pub size: (usize, usize),
    /// What may be shown or not.
    pub clues: Vec<Clue>,
    /// What is always there, in one of several ways.
    pub turns: Vec<Turn>,
}

/// A clue that may be shown.
#[derive(Clone, Debug)]
pub struct Clue {
    /// Its cell, where it has one.
    pub cell: Option<Cell>,
    /// What it says of the facts; `None` where that cannot be said of single facts, as of a sum.
    pub claims: Option<Vec<Claim>>,
    /// Whether people expect it to be there: then it is taken away only where the least is asked for.
    pub stands: bool,
}

/// Something that is always there, in one of several ways.
#[derive(Clone, Debug)]
pub struct Turn {
    /// In how many ways.
    pub ways: u8,
    /// The way it has to begin with.
    pub now: u8,
    /// The facts that changing it is about, where it is about some more than others.
    pub about: Vec<usize>,
}

/// Which clues are shown, and the way of every turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// For every clue whether it is shown.
    pub shown: Vec<bool>,
    /// For every turn its way.
    pub ways: Vec<u8>,
}

/// How the setter asks whether there is another answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tests {
    /// One model for all choices of clues, which are assumed.
    Assumed,
    /// The same, with `all_different` by values alone: where questions are many and easy.
    Light,
    /// A model for every choice: where clues make domains smaller from the beginning.
    Anew,
}

/// Something a kind may be asked for beside the size.
#[derive(Clone, Copy, Debug)]
pub struct GenerateOption {
    /// Its name, as on the command line.
    pub name: &'static str,
    /// What it is, and an example.
    pub about: &'static str,
}

/// What is asked for, in plain words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GenerateOptions {
    /// Rows and columns; `None` is what is usual for the kind.
    pub size: Option<(usize, usize)>,
    /// What else, by name: see [`Generate::ASKS`].
    pub options: Vec<(String, String)>,
    /// How the clues are to lie.
    pub symmetry: Symmetry,
}

impl GenerateOptions {
    /// The text of an option.
    pub fn option(&self, name: &str) -> Option<&str> {
        let mut all = self.options.iter();
        let found = all.find(|(known, _)| known == name);
        found.map(|(_, text)| text.as_str())
    }

    /// An option as a number from `min` to `max`.
    pub fn number(
        &self,
        name: &str,
        min: usize,
        max: usize,
    ) -> Result<Option<usize>, GenerateError> {
        let Some(text) = self.option(name) else {
            return Ok(None);
        };
        match text.parse::<usize>() {
            Ok(number) if (min..=max).contains(&number) => Ok(Some(number)),
            _ => Err(GenerateError(format!(
                "{name}: expected a number from {min} to {max}, found `{text}`"
            ))),
        }
    }

    /// The size, with a usual one where none is asked for, within bounds for rows and columns.
    pub fn size(
        &self,
        usual: (usize, usize),
        min: usize,
        max: usize,
    ) -> Result<(usize, usize), GenerateError> {
        let (rows, cols) = self.size.unwrap_or(usual);
        let fits = |side: usize| (min..=max).contains(&side);
        if fits(rows) && fits(cols) {
            return Ok((rows, cols));
        }
        Err(GenerateError(format!(
            "a board of {rows}x{cols} cannot be made: rows and columns are from {min} to {max}"
        )))
    }
}

/// That perhaps there is no full board: how many searches are worth the time, and what there is to say if all fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// How many searches.
    pub searches: u64,
    /// What is lacking then.
    pub lack: String,
}

/// Why a puzzle that is asked for cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenerateError(pub String);

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GenerateError {}

/// How puzzles of a kind are made.
#[derive(Clone, Copy)]
pub struct Making {
    /// What may be asked for beside the size.
    pub asks: &'static [GenerateOption],
    /// How it is best asked whether there is another answer.
    pub tests: Tests,
    title: &'static str,
    outline: fn(&GenerateOptions) -> Result<Box<dyn AnyOutline>, GenerateError>,
}

impl fmt::Debug for Making {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Making").field("asks", &self.asks).finish()
    }
}

impl Making {
    /// How puzzles of this kind are made.
    pub(crate) const fn of<P: Generate>() -> Making {
        Making {
            asks: P::ASKS,
            tests: P::TESTS,
            title: P::CARD.title,
            outline: |asked| Ok(Box::new(Outline::<P>(P::outline(asked)?))),
        }
    }

    /// The outline of what is asked for.
    pub fn outline(&self, asked: &GenerateOptions) -> Result<Box<dyn AnyOutline>, GenerateError> {
        let known = |name: &str| self.asks.iter().any(|ask| ask.name == name);
        if let Some((name, _)) = asked.options.iter().find(|(name, _)| !known(name)) {
            let asks: Vec<&str> = self.asks.iter().map(|ask| ask.name).collect();
            let there_are = match asks.is_empty() {
                true => "it has none".to_owned(),
                false => format!("it has {}", asks.join(", ")),
            };
            let title = self.title;
            return Err(GenerateError(format!(
                "{title} has no option `{name}`; {there_are}"
            )));
        }
        (self.outline)(asked)
    }
}

/// An outline of some kind.
pub trait AnyOutline: fmt::Debug + Send + Sync {
    /// What is to be said where perhaps there is no full board.
    fn doubt(&self) -> Option<Doubt>;

    /// A full board at random; `None` where this attempt led nowhere and another may not.
    fn begin(&self, rng: &mut Rng, is_over: &dyn Fn() -> bool) -> Option<AnyBegin>;
}

/// The beginning of a puzzle.
pub enum AnyBegin {
    /// A full board.
    Draft(Box<dyn AnyDraft>),
    /// A model whose solutions are full boards.
    Model {
        /// The model.
        model: Model,
        /// The variables that decide a board.
        decisions: Vec<Var>,
        /// The draft of a solution.
        draft: DraftOf,
        /// What there is to say where it has no solution.
        otherwise: String,
    },
}

impl fmt::Debug for AnyBegin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AnyBegin::Draft(_) => "Draft(..)",
            AnyBegin::Model { .. } => "Model(..)",
        })
    }
}

/// How a draft is made of a solution.
type DraftOf = Box<dyn FnOnce(&Assignment, &mut Rng) -> Box<dyn AnyDraft>>;

/// A draft of some kind.
pub trait AnyDraft: fmt::Debug {
    /// The number of rows and columns.
    fn size(&self) -> (usize, usize);

    /// What may be shown or not.
    fn clues(&self) -> &[Clue];

    /// What is always there, in one of several ways.
    fn turns(&self) -> &[Turn];

    /// The instance of a choice and its intended answer; `None` where the turns do not go together.
    fn choose(&self, choice: &Choice) -> Option<(BoxedInstance, AnyAnswer)>;
}

#[derive(Debug)]
struct Outline<P: Generate>(P::Outline);

impl<P: Generate> AnyOutline for Outline<P> {
    fn doubt(&self) -> Option<Doubt> {
        P::doubt(&self.0)
    }

    fn begin(&self, rng: &mut Rng, is_over: &dyn Fn() -> bool) -> Option<AnyBegin> {
        Some(match P::begin(&self.0, rng, is_over)? {
            Begin::Answer(bare, answer) => {
                AnyBegin::Draft(Box::new(P::draft(&self.0, bare, answer, rng)))
            }
            Begin::Model {
                bare,
                model,
                decisions,
                read,
                otherwise,
            } => {
                let outline = self.0.clone();
                AnyBegin::Model {
                    model,
                    decisions,
                    draft: Box::new(move |found, rng| {
                        Box::new(P::draft(&outline, bare, read(found), rng))
                    }),
                    otherwise,
                }
            }
        })
    }
}

impl<P: Generate> AnyDraft for Draft<P> {
    fn size(&self) -> (usize, usize) {
        self.size
    }

    fn clues(&self) -> &[Clue] {
        &self.clues
    }

    fn turns(&self) -> &[Turn] {
        &self.turns
    }

    fn choose(&self, choice: &Choice) -> Option<(BoxedInstance, AnyAnswer)> {
        let (instance, answer) = P::choose(self, choice)?;
        Some((boxed::<P>(instance), AnyAnswer::new(answer)))
    }
}

/// Leaves it to an engine to find a full board, by the usual viewpoint; and what there is to say where there is none.
pub(crate) fn searched<P: Puzzle>(bare: P::Instance, otherwise: String) -> Begin<P> {
    let mut model = Model::new();
    let viewpoint = [P::VIEWPOINTS[0]];
    let formulation = formulate::<P>(&bare, &viewpoint, &Choices::default(), &mut model)
        .expect("a board without clues has small numbers");
    Begin::Model {
        bare,
        model,
        decisions: formulation.decisions,
        read: formulation.read,
        otherwise,
    }
}
