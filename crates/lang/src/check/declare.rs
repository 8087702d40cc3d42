//! Declarations: `Name:`, `Constant:` and `Data:`, and values given in the order of the indices.

use gridwright_fd::{Domain, MAX_VALUE, MIN_VALUE};
use gridwright_term::{Diagnostic, Span};

use crate::Result;
use crate::check::evaluate::Values;
use crate::check::lower::{Lowering, is_index, unexpected};
use crate::check::shape::{MAX_ELEMENTS, Shape};
use crate::check::tables::{Array, Data, Tables, function};
use crate::check::typed::{Set, slots};
use crate::syntax::{Clause, ClauseKind, Expr, ExprKind, Op, Statement};

/// Constants whose values the caller overrides.
pub type Overrides = [(String, i64)];

/// `Name: V(i), index: 0..8, domain: 1..9`.
pub(crate) fn name(statement: &Statement, tables: &mut Tables) -> Result {
    for item in &statement.items {
        let (name, indices) = declared(item, tables)?;
        let axes = axes(statement, &indices, item.span, tables)?;
        let mut shape = shape(axes, item.span)?;
        let mut lowering = Lowering::new(tables);
        let slots = indices.iter();
        let slots = slots.map(|(name, span)| lowering.new_slot(name, *span));
        let slots = slots.collect();
        lowering.scopes.push(slots);
        let conditions = lowering.conditions(statement.items_of(ClauseKind::Range))?;
        if !conditions.is_empty() {
            let values = Values::new(tables);
            shape = shape.filtered(|indices| {
                let mut slots = indices.to_vec();
                let mut conditions = conditions.iter();
                conditions.all(|condition| values.truth(condition, &mut slots))
            });
        }
        let Some(clause) = statement.clause(ClauseKind::Domain) else {
            let message = format!("`{name}` has no domain");
            let error = Diagnostic::error(message, statement.span);
            return Err(error.with_note("add which values it may take: `domain: 1..9`"));
        };
        let domains = domains(clause, &shape, &mut lowering)?;
        let total = tables.n_vars() + shape.n_elements();
        if total as u64 > MAX_ELEMENTS {
            return Err(too_many(total as u128, "variables", item.span));
        }
        tables.add_array(Array {
            name,
            shape,
            first: 0,
            span: item.span,
            domains,
        });
    }
    Ok(())
}

/// The domain of every variable of an array.
fn domains(clause: &Clause, shape: &Shape, lowering: &mut Lowering<'_>) -> Result<Vec<Domain>> {
    let mut parts = Vec::new();
    for item in &clause.items {
        parts.extend(lowering.set(item)?.parts);
    }
    let set = Set { parts };
    let ends = set.parts.iter().flat_map(|(first, last)| [first, last]);
    let varies = ends.clone().any(|end| !slots(end).is_empty());
    let values = Values::new(lowering.tables);
    let domain = |indices: &[i64]| -> Result<Domain> {
        let ranges = values.set(&set, &mut indices.to_vec());
        let at = match indices {
            _ if !varies => String::new(),
            indices => format!(" at {indices:?}"),
        };
        if ranges.is_empty() {
            let message = format!("this domain has no value{at}");
            return Err(Diagnostic::error(message, clause.span));
        }
        let fits = |value: i64| {
            i32::try_from(value)
                .ok()
                .filter(|value| (MIN_VALUE..=MAX_VALUE).contains(value))
        };
        let narrow = |&(first, last): &(i64, i64)| Some(fits(first)?..=fits(last)?);
        let narrowed: Option<Vec<_>> = ranges.iter().map(narrow).collect();
        match narrowed {
            Some(ranges) => Ok(Domain::from_ranges(ranges)),
            None => {
                let sizes = ranges
                    .iter()
                    .map(|(first, last)| u128::from(last.abs_diff(*first)) + 1);
                let message = format!(
                    "this domain has {} values{at}, and some are too large",
                    crate::group_digits(sizes.sum())
                );
                let note = format!("values lie in {MIN_VALUE}..{MAX_VALUE}");
                Err(Diagnostic::error(message, clause.span).with_note(note))
            }
        }
    };
    if !varies {
        let one = domain(&[])?;
        return Ok(vec![one; shape.n_elements()]);
    }
    shape.indices().map(|indices| domain(&indices)).collect()
}

