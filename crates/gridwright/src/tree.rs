//! The tree of a search, with the board at any node.

use gridwright_fd::{Assignment, Atom, End, Event, Flow, Model, Sink, Wants};
use gridwright_puzzles::{AnyInstance, Known};
use gridwright_solve::run;

use crate::ask::Misuse;
use crate::request::{Question, Request};
use crate::watch::{formulated, plan, wanted};

/// What became of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The search decided below it, or was stopped at it.
    Choice,
    /// Its domains admit no solution.
    Failure,
    /// A solution.
    Solution,
}

/// A node of a search tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The node above it; the root has none.
    pub parent: Option<usize>,
    /// The decision that led to it.
    pub decision: String,
    /// What became of it.
    pub fate: Fate,
    /// How many facts propagation found at it.
    pub prunings: usize,
}

/// The tree of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchTree {
    /// Its nodes, in the order they were reached; the root is the first.
    pub nodes: Vec<Node>,
    /// Whether it was cut off at the most nodes that were wanted.
    pub cut: bool,
    /// What is known of every fact at the node that was asked for.
    pub known: Option<Vec<Known>>,
}

/// Walks a search and keeps its tree, at most so many nodes, and what is known at one of them.
pub fn search_tree(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    most: usize,
    at: Option<usize>,
) -> Result<SearchTree, Misuse> {
    let (model, formulation) = formulated(instance, request)?;
    let mut growing = Growing {
        model: &model,
        facts: &formulation.facts,
        left: wanted(question),
        most,
        at,
        path: vec![0],
        trail: Vec::new(),
        marks: Vec::new(),
        tree: SearchTree {
            nodes: vec![Node {
                parent: None,
                decision: String::new(),
                fate: Fate::Choice,
                prunings: 0,
            }],
            cut: false,
            known: None,
        },
    };
    let mut plan = plan(request, &formulation);
    // The tree needs no more than its nodes.
    let nodes = plan.limits.nodes.unwrap_or(u64::MAX).min(most as u64);
    plan.limits.nodes = Some(nodes);
    let outcome = run(&model, &plan, &mut growing)?;
    growing.look();
    growing.tree.cut |= matches!(outcome.end, End::LimitReached(_));
    Ok(growing.tree)
}

struct Growing<'g> {
    model: &'g Model,
    facts: &'g [Option<Atom>],
    left: u64,
    most: usize,
    at: Option<usize>,
    /// The nodes from the root to the current one.
    path: Vec<usize>,
    /// What is true at the current node, and where each level of it begins.
    trail: Vec<Atom>,
    marks: Vec<usize>,
    tree: SearchTree,
}

impl Growing<'_> {
    fn current(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }

    /// Keeps what is known, if this is the node that was asked for and it is settled.
    fn look(&mut self) {
        if self.at != Some(self.current()) || self.tree.known.is_some() {
            return;
        }
        let known = |fact: &Option<Atom>| {
            let Some(fact) = fact else {
                return Known::Open;
            };
            let about = |atom: &&Atom| atom.var() == fact.var();
            let told: Vec<&Atom> = self.trail.iter().filter(about).collect();
            let values = self.model.domain(fact.var()).values();
            let left = values.filter(|&value| told.iter().all(|atom| atom.admits(value)));
            let (mut some, mut all) = (false, true);
            for value in left {
                some |= fact.admits(value);
                all &= fact.admits(value);
            }
            match (some, all) {
                (true, true) => Known::True,
                (false, _) => Known::False,
                _ => Known::Open,
            }
        };
        self.tree.known = Some(self.facts.iter().map(known).collect());
    }

    /// Goes back to a level.
    fn back(&mut self, depth: usize) {
        self.path.truncate(depth + 1);
        if let Some(&mark) = self.marks.get(depth) {
            self.trail.truncate(mark);
            self.marks.truncate(depth);
        }
    }
}

impl Sink for Growing<'_> {
    fn solution(&mut self, _: &Assignment) -> Flow {
        self.left = self.left.saturating_sub(1);
        match self.left {
            0 => Flow::Stop,
            _ => Flow::Continue,
        }
    }

    fn wants(&self) -> Wants {
        Wants::Events
    }

    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Post { .. } => {}
            Event::Prune { atom, .. } => {
                self.trail.push(*atom);
                let current = self.current();
                self.tree.nodes[current].prunings += 1;
            }
            Event::Decide { atom, depth } => {
                self.look();
                // A decision stands below all that are in force before it.
                self.back(depth.saturating_sub(1));
                if self.tree.nodes.len() >= self.most {
                    self.tree.cut = true;
                    return;
                }
                let node = Node {
                    parent: Some(self.current()),
                    decision: self.model.say(*atom),
                    fate: Fate::Choice,
                    prunings: 0,
                };
                self.path.push(self.tree.nodes.len());
                self.tree.nodes.push(node);
                self.marks.push(self.trail.len());
                self.trail.push(*atom);
            }
            Event::Fail { .. } => {
                self.look();
                let current = self.current();
                self.tree.nodes[current].fate = Fate::Failure;
            }
            Event::Solution { .. } => {
                self.look();
                let current = self.current();
                self.tree.nodes[current].fate = Fate::Solution;
            }
            Event::Backtrack { depth } => {
                self.look();
                self.back(*depth);
            }
            Event::Restart => self.back(0),
        }
    }
}
