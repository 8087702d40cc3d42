//! Cells of the engine `eclipse`: the programs of the reports, with ECLiPSe's own counts.

use std::time::{Duration, Instant};

use gridwright::AnyInstance;
use gridwright::control::Stop;
use gridwright_eclipse::models::{battleship, hashi, sudoku};
use gridwright_eclipse::{Choice, Flow, Select, Sink, Store, Var, search};

use crate::experiment::options::ECLIPSE_VIEWPOINTS;
use crate::experiment::{Configuration, Experiment};
use crate::process::ms;
use crate::run::row::RunResult;

/// Solves an instance and fills its result. Hashi sums the backtracks at every connected solution, as report 000 does; the other kinds stop at the first solution.
pub(crate) fn solve(
    experiment: &Experiment,
    instance: &dyn AnyInstance,
    configuration: &Configuration,
    stop: &Stop,
    result: &mut RunResult,
) -> Result<(), String> {
    let option = |name: &str| configuration.options.get(name);
    let start = Instant::now();
    let mut store = Store::new();
    let mut list: Vec<Var> = Vec::new();
    let mut bridges = None;
    let text = instance.print();
    let is_consistent = match &*experiment.kind {
        "sudoku" => {
            let board = sudoku_board(&text)?;
            let posted = sudoku::post(
                &mut store,
                &board,
                viewpoint(configuration)?,
                all_different(configuration),
            );
            posted.map(|vars| list = vars).is_ok()
        }
        "hashi" => {
            let improved = configuration.options.get("improvements") == Some("with");
            let posted = hashi::post(&mut store, &hashi_board(&text), improved);
            bridges = posted.ok();
            bridges.is_some()
        }
        _ => {
            let posted = battleship::post(&mut store, &battleship_board(&text)?);
            posted.map(|vars| list = vars).is_ok()
        }
    };
    result.setup_ms = ms(start.elapsed());
    let mut counter = Counter {
        bridges: bridges.as_ref(),
        until: experiment.limits.time.map(Duration::from_secs_f64),
        nodes: experiment.limits.nodes,
        start: Instant::now(),
        stop,
        n_nodes: 0,
        limit: None,
        answers: 0,
        backtracks: 0,
    };
    // Posting takes most of the memory: the search only adds a trail as deep as the list of variables.
    let bytes = store.memory();
    let max_memory = experiment.limits.memory;
    if max_memory.is_some_and(|mebibytes| bytes as u64 > mebibytes << 20) {
        counter.limit = Some("memory");
    } else if is_consistent {
        let list = bridges.as_ref().map_or(&list, |posted| &posted.list);
        let nodes = search(
            &mut store,
            list,
            by_name(&SELECTIONS, option("select"), "variable selection")?,
            by_name(&CHOICES, option("choose"), "value choice")?,
            &mut counter,
        );
        if bridges.is_none() && counter.answers == 0 {
            counter.backtracks = nodes;
        }
    }
    result.solve_ms = ms(counter.start.elapsed());
    result.answers = counter.answers;
    result.backtracks = counter.backtracks;
    result.nodes = counter.n_nodes;
    result.memory = bytes as u64;
    result.verdict = match (counter.limit.is_some(), counter.answers, bridges.is_some()) {
        (true, ..) => "stopped",
        (_, 0, _) => "none",
        (_, 1, true) => "unique",
        (_, _, true) => "multiple",
        _ => "solved",
    }
    .to_owned();
    if let Some(limit) = counter.limit {
        limit.clone_into(&mut result.note);
    }
    Ok(())
}

/// Counts answers and backtracks of a search, and checks its limits.
struct Counter<'c> {
    bridges: Option<&'c hashi::Posted>,
    until: Option<Duration>,
    nodes: Option<u64>,
    start: Instant,
    stop: &'c Stop,
    n_nodes: u64,
    limit: Option<&'static str>,
    answers: u64,
    backtracks: u64,
}

