//! What the command line asks of the bench.

use std::time::Duration;

pub(crate) const USAGE: &str = "\
Usage: cargo xtask bench puzzles [--quick] [--all] [--row NAME]... [--engine NAME]... [--alone | --verify]

  --row NAME     only rows whose name contains this text
  --engine NAME  only this engine: auto, fd or learn
  --quick        at most 6 instances of a set and 2 seconds for each
  --all          every instance of a set
  --alone        without clingo and Gecode, for instance for a profiler
  --verify       instead of measuring, counts the answers of every puzzle whose number of answers the corpus knows,
                 by `auto` unless an engine is named; rows are then kinds
";

/// What is measured, and how long.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    rows: Vec<String>,
    engines: Vec<String>,
    /// How many instances of a set are tried at most.
    pub(crate) most: usize,
    /// How long each of them may take.
    pub(crate) limit: Duration,
    /// Whether other programs are left out.
    pub(crate) alone: bool,
    /// Whether known counts are checked instead.
    pub(crate) verify: bool,
}

impl Options {
    pub(crate) fn wants(&self, row: &str) -> bool {
        self.rows.is_empty() || self.rows.iter().any(|name| row.contains(name.as_str()))
    }

    pub(crate) fn wants_engine(&self, engine: &str) -> bool {
        self.engines.is_empty() || self.engines.iter().any(|name| name == engine)
    }

    /// Counting again takes one engine unless more are named.
    pub(crate) fn verifies(&self, engine: &str) -> bool {
        self.wants_engine(engine) && (engine == "auto" || !self.engines.is_empty())
    }
}

/// Reads the arguments; `None` if help is wanted.
pub(crate) fn read(args: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options {
        rows: Vec::new(),
        engines: Vec::new(),
        most: 20,
        limit: Duration::from_secs(10),
        alone: false,
        verify: false,
    };
    let mut args = args;
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a name"));
        match arg.as_str() {
            // Cargo adds it to the arguments of every bench.
            "--bench" => {}
            "--help" | "-h" => return Ok(None),
            "--row" => options.rows.push(value()?),
            "--engine" => options.engines.push(value()?),
            "--quick" => (options.most, options.limit) = (6, Duration::from_secs(2)),
            "--all" => options.most = usize::MAX,
            "--alone" => options.alone = true,
            "--verify" => options.verify = true,
            other => return Err(format!("`{other}` is not understood")),
        }
    }
    Ok(Some(options))
}
