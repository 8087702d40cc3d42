//! Collections: many puzzles in one text, each with its name and position, so that diagnostics point into the whole text.
//!
//! A collection has one of three layouts, which is recognised by its first lines.
//!
//! | layout | looks like |
//! |---|---|
//! | blocks | a line `puzzle NAME ROWS COLS KIND`, the puzzle, an empty line; the kind may be left out |
//! | lines | one puzzle per line, optionally after a name: 81 cells, comma-separated cells, a URL, or a game id |
//! | one puzzle | anything else, texts that start with a heading such as `blocks 2x5`, and 81 cells with constraints such as `anti-king` in the next lines |
//!
//! Lines that start with `%` are comments. Lines that start with `#` are comments between blocks and in a collection of lines; within a block,
//! `#` is an obstacle.

use gridwright_term::{Diagnostic, Span};

/// A puzzle of a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<'t> {
    /// Its name, if it has one.
    pub name: Option<&'t str>,
    /// The kind that the collection says it has.
    pub kind: Option<&'t str>,
    /// The line it starts in, from 1.
    pub line: usize,
    /// The puzzle, without its name.
    pub text: &'t str,
    /// The byte offset of the puzzle in the whole text.
    pub start: usize,
}

impl Entry<'_> {
    /// Its name, or its line number if it has none.
    pub fn title(&self) -> String {
        self.name
            .map_or_else(|| self.line.to_string(), str::to_owned)
    }

    /// Moves a diagnostic about this puzzle's text to its position in the whole text.
    #[must_use]
    pub fn locate(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let span = diagnostic.span;
        diagnostic.span = Span::new(span.start + self.start, span.end + self.start);
        diagnostic
    }
}

/// The puzzles of a text in order. A broken block is an error, and reading continues with the next one.
///
/// ```
/// use gridwright_codec::collection::entries;
///
/// let text = "% Two boards.\npuzzle one 1 3\n2.2\n\npuzzle two 2 1\n1\n1\n";
/// let found: Vec<_> = entries(text).collect::<Result<_, _>>()?;
/// assert_eq!(found[1].title(), "two");
/// assert_eq!(found[1].text, "1\n1\n");
/// # Ok::<(), gridwright_term::Diagnostic>(())
/// ```
pub fn entries(text: &str) -> Entries<'_> {
    entries_from(text, Layout::of(text, true).unwrap_or(Layout::One), 1)
}

/// The puzzles in a part of a longer text whose layout is known. The part begins with a puzzle, at line `first_line` of the whole text.
pub fn entries_from(text: &str, layout: Layout, first_line: usize) -> Entries<'_> {
    let rest = Lines::new(text, first_line);
    let is_empty = { rest }.all(|line| is_empty_or_comment(line.text));
    Entries {
        layout: (!is_empty).then_some(layout),
        rest,
    }
}

/// The puzzles of a text.
#[derive(Clone, Debug)]
pub struct Entries<'t> {
    /// `None` at the end.
    layout: Option<Layout>,
    rest: Lines<'t>,
}

/// How the puzzles of a text are separated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// One puzzle per block.
    Blocks,
    /// One puzzle per line.
    Lines,
    /// The text is one puzzle.
    One,
}

impl Layout {
    /// Recognises the layout of a text by its first lines that are not comments. If `is_all` is false, the text is a prefix of a longer one, and
    /// `None` means that it is too short to decide. A text without puzzles has no layout.
    pub fn of(text: &str, is_all: bool) -> Option<Layout> {
        let whole = if is_all {
            text.len()
        } else {
            text.rfind('\n').map_or(0, |at| at + 1)
        };
        let lines = Lines::new(&text[..whole], 1);
        let first = lines.filter(|line| !is_empty_or_comment(line.text)).take(3);
        let first: Vec<Line<'_>> = first.collect();
        let is_puzzle = |line: &Line<'_>| line.text.split_whitespace().take(2).any(is_whole);
        let is_constraint = |line: &Line<'_>| {
            line.first_word()
                .starts_with(|c: char| c.is_ascii_lowercase())
                && !is_puzzle(line)
        };
        let word = first.first()?.first_word();
        match word {
            "puzzle" => Some(Layout::Blocks),
            // A heading belongs to the rows after it.
            _ if is_heading(word) => Some(Layout::One),
            // Lines that are no puzzles belong to the cells before them: the constraints of a Sudoku.
            _ if first.get(1).is_some_and(is_constraint) && is_cells(word) => Some(Layout::One),
            _ if first.iter().any(is_puzzle) => Some(Layout::Lines),
            _ => (is_all || first.len() == 3).then_some(Layout::One),
        }
    }
}

impl<'t> Iterator for Entries<'t> {
    type Item = Result<Entry<'t>, Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.layout? {
            Layout::Blocks => self.block(),
            Layout::Lines => {
                let line = self.rest.find(|line| !is_empty_or_comment(line.text))?;
                Some(Ok(one_line(line)))
            }
            Layout::One => {
                self.layout = None;
                Some(Ok(Entry {
                    name: None,
                    kind: None,
                    line: self.rest.line,
                    text: &self.rest.text[self.rest.at..],
                    start: self.rest.at,
                }))
            }
        }
    }
}

