//! Making White-and-Tan boards. A colouring is *legal* if every cell has a direction in which it sees what its colour wants; any choice of such directions
//! is a board with this answer, and which of them make it the only one is for the setter to find.
//!
//! Legal colourings are found by annealing. On a line only the second white cell from each end has a direction along it, and the third tan one, so that large
//! boards have few legal colourings: those known of 14x14 are kept in a list, as annealing does not come upon any. Where it finds none on a small
//! board, an engine is asked whether there is any. Long boards of few lines have many, and theirs are mended.

use gridwright_constraints::{bool_sum_eq, clause};
use gridwright_fd::Rng;
use gridwright_fd::{Atom, Model, ModelError, Var, View, half};
use gridwright_grid::{Direction, Grid};

use crate::contract::{
    Begin, Choice, Doubt, Draft, Generate, GenerateError, GenerateOption, GenerateOptions,
    Symmetry, Turn,
};
use crate::kinds::whitetan::colouring::{CHANGES, Colouring, Rays};
use crate::kinds::whitetan::known;
use crate::kinds::whitetan::{Answer, Instance, WORDS, WhiteTan};

/// The most cells of a board, and of one of few lines.
const MOST_CELLS: usize = 400;
const MOST_LONG_CELLS: usize = 2_000_000;

/// How many lines are few: colourings of long boards of so many are mended in no time.
const FEW_LINES: usize = 6;

/// From how many cells on such a board is mended rather than annealed.
const LONG_CELLS: usize = 180;

/// The most cells of a board of which an engine is asked whether any colouring is legal.
const PROVED_CELLS: usize = 30;

/// How often annealing goes over a board of at most so many cells: large boards are harder by far more than their size.
const SWEEPS: [(usize, usize); 4] = [
    (110, 3_000),
    (150, 6_000),
    (180, 120_000),
    (MOST_CELLS, 400_000),
];

/// Directions by their number.
pub(super) fn direction(number: usize) -> Direction {
    WORDS[number % 8].1
}

/// A board, and how the colours of its answer lie.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    grid: Grid,
    symmetry: Symmetry,
}

impl Generate for WhiteTan {
    type Outline = Outline;

    const ASKS: &'static [GenerateOption] = &[];

    fn outline(asked: &GenerateOptions) -> Result<Outline, GenerateError> {
        let (rows, cols) = asked.size((6, 6), 1, MOST_LONG_CELLS)?;
        // Every cell has an arrow, so it is the answer that can be symmetric.
        asked.symmetry.fits(rows, cols)?;
        let (most, of_lines) = match rows.min(cols) <= FEW_LINES {
            true => (MOST_LONG_CELLS, format!("at most {FEW_LINES}")),
            false => (MOST_CELLS, format!("more than {FEW_LINES}")),
        };
        if rows.saturating_mul(cols) > most {
            return Err(GenerateError(format!(
                "a board of {rows}x{cols} cannot be made: one of {of_lines} lines has {most} cells at most"
            )));
        }
        if let Some(why) = known::impossible(rows, cols, asked.symmetry) {
            return Err(GenerateError(why));
        }
        let grid = Grid::new(rows, cols).map_err(|error| GenerateError(error.to_string()))?;
        let symmetry = asked.symmetry;
        Ok(Outline { grid, symmetry })
    }

    fn doubt(outline: &Outline) -> Option<Doubt> {
        known::doubt(outline.grid.rows(), outline.grid.cols())
    }

