//! Generates Kakuro: clue cells are placed at random with point symmetry so that every run has two cells at least, an engine fills the board with digits, and then digits
//! change until the sums have only one answer.

use gridwright_fd::Rng;
use gridwright_grid::{Cell, Grid};

use crate::contract::{
    Alternative, BoardSource, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOptions,
    SizeByDifficulty, searched_at_random,
};
use crate::kinds::kakuro::{Answer, DIGITS, Instance, Kakuro, Tile};

/// The longest side of a board, with the clue cells at its rim.
const MAX_SIDE: usize = 16;

/// The longest run: longer ones have few ways to fill them, but shorter ones restrict more.
const LONGEST: usize = 5;

/// The board with its rim.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    grid: Grid,
}

impl Generate for Kakuro {
    type Outline = Outline;

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [Some((7, 7)); 5];

    fn outline(options: &GenerateOptions) -> Result<Outline, GenerateError> {
        let grid = options.grid((7, 7), 3, MAX_SIDE)?;
        Ok(Outline { grid })
    }

    fn full_board(
        &Outline { grid }: &Outline,
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Kakuro>> {
        for _ in 0..100 {
            if is_over() {
                return None;
            }
            if let Some(tiles) = layout(&grid, rng) {
                return Some(searched_at_random(Instance::new(grid, tiles)));
            }
        }
        None
    }

    fn draft(
        _: &Outline,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Kakuro>> {
        let digit = |(number, digit): (usize, &i32)| Alternative {
            count: DIGITS as u8,
            initial: *digit as u8 - 1,
            facts: (number * DIGITS..(number + 1) * DIGITS).collect(),
        };
        Some(Draft {
            clues: vec![Clue::in_margin().expected(); blank.runs().len()],
            alternatives: answer.0.iter().enumerate().map(digit).collect(),
            ..Draft::new((blank.grid.rows(), blank.grid.cols()), blank, answer)
        })
    }

    fn choose(draft: &Draft<Kakuro>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let digits: Vec<i32> = choice
            .picks
            .iter()
            .map(|&pick| i32::from(pick) + 1)
            .collect();
        let mut instance = draft.blank.clone();
        for (run, shown) in draft.blank.runs().into_iter().zip(&choice.shown) {
            let of: Vec<i32> = run.cells.iter().map(|&number| digits[number]).collect();
            if (0..of.len()).any(|k| of[..k].contains(&of[k])) {
                return None;
            }
            let sum = shown.then_some(of.iter().sum());
            let at = instance.grid.index(run.clue?);
            if let Tile::Clue { down, across } = &mut instance.tiles[at] {
                *(if run.is_across { across } else { down }) = sum;
            }
        }
        Some((instance, Answer(digits)))
    }
}

/// The clue cells of a board: the first row and column, and random pairs of opposite cells until no run is too long. `None` if a run of one cell is left, or the open cells
/// do not hang together.
fn layout(grid: &Grid, rng: &mut Rng) -> Option<Vec<Tile>> {
    let (rows, cols) = (grid.rows() - 1, grid.cols() - 1);
    let mut open = vec![true; rows * cols];
    let mut order: Vec<usize> = (0..rows * cols).collect();
    rng.shuffle(&mut order);
    for at in order {
        let pair = [at, rows * cols - 1 - at];
        if longest(&open, rows, cols) <= LONGEST.min(DIGITS) && rng.below(4) > 0 {
            continue;
        }
        pair.iter().for_each(|&at| open[at] = false);
        if !is_good(&open, rows, cols) {
            pair.iter().for_each(|&at| open[at] = true);
        }
    }
    if longest(&open, rows, cols) > DIGITS || !is_good(&open, rows, cols) {
        return None;
    }
    let tile = |cell: Cell| match cell.row > 0 && cell.col > 0 {
        true if open[(cell.row - 1) * cols + cell.col - 1] => Tile::Open,
        _ => Tile::BLOCK,
    };
    Some(grid.cells().map(tile).collect())
}

/// The lengths of all runs.
fn lengths(open: &[bool], rows: usize, cols: usize) -> Vec<usize> {
    let across = (0..rows).map(|row| open[row * cols..(row + 1) * cols].to_vec());
    let down = (0..cols).map(|col| (0..rows).map(|row| open[row * cols + col]).collect());
    let lines: Vec<Vec<bool>> = across.chain(down).collect();
    let runs = lines
        .iter()
        .flat_map(|line| line.split(|open| !open).map(<[bool]>::len));
    runs.filter(|&length| length > 0).collect()
}

fn longest(open: &[bool], rows: usize, cols: usize) -> usize {
    lengths(open, rows, cols).into_iter().max().unwrap_or(0)
}

/// Whether no run has one cell and the open cells hang together.
fn is_good(open: &[bool], rows: usize, cols: usize) -> bool {
    let Some(first) = open.iter().position(|open| *open) else {
        return false;
    };
    if lengths(open, rows, cols).contains(&1) {
        return false;
    }
    let mut reached = vec![false; open.len()];
    let mut stack = vec![first];
    while let Some(at) = stack.pop() {
        if std::mem::replace(&mut reached[at], true) {
            continue;
        }
        let (row, col) = (at / cols, at % cols);
        let near = [
            (row > 0).then(|| at - cols),
            (row + 1 < rows).then(|| at + cols),
            (col > 0).then(|| at - 1),
            (col + 1 < cols).then(|| at + 1),
        ];
        stack.extend(
            near.into_iter()
                .flatten()
                .filter(|&near| open[near] && !reached[near]),
        );
    }
    reached == open
}
