//! Kinds with their types taken off: one implementation for all puzzles, so that a command, a page or a law treats them alike and no puzzle writes
//! plumbing.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use gridwright_fd::{Assignment, Model, ModelError, Var};
use gridwright_grid::Cell;
use gridwright_grid::board::Board;
use gridwright_term::{Diagnostic, Term};

use crate::contract::choices::{Choices, Connectivity, NoSuchChoice, Rule};
use crate::contract::clues::{self, Place};
use crate::contract::drawing::{Known, Shown};
use crate::contract::facts::Facts;
use crate::contract::format::NotExpressible;
use crate::contract::generate::Making;
use crate::contract::premise::{Argument, Claim, Premise, StepText};
use crate::contract::program::{self, NoSuchSwitch, ProgramCard, Seen};
use crate::contract::puzzle::{Card, Puzzle, Viewpoint, Violation, formulate};
use crate::contract::shape::Shaped;

/// The longest side of an empty board that is asked for.
const MOST_BLANK: usize = 100;

/// A kind of puzzle.
pub trait Kind: Sync {
    /// What it says of itself.
    fn card(&self) -> &'static Card;

    /// The names of its viewpoints and what a variable stands for in each, the usual one first.
    fn viewpoints(&self) -> Vec<(&'static str, &'static str)>;

    /// The rules that may be switched.
    fn rules(&self) -> &'static [Rule];

    /// The ways to keep connectivity, the usual one first.
    fn connectivity(&self) -> &'static [Connectivity];

    /// Its programs of Constraint Handling Rules, the usual one first.
    fn programs(&self) -> Vec<ProgramCard>;

    /// The names of the formats it is exchanged in and what they are.
    fn formats(&self) -> Vec<(&'static str, &'static str)>;

    /// The format that a text looks like, beside the kind's own text.
    fn recognise(&self, text: &str) -> Option<&'static str>;

    /// Reads an instance, in a format by its name or in the kind's own text.
    fn read(&self, format: Option<&str>, text: &str) -> Result<BoxedInstance, Diagnostic>;

    /// A board on which nothing is given, or as little as can be; see [`Puzzle::blank`].
    fn blank(&self, rows: usize, cols: usize) -> Result<BoxedInstance, String>;

    /// How puzzles of it are made, where that is known.
    fn making(&self) -> Option<Making>;
}

/// An instance of some kind.
pub type BoxedInstance = Box<dyn AnyInstance>;

/// An instance with its type taken off. The answers it is asked about must be its own.
pub trait AnyInstance: Shaped + fmt::Debug + Send + Sync {
    /// Its kind.
    fn kind(&self) -> &'static dyn Kind;

    /// The instance as the type its kind has for it, for who knows the kind.
    fn as_any(&self) -> &dyn Any;

    /// Its own text.
    fn print(&self) -> String;

    /// Its text in a format.
    fn write(&self, format: &str) -> Result<String, NotExpressible>;

    /// The model by some viewpoints; none named is the usual one.
    fn formulate(
        &self,
        wish: &FormulateOptions<'_>,
        model: &mut Model,
    ) -> Result<AnyFormulation, FormulateError>;

    /// A program of rules with a query about this instance: by the name of the program, the usual one if that is empty, and by what is switched.
    fn program(&self, name: &str, switches: &[String]) -> Result<AnyProgram, FormulateError>;

