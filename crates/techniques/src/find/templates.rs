//! Which digits can lose a candidate by reasoning on them alone. A template is a choice of places for a digit that fills all its houses; a candidate in some
//! template cannot be ruled out by fish, colours or chains of its digit. Digits of which every candidate is in one need no search.

use crate::cells::CellSet;
use crate::grid::Grid;

/// For every digit, its places when last looked at, and whether some were in no template.
#[derive(Clone, Debug)]
pub(crate) struct Templates([(CellSet, bool); 9]);

impl Default for Templates {
    fn default() -> Templates {
        Templates([(CellSet::EMPTY, false); 9])
    }
}

impl Templates {
    /// The digits that have a candidate in no template, as bits.
    pub(crate) fn reducible(&mut self, grid: &Grid) -> u16 {
        let mut bits = 0;
        for (digit, (places, is_reducible)) in self.0.iter_mut().enumerate() {
            if *places != grid.places(digit) {
                *places = grid.places(digit);
                *is_reducible = in_templates(*places) != *places;
            }
            bits |= u16::from(*is_reducible) << digit;
        }
        bits
    }
}

/// The places that are in a template. Rows without places are taken to have the digit already.
fn in_templates(places: CellSet) -> CellSet {
    let bands: [Vec<(u16, CellSet)>; 3] = std::array::from_fn(|band| fillings(places, band));
    let columns = places.fold(0_u16, |columns, cell| columns | 1 << (cell % 9));
    let distinct = |band: usize| {
        let mut columns: Vec<u16> = bands[band].iter().map(|filling| filling.0).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    };
    let [top, middle, bottom] = [0, 1, 2].map(distinct);
    let mut supported: [Vec<u16>; 3] = Default::default();
    for &a in &top {
        for &b in middle.iter().filter(|&b| a & b == 0) {
            let c = columns & !a & !b;
            if bottom.binary_search(&c).is_ok() {
                for (list, columns) in supported.iter_mut().zip([a, b, c]) {
                    if !list.contains(&columns) {
                        list.push(columns);
                    }
                }
            }
        }
    }
    let mut union = CellSet::EMPTY;
    for (fillings, supported) in bands.iter().zip(&supported) {
        for (columns, cells) in fillings {
            if supported.contains(columns) {
                union |= *cells;
            }
        }
    }
    union
}

/// The ways to fill three rows, each row that has places once, in different columns and blocks: the columns, and the cells.
fn fillings(places: CellSet, band: usize) -> Vec<(u16, CellSet)> {
    let mut fillings = vec![(0, CellSet::EMPTY)];
    for row in 3 * band..3 * band + 3 {
        let own = (places.0 >> (9 * row) & 0x1ff) as u16;
        if own == 0 {
            continue;
        }
        let mut longer = Vec::with_capacity(fillings.len() * 4);
        for (columns, cells) in fillings {
            // Columns of blocks that have the digit are closed.
            let closed = [7_u16, 7 << 3, 7 << 6].into_iter();
            let closed = closed.filter(|block| columns & block != 0);
            let mut left = own & !closed.fold(0, |all, block| all | block);
            while left != 0 {
                let column = left.trailing_zeros() as usize;
                left &= left - 1;
                longer.push((columns | 1 << column, cells | CellSet::of(9 * row + column)));
            }
        }
        fillings = longer;
    }
    fillings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::{ALL, PEERS};
    use proptest::prelude::*;

    /// Whether the rows from one on can be filled, by search.
    fn can_fill(places: CellSet, row: usize) -> bool {
        if row == 9 {
            return true;
        }
        let own = places & CellSet(0x1ff << (9 * row));
        own.into_iter()
            .any(|cell| can_fill(places - PEERS[cell], row + 1))
    }

    #[test]
    fn every_cell_of_the_open_grid_is_in_a_template() {
        assert_eq!(in_templates(ALL), ALL);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn templates_are_those_found_by_search(
            gone in proptest::collection::vec(0..81_usize, 20..60),
        ) {
            let mut places = ALL;
            gone.into_iter().for_each(|cell| places.remove(cell));
            let has_all_rows = (0..9).all(|row| places.meets(CellSet(0x1ff << (9 * row))));
            let columns = places.fold(0_u16, |columns, cell| columns | 1 << (cell % 9));
            prop_assume!(has_all_rows && columns == 0x1ff);
            let is_in = |&cell: &usize| can_fill(places - PEERS[cell], 0);
            let expected: CellSet = places.filter(is_in).collect();
            prop_assert_eq!(in_templates(places), expected);
        }
    }
}
