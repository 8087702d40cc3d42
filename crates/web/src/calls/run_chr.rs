//! Runs CHR programs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use gridwright::chr::{Answer, Environment, Limits, Moment, Program, Run, RunError, Step};
use gridwright::solving::chr_limits;
use gridwright::term::{Operators, Term, parse_term};
use serde_json::Value;

use crate::calls::run_answer::{
    MAX_SOLUTIONS, RunAnswer, RunBody, SolutionRow, StepRow, count_text, seconds,
};
use crate::error::{ApiError, Message};
use crate::jobs::{Batch, Job};

/// The maximal number of steps.
const MAX_STEPS: usize = 3_000;

/// The maximal number of constraints of a store.
const MAX_STORED: usize = 200;

pub(crate) fn run(job: &Job, body: &RunBody) -> Result<RunAnswer, ApiError> {
    let start = Instant::now();
    let text = &body.text;
    let flags = flags(&body.flags)?;
    let limits = chr_limits(&job.request());
    let deadline = limits.deadline();
    let environment = Environment {
        flags: &flags,
        loader: None,
        natives: &gridwright::clpfd::natives(),
        deadline: Some(&deadline),
    };
    let program = match Program::parse_in(text, "program", environment) {
        Ok(program) => program,
        Err(error) => {
            let Some(limit) = error.limit.filter(|_| error.diagnostics.is_empty()) else {
                return Err(ApiError::at_all(text, &error.diagnostics));
            };
            let limit = limit_words(job, &limit.to_string());
            return Ok(RunAnswer {
                words: format!("Stopped ({limit}) while the program was read."),
                stopped_at: Some(limit),
                seconds: seconds(start.elapsed()),
                ..RunAnswer::default()
            });
        }
    };
    let operators = program.operators();
    let query = body.query.as_deref().map(str::trim);
    let query = query.filter(|query| !query.is_empty());
    let Some(query) = query.map(|query| query.trim_end_matches('.')) else {
        return Err(ApiError::invalid("a CHR program needs a query"));
    };
    let tracer = RefCell::new(Tracer::new(job, operators));
    let mut listener = |step: &Step, moment: &Moment<'_>| tracer.borrow_mut().step(step, moment);
    let limits = Limits {
        time: deadline.remaining(),
        ..limits
    };
    let mut run = program.query(query, limits).map_err(|diagnostic| {
        let mut error = ApiError::at(query, &diagnostic);
        error.body.error = format!("in the query: {}", error.body.error);
        error.body.place = None;
        error
    })?;
    if body.trace {
        run.watch(&mut listener);
    }
    let mut answer = RunAnswer {
        remarks: Message::all(program.warnings(), text),
        ..RunAnswer::default()
    };
    let max = if body.all { MAX_SOLUTIONS } else { 1 };
    let end = answers(job, &mut run, operators, max, &tracer, &mut answer);
    answer.output = run.take_output();
    let counters = run.counters();
    answer.counts = BTreeMap::from([
        ("calls", counters.calls),
        ("firings", counters.firings()),
        ("inserts", counters.inserts),
        ("removals", counters.removals),
        ("wakes", counters.wakes),
        ("backtracks", counters.backtracks),
    ]);
    drop(run);
    let tracer = tracer.into_inner();
    answer.steps_cut = tracer.is_truncated;
    answer.steps = tracer.batch.finish();
    answer.words = match end {
        Ok(()) if answer.solutions == 0 => "No solution.".to_owned(),
        Ok(()) if answer.complete => format!("{}, and no others.", count_text(answer.solutions)),
        Ok(()) if body.all => format!("Stopped after {}.", count_text(answer.solutions)),
        Ok(()) => "Stopped at the first solution.".to_owned(),
        Err(RunError::Limit(limit)) => {
            let limit = limit_words(job, &limit.to_string());
            answer.stopped_at = Some(limit.clone());
            format!("Stopped ({limit}) after {}.", count_text(answer.solutions))
        }
        Err(error) => return Err(ApiError::invalid(error.to_string())),
    };
    answer.seconds = seconds(start.elapsed());
    Ok(answer)
}

