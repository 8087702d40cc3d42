//! Our side of a case, and the two rows that only we have: memory for a stored constraint, and a look-up in stores of many sizes.

use std::time::Instant;

use gridwright_chr::{Limits, Program};
use gridwright_term::{Operators, parse_term};

use crate::case::Case;
use crate::swi::Timed;

/// Seconds this thread has had a processor, or of the clock on the wall where the system does not say.
pub(crate) fn now() -> f64 {
    thread_local!(static START: Instant = Instant::now());
    // The system brings its account up to date when it schedules; without that it counts in steps of four milliseconds.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = text.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    spent.map_or_else(
        || START.with(|start| start.elapsed().as_secs_f64()),
        |nanoseconds| nanoseconds / 1e9,
    )
}

/// Seconds for which something short is repeated, so that what else the machine does is a small part of it, and how often at most.
const ENOUGH: f64 = 0.15;
const MOST: u32 = 2000;

/// The median time.
pub(crate) fn median(times: &[f64]) -> f64 {
    gridwright_control::median(times.iter().copied(), f64::total_cmp).expect("a time")
}

/// Runs a case; or says why that did not work.
pub(crate) fn run(case: &Case, text: &str, n_runs: usize) -> Result<Timed, String> {
    let mut flags = Vec::new();
    for (name, value) in case.flags {
        let value = parse_term(value, Operators::standard()).map_err(|error| error.to_string())?;
        flags.push(((*name).to_owned(), value));
    }
    let load =
        || Program::parse_with(text, case.program, &flags).map_err(|error| error.to_string());
    let program = load()?;
    let mut loads = Vec::new();
    for _ in 0..n_runs {
        let (start, mut times) = (now(), 0);
        while times == 0 || (now() - start < ENOUGH && times < MOST) {
            load()?;
            times += 1;
        }
        loads.push((now() - start) / f64::from(times));
    }
    // The first run of a goal finds everything cold, and is not one of those that are timed.
    let cold = program.query(&case.goal, Limits::default());
    let mut cold = cold.map_err(|error| error.to_string())?;
    cold.advance().map_err(|error| error.to_string())?;
    drop(cold);
    let mut timed = Timed {
        load: median(&loads),
        runs: Vec::new(),
        answer: String::new(),
        nodes: 0,
    };
    for _ in 0..n_runs {
        let (start, mut times) = (now(), 0);
        let (run, found, spent) = loop {
            let mut run = program
                .query(&case.goal, Limits::default())
                .map_err(|error| error.to_string())?;
            let found = run.advance();
            times += 1;
            let spent = now() - start;
            if found.is_err() || spent > ENOUGH || times == MOST {
                break (run, found, spent / f64::from(times));
            }
        };
        timed.runs.push(spent);
        let answer = found
            .map_err(|error| error.to_string())?
            .then(|| run.answer());
        let report = run.report(answer);
        let bound = report.answer.and_then(|answer| {
            let mut bindings = answer.bindings.into_iter();
            bindings.find(|(name, _)| name == "R")
        });
        timed.answer = bound.map_or("no".to_owned(), |(_, term)| {
            term.to_string().replace(' ', "")
        });
        timed.nodes = report.flags.get("nodes").copied().unwrap_or(0);
    }
    Ok(timed)
}

/// A store of items, each asked for by its key.
const ITEMS: &str = "
:- chr_constraint item(+int, +int), ask(+int, +int, +int).
item(K, V) \\ ask(K, N, Left) <=> Left > 0 | Next is (K * 7919 + V) mod N, Rest is Left - 1, ask(Next, N, Rest).
ask(_, _, _) <=> true.
fill(N, N).
fill(I, N) :- I < N, item(I, 1), J is I + 1, fill(J, N).
";

/// How many look-ups are timed.
pub(crate) const ASKED: u32 = 200_000;

/// Nanoseconds for a look-up and the firing after it, and bytes for each constraint, in a store of a size.
pub(crate) fn items(size: u32) -> Result<(f64, f64), String> {
    let program = Program::parse(ITEMS, "items").map_err(|error| error.to_string())?;
    let query = format!("fill(0, {size}), ( true ; ask(1, {size}, {ASKED}) )");
    let mut run = program
        .query(&query, Limits::default())
        .map_err(|error| error.to_string())?;
    let filled = run.advance().map_err(|error| error.to_string())?;
    let memory = run.memory() as f64 / f64::from(size);
    let start = now();
    let asked = run.advance().map_err(|error| error.to_string())?;
    let spent = (now() - start) * 1e9 / f64::from(ASKED);
    if filled && asked {
        Ok((spent, memory))
    } else {
        Err("the store of items cannot be asked".to_owned())
    }
}
