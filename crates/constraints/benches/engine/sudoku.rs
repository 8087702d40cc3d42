//! Sudoku: the boards of the reports, generated boards that propagation alone solves, and the sets of the corpus if present.

use std::path::PathBuf;
use std::process::Command;

use gridwright_fd::{Atom, Consistency, ConsistencyMap, DomainRepr, Kernel, Rng, Setup, Var};

use crate::case::{Cases, Extent, Plan};
use crate::problem::Problem;

/// The boards of the reports that have one solution, row by row.
const SEEDS: &[&str] = &[
    "..87....64....9......5469.......3.5...3..76.........89.7.4.2..58..9.5.232.93.876.",
    "......8.53...26..74....3........8...7...9...89.83.4.6.23.9............96.6.2...5.",
    "1..........274.......5....4.3.......75............96...4...6..........71.....1.3.",
    "..2.9.3..8.5......1.........9..6..4........58........1.7....2..3..5........1.....",
    "3.......4.8.2...7...6...5...1.9.8.......6.........7.2...5...6...9...1.8.4.......3",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "..1..4.......6.3.5...9.....8.....7.3.......285...7.6..3...8...6..92......4...1...",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    ".2.4.37.........32........4.4.2...7.8...5.........1...5.....9...3.9....7..1..86..",
    ".98..........7........15...1...........2....9...9.6.82.......3.5.1.........4...2.",
    "..1.2.7...5.....9....4......8...5....9...........6...2..2........6.....5.....9.83",
    "1.4........274.......5......3.......75............96...4...6..........71.....1.3.",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "6....894.9....61...7..4....2..61..........2...89..2.......6...5.......3.8....16..",
    "..28......3..6...71......4.6...9.....5.6....9....57.6....3..1...7...6..84......2.",
];

/// The clues of a board, 0 for none.
type Board = Vec<i32>;

pub(crate) fn cases(cases: &mut Cases) {
    for &(name, level) in Consistency::NAMES {
        cases.add(
            "sudoku 9",
            &format!("17 of the reports, {name}"),
            move || plan(&seeds(), level),
        );
    }
    cases.add("sudoku 9", "17 of the reports, learning", || {
        plan(&seeds(), Consistency::Value).learning()
    });
    for (model, side) in [
        ("sudoku 16", 4),
        ("sudoku 25", 5),
        ("sudoku 36", 6),
        ("sudoku 49", 7),
    ] {
        cases.add(model, "made here, domain, no search", move || Plan {
            clean: true,
            ..plan(&[solved_by_propagation(side)], Consistency::Domain)
        });
    }
    for (model, file, failures) in [
        ("sudoku 16", "n16.txt", 20_000),
        ("sudoku 25", "n25.txt", 1_000),
    ] {
        for (variant, learning, level) in [
            ("domain", false, Consistency::Domain),
            ("learning, value", true, Consistency::Value),
            ("learning, domain", true, Consistency::Domain),
        ] {
            cases.maybe(model, &format!("corpus, {variant}"), move || {
                let plan = plan(&corpus(file)?, level)
                    .extent(Extent::Failures(failures))
                    .without_gecode();
                Some(if learning { plan.learning() } else { plan })
            });
        }
    }
    for (variant, file, step) in [
        ("corpus, 17 clues", "sudoku_17clue.txt.gz", 5),
        (
            "corpus, hardest",
            "sudoku_forum_hardest_1905_11plus.txt.gz",
            20,
        ),
        ("corpus, magictour", "sudoku_magictour_top1465.txt.gz", 1),
    ] {
        cases.maybe("sudoku 9", variant, move || bulk(file, step));
    }
}

fn seeds() -> Vec<Board> {
    SEEDS.iter().map(|line| board(line)).collect()
}

fn plan(boards: &[Board], level: Consistency) -> Plan {
    let empty = Problem::new();
    Plan {
        problems: boards.iter().map(|board| sudoku(board).0).collect(),
        ..Plan::new(empty, level).finds(boards.len() as u64)
    }
}

/// Every n-th board of a file, on one solver that is set up once.
fn bulk(file: &str, step: usize) -> Option<Plan> {
    let boards: Vec<Board> = corpus(file)?.into_iter().step_by(step).collect();
    let (problem, cells) = sudoku(&vec![0; 81]);
    let clues = |board: &Board| {
        let given = cells.iter().zip(board).filter(|(_, clue)| **clue > 0);
        given.map(|(&cell, &clue)| Atom::eq(cell, clue)).collect()
    };
    let plan = Plan::new(problem, Consistency::Domain)
        .finds(boards.len() as u64)
        .without_gecode();
    Some(Plan {
        assumed: boards.iter().map(clues).collect(),
        ..plan
    })
}