/// `Constant: n = 9`.
pub(crate) fn constant(
    statement: &Statement,
    tables: &mut Tables,
    overrides: &Overrides,
) -> Result {
    for item in &statement.items {
        let ExprKind::Binary(Op::Equal, left, right) = &item.kind else {
            let error = unexpected("this", item.span);
            return Err(error.with_note("a constant is written `Constant: n = 9`"));
        };
        let (name, indices) = declared(left, tables)?;
        if let Some((_, span)) = indices.first() {
            let error = Diagnostic::error("a constant has no index", *span);
            let note = format!("write `Data: {name}(i), index: 1..3, values: 4, 5, 6`");
            return Err(error.with_note(note));
        }
        let given = overrides.iter().find(|(other, _)| *other == name);
        let value = match given {
            Some((_, value)) => *value,
            None => Lowering::new(tables).constant(right)?,
        };
        tables.add_data(Data {
            name,
            shape: shape(Vec::new(), item.span)?,
            values: vec![value],
            span: left.span,
        });
    }
    Ok(())
}

/// `Data: Cost(i), index: 1..3, values: 4, 5, 6`.
pub(crate) fn data(statement: &Statement, tables: &mut Tables) -> Result {
    let [item] = &statement.items[..] else {
        let message = "`Data:` declares one name at a time";
        return Err(Diagnostic::error(message, statement.span));
    };
    let (name, indices) = declared(item, tables)?;
    let axes = axes(statement, &indices, item.span, tables)?;
    let shape = shape(axes, item.span)?;
    let Some(clause) = statement.clause(ClauseKind::Values) else {
        let message = format!("`{name}` has no values");
        let error = Diagnostic::error(message, statement.span);
        return Err(error.with_note("add them in the order of the indices: `values: 4, 5, 6`"));
    };
    let entries = entries(clause, shape.n_elements(), tables)?;
    let mut exists = entries.iter().map(Option::is_some);
    let shape = shape.filtered(|_| exists.next() == Some(true));
    tables.add_data(Data {
        name,
        shape,
        values: entries.into_iter().flatten().collect(),
        span: item.span,
    });
    Ok(())
}

/// Values in the order of the indices; `_`, or `.` in a text, omits one.
pub(crate) fn entries(clause: &Clause, n: usize, tables: &Tables) -> Result<Vec<Option<i64>>> {
    let mut found = Vec::new();
    for item in &clause.items {
        add_entries(item, tables, &mut found)?;
    }
    if found.len() != n {
        let message = format!(
            "expected {}, found {}",
            plural(n, "value", "values"),
            found.len()
        );
        let error = Diagnostic::error(message, clause.span);
        return Err(error.with_note("`_`, or `.` in a text, omits a value"));
    }
    Ok(found)
}

fn add_entries(expr: &Expr, tables: &Tables, found: &mut Vec<Option<i64>>) -> Result {
    match &expr.kind {
        ExprKind::Any => found.push(None),
        ExprKind::List(items) => {
            for item in items {
                add_entries(item, tables, found)?;
            }
        }
        ExprKind::Text(text) => {
            for c in text.chars().filter(|c| !c.is_whitespace()) {
                found.push(match c {
                    '.' | '_' | '?' => None,
                    c => match c.to_digit(36) {
                        Some(digit) => Some(digit.into()),
                        None => {
                            let message = format!("`{}` is not a value in a text", c.escape_debug());
                            let note = "in a text, digits and letters are numbers up to 35, and `.` is an omitted value";
                            return Err(Diagnostic::error(message, expr.span).with_note(note));
                        }
                    },
                });
            }
        }
        _ => found.push(Some(Lowering::new(tables).constant(expr)?)),
    }
    Ok(())
}

