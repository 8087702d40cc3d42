//! Lines, cactus and scatter: plots of points between two scales.

use super::axes::{Frame, Scale, nothing};
use super::words;
use crate::experiment::{Measure, Way};
use crate::table::Table;

fn names(table: &Table) -> Vec<String> {
    table.ways.iter().map(Way::name).collect()
}

/// The measure of every instance, a line for every way. What was not settled is left out.
pub(super) fn lines(table: &Table, measure: Measure) -> String {
    let series: Vec<Vec<(f64, f64)>> = (0..table.ways.len())
        .map(|way| {
            let settled = table.settled(way);
            settled
                .map(|(i, entry)| (i as f64 + 1.0, entry.median(measure)))
                .collect()
        })
        .collect();
    let across = "instance, in the order of the set";
    draw(table, &series, words(measure), |y, up| {
        Frame::with_names(&table.instances, y, across, up)
    })
}

/// For every way its settled instances from the easiest on: how many within so much.
pub(super) fn cactus(table: &Table, measure: Measure) -> String {
    let series: Vec<Vec<(f64, f64)>> = (0..table.ways.len())
        .map(|way| {
            let settled = table.settled(way);
            let mut values: Vec<f64> = settled.map(|(_, entry)| entry.median(measure)).collect();
            values.sort_by(f64::total_cmp);
            (1..).map(f64::from).zip(values).collect()
        })
        .collect();
    let most = series.iter().map(Vec::len).max().unwrap_or(0);
    draw(table, &series, words(measure), |y, up| {
        Frame::new(Scale::counting(most as f64), y, "instances settled", up)
    })
}

fn draw(
    table: &Table,
    series: &[Vec<(f64, f64)>],
    up: &str,
    frame: impl FnOnce(Scale, &str) -> Frame,
) -> String {
    let points = series.iter().flatten();
    if points.clone().next().is_none() {
        return nothing("No cell was settled: there is nothing to draw.");
    }
    let mut frame = frame(Scale::of(points.map(|(_, y)| *y)), up);
    for (way, points) in series.iter().enumerate() {
        frame.line(way, points);
    }
    frame.done(&names(table))
}

/// The two ways a scatter compares: those named, or the first two.
fn two(table: &Table, named: &[String]) -> (usize, usize) {
    let names = names(table);
    let place = |at: usize| {
        let name = named.get(at)?;
        names.iter().position(|other| other == name)
    };
    let last = table.ways.len().saturating_sub(1);
    (place(0).unwrap_or(0), place(1).unwrap_or(1.min(last)))
}

/// Their names.
pub(super) fn pair(table: &Table, named: &[String]) -> (String, String) {
    let (a, b) = two(table, named);
    let name = |way: usize| table.ways.get(way).map(Way::name).unwrap_or_default();
    (name(a), name(b))
}

/// One way against another, for the instances that both settled.
pub(super) fn scatter(table: &Table, measure: Measure, named: &[String]) -> String {
    let (a, b) = two(table, named);
    let points: Vec<(f64, f64)> = table
        .settled(a)
        .filter_map(|(i, entry)| {
            let other = table.entry(i, b).filter(|other| other.is_settled)?;
            Some((entry.median(measure), other.median(measure)))
        })
        .collect();
    if points.is_empty() {
        return nothing("No instance was settled by both: there is nothing to compare.");
    }
    let all = points.iter().flat_map(|(x, y)| [*x, *y]);
    let scale = Scale::of(all.clone());
    let (first, second) = pair(table, named);
    let mut frame = Frame::new(scale, scale, &first, &second);
    let least = all.clone().fold(f64::INFINITY, f64::min);
    frame.diagonal(least.max(0.0), all.fold(0.0, f64::max));
    frame.marks(0, &points);
    frame.done(&[])
}
