//! Generates Hashiwokakero boards of any size, in time linear in the number of cells. Islands are added one by one: each is joined by a bridge to an earlier island, and may
//! lie on an older bridge and split it. Then some pairs that face each other over open water are joined, which makes loops. Islands are never adjacent. The bridges are
//! the alternatives of a draft; the numbers of islands are always shown.

use std::collections::HashSet;

use gridwright_fd::Rng;
use gridwright_grid::{Cell, Direction, Grid};

use crate::contract::{
    Alternative, BoardSource, Clue, Draft, DraftChoice, Generate, GenerateError, GenerateOption,
    GenerateOptions, Puzzle, SizeByDifficulty, Symmetry,
};
use crate::kinds::hashi::connectivity::DisjointSets;
use crate::kinds::hashi::instance::{Instance, Island};
use crate::kinds::hashi::{Answer, DEFAULT_MAX_BRIDGES, Hashi};

/// The longest side of a board.
const MAX_SIDE: usize = 1_000;

/// The default number of cells per island.
const DEFAULT_CELLS_PER_ISLAND: usize = 5;

/// The minimum number of cells per island, which limits the number of islands.
const MIN_CELLS_PER_ISLAND: usize = 3;

/// The number of attempts per island before generation starts again with an empty board.
const MAX_TRIES: usize = 60;

/// The number of attempts between two checks of `is_over`.
const CHECK_INTERVAL: usize = 1 << 10;

/// The size of the board, the number of islands, and the maximum number of bridges between two of them.
#[derive(Clone, Debug)]
pub struct Outline {
    grid: Grid,
    islands: usize,
    max_bridges: i32,
    /// The percentage of optional bridges to add.
    loops: usize,
    /// The symmetry of the islands.
    symmetry: Symmetry,
}

impl Generate for Hashi {
    type Outline = Outline;

