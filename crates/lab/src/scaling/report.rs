//! Results as text, Markdown and plots. A plot shows us and the best two peers; a table shows all.

use std::fmt::Write as _;

use gridwright::Question;

use crate::peers::table::three_digits;
use crate::process::cpu;
use crate::report::capitalize;
use crate::report::plot::points::{Series, curves};
use crate::scaling::curve::{Boards, Curve};
use crate::scaling::fit::{Growth, fit};
use crate::scaling::measure::{CurveResult, OWN, Point, Side};

/// Shorter times (milliseconds, ours and peers) are left out of a fit, as set-up dominates them. Those of peers are less precise, as the start time of a process was
/// subtracted.
const MIN_MS: [f64; 2] = [0.1, 2.0];

/// A smaller increase over the memory of the smallest board (mebibytes) is left out of a fit.
const MIN_MIB: f64 = 0.25;

/// The minimal number of sizes of a fit. Of more sizes, only the larger half is fitted, as constant costs dominate small boards.
const MIN_FITTED: usize = 6;

/// The plots of a curve, as SVG.
#[derive(Clone, Debug)]
pub struct CurvePlots {
    /// Time against the number of cells.
    pub time: String,
    /// Memory against the number of cells, if known.
    pub memory: Option<String>,
}

/// A measure of a point.
type Measure = fn(&Point) -> Option<f64>;

const TIME: Measure = |point| Some(point.ms);
const MEMORY: Measure = |point| point.mib;

/// The settled sizes of a side with a measure.
fn points(side: &Side, measure: Measure) -> Vec<(f64, f64)> {
    let settled = side.points.iter().filter(|point| point.is_settled());
    let points = settled.filter_map(|point| Some((point.n_cells as f64, measure(point)?)));
    points.filter(|(_, value)| *value > 0.0).collect()
}

/// A fit, and the smallest size it covers.
type Fitted = Option<(Growth, f64)>;

/// Fits the larger sizes.
fn fit_larger(points: &[(f64, f64)]) -> Fitted {
    let n_left_out = points
        .len()
        .saturating_sub(MIN_FITTED.max(points.len().div_ceil(2)));
    let larger = &points[n_left_out..];
    let (min_size, _) = larger.first()?;
    Some((fit(larger)?, *min_size))
}

/// The growth of time.
fn time_growth(side: &Side) -> Fitted {
    let mut points = points(side, TIME);
    let min_ms = MIN_MS[usize::from(side.name != OWN)];
    points.retain(|(_, ms)| *ms >= min_ms);
    fit_larger(&points)
}

/// The growth of memory beyond that of the smallest board, which is mostly the program itself.
fn memory_growth(side: &Side) -> Fitted {
    let mut points = points(side, MEMORY);
    let base = base_memory(side);
    for (_, mib) in &mut points {
        *mib -= base;
    }
    points.retain(|(_, mib)| *mib >= MIN_MIB);
    fit_larger(&points)
}

/// The minimal memory of a side in mebibytes.
fn base_memory(side: &Side) -> f64 {
    let points = points(side, MEMORY);
    points
        .iter()
        .map(|(_, mib)| *mib)
        .fold(f64::INFINITY, f64::min)
}

/// The indices of the best peers: those that settle the largest boards, then the fastest on them.
fn best_peers(result: &CurveResult, max: usize) -> Vec<usize> {
    let mut others: Vec<usize> = (1..result.sides.len())
        .filter(|index| !points(&result.sides[*index], TIME).is_empty())
        .collect();
    let reached = |index: usize| points(&result.sides[index], TIME).last().copied();
    others.sort_by(|one, other| {
        let (one, other) = (
            reached(*one).unwrap_or_default(),
            reached(*other).unwrap_or_default(),
        );
        other.0.total_cmp(&one.0).then(one.1.total_cmp(&other.1))
    });
    others.truncate(max);
    others
}

/// Draws the plots of a curve.
pub fn draw_plots(result: &CurveResult) -> CurvePlots {
    let mut shown = vec![0];
    shown.extend(best_peers(result, 2));
    let series =
        |measure: Measure, fit: fn(&Side) -> Fitted, base: fn(&Side) -> f64| -> Vec<Series> {
            let sides = shown.iter().map(|&index| {
                let side = &result.sides[index];
                let points = points(side, measure);
                let found = fit(side);
                let name = match &found {
                    Some((growth, _)) => format!("{}, {growth}", side.name),
                    None => side.name.clone(),
                };
                let fitted = found.map_or_else(Vec::new, |(growth, min_size)| {
                    let at = |x: f64| (x, base(side) + growth.at(x));
                    let larger = points.iter().filter(|(x, _)| *x >= min_size);
                    larger.map(|(x, _)| at(*x)).collect()
                });
                Series {
                    name,
                    points,
                    fitted,
                }
            });
            sides.collect()
        };
    let memory = series(MEMORY, memory_growth, base_memory);
    let is_known = memory.iter().any(|side| !side.points.is_empty());
    CurvePlots {
        time: curves(
            &series(TIME, time_growth, |_| 0.0),
            "cells of the board, n",
            "milliseconds of processor time",
        ),
        memory: is_known.then(|| curves(&memory, "cells of the board, n", "mebibytes")),
    }
}

