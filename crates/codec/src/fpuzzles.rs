//! URLs of f-puzzles, `https://www.f-puzzles.com/?load=…`, and URLs of SudokuPad that contain a puzzle: compressed JSON.
//!
//! Only the grid is read: its given numbers and its regions. Rules beyond rows, columns and regions are an error that names them, because without
//! them the puzzle would be a different one. Numbers that a player entered are ignored.

use gridwright_term::Diagnostic;
use serde::Serialize;
use serde_json::Value;

use crate::packed::{is_empty, lz_compress, lz_decompress, parse_json, whole_number};
use crate::slice::Slice;
use crate::square::Square;

/// Fields that do not change the rules of the puzzle; any other non-empty field is an error, and `cages` are checked one by one.
const IGNORED_FIELDS: &[&str] = &[
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "successMessage",
    "highlightConflicts",
    "disabledlogic",
    "truecandidatesoptions",
    "id",
    "cellSize",
    "cells",
    "regions",
    "metadata",
    "settings",
    "cages",
    "duration",
    "videos",
];

/// SudokuPad's short names that matter here, with their long names.
const LONG_NAMES: &[(&str, &str)] = &[
    ("ce", "cells"),
    ("re", "regions"),
    ("ca", "cages"),
    ("cs", "cellSize"),
    ("v", "value"),
    ("t", "title"),
    ("d", "duration"),
    ("vd", "videos"),
    ("l", "lines"),
    ("a", "arrows"),
    ("u", "underlays"),
    ("o", "overlays"),
];

/// Whether a text is a URL of f-puzzles.
pub fn is_fpuzzles(text: &str) -> bool {
    text.contains("f-puzzles.com")
}

/// Whether a text is a URL of SudokuPad.
pub fn is_sudokupad(text: &str) -> bool {
    text.contains("sudokupad.app") || text.contains("crackingthecryptic.com")
}

/// Reads a URL of f-puzzles.
pub fn read(text: &str) -> Result<Square, Diagnostic> {
    let whole = Slice::whole(text);
    let start = whole.text.find("load=").map(|at| at + "load=".len());
    let start = start.ok_or_else(|| whole.expected("a URL with `?load=`"))?;
    grid(whole.skip(start))
}

/// Writes a URL of f-puzzles.
pub fn write(square: &Square) -> String {
    let letters = compressed(square).replace('+', "%2B");
    format!("https://www.f-puzzles.com/?load={letters}")
}

/// Reads a URL of SudokuPad that contains its puzzle.
pub fn read_sudokupad(text: &str) -> Result<Square, Diagnostic> {
    let whole = Slice::whole(text);
    let hosts = ["sudokupad.app/", "crackingthecryptic.com/"];
    let host = hosts
        .iter()
        .find_map(|host| Some(whole.text.find(host)? + host.len()));
    let mut id = whole.skip(host.ok_or_else(|| whole.expected("a URL of SudokuPad"))?);
    for before in ["sudoku/", "?puzzleid=", "?load="] {
        if id.text.starts_with(before) {
            id = id.skip(before.len());
        }
    }
    // The longer prefix first: it begins with the shorter one.
    type Reader = fn(Slice<'_>) -> Result<Square, Diagnostic>;
    let formats: [(&str, Reader); 4] = [
        ("fpuzzles", grid),
        ("fpuz", grid),
        ("scl", cells),
        ("ctc", cells),
    ];
    for (prefix, read) in formats {
        if id.text.starts_with(prefix) {
            return read(id.skip(prefix.len()));
        }
    }
    let error = id.expected("`fpuz` or `scl` and a puzzle");
    Err(error.with_note("a short URL only names a puzzle that is stored on the server"))
}

/// Writes a URL of SudokuPad.
pub fn write_sudokupad(square: &Square) -> String {
    let letters = compressed(square).replace('+', "%2B").replace('/', "%2F");
    format!("https://sudokupad.app/fpuz{letters}")
}

/// A puzzle as f-puzzles stores it.
#[derive(Serialize)]
struct Puzzle {
    size: usize,
    grid: Vec<Vec<Cell>>,
}

#[derive(Serialize)]
struct Cell {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<usize>,
}

fn compressed(square: &Square) -> String {
    let n = square.n;
    let cell = |at: usize| Cell {
        value: square.givens[at],
        given: square.givens[at].map(|_| true),
        region: square.regions.as_ref().map(|regions| regions[at]),
    };
    let row = |row: usize| (row * n..(row + 1) * n).map(cell).collect();
    let puzzle = Puzzle {
        size: n,
        grid: (0..n).map(row).collect(),
    };
    lz_compress(&serde_json::to_string(&puzzle).expect("plain data is JSON"))
}

/// The JSON of a compressed puzzle.
fn payload(letters: Slice<'_>) -> Result<Value, Diagnostic> {
    let (letters, _) = letters.split_at_first('&');
    let text = lz_decompress(&unescaped(letters.text)).ok_or_else(|| {
        let message = "this is not a compressed puzzle, or a part of it is missing";
        Diagnostic::error(message, letters.span())
    })?;
    parse_json(&text).map_err(|error| {
        let message = format!("the compressed text is not JSON: {error}");
        Diagnostic::error(message, letters.span())
    })
}

/// The rows of a square grid.
fn square_rows<'j>(
    grid: Option<&'j Value>,
    name: &str,
    error: &dyn Fn(&str) -> Diagnostic,
) -> Result<Vec<&'j [Value]>, Diagnostic> {
    let rows = grid.and_then(Value::as_array);
    let rows = rows.ok_or_else(|| error(&format!("the puzzle has no `{name}`")))?;
    let n = rows.len();
    let cells = |(row, cells): (usize, &'j Value)| {
        let cells = cells.as_array().filter(|cells| cells.len() == n);
        let wrong = || error(&format!("row {row} does not have {n} cells"));
        cells.map(Vec::as_slice).ok_or_else(wrong)
    };
    (1..).zip(rows).map(cells).collect()
}

