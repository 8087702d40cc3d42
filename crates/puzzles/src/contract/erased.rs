//! Type erasure: [`Kind`] and [`AnyInstance`] for every [`Puzzle`], implemented once, so that commands, pages and tests treat all kinds alike.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use gridwright_fd::{Assignment, Model, ModelError, Var};
use gridwright_grid::Cell;
use gridwright_grid::board::Board;
use gridwright_term::{Diagnostic, Term};

use crate::contract::choices::{Choices, Connectivity, Rule, UnknownName};
use crate::contract::clues::{self, CluePosition, ClueSlot};
use crate::contract::drawing::{DrawOptions, FactState};
use crate::contract::facts::Facts;
use crate::contract::format::NotExpressible;
use crate::contract::generate::AnyGenerate;
use crate::contract::named::{NamedPath, NamedSteps, NamedTechnique, TechniqueChoice};
use crate::contract::play::PlayInfo;
use crate::contract::premise::{Argument, Claim, Premise, StepText};
use crate::contract::program::{self, ProgramInfo, ProgramState};
use crate::contract::puzzle::{
    FactPlace, KindInfo, Puzzle, PuzzleFact, Viewpoint, Violation, formulate,
};
use crate::contract::shape::Shaped;

/// The maximum number of rows or columns of a blank board.
const MAX_BLANK_SIDE: usize = 100;

/// A kind of puzzle.
pub trait Kind: Sync {
    /// Its name, rules and examples.
    fn info(&self) -> &'static KindInfo;

    /// Whether a text in its own format is tried as this kind if no kind is named; see [`Puzzle::IS_DETECTED`].
    fn is_detected(&self) -> bool;

    /// Published boards with exactly one answer; see [`Puzzle::BOARDS`].
    fn boards(&self) -> Vec<&'static str>;

    /// The names of its viewpoints and what a variable stands for in each, the default first.
    fn viewpoints(&self) -> Vec<(&'static str, &'static str)>;

    /// The rules that may be switched.
    fn rules(&self) -> &'static [Rule];

    /// The ways to enforce connectivity, the default first.
    fn connectivity(&self) -> &'static [Connectivity];

    /// Its CHR programs, the default first.
    fn programs(&self) -> Vec<ProgramInfo>;

    /// The name and a one-line description of each exchange format.
    fn formats(&self) -> Vec<(&'static str, &'static str)>;

    /// The exchange format that a text looks like; the kind's own text format is not among them.
    fn recognise(&self, text: &str) -> Option<&'static str>;

    /// Reads an instance in the named format, or in the kind's own text format if `None`.
    fn read(&self, format: Option<&str>, text: &str) -> Result<BoxedInstance, Diagnostic>;

    /// The same without the constraints that are not known, and what was ignored, in words; see [`Puzzle::read_known`].
    fn read_known(
        &self,
        format: Option<&str>,
        text: &str,
    ) -> Result<(BoxedInstance, Vec<String>), Diagnostic>;

    /// A board with no clues, or as few as possible; see [`Puzzle::blank`].
    fn blank(&self, rows: usize, cols: usize) -> Result<BoxedInstance, String>;

    /// How its puzzles are generated, if the kind supports it.
    fn generation(&self) -> Option<AnyGenerate>;

    /// How numbers row by row become an answer, if some of its instances are ordinary 9x9 Sudokus; see [`NineBoards`](crate::NineBoards).
    fn nine_answers(&self) -> Option<fn(&[u8; 81]) -> AnyAnswer>;
}

/// An instance of any kind, boxed.
pub type BoxedInstance = Box<dyn AnyInstance>;

/// An instance of any kind. The answers passed to it must be its own.
pub trait AnyInstance: Shaped + fmt::Debug + Send + Sync {
    /// Its kind.
    fn kind(&self) -> &'static dyn Kind;

    /// The typed instance, for downcasting.
    fn as_any(&self) -> &dyn Any;

    /// Its own text.
    fn print(&self) -> String;

    /// Its text in one line, which [`Kind::read`] reads again: the format `line` if the kind has it and it can express the instance, else its own text with `/` between the
    /// rows.
    fn line(&self) -> String;

    /// An answer in one line, which [`parse_answer`](AnyInstance::parse_answer) reads again.
    fn answer_line(&self, answer: &AnyAnswer) -> String;

    /// Its text in a format.
    fn write(&self, format: &str) -> Result<String, NotExpressible>;

