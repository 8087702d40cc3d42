//! Sets of premises that Sudoku players combine when no single premise forces anything: locked candidates, naked and hidden sets, fish and wings, in the order in
//! which players learn them. A set is suggested only if it eliminates a candidate. Boards of 9x9 have named techniques instead.

use crate::contract::FactState;
use crate::kinds::sudoku::premises::{Layout, Shape};
use crate::kinds::sudoku::{Instance, named};

/// The first set that eliminates a candidate.
pub(super) fn suggest(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    if instance.n() > 64 || named::applies(instance) {
        return Vec::new();
    }
    let board = Candidates::new(instance, known);
    let first = board
        .locked()
        .or_else(|| board.naked(2))
        .or_else(|| board.fish(2))
        .or_else(|| board.hidden(2))
        .or_else(|| board.naked(3))
        .or_else(|| board.fish(3))
        .or_else(|| board.hidden(3))
        .or_else(|| board.wing(2))
        .or_else(|| board.wing(3))
        .or_else(|| board.naked(4))
        .or_else(|| board.fish(4))
        .or_else(|| board.hidden(4));
    first.into_iter().collect()
}

/// The candidates that remain, as bit sets.
struct Candidates {
    layout: Layout,
    /// The candidates of every cell; 0 if it is filled.
    of_cell: Vec<u64>,
    /// For every house and number, the positions in the house where the number may be; 0 if it is placed.
    of_house: Vec<Vec<u64>>,
    /// The houses of every cell.
    houses_of: Vec<Vec<usize>>,
}

impl Candidates {
    fn new(instance: &Instance, known: &[FactState]) -> Candidates {
        let layout = Layout::new(instance);
        let n = layout.n;
        let mut of_cell = vec![0; n * n];
        for (cell, numbers) in of_cell.iter_mut().enumerate() {
            let facts = &known[layout.fact(cell, 0)..layout.fact(cell + 1, 0)];
            if !facts.contains(&FactState::True) {
                for (number, fact) in facts.iter().enumerate() {
                    *numbers |= u64::from(*fact == FactState::Open) << number;
                }
            }
        }
        let mut houses_of = vec![Vec::new(); n * n];
        let mut of_house = Vec::with_capacity(layout.houses.len());
        for (h, house) in layout.houses.iter().enumerate() {
            let mut positions = vec![0; n];
            for (i, &cell) in house.cells.iter().enumerate() {
                houses_of[cell].push(h);
                for (number, positions) in positions.iter_mut().enumerate() {
                    *positions |= (of_cell[cell] >> number & 1) << i;
                }
            }
            of_house.push(positions);
        }
        Candidates {
            layout,
            of_cell,
            of_house,
            houses_of,
        }
    }

