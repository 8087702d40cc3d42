//! How the program ends: its exit codes.

use std::process::ExitCode;

use gridwright::Verdict;

/// Examples and the exit codes, as the help tells them.
pub(crate) const HELP: &str = "\
Examples:
  gridwright unique sudoku board.txt
  gridwright unique 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3'
  gridwright solve magic 'order 6'
  gridwright draw hashi board.txt --solved -o board.svg
  gridwright kinds hidato     its rules, how it is written, and an example

Exit codes: 0 solved or unique, 10 several answers, 20 no answer, 30 stopped at a limit, 2 bad input or misuse.
With several puzzles, the code is that of the first of these that occurs: 2, 30, 20, 10, 0.";

/// How the program ends; of several, the later one is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ending {
    Well,
    Multiple,
    None,
    Stopped,
    Error,
}

impl Ending {
    pub(crate) fn of(verdict: Verdict) -> Ending {
        match verdict {
            Verdict::Solved | Verdict::Unique => Ending::Well,
            Verdict::Multiple => Ending::Multiple,
            Verdict::None => Ending::None,
            Verdict::Stopped(_) => Ending::Stopped,
        }
    }

    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Ending::Well => 0,
            Ending::Multiple => 10,
            Ending::None => 20,
            Ending::Stopped => 30,
            Ending::Error => 2,
        })
    }
}
