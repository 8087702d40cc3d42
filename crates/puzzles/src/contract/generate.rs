//! Generation: what a kind provides so that its puzzles can be generated. The loop in the crate `generate` knows no kind.
//!
//! The options are checked and become an *outline*. For an outline, a full board is constructed, or an engine finds one as a solution of a model. A full board becomes
//! a *draft*, which lists what can be varied:
//!
//! - a *clue* is shown or not: a number of a Sudoku, a tally, the number of an island;
//! - an *alternative* is always present, in one of several variants: an arrow of White-and-Tan, the bridges between two islands of Hashi.
//!
//! A *choice* of shown clues and of variants determines an instance. Clues that can be expressed by facts list their claims: then one model serves all choices, with the
//! claims of the shown clues as assumptions.

use std::fmt;

use gridwright_fd::{Assignment, Deadline, Limit, Model, ModelError, Rng, Var};
use gridwright_grid::{Cell, Grid};

use crate::contract::choices::{Choices, UnknownName};
use crate::contract::erased::{AnyAnswer, BoxedInstance, boxed};
use crate::contract::premise::Claim;
use crate::contract::puzzle::{Formulation, Puzzle, formulate};
use crate::contract::symmetry::Symmetry;

/// A kind whose puzzles can be generated.
pub trait Generate: Puzzle + fmt::Debug {
    /// Checked options: the shape of the board, and the options of the kind.
    type Outline: Clone + fmt::Debug + Send + Sync;

    /// The options other than the size.
    const OPTIONS: &'static [GenerateOption] = &[];

    /// The fastest way to test whether an answer is unique.
    const UNIQUENESS_METHOD: UniquenessMethod = UniquenessMethod::Assumptions;

    /// For each difficulty from easy to extreme, a size of board that has such puzzles, found within seconds; `None` if no size is known to have them.
    const SIZE_BY_DIFFICULTY: SizeByDifficulty;

    /// Checks the options.
    fn outline(options: &GenerateOptions) -> Result<Self::Outline, GenerateError>;

    /// The least number of clues with which a puzzle of this outline can have only one answer, as far as that is known.
    fn min_clues(_: &Self::Outline) -> usize {
        0
    }

    /// The maximum number of attempts for an outline that may have no suitable full board; `None` if such boards are known to exist.
    fn attempt_limit(_: &Self::Outline) -> Option<AttemptLimit> {
        None
    }

    /// A random full board, or a model of full boards; `None` if this attempt failed and another may succeed. A long attempt polls `is_over`, which is true if it should stop.
    fn full_board(
        outline: &Self::Outline,
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Self>>;

    /// Makes a draft of a full board, possibly after random changes to the board; `None` if the board is rejected because a requested variant gets no clue from it. Another board may give one. Long changes poll `is_over`, which is true if they should stop.
    fn draft(
        outline: &Self::Outline,
        blank: Self::Instance,
        answer: Self::Answer,
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Draft<Self>>;

    /// The instance of a choice and its intended answer; `None` if the chosen variants are incompatible.
    fn choose(draft: &Draft<Self>, choice: &DraftChoice) -> Option<(Self::Instance, Self::Answer)>;
}

/// A size of board, in rows and columns, for each difficulty from easy to extreme.
pub type SizeByDifficulty = [Option<(usize, usize)>; 5];

/// Reads an answer from an assignment.
pub(crate) type Reading<A> = Box<dyn Fn(&Assignment) -> A + Send + Sync>;

/// A full board, or a model to find one with. The instance has no clues.
pub enum BoardSource<P: Puzzle> {
    /// A full board.
    Answer(P::Instance, P::Answer),
    /// The model of the default viewpoint, whose solutions are full boards.
    Search {
        /// The instance without clues.
        blank: P::Instance,
        /// The error message if there is no solution: then no puzzle of this outline exists. `None` if another board without clues may have one.
        no_solution: Option<String>,
    },
    /// A model of the kind's own, whose solutions are full boards.
    Model {
        /// The instance without clues.
        blank: P::Instance,
        /// The model.
        model: Box<Model>,
        /// The decision variables.
        decisions: Vec<Var>,
        /// Reads a board from a solution.
        read: Reading<P::Answer>,
        /// The error message if the model has no solution: then no puzzle of this outline exists.
        no_solution: String,
    },
}

impl<P: Puzzle> fmt::Debug for BoardSource<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardSource::Answer(_, answer) => f.debug_tuple("Answer").field(answer).finish(),
            BoardSource::Search { no_solution, .. } => {
                f.debug_tuple("Search").field(no_solution).finish()
            }
            BoardSource::Model { no_solution, .. } => {
                f.debug_tuple("Model").field(no_solution).finish()
            }
        }
    }
}

