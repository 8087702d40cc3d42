//! The lines of a collection, each with its place.

use gridwright_term::Span;

/// Whether a line between puzzles says nothing.
pub(super) fn is_empty_or_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('%') || line.starts_with('#')
}

/// A line and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    /// The line, without its end.
    pub(super) text: &'t str,
    pub(super) start: usize,
    /// Where the next line starts.
    pub(super) next: usize,
    pub(super) number: usize,
}

impl<'t> Line<'t> {
    /// The word it starts with; nothing where it has none.
    pub(super) fn first_word(&self) -> &'t str {
        self.text.split_whitespace().next().unwrap_or_default()
    }

    /// Whether it is one of the lines that stand before the rows of some puzzles, such as `fleet 4:1`.
    pub(super) fn is_heading(&self) -> bool {
        matches!(
            self.first_word(),
            "fleet" | "rows" | "cols" | "blocks" | "most"
        )
    }

    /// Where the line stands, without the white space around it.
    pub(super) fn span(&self) -> Span {
        let start = self.start + (self.text.len() - self.text.trim_start().len());
        Span::new(start, start + self.text.trim().len())
    }
}

/// The lines of a text that are left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) line: usize,
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        let whole = self.text[self.at..].split_inclusive('\n').next()?;
        let line = Line {
            text: whole.trim_end_matches(['\n', '\r']),
            start: self.at,
            next: self.at + whole.len(),
            number: self.line,
        };
        self.at = line.next;
        self.line += 1;
        Some(line)
    }
}

impl<'t> Lines<'t> {
    /// Goes on to the empty line, or the header, that ends a block.
    pub(super) fn skip_block(&mut self) -> Vec<Line<'t>> {
        let mut body = Vec::new();
        let mut ahead = *self;
        while let Some(line) = ahead.next() {
            if line.text.trim().is_empty() || line.first_word() == "puzzle" {
                break;
            }
            body.push(line);
            *self = ahead;
        }
        body
    }
}
