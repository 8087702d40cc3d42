//! Generates magic squares with some cells given. An engine searches for small squares at random; larger ones are constructed by a classical method and then
//! shuffled by operations that keep a square magic: the same permutation of rows and columns, symmetric about the middle; rotation and reflection; complement.

use gridwright_fd::Rng;

use crate::blocks::number_cells::{draft, shown_numbers};
use crate::contract::{
    BoardSource, Draft, DraftChoice, Generate, GenerateError, GenerateOptions, SizeByDifficulty,
    searched,
};
use crate::kinds::magic::{Answer, Instance, Magic};

/// The largest order whose squares an engine searches for; larger ones are constructed.
const MAX_SEARCHED: usize = 5;

/// The largest order that is supported.
const MAX_SIDE: usize = 12;

impl Generate for Magic {
    /// The order.
    type Outline = usize;

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [Some((4, 4)); 5];

    fn outline(options: &GenerateOptions) -> Result<usize, GenerateError> {
        let n = options.square(4, MAX_SIDE)?;
        if n == 2 {
            let what = "there is no magic square of order 2";
            return Err(GenerateError(what.to_owned()));
        }
        Ok(n)
    }

    fn full_board(&n: &usize, rng: &mut Rng, _: &dyn Fn() -> bool) -> Option<BoardSource<Magic>> {
        let blank = Instance::empty(n);
        if n > MAX_SEARCHED {
            return Some(BoardSource::Answer(blank, Answer(shuffled(n, rng))));
        }
        let no_solution = format!("there is no magic square of order {n}");
        Some(searched(blank, no_solution))
    }

    fn draft(
        &n: &usize,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Magic>> {
        Some(draft((n, n), n * n, blank, answer, Instance::cell))
    }

    fn choose(draft: &Draft<Magic>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let instance = Instance {
            n: draft.blank.n,
            clues: shown_numbers(&draft.answer.0, choice),
        };
        Some((instance, draft.answer.clone()))
    }
}

/// A constructed square, shuffled.
fn shuffled(n: usize, rng: &mut Rng) -> Vec<i32> {
    let square = regular(n);
    let order = balanced(n, rng);
    let mirrored = rng.one_in(2);
    let complement = rng.one_in(2);
    let number = |row: usize, col: usize| {
        let (row, col) = if mirrored { (col, row) } else { (row, col) };
        let number = square[order[row] * n + order[col]];
        if complement {
            (n * n + 1) as i32 - number
        } else {
            number
        }
    };
    let cells = (0..n * n).map(|at| number(at / n, at % n));
    cells.collect()
}

/// A random permutation of rows that maps opposite rows to opposite rows, so that diagonals stay diagonals.
fn balanced(n: usize, rng: &mut Rng) -> Vec<usize> {
    let mut half: Vec<usize> = (0..n / 2).collect();
    rng.shuffle(&mut half);
    let mut order = vec![n / 2; n];
    for (i, &line) in half.iter().enumerate() {
        let line = if rng.one_in(2) { line } else { n - 1 - line };
        order[i] = line;
        order[n - 1 - i] = n - 1 - line;
    }
    order
}

/// Constructs a square: de la Loubère's method for odd orders, complements on crossed diagonals for multiples of four, Strachey's method for the others.
fn regular(n: usize) -> Vec<i32> {
    let cells = (0..n * n).map(|at| (at / n, at % n));
    match n % 4 {
        1 | 3 => cells
            .map(|(row, col)| {
                let high = (row + col + 1 + n / 2) % n;
                let low = (row + 2 * col + 1) % n;
                (n * high + low + 1) as i32
            })
            .collect(),
        0 => cells
            .map(|(row, col)| {
                let crossed = row % 4 == col % 4 || row % 4 + col % 4 == 3;
                let number = row * n + col + 1;
                (if crossed { n * n + 1 - number } else { number }) as i32
            })
            .collect(),
        _ => strachey(n),
    }
}

/// Strachey's method: four odd squares, with some cells of each row exchanged between the top and bottom halves.
fn strachey(n: usize) -> Vec<i32> {
    let (m, k) = (n / 2, (n - 2) / 4);
    let odd = regular(m);
    let mut square = vec![0; n * n];
    for row in 0..m {
        for col in 0..m {
            let base = odd[row * m + col];
            let more = (m * m) as i32;
            // In the left half k columns are exchanged, shifted by one in the middle row; in the right half k - 1 columns.
            let first = usize::from(row == m / 2);
            let left = (first..first + k).contains(&col);
            let right = col + k > m;
            let (top, bottom) = if left { (3, 0) } else { (0, 3) };
            square[row * n + col] = base + top * more;
            square[(row + m) * n + col] = base + bottom * more;
            let (top, bottom) = if right { (1, 2) } else { (2, 1) };
            square[row * n + col + m] = base + top * more;
            square[(row + m) * n + col + m] = base + bottom * more;
        }
    }
    square
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Puzzle;

    #[test]
    fn squares_of_every_order_are_magic() {
        let mut rng = Rng::new(3);
        for n in (3..=MAX_SIDE).chain([14, 18]) {
            for _ in 0..10 {
                let answer = Answer(shuffled(n, &mut rng));
                assert_eq!(Magic::check(&Instance::empty(n), &answer), Ok(()), "{n}");
            }
        }
    }
}
