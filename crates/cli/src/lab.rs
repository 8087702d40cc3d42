//! `gridwright lab`: experiments as data.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use gridwright::Stop;
use gridwright_lab::{
    Before, Experiment, From, How, Journal, Key, Making, Named, Published, Question, Table, drawn,
    instances, markdown, page, parquet, ready, run,
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::ending::Ending;
use crate::peers::Peers;

/// The verb.
#[derive(Debug, Args)]
pub(crate) struct Lab {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List the experiments that come with the program
    List,
    /// Print the text of one, to change a line of
    Show {
        /// Its name
        name: String,
    },
    /// Run an experiment: a file, one that comes with the program, or all of a report
    Run(Run),
    /// Ask the same puzzles of other programs, where they are installed, and print ratios
    Peers(Peers),
    /// Make the page, tables and plots of a run
    Report {
        /// The folder of the run
        folder: PathBuf,
    },
}

#[derive(Debug, Args)]
struct Run {
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
    /// Throw the rows of an earlier run away
    #[arg(long)]
    fresh: bool,
    /// Stop each cell after so long, whatever the file says: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = crate::solving::time)]
    time_limit: Option<std::time::Duration>,
    /// Only the puzzle of this name; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
}

impl Lab {
    pub(crate) fn run(self) -> Result<Ending, String> {
        match self.what {
            What::List => list(),
            What::Show { name } => {
                let found = ready::experiment(&name).ok_or_else(|| unknown(&name))?;
                out!("{}", found.text);
            }
            What::Run(run) => return run.run(),
            What::Peers(peers) => return peers.run(),
            What::Report { folder } => report(&folder)?,
        }
        Ok(Ending::Well)
    }
}

fn list() {
    let longest = ready::EXPERIMENTS
        .iter()
        .map(|ready| ready.name.len())
        .max();
    for found in ready::EXPERIMENTS {
        let read = Experiment::parse(found.text);
        let title = read.map_or_else(|_| String::new(), |read| read.title);
        outln!(
            "{:width$}  {title}",
            found.name,
            width = longest.unwrap_or(0)
        );
    }
}

fn unknown(name: &str) -> String {
    let known: Vec<&str> = ready::EXPERIMENTS.iter().map(|ready| ready.name).collect();
    format!(
        "`{name}` is neither a file nor an experiment that comes with the program; there are {}",
        known.join(", ")
    )
}

/// The experiments of a report, by its number, such as 001; none if the word is something else.
fn of_report(word: &str) -> Vec<&'static str> {
    let is_number = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || Path::new(word).is_file() {
        return Vec::new();
    }
    let names = ready::EXPERIMENTS.iter().map(|ready| ready.name);
    names.filter(|name| name.starts_with(word)).collect()
}

/// An experiment with what it refers to.
struct Read {
    name: String,
    text: String,
    experiment: Experiment,
    named: Vec<Named>,
}

/// Reads an experiment by its name or file.
fn read(word: &str, stop: &Stop) -> Result<Read, String> {
    let path = Path::new(word);
    let (name, text) = if path.is_file() {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{word}: {error}"))?;
        let stem = path
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        (stem.unwrap_or_else(|| word.to_owned()), text)
    } else {
        let found = ready::experiment(word).ok_or_else(|| unknown(word))?;
        (word.to_owned(), found.text.to_owned())
    };
    read_text(name, text, word, stop)
}

/// Reads an experiment from its text; `word` is what it is called in messages.
fn read_text(name: String, text: String, word: &str, stop: &Stop) -> Result<Read, String> {
    let experiment = Experiment::parse(&text).map_err(|error| error.render(&text, word))?;
    // What does not fit is to be known before hours of work.
    published(&experiment, &text, word)?;
    let (set, called) = match &experiment.instances.from {
        From::Set(set) => (ready::set(set).unwrap_or_default().to_owned(), set.clone()),
        From::File(file) => {
            let folder = Path::new(word).parent().unwrap_or(Path::new(""));
            let path = folder.join(file);
            let shown = path.display().to_string();
            let text =
                std::fs::read_to_string(&path).map_err(|error| format!("{shown}: {error}"))?;
            (text, shown)
        }
        From::Here(_) | From::Made(_) => (text.clone(), word.to_owned()),
    };
    let mut bar = None;
    let mut tell = |making: Making<'_>| {
        let bar = bar.get_or_insert_with(|| progress("puzzles made"));
        bar.set_length(making.all as u64);
        bar.set_position(making.done as u64);
        bar.set_message(making.name.to_owned());
    };
    let named = instances(&experiment, &set, stop, &mut tell);
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    if stop.is_pressed() {
        return Err("stopped while the puzzles were made; nothing was run".to_owned());
    }
    let named = named.map_err(|error| error.render(&set, &called))?;
    Ok(Read {
        name,
        text,
        experiment,
        named,
    })
}

fn axes(experiment: &Experiment) -> Vec<String> {
    experiment
        .axes
        .iter()
        .map(|axis| axis.name.clone())
        .collect()
}

