//! URLs of f-puzzles, `https://www.f-puzzles.com/?load=…`, and URLs of SudokuPad that contain a puzzle: compressed JSON.
//!
//! The given numbers, the regions and the rules are read, each rule with its name, places and values. What is only decoration is ignored, and so are numbers that a player
//! entered. SudokuPad's own format stores how a puzzle looks and only some of its rules; what it draws is listed by the names of its fields.

use gridwright_term::Diagnostic;
use serde_json::{Map, Value, json};

use crate::packed::{is_empty, lz_compress, lz_decompress, parse_json, whole_number};
use crate::rules::{Place, Rule, RuledSquare};
use crate::slice::Slice;
use crate::square::Square;
use crate::sudoku_json::{field, places};

/// Fields that do not change the rules of the puzzle. `cage`, `line`, `rectangle`, `circle` and `text` are decoration.
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
    "duration",
    "videos",
    "cage",
    "line",
    "rectangle",
    "circle",
    "text",
    "fogofwar",
    "foglight",
];

/// The field of a cell with the only numbers that it may have, which become a rule of this name.
const PENCIL_MARKS: &str = "givenPencilMarks";

/// Whether a text is a URL of f-puzzles.
pub fn is_fpuzzles(text: &str) -> bool {
    text.contains("f-puzzles.com")
}

/// Whether a text is a URL of SudokuPad.
pub fn is_sudokupad(text: &str) -> bool {
    text.contains("sudokupad.app") || text.contains("crackingthecryptic.com")
}

/// Reads a URL of f-puzzles.
pub fn read(text: &str) -> Result<RuledSquare, Diagnostic> {
    let whole = Slice::whole(text);
    let start = whole.text.find("load=").map(|at| at + "load=".len());
    let start = start.ok_or_else(|| {
        let error = whole.expected("a URL with `?load=`");
        match whole.text.contains("?id=") {
            true => error.with_note(SHORT_URL),
            false => error,
        }
    })?;
    grid(whole.skip(start))
}

/// Writes a URL of f-puzzles.
pub fn write(ruled: &RuledSquare) -> String {
    let letters = compressed(ruled).replace('+', "%2B");
    format!("https://www.f-puzzles.com/?load={letters}")
}

/// Reads a URL of SudokuPad that contains its puzzle.
pub fn read_sudokupad(text: &str) -> Result<RuledSquare, Diagnostic> {
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
    type Reader = fn(Slice<'_>) -> Result<RuledSquare, Diagnostic>;
    let formats: [(&str, Reader); 5] = [
        ("fpuzzles", grid),
        ("fpuz", grid),
        ("scl", cells),
        ("ctc", cells),
        ("scf", classic),
    ];
    for (prefix, read) in formats {
        if id.text.starts_with(prefix) {
            return read(id.skip(prefix.len()));
        }
    }
    let error = id.expected("`fpuz` or `scl` and a puzzle");
    Err(error.with_note(SHORT_URL))
}

/// Writes a URL of SudokuPad.
pub fn write_sudokupad(ruled: &RuledSquare) -> String {
    let letters = compressed(ruled).replace('+', "%2B").replace('/', "%2F");
    format!("https://sudokupad.app/fpuz{letters}")
}

/// Why a short URL cannot be read, and what to do.
const SHORT_URL: &str = "a short URL is only a key to a puzzle that is stored on the server; open it and export the puzzle, so that the URL contains the whole puzzle";

/// The JSON of a puzzle as f-puzzles stores it, compressed. The fields are in the order of f-puzzles, size and grid first.
fn compressed(ruled: &RuledSquare) -> String {
    let square = &ruled.square;
    let n = square.n;
    let cell = |at: usize| {
        let mut fields = Vec::new();
        if let Some(given) = square.givens[at] {
            fields.push(format!("\"value\":{given},\"given\":true"));
        }
        if let Some(regions) = &square.regions {
            fields.push(format!("\"region\":{}", json!(regions[at])));
        }
        let place = ((at / n) as i32, (at % n) as i32);
        let marks = ruled.rules.iter().filter(|rule| rule.name == PENCIL_MARKS);
        let marks = marks.filter(|rule| rule.cell == Some(place));
        // A cell has one list, with the numbers that all rules about it admit.
        let common = marks.map(|rule| rule.numbers.clone()).reduce(|all, next| {
            let both = all.into_iter().filter(|number| next.contains(number));
            both.collect()
        });
        if let Some(numbers) = common {
            fields.push(format!("\"{PENCIL_MARKS}\":{}", json!(numbers)));
        }
        format!("{{{}}}", fields.join(","))
    };
    let row = |row: usize| {
        let cells: Vec<String> = (row * n..(row + 1) * n).map(cell).collect();
        format!("[{}]", cells.join(","))
    };
    let rows: Vec<String> = (0..n).map(row).collect();
    let mut text = format!("{{\"size\":{n},\"grid\":[{}]", rows.join(","));
    let mut fields: Map<String, Value> = Map::new();
    for rule in ruled.rules.iter().filter(|rule| rule.name != PENCIL_MARKS) {
        if rule.is_global() {
            fields.insert(rule.name.clone(), json!(true));
            continue;
        }
        let list = fields.entry(rule.name.clone()).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(match rule.name == "negative" {
                true => json!(rule.value),
                false => rule_json(rule),
            });
        }
    }
    for (name, value) in fields {
        text += &format!(",{}:{value}", json!(name));
    }
    lz_compress(&(text + "}"))
}

