//! `gridwright lab run`: every cell of an experiment, with a bar, rows on disk, and the report at the end.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;
use gridwright::Stop;
use gridwright_lab::{
    ExistingRows, InstanceSource, Journal, Key, Question, RunOptions, Workers, bundled,
    matches_any, run,
};

use crate::ending::Ending;
use crate::lab::{PUZZLES, Read, axes, progress, read};
use crate::lab_report::{TABLE, report};

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// A file, the name of one that comes with the program, or the number of a report for all of its: 001
    experiment: String,
    /// The folder for rows and report; usually lab/NAME
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// Run so many cells at a time; times are only to be trusted with one
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Go on where an earlier run stopped
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Go on, and run again what was stopped at a limit, crashed or was refused: with a larger limit, for example
    #[arg(long, conflicts_with = "fresh")]
    retry: bool,
    /// Throw the rows of an earlier run away
    #[arg(long)]
    fresh: bool,
    /// Stop each cell after so long, whatever the file says: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = crate::solving::time)]
    time_limit: Option<std::time::Duration>,
    /// Stop each cell at so many mebibytes, whatever the file says
    #[arg(long, value_name = "MIB")]
    memory_limit: Option<u64>,
    /// Only the puzzle of this name, in which * stands for any letters; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
}

/// The experiments of a report, by its number, such as 001; none if the word is something else.
fn of_report(word: &str) -> Vec<&'static str> {
    let is_number = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || Path::new(word).is_file() {
        return Vec::new();
    }
    let names = bundled::EXPERIMENTS.iter().map(|(name, _)| *name);
    names.filter(|name| name.starts_with(word)).collect()
}

impl Run {
    /// Runs what is asked for, one experiment after the other; a report is all that come with the program and begin with its number.
    pub(crate) fn run(self) -> Result<Ending, String> {
        let stop = Stop::new();
        let pressed = stop.clone();
        // Without it Ctrl-C ends the program, and the rows are on disk all the same.
        let _ = ctrlc::set_handler(move || pressed.request());
        let words = of_report(&self.experiment);
        let mut missing: Vec<&String> = self.only.iter().collect();
        if words.is_empty() {
            let one = self.open(&self.experiment, self.to.clone(), &stop)?;
            missing.retain(|name| !one.has(name));
            return match missing.first() {
                Some(missing) => Err(format!("the experiment has no puzzle `{missing}`")),
                None => self.run_one(one, &stop),
            };
        }
        let mut ending = Ending::Well;
        for word in words {
            outln!("{word}");
            let to = self.to.as_ref().map(|to| to.join(word));
            let one = self.open(word, to, &stop)?;
            missing.retain(|name| !one.has(name));
            if !self.only.is_empty() && !self.only.iter().any(|name| one.has(name)) {
                outln!("no such puzzle here");
                continue;
            }
            ending = ending.max(self.run_one(one, &stop)?);
            if stop.is_requested() {
                return Ok(ending);
            }
        }
        match missing.first() {
            Some(missing) => Err(format!(
                "no experiment of the report has a puzzle `{missing}`"
            )),
            None => Ok(ending),
        }
    }

    /// Reads an experiment and its puzzles.
    fn open(&self, word: &str, to: Option<PathBuf>, stop: &Stop) -> Result<One, String> {
        let folder = to.unwrap_or_else(|| Path::new("lab").join(name_of(word)));
        let goes_on = self.resume || self.retry;
        let kept = goes_on.then(|| kept_of(&folder, word)).flatten();
        Ok(One {
            read: read(word, kept.as_deref(), stop)?,
            is_kept: kept.is_some(),
            folder,
        })
    }

