//! Cells that are counted as ECLiPSe counts: the reports' own programs, on the engine that reproduces it.

use std::time::{Duration, Instant};

use gridwright::AnyInstance;
use gridwright::control::Stop;
use gridwright_eclipse::models::{battleship, hashi, sudoku};
use gridwright_eclipse::{Choice, Flow, Select, Sink, Store, Var, search};

use crate::experiment::{Experiment, Way};
use crate::row::Row;
use crate::single::ms;

/// The viewpoints of report 000's Sudoku.
pub(crate) const VIEWPOINTS: [&str; 3] = ["classical", "alternative", "channelled"];

/// Counts up to the first solution, or adds up the readings at every connected one, as the report does.
pub(crate) fn fill(
    experiment: &Experiment,
    instance: &dyn AnyInstance,
    way: &Way,
    stop: &Stop,
    row: &mut Row,
) -> Result<(), String> {
    let began = Instant::now();
    let mut store = Store::new();
    let mut list: Vec<Var> = Vec::new();
    let mut bridges = None;
    let text = instance.print();
    let fits = match &*experiment.kind {
        "sudoku" => {
            let board = sudoku_board(&text)?;
            let posted = sudoku::post(&mut store, &board, viewpoint(way)?, all_different(way)?);
            posted.map(|vars| list = vars).is_ok()
        }
        "hashi" => {
            let improved = way.options.get("improvements") == Some("with");
            let posted = hashi::post(&mut store, &hashi_board(&text), improved);
            bridges = posted.ok();
            bridges.is_some()
        }
        _ => {
            let posted = battleship::post(&mut store, &battleship_board(&text)?);
            posted.map(|vars| list = vars).is_ok()
        }
    };
    row.setup_ms = ms(began.elapsed());
    let mut counting = Counting {
        bridges: bridges.as_ref(),
        until: experiment.limits.time.map(Duration::from_secs_f64),
        nodes: experiment.limits.nodes,
        began: Instant::now(),
        stop,
        n_asked: 0,
        limit: None,
        answers: 0,
        backtracks: 0,
    };
    // What is posted is the most of it: the search adds a trail as deep as the list of variables is long.
    let bytes = store.memory();
    let most = experiment.limits.memory;
    if most.is_some_and(|mebibytes| bytes as u64 > mebibytes << 20) {
        counting.limit = Some("memory");
    } else if fits {
        let list = bridges.as_ref().map_or(&list, |posted| &posted.list);
        let nodes = search(&mut store, list, select(way)?, choice(way)?, &mut counting);
        if bridges.is_none() && counting.answers == 0 {
            counting.backtracks = nodes;
        }
    }
    row.solve_ms = ms(counting.began.elapsed());
    row.answers = counting.answers;
    row.backtracks = counting.backtracks;
    row.nodes = counting.n_asked;
    row.memory = bytes as u64;
    row.verdict = match (
        counting.limit.is_some(),
        counting.answers,
        bridges.is_some(),
    ) {
        (true, ..) => "stopped",
        (_, 0, _) => "none",
        (_, 1, true) => "unique",
        (_, _, true) => "multiple",
        _ => "solved",
    }
    .to_owned();
    if let Some(limit) = counting.limit {
        limit.clone_into(&mut row.note);
    }
    Ok(())
}

struct Counting<'c> {
    bridges: Option<&'c hashi::Posted>,
    until: Option<Duration>,
    nodes: Option<u64>,
    began: Instant,
    stop: &'c Stop,
    n_asked: u64,
    limit: Option<&'static str>,
    answers: u64,
    backtracks: u64,
}

impl Sink for Counting<'_> {
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
        if self.nodes.is_some_and(|nodes| self.n_asked >= nodes) {
            self.limit = Some("nodes");
            return Flow::Stop;
        }
        self.n_asked += 1;
        // A choice of a large board takes thousands of times as long as a look at the clock.
        let late = self.until.is_some_and(|until| self.began.elapsed() > until);
        if late || self.stop.is_requested() {
            self.limit = Some("time");
        }
        match self.limit {
            Some(_) => Flow::Stop,
            None => Flow::Continue,
        }
    }
}

fn viewpoint(way: &Way) -> Result<sudoku::Viewpoint, String> {
    match way.options.get("viewpoint") {
        None | Some("classical") => Ok(sudoku::Viewpoint::Classical),
        Some("alternative") => Ok(sudoku::Viewpoint::Alternative),
        Some("channelled") => Ok(sudoku::Viewpoint::Channelled),
        Some(other) => Err(format!(
            "`{other}` is no viewpoint of report 000; there are {}",
            VIEWPOINTS.join(", ")
        )),
    }
}

fn all_different(way: &Way) -> Result<sudoku::AllDifferent, String> {
    match way.options.get("alldifferent") {
        None | Some("ic") => Ok(sudoku::AllDifferent::Ic),
        _ => Ok(sudoku::AllDifferent::IcGlobal),
    }
}

fn select(way: &Way) -> Result<Select, String> {
    Ok(match way.options.get("select") {
        None | Some("input_order") => Select::InputOrder,
        Some("first_fail") => Select::FirstFail,
        Some("anti_first_fail") => Select::AntiFirstFail,
        Some("smallest") => Select::Smallest,
        Some("largest") => Select::Largest,
        Some("occurrence") => Select::Occurrence,
        Some("most_constrained") => Select::MostConstrained,
        Some("max_regret") => Select::MaxRegret,
        Some(other) => return Err(format!("the engine eclipse has no selection `{other}`")),
    })
}

fn choice(way: &Way) -> Result<Choice, String> {
    Ok(match way.options.get("choose") {
        None | Some("indomain") => Choice::Indomain,
        Some("indomain_min") => Choice::IndomainMin,
        Some("indomain_max") => Choice::IndomainMax,
        Some(other) => return Err(format!("the engine eclipse has no choice `{other}`")),
    })
}

/// The digits of a board, 0 for what is open.
fn sudoku_board(text: &str) -> Result<[i32; 81], String> {
    let cells: Vec<i32> = text
        .chars()
        .filter(|letter| *letter == '.' || letter.is_ascii_digit())
        .map(|letter| letter.to_digit(10).map_or(0, |digit| digit as i32))
        .collect();
    let refused = |_| "the report's program is for boards of 9x9".to_owned();
    cells.try_into().map_err(refused)
}

fn hashi_board(text: &str) -> Vec<Vec<i32>> {
    let digit = |letter: char| letter.to_digit(10).map_or(0, |digit| digit as i32);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| line.chars().map(digit).collect())
        .collect()
}

fn battleship_board(text: &str) -> Result<battleship::Board, String> {
    let refused = || "the report's program is for boards of 10x10 with all tallies".to_owned();
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
        rows: tallies("rows").ok_or_else(refused)?,
        cols: tallies("cols").ok_or_else(refused)?,
        hints: hints.try_into().map_err(|_| refused())?,
    })
}
