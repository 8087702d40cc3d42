//! Remote pairs: a chain of cells with the same two digits, whose ends differ if their number is even.

use std::cmp::Reverse;

use crate::cells::{CellSet, PEERS};
use crate::find::implications::index_sum;
use crate::find::nice_loops::tidy;
use crate::grid::{Grid, digits};
use crate::step::{Candidate, Colour, Group, Link, Need, Pattern, Step};
use crate::technique::Technique;

/// The longest chain, in cells.
const MAX_CELLS: usize = 10;

/// The chain of four or more cells that rules out most candidates.
pub(crate) fn find(grid: &Grid) -> Option<Step> {
    let is_pair = |cell: &usize| grid.candidates(*cell).count_ones() == 2;
    let pairs: CellSet = grid.open().filter(is_pair).collect();
    let mut best: Option<(Vec<Candidate>, Vec<usize>)> = None;
    for start in pairs {
        let pair = grid.candidates(start);
        let same: CellSet = pairs
            .filter(|&cell| grid.candidates(cell) == pair)
            .collect();
        if same.len() < 4 {
            continue;
        }
        let mut chain = vec![start];
        let mut on_chain = CellSet::of(start);
        let mut rest = vec![neighbours(start) & same];
        while let Some(open) = rest.last_mut() {
            let Some(cell) = open.next().filter(|_| chain.len() < MAX_CELLS) else {
                rest.pop();
                on_chain.remove(chain.pop().expect("as many cells as rests"));
                continue;
            };
            if on_chain.contains(cell) {
                continue;
            }
            chain.push(cell);
            on_chain.insert(cell);
            rest.push(neighbours(cell) & same);
            if chain.len() >= 4 && chain.len() % 2 == 0 {
                offer(grid, &chain, &mut best);
            }
        }
    }
    let (eliminations, chain) = best?;
    Some(step(grid, &chain, eliminations))
}

fn neighbours(cell: usize) -> CellSet {
    PEERS[cell]
}

/// Keeps a chain if it rules out more than the best so far, or the same with fewer cells.
fn offer(grid: &Grid, chain: &[usize], best: &mut Option<(Vec<Candidate>, Vec<usize>)>) {
    let pair = grid.candidates(chain[0]);
    let places = |digits_of: u16| {
        digits(digits_of).fold(CellSet::EMPTY, |cells, digit| cells | grid.places(digit))
    };
    let ends = PEERS[chain[0]] & PEERS[chain[chain.len() - 1]];
    if !ends.meets(places(pair)) {
        return;
    }
    let mut seen = CellSet::EMPTY;
    for (at, &cell) in chain.iter().enumerate() {
        for &other in chain.iter().skip(at + 3).step_by(2) {
            seen |= PEERS[cell] & PEERS[other];
        }
    }
    let eliminations: Vec<Candidate> = digits(pair)
        .flat_map(|digit| (seen & grid.places(digit)).map(move |cell| (cell, digit)))
        .collect();
    let key = |found: &[Candidate]| (Reverse(found.len()), index_sum(found));
    let is_better = best.as_ref().is_none_or(|(found, cells)| {
        key(&eliminations) < key(found) || *found == eliminations && chain.len() < cells.len()
    });
    if is_better {
        *best = Some((eliminations, chain.to_vec()));
    }
}

fn step(grid: &Grid, chain: &[usize], eliminations: Vec<Candidate>) -> Step {
    let pair: Vec<usize> = digits(grid.candidates(chain[0])).collect();
    let single = |cell: usize, digit: usize| Group {
        cells: CellSet::of(cell),
        digit,
    };
    let mut pattern = Pattern {
        needs: chain.iter().map(|&cell| Need::Cell(cell)).collect(),
        ..Pattern::default()
    };
    for (at, &cell) in chain.iter().enumerate() {
        let (off, on) = (pair[at % 2], pair[1 - at % 2]);
        pattern.candidates.push(((cell, off), Colour::Second));
        pattern.candidates.push(((cell, on), Colour::First));
        pattern.links.push(Link {
            from: single(cell, off),
            to: single(cell, on),
            is_strong: true,
        });
        if let Some(&next) = chain.get(at + 1) {
            pattern.links.push(Link {
                from: single(cell, on),
                to: single(next, on),
                is_strong: false,
            });
        }
    }
    tidy(&mut pattern, &eliminations);
    Step {
        technique: Technique::RemotePair,
        placements: Vec::new(),
        eliminations,
        pattern,
    }
}
