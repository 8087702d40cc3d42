//! The worker process: reads cells from standard input, runs them one after the other, and writes their results to standard output.

use std::io::{BufReader, Read, Write};
use std::sync::mpsc;

use gridwright::control::Stop;

use crate::experiment::{Configuration, Experiment};
use crate::run::cell::Cell;
use crate::run::instances::{CellInput, NamedInstance};
use crate::run::worker::fault::Fault;
use crate::run::worker::message::{self, CellMessage, InputMessage, Reply, Setup};

/// Runs cells until the parent process closes the pipe; that ends this process even in the middle of a cell.
pub fn serve(
    from: impl Read + Send + 'static,
    mut to: impl Write,
    fault: Option<&str>,
) -> Result<(), String> {
    let invalid = |_| "a worker is started by `lab run`, and takes no other input".to_owned();
    let mut from = BufReader::new(from);
    let setup: Setup = message::read(&mut from).map_err(invalid)?;
    let fault = fault.map(Fault::parse).transpose()?;
    let mut experiment = Experiment::parse(&setup.text).map_err(|error| error.message)?;
    experiment.limits = setup.limits;
    let configurations = experiment.configurations();
    let (sender, cells) = mpsc::channel::<CellMessage>();
    std::thread::spawn(move || {
        while let Ok(cell) = message::read(&mut from) {
            if sender.send(cell).is_err() {
                return;
            }
        }
        std::process::exit(0);
    });
    let mut reply = |reply| message::write(&mut to, &reply).map_err(|error| error.to_string());
    reply(Reply::Ready)?;
    let stop = Stop::new();
    while let Ok(cell) = cells.recv() {
        let (instance, configuration) = resolve(&experiment, &configurations, &cell)?;
        let cell = Cell {
            instance: &instance,
            configuration,
            repetition: cell.repetition,
        };
        let before = || {
            if let Some(fault) = &fault {
                fault.trigger(&instance.name);
            }
        };
        let result = cell.run(&experiment, &setup.machine, &stop, before);
        let result = result.ok_or("the run was stopped")?;
        reply(Reply::Result(Box::new(result)))?;
    }
    Ok(())
}

fn resolve<'c>(
    experiment: &Experiment,
    configurations: &'c [Configuration],
    cell: &CellMessage,
) -> Result<(NamedInstance, &'c Configuration), String> {
    let input = match &cell.input {
        InputMessage::Size(size) => CellInput::Size(*size),
        InputMessage::Puzzle(text) => {
            let kind = gridwright::kind(&experiment.kind).ok_or("unknown kind")?;
            let instance = kind.read(None, text);
            CellInput::Puzzle(
                instance.map_err(|error| format!("{}: {}", cell.name, error.message))?,
            )
        }
    };
    let name = cell.name.clone();
    let configuration = configurations.get(cell.configuration);
    Ok((
        NamedInstance { name, input },
        configuration.ok_or("unknown configuration")?,
    ))
}
