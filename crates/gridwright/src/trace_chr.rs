//! Watching a run of rules as a search: what fires, what that settles of the board, and the choices as a tree.
//!
//! A run tells of constraints and of going back, not of its choices. A choice is seen by the number of open ones: where something happens while more are open
//! than before, one was made, and where the run comes back to one under which something had happened, its next alternative is tried. Choices in which nothing
//! happens, as in a condition, are none of the search.

use std::cell::RefCell;

use gridwright_chr::{Event, Moment, RunError, Step};
use gridwright_fd::{End, Flow, Outcome, Stats, Stop};
use gridwright_puzzles::{AnyInstance, AnyProgram, Claim, Known, ProgramState};
use gridwright_term::{Operators, Term};

use crate::chr_engine::{chr_limits, compiled, wished};
use crate::error::Error;
use crate::request::{Question, Request};
use crate::trace::{TraceEvent, wanted};
use crate::wording::claim_words;

/// So many constraints are told of a firing, and of a store.
const MOST_TOLD: usize = 12;
const MOST_STORED: usize = 1000;

/// Runs a question by rules and tells every firing, choice, dead end and answer, until `tell` has enough. The event of the number `store_at`, counted from 0,
/// is told with the store after it.
pub fn trace_chr(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    store_at: Option<usize>,
    tell: &mut dyn FnMut(TraceEvent) -> Flow,
) -> Result<Outcome, Error> {
    // Who has enough ends this run, and nothing else that watches the request's switch.
    let stop = request.stop.clone().unwrap_or_default().child();
    let request = &Request {
        stop: Some(stop.clone()),
        ..request.clone()
    };
    let asked = wished(instance, request)?;
    let program = compiled(&asked);
    let walk = RefCell::new(Walk {
        instance,
        asked: &asked,
        operators: program.operators(),
        known: vec![Known::Open; instance.n_facts()],
        trail: Vec::new(),
        path: vec![Consistency::default()],
        n_nodes: 1,
        n_told: 0,
        is_next: false,
        is_solved: false,
        is_changed: false,
        held: Some(TraceEvent {
            event: "start",
            ..TraceEvent::default()
        }),
        store_at,
        stop: stop.clone(),
        tell,
    });
    let mut listener = |step: &Step, moment: &Moment<'_>| walk.borrow_mut().step(step, moment);
    let run = program.query(&asked.query, chr_limits(request));
    let mut run = run.unwrap_or_else(|error| panic!("{}: {error}", asked.query));
    run.watch(&mut listener);
    let mut stats = Stats::default();
    let mut left = wanted(question);
    let end = loop {
        if left == 0 {
            break End::Stopped;
        }
        match run.advance() {
            Ok(true) => {
                left -= 1;
                stats.solutions += 1;
                let bindings = run.bindings();
                let bound = bindings.iter().find(|(name, _)| name == "Answer");
                let answer = bound.and_then(|(_, term)| asked.read(term));
                let answer = answer.unwrap_or_else(|| panic!("{} answers {bound:?}", asked.query));
                walk.borrow_mut().solution(&instance.known(&answer));
            }
            Ok(false) => break End::Exhausted,
            Err(RunError::Limit(limit)) => break End::LimitReached(limit),
            Err(error) => panic!("the program {}: {error}", asked.card.file),
        }
    };
    stats.backtracks = run.counters().backtracks;
    stats.propagations = run.counters().firings();
    drop(run);
    let mut walk = walk.into_inner();
    walk.over(end == End::Exhausted);
    stats.nodes = walk.n_nodes as u64;
    Ok(Outcome {
        end,
        stats,
        core: None,
    })
}

/// Where a run stands.
struct Walk<'w> {
    instance: &'w dyn AnyInstance,
    asked: &'w AnyProgram,
    operators: &'w Operators,
    known: Vec<Known>,
    /// The facts that are settled, in order.
    trail: Vec<usize>,
    /// The nodes from the root to the current one.
    path: Vec<Consistency>,
    n_nodes: usize,
    n_told: usize,
    /// Whether the next thing that happens belongs to the next alternative of a choice.
    is_next: bool,
    /// Whether the current node is an answer.
    is_solved: bool,
    /// Whether something happened since the store was looked at.
    is_changed: bool,
    /// The last event, of which more may become until the next.
    held: Option<TraceEvent>,
    store_at: Option<usize>,
    stop: Stop,
    tell: &'w mut dyn FnMut(TraceEvent) -> Flow,
}

/// A node of the path.
#[derive(Clone, Copy, Debug, Default)]
struct Consistency {
    node: usize,
    /// How many choices were open in it.
    choices: usize,
    /// How many facts were settled before it.
    settled: usize,
}

