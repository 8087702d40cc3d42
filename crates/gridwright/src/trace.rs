//! Watching a search: its events in words, with what each settles of the board.

use gridwright_fd::{Assignment, Atom, Cause, Detail, Event, Flow, Model, Outcome, Sink, Stop};
use gridwright_puzzles::{AnyFormulation, AnyInstance, Claim};
use gridwright_solve::run;

use crate::board_state::Standing;
use crate::engine::EngineName;
use crate::error::Error;
use crate::request::{Question, Request};
use crate::trace_chr::trace_chr;

/// Something that happened, in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TraceEvent {
    /// What: `start`, `post`, `prune`, `fire`, `decide`, `fail`, `backtrack`, `solution` or `restart`. The first is `start`; only rules fire.
    pub event: &'static str,
    /// The node the search is at now. Nodes are numbered in the order they are reached; the root is 0.
    pub node: usize,
    /// The number of decisions in force, where it changes.
    pub depth: Option<usize>,
    /// The fact that became true; of a rule that fired, the constraints that it fired for.
    pub fact: Option<String>,
    /// The constraint, or the rule, it comes from.
    pub by: Option<String>,
    /// The facts that force it, where reasons are wanted.
    pub why: Vec<String>,
    /// What the reason says of the board, where reasons are wanted.
    pub because: Vec<Claim>,
    /// What it settles of the board and was open before. At the start, what the clues say; what a decision settled is open again when the search goes back.
    pub claims: Vec<Claim>,
    /// Of rules: constraints that were stored since the event before.
    pub added: Vec<String>,
    /// Of rules: constraints that were removed since then.
    pub removed: Vec<String>,
    /// Of rules: the store, where it was asked for.
    pub store: Option<Vec<String>>,
}

/// Runs a question and tells everything that happens, reasons too if they are wanted, until `tell` has enough. Where rules are asked, each firing is told
/// in place of each removal, and the rule is the reason.
pub fn watch(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    reasons: bool,
    tell: &mut dyn FnMut(TraceEvent) -> Flow,
) -> Result<Outcome, Error> {
    if request.engine == EngineName::Chr {
        return trace_chr(instance, question, request, None, tell);
    }
    // Who has enough ends this run, and nothing else that watches the request's switch.
    let stop = request.stop.clone().unwrap_or_default().child();
    let request = &Request {
        stop: Some(stop.clone()),
        ..request.clone()
    };
    let (model, formulation) = formulated(instance, request)?;
    // Constraints come after the variables.
    let terms = model.terms();
    let terms = terms[terms.len() - model.constraints().len()..].iter();
    let terms: Vec<String> = terms.map(ToString::to_string).collect();
    let standing = Standing::new(&model, &formulation.facts);
    let start = TraceEvent {
        event: "start",
        claims: standing.claims(),
        ..TraceEvent::default()
    };
    if tell(start) == Flow::Stop {
        stop.request();
    }
    let mut sink = Telling {
        model: &model,
        formulation: &formulation,
        standing,
        terms: &terms,
        left: wanted(question),
        reasons,
        stop,
        tell,
    };
    let plan = plan(question, request, &formulation)?;
    Ok(run(&model, &plan, &mut sink)?.into())
}

/// What is told where a rule that is asked of whole answers refuses one.
const REFUSED: &str = "a rule that is asked of every whole answer";

pub(crate) fn formulated(
    instance: &dyn AnyInstance,
    request: &Request,
) -> Result<(Model, AnyFormulation), Error> {
    let mut model = Model::new();
    model.set_deadline(request.limits().deadline());
    let formulation = instance.formulate(&request.wish(), &mut model)?;
    Ok((model, formulation))
}

/// The plan of a request; what is left open is plain search, which walks a tree.
pub(crate) fn plan(
    question: Question,
    request: &Request,
    formulation: &AnyFormulation,
) -> Result<gridwright_solve::Plan, Error> {
    let mut request = request.clone();
    if request.engine == EngineName::Auto {
        request.engine = EngineName::Fd;
    }
    let mut plan = request.plan(&formulation.decisions)?;
    // Plain search may start anew only if one solution is enough, and a solution that is refused is none.
    if wanted(question) == 1 && !formulation.is_passive {
        plan.limits.solutions = Some(1);
    }
    Ok(plan)
}

/// How many solutions a question needs.
pub(crate) fn wanted(question: Question) -> u64 {
    match question {
        Question::Solve { most } | Question::Shared { most } => most,
        Question::Unique => 2,
        Question::Count { limit } => limit,
        Question::Backbone => u64::MAX,
    }
}

