//! `man`: the manual page.

use clap::{Args, CommandFactory};

use crate::exit_status::ExitStatus;

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Print the page of this verb
    verb: Option<String>,
}

impl Man {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let mut command = crate::Command::command();
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
