//! The command-line options of the bench.

use std::path::PathBuf;
use std::time::Duration;

use gridwright_lab::peers::{ENGINES, RaceOptions};

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
    pub(crate) race: RaceOptions,
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
        let named = &self.race.engines;
        named.iter().any(|name| name == engine) || (named.is_empty() && engine == ENGINES[0].0)
    }
}

/// Parses the arguments; `None` for `--help`.
pub(crate) fn parse(args: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options {
        race: RaceOptions {
            corpus: Some(Options::corpus()),
            ..RaceOptions::default()
        },
        verify: false,
        rows: false,
    };
    let race = &mut options.race;
    let mut args = args;
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a name"));
        match arg.as_str() {
            // Cargo passes it to every bench.
            "--bench" => {}
            "--help" | "-h" => return Ok(None),
            "--row" => race.rows.push(value()?),
            "--engine" => race.engines.push(value()?),
            "--peer" => race.peers.push(value()?),
            "--quick" => (race.most, race.time) = (6, Duration::from_secs(2)),
            "--all" => race.most = usize::MAX,
            "--alone" => race.alone = true,
            "--verify" => options.verify = true,
            "--rows" => options.rows = true,
            other => return Err(format!("unknown option `{other}`")),
        }
    }
    Ok(Some(options))
}
