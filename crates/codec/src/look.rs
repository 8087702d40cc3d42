//! The rules of a puzzle in SudokuPad's own format, which stores how a puzzle looks: cages and the list of global rules are rules; lines, arrows and shapes have no
//! meaning of their own and are named after their fields.

use gridwright_term::Diagnostic;
use serde_json::Value;

use crate::packed::is_empty;
use crate::rules::Rule;
use crate::sudoku_json::{field, places};

/// The rules of a puzzle with `n` rows.
pub(crate) fn rules(
    json: &Value,
    n: usize,
    error: &dyn Fn(&str) -> Diagnostic,
) -> Result<Vec<Rule>, Diagnostic> {
    let mut rules = Vec::new();
    let global = json.get("global").and_then(Value::as_array);
    for name in global.into_iter().flatten().filter_map(Value::as_str) {
        rules.push(Rule::named(name));
    }
    for cage in list(json, "cages") {
        rules.extend(killer_cage(cage, n, error)?);
    }
    let mut lines = list(json, "lines").to_vec();
    for (name, ends) in [
        ("diagonal+", [[n, 0], [0, n]]),
        ("diagonal-", [[0, 0], [n, n]]),
    ] {
        let before = lines.len();
        lines.retain(|line| !runs_between(line, ends));
        if lines.len() < before {
            rules.push(Rule::named(name));
        }
    }
    let rest = [("lines", &lines[..])]
        .into_iter()
        .chain(["arrows", "overlays", "underlays"].map(|name| (name, list(json, name))));
    for (name, shapes) in rest {
        if !shapes.is_empty() {
            rules.push(Rule::named(name));
        }
    }
    Ok(rules)
}

fn list<'j>(json: &'j Value, name: &str) -> &'j [Value] {
    let list = field(json, name).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

/// A cage that is a rule; notes about the puzzle and the rows and columns are stored as cages too.
fn killer_cage(
    cage: &Value,
    n: usize,
    error: &dyn Fn(&str) -> Diagnostic,
) -> Result<Option<Rule>, Diagnostic> {
    let Some(cells) = field(cage, "cells").filter(|cells| !is_empty(cells)) else {
        return Ok(None);
    };
    let kind = cage.get("type").and_then(Value::as_str);
    if matches!(kind, Some("rowcol" | "row" | "col" | "region" | "box")) {
        return Ok(None);
    }
    let cells = places(cells, n).ok_or_else(|| error("a cage has a cell outside the grid"))?;
    let is_unique = cage.get("unique") == Some(&Value::Bool(true));
    let is_extra = cage.get("style").and_then(Value::as_str) == Some("extraregion");
    let number = |name: &str| match field(cage, name)? {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) if text.trim().parse::<u32>().is_ok() => Some(text.trim().to_owned()),
        _ => None,
    };
    let value = number("value").or_else(|| number("sum").filter(|_| !is_extra));
    let name = match is_extra {
        true => "extraregion",
        false => "killercage",
    };
    Ok((is_unique || value.is_some()).then(|| Rule {
        cells,
        value: value.unwrap_or_default(),
        ..Rule::named(name)
    }))
}

/// Whether a line has two points, these.
fn runs_between(line: &Value, [from, to]: [[usize; 2]; 2]) -> bool {
    let point = |point: &Value, at: [usize; 2]| {
        let is = |i: usize| point.get(i).and_then(Value::as_f64) == Some(at[i] as f64);
        is(0) && is(1)
    };
    let points = list(line, "wayPoints");
    match points {
        [a, b] => point(a, from) && point(b, to) || point(a, to) && point(b, from),
        _ => false,
    }
}
