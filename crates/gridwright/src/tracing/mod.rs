//! Searches made visible: their events, and their trees.

mod board_state;
mod trace;
mod trace_chr;
mod tree;

pub use trace::{TraceEvent, trace};
pub use trace_chr::trace_chr;
pub use tree::{Node, NodeStatus, SearchTree, search_tree, search_tree_with_callback};
