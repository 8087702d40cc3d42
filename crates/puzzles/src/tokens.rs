//! Reading grids of numbers: tokens with their places, and the messages when they are not what a puzzle wants.

use gridwright_term::{Diagnostic, Span};

/// A token of a text, and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

/// The tokens between white space and commas; what follows a `%` on a line is a comment.
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

/// The single characters of the tokens.
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

/// The stretch of the whole text.
pub(crate) fn whole(text: &str) -> Span {
    span(0, text.len())
}

/// The error that a token is not what was expected.
pub(crate) fn expected(what: &str, token: Token<'_>) -> Diagnostic {
    Diagnostic::error(
        format!("expected {what}, found `{}`", token.text),
        token.span,
    )
}

/// A number in `min..=max`.
pub(crate) fn number(token: Token<'_>, min: i32, max: i32) -> Result<i32, Diagnostic> {
    token
        .text
        .parse()
        .ok()
        .filter(|value| (min..=max).contains(value))
        .ok_or_else(|| expected(&format!("a number from {min} to {max}"), token))
}