    /// The drawing.
    fn draw(&self, shown: &Shown<'_>) -> Board;

    /// Reads an answer.
    fn parse_answer(&self, text: &str) -> Result<AnyAnswer, Diagnostic>;

    /// Reads a person's marks; see [`Puzzle::parse_marks`].
    fn parse_marks(&self, text: &str) -> Result<Vec<Known>, Diagnostic>;

    /// Writes an answer.
    fn print_answer(&self, answer: &AnyAnswer) -> String;

    /// Judges an answer.
    fn check(&self, answer: &AnyAnswer) -> Result<(), Violation>;

    /// What an answer says of every fact.
    fn known(&self, answer: &AnyAnswer) -> Vec<Known>;

    /// Every fact, in words.
    fn facts(&self) -> Vec<String>;

    /// How many there are, told without making them.
    fn n_facts(&self) -> usize;

    /// Every fact, as short as can be; see [`Puzzle::label`].
    fn labels(&self) -> Vec<String>;

    /// Every place where a clue can stand, with what stands there; nothing is the empty text.
    fn clues(&self) -> Vec<(Place, String)>;

    /// What clues say of facts on their own.
    fn clue_claims(&self) -> Vec<Claim>;

    /// The instance with one clue changed, or why there is none; the empty text takes the clue away.
    fn with_clue(&self, place: Place, clue: &str) -> Result<BoxedInstance, String>;

    /// The cells every fact is about.
    fn fact_cells(&self) -> Vec<Vec<Cell>>;

    /// The opposite of every fact, in words.
    fn denials(&self) -> Vec<String>;

    /// The rules and clues as people say them; see [`Puzzle::premises`].
    fn premises(&self) -> Vec<Premise>;

    /// Sets of premises that people try together; see [`Puzzle::suggest`].
    fn suggest(&self, known: &[Known]) -> Vec<Vec<usize>>;

    /// Lists of premises all ways of which people try together; see [`Puzzle::together`].
    fn together(&self, known: &[Known]) -> Vec<Vec<usize>>;

    /// A step in the words of its kind; see [`Puzzle::say`].
    fn say(&self, argument: &Argument<'_>) -> Option<StepText>;
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
    fn card(&self) -> &'static Card {
        const { &P::CARD }
    }

    fn viewpoints(&self) -> Vec<(&'static str, &'static str)> {
        let named = P::VIEWPOINTS.iter();
        named.map(|point| (point.name(), point.about())).collect()
    }

    fn rules(&self) -> &'static [Rule] {
        P::RULES
    }

    fn connectivity(&self) -> &'static [Connectivity] {
        P::CONNECTIVITY
    }

    fn programs(&self) -> Vec<ProgramCard> {
        P::PROGRAMS.iter().map(|program| program.card).collect()
    }

    fn formats(&self) -> Vec<(&'static str, &'static str)> {
        let named = P::FORMATS.iter();
        named
            .map(|format| (format.name(), format.about()))
            .collect()
    }

    fn recognise(&self, text: &str) -> Option<&'static str> {
        let found = P::FORMATS.iter().find(|format| format.recognises(text));
        found.map(|format| format.name())
    }

    fn read(&self, format: Option<&str>, text: &str) -> Result<BoxedInstance, Diagnostic> {
        let named = |name| P::FORMATS.iter().find(|format| format.name() == name);
        let instance = match format.and_then(named) {
            Some(format) => format.read(text)?,
            None => P::parse(text)?,
        };
        Ok(boxed::<P>(instance))
    }

    fn blank(&self, rows: usize, cols: usize) -> Result<BoxedInstance, String> {
        let sides = 1..=MOST_BLANK;
        if !sides.contains(&rows) || !sides.contains(&cols) {
            return Err(format!(
                "a board has from 1 to {MOST_BLANK} rows and columns"
            ));
        }
        P::blank(rows, cols).map(boxed::<P>)
    }

    fn making(&self) -> Option<Making> {
        P::MAKING
    }
}

/// An instance with its type taken off.
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
        own.expect("answers are asked about by the instance they answer")
    }
}

