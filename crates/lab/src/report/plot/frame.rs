//! The frame of a plot: scales, ticks and the legend.

use std::fmt::Write as _;

use crate::report::escape;
use crate::report::plot::{colour, mark};

/// The width of every plot.
pub(super) const WIDTH: f64 = 760.0;
const LEFT: f64 = 68.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 12.0;
const HEIGHT: f64 = 320.0;

/// Maps numbers to positions; logarithmic if their range is large.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    min: f64,
    max: f64,
    is_log: bool,
    /// Whether values are whole numbers.
    is_whole: bool,
}

impl Scale {
    /// A scale for non-negative numbers.
    pub(super) fn of(values: impl Iterator<Item = f64> + Clone) -> Scale {
        let max = values.clone().fold(0.0, f64::max);
        let positive = values.filter(|value| *value > 0.0);
        let min_positive = positive.fold(f64::INFINITY, f64::min);
        let is_log = min_positive.is_finite() && max / min_positive > 50.0;
        let power = |exponent: f64| 10_f64.powf(exponent);
        let (min, max) = match is_log {
            true => (
                power(min_positive.log10().floor()),
                power(max.log10().ceil()),
            ),
            false if max > 0.0 => (0.0, max * 1.05),
            false => (0.0, 1.0),
        };
        Scale {
            min,
            max,
            is_log,
            is_whole: false,
        }
    }

    /// A scale for whole numbers from 0 to `max`.
    pub(super) fn counting(max: f64) -> Scale {
        Scale {
            min: 0.0,
            max: max * 1.05,
            is_log: false,
            is_whole: true,
        }
    }

    /// The position of a number, from 0 to 1.
    pub(super) fn position(self, value: f64) -> f64 {
        if self.is_log {
            // Zero has no logarithm; it is drawn at the edge.
            let value = value.max(self.min);
            (value / self.min).log10() / (self.max / self.min).log10()
        } else {
            (value - self.min) / (self.max - self.min)
        }
    }

    /// The label of its axis, which says if the scale is logarithmic.
    pub(super) fn label(self, what: &str) -> String {
        match self.is_log {
            true => format!("{what} (logarithmic scale)"),
            false => what.to_owned(),
        }
    }

    pub(super) fn ticks(self) -> Vec<f64> {
        if self.is_log {
            let from = self.min.log10().round() as i32;
            let to = self.max.log10().round() as i32;
            let step = ((to - from) / 8 + 1) as usize;
            return (from..=to)
                .step_by(step)
                .map(|power| 10_f64.powi(power))
                .collect();
        }
        let rough = self.max / 5.0;
        let unit = 10_f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0];
        let step = steps.iter().find(|step| *step * unit >= rough);
        let step = step.unwrap_or(&10.0) * unit;
        let step = if self.is_whole { step.max(1.0) } else { step };
        let n = (self.max / step).floor() as usize;
        (0..=n).map(|i| i as f64 * step).collect()
    }
}

/// Formats a number for a label.
pub(super) fn number(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        value if value >= 1e6 => format!("{} M", trimmed(value / 1e6)),
        value if value >= 1e4 => format!("{} k", trimmed(value / 1e3)),
        value => trimmed(value),
    }
}

