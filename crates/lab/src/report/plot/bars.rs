//! Bar charts: the median of each configuration over the instances that all of them settled, with the interquartile range.

use std::fmt::Write as _;

use crate::experiment::Measure;
use crate::report::escape;
use crate::report::plot::colour;
use crate::report::plot::frame::{Scale, WIDTH, message, number, svg};
use crate::report::table::Table;

/// Draws a bar for each configuration.
pub(super) fn draw(table: &Table, measure: Measure) -> String {
    // An instance that only one configuration settled would count against that one.
    let n_configurations = table.configurations.len();
    let by_all = |instance: &usize| {
        let mut entries = (0..n_configurations).map(|column| table.entry(*instance, column));
        entries.all(|entry| entry.is_some_and(|entry| entry.is_settled))
    };
    let common: Vec<usize> = (0..table.instances.len()).filter(by_all).collect();
    if common.is_empty() {
        return message("No instance was settled by all configurations.");
    }
    // The quartiles of each configuration.
    let quartiles: Vec<[f64; 3]> = (0..n_configurations)
        .map(|column| {
            let entries = common.iter().filter_map(|i| table.entry(*i, column));
            let mut values: Vec<f64> = entries.map(|entry| entry.median(measure)).collect();
            values.sort_by(f64::total_cmp);
            let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
            let last = values.len().saturating_sub(1);
            [at(last / 4), at(values.len() / 2), at(last - last / 4)]
        })
        .collect();
    let scale = Scale::of(quartiles.iter().flatten().copied());
    let names: Vec<String> = table.configurations.iter().map(|one| one.name()).collect();
    let longest = names.iter().map(|name| name.chars().count()).max();
    let left = (20.0 + 7.0 * longest.unwrap_or(0) as f64).min(WIDTH / 2.0);
    let mut body = String::new();
    let plot_width = WIDTH - left - 90.0;
    let bottom = 12.0 + 26.0 * quartiles.len() as f64;
    for tick in scale.ticks() {
        let x = left + scale.position(tick) * plot_width;
        let _ = write!(
            body,
            "<path class='tick' stroke='#ddd' fill='none' d='M{x:.1} 4V{bottom:.1}'/><text x='{x:.1}' y='{:.1}' text-anchor='middle'>{}</text>",
            bottom + 14.0,
            number(tick)
        );
    }
    let _ = write!(
        body,
        "<path stroke='#888' fill='none' d='M{left:.1} {bottom:.1}H{:.1}'/><text x='{:.1}' y='{:.1}' text-anchor='middle'>{}</text>",
        left + plot_width,
        left + plot_width / 2.0,
        bottom + 32.0,
        escape(&scale.label(measure.name()))
    );
    for (series, [low, median, high]) in quartiles.iter().enumerate() {
        let y = 12.0 + 26.0 * series as f64;
        let length = |value: &f64| scale.position(*value).max(0.003) * plot_width;
        let width = length(median);
        let end = length(high).max(width);
        let _ = write!(
            body,
            "<text x='{:.1}' y='{:.1}' text-anchor='end'>{}</text><rect x='{left:.1}' y='{y:.1}' width='{width:.1}' height='18' fill='{}'/><text x='{:.1}' y='{:.1}'>{}</text>",
            left - 8.0,
            y + 13.0,
            escape(&names[series]),
            colour(series),
            left + end + 6.0,
            y + 13.0,
            number(*median)
        );
        if high > low {
            let (from, to) = (left + length(low), left + length(high));
            let path = format!("M{from:.1} {:.1}v8m0 -4H{to:.1}m0 -4v8", y + 5.0);
            let _ = write!(
                body,
                // The white line keeps the range visible on dark bars.
                "<path d='{path}' stroke='#fff' stroke-width='3.2' fill='none'/><path d='{path}' stroke='#222' stroke-width='1.2' fill='none'/>"
            );
        }
    }
    let height = bottom + 60.0;
    let _ = write!(
        body,
        "<text x='{left:.1}' y='{:.1}'>over {} of {} instances, settled by all configurations; the line is the interquartile range</text>",
        height - 8.0,
        common.len(),
        table.instances.len()
    );
    svg(height, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_over_a_large_range_is_labelled_logarithmic() {
        let log = Scale::of([1.0, 1000.0].into_iter());
        assert_eq!(log.label("nodes"), "nodes (logarithmic scale)");
        assert_eq!(log.ticks(), [1.0, 10.0, 100.0, 1000.0]);
        let linear = Scale::of([10.0, 20.0].into_iter());
        assert_eq!(linear.label("nodes"), "nodes");
        assert_eq!(linear.ticks()[0], 0.0);
    }
}
