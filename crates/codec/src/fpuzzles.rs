//! The addresses of f-puzzles, `https://www.f-puzzles.com/?load=…`, and those of SudokuPad that hold a puzzle: JSON, compressed.
//!
//! Only the grid is read: its given numbers and its regions. A rule beyond rows, columns and regions is refused by its name, never passed over: a
//! puzzle read without one of its rules would be another puzzle. Numbers a player wrote are not given, and are left out.

use gridwright_term::Diagnostic;

use crate::json::Json;
use crate::lz;
use crate::part::Part;
use crate::square::Square;

/// Fields that say nothing about the rules.
const HARMLESS: &[&str] = &[
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

/// The long names of SudokuPad's short ones, as far as they matter here.
const LONG: &[(&str, &str)] = &[
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

/// Whether a text is an address of f-puzzles.
pub fn is_fpuzzles(text: &str) -> bool {
    text.contains("f-puzzles.com")
}

/// Whether a text is an address of SudokuPad.
pub fn is_sudokupad(text: &str) -> bool {
    text.contains("sudokupad.app") || text.contains("crackingthecryptic.com")
}

/// Reads an address of f-puzzles.
pub fn read(text: &str) -> Result<Square, Diagnostic> {
    let whole = Part::whole(text);
    let start = whole.text.find("load=").map(|at| at + "load=".len());
    let start = start.ok_or_else(|| whole.expected("an address with `?load=`"))?;
    grid(whole.skip(start))
}

/// Writes an address of f-puzzles.
pub fn write(square: &Square) -> String {
    let letters = letters(square).replace('+', "%2B");
    format!("https://www.f-puzzles.com/?load={letters}")
}

/// Reads an address of SudokuPad that holds its puzzle.
pub fn read_sudokupad(text: &str) -> Result<Square, Diagnostic> {
    let whole = Part::whole(text);
    let hosts = ["sudokupad.app/", "crackingthecryptic.com/"];
    let host = hosts
        .iter()
        .find_map(|host| Some(whole.text.find(host)? + host.len()));
    let mut id = whole.skip(host.ok_or_else(|| whole.expected("an address of SudokuPad"))?);
    for before in ["sudoku/", "?puzzleid=", "?load="] {
        if id.text.starts_with(before) {
            id = id.skip(before.len());
        }
    }
    // The longer prefix first: it begins with the shorter one.
    for prefix in ["fpuzzles", "fpuz"] {
        if id.text.starts_with(prefix) {
            return grid(id.skip(prefix.len()));
        }
    }
    for prefix in ["scl", "ctc"] {
        if id.text.starts_with(prefix) {
            return cells(id.skip(prefix.len()));
        }
    }
    let error = id.expected("`fpuz` or `scl` and a puzzle");
    Err(error.with_note("a short address only names a puzzle that is kept elsewhere"))
}

/// Writes an address of SudokuPad.
pub fn write_sudokupad(square: &Square) -> String {
    let letters = letters(square).replace('+', "%2B").replace('/', "%2F");
    format!("https://sudokupad.app/fpuz{letters}")
}

fn letters(square: &Square) -> String {
    let cell = |at: usize| {
        let mut fields = Vec::new();
        if let Some(number) = square.givens[at] {
            fields.push(("value".to_owned(), Json::Number(f64::from(number))));
            fields.push(("given".to_owned(), Json::Bool(true)));
        }
        if let Some(regions) = &square.regions {
            fields.push(("region".to_owned(), Json::Number(regions[at] as f64)));
        }
        Json::Object(fields)
    };
    let n = square.n;
    let row = |row: usize| Json::List((row * n..(row + 1) * n).map(cell).collect());
    let fields = vec![
        ("size".to_owned(), Json::Number(n as f64)),
        ("grid".to_owned(), Json::List((0..n).map(row).collect())),
    ];
    lz::compress(&Json::Object(fields).write())
}

/// Takes the JSON out of a payload.
fn payload(letters: Part<'_>) -> Result<Json, Diagnostic> {
    let (letters, _) = letters.split_at_first('&');
    let plain = unescaped(letters.text);
    let text = lz::decompress(&plain).map_err(|_| {
        let what = "this is not a compressed puzzle, or a part of it is missing";
        Diagnostic::error(what, letters.span())
    })?;
    Json::read(&text).map_err(|error| {
        let what = format!("what was compressed is not JSON: {}", error.0);
        Diagnostic::error(what, letters.span())
    })
}

/// Reads the form of f-puzzles.
fn grid(letters: Part<'_>) -> Result<Square, Diagnostic> {
    let json = payload(letters)?;
    let wrong = |what: &str| Diagnostic::error(what, letters.span());
    refuse_rules(&json, &wrong)?;
    let rows = json.get("grid").and_then(Json::list);
    let rows = rows.ok_or_else(|| wrong("the puzzle has no `grid`"))?;
    let n = rows.len();
    let mut givens = Vec::new();
    let mut regions = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let row = row.list().filter(|row| row.len() == n);
        let row = row.ok_or_else(|| wrong(&format!("row {} has not {n} cells", i + 1)))?;
        for cell in row {
            let is_given = cell.get("given") == Some(&Json::Bool(true));
            let value = cell.get("value").filter(|_| is_given);
            let number =
                value.map(|value| value.whole().ok_or_else(|| wrong("a given is no number")));
            givens.push(number.transpose()?);
            let region = cell.get("region").filter(|region| **region != Json::Null);
            let number =
                region.map(|region| region.whole().ok_or_else(|| wrong("a region is no number")));
            regions.push(number.transpose()?.map(|region| region as usize));
        }
    }
    let regions: Option<Vec<usize>> = regions.into_iter().collect();
    Ok(Square { n, givens, regions })
}

/// Reads SudokuPad's own form.
fn cells(letters: Part<'_>) -> Result<Square, Diagnostic> {
    let json = payload(letters)?;
    let wrong = |what: &str| Diagnostic::error(what, letters.span());
    refuse_rules(&json, &wrong)?;
    let rows = field(&json, "cells").and_then(Json::list);
    let rows = rows.ok_or_else(|| wrong("the puzzle has no `cells`"))?;
    let n = rows.len();
    let mut givens = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let row = row.list().filter(|row| row.len() == n);
        let row = row.ok_or_else(|| wrong(&format!("row {} has not {n} cells", i + 1)))?;
        for cell in row {
            let value = field(cell, "value").filter(|value| !value.is_empty());
            let number =
                value.map(|value| value.whole().ok_or_else(|| wrong("a given is no number")));
            givens.push(number.transpose()?);
        }
    }
    let mut regions = vec![None; n * n];
    for (region, list) in field(&json, "regions")
        .and_then(Json::list)
        .into_iter()
        .flatten()
        .enumerate()
    {
        for place in list.list().unwrap_or_default() {
            let pair = place.list().unwrap_or_default();
            let [row, col] = [0, 1].map(|i| pair.get(i).and_then(Json::whole));
            let (row, col) = (row.map(|row| row as usize), col.map(|col| col as usize));
            match (row, col) {
                (Some(row), Some(col)) if row < n && col < n => {
                    regions[row * n + col] = Some(region);
                }
                _ => return Err(wrong("a region has a cell outside the grid")),
            }
        }
    }
    Ok(Square {
        n,
        givens,
        regions: regions.into_iter().collect(),
    })
}

