//! `completions`: completions for a shell.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::ending::Ending;

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let mut command = crate::Command::command();
        let mut text = Vec::new();
        generate(self.shell, &mut command, "gridwright", &mut text);
        crate::out::bytes(&text);
        Ok(Ending::Well)
    }
}
