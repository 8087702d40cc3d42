//! Finds legal colourings by simulated annealing: cells change colour at random, and the cost of a colouring is the number of bad cells, from which no arrow could
//! point in any direction. Most changes are rejected, so the cost of a change is computed incrementally before it is made. For symmetric colourings, all cells of an
//! orbit change together.
//!
//! On a long board annealing makes new cells bad while it fixes others. There a colouring is *repaired*: only cells in line with a bad cell change, so
//! that the time is linear in the size of the board.

use gridwright_fd::Rng;
use gridwright_grid::{Direction, Grid};

use crate::contract::Symmetry;

/// The number of changes between two checks of `is_over`.
const CHECK_INTERVAL: usize = 1 << 14;

/// The first and last temperature of annealing.
const HOT: f64 = 0.4;
const COLD: f64 = 0.18;

/// The temperature of repairs.
const WARM: f64 = 0.25;

/// The state of the search: a colouring with its counts. A ray is a cell and a direction; its index is 8 times that of the cell plus that of the direction.
pub(super) struct Colouring {
    pub(super) tan: Vec<bool>,
    /// The rays that contain each cell, cell by cell.
    on: Vec<u32>,
    /// Where the rays of each cell begin in `on`.
    start: Vec<usize>,
    /// The number of cells of each ray, and how many of them are tan.
    length: Vec<u16>,
    seen: Vec<u16>,
    /// For each cell, the number of directions in which an arrow could point if the cell is white, and if it is tan.
    ways: Vec<[u8; 2]>,
    /// The number of bad cells: those without such a direction for their colour.
    bad: i32,
    /// The orbits of the symmetry, whose cells have the same colour, and the index of the orbit of each cell.
    orbits: Vec<Vec<usize>>,
    orbit_of: Vec<u32>,
}

/// The maximum number of changes per cell that a repair considers; boards of up to six lines take about ten.
pub(super) const CHANGES: usize = 400;

/// Which rays count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rays {
    /// All of them.
    All,
    /// Only diagonal rays and rays across a long board. A colouring that is legal with these is legal. Rays along a long line suit few cells, but a change would have to update all
    /// of them.
    Across,
}

impl Rays {
    /// Whether the rays of a direction count.
    fn count(self, grid: &Grid, side: usize) -> bool {
        let along = match grid.rows() < grid.cols() {
            true => [Direction::West, Direction::East],
            false => [Direction::North, Direction::South],
        };
        self == Rays::All || !along.contains(&Direction::ALL[side])
    }
}

/// Whether a ray with `seen` tan cells suits a white cell, and a tan one.
fn suits(length: u16, seen: u16) -> [bool; 2] {
    [length == seen + 1, seen == 2]
}

impl Colouring {
    /// A random colouring with a symmetry that fits the board.
    pub(super) fn new(grid: &Grid, symmetry: Symmetry, rays: Rays, rng: &mut Rng) -> Colouring {
        let n = grid.n_cells();
        let orbits = orbits(grid, symmetry);
        let mut orbit_of = vec![0; n];
        for (number, cells) in (0..).zip(&orbits) {
            cells.iter().for_each(|&cell| orbit_of[cell] = number);
        }
        let mut colouring = Colouring {
            tan: vec![false; n],
            on: Vec::new(),
            start: vec![0],
            length: Vec::with_capacity(8 * n),
            seen: vec![0; 8 * n],
            ways: vec![[0; 2]; n],
            bad: 0,
            orbits,
            orbit_of,
        };
        for at in 0..n {
            for side in 0..8 {
                let back = (side + 4) % 8;
                let before = colouring.on.len();
                if rays.count(grid, side) {
                    let ray = grid.ray(grid.cell(at), Direction::ALL[side]);
                    let seen_by = ray.map(|cell| (8 * grid.index(cell) + back) as u32);
                    colouring.on.extend(seen_by);
                }
                let length = colouring.on.len() - before;
                colouring.length.push(length as u16);
            }
            colouring.start.push(colouring.on.len());
        }
        for ray in 0..8 * n {
            let [white, tan] = suits(colouring.length[ray], 0);
            colouring.ways[ray / 8][0] += u8::from(white);
            colouring.ways[ray / 8][1] += u8::from(tan);
        }
        let bad = colouring.ways.iter().filter(|ways| ways[0] == 0);
        colouring.bad = bad.count() as i32;
        for cells in 0..colouring.orbits.len() {
            if rng.one_in(2) {
                colouring.flip_all(cells);
            }
        }
        colouring
    }

