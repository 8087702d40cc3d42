//! Curves as text and pictures. A picture has us and the best two others; a table has everyone.

use std::fmt::Write as _;

use gridwright::Question;

use crate::peers::table::three_digits;
use crate::plot::curves::{Series, draw};
use crate::scaling::curve::{Curve, Made};
use crate::scaling::fit::{Growth, growth};
use crate::scaling::grow::{Grown, OWN, Point, Side, machine};

/// Times below this, in milliseconds, are left out of a fit: they are of the start of things. Ours come from one process and are known better than those from which the
/// start of a process was subtracted.
const LEAST_MS: [f64; 2] = [0.1, 2.0];

/// What is added to the memory of the smallest board counts for a fit from so many mebibytes on.
const LEAST_MIB: f64 = 0.25;

/// Of more sizes than this only the larger half is fitted, but at least so many: on small boards time and memory go to what does not grow.
const FITTED: usize = 6;

/// What is drawn of a curve.
#[derive(Clone, Debug)]
pub struct Pictures {
    /// Time against the number of cells.
    pub time: String,
    /// Memory against it, where it is known.
    pub memory: Option<String>,
}

/// What is read off a size.
type Measure = fn(&Point) -> Option<f64>;

const TIME: Measure = |point| Some(point.ms);
const MEMORY: Measure = |point| point.mib;

/// The sizes that a side settled, with a measure of each.
fn points(side: &Side, measure: Measure) -> Vec<(f64, f64)> {
    let settled = side.points.iter().filter(|point| point.is_settled());
    let points = settled.filter_map(|point| Some((point.n_cells as f64, measure(point)?)));
    points.filter(|(_, value)| *value > 0.0).collect()
}

/// A growth, and the smallest size it was fitted to.
type Fitted = Option<(Growth, f64)>;

/// What fits the larger ones of these points.
fn fitted(points: &[(f64, f64)]) -> Fitted {
    let n_left_out = points
        .len()
        .saturating_sub(FITTED.max(points.len().div_ceil(2)));
    let larger = &points[n_left_out..];
    let (least, _) = larger.first()?;
    Some((growth(larger)?, *least))
}

/// The growth of time.
fn of_time(side: &Side) -> Fitted {
    let mut points = points(side, TIME);
    let least = LEAST_MS[usize::from(side.name != OWN)];
    points.retain(|(_, ms)| *ms >= least);
    fitted(&points)
}

/// The growth of what is added to the memory of the smallest board, most of which is that of the program itself.
fn of_memory(side: &Side) -> Fitted {
    let mut points = points(side, MEMORY);
    let idle = idle(side);
    for (_, mib) in &mut points {
        *mib -= idle;
    }
    points.retain(|(_, mib)| *mib >= LEAST_MIB);
    fitted(&points)
}

/// The least memory of a side, in mebibytes.
fn idle(side: &Side) -> f64 {
    let points = points(side, MEMORY);
    points
        .iter()
        .map(|(_, mib)| *mib)
        .fold(f64::INFINITY, f64::min)
}

/// The places of the best others, at most so many: those that settle the largest boards, and of these the fastest there.
fn best(grown: &Grown, most: usize) -> Vec<usize> {
    let mut others: Vec<usize> = (1..grown.sides.len())
        .filter(|place| !points(&grown.sides[*place], TIME).is_empty())
        .collect();
    let reached = |place: usize| points(&grown.sides[place], TIME).last().copied();
    others.sort_by(|one, other| {
        let (one, other) = (
            reached(*one).unwrap_or_default(),
            reached(*other).unwrap_or_default(),
        );
        other.0.total_cmp(&one.0).then(one.1.total_cmp(&other.1))
    });
    others.truncate(most);
    others
}

