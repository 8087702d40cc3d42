//! Traces of a search: its events in words, with what each settles on the board.

use std::collections::HashMap;

use gridwright_fd::{Assignment, Atom, Cause, Detail, Event, Flow, Model, Outcome, Sink, Var};
use gridwright_puzzles::AnyInstance;
use gridwright_solve::{RunOptions, SolveError, run};

use crate::engine::EngineName;
use crate::error::Error;
use crate::explaining::claims_of;
use crate::request::{Question, Request};
use crate::tracing::board_state::BoardState;
use crate::tracing::event::{Emitter, TraceEvent};
use crate::tracing::searched::Searched;
use crate::tracing::trace_chr::{trace_chr, trace_goal};

/// The level of detail of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TraceDetail {
    /// Decisions and claims: enough for a search tree, without the cost of formatting every propagation.
    Tree,
    /// Everything but reasons.
    Events,
    /// Reasons too.
    Reasons,
}

/// Runs a question and passes every event to `emit`, until it returns [`Flow::Stop`]. With the engine `chr`, and for CHR programs, rule firings take
/// the place of single prunings, and the rule is the reason.
pub fn trace<'s>(
    searched: impl Into<Searched<'s>>,
    question: Question,
    request: &Request,
    reasons: bool,
    emit: &mut dyn FnMut(TraceEvent) -> Flow,
) -> Result<Outcome, Error> {
    let detail = match reasons {
        true => TraceDetail::Reasons,
        false => TraceDetail::Events,
    };
    trace_with(searched.into(), question, request, detail, emit)
}

/// Runs a question by the engine of the request.
pub(crate) fn trace_with(
    searched: Searched<'_>,
    question: Question,
    request: &Request,
    detail: TraceDetail,
    emit: &mut dyn FnMut(TraceEvent) -> Flow,
) -> Result<Outcome, Error> {
    match searched {
        Searched::Puzzle(instance) if request.engine == EngineName::Chr => {
            trace_chr(instance, question, request, None, emit)
        }
        Searched::Puzzle(instance) => trace_puzzle(instance, question, request, detail, emit),
        Searched::Model(built) => {
            let (emitter, request) = Emitter::new(request, emit);
            // The best solution is known only at the end of the search.
            let question = match built.model.objective() {
                Some(_) => Question::Count { limit: u64::MAX },
                None => question,
            };
            let options = options(question, &request, &built.vars, false)?;
            let traced = Traced {
                model: &built.model,
                facts: &[],
                is_accepted: &|_| true,
            };
            trace_model(&traced, question, options, detail, emitter)
        }
        Searched::Chr { program, goal } => trace_goal(program, goal, question, request, emit),
    }
}

/// Traces the search of a puzzle's model.
fn trace_puzzle(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    detail: TraceDetail,
    emit: &mut dyn FnMut(TraceEvent) -> Flow,
) -> Result<Outcome, Error> {
    let (emitter, request) = Emitter::new(request, emit);
    let (model, formulation) = request.formulate(instance)?;
    let is_passive = formulation.is_passive;
    let facts = formulation.facts.before(emitter.deadline());
    let facts = facts.map_err(SolveError::LimitReached)?;
    let options = options(question, &request, &formulation.decisions, is_passive)?;
    let traced = Traced {
        model: &model,
        facts,
        is_accepted: &|found| !is_passive || formulation.read(found).is_some(),
    };
    trace_model(&traced, question, options, detail, emitter)
}

/// A model whose search is traced.
struct Traced<'t> {
    model: &'t Model,
    /// The atoms of the facts about the board.
    facts: &'t [Option<Atom>],
    /// Whether a solution satisfies the rules that are checked on solutions only.
    is_accepted: &'t dyn Fn(&Assignment) -> bool,
}

