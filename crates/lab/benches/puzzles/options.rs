//! The command-line options of the bench.

use std::path::PathBuf;
use std::time::Duration;

use gridwright_lab::peers::{BenchmarkOptions, ENGINES};

pub(crate) const USAGE: &str = "\
Usage: cargo xtask bench puzzles [--quick] [--all] [--row NAME]... [--engine NAME]... [--peer NAME]... [--alone | --verify]

  --row NAME     only rows whose name contains this text
  --engine NAME  only this engine: auto, fd or learn
  --peer NAME    only this peer
  --quick        at most 6 instances of a set and 2 seconds for each
  --all          every instance of a set
  --alone        without peers, for example under a profiler
  --verify       instead of measuring, counts the answers of all puzzles with a known count in the corpus,
                 with `auto` unless --engine is given; rows are then kinds
  --rows         also prints the lines to record
";

/// The large corpus beside the checkout.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");

/// The options.
pub(crate) struct Options {
    pub(crate) benchmark: BenchmarkOptions,
    /// Whether to check known counts instead.
    pub(crate) verify: bool,
    /// Whether to print the lines to record.
    pub(crate) rows: bool,
}

impl Options {
    /// The folder of the large corpus.
    pub(crate) fn corpus() -> PathBuf {
        PathBuf::from(CORPUS)
    }

    /// Whether `--verify` uses an engine: the named ones, or the first.
    pub(crate) fn verifies(&self, engine: &str) -> bool {
        let named = &self.benchmark.engines;
        named.iter().any(|name| name == engine) || (named.is_empty() && engine == ENGINES[0].0)
    }
}

/// Parses the arguments; `None` for `--help`.
pub(crate) fn parse(args: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options {
        benchmark: BenchmarkOptions {
            corpus: Some(Options::corpus()),
            ..BenchmarkOptions::default()
        },
        verify: false,
        rows: false,
    };
    let benchmark = &mut options.benchmark;
    let mut args = args;
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a name"));
        match arg.as_str() {
            // Cargo passes it to every bench.
            "--bench" => {}
            "--help" | "-h" => return Ok(None),
            "--row" => benchmark.rows.push(value()?),
            "--engine" => benchmark.engines.push(value()?),
            "--peer" => benchmark.peers.push(value()?),
            "--quick" => (benchmark.max_instances, benchmark.time) = (6, Duration::from_secs(2)),
            "--all" => benchmark.max_instances = usize::MAX,
            "--alone" => benchmark.alone = true,
            "--verify" => options.verify = true,
            "--rows" => options.rows = true,
            other => return Err(format!("unknown option `{other}`")),
        }
    }
    Ok(Some(options))
}
