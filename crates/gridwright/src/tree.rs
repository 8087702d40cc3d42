//! The tree of a search, with the board at any node.

use gridwright_fd::{Assignment, Detail, End, Event, Flow, Model, Sink};
use gridwright_puzzles::{AnyFormulation, AnyInstance, Known};
use gridwright_solve::run;

use crate::board_state::Standing;
use crate::engine::EngineName;
use crate::error::Error;
use crate::request::{Question, Request};
use crate::trace::{TraceEvent, formulated, plan, wanted};
use crate::trace_chr::trace_chr;

/// What became of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeStatus {
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
    pub fate: NodeStatus,
    /// How many facts propagation found at it.
    pub prunings: usize,
    /// How many decisions there are to try below it, where that is known before: without learning, once the first is made.
    pub alternatives: Option<u32>,
    /// How often the search had started anew before it came here.
    pub restart: u32,
    /// Whether the search was stopped before it had tried everything here; what is below it then does not count as refuted.
    pub is_cut: bool,
}

impl Node {
    fn new(parent: Option<usize>, decision: String, restart: u32) -> Node {
        Node {
            parent,
            decision,
            fate: NodeStatus::Choice,
            prunings: 0,
            alternatives: None,
            restart,
            is_cut: false,
        }
    }
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
) -> Result<SearchTree, Error> {
    grow_tree(instance, question, request, most, at, &mut |_, _| {})
}

/// Walks a search as [`search_tree`] does, and tells every node with its number as soon as the search goes on from it, and again if more became of it later. The root comes first.
pub fn grow_tree(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    most: usize,
    at: Option<usize>,
    tell: &mut dyn FnMut(usize, &Node),
) -> Result<SearchTree, Error> {
    if request.engine == EngineName::Chr {
        return grow_by_rules(instance, question, request, most, at, tell);
    }
    let (model, formulation) = formulated(instance, request)?;
    let mut growing = Growing {
        model: &model,
        standing: Standing::new(&model, &formulation.facts),
        formulation: &formulation,
        left: wanted(question),
        most,
        at,
        untold: vec![0],
        restart: 0,
        tell,
        tree: SearchTree {
            nodes: vec![Node::new(None, String::new(), 0)],
            cut: false,
            known: None,
        },
    };
    let mut plan = plan(question, request, &formulation)?;
    // The tree needs no more than its nodes.
    let nodes = plan.limits.nodes.unwrap_or(u64::MAX).min(most as u64);
    plan.limits.nodes = Some(nodes);
    let outcome = run(&model, &plan, &mut growing)?;
    growing.leave();
    growing.tree.cut |= matches!(outcome.end, End::LimitReached(_));
    if growing.tree.cut {
        growing.mark_cut();
    }
    Ok(growing.tree)
}

/// The tree of a run of rules: its choices, as they are told.
fn grow_by_rules(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    most: usize,
    at: Option<usize>,
    tell: &mut dyn FnMut(usize, &Node),
) -> Result<SearchTree, Error> {
    let mut tree = SearchTree {
        nodes: Vec::new(),
        cut: false,
        known: None,
    };
    let mut path: Vec<usize> = Vec::new();
    let mut known = vec![Known::Open; instance.n_facts()];
    let mut settled: Vec<Vec<usize>> = Vec::new();
    let mut hear = |told: TraceEvent| {
        let depth = told.depth.unwrap_or(0);
        match told.event {
            "start" | "decide" => {
                if let Some(&above) = path.last() {
                    if at == Some(above) && tree.known.is_none() {
                        tree.known = Some(known.clone());
                    }
                    tell(above, &tree.nodes[above]);
                }
                if tree.nodes.len() >= most {
                    tree.cut = true;
                    return Flow::Stop;
                }
                let parent = path.last().copied();
                path.push(tree.nodes.len());
                settled.push(Vec::new());
                let decision = told.fact.unwrap_or_default();
                tree.nodes.push(Node::new(parent, decision, 0));
            }
            "backtrack" => {
                if let Some(&left) = path.last() {
                    if at == Some(left) && tree.known.is_none() {
                        tree.known = Some(known.clone());
                    }
                    tell(left, &tree.nodes[left]);
                }
                path.truncate(depth + 1);
                for fact in settled.drain(depth + 1..).flatten() {
                    known[fact] = Known::Open;
                }
                return Flow::Continue;
            }
            _ => {}
        }
        let node = &mut tree.nodes[told.node];
        match told.event {
            "fire" => node.prunings += told.claims.len(),
            "fail" => node.fate = NodeStatus::Failure,
            "solution" => node.fate = NodeStatus::Solution,
            _ => {}
        }
        for claim in told.claims {
            known[claim.fact] = if claim.holds {
                Known::True
            } else {
                Known::False
            };
            if let Some(level) = settled.last_mut() {
                level.push(claim.fact);
            }
        }
        Flow::Continue
    };
    let outcome = trace_chr(instance, question, request, None, &mut hear)?;
    if let Some(&last) = path.last() {
        if at == Some(last) && tree.known.is_none() {
            tree.known = Some(known);
        }
        tell(last, &tree.nodes[last]);
    }
    tree.cut |= matches!(outcome.end, End::LimitReached(_));
    Ok(tree)
}

