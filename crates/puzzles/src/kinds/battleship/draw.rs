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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Puzzle;
    use crate::kinds::battleship::Battleship;

    #[test]
    fn shapes_of_ships_follow_from_known_neighbours() {
        let text = "fleet 3:1 1:1\nrows 3 0 1\ncols 1 . 2 1\ns...\n....\n..c.\n";
        let instance = Battleship::parse(text).expect("a board");
        let (yes, no, open) = (FactState::True, FactState::False, FactState::Open);
        let row = |row: usize, known: &[FactState]| -> Vec<(Background, Content)> {
            let options = DrawOptions {
                known,
                ..DrawOptions::default()
            };
            let board = Battleship::draw(&instance, &options);
            let tiles = (0..4).map(|col| board.tile(Cell::new(row, col)).clone());
            tiles.map(|tile| (tile.background, tile.content)).collect()
        };
        let ship = |part| (Background::Plain, Content::Ship(part));
        let blank = (Background::Plain, Content::Nothing);
        let water = (Background::Water, Content::Nothing);
        assert_eq!(
            row(0, &[]),
            [
                ship(ShipPart::Unknown),
                blank.clone(),
                blank.clone(),
                blank.clone()
            ]
        );
        assert_eq!(
            row(0, &[yes, yes, open, no]),
            [
                ship(ShipPart::Left),
                ship(ShipPart::Unknown),
                blank,
                water.clone()
            ]
        );
        assert_eq!(
            row(0, &[yes, yes, yes, no, no, no, no, no]),
            [
                ship(ShipPart::Left),
                ship(ShipPart::Middle),
                ship(ShipPart::Right),
                water
            ]
        );
        assert_eq!(row(2, &[])[2], ship(ShipPart::Whole));
        let board = Battleship::draw(&instance, &DrawOptions::default());
        assert_eq!(board.margins.right, ["3", "0", "1"]);
        assert_eq!(board.margins.bottom, ["1", "", "2", "1"]);
        assert_eq!(board.fleet, [(3, 1), (1, 1)]);
    }
}
