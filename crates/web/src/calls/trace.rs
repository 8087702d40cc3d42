//! `trace`: what a search does, event by event, each with what it settles of the board.

use std::time::{Duration, Instant};

use gridwright::EngineName;
use gridwright::control::End;
use gridwright::fd::Flow;
use gridwright::tracing::{TraceEvent, trace_chr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::calls::solve::QuestionName;
use crate::forms::{Puzzle, RequestForm, numbered};
use crate::jobs::Job;
use crate::refused::Refused;

/// So many events are told at most, of one call.
const MOST: usize = 20_000;

/// Events are told so many at a time, or when this time is over.
const BATCH: usize = 200;
const PAUSE: Duration = Duration::from_millis(100);

/// A search to be watched
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct TraceBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    question: QuestionName,
    #[serde(default)]
    request: RequestForm,
    /// Whether to give the reason of every removal
    #[serde(default)]
    reasons: bool,
    /// How many events to tell
    most: Option<usize>,
    /// How many events to leave out at the beginning: those that are known already
    #[serde(default)]
    skip: usize,
    /// For rules: the number of an event, counted from 0; it alone is answered, with the store after it
    store_at: Option<usize>,
}

/// Something that happened
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct EventRow {
    /// `start`, `prune`, `fire`, `decide`, `fail`, `backtrack`, `solution` or `restart`; only rules fire
    event: &'static str,
    /// The node the search is at now; the root is 0
    node: usize,
    /// The number of decisions in force, where it changes
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<usize>,
    /// What became true, about the model's variables; of a rule, the constraints it fired for
    #[serde(skip_serializing_if = "Option::is_none")]
    fact: Option<String>,
    /// The constraint, or the rule, it comes from
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// What forces it, about the model's variables
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<String>,
    /// What that says of the board
    #[serde(skip_serializing_if = "Vec::is_empty")]
    because: Vec<i64>,
    /// What it settles of the board
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<i64>,
    /// Of rules: some of the constraints that were stored since the event before
    #[serde(skip_serializing_if = "Vec::is_empty")]
    added: Vec<String>,
    /// Of rules: some of those that were removed
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<String>,
    /// Of rules: the store, where it was asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    store: Option<Vec<String>>,
}

/// How the watching ended
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TraceAnswer {
    /// How many constraints are in force
    posted: usize,
    /// Whether there are more events than were asked for
    cut: bool,
    /// `exhausted`, `enough` or `stopped`
    end: &'static str,
    /// The limit that stopped it
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_at: Option<String>,
    /// The events, where they were not told on the way
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<EventRow>,
}

pub(crate) fn trace(job: &Job, asked: TraceBody) -> Result<TraceAnswer, Refused> {
    let given = asked.puzzle.read()?;
    let question = asked.question.question(None);
    let request = asked.request.request(job)?;
    let most = asked.most.unwrap_or(MOST).clamp(1, MOST);
    let mut answer = TraceAnswer {
        posted: 0,
        cut: false,
        end: "exhausted",
        stopped_at: None,
        events: Vec::new(),
    };
    if let Some(at) = asked.store_at {
        if request.engine != EngineName::Chr {
            return Err(Refused::senseless("only rules have a store"));
        }
        let mut seen = 0;
        let mut tell = |one: TraceEvent| {
            seen += 1;
            if seen <= at {
                return Flow::Continue;
            }
            answer.events.push(row(one));
            Flow::Stop
        };
        trace_chr(&*given, question, &request, Some(at), &mut tell)
            .map_err(|error| Refused::senseless(error.to_string()))?;
        answer.cut = true;
        return Ok(answer);
    }
    let (mut seen, mut told) = (0, 0);
    let mut waiting: Vec<EventRow> = Vec::new();
    let mut last = Instant::now();
    let mut tell = |one: TraceEvent| {
        if one.event == "post" {
            answer.posted += 1;
            return Flow::Continue;
        }
        seen += 1;
        if seen <= asked.skip {
            return Flow::Continue;
        }
        // One more than was asked for shows that there are more.
        if told == most {
            answer.cut = true;
            return Flow::Stop;
        }
        told += 1;
        waiting.push(row(one));
        if !job.is_followed() {
            return Flow::Continue;
        }
        if waiting.len() >= BATCH || last.elapsed() >= PAUSE {
            last = Instant::now();
            let flow = job.tell("events", &waiting);
            waiting.clear();
            return flow;
        }
        Flow::Continue
    };
    let outcome = gridwright::trace(&*given, question, &request, asked.reasons, &mut tell);
    match outcome {
        Ok(outcome) => match outcome.end {
            End::Exhausted => {}
            End::LimitReached(limit) if !answer.cut => {
                answer.end = "stopped";
                answer.stopped_at = Some(limit.to_string());
            }
            _ => answer.end = "enough",
        },
        Err(error) => match error.limit() {
            Some(limit) => {
                answer.end = "stopped";
                answer.stopped_at = Some(limit.to_string());
            }
            None => return Err(Refused::senseless(error.to_string())),
        },
    }
    match job.is_followed() {
        true if !waiting.is_empty() => {
            job.tell("events", &waiting);
        }
        true => {}
        false => answer.events = waiting,
    }
    Ok(answer)
}

fn row(told: TraceEvent) -> EventRow {
    EventRow {
        event: told.event,
        node: told.node,
        depth: told.depth,
        fact: told.fact,
        by: told.by,
        why: told.why,
        because: told.because.iter().map(numbered).collect(),
        claims: told.claims.iter().map(numbered).collect(),
        added: told.added,
        removed: told.removed,
        store: told.store,
    }
}
