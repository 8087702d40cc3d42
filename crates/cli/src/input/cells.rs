//! The columns and cells of a table, whatever its format.

use std::sync::Arc;

use gridwright::columns::ColumnType;
use serde_json::Value;

/// The type of the column of a value.
pub(crate) fn type_of(value: &Value) -> ColumnType {
    match value {
        Value::Bool(_) => ColumnType::Boolean,
        Value::Number(number) if number.is_i64() => ColumnType::Whole,
        Value::Number(_) => ColumnType::Real,
        Value::Array(items) if items.iter().all(Value::is_string) => ColumnType::Texts,
        Value::Array(items) if items.iter().all(|item| pair(item).is_some()) => ColumnType::Counts,
        _ => ColumnType::Text,
    }
}

/// The text and the number of an item of a column of counts.
pub(crate) fn pair(item: &Value) -> Option<(&str, i64)> {
    match item.as_array()?.as_slice() {
        [text, number] => Some((text.as_str()?, number.as_i64()?)),
        _ => None,
    }
}

/// A column that is carried along.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Column {
    pub(crate) name: Arc<str>,
    pub(crate) holds: ColumnType,
}

/// Rows of cells, before the columns of puzzles and names are looked up; an inner error is about one row.
pub(crate) type Rows = Box<dyn Iterator<Item = Result<RowCells, String>> + Send>;

/// The cells of a row, or why it cannot be read.
pub(crate) type RowCells = Result<Vec<(Arc<str>, Value)>, String>;
