//! The options shared by the verbs that solve, and the parsers of their values.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use gridwright::control::Stop;
use gridwright::fd::{Choice, ConsistencyMap, Inference, Restart, Select};
use gridwright::solve::parse_consistency;
use gridwright::{EngineName, Request};

/// The options of verbs that solve many puzzles.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Solver options")]
pub(crate) struct SolveOptions {
    #[command(flatten)]
    pub(crate) search: SearchOptions,
    /// Number of threads: puzzles are solved in parallel, and a single puzzle is split into parts
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Print counters and times
    #[arg(long)]
    pub(crate) stats: bool,
    /// Print one JSON object per puzzle and line
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the results to a table, after the columns of the input: FILE.csv, .tsv, .jsonl, .parquet or .arrow
    #[arg(short, long, value_name = "FILE", conflicts_with = "stats")]
    pub(crate) output: Option<PathBuf>,
    /// Also show the board after propagation, before search
    #[arg(long, value_name = "WHAT", value_parser = ["propagated"])]
    show: Option<String>,
}

impl SolveOptions {
    /// Whether to show the board before search.
    pub(crate) fn shows_propagated(&self) -> bool {
        self.show.is_some()
    }
}

/// The options of a search; what is left open is chosen automatically.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Solver options")]
pub(crate) struct SearchOptions {
    /// Viewpoint, or several linked by channelling: cells, cells+columns; with --engine chr, the program
    #[arg(long, value_name = "NAMES")]
    viewpoint: Option<String>,
    /// Engine: auto, fd (propagation and search), learn (with nogood learning), sat (CNF encoding), oracle (brute force), bulk (9x9 Sudoku only) or chr (programs listed by `gridwright kinds KIND`)
    #[arg(long, value_name = "NAME", default_value = "auto")]
    engine: EngineName,
    #[command(flatten)]
    strategy: StrategyOptions,
    /// Connectivity constraint: active, disjoint_set, reachability or passive
    #[arg(long, value_name = "NAME")]
    connectivity: Option<String>,
    /// Optional rule to add, by name; with --engine chr, a switch of the program as name=value; repeatable
    #[arg(long, value_name = "NAME")]
    rule: Vec<String>,
    /// Time limit per puzzle: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
    /// Memory limit per puzzle in MiB, by the count of models and engines
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    memory_limit: Option<u64>,
    /// Node limit per puzzle
    #[arg(long, value_name = "N")]
    node_limit: Option<u64>,
}

impl SearchOptions {
    /// The request with these options.
    pub(crate) fn request(&self, stop: &Stop) -> Request {
        let names = self.viewpoint.iter().flat_map(|names| names.split('+'));
        Request {
            viewpoints: names.map(|name| name.trim().to_owned()).collect(),
            rules: self.rule.clone(),
            connectivity: self.connectivity.clone(),
            engine: self.engine,
            time: self.time_limit,
            memory: self.memory_limit.map(bytes_of),
            nodes: self.node_limit,
            stop: Some(stop.clone()),
            ..self.strategy.request()
        }
    }
}

/// The options of a search that puzzles and models share.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Solver options")]
pub(crate) struct StrategyOptions {
    /// Propagation strength: value, bounds or domain consistency, with exceptions by constraint: bounds,all_different=domain
    #[arg(long, alias = "level", value_name = "CONSISTENCY", value_parser = parse_consistency_map)]
    consistency: Option<ConsistencyMap>,
    /// Inference at each node: check (backtracking only), forward (forward checking) or full propagation
    #[arg(long, value_name = "NAME")]
    inference: Option<Inference>,
    /// Variable selection: input_order (leftmost), first_fail (ff), most_constrained (ffc), min, max, dom_w_deg, …
    #[arg(long, value_name = "NAME")]
    select: Option<Select>,
    /// Value selection: indomain_min, indomain_max, indomain_split, least_constraining, step, bisect, enum, …
    #[arg(long, value_name = "NAME")]
    choose: Option<Choice>,
    /// Restart policy: never, adaptive, luby[:UNIT], linear[:UNIT] or geometric[:FIRST[:FACTOR]]
    #[arg(long, value_name = "RULE")]
    restarts: Option<Restart>,
    /// Random seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl StrategyOptions {
    /// A request with these options.
    pub(crate) fn request(&self) -> Request {
        Request {
            consistency: self.consistency.clone(),
            inference: self.inference,
            select: self.select,
            choose: self.choose,
            restarts: self.restarts,
            seed: self.seed,
            ..Request::default()
        }
    }
}

fn parse_consistency_map(text: &str) -> Result<ConsistencyMap, String> {
    parse_consistency(text).map_err(|error| error.to_string())
}

/// Mebibytes as bytes.
pub(crate) fn bytes_of(mebibytes: u64) -> usize {
    usize::try_from(mebibytes.saturating_mul(1 << 20)).unwrap_or(usize::MAX)
}

/// Parses a time: seconds, or a number with a unit.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (number, unit) = units
        .iter()
        .find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, *seconds)))
        .unwrap_or((text, 1.0));
    let number = number.trim().parse::<f64>().ok();
    number
        .and_then(|number| Duration::try_from_secs_f64(number * unit).ok())
        .ok_or_else(|| "expected a time such as 10, 0.5, 200ms or 2m".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_parse_with_units() {
        assert_eq!(parse_time("2"), Ok(Duration::from_secs(2)));
        assert_eq!(parse_time("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        for wrong in ["", "x", "-1", "1d", "1e300", "nan"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }
}
