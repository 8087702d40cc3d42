//! Bars: the median of each way over the instances all ways settled, and a line over the middle half of them, which is the spread.

use std::fmt::Write as _;

use super::axes::{Scale, WIDTH, nothing, number, sheet};
use super::{colour, escaped};
use crate::experiment::Measure;
use crate::table::Table;

/// A bar for every way.
pub(super) fn draw(table: &Table, measure: Measure) -> String {
    // Ways are compared on what all of them settled; what only one settled would count against it.
    let by_all = |instance: &usize| {
        (0..table.ways.len()).all(|way| {
            table
                .entry(*instance, way)
                .is_some_and(|entry| entry.is_settled)
        })
    };
    let common: Vec<usize> = (0..table.instances.len()).filter(by_all).collect();
    if common.is_empty() {
        return nothing("No instance was settled by every way: there is nothing to compare.");
    }
    // A quarter, the half and three quarters of each way.
    let quarters: Vec<[f64; 3]> = (0..table.ways.len())
        .map(|way| {
            let entries = common.iter().filter_map(|i| table.entry(*i, way));
            let mut values: Vec<f64> = entries.map(|entry| entry.median(measure)).collect();
            values.sort_by(f64::total_cmp);
            let at = |place: usize| values.get(place).copied().unwrap_or(0.0);
            let last = values.len().saturating_sub(1);
            [at(last / 4), at(values.len() / 2), at(last - last / 4)]
        })
        .collect();
    let scale = Scale::of(quarters.iter().flatten().copied());
    let longest = table
        .ways
        .iter()
        .map(|way| way.name().chars().count())
        .max();
    let left = (20.0 + 7.0 * longest.unwrap_or(0) as f64).min(WIDTH / 2.0);
    let mut body = String::new();
    for (way, [low, median, high]) in quarters.iter().enumerate() {
        let y = 12.0 + 26.0 * way as f64;
        let long = |value: &f64| scale.place(*value).max(0.003) * (WIDTH - left - 90.0);
        let width = long(median);
        let end = long(high).max(width);
        let _ = write!(
            body,
            "<text x='{:.1}' y='{:.1}' text-anchor='end'>{}</text><rect x='{left:.1}' y='{y:.1}' width='{width:.1}' height='18' fill='{}'/><text x='{:.1}' y='{:.1}'>{}</text>",
            left - 8.0,
            y + 13.0,
            escaped(&table.ways[way].name()),
            colour(way),
            left + end + 6.0,
            y + 13.0,
            number(*median)
        );
        if high > low {
            let (from, to) = (left + long(low), left + long(high));
            let path = format!("M{from:.1} {:.1}v8m0 -4H{to:.1}m0 -4v8", y + 5.0);
            let _ = write!(
                body,
                // The white below is for dark bars.
                "<path d='{path}' stroke='#fff' stroke-width='3.2' fill='none'/><path d='{path}' stroke='#222' stroke-width='1.2' fill='none'/>"
            );
        }
    }
    let height = 26.0 * quarters.len() as f64 + 36.0;
    let _ = write!(
        body,
        "<text x='{left:.1}' y='{:.1}'>over {} of {} instances, settled by every way; the line is the middle half</text>",
        height - 8.0,
        common.len(),
        table.instances.len()
    );
    sheet(height, &body)
}
