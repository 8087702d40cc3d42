//! The text formats of answers: one line per joined pair of islands, `r1c1 r1c3 2`, which is also the format for output; or the board with characters for bridges.
//!
//! On such a board `-` or `.` is an island or water without a bridge; `1`, `2` and so on are one, two and more bridges along the row, `a`, `b` and so on
//! along the column. There is no cell between adjacent islands: the number of bridges between them is computed from the numbers of the islands, and it
//! is an error if these do not determine it.

use gridwright_grid::Cell;
use gridwright_term::Diagnostic;

use crate::contract::{
    FactState,
    tokens::{self, Token},
};
use crate::kinds::hashi::Answer;
use crate::kinds::hashi::instance::Instance;

pub(super) fn parse(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
    let rows = tokens::rows(text);
    let is_cell = |token: &Token<'_>| token.text.starts_with('r');
    match rows.first().and_then(|row| row.first()) {
        Some(first) if !is_cell(first) => signs(instance, text, &rows),
        _ => {
            let bridges = pairs(instance, &rows)?.into_iter();
            Ok(Answer(bridges.map(Option::unwrap_or_default).collect()))
        }
    }
}

/// Reads marks, one line per pair: the minimum number of bridges between two islands, or 0 for no bridge; a pair without a line is open.
pub(super) fn marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
    let mut known = Vec::new();
    for bridges in pairs(instance, &tokens::rows(text))? {
        known.extend((1..=instance.max_bridges).map(|min| match bridges {
            Some(0) => FactState::False,
            Some(n) if n >= min => FactState::True,
            _ => FactState::Open,
        }));
    }
    Ok(known)
}

pub(super) fn print(instance: &Instance, answer: &Answer) -> String {
    let segments = instance.segments.iter().zip(&answer.0);
    segments
        .filter(|(_, n)| **n > 0)
        .map(|(&segment, n)| {
            let (a, b) = instance.ends(segment);
            format!("{a} {b} {n}\n")
        })
        .collect()
}

/// Reads one line per pair; returns the number of each segment, `None` without a line.
fn pairs(instance: &Instance, rows: &[Vec<Token<'_>>]) -> Result<Vec<Option<i32>>, Diagnostic> {
    let mut bridges: Vec<Option<i32>> = vec![None; instance.segments.len()];
    for row in rows {
        let span = tokens::span_of(row);
        let [a, b, n] = row[..] else {
            return Err(Diagnostic::error("expected two islands and a number", span));
        };
        let segment = instance.segments.iter().position(|&segment| {
            let (one, other) = instance.ends(segment);
            let (one, other) = (one.to_string(), other.to_string());
            [a.text, b.text] == [&one, &other] || [b.text, a.text] == [&one, &other]
        });
        let segment = segment.ok_or_else(|| {
            let (text, span) = (&format!("{} {}", a.text, b.text)[..], a.span.to(b.span));
            tokens::expected("two islands that face each other", Token { text, span })
        })?;
        let n = tokens::number(n, 0, instance.max_bridges)?;
        if bridges[segment].replace(n).is_some() {
            return Err(Diagnostic::error(
                "this pair of islands is listed twice",
                span,
            ));
        }
    }
    Ok(bridges)
}

/// A bridge over a cell of water.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sign {
    lines: i32,
    along_row: bool,
}

/// Reads a board with characters for bridges.
fn signs(instance: &Instance, text: &str, rows: &[Vec<Token<'_>>]) -> Result<Answer, Diagnostic> {
    let rows: Vec<Vec<Token<'_>>> = rows.iter().map(|row| tokens::characters(row)).collect();
    let (n_rows, n_cols) = (instance.grid.rows(), instance.grid.cols());
    for row in &rows {
        if row.len() != n_cols {
            let span = tokens::span_of(row);
            let what = format!("expected {n_cols} signs in this row, found {}", row.len());
            return Err(Diagnostic::error(what, span));
        }
    }
    if rows.len() != n_rows {
        let what = format!("expected {n_rows} rows, found {}", rows.len());
        return Err(tokens::error(what, text));
    }
    let mut open: Vec<Option<Sign>> = Vec::with_capacity(n_rows * n_cols);
    for token in rows.iter().flatten() {
        open.push(sign(*token, instance.max_bridges)?);
    }
    let mut bridges: Vec<Option<i32>> = Vec::with_capacity(instance.segments.len());
    for &segment in &instance.segments {
        let (a, b) = instance.ends(segment);
        let along_row = a.row == b.row;
        let mut water = instance.water(segment).peekable();
        let Some(&first) = water.peek() else {
            bridges.push(None);
            continue;
        };
        let at = |cell: Cell| open[instance.grid.index(cell)];
        let found = at(first).filter(|sign| sign.along_row == along_row);
        let joined = found.filter(|_| water.all(|cell| at(cell) == found));
        bridges.push(Some(joined.map_or(0, |sign| sign.lines)));
        if joined.is_some() {
            for cell in instance.water(segment) {
                open[instance.grid.index(cell)] = None;
            }
        }
    }
    if let Some(stray) = open.iter().position(Option::is_some) {
        let cell = instance.grid.cell(stray);
        let token = rows[cell.row][cell.col];
        let what = "this bridge does not run all the way from an island to the next";
        return Err(Diagnostic::error(what, token.span));
    }
    join_adjacent(instance, text, bridges)
}

/// The bridge that a character stands for, if any.
fn sign(token: Token<'_>, max_bridges: i32) -> Result<Option<Sign>, Diagnostic> {
    let byte = token.text.as_bytes()[0];
    let (lines, along_row) = match byte {
        b'-' | b'.' | b'0' => return Ok(None),
        b'1'..=b'9' => (i32::from(byte - b'0'), true),
        b'a'..=b'z' => (i32::from(byte - b'a') + 1, false),
        _ => (0, false),
    };
    if !(1..=max_bridges).contains(&lines) {
        let last = char::from(b'a' + max_bridges as u8 - 1);
        let what = format!("`-`, 1 to {max_bridges} along the row or a to {last} along the column");
        return Err(tokens::expected(&what, token));
    }
    Ok(Some(Sign { lines, along_row }))
}

/// Computes the bridges between adjacent islands, one after another: from islands with only one segment that is still unknown.
fn join_adjacent(
    instance: &Instance,
    text: &str,
    mut bridges: Vec<Option<i32>>,
) -> Result<Answer, Diagnostic> {
    let follows = |bridges: &[Option<i32>]| {
        let mut islands = instance.islands.iter().zip(&instance.at);
        islands.find_map(|(island, at)| {
            let mut unknown = at.iter().filter(|&&segment| bridges[segment].is_none());
            let (&segment, None) = (unknown.next()?, unknown.next()) else {
                return None;
            };
            let built: i32 = at.iter().filter_map(|&segment| bridges[segment]).sum();
            // An impossible number is clamped; the judge then reports the island.
            Some((
                segment,
                (island.bridges? - built).clamp(0, instance.max_bridges),
            ))
        })
    };
    while let Some((segment, n)) = follows(&bridges) {
        bridges[segment] = Some(n);
    }
    match bridges.iter().position(Option::is_none) {
        Some(segment) => {
            let (a, b) = instance.ends(instance.segments[segment]);
            let what = format!(
                "a board of signs does not determine how many bridges join {a} and {b}, which lie side by side; write the answer as lines such as `{a} {b} 1`"
            );
            Err(tokens::error(what, text))
        }
        None => Ok(Answer(bridges.into_iter().flatten().collect())),
    }
}