struct Telling<'t> {
    model: &'t Model,
    formulation: &'t AnyFormulation,
    standing: Standing,
    terms: &'t [String],
    left: u64,
    reasons: bool,
    stop: Stop,
    tell: &'t mut dyn FnMut(TraceEvent) -> Flow,
}

impl Telling<'_> {
    fn by(&self, constraint: usize) -> Option<String> {
        self.terms.get(constraint).cloned()
    }

    fn all(&self, atoms: &[Atom]) -> Vec<String> {
        atoms
            .iter()
            .map(|&atom| self.model.format_atom(atom))
            .collect()
    }

    /// The event, but for the node.
    fn told(&mut self, event: &Event<'_>) -> TraceEvent {
        match event {
            Event::Post { constraint } => TraceEvent {
                event: "post",
                by: self.by(*constraint),
                ..TraceEvent::default()
            },
            Event::Prune { atom, cause, why } => TraceEvent {
                event: "prune",
                fact: Some(self.model.format_atom(*atom)),
                by: match cause {
                    Cause::Constraint(constraint) => self.by(*constraint),
                    Cause::Derived => None,
                    Cause::Nogood => Some("a nogood".to_owned()),
                },
                why: self.all(why),
                because: self.standing.said(why),
                claims: self.standing.narrow(*atom),
                ..TraceEvent::default()
            },
            Event::Decide { atom, depth, .. } => TraceEvent {
                event: "decide",
                depth: Some(*depth),
                fact: Some(self.model.format_atom(*atom)),
                claims: self.standing.decide(*atom, *depth),
                ..TraceEvent::default()
            },
            Event::Fail { constraint, why } => TraceEvent {
                event: "fail",
                by: constraint.and_then(|constraint| self.by(constraint)),
                why: self.all(why),
                because: self.standing.said(why),
                ..TraceEvent::default()
            },
            Event::Backtrack { depth } => {
                self.standing.back(*depth);
                TraceEvent {
                    event: "backtrack",
                    depth: Some(*depth),
                    ..TraceEvent::default()
                }
            }
            Event::Solution { found }
                if self.formulation.is_passive && self.formulation.read(found).is_none() =>
            {
                TraceEvent {
                    event: "fail",
                    by: Some(REFUSED.to_owned()),
                    ..TraceEvent::default()
                }
            }
            Event::Solution { .. } => TraceEvent {
                event: "solution",
                ..TraceEvent::default()
            },
            Event::Restart => {
                self.standing.back(0);
                TraceEvent {
                    event: "restart",
                    depth: Some(0),
                    ..TraceEvent::default()
                }
            }
        }
    }
}

