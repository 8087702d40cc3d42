//! The exchange formats of Nonogram: URLs of puzz.link, and game ids of Simon Tatham's Pattern.

use gridwright_codec::tatham::Id;
use gridwright_codec::{Clue, number16, puzzlink};
use gridwright_term::{Diagnostic, Span};

use crate::blocks::text_format;
use crate::contract::{Format, NotExpressible};
use crate::kinds::nonogram::{Instance, Lengths, Nonogram, read_lengths};

pub(super) const ALL: &[Format<Nonogram>] = &[PUZZLINK, TATHAM];

fn board(rows: Vec<Lengths>, cols: Vec<Lengths>, code: Span) -> Result<Instance, Diagnostic> {
    let grid = text_format::grid(rows.len(), cols.len(), code)?;
    Ok(Instance::new(grid, rows, cols))
}

/// The clue of a line, checked.
fn lengths(words: &[String], n: usize, code: Span) -> Result<Lengths, Diagnostic> {
    let lengths = read_lengths(words.iter().map(String::as_str), n);
    lengths
        .map(Some)
        .map_err(|what| Diagnostic::error(what, code))
}

/// The most lengths of a line of `n` cells, as a URL has room for.
fn room(n: usize) -> usize {
    n.div_ceil(2)
}

fn given(clue: &Lengths) -> Result<&[usize], NotExpressible> {
    let missing = || NotExpressible("this format has a clue for every line".to_owned());
    clue.as_deref().ok_or_else(missing)
}

/// The lengths of each column, then of each row, from the last run of a line to its first, with blanks after them up to the most lengths that a line can have.
const PUZZLINK: Format<Nonogram> = Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| puzzlink::Address::kind(text) == Some("nonogram"),
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let (n_rows, n_cols, code) = (address.rows, address.cols, address.body.span());
        let n_clues = n_cols * room(n_rows) + n_rows * room(n_cols);
        let (clues, rest) = number16::read(address.body, n_clues)?;
        address.end(rest)?;
        let (of_cols, of_rows) = clues.split_at(n_cols * room(n_rows));
        let line = |clues: &[Clue], n: usize| {
            let mut words = Vec::new();
            for clue in clues.iter().rev() {
                match clue {
                    Clue::Number(number) => words.push(number.to_string()),
                    Clue::Blank => {}
                    Clue::Unknown => {
                        let what = "runs of unknown length are not supported";
                        return Err(Diagnostic::error(what, code));
                    }
                }
            }
            lengths(&words, n, code)
        };
        let cols = of_cols
            .chunks(room(n_rows))
            .map(|clues| line(clues, n_rows));
        let cols = cols.collect::<Result<_, _>>()?;
        let rows = of_rows
            .chunks(room(n_cols))
            .map(|clues| line(clues, n_cols));
        board(rows.collect::<Result<_, _>>()?, cols, code)
    },
    write: |instance| {
        let (n_rows, n_cols) = (instance.grid.rows(), instance.grid.cols());
        let mut clues = Vec::new();
        for (lines, n) in [(&instance.cols, n_rows), (&instance.rows, n_cols)] {
            for clue in lines {
                let lengths = given(clue)?;
                let blanks = room(n) - lengths.len();
                clues.extend(
                    lengths
                        .iter()
                        .rev()
                        .map(|&length| Clue::Number(length as u32)),
                );
                clues.extend(std::iter::repeat_n(Clue::Blank, blanks));
            }
        }
        Ok(puzzlink::url(
            "nonogram",
            n_rows,
            n_cols,
            &number16::write(&clues),
        ))
    },
};

/// The lengths of each column, then of each row, with dots between them and slashes between lines; a line without runs is empty.
const TATHAM: Format<Nonogram> = Format {
    name: "tatham",
    about: "a game id of Simon Tatham's Pattern",
    recognises: |text| {
        Id::is_of(text, "pattern", |id| {
            let (Ok((cols, rows, _)), Ok(desc)) = (id.size(), id.description()) else {
                return false;
            };
            let is_clue = |c: char| c.is_ascii_digit() || c == '.' || c == '/';
            id.params.text.contains('x')
                && desc.text.matches('/').count() + 1 == rows + cols
                && desc.text.chars().all(is_clue)
        })
    },
    read: |text| {
        let id = Id::read(text, "10x10:2.1/3/…")?;
        let (n_cols, n_rows, _) = id.size()?;
        let desc = id.description()?;
        let (desc, filled) = desc.split_at_first(',');
        if let Some(filled) = filled {
            let what = "boards with cells that are filled already are not supported";
            return Err(Diagnostic::error(what, filled.span()));
        }
        let lines = desc.split('/');
        if lines.len() != n_rows + n_cols {
            let (n, found) = (n_rows + n_cols, lines.len());
            let what = format!("expected the clues of {n} lines between slashes, found {found}");
            return Err(Diagnostic::error(what, desc.span()));
        }
        let mut clues = Vec::with_capacity(lines.len());
        for (i, line) in lines.iter().enumerate() {
            let n = if i < n_cols { n_rows } else { n_cols };
            let words = line.text.split('.').filter(|word| !word.is_empty());
            let words: Vec<String> = words.map(str::to_owned).collect();
            clues.push(lengths(&words, n, line.span())?);
        }
        let rows = clues.split_off(n_cols);
        board(rows, clues, desc.span())
    },
    write: |instance| {
        let mut lines = Vec::new();
        for clue in instance.cols.iter().chain(&instance.rows) {
            let words = given(clue)?.iter().map(usize::to_string);
            lines.push(words.collect::<Vec<_>>().join("."));
        }
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        Ok(format!("{cols}x{rows}:{}", lines.join("/")))
    },
};
