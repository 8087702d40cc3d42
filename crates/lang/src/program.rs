//! Programs: a text that was read, checked and expanded, ready to become a model.

use std::collections::HashSet;

use gridwright_term::{Diagnostic, Severity, Span};

use crate::cliques::cliques;
use crate::declare::{self, Overrides, entries};
use crate::expand::{Expansion, Halt, comparison};
use crate::functions::function;
use crate::ground::{Ground, Id, Relation, Store, Sum};
use crate::join::each;
use crate::lower::{Lowering, Read, unexpected};
use crate::parse::parse_statements;
use crate::show::{Show, shows};
use crate::syntax::{Key, Kind, Op, Phrase, Statement, What};
use crate::tables::{Array, Tables};
use crate::typed::ArrayRef;
use crate::values::Values;

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
    shows: Vec<Show>,
    warnings: Vec<Diagnostic>,
    tried: u64,
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

#[derive(Debug, Default)]
struct Building {
    tables: Tables,
    /// Names whose declaration was refused: statements with them are not told so again.
    refused: HashSet<String>,
}

impl Building {
    fn declare(
        &mut self,
        statements: &[Statement],
        overrides: &Overrides,
        told: &mut Vec<Diagnostic>,
    ) {
        for statement in statements {
            let tables = &mut self.tables;
            let done = match statement.kind {
                Kind::Name => declare::name(statement, tables),
                Kind::Constant => declare::constant(statement, tables, overrides),
                Kind::Data => declare::data(statement, tables),
                _ => Ok(()),
            };
            if let Err(error) = done {
                told.push(error);
                let names = statement.items.iter().filter_map(|item| match &item.what {
                    What::Word(name) | What::Call { name, .. } => Some(name.clone()),
                    What::Pair(_, left, _) => match &left.what {
                        What::Word(name) => Some(name.clone()),
                        _ => None,
                    },
                    _ => None,
                });
                self.refused.extend(names);
            }
        }
        for (name, _) in overrides {
            let at = self.tables.find(name);
            let constant = at.is_some_and(|at| match at {
                ArrayRef::Data(_) => self.tables.shape(at).axes().is_empty(),
                ArrayRef::Vars(_) => false,
            });
            if !constant {
                let message = format!("`{name}` is set from outside, but is no constant here");
                told.push(Diagnostic::error(message, Span::new(0, 0)));
            }
        }
    }

    /// Tells what is wrong with the statements whose names are all declared.
    fn check(&self, statements: &[Statement], told: &mut Vec<Diagnostic>) {
        for statement in statements {
            let mut words = Vec::new();
            let clauses = statement.clauses.iter().flat_map(|clause| &clause.items);
            for phrase in statement.items.iter().chain(clauses) {
                names(phrase, &mut words);
            }
            if words.iter().any(|word| self.refused.contains(*word)) {
                continue;
            }
            let mut lowering = Lowering::new(&self.tables);
            let range = statement.clause(Key::Range);
            let range = range.map_or(&[][..], |clause| &clause.items);
            let done = match statement.kind {
                Kind::Constraint => lowering
                    .each(&statement.items, range, Lowering::formula)
                    .map(|_| ()),
                _ => Ok(()),
            };
            told.extend(done.err());
        }
        told.sort_by_key(|one| one.span.start);
    }

    fn expand(&self, statements: &[Statement], told: &mut Vec<Diagnostic>) -> Option<Program> {
        let bounds = self.tables.arrays.iter().flat_map(|array| &array.domains);
        let bounds = bounds.map(|domain| {
            let ends = domain.min().zip(domain.max());
            let (min, max) = ends.expect("empty domains are refused");
            (min.into(), max.into())
        });
        let values = Values::new(&self.tables);
        let mut expansion = Expansion::new(&values, Store::new(bounds.collect()));
        let mut lines = Vec::new();
        let mut objective = None;
        let mut shown = Vec::new();
        for statement in statements {
            let done = match statement.kind {
                Kind::Constraint | Kind::Given => {
                    line(statement, &mut expansion, told).map(|line| lines.push(line))
                }
                Kind::Minimise | Kind::Maximise => {
                    goal(statement, objective.is_some(), &mut expansion)
                        .map(|goal| objective = Some(goal))
                }
                Kind::Show => shows(statement, &self.tables).map(|more| shown.extend(more)),
                Kind::Name | Kind::Constant | Kind::Data => Ok(()),
            };
            told.extend(done.err());
        }
        let mut side = std::mem::take(&mut expansion.side);
        side.sort_unstable();
        side.dedup();
        side.retain(|ground| *ground != Ground::Truth(true));
        Some(Program {
            source: Source::new("", ""),
            tables: Tables::default(),
            store: expansion.store,
            side,
            lines,
            objective,
            shows: shown,
            warnings: Vec::new(),
            tried: values.tried.get(),
        })
    }
}