/// The words for a limit that was reached; a stop request takes precedence.
fn limit_words(job: &Job, limit: &str) -> String {
    match job.stop().is_requested() {
        true => "stopped".to_owned(),
        false => limit.to_owned(),
    }
}

/// Finds and emits the answers, at most `max`.
fn answers(
    job: &Job,
    run: &mut Run<'_>,
    operators: &Operators,
    max: u64,
    tracer: &RefCell<Tracer<'_>>,
    answer: &mut RunAnswer,
) -> Result<(), RunError> {
    let mut start = Instant::now();
    while answer.solutions < max {
        let Some(found) = run.next_answer()? else {
            answer.complete = true;
            break;
        };
        answer.solutions += 1;
        tracer.borrow_mut().batch.flush();
        let output = run.take_output();
        let time = start.elapsed();
        let row = row(answer.solutions, &found.named(), output, time, operators);
        job.emit("solution", row, &mut answer.list);
        start = Instant::now();
    }
    Ok(())
}

fn row(
    number: u64,
    answer: &Answer,
    output: String,
    time: Duration,
    operators: &Operators,
) -> SolutionRow {
    let text = |term: &Term| term.display_with(operators).to_string();
    let bound = answer.bindings.iter();
    let bound = bound.filter(|(name, term)| *term != Term::var(name));
    let bound: Vec<(String, String)> = bound
        .map(|(name, term)| (name.clone(), text(term)))
        .collect();
    let store: Vec<String> = answer.store.iter().map(text).collect();
    let lines = bound
        .iter()
        .map(|(name, term)| format!("{name} = {term}\n"));
    let mut solution: String = lines.collect();
    if solution.is_empty() && store.is_empty() {
        "yes\n".clone_into(&mut solution);
    }
    SolutionRow {
        number,
        text: solution,
        values: bound
            .into_iter()
            .map(|(name, term)| (name, Value::from(term)))
            .collect(),
        store: Some(store),
        output,
        seconds: seconds(time),
        ..SolutionRow::default()
    }
}

fn flags(flags: &BTreeMap<String, String>) -> Result<Vec<(String, Term)>, ApiError> {
    let parse = |(name, value): (&String, &String)| {
        let value = parse_term(value, Operators::standard())
            .map_err(|error| ApiError::invalid(format!("flag {name}: {}", error.message)))?;
        Ok((name.clone(), value))
    };
    flags.iter().map(parse).collect()
}

/// Collects steps, each with the store if that has changed.
struct Tracer<'t> {
    operators: &'t Operators,
    batch: Batch<'t, StepRow>,
    store: Vec<String>,
    n_steps: usize,
    is_truncated: bool,
}

impl<'t> Tracer<'t> {
    fn new(job: &'t Job, operators: &'t Operators) -> Tracer<'t> {
        Tracer {
            operators,
            batch: Batch::new(job, "steps"),
            store: Vec::new(),
            n_steps: 0,
            is_truncated: false,
        }
    }

    fn step(&mut self, step: &Step, moment: &Moment<'_>) {
        if self.n_steps == MAX_STEPS {
            self.is_truncated = true;
            return;
        }
        self.n_steps += 1;
        let text = |(id, term): &(u64, Term)| match id {
            0 => term.display_with(self.operators).to_string(),
            id => format!("{} #{id}", term.display_with(self.operators)),
        };
        let stored = moment.store();
        let mut store: Vec<String> = stored.iter().take(MAX_STORED).map(text).collect();
        if stored.len() > MAX_STORED {
            store.push(format!("and {} more", stored.len() - MAX_STORED));
        }
        let row = StepRow {
            event: step.event.to_string(),
            depth: step.depth,
            rule: step.rule.clone(),
            constraints: step.constraints.iter().map(text).collect(),
            store: (store != self.store).then(|| store.clone()),
        };
        self.store = store;
        self.batch.push(row);
    }
}