/// Traces the search of a model.
fn trace_model(
    traced: &Traced<'_>,
    question: Question,
    mut options: RunOptions,
    detail: TraceDetail,
    mut emitter: Emitter<'_>,
) -> Result<Outcome, Error> {
    let model = traced.model;
    let state = BoardState::new(model, traced.facts, emitter.deadline());
    let state = state.map_err(SolveError::LimitReached)?;
    let start = TraceEvent {
        claims: claims_of(state.facts().known()).collect(),
        ..TraceEvent::new("start")
    };
    emitter.emit(0, start);
    let mut tracer = Tracer {
        traced,
        state,
        terms: HashMap::new(),
        left: question.n_solutions(),
        detail,
        emitter,
    };
    // The time limit includes set-up and what the board shows before the search.
    options.limits = options.limits.until(tracer.emitter.deadline());
    let mut outcome: Outcome = run(model, &options, &mut tracer)?.into();
    outcome.end = tracer.emitter.end(outcome.end);
    Ok(outcome)
}

/// The source of a failure at a solution that a passive rule rejects.
const REJECTED: &str = "a passive rule, checked on complete answers only";

/// The options of a request; `auto` is plain search, whose trace is a tree.
fn options(
    question: Question,
    request: &Request,
    decisions: &[Var],
    is_passive: bool,
) -> Result<RunOptions, Error> {
    let mut request = request.clone();
    if request.engine == EngineName::Auto {
        request.engine = EngineName::Fd;
    }
    let mut options = request.run_options(decisions)?;
    // Plain search may restart only if one solution is enough, and a rejected solution does not count.
    if question.n_solutions() == 1 && !is_passive {
        options.limits.solutions = Some(1);
    }
    Ok(options)
}

struct Tracer<'t, 'e> {
    traced: &'t Traced<'t>,
    state: BoardState,
    /// The constraints printed so far, by their index.
    terms: HashMap<usize, String>,
    /// The number of solutions still to find.
    left: u64,
    detail: TraceDetail,
    emitter: Emitter<'e>,
}

impl Tracer<'_, '_> {
    /// A constraint, printed; `None` in a trace of the tree alone.
    fn constraint(&mut self, index: usize) -> Option<String> {
        if self.detail == TraceDetail::Tree {
            return None;
        }
        if let Some(printed) = self.terms.get(&index) {
            return Some(printed.clone());
        }
        let printed = self.traced.model.constraint_term(index)?.to_string();
        self.terms.insert(index, printed.clone());
        Some(printed)
    }

    fn formatted(&self, atoms: &[Atom]) -> Vec<String> {
        let formatted = atoms
            .iter()
            .map(|&atom| self.traced.model.format_atom(atom));
        formatted.collect()
    }

    fn is_accepted(&self, found: &Assignment) -> bool {
        (self.traced.is_accepted)(found)
    }

    /// The event, without its node.
    fn describe(&mut self, event: &Event<'_>) -> TraceEvent {
        match event {
            Event::Post { constraint } => TraceEvent {
                by: self.constraint(*constraint),
                ..TraceEvent::new("post")
            },
            Event::Prune { atom, .. } if self.detail == TraceDetail::Tree => TraceEvent {
                claims: self.state.narrow(*atom),
                ..TraceEvent::new("prune")
            },
            Event::Prune { atom, cause, why } => TraceEvent {
                fact: Some(self.traced.model.format_atom(*atom)),
                by: match cause {
                    Cause::Constraint(constraint) => self.constraint(*constraint),
                    Cause::Derived => None,
                    Cause::Nogood => Some("a nogood".to_owned()),
                },
                why: self.formatted(why),
                because: self.state.implied(why),
                claims: self.state.narrow(*atom),
                ..TraceEvent::new("prune")
            },
            Event::Decide {
                atom,
                depth,
                alternatives,
            } => TraceEvent {
                fact: Some(self.traced.model.format_atom(*atom)),
                claims: self.state.decide(*atom, *depth),
                alternatives: *alternatives,
                ..TraceEvent::at_depth("decide", *depth)
            },
            Event::Fail { constraint, why } => TraceEvent {
                by: constraint.and_then(|constraint| self.constraint(constraint)),
                why: self.formatted(why),
                because: self.state.implied(why),
                ..TraceEvent::new("fail")
            },
            Event::Backtrack { depth } => {
                self.state.back(*depth);
                TraceEvent::at_depth("backtrack", *depth)
            }
            Event::Solution { found } if self.is_accepted(found) => TraceEvent::new("solution"),
            Event::Solution { .. } => TraceEvent {
                by: Some(REJECTED.to_owned()),
                ..TraceEvent::new("fail")
            },
            Event::Restart => {
                self.state.back(0);
                TraceEvent::at_depth("restart", 0)
            }
        }
    }
}