    /// Formulates the instance as a model.
    fn formulate(
        &self,
        options: &FormulateOptions<'_>,
        model: &mut Model,
    ) -> Result<AnyFormulation, FormulateError>;

    /// The CHR program of this name, or the default program if the name is empty, with these switches and a query about this instance.
    fn program(&self, name: &str, switches: &[String]) -> Result<AnyProgram, FormulateError>;

    /// Draws the instance.
    fn draw(&self, shown: &DrawOptions<'_>) -> Board;

    /// Reads an answer.
    fn parse_answer(&self, text: &str) -> Result<AnyAnswer, Diagnostic>;

    /// Reads a player's marks; see [`Puzzle::parse_marks`].
    fn parse_marks(&self, text: &str) -> Result<Vec<FactState>, Diagnostic>;

    /// Writes an answer.
    fn print_answer(&self, answer: &AnyAnswer) -> String;

    /// Judges an answer.
    fn check(&self, answer: &AnyAnswer) -> Result<(), Violation>;

    /// The truth of every fact in an answer.
    fn known(&self, answer: &AnyAnswer) -> Vec<FactState>;

    /// Every fact, in words.
    fn facts(&self) -> Vec<String>;

    /// The facts with these numbers, all of which exist, in words.
    fn facts_at(&self, numbers: &[usize]) -> Vec<String>;

    /// The number of facts.
    fn n_facts(&self) -> usize;

    /// Every fact, abbreviated; see [`PuzzleFact::label`].
    fn labels(&self) -> Vec<String>;

    /// Every place for a clue, with the clue that is there.
    fn clues(&self) -> Vec<ClueSlot>;

    /// The claims about facts that follow from single clues.
    fn clue_claims(&self) -> Vec<Claim>;

    /// The instance with one clue changed, or why that is impossible; the empty text removes the clue.
    fn with_clue(&self, position: CluePosition, clue: &str) -> Result<BoxedInstance, String>;

    /// For every fact, where a player marks it.
    fn fact_places(&self) -> Vec<FactPlace>;

    /// For every fact, the cells it is about.
    fn fact_cells(&self) -> Vec<Vec<Cell>>;

    /// The negation of every fact, in words.
    fn negations(&self) -> Vec<String>;

    /// The rules and clues, one by one; see [`Explain::premises`](crate::Explain::premises).
    fn premises(&self) -> Vec<Premise>;

    /// Sets of premises to try together; see [`Explain::suggest`](crate::Explain::suggest).
    fn suggest(&self, known: &[FactState]) -> Vec<Vec<usize>>;

    /// Lists of premises to split into cases; see [`Explain::case_splits`](crate::Explain::case_splits).
    fn case_splits(&self, known: &[FactState]) -> Vec<Vec<usize>>;

    /// The name and sentence of a step; see [`Explain::describe_step`](crate::Explain::describe_step).
    fn describe_step(&self, argument: &Argument<'_>) -> Option<StepText>;

    /// The named techniques, the easiest first; empty if the kind has none for this instance.
    fn techniques(&self) -> Vec<NamedTechnique>;

    /// Named steps from a position; `None` without named techniques. See [`NamedTechniques::steps`](crate::NamedTechniques::steps).
    fn named_steps(
        &self,
        known: &[FactState],
        allowed: TechniqueChoice,
    ) -> Option<Box<dyn NamedSteps>>;

    /// The instance solved by named techniques; `None` without named techniques. See [`NamedTechniques::path`](crate::NamedTechniques::path).
    fn named_path(
        &self,
        allowed: TechniqueChoice,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Option<NamedPath>;

    /// Whether these facts, all of them known, are those of an answer. False if the kind cannot make an answer of facts.
    fn is_answered_by(&self, known: &[FactState]) -> bool;

    /// The level of a puzzle by named techniques; see [`NamedTechniques::level`](crate::NamedTechniques::level).
    fn named_level(&self, hardest: usize, score: u32) -> usize;

    /// The program whose scores these are; see [`NamedTechniques::scores_of`](crate::NamedTechniques::scores_of).
    fn scores_of(&self) -> Option<&'static str>;

    /// The answer with these values of the keys of its statement; `None` if the kind has no statement. See [`Puzzle::ANSWER_FROM_KEYS`].
    fn answer_from_keys(&self, keys: &[i32]) -> Option<AnyAnswer>;

    /// What a player sees and may do; see [`Puzzle::play`].
    fn play(&self) -> PlayInfo;

    /// Its clues row by row, 0 for none, if it is an ordinary 9x9 Sudoku; see [`NineBoards`](crate::NineBoards).
    fn nine_clues(&self) -> Option<[u8; 81]>;
}

/// The name of the format that has a whole board in one word.
const LINE: &str = "line";

/// The rows of a text in one line.
fn folded(text: &str, between: &str) -> String {
    let rows: Vec<&str> = text.lines().map(str::trim).collect();
    rows.join(between)
}

/// A text in which `/` separates rows, with line ends instead; any other text as it is. All positions stay the same.
fn unfolded(text: &str) -> Cow<'_, str> {
    match text.contains('/') && !text.trim().contains('\n') {
        true => text.replace('/', "\n").into(),
        false => text.into(),
    }
}

/// A puzzle as a [`Kind`].
pub(crate) struct KindOf<P>(PhantomData<fn() -> P>);

impl<P: Puzzle> KindOf<P> {
    const KIND: KindOf<P> = KindOf(PhantomData);

    /// The puzzle as a kind.
    pub(crate) const fn kind() -> &'static dyn Kind {
        &KindOf::<P>::KIND
    }
}

impl<P: Puzzle> Kind for KindOf<P> {
    fn info(&self) -> &'static KindInfo {
        const { &P::INFO }
    }

