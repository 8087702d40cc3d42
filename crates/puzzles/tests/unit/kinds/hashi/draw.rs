//! Tests of Hashi: its drawings.

use gridwright_grid::board::Content;
use gridwright_puzzles::hashi::Hashi;
use gridwright_puzzles::{DrawOptions, FactState, Puzzle};

#[test]
fn known_bridges_are_drawn_as_lines() {
    let instance = Hashi::parse("most 3\n3.?\n...\n?..\n").expect("a board");
    use FactState::{False, Open, True};
    let known = [True, True, Open, True, False, False];
    let options = DrawOptions {
        known: &known,
        ..DrawOptions::default()
    };
    let board = Hashi::draw(&instance, &options);
    let lines: Vec<usize> = board.strokes.iter().map(|stroke| stroke.lines).collect();
    assert_eq!(lines, [2, 1]);
    assert_eq!(board.tiles[0].content, Content::Island("3".to_owned()));
    assert_eq!(board.tiles[2].content, Content::Island("?".to_owned()));
    assert_eq!(board.notes, ["At most 3 bridges join two islands."]);
    let blank = Hashi::draw(&instance, &DrawOptions::default());
    assert!(blank.strokes.is_empty());
}
