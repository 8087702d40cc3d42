//! Generates Fillomino: regions grow at random until all cells are covered and no two regions of one size touch; then numbers are removed.

use gridwright_fd::Rng;
use gridwright_grid::Grid;

use crate::blocks::number_cells::shown_numbers;
use crate::contract::{
    BoardSource, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOptions,
    SizeByDifficulty, UniquenessMethod,
};
use crate::kinds::fillomino::{Answer, Borders, Fillomino, Instance};

/// The largest side of a board, and the largest region at the beginning.
const MAX_SIDE: usize = 16;
const MAX_REGION: usize = 8;

impl Generate for Fillomino {
    type Outline = Grid;

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [Some((6, 6)); 5];

    const UNIQUENESS_METHOD: UniquenessMethod = UniquenessMethod::NewModel;

    fn outline(options: &GenerateOptions) -> Result<Grid, GenerateError> {
        options.grid((6, 6), 1, MAX_SIDE)
    }

    fn full_board(
        grid: &Grid,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Fillomino>> {
        let blank = Instance::new(*grid, vec![None; grid.n_cells()], Borders::new());
        let numbers = random_regions(grid, rng)?;
        Some(BoardSource::Answer(blank, Answer(numbers)))
    }

    fn draft(
        grid: &Grid,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Fillomino>> {
        // The facts of an instance depend on its clues, so that clues have no claims.
        Some(Draft {
            clues: grid.cells().map(Clue::in_cell).collect(),
            ..Draft::new((grid.rows(), grid.cols()), blank, answer)
        })
    }

    fn choose(draft: &Draft<Fillomino>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let clues = shown_numbers(&draft.answer.0, choice);
        let instance = Instance::new(draft.blank.grid, clues, Borders::new());
        Some((instance, draft.answer.clone()))
    }
}

/// Random regions as the size at each cell; `None` if two regions of one size touch in the end.
fn random_regions(grid: &Grid, rng: &mut Rng) -> Option<Vec<i32>> {
    let n = grid.n_cells();
    let mut region = vec![usize::MAX; n];
    let mut sizes: Vec<usize> = Vec::new();
    let mut order: Vec<usize> = (0..n).collect();
    rng.shuffle(&mut order);
    let neighbours = |at: usize| grid.neighbours4(grid.cell(at)).map(|cell| grid.index(cell));
    for start in order {
        if region[start] != usize::MAX {
            continue;
        }
        let number = sizes.len();
        let goal = 1 + rng.below(MAX_REGION);
        let mut cells = vec![start];
        region[start] = number;
        while cells.len() < goal {
            let free = cells.iter().flat_map(|&at| neighbours(at));
            let free: Vec<usize> = free.filter(|&at| region[at] == usize::MAX).collect();
            if free.is_empty() {
                break;
            }
            let next = free[rng.below(free.len())];
            region[next] = number;
            cells.push(next);
        }
        sizes.push(cells.len());
    }
    // Merges regions of one size that touch, as far as they stay small.
    for _ in 0..n {
        let touching = (0..n).find_map(|at| {
            let other = neighbours(at).find(|&other| {
                region[other] != region[at] && sizes[region[other]] == sizes[region[at]]
            });
            other.map(|other| (region[at], region[other]))
        });
        let Some((keep, merge)) = touching else {
            return Some(region.iter().map(|&of| sizes[of] as i32).collect());
        };
        region
            .iter_mut()
            .filter(|of| **of == merge)
            .for_each(|of| *of = keep);
        sizes[keep] *= 2;
        sizes[merge] = 0;
        if sizes[keep] > 2 * MAX_REGION {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Puzzle;

    #[test]
    fn random_regions_are_answers() {
        let mut rng = Rng::new(3);
        let grid = Grid::new(6, 7).expect("a grid");
        let blank = Instance::new(grid, vec![None; grid.n_cells()], Borders::new());
        let boards: Vec<Vec<i32>> = (0..60)
            .filter_map(|_| random_regions(&grid, &mut rng))
            .collect();
        assert!(boards.len() > 10, "{}", boards.len());
        for numbers in boards {
            assert_eq!(Fillomino::check(&blank, &Answer(numbers)), Ok(()));
        }
    }
}
