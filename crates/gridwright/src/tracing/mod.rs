//! Traces of searches: events and search trees.

mod board_state;
mod event;
mod searched;
mod trace;
mod trace_chr;
mod tree;

pub use event::TraceEvent;
pub use searched::Searched;
pub use trace::trace;
pub use trace_chr::trace_chr;
pub use tree::{Node, NodeStatus, SearchTree, search_tree, search_tree_with_callback};
