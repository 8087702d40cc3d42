//! Sudoku: cells on one line or one line per row, after an optional line with the block size.

use crate::peers::encode::{Encoded, list};

pub(crate) fn encode(text: &str) -> Option<Encoded> {
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
    // Numbers with several digits are separated; single digits need not be.
    let is_separated = text.contains(',') || words.len() >= 100;
    let cells: Vec<usize> = if is_separated {
        words.into_iter().map(clue).collect::<Option<_>>()?
    } else {
        let cells = text.split("").filter(|cell| !cell.trim().is_empty());
        cells.map(clue).collect::<Option<_>>()?
    };
    let n = cells.len().isqrt();
    // Default blocks are as square as possible, and wider than high.
    let default = (1..=n.isqrt()).rfind(|height| n.is_multiple_of(*height))?;
    let (height, width) = block.unwrap_or((default, n / default));
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
    Some(Encoded {
        model: "sudoku",
        facts,
        data,
    })
}

/// A clue; 0 for an empty cell.
fn clue(text: &str) -> Option<usize> {
    if text == "." {
        return Some(0);
    }
    text.parse().ok()
}
