//! Reads other formats by converting them to the puzzle's own text format, so that only one parser has to validate boards.

use crate::contract::{NotExpressible, Puzzle};
use gridwright_codec::{Clue, number16, puzzlink};
use gridwright_grid::Grid;
use gridwright_term::{Diagnostic, Span};

/// Reads a board that was converted to the puzzle's own text. Errors point at the code it came from.
pub(crate) fn parse<P: Puzzle>(text: &str, code: Span) -> Result<P::Instance, Diagnostic> {
    P::parse(text).map_err(|error| Diagnostic {
        span: code,
        ..error
    })
}

/// The grid of a board; an error at the code if it is too large.
pub(crate) fn grid(rows: usize, cols: usize, code: Span) -> Result<Grid, Diagnostic> {
    Grid::new(rows, cols).map_err(|error| Diagnostic::error(error.to_string(), code))
}

/// Words as lines of text, `cols` in each.
pub(crate) fn lines<W: AsRef<str>>(words: &[W], cols: usize) -> String {
    let mut text = String::new();
    for row in words.chunks(cols.max(1)) {
        let row: Vec<&str> = row.iter().map(AsRef::as_ref).collect();
        text += &row.join(" ");
        text.push('\n');
    }
    text
}

/// The words of each row of a board in the puzzle's own text.
pub(crate) fn words(text: &str) -> Vec<Vec<String>> {
    let row = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    text.lines().map(row).collect()
}

/// Reads a board of numbers up to `largest` from a URL of puzz.link or in its style. A blank cell is `.` in the puzzle's own text.
pub(crate) fn read_puzzlink<P: Puzzle>(
    text: &str,
    unknown: Option<&str>,
    largest: usize,
) -> Result<P::Instance, Diagnostic> {
    let address = puzzlink::Address::read(text)?;
    let (cells, rest) = number16::read(address.body, address.n_cells())?;
    address.end(rest)?;
    let word = |clue: &Clue| match clue {
        Clue::Blank => Ok(".".to_owned()),
        Clue::Number(number) if *number as usize <= largest => Ok(number.to_string()),
        Clue::Number(number) => {
            let what = format!("expected numbers up to {largest}, found {number}");
            Err(Diagnostic::error(what, address.body.span()))
        }
        Clue::Unknown => unknown.map(str::to_owned).ok_or_else(|| {
            let what = format!("{} has no clues of unknown value", P::INFO.title);
            Diagnostic::error(what, address.body.span())
        }),
    };
    let words: Vec<String> = cells.iter().map(word).collect::<Result<_, _>>()?;
    parse::<P>(&lines(&words, address.cols), address.body.span())
}

/// Writes a board of numbers as the query of such a URL.
pub(crate) fn write_puzzlink(
    kind: &str,
    rows: &[Vec<String>],
    unknown: Option<&str>,
) -> Result<String, NotExpressible> {
    let clue = |word: &String| match word.as_str() {
        "." => Ok(Clue::Blank),
        word if Some(word) == unknown => Ok(Clue::Unknown),
        word => match word.parse() {
            Ok(number) if number <= number16::MAX => Ok(Clue::Number(number)),
            _ => Err(NotExpressible(format!("the code has no sign for `{word}`"))),
        },
    };
    let cells: Vec<Clue> = rows.iter().flatten().map(clue).collect::<Result<_, _>>()?;
    let cols = rows.first().map_or(0, Vec::len);
    let body = number16::write(&cells);
    Ok(puzzlink::write(kind, rows.len(), cols, &body))
}
