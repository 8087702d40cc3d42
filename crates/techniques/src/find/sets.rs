//! The almost locked sets of a position: n cells of a house with n + 1 digits; and the digits that two of them cannot share.

use crate::cells::{CellSet, HOUSES};
use crate::grid::{Grid, digits};
use crate::step::Group;

/// An almost locked set.
#[derive(Clone)]
pub(crate) struct Als {
    pub(crate) cells: CellSet,
    pub(crate) digits: u16,
    /// For every digit, its cells in the set.
    pub(crate) places: [CellSet; 9],
    /// For every digit, the cells outside with this candidate that see all of its cells in the set.
    pub(crate) seen: [CellSet; 9],
    /// All cells of `seen`.
    pub(crate) all_seen: CellSet,
}

impl Als {
    /// The places of a digit in the set.
    pub(crate) fn group(&self, digit: usize) -> Group {
        Group {
            cells: self.places[digit],
            digit,
        }
    }
}

/// Two sets that share no cell and cannot both have a digit.
#[derive(Clone, Copy)]
pub(crate) struct Common {
    pub(crate) one: u16,
    /// Comes later in the list of sets.
    pub(crate) other: u16,
    pub(crate) digit: u8,
    /// A second such digit.
    pub(crate) second: Option<u8>,
}

impl Common {
    /// The digits.
    pub(crate) fn digits(self) -> u16 {
        1 << self.digit | self.second.map_or(0, |second| 1 << second)
    }
}

/// The almost locked sets of a position and the digits that they cannot share.
#[derive(Clone, Default)]
pub(crate) struct Sets {
    pub(crate) sets: Vec<Als>,
    /// In order of the first and then of the second set.
    pub(crate) commons: Vec<Common>,
    /// For every set, where its commons start as the first set; one more at the end.
    pub(crate) starts: Vec<u32>,
    /// For every set, its commons as the first or the second set, in order.
    pub(crate) of_set: Vec<Vec<u32>>,
}

impl Sets {
    /// Collects the sets of a grid.
    pub(crate) fn of(grid: &Grid) -> Sets {
        let mut sets = Sets {
            sets: all_sets(grid),
            ..Sets::default()
        };
        sets.of_set = vec![Vec::new(); sets.sets.len()];
        for one in 0..sets.sets.len() {
            sets.starts.push(sets.commons.len() as u32);
            for other in one + 1..sets.sets.len() {
                if let Some(common) = sets.common(one, other) {
                    let at = sets.commons.len() as u32;
                    sets.of_set[one].push(at);
                    sets.of_set[other].push(at);
                    sets.commons.push(common);
                }
            }
        }
        sets.starts.push(sets.commons.len() as u32);
        sets
    }

    /// The digits that two sets cannot share.
    fn common(&self, one: usize, other: usize) -> Option<Common> {
        let (a, b) = (&self.sets[one], &self.sets[other]);
        let shared = a.digits & b.digits;
        if shared == 0 || a.cells.meets(b.cells) || !(a.all_seen.meets(b.cells)) {
            return None;
        }
        let is_common = |&digit: &usize| b.places[digit].is_subset(a.seen[digit]);
        let mut common = digits(shared).filter(is_common);
        let digit = common.next()? as u8;
        Some(Common {
            one: one as u16,
            other: other as u16,
            digit,
            second: common.last().map(|digit| digit as u8),
        })
    }

    /// The first set of a common.
    pub(crate) fn one(&self, common: Common) -> &Als {
        &self.sets[usize::from(common.one)]
    }

    /// The second set of a common.
    pub(crate) fn other(&self, common: Common) -> &Als {
        &self.sets[usize::from(common.other)]
    }
}

/// The sets in rows, then in columns, then in blocks; each once.
fn all_sets(grid: &Grid) -> Vec<Als> {
    let mut sets = Vec::new();
    for (house, &cells) in HOUSES.iter().enumerate() {
        let open: Vec<usize> = (cells & grid.open()).collect();
        // The positions in `open` of the cells chosen, and the digits of the cells up to each.
        let mut chosen: Vec<(usize, u16)> = Vec::new();
        let mut set = CellSet::EMPTY;
        let mut next = 0;
        loop {
            if next < open.len() && chosen.len() < 8 {
                let before = chosen.last().map_or(0, |&(_, digits)| digits);
                let all = before | grid.candidates(open[next]);
                chosen.push((next, all));
                set.insert(open[next]);
                let is_new = match house {
                    0..9 => true,
                    9..18 => set.len() > 1,
                    _ => !is_in_line(set),
                };
                if is_new && all.count_ones() as usize == chosen.len() + 1 {
                    sets.push(als(grid, set, all));
                }
                next += 1;
            } else if let Some((last, _)) = chosen.pop() {
                set.remove(open[last]);
                next = last + 1;
            } else {
                break;
            }
        }
    }
    sets
}

/// Whether all cells are in a row or in a column.
fn is_in_line(set: CellSet) -> bool {
    set.first().is_none_or(|first| {
        set.is_subset(HOUSES[first / 9]) || set.is_subset(HOUSES[9 + first % 9])
    })
}

fn als(grid: &Grid, cells: CellSet, all: u16) -> Als {
    let mut als = Als {
        cells,
        digits: all,
        places: [CellSet::EMPTY; 9],
        seen: [CellSet::EMPTY; 9],
        all_seen: CellSet::EMPTY,
    };
    for digit in digits(all) {
        let places = cells & grid.places(digit);
        als.places[digit] = places;
        als.seen[digit] = (places.common_peers() & grid.places(digit)) - cells;
        als.all_seen |= als.seen[digit];
    }
    als
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::PEERS;

    const PUZZLE: &str =
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";

    #[test]
    fn sets_have_one_digit_more_than_cells_and_occur_once() {
        let grid = Grid::read(PUZZLE).expect("81 characters");
        let sets = all_sets(&grid);
        assert!(sets.len() > 20);
        for (at, als) in sets.iter().enumerate() {
            assert_eq!(als.digits.count_ones() as usize, als.cells.len() + 1);
            assert!(HOUSES.iter().any(|house| als.cells.is_subset(*house)));
            assert!(sets[..at].iter().all(|other| other.cells != als.cells));
        }
    }

    #[test]
    fn a_common_digit_is_in_one_of_two_sets_at_most() {
        let grid = Grid::read(PUZZLE).expect("81 characters");
        let sets = Sets::of(&grid);
        assert!(!sets.commons.is_empty());
        for &common in &sets.commons {
            let (a, b) = (sets.one(common), sets.other(common));
            for digit in digits(common.digits()) {
                let mut places = a.places[digit];
                assert!(places.all(|cell| b.places[digit].is_subset(PEERS[cell])));
            }
        }
    }
}
