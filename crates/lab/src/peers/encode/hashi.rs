//! Hashiwokakero: islands, the links (pairs of islands that can be joined), and the pairs of links that cross.

use crate::peers::encode::{Encoded, list, pairs};

/// Two islands in a line with no island between them, and the cells between them.
struct Link {
    ends: (usize, usize),
    between: Vec<(usize, usize)>,
}

pub(crate) fn encode(text: &str) -> Option<Encoded> {
    let rows: Vec<Vec<char>> = text
        .lines()
        .map(|line| line.trim().chars().collect())
        .collect();
    let mut islands: Vec<(usize, usize, u32)> = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, &cell) in row.iter().enumerate().filter(|(_, cell)| **cell != '.') {
            islands.push((r, c, cell.to_digit(10)?));
        }
    }
    let links = links(&rows, &islands);
    let mut crossings = Vec::new();
    for (s, one) in links.iter().enumerate() {
        for (t, other) in links.iter().enumerate().skip(s + 1) {
            if one.between.iter().any(|cell| other.between.contains(cell)) {
                crossings.push((s + 1, t + 1));
            }
        }
    }
    let mut facts = String::new();
    for (i, (_, _, count)) in islands.iter().enumerate() {
        facts += &format!("island({},{count}).\n", i + 1);
    }
    for (s, link) in links.iter().enumerate() {
        facts += &format!("link({},{},{}).\n", s + 1, link.ends.0, link.ends.1);
    }
    for (s, t) in &crossings {
        facts += &format!("cross({s},{t}).\n");
    }
    let ends: Vec<(usize, usize)> = links.iter().map(|link| link.ends).collect();
    let data = format!(
        "n_islands = {};\nn_links = {};\ncounts = {};\nends = {};\ncrossings = {};\n",
        islands.len(),
        links.len(),
        list(islands.iter().map(|island| island.2)),
        pairs(&ends),
        pairs(&crossings)
    );
    Some(Encoded {
        model: "hashi",
        facts,
        data,
    })
}

/// The links to the right and down from every island; islands are numbered from 1.
fn links(rows: &[Vec<char>], islands: &[(usize, usize, u32)]) -> Vec<Link> {
    let number = |cell: (usize, usize)| {
        let index = islands
            .iter()
            .position(|island| (island.0, island.1) == cell);
        index.map(|index| index + 1)
    };
    let mut links = Vec::new();
    for (i, &(row, col, _)) in islands.iter().enumerate() {
        for (down, right) in [(0, 1), (1, 0)] {
            let mut between = Vec::new();
            let mut at = (row + down, col + right);
            while rows.get(at.0).and_then(|row| row.get(at.1)) == Some(&'.') {
                between.push(at);
                at = (at.0 + down, at.1 + right);
            }
            if let Some(other) = number(at) {
                let ends = (i + 1, other);
                links.push(Link { ends, between });
            }
        }
    }
    links
}