    fn begin(
        &Outline { grid, symmetry }: &Outline,
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Begin<WhiteTan>> {
        let arrows = vec![Direction::North; grid.n_cells()];
        let bare = Instance { grid, arrows };
        if let Some(tan) = known::colouring(&grid, symmetry, rng) {
            return Some(Begin::Answer(bare, Answer(tan)));
        }
        // In two rows all cells are white: no ray but along a row has room for two tan ones.
        if grid.rows().min(grid.cols()) == 2 {
            return Some(Begin::Answer(bare, Answer(vec![false; grid.n_cells()])));
        }
        let n = grid.n_cells();
        if n > LONG_CELLS && grid.rows().min(grid.cols()) <= FEW_LINES {
            let mut colouring = Colouring::new(&grid, symmetry, Rays::Across, rng);
            let is_legal = colouring.mend(CHANGES, rng, is_over);
            return is_legal.then(|| Begin::Answer(bare, Answer(colouring.tan)));
        }
        let mut colouring = Colouring::new(&grid, symmetry, Rays::All, rng);
        let sweeps = SWEEPS.iter().find(|(cells, _)| n <= *cells);
        if colouring.anneal(sweeps.map_or(0, |(_, sweeps)| *sweeps), rng, is_over) {
            return Some(Begin::Answer(bare, Answer(colouring.tan)));
        }
        if grid.n_cells() > PROVED_CELLS || is_over() {
            return None;
        }
        let (model, tan) = legal(&grid, symmetry).expect("a board has small numbers");
        let (rows, cols) = (grid.rows(), grid.cols());
        let all = match symmetry {
            Symmetry::None => String::new(),
            symmetry => format!(" of the symmetry {symmetry}"),
        };
        let decisions = tan.clone();
        Some(Begin::Model {
            bare,
            model,
            decisions,
            read: Box::new(move |found| Answer(tan.iter().map(|&t| found.value(t) == 1).collect())),
            otherwise: format!(
                "there is no board of {rows}x{cols}: in every colouring{all} some arrow sees too many or too few, wherever it points"
            ),
        })
    }

    fn draft(
        Outline { grid, .. }: &Outline,
        bare: Instance,
        answer: Answer,
        rng: &mut Rng,
    ) -> Draft<WhiteTan> {
        let turn = |at: usize, rng: &mut Rng| {
            let ways = directions(grid, &answer.0, at).len();
            Turn {
                ways: ways as u8,
                now: rng.below(ways.max(1)) as u8,
                about: Vec::new(),
            }
        };
        Draft {
            size: (grid.rows(), grid.cols()),
            clues: Vec::new(),
            turns: (0..grid.n_cells()).map(|at| turn(at, rng)).collect(),
            bare,
            answer,
        }
    }

    fn choose(draft: &Draft<WhiteTan>, choice: &Choice) -> Option<(Instance, Answer)> {
        let grid = &draft.bare.grid;
        let arrow = |(at, &way): (usize, &u8)| {
            let ways = directions(grid, &draft.answer.0, at);
            ways.get(usize::from(way)).copied()
        };
        let arrows: Option<Vec<Direction>> = choice.ways.iter().enumerate().map(arrow).collect();
        let instance = Instance {
            grid: *grid,
            arrows: arrows?,
        };
        Some((instance, draft.answer.clone()))
    }
}

/// The directions in which a cell sees what its colour wants.
pub(super) fn directions(grid: &Grid, tan: &[bool], at: usize) -> Vec<Direction> {
    let wanted = if tan[at] { 2 } else { 1 };
    let sees = |direction: Direction| {
        let ray = grid.ray(grid.cell(at), direction);
        let alike = ray.filter(|&cell| tan[grid.index(cell)] == tan[at]);
        // One more than wanted is enough to know, and a line may be long.
        alike.take(wanted + 1).count() == wanted
    };
    let all = (0..8).map(direction);
    all.filter(|&direction| sees(direction)).collect()
}

/// The model of legal colourings of a symmetry: whether each cell is tan, and for every cell a direction that suits its colour.
fn legal(grid: &Grid, symmetry: Symmetry) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let mut tan: Vec<Var> = Vec::with_capacity(grid.n_cells());
    for cell in grid.cells() {
        let orbit = symmetry.orbit(grid.rows(), grid.cols(), cell);
        // The first cell of those that go together stands for all.
        let first = orbit.first().map(|&first| grid.index(first));
        let var = first.and_then(|first| tan.get(first).copied());
        tan.push(var.unwrap_or_else(|| model.bool(cell.to_string())));
    }
    for (at, cell) in grid.cells().enumerate() {
        for (colour, wanted) in [(1, 2), (0, 1)] {
            let mut some = vec![Atom::ne(tan[at], colour)];
            for number in 0..8 {
                let ray = grid.ray(cell, direction(number));
                let ray = ray.map(|cell| tan[grid.index(cell)].view());
                let ray: Vec<View> = match colour {
                    1 => ray.collect(),
                    _ => ray.map(|tan| tan.complement()).collect(),
                };
                if ray.len() < wanted as usize {
                    continue;
                }
                let points = model.bool(format!("{cell}_{colour}_{number}"));
                model.post(half(
                    Atom::eq(points, 1),
                    bool_sum_eq(ray, View::constant(wanted)),
                ))?;
                some.push(Atom::eq(points, 1));
            }
            model.post(clause(some))?;
        }
    }
    Ok((model, tan))
}