    /// By how much the number of bad cells would grow if a cell changed its colour.
    fn cost(&self, at: usize) -> i32 {
        let is_tan = self.tan[at];
        let [white, tan] = self.ways[at].map(|ways| i32::from(ways == 0));
        let mut cost = if is_tan { white - tan } else { tan - white };
        for &ray in &self.on[self.start[at]..self.start[at + 1]] {
            let (ray, other) = (ray as usize, ray as usize / 8);
            let (length, seen) = (self.length[ray], self.seen[ray]);
            let after = if is_tan { seen - 1 } else { seen + 1 };
            let colour = usize::from(self.tan[other]);
            let was = suits(length, seen)[colour];
            let will_be = suits(length, after)[colour];
            if was != will_be {
                let ways = self.ways[other][colour];
                cost += i32::from(was && ways == 1) - i32::from(will_be && ways == 0);
            }
        }
        cost
    }

    /// Changes the colour of a cell.
    fn flip(&mut self, at: usize) {
        self.bad += self.cost(at);
        let was_tan = self.tan[at];
        self.tan[at] = !was_tan;
        for &ray in &self.on[self.start[at]..self.start[at + 1]] {
            let ray = ray as usize;
            let (length, seen) = (self.length[ray], self.seen[ray]);
            let after = if was_tan { seen - 1 } else { seen + 1 };
            self.seen[ray] = after;
            let (was, is) = (suits(length, seen), suits(length, after));
            let ways = &mut self.ways[ray / 8];
            ways[0] = ways[0] + u8::from(is[0]) - u8::from(was[0]);
            ways[1] = ways[1] + u8::from(is[1]) - u8::from(was[1]);
        }
    }

    /// Changes the colour of all cells of an orbit.
    fn flip_all(&mut self, cells: usize) {
        for at in 0..self.orbits[cells].len() {
            self.flip(self.orbits[cells][at]);
        }
    }

    /// Changes an orbit if the cost is accepted; returns whether it was. The cost of a single cell is computed beforehand; several cells are changed, and changed back if
    /// the cost is rejected.
    fn consider(&mut self, cells: usize, chances: &[u64], rng: &mut Rng) -> bool {
        let mut accepts = |cost: i32| {
            let chance = chances.get(cost.max(0) as usize);
            cost <= 0 || chance.is_some_and(|&chance| rng.bits() < chance)
        };
        if let [at] = self.orbits[cells][..] {
            let is_accepted = accepts(self.cost(at));
            if is_accepted {
                self.flip(at);
            }
            return is_accepted;
        }
        let before = self.bad;
        self.flip_all(cells);
        let is_accepted = accepts(self.bad - before);
        if !is_accepted {
            self.flip_all(cells);
        }
        is_accepted
    }

    /// Whether an arrow of the cell's colour could point in no direction.
    fn is_bad(&self, at: usize) -> bool {
        self.ways[at][usize::from(self.tan[at])] == 0
    }

