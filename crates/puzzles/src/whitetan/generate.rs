//! Making White-and-Tan boards. A colouring is *legal* if every cell has a direction in which it sees what its colour wants; any choice of such directions
//! is a board with this answer, and which of them make it the only one is for the setter to find.
//!
//! Legal colourings are found by annealing. On a line only the second white cell from each end has a direction along it, and the third tan one, so that large
//! boards have few legal colourings. Where annealing finds none on a small
//! board, an engine is asked whether there is any.

use gridwright_constraints::{bool_sum_eq, clause};
use gridwright_fd::rng::Rng;
use gridwright_fd::{Atom, Model, ModelError, Var, View, half};
use gridwright_grid::{Direction, Grid};

use super::colouring::Colouring;
use super::{Answer, Instance, WORDS, WhiteTan};
use crate::generate::{Ask, Asked, Begin, Choice, Draft, Generate, Refusal, Symmetry, Turn};

/// The most cells of a board.
const MOST_CELLS: usize = 400;

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

impl Generate for WhiteTan {
    /// The shape.
    type Outline = Grid;

    const ASKS: &'static [Ask] = &[];

    fn outline(asked: &Asked) -> Result<Grid, Refusal> {
        let (rows, cols) = asked.size((6, 6), 1, MOST_CELLS)?;
        if asked.symmetry != Symmetry::None {
            let what = "every cell of White-and-Tan has an arrow: leave out the symmetry";
            return Err(Refusal(what.to_owned()));
        }
        if rows * cols > MOST_CELLS {
            return Err(Refusal(format!(
                "a board of {rows}x{cols} cannot be made: it has more than {MOST_CELLS} cells"
            )));
        }
        Grid::new(rows, cols).map_err(|error| Refusal(error.to_string()))
    }

    fn begin(grid: &Grid, rng: &mut Rng, is_over: &dyn Fn() -> bool) -> Option<Begin<WhiteTan>> {
        let mut colouring = Colouring::new(grid, rng);
        let arrows = vec![Direction::North; grid.n_cells()];
        let bare = Instance {
            grid: *grid,
            arrows,
        };
        let n = grid.n_cells();
        let sweeps = SWEEPS.iter().find(|(cells, _)| n <= *cells);
        if colouring.anneal(sweeps.map_or(0, |(_, sweeps)| *sweeps), rng, is_over) {
            return Some(Begin::Answer(bare, Answer(colouring.tan)));
        }
        if grid.n_cells() > PROVED_CELLS || is_over() {
            return None;
        }
        let (model, tan) = legal(grid).expect("a board has small numbers");
        let (rows, cols) = (grid.rows(), grid.cols());
        let decisions = tan.clone();
        Some(Begin::Model {
            bare,
            model,
            decisions,
            read: Box::new(move |found| Answer(tan.iter().map(|&t| found.value(t) == 1).collect())),
            otherwise: format!(
                "there is no board of {rows}x{cols}: in every colouring some arrow sees too many or too few, wherever it points"
            ),
        })
    }

    fn draft(grid: &Grid, bare: Instance, answer: Answer, rng: &mut Rng) -> Draft<WhiteTan> {
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
        alike.count() == wanted
    };
    let all = (0..8).map(direction);
    all.filter(|&direction| sees(direction)).collect()
}

/// The model of legal colourings: whether each cell is tan, and for every cell a direction that suits its colour.
fn legal(grid: &Grid) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let tan: Vec<Var> = grid
        .cells()
        .map(|cell| model.bool(cell.to_string()))
        .collect();
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
