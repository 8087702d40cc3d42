//! The frame of a plot: scales, ticks, and a legend below.

use std::fmt::Write as _;

use super::{colour, escaped, mark};

/// The width of every plot.
pub(super) const WIDTH: f64 = 760.0;
const LEFT: f64 = 68.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 12.0;
const HEIGHT: f64 = 320.0;

/// From numbers to places; logarithmic where the numbers differ by much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    min: f64,
    max: f64,
    is_log: bool,
    /// Whether what is counted comes in ones.
    is_whole: bool,
}

impl Scale {
    /// A scale for some numbers that are not negative.
    pub(super) fn of(values: impl Iterator<Item = f64> + Clone) -> Scale {
        let max = values.clone().fold(0.0, f64::max);
        let positive = values.filter(|value| *value > 0.0);
        let least = positive.fold(f64::INFINITY, f64::min);
        let is_log = least.is_finite() && max / least > 50.0;
        if is_log {
            let min = 10_f64.powf(least.log10().floor());
            let max = 10_f64.powf(max.log10().ceil());
            Scale {
                min,
                max,
                is_log,
                is_whole: false,
            }
        } else {
            let max = if max > 0.0 { max * 1.05 } else { 1.0 };
            Scale {
                min: 0.0,
                max,
                is_log,
                is_whole: false,
            }
        }
    }

    /// A scale for things that are counted, up to the most there are.
    pub(super) fn counting(most: f64) -> Scale {
        Scale {
            min: 0.0,
            max: most * 1.05,
            is_log: false,
            is_whole: true,
        }
    }

    /// The place of a number, from 0 to 1.
    pub(super) fn place(self, value: f64) -> f64 {
        if self.is_log {
            // Nothing at all has no logarithm; it stands at the edge.
            let value = value.max(self.min);
            (value / self.min).log10() / (self.max / self.min).log10()
        } else {
            (value - self.min) / (self.max - self.min)
        }
    }

    fn ticks(self) -> Vec<f64> {
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

/// A number as people write it.
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
    /// A frame with the words for its two directions.
    pub(super) fn new(x: Scale, y: Scale, across: &str, up: &str) -> Frame {
        let ticks = x.ticks().into_iter().map(|tick| (tick, number(tick)));
        Frame::with_ticks(x, y, &ticks.collect::<Vec<_>>(), across, up)
    }

    /// A frame whose places across have names, at 1, 2 and so on; as many of them are told as there is room for.
    pub(super) fn with_names(names: &[String], y: Scale, across: &str, up: &str) -> Frame {
        let x = Scale::counting(names.len().max(1) as f64);
        let longest = names.iter().map(|name| name.chars().count()).max();
        let width = 14.0 + 7.0 * longest.unwrap_or(0) as f64;
        let room = ((WIDTH - RIGHT - LEFT) / width).max(1.0) as usize;
        let step = names.len().div_ceil(room).max(1);
        let places = (1..).map(f64::from).zip(names.iter().cloned());
        let ticks: Vec<(f64, String)> = places.step_by(step).collect();
        Frame::with_ticks(x, y, &ticks, across, up)
    }

    fn with_ticks(x: Scale, y: Scale, ticks: &[(f64, String)], across: &str, up: &str) -> Frame {
        let mut frame = Frame {
            x,
            y,
            body: String::new(),
        };
        let bottom = TOP + HEIGHT;
        for (tick, words) in ticks {
            let at = frame.across(*tick);
            let _ = write!(
                frame.body,
                "<path stroke='#ddd' fill='none' d='M{at:.1} {TOP}V{bottom}'/><text x='{at:.1}' y='{:.1}' text-anchor='middle'>{}</text>",
                bottom + 16.0,
                escaped(words)
            );
        }
        for tick in y.ticks() {
            let at = frame.up(tick);
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
            escaped(across),
            TOP + HEIGHT / 2.0,
            escaped(up)
        );
        frame
    }

    /// Where a number stands across.
    pub(super) fn across(&self, value: f64) -> f64 {
        LEFT + self.x.place(value) * (WIDTH - RIGHT - LEFT)
    }

    /// Where a number stands up.
    pub(super) fn up(&self, value: f64) -> f64 {
        TOP + HEIGHT * (1.0 - self.y.place(value))
    }

    /// A line through points, with a mark at each.
    pub(super) fn line(&mut self, way: usize, points: &[(f64, f64)]) {
        self.path(way, points, "stroke-width='1.5'");
        self.marks(way, points);
    }

    /// A broken line through points, without marks.
    pub(super) fn broken(&mut self, way: usize, points: &[(f64, f64)]) {
        self.path(way, points, "stroke-width='1' stroke-dasharray='5 4'");
    }

    fn path(&mut self, way: usize, points: &[(f64, f64)], stroke: &str) {
        let mut path = String::new();
        for (i, (x, y)) in points.iter().enumerate() {
            let pen = if i == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{pen}{:.1} {:.1}", self.across(*x), self.up(*y));
        }
        let _ = write!(
            self.body,
            "<path d='{path}' fill='none' stroke='{}' {stroke}/>",
            colour(way)
        );
    }

    /// Marks without a line.
    pub(super) fn marks(&mut self, way: usize, points: &[(f64, f64)]) {
        for (x, y) in points {
            let mark = mark(way, self.across(*x), self.up(*y));
            self.body += &mark;
        }
    }

    /// The line on which both numbers are equal.
    pub(super) fn diagonal(&mut self, from: f64, to: f64) {
        let _ = write!(
            self.body,
            "<path stroke='#ddd' fill='none' stroke-dasharray='4 3' d='M{:.1} {:.1}L{:.1} {:.1}'/>",
            self.across(from),
            self.up(from),
            self.across(to),
            self.up(to)
        );
    }

    /// The drawing, with a legend of ways below.
    pub(super) fn done(self, ways: &[String]) -> String {
        let top = TOP + HEIGHT + 54.0;
        let (legend, height) = legend(ways, top);
        sheet(top + height, &(self.body + &legend))
    }
}

/// The ways with their marks, in as many columns as their names allow.
fn legend(ways: &[String], top: f64) -> (String, f64) {
    let longest = ways.iter().map(|way| way.chars().count()).max();
    let width = 30.0 + 7.0 * longest.unwrap_or(0) as f64;
    let columns = (((WIDTH - LEFT) / width) as usize).max(1);
    let mut text = String::new();
    for (way, name) in ways.iter().enumerate() {
        let x = LEFT + (way % columns) as f64 * width;
        let y = top + (way / columns) as f64 * 18.0;
        let _ = write!(
            text,
            "{}<text x='{:.1}' y='{:.1}'>{}</text>",
            mark(way, x, y - 4.0),
            x + 10.0,
            y,
            escaped(name)
        );
    }
    (text, ways.len().div_ceil(columns) as f64 * 18.0)
}

/// A sheet on which there is nothing to draw, and why.
pub(super) fn nothing(why: &str) -> String {
    let words = format!("<text x='12' y='22'>{}</text>", escaped(why));
    sheet(36.0, &words)
}

/// A drawing of this height. How things look is said by attributes, so that a page whose policy forbids styles of others can show it.
pub(super) fn sheet(height: f64, body: &str) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height:.0}' width='{WIDTH}' height='{height:.0}' font-family='DejaVu Sans, sans-serif' font-size='12' fill='#222'>\
         <rect width='{WIDTH}' height='{height:.0}' fill='#fff'/>{body}</svg>\n"
    )
}
