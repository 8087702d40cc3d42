//! Random boards with every kind of content.

use gridwright_control::Rng;
use gridwright_grid::board::{
    Background, Board, Content, Ink, Margins, Mark, ShipPart, Stroke, Symbol, Weight,
};
use gridwright_grid::{Cell, Direction};

const WEIGHTS: [Weight; 3] = [Weight::None, Weight::Thin, Weight::Thick];

/// A random board, with strokes or without.
pub(crate) fn board(rng: &mut Rng, strokes: bool) -> Board {
    let (rows, cols) = (1 + rng.below(5), 1 + rng.below(5));
    let mut board = Board::new(rows, cols);
    board.frame = *rng.pick(&WEIGHTS);
    let n_candidates = *rng.pick(&[4, 6, 9, 16, 30]);
    for tile in &mut board.tiles {
        tile.background = *rng.pick(&[
            Background::Plain,
            Background::Plain,
            Background::White,
            Background::Tan,
            Background::Water,
            Background::Lit,
            Background::Block,
            Background::Outside,
        ]);
        tile.content = match tile.background {
            Background::Block | Background::Outside => Content::Nothing,
            _ => content(rng, n_candidates),
        };
        tile.ink = *rng.pick(&[Ink::Given, Ink::Found]);
        let mark = *rng.pick(&[Mark::Used, Mark::Changed, Mark::Wrong, Mark::Differs]);
        tile.mark = (rng.below(4) == 0).then_some(mark);
        (tile.east, tile.south) = (*rng.pick(&WEIGHTS), *rng.pick(&WEIGHTS));
    }
    let mut labels = |n: usize| match rng.below(2) {
        0 => Vec::new(),
        _ => (0..n).map(|_| rng.below(120).to_string()).collect(),
    };
    board.margins = Margins {
        top: labels(cols),
        bottom: labels(cols),
        left: labels(rows),
        right: labels(rows),
    };
    for _ in 0..if strokes { rng.below(4) } else { 0 } {
        let mut cell = || Cell::new(rng.below(rows), rng.below(cols));
        let (from, to) = (cell(), cell());
        board.strokes.push(Stroke {
            from,
            to,
            lines: 1 + rng.below(4),
            ink: Ink::Found,
            mark: (rng.below(3) == 0).then_some(Mark::Changed),
        });
    }
    board.notes = vec!["a < b & c > \"d\"".to_owned()];
    board
}

fn content(rng: &mut Rng, n_candidates: usize) -> Content {
    match rng.below(8) {
        0 => Content::Nothing,
        1 => Content::Text(rng.below(1000).to_string()),
        2 => {
            let candidate = |i: usize| (rng.below(3) > 0).then(|| (i + 1).to_string());
            Content::Candidates((0..n_candidates).map(candidate).collect())
        }
        3 => Content::Island((*rng.pick(&["1", "8", "12", "?"])).to_owned()),
        4 => Content::Ship(*rng.pick(&[
            ShipPart::Whole,
            ShipPart::Top,
            ShipPart::Bottom,
            ShipPart::Left,
            ShipPart::Right,
            ShipPart::Middle,
            ShipPart::Unknown,
        ])),
        5 => Content::Symbol(*rng.pick(&[
            Symbol::Star,
            Symbol::Tree,
            Symbol::Tent,
            Symbol::Lamp,
            Symbol::Dot,
        ])),
        6 => Content::Sums {
            down: (*rng.pick(&["", "3", "16"])).to_owned(),
            across: (*rng.pick(&["", "4", "45"])).to_owned(),
        },
        _ => Content::Arrow(*rng.pick(&Direction::ALL)),
    }
}
