//! Generates Numbrix and Hidato boards of any shape. A random Hamiltonian path is made by rotations: an end of the path is joined to a
//! neighbouring cell of the path, another edge at that cell is removed, and the path has a new end ("backbite": Oberdorf, Ferguson, Jacobsen and Kondev 2006; Pósa 1976).

use gridwright_fd::Rng;
use gridwright_grid::{Cell, Grid};

use crate::blocks::number_cells::{draft, shown_numbers};
use crate::contract::{
    BoardSource, Draft, DraftChoice, Generate, GenerateError, GenerateOption, GenerateOptions,
    SizeByDifficulty, Symmetry, UniquenessMethod, searched,
};
use crate::kinds::path::{Answer, Instance, Path};

/// The longest side of a board.
const MAX_SIDE: usize = 40;

/// The number of steps between two checks of whether to end.
const STEPS_PER_CHECK: usize = 1_000;

/// The maximum number of steps per cell to extend a path to the whole board.
const STEPS_PER_CELL: usize = 2_000;

/// The shape of a board.
#[derive(Clone, Debug)]
pub struct Outline {
    grid: Grid,
    /// For every cell, whether it is free; `None` if obstacles are placed at random.
    free: Option<Vec<bool>>,
    /// The number of obstacles that are placed at random.
    obstacles: usize,
    symmetry: Symmetry,
}

impl<const KING: bool> Generate for Path<KING> {
    type Outline = Outline;

