//! Sets of cells, and the houses of the grid: rows, columns and blocks.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// How many cells the grid has. Cell `9 * row + column` is the one in that row and column, both counted from 0.
pub const N_CELLS: usize = 81;

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet(pub u128);

/// All cells.
pub const ALL: CellSet = CellSet((1 << N_CELLS) - 1);

impl CellSet {
    /// The empty set.
    pub const EMPTY: CellSet = CellSet(0);

    /// The set of one cell.
    pub const fn of(cell: usize) -> CellSet {
        CellSet(1 << cell)
    }

    /// Whether the set has no cell.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cells it has.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has this cell.
    pub const fn contains(self, cell: usize) -> bool {
        self.0 >> cell & 1 == 1
    }

    /// Whether all its cells are in the other set.
    pub const fn is_subset(self, of: CellSet) -> bool {
        self.0 & !of.0 == 0
    }

    /// Whether the sets have a cell in common.
    pub const fn meets(self, other: CellSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: usize) {
        self.0 |= 1 << cell;
    }

    /// Removes a cell.
    pub fn remove(&mut self, cell: usize) {
        self.0 &= !(1 << cell);
    }

    /// The first cell, if there is one.
    pub fn first(self) -> Option<usize> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as usize)
    }

    /// The cells that see every cell of the set, and are not in it.
    pub fn common_peers(self) -> CellSet {
        self.fold(ALL, |common, cell| common & PEERS[cell])
    }
}

impl Iterator for CellSet {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.map(|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1));
        f.debug_set().entries(names).finish()
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    fn bitand(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    fn bitor(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }
}

impl Sub for CellSet {
    type Output = CellSet;
    fn sub(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }
}

impl Not for CellSet {
    type Output = CellSet;
    fn not(self) -> CellSet {
        ALL - self
    }
}

impl BitAndAssign for CellSet {
    fn bitand_assign(&mut self, other: CellSet) {
        *self = *self & other;
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: CellSet) {
        *self = *self | other;
    }
}

impl SubAssign for CellSet {
    fn sub_assign(&mut self, other: CellSet) {
        *self = *self - other;
    }
}

/// The 27 houses: rows 0 to 8, columns 9 to 17, blocks 18 to 26.
pub const HOUSES: [CellSet; 27] = houses();

/// For every cell, the cells that share a house with it.
pub const PEERS: [CellSet; N_CELLS] = peers();

/// The row, the column and the block of a cell, as indices of [`HOUSES`].
pub const fn houses_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

const fn houses() -> [CellSet; 27] {
    let mut houses = [CellSet::EMPTY; 27];
    let mut cell = 0;
    while cell < N_CELLS {
        let [row, column, block] = houses_of(cell);
        houses[row].0 |= 1 << cell;
        houses[column].0 |= 1 << cell;
        houses[block].0 |= 1 << cell;
        cell += 1;
    }
    houses
}

const fn peers() -> [CellSet; N_CELLS] {
    let mut peers = [CellSet::EMPTY; N_CELLS];
    let mut cell = 0;
    while cell < N_CELLS {
        let [row, column, block] = houses_of(cell);
        let seen = HOUSES[row].0 | HOUSES[column].0 | HOUSES[block].0;
        peers[cell] = CellSet(seen & !(1 << cell));
        cell += 1;
    }
    peers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_sees_twenty_others() {
        for (cell, peers) in PEERS.into_iter().enumerate() {
            assert_eq!(peers.len(), 20);
            assert!(!peers.contains(cell));
            for peer in peers {
                assert!(PEERS[peer].contains(cell));
            }
        }
    }

    #[test]
    fn houses_have_nine_cells_each() {
        for (at, house) in HOUSES.into_iter().enumerate() {
            assert_eq!(house.len(), 9);
            assert!(house.into_iter().all(|cell| houses_of(cell).contains(&at)));
        }
    }
}
