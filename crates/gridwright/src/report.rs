//! Reports: what came of a request.

use std::fmt;
use std::time::Duration;

use gridwright_fd::{Limit, Stats};
use gridwright_puzzles::{AnyAnswer, AnyInstance, Known};

use crate::engine::EngineName;
use crate::request::Request;

/// What came of a request.
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// The answers, as many as were asked for and found.
    pub answers: Vec<AnyAnswer>,
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

impl Report {
    /// The verdict in words.
    pub fn in_words(&self) -> String {
        let count = |n: u64| match n {
            1 => "1 answer".to_owned(),
            n => format!("{n} answers"),
        };
        match (self.verdict, self.count) {
            (Verdict::Stopped(limit), Some(n)) => {
                format!("{} after {}", limit.describe(), count(n))
            }
            (Verdict::Stopped(limit), None) if !self.answers.is_empty() => {
                let n = self.answers.len() as u64;
                format!("{} after {}", limit.describe(), count(n))
            }
            (Verdict::Stopped(limit), None) => {
                format!("{}, nothing settled", limit.describe())
            }
            (Verdict::None, _) => "no answer".to_owned(),
            (Verdict::Unique, _) => "unique: exactly one answer".to_owned(),
            (Verdict::Multiple, Some(n)) if self.complete => count(n),
            (Verdict::Multiple, Some(n)) => format!("at least {n} answers"),
            (Verdict::Solved, Some(_)) => "at least 1 answer".to_owned(),
            (Verdict::Multiple, None) => "not unique: there are several answers".to_owned(),
            (Verdict::Solved, _) => "solved".to_owned(),
        }
    }

    /// The report on a puzzle for which a limit came before the question could be asked.
    pub(crate) fn stopped(
        instance: &dyn AnyInstance,
        request: &Request,
        limit: Limit,
        setup_time: Duration,
    ) -> Report {
        let viewpoints = instance.kind().viewpoints();
        let usual = viewpoints.first().map_or("", |(name, _)| name);
        Report {
            verdict: Verdict::Stopped(limit),
            answers: Vec::new(),
            count: None,
            complete: false,
            shared: None,
            viewpoint: match &request.viewpoints[..] {
                [] => usual.to_owned(),
                named => named.join("+"),
            },
            engine: request.engine,
            stats: Stats::default(),
            setup_time,
        }
    }
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
