//! White-and-Tan: the cells that each arrow points at.

use crate::peers::encode::{Encoded, list};

pub(crate) fn encode(text: &str) -> Option<Encoded> {
    let rows: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let (height, width) = (rows.len() as i32, rows.first()?.len() as i32);
    let mut facts = String::new();
    let (mut start, mut seen) = (vec![1], Vec::new());
    for row in 0..height {
        for col in 0..width {
            let (down, right) = direction(rows.get(row as usize)?.get(col as usize)?)?;
            let cell = row * width + col + 1;
            facts += &format!("cell({cell}).\n");
            let (mut r, mut c) = (row + down, col + right);
            while (0..height).contains(&r) && (0..width).contains(&c) {
                let other = r * width + c + 1;
                facts += &format!("sees({cell},{other}).\n");
                seen.push(other);
                (r, c) = (r + down, c + right);
            }
            start.push(seen.len() + 1);
        }
    }
    let data = format!(
        "n_cells = {};\nstart = {};\nseen = {};\n",
        height * width,
        list(start),
        list(seen)
    );
    Some(Encoded {
        model: "whitetan",
        facts,
        data,
    })
}

/// The row and column offsets of an arrow.
fn direction(arrow: &str) -> Option<(i32, i32)> {
    Some(match arrow {
        "n" => (-1, 0),
        "ne" => (-1, 1),
        "e" => (0, 1),
        "se" => (1, 1),
        "s" => (1, 0),
        "sw" => (1, -1),
        "w" => (0, -1),
        "nw" => (-1, -1),
        _ => return None,
    })
}
