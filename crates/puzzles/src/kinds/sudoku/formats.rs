//! The exchange formats of Sudoku: URLs, game ids, a line of cells, and the files of puzz.link, `.sdk` and `.sdm`.

use gridwright_codec::rules::RuledSquare;
use gridwright_codec::square::Square;
use gridwright_codec::tatham::{self, Digits};
use gridwright_codec::{Slice, fpuzzles, penpa, puzzlink, pzprv3};
use gridwright_term::{Diagnostic, Span};

use crate::blocks::number_cells::word;
use crate::blocks::text_format;
use crate::contract::{Format, KnownPart, NotExpressible};
use crate::kinds::sudoku::{Instance, Sudoku, default_block, exchange, parse, side, solo};

pub(crate) const ALL: &[Format<Sudoku>] = &[
    PUZZLINK, PZPRV3, TATHAM, FPUZZLES, SUDOKUPAD, PENPA, LINE, SDK, SDM,
];

/// Makes a board of numbers in reading order; errors point at `code`, the span that they were read from.
fn board(
    n: usize,
    block: (usize, usize),
    cells: &[Option<u32>],
    code: Span,
) -> Result<Instance, Diagnostic> {
    if let Some(number) = cells.iter().flatten().find(|&&number| number as usize > n) {
        let what = format!("expected numbers from 1 to {n}, found {number}");
        return Err(Diagnostic::error(what, code));
    }
    // Zero is a blank, as in the text format.
    let clue = |cell: &Option<u32>| cell.map(|number| number as i32).filter(|&clue| clue > 0);
    Instance::new(n, block, cells.iter().map(clue).collect())
        .map_err(|what| Diagnostic::error(what, code))
}

const PUZZLINK: Format<Sudoku> = Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| puzzlink::Address::kind(text) == Some("sudoku"),
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        if address.rows != address.cols {
            let (rows, cols) = (address.rows, address.cols);
            let what = format!("a Sudoku is a square, not {rows} by {cols}");
            return Err(Diagnostic::error(what, Slice::whole(text).span()));
        }
        text_format::read_puzzlink::<Sudoku>(text, None, address.rows)
    },
    write: |instance| {
        let n = plain(instance, "puzz.link")?.n();
        if ![4, 6, 9, 16, 25].contains(&n) || instance.block != default_block(n) {
            let (height, width) = instance.block;
            return Err(NotExpressible(format!(
                "puzz.link has boards of 4, 6, 9, 16 and 25 rows, not {n} with blocks of {height} by {width}"
            )));
        }
        let words = |row: &[Option<i32>]| row.iter().map(|clue| word(clue, ".")).collect();
        let rows: Vec<Vec<String>> = instance.clues.chunks(n).map(words).collect();
        let query = text_format::write_puzzlink("sudoku", &rows, None)?;
        Ok(format!("https://puzz.link/p?{query}"))
    },
};

const TATHAM: Format<Sudoku> = Format {
    name: "tatham",
    about: "a game id of Solo, in Simon Tatham's collection",
    recognises: |text| {
        tatham::Id::is_of(text, "solo", |id| {
            // Ids of other games begin with a size too, but their boards have fewer cells.
            let Ok((height, width, rules)) = id.size() else {
                return false;
            };
            if has_variant(rules) {
                return true;
            }
            let n = height.saturating_mul(width);
            let (desc, _) = id.desc.split_at_first(',');
            let desc = desc.skip(desc.text.len().min(1));
            // Only ids of Loopy have a type of grid after the size.
            !rules.text.starts_with('t')
                && tatham::count_cells(desc, Digits::Numbers, |_| 1) == n.saturating_mul(n)
        })
    },
    read: |text| solo::read(text, |ruled| from_ruled(&ruled, text, None)),
    write: solo::write,
};

/// Whether the parameters of an id name a variant of Solo; no other game uses these letters.
fn has_variant(rules: Slice<'_>) -> bool {
    rules.text.contains(['j', 'x', 'k'])
}

/// Converts a square with rules, as read from the URL of an editor, to a board. Unknown rules are an error, or are added to `ignored` if there is such a list.
fn from_ruled(
    ruled: &RuledSquare,
    text: &str,
    ignored: Option<&mut Vec<String>>,
) -> Result<Instance, Diagnostic> {
    let code = Slice::whole(text).span();
    let square = &ruled.square;
    let block = square.block().unwrap_or_else(|| default_block(square.n));
    let variant = exchange::read(ruled, code, ignored)?;
    let instance = board(square.n, block, &square.givens, code)?;
    Ok(instance.with_variant(variant))
}

