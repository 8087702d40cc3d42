//! `cargo xtask bench proofs`: the time to solve with and without a log, the time to check, and the size of proofs.
//!
//! Without arguments it runs the boards of `benches/proofs`, which our generator made; with `--corpus=DIR`, the published boards of the table in the manual, from a
//! folder with the files that `published` names; and with `ENGINE KIND FILE...` the boards in these files, each in the text of its kind as `gridwright convert` writes it. `ENGINE` is
//! `learn`, `sat` or `auto`. Times are the least processor time of several rounds, in turn.
#![expect(
    clippy::print_stdout,
    reason = "a program reports on its standard output"
)]

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use gridwright_proof::check;
use gridwright_solve::{ModelEngine, Proved, RunOptions, model_of, prove_with, unlogged};
use gridwright_statements::state_puzzle;

/// Rounds stop when they have taken this long in total.
const LONG_ENOUGH: Duration = Duration::from_secs(20);
const MAX_ROUNDS: u32 = 5;

/// A part of a round is repeated until it has taken so long, since the system counts short times badly.
const LEAST_TIME: Duration = Duration::from_millis(40);

/// A board to prove.
struct Row {
    name: String,
    engine: ModelEngine,
    kind: String,
    text: String,
}

/// The boards that come with the project.
fn own_rows() -> Vec<Row> {
    let row = |name: &str, kind: &str, engine: ModelEngine, text: &str| Row {
        name: name.to_owned(),
        engine,
        kind: kind.to_owned(),
        text: text.to_owned(),
    };
    use ModelEngine::Learn;
    vec![
        row(
            "battleship-15",
            "battleship",
            Learn,
            include_str!("proofs/battleship-15.txt"),
        ),
        row(
            "whitetan-12",
            "whitetan",
            Learn,
            include_str!("proofs/whitetan-12.txt"),
        ),
        row(
            "hashi-24",
            "hashi",
            Learn,
            include_str!("proofs/hashi-24.txt"),
        ),
    ]
}

/// The published boards: five Sudokus of 25x25, quasigroups of order 25, a Battleship board of 15x15, a Hashi board of 397 islands, and two of
/// Coelho's Hashi boards of 400 islands. His boards have several answers, so each has two changed clues and no answer.
fn published(folder: &Path) -> Vec<Row> {
    let read = |name: &str| {
        let path = folder.join(name);
        if path.extension().is_some_and(|end| end == "gz") {
            let output = Command::new("gzip").arg("-dc").arg(&path).output();
            let output = output.expect("gzip is installed");
            return String::from_utf8(output.stdout).expect("a text");
        }
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let mut rows = Vec::new();
    let mut add = |name: &str, engine: ModelEngine, kind: &str, text: String| {
        rows.push(Row {
            name: name.to_owned(),
            engine,
            kind: kind.to_owned(),
            text,
        });
    };
    // A line is a name and the cells, separated by commas; numbers of quasigroups count from 0.
    let line = |text: &str, wanted: &str, first: i32| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{wanted} ")));
        let cell = |cell: &str| {
            cell.parse::<i32>()
                .map_or(cell.to_owned(), |n| (n + first).to_string())
        };
        let cells: Vec<String> = line.expect("a board").split(',').map(cell).collect();
        let rows: Vec<String> = cells.chunks(25).map(|row| row.join(" ")).collect();
        rows.join("\n") + "\n"
    };
    // A block is a line with the name, followed by the lines of the board.
    let block = |text: &str, wanted: &str| {
        let mut lines = text
            .lines()
            .skip_while(|line| !line.starts_with(&format!("puzzle {wanted} ")));
        lines.next().expect("a board");
        let board: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
        board.join("\n") + "\n"
    };
    let sudokus = read("sudoku/n25.txt");
    for number in [19, 20, 23, 31] {
        let name = format!("gecode_p{number}");
        add(&name, ModelEngine::Sat, "sudoku", line(&sudokus, &name, 0));
    }
    let quasigroups = read("large/qcp_minizinc60.txt.gz");
    for number in [10, 14] {
        let name = format!("qcp-25-264-{number}");
        let text = format!("blocks 1x25\n{}", line(&quasigroups, &name, 1));
        add(&name, ModelEngine::Sat, "sudoku", text);
    }
    let battleships = read("battleship/minizinc_solbat.txt");
    add(
        "sb_15_15_7_0",
        ModelEngine::Learn,
        "battleship",
        block(&battleships, "sb_15_15_7_0"),
    );
    let hashi = read("large/hashi_puzzlekit304.txt.gz");
    let name = "pk_889_30x45";
    add(name, ModelEngine::Learn, "hashi", block(&hashi, name));
    let hashi = read("large/hashi_coelho720.txt.gz");
    for (name, changes) in CHANGED_HASHI {
        let mut board: Vec<Vec<u8>> = block(&hashi, name)
            .lines()
            .map(|line| line.as_bytes().to_vec())
            .collect();
        for &(row, col, clue) in *changes {
            board[row][col] = clue;
        }
        let lines: Vec<String> = board
            .into_iter()
            .map(|line| String::from_utf8(line).expect("a text"))
            .collect();
        add(name, ModelEngine::Learn, "hashi", lines.join("\n") + "\n");
    }
    // The longest comes last.
    let name = "gecode_p18";
    add(name, ModelEngine::Sat, "sudoku", line(&sudokus, name, 0));
    rows
}

