//! The trait of a kind of puzzle, its viewpoints, and their formulations in one model.

use std::fmt;

use gridwright_constraints::iff_atoms;
use gridwright_fd::{Assignment, Atom, Model, ModelError, Op, Store, Var};
use gridwright_grid::board::Board;
use gridwright_grid::{Border, Cell};
use gridwright_term::Diagnostic;

use crate::contract::choices::{Choices, Connectivity, Rule};
use crate::contract::clues::{CluePosition, ClueSlot};
use crate::contract::drawing::{DrawOptions, FactState};
use crate::contract::facts::Facts;
use crate::contract::format::Format;
use crate::contract::generate::AnyGenerate;
use crate::contract::nine::NineBoards;
use crate::contract::play::PlayInfo;
use crate::contract::premise::Explain;
use crate::contract::program::Program;
use crate::contract::shape::Sharing;

/// One kind of puzzle. It formulates models and judges answers, but cannot solve.
///
/// The *instance* is what the puzzle's author gives. The *answer* is a filled board, whichever viewpoint found it. A *fact* is one Boolean statement about an answer:
/// facts link viewpoints, describe partly solved boards, and are what explanations conclude.
pub trait Puzzle: Sized + 'static {
    /// The givens.
    type Instance: Clone + PartialEq + fmt::Debug + Send + Sync;
    /// A filled board.
    type Answer: Clone + Ord + fmt::Debug + Send + Sync;
    /// A Boolean statement about an answer: "r3c5 is 7".
    type Fact: PuzzleFact;

    /// Its name, rules and examples.
    const INFO: KindInfo;
    /// Whether a text in the kind's own format is tried as this kind if no kind is named. False for kinds whose texts look like those of others.
    const IS_DETECTED: bool = true;
    /// Its viewpoints, the default first.
    const VIEWPOINTS: &'static [&'static Viewpoint<Self>];
    /// The rules that may be added or weakened, by name.
    const RULES: &'static [Rule] = &[];
    /// The ways to enforce connectivity, the default first; empty if the rules do not require connectivity.
    const CONNECTIVITY: &'static [Connectivity] = &[];
    /// Its CHR programs, the default first.
    const PROGRAMS: &'static [Program<Self>] = &[];
    /// The exchange formats that it supports in addition to its own text format.
    const FORMATS: &'static [Format<Self>] = &[];
    /// The functions for explanations, if supported.
    const EXPLAIN: Explain<Self> = Explain::NONE;
    /// How its puzzles are generated, if supported.
    const GENERATE: Option<AnyGenerate> = None;
    /// Published boards with exactly one answer, one on each line, in one of its exchange formats; lines that begin with `# ` name the sources.
    const BOARDS: &'static str = "";

    /// How its instances become ordinary 9x9 Sudokus, if some do.
    const NINE: Option<NineBoards<Self>> = None;

    /// How the values of the keys of its statement for proofs become an answer; `None` if the kind has no statement.
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = None;

    /// Reads an instance.
    fn parse(text: &str) -> Result<Self::Instance, Diagnostic>;

    /// Writes an instance so that it can be read again.
    fn print(instance: &Self::Instance) -> String;

    /// A board of this size with no clues, or as few as possible; or why the size is not supported.
    fn blank(rows: usize, cols: usize) -> Result<Self::Instance, String>;

    /// Reads an answer to an instance.
    fn parse_answer(instance: &Self::Instance, text: &str) -> Result<Self::Answer, Diagnostic>;

    /// Reads a player's marks on a board that is not full yet, as described in `docs/manual/reference/formats.md`; returns the state of every fact.
    fn parse_marks(instance: &Self::Instance, text: &str) -> Result<Vec<FactState>, Diagnostic>;

    /// Writes an answer so that it can be read again.
    fn print_answer(instance: &Self::Instance, answer: &Self::Answer) -> String;

    /// Judges an answer by the rules. It shares no code with any viewpoint.
    fn check(instance: &Self::Instance, answer: &Self::Answer) -> Result<(), Violation>;

    /// All facts, in a fixed order. Answers that agree on all facts are equal.
    fn facts(instance: &Self::Instance) -> Vec<Self::Fact>;

    /// Whether a fact is true of an answer.
    fn is_true(instance: &Self::Instance, answer: &Self::Answer, fact: &Self::Fact) -> bool;

    /// What an answer says about every fact. Kinds with very many facts have a quicker way.
    fn known(instance: &Self::Instance, answer: &Self::Answer) -> Vec<FactState> {
        let truth = |fact: &Self::Fact| match Self::is_true(instance, answer, fact) {
            true => FactState::True,
            false => FactState::False,
        };
        Self::facts(instance).iter().map(truth).collect()
    }

    /// The number of facts.
    fn n_facts(instance: &Self::Instance) -> usize {
        Self::facts(instance).len()
    }

    /// Every place for a clue, with the clue that is there, in a fixed order.
    fn clues(instance: &Self::Instance) -> Vec<ClueSlot>;

    /// The instance with one clue changed, or why that is impossible; the empty text removes the clue.
    fn with_clue(
        instance: &Self::Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Self::Instance, String>;

    /// Why the CHR programs do not support an instance, in words; `None` if they do.
    fn unsupported_by_programs(_: &Self::Instance) -> Option<String> {
        None
    }

    /// Reads an instance in one of [`FORMATS`](Puzzle::FORMATS), or in the kind's own text format if `None`, without the constraints that are not known: the instance and
    /// what was ignored, in words. `None` if the kind has no such way.
    fn read_known(_: Option<&str>, _: &str) -> Option<Result<KnownPart<Self>, Diagnostic>> {
        None
    }

    /// What a player sees and may do beyond what follows from facts and clues.
    fn play(_instance: &Self::Instance) -> PlayInfo {
        PlayInfo::default()
    }

    /// Draws an instance and the known facts: clues only, candidates, a partial answer, or a full answer.
    fn draw(instance: &Self::Instance, options: &DrawOptions<'_>) -> Board;
}

/// Makes an answer of the values of the keys of a statement, in the order in which `crates/statements/src/kinds` adds them.
pub type AnswerFromKeys<P> = fn(&<P as Puzzle>::Instance, &[i32]) -> <P as Puzzle>::Answer;

/// An instance without the constraints that are not known, and these in words.
pub type KnownPart<P> = (<P as Puzzle>::Instance, Vec<String>);

/// A Boolean statement about an answer, displayed in words: "r3c5 is 7".
pub trait PuzzleFact: Clone + Ord + fmt::Debug + fmt::Display + Send + Sync {
    /// The cells it is about.
    fn cells(&self) -> Vec<Cell>;

    /// Where a player marks it: in a cell, between the centres of two cells, or on a side of a cell.
    fn place(&self) -> FactPlace {
        match self.cells()[..] {
            [a, b] => FactPlace::Link(a, b),
            [cell, ..] => FactPlace::Cell(cell),
            [] => FactPlace::Cell(Cell::new(0, 0)),
        }
    }

    /// A short form, for contexts in which its cells are obvious: `5`, `2 bridges`, `ship`.
    fn label(&self) -> String;

    /// Its negation, in words.
    fn negation(&self) -> String {
        let words = self.to_string();
        for verb in [" is ", " are ", " has "] {
            if words.contains(verb) {
                return words.replacen(verb, &format!("{verb}not "), 1);
            }
        }
        format!("it is not so that {words}")
    }
}

/// Where a player marks a fact. The facts of one place are alternatives, such as the numbers of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FactPlace {
    /// Inside a cell.
    Cell(Cell),
    /// A line between the centres of two cells.
    Link(Cell, Cell),
    /// A side of a cell.
    Border(Border),
}

