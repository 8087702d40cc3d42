//! Line, cactus and scatter plots, and curves with fits.

use crate::experiment::{Configuration, Measure};
use crate::report::plot::frame::{Frame, Scale, message};
use crate::report::plot::measure_text;
use crate::report::table::Table;

/// A named line of points, and the points of a fit to it.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) fitted: Vec<(f64, f64)>,
}

/// Draws curves with their fits as dashed lines.
pub(crate) fn curves(series: &[Series], x_label: &str, y_label: &str) -> String {
    let points = series.iter().flat_map(|series| &series.points);
    let x = Scale::of(points.clone().map(|(x, _)| *x));
    let frame = |y| Frame::new(x, y, x_label, y_label);
    draw(series, frame).unwrap_or_else(|| frame(Scale::counting(1.0)).finish(&[]))
}

/// Draws lines in a frame, given the scale of their values; `None` if there are no points.
fn draw(series: &[Series], frame: impl FnOnce(Scale) -> Frame) -> Option<String> {
    let points = series.iter().flat_map(|series| &series.points);
    points.clone().next()?;
    let mut frame = frame(Scale::of(points.map(|(_, y)| *y)));
    for (i, series) in series.iter().enumerate() {
        frame.line(i, &series.points);
        if !series.fitted.is_empty() {
            frame.dashed_line(i, &series.fitted);
        }
    }
    let names: Vec<String> = series.iter().map(|series| series.name.clone()).collect();
    Some(frame.finish(&names))
}

/// The median values of the settled instances of each configuration, with their instances.
fn settled(table: &Table, measure: Measure) -> Vec<Series> {
    let configurations = table.configurations.iter().enumerate();
    let series = configurations.map(|(i, configuration)| {
        let entries = table.settled(i);
        Series {
            name: configuration.name(),
            points: entries
                .map(|(instance, entry)| (instance as f64 + 1.0, entry.median(measure)))
                .collect(),
            fitted: Vec::new(),
        }
    });
    series.collect()
}

const NO_CELL: &str = "No cell was settled.";

/// The measure of each settled instance, a line for each configuration.
pub(super) fn lines(table: &Table, measure: Measure) -> String {
    let plot = draw(&settled(table, measure), |y| {
        Frame::with_names(&table.instances, y, "instance", measure_text(measure))
    });
    plot.unwrap_or_else(|| message(NO_CELL))
}

/// The number of instances settled within each value of the measure, a line for each configuration.
pub(super) fn cactus(table: &Table, measure: Measure) -> String {
    let mut series = settled(table, measure);
    for series in &mut series {
        series.points.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        for (rank, point) in (1..).map(f64::from).zip(&mut series.points) {
            point.0 = rank;
        }
    }
    let max = series.iter().map(|series| series.points.len()).max();
    let x = Scale::counting(max.unwrap_or(0) as f64);
    let plot = draw(&series, |y| {
        Frame::new(x, y, "instances settled", measure_text(measure))
    });
    plot.unwrap_or_else(|| message(NO_CELL))
}

/// The indices of the two configurations of a scatter plot: the named ones, or the first two.
fn pair(table: &Table, names: &[String]) -> (usize, usize) {
    let find = |at: usize| {
        let name = names.get(at)?;
        table
            .configurations
            .iter()
            .position(|other| other.name() == *name)
    };
    let last = table.configurations.len().saturating_sub(1);
    (find(0).unwrap_or(0), find(1).unwrap_or(1.min(last)))
}

/// Their names.
pub(super) fn pair_names(table: &Table, names: &[String]) -> (String, String) {
    let (a, b) = pair(table, names);
    let name = |at: usize| table.configurations.get(at).map(Configuration::name);
    (name(a).unwrap_or_default(), name(b).unwrap_or_default())
}

/// One configuration against another, for the instances that both settled.
pub(super) fn scatter(table: &Table, measure: Measure, names: &[String]) -> String {
    let (a, b) = pair(table, names);
    let points: Vec<(f64, f64)> = table
        .settled(a)
        .filter_map(|(i, entry)| {
            let other = table.entry(i, b).filter(|other| other.is_settled)?;
            Some((entry.median(measure), other.median(measure)))
        })
        .collect();
    if points.is_empty() {
        return message("No instance was settled by both configurations.");
    }
    let all = points.iter().flat_map(|(x, y)| [*x, *y]);
    let scale = Scale::of(all.clone());
    let (first, second) = pair_names(table, names);
    let mut frame = Frame::new(scale, scale, &first, &second);
    let min = all.clone().fold(f64::INFINITY, f64::min);
    frame.diagonal(min.max(0.0), all.fold(0.0, f64::max));
    frame.marks(0, &points);
    frame.finish(&[])
}
