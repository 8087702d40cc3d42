//! The premises of Sudoku.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | `clue` | r1c1 is given as 5 | 0 |
//! | `cell_once` | r1c1 has room for one number | 0 |
//! | `cell_needs` | r1c1 needs a number | 3 |
//! | `once` | row 3 has only one 7 | 0 |
//! | `needs` | row 3 needs a 7 | 2 |
//!
//! The premises of the constraints of variants follow.
//!
//! That a placed number occurs nowhere else in its row needs no explanation, so `once` has weight 0. Players see more easily where a number can go than which candidates a
//! cell has left, so `needs` has a smaller weight than `cell_needs`.

use crate::blocks::number_cells::clue_premises;
use crate::contract::{Claim, Premise, PremiseForm};
use crate::kinds::sudoku::{Instance, variants};

/// The houses of a board, and the indices of premises.
#[derive(Debug)]
pub(super) struct Layout {
    /// The side of the board.
    pub(super) n: usize,
    /// All blocks, then all rows, then all columns.
    pub(super) houses: Vec<House>,
    n_clues: usize,
}

/// A house: a row, a column or a block.
#[derive(Debug)]
pub(super) struct House {
    pub(super) shape: Shape,
    /// What it is called: a block that is irregular is a region.
    word: &'static str,
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) cells: Vec<usize>,
}

impl House {
    /// Its name: "row 3".
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.word, self.number)
    }
}

/// The type of a house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shape {
    Block,
    Row,
    Column,
}

impl Shape {
    /// All types. Blocks come first because players look at them first: of two premises with equal weights, an explanation uses the earlier one.
    const ALL: [Shape; 3] = [Shape::Block, Shape::Row, Shape::Column];

    fn word(self) -> &'static str {
        match self {
            Shape::Block => "block",
            Shape::Row => "row",
            Shape::Column => "column",
        }
    }
}

impl Layout {
    pub(super) fn new(instance: &Instance) -> Layout {
        let n = instance.n();
        let region_word = match instance.region_of_cells() {
            None => Shape::Block.word(),
            Some(_) => "region",
        };
        let regions = instance.region_cells();
        let lines = |cell: fn(usize, usize, usize) -> usize| -> Vec<Vec<usize>> {
            let line = |house: usize| (0..n).map(move |at| cell(n, house, at)).collect();
            (0..n).map(line).collect()
        };
        let houses = Shape::ALL.into_iter().flat_map(|shape| {
            let (word, houses) = match shape {
                Shape::Block => (region_word, regions.clone()),
                Shape::Row => (shape.word(), lines(|n, house, at| house * n + at)),
                Shape::Column => (shape.word(), lines(|n, house, at| at * n + house)),
            };
            let house = move |(number, cells): (usize, Vec<usize>)| House {
                shape,
                word,
                number,
                cells,
            };
            (1..).zip(houses).map(house)
        });
        let houses = houses.collect();
        Layout {
            n,
            houses,
            n_clues: instance.clues.iter().flatten().count(),
        }
    }

    /// The house that the words of a premise begin with: "row 3 needs a 7".
    pub(super) fn house_of(&self, words: &str) -> Option<usize> {
        let mut words = words.split(' ');
        let (word, number) = (words.next()?, words.next()?.parse::<usize>().ok()?);
        let mut houses = self.houses.iter();
        houses.position(|house| house.word == word && house.number == number)
    }

    /// The fact that a cell has a number, counted from 0.
    pub(super) fn fact(&self, cell: usize, number: usize) -> usize {
        cell * self.n + number
    }

    pub(super) fn cell_once(&self, cell: usize) -> usize {
        self.n_clues + cell
    }

    pub(super) fn cell_needs(&self, cell: usize) -> usize {
        self.n_clues + self.n * self.n + cell
    }

    pub(super) fn once(&self, house: usize, number: usize) -> usize {
        self.n_clues + 2 * self.n * self.n + house * self.n + number
    }

    pub(super) fn needs(&self, house: usize, number: usize) -> usize {
        self.once(house, number) + self.houses.len() * self.n
    }
}

/// All premises, in the order of [`Layout`].
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let layout = Layout::new(instance);
    let n = layout.n;
    let mut all = Vec::with_capacity(layout.needs(layout.houses.len(), 0));
    let cell = |at: usize| instance.grid.cell(at);
    let cells_of = |house: &House| house.cells.iter().map(|&at| cell(at)).collect::<Vec<_>>();
    all.extend(clue_premises(&instance.clues, n, cell));
    let numbers = |at: usize| -> Vec<Claim> {
        (0..n)
            .map(|number| Claim::is(layout.fact(at, number)))
            .collect()
    };
    for (at, cell) in instance.grid.cells().enumerate() {
        let words = format!("{cell} has room for one number");
        let form = PremiseForm::at_most(1, numbers(at));
        let once = Premise::new("cell_once", 0, words, [cell], form);
        all.push(once.violation(format!("{cell} would have two numbers")));
    }
    for (at, cell) in instance.grid.cells().enumerate() {
        let words = format!("{cell} needs a number");
        let form = PremiseForm::at_least(1, numbers(at));
        let needs = Premise::new("cell_needs", 3, words, [cell], form);
        all.push(needs.violation(format!("{cell} has no number left")));
    }
    let places = |house: &House, number: usize| -> Vec<Claim> {
        let place = |&at: &usize| Claim::is(layout.fact(at, number));
        house.cells.iter().map(place).collect()
    };
    for house in &layout.houses {
        let name = house.name();
        for number in 0..n {
            let words = format!("{name} has only one {}", number + 1);
            let form = PremiseForm::at_most(1, places(house, number));
            let once = Premise::new("once", 0, words, cells_of(house), form);
            all.push(once.violation(format!("{name} would have {} twice", number + 1)));
        }
    }
    for house in &layout.houses {
        let name = house.name();
        for number in 0..n {
            let words = format!("{name} needs {} {}", article(number + 1), number + 1);
            let form = PremiseForm::at_least(1, places(house, number));
            let needs = Premise::new("needs", 2, words, cells_of(house), form);
            all.push(needs.violation(format!("{name} has no cell left for {}", number + 1)));
        }
    }
    all.extend(variants::premises(instance));
    all
}

/// The indefinite article of a number: "a 7", "an 8".
pub(super) fn article(number: usize) -> &'static str {
    match number {
        8 | 11 | 18 | 80..=89 => "an",
        _ => "a",
    }
}