struct Growing<'g> {
    model: &'g Model,
    formulation: &'g AnyFormulation,
    standing: Standing,
    left: u64,
    most: usize,
    at: Option<usize>,
    /// Nodes of which more is known than was told.
    untold: Vec<usize>,
    restart: u32,
    tell: &'g mut dyn FnMut(usize, &Node),
    tree: SearchTree,
}

impl Growing<'_> {
    /// The node it is at, if the tree still has room for it.
    fn current(&mut self) -> Option<&mut Node> {
        let node = self.standing.node();
        let current = self.tree.nodes.get_mut(node)?;
        if !self.untold.contains(&node) {
            self.untold.push(node);
        }
        Some(current)
    }

    /// The search goes on elsewhere: keeps what is known, if this is the node that was asked for, and tells what became of nodes.
    fn leave(&mut self) {
        if self.at == Some(self.standing.node()) && self.tree.known.is_none() {
            self.tree.known = Some(self.standing.known().to_vec());
        }
        for node in self.untold.drain(..) {
            (self.tell)(node, &self.tree.nodes[node]);
        }
    }

    /// Marks where the search was stopped, from the root to where it stands: at an end that it did not settle, and wherever something was left to try.
    fn mark_cut(&mut self) {
        let n_nodes = self.tree.nodes.len();
        let path = self.standing.path().iter().copied();
        let path: Vec<usize> = path.take_while(|&node| node < n_nodes).collect();
        let mut n_below = vec![0; path.len()];
        for node in &self.tree.nodes {
            let Some(parent) = node.parent else { continue };
            if let Some(at) = path.iter().position(|&node| node == parent) {
                n_below[at] += 1;
            }
        }
        for (&node, n_below) in path.iter().zip(n_below) {
            let node = &mut self.tree.nodes[node];
            let is_left = node.alternatives.is_none_or(|all| n_below < all);
            node.is_cut = node.fate == NodeStatus::Choice && is_left;
        }
    }

    fn ends(&mut self, fate: NodeStatus) {
        if let Some(current) = self.current() {
            current.fate = fate;
        }
        self.leave();
    }
}

impl Sink for Growing<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        if !self.formulation.is_passive || self.formulation.read(found).is_some() {
            self.left = self.left.saturating_sub(1);
        }
        match self.left {
            0 => Flow::Stop,
            _ => Flow::Continue,
        }
    }

    fn detail(&self) -> Detail {
        Detail::Events
    }

    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Post { .. } => {}
            Event::Prune { atom, .. } => {
                self.standing.narrow(*atom);
                if let Some(current) = self.current() {
                    current.prunings += 1;
                }
            }
            Event::Decide {
                atom,
                depth,
                alternatives,
            } => {
                let above = self.standing.node_at(depth.saturating_sub(1));
                if let Some(above) = self.tree.nodes.get_mut(above) {
                    above.alternatives = *alternatives;
                }
                self.leave();
                self.standing.back(depth.saturating_sub(1));
                let parent = self.standing.node();
                self.standing.decide(*atom, *depth);
                if self.tree.nodes.len() >= self.most {
                    self.tree.cut = true;
                    return;
                }
                self.untold.push(self.tree.nodes.len());
                let decision = self.model.format_atom(*atom);
                let node = Node::new(Some(parent), decision, self.restart);
                self.tree.nodes.push(node);
            }
            Event::Fail { .. } => self.ends(NodeStatus::Failure),
            Event::Solution { found } => {
                let is_refused =
                    self.formulation.is_passive && self.formulation.read(found).is_none();
                self.ends(if is_refused {
                    NodeStatus::Failure
                } else {
                    NodeStatus::Solution
                });
            }
            Event::Backtrack { depth } => {
                self.leave();
                self.standing.back(*depth);
            }
            Event::Restart => {
                self.leave();
                self.standing.back(0);
                self.restart += 1;
                // It comes to the root once more, and may choose another way from there.
                let root = &mut self.tree.nodes[0];
                root.restart = self.restart;
                root.alternatives = None;
                self.untold.push(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_puzzles::kind;

    #[test]
    fn what_was_not_explored_is_what_the_whole_search_has_more() {
        let kind = kind("magic").expect("a kind");
        let instance = kind.read(None, "order 3").expect("a puzzle");
        let question = Question::Count { limit: 100 };
        for choose in ["indomain_min", "indomain"] {
            let request = Request {
                choose: choose.parse().ok(),
                ..Request::default()
            };
            let whole = search_tree(&*instance, question, &request, usize::MAX, None);
            let whole = whole.expect("a run").nodes;
            assert!(whole.iter().all(|node| !node.is_cut));
            for most in 1..whole.len() {
                let cut = search_tree(&*instance, question, &request, most, None);
                let cut = cut.expect("a run");
                assert!(cut.cut);
                let n_nodes = cut.nodes.len();
                for (i, node) in cut.nodes.iter().enumerate() {
                    let mut later = whole[n_nodes..].iter();
                    let is_left = later.any(|later| later.parent == Some(i));
                    assert_eq!(node.is_cut, is_left, "{choose}, {most}: node {i}");
                    assert_eq!(node.fate, whole[i].fate, "{choose}, {most}: node {i}");
                }
            }
        }
    }
}
