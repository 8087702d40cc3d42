//! The texts Sudoku is kept in: a line of cells, and the files `.sdk` and `.sdm`.

use gridwright_codec::{Part, pzprv3};
use gridwright_term::Diagnostic;

use crate::contract::{Format, NotExpressible};
use crate::kinds::sudoku::formats::board;
use crate::kinds::sudoku::{Instance, Sudoku, side, usual_block};

/// All cells in one word: digits, then capital letters from ten on; a blank is `.` or another sign of the usual ones.
pub(crate) struct Line;

impl Format<Sudoku> for Line {
    fn name(&self) -> &'static str {
        "line"
    }

    fn about(&self) -> &'static str {
        "all cells in one line, 81 for nine rows"
    }

    fn recognises(&self, text: &str) -> bool {
        // Shorter words may be a row of something else.
        let word = text.split_whitespace().next().unwrap_or_default();
        [81, 256, 625].contains(&word.len()) && word.chars().all(|c| cell(c).is_some())
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
        let whole = Part::whole(text);
        let end = whole.text.find([' ', '\t', ',', ';', '#', '\n', '\r']);
        cells(whole.take(end.unwrap_or(whole.text.len())))
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        line(instance, '.')
    }
}

/// A file of puzz.link. The numbers that a solver may have written into it are not read.
pub(crate) struct Pzprv3;

impl Format<Sudoku> for Pzprv3 {
    fn name(&self) -> &'static str {
        "pzprv3"
    }

    fn about(&self) -> &'static str {
        "a file of puzz.link"
    }

    fn recognises(&self, text: &str) -> bool {
        pzprv3::kind(text) == Some("sudoku")
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
        let file = pzprv3::File::read(text)?;
        let n = file.size(0, "the number of rows")?;
        let mut cells = Vec::new();
        for cell in file.board(1, n, n)? {
            cells.push(match cell.text {
                "." => None,
                _ => Some(cell.number("a number or `.`")? as u32),
            });
        }
        board(n, usual_block(n), &cells, Part::whole(text).span())
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        let n = instance.n();
        if instance.block() != usual_block(n) {
            let (height, width) = instance.block();
            return Err(NotExpressible(format!(
                "puzz.link has no boards of {n} rows with blocks of {height} by {width}"
            )));
        }
        let word = |clue: &Option<i32>| clue.map_or(".".to_owned(), |number| number.to_string());
        let mut words: Vec<String> = instance.clues().iter().map(word).collect();
        // Nothing is filled in yet.
        words.extend(vec![".".to_owned(); n * n]);
        let rows = words.chunks(n).map(|row| row.iter().map(String::as_str));
        Ok(pzprv3::write("sudoku", &[n], rows))
    }
}

/// A file of SadMan Software's Sudoku: notes after `#`, then nine rows.
pub(crate) struct Sdk;

impl Format<Sudoku> for Sdk {
    fn name(&self) -> &'static str {
        "sdk"
    }

    fn about(&self) -> &'static str {
        "a file .sdk: notes after #, then the rows"
    }

    fn recognises(&self, text: &str) -> bool {
        let is_note = |line: &str| {
            let mut start = line.chars();
            start.next() == Some('#') && start.next().is_some_and(|c| "ADCBSLUH".contains(c))
        };
        let mut lines = text.lines().map(str::trim_end);
        lines.any(|line| is_note(line) || line == "[Puzzle]")
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
        let mut rows = Vec::new();
        for line in Part::whole(text).split('\n') {
            let word = line.text.trim();
            let is_heading = word.starts_with('[') && word != "[Puzzle]";
            if is_heading && !rows.is_empty() {
                // After the puzzle comes the state of a game.
                break;
            }
            if !word.is_empty() && !word.starts_with(['#', '[']) {
                rows.push((word, line));
            }
        }
        let n = rows.len();
        let mut numbers = Vec::new();
        for (word, line) in &rows {
            if word.chars().count() != n {
                let what = format!("{n} cells in a row, as there are {n} rows");
                return Err(line.expected(&what));
            }
            for c in word.chars() {
                let number = cell(c);
                numbers.push(number.ok_or_else(|| line.expected("digits and `.`"))?);
            }
        }
        board(n, usual_block(n), &numbers, Part::whole(text).span())
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        let cells: Vec<char> = line(instance, '.')?.chars().collect();
        let rows = cells.chunks(instance.n());
        let rows = rows.map(|row| row.iter().collect::<String>() + "\n");
        Ok(format!("#CA board of Sudoku\n{}", rows.collect::<String>()))
    }
}

/// A line of a file of many puzzles: 81 digits, 0 for a blank.
pub(crate) struct Sdm;

impl Format<Sudoku> for Sdm {
    fn name(&self) -> &'static str {
        "sdm"
    }

    fn about(&self) -> &'static str {
        "a line of a file .sdm: 81 digits, 0 for a blank"
    }

    fn recognises(&self, _: &str) -> bool {
        // It looks like a line of cells, which reads it.
        false
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
        let whole = Part::whole(text);
        match whole.text.len() {
            81 => cells(whole),
            _ => Err(whole.expected("81 digits")),
        }
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        match instance.n() {
            9 => line(instance, '0'),
            n => Err(NotExpressible(format!(
                "a file .sdm has boards of nine, not of {n}"
            ))),
        }
    }
}

/// The number a character stands for, or that it is blank; `None` if it is neither.
fn cell(c: char) -> Option<Option<u32>> {
    match c {
        '.' | '0' | '_' | '*' | '-' => Some(None),
        '1'..='9' => Some(c.to_digit(10)),
        'A'..='P' => Some(Some(c as u32 - 'A' as u32 + 10)),
        // An old sign for a blank, which no board up to twenty-five needs as a number.
        'X' | 'x' => Some(None),
        _ => None,
    }
}

fn cells(word: Part<'_>) -> Result<Instance, Diagnostic> {
    let mut numbers = Vec::with_capacity(word.text.len());
    for (at, c) in word.text.char_indices() {
        let wrong = || {
            word.skip(at)
                .expected_first("a digit, a capital letter or `.`")
        };
        numbers.push(cell(c).ok_or_else(wrong)?);
    }
    let n = side(numbers.len()).ok_or_else(|| {
        let what = format!(
            "as many cells as a square has, which {} are not",
            numbers.len()
        );
        word.expected(&what)
    })?;
    board(n, usual_block(n), &numbers, word.span())
}

fn line(instance: &Instance, blank: char) -> Result<String, NotExpressible> {
    let n = instance.n();
    if n > 25 || instance.block() != usual_block(n) {
        let (height, width) = instance.block();
        let what = format!("a line has no signs for {n} numbers in blocks of {height} by {width}");
        return Err(NotExpressible(what));
    }
    let sign = |clue: &Option<i32>| {
        let digit = clue.and_then(|number| char::from_digit(number.unsigned_abs(), 36));
        digit.map_or(blank, |digit| digit.to_ascii_uppercase())
    };
    Ok(instance.clues().iter().map(sign).collect())
}
