//! Output: standard output, boards and reports as text, and explanations as JSON.

pub(crate) mod explanation_json;
pub(crate) mod render;
pub(crate) mod stdout;
