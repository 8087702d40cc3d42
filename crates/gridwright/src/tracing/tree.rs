//! Search trees, with the board at any node.

use gridwright_control::Limit;
use gridwright_fd::{End, Flow};
use gridwright_puzzles::FactState;

use crate::engine::EngineName;
use crate::error::Error;
use crate::request::{Question, Request};
use crate::tracing::board_state::FactTrail;
use crate::tracing::event::TraceEvent;
use crate::tracing::searched::Searched;
use crate::tracing::trace::{TraceDetail, trace_with};

/// How a node ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeStatus {
    /// A choice: the search decided below it, or was stopped at it.
    Choice,
    /// A failure: its domains admit no solution.
    Failure,
    /// A solution.
    Solution,
}

/// A node of a search tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its parent; the root has none.
    pub parent: Option<usize>,
    /// The decision that led to it.
    pub decision: String,
    /// How it ended.
    pub status: NodeStatus,
    /// The number of facts that propagation derived at it.
    pub prunings: usize,
    /// The number of decisions to try below it, known once the first is made; unknown with learning and for CHR programs.
    pub alternatives: Option<u32>,
    /// The number of restarts before it was reached.
    pub restart: u32,
    /// Whether the search was stopped before it had tried everything here; the subtree is then not refuted.
    pub is_cut: bool,
}

impl Node {
    fn new(parent: Option<usize>, decision: String, restart: u32) -> Node {
        Node {
            parent,
            decision,
            status: NodeStatus::Choice,
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
    /// Whether the search was stopped, by the largest number of nodes or by a limit.
    pub is_stopped: bool,
    /// The limit of the request that stopped the search.
    pub limit: Option<Limit>,
    /// What is known of every fact at the requested node.
    pub known: Option<Vec<FactState>>,
}

/// Runs a search and returns its tree, at most `max_nodes` nodes of it, and what is known at the node `at`.
pub fn search_tree<'s>(
    searched: impl Into<Searched<'s>>,
    question: Question,
    request: &Request,
    max_nodes: usize,
    at: Option<usize>,
) -> Result<SearchTree, Error> {
    search_tree_with_callback(searched, question, request, max_nodes, at, &mut |_, _| {})
}

/// Like [`search_tree`]; passes every node with its number to `report` when the search leaves it, and again if it changed later. The root comes
/// first.
pub fn search_tree_with_callback<'s>(
    searched: impl Into<Searched<'s>>,
    question: Question,
    request: &Request,
    max_nodes: usize,
    at: Option<usize>,
    report: &mut dyn FnMut(usize, &Node),
) -> Result<SearchTree, Error> {
    grow(searched.into(), question, request, max_nodes, at, report)
}

/// Runs a search and builds its tree.
fn grow(
    searched: Searched<'_>,
    question: Question,
    request: &Request,
    max_nodes: usize,
    at: Option<usize>,
    report: &mut dyn FnMut(usize, &Node),
) -> Result<SearchTree, Error> {
    let mut builder = TreeBuilder {
        facts: FactTrail::new(searched.n_facts()),
        max_nodes,
        at,
        unreported: vec![0],
        restart: 0,
        report,
        tree: SearchTree {
            nodes: vec![Node::new(None, String::new(), 0)],
            is_stopped: false,
            limit: None,
            known: None,
        },
    };
    let is_chr = match searched {
        Searched::Puzzle(_) => request.engine == EngineName::Chr,
        Searched::Model(_) => false,
        Searched::Chr { .. } => true,
    };
    let mut request = request.clone();
    let is_node_limit_lowered = request.nodes.is_none_or(|nodes| nodes > max_nodes as u64);
    if !is_chr && is_node_limit_lowered {
        request.nodes = Some(max_nodes as u64);
    }
    let mut add = |event: TraceEvent| builder.add(event);
    let outcome = trace_with(searched, question, &request, TraceDetail::Tree, &mut add)?;
    builder.leave();
    if let End::LimitReached(limit) = outcome.end {
        builder.tree.is_stopped = true;
        let is_of_request = limit != Limit::Nodes || !is_node_limit_lowered;
        builder.tree.limit = is_of_request.then_some(limit);
    }
    if builder.tree.is_stopped && !is_chr {
        builder.mark_cut();
    }
    Ok(builder.tree)
}

