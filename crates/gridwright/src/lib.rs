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
//!
//! An explanation is a list of steps, each with its reason in words; it can be replayed, and says how hard the puzzle is.
//!
//! ```
//! use gridwright::{Wanted, explain, kind, rate, verify};
//!
//! let sudoku = kind("sudoku").ok_or("no such kind")?;
//! let puzzle = sudoku.read(None, ".1.. ...2 3... ..3.").map_err(|error| error.message)?;
//! let explanation = explain(&*puzzle, &Wanted::default())?;
//! assert_eq!(explanation.steps[0].sentence, "Block 1 needs a 2 and only r1c1 can take it.");
//! verify(&*puzzle, &explanation)?;
//! assert_eq!(rate(&*puzzle, &Wanted::default())?.word.to_string(), "easy");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

mod ask;
mod asker;
pub mod book;
mod by_bulk;
mod by_rules;
mod generate;
mod input;
mod misuse;
mod program;
mod report;
mod request;
mod standing;
mod telling;
mod tree;
mod watch;
mod watch_rules;

pub use ask::{ask, propagated};
pub use asker::Asker;
pub use by_bulk::InBulk;
pub use by_rules::rule_limits;
pub use generate::{Generated, clues_from, difficulty_from, generate, size_from};
pub use gridwright_bulk as bulk;
pub use gridwright_chr as chr;
pub use gridwright_codec::collection;
pub use gridwright_explain::{
    Chain, Clashing, Explanation, Flaw, Hint, Link, Part, Rating, Reached, Repair, Scales, Silent,
    Step, Unexplained, Until, Wanted, Word, clashing, explain, explain_aloud, hint, rate, repair,
    verify,
};
pub use gridwright_fd::{
    Assignment, Choice, Counted, End, Flow, Inference, Level, Levels, Limit, Limits, Objective,
    Outcome, Progress, Restart, Select, Sink, Stats, Stop,
};
pub use gridwright_flatzinc as flatzinc;
pub use gridwright_grid::{Cell, board};
pub use gridwright_lang as lang;
pub use gridwright_puzzles::{
    AnyInstance, Ask, Asked, CATALOGUE, Card, Claim, Connectivity, Effect, Example, Found, Given,
    Kind, Known, Place, Premise, ProgramCard, Refusal, Rule, Shown, Switch, Symmetry, Violation,
    kind,
};
pub use gridwright_setter::{
    ByExplanation, Commission, Judge, Made, Maker, NotMade, Patience, Reach,
};
pub use gridwright_solve::{EngineName, TimeLimit, Unsupported, levels_from};
pub use gridwright_term as term;
pub use gridwright_term::Diagnostic;
pub use input::{Unread, read_one};
pub use misuse::Misuse;
pub use program::{Clash, Few, Ran, Solution, clash, run_program};
pub use report::{Report, Verdict};
pub use request::{Question, Request};
pub use telling::{HintWords, claim_words, clue_for, step_marks};
pub use tree::{Fate, Node, SearchTree, grow_tree, search_tree};
pub use watch::{Told, watch};
pub use watch_rules::watch_rules;

/// The programs in the README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[derive(Debug)]
struct Readme;