pub(crate) fn viewpoint<P: Puzzle>(name: &str) -> Result<&'static dyn Viewpoint<P>, NoSuchChoice> {
    let mut all = P::VIEWPOINTS.iter().copied();
    all.find(|point| point.name() == name)
        .ok_or_else(|| NoSuchChoice {
            puzzle: P::CARD.title,
            what: "viewpoint",
            name: name.to_owned(),
            known: P::VIEWPOINTS.iter().map(|point| point.name()).collect(),
        })
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

    fn write(&self, format: &str) -> Result<String, NotExpressible> {
        let mut all = P::FORMATS.iter();
        match all.find(|known| known.name() == format) {
            Some(format) => format.write(&self.0),
            None => {
                let known: Vec<&str> = P::FORMATS.iter().map(|known| known.name()).collect();
                let (title, known) = (P::CARD.title, known.join(", "));
                Err(NotExpressible(format!(
                    "{title} has no format `{format}`; there are text, {known}"
                )))
            }
        }
    }

    fn formulate(
        &self,
        wish: &FormulateOptions<'_>,
        model: &mut Model,
    ) -> Result<AnyFormulation, FormulateError> {
        let named = wish.viewpoints.iter().map(|name| viewpoint::<P>(name));
        let mut viewpoints = named.collect::<Result<Vec<_>, _>>()?;
        if viewpoints.is_empty() {
            viewpoints.extend(P::VIEWPOINTS.first());
        }
        let mut choices = Choices::default();
        for rule in wish.rules {
            choices = choices.with_rule::<P>(rule)?;
        }
        if let Some(name) = wish.connectivity {
            choices = choices.with_connectivity::<P>(name)?;
        }
        let formulation = formulate::<P>(&self.0, &viewpoints, &choices, model)?;
        let names: Vec<&str> = viewpoints.iter().map(|point| point.name()).collect();
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
        let card = program.card;
        let switched = card.switched(switches)?;
        let instance = self.0.clone();
        let watching = self.0.clone();
        Ok(AnyProgram {
            card,
            switched,
            query: (program.query)(&self.0),
            watched: program.watched,
            seen: Box::new(move |seen| (program.seen)(&watching, seen)),
            read: Box::new(move |bound| {
                let answer = (program.read)(&instance, bound)?;
                Some(AnyAnswer::new(answer))
            }),
        })
    }

    fn draw(&self, shown: &Shown<'_>) -> Board {
        P::draw(&self.0, shown)
    }

    fn parse_answer(&self, text: &str) -> Result<AnyAnswer, Diagnostic> {
        P::parse_answer(&self.0, text).map(AnyAnswer::new)
    }

    fn parse_marks(&self, text: &str) -> Result<Vec<Known>, Diagnostic> {
        P::parse_marks(&self.0, text)
    }

    fn print_answer(&self, answer: &AnyAnswer) -> String {
        P::print_answer(&self.0, Self::answer(answer))
    }

    fn check(&self, answer: &AnyAnswer) -> Result<(), Violation> {
        P::check(&self.0, Self::answer(answer))
    }

    fn known(&self, answer: &AnyAnswer) -> Vec<Known> {
        let answer = Self::answer(answer);
        let truth = |fact: &P::Fact| match P::is_true(&self.0, answer, fact) {
            true => Known::True,
            false => Known::False,
        };
        P::facts(&self.0).iter().map(truth).collect()
    }

    fn facts(&self) -> Vec<String> {
        let facts = P::facts(&self.0);
        facts.iter().map(ToString::to_string).collect()
    }

    fn n_facts(&self) -> usize {
        P::n_facts(&self.0)
    }

    fn labels(&self) -> Vec<String> {
        P::facts(&self.0).iter().map(P::label).collect()
    }

    fn clues(&self) -> Vec<(Place, String)> {
        clues::clues::<P>(&self.0)
    }

    fn clue_claims(&self) -> Vec<Claim> {
        clues::claims(&P::premises(&self.0))
    }

    fn with_clue(&self, place: Place, clue: &str) -> Result<BoxedInstance, String> {
        clues::with_clue::<P>(&self.0, place, clue).map(boxed::<P>)
    }

    fn fact_cells(&self) -> Vec<Vec<Cell>> {
        P::facts(&self.0).iter().map(P::cells).collect()
    }

    fn denials(&self) -> Vec<String> {
        let facts = P::facts(&self.0);
        facts.iter().map(|fact| P::denial(&self.0, fact)).collect()
    }

    fn premises(&self) -> Vec<Premise> {
        P::premises(&self.0)
    }

    fn suggest(&self, known: &[Known]) -> Vec<Vec<usize>> {
        P::suggest(&self.0, known)
    }

    fn together(&self, known: &[Known]) -> Vec<Vec<usize>> {
        P::together(&self.0, known)
    }

    fn say(&self, argument: &Argument<'_>) -> Option<StepText> {
        P::say(&self.0, argument)
    }
}

