//! The formats Sudoku is exchanged in: addresses, game ids, and lines and files of text.

use gridwright_codec::square::Square;
use gridwright_codec::tatham::{self, Digits, Token};
use gridwright_codec::{Part, fpuzzles, penpa, puzzlink};
use gridwright_term::{Diagnostic, Span};

use crate::blocks::text_format;
use crate::contract::{Format, NotExpressible};
use crate::kinds::sudoku::{Instance, Sudoku, usual_block};

/// All of them.
pub(crate) const ALL: &[&dyn Format<Sudoku>] = &[
    &PuzzLink,
    &crate::kinds::sudoku::files::Pzprv3,
    &Solo,
    &FPuzzles,
    &SudokuPad,
    &Penpa,
    &crate::kinds::sudoku::files::Line,
    &crate::kinds::sudoku::files::Sdk,
    &crate::kinds::sudoku::files::Sdm,
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

struct PuzzLink;

impl Format<Sudoku> for PuzzLink {
    fn name(&self) -> &'static str {
        "puzzlink"
    }

    fn about(&self) -> &'static str {
        "an address of puzz.link or a related site"
    }

    fn recognises(&self, text: &str) -> bool {
        puzzlink::Address::kind(text) == Some("sudoku")
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
        let address = puzzlink::Address::read(text)?;
        if address.rows != address.cols {
            let (rows, cols) = (address.rows, address.cols);
            let what = format!("a Sudoku is a square, not {rows} by {cols}");
            return Err(Diagnostic::error(what, Part::whole(text).span()));
        }
        text_format::read_puzzlink::<Sudoku>(text, None, address.rows)
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        let n = instance.n();
        if ![4, 6, 9, 16, 25].contains(&n) || instance.block() != usual_block(n) {
            let (height, width) = instance.block();
            return Err(NotExpressible(format!(
                "puzz.link has boards of 4, 6, 9, 16 and 25, not blocks of {height} by {width}"
            )));
        }
        let word = |clue: &Option<i32>| clue.map_or(".".to_owned(), |number| number.to_string());
        let words: Vec<String> = instance.clues().iter().map(word).collect();
        let rows: Vec<Vec<String>> = words.chunks(n).map(<[String]>::to_vec).collect();
        let query = text_format::write_puzzlink("sudoku", &rows, None)?;
        Ok(format!("https://puzz.link/p?{query}"))
    }
}

struct Solo;

impl Format<Sudoku> for Solo {
    fn name(&self) -> &'static str {
        "tatham"
    }

    fn about(&self) -> &'static str {
        "a game id of Solo, in Simon Tatham's collection"
    }

    fn recognises(&self, text: &str) -> bool {
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
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
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
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        let (height, width) = instance.block();
        let cells = instance.clues().iter();
        let words = cells.map(|clue| clue.map(|number| number.to_string()));
        let desc = tatham::write(words, Digits::Numbers);
        Ok(format!("{height}x{width}:{desc}"))
    }
}

/// The rule beyond those of Sudoku that the parameters of an id ask for; no other game has their letters.
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
        None => usual_block(square.n),
        Some(_) => square.block().ok_or_else(|| {
            let what = "only blocks of one shape are read, and this has irregular regions";
            Diagnostic::error(what, code)
        })?,
    };
    board(square.n, block, &square.givens, code)
}

/// A board as editors take it. Regions are told where they are not the usual ones, or always.
fn to_square(instance: &Instance, always: bool) -> Square {
    let n = instance.n();
    let (height, width) = instance.block();
    let is_told = always || (height, width) != usual_block(n);
    Square {
        n,
        givens: givens(instance),
        regions: is_told.then(|| Square::blocks(n, height, width)),
    }
}

struct FPuzzles;

impl Format<Sudoku> for FPuzzles {
    fn name(&self) -> &'static str {
        "fpuzzles"
    }

    fn about(&self) -> &'static str {
        "an address of f-puzzles"
    }

    fn recognises(&self, text: &str) -> bool {
        fpuzzles::is_fpuzzles(text)
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
        from_square(&fpuzzles::read(text)?, text)
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        Ok(fpuzzles::write(&to_square(instance, false)))
    }
}

struct SudokuPad;

impl Format<Sudoku> for SudokuPad {
    fn name(&self) -> &'static str {
        "sudokupad"
    }

    fn about(&self) -> &'static str {
        "an address of SudokuPad that holds its puzzle"
    }

    fn recognises(&self, text: &str) -> bool {
        fpuzzles::is_sudokupad(text)
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
        from_square(&fpuzzles::read_sudokupad(text)?, text)
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        Ok(fpuzzles::write_sudokupad(&to_square(instance, false)))
    }
}

struct Penpa;

impl Format<Sudoku> for Penpa {
    fn name(&self) -> &'static str {
        "penpa"
    }

    fn about(&self) -> &'static str {
        "an address of penpa-edit"
    }

    fn recognises(&self, text: &str) -> bool {
        penpa::is_address(text)
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
        from_square(&penpa::read(text)?, text)
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        if instance.block() != usual_block(instance.n()) {
            let what = "penpa-edit keeps numbers and lines, which do not say the shape of a block";
            return Err(NotExpressible(what.to_owned()));
        }
        Ok(penpa::write(&to_square(instance, true)))
    }
}
