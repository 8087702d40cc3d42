//! The result of a benchmark as text, Markdown and CSV.

use std::fmt::Write as _;
use std::time::Duration;

use gridwright::Verdict;

use crate::csv_text::format_records;
use crate::peers::engine::ENGINES;
use crate::peers::measure::{Ratio, RowResult, Side};
use crate::peers::spec::BenchmarkRow;
use crate::process::ms;

/// The result of a benchmark.
#[derive(Debug, Default)]
pub struct BenchmarkResult {
    /// The measured rows with their results.
    pub rows: Vec<(BenchmarkRow, RowResult)>,
    /// The names of all sides, ours first.
    pub sides: Vec<String>,
    /// Errors: verdicts that differ, and wrong counts.
    pub errors: Vec<String>,
    /// The number of rows whose instances are not on this machine.
    pub n_missing: usize,
}

/// A row: its name, a line for each side with runs, and notes.
pub(crate) fn row_block(
    row: &BenchmarkRow,
    measured: &RowResult,
    names: &[String],
    limit: Duration,
) -> String {
    let n = measured.instances.len();
    let mut text = format!(
        "\n{} ({n} {})\n  {:<9}{}",
        row.name,
        if n == 1 { "instance" } else { "instances" },
        "",
        cells([
            "settled",
            "set-up ms",
            "ms",
            "worst",
            "fails",
            "ratio",
            "total"
        ])
    );
    for (index, (name, side)) in names.iter().zip(&measured.sides).enumerate() {
        if side.runs.is_empty() {
            continue;
        }
        let (ours, is_peer) = (&measured.sides[0], index >= ENGINES.len());
        let of_peer = |text: String| if is_peer { text } else { String::new() };
        let _ = write!(
            text,
            "\n  {name:<9}{}",
            cells([
                settled(side),
                milliseconds(side.setup()),
                milliseconds(side.time()),
                milliseconds(side.worst()),
                number(side.failures()),
                of_peer(ratio(side.ratio_to(ours, limit))),
                of_peer(ratio(side.total_ratio_to(ours, limit))),
            ])
            .trim_end()
        );
        if row.bulk {
            let _ = write!(text, "   {:.0} per second", side.rate());
        }
    }
    for note in &measured.notes {
        let _ = write!(text, "\n  note: {note}");
    }
    text
}

/// The best peer of a row: the largest settled share, then the smallest ratio to us.
fn best<'m>(
    measured: &'m RowResult,
    names: &'m [String],
    limit: Duration,
) -> Option<(&'m str, &'m Side)> {
    let ratio_to_us = |side: &Side| {
        let ratio = side.ratio_to(&measured.sides[0], limit);
        ratio.map_or(f64::INFINITY, |ratio| ratio.value)
    };
    let peers = names.iter().zip(&measured.sides).skip(ENGINES.len());
    let tried = peers.filter(|(_, side)| side.n_solved() > 0);
    let best = tried.min_by(|(_, one), (_, other)| {
        let share = |side: &Side| side.n_solved() as f64 / side.runs.len() as f64;
        let by_share = share(other).total_cmp(&share(one));
        by_share.then_with(|| ratio_to_us(one).total_cmp(&ratio_to_us(other)))
    });
    best.map(|(name, side)| (name.as_str(), side))
}

impl BenchmarkResult {
    /// One line for each row: our time, the best peer and the ratios.
    pub fn summary(&self, limit: Duration) -> String {
        let longest = self.rows.iter().map(|(row, _)| row.name.chars().count());
        let width = longest.max().unwrap_or(0).max(3);
        let mut text = format!(
            "{:<width$}{}  {:<9}{}\n",
            "row",
            cells(["settled", "auto ms"]),
            "best peer",
            cells(["settled", "ms", "ratio", "total"])
        );
        for (row, measured) in &self.rows {
            let ours = &measured.sides[0];
            let _ = write!(
                text,
                "{:<width$}{}",
                row.name,
                cells([settled(ours), milliseconds(ours.time())])
            );
            if let Some((name, side)) = best(measured, &self.sides, limit) {
                let _ = write!(
                    text,
                    "  {name:<9}{}",
                    cells([
                        settled(side),
                        milliseconds(side.time()),
                        ratio(side.ratio_to(ours, limit)),
                        ratio(side.total_ratio_to(ours, limit))
                    ])
                );
            }
            text.push('\n');
        }
        text
    }

