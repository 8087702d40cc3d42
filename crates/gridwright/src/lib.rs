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
//! use gridwright::{ExplainOptions, explain, kind, rate, verify};
//!
//! let sudoku = kind("sudoku").ok_or("no such kind")?;
//! let puzzle = sudoku.read(None, ".1.. ...2 3... ..3.").map_err(|error| error.message)?;
//! let explanation = explain(&*puzzle, &ExplainOptions::default())?;
//! assert_eq!(explanation.steps[0].sentence, "Block 1 needs a 2 and only r1c1 can take it.");
//! verify(&*puzzle, &explanation)?;
//! assert_eq!(rate(&*puzzle, &ExplainOptions::default())?.word.to_string(), "easy");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

mod ask;
mod batch;
mod board_state;
pub mod book;
mod bulk_engine;
mod chr_engine;
mod engine;
mod error;
mod generate;
mod input;
mod program;
mod report;
mod request;
mod trace;
mod trace_chr;
mod tree;
mod wording;

pub use ask::{ask, propagated};
pub use batch::BatchSolver;
pub use bulk_engine::BulkSolver;
pub use chr_engine::chr_limits;
pub use engine::EngineName;
pub use error::Error;
pub use generate::{GeneratedBatch, clues_from, difficulty_from, generate, size_from};
pub use gridwright_bulk as bulk;
pub use gridwright_chr as chr;
pub use gridwright_codec::collection;
pub use gridwright_explain::{
    Chain, ConflictingClues, Difficulty, ExplainError, ExplainOptions, Explanation, ExplanationEnd,
    ExplanationPart, Hint, Link, Rating, Repair, Step, SudokuScales, TrivialStep, Until,
    VerifyError, conflicting_clues, explain, explain_with_callback, hint, rate, repair, verify,
};
pub use gridwright_fd::{
    Assignment, Choice, Consistency, ConsistencyMap, End, Flow, Inference, Limit, Limits,
    Objective, Outcome, Progress, ProgressCounts, Restart, Select, Sink, Stats, Stop,
};
pub use gridwright_flatzinc as flatzinc;
pub use gridwright_generate::{
    Deadline, ExplanationRater, GenerateFailure, GenerateRequest, Generated, Generator, Rater,
    Reach,
};
pub use gridwright_grid::{Cell, board};
pub use gridwright_lang as lang;
pub use gridwright_puzzles::{
    AnyAnswer, AnyInstance, BoxedInstance, CATALOGUE, Card, Claim, Connectivity, DrawOptions,
    Effect, Example, GenerateError, GenerateOption, GenerateOptions, Kind, Known, Place, Premise,
    ProgramCard, Rule, Switch, Symmetry, Violation, kind,
};
pub use gridwright_solve::{Unsupported, parse_consistency};
pub use gridwright_term as term;
pub use gridwright_term::Diagnostic;
pub use input::{ParseError, read_one};
pub use program::{Clash, Minimality, RunOutcome, Solution, clash, run_program};
pub use report::{Report, Verdict};
pub use request::{Question, Request};
pub use trace::{TraceEvent, watch};
pub use trace_chr::trace_chr;
pub use tree::{Node, NodeStatus, SearchTree, grow_tree, search_tree};
pub use wording::{HintWords, claim_words, clue_for, step_marks};

/// The programs in the README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[derive(Debug)]
struct Readme;