fn rule_json(rule: &Rule) -> Value {
    let name = |(row, col): &Place| format!("R{}C{}", row + 1, col + 1);
    let names = |cells: &[Place]| cells.iter().map(name).collect::<Value>();
    let mut fields = Map::new();
    let mut add = |name: &str, value: Value| {
        if !is_empty(&value) {
            fields.insert(name.to_owned(), value);
        }
    };
    let cell = rule.cell.as_ref().map(|cell| json!(name(cell)));
    add("cell", cell.unwrap_or_default());
    add("cells", names(&rule.cells));
    let lines = rule.lines.iter().map(|line| names(line));
    add("lines", lines.collect());
    add("cloneCells", names(&rule.copies));
    add("value", json!(rule.value));
    add("values", json!(rule.numbers));
    add("direction", json!(rule.direction));
    Value::Object(fields)
}

/// The rules of a puzzle of f-puzzles, in the order of their names.
fn rules(json: &Value, error: &dyn Fn(&str) -> Diagnostic) -> Result<Vec<Rule>, Diagnostic> {
    let Value::Object(fields) = json else {
        return Err(error("the puzzle is not an object"));
    };
    let mut rules = Vec::new();
    for (name, value) in fields {
        if IGNORED_FIELDS.contains(&&name[..]) || is_empty(value) {
            continue;
        }
        let Value::Array(list) = value else {
            rules.push(Rule::named(name.clone()));
            continue;
        };
        for entry in list {
            let rule = match entry {
                Value::String(value) => Some(Rule {
                    value: value.clone(),
                    ..Rule::named(name.clone())
                }),
                entry => rule(name, entry),
            };
            rules.push(rule.ok_or_else(|| error(&format!("the rule `{name}` is broken")))?);
        }
    }
    Ok(rules)
}

