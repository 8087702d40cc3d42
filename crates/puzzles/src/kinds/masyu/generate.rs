//! Generates Masyu: a random loop has pearls wherever the rules allow. The loop changes around corners of cells until the pearls have only one answer; then pearls are removed.

use gridwright_fd::Rng;
use gridwright_grid::{Cell, Grid};

use crate::contract::{
    Alternative, BoardSource, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOptions,
    Puzzle, SizeByDifficulty, UniquenessMethod,
};
use crate::kinds::masyu::{Answer, Instance, Masyu, Pearl, pearl_clauses};

/// The largest side of a board.
const MAX_SIDE: usize = 30;

impl Generate for Masyu {
    type Outline = Grid;

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [Some((7, 7)); 5];

    const UNIQUENESS_METHOD: UniquenessMethod = UniquenessMethod::NewModel;

    fn outline(options: &GenerateOptions) -> Result<Grid, GenerateError> {
        options.grid((7, 7), 3, MAX_SIDE)
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

    fn draft(
        grid: &Grid,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Masyu>> {
        let lattice = blank.lattice();
        let corners = grid.cells().filter(|cell| cell.row > 0 && cell.col > 0);
        // The loop takes the other way around a corner of four cells, or not.
        let alternative = |cell: Cell| Alternative {
            count: 2,
            initial: 0,
            facts: lattice.square(cell.row - 1, cell.col - 1).to_vec(),
        };
        Some(Draft {
            clues: grid.cells().map(Clue::in_cell).collect(),
            alternatives: corners.map(alternative).collect(),
            ..Draft::new((grid.rows(), grid.cols()), blank, answer)
        })
    }

    fn choose(draft: &Draft<Masyu>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let mut answer = draft.answer.clone();
        let alternatives = draft.alternatives.iter().zip(&choice.picks);
        for (alternative, _) in alternatives.filter(|(_, pick)| **pick == 1) {
            for &edge in &alternative.facts {
                answer.0[edge] = !answer.0[edge];
            }
        }
        let mut instance = draft.blank.clone();
        for (at, cell) in instance.grid.cells().enumerate() {
            if choice.shown[at] {
                instance.pearls[at] = pearl(&draft.blank, &answer, cell);
            }
        }
        Masyu::check(&instance, &answer)
            .is_ok()
            .then_some((instance, answer))
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
