//! Runs of the small language.

use std::collections::BTreeMap;
use std::time::Instant;

use gridwright::lang::{Array, Nested, Program, Source};
use gridwright::{Request, RunOutcome, Solution, Verdict, clash, run_program};
use serde_json::Value;

use crate::calls::run::{MOST_SOLUTIONS, RunAnswer, RunBody, SolutionRow, found, seconds};
use crate::jobs::Job;
use crate::refused::{Message, Place, Refused};

pub(crate) fn run(job: &Job, asked: &RunBody) -> Result<RunAnswer, Refused> {
    let began = Instant::now();
    let text = &asked.text;
    let constants: Vec<(String, i64)> = asked
        .constants
        .iter()
        .map(|(name, value)| (name.clone(), *value))
        .collect();
    let program = Source::new("program", text.clone()).program(&constants);
    let program = program.map_err(|refused| Refused::about_all(text, &refused.diagnostics))?;
    let built = program
        .model()
        .map_err(|told| Refused::about(text, &told))?;
    let request = asked.request.request(job)?;
    let most = match asked.all {
        true => MOST_SOLUTIONS,
        false => 1,
    };
    let mut list = Vec::new();
    let mut number = 0;
    let ran = run_program(&built, Some(most), &request, &mut |solution| {
        number += 1;
        let row = row(&program, number, solution);
        match job.is_followed() {
            true => {
                job.tell("solution", &row);
            }
            false => list.push(row),
        }
    });
    let ran = match ran {
        Ok(ran) => ran,
        Err(error) => return Err(Refused::senseless(error.to_string())),
    };
    let warnings = program.warnings().iter();
    let mut remarks: Vec<Message> = warnings.map(|told| Message::of(told, text)).collect();
    if ran.verdict == Verdict::None {
        remarks.extend(clashing(&program, text, job));
    }
    let stats = &ran.stats;
    Ok(RunAnswer {
        solutions: ran.solutions,
        complete: ran.complete,
        words: words(&ran, &program, asked.all),
        stopped_at: ran.stopped.map(|limit| limit.to_string()),
        remarks,
        counts: BTreeMap::from([
            ("variables", built.vars.len() as u64),
            ("constraints", built.model.constraints().len() as u64),
            ("nodes", stats.nodes),
            ("failures", stats.failures),
            ("propagations", stats.propagations),
        ]),
        output: String::new(),
        steps_cut: false,
        seconds: seconds(began.elapsed()),
        list,
        steps: Vec::new(),
    })
}

fn row(program: &Program, number: u64, solution: &Solution) -> SolutionRow {
    let value = |array: &Array| {
        let nested = program.nested(array, &solution.values);
        (array.name.clone(), json(&nested))
    };
    SolutionRow {
        number,
        text: program.shown(&solution.values),
        values: program.arrays().iter().map(value).collect(),
        store: None,
        output: String::new(),
        objective: solution.objective,
        backtracks: Some(solution.backtracks),
        seconds: seconds(solution.time),
    }
}

fn json(nested: &Nested) -> Value {
    match nested {
        Nested::Value(value) => Value::from(*value),
        Nested::Gap => Value::Null,
        Nested::Items(items) => items.iter().map(json).collect(),
    }
}

fn words(ran: &RunOutcome, program: &Program, all: bool) -> String {
    let n = ran.solutions;
    match &ran.stopped {
        Some(limit) if program.has_objective() && n > 0 => {
            format!("Stopped ({limit}): the last is the best so far.")
        }
        Some(limit) => format!("Stopped ({limit}) after {}.", found(n)),
        None if n == 0 => "No solution.".to_owned(),
        None if program.has_objective() => "The last is the best.".to_owned(),
        None if ran.complete && n == 1 => "1 solution, and no other.".to_owned(),
        None if ran.complete => format!("{}, and no others.", found(n)),
        None if all => format!("Stopped after {}; there may be more.", found(n)),
        None => "Stopped at the first solution.".to_owned(),
    }
}

/// The fewest lines that clash, as remarks.
fn clashing(program: &Program, text: &str, job: &Job) -> Vec<Message> {
    let Ok(built) = program.switched() else {
        return Vec::new();
    };
    let request: Request = job.request();
    let Ok(Some(clash)) = clash(&built, &request) else {
        return Vec::new();
    };
    let n = clash.lines.len();
    let message = match n {
        1 => "this line has no solution by itself".to_owned(),
        n => format!("these {n} lines clash"),
    };
    let lines = clash.lines.iter();
    lines
        .map(|line| Message {
            message: message.clone(),
            severity: "clash",
            place: Place::of(line.span, text),
            notes: Vec::new(),
        })
        .collect()
}
