//! `lab`: experiments.

mod peers;
mod report;
mod run;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use gridwright::control::Stop;
use gridwright::term::Diagnostic;
use gridwright_fzn::read_text_file;
use gridwright_lab::{
    Experiment, FAULT_VARIABLE, GenerateProgress, InstanceSource, NamedInstance, Published,
    bundled, instances, serve, span_of, unmatched_pattern,
};

use crate::exit_status::ExitStatus;
use crate::output::wrap::wrapped;
use crate::verbs::lab::peers::Peers;
use crate::verbs::lab::report::report;
use crate::verbs::lab::run::Run;
use crate::work::interrupt::end_on_interrupt;
use crate::work::progress::{ProgressLine, Unit};

/// Run experiments.
#[derive(Debug, Args)]
pub(crate) struct Lab {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List the built-in experiments
    List,
    /// Print the text of a built-in experiment, as a template
    Show {
        /// Name of the experiment
        name: String,
    },
    /// Run an experiment: a file, a built-in experiment, or all experiments of a report
    Run(Run),
    /// Compare with other solvers that are installed, and print time ratios
    Peers(Peers),
    /// Write the page, tables and plots of a run
    Report {
        /// Directory of the run
        folder: PathBuf,
    },
    /// Run the cells given on standard input; started by `run`
    #[command(hide = true)]
    Worker,
}

impl Lab {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        match self.what {
            What::List => list(),
            What::Show { name } => {
                let found = bundled::experiment(&name).ok_or_else(|| unknown(&name))?;
                out!("{found}");
            }
            What::Run(run) => return run.run(),
            What::Peers(peers) => return peers.run(),
            What::Report { folder } => {
                end_on_interrupt();
                report(&folder)?;
            }
            What::Worker => {
                // Ctrl-C reaches all processes of a terminal; `run` stops its workers itself.
                let _ = ctrlc::set_handler(|| ());
                let fault = std::env::var(FAULT_VARIABLE).ok();
                serve(std::io::stdin(), std::io::stdout(), fault.as_deref())?;
            }
        }
        Ok(ExitStatus::Success)
    }
}

fn list() {
    let longest = bundled::EXPERIMENTS
        .iter()
        .map(|(name, _)| name.len())
        .max();
    for (name, text) in bundled::EXPERIMENTS {
        let read = Experiment::parse(text);
        let title = read.map_or_else(|_| String::new(), |read| read.title);
        let width = longest.unwrap_or(0);
        outln!("{}", wrapped(&format!("{name:width$}  {title}"), width + 2));
    }
}

fn unknown(name: &str) -> String {
    let known: Vec<&str> = bundled::EXPERIMENTS.iter().map(|(name, _)| *name).collect();
    format!(
        "`{name}` is neither a file nor a built-in experiment; built-in: {}",
        known.join(", ")
    )
}

/// The file with the puzzles generated for an experiment.
pub(crate) const PUZZLES: &str = "puzzles.txt";

/// The largest text of an experiment, in bytes.
const MAX_EXPERIMENT: u64 = 1 << 20;

/// An experiment with its puzzles and published table.
pub(crate) struct Read {
    pub(crate) text: String,
    pub(crate) experiment: Experiment,
    pub(crate) instances: Vec<NamedInstance>,
    /// The text of its published table, if that is not built in.
    pub(crate) own_table: Option<String>,
}

/// Reads an experiment by name or file.
pub(crate) fn read(name: &str, saved_puzzles: Option<&str>, stop: &Stop) -> Result<Read, String> {
    let path = Path::new(name);
    if path
        .metadata()
        .is_ok_and(|file| file.len() > MAX_EXPERIMENT)
    {
        return Err(format!(
            "{name}: an experiment of over {} MB is too large; name the file of its puzzles with `file`",
            MAX_EXPERIMENT >> 20
        ));
    }
    let text = if path.is_file() {
        read_text_file(path).map_err(|error| format!("{name}: {error}"))?
    } else {
        let found = bundled::experiment(name).ok_or_else(|| unknown(name))?;
        found.to_owned()
    };
    read_text(text, name, saved_puzzles, stop)
}

