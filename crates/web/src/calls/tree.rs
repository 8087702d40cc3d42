//! `tree`: the tree of a search as it grows, or what is known at one of its nodes.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use gridwright::tracing::{Node, NodeStatus, search_tree_with_callback};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::calls::solve::QuestionName;
use crate::forms::{Puzzle, RequestForm, claims};
use crate::jobs::Job;
use crate::refused::Refused;

/// So many nodes are walked at most.
const MOST: usize = 100_000;

/// Nodes are told so many at a time, or when this time is over.
const BATCH: usize = 500;
const PAUSE: Duration = Duration::from_millis(100);

/// A search whose tree is wanted
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct TreeBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    question: QuestionName,
    #[serde(default)]
    request: RequestForm,
    /// How many nodes to walk
    most: Option<usize>,
    /// The node at which what is known is wanted; then no nodes are told
    at: Option<usize>,
}

/// A node of a search tree
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct NodeRow {
    /// Its number in the order the search came to them; the root is 0
    id: usize,
    parent: Option<usize>,
    /// The decision that led to it, about the model's variables
    decision: String,
    /// `choice`, `failure` or `solution`
    fate: &'static str,
    /// How many facts propagation found at it
    prunings: usize,
}

/// A search tree
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TreeAnswer {
    /// Whether it was cut off
    cut: bool,
    nodes_walked: usize,
    failures: usize,
    solutions: usize,
    /// What is known at the node that was asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    claims: Option<Vec<i64>>,
    /// The nodes, where they were not told on the way
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<NodeRow>,
}

pub(crate) fn tree(job: &Job, asked: TreeBody) -> Result<TreeAnswer, Refused> {
    let given = asked.puzzle.read()?;
    let question = asked.question.question(None);
    let request = asked.request.request(job)?;
    let most = asked.most.unwrap_or(MOST).clamp(1, MOST);
    // Whoever looks at a node needs nothing behind it.
    let most = asked.at.map_or(most, |at| most.min(at.saturating_add(2)));
    let tells = job.is_followed() && asked.at.is_none();
    // A node of which more became before it was told is told once.
    let mut waiting: BTreeMap<usize, NodeRow> = BTreeMap::new();
    let mut last = Instant::now();
    let mut tell = |id: usize, node: &Node| {
        if !tells {
            return;
        }
        waiting.insert(id, row(id, node));
        if waiting.len() >= BATCH || last.elapsed() >= PAUSE {
            last = Instant::now();
            job.tell("nodes", &waiting.values().collect::<Vec<_>>());
            waiting.clear();
        }
    };
    let grown = search_tree_with_callback(&*given, question, &request, most, asked.at, &mut tell);
    let grown = match grown {
        Ok(grown) => grown,
        Err(error) => match error.limit() {
            Some(_) => return Ok(TreeAnswer::nothing()),
            None => return Err(Refused::senseless(error.to_string())),
        },
    };
    if tells && !waiting.is_empty() {
        job.tell("nodes", &waiting.values().collect::<Vec<_>>());
    }
    if let (Some(at), None) = (asked.at, &grown.known) {
        let n = grown.nodes.len();
        return Err(Refused::senseless(format!(
            "there is no node {at}: the search has {n}, numbered from 0"
        )));
    }
    let n = |fate: NodeStatus| {
        grown
            .nodes
            .iter()
            .filter(|node| node.status == fate)
            .count()
    };
    Ok(TreeAnswer {
        cut: grown.cut,
        nodes_walked: grown.nodes.len(),
        failures: n(NodeStatus::Failure),
        solutions: n(NodeStatus::Solution),
        claims: grown.known.as_deref().map(claims),
        nodes: match tells || asked.at.is_some() {
            true => Vec::new(),
            false => {
                let nodes = grown.nodes.iter().enumerate();
                nodes.map(|(id, node)| row(id, node)).collect()
            }
        },
    })
}

impl TreeAnswer {
    /// A limit came before the search began.
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
        fate: match node.status {
            NodeStatus::Choice => "choice",
            NodeStatus::Failure => "failure",
            NodeStatus::Solution => "solution",
        },
        prunings: node.prunings,
    }
}
