//! A square of given numbers: the common part of f-puzzles, SudokuPad and penpa-edit.

/// A square of numbers, some of them given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Square {
    /// The number of rows and of columns.
    pub n: usize,
    /// The given numbers, row by row.
    pub givens: Vec<Option<u32>>,
    /// The region of each cell, row by row, numbered arbitrarily, `None` for a cell in no region; `None` for the default blocks.
    pub regions: Option<Vec<Option<usize>>>,
}

impl Square {
    /// The height and width of blocks, if the regions are blocks of one shape; `None` if they are irregular.
    pub fn block(&self) -> Option<(usize, usize)> {
        let regions = self.regions.as_ref()?;
        let n = self.n;
        let at = |row: usize, col: usize| regions[row * n + col];
        let width = (0..n).take_while(|&col| at(0, col) == at(0, 0)).count();
        let height = (0..n).take_while(|&row| at(row, 0) == at(0, 0)).count();
        if width == 0 || height * width != n || !n.is_multiple_of(width) {
            return None;
        }
        let pairs = || regions.iter().zip(Square::blocks(n, height, width));
        // Each region is one block and each block one region.
        let mut region_of = vec![None; n];
        let one_region = pairs()
            .all(|(region, block)| *region_of[block].get_or_insert(region) == region)
            && regions.iter().all(Option::is_some);
        region_of.sort_unstable();
        region_of.dedup();
        (one_region && region_of.len() == n).then_some((height, width))
    }

    /// The region of each cell if the regions are blocks of this shape.
    pub fn blocks(n: usize, height: usize, width: usize) -> Vec<usize> {
        let across = n / width.max(1);
        let region = |cell: usize| cell / n / height.max(1) * across + cell % n / width.max(1);
        (0..n * n).map(region).collect()
    }
}
