//! Full houses, naked and hidden singles, in the order in which they arise: two queues follow every change of the grid.

use std::collections::VecDeque;

use crate::cells::{CellSet, HOUSES, PEERS, houses_of};
use crate::grid::{Grid, digits};
use crate::step::{Candidate, Colour, Need, Pattern, Step};
use crate::technique::Technique;

/// The singles that arose and may still be open, the oldest first.
#[derive(Clone, Default, Debug)]
pub(crate) struct Singles {
    /// Cells that have one candidate left.
    naked: VecDeque<Candidate>,
    /// Candidates that are the only ones of their digit in a house. One may occur several times.
    hidden: VecDeque<Candidate>,
}

impl Singles {
    /// The singles of a grid, as if its givens, then its other digits, then its eliminations were made in the order of cells.
    pub(crate) fn of(grid: &Grid) -> Singles {
        let mut singles = Singles::default();
        let mut made = Grid::default();
        let others = !grid.givens() - grid.open();
        for cell in grid.givens().chain(others) {
            if let Some(digit) = grid.placed(cell) {
                singles.place(&mut made, cell, digit);
            }
        }
        for cell in grid.open() {
            for digit in digits(made.candidates(cell) & !grid.candidates(cell)) {
                singles.eliminate(&mut made, cell, digit);
            }
        }
        singles
    }

    /// Places a digit and notes the singles that arise.
    pub(crate) fn place(&mut self, grid: &mut Grid, cell: usize, digit: usize) {
        let own = houses_of(cell);
        for peer in grid.places(digit) & PEERS[cell] {
            grid.eliminate(peer, digit);
            self.note_naked(grid, peer);
            for house in houses_of(peer) {
                if !own.contains(&house) {
                    self.note_hidden(grid, house, digit);
                }
            }
        }
        let others = grid.candidates(cell) & !(1 << digit);
        grid.place(cell, digit);
        for other in digits(others) {
            for house in own {
                self.note_hidden(grid, house, other);
            }
        }
    }

    /// Removes a candidate and notes the singles that arise.
    pub(crate) fn eliminate(&mut self, grid: &mut Grid, cell: usize, digit: usize) {
        if !grid.has(cell, digit) {
            return;
        }
        grid.eliminate(cell, digit);
        self.note_naked(grid, cell);
        for house in houses_of(cell) {
            self.note_hidden(grid, house, digit);
        }
    }

    fn note_naked(&mut self, grid: &Grid, cell: usize) {
        let candidates = grid.candidates(cell);
        if candidates.is_power_of_two() {
            self.naked
                .push_back((cell, candidates.trailing_zeros() as usize));
        }
    }

    fn note_hidden(&mut self, grid: &Grid, house: usize, digit: usize) {
        let places = grid.places(digit) & HOUSES[house];
        if places.len() == 1 {
            self.hidden.extend(places.map(|cell| (cell, digit)));
        }
    }

    /// The first full house, naked or hidden single.
    pub(crate) fn find(&mut self, grid: &Grid, technique: Technique) -> Option<Step> {
        let is_open = |&(cell, digit): &Candidate| grid.has(cell, digit);
        match technique {
            Technique::FullHouse => self
                .naked
                .iter()
                .filter(|candidate| is_open(candidate))
                .find_map(|&(cell, digit)| {
                    let house = last_of(grid, cell)?;
                    Some(single(technique, cell, digit, Need::House(house, digit)))
                }),
            Technique::NakedSingle => {
                let stale = self.naked.iter().take_while(|c| !is_open(c)).count();
                self.naked.drain(..stale);
                let &(cell, digit) = self.naked.front()?;
                Some(single(technique, cell, digit, Need::Cell(cell)))
            }
            _ => {
                let house_of = |&(cell, digit): &Candidate| {
                    let only = CellSet::of(cell);
                    let is_only = |house: &usize| grid.places(digit) & HOUSES[*house] == only;
                    houses_of(cell).into_iter().find(is_only)
                };
                let stale = self.hidden.iter().take_while(|c| house_of(c).is_none());
                let stale = stale.count();
                self.hidden.drain(..stale);
                let &(cell, digit) = self.hidden.front()?;
                let house = house_of(&(cell, digit))?;
                Some(single(technique, cell, digit, Need::House(house, digit)))
            }
        }
    }
}

/// The house in which a cell is the only open one.
fn last_of(grid: &Grid, cell: usize) -> Option<usize> {
    let is_last = |house: &usize| grid.open() & HOUSES[*house] == CellSet::of(cell);
    houses_of(cell).into_iter().find(is_last)
}

fn single(technique: Technique, cell: usize, digit: usize, need: Need) -> Step {
    let houses = match need {
        Need::House(house, _) => vec![house],
        Need::Cell(_) => Vec::new(),
    };
    Step {
        technique,
        placements: vec![(cell, digit)],
        eliminations: Vec::new(),
        pattern: Pattern {
            needs: vec![need],
            candidates: vec![((cell, digit), Colour::First)],
            houses,
            ..Pattern::default()
        },
    }
}