    fn is_detected(&self) -> bool {
        P::IS_DETECTED
    }

    fn boards(&self) -> Vec<&'static str> {
        let lines = P::BOARDS.lines().filter(|line| !line.starts_with("# "));
        lines.collect()
    }

    fn viewpoints(&self) -> Vec<(&'static str, &'static str)> {
        let named = P::VIEWPOINTS.iter();
        named.map(|point| (point.name, point.about)).collect()
    }

    fn rules(&self) -> &'static [Rule] {
        P::RULES
    }

    fn connectivity(&self) -> &'static [Connectivity] {
        P::CONNECTIVITY
    }

    fn programs(&self) -> Vec<ProgramInfo> {
        P::PROGRAMS.iter().map(|program| program.info).collect()
    }

    fn formats(&self) -> Vec<(&'static str, &'static str)> {
        let named = P::FORMATS.iter();
        named.map(|format| (format.name, format.about)).collect()
    }

    fn recognise(&self, text: &str) -> Option<&'static str> {
        let found = P::FORMATS.iter().find(|format| (format.recognises)(text));
        found.map(|format| format.name)
    }

    fn read(&self, format: Option<&str>, text: &str) -> Result<BoxedInstance, Diagnostic> {
        let named = |name| P::FORMATS.iter().find(|format| format.name == name);
        let instance = match format.and_then(named) {
            Some(format) => (format.read)(text)?,
            None => P::parse(&unfolded(text))?,
        };
        Ok(boxed::<P>(instance))
    }

    fn read_known(
        &self,
        format: Option<&str>,
        text: &str,
    ) -> Result<(BoxedInstance, Vec<String>), Diagnostic> {
        match P::read_known(format, text) {
            Some(read) => read.map(|(instance, ignored)| (boxed::<P>(instance), ignored)),
            None => self
                .read(format, text)
                .map(|instance| (instance, Vec::new())),
        }
    }

    fn blank(&self, rows: usize, cols: usize) -> Result<BoxedInstance, String> {
        let sides = 1..=MAX_BLANK_SIDE;
        if !sides.contains(&rows) || !sides.contains(&cols) {
            return Err(format!(
                "a board has from 1 to {MAX_BLANK_SIDE} rows and columns"
            ));
        }
        P::blank(rows, cols).map(boxed::<P>)
    }

    fn generation(&self) -> Option<AnyGenerate> {
        P::GENERATE
    }

    fn nine_answers(&self) -> Option<fn(&[u8; 81]) -> AnyAnswer> {
        fn erased<P: Puzzle>(cells: &[u8; 81]) -> AnyAnswer {
            let nine = P::NINE.as_ref().expect("it was there");
            AnyAnswer::new((nine.answer)(cells))
        }
        P::NINE.is_some().then_some(erased::<P>)
    }
}

/// An instance as an [`AnyInstance`].
pub(crate) fn boxed<P: Puzzle>(instance: P::Instance) -> BoxedInstance {
    Box::new(Instance::<P>(instance))
}

