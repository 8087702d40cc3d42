//! The command `gridwright`.
//!
//! `verbs` has one file per verb, listed in [`Verb`]. Verbs read with `input`, process many puzzles with `work`, and print with `output`.
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

mod exit_status;
mod input;
mod output;
mod verbs;
mod work;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use exit_status::ExitStatus;
use output::wrap::with_wrapped_usage;

/// Solve, explain, rate, generate, check, draw and convert logic puzzles of nineteen kinds.
#[derive(Debug, Parser)]
#[command(name = "gridwright", version, max_term_width = 100, after_help = exit_status::HELP)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
}

/// The verbs.
#[derive(Debug, Subcommand)]
enum Verb {
    /// Find an answer
    Solve(verbs::solve::Solve),
    /// Prove that there is exactly one answer, or show two
    Unique(verbs::solve::Unique),
    /// Count the answers
    Count(verbs::solve::Count),
    /// Show what all answers have in common
    Backbone(verbs::solve::Backbone),
    /// Solve a puzzle step by step, with the reason for each step
    Explain(verbs::explain::Explain),
    /// Check a partly filled board and suggest the next step
    Hint(verbs::hint::HintVerb),
    /// Rate the difficulty of a puzzle by the steps of its explanation
    Rate(verbs::rate::Rate),
    /// Check explanations written by `explain --json`, step by step
    Verify(verbs::verify::Verify),
    /// Generate puzzles with exactly one answer
    Generate(verbs::generate::Generate),
    /// Check an answer and name the rule it violates
    Check(verbs::check::Check),
    /// Check a proof written by `unique --proof`
    CheckProof(verbs::check_proof::CheckProof),
    /// Draw a puzzle, in the terminal or as SVG, PNG or PDF
    Draw(verbs::draw::Draw),
    /// Convert a puzzle to another format
    Convert(verbs::convert::Convert),
    /// Run a model in the modelling language, or solve a CNF file
    Run(verbs::run::Run),
    /// Run a Constraint Handling Rules (CHR) program
    Chr(verbs::chr::Chr),
    /// Run experiments and write reports: tables, plots, comparison with published results
    Lab(verbs::lab::Lab),
    /// Serve the web interface
    Serve(verbs::serve::Serve),
    /// Print the events of a search as JSON lines
    Trace(verbs::trace::Trace),
    /// Draw the search tree, or the board at one of its nodes
    Tree(verbs::trace::Tree),
    /// Register Gridwright as a MiniZinc solver
    #[command(name = "minizinc")]
    MiniZinc(verbs::minizinc::MiniZinc),
    /// List the puzzle kinds with their viewpoints, rules and formats
    Kinds(verbs::kinds::Kinds),
    /// Print shell completions
    Completions(verbs::completions::Completions),
    /// Print the manual page
    Man(verbs::man::Man),
    /// Read a Parquet or Arrow file from standard input; started by the program itself
    #[cfg(feature = "parquet")]
    #[command(hide = true)]
    ReadColumns(verbs::read_columns::ReadColumns),
}

fn main() -> ExitCode {
    // MiniZinc calls its solvers without a verb, so that the name decides.
    let name = std::env::args_os().next().map(PathBuf::from);
    if name.is_some_and(|name| name.file_stem() == Some(OsStr::new(gridwright_fzn::NAME))) {
        return gridwright_fzn::run(std::env::args().skip(1));
    }
    let matches = with_wrapped_usage(Command::command()).get_matches();
    let command = Command::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let status = match command.verb {
        Verb::Solve(verb) => verb.run(),
        Verb::Unique(verb) => verb.run(),
        Verb::Count(verb) => verb.run(),
        Verb::Backbone(verb) => verb.run(),
        Verb::Explain(verb) => verb.run(),
        Verb::Hint(verb) => verb.run(),
        Verb::Rate(verb) => verb.run(),
        Verb::Verify(verb) => verb.run(),
        Verb::Generate(verb) => verb.run(),
        Verb::Check(verb) => verb.run(),
        Verb::CheckProof(verb) => verb.run(),
        Verb::Draw(verb) => verb.run(),
        Verb::Convert(verb) => verb.run(),
        Verb::Run(verb) => verb.run(),
        Verb::Chr(verb) => verb.run(),
        Verb::Lab(verb) => verb.run(),
        Verb::Serve(verb) => verb.run(),
        Verb::Trace(verb) => verb.run(),
        Verb::Tree(verb) => verb.run(),
        Verb::MiniZinc(verb) => verb.run(),
        Verb::Kinds(verb) => verb.run(),
        Verb::Completions(verb) => verb.run(),
        Verb::Man(verb) => verb.run(),
        #[cfg(feature = "parquet")]
        Verb::ReadColumns(verb) => verb.run(),
    };
    match status {
        Ok(status) => status.code(),
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitStatus::Error.code()
        }
    }
}