/// A full board and what can be varied in it.
#[derive(Debug)]
pub struct Draft<P: Puzzle> {
    /// The instance without clues.
    pub blank: P::Instance,
    /// The full board.
    pub answer: P::Answer,
    /// The number of rows and columns.
    pub size: (usize, usize),
    /// The clues that may be shown.
    pub clues: Vec<Clue>,
    /// The parts that are always present, in one of several variants.
    pub alternatives: Vec<Alternative>,
}

impl<P: Puzzle> Draft<P> {
    /// A full board in which nothing can be varied.
    pub fn new(size: (usize, usize), blank: P::Instance, answer: P::Answer) -> Draft<P> {
        Draft {
            blank,
            answer,
            size,
            clues: Vec::new(),
            alternatives: Vec::new(),
        }
    }
}

/// A clue that may be shown.
#[derive(Clone, Debug)]
pub struct Clue {
    /// Its cell; `None` for a clue in the margin.
    pub cell: Option<Cell>,
    /// Its claims about facts; `None` if single facts cannot express it, as for a sum.
    pub claims: Option<Vec<Claim>>,
    /// Whether players expect it to be shown. Such a clue is removed only if a minimal puzzle is requested, or if the puzzle is too easy with it and has no alternatives.
    pub is_expected: bool,
}

impl Clue {
    /// A clue in a cell, without claims.
    pub fn in_cell(cell: Cell) -> Clue {
        Clue {
            cell: Some(cell),
            claims: None,
            is_expected: false,
        }
    }

    /// A clue in the margin, without claims.
    pub fn in_margin() -> Clue {
        Clue {
            cell: None,
            claims: None,
            is_expected: false,
        }
    }

    /// The same with claims.
    pub fn claiming(self, claims: Vec<Claim>) -> Clue {
        Clue {
            claims: Some(claims),
            ..self
        }
    }

    /// The same, but players expect it to be shown.
    pub fn expected(self) -> Clue {
        Clue {
            is_expected: true,
            ..self
        }
    }
}

/// A part of a board that is always present, in one of several variants.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The number of variants.
    pub count: u8,
    /// The initial variant.
    pub initial: u8,
    /// The facts that it affects most; may be empty.
    pub facts: Vec<usize>,
}

/// Which clues are shown, and the variant of every alternative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftChoice {
    /// For every clue whether it is shown.
    pub shown: Vec<bool>,
    /// For every alternative its variant.
    pub picks: Vec<u8>,
}

/// How to check whether an answer is unique.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UniquenessMethod {
    /// One model for all choices; the shown clues are assumptions.
    Assumptions,
    /// The same with value-consistent `all_different`, which is faster if there are many easy checks.
    LightAssumptions,
    /// A new model for every choice, for kinds whose clues narrow the initial domains.
    NewModel,
}

/// An option of a kind other than the size.
#[derive(Clone, Copy, Debug)]
pub struct GenerateOption {
    /// Its name, as on the command line.
    pub name: &'static str,
    /// A description with an example.
    pub about: &'static str,
    /// What its value is called in the help of the command.
    pub value: &'static str,
    /// If the command also takes a file with the value: what the value is otherwise, which has no letters and digits.
    pub or_file: Option<&'static str>,
    /// The names that its value may be, if they are known.
    pub names: fn() -> Vec<&'static str>,
}

impl GenerateOption {
    /// An option with this name, value and description.
    pub const fn new(
        name: &'static str,
        value: &'static str,
        about: &'static str,
    ) -> GenerateOption {
        GenerateOption {
            name,
            about,
            value,
            or_file: None,
            names: Vec::new,
        }
    }

    /// The same for a value that is one of these names, or several of them.
    pub const fn of_names(self, names: fn() -> Vec<&'static str>) -> GenerateOption {
        GenerateOption { names, ..self }
    }

    /// The same, if the value may be in a file; `otherwise` says what it is if not.
    pub const fn or_file(self, otherwise: &'static str) -> GenerateOption {
        GenerateOption {
            or_file: Some(otherwise),
            ..self
        }
    }
}

/// The requested board, as plain text and numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GenerateOptions {
    /// Rows and columns; `None` is the default of the kind.
    pub size: Option<(usize, usize)>,
    /// The options of the kind, by name: see [`Generate::OPTIONS`].
    pub options: Vec<(String, String)>,
    /// The symmetry of the clues.
    pub symmetry: Symmetry,
}

impl GenerateOptions {
    /// The value of an option, as text.
    pub fn option(&self, name: &str) -> Option<&str> {
        let mut all = self.options.iter();
        let found = all.find(|(known, _)| known == name);
        found.map(|(_, text)| text.as_str())
    }

