//! What the command line asks of the bench.

use std::path::PathBuf;
use std::time::Duration;

use gridwright_lab::peers::{ENGINES, Wanted};

pub(crate) const USAGE: &str = "\
Usage: cargo xtask bench puzzles [--quick] [--all] [--row NAME]... [--engine NAME]... [--peer NAME]... [--alone | --verify]

  --row NAME     only rows whose name contains this text
  --engine NAME  only this engine: auto, fd or learn
  --peer NAME    only this peer
  --quick        at most 6 instances of a set and 2 seconds for each
  --all          every instance of a set
  --alone        without peers, for instance for a profiler
  --verify       instead of measuring, counts the answers of every puzzle whose number of answers the corpus knows,
                 by `auto` unless an engine is named; rows are then kinds
  --rows         prints also a line for every row that is recorded
";

/// The large corpus, where it lies beside the checkout.
const BESIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");

/// What is measured, and what else is done.
pub(crate) struct Options {
    pub(crate) wanted: Wanted,
    /// Whether known counts are checked instead.
    pub(crate) verify: bool,
    /// Whether lines for a recording are printed.
    pub(crate) rows: bool,
}

impl Options {
    /// The folder of the large corpus.
    pub(crate) fn corpus() -> PathBuf {
        PathBuf::from(BESIDE)
    }

    /// Counting again takes one engine unless more are named.
    pub(crate) fn verifies(&self, engine: &str) -> bool {
        let named = &self.wanted.engines;
        named.iter().any(|name| name == engine) || (named.is_empty() && engine == ENGINES[0].0)
    }
}

/// Reads the arguments; `None` if help is wanted.
pub(crate) fn read(args: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options {
        wanted: Wanted {
            corpus: Some(Options::corpus()),
            ..Wanted::default()
        },
        verify: false,
        rows: false,
    };
    let wanted = &mut options.wanted;
    let mut args = args;
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a name"));
        match arg.as_str() {
            // Cargo adds it to the arguments of every bench.
            "--bench" => {}
            "--help" | "-h" => return Ok(None),
            "--row" => wanted.rows.push(value()?),
            "--engine" => wanted.engines.push(value()?),
            "--peer" => wanted.peers.push(value()?),
            "--quick" => (wanted.most, wanted.time) = (6, Duration::from_secs(2)),
            "--all" => wanted.most = usize::MAX,
            "--alone" => wanted.alone = true,
            "--verify" => options.verify = true,
            "--rows" => options.rows = true,
            other => return Err(format!("`{other}` is not understood")),
        }
    }
    Ok(Some(options))
}
