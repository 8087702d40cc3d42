//! The rules of Sudoku as people say them.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | `clue` | r1c1 is given as 5 | 0 |
//! | `cell_once` | r1c1 has room for one number | 0 |
//! | `cell_needs` | r1c1 needs a number | 3 |
//! | `once` | row 3 has only one 7 | 0 |
//! | `needs` | row 3 needs a 7 | 2 |
//!
//! That a number is not twice in a row is not worth a word once the number is placed; that it must be somewhere is what people look for, and what a cell
//! has left is harder to see than where a number can go.

use crate::contract::{Claim, Premise, PremiseForm};
use crate::kinds::sudoku::Instance;

/// Where premises stand in their list, and what the kind knows of its rows, columns and blocks.
#[derive(Debug)]
pub(super) struct Layout {
    /// The side of the board.
    pub(super) n: usize,
    /// Blocks, rows and columns, so many of each as the board has rows.
    pub(super) houses: Vec<House>,
    n_clues: usize,
}

/// A row, a column or a block.
#[derive(Debug)]
pub(super) struct House {
    pub(super) shape: Shape,
    /// Counted from 1, as people do.
    pub(super) number: usize,
    pub(super) cells: Vec<usize>,
}

impl House {
    /// What people call it: "row 3".
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.shape.word(), self.number)
    }
}

/// What a house is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shape {
    Block,
    Row,
    Column,
}

impl Shape {
    /// All of them. People look at blocks first; of two premises that cost the same, the earlier is told.
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
        let (height, width) = instance.block();
        let per_row = n / width;
        let cell = |shape: Shape, house: usize, at: usize| match shape {
            Shape::Block => {
                let (top, left) = (house / per_row * height, house % per_row * width);
                (top + at / width) * n + left + at % width
            }
            Shape::Row => house * n + at,
            Shape::Column => at * n + house,
        };
        let houses = Shape::ALL.into_iter().flat_map(|shape| {
            (0..n).map(move |house| House {
                shape,
                number: house + 1,
                cells: (0..n).map(|at| cell(shape, house, at)).collect(),
            })
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
        let shape = Shape::ALL.iter().position(|shape| shape.word() == word)?;
        (1..=self.n)
            .contains(&number)
            .then(|| shape * self.n + number - 1)
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

/// All premises, in the order that [`Layout`] tells.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let layout = Layout::new(instance);
    let n = layout.n;
    let mut all = Vec::with_capacity(layout.needs(layout.houses.len(), 0));
    let rule = |rule, words, weight, cells: &[usize], form| Premise {
        rule,
        words,
        weight,
        is_clue: rule == "clue",
        is_implied: false,
        is_digest: false,
        cells: cells.iter().map(|&at| instance.grid.cell(at)).collect(),
        form,
    };
    for (at, clue) in instance.clues.iter().enumerate() {
        if let Some(clue) = clue {
            let words = format!("{} is given as {clue}", instance.grid.cell(at));
            let form = PremiseForm::just(Claim::is(layout.fact(at, *clue as usize - 1)));
            all.push(rule("clue", words, 0, &[at], form));
        }
    }
    let numbers = |at: usize| -> Vec<Claim> {
        (0..n)
            .map(|number| Claim::is(layout.fact(at, number)))
            .collect()
    };
    for (at, cell) in instance.grid.cells().enumerate() {
        let words = format!("{cell} has room for one number");
        all.push(rule(
            "cell_once",
            words,
            0,
            &[at],
            PremiseForm::at_most(1, numbers(at)),
        ));
    }
    for (at, cell) in instance.grid.cells().enumerate() {
        let words = format!("{cell} needs a number");
        all.push(rule(
            "cell_needs",
            words,
            3,
            &[at],
            PremiseForm::at_least(1, numbers(at)),
        ));
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
            all.push(rule("once", words, 0, &house.cells, form));
        }
    }
    for house in &layout.houses {
        let name = house.name();
        for number in 0..n {
            let words = format!("{name} needs {} {}", article(number + 1), number + 1);
            let form = PremiseForm::at_least(1, places(house, number));
            all.push(rule("needs", words, 2, &house.cells, form));
        }
    }
    all
}

/// "a 7", "an 8".
pub(super) fn article(number: usize) -> &'static str {
    match number {
        8 | 11 | 18 | 80..=89 => "an",
        _ => "a",
    }
}
