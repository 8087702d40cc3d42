//! The rows of the benchmark: the usual boards of every kind, and ten puzzles of medium difficulty of each.

/// A row.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    /// Rows and columns of the board.
    pub(crate) size: (usize, usize),
    pub(crate) options: &'static [(&'static str, &'static str)],
    pub(crate) minimal: bool,
    /// The difficulty.
    pub(crate) word: Option<&'static str>,
    /// The number of puzzles.
    pub(crate) many: u64,
    /// The aim in puzzles per second; 0 is none.
    pub(crate) aim: f64,
}

const fn row(name: &'static str, kind: &'static str, size: (usize, usize), many: u64) -> Row {
    Row {
        name,
        kind,
        size,
        options: &[],
        minimal: false,
        word: None,
        many,
        aim: 0.0,
    }
}

impl Row {
    const fn aim(self, aim: f64) -> Row {
        Row { aim, ..self }
    }

    const fn minimal(self) -> Row {
        Row {
            minimal: true,
            ..self
        }
    }

    const fn with(self, options: &'static [(&'static str, &'static str)]) -> Row {
        Row { options, ..self }
    }

    const fn word(self, word: &'static str) -> Row {
        Row {
            word: Some(word),
            ..self
        }
    }
}

/// All rows, in order.
pub(crate) const ROWS: &[Row] = &[
    row("sudoku 9x9 minimal", "sudoku", (9, 9), 200)
        .minimal()
        .aim(200.0),
    row("sudoku 16x16", "sudoku", (16, 16), 3),
    row("sudoku 25x25", "sudoku", (25, 25), 1),
    row("numbrix 9x9", "numbrix", (9, 9), 20).aim(10.0),
    row("numbrix 9x9, 9 obstacles", "numbrix", (9, 9), 10).with(&[("obstacles", "9")]),
    row("hidato 9x9", "hidato", (9, 9), 20).aim(10.0),
    row("hidato 9x9, 9 obstacles", "hidato", (9, 9), 10).with(&[("obstacles", "9")]),
    row("battleship 10x10", "battleship", (10, 10), 100).aim(50.0),
    row("battleship 10x10 minimal", "battleship", (10, 10), 5).minimal(),
    row("hashi 9x9", "hashi", (9, 9), 100),
    row("hashi 100 islands", "hashi", (22, 22), 20)
        .with(&[("islands", "100")])
        .aim(5.0),
    row("hashi 400 islands", "hashi", (45, 45), 5).with(&[("islands", "400")]),
    row("whitetan 6x6", "whitetan", (6, 6), 100),
    row("whitetan 10x10", "whitetan", (10, 10), 100).aim(20.0),
    row("whitetan 12x12", "whitetan", (12, 12), 10).aim(1.0),
    row("whitetan 13x13", "whitetan", (13, 13), 3),
    row("whitetan 14x14", "whitetan", (14, 14), 10),
    row("whitetan 5x30", "whitetan", (5, 30), 10),
    row("whitetan 8x20", "whitetan", (8, 20), 5),
    row("magic 3", "magic", (3, 3), 50),
    row("magic 4", "magic", (4, 4), 20).minimal(),
    row("magic 5", "magic", (5, 5), 5),
    row("magic 6", "magic", (6, 6), 3),
    row("sudoku 9x9 medium", "sudoku", (9, 9), 10).word("medium"),
    row("numbrix 7x7 medium", "numbrix", (7, 7), 10).word("medium"),
    row("hidato 7x7 medium", "hidato", (7, 7), 10).word("medium"),
    row("battleship 10x10 medium", "battleship", (10, 10), 10).word("medium"),
    row("hashi 9x9 medium", "hashi", (9, 9), 10).word("medium"),
    row("whitetan 6x6 medium", "whitetan", (6, 6), 10).word("medium"),
    row("magic 4 medium", "magic", (4, 4), 10).word("medium"),
];