/// Reads the part of a text in this format that is known; `None` if the format has no unknown parts.
pub(super) fn read_known(
    format: Option<&str>,
    text: &str,
) -> Option<Result<KnownPart<Sudoku>, Diagnostic>> {
    let mut ignored = Vec::new();
    let ruled = match format {
        Some("fpuzzles") => fpuzzles::read(text),
        Some("sudokupad") => fpuzzles::read_sudokupad(text),
        Some("penpa") => penpa::read(text),
        None => {
            let instance = parse(text, Some(&mut ignored));
            return Some(instance.map(|instance| (instance, ignored)));
        }
        Some(_) => return None,
    };
    let instance = ruled.and_then(|ruled| from_ruled(&ruled, text, Some(&mut ignored)));
    Some(instance.map(|instance| (instance, ignored)))
}

/// The instance if it is plain Sudoku; the error that a format has nothing else.
fn plain<'i>(instance: &'i Instance, format: &str) -> Result<&'i Instance, NotExpressible> {
    match instance.is_plain() {
        true => Ok(instance),
        false => Err(NotExpressible(format!(
            "{format} has plain Sudoku only, without irregular regions and other constraints"
        ))),
    }
}

const FPUZZLES: Format<Sudoku> = Format {
    name: "fpuzzles",
    about: "a URL of f-puzzles",
    recognises: |text| fpuzzles::is_fpuzzles(text),
    read: |text| from_ruled(&fpuzzles::read(text)?, text, None),
    write: |instance| Ok(fpuzzles::write(&exchange::write(instance)?)),
};

const SUDOKUPAD: Format<Sudoku> = Format {
    name: "sudokupad",
    about: "a URL of SudokuPad that contains its puzzle",
    recognises: |text| fpuzzles::is_sudokupad(text),
    read: |text| from_ruled(&fpuzzles::read_sudokupad(text)?, text, None),
    write: |instance| Ok(fpuzzles::write_sudokupad(&exchange::write(instance)?)),
};

const PENPA: Format<Sudoku> = Format {
    name: "penpa",
    about: "a URL of penpa-edit",
    recognises: |text| penpa::is_address(text),
    read: |text| from_ruled(&penpa::read(text)?, text, None),
    write: |instance| {
        let n = instance.n();
        let (height, width) = instance.block;
        if instance.region_of_cells().is_some() || (height, width) != default_block(n) {
            let what =
                "penpa-edit stores numbers and lines, which do not determine the shape of a block";
            return Err(NotExpressible(what.to_owned()));
        }
        let mut ruled = exchange::write(instance)?;
        let regions = Square::blocks(n, height, width).into_iter().map(Some);
        ruled.square.regions = Some(regions.collect());
        penpa::write(&ruled).ok_or_else(|| {
            let what = "penpa-edit has cages, thermometers, arrows with one cell for their sum, and dots, X and V between two cells, but no other rules";
            NotExpressible(what.to_owned())
        })
    },
};

/// All cells in one word: digits, then capital letters for 10 and up; a blank is `.` or another common character.
const LINE: Format<Sudoku> = Format {
    name: "line",
    about: "all cells in one line, 81 for nine rows",
    recognises: |text| {
        // Shorter words may be a row of another format.
        let word = text.split_whitespace().next().unwrap_or_default();
        // With more lines it is in the kind's own format, which has constraints.
        let lines = text.lines().map(str::trim);
        let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(['%', '#']));
        [81, 256, 625].contains(&word.len())
            && word.chars().all(|c| cell(c).is_some())
            && lines.nth(1).is_none()
    },
    read: |text| {
        let whole = Slice::whole(text);
        let end = whole.text.find([' ', '\t', ',', ';', '#', '\n', '\r']);
        cells(whole.take(end.unwrap_or(whole.text.len())))
    },
    write: |instance| line(instance, '.'),
};