    const OPTIONS: &'static [GenerateOption] = &[
        GenerateOption::new(
            "obstacles",
            "N",
            "number of obstacles, placed at random: 5",
        ),
        GenerateOption::new(
            "shape",
            "ROWS",
            "the board with . for free cells and # for obstacles, rows separated by line breaks or /: ..#/.../#..",
        )
        .or_file("rows of . and # separated by /"),
    ];

    const SIZE_BY_DIFFICULTY: SizeByDifficulty = [
        Some((9, 9)),
        Some((8, 8)),
        Some((8, 8)),
        Some((8, 8)),
        Some((8, 8)),
    ];
    const UNIQUENESS_METHOD: UniquenessMethod = UniquenessMethod::NewModel;

    fn outline(options: &GenerateOptions) -> Result<Outline, GenerateError> {
        if let Some(text) = options.option("shape") {
            return shaped(options, text);
        }
        let (rows, cols) = options.size((9, 9), 1, MAX_SIDE)?;
        let obstacles = options
            .number("obstacles", 0, rows * cols - 1)?
            .unwrap_or(0);
        options.symmetry.fits(rows, cols)?;
        let grid = Grid::new(rows, cols).map_err(|error| GenerateError(error.to_string()))?;
        Ok(Outline {
            free: (obstacles == 0).then(|| vec![true; rows * cols]),
            grid,
            obstacles,
            symmetry: options.symmetry,
        })
    }

    fn full_board(
        outline: &Outline,
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Self>> {
        let free = match &outline.free {
            Some(free) => free.clone(),
            None => scattered(outline, rng)?,
        };
        let cells = outline.grid.cells();
        let free: Vec<Cell> = cells
            .filter(|&cell| free[outline.grid.index(cell)])
            .collect();
        let n = free.len();
        let blank = Instance::new(outline.grid, free, vec![None; n]);
        let neighbours = blank.neighbours(KING);
        if let Some(path) = RandomPath::fill(&neighbours, rng, is_over) {
            return Some(BoardSource::Answer(blank, path.answer()));
        }
        outline.free.as_ref().filter(|_| !is_over())?;
        // A given shape may have no path at all: an engine decides.
        let no_solution = "no path goes through all cells of this shape".to_owned();
        Some(searched(blank, no_solution))
    }

    fn draft(
        outline: &Outline,
        blank: Instance,
        answer: Answer,
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Draft<Self>> {
        let n = answer.0.len();
        let mut path = RandomPath::of(&answer);
        path.mix(&blank.neighbours(KING), rng, is_over);
        let answer = path.answer();
        let size = (outline.grid.rows(), outline.grid.cols());
        Some(draft(size, n, blank, answer, |blank: &Instance, at| {
            blank.free[at]
        }))
    }

    fn choose(draft: &Draft<Self>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let mut instance = draft.blank.clone();
        instance.clues = shown_numbers(&draft.answer.0, choice);
        Some((instance, draft.answer.clone()))
    }
}

/// The outline for the option `shape`, a drawing of free cells and obstacles.
fn shaped(options: &GenerateOptions, text: &str) -> Result<Outline, GenerateError> {
    let rows: Vec<Vec<char>> = text
        .split(['\n', '/'])
        .map(|row| row.chars().filter(|mark| !mark.is_whitespace()).collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    let cols = rows.first().map_or(0, Vec::len);
    let error = |what: String| Err(GenerateError(what));
    if let Some(wrong) = rows.iter().position(|row| row.len() != cols) {
        let (row, n) = (wrong + 1, rows[wrong].len());
        return error(format!(
            "shape: row {row} has {n} cells, the first has {cols}"
        ));
    }
    if let Some(mark) = rows.iter().flatten().find(|mark| !"#.".contains(**mark)) {
        return error(format!("shape: expected . or #, found `{mark}`"));
    }
    let size = (rows.len(), cols);
    if options.size.is_some_and(|requested| requested != size)
        || options.option("obstacles").is_some()
    {
        let what = "a shape includes its size and obstacles: leave out those options";
        return error(what.to_owned());
    }
    let too_large = |side: usize| !(1..=MAX_SIDE).contains(&side);
    if too_large(size.0) || too_large(size.1) {
        return error(format!("shape: rows and columns are from 1 to {MAX_SIDE}"));
    }
    options.symmetry.fits(size.0, size.1)?;
    let grid = Grid::new(size.0, size.1).map_err(|error| GenerateError(error.to_string()))?;
    let free: Vec<bool> = rows.iter().flatten().map(|mark| *mark == '.').collect();
    if !free.contains(&true) {
        return error("shape: there is no free cell".to_owned());
    }
    let symmetry = options.symmetry;
    let uneven = grid.cells().find(|&cell| {
        let mut orbit = symmetry.orbit(size.0, size.1, cell).into_iter();
        orbit.any(|other| free[grid.index(other)] != free[grid.index(cell)])
    });
    if let Some(cell) = uneven {
        return error(format!(
            "the shape does not have the symmetry {symmetry}: see {cell}"
        ));
    }
    Ok(Outline {
        grid,
        free: Some(free),
        obstacles: 0,
        symmetry,
    })
}

/// Places obstacles at random with the requested symmetry; `None` if their number could not be reached.
fn scattered(outline: &Outline, rng: &mut Rng) -> Option<Vec<bool>> {
    let grid = &outline.grid;
    let mut cells: Vec<Cell> = grid.cells().collect();
    rng.shuffle(&mut cells);
    let mut free = vec![true; grid.n_cells()];
    let mut left = outline.obstacles;
    for cell in cells {
        let orbit = outline.symmetry.orbit(grid.rows(), grid.cols(), cell);
        if free[grid.index(cell)] && orbit.len() <= left {
            orbit
                .iter()
                .for_each(|&cell| free[grid.index(cell)] = false);
            left -= orbit.len();
        }
    }
    (left == 0).then_some(free)
}

/// A path: its cells in order, as indices among the free cells.
struct RandomPath {
    order: Vec<usize>,
    /// The position of every free cell on the path; `usize::MAX` for cells that are not on it.
    index: Vec<usize>,
}

impl RandomPath {
    /// The path of an answer.
    fn of(answer: &Answer) -> RandomPath {
        let mut order = vec![0; answer.0.len()];
        for (index, &number) in answer.0.iter().enumerate() {
            order[number as usize - 1] = index;
        }
        let index = answer.0.iter().map(|&number| number as usize - 1);
        RandomPath {
            index: index.collect(),
            order,
        }
    }

    /// A random path through all free cells; `None` if none was found within the maximum number of steps, or before `is_over` returned true.
    fn fill(
        neighbours: &[Vec<usize>],
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> Option<RandomPath> {
        let n = neighbours.len();
        let start = rng.below(n);
        let mut path = RandomPath {
            order: vec![start],
            index: vec![usize::MAX; n],
        };
        path.index[start] = 0;
        for step in 0..STEPS_PER_CELL * n {
            if path.order.len() == n {
                return Some(path);
            }
            if step.is_multiple_of(STEPS_PER_CHECK) && is_over() {
                return None;
            }
            let end = path.end();
            let near = neighbours[end].iter().copied();
            let open: Vec<usize> = near.filter(|&to| path.index[to] == usize::MAX).collect();
            if open.is_empty() {
                path.rotate(neighbours, rng);
            } else {
                let to = *rng.pick(&open);
                path.index[to] = path.order.len();
                path.order.push(to);
            }
        }
        (path.order.len() == n).then_some(path)
    }

    fn end(&self) -> usize {
        self.order[self.order.len() - 1]
    }

    /// A rotation at the end of the path. The path is reversed first at random, so that both ends are rotated.
    fn rotate(&mut self, neighbours: &[Vec<usize>], rng: &mut Rng) {
        if rng.one_in(4) {
            self.reverse_from(0);
        }
        let near = &neighbours[self.end()];
        if near.is_empty() {
            return;
        }
        let joined = self.index[*rng.pick(near)];
        if joined != usize::MAX {
            self.reverse_from(joined + 1);
        }
    }

    fn reverse_from(&mut self, first: usize) {
        self.order[first..].reverse();
        for (at, &index) in self.order.iter().enumerate().skip(first) {
            self.index[index] = at;
        }
    }

    /// Rotates often enough to make the path nearly independent of the old one, unless it is over.
    fn mix(&mut self, neighbours: &[Vec<usize>], rng: &mut Rng, is_over: &dyn Fn() -> bool) {
        let n = self.order.len();
        for step in 0..(n * n).min(50 * n + 2_000) {
            if step.is_multiple_of(STEPS_PER_CHECK) && is_over() {
                return;
            }
            self.rotate(neighbours, rng);
        }
    }

    fn answer(&self) -> Answer {
        Answer(self.index.iter().map(|&at| at as i32 + 1).collect())
    }
}
