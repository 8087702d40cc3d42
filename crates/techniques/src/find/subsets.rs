//! Naked, hidden and locked sets: as many cells as digits in a house.

use crate::cells::{CellSet, HOUSES, houses_of};
use crate::find::{choose, coloured, of_digits};
use crate::grid::{Grid, digits};
use crate::step::{Candidate, Colour, Need, Pattern, Step};
use crate::technique::Technique;

/// The order in which houses are searched: blocks, rows, columns.
fn houses() -> impl Iterator<Item = usize> {
    (18..27).chain(0..18)
}

/// The first naked, locked or hidden set.
pub(crate) fn find(grid: &Grid, technique: Technique) -> Option<Step> {
    match technique {
        Technique::LockedPair => find_naked(grid, technique, 2, true),
        Technique::LockedTriple => find_naked(grid, technique, 3, true),
        Technique::NakedPair => find_naked(grid, technique, 2, false),
        Technique::NakedTriple => find_naked(grid, technique, 3, false),
        Technique::NakedQuadruple => find_naked(grid, technique, 4, false),
        Technique::HiddenPair => find_hidden(grid, technique, 2),
        Technique::HiddenTriple => find_hidden(grid, technique, 3),
        _ => find_hidden(grid, technique, 4),
    }
}

fn find_naked(grid: &Grid, technique: Technique, n: usize, is_locked: bool) -> Option<Step> {
    let n_houses = if is_locked { 9 } else { 27 };
    for house in houses().take(n_houses) {
        let mut small = [0; 9];
        let mut n_small = 0;
        for cell in HOUSES[house] & grid.open() {
            if (1..=n).contains(&(grid.candidates(cell).count_ones() as usize)) {
                small[n_small] = cell;
                n_small += 1;
            }
        }
        let found = choose(n_small, n, |chosen| {
            let bits = chosen
                .iter()
                .fold(0, |bits, &at| bits | grid.candidates(small[at]));
            if bits.count_ones() as usize != n {
                return None;
            }
            let cells: CellSet = chosen.iter().map(|&at| small[at]).collect();
            naked(grid, technique, cells, bits, is_locked)
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The step of a naked set, if it rules something out; a locked one if it does so in its block and outside.
fn naked(
    grid: &Grid,
    technique: Technique,
    cells: CellSet,
    bits: u16,
    is_locked: bool,
) -> Option<Step> {
    let common = common_houses(cells);
    let mut eliminations: Vec<Candidate> = Vec::new();
    let block = HOUSES[houses_of(cells.first()?)[2]];
    let mut n_parts = 0;
    for &house in &common {
        let mut has_part = false;
        for at in of_digits(grid, HOUSES[house] - cells, bits) {
            has_part |= house >= 18 || !block.contains(at.0);
            if !eliminations.contains(&at) {
                eliminations.push(at);
            }
        }
        n_parts += usize::from(has_part);
    }
    let has_block_and_line = common.len() == 2 && common[1] >= 18;
    let locks = cells.len() < 4 && n_parts > 1 && has_block_and_line;
    if eliminations.is_empty() || locks != is_locked {
        return None;
    }
    Some(Step {
        technique,
        placements: Vec::new(),
        eliminations,
        pattern: Pattern {
            needs: cells.map(Need::Cell).collect(),
            candidates: coloured(of_digits(grid, cells, bits), Colour::First).collect(),
            sets: vec![cells],
            houses: common,
            ..Pattern::default()
        },
    })
}

/// The houses that contain all of these cells.
fn common_houses(cells: CellSet) -> Vec<usize> {
    let Some(first) = cells.first() else {
        return Vec::new();
    };
    let has_all = |house: &usize| cells.is_subset(HOUSES[*house]);
    houses_of(first).into_iter().filter(has_all).collect()
}

fn find_hidden(grid: &Grid, technique: Technique, n: usize) -> Option<Step> {
    for house in houses() {
        if (HOUSES[house] & grid.open()).len() <= n {
            continue;
        }
        let places: [CellSet; 9] = std::array::from_fn(|digit| grid.places(digit) & HOUSES[house]);
        let rare = (0..9).filter(|&digit| (1..=n).contains(&places[digit].len()));
        let mut few = [0; 9];
        let n_few = rare
            .zip(&mut few)
            .map(|(digit, slot)| *slot = digit)
            .count();
        let found = choose(n_few, n, |chosen| {
            let cells = chosen
                .iter()
                .fold(CellSet::EMPTY, |cells, &at| cells | places[few[at]]);
            if cells.len() != n {
                return None;
            }
            let bits = chosen.iter().fold(0, |bits, &at| bits | 1 << few[at]);
            let eliminations: Vec<Candidate> = of_digits(grid, cells, !bits).collect();
            if eliminations.is_empty() {
                return None;
            }
            Some(Step {
                technique,
                placements: Vec::new(),
                eliminations,
                pattern: Pattern {
                    needs: digits(bits)
                        .map(|digit| Need::House(house, digit))
                        .collect(),
                    candidates: coloured(of_digits(grid, cells, bits), Colour::First).collect(),
                    sets: vec![cells],
                    houses: vec![house],
                    ..Pattern::default()
                },
            })
        });
        if found.is_some() {
            return found;
        }
    }
    None
}
