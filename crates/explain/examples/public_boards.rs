//! Measures explanations of the public boards of every kind: steps, placements, words of a step and time, and replays each.
//!
//! ```sh
//! cargo run --release -p gridwright-explain --example public_boards -- tents
//! ```
//! A word of the command selects the kinds with this name, and a number the board. `--steps` prints the steps, `--text` the board too, `--seconds=5` is the time limit of each, and
//! `--file=F` reads one board of the kind from a file instead.
#![expect(clippy::print_stdout, reason = "a program prints to its terminal")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use gridwright_explain::{ExplainOptions, Explanation, ExplanationEnd, explain, verify};
use gridwright_fd::Limits;
use gridwright_puzzles::{AnyInstance, BoxedInstance, CATALOGUE, Kind};

/// What the command selects.
struct Selection {
    words: Vec<String>,
    number: Option<usize>,
    steps: bool,
    text: bool,
    limit: Duration,
}

/// The measurements of a kind.
#[derive(Default)]
struct Measured {
    boards: usize,
    solved: usize,
    accepted: usize,
    steps_per_placement: f64,
    longest: usize,
    slowest: f64,
    total: f64,
    /// The number of steps of each technique.
    techniques: BTreeMap<String, usize>,
}

fn main() {
    let all: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| all.iter().any(|word| word == flag);
    let value = |flag: &str| all.iter().find_map(|word| word.strip_prefix(flag));
    let plain = || all.iter().filter(|word| !word.starts_with("--"));
    let selection = Selection {
        words: plain()
            .filter(|word| word.parse::<usize>().is_err())
            .cloned()
            .collect(),
        number: plain().find_map(|word| word.parse().ok()),
        steps: has("--steps"),
        text: has("--text"),
        limit: Duration::from_secs_f64(
            value("--seconds=")
                .and_then(|n| n.parse().ok())
                .unwrap_or(20.0),
        ),
    };
    if let Some(file) = value("--file=") {
        let text = std::fs::read_to_string(file).expect("the file can be read");
        let is_board = |line: &&str| !line.starts_with(['%', '#']) && !line.starts_with("puzzle ");
        let board: Vec<&str> = text.lines().filter(is_board).collect();
        let board = board.join("\n");
        let is_named =
            |kind: &&&dyn Kind| selection.words.iter().any(|word| word == kind.info().id);
        let kind = CATALOGUE.iter().find(is_named).expect("the kind is named");
        let mut measured = Measured::default();
        match kind.read(kind.recognise(&board), &board) {
            Ok(instance) => measured.board(1, file, &instance, &selection),
            Err(error) => println!("{}", error.render(&board, file)),
        }
        measured.print(kind.info().id);
        return;
    }
    for kind in CATALOGUE {
        let id = kind.info().id;
        if selection.words.is_empty() || selection.words.iter().any(|word| word == id) {
            measure(*kind, &selection);
        }
    }
}

/// The lines of a file of boards that are not comments.
fn boards(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.starts_with("# ") && !line.is_empty())
}

fn measure(kind: &dyn Kind, selection: &Selection) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../puzzles/src/kinds");
    let file = folder.join(kind.info().id).join("boards.txt");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let mut measured = Measured::default();
    for (number, board) in boards(&text).enumerate() {
        let is_meant = selection.number.is_none_or(|wanted| wanted == number + 1);
        if is_meant {
            let instance = kind.read(kind.recognise(board), board);
            let instance =
                instance.unwrap_or_else(|error| panic!("{}", error.render(board, "board")));
            measured.board(number + 1, board, &instance, selection);
        }
    }
    if measured.boards > 0 {
        measured.print(kind.info().id);
    }
}

/// The places about which something was found out: cells, or sides of cells.
fn n_placements(instance: &dyn AnyInstance, explanation: &Explanation) -> usize {
    let cells = instance.fact_cells();
    let given = explanation.boards().swap_remove(0);
    let is_placed = |fact: &usize| given[*fact] != explanation.known[*fact];
    let placed = (0..cells.len()).filter(is_placed);
    placed
        .map(|fact| &cells[fact])
        .collect::<BTreeSet<_>>()
        .len()
}

impl Measured {
    fn board(
        &mut self,
        number: usize,
        board: &str,
        instance: &BoxedInstance,
        selection: &Selection,
    ) {
        if selection.text {
            println!("{}", instance.print());
        }
        let began = Instant::now();
        let options = ExplainOptions {
            limits: Limits::default().time_limit(selection.limit),
            ..ExplainOptions::default()
        };
        self.boards += 1;
        let explanation = match explain(&**instance, &options) {
            Ok(explanation) => explanation,
            Err(error) => {
                println!("  {number}: {error}   {board}");
                return;
            }
        };
        let seconds = began.elapsed().as_secs_f64();
        let began = Instant::now();
        let verified = verify(&**instance, &explanation);
        let verifying = began.elapsed().as_secs_f64();
        let is_solved = explanation.end == ExplanationEnd::Solved;
        let placements = n_placements(&**instance, &explanation);
        let ratio = explanation.steps.len() as f64 / placements.max(1) as f64;
        let words = |sentence: &str| sentence.split_whitespace().count();
        let longest = explanation
            .steps
            .iter()
            .map(|step| words(&step.sentence))
            .max();
        let longest = longest.unwrap_or(0);
        if selection.steps {
            for (at, step) in explanation.steps.iter().enumerate() {
                let (technique, cost) = (&step.technique, step.cost);
                println!("{:3}. {}  [{technique}, {cost}]", at + 1, step.sentence);
            }
        }
        println!(
            "  {number}: {seconds:.2} s, verify {verifying:.2} s, {} steps, {ratio:.2} a placement, longest {longest}, {:?}{}   {board}",
            explanation.steps.len(),
            explanation.end,
            verified
                .as_ref()
                .err()
                .map_or(String::new(), |error| format!(" REFUSED {error}")),
        );
        self.solved += usize::from(is_solved);
        self.accepted += usize::from(verified.is_ok());
        self.steps_per_placement = self.steps_per_placement.max(ratio);
        self.longest = self.longest.max(longest);
        self.slowest = self.slowest.max(seconds);
        self.total += seconds;
        for step in &explanation.steps {
            *self.techniques.entry(step.technique.clone()).or_default() += 1;
        }
    }

    fn print(&self, name: &str) {
        println!(
            "{name}: {} boards, {} solved, {} accepted, {:.2} steps a placement at most, longest {} words, slowest {:.2} s, all {:.2} s",
            self.boards,
            self.solved,
            self.accepted,
            self.steps_per_placement,
            self.longest,
            self.slowest,
            self.total
        );
        for (technique, n) in &self.techniques {
            println!("    {n:5} {technique}");
        }
    }
}
