//! Generates Heyawake: random rooms and a random shading that keeps the rules; every room gets its number, and then numbers are removed.

use gridwright_fd::Rng;
use gridwright_grid::{Cell, Grid};

use crate::contract::{
    BoardSource, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOptions,
    SizeByDifficulty, UniquenessMethod, searched_at_random,
};
use crate::kinds::heyawake::{Answer, Heyawake, Instance};

/// The largest side of a board.
const MAX_SIDE: usize = 24;

impl Generate for Heyawake {
    type Outline = Grid;

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [Some((7, 7)); 5];

    const UNIQUENESS_METHOD: UniquenessMethod = UniquenessMethod::NewModel;

    fn outline(options: &GenerateOptions) -> Result<Grid, GenerateError> {
        options.grid((7, 7), 2, MAX_SIDE)
    }

    fn full_board(
        grid: &Grid,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Heyawake>> {
        let rooms = random_rooms(grid, rng);
        let blank = Instance::new(*grid, &rooms, &[]).ok()?;
        Some(searched_at_random(blank))
    }

    fn draft(
        grid: &Grid,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Heyawake>> {
        let clue = |region: usize| Clue::in_cell(blank.cells(region)[0]);
        Some(Draft {
            clues: (0..blank.n_rooms()).map(clue).collect(),
            ..Draft::new((grid.rows(), grid.cols()), blank, answer)
        })
    }

    fn choose(draft: &Draft<Heyawake>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let mut instance = draft.blank.clone();
        for (room, shown) in choice.shown.iter().enumerate() {
            let cells = draft.blank.cells(room).into_iter();
            let shaded = cells.filter(|&cell| draft.answer.0[draft.blank.grid.index(cell)]);
            instance.clues[room] = shown.then(|| shaded.count() as u32);
        }
        Some((instance, draft.answer.clone()))
    }
}

/// Rectangular rooms of up to three by three cells: at every free cell in reading order, a random rectangle as far as there is room.
fn random_rooms(grid: &Grid, rng: &mut Rng) -> Vec<usize> {
    let mut rooms = vec![usize::MAX; grid.n_cells()];
    let mut next = 0;
    for cell in grid.cells() {
        if rooms[grid.index(cell)] != usize::MAX {
            continue;
        }
        let (height, width) = (1 + rng.below(3), 1 + rng.below(3));
        let is_free = |row: usize, col: usize| {
            let cell = Cell::new(row, col);
            grid.contains(cell) && rooms[grid.index(cell)] == usize::MAX
        };
        let width = (0..width)
            .take_while(|right| is_free(cell.row, cell.col + right))
            .count();
        let height = (0..height)
            .take_while(|down| (0..width).all(|right| is_free(cell.row + down, cell.col + right)))
            .count();
        for down in 0..height {
            for right in 0..width {
                rooms[grid.index(Cell::new(cell.row + down, cell.col + right))] = next;
            }
        }
        next += 1;
    }
    rooms
}