    const OPTIONS: &'static [GenerateOption] = &[
        GenerateOption::new(
            "islands",
            "N",
            "number of islands: 30; with a symmetry, rounded up to complete the last group of images",
        ),
        GenerateOption::new(
            "bridges",
            "N",
            "maximum number of bridges between two islands, from 1 to 8; default 2",
        ),
        GenerateOption::new(
            "loops",
            "N",
            "percentage of optional bridges to add; default 30",
        ),
    ];

    const SIZE_BY_DIFFICULTY: SizeByDifficulty =
        [Some((9, 9)), Some((9, 9)), Some((9, 9)), Some((9, 9)), None];

    fn outline(options: &GenerateOptions) -> Result<Outline, GenerateError> {
        let (rows, cols) = options.size((9, 9), 1, MAX_SIDE)?;
        options.symmetry.fits(rows, cols)?;
        let cells = rows * cols;
        if cells < 3 {
            return Err(GenerateError(format!(
                "a board of {rows}x{cols} is too small for two islands with water between them"
            )));
        }
        let max_islands = (cells / MIN_CELLS_PER_ISLAND).max(2);
        let islands = options.number("islands", 2, max_islands)?;
        let max_bridges = options.number("bridges", 1, Instance::LARGEST_MAX_BRIDGES as usize)?;
        Ok(Outline {
            grid: Grid::new(rows, cols).map_err(|error| GenerateError(error.to_string()))?,
            islands: islands.unwrap_or((cells / DEFAULT_CELLS_PER_ISLAND).max(2)),
            max_bridges: max_bridges.map_or(DEFAULT_MAX_BRIDGES, |max| max as i32),
            loops: options.number("loops", 0, 100)?.unwrap_or(30),
            symmetry: options.symmetry,
        })
    }

    fn full_board(
        outline: &Outline,
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> Option<BoardSource<Hashi>> {
        let mut board = Builder::new(outline, rng)?;
        let mut tries = MAX_TRIES * outline.islands;
        while board.islands.len() < outline.islands {
            tries = tries.checked_sub(1)?;
            if tries.is_multiple_of(CHECK_INTERVAL) && is_over() {
                return None;
            }
            board.grow(outline, rng);
        }
        let open = |&cell: &Cell| Island {
            cell,
            bridges: None,
        };
        let islands = board.islands.iter().map(open).collect();
        // With symmetry, an island may face no other island.
        let blank = Instance::new(outline.grid, outline.max_bridges, islands).ok()?;
        let mut bridges: Vec<i32> = Vec::with_capacity(blank.segments.len());
        for &segment in &blank.segments {
            let (a, b) = blank.ends(segment);
            bridges.push(match board.joined.contains(&pair(a, b)) {
                true => rng.between(1, outline.max_bridges),
                false => 0,
            });
        }
        board.connect(outline, &blank, &mut bridges, rng)?;
        for (bridge, &segment) in bridges.iter_mut().zip(&blank.segments) {
            let is_open = |cell: Cell| !board.bridged[outline.grid.index(cell)];
            let water: Vec<Cell> = blank.water(segment).collect();
            if *bridge == 0
                && water.iter().all(|&cell| is_open(cell))
                && rng.below(100) < outline.loops
            {
                *bridge = rng.between(1, outline.max_bridges);
                for cell in water {
                    board.bridged[outline.grid.index(cell)] = true;
                }
            }
        }
        Some(BoardSource::Answer(blank, Answer(bridges)))
    }

    fn draft(
        outline: &Outline,
        blank: Instance,
        answer: Answer,
        _: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Option<Draft<Hashi>> {
        let max = outline.max_bridges as usize;
        let clue = |island: &Island| Clue::in_cell(island.cell).expected();
        let alternative = |(segment, &bridges): (usize, &i32)| Alternative {
            count: outline.max_bridges as u8 + 1,
            initial: bridges as u8,
            facts: (segment * max..(segment + 1) * max).collect(),
        };
        Some(Draft {
            clues: blank.islands.iter().map(clue).collect(),
            alternatives: answer.0.iter().enumerate().map(alternative).collect(),
            ..Draft::new((outline.grid.rows(), outline.grid.cols()), blank, answer)
        })
    }

    fn choose(draft: &Draft<Hashi>, choice: &DraftChoice) -> Option<(Instance, Answer)> {
        let answer = Answer(choice.picks.iter().map(|&way| i32::from(way)).collect());
        Hashi::check(&draft.blank, &answer).ok()?;
        let mut instance = draft.blank.clone();
        let built = |island: usize| -> i32 {
            let at = draft.blank.at[island].iter();
            at.map(|&segment| answer.0[segment]).sum()
        };
        for (i, shown) in choice.shown.iter().enumerate() {
            instance.islands[i].bridges = shown.then(|| built(i));
        }
        Some((instance, answer))
    }
}

/// A board under construction.
#[derive(Clone)]
struct Builder {
    islands: Vec<Cell>,
    is_island: Vec<bool>,
    /// For every cell, whether a bridge runs over it.
    bridged: Vec<bool>,
    /// The pairs of islands that a bridge joins, the first in reading order first.
    joined: HashSet<(Cell, Cell)>,
}

impl Builder {
    /// A first island with its images under the symmetry; `None` if these would be adjacent.
    fn new(outline: &Outline, rng: &mut Rng) -> Option<Builder> {
        let grid = &outline.grid;
        let n = grid.n_cells();
        let mut board = Builder {
            islands: Vec::new(),
            is_island: vec![false; n],
            bridged: vec![false; n],
            joined: HashSet::new(),
        };
        let first = grid.cell(rng.below(n));
        for cell in outline.symmetry.orbit(grid.rows(), grid.cols(), first) {
            if board.is_beside(grid, cell) {
                return None;
            }
            board.is_island[grid.index(cell)] = true;
            board.islands.push(cell);
        }
        Some(board)
    }

    /// Tries to add an island with its images, joined to an earlier one; near cells are more likely.
    fn grow(&mut self, outline: &Outline, rng: &mut Rng) {
        let grid = &outline.grid;
        let Some((from, cell)) = self.choose_site(grid, rng) else {
            return;
        };
        let symmetry = outline.symmetry;
        if symmetry == Symmetry::None {
            self.add_island(grid, from, cell);
            return;
        }
        let before = self.clone();
        for image in symmetry.images(grid.rows(), grid.cols(), &[from, cell]) {
            if !self.add_island(grid, image[0], image[1]) {
                *self = before;
                return;
            }
        }
    }

    /// Chooses an earlier island at random and a cell for a new island that can be joined to it. Returns both cells, the earlier first.
    fn choose_site(&self, grid: &Grid, rng: &mut Rng) -> Option<(Cell, Cell)> {
        let from = *rng.pick(&self.islands);
        let sides = [
            Direction::North,
            Direction::East,
            Direction::South,
            Direction::West,
        ];
        let direction = *rng.pick(&sides);
        let mut water = Vec::new();
        for cell in grid.ray(from, direction) {
            let at = grid.index(cell);
            if self.is_island[at] {
                return None;
            }
            let has_room = !water.is_empty() && !self.is_beside(grid, cell);
            // The new bridge cannot cross an older one, so here the island must lie on it.
            let required = self.bridged[at] || rng.one_in(3);
            if has_room && required {
                return Some((from, cell));
            }
            if self.bridged[at] {
                return None;
            }
            water.push(cell);
        }
        let cell = water.pop()?;
        let has_room = !water.is_empty() && !self.is_beside(grid, cell);
        has_room.then_some((from, cell))
    }

    fn is_beside(&self, grid: &Grid, cell: Cell) -> bool {
        let mut near = grid.neighbours4(cell);
        near.any(|cell| self.is_island[grid.index(cell)])
    }

    /// Adds an island and its bridge, and splits the bridge that it lies on, if any; returns false if something is in the way.
    fn add_island(&mut self, grid: &Grid, from: Cell, cell: Cell) -> bool {
        if self.joined.contains(&pair(from, cell)) {
            return true;
        }
        let (rows, cols) = (from.row.abs_diff(cell.row), from.col.abs_diff(cell.col));
        let water: Vec<Cell> = (1..rows + cols)
            .map(|i| Cell {
                row: between(from.row, cell.row, i),
                col: between(from.col, cell.col, i),
            })
            .collect();
        let is_open = |&cell: &Cell| {
            let at = grid.index(cell);
            !self.is_island[at] && !self.bridged[at]
        };
        if water.is_empty() || !water.iter().all(is_open) {
            return false;
        }
        if !self.is_island[grid.index(cell)] {
            if self.is_beside(grid, cell) {
                return false;
            }
            self.split_bridge(grid, cell);
            self.is_island[grid.index(cell)] = true;
            self.islands.push(cell);
        }
        for &water in &water {
            self.bridged[grid.index(water)] = true;
        }
        self.joined.insert(pair(from, cell));
        true
    }

    /// Splits the bridge that runs over a cell, if any.
    fn split_bridge(&mut self, grid: &Grid, cell: Cell) {
        if !self.bridged[grid.index(cell)] {
            return;
        }
        let island_towards = |direction| {
            let mut ray = grid.ray(cell, direction);
            ray.find(|&cell| self.is_island[grid.index(cell)])
        };
        for (back, on) in [
            (Direction::West, Direction::East),
            (Direction::North, Direction::South),
        ] {
            if let (Some(a), Some(b)) = (island_towards(back), island_towards(on))
                && self.joined.remove(&(a, b))
            {
                self.joined.extend([(a, cell), (cell, b)]);
                self.bridged[grid.index(cell)] = false;
                return;
            }
        }
    }

    /// Connects the components of a symmetric board; `None` if that is impossible.
    fn connect(
        &mut self,
        outline: &Outline,
        blank: &Instance,
        bridges: &mut [i32],
        rng: &mut Rng,
    ) -> Option<()> {
        let mut parts = DisjointSets::new(blank.islands.len());
        let mut order: Vec<usize> = (0..bridges.len()).collect();
        rng.shuffle(&mut order);
        // Existing bridges are united first.
        order.sort_by_key(|&segment| bridges[segment] == 0);
        for at in order {
            let segment = blank.segments[at];
            let water: Vec<usize> = blank
                .water(segment)
                .map(|cell| outline.grid.index(cell))
                .collect();
            let is_crossed = bridges[at] == 0 && water.iter().any(|&cell| self.bridged[cell]);
            if is_crossed || !parts.join(segment.a, segment.b) {
                continue;
            }
            if bridges[at] == 0 {
                bridges[at] = rng.between(1, outline.max_bridges);
                water.iter().for_each(|&cell| self.bridged[cell] = true);
            }
        }
        (parts.n_sets == 1).then_some(())
    }
}

/// Two cells, the first in reading order first.
fn pair(a: Cell, b: Cell) -> (Cell, Cell) {
    (a.min(b), a.max(b))
}

/// The coordinate that is `steps` from `from` towards `to`, or `from` if they are equal.
fn between(from: usize, to: usize, steps: usize) -> usize {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => from + steps,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - steps,
    }
}
