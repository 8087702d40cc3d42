//! Sue de Coq: the cells where a block and a line meet, with a set of the rest of the line and one of the rest of the block,
//! have as many digits as cells.

use crate::cells::{CellSet, HOUSES};
use crate::find::{Subsets, coloured, of_digits};
use crate::grid::Grid;
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

/// The candidates of the cells of a set.
fn candidates(grid: &Grid, cells: CellSet) -> u16 {
    cells.fold(0, |bits, cell| bits | grid.candidates(cell))
}

/// The cells of a list that a subset chooses, and their candidates.
fn chosen(grid: &Grid, from: &[usize], subset: u16) -> (CellSet, u16) {
    let mut cells = CellSet::EMPTY;
    let mut bits = 0;
    for (at, &cell) in from.iter().enumerate() {
        if subset >> at & 1 == 1 {
            cells.insert(cell);
            bits |= grid.candidates(cell);
        }
    }
    (cells, bits)
}

/// Sets in the rest of the line and the rest of the block that take all the digits which the common cells have too many.
fn search(grid: &Grid, line: usize, block: usize, meet: CellSet) -> Option<Step> {
    let common = candidates(grid, meet);
    let n_more = (common.count_ones() as usize).saturating_sub(meet.len());
    if n_more < 2 {
        return None;
    }
    let line_rest: Vec<usize> = ((HOUSES[line] & grid.open()) - meet).collect();
    let mut line_subsets = Subsets::of(line_rest.len());
    while let Some(subset) = line_subsets.next(false) {
        let (in_line, line_bits) = chosen(grid, &line_rest, subset);
        let n_extra = (line_bits & !common).count_ones() as usize;
        let n_taken = in_line.len().saturating_sub(n_extra);
        if line_bits & common == 0 || n_taken == 0 || n_taken >= n_more {
            continue;
        }
        let block_rest: Vec<usize> = ((HOUSES[block] & grid.open()) - meet - in_line).collect();
        let forbidden = line_bits & common;
        let mut block_subsets = Subsets::of(block_rest.len());
        let mut is_skipped = false;
        while let Some(subset) = block_subsets.next(is_skipped) {
            let (in_block, block_bits) = chosen(grid, &block_rest, subset);
            is_skipped = block_bits & forbidden != 0;
            if is_skipped || block_bits & common == 0 {
                continue;
            }
            let n_extra = (block_bits & !common).count_ones() as usize;
            if in_block.len() != n_extra + n_more - n_taken {
                continue;
            }
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
