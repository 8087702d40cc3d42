//! Output: standard output, tables, boards and reports as text, and explanations as JSON.

mod cell_text;
mod columns;
pub(crate) mod explanation_json;
pub(crate) mod render;
pub(crate) mod stdout;
pub(crate) mod table;
pub(crate) mod wrap;
