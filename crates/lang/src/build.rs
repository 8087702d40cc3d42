//! From a source to a program: declarations first, then every other statement on its own, so that each error is reported.

use std::collections::HashSet;

use gridwright_fd::{Deadline, Limit};
use gridwright_term::{Diagnostic, Severity, Span, render_all};

use crate::Result;
use crate::check::declare::{self, Overrides, entries};
use crate::check::evaluate::{Values, for_each_choice};
use crate::check::lower::{Lowering, unexpected};
use crate::check::tables::{Tables, function};
use crate::check::typed::ArrayRef;
use crate::expand::expansion::{ExpandError, Expansion, comparison};
use crate::expand::ground::{Ground, Id, Store, Sum};
use crate::parse::parser::parse_before;
use crate::program::{Goal, Line, Program, Show, Source};
use crate::syntax::{Clause, ClauseKind, Expr, ExprKind, Op, Statement, StatementKind};

impl Source {
    /// Parses, checks and expands the text, with some constants overridden.
    pub fn program(self, overrides: &Overrides) -> Result<Program, SourceError> {
        self.program_before(overrides, &Deadline::never())
    }

    /// Like [`program`](Source::program), with a deadline for expanding the program and for building its model. If it is reached, there is an error.
    pub fn program_before(
        self,
        overrides: &Overrides,
        deadline: &Deadline,
    ) -> Result<Program, SourceError> {
        let (statements, mut diagnostics) = parse_before(&self.text, deadline);
        let mut builder = Builder::default();
        builder.declare(&statements, overrides, deadline, &mut diagnostics);
        if diagnostics.is_empty() {
            let found = builder.expand(&statements, deadline, &mut diagnostics);
            let mut all = diagnostics.iter();
            if all.all(|one| one.severity == Severity::Warning) {
                return Ok(Program {
                    source: self,
                    tables: builder.tables,
                    warnings: diagnostics,
                    ..found
                });
            }
        } else if deadline.reached().is_none() {
            // Without a declaration, expanding its uses would only repeat the error.
            builder.check(&statements, &mut diagnostics);
        }
        // At the deadline, the last message says so; other errors are errors of the text whatever the deadline.
        let is_limit = |limit: &Limit| {
            let errors = diagnostics
                .iter()
                .filter(|one| one.severity == Severity::Error);
            let mut messages = errors.map(|one| &one.message);
            messages.all(|message| message.starts_with(limit.describe()))
        };
        Err(SourceError {
            limit: deadline.reached().filter(is_limit),
            source: self,
            diagnostics,
        })
    }
}

/// A text with errors.
#[derive(Clone, Debug)]
pub struct SourceError {
    /// The text.
    pub source: Source,
    /// The errors, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The limit that was reached before the text was read, if it has no other error up to there.
    pub limit: Option<Limit>,
}

impl SourceError {
    /// The diagnostics as text.
    pub fn render(&self) -> String {
        let Source { name, text } = &self.source;
        render_all(&self.diagnostics, text, name)
    }
}

/// The names known so far.
#[derive(Debug, Default)]
struct Builder {
    tables: Tables,
    /// Names with errors in their declarations; statements that use them are not checked, which would only repeat the error.
    refused: HashSet<String>,
}

impl Builder {
    fn declare(
        &mut self,
        statements: &[Statement],
        overrides: &Overrides,
        deadline: &Deadline,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        for statement in statements {
            if let Some(limit) = deadline.reached() {
                diagnostics.push(Diagnostic::error(limit.describe(), statement.span));
                return;
            }
            let tables = &mut self.tables;
            let done = match statement.kind {
                StatementKind::Name => declare::name(statement, tables),
                StatementKind::Constant => declare::constant(statement, tables, overrides),
                StatementKind::Data => declare::data(statement, tables),
                _ => Ok(()),
            };
            if let Err(error) = done {
                diagnostics.push(error);
                let names = statement.items.iter().filter_map(|item| match &item.kind {
                    ExprKind::Name(name) | ExprKind::Call { name, .. } => Some(name.clone()),
                    ExprKind::Binary(_, left, _) => match &left.kind {
                        ExprKind::Name(name) => Some(name.clone()),
                        _ => None,
                    },
                    _ => None,
                });
                self.refused.extend(names);
            }
        }
        // The rest of the text is not known then.
        if deadline.reached().is_some() {
            return;
        }
        for (name, _) in overrides {
            let at = self.tables.find(name);
            let constant = at.is_some_and(|at| match at {
                ArrayRef::Data(_) => self.tables.shape(at).axes().is_empty(),
                ArrayRef::Vars(_) => false,
            });
            if !constant {
                let message =
                    format!("`{name}` is overridden, but is not a constant of this model");
                diagnostics.push(Diagnostic::error(message, Span::new(0, 0)));
            }
        }
    }