/// The value of a name, by its long or its short form.
fn field<'j>(json: &'j Json, name: &str) -> Option<&'j Json> {
    let short = LONG.iter().find(|(_, long)| *long == name);
    json.get(name)
        .or_else(|| short.and_then(|(short, _)| json.get(short)))
}

/// Refuses a puzzle with rules that are not those of Sudoku, by their names.
fn refuse_rules(json: &Json, wrong: &dyn Fn(&str) -> Diagnostic) -> Result<(), Diagnostic> {
    let Json::Object(fields) = json else {
        return Err(wrong("the puzzle is not an object"));
    };
    let mut rules = Vec::new();
    for (key, value) in fields {
        let long = LONG.iter().find(|(short, _)| short == key);
        let name = long.map_or(&key[..], |(_, long)| long);
        let is_rule = match name {
            "cages" => value.list().unwrap_or_default().iter().any(is_killer),
            _ => !HARMLESS.contains(&name),
        };
        if is_rule && !value.is_empty() {
            rules.push(format!("`{name}`"));
        }
    }
    match &rules[..] {
        [] => Ok(()),
        rules => Err(wrong(&format!(
            "only plain Sudoku is read, and this has {}",
            rules.join(", ")
        ))),
    }
}

/// Whether a cage of SudokuPad is more than a note about the puzzle, which travels as a cage too.
fn is_killer(cage: &Json) -> bool {
    let value = field(cage, "value").and_then(Json::text);
    let notes = ["title:", "author:", "rules:", "solution:", "msgcorrect:"];
    !value.is_some_and(|value| notes.iter().any(|note| value.starts_with(note)))
}

