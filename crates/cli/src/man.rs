//! `man`: the manual page.

use clap::{Args, CommandFactory};

use crate::ending::Ending;

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The page of one verb
    verb: Option<String>,
}

impl Man {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let mut command = crate::Command::command();
        command.build();
        if let Some(name) = &self.verb {
            let verb = command.find_subcommand(name);
            command = verb
                .cloned()
                .ok_or_else(|| format!("there is no verb `{name}`"))?;
        }
        let page = clap_mangen::Man::new(command);
        let mut text = Vec::new();
        page.render(&mut text).map_err(|error| error.to_string())?;
        crate::out::bytes(&text);
        Ok(Ending::Well)
    }
}