/// An instance of a puzzle as an [`AnyInstance`].
pub(crate) struct Instance<P: Puzzle>(pub(crate) P::Instance);

impl<P: Puzzle> fmt::Debug for Instance<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: Puzzle> Instance<P> {
    fn answer(answer: &AnyAnswer) -> &P::Answer {
        let own = answer.0.downcast_ref();
        own.expect("the answer belongs to the kind of the instance")
    }
}

pub(crate) fn viewpoint<P: Puzzle>(name: &str) -> Result<&'static Viewpoint<P>, UnknownName> {
    let mut all = P::VIEWPOINTS.iter().copied();
    let found = all.find(|point| point.name == name);
    let names = P::VIEWPOINTS.iter().map(|point| point.name);
    found.ok_or_else(|| UnknownName::of::<P>("viewpoint", name, names))
}

impl<P: Puzzle> AnyInstance for Instance<P> {
    fn kind(&self) -> &'static dyn Kind {
        KindOf::<P>::kind()
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn print(&self) -> String {
        P::print(&self.0)
    }

    fn line(&self) -> String {
        let lines = P::FORMATS.iter().find(|format| format.name == LINE);
        let line = lines.and_then(|format| (format.write)(&self.0).ok());
        line.unwrap_or_else(|| folded(&P::print(&self.0), "/"))
    }

    fn answer_line(&self, answer: &AnyAnswer) -> String {
        let text = P::print_answer(&self.0, Self::answer(answer));
        let is_word = P::FORMATS.iter().any(|format| format.name == LINE) && !text.contains(' ');
        folded(&text, if is_word { "" } else { "/" })
    }

    fn write(&self, format: &str) -> Result<String, NotExpressible> {
        let mut all = P::FORMATS.iter();
        match all.find(|known| known.name == format) {
            Some(format) => (format.write)(&self.0),
            None => {
                let names = P::FORMATS.iter().map(|known| known.name);
                let unknown =
                    UnknownName::of::<P>("format", format, ["text"].into_iter().chain(names));
                Err(NotExpressible(unknown.to_string()))
            }
        }
    }

    fn formulate(
        &self,
        options: &FormulateOptions<'_>,
        model: &mut Model,
    ) -> Result<AnyFormulation, FormulateError> {
        let named = options.viewpoints.iter().map(|name| viewpoint::<P>(name));
        let mut viewpoints = named.collect::<Result<Vec<_>, _>>()?;
        if viewpoints.is_empty() {
            viewpoints.extend(P::VIEWPOINTS.first());
        }
        let mut choices = Choices::default();
        for rule in options.rules {
            choices = choices.with_rule::<P>(rule)?;
        }
        if let Some(name) = options.connectivity {
            choices = choices.with_connectivity::<P>(name)?;
        }
        let formulation = formulate::<P>(&self.0, &viewpoints, &choices, model)?;
        let names: Vec<&str> = viewpoints.iter().map(|point| point.name).collect();
        let (read, passive) = (formulation.read, formulation.passive);
        Ok(AnyFormulation {
            name: names.join("+"),
            decisions: formulation.decisions,
            facts: formulation.facts,
            is_passive: passive.is_some(),
            read: Box::new(move |found| {
                let answer = read(found);
                let accepted = passive.as_ref().is_none_or(|keeps| keeps(&answer));
                accepted.then(|| AnyAnswer::new(answer))
            }),
        })
    }

    fn program(&self, name: &str, switches: &[String]) -> Result<AnyProgram, FormulateError> {
        let program = program::program::<P>(name)?;
        if let Some(what) = P::unsupported_by_programs(&self.0) {
            return Err(FormulateError::Unsupported(what));
        }
        let info = program.info;
        let switched = info.switched(switches)?;
        let (instance, claims_instance) = (self.0.clone(), self.0.clone());
        Ok(AnyProgram {
            info,
            switched,
            query: (program.query)(&self.0),
            watched: program.watched,
            claims: Box::new(move |state| (program.claims)(&claims_instance, state)),
            read: Box::new(move |bound| (program.read)(&instance, bound).map(AnyAnswer::new)),
        })
    }

    fn draw(&self, shown: &DrawOptions<'_>) -> Board {
        P::draw(&self.0, shown)
    }

    fn parse_answer(&self, text: &str) -> Result<AnyAnswer, Diagnostic> {
        P::parse_answer(&self.0, &unfolded(text)).map(AnyAnswer::new)
    }

