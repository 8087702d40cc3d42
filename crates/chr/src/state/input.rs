//! The standard input of a run: lines that the caller gives, read as characters or terms.

use std::fmt;

/// Gives the next line with its line end, or none at the end of the input.
pub(crate) type ReadLine<'p> = dyn FnMut() -> Option<String> + 'p;

/// Lines, and what was read ahead of them.
#[derive(Default)]
pub(crate) struct Input<'p> {
    pub(crate) read_line: Option<Box<ReadLine<'p>>>,
    /// Text that was read from the caller and not used yet.
    ahead: String,
    used: usize,
    ended: bool,
}

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Input")
    }
}

impl Input<'_> {
    /// Reads one more line; false at the end.
    fn more(&mut self) -> bool {
        if self.used == self.ahead.len() {
            self.ahead.clear();
            self.used = 0;
        }
        let line = match &mut self.read_line {
            Some(read) if !self.ended => read(),
            _ => None,
        };
        match line {
            Some(line) => self.ahead.push_str(&line),
            None => self.ended = true,
        }
        !self.ended
    }

    /// The text that was read ahead.
    pub(crate) fn ahead(&self) -> &str {
        &self.ahead[self.used..]
    }

    /// Reads one more line onto what was read ahead; false at the end.
    pub(crate) fn extend(&mut self) -> bool {
        self.more()
    }

    /// Takes so many bytes of what was read ahead.
    pub(crate) fn take(&mut self, bytes: usize) {
        self.used += bytes;
    }

    /// The next character, which stays unless it is taken.
    pub(crate) fn peek(&mut self) -> Option<char> {
        if self.ahead().is_empty() && !self.more() {
            return None;
        }
        self.ahead().chars().next()
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.take(c.len_utf8());
        Some(c)
    }

    /// The next line without its line end.
    pub(crate) fn line(&mut self) -> Option<String> {
        self.peek()?;
        let line = match self.ahead().find('\n') {
            Some(end) => self.ahead()[..=end].to_owned(),
            None => self.ahead().to_owned(),
        };
        self.take(line.len());
        Some(line.trim_end_matches(['\n', '\r']).to_owned())
    }
}
