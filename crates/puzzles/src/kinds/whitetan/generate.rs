//! Generates White-and-Tan boards. A colouring is *legal* if every cell has a direction in which an arrow of its colour could point, that is, in which it sees one
//! white or two tan cells; any choice of such directions is a board with this answer. The generator finds a choice for which the answer is unique.
//!
//! Legal colourings are found by annealing. In a line, only the second white cell and the third tan cell from each end have a direction along it, so large boards have
//! few legal colourings. Known ones of 14x14 are stored, as annealing does not find any. If it finds none on a small board, an engine decides whether one exists. Long
//! boards of few lines have many legal colourings, which are found by repairs.

use gridwright_constraints::{bool_sum_eq, clause};
use gridwright_fd::Rng;
use gridwright_fd::{Atom, Model, ModelError, Var, View, half_reified};
use gridwright_grid::{Direction, Grid};

use crate::blocks::bool_cells;
use crate::contract::{
    Alternative, AttemptLimit, BoardSource, Draft, DraftChoice, Generate, GenerateError,
    GenerateOptions, SizeByDifficulty, Symmetry,
};
use crate::kinds::whitetan::colouring::{CHANGES, Colouring, Rays};
use crate::kinds::whitetan::known_colourings;
use crate::kinds::whitetan::{Answer, Instance, WhiteTan};

/// The maximum number of cells of a board, and of a board with at most `FEW_LINES` lines.
const MAX_CELLS: usize = 400;
const MAX_LONG_CELLS: usize = 2_000_000;

/// Long boards of at most this many lines are repaired rather than annealed.
const FEW_LINES: usize = 6;

/// A board with few lines is long if it has more cells than this.
const LONG_CELLS: usize = 180;

/// The maximum number of cells of a board for which an engine decides whether a legal colouring exists.
const PROVED_CELLS: usize = 30;

/// The number of annealing sweeps for a board of at most this many cells, as pairs of cells and sweeps.
const SWEEPS: [(usize, usize); 4] = [
    (110, 3_000),
    (150, 6_000),
    (180, 120_000),
    (MAX_CELLS, 400_000),
];

/// A board, and the symmetry of the colours of its answer.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    grid: Grid,
    symmetry: Symmetry,
}

impl Generate for WhiteTan {
    type Outline = Outline;

    const SIZE_BY_DIFFICULTY: SizeByDifficulty =
        [Some((6, 6)), Some((6, 6)), Some((6, 6)), Some((6, 6)), None];

    fn outline(options: &GenerateOptions) -> Result<Outline, GenerateError> {
        let (rows, cols) = options.size((6, 6), 1, MAX_LONG_CELLS)?;
        // Every cell has an arrow, so it is the answer that can be symmetric.
        options.symmetry.fits(rows, cols)?;
        let (max, of_lines) = match rows.min(cols) <= FEW_LINES {
            true => (MAX_LONG_CELLS, format!("at most {FEW_LINES}")),
            false => (MAX_CELLS, format!("more than {FEW_LINES}")),
        };
        if rows.saturating_mul(cols) > max {
            return Err(GenerateError(format!(
                "cannot generate a board of {rows}x{cols}: one of {of_lines} lines has {max} cells at most"
            )));
        }
        if let Some(why) = known_colourings::impossible(rows, cols, options.symmetry) {
            return Err(GenerateError(why));
        }
        let grid = Grid::new(rows, cols).map_err(|error| GenerateError(error.to_string()))?;
        let symmetry = options.symmetry;
        Ok(Outline { grid, symmetry })
    }

    fn attempt_limit(outline: &Outline) -> Option<AttemptLimit> {
        known_colourings::attempt_limit(outline.grid.rows(), outline.grid.cols())
    }

