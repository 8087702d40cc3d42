//! Sudoku, from a line of cells or one for each row; blocks that are not square are told on a line before them.

use crate::peers::told::{Told, list};

pub(crate) fn told(text: &str) -> Option<Told> {
    let mut text = text.trim();
    let mut block = None;
    if let Some(rest) = text.strip_prefix("blocks ") {
        let (shape, cells) = rest.split_once('\n')?;
        let (height, width) = shape.trim().split_once('x')?;
        block = Some((height.parse().ok()?, width.parse().ok()?));
        text = cells.trim();
    }
    let words: Vec<&str> = text
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect();
    // Numbers of more than one digit stand apart from each other; others need not.
    let is_apart = text.contains(',') || words.len() >= 100;
    let cells: Vec<usize> = if is_apart {
        words.into_iter().map(clue).collect::<Option<_>>()?
    } else {
        let cells = text.split("").filter(|cell| !cell.trim().is_empty());
        cells.map(clue).collect::<Option<_>>()?
    };
    let n = cells.len().isqrt();
    // Where nothing is said, blocks are as near to a square as can be, and wider than high.
    let usual = (1..=n.isqrt()).rfind(|height| n.is_multiple_of(*height))?;
    let (height, width) = block.unwrap_or((usual, n / usual));
    if n * n != cells.len() || height * width != n {
        return None;
    }
    let mut facts = format!("size({n}). block({height},{width}).\n");
    for (i, &clue) in cells.iter().enumerate().filter(|(_, clue)| **clue > 0) {
        facts += &format!("clue({},{},{clue}).\n", i / n, i % n);
    }
    let data = format!(
        "n = {n};\nblock_rows = {height};\nblock_cols = {width};\nclues = array2d(1..{n}, 1..{n}, {});\n",
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