    /// The value of an option, parsed as a number from `min` to `max`.
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

    /// The requested side of a square board, or the default; at most `max`.
    pub fn square(&self, default: usize, max: usize) -> Result<usize, GenerateError> {
        let (rows, cols) = self.size((default, default), 1, max)?;
        self.symmetry.fits(rows, cols)?;
        match rows == cols {
            true => Ok(rows),
            false => Err(GenerateError(format!(
                "the board must be a square, not {rows}x{cols}"
            ))),
        }
    }

    /// A grid of the requested or default size, within bounds for rows and columns.
    pub fn grid(
        &self,
        default: (usize, usize),
        min: usize,
        max: usize,
    ) -> Result<Grid, GenerateError> {
        let (rows, cols) = self.size(default, min, max)?;
        self.symmetry.fits(rows, cols)?;
        Grid::new(rows, cols).map_err(|error| GenerateError(error.to_string()))
    }

    /// The requested or default size, within bounds for rows and columns.
    pub fn size(
        &self,
        default: (usize, usize),
        min: usize,
        max: usize,
    ) -> Result<(usize, usize), GenerateError> {
        let (rows, cols) = self.size.unwrap_or(default);
        let fits = |side: usize| (min..=max).contains(&side);
        if fits(rows) && fits(cols) {
            return Ok((rows, cols));
        }
        Err(GenerateError(format!(
            "cannot generate a board of {rows}x{cols}: rows and columns are from {min} to {max}"
        )))
    }
}

/// The maximum number of searches for a suitable full board that may not exist, and the error message if all of them fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttemptLimit {
    /// The maximum number of searches.
    pub searches: u64,
    /// The error message.
    pub message: String,
}

/// Why a puzzle cannot be generated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenerateError(pub String);

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GenerateError {}

/// The generation of a kind, type-erased.
#[derive(Clone, Copy)]
pub struct AnyGenerate {
    /// The options other than the size.
    pub options: &'static [GenerateOption],
    /// The fastest way to test whether an answer is unique.
    pub uniqueness_method: UniquenessMethod,
    /// For each difficulty from easy to extreme, a size of board that has such puzzles; see [`Generate::SIZE_BY_DIFFICULTY`].
    pub size_by_difficulty: SizeByDifficulty,
    title: &'static str,
    outline: fn(&GenerateOptions) -> Result<Box<dyn AnyOutline>, GenerateError>,
}

impl fmt::Debug for AnyGenerate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyGenerate")
            .field("options", &self.options)
            .finish()
    }
}

impl AnyGenerate {
    /// The generation of this kind.
    pub(crate) const fn of<P: Generate>() -> AnyGenerate {
        AnyGenerate {
            options: P::OPTIONS,
            uniqueness_method: P::UNIQUENESS_METHOD,
            size_by_difficulty: P::SIZE_BY_DIFFICULTY,
            title: P::INFO.title,
            outline: |options| Ok(Box::new(Outline::<P>(P::outline(options)?))),
        }
    }

    /// Checks the options.
    pub fn outline(&self, options: &GenerateOptions) -> Result<Box<dyn AnyOutline>, GenerateError> {
        let names = || self.options.iter().map(|option| option.name);
        let mut requested = options.options.iter().map(|(name, _)| name);
        if let Some(name) = requested.find(|name| names().all(|known| known != **name)) {
            let unknown = UnknownName {
                owner: self.title.to_owned(),
                what: "option",
                name: name.clone(),
                known: names().map(str::to_owned).collect(),
            };
            return Err(GenerateError(unknown.to_string()));
        }
        (self.outline)(options)
    }
}

/// An outline of some kind.
pub trait AnyOutline: fmt::Debug + Send + Sync {
    /// The least number of clues; see [`Generate::min_clues`].
    fn min_clues(&self) -> usize;

    /// The limit of attempts if there may be no full board.
    fn attempt_limit(&self) -> Option<AttemptLimit>;

    /// A random full board, or why it was not found before the deadline; `None` if this attempt failed or its board was rejected, and another may succeed.
    fn full_board(
        &self,
        rng: &mut Rng,
        deadline: &Deadline,
    ) -> Result<Option<AnyBoardSource>, Limit>;
}

/// A full board of any kind, or a model to find one with.
pub enum AnyBoardSource {
    /// A full board.
    Draft(Box<dyn AnyDraft>),
    /// A model whose solutions are full boards.
    Model {
        /// The model.
        model: Box<Model>,
        /// The decision variables.
        decisions: Vec<Var>,
        /// Makes a draft of a solution.
        draft: DraftOf,
        /// The error message if the model has no solution; `None` if another attempt may have one.
        no_solution: Option<String>,
    },
}