/// An answer with its type taken off.
#[derive(Clone)]
pub struct AnyAnswer(pub(crate) Arc<dyn Any + Send + Sync>);

impl AnyAnswer {
    /// The answer of a kind, for the instances of that kind.
    pub fn new<A: Send + Sync + 'static>(answer: A) -> AnyAnswer {
        AnyAnswer(Arc::new(answer))
    }
}

impl fmt::Debug for AnyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyAnswer(..)")
    }
}

/// How an instance is to be formulated, by names.
#[derive(Clone, Copy, Debug, Default)]
pub struct FormulateOptions<'w> {
    /// The viewpoints, linked by facts; empty is the usual one.
    pub viewpoints: &'w [String],
    /// The rules switched on.
    pub rules: &'w [String],
    /// How connectivity is kept; `None` is the usual way.
    pub connectivity: Option<&'w str>,
}

/// A formulation with its types taken off.
pub struct AnyFormulation {
    /// The viewpoints it is made by, joined by `+`.
    pub name: String,
    /// The variables that decide an answer, in the order a search by hand would take.
    pub decisions: Vec<Var>,
    /// For every fact of the puzzle, in their order, the atom that says it; `None` where one atom cannot.
    pub facts: Facts,
    /// Whether some rule is asked of every answer found instead of being posted.
    pub is_passive: bool,
    pub(crate) read: Reading,
}

/// How an answer is read off an assignment, unless a passive rule refuses it.
pub(crate) type Reading = Box<dyn Fn(&Assignment) -> Option<AnyAnswer> + Send + Sync>;

impl AnyFormulation {
    /// The answer of an assignment; `None` where a passive rule refuses it.
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

/// A program with a query about an instance, its types taken off.
pub struct AnyProgram {
    /// What the program says of itself.
    pub card: ProgramCard,
    /// The value of every switch.
    pub switched: Vec<(&'static str, &'static str)>,
    /// The query, which binds `Answer`.
    pub query: String,
    /// The names of the constraints that say something of the board.
    pub watched: &'static [&'static str],
    pub(crate) read: ProgramReading,
    pub(crate) seen: ProgramSeeing,
}

/// How a run that is under way is read.
pub(crate) type ProgramSeeing = Box<dyn Fn(&Seen<'_>) -> Vec<Claim> + Send + Sync>;

/// How an answer is read off a term.
pub(crate) type ProgramReading = Box<dyn Fn(&Term) -> Option<AnyAnswer> + Send + Sync>;

impl AnyProgram {
    /// The answer that `Answer` was bound to; `None` if the term is none.
    pub fn read(&self, bound: &Term) -> Option<AnyAnswer> {
        (self.read)(bound)
    }

    /// What a run that is under way says of the board.
    pub fn seen(&self, seen: &Seen<'_>) -> Vec<Claim> {
        (self.seen)(seen)
    }
}

impl fmt::Debug for AnyProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyProgram")
            .field("name", &self.card.name)
            .field("switched", &self.switched)
            .finish_non_exhaustive()
    }
}

/// Why an instance cannot be formulated as wished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormulateError {
    /// The puzzle has no viewpoint, rule or connectivity of that name.
    Choice(NoSuchChoice),
    /// The program cannot be switched like that.
    Switch(NoSuchSwitch),
    /// The model cannot hold it.
    Model(ModelError),
}

impl fmt::Display for FormulateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormulateError::Choice(error) => error.fmt(f),
            FormulateError::Switch(error) => error.fmt(f),
            FormulateError::Model(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FormulateError {}

impl From<NoSuchChoice> for FormulateError {
    fn from(error: NoSuchChoice) -> FormulateError {
        FormulateError::Choice(error)
    }
}

impl From<NoSuchSwitch> for FormulateError {
    fn from(error: NoSuchSwitch) -> FormulateError {
        FormulateError::Switch(error)
    }
}

impl From<ModelError> for FormulateError {
    fn from(error: ModelError) -> FormulateError {
        FormulateError::Model(error)
    }
}