/// One way to model a puzzle as variables and constraints, named by what a variable stands for.
#[derive(Debug)]
pub struct Viewpoint<P: Puzzle> {
    /// Its name, such as `cells`.
    pub name: &'static str,
    /// A one-line description of what a variable stands for.
    pub about: &'static str,
    /// Adds the formulation to a model. A rule or connectivity that this viewpoint does not use changes nothing.
    pub formulate: Formulate<P>,
    /// How instances of one shape share a model, if this viewpoint supports it; see [`Shaped`](crate::Shaped).
    pub sharing: Option<Sharing<P>>,
}

/// Adds the formulation of an instance to a model.
pub type Formulate<P> = fn(&<P as Puzzle>::Instance, &Choices, &mut Model) -> Formulated<P>;

/// A formulation, or the error of the model.
pub type Formulated<P> = Result<Formulation<P>, ModelError>;

impl<P: Puzzle> Viewpoint<P> {
    /// A viewpoint that does not share models.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        formulate: Formulate<P>,
    ) -> Viewpoint<P> {
        Viewpoint {
            name,
            about,
            formulate,
            sharing: None,
        }
    }
}

/// Reads an answer from an assignment.
type Reading<A> = Box<dyn Fn(&Assignment) -> A + Send + Sync>;

/// Whether an answer satisfies the passive rules, which are not posted as constraints.
type Passive<A> = Box<dyn Fn(&A) -> bool + Send + Sync>;

