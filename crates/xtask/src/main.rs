//! All automation of the workspace, as `cargo xtask <command>`.
//! A command is one file and one entry of `COMMANDS`, from which the help is printed.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line program prints"
)]

mod advisories;
mod bench;
mod check;
mod dist;
mod doctor;
mod examples;
mod limits;
mod load;
mod packages;
mod pictures;
mod python;
mod recording;
mod run_tests;
mod soak;
mod steps;
mod test;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

/// Every command, in the order the help shows them.
const COMMANDS: &[Command] = &[
    Command {
        name: "test",
        about: "checks the workspace with nothing but the toolchain: format, tidy, tests; --full adds lints, documentation, licences, and the tests that need referees",
        run: test::run,
    },
    Command {
        name: "check",
        about: "the inner loop: format, lints, and the tests of the crates that changed and of those that use them, with a fifth of the random inputs: check [--since COMMIT]",
        run: check::run,
    },
    Command {
        name: "doctor",
        about: "lists the referees of the tests, and how to install those that are missing",
        run: doctor::run,
    },
    Command {
        name: "python",
        about: "builds the Python package and runs its lints and tests: python [arguments of pytest]",
        run: python::run,
    },
    Command {
        name: "packages",
        about: "checks licences, sources and advisories of libraries, and the descriptions of our crates",
        run: packages::run,
    },
    Command {
        name: "dist",
        about: "builds release archives: program, manual pages, completions, MiniZinc files, licences; and a Debian package: dist [--to DIR]",
        run: dist::run,
    },
    Command {
        name: "run-tests",
        about: "builds the tests and runs their programs side by side: run-tests [-p PACKAGE …] [--profile NAME]; TEST_SHARE=5 tries a fifth of the inputs of random and hostile tests",
        run: run_tests::run,
    },
    Command {
        name: "tidy",
        about: "checks project rules that the compiler does not",
        run: tidy::run,
    },
    Command {
        name: "bench",
        about: "runs benchmarks, beside Gecode and clingo where they are installed: bench engine (search trees), bench puzzles (known sets), bench minizinc (MiniZinc models), bench sudoku (9x9 boards in bulk), bench eclipse (published backtrack counts), bench generate (generation), bench chr (CHR programs), bench scaling (growing boards); docs/manual/appendix/benchmarks-full.md lists their options. bench NAME --record stores the rows, bench compare A B compares two recordings, bench --check repeats the last recordings and lists what got slower by more than 20 %",
        run: bench::run,
    },
    Command {
        name: "fuzz",
        about: "checks all engines on random models, every reader on random and mutated inputs, random calls of CHR builtins, or the bulk engine on random boards: fuzz [readers|builtins|sudoku] [count] [first seed]",
        run: examples::fuzz,
    },
    Command {
        name: "limits",
        about: "runs the hostile inputs of the command in a release build, and fails if one takes more than 100 ms of processor time after its time limit: limits [part of a test's name]",
        run: limits::run,
    },
    Command {
        name: "load",
        about: "load-tests the server with many clients: load [clients] [seconds] [program]",
        run: load::run,
    },
    Command {
        name: "soak",
        about: "sends mixed, hostile and aborted requests to the server for three minutes: soak [seconds] [program]",
        run: soak::run,
    },
    Command {
        name: "replay",
        about: "explains the corpus and generated puzzles of every kind, and verifies each explanation: replay [count per kind] [seed] [kind]",
        run: examples::replay,
    },
    Command {
        name: "pictures",
        about: "makes the pictures of the manual with the program itself and Chromium, or checks them: pictures [--check] [program]",
        run: pictures::run,
    },
];

/// One command: its name, one line of help, and the function that takes the arguments after the name.
struct Command {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<(), Error>,
}

/// Why a command failed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Error {
    /// The command ran, and a check or a step failed.
    Failed(String),
    /// The command line is wrong.
    Usage(String),
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Error::Failed(message)) => {
            eprintln!("xtask: {message}");
            ExitCode::from(1)
        }
        Err(Error::Usage(message)) => {
            eprintln!("xtask: {message}\n\n{}", help());
            ExitCode::from(2)
        }
    }
}

fn dispatch(args: &[String]) -> Result<(), Error> {
    let Some((name, rest)) = args.split_first() else {
        return Err(Error::Usage("missing command".to_owned()));
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        print!("{}", help());
        return Ok(());
    }
    match COMMANDS.iter().find(|command| command.name == name) {
        // Some commands run for an hour, so `--help` must never start one.
        Some(command) if rest.iter().any(|arg| arg == "--help" || arg == "-h") => {
            println!("cargo xtask {name}: {}", command.about);
            Ok(())
        }
        Some(command) => (command.run)(rest),
        None => Err(Error::Usage(format!("unknown command `{name}`"))),
    }
}

fn help() -> String {
    let mut text = "Usage: cargo xtask <command>\n\n".to_owned();
    for Command { name, about, .. } in COMMANDS {
        text += &format!("  {name:<10}{about}\n");
    }
    text + &format!("  {:<10}{}\n", "help", "prints this")
}

/// An error if there are arguments, for commands that take none.
fn no_arguments(args: &[String]) -> Result<(), Error> {
    match args.first() {
        None => Ok(()),
        Some(extra) => Err(Error::Usage(format!("unexpected argument `{extra}`"))),
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dispatched(args: &[&str]) -> Result<(), Error> {
        dispatch(&args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn usage_errors_are_named() {
        let usage = |message: &str| Err(Error::Usage(message.to_owned()));
        assert_eq!(dispatched(&[]), usage("missing command"));
        assert_eq!(dispatched(&["tets"]), usage("unknown command `tets`"));
        assert_eq!(
            dispatched(&["tidy", "up"]),
            usage("unexpected argument `up`")
        );
    }

    #[test]
    fn help_starts_no_command() {
        assert_eq!(dispatched(&["tidy", "up", "--help"]), Ok(()));
    }

    #[test]
    fn the_help_lists_every_command() {
        for command in COMMANDS {
            assert!(help().contains(&format!("  {} ", command.name)));
        }
    }
}
