//! Generates Nurikabe: the sea grows cell by cell at random while it has no block of two by two cells; every island gets its number at a random cell. All numbers are shown, so
//! the generator varies the sea and the cells of numbers until the answer is unique.

use gridwright_fd::Rng;
use gridwright_grid::{Cell, Grid};

use crate::contract::{
    Alternative, BoardSource, Draft, DraftChoice, Generate, GenerateError, GenerateOptions, Puzzle,
    SizeByDifficulty, UniquenessMethod,
};
use crate::kinds::nurikabe::{Answer, Clue, Instance, Nurikabe};

/// The largest side of a board.
const MAX_SIDE: usize = 20;

/// The number of ranks of a cell for the number of its island, which is in the cell of the highest rank.
const RANKS: u8 = 4;

impl Generate for Nurikabe {
    type Outline = Grid;

    const SIZE_BY_DIFFICULTY: SizeByDifficulty =
        [Some((6, 6)), Some((6, 6)), Some((6, 6)), None, None];

    const UNIQUENESS_METHOD: UniquenessMethod = UniquenessMethod::NewModel;

    fn outline(options: &GenerateOptions) -> Result<Grid, GenerateError> {
        options.grid((6, 6), 2, MAX_SIDE)
    }

    fn full_board(
        grid: &Grid,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Nurikabe>> {
        let clues = vec![None; grid.n_cells()];
        let blank = Instance { grid: *grid, clues };
        let sea = random_sea(grid, rng);
        // Small islands make unique boards more likely.
        let islands = islands(grid, &sea);
        let largest = islands.iter().map(Vec::len).max().unwrap_or(0);
        (largest > 0 && largest <= 9).then_some(BoardSource::Answer(blank, Answer(sea)))
    }

    fn draft(
        grid: &Grid,
        blank: Instance,
        answer: Answer,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Nurikabe>> {
        // Whether the cell changes between island and sea, and its rank for the number of its island.
        let alternative = |at| Alternative {
            count: 2 * RANKS,
            initial: 2 * rng.below(usize::from(RANKS)) as u8,
            facts: vec![at],
        };
        Some(Draft {
            alternatives: (0..grid.n_cells()).map(alternative).collect(),
            ..Draft::new((grid.rows(), grid.cols()), blank, answer)
        })
    }

    fn choose(draft: &Draft<Nurikabe>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let mut instance = draft.blank.clone();
        let cells = draft.answer.0.iter().zip(&choice.picks);
        let sea: Vec<bool> = cells.map(|(sea, pick)| *sea != (pick % 2 == 1)).collect();
        for cells in islands(&instance.grid, &sea) {
            let at = cells.iter().max_by_key(|&&at| choice.picks[at] / 2)?;
            instance.clues[*at] = Some(Clue::Size(cells.len()));
        }
        let answer = Answer(sea);
        Nurikabe::check(&instance, &answer)
            .is_ok()
            .then_some((instance, answer))
    }
}

/// The islands of a shading, as the indices of their cells.
fn islands(grid: &Grid, sea: &[bool]) -> Vec<Vec<usize>> {
    let mut seen = sea.to_vec();
    let mut islands = Vec::new();
    for start in 0..sea.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut island = vec![start];
        let mut at = 0;
        while let Some(&cell) = island.get(at) {
            at += 1;
            for next in grid.neighbours4(grid.cell(cell)) {
                if !std::mem::replace(&mut seen[grid.index(next)], true) {
                    island.push(grid.index(next));
                }
            }
        }
        islands.push(island);
    }
    islands
}

/// A random connected set of cells without a block of two by two: cells beside it are added as long as that is possible.
fn random_sea(grid: &Grid, rng: &mut Rng) -> Vec<bool> {
    let mut sea = vec![false; grid.n_cells()];
    sea[rng.below(grid.n_cells())] = true;
    let fits = |sea: &[bool], cell: Cell| {
        let is_sea = |row: usize, col: usize| {
            let other = Cell::new(row, col);
            other == cell || grid.contains(other) && sea[grid.index(other)]
        };
        let corners = [(0, 0), (0, 1), (1, 0), (1, 1)];
        corners.into_iter().all(|(down, right)| {
            let corner = (cell.row + down)
                .checked_sub(1)
                .zip((cell.col + right).checked_sub(1));
            !corner.is_some_and(|(row, col)| {
                is_sea(row, col)
                    && is_sea(row, col + 1)
                    && is_sea(row + 1, col)
                    && is_sea(row + 1, col + 1)
            })
        })
    };
    loop {
        let beside = grid.cells().filter(|&cell| {
            let mut around = grid.neighbours4(cell);
            !sea[grid.index(cell)] && around.any(|other| sea[grid.index(other)]) && fits(&sea, cell)
        });
        let beside: Vec<Cell> = beside.collect();
        if beside.is_empty() {
            return sea;
        }
        // A few cells stay free, so that islands differ in size.
        if rng.one_in(beside.len() + 40) {
            return sea;
        }
        sea[grid.index(beside[rng.below(beside.len())])] = true;
    }
}