    fn run_one(&self, one: One, stop: &Stop) -> Result<Ending, String> {
        let One {
            folder,
            is_kept,
            read,
        } = one;
        let Read {
            text,
            mut experiment,
            mut named,
            own_table,
        } = read;
        if let Some(time) = self.time_limit {
            experiment.limits.time = Some(time.as_secs_f64());
        }
        if let Some(mebibytes) = self.memory_limit {
            experiment.limits.memory = Some(mebibytes);
        }
        named.retain(|named| matches_any(&self.only, &named.name));
        let before = match (self.resume, self.fresh, self.retry) {
            (.., true) => ExistingRows::Retry,
            (true, ..) => ExistingRows::Resume,
            (_, true, _) => ExistingRows::Fresh,
            _ => ExistingRows::Refuse,
        };
        let names = axes(&experiment);
        let mut journal =
            Journal::open(&folder, &text, &names, before).map_err(|error| error.to_string())?;
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
        };
        if let Some(table) = own_table {
            write(TABLE, &table)?;
        }
        let is_made = matches!(experiment.instances.source, InstanceSource::Generated(_));
        if is_made && experiment.question != Question::Generate && !is_kept {
            write(PUZZLES, &gridwright_lab::format_collection(&named))?;
        }
        let done: HashSet<Key> = journal.rows().iter().map(|row| row.key()).collect();
        let bar = progress("cells");
        let machine = machine();
        // Where the program does not know where it is, cells run in this process.
        let workers = std::env::current_exe().ok().map(|program| Workers {
            program,
            args: vec!["lab".to_owned(), "worker".to_owned()],
            text,
            memory: usual_memory(self.threads),
        });
        let options = RunOptions {
            done: &done,
            threads: self.threads,
            stop,
            machine: &machine,
            workers: workers.as_ref(),
        };
        let whole = run(&experiment, &named, &options, |progress| {
            bar.set_length(progress.all as u64);
            bar.set_position(progress.done as u64);
            bar.set_message(format!(
                "{} {}",
                progress.row.instance,
                progress.row.values.join(" / ")
            ));
            journal.add(progress.row)
        })
        .map_err(|error| error.to_string())?;
        bar.finish_and_clear();
        report(&folder)?;
        if whole {
            return Ok(Ending::Well);
        }
        outln!("Stopped; `--resume` goes on with the cells that are left.");
        Ok(Ending::Stopped)
    }
}

/// An experiment that is read and not yet run.
struct One {
    read: Read,
    /// Whether its puzzles are those that an earlier run made.
    is_kept: bool,
    folder: PathBuf,
}

impl One {
    /// Whether a puzzle has this name, in which stars stand for any letters.
    fn has(&self, name: &String) -> bool {
        let only = std::slice::from_ref(name);
        self.read
            .named
            .iter()
            .any(|named| matches_any(only, &named.name))
    }
}

/// What an experiment is called: its name, or that of its file.
fn name_of(word: &str) -> String {
    let path = Path::new(word);
    let stem = path.file_stem().filter(|_| path.is_file());
    stem.map_or_else(
        || word.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}

/// The puzzles that an earlier run of the same experiment made.
fn kept_of(folder: &Path, word: &str) -> Option<String> {
    let read = |path: &Path| std::fs::read_to_string(path).ok();
    let text = match bundled::experiment(word) {
        _ if Path::new(word).is_file() => read(Path::new(word))?,
        found => found?.to_owned(),
    };
    let is_same = read(&folder.join(Journal::EXPERIMENT))? == text;
    is_same.then(|| read(&folder.join(PUZZLES))).flatten()
}

/// The mebibytes that a cell may have where nothing is said: four thousand, or a thread's share of three quarters of the machine's memory if that is less.
fn usual_memory(threads: usize) -> u64 {
    let about = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kibibytes = about.lines().find_map(|line| {
        let words = line.strip_prefix("MemTotal:")?;
        words.split_whitespace().next()?.parse::<u64>().ok()
    });
    let share = |kibibytes: u64| (kibibytes * 3 / 4 / threads.max(1) as u64) >> 10;
    kibibytes.map_or(4000, |kibibytes| share(kibibytes).clamp(64, 4000))
}

/// The machine, in a few words.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}
