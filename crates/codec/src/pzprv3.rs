//! Files of puzz.link and related sites, `pzprv3/sudoku/4/. 1 . . /. . . 2 /…`: parts separated by slashes or line ends, and words separated by
//! blanks in each row of the board.

use gridwright_term::Diagnostic;

use crate::slice::Slice;

/// The beginning of every file.
const HEAD: &str = "pzprv3";

/// A parsed file.
#[derive(Clone, Debug)]
pub struct File<'t> {
    /// The parts after the kind: sizes, then rows.
    parts: Vec<Slice<'t>>,
    end: Slice<'t>,
}

/// The kind of puzzle in a file, if the text is one.
pub fn kind(text: &str) -> Option<&str> {
    let rest = text.trim_start().strip_prefix(HEAD)?;
    // A version may follow: `pzprv3.1`.
    let rest = rest.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
    let ends = ['/', '\n', '\r'];
    let mut parts = rest.strip_prefix(ends)?.split(ends);
    parts.find(|part| !part.is_empty())
}

impl<'t> File<'t> {
    /// Parses a file.
    pub fn read(text: &'t str) -> Result<File<'t>, Diagnostic> {
        let whole = Slice::whole(text);
        if kind(text).is_none() {
            return Err(whole.expected("`pzprv3`, a slash and a kind of puzzle"));
        }
        let lines = whole.split('\n').into_iter();
        let parts = lines.flat_map(|line| line.split('/'));
        let parts = parts.filter(|part| !part.text.trim().is_empty());
        Ok(File {
            parts: parts.skip(2).collect(),
            end: whole.skip(whole.text.len()),
        })
    }

    /// The size at an index after the kind.
    pub fn size(&self, at: usize, what: &str) -> Result<usize, Diagnostic> {
        let part = self.parts.get(at).unwrap_or(&self.end);
        part.trim().number(what)
    }

    /// The words of `rows` rows of `cols` words after `n_sizes` sizes.
    pub fn board(
        &self,
        n_sizes: usize,
        rows: usize,
        cols: usize,
    ) -> Result<Vec<Slice<'t>>, Diagnostic> {
        let mut cells = Vec::new();
        for row in 0..rows {
            let Some(part) = self.parts.get(n_sizes + row) else {
                return Err(self.end.expected(&format!("row {} of {rows}", row + 1)));
            };
            let words = part.split(' ').into_iter().map(|word| word.trim());
            let words: Vec<Slice<'t>> = words.filter(|word| !word.text.is_empty()).collect();
            if words.len() != cols {
                return Err(part.expected(&format!("{cols} cells in a row")));
            }
            cells.extend(words);
        }
        Ok(cells)
    }
}

/// Writes a file: its kind, its sizes, and rows of words.
pub fn write<'w>(
    kind: &str,
    sizes: &[usize],
    rows: impl IntoIterator<Item = impl IntoIterator<Item = &'w str>>,
) -> String {
    let mut text = format!("{HEAD}/{kind}/");
    for size in sizes {
        text += &format!("{size}/");
    }
    for row in rows {
        text.extend(row.into_iter().flat_map(|word| [word, " "]));
        text.push('/');
    }
    text
}
