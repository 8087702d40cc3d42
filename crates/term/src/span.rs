//! Spans and positions in a text.

/// A span of a text, as byte offsets of its start and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

/// A line and a column, from 1; a column is a character, not a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Span {
    /// The span from `start` up to `end`.
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The shortest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The line and column in `source` at which this starts. Offsets outside the text or within a character are
    /// rounded down.
    pub fn position(self, source: &str) -> Position {
        let before = &source[..floor(source, self.start)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

/// The largest character boundary of `source` that is at most `offset`.
pub(crate) fn floor(source: &str, offset: usize) -> usize {
    let mut offset = offset.min(source.len());
    while !source.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let text = "añb\n\tc\n";
        let table = [
            (0, 1, 1),
            (1, 1, 2),
            (2, 1, 2),
            (3, 1, 3),
            (4, 1, 4),
            (5, 2, 1),
            (6, 2, 2),
            (8, 3, 1),
            (99, 3, 1),
        ];
        for (offset, line, column) in table {
            let position = Span::new(offset, offset).position(text);
            assert_eq!(position, Position { line, column }, "{offset}");
        }
    }
}
