//! The rows of the bench: a program, the flags it is loaded with, and the goal that is timed.

/// One program with one goal.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// A file of the folder `programs`, without its ending.
    pub(crate) program: &'static str,
    pub(crate) flags: &'static [(&'static str, &'static str)],
    /// A goal that binds `R`; what `R` is must be the same on both sides.
    pub(crate) goal: String,
    /// Whether it is short enough for `--quick`.
    pub(crate) short: bool,
}

/// Classic programs and their sizes.
const CLASSIC: &[(&str, u32, bool)] = &[
    ("gcd", 2_000_000, true),
    ("primes", 8_000, true),
    ("leq", 60, true),
    ("ram", 30_000, true),
    ("tak", 180, true),
    ("fib", 200_000, true),
    ("fib_all", 800, true),
    ("uf", 20_000, true),
    ("gcd", 5_000_000, false),
    ("primes", 20_000, false),
    ("leq", 100, false),
    ("ram", 200_000, false),
    ("fib_all", 2_000, false),
    ("uf", 100_000, false),
];

type Flags = &'static [(&'static str, &'static str)];

/// Report 000's Hashi program: board, flags.
const HASHI: &[(&str, &str, Flags, bool)] = &[
    (
        "hashi 10 v1+imp1",
        BOARD_10,
        &[("conn", "1"), ("imp1", "on"), ("imp2", "off")],
        true,
    ),
    ("hashi 10 all", BOARD_10, &[], true),
    (
        "hashi 10 v1",
        BOARD_10,
        &[("conn", "1"), ("imp1", "off"), ("imp2", "off")],
        false,
    ),
    ("hashi 10 islands", BOARD_10, &[("order", "islands")], true),
];

/// The Sudoku programs of both reports: program, way, board, flags.
const SUDOKU: &[(&str, &str, &str, &str, Flags, bool)] = &[
    ("sudoku classic", "sudoku", "classic", EASTER, &[], true),
    (
        "sudoku classic heur",
        "sudoku",
        "classic",
        TAREK,
        &[("heur", "on")],
        true,
    ),
    ("sudoku alt", "sudoku", "alt", VERY_DIFFICULT, &[], true),
    ("sudoku channel", "sudoku", "channel", EXPERT, &[], true),
    (
        "sudoku alt heur",
        "sudoku",
        "alt",
        EASTER,
        &[("heur", "on")],
        false,
    ),
    ("sudoku channel 2", "sudoku", "channel", EASTER, &[], false),
    ("sudoku smallest", "sudoku_ff", "min", LAMBDA, &[], true),
];

const BOARD_10: &str = "..1...........2..3.2./4...4..3...4.4..2...1/.1....2..........4.4./4.......2.3....2...../..2................../.3........3........1./..4..........2.3...../..........1.....1..../.4......2..3.....4.1./..........1..3.1...../..3.6.5..........3.2./........2..4.6......5/...................../..2.4.1.2..3.4....2../.5.....6............6/.........2..4......1./3..................../.3....1.1...6.......5/...1...4...2........./.3...4...2.....1....2/1.2.3.......5....4.2.";
const EASTER: &str =
    "1.......2/.9.4...5./..6...7../.5.9.3.../....7..../...85..4./7.....6../.3...9.8./..2.....1";
const TAREK: &str =
    "..1..4.../....6.3.5/...9...../8.....7.3/.......28/5...7.6../3...8...6/..92...../.4...1...";
const VERY_DIFFICULT: &str =
    "..87....6/4....9.../...5469../.....3.5./..3..76../.......89/.7.4.2..5/8..9.5.23/2.93.876.";
const EXPERT: &str =
    "......8.5/3...26..7/4....3.../.....8.../7...9...8/9.83.4.6./23.9...../.......96/.6.2...5.";
const LAMBDA: &str =
    "1......../..274..../...5....4/.3......./75......./.....96../.4...6.../.......71/.....1.3.";

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for &(program, size, short) in CLASSIC {
        cases.push(Case {
            name: program,
            program,
            flags: &[],
            goal: format!("bench({size}, R)"),
            short,
        });
    }
    for &(name, board, flags, short) in HASHI {
        let goal = format!("solve({}, R)", rows(board, "0"));
        cases.push(Case {
            name,
            program: "hashi",
            flags,
            goal,
            short,
        });
    }
    for &(name, program, way, board, flags, short) in SUDOKU {
        let goal = format!("R = {}, solve({way}, R)", rows(board, "_"));
        cases.push(Case {
            name,
            program,
            flags,
            goal,
            short,
        });
    }
    cases
}

/// A board as a list of lists, with `blank` for a point.
fn rows(board: &str, blank: &str) -> String {
    let row = |line: &str| {
        let cells: Vec<String> = line
            .chars()
            .map(|c| {
                if c == '.' {
                    blank.to_owned()
                } else {
                    c.to_string()
                }
            })
            .collect();
        format!("[{}]", cells.join(","))
    };
    let lines: Vec<String> = board.split('/').map(row).collect();
    format!("[{}]", lines.join(","))
}
