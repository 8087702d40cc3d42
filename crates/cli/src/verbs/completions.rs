//! `completions`: shell completions, of the values of options too.

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};
use gridwright::fd::{Choice, Consistency, Inference, Select};
use gridwright::{CATALOGUE, EngineName};

use crate::exit_status::ExitStatus;

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let mut command = with_values(crate::Command::command());
        let mut text = Vec::new();
        generate(self.shell, &mut command, "gridwright", &mut text);
        crate::output::stdout::bytes(&text);
        Ok(ExitStatus::Success)
    }
}

/// The command with the possible values of arguments that are parsed from tables of names.
fn with_values(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| match values(arg.get_id().as_str()) {
        Some(values) => arg.value_parser(PossibleValuesParser::new(values)),
        None => arg,
    });
    command.mut_subcommands(with_values)
}

/// The values of an argument, if they are in a table of names. An input may start with a kind.
fn values(argument: &str) -> Option<Vec<&'static str>> {
    fn names<T>(table: &[(&'static str, T)]) -> Option<Vec<&'static str>> {
        Some(table.iter().map(|(name, _)| *name).collect())
    }
    match argument {
        "engine" => names(EngineName::NAMES),
        "consistency" => names(Consistency::NAMES),
        "inference" => names(Inference::NAMES),
        "select" => names(Select::NAMES),
        "choose" => names(Choice::NAMES),
        "kind" | "args" => Some(CATALOGUE.iter().map(|kind| kind.info().id).collect()),
        _ => None,
    }
}