/// A rule of f-puzzles; `None` if one of its fields has the wrong type.
fn rule(name: &str, entry: &Value) -> Option<Rule> {
    let place = |cell: &Value| -> Option<Place> {
        let rest = cell.as_str()?.strip_prefix(['R', 'r'])?;
        let (row, col) = rest.split_once(['C', 'c'])?;
        let number = |text: &str| text.parse::<i32>().ok().filter(|n| (0..1000).contains(n));
        Some((number(row)? - 1, number(col)? - 1))
    };
    let places = |cells: &Value| {
        cells
            .as_array()?
            .iter()
            .map(place)
            .collect::<Option<Vec<_>>>()
    };
    let list = |field: &str| match entry.get(field).filter(|list| !is_empty(list)) {
        None => Some(Vec::new()),
        Some(list) => places(list),
    };
    let text = |field: &str| match entry.get(field) {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let lines = match entry.get("lines") {
        None | Some(Value::Null) => Vec::new(),
        Some(lines) => lines
            .as_array()?
            .iter()
            .map(places)
            .collect::<Option<_>>()?,
    };
    let numbers = match entry.get("values") {
        None | Some(Value::Null) => Vec::new(),
        Some(numbers) => numbers
            .as_array()?
            .iter()
            .map(whole_number)
            .collect::<Option<_>>()?,
    };
    Some(Rule {
        name: name.to_owned(),
        cell: match entry.get("cell") {
            None | Some(Value::Null) => None,
            Some(cell) => Some(place(cell)?),
        },
        cells: list("cells")?,
        lines,
        copies: list("cloneCells")?,
        value: text("value"),
        numbers,
        direction: text("direction"),
    })
}

/// The JSON of a compressed puzzle.
fn payload(letters: Slice<'_>) -> Result<Value, Diagnostic> {
    let (letters, _) = letters.split_at_first('&');
    let text = lz_decompress(&unescaped(letters.text)).ok_or_else(|| {
        let message = "this is not a compressed puzzle, a part of it is missing, or it is too long";
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
fn grid(letters: Slice<'_>) -> Result<RuledSquare, Diagnostic> {
    let json = payload(letters)?;
    let error = |message: &str| Diagnostic::error(message, letters.span());
    let mut rules = rules(&json, &error)?;
    let rows = square_rows(json.get("grid"), "grid", &error)?;
    let n = rows.len();
    let (height, width) = default_block(n);
    let blocks = Square::blocks(n, height, width);
    let (mut givens, mut regions) = (Vec::new(), Vec::new());
    let mut has_regions = false;
    for (at, cell) in rows.iter().copied().flatten().enumerate() {
        let is_given = cell.get("given") == Some(&Value::Bool(true));
        let value = cell.get("value").filter(|_| is_given);
        givens.push(number(value, "a given is not a number", &error)?);
        // A cell without the field is in its default block, one whose region is null in none.
        let region = cell.get("region");
        has_regions |= region.is_some();
        regions.push(match region {
            None => Some(blocks[at]),
            Some(Value::Null) => None,
            region => {
                number(region, "a region is not a number", &error)?.map(|number| number as usize)
            }
        });
        if let Some(marks) = cell.get(PENCIL_MARKS).filter(|marks| !is_empty(marks)) {
            let numbers = marks.as_array().into_iter().flatten().map(whole_number);
            let numbers: Option<Vec<u32>> = numbers.collect();
            let wrong = || error("the given pencil marks are not numbers");
            rules.push(Rule {
                cell: Some(((at / n) as i32, (at % n) as i32)),
                numbers: numbers
                    .filter(|numbers| !numbers.is_empty())
                    .ok_or_else(wrong)?,
                ..Rule::named(PENCIL_MARKS)
            });
        }
    }
    let square = Square {
        n,
        givens,
        regions: has_regions.then_some(regions),
    };
    Ok(RuledSquare { square, rules })
}

/// The height and width of blocks that f-puzzles uses if regions are not given: as near to a square as possible, wider than high.
fn default_block(n: usize) -> (usize, usize) {
    let heights = (1..=n).take_while(|height| height * height <= n);
    let height = heights.filter(|height| n.is_multiple_of(*height)).last();
    let height = height.unwrap_or(1);
    (height, n / height)
}

/// Reads SudokuPad's own format. Of its drawings, cages, diagonals of the whole board and the list of global rules are rules; other lines and shapes become rules without
/// places, named after their fields.
fn cells(letters: Slice<'_>) -> Result<RuledSquare, Diagnostic> {
    let json = payload(letters)?;
    let error = |message: &str| Diagnostic::error(message, letters.span());
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
        for (row, col) in
            places(list, n).ok_or_else(|| error("a region has a cell outside the grid"))?
        {
            regions[row as usize * n + col as usize] = Some(region);
        }
    }
    let has_regions = regions.iter().any(Option::is_some);
    let square = Square {
        n,
        givens,
        regions: has_regions.then_some(regions),
    };
    let rules = crate::look::rules(&json, n, &error)?;
    Ok(RuledSquare { square, rules })
}

/// Reads SudokuPad's short format for 9x9 boards: digits with runs of blanks, then letters for rules: `w` for Windoku, `x` for both diagonals.
fn classic(letters: Slice<'_>) -> Result<RuledSquare, Diagnostic> {
    let (letters, _) = letters.split_at_first('&');
    let error = |message: &str| Diagnostic::error(message, letters.span());
    let plain = unescaped(letters.text);
    let text = match lz_decompress(&plain) {
        Some(text) if text.len() * 2 >= plain.len() && text.is_ascii() => text,
        _ => plain,
    };
    let (mut givens, mut rest) = (Vec::new(), "");
    for (at, c) in text.char_indices() {
        let Some(code) = c.to_digit(36).map(|code| match c.is_ascii_lowercase() {
            true => code + 26,
            false => code,
        }) else {
            rest = text[at..].trim_start_matches('*');
            break;
        };
        if givens.len() >= 81 {
            rest = &text[at..];
            break;
        }
        givens.push(Some(code % 10).filter(|digit| *digit > 0));
        givens.extend(std::iter::repeat_n(None, code as usize / 10));
    }
    if givens.len() != 81 {
        return Err(error("expected 81 cells"));
    }
    // A title or an author follows after `t` or `a`.
    let end = rest.find(['t', 'a']).unwrap_or(rest.len());
    let mut rules = Vec::new();
    for letter in rest[..end].chars() {
        match letter {
            'w' => rules.push(Rule::named("windoku")),
            'x' => rules.extend(["diagonal+", "diagonal-"].map(Rule::named)),
            '*' => {}
            other => rules.push(Rule::named(other.to_string())),
        }
    }
    let square = Square {
        n: 9,
        givens,
        regions: None,
    };
    Ok(RuledSquare { square, rules })
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

/// A text with `%hh` decoded.
fn unescaped(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
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
