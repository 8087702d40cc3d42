//! Programs: a text that was read, checked and expanded, ready to become a model.

use std::collections::HashSet;

use gridwright_term::{Diagnostic, Severity, Span};

use crate::building::Building;
use crate::cliques::cliques;
use crate::declare::Overrides;
use crate::ground::{Ground, Relation, Store, Sum};
use crate::parse::parse_statements;
use crate::show::Show;
use crate::tables::{Array, Tables};

/// A text with its name, for messages.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it is called.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// A text that was understood.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) source: Source,
    pub(crate) tables: Tables,
    pub(crate) store: Store,
    /// What must hold for numbers to exist.
    pub(crate) side: Vec<Ground>,
    pub(crate) lines: Vec<Line>,
    pub(crate) objective: Option<Goal>,
    pub(crate) shows: Vec<Show>,
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) tried: u64,
}

/// A statement that constrains, with what it became.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) span: Span,
    pub(crate) grounds: Vec<Ground>,
}

/// What is to be made small, or large.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) sum: Sum,
    pub(crate) largest: bool,
    pub(crate) span: Span,
}

impl Source {
    /// A text with its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source {
            name: name.into(),
            text: text.into(),
        }
    }

    /// Reads, checks and expands the text, with some constants given from outside.
    pub fn program(self, overrides: &Overrides) -> Result<Program, Refused> {
        let (statements, mut told) = parse_statements(&self.text);
        let mut building = Building::default();
        building.declare(&statements, overrides, &mut told);
        let found = match told.is_empty() {
            true => building.expand(&statements, &mut told),
            // Statements that lack a declaration would only be told so.
            false => {
                building.check(&statements, &mut told);
                None
            }
        };
        match found {
            Some(found) if told.iter().all(|one| one.severity == Severity::Warning) => {
                Ok(Program {
                    source: self,
                    tables: building.tables,
                    warnings: told,
                    ..found
                })
            }
            _ => Err(Refused { source: self, told }),
        }
    }
}

/// A text that was not understood, and why.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The text.
    pub source: Source,
    /// What is wrong with it, in the order of the text.
    pub told: Vec<Diagnostic>,
}

impl Refused {
    /// The messages with their places, as they are shown.
    pub fn render(&self) -> String {
        let Source { name, text } = &self.source;
        self.told.iter().map(|one| one.render(text, name)).collect()
    }
}

impl Program {
    /// The text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The variables, in the order of their declaration.
    pub fn arrays(&self) -> &[Array] {
        &self.tables.arrays
    }

    /// What of a solution is shown; without a word about it, everything.
    pub fn shows(&self) -> Vec<Show> {
        match &self.shows[..] {
            [] => (0..self.tables.arrays.len()).map(Show::all).collect(),
            shows => shows.to_vec(),
        }
    }

    /// What is odd about the text, though it is understood.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// How many choices of an index were tried to find the instances of all statements.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// Whether something is to be as small or as large as possible.
    pub fn has_objective(&self) -> bool {
        self.objective.is_some()
    }
}

/// What several lines say together: each thing once, and pairs that differ gathered into sets.
pub(crate) fn merged<'g>(grounds: impl IntoIterator<Item = &'g Ground>) -> Vec<Ground> {
    let mut seen = HashSet::new();
    let (mut pairs, mut others) = (Vec::new(), Vec::new());
    for ground in grounds {
        if !seen.insert(ground) {
            continue;
        }
        match ground {
            Ground::Apart(one, other) => pairs.push((one.clone(), other.clone())),
            Ground::Compare(Relation::NotZero, sum) => match sum.terms[..] {
                [(one, 1), (other, -1)] if sum.constant == 0 => {
                    pairs.push((Sum::of(one), Sum::of(other)));
                }
                _ => others.push(ground.clone()),
            },
            _ => others.push(ground.clone()),
        }
    }
    let sets = cliques(pairs).into_iter().map(|mut set| match set.len() {
        2 => {
            let other = set.pop().expect("there are two");
            Ground::Apart(set.pop().expect("there are two"), other)
        }
        _ => Ground::AllDifferent(set),
    });
    sets.chain(others).collect()
}
