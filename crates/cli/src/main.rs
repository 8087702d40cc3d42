//! The command `gridwright`: one file per verb, listed in [`Verb`].
//!
//! | file | what |
//! |---|---|
//! | `input` | files, standard input, literal texts and addresses; many puzzles in one |
//! | `solving` | the options of every verb that solves |
//! | `stream`, `chunks` | puzzles as they come, however many: read in pieces, on several threads, with progress, in their order |
//! | `batch` | the same for what is at hand as a whole |
//! | `show` | reports for people and for programs |
//! | `lines` | lines that a person types |
//! | `ending` | exit codes |
#![expect(clippy::print_stderr, reason = "a program talks to its terminal")]

/// Writes to standard output; where nobody reads any more, the program ends without a word.
macro_rules! out {
    ($($words:tt)*) => { $crate::out::write(&format!($($words)*)) };
}

/// Writes a line to standard output.
macro_rules! outln {
    () => { $crate::out::write("\n") };
    ($($words:tt)*) => { $crate::out::write(&(format!($($words)*) + "\n")) };
}

mod batch;
mod check;
mod chr;
mod chr_shell;
mod chr_step;
mod chunks;
mod completions;
mod convert;
mod draw;
mod ending;
mod explain;
mod generate;
mod hint;
mod input;
mod kinds;
mod lab;
mod lab_report;
mod lab_run;
mod lines;
mod man;
mod mend;
mod minizinc;
mod out;
mod peers;
mod profiling;
mod questions;
mod quick;
mod rate;
mod run;
mod saved;
mod serve;
mod show;
mod solving;
mod stream;
mod summary;
mod verify;
mod watching;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use ending::Ending;

/// A workbench for logic puzzles: solve, explain, rate, make, count, prove unique, judge, draw and convert seven kinds.
#[derive(Debug, Parser)]
#[command(name = "gridwright", version, max_term_width = 100, after_help = ending::HELP)]
struct Command {
    #[command(subcommand)]
    verb: Verb,
}

/// What to do.
#[derive(Debug, Subcommand)]
enum Verb {
    /// Look for an answer
    Solve(questions::Solve),
    /// Say whether there is exactly one answer; if there are more, show two
    Unique(questions::Unique),
    /// Count the answers
    Count(questions::Count),
    /// Show what all answers share
    Backbone(questions::Backbone),
    /// Solve a puzzle in steps a person can follow, each with its reason
    Explain(explain::Explain),
    /// Look at a half-filled board: say what is wrong on it, or what to do next
    Hint(hint::HintVerb),
    /// Say how hard a puzzle is, by what its explanation asks of a person
    Rate(rate::Rate),
    /// Replay explanations that `explain --json` wrote, step by step, and refuse what does not follow
    Verify(verify::Verify),
    /// Make puzzles with exactly one answer
    Generate(generate::Generate),
    /// Judge an answer and name the rule it breaks
    Check(check::Check),
    /// Draw a puzzle, in the terminal or as SVG, PNG or PDF
    Draw(draw::Draw),
    /// Write a puzzle in another format
    Convert(convert::Convert),
    /// Run a model in the small language
    Run(run::Run),
    /// Run a program of Constraint Handling Rules
    Chr(chr::Chr),
    /// Run experiments and report on them: tables, plots, published figures beside ours
    Lab(lab::Lab),
    /// Serve the workbench to a browser
    Serve(serve::Serve),
    /// Write what a search does, event by event, as JSON lines
    Trace(watching::Trace),
    /// Draw the tree of a search, or the board at one of its nodes
    Tree(watching::Tree),
    /// Make MiniZinc know the solver
    #[command(name = "minizinc")]
    MiniZinc(minizinc::MiniZinc),
    /// Tell which kinds there are, their viewpoints, rules and formats
    Kinds(kinds::Kinds),
    /// Print completions for a shell
    Completions(completions::Completions),
    /// Print the manual page
    Man(man::Man),
}

fn main() -> ExitCode {
    let command = Command::parse();
    let ending = match command.verb {
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
    };
    match ending {
        Ok(ending) => ending.code(),
        Err(message) => {
            eprintln!("{}", message.trim_end());
            Ending::Error.code()
        }
    }
}