/// Expands a constraint.
fn line(
    statement: &Statement,
    expansion: &mut Expansion<'_>,
    told: &mut Vec<Diagnostic>,
) -> Read<Line> {
    let mut grounds = Vec::new();
    if let Some(clause) = statement.clause(Key::Values) {
        grounds = given(statement, clause, expansion)?;
    } else {
        let range = statement.clause(Key::Range);
        let range = range.map_or(&[][..], |clause| &clause.items);
        let mut lowering = Lowering::new(expansion.values.tables);
        let over = lowering.each(&statement.items, range, Lowering::formula)?;
        let values = expansion.values;
        let mut seen = HashSet::new();
        let mut n_instances = 0;
        let done = each(&over.scope, values, &mut Vec::new(), &mut |slots| {
            n_instances += 1;
            for item in &over.items {
                let found = match expansion.ground(item, slots)? {
                    Ground::And(parts) => parts,
                    one => vec![one],
                };
                for ground in found {
                    if ground != Ground::Truth(true) && seen.insert(ground.clone()) {
                        expansion.count(1, statement.span)?;
                        grounds.push(ground);
                    }
                }
            }
            Ok::<(), Halt>(())
        });
        done.map_err(|halt| halt.told(statement.span))?;
        if n_instances == 0 {
            let message = "this says nothing: no indices fit its range";
            told.push(Diagnostic::warning(message, statement.span));
        }
    }
    let span = statement.span;
    Ok(Line { span, grounds })
}

/// `Given: X, values: …`: each value that is there is the value of the variable at its place.
fn given(
    statement: &Statement,
    clause: &crate::syntax::Clause,
    expansion: &Expansion<'_>,
) -> Read<Vec<Ground>> {
    let tables = expansion.values.tables;
    let [item] = &statement.items[..] else {
        let message = "values are given to one name at a time";
        return Err(Diagnostic::error(message, statement.span));
    };
    if let Some(range) = statement.clause(Key::Range) {
        let message = "values are given for all indices, in their order; there is no range";
        return Err(Diagnostic::error(message, range.span));
    }
    let name = match &item.what {
        What::Word(name) | What::Call { name, .. } => name,
        _ => return Err(unexpected("this", item.span).with_note("write `Given: X, values: …`")),
    };
    let Some(ArrayRef::Vars(at)) = tables.find(name) else {
        let message = format!("`{name}` is no variable");
        return Err(Diagnostic::error(message, item.span));
    };
    let array = &tables.arrays[at];
    let values = entries(clause, array.shape.n_places(), tables)?;
    let mut grounds = Vec::new();
    for (place, value) in values.into_iter().enumerate() {
        if let Some(value) = value {
            let variable = Sum::of(Id((array.first + place) as u32));
            let equal = comparison(Op::Equal, variable, Sum::constant(value));
            grounds.extend(equal);
        }
    }
    Ok(grounds)
}

fn goal(statement: &Statement, again: bool, expansion: &mut Expansion<'_>) -> Read<Goal> {
    let span = statement.span;
    let [item] = &statement.items[..] else {
        return Err(Diagnostic::error("one number at a time is optimised", span));
    };
    if again {
        let message = "there is an objective already, and a model has one";
        return Err(Diagnostic::error(message, span));
    }
    let mut lowering = Lowering::new(expansion.values.tables);
    let number = lowering.number(item)?;
    let sum = expansion.sum(&number, &mut Vec::new())?;
    let largest = statement.kind == Kind::Maximise;
    Ok(Goal { sum, largest, span })
}

/// All names in a phrase.
fn names<'p>(phrase: &'p Phrase, found: &mut Vec<&'p str>) {
    match &phrase.what {
        What::Word(name) => found.push(name),
        What::Call { name, args, range } => {
            if function(name).is_none() {
                found.push(name);
            }
            let range = range.iter().flatten();
            args.iter().chain(range).for_each(|part| names(part, found));
        }
        What::List(items) | What::Set(items) => {
            items.iter().for_each(|part| names(part, found));
        }
        What::Minus(inner) | What::Not(inner) => names(inner, found),
        What::Pair(_, left, right) => {
            names(left, found);
            names(right, found);
        }
        What::Int(_) | What::Text(_) | What::Any => {}
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
