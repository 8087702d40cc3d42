//! Plots as SVG. Every way has a colour and a shape of its own, so that nothing depends on colour alone.

mod axes;
mod bars;
pub(crate) mod curves;
mod heat;
mod points;

use crate::experiment::{Experiment, Form, Measure, Plot};
use crate::table::Table;

/// A plot that was drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// A name for its file.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The drawing.
    pub svg: String,
}

/// Draws what an experiment asks for, or, where it asks for nothing, a cactus of its times and a heat map of its nodes.
pub fn drawn(experiment: &Experiment, table: &Table) -> Vec<Drawn> {
    let usual = [
        Plot {
            form: Form::Cactus,
            measure: Measure::SolveMs,
            of: Vec::new(),
        },
        Plot {
            form: Form::Heat,
            measure: Measure::Nodes,
            of: Vec::new(),
        },
    ];
    let plots = match &experiment.plots[..] {
        [] => &usual[..],
        plots => plots,
    };
    let mut all = Vec::new();
    for (i, plot) in (1..).zip(plots) {
        let measure = plot.measure;
        let words = words(measure);
        let (form, title, svg) = match plot.form {
            Form::Bar => ("bar", format!("Median {words}"), bars::draw(table, measure)),
            Form::Line => ("line", capital(words), points::lines(table, measure)),
            Form::Cactus => (
                "cactus",
                format!("Instances settled within so many {words}"),
                points::cactus(table, measure),
            ),
            Form::Heat => (
                "heat",
                format!("{}, instance by way", capital(words)),
                heat::draw(table, measure),
            ),
            Form::Scatter => {
                let (a, b) = points::pair(table, &plot.of);
                let title = format!("{}: {a} against {b}", capital(words));
                ("scatter", title, points::scatter(table, measure, &plot.of))
            }
        };
        all.push(Drawn {
            name: format!("{i:02}-{form}-{}", measure.name()),
            title,
            svg,
        });
    }
    all
}

fn words(measure: Measure) -> &'static str {
    match measure {
        Measure::Nodes => "nodes",
        Measure::Failures => "failures",
        Measure::Backtracks => "backtracks",
        Measure::Propagations => "propagations",
        Measure::SetupMs => "milliseconds of setting up",
        Measure::SolveMs => "milliseconds",
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// Colours that most eyes tell apart, after Okabe and Ito.
const COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#8a8a00",
];

fn colour(way: usize) -> &'static str {
    COLOURS[way % COLOURS.len()]
}

/// A mark of a way: its shape changes with every way, its colour too.
fn mark(way: usize, x: f64, y: f64) -> String {
    let fill = colour(way);
    match way % 5 {
        0 => format!("<circle cx='{x:.1}' cy='{y:.1}' r='3.5' fill='{fill}'/>"),
        1 => format!(
            "<rect x='{:.1}' y='{:.1}' width='6.5' height='6.5' fill='{fill}'/>",
            x - 3.25,
            y - 3.25
        ),
        2 => format!("<path d='M{x:.1} {:.1}l4 7h-8z' fill='{fill}'/>", y - 4.5),
        3 => format!(
            "<path d='M{x:.1} {:.1}l4.5 4.5l-4.5 4.5l-4.5 -4.5z' fill='{fill}'/>",
            y - 4.5
        ),
        _ => format!(
            "<path d='M{:.1} {:.1}l7 7m0 -7l-7 7' stroke='{fill}' stroke-width='2' fill='none'/>",
            x - 3.5,
            y - 3.5
        ),
    }
}

/// Text that stands in SVG and HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('\'', "&#39;")
        .replace('"', "&quot;")
}
