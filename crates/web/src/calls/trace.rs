//! `trace`: the events of a search, with the facts of the board that each decides.

use gridwright::EngineName;
use gridwright::control::End;
use gridwright::explaining::claim_number;
use gridwright::fd::Flow;
use gridwright::tracing::{TraceEvent, trace_chr};
use serde::{Deserialize, Serialize};

use crate::calls::solve::QuestionName;
use crate::error::ApiError;
use crate::jobs::{Batch, Job};
use crate::types::{Puzzle, SolverOptions};

/// The maximal number of events of one call.
const MAX_EVENTS: usize = 20_000;

/// A search to trace
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TraceBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    question: QuestionName,
    #[serde(default)]
    request: SolverOptions,
    /// Whether to include the reason of every pruning
    #[serde(default)]
    reasons: bool,
    /// The maximal number of events
    #[serde(rename = "most")]
    max_events: Option<usize>,
    /// The number of events to skip at the start
    #[serde(default)]
    skip: usize,
    /// For CHR: the index of an event; the answer has only this event, with the store after it
    store_at: Option<usize>,
}

/// An event of a search
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct EventRow {
    /// `start`, `prune`, `fire`, `decide`, `fail`, `backtrack`, `solution` or `restart`; `fire` is for CHR only
    event: &'static str,
    /// The current node; the root is 0
    node: usize,
    /// The number of decisions, if it changes
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<usize>,
    /// The new fact about model variables; for CHR, the constraints of the rule
    #[serde(skip_serializing_if = "Option::is_none")]
    fact: Option<String>,
    /// The constraint or rule that caused it
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// The reason, as facts about model variables
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<String>,
    /// The reason, as claims about the board
    #[serde(skip_serializing_if = "Vec::is_empty")]
    because: Vec<i64>,
    /// The claims about the board that it decides
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<i64>,
    /// For CHR: some of the constraints added since the previous event
    #[serde(skip_serializing_if = "Vec::is_empty")]
    added: Vec<String>,
    /// For CHR: some of the constraints removed
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<String>,
    /// For CHR: the store, if requested
    #[serde(skip_serializing_if = "Option::is_none")]
    store: Option<Vec<String>>,
}

/// The result of a trace
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TraceAnswer {
    /// The number of posted constraints
    posted: usize,
    /// Whether there are more events
    cut: bool,
    /// `exhausted`, `enough` or `stopped`
    end: &'static str,
    /// The limit that stopped it
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_at: Option<String>,
    /// The events, unless they were streamed
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<EventRow>,
}

pub(crate) fn trace(job: &Job, body: TraceBody) -> Result<TraceAnswer, ApiError> {
    let instance = body.puzzle.parse()?;
    let question = body.question.question(None);
    let request = body.request.request(job)?;
    let max_events = body.max_events.unwrap_or(MAX_EVENTS).clamp(1, MAX_EVENTS);
    let mut answer = TraceAnswer {
        posted: 0,
        cut: false,
        end: "exhausted",
        stopped_at: None,
        events: Vec::new(),
    };
    if let Some(at) = body.store_at {
        if request.engine != EngineName::Chr {
            return Err(ApiError::invalid("only the engine chr has a store"));
        }
        let mut n_seen = 0;
        let mut report = |event: TraceEvent| {
            n_seen += 1;
            if n_seen <= at {
                return Flow::Continue;
            }
            answer.events.push(row(event));
            Flow::Stop
        };
        trace_chr(&*instance, question, &request, Some(at), &mut report)
            .map_err(ApiError::invalid)?;
        answer.cut = true;
        return Ok(answer);
    }
    let (mut n_seen, mut n_kept) = (0, 0);
    let mut batch = Batch::new(job, "events");
    let mut report = |event: TraceEvent| {
        if event.event == "post" {
            answer.posted += 1;
            return Flow::Continue;
        }
        n_seen += 1;
        if n_seen <= body.skip {
            return Flow::Continue;
        }
        // One more event shows that the list is incomplete.
        if n_kept == max_events {
            answer.cut = true;
            return Flow::Stop;
        }
        n_kept += 1;
        batch.push(row(event))
    };
    let outcome = gridwright::trace(&*instance, question, &request, body.reasons, &mut report);
    match outcome {
        Ok(outcome) => match outcome.end {
            End::Exhausted => {}
            End::LimitReached(limit) => {
                answer.end = "stopped";
                answer.stopped_at = Some(limit.to_string());
            }
            End::Stopped => answer.end = "enough",
        },
        Err(error) => match error.limit() {
            Some(limit) => {
                answer.end = "stopped";
                answer.stopped_at = Some(limit.to_string());
            }
            None => return Err(ApiError::invalid(error)),
        },
    }
    answer.events = batch.finish();
    Ok(answer)
}

fn row(event: TraceEvent) -> EventRow {
    EventRow {
        event: event.event,
        node: event.node,
        depth: event.depth,
        fact: event.fact,
        by: event.by,
        why: event.why,
        because: event.because.iter().map(claim_number).collect(),
        claims: event.claims.iter().map(claim_number).collect(),
        added: event.added,
        removed: event.removed,
        store: event.store,
    }
}