impl Sink for Tracer<'_, '_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        if self.is_accepted(found) {
            self.left = self.left.saturating_sub(1);
        }
        match self.left == 0 || self.emitter.is_stopped() {
            true => Flow::Stop,
            false => Flow::Continue,
        }
    }

    fn detail(&self) -> Detail {
        match self.detail {
            TraceDetail::Reasons => Detail::Reasons,
            TraceDetail::Tree | TraceDetail::Events => Detail::Events,
        }
    }

    fn event(&mut self, event: &Event<'_>) {
        if self.emitter.is_stopped() {
            return;
        }
        let described = self.describe(event);
        self.emitter.emit(self.state.facts().node(), described);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracing::tree::{NodeStatus, search_tree};
    use gridwright_control::Stop;
    use gridwright_puzzles::{Claim, FactState, kind};

    fn puzzle(id: &str, text: &str) -> gridwright_puzzles::BoxedInstance {
        let kind = kind(id).expect("a kind");
        kind.read(None, text).expect("a puzzle")
    }

    #[test]
    fn tree_nodes_match_the_counters() {
        let instance = puzzle("magic", "order 3");
        let question = Question::Count { limit: 100 };
        let request = Request::default();
        let tree = search_tree(&*instance, question, &request, 10_000, None).expect("a run");
        let mut events = 0;
        let mut emit = |_: TraceEvent| {
            events += 1;
            Flow::Continue
        };
        let outcome = trace(&*instance, question, &request, false, &mut emit).expect("a run");
        let n = |status: NodeStatus| {
            tree.nodes
                .iter()
                .filter(|node| node.status == status)
                .count() as u64
        };
        assert_eq!(n(NodeStatus::Solution), 8);
        assert_eq!(n(NodeStatus::Failure), outcome.stats.failures);
        assert_eq!(tree.nodes.len() as u64, outcome.stats.nodes);
        assert!(events > tree.nodes.len());
        assert!(!tree.is_stopped);
        let parents = tree.nodes.iter().enumerate().skip(1);
        for (i, node) in parents {
            assert!(node.parent.is_some_and(|parent| parent < i));
        }
    }

    #[test]
    fn a_model_with_an_objective_is_searched_to_the_best() {
        let text = include_str!("../../../lang/programs/knapsack.gw");
        let source = gridwright_lang::Source::new("knapsack.gw".to_owned(), text.to_owned());
        let program = source.program(&[]).expect("a model");
        let built = program.model().expect("a model");
        let mut trees = Vec::new();
        for question in [
            Question::Solve { max: 1 },
            Question::Count { limit: u64::MAX },
        ] {
            let tree = search_tree(&built, question, &Request::default(), 100_000, None);
            let tree = tree.expect("a run");
            assert!(!tree.is_stopped);
            // Every solution is better than those before it, and the search goes on after the last.
            let solutions = tree
                .nodes
                .iter()
                .filter(|node| node.status == NodeStatus::Solution);
            assert!(solutions.count() > 1);
            assert_eq!(
                tree.nodes.last().map(|node| node.status),
                Some(NodeStatus::Failure)
            );
            trees.push(tree);
        }
        assert_eq!(trees[0], trees[1]);
    }

    #[test]
    fn the_board_at_a_solution_is_full() {
        let instance = puzzle("sudoku", ".1..\n...2\n3...\n..3.\n");
        let request = Request::default();
        let question = Question::Unique;
        let tree = search_tree(&*instance, question, &request, 100, None).expect("a run");
        let end = tree
            .nodes
            .iter()
            .position(|node| node.status == NodeStatus::Solution);
        let tree = search_tree(&*instance, question, &request, 100, end).expect("a run");
        let known = tree.known.expect("the node was reached");
        assert!(known.iter().all(|known| *known != FactState::Open));
        let cells = known
            .iter()
            .filter(|known| **known == FactState::True)
            .count();
        assert_eq!(cells, 16);
    }

    /// Replaying the claims and backtracking events gives the known facts of every node of the search tree.
    #[test]
    fn claims_of_events_add_up_to_the_facts_at_a_node() {
        let instance = puzzle("hashi", "2.3.2\n.....\n3.4.2\n");
        let request = Request::default();
        let question = Question::Count { limit: 100 };
        let (mut claims, mut marks) = (Vec::new(), Vec::new());
        let mut last: Vec<Vec<Claim>> = vec![Vec::new()];
        let mut emit = |event: TraceEvent| {
            match event.event {
                "decide" | "backtrack" => {
                    let depth = event.depth.expect("both have a depth");
                    let depth = depth - usize::from(event.event == "decide");
                    claims.truncate(marks.get(depth).copied().unwrap_or(claims.len()));
                    marks.truncate(depth);
                }
                _ => {}
            }
            if event.event == "decide" {
                marks.push(claims.len());
                last.push(Vec::new());
            }
            if !matches!(event.event, "backtrack" | "restart") {
                claims.extend(event.claims);
                last[event.node] = claims.clone();
            }
            Flow::Continue
        };
        trace(&*instance, question, &request, false, &mut emit).expect("a run");
        for (node, claims) in last.iter_mut().enumerate() {
            let tree = search_tree(&*instance, question, &request, 1000, Some(node));
            let known = tree.expect("a run").known.expect("the node was reached");
            let held = |fact: usize| Claim::is(fact).known(&known);
            let n_known = known
                .iter()
                .filter(|known| **known != FactState::Open)
                .count();
            claims.sort_unstable();
            claims.dedup();
            assert_eq!(claims.len(), n_known, "at node {node}");
            let agree = |claim: &Claim| (held(claim.fact) == FactState::True) == claim.holds;
            assert!(claims.iter().all(agree), "at node {node}");
        }
    }

    #[test]
    fn callback_can_end_the_run() {
        let instance = puzzle("magic", "order 4");
        let stop = Stop::new();
        let request = Request {
            stop: Some(stop.clone()),
            ..Request::default()
        };
        let mut n = 0;
        let mut emit = |_: TraceEvent| {
            n += 1;
            if n < 500 { Flow::Continue } else { Flow::Stop }
        };
        let question = Question::Count { limit: u64::MAX };
        let outcome = trace(&*instance, question, &request, false, &mut emit).expect("a run");
        assert_eq!(n, 500);
        assert!(outcome.stats.nodes < 500, "{}", outcome.stats.nodes);
        assert!(!stop.is_requested());
    }

    #[test]
    fn a_passive_rule_rejects_solutions() {
        let instance = puzzle("hashi", "1.1\n...\n1.1\n");
        let request = Request {
            connectivity: Some("passive".to_owned()),
            ..Request::default()
        };
        let mut events = Vec::new();
        let mut emit = |event: TraceEvent| {
            events.push((event.event, event.by));
            Flow::Continue
        };
        let question = Question::Count { limit: 100 };
        trace(&*instance, question, &request, false, &mut emit).expect("a run");
        assert!(events.iter().all(|(event, _)| *event != "solution"));
        let is_rejected = |by: &Option<String>| by.as_deref() == Some(REJECTED);
        assert!(events.iter().any(|(_, by)| is_rejected(by)), "{events:?}");
    }

    #[test]
    fn reasons_are_emitted_on_request() {
        let instance = puzzle("sudoku", ".1..\n...2\n3...\n..3.\n");
        let mut with_reason = 0;
        let mut posted = Vec::new();
        let mut emit = |event: TraceEvent| {
            with_reason += usize::from(!event.why.is_empty() && event.by.is_some());
            if event.event == "post" {
                posted.extend(event.by);
            }
            Flow::Continue
        };
        let solve = Question::Solve { max: 1 };
        trace(&*instance, solve, &Request::default(), true, &mut emit).expect("a run");
        assert!(with_reason > 10, "{with_reason}");
        assert!(
            posted.iter().all(|by| by.starts_with("all_different(")),
            "{posted:?}"
        );
        assert_eq!(posted.len(), 12);
    }
}
