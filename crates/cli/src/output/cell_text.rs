//! Cells of written tables: values as text.

use serde_json::Value;

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
