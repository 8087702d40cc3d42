//! Generates Akari: random walls, then a lamp in random cells that are still dark until all are lit; then numbers are removed.

use gridwright_fd::Rng;
use gridwright_grid::{Direction, Grid};

use crate::contract::{
    BoardSource, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOption,
    GenerateOptions, SizeByDifficulty, Symmetry,
};
use crate::kinds::akari::{Akari, Answer, Instance, Tile};

/// The longest side of a board.
const MAX_SIDE: usize = 40;

/// The percentage of walls by default.
const WALLS: usize = 22;

/// A board, its symmetry and its percentage of walls.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    grid: Grid,
    symmetry: Symmetry,
    walls: usize,
}

impl Generate for Akari {
    type Outline = Outline;

    const OPTIONS: &'static [GenerateOption] = &[GenerateOption::new(
        "walls",
        "N",
        "percentage of cells that are walls: 22",
    )];

    const SIZE_BY_DIFFICULTY: SizeByDifficulty =
        [Some((7, 7)), Some((7, 7)), Some((7, 7)), Some((7, 7)), None];

    fn outline(options: &GenerateOptions) -> Result<Outline, GenerateError> {
        let grid = options.grid((7, 7), 2, MAX_SIDE)?;
        Ok(Outline {
            grid,
            symmetry: options.symmetry,
            walls: options.number("walls", 5, 60)?.unwrap_or(WALLS),
        })
    }

    fn full_board(
        outline: &Outline,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Akari>> {
        let grid = outline.grid;
        let mut tiles = vec![Tile::Open; grid.n_cells()];
        let mut order: Vec<usize> = (0..grid.n_cells()).collect();
        rng.shuffle(&mut order);
        let n_walls = (grid.n_cells() * outline.walls / 100).max(1);
        let mut placed = 0;
        for at in order {
            if placed >= n_walls {
                break;
            }
            if tiles[at] != Tile::Open {
                continue;
            }
            for cell in outline
                .symmetry
                .orbit(grid.rows(), grid.cols(), grid.cell(at))
            {
                tiles[grid.index(cell)] = Tile::Wall;
                placed += 1;
            }
        }
        let blank = Instance::new(grid, tiles);
        let answer = random_lamps(&blank, rng);
        Some(BoardSource::Answer(blank, answer))
    }

    fn draft(
        _: &Outline,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Akari>> {
        let walls = blank.grid.cells().zip(&blank.tiles);
        let walls = walls.filter(|(_, tile)| **tile != Tile::Open);
        Some(Draft {
            clues: walls.map(|(cell, _)| Clue::in_cell(cell)).collect(),
            ..Draft::new((blank.grid.rows(), blank.grid.cols()), blank, answer)
        })
    }

    fn choose(draft: &Draft<Akari>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let mut instance = draft.blank.clone();
        for (clue, shown) in draft.clues.iter().zip(&choice.shown) {
            if let (Some(cell), true) = (clue.cell, *shown) {
                let beside = instance.beside(cell);
                let lamps = beside.iter().filter(|&&fact| draft.answer.0[fact]);
                let number = Tile::Number(lamps.count() as u8);
                let at = instance.grid.index(cell);
                instance.tiles[at] = number;
            }
        }
        Some((instance, draft.answer.clone()))
    }
}

/// Places a lamp in random dark cells until all are lit. A dark cell sees no lamp, so every such lamp is allowed.
fn random_lamps(board: &Instance, rng: &mut Rng) -> Answer {
    let n = board.open.cells.len();
    let (mut lamps, mut lit) = (vec![false; n], vec![false; n]);
    let mut order: Vec<usize> = (0..n).collect();
    rng.shuffle(&mut order);
    for at in order {
        if lit[at] {
            continue;
        }
        lamps[at] = true;
        lit[at] = true;
        for direction in Direction::ORTHOGONAL {
            let ray = board.grid.ray(board.open.cells[at], direction);
            for fact in ray.map_while(|cell| board.open.fact(cell)) {
                lit[fact] = true;
            }
        }
    }
    Answer(lamps)
}