    /// The cells of a house at the positions in a bit set.
    fn cells(&self, house: usize, positions: u64) -> impl Iterator<Item = usize> + '_ {
        let cells = &self.layout.houses[house].cells;
        bits(positions).map(move |position| cells[position])
    }

    /// Another house that contains all these cells.
    fn other_house(&self, house: usize, positions: u64) -> Option<usize> {
        let mut cells = self.cells(house, positions);
        let first = cells.next()?;
        let rest: Vec<usize> = cells.collect();
        let mut houses = self.houses_of[first].iter().copied();
        houses.find(|&other| {
            other != house
                && rest
                    .iter()
                    .all(|&cell| self.houses_of[cell].contains(&other))
        })
    }

    /// Locked candidates: all positions of a number in one house lie in another house.
    fn locked(&self) -> Option<Vec<usize>> {
        for (h, numbers) in self.of_house.iter().enumerate() {
            for (number, &positions) in numbers.iter().enumerate() {
                let Some(other) = self.other_house(h, positions) else {
                    continue;
                };
                if self.of_house[other][number].count_ones() > positions.count_ones() {
                    return Some(vec![
                        self.layout.needs(h, number),
                        self.layout.once(other, number),
                    ]);
                }
            }
        }
        None
    }

    /// Naked set: `size` cells of a house with only `size` candidates in total.
    fn naked(&self, size: u32) -> Option<Vec<usize>> {
        for (h, house) in self.layout.houses.iter().enumerate() {
            let open: Vec<(usize, u64)> = house
                .cells
                .iter()
                .map(|&cell| (cell, self.of_cell[cell]))
                .filter(|(_, numbers)| (1..=size).contains(&numbers.count_ones()))
                .collect();
            let found = subset(&open, size, &|chosen, numbers| {
                house
                    .cells
                    .iter()
                    .any(|cell| !chosen.contains(cell) && self.of_cell[*cell] & numbers != 0)
            });
            if let Some((cells, numbers)) = found {
                let needs = cells.iter().map(|&cell| self.layout.cell_needs(cell));
                let once = bits(numbers).map(|number| self.layout.once(h, number));
                return Some(needs.chain(once).collect());
            }
        }
        None
    }

    /// Hidden set: `size` numbers with only `size` positions in total in a house.
    fn hidden(&self, size: u32) -> Option<Vec<usize>> {
        for (h, numbers) in self.of_house.iter().enumerate() {
            let open: Vec<(usize, u64)> = numbers
                .iter()
                .enumerate()
                .map(|(number, &positions)| (number, positions))
                .filter(|(_, positions)| (1..=size).contains(&positions.count_ones()))
                .collect();
            let found = subset(&open, size, &|chosen, positions| {
                let kept = chosen.iter().fold(0, |all, &number| all | 1_u64 << number);
                self.cells(h, positions)
                    .any(|cell| self.of_cell[cell] & !kept != 0)
            });
            if let Some((numbers, positions)) = found {
                let needs = numbers.iter().map(|&number| self.layout.needs(h, number));
                let once = self
                    .cells(h, positions)
                    .map(|cell| self.layout.cell_once(cell));
                return Some(needs.chain(once).collect());
            }
        }
        None
    }

    /// Fish: `size` rows in which a number has positions in only `size` columns, or with rows and columns exchanged.
    fn fish(&self, size: u32) -> Option<Vec<usize>> {
        for number in 0..self.layout.n {
            for (shape, across) in [(Shape::Row, Shape::Column), (Shape::Column, Shape::Row)] {
                let lines = |shape: Shape| {
                    let all = self.layout.houses.iter().enumerate();
                    all.filter(move |(_, house)| house.shape == shape)
                        .map(|(h, _)| h)
                };
                let open: Vec<(usize, u64)> = lines(shape)
                    .map(|h| (h, self.of_house[h][number]))
                    .filter(|(_, positions)| (1..=size).contains(&positions.count_ones()))
                    .collect();
                let crossing: Vec<usize> = lines(across).collect();
                let found = subset(&open, size, &|chosen, positions| {
                    let mut covers = bits(positions).map(|at| self.of_house[crossing[at]][number]);
                    // Rows and columns are in order, so the index of a line is its position in every crossing line.
                    let base = chosen.iter().fold(0, |all, &h| {
                        let at = lines(shape).position(|other| other == h).unwrap_or(0);
                        all | 1_u64 << at
                    });
                    covers.any(|cover| cover & !base != 0)
                });
                if let Some((chosen, positions)) = found {
                    let needs = chosen.iter().map(|&h| self.layout.needs(h, number));
                    let once = bits(positions).map(|at| self.layout.once(crossing[at], number));
                    return Some(needs.chain(once).collect());
                }
            }
        }
        None
    }

    /// XY-wing or XYZ-wing: a pivot with two or three candidates and two cells that it sees, each with two. Whatever the pivot is, one of the three has the number they share.
    fn wing(&self, pivot_size: u32) -> Option<Vec<usize>> {
        for (pivot, &numbers) in self.of_cell.iter().enumerate() {
            if numbers.count_ones() != pivot_size {
                continue;
            }
            let pincers: Vec<usize> = self
                .seen(pivot)
                .filter(|&cell| self.of_cell[cell].count_ones() == 2)
                .collect();
            for (i, &one) in pincers.iter().enumerate() {
                for &other in &pincers[i + 1..] {
                    if let Some(found) = self.wing_of(pivot, one, other) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    fn wing_of(&self, pivot: usize, one: usize, other: usize) -> Option<Vec<usize>> {
        let [p, a, b] = [pivot, one, other].map(|cell| self.of_cell[cell]);
        let shared = a & b;
        let by_two = p.count_ones() == 2 && p & shared == 0;
        let by_three = p.count_ones() == 3 && p & shared == shared;
        if shared.count_ones() != 1 || a | b != p | shared || !(by_two || by_three) {
            return None;
        }
        let number = shared.trailing_zeros() as usize;
        let layout = &self.layout;
        let mut set = vec![
            layout.cell_needs(pivot),
            layout.cell_needs(one),
            layout.cell_needs(other),
        ];
        for (pincer, numbers) in [(one, a), (other, b)] {
            let link = (numbers & !shared).trailing_zeros() as usize;
            set.push(layout.once(self.common_house(pivot, pincer)?, link));
        }
        let before = set.len();
        for cell in self.seen(one) {
            let sees_all = self.common_house(cell, other).is_some()
                && (by_two || self.common_house(cell, pivot).is_some());
            let is_corner = cell == pivot || cell == other;
            if !is_corner && sees_all && self.of_cell[cell] & shared != 0 {
                let corners = [Some(one), Some(other), by_three.then_some(pivot)];
                for corner in corners.into_iter().flatten() {
                    set.push(layout.once(self.common_house(cell, corner)?, number));
                }
            }
        }
        if set.len() == before {
            return None;
        }
        set.sort_unstable();
        set.dedup();
        Some(set)
    }

    /// The peers of a cell: the cells that share a house with it.
    fn seen(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let houses = self.houses_of[cell].iter();
        let mut seen: Vec<usize> = houses
            .flat_map(|&h| self.layout.houses[h].cells.iter().copied())
            .filter(|&other| other != cell)
            .collect();
        seen.sort_unstable();
        seen.dedup();
        seen.into_iter()
    }

    fn common_house(&self, a: usize, b: usize) -> Option<usize> {
        let mut houses = self.houses_of[a].iter().copied();
        houses.find(|house| self.houses_of[b].contains(house))
    }
}

/// Finds `size` items whose bit sets have at most `size` bits in their union, and that `accepts` accepts.
fn subset(
    items: &[(usize, u64)],
    size: u32,
    accepts: &dyn Fn(&[usize], u64) -> bool,
) -> Option<(Vec<usize>, u64)> {
    fn go(
        items: &[(usize, u64)],
        size: u32,
        chosen: &mut Vec<usize>,
        word: u64,
        accepts: &dyn Fn(&[usize], u64) -> bool,
    ) -> Option<u64> {
        if chosen.len() == size as usize {
            return (word.count_ones() == size && accepts(chosen, word)).then_some(word);
        }
        for (i, &(item, bits)) in items.iter().enumerate() {
            let word = word | bits;
            if word.count_ones() > size {
                continue;
            }
            chosen.push(item);
            let found = go(&items[i + 1..], size, chosen, word, accepts);
            if found.is_some() {
                return found;
            }
            chosen.pop();
        }
        None
    }
    let mut chosen = Vec::new();
    let word = go(items, size, &mut chosen, 0, accepts)?;
    Some((chosen, word))
}

/// The indices of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let position = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(position)
    })
}
