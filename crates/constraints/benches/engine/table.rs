//! The table as text: aligned columns, one line per row, remarks below their row.

use crate::measure::Row;

const TITLES: [&str; 11] = [
    "solutions",
    "nodes",
    "failures",
    "seconds",
    "nodes/s",
    "fails/s",
    "KiB",
    "G nodes",
    "G seconds",
    "G nodes/s",
    "ratio",
];
const WIDTHS: [usize; 11] = [10, 11, 10, 9, 9, 9, 8, 11, 10, 10, 7];

pub(crate) fn header() -> String {
    let mut text = format!("{:<15}{:<32}", "model", "way");
    for (title, width) in TITLES.iter().zip(WIDTHS) {
        text += &format!("{title:>width$}");
    }
    text.trim_end().to_owned()
}

/// One row as a line, followed by its remarks on lines of their own.
pub(crate) fn line(model: &str, variant: &str, row: &Row) -> String {
    let ours = &row.ours;
    let rate = |count: u64, seconds: f64| count as f64 / seconds.max(1e-9);
    let our_rate = rate(ours.nodes, ours.seconds);
    let mut cells = vec![
        format!("{}{}", ours.solutions, if row.stopped { "+" } else { "" }),
        ours.nodes.to_string(),
        ours.failures.to_string(),
        seconds(ours.seconds),
        format!("{our_rate:.0}"),
        format!("{:.0}", rate(ours.failures, ours.seconds)),
        (row.memory / 1024).to_string(),
    ];
    match &row.gecode {
        None => cells.extend(["-"; 4].map(str::to_owned)),
        Some(theirs) => {
            let their_rate = rate(theirs.nodes, theirs.seconds);
            cells.extend([
                theirs.nodes.to_string(),
                seconds(theirs.seconds),
                format!("{their_rate:.0}"),
                // If the root fails there is no node rate to compare, only the time.
                if theirs.nodes == 0 {
                    format!("{:.2}", theirs.seconds / ours.seconds)
                } else {
                    format!("{:.2}", our_rate / their_rate)
                },
            ]);
        }
    }
    let mut text = format!("{model:<15}{variant:<32}");
    for (cell, width) in cells.iter().zip(WIDTHS) {
        text += &format!("{cell:>width$}");
    }
    for note in &row.notes {
        text += &format!("\n  note: {note}");
    }
    text
}

/// A row as a line of a recording: name, counts and time, separated by tabs.
pub(crate) fn recorded(model: &str, variant: &str, row: &Row) -> String {
    let ours = &row.ours;
    format!(
        "#row\t{model} {variant}\tsolutions={}\tnodes={}\tfailures={}\tms:{:.4}",
        ours.solutions,
        ours.nodes,
        ours.failures,
        ours.seconds * 1e3
    )
}

/// The line of a row whose instances are missing.
pub(crate) fn skipped(model: &str, variant: &str) -> String {
    format!("{model:<15}{variant:<32}skipped: its instances are not on this machine")
}

fn seconds(value: f64) -> String {
    if value < 0.1 {
        format!("{value:.5}")
    } else {
        format!("{value:.3}")
    }
}
