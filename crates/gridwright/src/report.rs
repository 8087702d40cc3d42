//! The answer to a question, with its verdict and counters.

use std::fmt;
use std::time::Duration;

use gridwright_fd::{Limit, Stats};
use gridwright_puzzles::{AnyAnswer, AnyInstance, FactState};

use crate::engine::EngineName;
use crate::request::Request;

/// The result of a question.
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// The answers found, up to the number requested.
    pub answers: Vec<AnyAnswer>,
    /// The number of answers, if they were counted.
    pub count: Option<u64>,
    /// Whether these are all answers; for a backbone, whether all that the answers share is known.
    pub complete: bool,
    /// What all answers have in common, if requested.
    pub shared: Option<Vec<FactState>>,
    /// The viewpoints used, joined by `+`.
    pub viewpoint: String,
    /// The engine used.
    pub engine: EngineName,
    /// The counters of the run.
    pub stats: Stats,
    /// The time for formulation and set-up.
    pub setup_time: Duration,
}

impl Report {
    /// A report without answers.
    pub(crate) fn new(viewpoint: String, engine: EngineName, setup_time: Duration) -> Report {
        Report {
            verdict: Verdict::None,
            answers: Vec::new(),
            count: None,
            complete: false,
            shared: None,
            viewpoint,
            engine,
            stats: Stats::default(),
            setup_time,
        }
    }

    /// Keeps in `shared` only what another answer has too.
    pub(crate) fn intersect_shared(&mut self, known: Vec<FactState>) {
        let Some(shared) = &mut self.shared else {
            self.shared = Some(known);
            return;
        };
        for (one, other) in shared.iter_mut().zip(known) {
            if *one != other {
                *one = FactState::Open;
            }
        }
    }

    /// The verdict as a sentence.
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

    /// The report of a run that reached a limit during set-up.
    pub(crate) fn stopped(
        instance: &dyn AnyInstance,
        request: &Request,
        limit: Limit,
        setup_time: Duration,
    ) -> Report {
        let viewpoints = instance.kind().viewpoints();
        let default = viewpoints.first().map_or("", |(name, _)| name);
        let viewpoint = match &request.viewpoints[..] {
            [] => default.to_owned(),
            named => named.join("+"),
        };
        Report {
            verdict: Verdict::Stopped(limit),
            ..Report::new(viewpoint, request.engine, setup_time)
        }
    }
}

/// The conclusion about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It has exactly one answer.
    Unique,
    /// It has several answers.
    Multiple,
    /// It has no answer.
    None,
    /// It has an answer; others were not looked for.
    Solved,
    /// A limit was reached first.
    Stopped(Limit),
}

impl Verdict {
    /// The verdict for a number of answers and the limit that ended the search for more.
    pub(crate) fn of(count: u64, end: Option<Limit>) -> Verdict {
        match (count, end) {
            (2.., _) => Verdict::Multiple,
            (_, Some(limit)) => Verdict::Stopped(limit),
            (1, None) => Verdict::Unique,
            (0, None) => Verdict::None,
        }
    }

    /// The verdict as one word.
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
