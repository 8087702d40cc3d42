//! `completions`: shell completions.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::exit_status::ExitStatus;

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let mut command = crate::Command::command();
        let mut text = Vec::new();
        generate(self.shell, &mut command, "gridwright", &mut text);
        crate::output::stdout::bytes(&text);
        Ok(ExitStatus::Success)
    }
}
