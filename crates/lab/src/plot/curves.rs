//! Curves: a measure against the size of the board, a line for every side and a broken one for what was fitted to it.

use super::axes::{Frame, Scale};

/// One side of a plot.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// Its name, with what was fitted.
    pub(crate) name: String,
    /// Sizes and what was measured, from the smallest size on.
    pub(crate) points: Vec<(f64, f64)>,
    /// The same by the fit.
    pub(crate) fitted: Vec<(f64, f64)>,
}

/// Draws all sides in one frame.
pub(crate) fn draw(series: &[Series], across: &str, up: &str) -> String {
    let points = series.iter().flat_map(|side| &side.points);
    let x = Scale::of(points.clone().map(|(x, _)| *x));
    let y = Scale::of(points.map(|(_, y)| *y));
    let mut frame = Frame::new(x, y, across, up);
    for (way, side) in series.iter().enumerate() {
        frame.line(way, &side.points);
        frame.broken(way, &side.fitted);
    }
    let names: Vec<String> = series.iter().map(|side| side.name.clone()).collect();
    frame.done(&names)
}
