//! `tree`: the tree of a search, or the facts known at one of its nodes.

use gridwright::tracing::search_tree_with_callback;
use gridwright::tracing::{Node, NodeStatus};
use serde::{Deserialize, Serialize};

use crate::calls::solve::QuestionName;
use crate::error::ApiError;
use crate::jobs::{Batch, Job};
use crate::types::{Puzzle, SolverOptions, claim_numbers};

/// The maximal number of nodes.
const MAX_NODES: usize = 100_000;

/// A search
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    question: QuestionName,
    #[serde(default)]
    request: SolverOptions,
    /// The maximal number of nodes
    #[serde(rename = "most")]
    max_nodes: Option<usize>,
    /// A node: the answer then has the facts known at it, and no nodes
    at: Option<usize>,
}

/// A node of a search tree
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NodeRow {
    /// The number in search order; the root is 0
    id: usize,
    parent: Option<usize>,
    /// The decision about a model variable that led to it
    decision: String,
    /// `choice`, `failure` or `solution`
    #[serde(rename = "fate")]
    status: &'static str,
    /// The number of prunings at it
    prunings: usize,
}

/// A search tree
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TreeAnswer {
    /// Whether the search was stopped
    cut: bool,
    nodes_walked: usize,
    failures: usize,
    solutions: usize,
    /// The facts known at the requested node
    #[serde(skip_serializing_if = "Option::is_none")]
    claims: Option<Vec<i64>>,
    /// The nodes, unless they were streamed
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<NodeRow>,
}

pub(crate) fn tree(job: &Job, body: TreeBody) -> Result<TreeAnswer, ApiError> {
    let instance = body.puzzle.parse()?;
    let question = body.question.question(None);
    let request = body.request.request(job)?;
    let max_nodes = body.max_nodes.unwrap_or(MAX_NODES).clamp(1, MAX_NODES);
    // The nodes after the requested one are not needed.
    let max_nodes = body
        .at
        .map_or(max_nodes, |at| max_nodes.min(at.saturating_add(2)));
    let sends_nodes = job.is_streaming() && body.at.is_none();
    let mut batch = Batch::new(job, "nodes");
    let mut report = |id: usize, node: &Node| {
        if !sends_nodes {
            return;
        }
        // A node whose status changes before it is sent is sent once.
        let mut waiting = batch.items_mut().iter_mut().rev();
        match waiting.find(|row: &&mut NodeRow| row.id == id) {
            Some(waiting) => *waiting = row(id, node),
            None => {
                batch.push(row(id, node));
            }
        }
    };
    let tree = search_tree_with_callback(
        &*instance,
        question,
        &request,
        max_nodes,
        body.at,
        &mut report,
    );
    let tree = match tree {
        Ok(tree) => tree,
        Err(error) => match error.limit() {
            // A limit was reached before the search.
            Some(_) => {
                return Ok(TreeAnswer {
                    cut: true,
                    ..TreeAnswer::default()
                });
            }
            None => return Err(ApiError::invalid(error)),
        },
    };
    batch.flush();
    if let (Some(at), None) = (body.at, &tree.known) {
        let n = tree.nodes.len();
        return Err(ApiError::invalid(format!(
            "unknown node {at}; the search has {n} nodes, numbered from 0"
        )));
    }
    let n = |status: NodeStatus| {
        tree.nodes
            .iter()
            .filter(|node| node.status == status)
            .count()
    };
    Ok(TreeAnswer {
        cut: tree.is_stopped,
        nodes_walked: tree.nodes.len(),
        failures: n(NodeStatus::Failure),
        solutions: n(NodeStatus::Solution),
        claims: tree.known.as_deref().map(claim_numbers),
        nodes: match sends_nodes || body.at.is_some() {
            true => Vec::new(),
            false => {
                let nodes = tree.nodes.iter().enumerate();
                nodes.map(|(id, node)| row(id, node)).collect()
            }
        },
    })
}

fn row(id: usize, node: &Node) -> NodeRow {
    NodeRow {
        id,
        parent: node.parent,
        decision: node.decision.clone(),
        status: match node.status {
            NodeStatus::Choice => "choice",
            NodeStatus::Failure => "failure",
            NodeStatus::Solution => "solution",
        },
        prunings: node.prunings,
    }
}
