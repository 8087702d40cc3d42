//! Tokens of a board's text with their spans, and errors about unexpected tokens.

use gridwright_grid::Grid;
use gridwright_term::{Diagnostic, Span};

/// A token of a text with its span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

/// Splits a text at white space and commas; a `%` starts a comment up to the end of the line.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.split('%').next().unwrap_or_default();
        let mut start = None;
        for (at, c) in content.char_indices().chain([(content.len(), ' ')]) {
            let between = c.is_whitespace() || c == ',';
            match (start, between) {
                (None, false) => start = Some(at),
                (Some(from), true) => {
                    found.push(Token {
                        text: &content[from..at],
                        span: span(line_start + from, line_start + at),
                    });
                    start = None;
                }
                _ => {}
            }
        }
        line_start += line.len();
    }
    found
}

/// Splits tokens into single characters.
pub(crate) fn characters<'t>(tokens: &[Token<'t>]) -> Vec<Token<'t>> {
    tokens
        .iter()
        .flat_map(|token| {
            token.text.char_indices().map(|(at, c)| Token {
                text: &token.text[at..at + c.len_utf8()],
                span: span(token.span.start + at, token.span.start + at + c.len_utf8()),
            })
        })
        .collect()
}

fn span(start: usize, end: usize) -> Span {
    Span { start, end }
}

/// An error about the whole text.
pub(crate) fn error(what: impl Into<String>, text: &str) -> Diagnostic {
    Diagnostic::error(what, span(0, text.len()))
}

/// The span from the first token of a row to its last.
pub(crate) fn span_of(row: &[Token<'_>]) -> Span {
    row[0].span.to(row[row.len() - 1].span)
}

/// The error that a token is not what was expected.
pub(crate) fn expected(what: &str, token: Token<'_>) -> Diagnostic {
    Diagnostic::error(
        format!("expected {what}, found `{}`", token.text),
        token.span,
    )
}

/// Parses a number in `min..=max`.
pub(crate) fn number(token: Token<'_>, min: i32, max: i32) -> Result<i32, Diagnostic> {
    token
        .text
        .parse()
        .ok()
        .filter(|value| (min..=max).contains(value))
        .ok_or_else(|| expected(&format!("a number from {min} to {max}"), token))
}

/// The tokens of each line, without empty lines, as lists.
pub(crate) fn rows(text: &str) -> Vec<Vec<Token<'_>>> {
    let tokens = tokens(text);
    by_line(text, &tokens).map(<[_]>::to_vec).collect()
}

/// The tokens of each line of a text, without empty lines, as slices of all its tokens.
pub(crate) fn by_line<'a, 't>(
    text: &str,
    tokens: &'a [Token<'t>],
) -> impl Iterator<Item = &'a [Token<'t>]> {
    tokens.chunk_by(|token, next| !text[token.span.end..next.span.start].contains('\n'))
}

/// The rows of a board without spaces: the characters of each line.
pub(crate) fn character_rows(text: &str) -> Vec<Vec<Token<'_>>> {
    rows(text).iter().map(|row| characters(row)).collect()
}

/// The grid of these rows; an error unless all have the same length.
pub(crate) fn grid(text: &str, rows: &[Vec<Token<'_>>]) -> Result<Grid, Diagnostic> {
    let cols = rows.first().map_or(0, Vec::len);
    if cols == 0 {
        return Err(error("a board has at least one cell", text));
    }
    if let Some(row) = rows.iter().find(|row| row.len() != cols) {
        let what = format!("this row has {} cells, the first has {cols}", row.len());
        return Err(Diagnostic::error(what, span_of(row)));
    }
    Grid::new(rows.len(), cols).map_err(|refusal| error(refusal.to_string(), text))
}

/// The grid of these rows and what `read` makes of each cell, row by row.
pub(crate) fn cells<'t, T>(
    text: &str,
    rows: Vec<Vec<Token<'t>>>,
    read: impl Fn(Token<'t>) -> Result<T, Diagnostic>,
) -> Result<(Grid, Vec<T>), Diagnostic> {
    let grid = grid(text, &rows)?;
    let cells: Result<Vec<T>, Diagnostic> = rows.into_iter().flatten().map(read).collect();
    Ok((grid, cells?))
}

/// Formats words as lines of text, in `cols` aligned columns.
pub(crate) fn lines(cols: usize, words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let words: Vec<_> = words.into_iter().collect();
    let width = words.iter().map(|word| word.as_ref().len()).max();
    let width = width.unwrap_or(0);
    let mut text = String::new();
    for row in words.chunks(cols.max(1)) {
        let row = row.iter().map(|word| format!("{:>width$}", word.as_ref()));
        let row: Vec<String> = row.collect();
        text += row.join(" ").trim_end();
        text.push('\n');
    }
    text
}
