//! Reading rows of words and characters from the text of a puzzle.

use crate::statement::StatementError;

/// The words of each line that has any. A comment starts with `%` and ends with its line.
pub(super) fn rows(text: &str) -> Vec<Vec<&str>> {
    let lines = text
        .lines()
        .map(|line| line.split('%').next().unwrap_or(""));
    let rows = lines.map(|line| line.split_whitespace().collect::<Vec<&str>>());
    rows.filter(|row| !row.is_empty()).collect()
}

/// The number of columns of a board whose rows all have as many items.
pub(super) fn n_cols<T>(rows: &[Vec<T>]) -> Result<usize, StatementError> {
    let n_cols = rows.first().map_or(0, Vec::len);
    match n_cols > 0 && rows.iter().all(|row| row.len() == n_cols) {
        true => Ok(n_cols),
        false => Err(error(
            "the rows of a board have the same length, at least 1",
        )),
    }
}

/// A number in a range.
pub(super) fn number(word: &str, min: i32, max: i32) -> Result<i32, StatementError> {
    let number = word.parse().ok().filter(|n| (min..=max).contains(n));
    number.ok_or_else(|| {
        error(&format!(
            "expected a number from {min} to {max}, found `{word}`"
        ))
    })
}

/// An error with this message.
pub(super) fn error(message: &str) -> StatementError {
    StatementError(message.to_owned())
}