/// The drawings of a curve.
pub fn pictures(grown: &Grown) -> Pictures {
    let mut shown = vec![0];
    shown.extend(best(grown, 2));
    let series =
        |measure: Measure, fit: fn(&Side) -> Fitted, base: fn(&Side) -> f64| -> Vec<Series> {
            let sides = shown.iter().map(|&place| {
                let side = &grown.sides[place];
                let points = points(side, measure);
                let found = fit(side);
                let name = match &found {
                    Some((growth, _)) => format!("{}, {growth}", side.name),
                    None => side.name.clone(),
                };
                let fitted = found.map_or_else(Vec::new, |(growth, least)| {
                    let at = |x: f64| (x, base(side) + growth.at(x));
                    let larger = points.iter().filter(|(x, _)| *x >= least);
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
    let memory = series(MEMORY, of_memory, idle);
    let is_known = memory.iter().any(|side| !side.points.is_empty());
    Pictures {
        time: draw(
            &series(TIME, of_time, |_| 0.0),
            "cells of the board, n",
            "milliseconds of the processor",
        ),
        memory: is_known.then(|| draw(&memory, "cells of the board, n", "mebibytes")),
    }
}

/// What is asked of the boards of a curve, in words.
fn asked(curve: &Curve) -> String {
    let what = match &curve.made {
        Made::Puzzle => "puzzles with one answer".to_owned(),
        Made::Part(share) if *share >= 1.0 => "full boards with all clues".to_owned(),
        Made::Part(share) => format!("full boards with {:.0}% of the clues", 100.0 * share),
        Made::Text(_) => "an empty board".to_owned(),
    };
    let question = match curve.question {
        Question::Unique => "the verdict",
        _ => "the first answer",
    };
    format!("{question} on {what}")
}

/// How a curve ended and what was fitted, for the terminal.
pub fn block(grown: &Grown) -> String {
    let mut text = String::new();
    for side in &grown.sides {
        let told = |growth: Fitted| {
            growth.map_or("nothing fitted".to_owned(), |(growth, _)| {
                format!("{growth} ({:.2}, {} sizes)", growth.share, growth.n_points)
            })
        };
        let _ = writeln!(
            text,
            "  {:<11}time {}; memory {}",
            side.name,
            told(of_time(side)),
            told(of_memory(side))
        );
        for note in &side.notes {
            let _ = writeln!(text, "  note: {}, {note}", side.name);
        }
    }
    if let Some(end) = &grown.end {
        let _ = writeln!(text, "  the curve ends here: {end}");
    }
    text
}

/// Everything for a document: a table of growth, then pictures and figures of every curve. Pictures are looked for in the folder named.
pub fn markdown(all: &[(Curve, Grown)], folder: &str, limit: f64) -> String {
    let mut text = format!("{}, limit {limit} s a board.\n\n", machine());
    text += "| curve | asked | side | largest settled | ms there | MiB | time | share | memory | share |\n";
    text += "|---|---|---|---:|---:|---:|---|---:|---|---:|\n";
    for (curve, grown) in all {
        let mut shown = vec![0];
        shown.extend(best(grown, 2));
        for place in shown {
            let side = &grown.sides[place];
            let Some(last) = side.points.iter().rfind(|point| point.is_settled()) else {
                continue;
            };
            let (name, asked) = match place {
                0 => (curve.name.as_str(), asked(curve)),
                _ => ("", String::new()),
            };
            let told = |growth: Fitted| {
                growth.map_or("- | -".to_owned(), |(growth, _)| {
                    format!("{growth} | {:.2}", growth.share)
                })
            };
            let _ = writeln!(
                text,
                "| {name} | {asked} | {} | {} | {} | {} | {} | {} |",
                side.name,
                last.size,
                three_digits(last.ms),
                last.mib.map_or("-".to_owned(), |mib| format!("{mib:.0}")),
                told(of_time(side)),
                told(of_memory(side))
            );
        }
    }
    for (curve, grown) in all {
        let file = file(curve);
        let _ = writeln!(
            text,
            "\n### {}\n\n![time]({folder}/{file}-time.svg)\n![memory]({folder}/{file}-memory.svg)\n",
            capital(&curve.name)
        );
        text += &figures(grown);
        if let Some(end) = &grown.end {
            let _ = writeln!(text, "\nNo larger boards: {end}.");
        }
    }
    text
}

/// The name of a curve as a part of a file's.
pub fn file(curve: &Curve) -> String {
    let letters = curve
        .name
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == ' ');
    letters.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// A line for every size: milliseconds and mebibytes of every side.
fn figures(grown: &Grown) -> String {
    let sides: Vec<&Side> = grown
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

/// Our own points as lines that are recorded: a name, then counts, then times, with tabs between.
pub fn recorded(curve: &Curve, grown: &Grown) -> Vec<String> {
    let ours = grown.sides.first().map_or(&[][..], |side| &side.points);
    let lines = ours.iter().map(|point| {
        // Where a limit ended a run, what was counted hangs on the machine.
        let failures = point.failures.filter(|_| point.n_settled == point.n_tried);
        let counts = failures.map_or_else(String::new, |failures| format!("\tfailures={failures}"));
        format!(
            "{} {}\tsettled={}{counts}\tms:{:.4}",
            curve.name, point.size, point.n_settled, point.ms
        )
    });
    lines.collect()
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
