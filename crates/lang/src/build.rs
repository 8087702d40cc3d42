//! Building: declarations first, then every other statement on its own, so that each mistake is told.

use std::collections::HashSet;

use gridwright_term::{Diagnostic, Span};

use crate::declare::{self, Overrides, entries};
use crate::expand::{Expansion, Halt, comparison};
use crate::functions::function;
use crate::ground::{Ground, Id, Store, Sum};
use crate::join::each;
use crate::lower::{Lowering, Read, unexpected};
use crate::program::{Goal, Line, Program, Source};
use crate::show::shows;
use crate::syntax::{Clause, Key, Kind, Op, Phrase, Statement, What};
use crate::tables::Tables;
use crate::typed::ArrayRef;
use crate::values::Values;

/// The names known so far.
#[derive(Debug, Default)]
pub(crate) struct Building {
    pub(crate) tables: Tables,
    /// Names whose declaration was refused: statements with them are not told so again.
    refused: HashSet<String>,
}

impl Building {
    pub(crate) fn declare(
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
    pub(crate) fn check(&self, statements: &[Statement], told: &mut Vec<Diagnostic>) {
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

    pub(crate) fn expand(
        &self,
        statements: &[Statement],
        told: &mut Vec<Diagnostic>,
    ) -> Option<Program> {
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
fn given(statement: &Statement, clause: &Clause, expansion: &Expansion<'_>) -> Read<Vec<Ground>> {
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
