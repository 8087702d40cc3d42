//! The columns and cells of a table, whatever its format.

use std::sync::Arc;

use serde_json::Value;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColumnType {
    Text,
    Whole,
    Real,
    Boolean,
}

impl ColumnType {
    /// The type of a value.
    pub(crate) fn of(value: &Value) -> ColumnType {
        match value {
            Value::Bool(_) => ColumnType::Boolean,
            Value::Number(number) if number.is_i64() => ColumnType::Whole,
            Value::Number(_) => ColumnType::Real,
            _ => ColumnType::Text,
        }
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