/// A description of a curve.
fn description(curve: &Curve) -> String {
    let what = match &curve.boards {
        Boards::Puzzle => "puzzles with one answer".to_owned(),
        Boards::Partial(share) if *share >= 1.0 => "full boards with all clues".to_owned(),
        Boards::Partial(share) => format!("full boards with {:.0}% of the clues", 100.0 * share),
        Boards::Text(_) => "an empty board".to_owned(),
    };
    let question = match curve.question {
        Question::Unique => "the verdict",
        _ => "the first answer",
    };
    format!("{question} on {what}")
}

/// The fits of a curve and its end, for the terminal.
pub fn summary(result: &CurveResult) -> String {
    let mut text = String::new();
    for side in &result.sides {
        let format = |growth: Fitted| {
            growth.map_or("no fit".to_owned(), |(growth, _)| {
                format!(
                    "{growth} ({:.2}, {} sizes)",
                    growth.r_squared, growth.n_points
                )
            })
        };
        let _ = writeln!(
            text,
            "  {:<11}time {}; memory {}",
            side.name,
            format(time_growth(side)),
            format(memory_growth(side))
        );
        for note in &side.notes {
            let _ = writeln!(text, "  note: {}, {note}", side.name);
        }
    }
    if let Some(end) = &result.end {
        let _ = writeln!(text, "  the curve ends here: {end}");
    }
    text
}

/// A Markdown report: a table of growth, then plots and figures of each curve. `folder` is the path of the plots.
pub fn markdown(all: &[(Curve, CurveResult)], folder: &str, limit: f64) -> String {
    let mut text = format!("{}, limit {limit} s per board.\n\n", cpu::name());
    text += "| curve | question | side | largest settled | ms there | MiB | time | R² | memory | R² |\n";
    text += "|---|---|---|---:|---:|---:|---|---:|---|---:|\n";
    for (curve, result) in all {
        let mut shown = vec![0];
        shown.extend(best_peers(result, 2));
        for index in shown {
            let side = &result.sides[index];
            let Some(last) = side.points.iter().rfind(|point| point.is_settled()) else {
                continue;
            };
            let (name, description) = match index {
                0 => (curve.name.as_str(), description(curve)),
                _ => ("", String::new()),
            };
            let format = |growth: Fitted| {
                growth.map_or("- | -".to_owned(), |(growth, _)| {
                    format!("{growth} | {:.2}", growth.r_squared)
                })
            };
            let _ = writeln!(
                text,
                "| {name} | {description} | {} | {} | {} | {} | {} | {} |",
                side.name,
                last.size,
                three_digits(last.ms),
                last.mib.map_or("-".to_owned(), |mib| format!("{mib:.0}")),
                format(time_growth(side)),
                format(memory_growth(side))
            );
        }
    }
    for (curve, result) in all {
        let file = file_stem(curve);
        let _ = writeln!(
            text,
            "\n### {}\n\n![time]({folder}/{file}-time.svg)\n![memory]({folder}/{file}-memory.svg)\n",
            capitalize(&curve.name)
        );
        text += &figures(result);
        if let Some(end) = &result.end {
            let _ = writeln!(text, "\nNo larger boards: {end}.");
        }
    }
    text
}

/// The file name of a curve, without extension.
pub fn file_stem(curve: &Curve) -> String {
    let letters = curve
        .name
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == ' ');
    letters.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// A line for each size: milliseconds and mebibytes of each side.
fn figures(result: &CurveResult) -> String {
    let sides: Vec<&Side> = result
        .sides
        .iter()
        .filter(|side| !side.points.is_empty())
        .collect();
    let names: Vec<String> = sides
        .iter()
        .map(|side| format!("{0} ms | {0} MiB", side.name))
        .collect();
    let mut text = format!("| size | cells | {} |\n", names.join(" | "));
    let _ = writeln!(text, "|---|---:|{}", "---:|---:|".repeat(sides.len()));
    // Not every side has a model for every size.
    let mut sizes: Vec<&Point> = sides.iter().flat_map(|side| &side.points).collect();
    sizes.sort_by_key(|point| point.n_cells);
    sizes.dedup_by_key(|point| point.n_cells);
    for row in sizes {
        let cells = sides.iter().map(|side| {
            let mut points = side.points.iter();
            let Some(point) = points.find(|point| point.n_cells == row.n_cells) else {
                return " | ".to_owned();
            };
            let settled = match point.n_settled == point.n_tried {
                true => String::new(),
                false => format!(" ({}/{})", point.n_settled, point.n_tried),
            };
            let memory = point.mib.map_or("-".to_owned(), |mib| format!("{mib:.0}"));
            format!("{}{settled} | {memory}", three_digits(point.ms))
        });
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            row.size,
            row.n_cells,
            cells.join(" | ")
        );
    }
    text
}

/// Our points as lines that `cargo xtask bench` records: a name, counts and times, separated by tabs.
pub fn record_lines(curve: &Curve, result: &CurveResult) -> Vec<String> {
    let ours = result.sides.first().map_or(&[][..], |side| &side.points);
    let lines = ours.iter().map(|point| {
        // The failures of a run that reached a limit depend on the machine.
        let failures = point.failures.filter(|_| point.n_settled == point.n_tried);
        let counts = failures.map_or_else(String::new, |failures| format!("\tfailures={failures}"));
        format!(
            "{} {}\tsettled={}{counts}\tms:{:.4}",
            curve.name, point.size, point.n_settled, point.ms
        )
    });
    lines.collect()
}
