//! `lab peers`: runs the same puzzles on other solvers, each in its own process with the same limits.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use gridwright_lab::peers::{
    BenchmarkOptions, BenchmarkRow, ENGINES, ROWS, Source, benchmark, parse_rows, peer_names,
};

use crate::exit_status::ExitStatus;
use crate::input::options::parse_time;
use crate::work::interrupt::stop_on_interrupt;

/// The default directory of the large corpus.
const CORPUS: &str = "../shared/corpus";

/// Compare with other solvers that are installed, and print time ratios.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gridwright lab peers --list
  gridwright lab peers \"hashi, reports\" sudoku --quick
  gridwright lab peers --peer clingo --peer gecode --to peers
Times are CPU times. Ours include set-up; the set-up of a peer is listed separately. A ratio is the time of a peer divided by
the time of `auto`: the median over the puzzles that both ran. `>` and `<` mean that one of them reached its limit; `total`
includes the set-up of the peer. The page The lab of the manual lists how to install peers.")]
pub(crate) struct Peers {
    /// Run only rows whose names contain one of these words [default: all]
    words: Vec<String>,
    /// List the rows and exit
    #[arg(long)]
    list: bool,
    /// File with rows [default: built-in rows]
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
    /// Directory of the large corpus [default: ../shared/corpus if it exists]
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Run only this peer; repeatable
    #[arg(long, value_name = "NAME")]
    peer: Vec<String>,
    /// Run only this engine: auto, fd or learn; repeatable
    #[arg(long, value_name = "NAME")]
    engine: Vec<String>,
    /// Run no peers
    #[arg(long, conflicts_with = "peer")]
    alone: bool,
    /// Run at most 6 puzzles per row, 2 seconds each
    #[arg(long, conflicts_with_all = ["instances", "time_limit"])]
    quick: bool,
    /// Run at most N puzzles per row, evenly spread
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    instances: u64,
    /// Time limit per puzzle: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", default_value = "10", value_parser = parse_time)]
    time_limit: Duration,
    /// Memory limit per puzzle in MiB
    #[arg(long, value_name = "N", default_value_t = 4096)]
    memory: u64,
    /// Write all runs as CSV and the table as Markdown to this directory
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

impl Peers {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let rows = self.read()?;
        if self.list {
            list(&rows);
            return Ok(ExitStatus::Success);
        }
        known("peer", &self.peer, &peer_names())?;
        let engines: Vec<&str> = ENGINES.iter().map(|(name, _)| *name).collect();
        known("engine", &self.engine, &engines)?;
        let stop = stop_on_interrupt();
        let default_corpus = Path::new(CORPUS).is_dir().then(|| PathBuf::from(CORPUS));
        let options = BenchmarkOptions {
            rows: self.words.clone(),
            engines: self.engine.clone(),
            peers: self.peer.clone(),
            alone: self.alone,
            max_instances: if self.quick {
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
            corpus: self.corpus.clone().or(default_corpus),
            stop: stop.clone(),
        };
        if let Some(word) = self
            .words
            .iter()
            .find(|word| !rows.iter().any(|row| row.name.contains(word.as_str())))
        {
            return Err(format!(
                "no row name contains `{word}`; list them with `gridwright lab peers --list`"
            ));
        }
        let result = benchmark(rows, &options, &mut |line| outln!("{line}"));
        if !result.rows.is_empty() {
            outln!("\n{}", result.summary(options.time).trim_end());
        }
        if let Some(folder) = &self.to {
            let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
            std::fs::create_dir_all(folder).map_err(wrong)?;
            std::fs::write(folder.join("runs.csv"), result.csv()).map_err(wrong)?;
            std::fs::write(folder.join("peers.md"), result.markdown(options.time))
                .map_err(wrong)?;
            outln!("{0}/runs.csv and {0}/peers.md", folder.display());
        }
        if !result.errors.is_empty() {
            return Err(result.errors.join("\n"));
        }
        Ok(if stop.is_requested() {
            ExitStatus::Stopped
        } else {
            ExitStatus::Success
        })
    }

    fn read(&self) -> Result<Vec<BenchmarkRow>, String> {
        let Some(path) = &self.rows else {
            return parse_rows(ROWS).map_err(|error| error.render(ROWS, "peers.toml"));
        };
        let shown = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
        parse_rows(&text).map_err(|error| error.render(&text, &shown))
    }
}

fn known(what: &str, names: &[String], known: &[&str]) -> Result<(), String> {
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(format!(
            "unknown {what} `{name}`; known: {}",
            known.join(", ")
        )),
    }
}

fn list(rows: &[BenchmarkRow]) {
    let longest = rows.iter().map(|row| row.name.chars().count()).max();
    for row in rows {
        let source = match &row.source {
            Source::Set(name) => format!("the set {name}"),
            Source::Corpus(file) => format!("{file} of the corpus"),
            Source::Text(_) => "one puzzle".to_owned(),
            Source::Generated(set) => format!("{} generated from seed {}", set.count, set.seed),
            Source::Boards => "the published boards of the kind".to_owned(),
        };
        outln!(
            "{:width$}  {source}",
            row.name,
            width = longest.unwrap_or(0)
        );
    }
}