impl<'t> Entries<'t> {
    fn block(&mut self) -> Option<Result<Entry<'t>, Diagnostic>> {
        let header = self.rest.find(|line| !is_empty_or_comment(line.text))?;
        let words: Vec<&str> = header.text.split_whitespace().collect();
        let (shape, kind) = match words.len() {
            5 => (&words[..4], Some(words[4])),
            _ => (&words[..], None),
        };
        let &["puzzle", name, rows, cols] = shape else {
            self.rest.skip_block();
            let message = "expected `puzzle NAME ROWS COLS KIND`";
            return Some(Err(Diagnostic::error(message, header.span())));
        };
        let start = self.rest.at;
        let line = self.rest.line;
        let body = self.rest.skip_block();
        let (Ok(rows), Ok(cols)) = (rows.parse(), cols.parse()) else {
            let message = "expected the numbers of rows and columns after the name";
            return Some(Err(Diagnostic::error(message, header.span())));
        };
        // A kind knows its own headings; without one, only common headings are known.
        let checked = match kind {
            Some(_) => Ok(()),
            None => check_shape(&header, &body, rows, cols),
        };
        Some(checked.map(|()| Entry {
            name: Some(name),
            kind,
            line,
            text: &self.rest.text[start..body.last().map_or(start, |line| line.next)],
            start,
        }))
    }
}

/// Checks that a block has the rows and columns its header gives, apart from headings such as `fleet 4:1`.
fn check_shape(
    header: &Line<'_>,
    body: &[Line<'_>],
    rows: usize,
    cols: usize,
) -> Result<(), Diagnostic> {
    let grid: Vec<&Line<'_>> = body
        .iter()
        .filter(|line| !is_heading(line.first_word()))
        .collect();
    for line in &grid {
        let row = line.text.split('%').next().unwrap_or_default();
        let words = row.split_whitespace().count();
        let characters = row.chars().filter(|c| !c.is_whitespace()).count();
        if words != cols && characters != cols {
            let found = if words == 1 { characters } else { words };
            let message = format!("expected {cols} cells in this row, found {found}");
            return Err(Diagnostic::error(message, line.span()));
        }
    }
    if grid.len() != rows {
        let message = format!("expected {rows} rows, found {}", grid.len());
        return Err(Diagnostic::error(message, header.span()));
    }
    Ok(())
}

/// The puzzle of a line. A name may precede it, and a remark may follow it.
fn one_line(line: Line<'_>) -> Entry<'_> {
    let mut words = line.text.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    let (name, text) = match second {
        Some(second) if !is_whole(first) => (Some(first), second),
        _ => (None, first),
    };
    let within = text.as_ptr() as usize - line.text.as_ptr() as usize;
    Entry {
        name,
        kind: None,
        line: line.number,
        text,
        start: line.start + within,
    }
}

/// Whether a word is the 81 cells of a Sudoku.
fn is_cells(word: &str) -> bool {
    word.len() == 81 && word.chars().all(is_cell)
}

fn is_cell(c: char) -> bool {
    c.is_ascii_digit() || ".*_-xX".contains(c)
}

/// Whether a word looks like a whole puzzle.
fn is_whole(word: &str) -> bool {
    let is_square = |n: usize| n > 1 && n.isqrt() * n.isqrt() == n;
    let is_word = |word: &str| !word.is_empty() && word.chars().all(is_cell);
    let is_id = |word: &str| {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == ',' || c == '%';
        word.split_once(':').is_some_and(|(shape, _)| {
            shape.starts_with(|c: char| c.is_ascii_digit())
                && shape.contains(['x', 'j'])
                && shape.chars().all(is_letter)
        })
    };
    // URLs of our own kinds have no host: `hidato/3/3/…`.
    let is_url = |word: &str| {
        let mut parts = word.split('/');
        let is_number = |part: Option<&str>| part.is_some_and(|part| part.parse::<u32>().is_ok());
        let kind = parts.next().unwrap_or_default();
        let named = !kind.is_empty() && kind.chars().all(|c| c.is_ascii_alphabetic());
        named && is_number(parts.next()) && is_number(parts.next()) && parts.next().is_some()
    };
    word.contains("://")
        || is_url(word)
        || is_cells(word)
        || word.contains(',') && is_square(word.split(',').count()) && word.split(',').all(is_word)
        || is_id(word)
}

/// Whether a line between puzzles is empty or a comment.
fn is_empty_or_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('%') || line.starts_with('#')
}

/// A line and its position.
#[derive(Clone, Copy, Debug)]
struct Line<'t> {
    /// The line, without its end.
    text: &'t str,
    start: usize,
    /// The byte offset of the next line.
    next: usize,
    number: usize,
}

/// Whether a line with this first word is a heading before the rows of a puzzle, such as `fleet 4:1`.
fn is_heading(word: &str) -> bool {
    matches!(word, "fleet" | "rows" | "cols" | "blocks" | "most")
}

impl<'t> Line<'t> {
    /// Its first word, or an empty text.
    fn first_word(&self) -> &'t str {
        let text = self.text.trim_start();
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        &text[..end]
    }

    /// The span of the line without surrounding white space.
    fn span(&self) -> Span {
        let start = self.start + (self.text.len() - self.text.trim_start().len());
        Span::new(start, start + self.text.trim().len())
    }
}

/// An iterator over the remaining lines of a text.
#[derive(Clone, Copy, Debug)]
struct Lines<'t> {
    text: &'t str,
    at: usize,
    line: usize,
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
    /// The lines of a text, without its byte order mark.
    fn new(text: &'t str, line: usize) -> Lines<'t> {
        let at = text.len() - text.trim_start_matches('\u{feff}').len();
        Lines { text, at, line }
    }

    /// Advances to the empty line or the header that ends a block; returns the lines before it.
    fn skip_block(&mut self) -> Vec<Line<'t>> {
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
