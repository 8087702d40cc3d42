//! Sue de Coq: the cells where a block and a line meet, with a set of the rest of the line and one of the rest of the block,
//! have as many digits as cells.

use crate::cells::{CellSet, HOUSES};
use crate::find::{Subsets, coloured, of_digits};
use crate::grid::{Grid, count};
use crate::step::{Candidate, Colour, Need, Pattern, Step};
use crate::technique::Technique;

/// The first Sue de Coq.
pub(crate) fn find(grid: &Grid) -> Option<Step> {
    for (line, in_line) in HOUSES.into_iter().enumerate().take(18) {
        for (block, in_block) in HOUSES.into_iter().enumerate().skip(18) {
            let cells: Vec<usize> = (in_line & in_block & grid.open()).collect();
            for (at, &one) in cells.iter().enumerate() {
                for (next, &two) in cells.iter().enumerate().skip(at + 1) {
                    let pair = CellSet::of(one) | CellSet::of(two);
                    let triples = cells[next + 1..]
                        .iter()
                        .map(|&three| pair | CellSet::of(three));
                    for meet in std::iter::once(pair).chain(triples) {
                        let found = search(grid, line, block, meet);
                        if found.is_some() {
                            return found;
                        }
                    }
                }
            }
        }
    }
    None
}

/// Up to seven cells, and the candidates of each of their subsets.
struct Rest {
    cells: [usize; 7],
    n_cells: usize,
    bits: [u16; 128],
}

impl Rest {
    fn of(grid: &Grid, set: CellSet) -> Rest {
        let mut rest = Rest {
            cells: [0; 7],
            n_cells: set.len(),
            bits: [0; 128],
        };
        for (at, cell) in set.enumerate() {
            rest.cells[at] = cell;
            for subset in 0..1 << at {
                rest.bits[subset | 1 << at] = rest.bits[subset] | grid.candidates(cell);
            }
        }
        rest
    }

    /// The cells that a subset chooses.
    fn chosen(&self, subset: u16) -> CellSet {
        let cells = self.cells.iter().enumerate().take(self.n_cells);
        let is_in = |&(at, _): &(usize, &usize)| subset >> at & 1 == 1;
        cells.filter(is_in).map(|(_, &cell)| cell).collect()
    }

    /// The subset of the cells that are in a set.
    fn subset(&self, set: CellSet) -> u16 {
        let cells = self.cells.iter().enumerate().take(self.n_cells);
        cells.fold(0, |subset, (at, &cell)| {
            subset | u16::from(set.contains(cell)) << at
        })
    }
}

/// Sets in the rest of the line and the rest of the block that take all the digits which the common cells have too many.
fn search(grid: &Grid, line: usize, block: usize, meet: CellSet) -> Option<Step> {
    let common = meet.fold(0, |bits, cell| bits | grid.candidates(cell));
    let n_more = count(common).saturating_sub(meet.len());
    if n_more < 2 {
        return None;
    }
    let line_rest = Rest::of(grid, (HOUSES[line] & grid.open()) - meet);
    let block_rest = Rest::of(grid, (HOUSES[block] & grid.open()) - meet);
    let mut line_subsets = Subsets::of(line_rest.n_cells);
    while let Some(subset) = line_subsets.next(false) {
        let line_bits = line_rest.bits[usize::from(subset)];
        let n_extra = count(line_bits & !common);
        let n_taken = count(subset).saturating_sub(n_extra);
        if line_bits & common == 0 || n_taken == 0 || n_taken >= n_more {
            continue;
        }
        let in_line = line_rest.chosen(subset);
        let used = block_rest.subset(in_line);
        let forbidden = line_bits & common;
        let mut block_subsets = Subsets::of(block_rest.n_cells);
        let mut is_skipped = false;
        while let Some(subset) = block_subsets.next(is_skipped) {
            let block_bits = block_rest.bits[usize::from(subset)];
            is_skipped = block_bits & forbidden != 0 || subset & used != 0;
            if is_skipped || block_bits & common == 0 {
                continue;
            }
            let n_extra = count(block_bits & !common);
            if count(subset) != n_extra + n_more - n_taken {
                continue;
            }
            let in_block = block_rest.chosen(subset);
            let sets = [(meet, common), (in_line, line_bits), (in_block, block_bits)];
            let found = step(grid, line, block, sets);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

fn step(grid: &Grid, line: usize, block: usize, sets: [(CellSet, u16); 3]) -> Option<Step> {
    let [(meet, common), (in_line, line_bits), (in_block, block_bits)] = sets;
    let both = line_bits & block_bits;
    let block_digits = (common | block_bits) & !line_bits | both;
    let line_digits = (common | line_bits) & !block_bits | both;
    let mut eliminations: Vec<Candidate> = Vec::new();
    for (house, own, bits) in [
        (block, in_block, block_digits),
        (line, in_line, line_digits),
    ] {
        for at in of_digits(grid, HOUSES[house] - own - meet, bits) {
            if !eliminations.contains(&at) {
                eliminations.push(at);
            }
        }
    }
    if eliminations.is_empty() {
        return None;
    }
    let of_line = of_digits(grid, in_line | meet, line_bits);
    let mut marked: Vec<(Candidate, Colour)> = coloured(of_line, Colour::First).collect();
    let of_block = of_digits(grid, in_block | meet, block_bits & !line_bits);
    marked.extend(coloured(of_block, Colour::Second));
    let of_both = of_digits(grid, in_block, both);
    marked.extend(coloured(of_both, Colour::Second));
    let rest = of_digits(grid, meet, common & !line_bits & !block_bits);
    marked.extend(coloured(rest, Colour::Fin));
    Some(Step {
        technique: Technique::SueDeCoq,
        placements: Vec::new(),
        eliminations,
        pattern: Pattern {
            needs: (meet | in_line | in_block).map(Need::Cell).collect(),
            candidates: marked,
            sets: vec![meet, in_line, in_block],
            houses: vec![line, block],
            ..Pattern::default()
        },
    })
}