    fn full_board(
        &Outline { grid, symmetry }: &Outline,
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> Option<BoardSource<WhiteTan>> {
        let arrows = vec![Direction::North; grid.n_cells()];
        let blank = Instance { grid, arrows };
        if let Some(tan) = known_colourings::colouring(&grid, symmetry, rng) {
            return Some(BoardSource::Answer(blank, Answer(tan)));
        }
        // On a board of two rows all cells are white: only rays along a row are long enough for two tan cells.
        if grid.rows().min(grid.cols()) == 2 {
            return Some(BoardSource::Answer(
                blank,
                Answer(vec![false; grid.n_cells()]),
            ));
        }
        let n = grid.n_cells();
        if n > LONG_CELLS && grid.rows().min(grid.cols()) <= FEW_LINES {
            let mut colouring = Colouring::new(&grid, symmetry, Rays::Across, rng);
            let is_legal = colouring.repair(CHANGES, rng, is_over);
            return is_legal.then(|| BoardSource::Answer(blank, Answer(colouring.tan)));
        }
        let mut colouring = Colouring::new(&grid, symmetry, Rays::All, rng);
        let sweeps = SWEEPS.iter().find(|(cells, _)| n <= *cells);
        if colouring.anneal(sweeps.map_or(0, |(_, sweeps)| *sweeps), rng, is_over) {
            return Some(BoardSource::Answer(blank, Answer(colouring.tan)));
        }
        if grid.n_cells() > PROVED_CELLS || is_over() {
            return None;
        }
        let (model, tan) = legal(&grid, symmetry).expect("a board has small numbers");
        let (rows, cols) = (grid.rows(), grid.cols());
        let all = match symmetry {
            Symmetry::None => String::new(),
            symmetry => format!(" with the symmetry {symmetry}"),
        };
        let decisions = tan.clone();
        Some(BoardSource::Model {
            blank,
            model: Box::new(model),
            decisions,
            read: bool_cells::reader(tan),
            no_solution: format!(
                "there is no board of {rows}x{cols}: in every colouring{all} some cell has no direction that suits its colour"
            ),
        })
    }

    fn draft(
        Outline { grid, .. }: &Outline,
        blank: Instance,
        answer: Answer,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<WhiteTan>> {
        let alternative = |at: usize, rng: &mut Rng| {
            let ways = directions(grid, &answer.0, at).len();
            Alternative {
                count: ways as u8,
                initial: rng.below(ways.max(1)) as u8,
                facts: Vec::new(),
            }
        };
        Some(Draft {
            alternatives: (0..grid.n_cells()).map(|at| alternative(at, rng)).collect(),
            ..Draft::new((grid.rows(), grid.cols()), blank, answer)
        })
    }

    fn choose(draft: &Draft<WhiteTan>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let grid = &draft.blank.grid;
        let arrow = |(at, &way): (usize, &u8)| {
            let ways = directions(grid, &draft.answer.0, at);
            ways.get(usize::from(way)).copied()
        };
        let arrows: Option<Vec<Direction>> = choice.picks.iter().enumerate().map(arrow).collect();
        let instance = Instance {
            grid: *grid,
            arrows: arrows?,
        };
        Some((instance, draft.answer.clone()))
    }
}

/// The directions in which an arrow of the cell's colour could point.
pub(super) fn directions(grid: &Grid, tan: &[bool], at: usize) -> Vec<Direction> {
    let required = if tan[at] { 2 } else { 1 };
    let sees = |direction: Direction| {
        let ray = grid.ray(grid.cell(at), direction);
        let alike = ray.filter(|&cell| tan[grid.index(cell)] == tan[at]);
        // Counting stops at one too many, because a line may be long.
        alike.take(required + 1).count() == required
    };
    let all = Direction::ALL.into_iter();
    all.filter(|&direction| sees(direction)).collect()
}

/// The model of legal colourings with a symmetry: a variable per cell is whether it is tan, and every cell has a direction that suits its colour.
fn legal(grid: &Grid, symmetry: Symmetry) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let mut tan: Vec<Var> = Vec::with_capacity(grid.n_cells());
    for cell in grid.cells() {
        let orbit = symmetry.orbit(grid.rows(), grid.cols(), cell);
        // The first cell of an orbit represents all.
        let first = orbit.first().map(|&first| grid.index(first));
        let var = first.and_then(|first| tan.get(first).copied());
        tan.push(var.unwrap_or_else(|| model.bool(cell.to_string())));
    }
    for (at, cell) in grid.cells().enumerate() {
        for (colour, required) in [(1, 2), (0, 1)] {
            let mut some = vec![Atom::ne(tan[at], colour)];
            for (number, direction) in Direction::ALL.into_iter().enumerate() {
                let ray = grid.ray(cell, direction);
                let ray = ray.map(|cell| tan[grid.index(cell)].view());
                let ray: Vec<View> = match colour {
                    1 => ray.collect(),
                    _ => ray.map(|tan| tan.complement()).collect(),
                };
                if ray.len() < required as usize {
                    continue;
                }
                let points = model.bool(format!("{cell}_{colour}_{number}"));
                model.post(half_reified(
                    Atom::eq(points, 1),
                    bool_sum_eq(ray, View::constant(required)),
                ))?;
                some.push(Atom::eq(points, 1));
            }
            model.post(clause(some))?;
        }
    }
    Ok((model, tan))
}
