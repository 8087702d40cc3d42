//! Runs models.

use std::collections::BTreeMap;
use std::time::Instant;

use gridwright::lang::{Array, Nested, Program, Source};
use gridwright::programs::{RunOutcome, Solution, conflicting_lines, run_program};
use gridwright::{Request, Verdict};
use serde_json::Value;

use crate::calls::run_answer::{
    MAX_SOLUTIONS, RunAnswer, RunBody, SolutionRow, count_text, seconds,
};
use crate::error::{ApiError, Message, Place};
use crate::jobs::Job;

pub(crate) fn run(job: &Job, body: &RunBody) -> Result<RunAnswer, ApiError> {
    let start = Instant::now();
    let text = &body.text;
    let constants: Vec<(String, i64)> = body
        .constants
        .iter()
        .map(|(name, value)| (name.clone(), *value))
        .collect();
    let request = body.request.request(job)?;
    let deadline = request.limits().deadline();
    let program = Source::new("program", text.clone()).program_before(&constants, &deadline);
    let program = program.map_err(|errors| ApiError::at_all(text, &errors.diagnostics))?;
    let built = program
        .model()
        .map_err(|error| ApiError::at(text, &error))?;
    let max = match body.all {
        true => MAX_SOLUTIONS,
        false => 1,
    };
    let mut list = Vec::new();
    let mut number = 0;
    let ran = run_program(&built, Some(max), &request, &mut |solution| {
        number += 1;
        job.emit("solution", row(&program, number, solution), &mut list);
    });
    let ran = ran.map_err(ApiError::invalid)?;
    let mut remarks = Message::all(program.warnings(), text);
    if ran.verdict == Verdict::None {
        remarks.extend(conflict_messages(&program, text, job));
    }
    let stats = &ran.stats;
    Ok(RunAnswer {
        solutions: ran.solutions,
        complete: ran.complete,
        words: words(&ran, &program, body.all),
        stopped_at: ran.stopped.map(|limit| limit.to_string()),
        remarks,
        counts: BTreeMap::from([
            ("variables", built.vars.len() as u64),
            ("constraints", built.model.constraints().len() as u64),
            ("nodes", stats.nodes),
            ("failures", stats.failures),
            ("propagations", stats.propagations),
        ]),
        seconds: seconds(start.elapsed()),
        list,
        ..RunAnswer::default()
    })
}

fn row(program: &Program, number: u64, solution: &Solution) -> SolutionRow {
    let value = |array: &Array| {
        let nested = program.nested(array, &solution.values);
        (array.name.clone(), json(&nested))
    };
    SolutionRow {
        number,
        text: program.format_solution(&solution.values),
        values: program.arrays().iter().map(value).collect(),
        objective: solution.objective,
        failures: Some(solution.failures),
        seconds: seconds(solution.time),
        ..SolutionRow::default()
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
            format!("Stopped ({limit}): the last solution is the best so far.")
        }
        Some(limit) => format!("Stopped ({limit}) after {}.", count_text(n)),
        None if n == 0 => "No solution.".to_owned(),
        None if program.has_objective() => "The last solution is optimal.".to_owned(),
        None if ran.complete => format!("{}, and no others.", count_text(n)),
        None if all => format!("Stopped after {}; there may be more.", count_text(n)),
        None => "Stopped at the first solution.".to_owned(),
    }
}

/// The smallest set of contradictory lines, as messages.
fn conflict_messages(program: &Program, text: &str, job: &Job) -> Vec<Message> {
    let Ok(built) = program.switched() else {
        return Vec::new();
    };
    let request: Request = job.request();
    let Ok(Some(conflict)) = conflicting_lines(&built, &request) else {
        return Vec::new();
    };
    let n = conflict.lines.len();
    let message = match n {
        1 => "this line alone has no solution".to_owned(),
        n => format!("these {n} lines contradict each other"),
    };
    let lines = conflict.lines.iter();
    lines
        .map(|line| Message {
            message: message.clone(),
            severity: "clash",
            place: Place::of(line.span, text),
            notes: Vec::new(),
        })
        .collect()
}
