//! All automation of the house, as `cargo xtask <command>`; there are no scripts.
//! A command is one file and one line of `COMMANDS`, from which the help is printed.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program talks to its terminal"
)]

mod bench;
mod fuzz;
mod load;
mod needs;
mod recording;
mod replay;
mod test;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

/// Every command, in the order the help shows them.
const COMMANDS: &[Command] = &[
    Command {
        name: "test",
        about: "checks everything: format, lints, tests, documentation, tidy",
        run: test::run,
    },
    Command {
        name: "tidy",
        about: "checks the rules of the house that no compiler knows",
        run: tidy::run,
    },
    Command {
        name: "bench",
        about: "measures, beside Gecode and clingo where they are installed: bench engine walks trees, bench puzzles solves known sets, bench minizinc runs models, bench sudoku solves 9x9 boards in bulk, bench eclipse counts the reports' backtracks again, bench generate makes puzzles, bench chr runs rules, bench scaling lets boards grow (docs/benchmarks.md has their options); bench NAME --record keeps the rows, bench compare A B compares two recordings, bench --check runs again what was recorded last and names what got slower by more than a fifth",
        run: bench::run,
    },
    Command {
        name: "fuzz",
        about: "puts random models to all engines, random texts to all parsers, or random boards to the bulk engine: fuzz [parsers|sudoku] [how many] [first seed]",
        run: fuzz::run,
    },
    Command {
        name: "load",
        about: "puts many clients on the server at once: load [clients] [seconds] [program]",
        run: load::run,
    },
    Command {
        name: "replay",
        about: "explains the corpus and puzzles made of every kind, and replays each explanation: replay [how many of each] [seed]",
        run: replay::run,
    },
];

/// One command: its name, one line of help, and what it does with the arguments that follow its name.
struct Command {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<(), Stop>,
}

/// Why a command did not succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stop {
    /// The command ran, and what it checks does not hold.
    Failed(String),
    /// The command was not called as it should be.
    Usage(String),
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Failed(why)) => {
            eprintln!("xtask: {why}");
            ExitCode::from(1)
        }
        Err(Stop::Usage(why)) => {
            eprintln!("xtask: {why}\n\n{}", help());
            ExitCode::from(2)
        }
    }
}

fn dispatch(args: &[String]) -> Result<(), Stop> {
    let Some((name, rest)) = args.split_first() else {
        return Err(Stop::Usage("which command?".to_owned()));
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        print!("{}", help());
        return Ok(());
    }
    match COMMANDS.iter().find(|command| command.name == name) {
        // Some commands run for an hour: whoever asks what one does must not set it going.
        Some(command) if rest.iter().any(|arg| arg == "--help" || arg == "-h") => {
            println!("cargo xtask {name}: {}", command.about);
            Ok(())
        }
        Some(command) => (command.run)(rest),
        None => Err(Stop::Usage(format!("no command is called `{name}`"))),
    }
}

fn help() -> String {
    let mut text = "Usage: cargo xtask <command>\n\n".to_owned();
    for Command { name, about, .. } in COMMANDS {
        text += &format!("  {name:<8}{about}\n");
    }
    text + &format!("  {:<8}{}\n", "help", "prints this")
}

/// Refuses arguments, for commands that take none.
fn no_arguments(args: &[String]) -> Result<(), Stop> {
    match args.first() {
        None => Ok(()),
        Some(extra) => Err(Stop::Usage(format!(
            "this command takes no arguments, not `{extra}`"
        ))),
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dispatched(args: &[&str]) -> Result<(), Stop> {
        dispatch(&args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn misuse_is_named() {
        let usage = |why: &str| Err(Stop::Usage(why.to_owned()));
        assert_eq!(dispatched(&[]), usage("which command?"));
        assert_eq!(dispatched(&["tets"]), usage("no command is called `tets`"));
        assert_eq!(
            dispatched(&["tidy", "up"]),
            usage("this command takes no arguments, not `up`")
        );
    }

    #[test]
    fn whoever_asks_for_help_sets_nothing_going() {
        assert_eq!(dispatched(&["tidy", "up", "--help"]), Ok(()));
    }

    #[test]
    fn the_help_lists_every_command() {
        for command in COMMANDS {
            assert!(help().contains(&format!("  {} ", command.name)));
        }
    }
}
