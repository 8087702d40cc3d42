//! `man`: the manual pages.

use std::path::PathBuf;

use clap::Args;

use crate::exit_status::ExitStatus;

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Print the page of this verb
    verb: Option<String>,
    /// Write the pages of the command and of all verbs to this directory
    #[arg(long, value_name = "DIR", conflicts_with = "verb")]
    to: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let mut command = crate::full_command();
        if let Some(folder) = &self.to {
            clap_mangen::generate_to(command, folder)
                .map_err(|error| format!("{}: {error}", folder.display()))?;
            return Ok(ExitStatus::Success);
        }
        command.build();
        if let Some(name) = &self.verb {
            let verb = command.find_subcommand(name);
            command = verb
                .cloned()
                .ok_or_else(|| format!("unknown verb `{name}`"))?;
        }
        let page = clap_mangen::Man::new(command);
        let mut text = Vec::new();
        page.render(&mut text).map_err(|error| error.to_string())?;
        crate::output::stdout::bytes(&text);
        Ok(ExitStatus::Success)
    }
}
