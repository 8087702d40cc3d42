//! A part of a text that remembers where it stands.

use gridwright_term::{Diagnostic, Span};

/// A part of a text, and where it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part<'t> {
    /// The part.
    pub text: &'t str,
    /// Where it starts in the whole text, in bytes.
    pub start: usize,
}

impl<'t> Part<'t> {
    /// The whole of a text, without the white space around it.
    pub fn whole(text: &'t str) -> Part<'t> {
        let trimmed = text.trim();
        let start = text.len() - text.trim_start().len();
        Part {
            text: trimmed,
            start,
        }
    }

    /// The same without the white space around it.
    #[must_use]
    pub(crate) fn whole_of(part: &Part<'t>) -> Part<'t> {
        let inner = Part::whole(part.text);
        Part {
            text: inner.text,
            start: part.start + inner.start,
        }
    }

    /// Where it stands.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// What is left after its first `n` bytes, at which a character begins.
    #[must_use]
    pub fn skip(&self, n: usize) -> Part<'t> {
        Part {
            text: &self.text[n..],
            start: self.start + n,
        }
    }

    /// Its first `n` bytes, after which a character begins.
    #[must_use]
    pub fn take(&self, n: usize) -> Part<'t> {
        Part {
            text: &self.text[..n],
            start: self.start,
        }
    }

    /// What stands before and after the first `mark`, or the whole and nothing.
    pub fn split_at_first(&self, mark: char) -> (Part<'t>, Option<Part<'t>>) {
        match self.text.find(mark) {
            Some(at) => (self.take(at), Some(self.skip(at + mark.len_utf8()))),
            None => (*self, None),
        }
    }

    /// The parts between all `mark`s.
    pub fn split(&self, mark: char) -> Vec<Part<'t>> {
        let mut parts = Vec::new();
        let mut rest = *self;
        loop {
            let (before, after) = rest.split_at_first(mark);
            parts.push(before);
            match after {
                Some(after) => rest = after,
                None => return parts,
            }
        }
    }

    /// Its first character.
    pub fn first(&self) -> Option<char> {
        self.text.chars().next()
    }

    /// The digits it begins with, and what is left after them.
    pub fn digits(&self) -> (Part<'t>, Part<'t>) {
        let end = self.text.find(|c: char| !c.is_ascii_digit());
        let end = end.unwrap_or(self.text.len());
        (self.take(end), self.skip(end))
    }

    /// The number that all of it is.
    pub fn number(&self, what: &str) -> Result<usize, Diagnostic> {
        let number = self.text.parse().ok();
        let is_plain = self.text.chars().all(|c| c.is_ascii_digit());
        number
            .filter(|_| is_plain)
            .ok_or_else(|| self.expected(what))
    }

    /// The message that something else was expected in its place.
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

    /// The message that its first character is not what was expected.
    pub fn expected_first(&self, what: &str) -> Diagnostic {
        let first = self.first().map_or(0, char::len_utf8);
        self.take(first).expected(what)
    }
}