/// The formulation of an instance by a viewpoint. Callers need only these fields and no knowledge of the viewpoint's variables.
pub struct Formulation<P: Puzzle> {
    /// The decision variables, in the order for a search without a heuristic.
    pub decisions: Vec<Var>,
    /// The atom of every fact of the puzzle, in the order of the facts; `None` if no single atom expresses it.
    pub facts: Facts,
    /// Reads an answer from an assignment.
    pub read: Reading<P::Answer>,
    /// Checks the passive rules on every answer found; `None` if all rules are posted.
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
    /// The state of every fact according to the current domains.
    pub fn known(&self, store: &Store) -> Vec<FactState> {
        self.facts
            .iter()
            .map(|atom| match atom {
                Some(atom) if store.holds(*atom) => FactState::True,
                Some(atom) if store.is_false(*atom) => FactState::False,
                _ => FactState::Open,
            })
            .collect()
    }

    /// Channels two formulations in one model: the atoms of a fact in both are equivalent. Facts that both rule out initially need no channel.
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

/// Whether an atom is `x == v` for a value that is not in the initial domain of x.
fn denied(model: &Model, atom: Atom) -> bool {
    atom.op() == Op::Eq && !model.domain(atom.var()).contains(atom.value())
}

/// Formulates an instance by one or several viewpoints in one model, channelled by facts. The first viewpoint reads the answer.
pub fn formulate<P: Puzzle>(
    instance: &P::Instance,
    viewpoints: &[&Viewpoint<P>],
    choices: &Choices,
    model: &mut Model,
) -> Formulated<P> {
    let Some((first, rest)) = viewpoints.split_first() else {
        return Err(ModelError::InvalidArguments {
            by: P::INFO.id.to_owned(),
            what: "no viewpoint was named".to_owned(),
        });
    };
    let mut formulation = (first.formulate)(instance, choices, model)?;
    for viewpoint in rest {
        let other = (viewpoint.formulate)(instance, choices, model)?;
        formulation.channel(&other, model)?;
        // If one viewpoint posts a rule, it need not be checked on answers.
        if other.passive.is_none() {
            formulation.passive = None;
        }
    }
    model.set_keys(formulation.decisions.clone())?;
    Ok(formulation)
}

/// The name, rules and examples of a kind.
#[derive(Clone, Copy, Debug)]
pub struct KindInfo {
    /// Its short name, as on the command line.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its rules, in words.
    pub rules: &'static str,
    /// Small instances with their number of answers, shown in help and checked by `tests/unit/laws.rs`.
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

impl Example {
    /// An instance with this name, text and number of answers.
    pub const fn new(name: &'static str, text: &'static str, answers: u64) -> Example {
        Example {
            name,
            text,
            answers,
        }
    }
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

/// "1 bridge", "2 bridges".
pub(crate) fn plural(n: usize, noun: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{ending}")
}
