//! The contracts: what a puzzle is, and what a viewpoint of it is.

use std::fmt;

use gridwright_constraints::iff_atoms;
use gridwright_fd::{Assignment, Atom, Model, ModelError, Op, Store, Var};
use gridwright_grid::Cell;
use gridwright_grid::board::Board;
use gridwright_term::Diagnostic;

use crate::contract::choices::{Choices, Connectivity, Rule};
use crate::contract::drawing::{Known, Shown};
use crate::contract::facts::Facts;
use crate::contract::format::Format;
use crate::contract::generate::Making;
use crate::contract::premise::{Argument, Premise, StepText};
use crate::contract::program::Program;
use crate::contract::shape::Sharing;

/// One kind of puzzle. It formulates and judges; it cannot solve.
///
/// Three things are kept apart by one question each. The *instance*: was it given by the setter? The *answer*: does it end the puzzle,
/// whichever viewpoint found it? A *fact*: is it one thing that can be said of an answer? Facts are what viewpoints are linked by, what is known of a
/// board before it is solved, and the words an explanation is made of.
pub trait Puzzle: Sized + 'static {
    /// The givens.
    type Instance: Clone + PartialEq + fmt::Debug + Send + Sync;
    /// A filled board.
    type Answer: Clone + Ord + fmt::Debug + Send + Sync;
    /// One thing that can be said of an answer: "row 3, column 5 is 7".
    type Fact: Clone + Ord + fmt::Debug + fmt::Display + Send + Sync;

    /// What it says of itself.
    const CARD: Card;
    /// The ways to see it, the usual one first.
    const VIEWPOINTS: &'static [&'static dyn Viewpoint<Self>];
    /// The rules that may be added or weakened, by name.
    const RULES: &'static [Rule] = &[];
    /// The ways to see to it that what must hang together does, the usual one first; empty where nothing must.
    const CONNECTIVITY: &'static [Connectivity] = &[];
    /// Its programs of Constraint Handling Rules, the usual one first.
    const PROGRAMS: &'static [Program<Self>] = &[];
    /// The formats it is exchanged in, beside its own text.
    const FORMATS: &'static [&'static dyn Format<Self>] = &[];
    /// How puzzles of it are made, where that is known.
    const MAKING: Option<Making> = None;

    /// Reads an instance.
    fn parse(text: &str) -> Result<Self::Instance, Diagnostic>;

    /// Writes an instance so that it can be read again.
    fn print(instance: &Self::Instance) -> String;

    /// A board of so many rows and columns on which nothing is given, or as little as can be; or why there is none.
    fn blank(rows: usize, cols: usize) -> Result<Self::Instance, String>;

    /// Reads an answer to an instance.
    fn parse_answer(instance: &Self::Instance, text: &str) -> Result<Self::Answer, Diagnostic>;

    /// Reads a person's marks on a board that is not full yet, as `docs/formats.md` tells: what they say of every fact.
    fn parse_marks(instance: &Self::Instance, text: &str) -> Result<Vec<Known>, Diagnostic>;

    /// Writes an answer so that it can be read again.
    fn print_answer(instance: &Self::Instance, answer: &Self::Answer) -> String;

    /// The rules, said without any solver: the judge of every viewpoint.
    fn check(instance: &Self::Instance, answer: &Self::Answer) -> Result<(), Violation>;

    /// Everything that can be said of an answer, in a fixed order. Answers that agree on all facts are equal.
    fn facts(instance: &Self::Instance) -> Vec<Self::Fact>;

    /// Whether a fact is true of an answer.
    fn is_true(instance: &Self::Instance, answer: &Self::Answer, fact: &Self::Fact) -> bool;

    /// The cells a fact is about.
    fn cells(fact: &Self::Fact) -> Vec<Cell>;

    /// How many facts there are, told without making them.
    fn n_facts(instance: &Self::Instance) -> usize {
        Self::facts(instance).len()
    }

    /// A fact as short as can be, where its cells are plain to see: `5`, `2 bridges`, `ship`.
    fn label(fact: &Self::Fact) -> String;

    /// The opposite of a fact, in words.
    fn denial(_instance: &Self::Instance, fact: &Self::Fact) -> String {
        let words = fact.to_string();
        for verb in [" is ", " are ", " has "] {
            if words.contains(verb) {
                return words.replacen(verb, &format!("{verb}not "), 1);
            }
        }
        format!("it is not so that {words}")
    }

    /// The drawing of an instance with what is known of its facts: nothing, candidates, a part of an answer, or a whole one.
    fn draw(instance: &Self::Instance, shown: &Shown<'_>) -> Board;

    /// The rules and clues as people say them, one by one, over the facts; explanations are made of them.
    fn premises(_instance: &Self::Instance) -> Vec<Premise> {
        Vec::new()
    }

    /// Sets of premises, by their places, that people try together where single ones lead nowhere: the pairs, fish and wings of a Sudoku. Those that cost
    /// least come first; what they force, if anything, is for others to find out.
    fn suggest(_instance: &Self::Instance, _known: &[Known]) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// Lists of premises that count groups, all ways of which people try together where nothing simpler helps: where the long ships of a fleet lie.
    fn together(_instance: &Self::Instance, _known: &[Known]) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// A step in the words of this kind, where people have a name for it.
    fn say(_instance: &Self::Instance, _argument: &Argument<'_>) -> Option<StepText> {
        None
    }
}

