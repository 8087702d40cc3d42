//! The drawing: ships with their shapes if these are known, water, tallies in the margins, the fleet below.

use gridwright_grid::board::{Background, Board, Content, Ink, ShipPart};
use gridwright_grid::{Cell, Direction};

use crate::contract::{DrawOptions, FactState};
use crate::kinds::battleship::instance::{Hint, Instance};

pub(super) fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
    let grid = &instance.grid;
    let mut board = Board::new(grid.rows(), grid.cols());
    // A hint is known even if `options` do not include it.
    let known = |cell: Cell| match instance.hints[grid.index(cell)] {
        Some(Hint::Water) => FactState::False,
        Some(Hint::Ship(_)) => FactState::True,
        None => options.known(grid.index(cell)),
    };
    for cell in grid.cells() {
        let beside = |direction| grid.step(cell, direction).map_or(FactState::False, known);
        let (part, ink) = match instance.hints[grid.index(cell)] {
            Some(Hint::Ship(ShipPart::Unknown)) => (shape(beside), Ink::Given),
            Some(Hint::Ship(part)) => (part, Ink::Given),
            Some(Hint::Water) => (ShipPart::Unknown, Ink::Given),
            None => (shape(beside), Ink::Found),
        };
        let tile = board.tile_mut(cell);
        tile.ink = ink;
        match known(cell) {
            FactState::True => tile.content = Content::Ship(part),
            FactState::False => tile.background = Background::Water,
            FactState::Open => {}
        }
    }
    let labels = |tallies: &[Option<i32>]| {
        let label = |tally: &Option<i32>| tally.map_or(String::new(), |tally| tally.to_string());
        tallies.iter().map(label).collect()
    };
    board.margins.right = labels(&instance.rows);
    board.margins.bottom = labels(&instance.cols);
    board.fleet = instance.fleet.lengths().collect();
    options.mark(&mut board);
    board
}

/// The part of a ship that a ship cell is, if the four cells next to it determine it; otherwise unknown.
fn shape(beside: impl Fn(Direction) -> FactState) -> ShipPart {
    let ends = [
        (
            Direction::North,
            Direction::South,
            ShipPart::Bottom,
            ShipPart::Top,
        ),
        (
            Direction::West,
            Direction::East,
            ShipPart::Right,
            ShipPart::Left,
        ),
    ];
    for (one, other, last, first) in ends {
        match (beside(one), beside(other)) {
            (FactState::True, FactState::True) => return ShipPart::Middle,
            (FactState::True, FactState::False) => return last,
            (FactState::False, FactState::True) => return first,
            _ => {}
        }
    }
    let water = |&direction: &Direction| beside(direction) == FactState::False;
    if Direction::ORTHOGONAL.iter().all(water) {
        ShipPart::Whole
    } else {
        ShipPart::Unknown
    }
}
