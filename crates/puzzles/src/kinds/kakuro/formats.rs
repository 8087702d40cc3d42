//! The exchange format of Kakuro: URLs of puzz.link.

use gridwright_codec::{Slice, puzzlink};
use gridwright_grid::Cell;
use gridwright_term::Diagnostic;

use crate::blocks::text_format;
use crate::contract::{Format, NotExpressible};
use crate::kinds::kakuro::{Instance, Kakuro, MAX_SUM, Tile};

/// The size does not count the clue cells above and to the left of the board. The code has the cells row by row: a letter from `k` on is 1 to 16 open cells, `.` a clue cell
/// without sums, two characters the sums below and to the right. Then follow the sums above the columns whose first cell is open, and those before such rows. A sum is a
/// digit, a letter up to `j` for 10 to 19, a capital for 20 to 45, `-` or `0` for none.
pub(super) const ALL: &[Format<Kakuro>] = &[Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| puzzlink::Address::kind(text) == Some("kakuro"),
    read,
    write,
}];

/// Reads a sum and the rest of the text.
fn sum(code: Slice<'_>) -> Result<(Option<i32>, Slice<'_>), Diagnostic> {
    let expected = || code.expected_first("a sum: a digit, a letter up to `j`, a capital or `-`");
    let first = code.first().ok_or_else(expected)?;
    let sum = match first {
        '-' | '.' => 0,
        '0'..='9' => first as i32 - '0' as i32,
        'a'..='j' => first as i32 - 'a' as i32 + 10,
        'A'..='Z' => first as i32 - 'A' as i32 + 20,
        _ => return Err(expected()),
    };
    Ok(((sum > 0).then_some(sum), code.skip(1)))
}

fn read(text: &str) -> Result<Instance, Diagnostic> {
    let address = puzzlink::Address::read(text)?;
    let (rows, cols) = (address.rows, address.cols);
    let code = address.body;
    let grid = text_format::grid(rows + 1, cols + 1, code.span())?;
    let mut rest = code;
    let mut inner = Vec::with_capacity(rows * cols);
    while inner.len() < rows * cols {
        let Some(first) = rest.first() else {
            let what = format!(
                "the text ends after {} of {} cells",
                inner.len(),
                rows * cols
            );
            return Err(Diagnostic::error(what, rest.span()));
        };
        match first {
            'k'..='z' => {
                let run = first as usize - 'j' as usize;
                if inner.len() + run > rows * cols {
                    let what = format!("this goes beyond the last of {} cells", rows * cols);
                    return Err(Diagnostic::error(what, rest.take(1).span()));
                }
                inner.extend(std::iter::repeat_n(Tile::Open, run));
                rest = rest.skip(1);
            }
            '.' => {
                inner.push(Tile::BLOCK);
                rest = rest.skip(1);
            }
            _ => {
                let (down, after) = sum(rest)?;
                let (across, after) = sum(after)?;
                inner.push(Tile::Clue { down, across });
                rest = after;
            }
        }
    }
    let mut tiles = vec![Tile::BLOCK; grid.n_cells()];
    for (at, tile) in inner.iter().enumerate() {
        tiles[grid.index(Cell::new(at / cols + 1, at % cols + 1))] = *tile;
    }
    for col in 0..cols {
        if inner[col] == Tile::Open {
            let (down, after) = sum(rest)?;
            tiles[grid.index(Cell::new(0, col + 1))] = Tile::Clue { down, across: None };
            rest = after;
        }
    }
    for row in 0..rows {
        if inner[row * cols] == Tile::Open {
            let (across, after) = sum(rest)?;
            tiles[grid.index(Cell::new(row + 1, 0))] = Tile::Clue { down: None, across };
            rest = after;
        }
    }
    address.end(rest)?;
    Ok(Instance::new(grid, tiles))
}

fn write(instance: &Instance) -> Result<String, NotExpressible> {
    let grid = &instance.grid;
    let tile = |row: usize, col: usize| instance.tiles[grid.index(Cell::new(row, col))];
    let refuse = |what: &str| Err(NotExpressible(what.to_owned()));
    if grid.rows() < 2 || grid.cols() < 2 {
        return refuse("a URL has a board with at least two rows and columns");
    }
    let (rows, cols) = (grid.rows() - 1, grid.cols() - 1);
    let mut rim = (0..=cols)
        .map(|col| tile(0, col))
        .chain((0..=rows).map(|row| tile(row, 0)));
    if rim.any(|tile| tile == Tile::Open) {
        return refuse("in a URL, the first row and column have clue cells only");
    }
    // A sum without a run is not kept on the rim.
    for col in 0..=cols {
        if let Tile::Clue { down, across } = tile(0, col)
            && (across.is_some() || down.is_some() && (col == 0 || tile(1, col) != Tile::Open))
        {
            return refuse("in a URL, the first row has sums of runs below it only");
        }
    }
    for row in 1..=rows {
        if let Tile::Clue { down, across } = tile(row, 0)
            && (down.is_some() || across.is_some() && tile(row, 1) != Tile::Open)
        {
            return refuse("in a URL, the first column has sums of runs to its right only");
        }
    }
    let letter = |sum: Option<i32>| match sum {
        Some(sum @ 1..=9) => char::from(b'0' + sum as u8),
        Some(sum @ 10..=19) => char::from(b'a' + (sum - 10) as u8),
        Some(sum @ 20..=MAX_SUM) => char::from(b'A' + (sum - 20) as u8),
        _ => '-',
    };
    let mut code = String::new();
    let mut open = 0_u8;
    let end_run = |open: &mut u8, code: &mut String| {
        if *open > 0 {
            code.push(char::from(b'j' + *open));
            *open = 0;
        }
    };
    for row in 1..=rows {
        for col in 1..=cols {
            match tile(row, col) {
                Tile::Open => {
                    open += 1;
                    if open == 16 {
                        end_run(&mut open, &mut code);
                    }
                }
                Tile::BLOCK => {
                    end_run(&mut open, &mut code);
                    code.push('.');
                }
                Tile::Clue { down, across } => {
                    end_run(&mut open, &mut code);
                    code.push(letter(down));
                    code.push(letter(across));
                }
            }
        }
    }
    end_run(&mut open, &mut code);
    for col in 1..=cols {
        if let (Tile::Open, Tile::Clue { down, .. }) = (tile(1, col), tile(0, col)) {
            code.push(letter(down));
        }
    }
    for row in 1..=rows {
        if let (Tile::Open, Tile::Clue { across, .. }) = (tile(row, 1), tile(row, 0)) {
            code.push(letter(across));
        }
    }
    Ok(puzzlink::url("kakuro", rows, cols, &code))
}