    fn parse_marks(&self, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        P::parse_marks(&self.0, &unfolded(text))
    }

    fn print_answer(&self, answer: &AnyAnswer) -> String {
        P::print_answer(&self.0, Self::answer(answer))
    }

    fn check(&self, answer: &AnyAnswer) -> Result<(), Violation> {
        P::check(&self.0, Self::answer(answer))
    }

    fn known(&self, answer: &AnyAnswer) -> Vec<FactState> {
        P::known(&self.0, Self::answer(answer))
    }

    fn facts(&self) -> Vec<String> {
        let facts = P::facts(&self.0);
        facts.iter().map(ToString::to_string).collect()
    }

    fn facts_at(&self, numbers: &[usize]) -> Vec<String> {
        // A large board has millions of facts.
        if numbers.is_empty() {
            return Vec::new();
        }
        let facts = P::facts(&self.0);
        numbers.iter().map(|&at| facts[at].to_string()).collect()
    }

    fn n_facts(&self) -> usize {
        P::n_facts(&self.0)
    }

    fn labels(&self) -> Vec<String> {
        P::facts(&self.0).iter().map(P::Fact::label).collect()
    }

    fn clues(&self) -> Vec<ClueSlot> {
        P::clues(&self.0)
    }

    fn clue_claims(&self) -> Vec<Claim> {
        clues::claims(&(P::EXPLAIN.premises)(&self.0))
    }

    fn with_clue(&self, position: CluePosition, clue: &str) -> Result<BoxedInstance, String> {
        P::with_clue(&self.0, position, clue).map(boxed::<P>)
    }

    fn fact_places(&self) -> Vec<FactPlace> {
        P::facts(&self.0).iter().map(P::Fact::place).collect()
    }

    fn fact_cells(&self) -> Vec<Vec<Cell>> {
        P::facts(&self.0).iter().map(P::Fact::cells).collect()
    }

    fn negations(&self) -> Vec<String> {
        P::facts(&self.0).iter().map(P::Fact::negation).collect()
    }

    fn premises(&self) -> Vec<Premise> {
        (P::EXPLAIN.premises)(&self.0)
    }

    fn suggest(&self, known: &[FactState]) -> Vec<Vec<usize>> {
        (P::EXPLAIN.suggest)(&self.0, known)
    }

    fn case_splits(&self, known: &[FactState]) -> Vec<Vec<usize>> {
        (P::EXPLAIN.case_splits)(&self.0, known)
    }

    fn describe_step(&self, argument: &Argument<'_>) -> Option<StepText> {
        (P::EXPLAIN.describe_step)(&self.0, argument)
    }

    fn techniques(&self) -> Vec<NamedTechnique> {
        let named = &P::EXPLAIN.named;
        named
            .as_ref()
            .map_or_else(Vec::new, |named| (named.list)(&self.0))
    }

    fn named_steps(
        &self,
        known: &[FactState],
        allowed: TechniqueChoice,
    ) -> Option<Box<dyn NamedSteps>> {
        let named = P::EXPLAIN.named.as_ref()?;
        let is_empty = (named.list)(&self.0).is_empty();
        (!is_empty).then(|| (named.steps)(&self.0, known, allowed))
    }

    fn named_path(
        &self,
        allowed: TechniqueChoice,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Option<NamedPath> {
        let named = P::EXPLAIN.named.as_ref()?;
        let is_empty = (named.list)(&self.0).is_empty();
        (!is_empty).then(|| (named.path)(&self.0, allowed, should_stop))
    }

    fn is_answered_by(&self, known: &[FactState]) -> bool {
        let Some(named) = P::EXPLAIN.named.as_ref() else {
            return false;
        };
        let answer = (named.answer)(&self.0, known);
        answer.is_some_and(|answer| P::check(&self.0, &answer).is_ok())
    }

    fn named_level(&self, hardest: usize, score: u32) -> usize {
        let named = &P::EXPLAIN.named;
        named
            .as_ref()
            .map_or(hardest, |named| (named.level)(hardest, score))
    }

    fn scores_of(&self) -> Option<&'static str> {
        P::EXPLAIN.named.as_ref().and_then(|named| named.scores_of)
    }

    fn answer_from_keys(&self, keys: &[i32]) -> Option<AnyAnswer> {
        P::ANSWER_FROM_KEYS.map(|read| AnyAnswer::new(read(&self.0, keys)))
    }

    fn play(&self) -> PlayInfo {
        P::play(&self.0)
    }