/// Reads the format of f-puzzles.
fn grid(letters: Slice<'_>) -> Result<Square, Diagnostic> {
    let json = payload(letters)?;
    let error = |message: &str| Diagnostic::error(message, letters.span());
    refuse_rules(&json, &error)?;
    let rows = square_rows(json.get("grid"), "grid", &error)?;
    let mut givens = Vec::new();
    let mut regions = Vec::new();
    for cell in rows.iter().copied().flatten() {
        let is_given = cell.get("given") == Some(&Value::Bool(true));
        let value = cell.get("value").filter(|_| is_given);
        givens.push(number(value, "a given is not a number", &error)?);
        let region = cell.get("region").filter(|region| !region.is_null());
        let region = number(region, "a region is not a number", &error)?;
        regions.push(region.map(|region| region as usize));
    }
    Ok(Square {
        n: rows.len(),
        givens,
        regions: regions.into_iter().collect(),
    })
}

/// Reads SudokuPad's own format.
fn cells(letters: Slice<'_>) -> Result<Square, Diagnostic> {
    let json = payload(letters)?;
    let error = |message: &str| Diagnostic::error(message, letters.span());
    refuse_rules(&json, &error)?;
    let rows = square_rows(field(&json, "cells"), "cells", &error)?;
    let n = rows.len();
    let mut givens = Vec::new();
    for cell in rows.iter().copied().flatten() {
        let value = field(cell, "value").filter(|value| !is_empty(value));
        givens.push(number(value, "a given is not a number", &error)?);
    }
    let mut regions = vec![None; n * n];
    let lists = field(&json, "regions").and_then(Value::as_array);
    for (region, list) in lists.into_iter().flatten().enumerate() {
        for cell in list.as_array().into_iter().flatten() {
            let [row, col] = [0, 1].map(|i| {
                let index = cell.get(i).and_then(whole_number)?;
                Some(index as usize).filter(|index| *index < n)
            });
            let cell = row.zip(col).map(|(row, col)| row * n + col);
            let cell = cell.ok_or_else(|| error("a region has a cell outside the grid"))?;
            regions[cell] = Some(region);
        }
    }
    Ok(Square {
        n,
        givens,
        regions: regions.into_iter().collect(),
    })
}

/// Parses a value as a number; `None` if there is no value.
fn number(
    value: Option<&Value>,
    problem: &str,
    error: &dyn Fn(&str) -> Diagnostic,
) -> Result<Option<u32>, Diagnostic> {
    let number = value.map(|value| whole_number(value).ok_or_else(|| error(problem)));
    number.transpose()
}

/// The value of a field, by its long or short name.
fn field<'j>(json: &'j Value, name: &str) -> Option<&'j Value> {
    let short = LONG_NAMES.iter().find(|(_, long)| *long == name);
    json.get(name)
        .or_else(|| short.and_then(|(short, _)| json.get(short)))
}

