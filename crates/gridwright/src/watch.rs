//! Watching a search: its events in words.

use gridwright_fd::{Assignment, Atom, Cause, Event, Flow, Model, Outcome, Sink, Wants};
use gridwright_puzzles::{AnyFormulation, AnyInstance};
use gridwright_solve::{EngineName, run};

use crate::ask::Misuse;
use crate::request::{Question, Request};

/// Something that happened, in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// What: `post`, `prune`, `decide`, `fail`, `backtrack`, `solution` or `restart`.
    pub event: &'static str,
    /// The number of decisions in force, where it changes.
    pub depth: Option<usize>,
    /// The fact that became true.
    pub fact: Option<String>,
    /// The constraint it comes from.
    pub by: Option<String>,
    /// The facts that force it, where reasons are wanted.
    pub why: Vec<String>,
}

/// Runs a question and tells everything that happens, reasons too if they are wanted, until `tell` has enough.
pub fn watch(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    reasons: bool,
    tell: &mut dyn FnMut(Told) -> Flow,
) -> Result<Outcome, Misuse> {
    let (model, formulation) = formulated(instance, request)?;
    // Constraints come after the variables.
    let terms = model.terms();
    let terms = terms[terms.len() - model.constraints().len()..].iter();
    let terms: Vec<String> = terms.map(ToString::to_string).collect();
    let mut sink = Telling {
        model: &model,
        terms: &terms,
        left: wanted(question),
        reasons,
        stopped: false,
        tell,
    };
    Ok(run(&model, &plan(request, &formulation), &mut sink)?)
}

pub(crate) fn formulated(
    instance: &dyn AnyInstance,
    request: &Request,
) -> Result<(Model, AnyFormulation), Misuse> {
    let mut model = Model::new();
    let formulation = instance.formulate(&request.wish(), &mut model)?;
    Ok((model, formulation))
}

/// The plan of a request; what is left open is plain search, which walks a tree.
pub(crate) fn plan(request: &Request, formulation: &AnyFormulation) -> gridwright_solve::Plan {
    let mut request = request.clone();
    if request.engine == EngineName::Auto {
        request.engine = EngineName::Plain;
    }
    request.plan(&formulation.decisions)
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
    terms: &'t [String],
    left: u64,
    reasons: bool,
    stopped: bool,
    tell: &'t mut dyn FnMut(Told) -> Flow,
}

impl Telling<'_> {
    fn by(&self, constraint: usize) -> Option<String> {
        self.terms.get(constraint).cloned()
    }

    fn all(&self, atoms: &[Atom]) -> Vec<String> {
        atoms.iter().map(|&atom| self.model.say(atom)).collect()
    }
}

impl Sink for Telling<'_> {
    fn solution(&mut self, _: &Assignment) -> Flow {
        self.left = self.left.saturating_sub(1);
        match self.left == 0 || self.stopped {
            true => Flow::Stop,
            false => Flow::Continue,
        }
    }

    fn wants(&self) -> Wants {
        match self.reasons {
            true => Wants::Reasons,
            false => Wants::Events,
        }
    }

    fn event(&mut self, event: &Event<'_>) {
        let told = match event {
            Event::Post { constraint } => Told {
                event: "post",
                by: self.by(*constraint),
                ..Told::default()
            },
            Event::Prune { atom, cause, why } => Told {
                event: "prune",
                fact: Some(self.model.say(*atom)),
                by: match cause {
                    Cause::Constraint(constraint) => self.by(*constraint),
                    Cause::Derived => None,
                    Cause::Nogood => Some("a nogood".to_owned()),
                },
                why: self.all(why),
                ..Told::default()
            },
            Event::Decide { atom, depth } => Told {
                event: "decide",
                depth: Some(*depth),
                fact: Some(self.model.say(*atom)),
                ..Told::default()
            },
            Event::Fail { constraint, why } => Told {
                event: "fail",
                by: constraint.and_then(|constraint| self.by(constraint)),
                why: self.all(why),
                ..Told::default()
            },
            Event::Backtrack { depth } => Told {
                event: "backtrack",
                depth: Some(*depth),
                ..Told::default()
            },
            Event::Solution { .. } => Told {
                event: "solution",
                ..Told::default()
            },
            Event::Restart => Told {
                event: "restart",
                ..Told::default()
            },
        };
        if !self.stopped {
            self.stopped = (self.tell)(told) == Flow::Stop;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Fate, search_tree};
    use gridwright_puzzles::{Known, kind};

    fn puzzle(id: &str, text: &str) -> gridwright_puzzles::Given {
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
        let mut tell = |_: Told| {
            events += 1;
            Flow::Continue
        };
        let outcome = watch(&*instance, question, &request, false, &mut tell).expect("a run");
        let n = |fate: Fate| tree.nodes.iter().filter(|node| node.fate == fate).count() as u64;
        assert_eq!(n(Fate::Solution), 8);
        assert_eq!(n(Fate::Failure), outcome.stats.failures);
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
            .position(|node| node.fate == Fate::Solution);
        let tree = search_tree(&*instance, question, &request, 100, end).expect("a run");
        let known = tree.known.expect("the node was reached");
        assert!(known.iter().all(|known| *known != Known::Open));
        let cells = known.iter().filter(|known| **known == Known::True).count();
        assert_eq!(cells, 16);
    }

    #[test]
    fn reasons_are_told_when_wanted() {
        let instance = puzzle("sudoku", ".1..\n...2\n3...\n..3.\n");
        let mut with_reason = 0;
        let mut posted = Vec::new();
        let mut tell = |told: Told| {
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
