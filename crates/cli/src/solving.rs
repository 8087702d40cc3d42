//! The options of every verb that solves.

use std::time::Duration;

use clap::Args;
use gridwright::control::Stop;
use gridwright::fd::{Choice, ConsistencyMap, Inference, Restart, Select};
use gridwright::solve::parse_consistency;
use gridwright::{EngineName, Request};

/// Everything about solving many puzzles: how to go about it, and what to tell.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "How to solve")]
pub(crate) struct Solving {
    #[command(flatten)]
    pub(crate) how: How,
    /// Work on so many puzzles at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Tell what the run counted
    #[arg(long)]
    pub(crate) stats: bool,
    /// Print one object per puzzle and line
    #[arg(long)]
    pub(crate) json: bool,
    /// Show also the board as it stands before search
    #[arg(long, value_name = "WHAT", value_parser = ["propagated"])]
    show: Option<String>,
}

impl Solving {
    /// Whether the board before search is shown.
    pub(crate) fn shows_propagated(&self) -> bool {
        self.show.is_some()
    }
}

/// How to go about it; what is left open is chosen.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "How to solve")]
pub(crate) struct How {
    /// One or more viewpoints, linked: cells, or cells+columns; with --engine chr, a program
    #[arg(long, value_name = "NAMES")]
    viewpoint: Option<String>,
    /// The engine: auto, fd, learn, clauses, oracle, bulk for 9x9 Sudoku, or chr, whose programs `gridwright kinds KIND` lists
    #[arg(long, value_name = "NAME", default_value = "auto")]
    engine: EngineName,
    /// How hard constraints think: value, bounds or domain; and families that differ: bounds,all_different=domain
    #[arg(long, value_name = "LEVEL", value_parser = levels)]
    level: Option<ConsistencyMap>,
    /// How much is inferred at a node: check, forward or full
    #[arg(long, value_name = "NAME")]
    inference: Option<Inference>,
    /// Which variable is decided next: input_order, first_fail, most_constrained, dom_w_deg, …
    #[arg(long, value_name = "NAME")]
    select: Option<Select>,
    /// How its values are tried: indomain_min, indomain_max, indomain_split, least_constraining, step, …
    #[arg(long, value_name = "NAME")]
    choose: Option<Choice>,
    /// How connectivity is kept: active, disjoint_set, reachability or passive
    #[arg(long, value_name = "NAME")]
    connectivity: Option<String>,
    /// A rule to switch on, by name; with --engine chr, a switch of the program: name=value; may be repeated
    #[arg(long, value_name = "NAME")]
    rule: Vec<String>,
    /// When search starts anew: never, adaptive, luby[:UNIT], linear[:UNIT] or geometric[:FIRST[:FACTOR]]
    #[arg(long, value_name = "RULE")]
    restarts: Option<Restart>,
    /// Where random choices start from
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop each puzzle after so long: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = time)]
    time_limit: Option<Duration>,
    /// Stop each puzzle after so many nodes
    #[arg(long, value_name = "N")]
    node_limit: Option<u64>,
}

impl How {
    /// The request that the options make.
    pub(crate) fn request(&self, stop: &Stop) -> Request {
        let names = self.viewpoint.iter().flat_map(|names| names.split('+'));
        Request {
            viewpoints: names.map(|name| name.trim().to_owned()).collect(),
            rules: self.rule.clone(),
            connectivity: self.connectivity.clone(),
            engine: self.engine,
            consistency: self.level.clone(),
            inference: self.inference,
            select: self.select,
            choose: self.choose,
            restarts: self.restarts,
            seed: self.seed,
            time: self.time_limit,
            nodes: self.node_limit,
            memory: None,
            stop: Some(stop.clone()),
            progress: None,
        }
    }
}

pub(crate) fn levels(text: &str) -> Result<ConsistencyMap, String> {
    parse_consistency(text).map_err(|error| error.to_string())
}

/// Seconds, or a number with its unit.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
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
    fn times_are_read_with_their_units() {
        assert_eq!(time("2"), Ok(Duration::from_secs(2)));
        assert_eq!(time("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
        for wrong in ["", "x", "-1", "1d", "1e300", "nan"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}
