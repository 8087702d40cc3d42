//! The command `gridwright`.
//!
//! `verbs` has one file per verb, listed in [`VERBS`]. Verbs read with `input`, process many puzzles with `work`, and print with `output`.
#![expect(
    clippy::print_stderr,
    reason = "the command prints messages to standard error"
)]

/// Writes to standard output; if the reader has gone, the program ends silently.
macro_rules! out {
    ($($words:tt)*) => { $crate::output::stdout::write(&format!($($words)*)) };
}

/// Writes a line to standard output.
macro_rules! outln {
    () => { $crate::output::stdout::write("\n") };
    ($($words:tt)*) => { $crate::output::stdout::write(&(format!($($words)*) + "\n")) };
}

/// Writes a line of words to standard output, wrapped between them if it is a narrow terminal.
macro_rules! wordsln {
    ($($words:tt)*) => { outln!("{}", $crate::output::wrap::wrapped(&format!($($words)*), 2)) };
}

mod exit_status;
mod input;
mod output;
mod verbs;
mod work;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use exit_status::ExitStatus;
use output::wrap::{exit_with, with_wrapped_usage, wrapped_message};

/// A verb of the command.
struct Verb {
    name: &'static str,
    about: &'static str,
    /// Adds its arguments; called for the verb that is run, and for help about all of them.
    arguments: fn(Command) -> Command,
    run: fn(&ArgMatches) -> Result<Result<ExitStatus, String>, clap::Error>,
}

/// A verb with a name, a description, and the type of its arguments, which has the method `run`.
macro_rules! verb {
    ($name:literal, $about:literal, $arguments:ty) => {
        Verb {
            name: $name,
            about: $about,
            arguments: |verb| {
                let verb = <$arguments>::augment_args(verb);
                verb.about($about).long_about(None)
            },
            run: |matches| Ok(<$arguments>::from_arg_matches(matches)?.run()),
        }
    };
}

#[rustfmt::skip]
const VERBS: &[Verb] = &[
    verb!("solve", "Find an answer", verbs::solve::Solve),
    verb!("unique", "Prove that there is exactly one answer, or show two", verbs::solve::Unique),
    verb!("count", "Count the answers", verbs::solve::Count),
    verb!("backbone", "Show what all answers have in common", verbs::solve::Backbone),
    verb!("explain", "Solve a puzzle step by step, with the reason for each step", verbs::explain::Explain),
    verb!("hint", "Check a partly filled board and suggest the next step", verbs::hint::HintVerb),
    verb!("rate", "Rate the difficulty of a puzzle by the steps of its explanation", verbs::rate::Rate),
    verb!("verify", "Check explanations written by `explain --json`, step by step", verbs::verify::Verify),
    verb!("generate", "Generate puzzles with exactly one answer", verbs::generate::Generate),
    verb!("check", "Check an answer and name the rule it violates", verbs::check::Check),
    verb!("check-proof", "Check a proof written by `unique --proof`", verbs::check_proof::CheckProof),
    verb!("draw", "Draw a puzzle, in the terminal or as SVG, PNG or PDF", verbs::draw::Draw),
    verb!("convert", "Convert a puzzle to another format", verbs::convert::Convert),
    verb!("run", "Run a model in the modelling language, or solve a CNF file", verbs::run::Run),
    verb!("chr", "Run a Constraint Handling Rules (CHR) program", verbs::chr::Chr),
    verb!("lab", "Run experiments and write reports: tables, plots, comparison with published results", verbs::lab::Lab),
    verb!("serve", "Serve the web interface", verbs::serve::Serve),
    verb!("trace", "Print the events of a search as JSON lines", verbs::trace::Trace),
    verb!("tree", "Draw the search tree, or the board at one of its nodes", verbs::trace::Tree),
    verb!("minizinc", "Register Gridwright as a MiniZinc solver", verbs::minizinc::MiniZinc),
    verb!("kinds", "List the puzzle kinds with their viewpoints, rules and formats", verbs::kinds::Kinds),
    verb!("completions", "Print shell completions", verbs::completions::Completions),
    verb!("man", "Print the manual page", verbs::man::Man),
    #[cfg(feature = "parquet")]
    verb!("read-columns", "Read a Parquet or Arrow file from standard input; started by the program itself", verbs::read_columns::ReadColumns),
];

/// The verbs that help does not list.
const HIDDEN: &[&str] = &["read-columns"];

/// The command line; the arguments of a verb are added when it is run.
fn command() -> Command {
    with_verbs(|command, verb| command.defer(verb.arguments))
}

/// The command line with the arguments of all verbs.
fn full_command() -> Command {
    with_verbs(|command, verb| (verb.arguments)(command))
}

fn with_verbs(with_arguments: fn(Command, &Verb) -> Command) -> Command {
    let verbs = VERBS.iter().map(|verb| {
        let is_hidden = HIDDEN.contains(&verb.name);
        let command = Command::new(verb.name).about(verb.about).hide(is_hidden);
        with_arguments(command, verb)
    });
    Command::new("gridwright")
        .version(env!("CARGO_PKG_VERSION"))
        .about(
            "Solve, explain, rate, generate, check, draw and convert logic puzzles of many kinds",
        )
        .max_term_width(100)
        .after_help(exit_status::HELP)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(verbs)
}

fn main() -> ExitCode {
    // MiniZinc calls its solvers without a verb, so that the name decides.
    let name = std::env::args_os().next().map(PathBuf::from);
    if name.is_some_and(|name| name.file_stem() == Some(OsStr::new(gridwright_fzn::NAME))) {
        return gridwright_fzn::run(std::env::args().skip(1));
    }
    let matches = with_wrapped_usage(command()).try_get_matches();
    let matches = matches.unwrap_or_else(|error| exit_with(&error));
    let (name, arguments) = matches.subcommand().expect("a verb is required");
    let mut verbs = VERBS.iter();
    let verb = verbs.find(|verb| verb.name == name).expect("a known verb");
    match (verb.run)(arguments).unwrap_or_else(|error| exit_with(&error)) {
        Ok(status) => status.code(),
        Err(message) => {
            eprintln!("{}", wrapped_message(&message));
            ExitStatus::Error.code()
        }
    }
}
