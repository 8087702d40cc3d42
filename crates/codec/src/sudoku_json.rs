//! Fields and cells in the JSON of f-puzzles and SudokuPad.

use serde_json::Value;

use crate::packed::whole_number;
use crate::rules::Place;

/// SudokuPad's short names that matter here, with their long names.
const LONG_NAMES: &[(&str, &str)] = &[
    ("ce", "cells"),
    ("re", "regions"),
    ("ca", "cages"),
    ("cs", "cellSize"),
    ("v", "value"),
    ("t", "title"),
    ("d", "duration"),
    ("vd", "videos"),
    ("l", "lines"),
    ("a", "arrows"),
    ("te", "text"),
    ("wp", "wayPoints"),
    ("ct", "center"),
    ("w", "width"),
    ("h", "height"),
    ("r", "rounded"),
    ("c", "color"),
    ("c2", "backgroundColor"),
    ("u", "underlays"),
    ("o", "overlays"),
];

/// The cells of a list of pairs of a row and a column, all within `n` rows and columns.
pub(crate) fn places(list: &Value, n: usize) -> Option<Vec<Place>> {
    let place = |cell: &Value| {
        let [row, col] = [0, 1].map(|i| {
            let index = cell.get(i).and_then(whole_number)?;
            Some(index as i32).filter(|index| (*index as usize) < n)
        });
        row.zip(col)
    };
    list.as_array()?.iter().map(place).collect()
}

/// The value of a field, by its long or short name.
pub(crate) fn field<'j>(json: &'j Value, name: &str) -> Option<&'j Value> {
    let short = LONG_NAMES.iter().find(|(_, long)| *long == name);
    json.get(name)
        .or_else(|| short.and_then(|(short, _)| json.get(short)))
}