/// One way to see a puzzle as variables and constraints, named by what a variable stands for.
pub trait Viewpoint<P: Puzzle>: Sync {
    /// Its name, such as `cells`.
    fn name(&self) -> &'static str;

    /// What a variable stands for, in a line.
    fn about(&self) -> &'static str;

    /// Adds the formulation to a model. A rule or connectivity that this viewpoint has no use for changes nothing.
    fn formulate(
        &self,
        instance: &P::Instance,
        choices: &Choices,
        model: &mut Model,
    ) -> Result<Formulation<P>, ModelError>;

    /// How instances of one shape share the model it makes, where they do; see [`Shaped`](crate::Shaped).
    fn sharing(&self) -> Option<&dyn Sharing<P>> {
        None
    }
}

/// How an answer is read off an assignment.
type Reading<A> = Box<dyn Fn(&Assignment) -> A + Send + Sync>;

/// Whether an answer keeps the rules that were not posted.
type Passive<A> = Box<dyn Fn(&A) -> bool + Send + Sync>;

/// What a viewpoint made of an instance. Variables stay inside it.
pub struct Formulation<P: Puzzle> {
    /// The variables that decide an answer, in the order a search by hand would take.
    pub decisions: Vec<Var>,
    /// For every fact of the puzzle, in their order, the atom that says it; `None` where one atom cannot.
    pub facts: Facts,
    /// How an answer is read off an assignment.
    pub read: Reading<P::Answer>,
    /// What is not posted but asked of every answer found, where a rule is passive: an answer it refuses is none.
    pub passive: Option<Passive<P::Answer>>,
}

impl<P: Puzzle> fmt::Debug for Formulation<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Formulation")
            .field("decisions", &self.decisions)
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}

impl<P: Puzzle> Formulation<P> {
    /// What domains say of every fact, in their order.
    pub fn known(&self, store: &Store) -> Vec<Known> {
        self.facts
            .iter()
            .map(|atom| match atom {
                Some(atom) if store.holds(*atom) => Known::True,
                Some(atom) if store.is_false(*atom) => Known::False,
                _ => Known::Open,
            })
            .collect()
    }

    /// Links two formulations in one model: a fact that both can say, they say together. What both deny from the beginning needs no link.
    pub fn channel(&self, other: &Formulation<P>, model: &mut Model) -> Result<(), ModelError> {
        for (a, b) in self.facts.iter().zip(&other.facts) {
            if let (Some(a), Some(b)) = (*a, *b)
                && !(denied(model, a) && denied(model, b))
            {
                model.post(iff_atoms(a, b))?;
            }
        }
        Ok(())
    }
}

/// Whether an atom is `x == v` for a value that x cannot have from the beginning.
fn denied(model: &Model, atom: Atom) -> bool {
    atom.op() == Op::Eq && !model.domain(atom.var()).contains(atom.value())
}

/// Formulates an instance by one or several viewpoints in one model, linked by their facts. The first one reads the answer.
pub fn formulate<P: Puzzle>(
    instance: &P::Instance,
    viewpoints: &[&dyn Viewpoint<P>],
    choices: &Choices,
    model: &mut Model,
) -> Result<Formulation<P>, ModelError> {
    let Some((first, rest)) = viewpoints.split_first() else {
        return Err(ModelError::Misfit {
            by: P::CARD.id.to_owned(),
            what: "no viewpoint was named".to_owned(),
        });
    };
    let mut formulation = first.formulate(instance, choices, model)?;
    for viewpoint in rest {
        let other = viewpoint.formulate(instance, choices, model)?;
        formulation.channel(&other, model)?;
        // What one of them posts, no other needs to ask afterwards.
        if other.passive.is_none() {
            formulation.passive = None;
        }
    }
    model.set_keys(formulation.decisions.clone())?;
    Ok(formulation)
}

/// What a puzzle says of itself.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// Its short name, as on the command line.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its rules, in words.
    pub rules: &'static str,
    /// Small instances with their number of answers: help shows them, the laws check them.
    pub examples: &'static [Example],
}

/// A small instance.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// How many answers it has.
    pub answers: u64,
}

/// A rule that an answer breaks, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation(pub String);

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Violation {}