impl Sink for Telling<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        if !self.formulation.is_passive || self.formulation.read(found).is_some() {
            self.left = self.left.saturating_sub(1);
        }
        match self.left == 0 || self.stop.is_requested() {
            true => Flow::Stop,
            false => Flow::Continue,
        }
    }

    fn detail(&self) -> Detail {
        match self.reasons {
            true => Detail::Reasons,
            false => Detail::Events,
        }
    }

    fn event(&mut self, event: &Event<'_>) {
        if self.stop.is_requested() {
            return;
        }
        let told = self.told(event);
        let node = self.standing.node();
        if (self.tell)(TraceEvent { node, ..told }) == Flow::Stop {
            self.stop.request();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{NodeStatus, search_tree};
    use gridwright_puzzles::{Known, kind};

    fn puzzle(id: &str, text: &str) -> gridwright_puzzles::BoxedInstance {
        let kind = kind(id).expect("a kind");
        kind.read(None, text).expect("a puzzle")
    }

    #[test]
    fn a_tree_has_as_many_ends_as_the_run_counted() {
        let instance = puzzle("magic", "order 3");
        let question = Question::Count { limit: 100 };
        let request = Request::default();
        let tree = search_tree(&*instance, question, &request, 10_000, None).expect("a run");
        let mut events = 0;
        let mut tell = |_: TraceEvent| {
            events += 1;
            Flow::Continue
        };
        let outcome = watch(&*instance, question, &request, false, &mut tell).expect("a run");
        let n =
            |fate: NodeStatus| tree.nodes.iter().filter(|node| node.fate == fate).count() as u64;
        assert_eq!(n(NodeStatus::Solution), 8);
        assert_eq!(n(NodeStatus::Failure), outcome.stats.failures);
        assert_eq!(tree.nodes.len() as u64, outcome.stats.nodes);
        assert!(events > tree.nodes.len());
        assert!(!tree.cut);
        let parents = tree.nodes.iter().enumerate().skip(1);
        for (i, node) in parents {
            assert!(node.parent.is_some_and(|parent| parent < i));
        }
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
            .position(|node| node.fate == NodeStatus::Solution);
        let tree = search_tree(&*instance, question, &request, 100, end).expect("a run");
        let known = tree.known.expect("the node was reached");
        assert!(known.iter().all(|known| *known != Known::Open));
        let cells = known.iter().filter(|known| **known == Known::True).count();
        assert_eq!(cells, 16);
    }

    /// Claims on top of each other, taken back with their decisions, are at every node what the tree knows there.
    #[test]
    fn claims_add_up_to_what_is_known_at_a_node() {
        let instance = puzzle("hashi", "2.3.2\n.....\n3.4.2\n");
        let request = Request::default();
        let question = Question::Count { limit: 100 };
        let (mut claims, mut marks) = (Vec::new(), Vec::new());
        let mut last: Vec<Vec<Claim>> = vec![Vec::new()];
        let mut tell = |told: TraceEvent| {
            match told.event {
                "decide" | "backtrack" => {
                    let depth = told.depth.expect("both have a depth");
                    let depth = depth - usize::from(told.event == "decide");
                    claims.truncate(marks.get(depth).copied().unwrap_or(claims.len()));
                    marks.truncate(depth);
                }
                _ => {}
            }
            if told.event == "decide" {
                marks.push(claims.len());
                last.push(Vec::new());
            }
            if !matches!(told.event, "backtrack" | "restart") {
                claims.extend(told.claims);
                last[told.node] = claims.clone();
            }
            Flow::Continue
        };
        watch(&*instance, question, &request, false, &mut tell).expect("a run");
        for (node, claims) in last.iter_mut().enumerate() {
            let tree = search_tree(&*instance, question, &request, 1000, Some(node));
            let known = tree.expect("a run").known.expect("the node was reached");
            let held = |fact: usize| Claim::is(fact).known(&known);
            let n_known = known.iter().filter(|known| **known != Known::Open).count();
            claims.sort_unstable();
            claims.dedup();
            assert_eq!(claims.len(), n_known, "at node {node}");
            let agree = |claim: &Claim| (held(claim.fact) == Known::True) == claim.holds;
            assert!(claims.iter().all(agree), "at node {node}");
        }
    }

    #[test]
    fn who_has_enough_ends_the_run() {
        let instance = puzzle("magic", "order 4");
        let stop = Stop::new();
        let request = Request {
            stop: Some(stop.clone()),
            ..Request::default()
        };
        let mut n = 0;
        let mut tell = |_: TraceEvent| {
            n += 1;
            if n < 500 { Flow::Continue } else { Flow::Stop }
        };
        let question = Question::Count { limit: u64::MAX };
        let outcome = watch(&*instance, question, &request, false, &mut tell).expect("a run");
        assert_eq!(n, 500);
        assert!(outcome.stats.nodes < 500, "{}", outcome.stats.nodes);
        assert!(!stop.is_requested());
    }

    #[test]
    fn a_rule_asked_of_whole_answers_refuses_them() {
        let instance = puzzle("hashi", "1.1\n...\n1.1\n");
        let request = Request {
            connectivity: Some("passive".to_owned()),
            ..Request::default()
        };
        let mut events = Vec::new();
        let mut tell = |told: TraceEvent| {
            events.push((told.event, told.by));
            Flow::Continue
        };
        let question = Question::Count { limit: 100 };
        watch(&*instance, question, &request, false, &mut tell).expect("a run");
        assert!(events.iter().all(|(event, _)| *event != "solution"));
        let refused = |by: &Option<String>| by.as_deref() == Some(REFUSED);
        assert!(events.iter().any(|(_, by)| refused(by)), "{events:?}");
    }

    #[test]
    fn reasons_are_told_when_wanted() {
        let instance = puzzle("sudoku", ".1..\n...2\n3...\n..3.\n");
        let mut with_reason = 0;
        let mut posted = Vec::new();
        let mut tell = |told: TraceEvent| {
            with_reason += usize::from(!told.why.is_empty() && told.by.is_some());
            if told.event == "post" {
                posted.extend(told.by);
            }
            Flow::Continue
        };
        let solve = Question::Solve { most: 1 };
        watch(&*instance, solve, &Request::default(), true, &mut tell).expect("a run");
        assert!(with_reason > 10, "{with_reason}");
        assert!(
            posted.iter().all(|by| by.starts_with("all_different(")),
            "{posted:?}"
        );
        assert_eq!(posted.len(), 12);
    }
}
