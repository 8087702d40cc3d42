//! Traces of a CHR program as a search: rule firings, what they settle on the board, and the choices as a tree.
//!
//! A run reports constraints and backtracking, not choices. The tracer infers choices from the number of open choice points: if something
//! happens while more are open than before, a choice was made; if the run returns to a choice point under which something had happened,
//! its next alternative is tried. Choice points under which nothing happens, such as those of a condition, are ignored.

use std::cell::RefCell;

use gridwright_chr::{Event, Moment, Program, Run, RunError, Step};
use gridwright_fd::{End, Flow, Outcome, Stats};
use gridwright_puzzles::{AnyInstance, AnyProgram, Claim, ProgramState};
use gridwright_term::{Operators, Term};

use crate::error::Error;
use crate::explaining::{claim_words, claims_of};
use crate::request::{Question, Request};
use crate::solving::{answer_of, chr_limits, compile, program_for};
use crate::tracing::board_state::FactTrail;
use crate::tracing::event::{Emitter, TraceEvent};

/// The most constraints listed for a firing, and for a store.
const MAX_LISTED: usize = 12;
const MAX_STORED: usize = 1000;

/// Runs a question by the puzzle's CHR program and passes every firing, choice, failure and answer to `emit`, until it returns [`Flow::Stop`].
/// The event number `store_at`, counted from 0, carries the store after it.
pub fn trace_chr(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    store_at: Option<usize>,
    emit: &mut dyn FnMut(TraceEvent) -> Flow,
) -> Result<Outcome, Error> {
    let (emitter, request) = Emitter::new(request, emit);
    let program = program_for(instance, &request)?;
    let compiled = compile(&program);
    let board = Board {
        instance,
        program: &program,
    };
    let tracer = Tracer::new(Some(board), compiled.operators(), store_at, emitter);
    let traced = trace_run(&compiled, &program.query, &request, tracer, question);
    Ok(traced.unwrap_or_else(|error| panic!("the program {}: {error}", program.info.file)))
}

/// Runs a goal of a CHR program and passes every firing, choice, failure and answer to `emit`, until it returns [`Flow::Stop`].
pub(crate) fn trace_goal(
    program: &Program,
    goal: &str,
    question: Question,
    request: &Request,
    emit: &mut dyn FnMut(TraceEvent) -> Flow,
) -> Result<Outcome, Error> {
    let (emitter, request) = Emitter::new(request, emit);
    let tracer = Tracer::new(None, program.operators(), None, emitter);
    let traced = trace_run(program, goal, &request, tracer, question);
    traced.map_err(|error| match error {
        RunError::Query(error) => Error::Goal(error.render(goal, "query")),
        error => Error::Goal(error.to_string()),
    })
}

/// Runs until enough answers are found.
fn trace_run(
    program: &Program,
    goal: &str,
    request: &Request,
    tracer: Tracer<'_>,
    question: Question,
) -> Result<Outcome, RunError> {
    // The time limit includes what was done before the run.
    let limits = chr_limits(request).until(tracer.emitter.deadline());
    let tracer = RefCell::new(tracer);
    let mut listener = |step: &Step, moment: &Moment<'_>| tracer.borrow_mut().step(step, moment);
    let run = program.query(goal, limits);
    let mut run = run.map_err(RunError::Query)?;
    run.watch(&mut listener);
    let mut stats = Stats::default();
    let end = loop {
        if stats.solutions == question.n_solutions() {
            break End::Stopped;
        }
        match run.advance() {
            Ok(true) => {
                stats.solutions += 1;
                tracer.borrow_mut().solution(&run);
            }
            Ok(false) => break End::Exhausted,
            Err(RunError::Limit(limit)) => break End::LimitReached(limit),
            Err(error) => return Err(error),
        }
    };
    stats.backtracks = run.counters().backtracks;
    stats.propagations = run.counters().firings();
    drop(run);
    let mut tracer = tracer.into_inner();
    tracer.finish(end == End::Exhausted);
    stats.nodes = tracer.facts.n_nodes() as u64;
    Ok(Outcome {
        end: tracer.emitter.end(end),
        stats,
        core: None,
    })
}

