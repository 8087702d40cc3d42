//! The formats Sudoku is exchanged in: addresses, game ids, and lines and files of text.

use gridwright_codec::square::Square;
use gridwright_codec::tatham::{self, Digits, Token};
use gridwright_codec::{Part, fpuzzles, penpa, puzzlink};
use gridwright_term::{Diagnostic, Span};

use crate::blocks::number_cells::word;
use crate::blocks::text_format;
use crate::contract::{Format, NotExpressible};
use crate::kinds::sudoku::{Instance, Sudoku, default_block, files};

/// All of them.
pub(crate) const ALL: &[Format<Sudoku>] = &[
    PUZZLINK,
    files::PZPRV3,
    TATHAM,
    FPUZZLES,
    SUDOKUPAD,
    PENPA,
    files::LINE,
    files::SDK,
    files::SDM,
];

/// Makes a board of numbers in reading order; `code` is where they came from.
pub(crate) fn board(
    n: usize,
    block: (usize, usize),
    cells: &[Option<u32>],
    code: Span,
) -> Result<Instance, Diagnostic> {
    if let Some(number) = cells.iter().flatten().find(|&&number| number as usize > n) {
        let what = format!("expected numbers from 1 to {n}, found {number}");
        return Err(Diagnostic::error(what, code));
    }
    // Zero is a blank, here as in a text.
    let clue = |cell: &Option<u32>| cell.map(|number| number as i32).filter(|&clue| clue > 0);
    Instance::new(n, block, cells.iter().map(clue).collect())
        .map_err(|what| Diagnostic::error(what, code))
}

fn givens(instance: &Instance) -> Vec<Option<u32>> {
    let number = |clue: &Option<i32>| clue.map(i32::unsigned_abs);
    instance.clues().iter().map(number).collect()
}

const PUZZLINK: Format<Sudoku> = Format {
    name: "puzzlink",
    about: "an address of puzz.link or a related site",
    recognises: |text| puzzlink::Address::kind(text) == Some("sudoku"),
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        if address.rows != address.cols {
            let (rows, cols) = (address.rows, address.cols);
            let what = format!("a Sudoku is a square, not {rows} by {cols}");
            return Err(Diagnostic::error(what, Part::whole(text).span()));
        }
        text_format::read_puzzlink::<Sudoku>(text, None, address.rows)
    },
    write: |instance| {
        let n = instance.n();
        if ![4, 6, 9, 16, 25].contains(&n) || instance.block() != default_block(n) {
            let (height, width) = instance.block();
            return Err(NotExpressible(format!(
                "puzz.link has boards of 4, 6, 9, 16 and 25, not blocks of {height} by {width}"
            )));
        }
        let words = |row: &[Option<i32>]| row.iter().map(|clue| word(clue, ".")).collect();
        let rows: Vec<Vec<String>> = instance.clues().chunks(n).map(words).collect();
        let query = text_format::write_puzzlink("sudoku", &rows, None)?;
        Ok(format!("https://puzz.link/p?{query}"))
    },
};

