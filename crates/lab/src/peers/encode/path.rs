//! Numbrix and Hidato: cells, their neighbours, and the numbers that the distances to clues allow.

use std::collections::VecDeque;

use crate::peers::encode::{Encoded, list, pairs};

pub(crate) fn encode(text: &str, has_diagonals: bool) -> Option<Encoded> {
    // Row, column and clue (or 0) of each cell; obstacles are omitted.
    let mut cells: Vec<(i32, i32, i32)> = Vec::new();
    for (row, line) in (0..).zip(text.lines()) {
        for (col, token) in (0..).zip(line.split_whitespace()) {
            match token {
                "#" => {}
                // Some sets use negative numbers for obstacles.
                obstacle if obstacle.starts_with('-') => {}
                "." => cells.push((row, col, 0)),
                clue => cells.push((row, col, clue.parse().ok()?)),
            }
        }
    }
    let n = cells.len();
    let neighbours: Vec<Vec<usize>> = cells
        .iter()
        .map(|&(row, col, _)| {
            let is_near = |&other: &usize| {
                let (down, right) = (cells[other].0 - row, cells[other].1 - col);
                match (down.abs(), right.abs()) {
                    (0, 1) | (1, 0) => true,
                    (1, 1) => has_diagonals,
                    _ => false,
                }
            };
            (0..n).filter(is_near).collect()
        })
        .collect();
    let clues: Vec<(usize, i32)> = (0..n)
        .filter(|&x| cells[x].2 > 0)
        .map(|x| (x, cells[x].2))
        .collect();
    let distances: Vec<Vec<i32>> = clues
        .iter()
        .map(|&(x, _)| distances(&neighbours, x))
        .collect();
    let may = |x: usize, v: i32| {
        let mut clues = clues.iter().zip(&distances);
        clues.all(|((_, clue), distance)| (v - clue).abs() >= distance[x])
            && (cells[x].2 == 0 || cells[x].2 == v)
    };
    // This also excludes the numbers of clues in other cells, as their distance is positive.
    let numbers: Vec<i32> = (1..).take(n).collect();
    let mut facts = format!("last({n}).\n");
    for (x, near) in neighbours.iter().enumerate() {
        for y in near {
            facts += &format!("next({},{}).\n", x + 1, y + 1);
        }
        for v in numbers.iter().filter(|v| may(x, **v)) {
            facts += &format!("may({},{v}).\n", x + 1);
        }
    }
    let positions = numbers.iter().map(|&v| {
        let positions: Vec<String> = (0..n)
            .filter(|&x| may(x, v))
            .map(|x| (x + 1).to_string())
            .collect();
        format!("{{{}}}", positions.join(", "))
    });
    let both: Vec<(usize, usize)> = (0..n)
        .flat_map(|x| neighbours[x].iter().map(move |y| (x + 1, y + 1)))
        .collect();
    let data = format!(
        "n = {n};\nplaces = {};\nneighbours = {};\n",
        list(positions),
        pairs(&both)
    );
    Some(Encoded {
        model: "path",
        facts,
        data,
    })
}

/// The distance from a cell to every other; `i32::MAX` if unreachable.
fn distances(neighbours: &[Vec<usize>], from: usize) -> Vec<i32> {
    let mut distance = vec![i32::MAX; neighbours.len()];
    distance[from] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(x) = queue.pop_front() {
        for &y in &neighbours[x] {
            if distance[y] == i32::MAX {
                distance[y] = distance[x] + 1;
                queue.push_back(y);
            }
        }
    }
    distance
}