/// A file of puzz.link. Numbers that a player has entered are ignored.
const PZPRV3: Format<Sudoku> = Format {
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
        board(n, default_block(n), &cells, Slice::whole(text).span())
    },
    write: |instance| {
        let n = plain(instance, "puzz.link")?.n();
        if instance.block != default_block(n) {
            let (height, width) = instance.block;
            return Err(NotExpressible(format!(
                "puzz.link has no boards of {n} rows with blocks of {height} by {width}"
            )));
        }
        let clues = instance.clues.iter();
        let mut words: Vec<String> = clues.map(|clue| word(clue, ".")).collect();
        // The numbers that a player has entered: none yet.
        words.extend(vec![".".to_owned(); n * n]);
        let rows = words.chunks(n).map(|row| row.iter().map(String::as_str));
        Ok(pzprv3::write("sudoku", &[n], rows))
    },
};

/// A file of SadMan Software's Sudoku: notes after `#`, then nine rows.
const SDK: Format<Sudoku> = Format {
    name: "sdk",
    about: "a file .sdk: notes after #, then the rows",
    recognises: |text| {
        let is_note = |line: &str| {
            let mut start = line.chars();
            start.next() == Some('#') && start.next().is_some_and(|c| "ADCBSLUH".contains(c))
        };
        // A row of another kind may begin with `#` too, but not its first line.
        let mut lines = text.lines().map(str::trim_end);
        text.trim_start().starts_with(['#', '['])
            && lines.any(|line| is_note(line) || line == "[Puzzle]")
    },
    read: |text| {
        let mut rows = Vec::new();
        for line in Slice::whole(text).split('\n') {
            let word = line.text.trim();
            let is_heading = word.starts_with('[') && word != "[Puzzle]";
            if is_heading && !rows.is_empty() {
                // The player's state follows the puzzle.
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
        board(n, default_block(n), &numbers, Slice::whole(text).span())
    },
    write: |instance| {
        let cells: Vec<char> = line(instance, '.')?.chars().collect();
        let rows = cells.chunks(instance.n());
        let rows = rows.map(|row| row.iter().collect::<String>() + "\n");
        Ok(format!("#CA board of Sudoku\n{}", rows.collect::<String>()))
    },
};

/// A line of a file of many puzzles: 81 digits, 0 for a blank.
const SDM: Format<Sudoku> = Format {
    name: "sdm",
    about: "a line of a file .sdm: 81 digits, 0 for a blank",
    // It is recognised as the format `line`.
    recognises: |_| false,
    read: |text| {
        let whole = Slice::whole(text);
        match whole.text.len() {
            81 => cells(whole),
            _ => Err(whole.expected("81 digits")),
        }
    },
    write: |instance| match instance.n() {
        9 => line(instance, '0'),
        n => Err(NotExpressible(format!(
            "a file .sdm has 9x9 boards, not {n}x{n}"
        ))),
    },
};

/// The number of a character, or `Some(None)` for a blank; `None` if it is neither.
fn cell(c: char) -> Option<Option<u32>> {
    match c {
        '.' | '0' | '_' | '*' | '-' => Some(None),
        '1'..='9' => Some(c.to_digit(10)),
        'A'..='P' => Some(Some(c as u32 - 'A' as u32 + 10)),
        // An old character for a blank; no board up to 25x25 needs it as a number.
        'X' | 'x' => Some(None),
        _ => None,
    }
}

fn cells(word: Slice<'_>) -> Result<Instance, Diagnostic> {
    let mut numbers = Vec::with_capacity(word.text.len());
    for (at, c) in word.text.char_indices() {
        let expected = "a digit, a capital letter or `.`";
        numbers.push(cell(c).ok_or_else(|| word.skip(at).expected_first(expected))?);
    }
    let n_cells = numbers.len();
    let n = side(n_cells).ok_or_else(|| {
        let what = format!("a square board cannot have {n_cells} cells");
        Diagnostic::error(what, word.span())
    })?;
    board(n, default_block(n), &numbers, word.span())
}

fn line(instance: &Instance, blank: char) -> Result<String, NotExpressible> {
    let n = plain(instance, "a line of cells")?.n();
    if n > 25 || instance.block != default_block(n) {
        let (height, width) = instance.block;
        let what = format!("a line cannot express {n} numbers in blocks of {height} by {width}");
        return Err(NotExpressible(what));
    }
    let sign = |clue: &Option<i32>| {
        let digit = clue.and_then(|number| char::from_digit(number.unsigned_abs(), 36));
        digit.map_or(blank, |digit| digit.to_ascii_uppercase())
    };
    Ok(instance.clues.iter().map(sign).collect())
}
