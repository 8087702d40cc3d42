//! The lab: experiments as data. A file says what is asked of which instances in which ways; running it makes rows, and rows make tables and plots, with published
//! figures beside ours where there are any.
//!
//! | file | what |
//! |---|---|
//! | `experiment`, `reading` | what a file says |
//! | `comparison` | one put together on the spot |
//! | `options` | what can vary |
//! | `generated` | instances that are made from a seed |
//! | `run`, `single`, `worker` | every cell, under limits, on several threads, each with a process of its own to run them in |
//! | `by_eclipse` | cells that are counted as ECLiPSe counts |
//! | `row`, `journal`, `columns` | rows, as CSV that survives a crash, and as Parquet |
//! | `published` | figures that were printed, and which cell they belong to |
//! | `table` | medians over repetitions, instances by ways |
//! | `plot` | bars, lines, cactus, scatter, heat, as SVG |
//! | `cells`, `page`, `markdown` | the report |
//! | `tree`, `profiler` | search trees as SVG, and for CP-Profiler |
//! | `ready` | the reports' experiments, ready to run |
//! | `peers`, `process` | the same instances on other programs |
//! | `scaling` | how time and memory grow with the board, beside them |
#![warn(missing_docs)]

mod by_eclipse;
mod cells;
mod columns;
mod comparison;
mod experiment;
mod generated;
mod journal;
mod markdown;
mod options;
mod page;
pub mod peers;
mod plot;
mod process;
mod profiler;
mod published;
mod reading;
pub mod ready;
mod row;
mod run;
pub mod scaling;
mod single;
mod table;
mod tree;
mod worker;

pub use cells::told_agreement as agreement;
pub use columns::parquet;
pub use comparison::WAY;
pub use experiment::{
    Axis, Beside, CellLimits, Experiment, Form, From, Instances, Measure, Plot, Question, Way,
};
pub use generated::{GeneratedSet, Making};
pub use journal::{Before, Journal, NotKept};
pub use markdown::markdown;
pub use options::{NAMES, Options};
pub use page::page;
pub use plot::{Drawn, drawn};
pub use profiler::{Live, PROFILER};
pub use published::{Figure, Misfit, Published, place_of};
pub use row::{Key, Row};
pub use run::{How, Named, Progress, Subject, instances, is_wanted, kept, missing, run};
pub use table::Table;
pub use tree::{Folding, told as tree_told, tree_svg};
pub use worker::{FAULT, Workers, serve};
