//! The lab: experiments as data. A file says what is asked of which instances in which ways; running it makes rows, and rows make tables and plots, with published
//! figures beside ours where there are any.
//!
//! | file | what |
//! |---|---|
//! | `experiment` | what a file says |
//! | `options` | what can vary |
//! | `run` | every cell, under limits, on several threads |
//! | `by_eclipse` | cells that are counted as ECLiPSe counts |
//! | `row`, `journal`, `columns` | rows, as CSV that survives a crash, and as Parquet |
//! | `published` | figures that were printed, and which cell they belong to |
//! | `table` | medians over repetitions, instances by ways |
//! | `plot` | bars, lines, cactus, scatter, heat, as SVG |
//! | `cells`, `page`, `markdown` | the report |
//! | `tree` | search trees as SVG |
//! | `ready` | the reports' experiments, ready to run |
#![warn(missing_docs)]

mod by_eclipse;
mod cells;
mod columns;
mod experiment;
mod journal;
mod markdown;
mod options;
mod page;
mod plot;
mod published;
pub mod ready;
mod row;
mod run;
mod table;
mod tree;

pub use cells::told_agreement as agreement;
pub use columns::parquet;
pub use experiment::{
    Axis, Beside, CellLimits, Experiment, Form, From, Instances, Measure, Plot, Question, Way,
};
pub use journal::{Before, Journal, NotKept};
pub use markdown::markdown;
pub use options::{NAMES, Options};
pub use page::page;
pub use plot::{Drawn, drawn};
pub use published::{Figure, Published};
pub use row::{Key, Row};
pub use run::{How, Named, Progress, instances, run};
pub use table::Table;
pub use tree::{Folding, told as tree_told, tree_svg};
