//! Kinds with their types taken off: one implementation for all puzzles, so that a command, a page or a law treats them alike and no puzzle writes
//! plumbing.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use gridwright_fd::{Assignment, Atom, Model, ModelError, Var};
use gridwright_grid::board::Board;
use gridwright_term::Diagnostic;

use crate::choices::{Choices, Connectivity, NoSuchChoice, Rule};
use crate::format::Unsayable;
use crate::generate::Making;
use crate::premise::{Argument, Premise, Said};
use crate::puzzle::{Card, Puzzle, Viewpoint, Violation, formulate};
use crate::shown::{Known, Shown};

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

    /// The names of the formats it is exchanged in and what they are.
    fn formats(&self) -> Vec<(&'static str, &'static str)>;

    /// The format that a text looks like, beside the kind's own text.
    fn recognise(&self, text: &str) -> Option<&'static str>;

    /// Reads an instance, in a format by its name or in the kind's own text.
    fn read(&self, format: Option<&str>, text: &str) -> Result<Given, Diagnostic>;

    /// How puzzles of it are made, where that is known.
    fn making(&self) -> Option<Making>;
}

/// An instance of some kind.
pub type Given = Box<dyn AnyInstance>;

/// An instance with its type taken off. The answers it is asked about must be its own.
pub trait AnyInstance: fmt::Debug + Send + Sync {
    /// Its kind.
    fn kind(&self) -> &'static dyn Kind;

    /// Its own text.
    fn print(&self) -> String;

    /// Its text in a format.
    fn write(&self, format: &str) -> Result<String, Unsayable>;

    /// The model by some viewpoints; none named is the usual one.
    fn formulate(
        &self,
        wish: &Wish<'_>,
        model: &mut Model,
    ) -> Result<AnyFormulation, FormulateError>;

    /// The drawing.
    fn draw(&self, shown: &Shown<'_>) -> Board;

    /// Reads an answer.
    fn parse_answer(&self, text: &str) -> Result<Found, Diagnostic>;

    /// Writes an answer.
    fn print_answer(&self, answer: &Found) -> String;

    /// Judges an answer.
    fn check(&self, answer: &Found) -> Result<(), Violation>;

    /// What an answer says of every fact.
    fn known(&self, answer: &Found) -> Vec<Known>;

    /// Every fact, in words.
    fn facts(&self) -> Vec<String>;

    /// The rules and clues as people say them; see [`Puzzle::premises`].
    fn premises(&self) -> Vec<Premise>;

    /// Sets of premises that people try together; see [`Puzzle::suggest`].
    fn suggest(&self, known: &[Known]) -> Vec<Vec<usize>>;

    /// A step in the words of its kind; see [`Puzzle::say`].
    fn say(&self, argument: &Argument<'_>) -> Option<Said>;
}

/// An answer with its type taken off.
#[derive(Clone)]
pub struct Found(Arc<dyn Any + Send + Sync>);

impl Found {
    pub(crate) fn new<A: Send + Sync + 'static>(answer: A) -> Found {
        Found(Arc::new(answer))
    }
}

impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Found(..)")
    }
}

/// How an instance is to be formulated, by names.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish<'w> {
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
    pub facts: Vec<Option<Atom>>,
    /// Whether some rule is asked of every answer found instead of being posted.
    pub is_passive: bool,
    read: Reading,
}

/// How an answer is read off an assignment, unless a passive rule refuses it.
type Reading = Box<dyn Fn(&Assignment) -> Option<Found> + Send + Sync>;

impl AnyFormulation {
    /// The answer of an assignment; `None` where a passive rule refuses it.
    pub fn read(&self, found: &Assignment) -> Option<Found> {
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

/// Why an instance cannot be formulated as wished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormulateError {
    /// The puzzle has no viewpoint, rule or connectivity of that name.
    Choice(NoSuchChoice),
    /// The model cannot hold it.
    Model(ModelError),
}

impl fmt::Display for FormulateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormulateError::Choice(error) => error.fmt(f),
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

impl From<ModelError> for FormulateError {
    fn from(error: ModelError) -> FormulateError {
        FormulateError::Model(error)
    }
}

/// A puzzle as a [`Kind`].
pub(crate) struct Of<P>(PhantomData<fn() -> P>);

impl<P: Puzzle> Of<P> {
    const KIND: Of<P> = Of(PhantomData);

    /// The puzzle as a kind.
    pub(crate) const fn kind() -> &'static dyn Kind {
        &Of::<P>::KIND
    }
}

impl<P: Puzzle> Kind for Of<P> {
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

    fn read(&self, format: Option<&str>, text: &str) -> Result<Given, Diagnostic> {
        let named = |name| P::FORMATS.iter().find(|format| format.name() == name);
        let instance = match format.and_then(named) {
            Some(format) => format.read(text)?,
            None => P::parse(text)?,
        };
        Ok(given::<P>(instance))
    }

    fn making(&self) -> Option<Making> {
        P::MAKING
    }
}

/// An instance with its type taken off.
pub(crate) fn given<P: Puzzle>(instance: P::Instance) -> Given {
    Box::new(Instance::<P>(instance))
}

/// An instance of a puzzle as an [`AnyInstance`].
struct Instance<P: Puzzle>(P::Instance);

impl<P: Puzzle> fmt::Debug for Instance<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: Puzzle> Instance<P> {
    fn own(answer: &Found) -> &P::Answer {
        let own = answer.0.downcast_ref();
        own.expect("answers are asked about by the instance they answer")
    }
}

fn viewpoint<P: Puzzle>(name: &str) -> Result<&'static dyn Viewpoint<P>, NoSuchChoice> {
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
        Of::<P>::kind()
    }

    fn print(&self) -> String {
        P::print(&self.0)
    }

    fn write(&self, format: &str) -> Result<String, Unsayable> {
        let mut all = P::FORMATS.iter();
        match all.find(|known| known.name() == format) {
            Some(format) => format.write(&self.0),
            None => {
                let known: Vec<&str> = P::FORMATS.iter().map(|known| known.name()).collect();
                let (title, known) = (P::CARD.title, known.join(", "));
                Err(Unsayable(format!(
                    "{title} has no format `{format}`; there are text, {known}"
                )))
            }
        }
    }

    fn formulate(
        &self,
        wish: &Wish<'_>,
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
                accepted.then(|| Found::new(answer))
            }),
        })
    }

    fn draw(&self, shown: &Shown<'_>) -> Board {
        P::draw(&self.0, shown)
    }

    fn parse_answer(&self, text: &str) -> Result<Found, Diagnostic> {
        P::parse_answer(&self.0, text).map(Found::new)
    }

    fn print_answer(&self, answer: &Found) -> String {
        P::print_answer(&self.0, Self::own(answer))
    }

    fn check(&self, answer: &Found) -> Result<(), Violation> {
        P::check(&self.0, Self::own(answer))
    }

    fn known(&self, answer: &Found) -> Vec<Known> {
        let answer = Self::own(answer);
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

    fn premises(&self) -> Vec<Premise> {
        P::premises(&self.0)
    }

    fn suggest(&self, known: &[Known]) -> Vec<Vec<usize>> {
        P::suggest(&self.0, known)
    }

    fn say(&self, argument: &Argument<'_>) -> Option<Said> {
        P::say(&self.0, argument)
    }
}
