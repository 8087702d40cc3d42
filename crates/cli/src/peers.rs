//! `gridwright lab peers`: the same puzzles on other programs, each in a process of its own under the same limits.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use gridwright_lab::peers::{
    ENGINES, ROWS, RaceOptions, RaceRow, Source, parse_rows, peer_names, race,
};

use crate::batch;
use crate::ending::Ending;
use crate::solving::time;

/// Where the large corpus is looked for, seen from the folder one is in.
const BESIDE: &str = "../shared/corpus";

/// GenerateOption the same puzzles of other programs, where they are installed, and print ratios.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gridwright lab peers --list
  gridwright lab peers \"hashi, reports\" sudoku --quick
  gridwright lab peers --peer clingo --peer gecode --to race
Times are of the processor. Ours include setting up; those of others do not, and it is told apart. A ratio is a peer's time over that of `auto`, the
median over the puzzles both were tried on; `>` and `<` say that one of the two reached its limit; `total` has the
peer's set-up in its time too. docs/lab.md says how peers are installed.")]
pub(crate) struct Peers {
    /// Only rows whose names contain one of these words; all if left out
    words: Vec<String>,
    /// List the rows, and do nothing else
    #[arg(long)]
    list: bool,
    /// Rows of your own; those that come with the program if left out
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
    /// The folder of the large corpus; ../shared/corpus if left out and there
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Only this peer; may be repeated
    #[arg(long, value_name = "NAME")]
    peer: Vec<String>,
    /// Only this engine of ours: auto, fd or learn; may be repeated
    #[arg(long, value_name = "NAME")]
    engine: Vec<String>,
    /// Without any peer
    #[arg(long, conflicts_with = "peer")]
    alone: bool,
    /// At most 6 puzzles of a row and 2 seconds for each
    #[arg(long, conflicts_with_all = ["instances", "time_limit"])]
    quick: bool,
    /// At most so many puzzles of a row, spread evenly
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    instances: u64,
    /// Stop each puzzle after so long: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", default_value = "10", value_parser = time)]
    time_limit: Duration,
    /// Stop each puzzle at so many mebibytes
    #[arg(long, value_name = "N", default_value_t = 4096)]
    memory: u64,
    /// Write every run as CSV and the table as Markdown to this folder
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

impl Peers {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let rows = self.read()?;
        if self.list {
            list(&rows);
            return Ok(Ending::Well);
        }
        known("peer", &self.peer, &peer_names())?;
        let engines: Vec<&str> = ENGINES.iter().map(|(name, _)| *name).collect();
        known("engine", &self.engine, &engines)?;
        let stop = batch::stop_on_interrupt();
        let beside = Path::new(BESIDE).is_dir().then(|| PathBuf::from(BESIDE));
        let wanted = RaceOptions {
            rows: self.words.clone(),
            engines: self.engine.clone(),
            peers: self.peer.clone(),
            alone: self.alone,
            most: if self.quick {
                6
            } else {
                usize::try_from(self.instances).unwrap_or(usize::MAX)
            },
            time: if self.quick {
                Duration::from_secs(2)
            } else {
                self.time_limit
            },
            memory: Some(self.memory << 20),
            corpus: self.corpus.clone().or(beside),
            stop: stop.clone(),
        };
        if let Some(word) = self
            .words
            .iter()
            .find(|word| !rows.iter().any(|row| row.name.contains(word.as_str())))
        {
            return Err(format!(
                "no row has `{word}` in its name; `gridwright lab peers --list` lists them"
            ));
        }
        let raced = race(rows, &wanted, &mut |line| outln!("{line}"));
        if !raced.rows.is_empty() {
            outln!("\n{}", raced.summary(wanted.time).trim_end());
        }
        if let Some(folder) = &self.to {
            let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
            std::fs::create_dir_all(folder).map_err(wrong)?;
            std::fs::write(folder.join("runs.csv"), raced.csv()).map_err(wrong)?;
            std::fs::write(folder.join("peers.md"), raced.markdown(wanted.time)).map_err(wrong)?;
            outln!("{0}/runs.csv and {0}/peers.md", folder.display());
        }
        if !raced.errors.is_empty() {
            return Err(raced.errors.join("\n"));
        }
        Ok(if stop.is_requested() {
            Ending::Stopped
        } else {
            Ending::Well
        })
    }

    fn read(&self) -> Result<Vec<RaceRow>, String> {
        let Some(path) = &self.rows else {
            return parse_rows(ROWS).map_err(|error| error.render(ROWS, "peers.toml"));
        };
        let shown = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
        parse_rows(&text).map_err(|error| error.render(&text, &shown))
    }
}

fn known(what: &str, asked: &[String], known: &[&str]) -> Result<(), String> {
    match asked.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(format!(
            "no {what} is called `{name}`; there are {}",
            known.join(", ")
        )),
    }
}

fn list(rows: &[RaceRow]) {
    let longest = rows.iter().map(|row| row.name.chars().count()).max();
    for row in rows {
        let source = match &row.source {
            Source::Set(name) => format!("the set {name}"),
            Source::Corpus(file) => format!("{file} of the corpus"),
            Source::Text(_) => "one puzzle".to_owned(),
            Source::Generated(set) => format!("{} generated from seed {}", set.count, set.seed),
        };
        outln!(
            "{:width$}  {source}",
            row.name,
            width = longest.unwrap_or(0)
        );
    }
}
