//! A slice of a text with its position.

use gridwright_term::{Diagnostic, Span};

/// Whether a text has white space. The search for single characters of ASCII is quick, also in the long texts that every format looks at.
pub(crate) fn has_white_space(text: &str) -> bool {
    let of_ascii = [' ', '\n', '\t', '\r', '\x0b', '\x0c'];
    of_ascii.iter().any(|&c| text.contains(c))
        || !text.is_ascii() && text.contains(char::is_whitespace)
}

/// A slice of a text with its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slice<'t> {
    /// The text.
    pub text: &'t str,
    /// The byte offset in the whole text.
    pub start: usize,
}

impl<'t> Slice<'t> {
    /// A whole text without surrounding white space.
    pub fn whole(text: &'t str) -> Slice<'t> {
        let start = text.len() - text.trim_start().len();
        Slice {
            text: text.trim(),
            start,
        }
    }

    /// This slice without surrounding white space.
    #[must_use]
    pub(crate) fn trim(&self) -> Slice<'t> {
        let Slice { text, start } = Slice::whole(self.text);
        Slice {
            text,
            start: self.start + start,
        }
    }

    /// Its span in the whole text.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// Everything after its first `n` bytes; `n` must be a character boundary.
    #[must_use]
    pub fn skip(&self, n: usize) -> Slice<'t> {
        Slice {
            text: &self.text[n..],
            start: self.start + n,
        }
    }

    /// Its first `n` bytes; `n` must be a character boundary.
    #[must_use]
    pub fn take(&self, n: usize) -> Slice<'t> {
        Slice {
            text: &self.text[..n],
            start: self.start,
        }
    }

    /// The slices before and after the first `mark`; without a `mark`, the whole slice and `None`.
    pub fn split_at_first(&self, mark: char) -> (Slice<'t>, Option<Slice<'t>>) {
        match self.text.find(mark) {
            Some(at) => (self.take(at), Some(self.skip(at + mark.len_utf8()))),
            None => (*self, None),
        }
    }

    /// The slices between all `mark`s.
    pub fn split(&self, mark: char) -> Vec<Slice<'t>> {
        let mut start = self.start;
        let slice = |text: &'t str| {
            let slice = Slice { text, start };
            start += text.len() + mark.len_utf8();
            slice
        };
        self.text.split(mark).map(slice).collect()
    }

    /// Its first character.
    pub fn first(&self) -> Option<char> {
        self.text.chars().next()
    }

    /// The digits it begins with, and the rest.
    pub fn digits(&self) -> (Slice<'t>, Slice<'t>) {
        let end = self.text.find(|c: char| !c.is_ascii_digit());
        let end = end.unwrap_or(self.text.len());
        (self.take(end), self.skip(end))
    }

    /// Parses all of it as a number; `what` describes it in the error.
    pub fn number(&self, what: &str) -> Result<usize, Diagnostic> {
        let number = self.text.parse().ok();
        let is_plain = self.text.chars().all(|c| c.is_ascii_digit());
        number
            .filter(|_| is_plain)
            .ok_or_else(|| self.expected(what))
    }

    /// The error that `what` was expected instead of this slice.
    pub fn expected(&self, what: &str) -> Diagnostic {
        let found = match self.text {
            "" => "nothing".to_owned(),
            text if text.chars().count() > 24 => {
                format!("`{}…`", text.chars().take(24).collect::<String>())
            }
            text => format!("`{text}`"),
        };
        Diagnostic::error(format!("expected {what}, found {found}"), self.span())
    }

    /// The error that `what` was expected instead of its first character.
    pub fn expected_first(&self, what: &str) -> Diagnostic {
        let first = self.first().map_or(0, char::len_utf8);
        self.take(first).expected(what)
    }
}
