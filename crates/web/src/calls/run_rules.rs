//! Runs of Constraint Handling Rules.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use gridwright::chr::{Answer, Moment, Program, Run, RunError, Step};
use gridwright::solving::chr_limits;
use gridwright::term::{Operators, Term, parse_term};
use serde_json::Value;

use crate::calls::run::{MOST_SOLUTIONS, RunAnswer, RunBody, SolutionRow, StepRow, found, seconds};
use crate::jobs::Job;
use crate::refused::{Message, Refused};

/// So many steps are told at most.
const MOST_STEPS: usize = 3_000;

/// So many constraints of a store are shown with a step.
const MOST_STORED: usize = 200;

/// Steps are told so many at a time, or when this time is over.
const BATCH: usize = 100;
const PAUSE: Duration = Duration::from_millis(100);

pub(crate) fn run(job: &Job, asked: &RunBody) -> Result<RunAnswer, Refused> {
    let began = Instant::now();
    let text = &asked.text;
    let flags = flags(&asked.flags)?;
    let program = Program::parse_with(text, "program", &flags)
        .map_err(|error| Refused::about_all(text, &error.diagnostics))?;
    let operators = program.operators();
    let query = asked.query.as_deref().map(str::trim);
    let query = query.filter(|query| !query.is_empty());
    let Some(query) = query.map(|query| query.trim_end_matches('.')) else {
        return Err(Refused::senseless(
            "rules need a query: what to ask of them",
        ));
    };
    let telling = RefCell::new(Telling::new(job, operators));
    let mut listener = |step: &Step, moment: &Moment<'_>| telling.borrow_mut().step(step, moment);
    let limits = chr_limits(&job.request());
    let mut run = program.query(query, limits).map_err(|error| {
        let mut refused = Refused::about(query, &error);
        refused.said.error = format!("in the query: {}", refused.said.error);
        refused.said.place = None;
        refused
    })?;
    if asked.trace {
        run.watch(&mut listener);
    }
    let mut answer = RunAnswer {
        solutions: 0,
        complete: false,
        words: String::new(),
        stopped_at: None,
        remarks: program
            .warnings()
            .iter()
            .map(|told| Message::of(told, text))
            .collect(),
        counts: BTreeMap::new(),
        output: String::new(),
        steps_cut: false,
        seconds: 0.0,
        list: Vec::new(),
        steps: Vec::new(),
    };
    let most = if asked.all { MOST_SOLUTIONS } else { 1 };
    let ended = answers(job, &mut run, operators, most, &telling, &mut answer);
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
    let mut telling = telling.into_inner();
    telling.tell();
    answer.steps_cut = telling.cut;
    answer.steps = telling.kept;
    answer.words = match ended {
        Ok(()) if answer.solutions == 0 => "No solution.".to_owned(),
        Ok(()) if answer.complete => format!("{}, and no others.", found(answer.solutions)),
        Ok(()) if asked.all => format!("Stopped after {}.", found(answer.solutions)),
        Ok(()) => "Stopped at the first solution.".to_owned(),
        Err(RunError::Limit(limit)) => {
            // Once the switch is pressed, no time is left.
            let limit = match job.stop().is_requested() {
                true => "stopped".to_owned(),
                false => limit.to_string(),
            };
            answer.stopped_at = Some(limit.clone());
            format!("Stopped ({limit}) after {}.", found(answer.solutions))
        }
        Err(error) => return Err(Refused::senseless(error.to_string())),
    };
    answer.seconds = seconds(began.elapsed());
    Ok(answer)
}

/// Tells the answers, as many as are wanted.
fn answers(
    job: &Job,
    run: &mut Run<'_>,
    operators: &Operators,
    most: u64,
    telling: &RefCell<Telling<'_>>,
    answer: &mut RunAnswer,
) -> Result<(), RunError> {
    let mut began = Instant::now();
    while answer.solutions < most {
        let Some(found) = run.next_answer()? else {
            answer.complete = true;
            break;
        };
        answer.solutions += 1;
        telling.borrow_mut().tell();
        let output = run.take_output();
        let time = began.elapsed();
        let row = row(answer.solutions, &found.named(), output, time, operators);
        match job.is_followed() {
            true => {
                job.tell("solution", &row);
            }
            false => answer.list.push(row),
        }
        began = Instant::now();
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
    let said = |term: &Term| term.display_with(operators).to_string();
    let bound = answer.bindings.iter();
    let bound = bound.filter(|(name, term)| *term != Term::var(name));
    let bound: Vec<(String, String)> = bound
        .map(|(name, term)| (name.clone(), said(term)))
        .collect();
    let store: Vec<String> = answer.store.iter().map(said).collect();
    let lines = bound
        .iter()
        .map(|(name, term)| format!("{name} = {term}\n"));
    let mut text: String = lines.collect();
    if text.is_empty() && store.is_empty() {
        "yes\n".clone_into(&mut text);
    }
    SolutionRow {
        number,
        text,
        values: bound
            .into_iter()
            .map(|(name, term)| (name, Value::from(term)))
            .collect(),
        store: Some(store),
        output,
        objective: None,
        backtracks: None,
        seconds: seconds(time),
    }
}

fn flags(said: &BTreeMap<String, String>) -> Result<Vec<(String, Term)>, Refused> {
    let read = |(name, value): (&String, &String)| {
        let value = parse_term(value, Operators::standard())
            .map_err(|error| Refused::senseless(format!("flag {name}: {}", error.message)))?;
        Ok((name.clone(), value))
    };
    said.iter().map(read).collect()
}

/// Tells steps, some at a time, each with the store where that has changed.
struct Telling<'t> {
    job: &'t Job,
    operators: &'t Operators,
    waiting: Vec<StepRow>,
    kept: Vec<StepRow>,
    store: Vec<String>,
    n_told: usize,
    cut: bool,
    last: Instant,
}

impl<'t> Telling<'t> {
    fn new(job: &'t Job, operators: &'t Operators) -> Telling<'t> {
        Telling {
            job,
            operators,
            waiting: Vec::new(),
            kept: Vec::new(),
            store: Vec::new(),
            n_told: 0,
            cut: false,
            last: Instant::now(),
        }
    }

    fn step(&mut self, step: &Step, moment: &Moment<'_>) {
        if self.n_told == MOST_STEPS {
            self.cut = true;
            return;
        }
        self.n_told += 1;
        let said = |(id, term): &(u64, Term)| match id {
            0 => term.display_with(self.operators).to_string(),
            id => format!("{} #{id}", term.display_with(self.operators)),
        };
        let stored = moment.store();
        let mut store: Vec<String> = stored.iter().take(MOST_STORED).map(said).collect();
        if stored.len() > MOST_STORED {
            store.push(format!("and {} more", stored.len() - MOST_STORED));
        }
        let row = StepRow {
            event: step.event.to_string(),
            depth: step.depth,
            rule: step.rule.clone(),
            constraints: step.constraints.iter().map(said).collect(),
            store: (store != self.store).then(|| store.clone()),
        };
        self.store = store;
        self.waiting.push(row);
        if self.waiting.len() >= BATCH || self.last.elapsed() >= PAUSE {
            self.tell();
        }
    }

    /// Tells what waits.
    fn tell(&mut self) {
        self.last = Instant::now();
        if self.waiting.is_empty() {
            return;
        }
        match self.job.is_followed() {
            true => {
                self.job.tell("steps", &self.waiting);
                self.waiting.clear();
            }
            false => self.kept.append(&mut self.waiting),
        }
    }
}
