//! Places that are chosen before a board is full: irregular regions, extra regions and clones.

use gridwright_fd::Rng;

use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::{CloneCells, Constraint, Different};

/// The number of extra regions.
const N_EXTRA: usize = 2;

/// The number of attempts to find a place for clones.
const MAX_ATTEMPTS: usize = 200;

/// The number of cells of a clone.
const CLONE_SIZE: usize = 4;

/// Up to `size` connected cells, beginning with a first one; `may_take` says whether a cell may join those taken so far.
pub(super) fn grown(
    instance: &Instance,
    rng: &mut Rng,
    first: usize,
    size: usize,
    may_take: impl Fn(&[usize], usize) -> bool,
) -> Vec<usize> {
    let grid = &instance.grid;
    let mut cells = vec![first];
    while cells.len() < size {
        let near = cells.iter().flat_map(|&at| grid.neighbours4(grid.cell(at)));
        let near = near.map(|cell| grid.index(cell));
        let near: Vec<usize> = near
            .filter(|at| !cells.contains(at) && may_take(&cells, *at))
            .collect();
        if near.is_empty() {
            break;
        }
        cells.push(*rng.pick(&near));
    }
    cells
}

/// Irregular regions: the blocks after many random exchanges of two cells between regions, which stay connected.
pub(super) fn jigsaw(instance: &Instance, rng: &mut Rng) -> Vec<Option<usize>> {
    let n = instance.n();
    let mut regions = vec![0; n * n];
    for (region, cells) in instance.region_cells().into_iter().enumerate() {
        for at in cells {
            regions[at] = region;
        }
    }
    let grid = &instance.grid;
    let beside = |at: usize| {
        let cells = grid.neighbours4(grid.cell(at));
        cells.map(|cell| grid.index(cell)).collect::<Vec<_>>()
    };
    let is_connected = |regions: &[usize], region: usize| {
        let cells: Vec<usize> = (0..n * n).filter(|&at| regions[at] == region).collect();
        let mut reached = vec![cells[0]];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for other in beside(at) {
                if regions[other] == region && !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        reached.len() == cells.len()
    };
    for _ in 0..60 * n {
        let (a, b) = (rng.below(n * n), rng.below(n * n));
        let (of_a, of_b) = (regions[a], regions[b]);
        let touches =
            |at: usize, region: usize| beside(at).iter().any(|&other| regions[other] == region);
        if of_a == of_b || !touches(a, of_b) || !touches(b, of_a) {
            continue;
        }
        regions.swap(a, b);
        if !is_connected(&regions, of_a) || !is_connected(&regions, of_b) {
            regions.swap(a, b);
        }
    }
    // Numbered in reading order.
    let mut order: Vec<usize> = Vec::new();
    let mut number = |region: usize| match order.iter().position(|&known| known == region) {
        Some(number) => number,
        None => {
            order.push(region);
            order.len() - 1
        }
    };
    regions
        .into_iter()
        .map(|region| Some(number(region)))
        .collect()
}

/// Extra regions that share no cell.
pub(super) fn extra_regions(instance: &Instance, rng: &mut Rng) -> Vec<Constraint> {
    let n = instance.n();
    let mut is_used = vec![false; n * n];
    let mut regions = Vec::new();
    while regions.len() < N_EXTRA {
        let first = rng.below(n * n);
        let mut cells = grown(instance, rng, first, n, |_, at| !is_used[at]);
        // From four rows on, what a region leaves has a connected part of as many cells.
        if is_used[first] || cells.len() < n {
            continue;
        }
        cells.sort_unstable();
        for &at in &cells {
            is_used[at] = true;
        }
        regions.push(Constraint::Different(Different::Region(cells)));
    }
    regions
}

/// Groups of cells with copies elsewhere; `None` if no place was found. A cell shares no row, column or region with its copy.
pub(super) fn clones(instance: &Instance, rng: &mut Rng) -> Option<Vec<Constraint>> {
    let n = instance.n();
    let mut region_of = vec![n; n * n];
    for (region, cells) in instance.region_cells().into_iter().enumerate() {
        for at in cells {
            region_of[at] = region;
        }
    }
    let mut is_used = vec![false; n * n];
    let mut clones = Vec::new();
    for _ in 0..MAX_ATTEMPTS {
        let first = rng.below(n * n);
        let mut cells = grown(instance, rng, first, CLONE_SIZE, |_, _| true);
        cells.sort_unstable();
        let (down, right) = (rng.below(n), rng.below(n));
        let copy = |at: &usize| {
            let (row, col) = (at / n + down, at % n + right);
            // The offset to the right is between minus and plus half of the board.
            let col = col.checked_sub(n / 2)?;
            (row < n && col < n).then_some(row * n + col)
        };
        let copies: Option<Vec<usize>> = cells.iter().map(copy).collect();
        let Some(copies) = copies else { continue };
        let is_apart = |(&a, &b): (&usize, &usize)| {
            a / n != b / n && a % n != b % n && region_of[a] != region_of[b]
        };
        let mut all = cells.iter().chain(&copies);
        let is_free = all.all(|&at| !is_used[at]) && cells.iter().all(|at| !copies.contains(at));
        if !is_free || !cells.iter().zip(&copies).all(is_apart) {
            continue;
        }
        for &at in cells.iter().chain(&copies) {
            is_used[at] = true;
        }
        clones.push(Constraint::Clone(CloneCells { cells, copies }));
        if clones.len() == n / 4 {
            break;
        }
    }
    (!clones.is_empty()).then_some(clones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::sudoku::default_block;

    /// Boards of several sizes, each with random numbers.
    fn boards() -> impl Iterator<Item = (Instance, Rng)> {
        let sizes = [4, 6, 8, 9, 16].into_iter();
        sizes.flat_map(|n| {
            (0..20).map(move |seed| (Instance::empty(n, default_block(n)), Rng::new(seed)))
        })
    }

    fn are_connected(instance: &Instance, cells: &[usize]) -> bool {
        let within = |_: &[usize], at: usize| cells.contains(&at);
        let reached = grown(instance, &mut Rng::new(1), cells[0], cells.len(), within);
        reached.len() == cells.len()
    }

    #[test]
    fn regions_are_whole_and_share_no_cell() {
        for (instance, mut rng) in boards() {
            let n = instance.n();
            let region_of = jigsaw(&instance, &mut rng);
            for region in 0..n {
                let is_in = |at: &usize| region_of[*at] == Some(region);
                let cells: Vec<usize> = (0..n * n).filter(is_in).collect();
                assert_eq!(cells.len(), n);
                assert!(are_connected(&instance, &cells), "{region_of:?}");
            }
            let extra = extra_regions(&instance, &mut rng);
            assert_eq!(extra.len(), N_EXTRA);
            let mut all = Vec::new();
            for region in extra {
                let Constraint::Different(Different::Region(cells)) = region else {
                    panic!("{region:?}");
                };
                assert!(cells.len() == n && are_connected(&instance, &cells));
                all.extend(cells);
            }
            all.sort_unstable();
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "{all:?}");
        }
    }

    #[test]
    fn cells_share_no_unit_with_their_copies() {
        for (instance, mut rng) in boards() {
            let n = instance.n();
            let blocks = instance.region_cells();
            let mut all = Vec::new();
            for clone in clones(&instance, &mut rng).unwrap_or_default() {
                let Constraint::Clone(CloneCells { cells, copies }) = clone else {
                    panic!("{clone:?}");
                };
                for (&a, &b) in cells.iter().zip(&copies) {
                    assert!(a / n != b / n && a % n != b % n, "{a} {b}");
                    let are_in = |block: &Vec<usize>| block.contains(&a) && block.contains(&b);
                    assert!(!blocks.iter().any(are_in), "{a} {b}");
                }
                all.extend([cells, copies].concat());
            }
            all.sort_unstable();
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "{all:?}");
            assert!(n < 6 || !all.is_empty());
        }
    }
}
