//! Shapes in text, SVG and descriptions: lines along borders, crosses, discs and shaded cells.

use gridwright_grid::board::{
    Background, Board, Content, Form, Ink, Shape, Stroke, Weight, svg, text,
};
use gridwright_grid::{Border, Cell};

/// A loop around the left cell of two, and a cross on a side of the other.
fn loop_board() -> Board {
    let mut board = Board::new(1, 2);
    board.frame = Weight::Thin;
    let (left, right) = (Cell::new(0, 0), Cell::new(0, 1));
    board.tile_mut(left).content = Content::Text("4".to_owned());
    for border in Border::around(left) {
        board.shapes.push(Shape::found(Form::BorderLine(border)));
    }
    let cross = Form::BorderCross(Border::above(right));
    board.shapes.push(Shape::found(cross));
    board
}

#[test]
fn lines_along_borders_are_thick_in_text() {
    let board = loop_board();
    let unicode = text::render(&board, text::Style::default());
    assert_eq!(unicode, "┏━━━┱─×─┐\n┃ 4 ┃   │\n┗━━━┹───┘\n");
    let plain = text::Style {
        unicode: false,
        colour: false,
    };
    assert!(text::render(&board, plain).is_ascii());
}

#[test]
fn lines_and_discs_are_drawn_and_described() {
    let mut board = loop_board();
    let (left, right) = (Cell::new(0, 0), Cell::new(0, 1));
    board.shapes.push(Shape::given(Form::Disc(right, true)));
    board
        .shapes
        .push(Shape::found(Form::LinkCross(left, right)));
    board.tile_mut(right).background = Background::Shaded;
    let picture = svg::render(&board, "A loop");
    for words in [
        "A line along the upper side of r1c1.",
        "No line along the upper side of r1c2.",
        "A black disc in r1c2.",
        "No line from r1c1 to r1c2.",
        "shaded",
        "<circle",
    ] {
        assert!(picture.contains(words), "{words}: {picture}");
    }
}

/// Strokes that meet in an empty cell are joined by a corner.
#[test]
fn strokes_are_joined_in_text() {
    let mut board = Board::new(2, 2);
    let [a, b, c] = [(0, 0), (0, 1), (1, 1)].map(|(row, col)| Cell::new(row, col));
    for (from, to) in [(a, b), (b, c)] {
        board.strokes.push(Stroke {
            from,
            to,
            lines: 1,
            ink: Ink::Found,
            mark: None,
        });
    }
    let text = text::render(&board, text::Style::default());
    assert!(text.contains('┐'), "{text}");
    board.shapes.push(Shape::given(Form::Disc(b, false)));
    let text = text::render(&board, text::Style::default());
    assert!(text.contains('○'), "{text}");
}
