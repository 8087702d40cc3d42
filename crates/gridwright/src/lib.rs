//! Gridwright: a workbench for logic puzzles.
//!
//! Puzzles are read from text or from the addresses other programs give them; a question is asked of each, and a report comes back.
//! Nothing here touches files or the network.
//!
//! ```
//! use gridwright::{Question, Request, Verdict, ask, kind};
//!
//! let sudoku = kind("sudoku").ok_or("no such kind")?;
//! let puzzle = sudoku.read(None, ".1.. ...2 3... ..3.").map_err(|error| error.message)?;
//! let report = ask(&*puzzle, Question::Unique, &Request::default())?;
//! assert_eq!(report.verdict, Verdict::Unique);
//! assert_eq!(puzzle.print_answer(&report.answers[0]), "2143\n4312\n3421\n1234\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

mod ask;
mod by_rules;
mod generate;
mod input;
mod program;
mod report;
mod request;

pub use ask::{Misuse, ask, propagated};
pub use generate::{Generated, generate};
pub use gridwright_chr as chr;
pub use gridwright_codec::collection;
pub use gridwright_fd::{
    Assignment, Choice, End, Flow, Inference, Level, Levels, Limit, Limits, Objective, Outcome,
    Restart, Select, Sink, Stats, Stop,
};
pub use gridwright_flatzinc as flatzinc;
pub use gridwright_grid::board;
pub use gridwright_lang as lang;
pub use gridwright_puzzles::{
    AnyInstance, Ask, Asked, CATALOGUE, Card, Connectivity, Effect, Example, Found, Given, Kind,
    Known, ProgramCard, Refusal, Rule, Shown, Switch, Symmetry, Violation, kind,
};
pub use gridwright_setter::{BySearch, Commission, Judge, Made, Maker, NotMade, Patience};
pub use gridwright_solve::{EngineName, TimeLimit, Unsupported, levels_from};
pub use gridwright_term as term;
pub use gridwright_term::Diagnostic;
pub use input::{Unread, read_one};
pub use program::{Clash, Few, Ran, Solution, clash, run_program};
pub use report::{Report, Verdict};
pub use request::{Question, Request};

/// The programs in the README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[derive(Debug)]
struct Readme;
