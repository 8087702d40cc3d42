//! Peers: the same instances asked of us and of other programs, where they are installed, each in a process of its own under the same limits.
//! Rows are data, in `experiments/peers.toml` or a file like it.
//!
//! | file | what |
//! |---|---|
//! | `rows` | what a file of rows says |
//! | `corpus` | the instances of a row |
//! | `told` | how other programs are told of an instance |
//! | `models` | the models they are given |
//! | `peer` | what a peer is, and which are installed |
//! | `clingo`, `flatzinc`, `python`, `swi`, `tdoku` | the peers |
//! | `ours` | our own side |
//! | `row` | a row measured: sides, medians, ratios |
//! | `table` | it all as text |

mod clingo;
pub(crate) mod corpus;
mod flatzinc;
mod models;
pub(crate) mod ours;
pub(crate) mod peer;
mod python;
mod row;
mod rows;
mod swi;
pub(crate) mod table;
mod tdoku;
pub(crate) mod told;

use std::path::PathBuf;
use std::time::Duration;

use gridwright::control::Stop;
use gridwright::term::Diagnostic;
use gridwright::{BoxedInstance, Question};

use crate::process::{Bounds, cpu};
pub use corpus::{latin, packed_text};
pub use ours::ENGINES;
pub use row::{Measured, Ratio, Run, Side};
pub use rows::{Row, Source};

/// The rows that come with the program.
pub const ROWS: &str = include_str!("../../../../experiments/peers.toml");

/// What is measured, and how.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Only rows whose names contain one of these; empty is all.
    pub rows: Vec<String>,
    /// Only these engines of ours; empty is all.
    pub engines: Vec<String>,
    /// Only these peers; empty is all.
    pub peers: Vec<String>,
    /// No peer at all.
    pub alone: bool,
    /// How many instances of a set are tried at most, spread evenly; ten times as many where they are small and many.
    pub most: usize,
    /// How long each of them may take, of the processor.
    pub time: Duration,
    /// How many bytes.
    pub memory: Option<u64>,
    /// The folder of the large corpus, where there is one.
    pub corpus: Option<PathBuf>,
    /// Ends everything.
    pub stop: Stop,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted {
            rows: Vec::new(),
            engines: Vec::new(),
            peers: Vec::new(),
            alone: false,
            most: 20,
            time: Duration::from_secs(10),
            memory: Some(4 << 30),
            corpus: None,
            stop: Stop::new(),
        }
    }
}

impl Wanted {
    /// Whether a row is among those wanted.
    pub fn wants(&self, row: &str) -> bool {
        self.rows.is_empty() || self.rows.iter().any(|name| row.contains(name.as_str()))
    }

    pub(crate) fn wants_engine(&self, engine: &str) -> bool {
        self.engines.is_empty() || self.engines.iter().any(|name| name == engine)
    }

    fn wants_peer(&self, peer: &str) -> bool {
        !self.alone && (self.peers.is_empty() || self.peers.iter().any(|name| name == peer))
    }

    pub(crate) fn bounds(&self) -> Bounds {
        Bounds {
            time: self.time,
            memory: self.memory,
        }
    }
}

/// How a race came out.
#[derive(Debug, Default)]
pub struct Raced {
    /// Every row that was measured, with what came of it.
    pub rows: Vec<(Row, Measured)>,
    /// The names of all sides, ours first.
    pub sides: Vec<String>,
    /// What is wrong: verdicts that differ, counts that are not as known.
    pub complaints: Vec<String>,
    /// How many rows have no instances on this machine.
    pub n_missing: usize,
}

/// Reads rows. What is wrong is told with its place.
pub fn rows(text: &str) -> Result<Vec<Row>, Diagnostic> {
    rows::read(text)
}

/// The names of all peers there are, installed or not.
pub fn names() -> Vec<&'static str> {
    peer::KNOWN.iter().map(|known| known.name).collect()
}

/// Measures every row that is wanted, and tells the lines of the table as they come.
pub fn race(rows: Vec<Row>, wanted: &Wanted, tell: &mut dyn FnMut(&str)) -> Raced {
    let (peers, missing) = peer::found(&|name| wanted.wants_peer(name));
    tell(&format!("CPU: {}", cpu::name()));
    tell(&format!(
        "Ours: version {}; {}, setting up included",
        env!("CARGO_PKG_VERSION"),
        cpu::what_is_measured()
    ));
    for peer in &peers {
        tell(&format!("{}: {}", peer.name(), peer.about()));
    }
    for (name, why) in &missing {
        tell(&format!("{name}: not here; {why}"));
    }
    let mut raced = Raced {
        sides: table::sides(&peers),
        ..Raced::default()
    };
    for row in rows.into_iter().filter(|row| wanted.wants(&row.name)) {
        if wanted.stop.is_requested() {
            break;
        }
        let instances = match row.instances(wanted) {
            Ok(Some(instances)) => instances,
            Ok(None) => {
                raced.n_missing += 1;
                continue;
            }
            Err(why) => {
                raced.complaints.push(format!("{}: {why}", row.name));
                continue;
            }
        };
        let measured = row::measure(&row, &instances, &peers, wanted);
        tell(&table::block(&row, &measured, &raced.sides, wanted.time));
        // At once, as a run may be ended by hand, and once more at the end, where it is seen.
        for complaint in &measured.complaints {
            tell(&format!("WRONG: {complaint}"));
        }
        raced.complaints.extend(measured.complaints.iter().cloned());
        raced.rows.push((row, measured));
    }
    if raced.n_missing > 0 {
        tell(&format!(
            "\n{} rows are left out: their instances are not on this machine.",
            raced.n_missing
        ));
    }
    raced
}

impl Raced {
    /// One line for every row: ours, the best peer, and the ratio.
    pub fn summary(&self, limit: Duration) -> String {
        table::summary(self, limit)
    }

    /// Every row as Markdown, for documents.
    pub fn markdown(&self, limit: Duration) -> String {
        table::markdown(self, limit)
    }

    /// Every single run as a line of CSV.
    pub fn csv(&self) -> String {
        table::csv(self)
    }

    /// The medians as lines that `cargo xtask bench` records.
    pub fn recorded(&self) -> Vec<String> {
        table::recorded(self)
    }
}

/// Asks one question of an instance in the way of the race; an error is a defect, in its words.
pub fn asked(
    name: &str,
    given: &BoxedInstance,
    question: Question,
    engine: gridwright::EngineName,
    time: Duration,
) -> Result<Run, String> {
    let bounds = Bounds { time, memory: None };
    ours::run(name, given, question, engine, bounds, &Stop::new())
}
