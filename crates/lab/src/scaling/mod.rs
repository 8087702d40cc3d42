//! Scaling: how time and memory grow with the board size, for us and for other programs, each in its own process. `crates/lab/experiments/scaling.toml` has the bundled
//! curves.
//!
//! | file | content |
//! |---|---|
//! | `curve` | the curves of a file, and the puzzles of a size |
//! | `child` | our engine in its own process |
//! | `measure` | measures a curve, size by size |
//! | `fit` | fits a growth function |
//! | `csv` | results as CSV |
//! | `report` | tables and plots |

mod child;
mod csv;
mod curve;
mod fit;
mod measure;
mod report;

pub use child::run_child;
pub use csv::{format_csv, parse_csv};
pub use curve::{Boards, Curve, parse_curves};
pub use fit::{Growth, Law, fit};
pub use measure::{CurveResult, Point, ScalingOptions, Side, measure_curve};
pub use report::{CurvePlots, draw_plots, file_stem, markdown, record_lines, summary};

/// The bundled curves.
pub const CURVES: &str = include_str!("../../experiments/scaling.toml");
