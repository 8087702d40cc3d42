//! Reading rows of words and characters from the text of a puzzle.

use gridwright_proof::Domain;

use crate::StatementError;

/// The words of each line that has any. A comment starts with `%` and ends with its line.
pub(crate) fn rows(text: &str) -> Vec<Vec<&str>> {
    let lines = text
        .lines()
        .map(|line| line.split('%').next().unwrap_or(""));
    let rows = lines.map(|line| line.split_whitespace().collect::<Vec<&str>>());
    rows.filter(|row| !row.is_empty()).collect()
}

/// The words after the first word, which must be `head`, on its line; and the other lines.
pub(crate) fn headed<'t>(
    text: &'t str,
    head: &str,
) -> Result<(Vec<&'t str>, Vec<Vec<&'t str>>), StatementError> {
    let mut rows = rows(text);
    match rows.first().and_then(|row| row.split_first()) {
        Some((&first, rest)) if first == head => {
            let rest = rest.to_vec();
            rows.remove(0);
            Ok((rest, rows))
        }
        _ => Err(error(&format!(
            "expected the line `{head}` before the board"
        ))),
    }
}

/// The characters of each row.
pub(crate) fn characters<'t>(rows: &[Vec<&'t str>]) -> Vec<Vec<&'t str>> {
    let split = |word: &&'t str| {
        let word = *word;
        let ends = word.char_indices().map(|(at, c)| at..at + c.len_utf8());
        ends.map(move |range| &word[range])
    };
    rows.iter()
        .map(|row| row.iter().flat_map(split).collect())
        .collect()
}

/// The cells of each row: its words, or its characters if every row has one word.
pub(crate) fn cells(rows: Vec<Vec<&str>>) -> Vec<Vec<&str>> {
    match rows.iter().all(|row| row.len() == 1) {
        true => characters(&rows),
        false => rows,
    }
}

/// As many numbers up to `max` as there are lines; `.` is none.
pub(crate) fn clues(
    words: &[&str],
    n: usize,
    max: usize,
) -> Result<Vec<Option<i32>>, StatementError> {
    if words.len() != n {
        return Err(error(&format!("expected {n} clues, found {}", words.len())));
    }
    let clue = |word: &&str| match *word {
        "." => Ok(None),
        word => number(word, 0, max as i32).map(Some),
    };
    words.iter().map(clue).collect()
}

/// The domain of a cell: all numbers up to `max`, or its clue.
pub(crate) fn domain(word: &str, max: usize) -> Result<Domain, StatementError> {
    match word {
        "." => Ok(Domain::range(1, max as i32)),
        clue => {
            let clue = number(clue, 1, max as i32)?;
            Ok(Domain::range(clue, clue))
        }
    }
}

/// The number of columns of a board whose rows all have as many items.
pub(crate) fn n_cols<T>(rows: &[Vec<T>]) -> Result<usize, StatementError> {
    let n_cols = rows.first().map_or(0, Vec::len);
    match n_cols > 0 && rows.iter().all(|row| row.len() == n_cols) {
        true => Ok(n_cols),
        false => Err(error(
            "the rows of a board have the same length, at least 1",
        )),
    }
}

/// A number in a range.
pub(crate) fn number(word: &str, min: i32, max: i32) -> Result<i32, StatementError> {
    let number = word.parse().ok().filter(|n| (min..=max).contains(n));
    number.ok_or_else(|| {
        error(&format!(
            "expected a number from {min} to {max}, found `{word}`"
        ))
    })
}

/// An error with this message.
pub(crate) fn error(message: &str) -> StatementError {
    StatementError(message.to_owned())
}