    fn nine_clues(&self) -> Option<[u8; 81]> {
        P::NINE.as_ref().and_then(|nine| (nine.clues)(&self.0))
    }
}

/// An answer of any kind.
#[derive(Clone)]
pub struct AnyAnswer(pub(crate) Arc<dyn Any + Send + Sync>);

impl AnyAnswer {
    /// Erases the type of an answer.
    pub fn new<A: Send + Sync + 'static>(answer: A) -> AnyAnswer {
        AnyAnswer(Arc::new(answer))
    }
}

impl fmt::Debug for AnyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyAnswer(..)")
    }
}

/// How to formulate an instance: names of viewpoints, rules and a connectivity.
#[derive(Clone, Copy, Debug, Default)]
pub struct FormulateOptions<'w> {
    /// The viewpoints, channelled by facts; if empty, the default viewpoint.
    pub viewpoints: &'w [String],
    /// The rules switched on.
    pub rules: &'w [String],
    /// How connectivity is enforced; `None` is the default.
    pub connectivity: Option<&'w str>,
}

/// A formulation of an instance of any kind.
pub struct AnyFormulation {
    /// The names of its viewpoints, joined by `+`.
    pub name: String,
    /// The decision variables, in the order for a search without a heuristic.
    pub decisions: Vec<Var>,
    /// The atom of every fact of the puzzle, in the order of the facts; `None` if no single atom expresses it.
    pub facts: Facts,
    /// Whether some rule is passive: checked on every solution instead of being posted.
    pub is_passive: bool,
    pub(crate) read: Reading,
}

/// Reads an answer from an assignment; `None` if the answer breaks a passive rule.
pub(crate) type Reading = Box<dyn Fn(&Assignment) -> Option<AnyAnswer> + Send + Sync>;

impl AnyFormulation {
    /// The answer of an assignment; `None` if it breaks a passive rule.
    pub fn read(&self, found: &Assignment) -> Option<AnyAnswer> {
        (self.read)(found)
    }
}

impl fmt::Debug for AnyFormulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyFormulation")
            .field("name", &self.name)
            .field("decisions", &self.decisions)
            .finish_non_exhaustive()
    }
}

/// A CHR program with a query about an instance of any kind.
pub struct AnyProgram {
    /// Its name, source and switches.
    pub info: ProgramInfo,
    /// The value of every switch.
    pub switched: Vec<(&'static str, &'static str)>,
    /// The query, which binds `Answer`.
    pub query: String,
    /// The names of the CHR constraints from which claims about the board can be read.
    pub watched: &'static [&'static str],
    pub(crate) read: ProgramReading,
    pub(crate) claims: ProgramClaims,
}

/// Reads claims about facts from the state of a run.
pub(crate) type ProgramClaims = Box<dyn Fn(&ProgramState<'_>) -> Vec<Claim> + Send + Sync>;

/// Reads an answer from a term.
pub(crate) type ProgramReading = Box<dyn Fn(&Term) -> Option<AnyAnswer> + Send + Sync>;

impl AnyProgram {
    /// The answer that `Answer` was bound to; `None` if the term is not an answer.
    pub fn read(&self, bound: &Term) -> Option<AnyAnswer> {
        (self.read)(bound)
    }

    /// The claims about facts that hold in the current state of a run.
    pub fn claims(&self, state: &ProgramState<'_>) -> Vec<Claim> {
        (self.claims)(state)
    }
}

impl fmt::Debug for AnyProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyProgram")
            .field("name", &self.info.name)
            .field("switched", &self.switched)
            .finish_non_exhaustive()
    }
}

/// Why an instance cannot be formulated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormulateError {
    /// The puzzle has no viewpoint, rule, connectivity, program or switch of that name.
    Name(UnknownName),
    /// The model does not support it, for example because a domain is too large.
    Model(ModelError),
    /// The CHR programs of the kind do not support it.
    Unsupported(String),
}

impl fmt::Display for FormulateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormulateError::Name(error) => error.fmt(f),
            FormulateError::Model(error) => error.fmt(f),
            FormulateError::Unsupported(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for FormulateError {}

impl From<UnknownName> for FormulateError {
    fn from(error: UnknownName) -> FormulateError {
        FormulateError::Name(error)
    }
}

impl From<ModelError> for FormulateError {
    fn from(error: ModelError) -> FormulateError {
        FormulateError::Model(error)
    }
}