impl Walk<'_> {
    fn step(&mut self, step: &Step, moment: &Moment<'_>) {
        if self.stop.is_requested() {
            return;
        }
        match step.event {
            Event::Try | Event::Exit => return,
            // What failed is seen before the run goes back.
            Event::Fail => {
                self.look(moment);
                return;
            }
            Event::Redo => {
                self.back(step.depth);
                return;
            }
            _ => self.stand(step, moment),
        }
        let said = |walk: &Self, (id, term): &(u64, Term)| {
            let term = term.display_with(walk.operators);
            if *id == 0 {
                term.to_string()
            } else {
                format!("{term} #{id}")
            }
        };
        match step.event {
            Event::Apply => {
                self.look(moment);
                self.release(Some(moment));
                let heads: Vec<String> =
                    step.constraints.iter().map(|one| said(self, one)).collect();
                self.held = Some(TraceEvent {
                    event: "fire",
                    by: step.rule.clone(),
                    fact: Some(heads.join(", ")),
                    ..TraceEvent::default()
                });
            }
            Event::Insert | Event::Remove => {
                let words = step.constraints.first().map(|one| said(self, one));
                if let Some(held) = &mut self.held {
                    let list = match step.event {
                        Event::Insert => &mut held.added,
                        _ => &mut held.removed,
                    };
                    if list.len() < MOST_TOLD {
                        list.extend(words);
                    }
                }
            }
            _ => {}
        }
        self.is_changed = true;
    }

    /// Sees whether a choice was made, or the next alternative of one is tried.
    fn stand(&mut self, step: &Step, moment: &Moment<'_>) {
        let choices = step.depth;
        for level in &mut self.path[1..] {
            level.choices = level.choices.min(choices);
        }
        let now = self.path[self.path.len() - 1];
        if !self.is_next && choices <= now.choices {
            return;
        }
        self.release(Some(moment));
        self.path.push(Consistency {
            node: self.n_nodes,
            choices,
            settled: self.trail.len(),
        });
        self.n_nodes += 1;
        (self.is_next, self.is_solved) = (false, false);
        self.held = Some(TraceEvent {
            event: "decide",
            depth: Some(self.path.len() - 1),
            ..TraceEvent::default()
        });
        self.is_changed = true;
        self.look(moment);
        let Some(held) = &mut self.held else { return };
        // The choice is told by what it says of the board; if that is not known yet, by what happens first.
        let claims = &held.claims;
        let decided = claims.iter().find(|claim| claim.holds).or(claims.first());
        held.fact = Some(match (decided, step.constraints.first()) {
            (Some(claim), _) => claim_words(self.instance, *claim),
            (None, Some((_, term))) => term.display_with(self.operators).to_string(),
            (None, None) => String::new(),
        });
    }

    /// The run comes back to a choice: everything under it is undone.
    fn back(&mut self, choices: usize) {
        let under = self.path[1..]
            .iter()
            .position(|level| level.choices >= choices);
        let Some(under) = under else { return };
        let level = self.path[under + 1];
        // Alternatives that failed before anything happened leave the node above them, which is a choice.
        match self.is_next {
            true => self.release(None),
            false => self.fail(),
        }
        self.path.truncate(under + 1);
        for fact in self.trail.drain(level.settled..) {
            self.known[fact] = Known::Open;
        }
        self.told(TraceEvent {
            event: "backtrack",
            depth: Some(under),
            ..TraceEvent::default()
        });
        self.is_next = true;
    }

    /// The current node is a dead end, unless it is an answer.
    fn fail(&mut self) {
        self.release(None);
        if !self.is_solved {
            self.told(TraceEvent {
                event: "fail",
                ..TraceEvent::default()
            });
        }
    }

    fn solution(&mut self, known: &[Known]) {
        let claims = known
            .iter()
            .enumerate()
            .filter_map(|(fact, known)| match known {
                Known::True => Some(Claim::is(fact)),
                Known::False => Some(Claim::is_not(fact)),
                Known::Open => None,
            });
        let claims = self.settle(claims.collect());
        self.release(None);
        self.is_solved = true;
        self.told(TraceEvent {
            event: "solution",
            claims,
            ..TraceEvent::default()
        });
    }

    fn over(&mut self, is_exhausted: bool) {
        match is_exhausted && !self.is_next {
            true => self.fail(),
            false => self.release(None),
        }
    }

    /// Looks at what the run says of the board, if anything happened since the last look.
    fn look(&mut self, moment: &Moment<'_>) {
        if !self.is_changed {
            return;
        }
        self.is_changed = false;
        let store = moment.store_of(self.asked.watched);
        let bindings = moment.bindings();
        let answer = bindings.iter().find(|(name, _)| name == "Answer");
        let claims = self
            .asked
            .claims(&ProgramState::new(answer.map(|(_, term)| term), &store));
        let claims = self.settle(claims);
        if let Some(held) = &mut self.held {
            held.claims.extend(claims);
        }
    }

    /// Keeps what was open; gives what is new.
    fn settle(&mut self, claims: Vec<Claim>) -> Vec<Claim> {
        let mut new = Vec::new();
        for claim in claims {
            if self.known[claim.fact] == Known::Open {
                self.known[claim.fact] = if claim.holds {
                    Known::True
                } else {
                    Known::False
                };
                self.trail.push(claim.fact);
                new.push(claim);
            }
        }
        new
    }

    /// Tells the event that is held, of which nothing more becomes.
    fn release(&mut self, moment: Option<&Moment<'_>>) {
        let Some(mut held) = self.held.take() else {
            return;
        };
        if self.store_at == Some(self.n_told)
            && let Some(moment) = moment
        {
            let store = moment.store();
            let shown = store.iter().take(MOST_STORED);
            let mut words: Vec<String> = shown
                .map(|(id, term)| format!("{} #{id}", term.display_with(self.operators)))
                .collect();
            if store.len() > MOST_STORED {
                words.push(format!("and {} more", store.len() - MOST_STORED));
            }
            held.store = Some(words);
        }
        self.told(held);
    }

    fn told(&mut self, told: TraceEvent) {
        if self.stop.is_requested() {
            return;
        }
        self.n_told += 1;
        let node = self.path[self.path.len() - 1].node;
        if (self.tell)(TraceEvent { node, ..told }) == Flow::Stop {
            self.stop.request();
        }
    }
}
