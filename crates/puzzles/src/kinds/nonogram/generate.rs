//! Generates Nonograms: random cells are shaded, a little smoothed so that there are longer runs; then cells change until the answer is unique. Clues are removed if a minimal
//! puzzle is wanted.

use gridwright_fd::Rng;
use gridwright_grid::{Cell, Grid};

use crate::contract::{
    Alternative, BoardSource, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOption,
    GenerateOptions, SizeByDifficulty, Symmetry,
};
use crate::kinds::nonogram::{Answer, Instance, Lengths, Nonogram};

/// The longest side of a board.
const MAX_SIDE: usize = 40;

/// The percentage of shaded cells by default.
const SHADED: usize = 55;

/// A board, its symmetry and its percentage of shaded cells.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    grid: Grid,
    symmetry: Symmetry,
    shaded: usize,
}

impl Generate for Nonogram {
    type Outline = Outline;

    const OPTIONS: &'static [GenerateOption] = &[GenerateOption::new(
        "shaded",
        "N",
        "percentage of cells that are shaded: 55",
    )];

    const SIZE_BY_DIFFICULTY: SizeByDifficulty =
        [Some((10, 10)), None, Some((10, 10)), Some((15, 15)), None];

    fn outline(options: &GenerateOptions) -> Result<Outline, GenerateError> {
        // Every line has a clue, so it is the picture that can be symmetric.
        let grid = options.grid((10, 10), 1, MAX_SIDE)?;
        Ok(Outline {
            grid,
            symmetry: options.symmetry,
            shaded: options.number("shaded", 10, 90)?.unwrap_or(SHADED),
        })
    }

    fn full_board(
        outline: &Outline,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Nonogram>> {
        let grid = outline.grid;
        // The most shaded cells are those with the highest sums of a random number and those of their neighbours.
        let noise: Vec<usize> = grid.cells().map(|_| rng.below(1000)).collect();
        let level = |cell| {
            let near = grid.neighbours4(cell).map(|near| noise[grid.index(near)]);
            let near: Vec<usize> = near.collect();
            let sum: usize = near.iter().sum();
            2 * noise[grid.index(cell)] + sum / near.len().max(1)
        };
        let mut order: Vec<(usize, usize)> = Vec::with_capacity(grid.n_cells());
        for (at, cell) in grid.cells().enumerate() {
            order.push((level(cell), at));
        }
        order.sort_unstable();
        let wanted = (grid.n_cells() * outline.shaded).div_ceil(100);
        let mut shaded = vec![false; grid.n_cells()];
        let mut n_shaded = 0;
        for (_, at) in order.into_iter().rev() {
            if n_shaded >= wanted {
                break;
            }
            for cell in outline
                .symmetry
                .orbit(grid.rows(), grid.cols(), grid.cell(at))
            {
                n_shaded += usize::from(!shaded[grid.index(cell)]);
                shaded[grid.index(cell)] = true;
            }
        }
        let (rows, cols) = (vec![None; grid.rows()], vec![None; grid.cols()]);
        let blank = Instance::new(grid, rows, cols);
        Some(BoardSource::Answer(blank, Answer(shaded)))
    }

    fn draft(
        outline: &Outline,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Nonogram>> {
        let grid = blank.grid;
        let (rows, cols) = (grid.rows(), grid.cols());
        // Cells that are images of each other change together.
        let orbits = grid.cells().filter_map(|cell| {
            let orbit = outline.symmetry.orbit(rows, cols, cell);
            (orbit.first() == Some(&cell)).then_some(orbit)
        });
        let alternative = |orbit: Vec<Cell>| Alternative {
            count: 2,
            initial: 0,
            facts: orbit.into_iter().map(|cell| grid.index(cell)).collect(),
        };
        Some(Draft {
            clues: vec![Clue::in_margin().expected(); rows + cols],
            alternatives: orbits.map(alternative).collect(),
            ..Draft::new((rows, cols), blank, answer)
        })
    }

    fn choose(draft: &Draft<Nonogram>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let mut shaded = draft.answer.0.clone();
        let alternatives = draft.alternatives.iter().zip(&choice.picks);
        for (alternative, _) in alternatives.filter(|(_, pick)| **pick == 1) {
            for &at in &alternative.facts {
                shaded[at] = !shaded[at];
            }
        }
        let mut clues: Vec<Lengths> = Vec::new();
        for ((line, _), shown) in draft.blank.lines().into_iter().zip(&choice.shown) {
            let line: Vec<bool> = line.into_iter().map(|at| shaded[at]).collect();
            let runs = line.split(|shaded| !shaded).map(<[bool]>::len);
            let runs: Vec<usize> = runs.filter(|&length| length > 0).collect();
            clues.push(shown.then_some(runs));
        }
        let cols = clues.split_off(draft.blank.grid.rows());
        let instance = Instance::new(draft.blank.grid, clues, cols);
        Some((instance, Answer(shaded)))
    }
}
