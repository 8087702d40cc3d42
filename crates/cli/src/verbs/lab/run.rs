//! `lab run`: runs every cell of an experiment, saves its rows, and writes the report.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;
use gridwright::control::Stop;
use gridwright_lab::{
    ExistingRows, InstanceSource, Journal, Key, Question, RunOptions, Workers, bundled,
    matches_any, run,
};

use crate::exit_status::ExitStatus;
use crate::verbs::lab::report::{TABLE, report};
use crate::verbs::lab::{PUZZLES, Read, read};
use crate::work::progress::{ProgressLine, Unit};

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// Experiment file, name of a built-in experiment, or report number (001) for all experiments of the report
    experiment: String,
    /// Directory for rows and report [default: lab/NAME]
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// Number of cells run in parallel; times are reliable only with 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Continue an earlier run
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Continue, and repeat cells that reached a limit, crashed or were rejected
    #[arg(long, conflicts_with = "fresh")]
    retry: bool,
    /// Discard the rows of an earlier run
    #[arg(long)]
    fresh: bool,
    /// Time limit per cell, instead of the file's: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = crate::input::options::parse_time)]
    time_limit: Option<std::time::Duration>,
    /// Memory limit per cell in MiB, instead of the file's
    #[arg(long, value_name = "MIB")]
    memory_limit: Option<u64>,
    /// Run only the puzzles with this name; * matches any characters; repeatable
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Run the cells on Ray, by the Python package: local starts Ray on this machine, ray://HOST:PORT or auto joins a cluster; the rows are the same but for times. GRIDWRIGHT_PYTHON names the Python program [default: python3]
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["threads", "only", "retry"])]
    on: Option<String>,
}

/// The experiments of a report, by its number such as 001; empty if `word` is not a number.
fn of_report(word: &str) -> Vec<&'static str> {
    let is_number = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || Path::new(word).is_file() {
        return Vec::new();
    }
    let names = bundled::EXPERIMENTS.iter().map(|(name, _)| *name);
    names.filter(|name| name.starts_with(word)).collect()
}