/// A changed clue: its row and column, and the new clue.
type Change = (usize, usize, u8);

/// Hashi boards, and the clues that are changed.
const CHANGED_HASHI: &[(&str, &[Change])] = &[
    ("Hs_34_400_25_00_001", &[(15, 30, b'3'), (29, 2, b'3')]),
    ("Hs_34_400_25_00_009", &[(7, 31, b'2'), (33, 12, b'1')]),
];

/// The processor time of this thread, so that a busy machine matters less; where the system does not tell it, the wall time.
fn now() -> Duration {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let first = times.as_ref().and_then(|times| times.split(' ').next());
    let nanos = first.and_then(|nanos| nanos.parse().ok());
    nanos.map_or_else(|| BEGAN.elapsed(), Duration::from_nanos)
}

/// The time of one run, and its result.
fn timed<T>(mut run: impl FnMut() -> T) -> (Duration, T) {
    let (from, began) = (now(), Instant::now());
    let mut n_runs = 1;
    let mut result = run();
    while began.elapsed() < LEAST_TIME {
        n_runs += 1;
        result = run();
    }
    ((now() - from) / n_runs, result)
}

fn main() {
    // Cargo adds `--bench`.
    let args: Vec<String> = std::env::args().skip(1).collect();
    let corpus = args.iter().find_map(|arg| arg.strip_prefix("--corpus="));
    let plain: Vec<&String> = args.iter().filter(|arg| !arg.starts_with("--")).collect();
    let rows = match (corpus, &plain[..]) {
        (Some(folder), _) => published(Path::new(folder)),
        (None, [engine, kind, files @ ..]) => {
            let engine = match engine.as_str() {
                "learn" => ModelEngine::Learn,
                "sat" => ModelEngine::Sat,
                _ => ModelEngine::Auto,
            };
            let row = |file: &&String| Row {
                name: file.to_string(),
                engine,
                kind: kind.to_string(),
                text: std::fs::read_to_string(file).expect("a file"),
            };
            files.iter().map(row).collect()
        }
        _ => own_rows(),
    };
    println!(
        "board engine verdict conflicts solve_ms logged_ms check_ms logged/solve check/solve bytes"
    );
    for row in rows {
        measure(&row);
    }
}

fn measure(row: &Row) {
    let name = &row.name;
    let statement = state_puzzle(&row.kind, &row.text);
    let statement = statement.unwrap_or_else(|error| panic!("{name}: {error}"));
    let options = RunOptions::new().engine(row.engine);
    let model = model_of(&statement).expect("a model");
    let mut least = [Duration::MAX; 3];
    let began = Instant::now();
    let mut round = 0;
    let outcome = loop {
        round += 1;
        let (time, plain) = timed(|| unlogged(&statement, &model, &options).expect("a run"));
        least[0] = least[0].min(time);
        let (time, outcome) =
            timed(|| prove_with(&statement, &model, &options, Vec::new()).expect("a run"));
        least[1] = least[1].min(time);
        assert_eq!(plain, outcome.proved);
        if matches!(outcome.proved, Proved::Unique(_) | Proved::None) {
            let (time, _) = timed(|| check(&statement, &outcome.out[..]).expect("a proof"));
            least[2] = least[2].min(time);
        }
        if round == MAX_ROUNDS || began.elapsed() > LONG_ENOUGH {
            break outcome;
        }
    };
    if least[2] == Duration::MAX {
        // There is no proof to check.
        least[2] = Duration::ZERO;
    }
    let verdict = match outcome.proved {
        Proved::Unique(_) => "unique",
        Proved::None => "none",
        Proved::Many(..) => "many",
        Proved::Unknown(..) => "stopped",
    };
    let [solve, logged, checked] = least.map(|time| 1e3 * time.as_secs_f64());
    let (conflicts, n_bytes) = (outcome.stats.failures, outcome.n_bytes);
    println!(
        "{name} {} {verdict} {conflicts} {solve:.3} {logged:.3} {checked:.3} {:.2} {:.2} {n_bytes}",
        outcome.engine,
        logged / solve,
        checked / solve,
    );
    println!(
        "#row\t{name}\tconflicts={conflicts}\tbytes={n_bytes}\tsolve:{solve:.3}\tlogged:{logged:.3}\tchecked:{checked:.3}"
    );
}
