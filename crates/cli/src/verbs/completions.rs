//! `completions`: shell completions, of the values of options too.

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap_complete::{Shell, generate};
use gridwright::explain::Difficulty;
use gridwright::fd::{Choice, Consistency, Inference, Select};
use gridwright::printing::Paper;
use gridwright::puzzles::Symmetry;
use gridwright::{CATALOGUE, EngineName, Kind};
use gridwright_lab::bundled::EXPERIMENTS;
use gridwright_lab::peers::peer_names;

use crate::exit_status::ExitStatus;
use crate::verbs::kinds::techniques;

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let mut command = with_values(crate::full_command());
        let mut text = Vec::new();
        generate(self.shell, &mut command, "gridwright", &mut text);
        let text = String::from_utf8_lossy(&text);
        let text = match self.shell {
            Shell::Zsh => zsh_inputs(&text),
            Shell::Fish => text.into_owned() + &fish_inputs(&command),
            _ => text.into_owned(),
        };
        crate::output::stdout::bytes(text.as_bytes());
        Ok(ExitStatus::Success)
    }
}

/// The command with the possible values of arguments that are parsed from tables of names.
fn with_values(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let is_listed = !arg.get_possible_values().is_empty();
        match values(arg.get_id().as_str()).filter(|_| !is_listed) {
            Some(values) => arg.value_parser(PossibleValuesParser::new(values)),
            None => arg,
        }
    });
    command.mut_subcommands(with_values)
}

fn kinds() -> Vec<&'static str> {
    CATALOGUE.iter().map(|kind| kind.info().id).collect()
}

/// The values of an argument, if they are in a table of names. An input may start with a kind.
fn values(argument: &str) -> Option<Vec<&'static str>> {
    fn names<T>(table: &[(&'static str, T)]) -> Vec<&'static str> {
        table.iter().map(|(name, _)| *name).collect()
    }
    /// The names that any kind has, each once, in the order of the catalogue.
    fn of_kinds<I: IntoIterator<Item = &'static str>>(
        of: impl Fn(&'static dyn Kind) -> I,
    ) -> Vec<&'static str> {
        let mut all = Vec::new();
        for name in CATALOGUE.iter().flat_map(|kind| of(*kind)) {
            if !all.contains(&name) {
                all.push(name);
            }
        }
        all
    }
    Some(match argument {
        "engine" => names(EngineName::NAMES),
        "consistency" => names(Consistency::NAMES),
        "inference" => names(Inference::NAMES),
        "select" => names(Select::NAMES),
        "choose" => names(Choice::NAMES),
        "restarts" => vec!["never", "adaptive", "luby", "linear", "geometric"],
        "kind" | "args" => kinds(),
        "symmetry" => Symmetry::names(),
        "difficulty" => names(&Difficulty::SCALE),
        "paper" => names(Paper::NAMES),
        "experiment" => names(EXPERIMENTS),
        "peer" => peer_names().to_vec(),
        "viewpoint" => of_kinds(|kind| names(&kind.viewpoints())),
        "connectivity" => of_kinds(|kind| kind.connectivity().iter().map(|one| one.name())),
        "rule" => of_kinds(|kind| kind.rules().iter().map(|rule| rule.name)),
        "techniques" | "requires" => {
            of_kinds(|kind| techniques(kind).into_iter().map(|technique| technique.id))
        }
        "to" => {
            let mut all = vec!["text"];
            all.extend(of_kinds(|kind| names(&kind.formats())));
            all
        }
        option => return board_option(option),
    })
}

/// The names that the value of a board option of `generate` may be.
fn board_option(name: &str) -> Option<Vec<&'static str>> {
    let kinds = CATALOGUE.iter().filter_map(|kind| kind.generation());
    let mut options = kinds.flat_map(|generate| generate.options);
    let names = (options.find(|option| option.name == name)?.names)();
    (!names.is_empty()).then_some(names)
}

/// The script for zsh, with files besides kinds where both are accepted.
fn zsh_inputs(script: &str) -> String {
    let list = format!(":({})'", kinds().join(" "));
    let both = format!(
        "_gridwright_inputs() {{\n    _alternative 'kinds:kind:({})' 'files:file:_files'\n}}\n\nif [ \"$funcstack[1]\"",
        kinds().join(" ")
    );
    let is_input = |line: &str| line.starts_with("'*::args") && line.contains(&list);
    let lines = script.lines().map(|line| match is_input(line) {
        true => line.replace(&list, ":_gridwright_inputs'"),
        false => line.to_owned(),
    });
    let text: Vec<String> = lines.collect();
    (text.join("\n") + "\n").replacen("if [ \"$funcstack[1]\"", &both, 1)
}

/// Lines for fish, which completes no values of arguments without a name by itself.
fn fish_inputs(command: &clap::Command) -> String {
    let mut text = String::new();
    for verb in command.get_subcommands() {
        let condition = format!("__fish_gridwright_using_subcommand {}", verb.get_name());
        text += &fish_values(verb, &condition);
        for part in verb.get_subcommands() {
            let condition = format!(
                "{condition}; and __fish_seen_subcommand_from {}",
                part.get_name()
            );
            text += &fish_values(part, &condition);
        }
    }
    text
}

/// The lines for the arguments without a name of one command, where a condition holds.
fn fish_values(command: &clap::Command, condition: &str) -> String {
    let mut text = String::new();
    for argument in command.get_positionals() {
        let listed = argument.get_possible_values();
        let names: Vec<&str> = listed.iter().map(|value| value.get_name()).collect();
        if !names.is_empty() {
            let names = names.join(" ");
            text += &format!("complete -c gridwright -n \"{condition}\" -a \"{names}\"\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(shell: Shell) -> String {
        let mut command = with_values(crate::full_command());
        let mut text = Vec::new();
        generate(shell, &mut command, "gridwright", &mut text);
        let text = String::from_utf8(text).expect("text");
        match shell {
            Shell::Zsh => zsh_inputs(&text),
            Shell::Fish => text + &fish_inputs(&command),
            _ => text,
        }
    }

    #[test]
    fn values_of_every_table_are_completed_in_every_shell() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = script(shell);
            for (argument, value) in [
                ("kind", "fillomino"),
                ("engine", "learn"),
                ("consistency", "bounds"),
                ("select", "first_fail"),
                ("choose", "indomain_min"),
                ("restarts", "geometric"),
                ("symmetry", "rotate2"),
                ("difficulty", "extreme"),
                ("paper", "letter"),
                ("experiment", "000-sudoku"),
                ("viewpoint", "cells"),
                ("connectivity", "disjoint_set"),
                ("to", "puzzlink"),
                ("techniques", "xy-wing"),
                ("requires", "2-string-kite"),
                ("variant", "little-killer"),
                ("peer", "cspuz"),
            ] {
                let listed = values(argument).expect("a table");
                assert!(listed.contains(&value), "{argument}: {listed:?}");
                assert!(script.contains(value), "{shell} {argument} {value}");
            }
        }
    }

    #[test]
    fn inputs_are_kinds_and_files_in_zsh() {
        let script = script(Shell::Zsh);
        assert!(!script.contains("standard input:(sudoku"));
        assert!(script.contains("standard input:_gridwright_inputs'"));
        assert_eq!(script.matches("_gridwright_inputs() {").count(), 1);
    }
}
