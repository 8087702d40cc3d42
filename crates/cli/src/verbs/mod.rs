//! The verbs of the command, one file each.

pub(crate) mod check;
pub(crate) mod check_proof;
pub(crate) mod chr;
pub(crate) mod completions;
pub(crate) mod convert;
mod diagnosis;
mod dimacs;
pub(crate) mod draw;
pub(crate) mod explain;
mod fast_path;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod kinds;
pub(crate) mod lab;
pub(crate) mod man;
pub(crate) mod minizinc;
mod profiler;
mod proof;
pub(crate) mod rate;
mod rate_summary;
#[cfg(feature = "parquet")]
pub(crate) mod read_columns;
pub(crate) mod run;
pub(crate) mod serve;
pub(crate) mod solve;
mod solve_row;
pub(crate) mod trace;
pub(crate) mod verify;
