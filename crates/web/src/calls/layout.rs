//! `layout`: the positions of the nodes of a tree.

use gridwright_lab::tree_layout;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::response::Json;

/// The maximal number of nodes.
const MAX_NODES: usize = 100_000;

/// The shape of a tree
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct LayoutBody {
    /// The index of the parent of each node, in depth-first order; null for the root
    parents: Vec<Option<usize>>,
}

/// The positions of the nodes of a tree
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct LayoutAnswer {
    /// The horizontal positions, from 0 on, in units of the distance of two neighbours
    x: Vec<f64>,
}

pub(crate) fn layout(body: LayoutBody) -> Result<Json<LayoutAnswer>, ApiError> {
    let n = body.parents.len();
    if n > MAX_NODES {
        let error = format!("{n} nodes exceed the limit of {MAX_NODES}");
        return Err(ApiError::invalid(error));
    }
    let mut nodes = body.parents.iter().enumerate();
    let is_tree = nodes.all(|(node, parent)| match parent {
        Some(parent) => *parent < node,
        None => node == 0,
    });
    if !is_tree {
        let error = "expected the root first, and each parent before its children";
        return Err(ApiError::invalid(error));
    }
    Ok(Json(LayoutAnswer {
        x: tree_layout(&body.parents),
    }))
}
