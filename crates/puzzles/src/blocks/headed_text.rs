//! Texts that begin with the name of their kind, so that no other kind reads them: `akari`, then the cells. Answers and marks have no heading.

use gridwright_term::Diagnostic;

use crate::contract::tokens::{self, Token};

/// The tokens after the heading on its line, and the other lines.
pub(crate) type Headed<'t> = (Vec<Token<'t>>, Vec<Vec<Token<'t>>>);

/// Splits a text after its first word, which must be `heading`.
pub(crate) fn read<'t>(text: &'t str, heading: &str) -> Result<Headed<'t>, Diagnostic> {
    let mut rows = tokens::rows(text);
    let is_headed = rows.first().is_some_and(|row| row[0].text == heading);
    if !is_headed {
        let what = format!("expected the line `{heading}` before the board");
        return Err(match rows.first() {
            Some(row) => Diagnostic::error(what, row[0].span),
            None => tokens::error(what, text),
        });
    }
    let mut first = rows.remove(0);
    first.remove(0);
    Ok((first, rows))
}

/// An error if a token follows the heading on its line.
pub(crate) fn nothing_after(rest: &[Token<'_>]) -> Result<(), Diagnostic> {
    match rest.first() {
        Some(token) => Err(tokens::expected("the board on the next lines", *token)),
        None => Ok(()),
    }
}

/// The cells of each row: its words, or its characters if every row has one word.
pub(crate) fn cell_rows<'t>(rows: Vec<Vec<Token<'t>>>) -> Vec<Vec<Token<'t>>> {
    match rows.iter().all(|row| row.len() == 1) {
        true => rows.iter().map(|row| tokens::characters(row)).collect(),
        false => rows,
    }
}

/// A token for each of `n` cells: words if there are as many, else characters.
pub(crate) fn cells(text: &str, n: usize) -> Result<Vec<Token<'_>>, Diagnostic> {
    let words = tokens::tokens(text);
    let cells = match words.len() == n {
        true => words,
        false => tokens::characters(&words),
    };
    match cells.len() == n {
        true => Ok(cells),
        false => {
            let what = format!("the board has {n} cells, not {}", cells.len());
            Err(tokens::error(what, text))
        }
    }
}

/// The values of a line of clues after its heading, which must be `n`; `.` is no clue.
pub(crate) fn numbers(
    line: &[Token<'_>],
    n: usize,
    max: i32,
) -> Result<Vec<Option<i32>>, Diagnostic> {
    if line.len() != n + 1 {
        let what = format!(
            "expected {n} clues after `{}`, found {}",
            line[0].text,
            line.len() - 1
        );
        return Err(Diagnostic::error(what, tokens::span_of(line)));
    }
    let read = |&token: &Token<'_>| match token.text {
        "." | "?" | "-" => Ok(None),
        _ => tokens::number(token, 0, max).map(Some),
    };
    line[1..].iter().map(read).collect()
}

/// Writes a line of clues: `rows 1 . 2`.
pub(crate) fn line(heading: &str, clues: &[Option<i32>]) -> String {
    let word = |clue: &Option<i32>| clue.map_or(" .".to_owned(), |clue| format!(" {clue}"));
    format!("{heading}{}\n", clues.iter().map(word).collect::<String>())
}

/// Reads a number that was typed as a clue, or nothing.
pub(crate) fn clue_number(clue: &str, min: i32, max: i32) -> Result<Option<i32>, String> {
    let clue = clue.trim();
    if clue.is_empty() {
        return Ok(None);
    }
    let is_plain = clue.chars().all(|c| c.is_ascii_digit());
    let number = clue.parse().ok().filter(|_| is_plain);
    let number = number.filter(|number| (min..=max).contains(number));
    let expected = || format!("expected a number from {min} to {max}, found `{clue}`");
    number.map(Some).ok_or_else(expected)
}
