//! Symmetries of clues: cells that are images of each other either all show a clue or all show none.

use std::fmt;
use std::str::FromStr;

use gridwright_grid::Cell;

use crate::contract::generate::GenerateError;

/// The symmetry of the clues of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// Rotation by 180 degrees.
    Rotate2,
    /// Rotation by 90 degrees.
    Rotate4,
    /// Reflection that exchanges left and right.
    Mirror,
    /// Reflection that exchanges top and bottom.
    Flip,
    /// Both of these reflections.
    Mirror2,
    /// Reflection in the main diagonal, from top left to bottom right.
    Diagonal,
    /// Reflection in both diagonals.
    Diagonal2,
    /// All rotations and reflections of a square.
    Full,
}

/// Every symmetry and its name.
const NAMES: [(Symmetry, &str); 9] = [
    (Symmetry::None, "none"),
    (Symmetry::Rotate2, "rotate2"),
    (Symmetry::Rotate4, "rotate4"),
    (Symmetry::Mirror, "mirror"),
    (Symmetry::Flip, "flip"),
    (Symmetry::Mirror2, "mirror2"),
    (Symmetry::Diagonal, "diagonal"),
    (Symmetry::Diagonal2, "diagonal2"),
    (Symmetry::Full, "full"),
];

impl Symmetry {
    /// The names of all symmetries.
    pub fn names() -> Vec<&'static str> {
        NAMES.iter().map(|(_, name)| *name).collect()
    }

    /// An error if the symmetry needs a square board and this one is not square.
    pub fn fits(self, rows: usize, cols: usize) -> Result<(), GenerateError> {
        let turns_sides = matches!(
            self,
            Symmetry::Rotate4 | Symmetry::Diagonal | Symmetry::Diagonal2 | Symmetry::Full
        );
        match turns_sides && rows != cols {
            true => Err(GenerateError(format!(
                "the symmetry {self} needs a square board, not {rows}x{cols}"
            ))),
            false => Ok(()),
        }
    }

    /// All images of a cell, itself included, ascending. The board must [fit](Symmetry::fits).
    pub fn orbit(self, rows: usize, cols: usize, cell: Cell) -> Vec<Cell> {
        let images = self.images(rows, cols, &[cell]);
        let mut orbit: Vec<Cell> = images.into_iter().flatten().collect();
        orbit.sort_unstable();
        orbit
    }

    /// The images of a list of cells under every rotation and reflection of the symmetry, the list itself first.
    pub fn images(self, rows: usize, cols: usize, cells: &[Cell]) -> Vec<Vec<Cell>> {
        let turn = |cell: Cell| Cell::new(rows - 1 - cell.row, cols - 1 - cell.col);
        let quarter = |cell: Cell| Cell::new(cell.col, rows - 1 - cell.row);
        let mirror = |cell: Cell| Cell::new(cell.row, cols - 1 - cell.col);
        let flip = |cell: Cell| Cell::new(rows - 1 - cell.row, cell.col);
        let fall = |cell: Cell| Cell::new(cell.col, cell.row);
        let steps: &[&dyn Fn(Cell) -> Cell] = match self {
            Symmetry::None => &[],
            Symmetry::Rotate2 => &[&turn],
            Symmetry::Rotate4 => &[&quarter],
            Symmetry::Mirror => &[&mirror],
            Symmetry::Flip => &[&flip],
            Symmetry::Mirror2 => &[&mirror, &flip],
            Symmetry::Diagonal => &[&fall],
            Symmetry::Diagonal2 => &[&fall, &turn],
            Symmetry::Full => &[&quarter, &mirror],
        };
        let mut images = vec![cells.to_vec()];
        let mut at = 0;
        while at < images.len() {
            for step in steps {
                let other = images[at].iter().map(|&cell| step(cell)).collect();
                if !images.contains(&other) {
                    images.push(other);
                }
            }
            at += 1;
        }
        images
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = NAMES.iter().find(|(known, _)| known == self);
        f.write_str(found.map_or("none", |(_, name)| name))
    }
}

impl FromStr for Symmetry {
    type Err = GenerateError;

    fn from_str(text: &str) -> Result<Symmetry, GenerateError> {
        let found = NAMES.iter().find(|(_, name)| *name == text);
        found.map(|(symmetry, _)| *symmetry).ok_or_else(|| {
            let names = Symmetry::names().join(", ");
            GenerateError(format!("`{text}` is none of {names}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_partition_the_board() {
        for (symmetry, _) in NAMES {
            for (rows, cols) in [(1, 1), (4, 4), (5, 5), (3, 4), (2, 7)] {
                if symmetry.fits(rows, cols).is_err() {
                    continue;
                }
                for row in 0..rows {
                    for col in 0..cols {
                        let cell = Cell::new(row, col);
                        let orbit = symmetry.orbit(rows, cols, cell);
                        assert!(orbit.contains(&cell));
                        for &other in &orbit {
                            assert!(other.row < rows && other.col < cols, "{symmetry} {other}");
                            assert_eq!(symmetry.orbit(rows, cols, other), orbit, "{symmetry}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn orbits_have_the_expected_size() {
        let cell = Cell::new(0, 1);
        let sizes = NAMES.map(|(symmetry, _)| symmetry.orbit(6, 6, cell).len());
        assert_eq!(sizes, [1, 2, 4, 2, 2, 4, 2, 4, 8]);
    }

    #[test]
    fn names_are_read() {
        for (symmetry, name) in NAMES {
            assert_eq!(name.parse(), Ok(symmetry));
            assert_eq!(symmetry.to_string(), name);
        }
        let error = "round".parse::<Symmetry>().expect_err("no symmetry");
        assert!(error.to_string().starts_with("`round` is none of none, "));
        let error = Symmetry::Full.fits(3, 4).expect_err("no square");
        let message = "the symmetry full needs a square board, not 3x4";
        assert_eq!(error.to_string(), message);
    }
}