/// Reads an experiment from its text. `name` is its name in messages.
pub(crate) fn read_text(
    text: String,
    name: &str,
    saved_puzzles: Option<&str>,
    stop: &Stop,
) -> Result<Read, String> {
    let experiment = Experiment::parse(&text).map_err(|error| error.render(&text, name))?;
    // Report a mismatch before hours of work.
    let own_table = own_table(&experiment, &text, name)?;
    published(&experiment, own_table.as_deref(), &text, name)?;
    let (set, called) = match &experiment.instances.source {
        InstanceSource::Generated(_) => (
            saved_puzzles.unwrap_or_default().to_owned(),
            name.to_owned(),
        ),
        InstanceSource::Set(set) => (
            bundled::set(set).unwrap_or_default().to_owned(),
            set.clone(),
        ),
        InstanceSource::File(file) => {
            let folder = Path::new(name).parent().unwrap_or(Path::new(""));
            let path = folder.join(file);
            let shown = path.display().to_string();
            let unread = |error: std::io::Error| {
                let place = span_of(&text, "file", file);
                Diagnostic::error(format!("{shown}: {error}"), place).render(&text, name)
            };
            let text = read_text_file(&path).map_err(unread)?;
            (text, shown)
        }
        InstanceSource::Inline(_) => (text.clone(), name.to_owned()),
    };
    let mut line: Option<ProgressLine> = None;
    let mut report_progress = |state: GenerateProgress<'_>| {
        let line = line.get_or_insert_with(|| {
            ProgressLine::new("generating", None, Unit::Items("puzzles"), None)
        });
        line.set_len(state.all as u64);
        line.set_done(state.done as u64);
        line.set_note(state.name.to_owned());
    };
    let instances = instances(&experiment, &set, stop, &mut report_progress);
    drop(line);
    if stop.is_requested() {
        return Err("interrupted while generating puzzles; nothing was run".to_owned());
    }
    let instances = instances.map_err(|error| error.render(&set, &called))?;
    if let Some(error) = unmatched_pattern(&experiment, &instances, &text) {
        return Err(error.render(&text, name));
    }
    Ok(Read {
        text,
        experiment,
        instances,
        own_table,
    })
}

/// The text of the published table, if it is not built in: a file next to the experiment, or else in the current directory.
pub(crate) fn own_table(
    experiment: &Experiment,
    text: &str,
    name: &str,
) -> Result<Option<String>, String> {
    let Some(source) = &experiment.published else {
        return Ok(None);
    };
    if bundled::table(&source.table).is_some() {
        return Ok(None);
    }
    let near = Path::new(name).with_file_name(&source.table);
    let here = PathBuf::from(&source.table);
    let paths = if near == here {
        vec![near]
    } else {
        vec![near, here]
    };
    let mut tried = Vec::new();
    for path in &paths {
        match std::fs::read_to_string(path) {
            Ok(text) => return Ok(Some(text)),
            Err(error) => tried.push(format!("{}: {error}", path.display())),
        }
    }
    let known: Vec<&str> = bundled::tables().collect();
    let what = format!(
        "expected a built-in table ({}) or a file; tried {}",
        known.join(", "),
        tried.join(", and ")
    );
    let place = span_of(text, "[published", &source.table);
    Err(Diagnostic::error(what, place).render(text, name))
}

/// The published results for an experiment; `own` is the text of its own table, `name` its name in messages.
pub(crate) fn published(
    experiment: &Experiment,
    own: Option<&str>,
    text: &str,
    name: &str,
) -> Result<Option<Published>, String> {
    let Some(source) = &experiment.published else {
        return Ok(None);
    };
    let table = own
        .or_else(|| bundled::table(&source.table))
        .unwrap_or_default();
    Published::parse(experiment, table).map_err(|error| error.locate(text).render(text, name))
}
