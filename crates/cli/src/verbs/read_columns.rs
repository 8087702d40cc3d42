//! `read-columns`: a hidden verb, the process in which Parquet and Arrow files are read.

use clap::Args;

use crate::exit_status::ExitStatus;
use crate::input::columns::{ARROW, PARQUET, read_columns};

#[derive(Debug, Args)]
pub(crate) struct ReadColumns {
    /// The format
    #[arg(value_parser = [PARQUET, ARROW])]
    format: String,
}

impl ReadColumns {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        read_columns(&self.format)?;
        Ok(ExitStatus::Success)
    }
}