/// A board as a problem, and its cells.
fn sudoku(board: &Board) -> (Problem, Vec<Var>) {
    let n = board.len().isqrt();
    let side = n.isqrt();
    let mut problem = Problem::new();
    let cells: Vec<Var> = board
        .iter()
        .map(|&clue| match clue {
            0 => problem.var(1, n as i32),
            clue => problem.var(clue, clue),
        })
        .collect();
    for k in 0..n {
        let mut unit = |at: &dyn Fn(usize) -> (usize, usize)| {
            let unit: Vec<Var> = (0..n)
                .map(at)
                .map(|(row, col)| cells[row * n + col])
                .collect();
            problem.all_different(&unit);
        };
        unit(&|i| (k, i));
        unit(&|i| (i, k));
        unit(&|i| (k / side * side + i / side, k % side * side + i % side));
    }
    (problem, cells)
}

/// A board that domain consistency solves without search. Starts from a shuffled filled board and reveals a cell wherever
/// propagation leaves one open; then removes redundant clues, as far as a fixed number of trials finds them.
fn solved_by_propagation(side: usize) -> Board {
    let n = side * side;
    let mut rng = Rng::new(side as u64);
    let filled = scrambled(side, &mut rng);
    let setup = Setup {
        consistency: ConsistencyMap::all(Consistency::Domain),
        recording: false,
        repr: DomainRepr::Auto,
    };
    let (problem, cells) = sudoku(&vec![0; n * n]);
    let mut kernel = Kernel::new(&problem.model, &setup);
    let mut order: Vec<usize> = (0..n * n).collect();
    rng.shuffle(&mut order);
    let mut board = vec![0; n * n];
    for &cell in &order {
        if kernel.store().is_fixed(cells[cell].view()) {
            continue;
        }
        board[cell] = filled[cell];
        kernel
            .decide(Atom::eq(cells[cell], filled[cell]))
            .and_then(|()| kernel.propagate())
            .expect("the filled board is a solution");
    }
    let trials = if side < 6 { 60 } else { 10 };
    let given: Vec<usize> = order.into_iter().filter(|&cell| board[cell] > 0).collect();
    for &cell in given.iter().take(trials) {
        let clue = std::mem::take(&mut board[cell]);
        let (problem, _) = sudoku(&board);
        let mut kernel = Kernel::new(&problem.model, &setup);
        kernel.propagate().expect("the filled board is a solution");
        if !kernel
            .store()
            .vars()
            .all(|var| kernel.store().is_fixed(var.view()))
        {
            board[cell] = clue;
        }
    }
    board
}

/// A filled board: the regular pattern with digits, bands, stacks, and the rows and columns within them shuffled.
fn scrambled(side: usize, rng: &mut Rng) -> Board {
    let n = side * side;
    let mut lines = || {
        let mut bands: Vec<usize> = (0..side).collect();
        rng.shuffle(&mut bands);
        let mut lines = Vec::new();
        for band in bands {
            let mut within: Vec<usize> = (0..side).map(|i| band * side + i).collect();
            rng.shuffle(&mut within);
            lines.extend(within);
        }
        lines
    };
    let (rows, cols) = (lines(), lines());
    let mut digits: Vec<i32> = (1..=n as i32).collect();
    rng.shuffle(&mut digits);
    let pattern = |row: usize, col: usize| (row % side * side + row / side + col) % n;
    let cells = rows
        .iter()
        .flat_map(|&row| cols.iter().map(move |&col| (row, col)));
    cells.map(|(row, col)| digits[pattern(row, col)]).collect()
}

/// A board from a line of the corpus: 81 characters, or values separated by commas; a full stop is an open cell.
fn board(text: &str) -> Board {
    let clue = |text: &str| text.parse().unwrap_or(0);
    if text.contains(',') {
        text.split(',').map(clue).collect()
    } else {
        text.chars().map(|c| clue(&c.to_string())).collect()
    }
}

/// The boards of a file of the corpus, if it is present.
fn corpus(file: &str) -> Option<Vec<Board>> {
    let root = PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/corpus"
    ));
    let text = if file.ends_with(".gz") {
        let out = Command::new("gzip")
            .arg("-dc")
            .arg(root.join("large").join(file))
            .output();
        let out = out.ok().filter(|out| out.status.success())?;
        String::from_utf8(out.stdout).ok()?
    } else {
        std::fs::read_to_string(root.join("sudoku").join(file)).ok()?
    };
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('%') && !line.is_empty());
    Some(
        lines
            .map(|line| board(line.rsplit(' ').next().unwrap_or(line)))
            .collect(),
    )
}
