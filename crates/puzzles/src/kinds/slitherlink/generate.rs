//! Generates Slitherlink: a random loop gives every cell its number; then numbers are removed.

use gridwright_fd::Rng;
use gridwright_grid::Grid;

use crate::contract::{
    BoardSource, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOptions,
    SizeByDifficulty, UniquenessMethod,
};
use crate::kinds::slitherlink::{Answer, Instance, Slitherlink};

/// The largest side of a board.
const MAX_SIDE: usize = 30;

impl Generate for Slitherlink {
    type Outline = Grid;

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [
        Some((5, 5)),
        Some((7, 7)),
        Some((7, 7)),
        Some((7, 7)),
        Some((7, 7)),
    ];

    const UNIQUENESS_METHOD: UniquenessMethod = UniquenessMethod::NewModel;

    fn outline(options: &GenerateOptions) -> Result<Grid, GenerateError> {
        options.grid((7, 7), 1, MAX_SIDE)
    }

    fn full_board(
        grid: &Grid,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Slitherlink>> {
        let clues = vec![None; grid.n_cells()];
        let blank = Instance { grid: *grid, clues };
        let answer = blank.lattice().random_loop(rng);
        Some(BoardSource::Answer(blank, answer))
    }

    fn draft(
        grid: &Grid,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Slitherlink>> {
        Some(Draft {
            clues: grid.cells().map(Clue::in_cell).collect(),
            ..Draft::new((grid.rows(), grid.cols()), blank, answer)
        })
    }

    fn choose(draft: &Draft<Slitherlink>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let blank = &draft.blank;
        let number = |at: usize| {
            let sides = blank.sides(at).into_iter();
            sides.filter(|&side| draft.answer.0[side]).count() as u8
        };
        let shown = choice.shown.iter().enumerate();
        let instance = Instance {
            grid: blank.grid,
            clues: shown.map(|(at, shown)| shown.then(|| number(at))).collect(),
        };
        Some((instance, draft.answer.clone()))
    }
}
