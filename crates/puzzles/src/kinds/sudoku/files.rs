//! The texts Sudoku is kept in: a line of cells, and the files `.sdk` and `.sdm`.

use gridwright_codec::{Part, pzprv3};
use gridwright_term::Diagnostic;

use crate::blocks::number_cells::word;
use crate::contract::{Format, NotExpressible};
use crate::kinds::sudoku::formats::board;
use crate::kinds::sudoku::{Instance, Sudoku, default_block, side};

/// All cells in one word: digits, then capital letters from ten on; a blank is `.` or another common sign.
pub(super) const LINE: Format<Sudoku> = Format {
    name: "line",
    about: "all cells in one line, 81 for nine rows",
    recognises: |text| {
        // Shorter words may be a row of something else.
        let word = text.split_whitespace().next().unwrap_or_default();
        [81, 256, 625].contains(&word.len()) && word.chars().all(|c| cell(c).is_some())
    },
    read: |text| {
        let whole = Part::whole(text);
        let end = whole.text.find([' ', '\t', ',', ';', '#', '\n', '\r']);
        cells(whole.take(end.unwrap_or(whole.text.len())))
    },
    write: |instance| line(instance, '.'),
};

/// A file of puzz.link. The numbers that a solver may have written into it are not read.
pub(super) const PZPRV3: Format<Sudoku> = Format {
    name: "pzprv3",
    about: "a file of puzz.link",
    recognises: |text| pzprv3::kind(text) == Some("sudoku"),
    read: |text| {
        let file = pzprv3::File::read(text)?;
        let n = file.size(0, "the number of rows")?;
        let mut cells = Vec::new();
        for cell in file.board(1, n, n)? {
            cells.push(match cell.text {
                "." => None,
                _ => Some(cell.number("a number or `.`")? as u32),
            });
        }
        board(n, default_block(n), &cells, Part::whole(text).span())
    },
    write: |instance| {
        let n = instance.n();
        if instance.block() != default_block(n) {
            let (height, width) = instance.block();
            return Err(NotExpressible(format!(
                "puzz.link has no boards of {n} rows with blocks of {height} by {width}"
            )));
        }
        let clues = instance.clues().iter();
        let mut words: Vec<String> = clues.map(|clue| word(clue, ".")).collect();
        // Nothing is filled in yet.
        words.extend(vec![".".to_owned(); n * n]);
        let rows = words.chunks(n).map(|row| row.iter().map(String::as_str));
        Ok(pzprv3::write("sudoku", &[n], rows))
    },
};

/// A file of SadMan Software's Sudoku: notes after `#`, then nine rows.
pub(super) const SDK: Format<Sudoku> = Format {
    name: "sdk",
    about: "a file .sdk: notes after #, then the rows",
    recognises: |text| {
        let is_note = |line: &str| {
            let mut start = line.chars();
            start.next() == Some('#') && start.next().is_some_and(|c| "ADCBSLUH".contains(c))
        };
        let mut lines = text.lines().map(str::trim_end);
        lines.any(|line| is_note(line) || line == "[Puzzle]")
    },
    read: |text| {
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
        board(n, default_block(n), &numbers, Part::whole(text).span())
    },
    write: |instance| {
        let cells: Vec<char> = line(instance, '.')?.chars().collect();
        let rows = cells.chunks(instance.n());
        let rows = rows.map(|row| row.iter().collect::<String>() + "\n");
        Ok(format!("#CA board of Sudoku\n{}", rows.collect::<String>()))
    },
};

/// A line of a file of many puzzles: 81 digits, 0 for a blank.
pub(super) const SDM: Format<Sudoku> = Format {
    name: "sdm",
    about: "a line of a file .sdm: 81 digits, 0 for a blank",
    recognises: |_| {
        // It looks like a line of cells, which reads it.
        false
    },
    read: |text| {
        let whole = Part::whole(text);
        match whole.text.len() {
            81 => cells(whole),
            _ => Err(whole.expected("81 digits")),
        }
    },
    write: |instance| match instance.n() {
        9 => line(instance, '0'),
        n => Err(NotExpressible(format!(
            "a file .sdm has boards of nine, not of {n}"
        ))),
    },
};

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
    board(n, default_block(n), &numbers, word.span())
}

fn line(instance: &Instance, blank: char) -> Result<String, NotExpressible> {
    let n = instance.n();
    if n > 25 || instance.block() != default_block(n) {
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