/// The puzzle whose board a program fills.
#[derive(Clone, Copy)]
struct Board<'w> {
    instance: &'w dyn AnyInstance,
    program: &'w AnyProgram,
}

struct Tracer<'w> {
    /// The board, if the program is about a puzzle.
    board: Option<Board<'w>>,
    operators: &'w Operators,
    facts: FactTrail,
    /// The number of open choice points at each node of the path.
    choices: Vec<usize>,
    n_emitted: usize,
    /// Whether the next step belongs to the next alternative of a choice.
    is_next: bool,
    /// Whether the current node is an answer.
    is_solved: bool,
    /// Whether anything happened since the board was last read.
    is_changed: bool,
    /// The last event, which later steps may still extend.
    pending: Option<TraceEvent>,
    store_at: Option<usize>,
    emitter: Emitter<'w>,
}

impl<'w> Tracer<'w> {
    fn new(
        board: Option<Board<'w>>,
        operators: &'w Operators,
        store_at: Option<usize>,
        emitter: Emitter<'w>,
    ) -> Tracer<'w> {
        Tracer {
            board,
            operators,
            facts: FactTrail::new(board.map_or(0, |board| board.instance.n_facts())),
            choices: vec![0],
            n_emitted: 0,
            is_next: false,
            is_solved: false,
            is_changed: false,
            pending: Some(TraceEvent::new("start")),
            store_at,
            emitter,
        }
    }

    fn step(&mut self, step: &Step, moment: &Moment<'_>) {
        if self.emitter.is_stopped() {
            return;
        }
        match step.event {
            Event::Try | Event::Exit => return,
            // Read the board before the run undoes what failed.
            Event::Fail => {
                self.read_board(moment);
                return;
            }
            Event::Redo => {
                self.back(step.depth);
                return;
            }
            _ => self.detect_choice(step, moment),
        }
        let format = |tracer: &Self, (id, term): &(u64, Term)| {
            let term = term.display_with(tracer.operators);
            if *id == 0 {
                term.to_string()
            } else {
                format!("{term} #{id}")
            }
        };
        match step.event {
            Event::Apply => {
                self.read_board(moment);
                self.release(Some(moment));
                let heads: Vec<String> = step
                    .constraints
                    .iter()
                    .map(|one| format(self, one))
                    .collect();
                self.pending = Some(TraceEvent {
                    by: step.rule.clone(),
                    fact: Some(heads.join(", ")),
                    ..TraceEvent::new("fire")
                });
            }
            Event::Insert | Event::Remove => {
                let words = step.constraints.first().map(|one| format(self, one));
                if let Some(pending) = &mut self.pending {
                    let list = match step.event {
                        Event::Insert => &mut pending.added,
                        _ => &mut pending.removed,
                    };
                    if list.len() < MAX_LISTED {
                        list.extend(words);
                    }
                }
            }
            _ => {}
        }
        self.is_changed = true;
    }

    /// Enters a node if a choice was made or its next alternative is tried.
    fn detect_choice(&mut self, step: &Step, moment: &Moment<'_>) {
        let choices = step.depth;
        for open in &mut self.choices[1..] {
            *open = choices.min(*open);
        }
        if !self.is_next && choices <= self.choices[self.facts.depth()] {
            return;
        }
        self.release(Some(moment));
        self.choices.push(choices);
        self.facts.enter();
        (self.is_next, self.is_solved) = (false, false);
        self.pending = Some(TraceEvent::at_depth("decide", self.facts.depth()));
        self.is_changed = true;
        self.read_board(moment);
        let Some(pending) = &mut self.pending else {
            return;
        };
        // The decision is named by what it settles on the board, or else by the first constraint of the step.
        let claims = &pending.claims;
        let decided = claims.iter().find(|claim| claim.holds).or(claims.first());
        pending.fact = Some(match (decided, self.board, step.constraints.first()) {
            (Some(claim), Some(board), _) => claim_words(board.instance, *claim),
            (_, _, Some((_, term))) => term.display_with(self.operators).to_string(),
            (_, _, None) => String::new(),
        });
    }

    /// Returns to a choice point and undoes everything below it.
    fn back(&mut self, choices: usize) {
        let depth = self.choices[1..].iter().position(|&open| open >= choices);
        let Some(depth) = depth else { return };
        // An alternative that failed before anything happened has no node of its own.
        match self.is_next {
            true => self.release(None),
            false => self.fail(),
        }
        self.choices.truncate(depth + 1);
        self.facts.back(depth);
        self.emit(TraceEvent::at_depth("backtrack", depth));
        self.is_next = true;
    }

    /// The current node is a dead end, unless it is an answer.
    fn fail(&mut self) {
        self.release(None);
        if !self.is_solved {
            self.emit(TraceEvent::new("fail"));
        }
    }

    fn solution(&mut self, run: &Run<'_>) {
        let (claims, fact) = match self.board {
            Some(Board { instance, program }) => {
                let known = instance.known(&answer_of(run, instance, program));
                (self.settle(claims_of(&known)), None)
            }
            None => (Vec::new(), self.bindings(run)),
        };
        self.release(None);
        self.is_solved = true;
        self.emit(TraceEvent {
            claims,
            fact,
            ..TraceEvent::new("solution")
        });
    }

    /// The values of the goal's variables, in words.
    fn bindings(&self, run: &Run<'_>) -> Option<String> {
        let bindings = run.bindings();
        let words = bindings
            .iter()
            .map(|(name, term)| format!("{name} = {}", term.display_with(self.operators)));
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    fn finish(&mut self, is_exhausted: bool) {
        match is_exhausted && !self.is_next {
            true => self.fail(),
            false => self.release(None),
        }
    }

    /// Reads what the run has derived about the board, if anything happened since the last time.
    fn read_board(&mut self, moment: &Moment<'_>) {
        if !self.is_changed {
            return;
        }
        self.is_changed = false;
        let Some(Board { program, .. }) = self.board else {
            return;
        };
        let store = moment.store_of(program.watched);
        let bindings = moment.bindings();
        let answer = bindings.iter().find(|(name, _)| name == "Answer");
        let claims = program.claims(&ProgramState::new(answer.map(|(_, term)| term), &store));
        let claims = self.settle(claims);
        if let Some(pending) = &mut self.pending {
            pending.claims.extend(claims);
        }
    }

    /// Settles claims and returns those that were open.
    fn settle(&mut self, claims: impl IntoIterator<Item = Claim>) -> Vec<Claim> {
        let claims = claims.into_iter();
        claims.filter(|claim| self.facts.settle(*claim)).collect()
    }

    /// Emits the pending event, which is complete now.
    fn release(&mut self, moment: Option<&Moment<'_>>) {
        let Some(mut pending) = self.pending.take() else {
            return;
        };
        if self.store_at == Some(self.n_emitted)
            && let Some(moment) = moment
        {
            let store = moment.store();
            let shown = store.iter().take(MAX_STORED);
            let mut words: Vec<String> = shown
                .map(|(id, term)| format!("{} #{id}", term.display_with(self.operators)))
                .collect();
            if store.len() > MAX_STORED {
                words.push(format!("and {} more", store.len() - MAX_STORED));
            }
            pending.store = Some(words);
        }
        self.emit(pending);
    }

    fn emit(&mut self, event: TraceEvent) {
        if self.emitter.is_stopped() {
            return;
        }
        self.n_emitted += 1;
        self.emitter.emit(self.facts.node(), event);
    }
}