/// A text with its `%hh` taken back.
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

    fn said<T: std::fmt::Debug>(result: Result<T, Diagnostic>) -> String {
        result.expect_err("it is broken").message
    }

    fn address(json: &str) -> String {
        format!("https://f-puzzles.com/?load={}", lz::compress(json))
    }

    #[test]
    fn what_is_written_is_read_again() {
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
    fn an_address_of_the_site() {
        let letters = "N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42+5xq1q99rj/8nx7cW1IkA";
        for letters in [
            letters.to_owned(),
            letters.replace('+', " "),
            letters.replace('+', "%2b"),
        ] {
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
    fn rules_are_refused_by_their_names() {
        let json = r#"{"size":1,"grid":[[{}]],"killercage":[{"cells":["R1C1"]}],"antiknight":true,"antiking":false,"arrow":[]}"#;
        assert_eq!(
            said(read(&address(json))),
            "only plain Sudoku is read, and this has `killercage`, `antiknight`"
        );
        let short = lz::compress(
            "{ce:[[,{v:2}],[,]],re:[[[0,0],[0,1],[1,0],[1,1]]],ca:[{v:'title: x'}],l:[]}",
        );
        let square = read_sudokupad(&format!("https://sudokupad.app/scl{short}")).expect("plain");
        assert_eq!((square.n, square.givens[1]), (2, Some(2)));
        assert_eq!(square.regions, Some(vec![0; 4]));
        let lined = lz::compress("{ce:[[,],[,]],ca:[{v:7,ce:[[0,0]]}],l:[{th:1}]}");
        assert_eq!(
            said(read_sudokupad(&format!("https://sudokupad.app/scl{lined}"))),
            "only plain Sudoku is read, and this has `cages`, `lines`"
        );
    }

    #[test]
    fn what_is_broken_is_told() {
        assert_eq!(
            said(read("https://www.f-puzzles.com/")),
            "expected an address with `?load=`, found `https://www.f-puzzles.co…`"
        );
        assert_eq!(
            said(read("f-puzzles.com/?load=N4Ig")),
            "this is not a compressed puzzle, or a part of it is missing"
        );
        assert_eq!(
            said(read(&address("{\"grid\":[[{}],[]]}"))),
            "row 1 has not 2 cells"
        );
        assert_eq!(said(read(&address("{}"))), "the puzzle has no `grid`");
        assert_eq!(
            said(read(&address("["))),
            "what was compressed is not JSON: expected a value at byte 1 of the JSON"
        );
        let error = read_sudokupad("https://sudokupad.app/abcdef").expect_err("a short address");
        assert_eq!(
            error.message,
            "expected `fpuz` or `scl` and a puzzle, found `abcdef`"
        );
    }
}
