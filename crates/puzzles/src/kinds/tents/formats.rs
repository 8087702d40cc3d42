//! The exchange formats of Tents: URLs of puzz.link, and game ids of Simon Tatham's Tents.

use gridwright_codec::tatham::Id;
use gridwright_codec::{Clue, Slice, number16, one_cell, puzzlink};
use gridwright_term::{Diagnostic, Span};

use crate::blocks::text_format;
use crate::contract::{Format, NotExpressible};
use crate::kinds::tents::{Instance, Tents};

pub(super) const ALL: &[Format<Tents>] = &[PUZZLINK, TATHAM];

/// Makes a board; an error if a number is too large for its line.
fn board(
    (rows, cols): (usize, usize),
    trees: Vec<bool>,
    numbers: [Vec<Option<i32>>; 2],
    code: Span,
) -> Result<Instance, Diagnostic> {
    let grid = text_format::grid(rows, cols, code)?;
    let [of_rows, of_cols] = numbers;
    for (numbers, longest) in [(&of_rows, cols), (&of_cols, rows)] {
        let mut numbers = numbers.iter().flatten();
        if let Some(number) = numbers.find(|&&number| number as usize > longest) {
            let what = format!("expected at most {longest} tents in a line, found {number}");
            return Err(Diagnostic::error(what, code));
        }
    }
    Ok(Instance::new(grid, trees, of_rows, of_cols))
}

/// The numbers of the columns and then of the rows, in the number code; then the trees.
const PUZZLINK: Format<Tents> = Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| puzzlink::Address::kind(text) == Some("tents"),
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let (rows, cols) = (address.rows, address.cols);
        let (clues, rest) = number16::read(address.body, rows + cols)?;
        let (trees, rest) = one_cell::read(rest, address.n_cells())?;
        address.end(rest)?;
        let number = |clue: &Clue| clue.number().map(|number| number as i32);
        let numbers: Vec<Option<i32>> = clues.iter().map(number).collect();
        let (of_cols, of_rows) = numbers.split_at(cols);
        let numbers = [of_rows.to_vec(), of_cols.to_vec()];
        board((rows, cols), trees, numbers, address.body.span())
    },
    write: |instance| {
        let numbers = instance.cols.iter().chain(&instance.rows);
        let clue = |number: &Option<i32>| Clue::from(number.map(i32::unsigned_abs));
        let numbers: Vec<Clue> = numbers.map(clue).collect();
        let body = number16::write(&numbers) + &one_cell::write(&instance.trees);
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        Ok(puzzlink::url("tents", rows, cols, &body))
    },
};

/// The letters before the first comma are cells up to the next tree: `_` for none before it, `a` for one, and so on; `z` is 25 cells without a tree after them. A tree
/// beyond the last cell ends them. Then come the numbers of all columns and rows.
const TATHAM: Format<Tents> = Format {
    name: "tatham",
    about: "a game id of Simon Tatham's Tents",
    recognises: |text| {
        Id::is_of(text, "tents", |id| {
            let (Ok((cols, rows, rest)), Ok(desc)) = (id.size(), id.description()) else {
                return false;
            };
            let parts: Vec<&str> = desc.text.split(',').collect();
            let is_cells = |c: char| c.is_ascii_lowercase() || "_!-".contains(c);
            id.params.text.contains('x')
                && !rest.text.contains(',')
                && parts.len() == rows + cols + 1
                && !parts[0].is_empty()
                && parts[0].chars().all(is_cells)
        })
    },
    read: |text| {
        let id = Id::read(text, "8x8:a_bc…,1,2,…")?;
        let (cols, rows, _) = id.size()?;
        let desc = id.description()?;
        let parts = desc.split(',');
        let (cells, numbers) = parts.split_first().expect("a text has a first part");
        let mut trees = Vec::new();
        for (at, c) in cells.text.char_indices() {
            let (blanks, tree) = match c {
                '_' => (0, true),
                'a'..='y' => (c as usize - 'a' as usize + 1, true),
                'z' => (25, false),
                '!' | '-' => {
                    let what = "boards with cells that are filled already are not supported";
                    return Err(Diagnostic::error(what, cells.skip(at).take(1).span()));
                }
                _ => return Err(cells.skip(at).expected_first("a small letter or `_`")),
            };
            trees.extend(std::iter::repeat_n(false, blanks));
            if tree {
                trees.push(true);
            }
        }
        let n_cells = rows * cols;
        if trees.len() != n_cells + 1 || trees.pop() != Some(true) {
            let what = format!("expected the trees of {n_cells} cells and one after the last");
            return Err(Diagnostic::error(what, cells.span()));
        }
        if numbers.len() != rows + cols {
            let what = format!("expected {} numbers, found {}", rows + cols, numbers.len());
            return Err(Diagnostic::error(what, desc.span()));
        }
        let number = |slice: &Slice<'_>| {
            let number = slice.number("a number of tents")?;
            let small = i32::try_from(number).map_err(|_| slice.expected("a number of tents"))?;
            Ok(Some(small))
        };
        let numbers = numbers.iter().map(number);
        let numbers: Vec<Option<i32>> = numbers.collect::<Result<_, Diagnostic>>()?;
        let (of_cols, of_rows) = numbers.split_at(cols);
        let numbers = [of_rows.to_vec(), of_cols.to_vec()];
        board((rows, cols), trees, numbers, desc.span())
    },
    write: |instance| {
        let mut desc = String::new();
        let mut blanks = 0_u8;
        for tree in instance.trees.iter().chain([&true]) {
            if *tree {
                desc.push(if blanks == 0 {
                    '_'
                } else {
                    char::from(b'a' + blanks - 1)
                });
                blanks = 0;
                continue;
            }
            if blanks == 25 {
                desc.push('z');
                blanks = 0;
            }
            blanks += 1;
        }
        for number in instance.cols.iter().chain(&instance.rows) {
            let Some(number) = number else {
                let what = "an id has a number for every row and column";
                return Err(NotExpressible(what.to_owned()));
            };
            desc += &format!(",{number}");
        }
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        Ok(format!("{cols}x{rows}:{desc}"))
    },
};
