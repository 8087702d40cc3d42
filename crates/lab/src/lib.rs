//! The lab: experiments as data. A TOML file names instances and configurations; a run produces rows, and rows become tables and plots, with published figures
//! for comparison.
//!
//! | module | content | uses |
//! |---|---|---|
//! | `process` | runs other programs; measures processor time and memory | |
//! | `csv_text` | CSV records | |
//! | `experiment` | experiments, their options, bundled data, published tables | `csv_text` |
//! | `run` | runs cells in worker processes; rows, journal, Parquet | `experiment`, `process`, `csv_text` |
//! | `report` | tables, Markdown, HTML, plots | `experiment`, `run` |
//! | `tree` | search trees as SVG, as text and for CP-Profiler | `report` |
//! | `peers` | the same instances on other programs | `experiment`, `process`, `csv_text` |
//! | `scaling` | growth of time and memory with the board size | `peers`, `report` |
#![warn(missing_docs)]

mod csv_text;
mod experiment;
pub mod peers;
mod process;
mod report;
mod run;
pub mod scaling;
mod tree;

pub use experiment::generated::{GenerateProgress, GeneratedSet};
pub use experiment::options::{OPTION_NAMES, OptionError, Options};
pub use experiment::published::{Figure, Published, PublishedError, span_of};
pub use experiment::{
    Axis, CONFIGURATION_AXIS, CellLimits, Configuration, Experiment, InstanceSource, Instances,
    Measure, Plot, PlotKind, PublishedSource, Question, bundled,
};
pub use report::cells::published_agreement;
pub use report::markdown::markdown;
pub use report::page::page;
pub use report::plot::{RenderedPlot, render_plots};
pub use report::table::{Entry, Table};
pub use run::instances::{
    CellInput, NamedInstance, format_collection, instances, matches_any, unmatched_pattern,
};
pub use run::journal::{ExistingRows, Journal, JournalError};
pub use run::parquet::{ParquetError, parquet};
pub use run::row::{Key, Row, RunResult};
pub use run::worker::{FAULT_VARIABLE, Workers, serve};
pub use run::{RunOptions, RunProgress, run};
pub use tree::layout::tree_layout;
pub use tree::profiler::{PROFILER_ADDRESS, ProfilerStream};
pub use tree::subtrees::tree_summary;
pub use tree::svg::{TreeStyle, tree_svg};
pub use tree::text::tree_text;
