//! Regions in game ids of Simon Tatham's Solo: the lines between cells, first the vertical ones row by row, then the horizontal ones column by column.
//!
//! A letter counts the pairs of cells without a line before the next pair with one: `_` is none, `a` one, `y` 25; `z` is 25 pairs that no line follows.
//! After the last pair comes a line that is not there.

use gridwright_term::Diagnostic;

use crate::slice::Slice;

/// The pairs of neighbours of a square of `n` rows, in the order of a description.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    let along = (0..n * n).filter(move |cell| cell % n + 1 < n);
    let down = (0..n).flat_map(move |col| (0..n - 1).map(move |row| row * n + col));
    let along = along.map(|cell| (cell, cell + 1));
    along.chain(down.map(move |cell| (cell, cell + n)))
}

/// The region of each cell of a square of `n` rows, numbered by their first cells.
pub fn read(code: Slice<'_>, n: usize) -> Result<Vec<usize>, Diagnostic> {
    let n_pairs = pairs(n.max(1)).count();
    let mut is_line = Vec::with_capacity(n_pairs + 1);
    for (at, letter) in code.text.char_indices() {
        let (run, ends) = match letter {
            '_' => (0, true),
            'a'..='y' => (letter as usize - 'a' as usize + 1, true),
            'z' => (25, false),
            _ => return Err(code.skip(at).expected_first("`_` or a small letter")),
        };
        is_line.extend(std::iter::repeat_n(false, run));
        is_line.extend(ends.then_some(true));
        if is_line.len() > n_pairs + 1 {
            let what = format!("this goes beyond the last of {n_pairs} pairs of cells");
            return Err(Diagnostic::error(what, code.skip(at).span()));
        }
    }
    if is_line.len() != n_pairs + 1 {
        let what = format!(
            "the regions end after {} of {n_pairs} pairs of cells",
            is_line.len().saturating_sub(1)
        );
        return Err(Diagnostic::error(what, code.span()));
    }
    // The smallest cell of each region, found by going along the pairs until nothing changes.
    let mut first: Vec<usize> = (0..n * n).collect();
    let mut is_done = false;
    while !is_done {
        is_done = true;
        for ((a, b), is_line) in pairs(n).zip(&is_line) {
            if !is_line && first[a] != first[b] {
                let low = first[a].min(first[b]);
                (first[a], first[b]) = (low, low);
                is_done = false;
            }
        }
    }
    let mut numbers: Vec<usize> = first.clone();
    numbers.sort_unstable();
    numbers.dedup();
    let number = |cell: usize| numbers.partition_point(|&other| other < cell);
    Ok(first.into_iter().map(number).collect())
}

/// Writes the regions of a square of `n` rows.
pub fn write(regions: &[usize], n: usize) -> String {
    let mut code = String::new();
    let mut run = 0;
    let lines = pairs(n).map(|(a, b)| regions[a] != regions[b]);
    for is_line in lines.chain([true]) {
        if !is_line {
            run += 1;
            continue;
        }
        while run > 25 {
            code.push('z');
            run -= 25;
        }
        code.push(match run {
            0 => '_',
            run => char::from(b'a' + run as u8 - 1),
        });
        run = 0;
    }
    code
}
