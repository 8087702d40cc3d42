//! Sudoku, from a line of cells.

use crate::peers::told::{Told, list};

pub(crate) fn told(text: &str) -> Option<Told> {
    let text = text.trim();
    let cells: Vec<usize> = if text.contains(',') {
        text.split(',').map(clue).collect::<Option<_>>()?
    } else {
        let cells = text.split("").filter(|cell| !cell.trim().is_empty());
        cells.map(clue).collect::<Option<_>>()?
    };
    let n = cells.len().isqrt();
    let side = n.isqrt();
    if n * n != cells.len() || side * side != n {
        return None;
    }
    let mut facts = format!("size({n}). block({side},{side}).\n");
    for (i, &clue) in cells.iter().enumerate().filter(|(_, clue)| **clue > 0) {
        facts += &format!("clue({},{},{clue}).\n", i / n, i % n);
    }
    let data = format!(
        "n = {n};\nblock_rows = {side};\nblock_cols = {side};\nclues = array2d(1..{n}, 1..{n}, {});\n",
        list(&cells)
    );
    Some(Told {
        model: "sudoku",
        facts,
        data,
    })
}

/// A clue, 0 for none.
fn clue(text: &str) -> Option<usize> {
    if text == "." {
        return Some(0);
    }
    text.parse().ok()
}
