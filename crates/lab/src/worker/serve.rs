//! The worker's side: cells are read from standard input, run one after the other, and their rows written to standard output.

use std::io::{Read, Write};
use std::sync::mpsc;

use gridwright::control::Stop;

use crate::experiment::{CellLimits, Experiment, Way};
use crate::generated::rows_and_cols;
use crate::run::{Named, Subject};
use crate::single::Cell;
use crate::worker::fault::Fault;
use crate::worker::frame;

/// Serves a run until it hangs up, which ends the process even in the middle of a cell: nobody is there any more to read the row.
pub fn serve(
    from: impl Read + Send + 'static,
    mut to: impl Write,
    fault: Option<&str>,
) -> Result<(), String> {
    let (send, frames) = mpsc::channel();
    let mut from = from;
    std::thread::spawn(move || {
        while let Ok(words) = frame::read(&mut from) {
            if send.send(words).is_err() {
                return;
            }
        }
        std::process::exit(0);
    });
    let fault = fault.map(Fault::read).transpose()?;
    let strange = || "a worker is started by a run, and was told something else".to_owned();
    let first = frames.recv().map_err(|_| strange())?;
    let job = Job::read(&first).ok_or_else(strange)?;
    let mut say = |words: &[&str]| frame::write(&mut to, words).map_err(|error| error.to_string());
    say(&["ready"])?;
    let stop = Stop::new();
    while let Ok(words) = frames.recv() {
        let (named, way, repetition) = job.cell(&words)?;
        let cell = Cell {
            named: &named,
            way,
            repetition,
        };
        let before = || {
            if let Some(fault) = &fault {
                fault.happen(&named.name);
            }
        };
        let row = cell.run(&job.experiment, &job.machine, &stop, before);
        let row = row.ok_or_else(strange)?;
        say(&[row.line().trim_end()])?;
    }
    Ok(())
}

/// What a worker is told first.
struct Job {
    experiment: Experiment,
    ways: Vec<Way>,
    machine: String,
}

/// What a worker is told of an experiment: its limits, as they may differ from those of the text, the machine, and the text.
pub(crate) fn first(experiment: &Experiment, machine: &str, text: &str) -> [String; 5] {
    let CellLimits {
        time,
        nodes,
        memory,
    } = experiment.limits;
    let number = |number: Option<u64>| number.map_or_else(String::new, |n| n.to_string());
    [
        time.map_or_else(String::new, |time| time.to_string()),
        number(nodes),
        number(memory),
        machine.to_owned(),
        text.to_owned(),
    ]
}

/// What a worker is told of a cell: which way, which repetition, the instance's name, and its text or size.
pub(crate) fn told(cell: &Cell<'_>, way: usize) -> [String; 5] {
    let (form, text) = match &cell.named.subject {
        Subject::Puzzle(given) => ("puzzle", given.print()),
        Subject::Size(None) => ("size", String::new()),
        Subject::Size(Some((rows, cols))) => ("size", format!("{rows}x{cols}")),
    };
    [
        way.to_string(),
        cell.repetition.to_string(),
        cell.named.name.clone(),
        form.to_owned(),
        text,
    ]
}

impl Job {
    fn read(words: &[String]) -> Option<Job> {
        let [time, nodes, memory, machine, text] = words else {
            return None;
        };
        let mut experiment = Experiment::parse(text).ok()?;
        experiment.limits = CellLimits {
            time: time.parse().ok(),
            nodes: nodes.parse().ok(),
            memory: memory.parse().ok(),
        };
        Some(Job {
            ways: experiment.ways(),
            experiment,
            machine: machine.clone(),
        })
    }

    fn cell(&self, words: &[String]) -> Result<(Named, &Way, u32), String> {
        let strange = || "a cell was told in another way than is known here".to_owned();
        let [way, repetition, name, form, text] = words else {
            return Err(strange());
        };
        let subject = match &**form {
            "size" => Subject::Size(rows_and_cols(text)),
            _ => {
                let kind = gridwright::kind(&self.experiment.kind).ok_or_else(strange)?;
                let given = kind.read(None, text);
                Subject::Puzzle(given.map_err(|error| format!("{name}: {}", error.message))?)
            }
        };
        let way = way.parse().ok().and_then(|at: usize| self.ways.get(at));
        let named = Named {
            name: name.clone(),
            subject,
        };
        Ok((
            named,
            way.ok_or_else(strange)?,
            repetition.parse().map_err(|_| strange())?,
        ))
    }
}
