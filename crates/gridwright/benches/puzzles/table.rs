//! The table as text: aligned columns, one line per row, notes below the line they belong to.

use std::time::Duration;

use gridwright::EngineName;

use crate::peers::Peer;
use crate::row::{ENGINES, Measured, Ratio, Row, Side};

const NAME: usize = 30;

pub(crate) fn header(peers: &[Peer]) -> String {
    let mut text = format!("{:<NAME$}", "row");
    for (name, engine) in ENGINES {
        text += &cells([name, "ms"]);
        if engine == EngineName::Auto {
            text += &cells(["worst"]);
        }
        text += &cells(["fails"]);
    }
    for peer in peers {
        text += &cells([peer.name, "ms", "fails", "ratio"]);
    }
    text
}

/// One row as a line, and its notes on lines of their own.
pub(crate) fn line(row: &Row, measured: &Measured, limit: Duration) -> String {
    let mut text = format!("{:<NAME$}", row.name);
    for ((_, engine), side) in ENGINES.iter().zip(&measured.engines) {
        text += &cells([solved(side), milliseconds(side.time())]);
        if *engine == EngineName::Auto {
            text += &cells([milliseconds(side.worst())]);
        }
        text += &cells([number(side.failures())]);
    }
    for side in &measured.peers {
        text += &cells([
            solved(side),
            milliseconds(side.time()),
            number(side.failures()),
            ratio(side.over(&measured.engines[0], limit)),
        ]);
    }
    if row.is_bulk {
        let rates = ENGINES.iter().zip(&measured.engines);
        let rates: Vec<String> = rates
            .filter(|(_, side)| !side.runs.is_empty())
            .map(|((name, _), side)| format!("{name} {:.0}", side.rate()))
            .collect();
        text += &format!("\n  puzzles a second: {}", rates.join(", "));
    }
    for note in &measured.notes {
        text += &format!("\n  note: {note}");
    }
    text
}

fn cells<const N: usize>(cells: [impl std::fmt::Display; N]) -> String {
    let cell = |cell| format!("{cell:>8}");
    cells.iter().map(cell).collect()
}

fn solved(side: &Side) -> String {
    if side.runs.is_empty() {
        return "-".to_owned();
    }
    format!("{}/{}", side.n_solved(), side.runs.len())
}

fn number(value: Option<u64>) -> String {
    value.map_or("-".to_owned(), |value| value.to_string())
}

fn ratio(ratio: Option<Ratio>) -> String {
    let Some(ratio) = ratio else {
        return "-".to_owned();
    };
    let sign = match (ratio.at_least, ratio.at_most) {
        (true, _) => ">",
        (_, true) => "<",
        _ => "",
    };
    format!("{sign}{}", three_digits(ratio.value))
}

fn milliseconds(time: Option<Duration>) -> String {
    time.map_or("-".to_owned(), |time| {
        three_digits(time.as_secs_f64() * 1e3)
    })
}

/// More digits would be noise.
fn three_digits(value: f64) -> String {
    match value {
        ..1.0 => format!("{value:.3}"),
        ..10.0 => format!("{value:.2}"),
        ..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}
