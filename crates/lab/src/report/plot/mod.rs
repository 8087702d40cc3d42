//! Plots as SVG. Each configuration has its own colour and its own mark, so that no plot depends on colour alone.

mod bars;
mod frame;
mod heat;
pub(crate) mod points;

use crate::experiment::{Experiment, Measure, Plot, PlotKind};
use crate::report::capitalize;
use crate::report::table::Table;

/// A finished plot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RenderedPlot {
    /// A file name without extension.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The SVG text.
    pub svg: String,
}

/// Draws the plots of an experiment; the default is a cactus plot of times and a heat map of nodes.
pub fn render_plots(experiment: &Experiment, table: &Table) -> Vec<RenderedPlot> {
    let default = [
        Plot {
            form: PlotKind::Cactus,
            measure: Measure::SolveMs,
            of: Vec::new(),
        },
        Plot {
            form: PlotKind::Heat,
            measure: Measure::Nodes,
            of: Vec::new(),
        },
    ];
    let plots = match &experiment.plots[..] {
        [] => &default[..],
        plots => plots,
    };
    let mut all = Vec::new();
    for (i, plot) in (1..).zip(plots) {
        let measure = plot.measure;
        let name = measure_text(measure);
        let (form, title, svg) = match plot.form {
            PlotKind::Bar => ("bar", format!("Median {name}"), bars::draw(table, measure)),
            PlotKind::Line => ("line", capitalize(name), points::lines(table, measure)),
            PlotKind::Cactus => (
                "cactus",
                format!("Instances settled by {name}"),
                points::cactus(table, measure),
            ),
            PlotKind::Heat => (
                "heat",
                format!("{}, instances by configurations", capitalize(name)),
                heat::draw(table, measure),
            ),
            PlotKind::Scatter => {
                let (a, b) = points::pair_names(table, &plot.of);
                let title = format!("{}: {a} against {b}", capitalize(name));
                ("scatter", title, points::scatter(table, measure, &plot.of))
            }
        };
        all.push(RenderedPlot {
            name: format!("{i:02}-{form}-{}", measure.name()),
            title,
            svg,
        });
    }
    all
}

fn measure_text(measure: Measure) -> &'static str {
    match measure {
        Measure::Nodes => "nodes",
        Measure::Failures => "failures",
        Measure::Backtracks => "backtracks",
        Measure::Propagations => "propagations",
        Measure::SetupMs => "milliseconds of set-up",
        Measure::SolveMs => "milliseconds",
    }
}

/// Colours for all kinds of colour vision, after Okabe and Ito.
const COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#8a8a00",
];

fn colour(series: usize) -> &'static str {
    COLOURS[series % COLOURS.len()]
}

/// A mark: shape and colour depend on the index of the series.
fn mark(series: usize, x: f64, y: f64) -> String {
    let fill = colour(series);
    match series % 5 {
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
