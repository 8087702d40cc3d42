//! The events of a trace, and how they reach the caller.

use gridwright_control::{Deadline, Stop};
use gridwright_fd::{End, Flow, Limit};
use gridwright_puzzles::Claim;

use crate::request::Request;

/// An event of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TraceEvent {
    /// `start`, `post`, `prune`, `fire`, `decide`, `fail`, `backtrack`, `solution` or `restart`. The first is `start`; only CHR programs `fire`.
    pub event: &'static str,
    /// The current node. Nodes are numbered in the order they are reached; the root is 0.
    pub node: usize,
    /// The number of decisions in force, where it changes.
    pub depth: Option<usize>,
    /// The fact that became true; for `fire`, the constraints matched by the rule's head.
    pub fact: Option<String>,
    /// The constraint or the rule it comes from.
    pub by: Option<String>,
    /// The facts that force it, if reasons are requested.
    pub why: Vec<String>,
    /// The reason as claims about the board, if reasons are requested.
    pub because: Vec<Claim>,
    /// What it settles on the board: at `start`, the clues. Backtracking reopens what the decisions it undoes had settled.
    pub claims: Vec<Claim>,
    /// For `decide`: the number of alternatives at the parent node, if known. A learning search does not know it.
    pub alternatives: Option<u32>,
    /// CHR: constraints stored since the previous event.
    pub added: Vec<String>,
    /// CHR: constraints removed since the previous event.
    pub removed: Vec<String>,
    /// CHR: the store, if requested for this event.
    pub store: Option<Vec<String>>,
}

impl TraceEvent {
    pub(crate) fn new(event: &'static str) -> TraceEvent {
        TraceEvent {
            event,
            ..TraceEvent::default()
        }
    }

    pub(crate) fn at_depth(event: &'static str, depth: usize) -> TraceEvent {
        TraceEvent {
            depth: Some(depth),
            ..TraceEvent::new(event)
        }
    }
}

/// Passes events to a callback until it returns [`Flow::Stop`], which then ends the run, or until the deadline.
pub(crate) struct Emitter<'e> {
    stop: Stop,
    deadline: Deadline,
    /// The limit at which events were lost, if the callback did not end the run itself.
    lost_at: Option<Limit>,
    /// Whether the callback ended the run.
    is_ended: bool,
    callback: &'e mut dyn FnMut(TraceEvent) -> Flow,
}

impl<'e> Emitter<'e> {
    /// The emitter, and the request to run with. Its stop flag is a child of the caller's, so that the callback ends this run only.
    pub(crate) fn new(
        request: &Request,
        callback: &'e mut dyn FnMut(TraceEvent) -> Flow,
    ) -> (Emitter<'e>, Request) {
        let stop = request.stop.clone().unwrap_or_default().child();
        let request = Request {
            stop: Some(stop.clone()),
            ..request.clone()
        };
        let emitter = Emitter {
            stop,
            deadline: request.limits().deadline(),
            lost_at: None,
            is_ended: false,
            callback,
        };
        (emitter, request)
    }

    /// When the run must end.
    pub(crate) fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// Whether no event is passed on any more. Events can take longer than the propagation that they report, so the time is checked here too.
    pub(crate) fn is_stopped(&mut self) -> bool {
        let reached = self.deadline.reached();
        if self.lost_at.is_none() {
            self.lost_at = reached.filter(|limit| *limit != Limit::Stop);
        }
        reached.is_some()
    }

    /// How a run ended, which the callback may have ended, and of which events may have been lost.
    pub(crate) fn end(&self, end: End) -> End {
        match (end, self.lost_at) {
            _ if self.is_ended => End::Stopped,
            (End::LimitReached(_), _) | (_, None) => end,
            (_, Some(limit)) => End::LimitReached(limit),
        }
    }

    pub(crate) fn emit(&mut self, node: usize, event: TraceEvent) {
        if !self.is_stopped() && (self.callback)(TraceEvent { node, ..event }) == Flow::Stop {
            self.is_ended = true;
            self.stop.request();
        }
    }
}
