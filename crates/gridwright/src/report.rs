//! Reports: what came of a request.

use std::fmt;
use std::time::Duration;

use gridwright_fd::{Limit, Stats};
use gridwright_puzzles::{Found, Known};
use gridwright_solve::EngineName;

/// What came of a request.
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// The answers, as many as were asked for and found.
    pub answers: Vec<Found>,
    /// How many answers were found, where they were counted.
    pub count: Option<u64>,
    /// Whether the answers found, or counted, are all there are.
    pub complete: bool,
    /// What all answers say of every fact, where that was asked.
    pub shared: Option<Vec<Known>>,
    /// The viewpoints that were used, joined by `+`.
    pub viewpoint: String,
    /// The engine that was used.
    pub engine: EngineName,
    /// What the run counted.
    pub stats: Stats,
    /// The time of formulating and setting up.
    pub setup_time: Duration,
}

/// What is known of a puzzle after a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It has exactly one answer.
    Unique,
    /// It has several answers.
    Multiple,
    /// It has no answer.
    None,
    /// It has an answer; whether others too was not asked.
    Solved,
    /// A limit was reached before the question was settled.
    Stopped(Limit),
}

impl Verdict {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::None => "none",
            Verdict::Solved => "solved",
            Verdict::Stopped(_) => "stopped",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
