//! `tree`: the tree of a search, or the facts known at one of its nodes.

use gridwright::tracing::search_tree_with_callback;
use gridwright::tracing::{Node, NodeStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::calls::solve::QuestionName;
use crate::error::ApiError;
use crate::jobs::{Batch, Job};
use crate::types::{Puzzle, SolverOptions, claim_numbers};

/// The maximal number of nodes.
const MOST: usize = 100_000;

/// A search
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct TreeBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    question: QuestionName,
    #[serde(default)]
    request: SolverOptions,
    /// The maximal number of nodes
    most: Option<usize>,
    /// A node: the answer then has the facts known at it, and no nodes
    at: Option<usize>,
}

/// A node of a search tree
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct NodeRow {
    /// The number in search order; the root is 0
    id: usize,
    parent: Option<usize>,
    /// The decision about a model variable that led to it
    decision: String,
    /// `choice`, `failure` or `solution`
    fate: &'static str,
    /// The number of prunings at it
    prunings: usize,
}

/// A search tree
#[derive(Debug, Serialize, JsonSchema)]
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
    let given = body.puzzle.parse()?;
    let question = body.question.question(None);
    let request = body.request.request(job)?;
    let most = body.most.unwrap_or(MOST).clamp(1, MOST);
    // The nodes after the requested one are not needed.
    let most = body.at.map_or(most, |at| most.min(at.saturating_add(2)));
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
    let tree = search_tree_with_callback(&*given, question, &request, most, body.at, &mut report);
    let tree = match tree {
        Ok(tree) => tree,
        Err(error) => match error.limit() {
            Some(_) => return Ok(TreeAnswer::nothing()),
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
    let n = |fate: NodeStatus| tree.nodes.iter().filter(|node| node.fate == fate).count();
    Ok(TreeAnswer {
        cut: tree.cut,
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

impl TreeAnswer {
    /// The answer if a limit was reached before the search.
    fn nothing() -> TreeAnswer {
        TreeAnswer {
            cut: true,
            nodes_walked: 0,
            failures: 0,
            solutions: 0,
            claims: None,
            nodes: Vec::new(),
        }
    }
}

fn row(id: usize, node: &Node) -> NodeRow {
    NodeRow {
        id,
        parent: node.parent,
        decision: node.decision.clone(),
        fate: match node.fate {
            NodeStatus::Choice => "choice",
            NodeStatus::Failure => "failure",
            NodeStatus::Solution => "solution",
        },
        prunings: node.prunings,
    }
}
