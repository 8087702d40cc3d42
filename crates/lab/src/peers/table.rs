//! The race as text: a block for every row with a line for every side, and one table of all rows at the end.

use std::fmt::Write as _;
use std::time::Duration;

use crate::peers::Raced;
use crate::peers::ours::ENGINES;
use crate::peers::peer::Peer;
use crate::peers::row::{Measured, Ratio, Side};
use crate::peers::rows::Row;

/// The names of all sides, ours first.
pub(crate) fn sides(peers: &[Box<dyn Peer>]) -> Vec<String> {
    let ours = ENGINES.iter().map(|(name, _)| (*name).to_owned());
    ours.chain(peers.iter().map(|peer| peer.name().to_owned()))
        .collect()
}

/// One row: its name, a line for each side that was tried, and notes.
pub(crate) fn block(row: &Row, measured: &Measured, names: &[String], limit: Duration) -> String {
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
            "in all"
        ])
    );
    for (place, (name, side)) in names.iter().zip(&measured.sides).enumerate() {
        if side.runs.is_empty() {
            continue;
        }
        let (ours, is_peer) = (&measured.sides[0], place >= ENGINES.len());
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
                of_peer(ratio(side.over(ours, limit))),
                of_peer(ratio(side.over_in_all(ours, limit))),
            ])
            .trim_end()
        );
        if row.bulk {
            let _ = write!(text, "   {:.0} a second", side.rate());
        }
    }
    for note in &measured.notes {
        let _ = write!(text, "\n  note: {note}");
    }
    text
}

/// The best peer of a row: the one that settles most, and of those the one with the least ratio to us.
fn best<'m>(
    measured: &'m Measured,
    names: &'m [String],
    limit: Duration,
) -> Option<(&'m str, &'m Side)> {
    let over_us = |side: &Side| {
        let over = side.over(&measured.sides[0], limit);
        over.map_or(f64::INFINITY, |ratio| ratio.value)
    };
    let peers = names.iter().zip(&measured.sides).skip(ENGINES.len());
    let tried = peers.filter(|(_, side)| side.n_solved() > 0);
    let best = tried.min_by(|(_, one), (_, other)| {
        let share = |side: &Side| side.n_solved() as f64 / side.runs.len() as f64;
        let by_share = share(other).total_cmp(&share(one));
        by_share.then_with(|| over_us(one).total_cmp(&over_us(other)))
    });
    best.map(|(name, side)| (name.as_str(), side))
}

/// One line for every row.
pub(crate) fn summary(raced: &Raced, limit: Duration) -> String {
    let longest = raced.rows.iter().map(|(row, _)| row.name.chars().count());
    let width = longest.max().unwrap_or(0).max(3);
    let mut text = format!(
        "{:<width$}{}  {:<9}{}\n",
        "row",
        cells(["settled", "auto ms"]),
        "best peer",
        cells(["settled", "ms", "ratio", "in all"])
    );
    for (row, measured) in &raced.rows {
        let ours = &measured.sides[0];
        let _ = write!(
            text,
            "{:<width$}{}",
            row.name,
            cells([settled(ours), milliseconds(ours.time())])
        );
        if let Some((name, side)) = best(measured, &raced.sides, limit) {
            let _ = write!(
                text,
                "  {name:<9}{}",
                cells([
                    settled(side),
                    milliseconds(side.time()),
                    ratio(side.over(ours, limit)),
                    ratio(side.over_in_all(ours, limit))
                ])
            );
        }
        text.push('\n');
    }
    text
}

/// Every row by every side: the median in milliseconds; for peers also that of their set-up, after a plus, the ratio, and that with set-up in brackets.
pub(crate) fn markdown(raced: &Raced, limit: Duration) -> String {
    let used: Vec<usize> = (0..raced.sides.len())
        .filter(|&side| {
            let mut rows = raced.rows.iter();
            rows.any(|(_, measured)| !measured.sides[side].runs.is_empty())
        })
        .collect();
    let names: Vec<&str> = used
        .iter()
        .map(|&side| raced.sides[side].as_str())
        .collect();
    let mut text = format!("| row | n | {} |\n", names.join(" | "));
    let _ = writeln!(text, "|---|---:|{}", "---:|".repeat(names.len()));
    for (row, measured) in &raced.rows {
        let words = used.iter().map(|&place| {
            let side = &measured.sides[place];
            if side.runs.is_empty() {
                return String::new();
            }
            let mut word = milliseconds(side.time());
            // Ours is a part of the time.
            if let Some(setup) = side.setup().filter(|_| place >= ENGINES.len()) {
                word += &format!(" + {}", milliseconds(Some(setup)));
            }
            if side.n_solved() < side.runs.len() {
                word += &format!(" ({})", settled(side));
            }
            if place >= ENGINES.len() {
                let ours = &measured.sides[0];
                let search = ratio(side.over(ours, limit));
                let in_all = ratio(side.over_in_all(ours, limit));
                word += &format!(", {search}x [{in_all}x]");
            }
            word
        });
        let words: Vec<String> = words.collect();
        let n = measured.instances.len();
        let _ = writeln!(text, "| {} | {n} | {} |", row.name, words.join(" | "));
    }
    text
}

/// Every single run.
pub(crate) fn csv(raced: &Raced) -> String {
    let mut text = "row,kind,instance,side,verdict,setup_ms,ms,failures,version\n".to_owned();
    for (row, measured) in &raced.rows {
        for (side, runs) in raced.sides.iter().zip(&measured.sides) {
            for (place, run) in &runs.runs {
                let ms = |time: Duration| format!("{:.4}", time.as_secs_f64() * 1e3);
                let words = [
                    row.name.clone(),
                    row.kind.clone(),
                    measured.instances[*place].clone(),
                    side.clone(),
                    run.verdict
                        .map_or("stopped".to_owned(), |verdict| verdict.word().to_owned()),
                    run.setup.map_or_else(String::new, ms),
                    ms(run.time),
                    run.failures
                        .map_or_else(String::new, |failures| failures.to_string()),
                    env!("CARGO_PKG_VERSION").to_owned(),
                ];
                let words: Vec<String> =
                    words.iter().map(|word| crate::row::quoted(word)).collect();
                text += &(words.join(",") + "\n");
            }
        }
    }
    text
}

/// The medians of our own sides as lines that are recorded: a name, then counts, then times, with tabs between.
pub(crate) fn recorded(raced: &Raced) -> Vec<String> {
    let mut lines = Vec::new();
    for (row, measured) in &raced.rows {
        for (name, side) in raced.sides.iter().zip(&measured.sides).take(ENGINES.len()) {
            let (Some(time), false) = (side.time(), side.runs.is_empty()) else {
                continue;
            };
            let failures: u64 = side.runs.iter().filter_map(|(_, run)| run.failures).sum();
            // Where a limit ended a run, what was counted hangs on the machine.
            let counts = if side.n_solved() == side.runs.len() {
                format!("\tfailures={failures}")
            } else {
                String::new()
            };
            let ms = time.as_secs_f64() * 1e3;
            lines.push(format!(
                "{}, {name}\tsettled={}{counts}\tms:{ms:.4}",
                row.name,
                side.n_solved()
            ));
        }
    }
    lines
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
    time.map_or("-".to_owned(), |time| {
        three_digits(time.as_secs_f64() * 1e3)
    })
}

/// More digits would be noise.
pub(crate) fn three_digits(value: f64) -> String {
    match value {
        ..1.0 => format!("{value:.3}"),
        ..10.0 => format!("{value:.2}"),
        ..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}
