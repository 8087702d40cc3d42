//! Parts of sentences that describe steps, shared by several kinds of puzzles.

use std::collections::BTreeSet;

use gridwright_grid::Cell;

use crate::contract::Claim;

/// "a", "a and b", "a, b and c"; `and` is the word before the last.
pub(crate) fn list(words: &[String], and: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} {and} {last}", others.join(", ")),
    }
}

/// "row 3", "column 1", where the columns are numbered after the rows.
pub(crate) fn line_name(n_rows: usize, line: usize) -> String {
    match line < n_rows {
        true => format!("row {}", line + 1),
        false => format!("column {}", line - n_rows + 1),
    }
}

/// A sentence with a capital letter; one that begins with the name of a cell stays as it is.
pub(crate) fn capital(sentence: &str) -> String {
    let is_cell = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) if !sentence.strip_prefix('r').is_some_and(is_cell) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => sentence.to_owned(),
    }
}

/// The maximum length of a list that is not folded.
const MAX_LISTED: usize = 7;

/// How many entries of a folded list are written.
const LISTED: usize = 5;

/// The list in full, or folded if it is long: "a, b, c, d, e and 14 more".
pub(crate) fn list_or_fold(words: &[String], and: &str, is_full: bool) -> String {
    if is_full || words.len() <= MAX_LISTED {
        return list(words, and);
    }
    let more = words.len() - LISTED;
    format!("{} {and} {more} more", words[..LISTED].join(", "))
}

/// The list in full, or folded to as many entries as fit into `max_words`, but at least one: "a, b and 14 more".
pub(crate) fn list_within(words: &[String], max_words: usize, is_full: bool) -> String {
    joined_within(words, "and", max_words, is_full)
}

/// The same with another word before the last entry.
pub(crate) fn joined_within(
    words: &[String],
    and: &str,
    max_words: usize,
    is_full: bool,
) -> String {
    let mut total = 0;
    let fits = |word: &&String| {
        total += word.split(' ').count();
        total <= max_words
    };
    let n = words.iter().take_while(fits).count().max(1);
    match is_full || n >= words.len() {
        true => list(words, and),
        false => format!("{} {and} {} more", words[..n].join(", "), words.len() - n),
    }
}

/// "r1c1 is tan", "r1c1 and r1c2 are tan"; `None` if there are no cells. A long list is folded unless it is to be full.
pub(crate) fn describe_cells(cells: &[String], what: &str, is_full: bool) -> Option<String> {
    let verb = if cells.len() == 1 { "is" } else { "are" };
    (!cells.is_empty()).then(|| format!("{} {verb} {what}", list_or_fold(cells, "and", is_full)))
}

/// The most words of the task, the cases and the conclusion of a sentence that lists its cases.
const MAX_SENTENCE: usize = 45;

/// The maximum number of words of the cases that a folded sentence lists one by one.
const MAX_CASE_WORDS: usize = 18;

/// The cells that cases fill, as a task: "fill r1c1 and r1c2". Each cell has `per_cell` facts.
pub(crate) fn fill_cells(
    cases: &[Vec<Vec<Claim>>],
    per_cell: usize,
    cell: impl Fn(usize) -> Cell,
) -> String {
    let claims = cases.iter().flatten().flatten();
    let cells: BTreeSet<usize> = claims.map(|claim| claim.fact / per_cell).collect();
    let cells: Vec<String> = cells.into_iter().map(|at| cell(at).to_string()).collect();
    format!("fill {}", list(&cells, "and"))
}

/// The sentence of a step by case distinction: the ways to do `task` that the rest of the board allows, and the conclusion that all of them share.
pub(crate) fn by_cases(task: &str, cases: &[String], then: &str, is_full: bool) -> String {
    let n_words = |text: &str| text.split(' ').count();
    let words: usize = cases.iter().map(|case| n_words(case)).sum();
    let is_short = words <= MAX_CASE_WORDS && words + n_words(task) + n_words(then) <= MAX_SENTENCE;
    match cases {
        [case] => {
            format!("Only one way to {task} works with the rest of the board, {case}: {then}.")
        }
        cases if is_full || is_short => format!(
            "{} ways to {task} work with the rest of the board: {}. In all of them {then}.",
            cases.len(),
            cases.join("; or ")
        ),
        cases => format!(
            "{} ways to {task} work with the rest of the board, and in all of them {then}.",
            cases.len()
        ),
    }
}
