//! Cells of written tables: the column of errors, and values as text.

use serde_json::Value;

/// The column of errors, the last of every table.
pub(crate) const ERROR: &str = "error";

/// A value as the text of one cell: lists are joined by `|`.
pub(crate) fn flat(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(flat).collect();
            items.join("|")
        }
        other => other.to_string(),
    }
}