/// Fails if the puzzle has rules beyond those of Sudoku; the error names all of them.
fn refuse_rules(json: &Value, error: &dyn Fn(&str) -> Diagnostic) -> Result<(), Diagnostic> {
    let Value::Object(fields) = json else {
        return Err(error("the puzzle is not an object"));
    };
    let mut rules = Vec::new();
    for (key, value) in fields {
        let long = LONG_NAMES.iter().find(|(short, _)| short == key);
        let name = long.map_or(&key[..], |(_, long)| long);
        let is_rule = match (name, value) {
            ("cages", Value::Array(cages)) => cages.iter().any(is_killer),
            _ => !IGNORED_FIELDS.contains(&name),
        };
        if is_rule && !is_empty(value) {
            rules.push(format!("`{name}`"));
        }
    }
    if rules.is_empty() {
        return Ok(());
    }
    let rules = rules.join(", ");
    Err(error(&format!(
        "only plain Sudoku is supported; this puzzle has {rules}"
    )))
}

/// Whether a cage of SudokuPad is a rule; notes about the puzzle are stored as cages too.
fn is_killer(cage: &Value) -> bool {
    let value = field(cage, "value").and_then(Value::as_str);
    let notes = ["title:", "author:", "rules:", "solution:", "msgcorrect:"];
    !value.is_some_and(|value| notes.iter().any(|note| value.starts_with(note)))
}

/// A text with `%hh` decoded.
fn unescaped(text: &str) -> String {
    let bytes = text.as_bytes();
    let hex = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
    let mut plain = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                plain.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                plain.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message<T: std::fmt::Debug>(result: Result<T, Diagnostic>) -> String {
        result.expect_err("an error").message
    }

    fn address(json: &str) -> String {
        format!("https://f-puzzles.com/?load={}", lz_compress(json))
    }

    #[test]
    fn puzzles_round_trip() {
        for (n, regions) in [(4, None), (6, Some(Square::blocks(6, 3, 2))), (9, None)] {
            let given = |at: usize| at.is_multiple_of(5).then_some((at % n + 1) as u32);
            let square = Square {
                n,
                givens: (0..n * n).map(given).collect(),
                regions,
            };
            assert_eq!(read(&write(&square)), Ok(square.clone()));
            assert_eq!(read_sudokupad(&write_sudokupad(&square)), Ok(square));
        }
    }

    #[test]
    fn a_url_of_the_site_is_read() {
        let letters = "N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42+5xq1q99rj/8nx7cW1IkA";
        for plus in ["+", " ", "%2b"] {
            let letters = letters.replace('+', plus);
            let square = read(&format!("https://www.f-puzzles.com/?load={letters}"));
            let blank = Square {
                n: 6,
                givens: vec![None; 36],
                regions: None,
            };
            assert_eq!(square, Ok(blank));
        }
    }

    #[test]
    fn unsupported_rules_are_named() {
        let json = r#"{"size":1,"grid":[[{}]],"killercage":[{"cells":["R1C1"]}],"antiknight":true,"antiking":false,"arrow":[]}"#;
        assert_eq!(
            message(read(&address(json))),
            "only plain Sudoku is supported; this puzzle has `antiknight`, `killercage`"
        );
        let short = lz_compress(
            "{ce:[[,{v:2}],[,]],re:[[[0,0],[0,1],[1,0],[1,1]]],ca:[{v:'title: x'}],l:[]}",
        );
        let square = read_sudokupad(&format!("https://sudokupad.app/scl{short}")).expect("plain");
        assert_eq!((square.n, square.givens[1]), (2, Some(2)));
        assert_eq!(square.regions, Some(vec![0; 4]));
        let lined = lz_compress("{ce:[[,],[,]],ca:[{v:7,ce:[[0,0]]}],l:[{th:1}]}");
        assert_eq!(
            message(read_sudokupad(&format!("https://sudokupad.app/scl{lined}"))),
            "only plain Sudoku is supported; this puzzle has `cages`, `lines`"
        );
    }

    #[test]
    fn errors_are_reported() {
        for (url, expected) in [
            (
                "https://www.f-puzzles.com/",
                "expected a URL with `?load=`, found `https://www.f-puzzles.co…`",
            ),
            (
                "f-puzzles.com/?load=N4Ig",
                "this is not a compressed puzzle, or a part of it is missing",
            ),
            (
                &address("{\"grid\":[[{}],[]]}"),
                "row 1 does not have 2 cells",
            ),
            (&address("{}"), "the puzzle has no `grid`"),
            (
                &address("["),
                "the compressed text is not JSON: EOF while parsing a list at byte 1 of the JSON",
            ),
        ] {
            assert_eq!(message(read(url)), expected);
        }
        assert_eq!(
            message(read_sudokupad("https://sudokupad.app/abcdef")),
            "expected `fpuz` or `scl` and a puzzle, found `abcdef`"
        );
    }
}