impl Sink for Counter<'_> {
    fn solution(&mut self, store: &Store, backtracks: u64) -> Flow {
        let Some(posted) = self.bridges else {
            self.answers = 1;
            self.backtracks = backtracks;
            return Flow::Stop;
        };
        if posted.is_connected(store) {
            self.answers += 1;
            self.backtracks += backtracks;
        }
        Flow::Continue
    }

    fn keep_going(&mut self, _: u64) -> Flow {
        if self.nodes.is_some_and(|nodes| self.n_nodes >= nodes) {
            self.limit = Some("nodes");
            return Flow::Stop;
        }
        self.n_nodes += 1;
        // Reading the clock at every node costs little: a choice on a large board takes thousands of times as long.
        let late = self.until.is_some_and(|until| self.start.elapsed() > until);
        if late || self.stop.is_requested() {
            self.limit = Some("time");
        }
        match self.limit {
            Some(_) => Flow::Stop,
            None => Flow::Continue,
        }
    }
}

fn viewpoint(configuration: &Configuration) -> Result<sudoku::Viewpoint, String> {
    match configuration.options.get("viewpoint") {
        None | Some("classical") => Ok(sudoku::Viewpoint::Classical),
        Some("alternative") => Ok(sudoku::Viewpoint::Alternative),
        Some("channelled") => Ok(sudoku::Viewpoint::Channelled),
        Some(other) => Err(format!(
            "unknown viewpoint `{other}`; the engine eclipse has {}",
            ECLIPSE_VIEWPOINTS.join(", ")
        )),
    }
}

fn all_different(configuration: &Configuration) -> sudoku::AllDifferent {
    match configuration.options.get("alldifferent") {
        None | Some("ic") => sudoku::AllDifferent::Ic,
        _ => sudoku::AllDifferent::IcGlobal,
    }
}

const SELECTIONS: [(&str, Select); 8] = [
    ("input_order", Select::InputOrder),
    ("first_fail", Select::FirstFail),
    ("anti_first_fail", Select::AntiFirstFail),
    ("smallest", Select::Smallest),
    ("largest", Select::Largest),
    ("occurrence", Select::Occurrence),
    ("most_constrained", Select::MostConstrained),
    ("max_regret", Select::MaxRegret),
];

const CHOICES: [(&str, Choice); 3] = [
    ("indomain", Choice::Indomain),
    ("indomain_min", Choice::IndomainMin),
    ("indomain_max", Choice::IndomainMax),
];

/// The value of an option by its name in a table; the first is the default.
fn by_name<T: Copy>(table: &[(&str, T)], name: Option<&str>, what: &str) -> Result<T, String> {
    let name = name.unwrap_or(table[0].0);
    let found = table.iter().find(|(known, _)| *known == name);
    found
        .map(|(_, value)| *value)
        .ok_or_else(|| format!("the engine eclipse has no {what} `{name}`"))
}

/// The digits of a board, 0 for an empty cell.
fn sudoku_board(text: &str) -> Result<[i32; 81], String> {
    let cells: Vec<i32> = text
        .chars()
        .filter(|letter| *letter == '.' || letter.is_ascii_digit())
        .map(|letter| letter.to_digit(10).map_or(0, |digit| digit as i32))
        .collect();
    let error = |_| "the engine eclipse only solves 9x9 boards".to_owned();
    cells.try_into().map_err(error)
}

fn hashi_board(text: &str) -> Vec<Vec<i32>> {
    let digit = |letter: char| letter.to_digit(10).map_or(0, |digit| digit as i32);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| line.chars().map(digit).collect())
        .collect()
}

fn battleship_board(text: &str) -> Result<battleship::Board, String> {
    let error = || "the engine eclipse only solves 10x10 boards with all tallies".to_owned();
    let tallies = |word: &str| -> Option<[i32; 10]> {
        let line = text.lines().find_map(|line| line.strip_prefix(word))?;
        let numbers: Option<Vec<i32>> = line
            .split_whitespace()
            .map(|word| word.parse().ok())
            .collect();
        numbers?.try_into().ok()
    };
    let is_hints = |line: &&str| {
        line.chars().count() == 10 && line.chars().all(|letter| ".wctblrm".contains(letter))
    };
    let hints: Vec<[char; 10]> = text
        .lines()
        .filter(is_hints)
        .filter_map(|line| line.chars().collect::<Vec<char>>().try_into().ok())
        .collect();
    Ok(battleship::Board {
        rows: tallies("rows").ok_or_else(error)?,
        cols: tallies("cols").ok_or_else(error)?,
        hints: hints.try_into().map_err(|_| error())?,
    })
}