/// Builds a tree from the events of a trace.
struct TreeBuilder<'b> {
    facts: FactTrail,
    max_nodes: usize,
    at: Option<usize>,
    /// Nodes that changed since they were reported.
    unreported: Vec<usize>,
    restart: u32,
    report: &'b mut dyn FnMut(usize, &Node),
    tree: SearchTree,
}

impl TreeBuilder<'_> {
    fn add(&mut self, event: TraceEvent) -> Flow {
        match event.event {
            "decide" => {
                let above = event.depth.unwrap_or(1).saturating_sub(1);
                if let Some(parent) = self.tree.nodes.get_mut(self.facts.node_at(above)) {
                    parent.alternatives = event.alternatives;
                }
                self.leave();
                self.facts.back(above);
                let parent = self.facts.node();
                self.facts.enter();
                if self.tree.nodes.len() >= self.max_nodes {
                    self.tree.is_stopped = true;
                    return Flow::Stop;
                }
                self.unreported.push(self.tree.nodes.len());
                let decision = event.fact.unwrap_or_default();
                let node = Node::new(Some(parent), decision, self.restart);
                self.tree.nodes.push(node);
            }
            "backtrack" | "restart" => {
                self.leave();
                self.facts.back(event.depth.unwrap_or(0));
            }
            _ => {}
        }
        for &claim in &event.claims {
            self.facts.settle(claim);
        }
        match event.event {
            "prune" => self.change(|node| node.prunings += 1),
            "fire" => self.change(|node| node.prunings += event.claims.len()),
            "fail" => self.end(NodeStatus::Failure),
            "solution" => self.end(NodeStatus::Solution),
            "restart" => {
                self.restart += 1;
                let restart = self.restart;
                // The search returns to the root and may choose differently from there.
                self.change(|root| (root.restart, root.alternatives) = (restart, None));
            }
            _ => {}
        }
        Flow::Continue
    }

    /// Changes the current node, if the tree has it.
    fn change(&mut self, change: impl FnOnce(&mut Node)) {
        let number = self.facts.node();
        if let Some(node) = self.tree.nodes.get_mut(number) {
            change(node);
            if !self.unreported.contains(&number) {
                self.unreported.push(number);
            }
        }
    }

    fn end(&mut self, status: NodeStatus) {
        self.change(|node| node.status = status);
        self.leave();
    }

    /// Leaves the current node: keeps what is known if it is the requested one, and reports the nodes that changed.
    fn leave(&mut self) {
        let node = self.facts.node();
        if self.at == Some(node) && node < self.tree.nodes.len() && self.tree.known.is_none() {
            self.tree.known = Some(self.facts.known().to_vec());
        }
        for node in self.unreported.drain(..) {
            (self.report)(node, &self.tree.nodes[node]);
        }
    }

    /// Marks the nodes of the current path that have untried alternatives.
    fn mark_cut(&mut self) {
        let n_nodes = self.tree.nodes.len();
        let path: Vec<usize> = self
            .facts
            .path()
            .take_while(|&node| node < n_nodes)
            .collect();
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
            node.is_cut = node.status == NodeStatus::Choice && is_left;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_puzzles::kind;

    #[test]
    fn nodes_are_cut_if_the_complete_search_extends_them() {
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
            for max in 1..whole.len() {
                let stopped = search_tree(&*instance, question, &request, max, None);
                let stopped = stopped.expect("a run");
                assert!(stopped.is_stopped);
                let n_nodes = stopped.nodes.len();
                for (i, node) in stopped.nodes.iter().enumerate() {
                    let mut later = whole[n_nodes..].iter();
                    let is_left = later.any(|later| later.parent == Some(i));
                    assert_eq!(node.is_cut, is_left, "{choose}, {max}: node {i}");
                    assert_eq!(node.status, whole[i].status, "{choose}, {max}: node {i}");
                }
            }
        }
    }
}
