//! `squares`: a variable is how many bridges cross the side between two adjacent squares: report 000's model. No bridge leaves the board. On water
//! bridges run straight on, either along the row or along the column; at an island all four sides add up to its number, which is a variable if it is
//! not given.
//!
//! The decision variables are ordered by squares, row by row: the number of the square, then its sides.

use gridwright_constraints::{clause, equal, linear_eq};
use gridwright_fd::{Atom, Model, Var};
use gridwright_grid::{Cell, Direction};

use crate::contract::{Choices, Formulated, Formulation, Viewpoint};
use crate::kinds::hashi::{Answer, Hashi, Instance, connectivity, facts_by, isolation};

/// The variables of the sides of every square; sides at the edge of the board have none.
struct Sides<'i> {
    instance: &'i Instance,
    east: Vec<Option<Var>>,
    south: Vec<Option<Var>>,
}

impl Sides<'_> {
    fn of(&self, cell: Cell, direction: Direction) -> Option<Var> {
        let grid = &self.instance.grid;
        let at = grid.index(cell);
        match direction {
            Direction::East => self.east[at],
            Direction::South => self.south[at],
            Direction::West => self.east[grid.step(cell, direction).map(|c| grid.index(c))?],
            _ => self.south[grid.step(cell, direction).map(|c| grid.index(c))?],
        }
    }

    /// The sides of a square that lie within the board.
    fn all(&self, cell: Cell) -> impl Iterator<Item = Var> + '_ {
        use Direction::{East, North, South, West};
        [North, East, South, West]
            .into_iter()
            .filter_map(move |direction| self.of(cell, direction))
    }
}

pub(super) const VIEWPOINT: Viewpoint<Hashi> = Viewpoint::new(
    "squares",
    "how many bridges leave a square to the north, east, south and west",
    formulate,
);

fn formulate(instance: &Instance, choices: &Choices, model: &mut Model) -> Formulated<Hashi> {
    use Direction::{East, North, South, West};
    let grid = &instance.grid;
    let mut island_at = vec![None; grid.n_cells()];
    for island in &instance.islands {
        island_at[grid.index(island.cell)] = Some(island.bridges);
    }
    let mut sides = Sides {
        instance,
        east: Vec::with_capacity(grid.n_cells()),
        south: Vec::with_capacity(grid.n_cells()),
    };
    let mut numbers = vec![None; grid.n_cells()];
    let mut decisions = Vec::new();
    for cell in grid.cells() {
        if island_at[grid.index(cell)] == Some(None) {
            let number = model.var(format!("n{cell}"), 0..=4 * instance.max_bridges)?;
            numbers[grid.index(cell)] = Some(number);
            decisions.push(number);
        }
        for (name, direction, of) in [("e", East, &mut sides.east), ("s", South, &mut sides.south)]
        {
            let side = match grid.step(cell, direction) {
                Some(_) => Some(model.var(format!("{name}{cell}"), 0..=instance.max_bridges)?),
                None => None,
            };
            decisions.extend(side);
            of.push(side);
        }
    }
    for cell in grid.cells() {
        match island_at[grid.index(cell)] {
            Some(required) => {
                let number = numbers[grid.index(cell)].map(|number| (-1, number));
                let terms = sides.all(cell).map(|side| (1, side)).chain(number);
                model.post(linear_eq(terms, required.unwrap_or(0)))?;
            }
            None => {
                for (one, other) in [(North, South), (East, West)] {
                    match (sides.of(cell, one), sides.of(cell, other)) {
                        (Some(one), Some(other)) => model.post(equal(one, other))?,
                        // The opposite side is at the edge of the board, where no bridge crosses.
                        (Some(side), None) | (None, Some(side)) => {
                            model.post(clause([Atom::le(side, 0)]))?;
                        }
                        (None, None) => {}
                    }
                }
                if let (Some(north), Some(east)) = (sides.of(cell, North), sides.of(cell, East)) {
                    model.post(clause([Atom::le(north, 0), Atom::le(east, 0)]))?;
                }
            }
        }
    }
    // The bridges of a segment are those that cross the side of its first island towards the second.
    let mut bridges = Vec::with_capacity(instance.segments.len());
    for &segment in &instance.segments {
        let (a, b) = instance.ends(segment);
        let direction = if a.row == b.row { East } else { South };
        let side = sides.of(a, direction);
        bridges.push(side.expect("another island lies that way"));
    }
    isolation::post(instance, choices, &bridges, model)?;
    let passive = connectivity::post(instance, choices.connectivity(), &bridges, model)?;
    Ok(Formulation {
        decisions,
        facts: facts_by(instance, &bridges),
        read: Box::new(move |found| Answer(found.values(&bridges))),
        passive,
    })
}
