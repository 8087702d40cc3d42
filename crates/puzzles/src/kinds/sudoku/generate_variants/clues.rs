//! Clues that a full board determines.

use std::collections::HashSet;

use gridwright_fd::Rng;
use gridwright_grid::Direction;

use super::Style;
use super::regions::grown;
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::{
    Between, Cage, Constraint, Dot, DotKind, Extremes, Indexer, Negative, Outside, OutsideRule,
    Palindrome, Parity, Quadruple, Renban,
};

/// Generates clues from a full board.
pub(super) struct ClueGenerator<'a> {
    pub(super) instance: &'a Instance,
    pub(super) numbers: &'a [i32],
}

impl ClueGenerator<'_> {
    pub(super) fn clues(&self, style: Style, rng: &mut Rng) -> Vec<Constraint> {
        match style {
            Style::Killer => self.cages(rng),
            Style::Thermo => self.thermometers(rng),
            Style::Arrow => self.arrows(rng),
            Style::Whispers => self.whispers(rng),
            Style::Entropic => self.thirds(false, rng),
            Style::Modular => self.thirds(true, rng),
            Style::Palindrome => {
                self.random_lines(rng, |line| Some(Constraint::Palindrome(Palindrome(line))))
            }
            Style::Renban => self.random_lines(rng, |line| Some(Constraint::Renban(Renban(line)))),
            Style::Between => {
                self.random_lines(rng, |line| Some(Constraint::Between(Between(line))))
            }
            Style::Zipper => self.zippers(rng),
            Style::RegionSums => self.region_sums(rng),
            Style::Extremes => self.extremes(rng),
            Style::Indexer => self.indexers(),
            Style::Kropki => {
                let mut all = self.dots(DotKind::Difference, &[1], rng);
                // Between 1 and 2 a dot of either colour is right.
                for dot in self.dots(DotKind::Ratio, &[2], rng) {
                    let Constraint::Dot(black) = &dot else {
                        continue;
                    };
                    let same = |other: &Constraint| matches!(other, Constraint::Dot(white) if white.cells == black.cells);
                    match all.iter().position(same) {
                        Some(at) if rng.below(2) == 0 => all[at] = dot,
                        Some(_) => {}
                        None => all.push(dot),
                    }
                }
                for (kind, value) in [(DotKind::Difference, 1), (DotKind::Ratio, 2)] {
                    let values = vec![value];
                    all.push(Constraint::Negative(Negative { kind, values }));
                }
                all
            }
            Style::Xv => {
                let values = vec![5, 10];
                let mut all = self.dots(DotKind::Sum, &values, rng);
                let kind = DotKind::Sum;
                all.push(Constraint::Negative(Negative { kind, values }));
                all
            }
            Style::EvenOdd => {
                let n = self.instance.n();
                let mut cells: Vec<usize> = (0..n * n).collect();
                rng.shuffle(&mut cells);
                cells.truncate(n * n / 4);
                cells.sort_unstable();
                let parity = |is_even: bool| {
                    let is = |at: &usize| (self.numbers[*at] % 2 == 0) == is_even;
                    let cells: Vec<usize> = cells.iter().copied().filter(is).collect();
                    let some = !cells.is_empty();
                    some.then_some(Constraint::Parity(Parity { is_even, cells }))
                };
                [true, false].into_iter().filter_map(parity).collect()
            }
            Style::Quadruple => {
                let n = self.instance.n();
                let mut corners: Vec<usize> =
                    (0..n * (n - 1)).filter(|at| at % n + 1 < n).collect();
                rng.shuffle(&mut corners);
                corners.truncate(n);
                let quadruple = |&cell: &usize| {
                    let cells = [cell, cell + 1, cell + n, cell + n + 1];
                    let mut numbers = cells.map(|at| self.numbers[at]).to_vec();
                    numbers.sort_unstable();
                    Constraint::Quadruple(Quadruple { cell, numbers })
                };
                corners.iter().map(quadruple).collect()
            }
            Style::Outside(OutsideRule::LittleKiller) => self.little_killers(rng),
            Style::Outside(rule) => self.outside(rule),
            _ => Vec::new(),
        }
    }

    /// Cages of up to four cells that cover the board.
    fn cages(&self, rng: &mut Rng) -> Vec<Constraint> {
        let n = self.instance.n();
        let mut is_free = vec![true; n * n];
        let mut order: Vec<usize> = (0..n * n).collect();
        rng.shuffle(&mut order);
        let mut cages = Vec::new();
        for first in order {
            if !is_free[first] {
                continue;
            }
            let size = 2 + rng.below(3);
            let is_new = |cells: &[usize], at: usize| {
                let mut cells = cells.iter();
                is_free[at] && cells.all(|&other| self.numbers[other] != self.numbers[at])
            };
            let mut cells = grown(self.instance, rng, first, size, is_new);
            for &at in &cells {
                is_free[at] = false;
            }
            cells.sort_unstable();
            let sum = cells.iter().map(|&at| self.numbers[at]).sum();
            cages.push(Cage {
                sum: Some(sum),
                cells,
            });
        }
        // A cage of one cell is a given number, which the choice of clues may add.
        cages.retain(|cage| cage.cells.len() > 1);
        cages.sort_by_key(|cage| cage.cells[0]);
        cages.into_iter().map(Constraint::Cage).collect()
    }

    /// All dots of a kind with these values.
    fn dots(&self, kind: DotKind, values: &[i32], _: &mut Rng) -> Vec<Constraint> {
        let mut dots = Vec::new();
        for (a, b) in self.instance.adjacent_pairs() {
            let (low, high) = (
                self.numbers[a].min(self.numbers[b]),
                self.numbers[a].max(self.numbers[b]),
            );
            let found = values.iter().find(|&&value| match kind {
                DotKind::Difference => high - low == value,
                DotKind::Ratio => high == low * value,
                DotKind::Sum => high + low == value,
            });
            if let Some(&value) = found {
                let cells = [a, b];
                dots.push(Constraint::Dot(Dot { kind, value, cells }));
            }
        }
        dots
    }

    /// Clues for all rows and columns.
    fn outside(&self, rule: OutsideRule) -> Vec<Constraint> {
        let n = self.instance.n();
        let mut all = Vec::new();
        for i in 0..n {
            let ends = [
                (i * n, Direction::East, 1),
                (i, Direction::South, n as isize),
                (i * n + n - 1, Direction::West, -1),
                ((n - 1) * n + i, Direction::North, -(n as isize)),
            ];
            // Both ends of a line have the same sandwich.
            let ends = match rule {
                OutsideRule::Sandwich => &ends[..2],
                _ => &ends[..],
            };
            for &(first, direction, step) in ends {
                let at = |k: usize| self.numbers[first.wrapping_add_signed(step * k as isize)];
                let line: Vec<i32> = (0..n).map(at).collect();
                all.push(Constraint::Outside(Outside {
                    rule,
                    value: rule.count(&line, n as i32),
                    first,
                    direction,
                }));
            }
        }
        all
    }

    /// Some of the cells that are greater, or smaller, than all their neighbours.
    fn extremes(&self, rng: &mut Rng) -> Vec<Constraint> {
        let n = self.instance.n();
        let grid = &self.instance.grid;
        let of_kind = |is_maximum: bool, rng: &mut Rng| {
            let is_extreme = |&at: &usize| {
                let mut beside = grid.neighbours4(grid.cell(at)).map(|cell| grid.index(cell));
                beside.all(|other| (self.numbers[at] > self.numbers[other]) == is_maximum)
            };
            let mut cells: Vec<usize> = (0..n * n).filter(is_extreme).collect();
            rng.shuffle(&mut cells);
            cells.truncate(n / 2);
            cells.sort_unstable();
            Constraint::Extremes(Extremes { is_maximum, cells })
        };
        vec![of_kind(false, rng), of_kind(true, rng)]
    }

    /// All column indexers: cells in column C with the number V where the row has C in column V.
    fn indexers(&self) -> Vec<Constraint> {
        let n = self.instance.n();
        let points = |&at: &usize| {
            let place = at / n * n + self.numbers[at] as usize - 1;
            self.numbers[place] as usize == at % n + 1
        };
        let cells: Vec<usize> = (0..n * n).filter(points).collect();
        let is_row = false;
        let some = !cells.is_empty();
        let indexer = some.then_some(Constraint::Indexer(Indexer { is_row, cells }));
        indexer.into_iter().collect()
    }

    /// Sums of some diagonals.
    fn little_killers(&self, rng: &mut Rng) -> Vec<Constraint> {
        let n = self.instance.n();
        // Towards the lower right from the left and the upper edge, and towards the lower left from the right and the upper edge.
        let falling = (0..n).map(|row| row * n).chain(1..n);
        let rising = (0..n).map(|row| row * n + n - 1).chain(0..n - 1);
        let falling = falling.map(|first| (first, Direction::SouthEast));
        let rising = rising.map(|first| (first, Direction::SouthWest));
        let all = falling.chain(rising).map(|(first, direction)| Outside {
            rule: OutsideRule::LittleKiller,
            value: 0,
            first,
            direction,
        });
        let mut clues: Vec<Outside> = all.collect();
        rng.shuffle(&mut clues);
        // Two diagonals may begin beside the same place outside the board, which shows one number.
        let mut places = HashSet::new();
        clues.retain(|clue| {
            let (row, col) = (clue.first / n, clue.first % n);
            let is_falling = clue.direction == Direction::SouthEast;
            places.insert((row, if is_falling { col } else { col + 2 }))
        });
        let sum = |mut clue: Outside| {
            let cells = clue.cells(self.instance);
            clue.value = cells.iter().map(|&at| self.numbers[at]).sum();
            (cells.len() > 1).then_some(Constraint::Outside(clue))
        };
        clues.into_iter().filter_map(sum).take(2 * n).collect()
    }
}
