//! Tests of Battleship: its drawings.

use gridwright_grid::Cell;
use gridwright_grid::board::{Background, Content, ShipPart};
use gridwright_puzzles::battleship::Battleship;
use gridwright_puzzles::{DrawOptions, FactState, Puzzle};

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