impl fmt::Debug for AnyBoardSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AnyBoardSource::Draft(_) => "Draft(..)",
            AnyBoardSource::Model { .. } => "Model(..)",
        })
    }
}

/// Makes a draft of a solution; see [`Generate::draft`].
type DraftOf = Box<dyn FnOnce(&Assignment, &mut Rng, &Deadline) -> Option<Box<dyn AnyDraft>>>;

/// A draft of some kind.
pub trait AnyDraft: fmt::Debug {
    /// The number of rows and columns.
    fn size(&self) -> (usize, usize);

    /// The clues that may be shown.
    fn clues(&self) -> &[Clue];

    /// The parts that are always present, in one of several variants.
    fn alternatives(&self) -> &[Alternative];

    /// The instance of a choice and its intended answer; `None` if the chosen variants are incompatible.
    fn choose(&self, choice: &DraftChoice) -> Option<(BoxedInstance, AnyAnswer)>;
}

#[derive(Debug)]
struct Outline<P: Generate>(P::Outline);

impl<P: Generate> AnyOutline for Outline<P> {
    fn min_clues(&self) -> usize {
        P::min_clues(&self.0)
    }

    fn attempt_limit(&self) -> Option<AttemptLimit> {
        P::attempt_limit(&self.0)
    }

    fn full_board(
        &self,
        rng: &mut Rng,
        deadline: &Deadline,
    ) -> Result<Option<AnyBoardSource>, Limit> {
        let is_over = || deadline.reached().is_some();
        let (blank, model, decisions, read, no_solution) =
            match P::full_board(&self.0, rng, &is_over) {
                None => return Ok(None),
                Some(BoardSource::Answer(blank, answer)) => {
                    let draft = P::draft(&self.0, blank, answer, rng, &is_over);
                    return Ok(draft.map(|draft| AnyBoardSource::Draft(Box::new(draft))));
                }
                Some(BoardSource::Search { blank, no_solution }) => {
                    let (model, formulation) = formulated::<P>(&blank, deadline)?;
                    let Formulation {
                        decisions, read, ..
                    } = formulation;
                    (blank, model, decisions, read, no_solution)
                }
                Some(BoardSource::Model {
                    blank,
                    mut model,
                    decisions,
                    read,
                    no_solution,
                }) => {
                    model.set_deadline(deadline.clone());
                    (blank, *model, decisions, read, Some(no_solution))
                }
            };
        let outline = self.0.clone();
        Ok(Some(AnyBoardSource::Model {
            model: Box::new(model),
            decisions,
            draft: Box::new(move |found, rng, deadline| {
                let is_over = || deadline.reached().is_some();
                let draft = P::draft(&outline, blank, read(found), rng, &is_over)?;
                Some(Box::new(draft))
            }),
            no_solution,
        }))
    }
}

impl<P: Generate> AnyDraft for Draft<P> {
    fn size(&self) -> (usize, usize) {
        self.size
    }

    fn clues(&self) -> &[Clue] {
        &self.clues
    }

    fn alternatives(&self) -> &[Alternative] {
        &self.alternatives
    }

    fn choose(&self, choice: &DraftChoice) -> Option<(BoxedInstance, AnyAnswer)> {
        let (instance, answer) = P::choose(self, choice)?;
        Some((boxed::<P>(instance), AnyAnswer::new(answer)))
    }
}

/// The model of the default viewpoint, unless the deadline or its memory limit comes first.
fn formulated<P: Puzzle>(
    blank: &P::Instance,
    deadline: &Deadline,
) -> Result<(Model, Formulation<P>), Limit> {
    let mut model = Model::new();
    model.set_deadline(deadline.clone());
    let viewpoint = [P::VIEWPOINTS[0]];
    match formulate::<P>(blank, &viewpoint, &Choices::default(), &mut model) {
        Ok(formulation) => Ok((model, formulation)),
        Err(ModelError::Stopped(limit)) => Err(limit),
        Err(error) => panic!("a board without clues has small numbers: {error}"),
    }
}

/// Full boards are solutions of the model of the default viewpoint; `no_solution` is the error message if there is none.
pub(crate) fn searched<P: Puzzle>(blank: P::Instance, no_solution: String) -> BoardSource<P> {
    BoardSource::Search {
        blank,
        no_solution: Some(no_solution),
    }
}

/// As [`searched`], for a blank board that was chosen at random: if it has no solution, another one may.
pub(crate) fn searched_at_random<P: Puzzle>(blank: P::Instance) -> BoardSource<P> {
    BoardSource::Search {
        blank,
        no_solution: None,
    }
}
