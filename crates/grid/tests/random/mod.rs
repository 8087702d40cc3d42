//! Random boards, with everything a board can have.

use gridwright_grid::board::{Board, Figure, Ground, Ink, Margins, Mark, Part, Stroke, Weight};
use gridwright_grid::{Cell, Direction};

/// A generator of numbers that looks random and is the same for the same seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    pub(crate) fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

const WEIGHTS: [Weight; 3] = [Weight::None, Weight::Thin, Weight::Thick];

/// A random board, with strokes or without.
pub(crate) fn board(random: &mut Random, strokes: bool) -> Board {
    let (rows, cols) = (1 + random.below(5), 1 + random.below(5));
    let mut board = Board::new(rows, cols);
    board.frame = random.pick(&WEIGHTS);
    let places = random.pick(&[4, 6, 9, 16, 30]);
    for tile in &mut board.tiles {
        tile.ground = random.pick(&[
            Ground::Plain,
            Ground::Plain,
            Ground::White,
            Ground::Tan,
            Ground::Water,
            Ground::Block,
            Ground::Outside,
        ]);
        tile.figure = match tile.ground {
            Ground::Block | Ground::Outside => Figure::Nothing,
            _ => figure(random, places),
        };
        tile.ink = random.pick(&[Ink::Given, Ink::Found]);
        let mark = random.pick(&[Mark::Used, Mark::Changed, Mark::Wrong, Mark::Differs]);
        tile.mark = (random.below(4) == 0).then_some(mark);
        (tile.east, tile.south) = (random.pick(&WEIGHTS), random.pick(&WEIGHTS));
    }
    let mut labels = |n: usize| match random.below(2) {
        0 => Vec::new(),
        _ => (0..n).map(|_| random.below(120).to_string()).collect(),
    };
    board.margins = Margins {
        top: labels(cols),
        bottom: labels(cols),
        left: labels(rows),
        right: labels(rows),
    };
    for _ in 0..if strokes { random.below(4) } else { 0 } {
        let mut cell = || Cell::new(random.below(rows), random.below(cols));
        let (from, to) = (cell(), cell());
        board.strokes.push(Stroke {
            from,
            to,
            lines: 1 + random.below(4),
            ink: Ink::Found,
            mark: (random.below(3) == 0).then_some(Mark::Changed),
        });
    }
    board.notes = vec!["a < b & c > \"d\"".to_owned()];
    board
}

fn figure(random: &mut Random, places: usize) -> Figure {
    match random.below(6) {
        0 => Figure::Nothing,
        1 => Figure::Text(random.below(1000).to_string()),
        2 => {
            let candidate = |i: usize| (random.below(3) > 0).then(|| (i + 1).to_string());
            Figure::Candidates((0..places).map(candidate).collect())
        }
        3 => Figure::Island(random.pick(&["1", "8", "12", "?"]).to_owned()),
        4 => Figure::Ship(random.pick(&[
            Part::Whole,
            Part::Top,
            Part::Bottom,
            Part::Left,
            Part::Right,
            Part::Middle,
            Part::Unknown,
        ])),
        _ => Figure::Arrow(random.pick(&Direction::ALL)),
    }
}
