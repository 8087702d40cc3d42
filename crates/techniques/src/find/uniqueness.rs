//! Techniques that rest on the puzzle having one answer: rectangles whose two digits could be exchanged, and BUG+1.

use crate::cells::{ALL, CellSet, HOUSES, PEERS, houses_of};
use crate::find::{Subsets, coloured, of_digit, of_digits};
use crate::grid::{Grid, digits};
use crate::step::{Candidate, Colour, Need, Pattern, Step};
use crate::technique::Technique;

/// The first step of a technique of this family.
pub(crate) fn find(grid: &Grid, technique: Technique) -> Option<Step> {
    match technique {
        Technique::BugPlus1 => find_bug(grid),
        Technique::AvoidableRectangle1 | Technique::AvoidableRectangle2 => {
            find_avoidable(grid, technique)
        }
        _ => find_unique(grid, technique),
    }
}

/// Four cells in two rows, two columns and two blocks, and two digits, lower bits first. The first two cells share a block.
struct Rectangle {
    cells: [usize; 4],
    digits: [usize; 2],
}

/// The rectangles already searched, by a number that some different ones share, as in HoDoKu: such a one is not searched.
#[derive(Default)]
struct Searched(Vec<usize>);

impl Searched {
    fn is_new(&mut self, mut cells: [usize; 4]) -> bool {
        cells.sort_unstable();
        let number = cells.into_iter().fold(0, |number, cell| 10 * number + cell);
        let is_new = !self.0.contains(&number);
        if is_new {
            self.0.push(number);
        }
        is_new
    }
}

/// The other cells of a cell's block in its row or column.
fn partners(cell: usize) -> impl Iterator<Item = usize> {
    let [row, column, block] = houses_of(cell);
    (HOUSES[block] & (HOUSES[row] | HOUSES[column])) - CellSet::of(cell)
}

/// The pairs of cells opposite to a pair in one row or column, in the other blocks.
fn opposites(one: usize, two: usize) -> impl Iterator<Item = (usize, usize)> {
    let is_row = one / 9 == two / 9;
    let block = houses_of(one)[2];
    let pair = move |at: usize| {
        if is_row {
            (9 * at + one % 9, 9 * at + two % 9)
        } else {
            (one / 9 * 9 + at, two / 9 * 9 + at)
        }
    };
    (0..9)
        .map(pair)
        .filter(move |&(cell, _)| houses_of(cell)[2] != block)
}