    /// All rows by all sides: the median in milliseconds; for peers also the set-up time after a plus, the ratio, and the ratio with set-up in brackets.
    pub fn markdown(&self, limit: Duration) -> String {
        let used: Vec<usize> = (0..self.sides.len())
            .filter(|&side| {
                let mut rows = self.rows.iter();
                rows.any(|(_, measured)| !measured.sides[side].runs.is_empty())
            })
            .collect();
        let names: Vec<&str> = used.iter().map(|&side| self.sides[side].as_str()).collect();
        let mut text = format!("| row | n | {} |\n", names.join(" | "));
        let _ = writeln!(text, "|---|---:|{}", "---:|".repeat(names.len()));
        for (row, measured) in &self.rows {
            let fields = used.iter().map(|&index| {
                let side = &measured.sides[index];
                if side.runs.is_empty() {
                    return String::new();
                }
                let mut field = milliseconds(side.time());
                // Our set-up is part of the time.
                if let Some(setup) = side.setup().filter(|_| index >= ENGINES.len()) {
                    field += &format!(" + {}", milliseconds(Some(setup)));
                }
                if side.n_solved() < side.runs.len() {
                    field += &format!(" ({})", settled(side));
                }
                if index >= ENGINES.len() {
                    let ours = &measured.sides[0];
                    let search = ratio(side.ratio_to(ours, limit));
                    let total = ratio(side.total_ratio_to(ours, limit));
                    field += &format!(", {search}x [{total}x]");
                }
                field
            });
            let fields: Vec<String> = fields.collect();
            let n = measured.instances.len();
            let _ = writeln!(text, "| {} | {n} | {} |", row.name, fields.join(" | "));
        }
        text
    }

    /// All runs as CSV.
    pub fn csv(&self) -> String {
        let heading = "row,kind,instance,side,verdict,setup_ms,ms,failures,version";
        let mut records: Vec<Vec<String>> = vec![heading.split(',').map(str::to_owned).collect()];
        for (row, measured) in &self.rows {
            for (name, side) in self.sides.iter().zip(&measured.sides) {
                for (index, run) in &side.runs {
                    let ms = |time: Duration| format!("{:.4}", ms(time));
                    records.push(vec![
                        row.name.clone(),
                        row.kind.clone(),
                        measured.instances[*index].clone(),
                        name.clone(),
                        run.verdict.map_or("stopped", Verdict::word).to_owned(),
                        run.setup.map(ms).unwrap_or_default(),
                        ms(run.time),
                        run.failures
                            .map(|failures| failures.to_string())
                            .unwrap_or_default(),
                        env!("CARGO_PKG_VERSION").to_owned(),
                    ]);
                }
            }
        }
        format_records(records)
    }

    /// The medians of our engines as lines that `cargo xtask bench` records: a name, counts and times, separated by tabs.
    pub fn record_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (row, measured) in &self.rows {
            for (name, side) in self.sides.iter().zip(&measured.sides).take(ENGINES.len()) {
                let (Some(time), false) = (side.time(), side.runs.is_empty()) else {
                    continue;
                };
                let failures: u64 = side.runs.iter().filter_map(|(_, run)| run.failures).sum();
                // The failures of a run that reached a limit depend on the machine.
                let counts = if side.n_solved() == side.runs.len() {
                    format!("\tfailures={failures}")
                } else {
                    String::new()
                };
                let ms = ms(time);
                lines.push(format!(
                    "{}, {name}\tsettled={}{counts}\tms:{ms:.4}",
                    row.name,
                    side.n_solved()
                ));
            }
        }
        lines
    }
}

fn cells<const N: usize>(cells: [impl std::fmt::Display; N]) -> String {
    let cell = |cell| format!("{cell:>10}");
    cells.iter().map(cell).collect()
}

fn settled(side: &Side) -> String {
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
    time.map_or("-".to_owned(), |time| three_digits(ms(time)))
}

/// Formats a number with three significant digits.
pub(crate) fn three_digits(value: f64) -> String {
    match value {
        ..1.0 => format!("{value:.3}"),
        ..10.0 => format!("{value:.2}"),
        ..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}
