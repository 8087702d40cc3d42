//! Generates Masyu: a random loop has pearls wherever the rules allow; then pearls are removed.

use gridwright_fd::Rng;
use gridwright_grid::{Cell, Grid};

use crate::contract::{
    BoardSource, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOption,
    GenerateOptions, UniquenessMethod,
};
use crate::kinds::masyu::{Answer, Instance, Masyu, Pearl, pearl_clauses};

/// The largest side of a board.
const MAX_SIDE: usize = 30;

impl Generate for Masyu {
    type Outline = Grid;

    const OPTIONS: &'static [GenerateOption] = &[];

    const UNIQUENESS_METHOD: UniquenessMethod = UniquenessMethod::NewModel;

    fn outline(options: &GenerateOptions) -> Result<Grid, GenerateError> {
        let (rows, cols) = options.size((7, 7), 3, MAX_SIDE)?;
        options.symmetry.fits(rows, cols)?;
        Grid::new(rows, cols).map_err(|error| GenerateError(error.to_string()))
    }

    fn full_board(grid: &Grid, rng: &mut Rng, _: &dyn Fn() -> bool) -> Option<BoardSource<Masyu>> {
        let pearls = vec![None; grid.n_cells()];
        let blank = Instance {
            grid: *grid,
            pearls,
        };
        let answer = blank.lattice().random_loop(rng);
        Some(BoardSource::Answer(blank, answer))
    }

    fn draft(grid: &Grid, blank: Instance, answer: Answer, _: &mut Rng) -> Draft<Masyu> {
        let cells = grid.cells();
        let pearls = cells.filter(|&cell| pearl(&blank, &answer, cell).is_some());
        let clue = |cell| Clue {
            cell: Some(cell),
            claims: None,
            is_expected: false,
        };
        Draft {
            size: (grid.rows(), grid.cols()),
            clues: pearls.map(clue).collect(),
            alternatives: Vec::new(),
            blank,
            answer,
        }
    }

    fn choose(draft: &Draft<Masyu>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let mut instance = draft.blank.clone();
        for (clue, shown) in draft.clues.iter().zip(&choice.shown) {
            if let (Some(cell), true) = (clue.cell, *shown) {
                let at = instance.grid.index(cell);
                instance.pearls[at] = pearl(&draft.blank, &draft.answer, cell);
            }
        }
        Some((instance, draft.answer.clone()))
    }
}

/// The pearl that may lie in a cell of a loop.
fn pearl(instance: &Instance, answer: &Answer, cell: Cell) -> Option<Pearl> {
    let fits = |pearl: &Pearl| {
        let clauses = pearl_clauses(instance, cell, *pearl);
        let holds =
            |claims: &Vec<(usize, bool)>| claims.iter().any(|&(edge, on)| answer.0[edge] == on);
        clauses.iter().all(holds)
    };
    [Pearl::White, Pearl::Black].into_iter().find(fits)
}
