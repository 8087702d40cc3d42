//! Exit codes.

use std::process::ExitCode;

use gridwright::Verdict;
use gridwright::explain::ExplanationEnd;

/// The examples and exit codes in the help.
pub(crate) const HELP: &str = "\
Examples:
  gridwright unique sudoku board.txt
  gridwright unique 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3'
  gridwright solve magic 'order 6'
  gridwright draw hashi board.txt --solved -o board.svg
  gridwright kinds hidato     print the rules, formats and an example

Exit codes: 0 solved or unique, 10 several answers, 20 no answer, 30 stopped at a limit, 2 invalid input or usage.
With several puzzles, the exit code is the first of 2, 30, 20, 10, 0 that occurs.";

/// The exit status; with several puzzles, the greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ExitStatus {
    Success,
    Multiple,
    None,
    Stopped,
    Error,
}

impl ExitStatus {
    pub(crate) fn of(verdict: Verdict) -> ExitStatus {
        match verdict {
            Verdict::Solved | Verdict::Unique => ExitStatus::Success,
            Verdict::Multiple => ExitStatus::Multiple,
            Verdict::None => ExitStatus::None,
            Verdict::Stopped(_) => ExitStatus::Stopped,
        }
    }

    pub(crate) fn of_explanation(end: ExplanationEnd) -> ExitStatus {
        match end {
            ExplanationEnd::Solved | ExplanationEnd::UntilReached => ExitStatus::Success,
            ExplanationEnd::Shared => ExitStatus::Multiple,
            ExplanationEnd::NoAnswer => ExitStatus::None,
            ExplanationEnd::Stopped(_) | ExplanationEnd::Stuck => ExitStatus::Stopped,
        }
    }

    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            ExitStatus::Success => 0,
            ExitStatus::Multiple => 10,
            ExitStatus::None => 20,
            ExitStatus::Stopped => 30,
            ExitStatus::Error => 2,
        })
    }
}