    /// Changes colours near bad cells until there are none, considering at most `changes` changes per cell; returns whether the colouring is legal.
    pub(super) fn repair(
        &mut self,
        changes: usize,
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> bool {
        let chances = chances(WARM);
        let n = self.tan.len();
        // Contains every bad cell; cells that are no longer bad are removed when visited.
        let mut suspects: Vec<usize> = (0..n).filter(|&at| self.is_bad(at)).collect();
        for step in 0..n.saturating_mul(changes) {
            if step % CHECK_INTERVAL == CHECK_INTERVAL - 1 && is_over() {
                return false;
            }
            if suspects.is_empty() {
                break;
            }
            let picked = rng.below(suspects.len());
            let at = suspects[picked];
            if !self.is_bad(at) {
                suspects.swap_remove(picked);
                continue;
            }
            let in_line = &self.on[self.start[at]..self.start[at + 1]];
            let changed = match rng.below(in_line.len() + 1) {
                0 => at,
                other => in_line[other - 1] as usize / 8,
            };
            let cells = self.orbit_of[changed] as usize;
            if self.consider(cells, &chances, rng) {
                for &cell in &self.orbits[cells] {
                    let in_line = self.on[self.start[cell]..self.start[cell + 1]].iter();
                    let touched = in_line.map(|&ray| ray as usize / 8).chain([cell]);
                    suspects.extend(touched.filter(|&at| self.is_bad(at)));
                }
            }
        }
        self.bad == 0
    }

    /// Changes colours until no cell is bad, in at most `sweeps` sweeps over the board; returns whether the colouring is legal.
    pub(super) fn anneal(
        &mut self,
        sweeps: usize,
        rng: &mut Rng,
        is_over: &dyn Fn() -> bool,
    ) -> bool {
        let n = self.orbits.len();
        let steps = n * sweeps;
        let cooling = (COLD / HOT).powf(CHECK_INTERVAL as f64 / steps as f64);
        let mut heat = HOT;
        let mut chances = chances(heat);
        for step in 0..steps {
            if self.bad == 0 {
                return true;
            }
            if step % CHECK_INTERVAL == CHECK_INTERVAL - 1 {
                if is_over() {
                    return false;
                }
                heat *= cooling;
                chances = self::chances(heat);
            }
            self.consider(rng.below(n), &chances, rng);
        }
        self.bad == 0
    }
}

/// The orbits of cells under a symmetry.
fn orbits(grid: &Grid, symmetry: Symmetry) -> Vec<Vec<usize>> {
    let mut lists = Vec::new();
    for cell in grid.cells() {
        let orbit = symmetry.orbit(grid.rows(), grid.cols(), cell);
        if orbit.first() == Some(&cell) {
            lists.push(orbit.iter().map(|&cell| grid.index(cell)).collect());
        }
    }
    lists
}

/// For every cost, the bound below which a random 64-bit number accepts it; costs beyond the end are never accepted.
fn chances(heat: f64) -> [u64; 12] {
    std::array::from_fn(|cost| ((-(cost as f64) / heat).exp() * u64::MAX as f64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::whitetan::generate::directions;

    /// The number of bad cells, counted from scratch.
    fn counted(grid: &Grid, tan: &[bool]) -> i32 {
        let is_bad = |at: &usize| directions(grid, tan, *at).is_empty();
        (0..grid.n_cells()).filter(is_bad).count() as i32
    }

    #[test]
    fn costs_agree_with_recounting() {
        let mut rng = Rng::new(5);
        for (rows, cols) in [(1, 4), (3, 3), (5, 7), (8, 6)] {
            let grid = Grid::new(rows, cols).expect("a board");
            let mut colouring = Colouring::new(&grid, Symmetry::None, Rays::All, &mut rng);
            for _ in 0..300 {
                let before = counted(&grid, &colouring.tan);
                assert_eq!(colouring.bad, before);
                let at = rng.below(grid.n_cells());
                let cost = colouring.cost(at);
                colouring.flip(at);
                assert_eq!(counted(&grid, &colouring.tan) - before, cost);
            }
        }
    }

    #[test]
    fn long_boards_are_repaired() {
        let mut rng = Rng::new(9);
        for (rows, cols) in [(4, 20), (5, 5), (5, 80), (40, 5), (6, 300)] {
            for symmetry in [Symmetry::None, Symmetry::Rotate2] {
                let grid = Grid::new(rows, cols).expect("a board");
                let mut colouring = Colouring::new(&grid, symmetry, Rays::Across, &mut rng);
                let is_legal = colouring.repair(CHANGES, &mut rng, &|| false);
                assert!(is_legal, "{rows}x{cols} {symmetry}");
                assert_eq!(counted(&grid, &colouring.tan), 0, "{rows}x{cols}");
            }
        }
    }

    #[test]
    fn changes_preserve_symmetry() {
        let mut rng = Rng::new(7);
        for symmetry in [Symmetry::Rotate2, Symmetry::Rotate4, Symmetry::Mirror2] {
            let grid = Grid::new(6, 6).expect("a board");
            let mut found = 0;
            for _ in 0..20 {
                let mut colouring = Colouring::new(&grid, symmetry, Rays::All, &mut rng);
                found += usize::from(colouring.anneal(300, &mut rng, &|| false));
                assert_eq!(colouring.bad, counted(&grid, &colouring.tan));
                for cell in grid.cells() {
                    let mut orbit = symmetry.orbit(6, 6, cell).into_iter();
                    let colour = colouring.tan[grid.index(cell)];
                    assert!(orbit.all(|other| colouring.tan[grid.index(other)] == colour));
                }
            }
            assert!(found > 0, "{symmetry}");
        }
    }
}