impl Run {
    /// Runs what is asked for, one experiment after the other; a report is all that come with the program and begin with its number.
    fn run(self) -> Result<Ending, String> {
        let stop = Stop::new();
        let pressed = stop.clone();
        // Without it Ctrl-C ends the program, and the rows are on disk all the same.
        let _ = ctrlc::set_handler(move || pressed.press());
        let words = of_report(&self.experiment);
        if words.is_empty() {
            return self.run_one(&self.experiment, self.to.clone(), &stop);
        }
        let mut ending = Ending::Well;
        for word in words {
            outln!("{word}");
            let to = self.to.as_ref().map(|to| to.join(word));
            ending = ending.max(self.run_one(word, to, &stop)?);
            if stop.is_pressed() {
                break;
            }
        }
        Ok(ending)
    }

    fn run_one(&self, word: &str, to: Option<PathBuf>, stop: &Stop) -> Result<Ending, String> {
        let Read {
            name,
            text,
            mut experiment,
            mut named,
        } = read(word, stop)?;
        if let Some(time) = self.time_limit {
            experiment.limits.time = Some(time.as_secs_f64());
        }
        if !self.only.is_empty() {
            if let Some(missing) = self
                .only
                .iter()
                .find(|name| !named.iter().any(|named| named.name == **name))
            {
                return Err(format!("the experiment has no puzzle `{missing}`"));
            }
            named.retain(|named| self.only.contains(&named.name));
        }
        let folder = to.unwrap_or_else(|| Path::new("lab").join(name));
        let before = match (self.resume, self.fresh) {
            (true, _) => Before::Resume,
            (_, true) => Before::Fresh,
            _ => Before::None,
        };
        let names = axes(&experiment);
        let mut journal =
            Journal::open(&folder, &text, &names, before).map_err(|error| error.to_string())?;
        let done: HashSet<Key> = journal.rows().iter().map(|row| row.key()).collect();
        let bar = progress("cells");
        let machine = machine();
        let how = How {
            done: &done,
            threads: self.threads,
            stop,
            machine: &machine,
        };
        let whole = run(&experiment, &named, &how, |progress| {
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

/// A bar that counts such things.
fn progress(what: &str) -> ProgressBar {
    let bar = ProgressBar::new(0);
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left  {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
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

/// Writes everything that can be made of the rows of a folder.
fn report(folder: &Path) -> Result<(), String> {
    let shown = folder.display().to_string();
    let n_axes = |text: &str| Experiment::parse(text).map_or(0, |read| read.axes.len());
    let (text, rows) = Journal::read(folder, n_axes).map_err(|error| error.to_string())?;
    let word = folder.join(Journal::EXPERIMENT).display().to_string();
    let experiment = Experiment::parse(&text).map_err(|error| error.render(&text, &word))?;
    let names: Vec<String> = match &experiment.instances.from {
        // They need not be made again to know what they are called.
        From::Made(made) if experiment.question != Question::Generate => made.names(),
        _ => read_text(shown.clone(), text.clone(), &word, &Stop::new())
            .map(|read| read.named.into_iter().map(|named| named.name).collect())
            .unwrap_or_default(),
    };
    let published = published(&experiment, &text, &word)?;
    let table = Table::of(&experiment, &names, &rows);
    let plots = drawn(&experiment, &table);
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    let published = published.as_ref();
    write(
        "report.html",
        page(&experiment, &table, published, &plots).as_bytes(),
    )?;
    write(
        "report.md",
        markdown(&experiment, &table, published, &plots).as_bytes(),
    )?;
    for plot in &plots {
        write(&format!("{}.svg", plot.name), plot.svg.as_bytes())?;
        let png = gridwright_print::png(&plot.svg, 2.0).map_err(|error| error.to_string())?;
        write(&format!("{}.png", plot.name), &png)?;
    }
    let mut bytes = Vec::new();
    parquet(&rows, &axes(&experiment), &mut bytes).map_err(|error| error.to_string())?;
    write("rows.parquet", &bytes)?;
    let stopped = rows.iter().filter(|row| !row.is_settled()).count();
    outln!("{} rows, {stopped} of them not settled", rows.len());
    if let Some(told) = gridwright_lab::agreement(&table, published) {
        outln!("{told}");
    }
    outln!(
        "{shown}/report.html, report.md, rows.csv, rows.parquet and {}",
        match plots.len() {
            1 => "1 plot".to_owned(),
            n => format!("{n} plots"),
        }
    );
    Ok(())
}

/// The figures that an experiment stands beside; `text` is its own, `word` what it is called in messages.
fn published(experiment: &Experiment, text: &str, word: &str) -> Result<Option<Published>, String> {
    let Some(beside) = &experiment.published else {
        return Ok(None);
    };
    let table = match ready::table(&beside.table) {
        Some(text) => text.to_owned(),
        None => std::fs::read_to_string(&beside.table)
            .map_err(|error| format!("the published table {}: {error}", beside.table))?,
    };
    Published::read(experiment, &table).map_err(|misfit| misfit.place(text).render(text, word))
}