impl Run {
    /// Runs one experiment, or all built-in experiments of a report.
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let stop = Stop::new();
        let interrupted = stop.clone();
        // Without a handler, Ctrl-C ends the program; the rows are saved in any case.
        let _ = ctrlc::set_handler(move || interrupted.request());
        let words = of_report(&self.experiment);
        if let Some(address) = &self.on {
            let mut status = ExitStatus::Success;
            if words.is_empty() {
                return self.run_on(address, &self.experiment, self.to.clone());
            }
            for word in words {
                outln!("{word}");
                let to = self.to.as_ref().map(|to| to.join(word));
                status = status.max(self.run_on(address, word, to)?);
            }
            return Ok(status);
        }
        let mut missing: Vec<&String> = self.only.iter().collect();
        if words.is_empty() {
            let one = self.open(&self.experiment, self.to.clone(), &stop)?;
            missing.retain(|name| !one.has(name));
            return match missing.first() {
                Some(missing) => Err(format!("the experiment has no puzzle `{missing}`")),
                None => self.run_one(one, &stop),
            };
        }
        let mut status = ExitStatus::Success;
        for word in words {
            outln!("{word}");
            let to = self.to.as_ref().map(|to| to.join(word));
            let one = self.open(word, to, &stop)?;
            missing.retain(|name| !one.has(name));
            if !self.only.is_empty() && !self.only.iter().any(|name| one.has(name)) {
                outln!("no matching puzzle");
                continue;
            }
            status = status.max(self.run_one(one, &stop)?);
            if stop.is_requested() {
                return Ok(status);
            }
        }
        match missing.first() {
            Some(missing) => Err(format!(
                "no experiment of the report has a puzzle `{missing}`"
            )),
            None => Ok(status),
        }
    }

    /// Runs an experiment by the Python package, whose process gets Ctrl-C too and saves rows in the same way, and writes the report.
    fn run_on(&self, address: &str, word: &str, to: Option<PathBuf>) -> Result<ExitStatus, String> {
        let folder = to.unwrap_or_else(|| Path::new("lab").join(name_of(word)));
        let python = std::env::var_os("GRIDWRIGHT_PYTHON").unwrap_or_else(|| "python3".into());
        let mut command = std::process::Command::new(&python);
        command.args(["-m", "gridwright.lab", word, "--on", address, "--to"]);
        command.arg(&folder);
        if self.resume {
            command.arg("--resume");
        }
        if self.fresh {
            command.arg("--fresh");
        }
        if let Some(time) = self.time_limit {
            command
                .arg("--time-limit")
                .arg(time.as_secs_f64().to_string());
        }
        if let Some(mebibytes) = self.memory_limit {
            command.arg("--memory-limit").arg(mebibytes.to_string());
        }
        let shown = python.to_string_lossy();
        let status = command.status().map_err(|error| {
            format!("--on needs Python with the packages gridwright and ray, but `{shown}` cannot be started: {error}; GRIDWRIGHT_PYTHON names the program")
        })?;
        if !folder.join(Journal::ROWS).is_file() {
            return Err(format!(
                "`{shown} -m gridwright.lab` failed; it needs the packages gridwright and ray, and GRIDWRIGHT_PYTHON names another program"
            ));
        }
        report(&folder)?;
        if status.success() {
            return Ok(ExitStatus::Success);
        }
        match status.code() {
            Some(130) | None => {
                outln!("Interrupted; continue with --resume.");
                Ok(ExitStatus::Stopped)
            }
            Some(_) => Ok(ExitStatus::Error),
        }
    }

    /// Reads an experiment and its puzzles.
    fn open(
        &self,
        word: &str,
        to: Option<PathBuf>,
        stop: &Stop,
    ) -> Result<OpenedExperiment, String> {
        let folder = to.unwrap_or_else(|| Path::new("lab").join(name_of(word)));
        let continues = self.resume || self.retry;
        let saved = continues.then(|| saved_puzzles(&folder, word)).flatten();
        Ok(OpenedExperiment {
            read: read(word, saved.as_deref(), stop)?,
            has_saved_puzzles: saved.is_some(),
            folder,
        })
    }

    fn run_one(&self, one: OpenedExperiment, stop: &Stop) -> Result<ExitStatus, String> {
        let OpenedExperiment {
            folder,
            has_saved_puzzles,
            read,
        } = one;
        let Read {
            text,
            mut experiment,
            mut instances,
            own_table,
        } = read;
        if let Some(time) = self.time_limit {
            experiment.limits.time = Some(time.as_secs_f64());
        }
        if let Some(mebibytes) = self.memory_limit {
            experiment.limits.memory = Some(mebibytes);
        }
        instances.retain(|instance| matches_any(&self.only, &instance.name));
        let before = match (self.resume, self.fresh, self.retry) {
            (.., true) => ExistingRows::Retry,
            (true, ..) => ExistingRows::Resume,
            (_, true, _) => ExistingRows::Fresh,
            _ => ExistingRows::Refuse,
        };
        let names = experiment.axis_names();
        let mut journal =
            Journal::open(&folder, &text, &names, before).map_err(|error| error.to_string())?;
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
        };
        if let Some(table) = own_table {
            write(TABLE, &table)?;
        }
        let is_generated = matches!(experiment.instances.source, InstanceSource::Generated(_));
        if is_generated && experiment.question != Question::Generate && !has_saved_puzzles {
            write(PUZZLES, &gridwright_lab::format_collection(&instances))?;
        }
        let done: HashSet<Key> = journal.rows().iter().map(|row| row.key.clone()).collect();
        let line = ProgressLine::new("running", None, Unit::Items("cells"), None);
        let machine = machine();
        // If the path of the program is unknown, cells run in this process.
        let workers = std::env::current_exe().ok().map(|program| Workers {
            program,
            args: vec!["lab".to_owned(), "worker".to_owned()],
            text,
            memory: default_memory(self.threads),
        });
        let options = RunOptions {
            done: &done,
            threads: self.threads,
            stop,
            machine: &machine,
            workers: workers.as_ref(),
        };
        let whole = run(&experiment, &instances, &options, |progress| {
            line.set_len(progress.all as u64);
            line.set_done(progress.done as u64);
            let row = progress.row;
            line.set_note(format!("{} {}", row.key.instance, row.configuration()));
            journal.add(row)
        })
        .map_err(|error| error.to_string())?;
        line.finish();
        report(&folder)?;
        if whole {
            return Ok(ExitStatus::Success);
        }
        outln!("Interrupted; continue with --resume.");
        Ok(ExitStatus::Stopped)
    }
}

/// An experiment that is ready to run.
struct OpenedExperiment {
    read: Read,
    /// Whether its puzzles come from an earlier run.
    has_saved_puzzles: bool,
    folder: PathBuf,
}

impl OpenedExperiment {
    /// Whether a puzzle matches this name.
    fn has(&self, name: &String) -> bool {
        let only = std::slice::from_ref(name);
        self.read
            .instances
            .iter()
            .any(|instance| matches_any(only, &instance.name))
    }
}

/// The name of an experiment: its own, or that of its file.
fn name_of(word: &str) -> String {
    let path = Path::new(word);
    let stem = path.file_stem().filter(|_| path.is_file());
    stem.map_or_else(
        || word.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}

/// The puzzles generated by an earlier run of the same experiment.
fn saved_puzzles(folder: &Path, word: &str) -> Option<String> {
    let read = |path: &Path| std::fs::read_to_string(path).ok();
    let text = match bundled::experiment(word) {
        _ if Path::new(word).is_file() => read(Path::new(word))?,
        found => found?.to_owned(),
    };
    let is_same = read(&folder.join(Journal::EXPERIMENT))? == text;
    is_same.then(|| read(&folder.join(PUZZLES))).flatten()
}

/// The default memory limit of a cell in MiB: 4000, or a thread's share of 3/4 of the machine's memory if that is less.
fn default_memory(threads: usize) -> u64 {
    let about = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kibibytes = about.lines().find_map(|line| {
        let words = line.strip_prefix("MemTotal:")?;
        words.split_whitespace().next()?.parse::<u64>().ok()
    });
    let share = |kibibytes: u64| (kibibytes * 3 / 4 / threads.max(1) as u64) >> 10;
    kibibytes.map_or(4000, |kibibytes| share(kibibytes).clamp(64, 4000))
}

/// A short description of the machine.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}