fn find_unique(grid: &Grid, technique: Technique) -> Option<Step> {
    // The open cells that no placed digit keeps from having a digit.
    let mut possible = [grid.open(); 9];
    for cell in ALL - grid.open() {
        if let Some(digit) = grid.placed(cell) {
            possible[digit] -= PEERS[cell];
        }
    }
    let mut searched = Searched::default();
    for one in grid.open() {
        let bits = grid.candidates(one);
        if bits.count_ones() != 2 {
            continue;
        }
        let a = bits.trailing_zeros() as usize;
        let b = (bits & (bits - 1)).trailing_zeros() as usize;
        let both = possible[a] & possible[b];
        for two in partners(one).filter(|&two| both.contains(two)) {
            for (three, four) in opposites(one, two) {
                let cells = [one, two, three, four];
                if both.contains(three) && both.contains(four) && searched.is_new(cells) {
                    let rectangle = Rectangle {
                        cells,
                        digits: [a, b],
                    };
                    let step = rectangle.find(grid, technique);
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
    }
    None
}

impl Rectangle {
    fn set(&self) -> CellSet {
        self.cells.into_iter().collect()
    }

    fn bits(&self) -> u16 {
        1 << self.digits[0] | 1 << self.digits[1]
    }

    /// The corners with other candidates than the two digits.
    fn extra(&self, grid: &Grid) -> CellSet {
        let has_more = |cell: &usize| grid.candidates(*cell) & !self.bits() != 0;
        self.cells.into_iter().filter(has_more).collect()
    }

    fn find(&self, grid: &Grid, technique: Technique) -> Option<Step> {
        let extra = self.extra(grid);
        let mut corners = extra;
        let one = corners.next()?;
        let two = corners.next();
        match (technique, extra.len(), two) {
            (Technique::UniqueRectangle1, 1, _) => {
                let eliminations = of_digits(grid, extra, self.bits()).collect();
                self.step(grid, technique, eliminations, Vec::new(), CellSet::EMPTY)
            }
            (Technique::UniqueRectangle2 | Technique::UniqueRectangle5, 2 | 3, Some(two)) => {
                let bits = extra.fold(0, |bits, cell| bits | grid.candidates(cell)) & !self.bits();
                let is_aligned = one / 9 == two / 9 || one % 9 == two % 9;
                let is_second = extra.len() == 2 && is_aligned;
                if bits.count_ones() != 1 || is_second != (technique == Technique::UniqueRectangle2)
                {
                    return None;
                }
                let digit = bits.trailing_zeros() as usize;
                let eliminations = of_digit(grid, extra.common_peers(), digit);
                self.step(grid, technique, eliminations, Vec::new(), CellSet::EMPTY)
            }
            (Technique::UniqueRectangle3, 2, Some(two)) => self.find_third(grid, extra, one, two),
            (Technique::UniqueRectangle4, 2, Some(two)) => {
                if one / 9 != two / 9 && one % 9 != two % 9 {
                    return None;
                }
                let seen = PEERS[one] & PEERS[two];
                let [a, b] = self.digits;
                let (kept, ruled_out) = if !seen.meets(grid.places(a)) {
                    (a, b)
                } else if !seen.meets(grid.places(b)) {
                    (b, a)
                } else {
                    return None;
                };
                let eliminations = of_digit(grid, extra, ruled_out);
                let has_both = |house: &usize| extra.is_subset(HOUSES[*house]);
                let house = houses_of(one).into_iter().find(has_both)?;
                let needs = vec![Need::House(house, kept)];
                self.step(grid, technique, eliminations, needs, CellSet::EMPTY)
            }
            (Technique::UniqueRectangle6, 2, Some(two)) => {
                if one / 9 == two / 9 || one % 9 == two % 9 {
                    return None;
                }
                let houses = [one / 9, 9 + one % 9, two / 9, 9 + two % 9];
                let is_confined = |digit: &usize| {
                    let others = grid.places(*digit) - self.set();
                    houses.into_iter().all(|house| !others.meets(HOUSES[house]))
                };
                let digit = self.digits.into_iter().find(is_confined)?;
                let needs = houses.map(|house| Need::House(house, digit)).to_vec();
                let eliminations = of_digit(grid, extra, digit);
                self.step(grid, technique, eliminations, needs, CellSet::EMPTY)
            }
            (Technique::HiddenRectangle, 2 | 3, Some(_)) => self.find_hidden(grid, extra),
            _ => None,
        }
    }

    /// The two corners with more candidates make a naked set with other cells of a house.
    fn find_third(&self, grid: &Grid, extra: CellSet, one: usize, two: usize) -> Option<Step> {
        let [row, column, block] = houses_of(one);
        let own = extra.fold(0, |bits, cell| bits | grid.candidates(cell)) & !self.bits();
        let others = houses_of(two);
        for house in [row, column, block]
            .into_iter()
            .filter(|h| others.contains(h))
        {
            let is_usable = |cell: &usize| grid.candidates(*cell) & self.bits() == 0;
            let rest = (HOUSES[house] & grid.open()) - self.set();
            let rest: Vec<usize> = rest.filter(is_usable).collect();
            let mut subsets = Subsets::of(rest.len());
            while let Some(subset) = subsets.next(false) {
                let chosen = rest.iter().enumerate();
                let chosen = chosen.filter(|&(at, _)| subset >> at & 1 == 1);
                let added: CellSet = chosen.map(|(_, &cell)| cell).collect();
                let cells = extra | added;
                let bits = added.fold(own, |bits, cell| bits | grid.candidates(cell));
                let is_line = (0..18).any(|line| cells.is_subset(HOUSES[line]));
                if bits.count_ones() as usize != cells.len() - 1 || house >= 18 && is_line {
                    continue;
                }
                let mut eliminations: Vec<Candidate> =
                    of_digits(grid, HOUSES[house] - cells, bits).collect();
                if eliminations.is_empty() {
                    continue;
                }
                if house < 18 && cells.is_subset(HOUSES[block]) {
                    for at in of_digits(grid, HOUSES[block] - cells, bits) {
                        if !eliminations.contains(&at) {
                            eliminations.push(at);
                        }
                    }
                }
                let technique = Technique::UniqueRectangle3;
                let needs = added.map(Need::Cell).collect();
                return self.step(grid, technique, eliminations, needs, added);
            }
        }
        None
    }

    /// Opposite to a corner of two candidates, a digit that fills its row and its column of the rectangle rules out the other one.
    fn find_hidden(&self, grid: &Grid, extra: CellSet) -> Option<Step> {
        let small = self.set() - extra;
        let mut corners = small;
        if let (Some(a), Some(b)) = (corners.next(), corners.next())
            && (a / 9 == b / 9 || a % 9 == b % 9)
        {
            return None;
        }
        let [a, b] = self.digits;
        for corner in small {
            let is_opposite = |cell: &usize| cell / 9 != corner / 9 && cell % 9 != corner % 9;
            let opposite = self.cells.into_iter().find(is_opposite)?;
            let houses = [opposite / 9, 9 + opposite % 9];
            for (filling, ruled_out) in [(a, b), (b, a)] {
                let others = grid.places(filling) - self.set();
                let is_filled = houses.into_iter().all(|house| !others.meets(HOUSES[house]));
                if is_filled && grid.has(opposite, ruled_out) {
                    let needs = houses.map(|house| Need::House(house, filling)).to_vec();
                    let eliminations = vec![(opposite, ruled_out)];
                    let technique = Technique::HiddenRectangle;
                    return self.step(grid, technique, eliminations, needs, CellSet::EMPTY);
                }
            }
        }
        None
    }

    /// The step of the rectangle, together with the needs of its open corners and the cells that are added to them.
    fn step(
        &self,
        grid: &Grid,
        technique: Technique,
        eliminations: Vec<Candidate>,
        more_needs: Vec<Need>,
        added: CellSet,
    ) -> Option<Step> {
        if eliminations.is_empty() {
            return None;
        }
        let corners = self.set() & grid.open();
        let mut needs: Vec<Need> = corners.map(Need::Cell).collect();
        needs.extend(more_needs);
        let own = coloured(of_digits(grid, corners, self.bits()), Colour::First);
        let more = coloured(of_digits(grid, corners, !self.bits()), Colour::Fin);
        let added_marks = coloured(of_digits(grid, added, 0x1ff), Colour::Second);
        let mut houses: Vec<usize> = self.cells.iter().map(|cell| cell / 9).collect();
        houses.extend(self.cells.iter().map(|cell| 9 + cell % 9));
        houses.sort_unstable();
        houses.dedup();
        let mut sets = vec![self.set()];
        if !added.is_empty() {
            sets.push(added);
        }
        Some(Step {
            technique,
            placements: Vec::new(),
            eliminations,
            pattern: Pattern {
                needs,
                candidates: own.chain(more).chain(added_marks).collect(),
                sets,
                houses,
                ..Pattern::default()
            },
        })
    }
}

/// Rectangles of which a side is placed but not given.
fn find_avoidable(grid: &Grid, technique: Technique) -> Option<Step> {
    let found = ALL - grid.open() - grid.givens();
    let mut searched = Searched::default();
    for one in found {
        for two in partners(one).filter(|&two| found.contains(two)) {
            let (Some(a), Some(b)) = (grid.placed(one), grid.placed(two)) else {
                continue;
            };
            for (three, four) in opposites(one, two) {
                let is_found =
                    |cell, digit| found.contains(cell) && grid.placed(cell) == Some(digit);
                let is_pair =
                    |cell, digit| grid.has(cell, digit) && grid.candidates(cell).count_ones() == 2;
                let sides = [
                    is_found(three, b) && is_pair(four, a),
                    is_found(four, a) && is_pair(three, b),
                    is_pair(three, b) && is_pair(four, a),
                ];
                let cells = [one, two, three, four];
                if !sides.contains(&true) || !searched.is_new(cells) {
                    continue;
                }
                let rectangle = Rectangle {
                    cells,
                    digits: [a, b],
                };
                let is_first = technique == Technique::AvoidableRectangle1;
                let eliminations = match sides {
                    [true, ..] if is_first => vec![(four, a)],
                    [_, true, _] if is_first => vec![(three, b)],
                    [_, _, true] if !is_first => {
                        let left = grid.candidates(three) & !(1 << b);
                        if grid.candidates(four) & left == 0 {
                            continue;
                        }
                        let seen = PEERS[three] & PEERS[four];
                        of_digit(grid, seen, left.trailing_zeros() as usize)
                    }
                    _ => continue,
                };
                let none = CellSet::EMPTY;
                let step = rectangle.step(grid, technique, eliminations, Vec::new(), none);
                if step.is_some() {
                    return step;
                }
            }
        }
    }
    None
}

/// Every open cell has two candidates and every digit two places in every house, but for one candidate: it must be true.
fn find_bug(grid: &Grid) -> Option<Step> {
    let mut large = None;
    for cell in grid.open() {
        match grid.candidates(cell).count_ones() {
            2 => {}
            3 if large.is_none() => large = Some(cell),
            _ => return None,
        }
    }
    let cell = large?;
    let mut extra = None;
    let mut houses = Vec::new();
    for (house, cells) in HOUSES.into_iter().enumerate() {
        for digit in 0..9 {
            match (grid.places(digit) & cells).len() {
                0 | 2 => {}
                3 if extra.is_none_or(|other| other == digit) => {
                    extra = Some(digit);
                    houses.push(house);
                }
                _ => return None,
            }
        }
    }
    let extra = extra?;
    if !grid.has(cell, extra) || houses != houses_of(cell) {
        return None;
    }
    let others = digits(grid.candidates(cell)).filter(|&digit| digit != extra);
    Some(Step {
        technique: Technique::BugPlus1,
        placements: Vec::new(),
        eliminations: others.map(|digit| (cell, digit)).collect(),
        pattern: Pattern {
            needs: vec![Need::Cell(cell)],
            candidates: vec![((cell, extra), Colour::First)],
            sets: vec![CellSet::of(cell)],
            houses,
            ..Pattern::default()
        },
    })
}
