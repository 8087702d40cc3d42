//! The columns of tables of results: their names, types and order, whichever program and format writes them.
//!
//! A table has the columns of the input, then those of the result, then [`ERROR`]. The manual describes them in *Tables*.

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A whole number.
    Whole,
    /// A number.
    Real,
    /// A Boolean.
    Boolean,
    /// A list of texts, each with a whole number.
    Counts,
}

/// The columns of a result in order, without [`ERROR`].
pub type ResultColumns = &'static [(&'static str, ColumnType)];

/// The column of the puzzle. It belongs to the result only if the input is not a table.
pub const PUZZLE: &str = "puzzle";

/// The column of the puzzle's name. Without such a column in the input, it has the number of the row, from 1.
pub const NAME: &str = "name";

/// The column that says why a row has no result; the last of every table.
pub const ERROR: &str = "error";

/// The columns of `solve`, `unique`, `count` and `backbone`.
pub const QUESTION: ResultColumns = &[
    ("kind", ColumnType::Text),
    (NAME, ColumnType::Text),
    (PUZZLE, ColumnType::Text),
    ("verdict", ColumnType::Text),
    ("stopped_at", ColumnType::Text),
    ("count", ColumnType::Whole),
    ("complete", ColumnType::Boolean),
    ("answers", ColumnType::Texts),
    ("shared", ColumnType::Texts),
    ("nodes", ColumnType::Whole),
    ("failures", ColumnType::Whole),
    ("backtracks", ColumnType::Whole),
    ("propagations", ColumnType::Whole),
    ("setup_ms", ColumnType::Real),
    ("solve_ms", ColumnType::Real),
    ("engine", ColumnType::Text),
    ("viewpoint", ColumnType::Text),
];

/// The columns of `rate`.
pub const RATING: ResultColumns = &[
    ("kind", ColumnType::Text),
    (NAME, ColumnType::Text),
    (PUZZLE, ColumnType::Text),
    ("end", ColumnType::Text),
    ("number", ColumnType::Real),
    ("word", ColumnType::Text),
    ("hardest", ColumnType::Whole),
    ("first_placement", ColumnType::Whole),
    ("first_progress", ColumnType::Whole),
    ("total", ColumnType::Whole),
    ("steps", ColumnType::Whole),
    ("techniques", ColumnType::Counts),
    ("score", ColumnType::Whole),
    ("level", ColumnType::Text),
    ("scores_of", ColumnType::Text),
];