const TATHAM: Format<Sudoku> = Format {
    name: "tatham",
    about: "a game id of Solo, in Simon Tatham's collection",
    recognises: |text| {
        let Some(id) = tatham::Id::of(text) else {
            return false;
        };
        if let Some(game) = id.game {
            return game == "solo";
        }
        // Other games write sizes the same way, but their boards have fewer cells.
        let Ok((height, width, rules)) = id.size() else {
            return false;
        };
        if variant(rules).is_some() {
            return true;
        }
        let n = height.saturating_mul(width);
        let desc = id.desc.text.split(',').next().unwrap_or_default();
        let desc = Part {
            text: desc.get(1..).unwrap_or_default(),
            start: 0,
        };
        let lengths = tatham::tokens(desc, Digits::Numbers).into_iter();
        let cells: usize = lengths
            .map(|(token, _)| match token {
                Token::Blanks(run) => run,
                _ => 1,
            })
            .sum();
        cells == n.saturating_mul(n)
    },
    read: |text| {
        let whole = Part::whole(text);
        let id = tatham::Id::of(text).ok_or_else(|| whole.expected("a game id such as 3x3:…"))?;
        let (height, width, rules) = id.size()?;
        if let Some(name) = variant(rules) {
            let what = format!("only plain Sudoku is read, and this has {name}");
            return Err(Diagnostic::error(what, rules.span()));
        }
        let n = height.saturating_mul(width);
        let n_cells = n.checked_mul(n);
        let n_cells = n_cells.ok_or_else(|| id.params.expected("a smaller board"))?;
        let desc = id.description()?;
        let cells = tatham::cells(desc, Digits::Numbers, n_cells, &None, |token, here| {
            let number = match token {
                Token::Number(number) => number.text.parse().ok(),
                _ => None,
            };
            let number = number.ok_or_else(|| here.expected("a number, `_` or a small letter"))?;
            Ok((Some(number), 1))
        })?;
        board(n, (height, width), &cells, desc.span())
    },
    write: |instance| {
        let (height, width) = instance.block();
        let cells = instance.clues().iter();
        let words = cells.map(|clue| clue.map(|number| number.to_string()));
        let desc = tatham::write(words, Digits::Numbers);
        Ok(format!("{height}x{width}:{desc}"))
    },
};

/// The variant of Sudoku in the parameters of an id; no other game has their letters.
fn variant(rules: Part<'_>) -> Option<&'static str> {
    let variants = [('j', "jigsaw regions"), ('x', "diagonals"), ('k', "cages")];
    let mut found = variants.iter();
    found
        .find(|(letter, _)| rules.text.contains(*letter))
        .map(|(_, name)| *name)
}

/// A square as an editor gives it, made a board.
fn from_square(square: &Square, text: &str) -> Result<Instance, Diagnostic> {
    let code = Part::whole(text).span();
    let block = match square.regions {
        None => default_block(square.n),
        Some(_) => square.block().ok_or_else(|| {
            let what = "only blocks of one shape are read, and this has irregular regions";
            Diagnostic::error(what, code)
        })?,
    };
    board(square.n, block, &square.givens, code)
}

/// A board as editors read it. Regions are included if they are not the default ones, or always.
fn to_square(instance: &Instance, always: bool) -> Square {
    let n = instance.n();
    let (height, width) = instance.block();
    let is_included = always || (height, width) != default_block(n);
    Square {
        n,
        givens: givens(instance),
        regions: is_included.then(|| Square::blocks(n, height, width)),
    }
}

const FPUZZLES: Format<Sudoku> = Format {
    name: "fpuzzles",
    about: "an address of f-puzzles",
    recognises: |text| fpuzzles::is_fpuzzles(text),
    read: |text| from_square(&fpuzzles::read(text)?, text),
    write: |instance| Ok(fpuzzles::write(&to_square(instance, false))),
};

const SUDOKUPAD: Format<Sudoku> = Format {
    name: "sudokupad",
    about: "an address of SudokuPad that holds its puzzle",
    recognises: |text| fpuzzles::is_sudokupad(text),
    read: |text| from_square(&fpuzzles::read_sudokupad(text)?, text),
    write: |instance| Ok(fpuzzles::write_sudokupad(&to_square(instance, false))),
};

const PENPA: Format<Sudoku> = Format {
    name: "penpa",
    about: "an address of penpa-edit",
    recognises: |text| penpa::is_address(text),
    read: |text| from_square(&penpa::read(text)?, text),
    write: |instance| {
        if instance.block() != default_block(instance.n()) {
            let what =
                "penpa-edit stores numbers and lines, which do not determine the shape of a block";
            return Err(NotExpressible(what.to_owned()));
        }
        Ok(penpa::write(&to_square(instance, true)))
    },
};