/// The declared name, with the names of its indices.
fn declared(item: &Expr, tables: &Tables) -> Result<(String, Vec<(String, Span)>)> {
    let (name, args) = match &item.kind {
        ExprKind::Name(name) => (name, &[][..]),
        ExprKind::Call {
            name,
            args,
            range: None,
        } => (name, &args[..]),
        _ => {
            let error = unexpected("this", item.span);
            return Err(error.with_note("a name is declared as `V` or `V(i)`"));
        }
    };
    if let Some(before) = tables.declared(name) {
        let message = format!("`{name}` is declared twice");
        let error = Diagnostic::error(message, item.span);
        return Err(match before == item.span {
            true => error,
            false => error.with_note("a name is declared once, with all its indices"),
        });
    }
    if function(name).is_some() {
        let message = format!("`{name}` is the name of a function");
        return Err(Diagnostic::error(message, item.span));
    }
    let mut indices: Vec<(String, Span)> = Vec::new();
    for arg in args {
        match &arg.kind {
            ExprKind::Name(index) if is_index(index) && tables.find(index).is_none() => {
                if indices.iter().any(|(other, _)| other == index) {
                    let message = format!("the index `{index}` appears twice");
                    return Err(Diagnostic::error(message, arg.span));
                }
                indices.push((index.clone(), arg.span));
            }
            _ => {
                let message = "the name of an index begins with a lower-case letter";
                let note = format!("write `{name}(i)` and then `index: 1..9`");
                return Err(Diagnostic::error(message, arg.span).with_note(note));
            }
        }
    }
    Ok((name.clone(), indices))
}

/// The values of each index.
fn axes(
    statement: &Statement,
    indices: &[(String, Span)],
    span: Span,
    tables: &Tables,
) -> Result<Vec<Vec<i64>>> {
    let items = statement.items_of(ClauseKind::Index);
    if items.len() != indices.len() {
        let error = match (items.len(), indices.len()) {
            (0, _) => Diagnostic::error("the values of the index are not given", span)
                .with_note("add them: `index: 1..9`"),
            (_, 0) => Diagnostic::error("the name has no index for these values", span)
                .with_note("write the index in brackets behind the name: `V(i)`"),
            (sets, indices) => {
                let expected = plural(indices, "index", "indices");
                let message = format!("expected values for {expected}, found {sets}");
                let note = "write one set for each index: `index: 1..3, 1..3`";
                let clause = statement.clause(ClauseKind::Index);
                let span = clause.map_or(span, |clause| clause.span);
                Diagnostic::error(message, span).with_note(note)
            }
        };
        return Err(error);
    }
    let mut axes: Vec<Option<Vec<i64>>> = vec![None; indices.len()];
    for (at, item) in items.iter().enumerate() {
        let (position, set) = match &item.kind {
            ExprKind::Binary(Op::In, index, set) => {
                let named = |(name, _): &(String, Span)| matches!(&index.kind, ExprKind::Name(word) if word == name);
                let position = indices.iter().position(named);
                let message = "this is not an index of the name";
                (
                    position.ok_or_else(|| Diagnostic::error(message, index.span))?,
                    &**set,
                )
            }
            _ => (at, item),
        };
        if axes[position].is_some() {
            let message = format!(
                "the values of the index `{}` are given twice",
                indices[position].0
            );
            return Err(Diagnostic::error(message, item.span));
        }
        axes[position] = Some(axis(set, tables)?);
    }
    Ok(axes.into_iter().flatten().collect())
}

/// The values of one index, ascending.
fn axis(expr: &Expr, tables: &Tables) -> Result<Vec<i64>> {
    let set = Lowering::new(tables).set(expr)?;
    let parts = Values::new(tables).set(&set, &mut Vec::new());
    let sizes = parts
        .iter()
        .map(|(first, last)| u128::from(last.abs_diff(*first)) + 1);
    let size = sizes.sum();
    if size > u128::from(MAX_ELEMENTS) {
        return Err(too_many(size, "values", expr.span));
    }
    let mut axis: Vec<i64> = parts
        .into_iter()
        .flat_map(|(first, last)| first..=last)
        .collect();
    axis.sort_unstable();
    axis.dedup();
    if let Some(value) = axis.iter().find(|value| i32::try_from(**value).is_err()) {
        let message = format!("{value} is too large for an index");
        return Err(Diagnostic::error(message, expr.span));
    }
    Ok(axis)
}

fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn shape(axes: Vec<Vec<i64>>, span: Span) -> Result<Shape> {
    Shape::new(axes).map_err(|size| too_many(size, "elements", span))
}

fn too_many(n: u128, what: &str, span: Span) -> Diagnostic {
    let message = format!(
        "these are {} {what}; the most is {}",
        crate::group_digits(n),
        crate::group_digits(MAX_ELEMENTS.into())
    );
    Diagnostic::error(message, span)
}