fn trimmed(value: f64) -> String {
    let digits = match value {
        value if value >= 100.0 => 0,
        value if value >= 1.0 => 1,
        value if value >= 0.01 => 2,
        _ => 4,
    };
    let text = format!("{value:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A plot with two scales.
pub(super) struct Frame {
    pub(super) x: Scale,
    pub(super) y: Scale,
    body: String,
}

impl Frame {
    /// A frame with axis labels.
    pub(super) fn new(x: Scale, y: Scale, x_label: &str, y_label: &str) -> Frame {
        let ticks = x.ticks().into_iter().map(|tick| (tick, number(tick)));
        Frame::with_ticks(x, y, &ticks.collect::<Vec<_>>(), x_label, y_label)
    }

    /// A frame whose horizontal axis has names at 1, 2 and so on, as many as fit.
    pub(super) fn with_names(names: &[String], y: Scale, x_label: &str, y_label: &str) -> Frame {
        let x = Scale::counting(names.len().max(1) as f64);
        let longest = names.iter().map(|name| name.chars().count()).max();
        let width = 14.0 + 7.0 * longest.unwrap_or(0) as f64;
        let n_fitting = ((WIDTH - RIGHT - LEFT) / width).max(1.0) as usize;
        let step = names.len().div_ceil(n_fitting).max(1);
        let positions = (1..).map(f64::from).zip(names.iter().cloned());
        let ticks: Vec<(f64, String)> = positions.step_by(step).collect();
        Frame::with_ticks(x, y, &ticks, x_label, y_label)
    }

    fn with_ticks(
        x: Scale,
        y: Scale,
        ticks: &[(f64, String)],
        x_label: &str,
        y_label: &str,
    ) -> Frame {
        let mut frame = Frame {
            x,
            y,
            body: String::new(),
        };
        let bottom = TOP + HEIGHT;
        for (tick, label) in ticks {
            let at = frame.x_of(*tick);
            let _ = write!(
                frame.body,
                "<path stroke='#ddd' fill='none' d='M{at:.1} {TOP}V{bottom}'/><text x='{at:.1}' y='{:.1}' text-anchor='middle'>{}</text>",
                bottom + 16.0,
                escape(label)
            );
        }
        for tick in y.ticks() {
            let at = frame.y_of(tick);
            let _ = write!(
                frame.body,
                "<path stroke='#ddd' fill='none' d='M{LEFT} {at:.1}H{:.1}'/><text x='{:.1}' y='{:.1}' text-anchor='end'>{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                at + 4.0,
                number(tick)
            );
        }
        let _ = write!(
            frame.body,
            "<text x='{:.1}' y='{:.1}' text-anchor='middle'>{}</text><text transform='translate(14 {:.1}) rotate(-90)' text-anchor='middle'>{}</text>",
            f64::midpoint(LEFT, WIDTH - RIGHT),
            bottom + 34.0,
            escape(&x.label(x_label)),
            TOP + HEIGHT / 2.0,
            escape(&y.label(y_label))
        );
        frame
    }

    /// The horizontal position of a number.
    pub(super) fn x_of(&self, value: f64) -> f64 {
        LEFT + self.x.position(value) * (WIDTH - RIGHT - LEFT)
    }

    /// The vertical position of a number.
    pub(super) fn y_of(&self, value: f64) -> f64 {
        TOP + HEIGHT * (1.0 - self.y.position(value))
    }

    /// A line through points with marks.
    pub(super) fn line(&mut self, series: usize, points: &[(f64, f64)]) {
        self.path(series, points, "stroke-width='1.5'");
        self.marks(series, points);
    }

    /// A dashed line through points without marks.
    pub(super) fn dashed_line(&mut self, series: usize, points: &[(f64, f64)]) {
        self.path(series, points, "stroke-width='1' stroke-dasharray='5 4'");
    }

    fn path(&mut self, series: usize, points: &[(f64, f64)], stroke: &str) {
        let mut path = String::new();
        for (i, (x, y)) in points.iter().enumerate() {
            let pen = if i == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{pen}{:.1} {:.1}", self.x_of(*x), self.y_of(*y));
        }
        let _ = write!(
            self.body,
            "<path d='{path}' fill='none' stroke='{}' {stroke}/>",
            colour(series)
        );
    }

    /// Marks without a line.
    pub(super) fn marks(&mut self, series: usize, points: &[(f64, f64)]) {
        for (x, y) in points {
            let mark = mark(series, self.x_of(*x), self.y_of(*y));
            self.body += &mark;
        }
    }

    /// The line of equal values.
    pub(super) fn diagonal(&mut self, from: f64, to: f64) {
        let _ = write!(
            self.body,
            "<path stroke='#ddd' fill='none' stroke-dasharray='4 3' d='M{:.1} {:.1}L{:.1} {:.1}'/>",
            self.x_of(from),
            self.y_of(from),
            self.x_of(to),
            self.y_of(to)
        );
    }

    /// The finished SVG with a legend below.
    pub(super) fn finish(self, names: &[String]) -> String {
        let top = TOP + HEIGHT + 54.0;
        let (legend, height) = legend(names, top);
        svg(top + height, &(self.body + &legend))
    }
}

/// Names with their marks, in as many columns as fit.
fn legend(names: &[String], top: f64) -> (String, f64) {
    let longest = names.iter().map(|name| name.chars().count()).max();
    let width = 30.0 + 7.0 * longest.unwrap_or(0) as f64;
    let columns = (((WIDTH - LEFT) / width) as usize).max(1);
    let mut text = String::new();
    for (series, name) in names.iter().enumerate() {
        let x = LEFT + (series % columns) as f64 * width;
        let y = top + (series / columns) as f64 * 18.0;
        let _ = write!(
            text,
            "{}<text x='{:.1}' y='{:.1}'>{}</text>",
            mark(series, x, y - 4.0),
            x + 10.0,
            y,
            escape(name)
        );
    }
    (text, names.len().div_ceil(columns) as f64 * 18.0)
}

/// An SVG with a message in place of a plot.
pub(super) fn message(text: &str) -> String {
    svg(
        36.0,
        &format!("<text x='12' y='22'>{}</text>", escape(text)),
    )
}

/// An SVG of a height. All styling is in attributes, so that it works under a content policy without inline styles.
pub(super) fn svg(height: f64, body: &str) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height:.0}' width='{WIDTH}' height='{height:.0}' font-family='DejaVu Sans, sans-serif' font-size='12' fill='#222'>\
         <rect width='{WIDTH}' height='{height:.0}' fill='#fff'/>{body}</svg>\n"
    )
}