    /// Reports errors in the statements whose names are all declared.
    fn check(&self, statements: &[Statement], diagnostics: &mut Vec<Diagnostic>) {
        for statement in statements {
            let mut words = Vec::new();
            let clauses = statement.clauses.iter().flat_map(|clause| &clause.items);
            for expr in statement.items.iter().chain(clauses) {
                names(expr, &mut words);
            }
            if words.iter().any(|word| self.refused.contains(*word)) {
                continue;
            }
            let mut lowering = Lowering::new(&self.tables);
            if statement.kind == StatementKind::Constraint {
                let range = statement.items_of(ClauseKind::Range);
                let lowered = lowering.formulas(&statement.items, range);
                diagnostics.extend(lowered.err());
            }
        }
        diagnostics.sort_by_key(|one| one.span.start);
    }

    fn expand(
        &self,
        statements: &[Statement],
        deadline: &Deadline,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Program {
        let bounds = self.tables.arrays.iter().flat_map(|array| &array.domains);
        let bounds = bounds.map(|domain| {
            let ends = domain.min().zip(domain.max());
            let (min, max) = ends.expect("empty domains are refused");
            (min.into(), max.into())
        });
        let values = Values::before(&self.tables, deadline.clone());
        let mut expansion = Expansion::new(&values, Store::new(bounds.collect()));
        let mut lines = Vec::new();
        let mut objective = None;
        let mut shown = Vec::new();
        for statement in statements {
            let done = match statement.kind {
                StatementKind::Constraint | StatementKind::Given => {
                    line(statement, &mut expansion, diagnostics).map(|line| lines.push(line))
                }
                StatementKind::Minimise | StatementKind::Maximise => {
                    goal(statement, objective.is_some(), &mut expansion)
                        .map(|goal| objective = Some(goal))
                }
                StatementKind::Show => {
                    shows(statement, &self.tables).map(|more| shown.extend(more))
                }
                StatementKind::Name | StatementKind::Constant | StatementKind::Data => Ok(()),
            };
            diagnostics.extend(done.err());
            if deadline.reached().is_some() && !diagnostics.is_empty() {
                break;
            }
        }
        let mut side = std::mem::take(&mut expansion.side);
        side.sort_unstable();
        side.dedup();
        side.retain(|ground| *ground != Ground::Truth(true));
        Program {
            source: Source::new("", ""),
            tables: Tables::default(),
            store: expansion.store,
            side,
            lines,
            objective,
            shows: shown,
            warnings: Vec::new(),
            tried: values.tried.get(),
            deadline: deadline.clone(),
        }
    }
}

/// Expands a constraint.
fn line(
    statement: &Statement,
    expansion: &mut Expansion<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Line> {
    let mut grounds = Vec::new();
    if let Some(clause) = statement.clause(ClauseKind::Values) {
        grounds = given(statement, clause, expansion)?;
    } else {
        let range = statement.items_of(ClauseKind::Range);
        let mut lowering = Lowering::new(expansion.values.tables);
        let over = lowering.formulas(&statement.items, range)?;
        let values = expansion.values;
        let mut seen = HashSet::new();
        let mut n_instances = 0;
        let done = for_each_choice(&over.scope, values, &mut Vec::new(), &mut |slots| {
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
            Ok::<(), ExpandError>(())
        });
        done.map_err(|error| error.at(statement.span))?;
        if n_instances == 0 {
            let message = "this has no effect: no indices match its range";
            diagnostics.push(Diagnostic::warning(message, statement.span));
        }
    }
    let span = statement.span;
    Ok(Line { span, grounds })
}

/// `Given: X, values: …`: each value that is not omitted fixes the variable in the same position.
fn given(statement: &Statement, clause: &Clause, expansion: &Expansion<'_>) -> Result<Vec<Ground>> {
    let tables = expansion.values.tables;
    let [item] = &statement.items[..] else {
        let message = "values are given to one name at a time";
        return Err(Diagnostic::error(message, statement.span));
    };
    if let Some(range) = statement.clause(ClauseKind::Range) {
        let message = "values are given for all indices, in their order; there is no range";
        return Err(Diagnostic::error(message, range.span));
    }
    let name = match &item.kind {
        ExprKind::Name(name) | ExprKind::Call { name, .. } => name,
        _ => return Err(unexpected("this", item.span).with_note("write `Given: X, values: …`")),
    };
    let Some(ArrayRef::Vars(at)) = tables.find(name) else {
        let message = format!("`{name}` is not a variable");
        return Err(Diagnostic::error(message, item.span));
    };
    let array = &tables.arrays[at];
    let values = entries(clause, array.shape.n_elements(), tables)?;
    let mut grounds = Vec::new();
    for (position, value) in values.into_iter().enumerate() {
        if let Some(value) = value {
            let variable = Sum::of(Id((array.first + position) as u32));
            let equal = comparison(Op::Equal, variable, Sum::constant(value));
            grounds.extend(equal);
        }
    }
    Ok(grounds)
}

fn goal(statement: &Statement, again: bool, expansion: &mut Expansion<'_>) -> Result<Goal> {
    let span = statement.span;
    let [item] = &statement.items[..] else {
        return Err(Diagnostic::error(
            "only one expression can be optimised",
            span,
        ));
    };
    if again {
        let message = "a model can have only one objective";
        return Err(Diagnostic::error(message, span));
    }
    let mut lowering = Lowering::new(expansion.values.tables);
    let number = lowering.number(item)?;
    let sum = expansion.sum(&number, &mut Vec::new())?;
    let maximise = statement.kind == StatementKind::Maximise;
    Ok(Goal {
        sum,
        maximise,
        span,
    })
}

/// All names in an expression.
fn names<'p>(expr: &'p Expr, found: &mut Vec<&'p str>) {
    match &expr.kind {
        ExprKind::Name(name) => found.push(name),
        ExprKind::Call { name, .. } if function(name).is_none() => found.push(name),
        _ => {}
    }
    expr.parts().into_iter().for_each(|part| names(part, found));
}

/// `Show: X, columns: 9`.
fn shows(statement: &Statement, tables: &Tables) -> Result<Vec<Show>> {
    let columns = match statement.clause(ClauseKind::Columns) {
        None => None,
        Some(clause) => {
            let [item] = &clause.items[..] else {
                return Err(unexpected("this", clause.span).with_note("write `columns: 9`"));
            };
            let number = Lowering::new(tables).constant(item)?;
            let number = usize::try_from(number).ok().filter(|n| *n > 0);
            let message = "the number of columns is at least 1";
            Some(number.ok_or_else(|| Diagnostic::error(message, item.span))?)
        }
    };
    let show = |item: &crate::syntax::Expr| {
        let name = match &item.kind {
            ExprKind::Name(name) | ExprKind::Call { name, .. } => name,
            _ => return Err(unexpected("this", item.span).with_note("write `Show: X`")),
        };
        match tables.find(name) {
            Some(ArrayRef::Vars(array)) => Ok(Show { array, columns }),
            Some(ArrayRef::Data(_)) => {
                let message = format!("`{name}` is a constant; only variables can be shown");
                Err(Diagnostic::error(message, item.span))
            }
            None => Err(Lowering::new(tables).unknown(name, item.span)),
        }
    };
    statement.items.iter().map(show).collect()
}
