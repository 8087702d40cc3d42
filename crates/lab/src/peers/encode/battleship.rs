//! Battleship Solitaire: tallies, the fleet by length, and the cells implied by clues.

use crate::peers::encode::{Encoded, list, pairs};

/// The known cells.
struct Sea {
    height: usize,
    width: usize,
    /// 1 for a part of a ship, 0 for water, -1 if unknown.
    cells: Vec<Vec<i32>>,
    /// Middle parts of ships.
    middles: Vec<(usize, usize)>,
}

pub(crate) fn encode(text: &str) -> Option<Encoded> {
    let mut fleet: Vec<usize> = Vec::new();
    let (mut rows, mut cols) = (Vec::new(), Vec::new());
    let mut grid = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.clone().next()? {
            "fleet" => {
                for class in words.skip(1) {
                    let (length, many) = class.split_once(':')?;
                    let length: usize = length.parse().ok()?;
                    fleet.resize(fleet.len().max(length), 0);
                    fleet[length - 1] += many.parse::<usize>().ok()?;
                }
            }
            "rows" => rows = words.skip(1).map(tally).collect::<Option<_>>()?,
            "cols" => cols = words.skip(1).map(tally).collect::<Option<_>>()?,
            _ => grid.push(words.next()?.chars().collect::<Vec<char>>()),
        }
    }
    let sea = sea(&grid)?;
    Some(Encoded {
        model: "battleship",
        facts: facts(&sea, &fleet, &rows, &cols),
        data: data(&sea, &fleet, &rows, &cols),
    })
}

/// A tally; -1 if it is missing.
fn tally(text: &str) -> Option<i32> {
    if text.chars().all(|c| c.is_ascii_digit()) {
        return text.parse().ok();
    }
    Some(-1)
}

fn sea(grid: &[Vec<char>]) -> Option<Sea> {
    let (height, width) = (grid.len(), grid.first()?.len());
    let mut sea = Sea {
        height,
        width,
        cells: vec![vec![-1; width]; height],
        middles: Vec::new(),
    };
    for (row, line) in grid.iter().enumerate() {
        for (col, &hint) in line.iter().enumerate() {
            // Whether the cells above, below, left and right continue the ship.
            let continues = match hint {
                '.' => continue,
                'w' => {
                    sea.cells[row][col] = 0;
                    continue;
                }
                'm' => {
                    sea.cells[row][col] = 1;
                    sea.middles.push((row, col));
                    continue;
                }
                'c' => [false, false, false, false],
                't' => [false, true, false, false],
                'b' => [true, false, false, false],
                'l' => [false, false, false, true],
                'r' => [false, false, true, false],
                _ => return None,
            };
            sea.cells[row][col] = 1;
            let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            for (is_part, (down, right)) in continues.into_iter().zip(steps) {
                let at = (row as i32 + down, col as i32 + right);
                let is_inside =
                    (0..height as i32).contains(&at.0) && (0..width as i32).contains(&at.1);
                match (is_inside, is_part) {
                    (true, _) => sea.cells[at.0 as usize][at.1 as usize] = i32::from(is_part),
                    (false, true) => return None,
                    (false, false) => {}
                }
            }
        }
    }
    Some(sea)
}

fn facts(sea: &Sea, fleet: &[usize], rows: &[i32], cols: &[i32]) -> String {
    let mut facts = format!("height({}). width({}).\n", sea.height, sea.width);
    for (length, many) in (1..).zip(fleet) {
        facts += &format!("fleet({length},{many}).\n");
    }
    for (name, tallies) in [("row", rows), ("col", cols)] {
        for (i, tally) in tallies.iter().enumerate().filter(|(_, tally)| **tally >= 0) {
            facts += &format!("{name}({i},{tally}).\n");
        }
    }
    for (row, line) in sea.cells.iter().enumerate() {
        for (col, cell) in line.iter().enumerate() {
            match cell {
                1 => facts += &format!("part({row},{col}).\n"),
                0 => facts += &format!("water({row},{col}).\n"),
                _ => {}
            }
        }
    }
    for (row, col) in &sea.middles {
        facts += &format!("middle({row},{col}).\n");
    }
    facts
}

fn data(sea: &Sea, fleet: &[usize], rows: &[i32], cols: &[i32]) -> String {
    let (height, width) = (sea.height, sea.width);
    let middles: Vec<(usize, usize)> = sea
        .middles
        .iter()
        .map(|(row, col)| (row + 1, col + 1))
        .collect();
    format!(
        "height = {height};\nwidth = {width};\nlongest = {};\nfleet = {};\nrow_tallies = {};\ncol_tallies = {};\n\
         hints = array2d(1..{height}, 1..{width}, {});\nmiddles = {};\n",
        fleet.len(),
        list(fleet),
        list(rows),
        list(cols),
        list(sea.cells.iter().flatten()),
        pairs(&middles)
    )
}
