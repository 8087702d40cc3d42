//! Generates Tents: tents that do not touch in random cells, a tree beside each, then numbers are removed if a minimal puzzle is wanted.

use gridwright_fd::Rng;
use gridwright_grid::{Cell, Grid};

use crate::contract::{
    BoardSource, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOption,
    GenerateOptions, SizeByDifficulty,
};
use crate::kinds::tents::{Answer, Instance, Tents};

/// The longest side of a board.
const MAX_SIDE: usize = 40;

/// The percentage of cells with a tent by default.
const TENTS: usize = 19;

/// A board and its percentage of tents.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    grid: Grid,
    tents: usize,
}

impl Generate for Tents {
    type Outline = Outline;

    const OPTIONS: &'static [GenerateOption] = &[GenerateOption::new(
        "tents",
        "N",
        "percentage of cells with a tent, as far as there is room: 19",
    )];

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [
        Some((8, 8)),
        Some((8, 8)),
        Some((8, 8)),
        Some((8, 8)),
        Some((10, 10)),
    ];

    fn outline(options: &GenerateOptions) -> Result<Outline, GenerateError> {
        let grid = options.grid((8, 8), 2, MAX_SIDE)?;
        let tents = options.number("tents", 1, 25)?.unwrap_or(TENTS);
        Ok(Outline { grid, tents })
    }

    fn full_board(
        &Outline { grid, tents }: &Outline,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Tents>> {
        let wanted = (grid.n_cells() * tents / 100).max(1);
        let mut order: Vec<Cell> = grid.cells().collect();
        rng.shuffle(&mut order);
        let mut tent = vec![false; grid.n_cells()];
        let mut tree = vec![false; grid.n_cells()];
        let mut placed = 0;
        for cell in order {
            let at = grid.index(cell);
            let touches = grid.neighbours8(cell).any(|near| tent[grid.index(near)]);
            if placed == wanted || tree[at] || touches {
                continue;
            }
            let is_free = |near: &Cell| !tent[grid.index(*near)] && !tree[grid.index(*near)];
            let free: Vec<Cell> = grid.neighbours4(cell).filter(is_free).collect();
            if free.is_empty() {
                continue;
            }
            tent[at] = true;
            tree[grid.index(*rng.pick(&free))] = true;
            placed += 1;
        }
        let (rows, cols) = (vec![None; grid.rows()], vec![None; grid.cols()]);
        let blank = Instance::new(grid, tree, rows, cols);
        let answer = blank.open.cells.iter().map(|&cell| tent[grid.index(cell)]);
        let answer = Answer(answer.collect());
        Some(BoardSource::Answer(blank, answer))
    }

    fn draft(
        _: &Outline,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Tents>> {
        let (rows, cols) = (blank.grid.rows(), blank.grid.cols());
        Some(Draft {
            clues: vec![Clue::in_margin().expected(); rows + cols],
            ..Draft::new((rows, cols), blank, answer)
        })
    }

    fn choose(draft: &Draft<Tents>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let mut instance = draft.blank.clone();
        let lines = instance.lines().into_iter().zip(&choice.shown);
        let numbers = lines.map(|((line, _), shown)| {
            let tents = line.iter().filter(|&&fact| draft.answer.0[fact]);
            shown.then_some(tents.count() as i32)
        });
        let numbers: Vec<Option<i32>> = numbers.collect();
        let (rows, cols) = numbers.split_at(instance.grid.rows());
        instance.rows = rows.to_vec();
        instance.cols = cols.to_vec();
        Some((instance, draft.answer.clone()))
    }
}
