//! A benchmark: the same instances solved by our engines and by other programs (*peers*), each in its own process under the same limits. A *row* is a set of
//! instances with a question; a *side* is an engine or a peer.
//!
//! | file | content |
//! |---|---|
//! | `spec` | the rows and options of a benchmark |
//! | `instances` | the instances of a row |
//! | `encode` | instances as input of other programs |
//! | `models` | the models for other programs |
//! | `peer` | the interface of a peer |
//! | `clingo`, `cspuz`, `flatzinc`, `python`, `swi`, `tdoku` | the peers |
//! | `engine` | our own engines |
//! | `measure` | the runs of a row: medians and ratios |
//! | `table` | the results as text |

mod clingo;
mod cspuz;
pub(crate) mod encode;
pub(crate) mod engine;
mod flatzinc;
pub(crate) mod instances;
pub(crate) mod measure;
mod models;
pub(crate) mod peer;
mod python;
mod spec;
mod swi;
pub(crate) mod table;
mod tdoku;

use crate::peers::peer::Peer;
use crate::process::cpu;
pub use engine::{ENGINES, run_engine};
pub use instances::read_text;
pub use measure::{Ratio, RowResult, Side};
pub use peer::Run;
pub use spec::{BenchmarkOptions, BenchmarkRow, Source, latin, parse_rows};
pub use table::BenchmarkResult;

/// The bundled rows.
pub const ROWS: &str = include_str!("../../experiments/peers.toml");

type Find = fn(&'static str) -> Result<Box<dyn Peer>, String>;

/// All supported peers, in the order of the columns.
const PEERS: [(&str, Find); 9] = [
    ("clingo", clingo::find),
    ("cspuz", cspuz::find),
    ("gecode", flatzinc::gecode),
    ("chuffed", flatzinc::chuffed),
    ("ortools", python::ortools),
    ("cadical", python::cadical),
    ("clpfd", swi::clpfd),
    ("chr", swi::chr),
    ("tdoku", tdoku::find),
];

/// The names of all supported peers, installed or not.
pub fn peer_names() -> [&'static str; 9] {
    PEERS.map(|(name, _)| name)
}

/// The selected peers that are installed, and a message for each of the others.
pub(crate) fn find_peers(is_selected: impl Fn(&str) -> bool) -> (Vec<Box<dyn Peer>>, Vec<String>) {
    let mut peers = Vec::new();
    let mut missing = Vec::new();
    for (name, find) in PEERS.iter().filter(|(name, _)| is_selected(name)) {
        match find(name) {
            Ok(peer) => peers.push(peer),
            Err(reason) => missing.push(format!("{name}: not installed; {reason}")),
        }
    }
    (peers, missing)
}

/// Measures all selected rows, and reports the lines of the table as they come.
pub fn benchmark(
    rows: Vec<BenchmarkRow>,
    options: &BenchmarkOptions,
    report: &mut dyn FnMut(&str),
) -> BenchmarkResult {
    report(&format!("CPU: {}", cpu::name()));
    report(&format!(
        "Ours: version {}; {}, set-up included",
        env!("CARGO_PKG_VERSION"),
        cpu::description()
    ));
    let (peers, missing) = find_peers(|name| options.selects_peer(name));
    for peer in &peers {
        report(&format!("{}: {}", peer.info().name, peer.info().about));
    }
    missing.iter().for_each(|line| report(line));
    let ours = ENGINES.iter().map(|(name, _)| *name);
    let names = ours.chain(peers.iter().map(|peer| peer.info().name));
    let mut result = BenchmarkResult {
        sides: names.map(str::to_owned).collect(),
        ..BenchmarkResult::default()
    };
    for row in rows
        .into_iter()
        .filter(|row| options.selects_row(&row.name))
    {
        if options.stop.is_requested() {
            break;
        }
        let instances = match row.instances(options) {
            Ok(Some(instances)) => instances,
            Ok(None) => {
                result.n_missing += 1;
                continue;
            }
            Err(error) => {
                result.errors.push(format!("{}: {error}", row.name));
                continue;
            }
        };
        let measured = measure::measure(&row, &instances, &peers, options);
        report(&table::row_block(
            &row,
            &measured,
            &result.sides,
            options.time,
        ));
        // Reported here in case the benchmark is interrupted, and once more at the end.
        for error in &measured.errors {
            report(&format!("WRONG: {error}"));
        }
        result.errors.extend(measured.errors.iter().cloned());
        result.rows.push((row, measured));
    }
    if result.n_missing > 0 {
        report(&format!(
            "\n{} rows skipped: their instances are not on this machine.",
            result.n_missing
        ));
    }
    result
}
