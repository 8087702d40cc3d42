//! Cells of the engine `eclipse`: the programs of the reports, with ECLiPSe's own counts.

use std::time::{Duration, Instant};

use gridwright::AnyInstance;
use gridwright::control::Stop;
use gridwright_eclipse::{Choice, Flow, Select, Sink, Store, search};

use crate::experiment::eclipse::program;
use crate::experiment::{Configuration, Experiment};
use crate::process::ms;
use crate::run::row::RunResult;

/// Solves an instance and fills its result. A program that tests solutions sums the backtracks at every answer, as report 000 does; the others stop at the first solution.
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
    let program = program(&experiment.kind);
    let program = program.ok_or("the engine eclipse has no program for this kind")?;
    let posted = (program.post)(&mut store, &instance.print(), &option)?;
    result.setup_ms = ms(start.elapsed());
    let mut counter = Counter {
        is_answer: posted
            .as_ref()
            .and_then(|posted| posted.is_answer.as_deref()),
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
    } else if let Some(posted) = &posted {
        let nodes = search(
            &mut store,
            &posted.list,
            by_name(&SELECTIONS, option("select"), "variable selection")?,
            by_name(&CHOICES, option("choose"), "value choice")?,
            &mut counter,
        );
        if posted.is_answer.is_none() && counter.answers == 0 {
            counter.backtracks = nodes;
        }
    }
    result.solve_ms = ms(counter.start.elapsed());
    result.answers = counter.answers;
    result.backtracks = counter.backtracks;
    result.nodes = counter.n_nodes;
    result.memory = bytes as u64;
    let finds_all = counter.is_answer.is_some();
    result.verdict = match (counter.limit.is_some(), counter.answers, finds_all) {
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
    is_answer: Option<&'c dyn Fn(&Store) -> bool>,
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
        let Some(is_answer) = self.is_answer else {
            self.answers = 1;
            self.backtracks = backtracks;
            return Flow::Stop;
        };
        if is_answer(store) {
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
