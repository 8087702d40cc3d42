//! Distances around obstacles, by breadth-first search. Linear in the number of cells.

use crate::shape::{Cell, Grid};
use std::collections::VecDeque;

impl Grid {
    /// The fewest steps from `from` to each cell, by index, over sides and through free cells only.
    /// A cell that cannot be reached has none; if `from` is not free, no cell has one.
    pub fn distances(&self, from: Cell, free: impl Fn(Cell) -> bool) -> Vec<Option<usize>> {
        self.search(from, free, |cell| self.neighbours4(cell))
    }

    /// As [`Grid::distances`], with steps over sides and corners: the moves of a king.
    pub fn king_distances(&self, from: Cell, free: impl Fn(Cell) -> bool) -> Vec<Option<usize>> {
        self.search(from, free, |cell| self.neighbours8(cell))
    }

    fn search<I: Iterator<Item = Cell>>(
        &self,
        from: Cell,
        free: impl Fn(Cell) -> bool,
        neighbours: impl Fn(Cell) -> I,
    ) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.n_cells()];
        let mut queue = VecDeque::new();
        if free(from) {
            distances[self.index(from)] = Some(0);
            queue.push_back((from, 0));
        }
        while let Some((cell, distance)) = queue.pop_front() {
            for next in neighbours(cell) {
                let entry = &mut distances[self.index(next)];
                if entry.is_none() && free(next) {
                    *entry = Some(distance + 1);
                    queue.push_back((next, distance + 1));
                }
            }
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distances from the cell marked `s` over a map with walls `#`, as one digit per cell.
    fn mapped(map: &[&str], king: bool) -> Vec<String> {
        let grid = Grid::new(map.len(), map[0].len()).expect("the map is a grid");
        let at = |cell: Cell| map[cell.row].as_bytes()[cell.col];
        let start = grid
            .cells()
            .find(|&cell| at(cell) == b's')
            .expect("the map has a start");
        let free = |cell| at(cell) != b'#';
        let distances = if king {
            grid.king_distances(start, free)
        } else {
            grid.distances(start, free)
        };
        let digit = |distance: &Option<usize>| distance.map_or("#".to_owned(), |d| d.to_string());
        let rows = distances.chunks(grid.cols());
        rows.map(|row| row.iter().map(digit).collect()).collect()
    }

    #[test]
    fn walls_are_walked_around() {
        let map = ["s.#.", ".##.", "...."];
        assert_eq!(mapped(&map, false), ["01#7", "1##6", "2345"]);
        assert_eq!(mapped(&map, true), ["01#5", "1##4", "2234"]);
    }

    #[test]
    fn what_is_walled_off_has_no_distance() {
        let map = ["s#.", "##."];
        assert_eq!(mapped(&map, false), ["0##", "###"]);
        assert_eq!(mapped(&map, true), ["0##", "###"]);
    }

    #[test]
    fn without_walls_it_is_the_metric() {
        let grid = Grid::new(5, 7).expect("the shape is good");
        let from = Cell::new(3, 2);
        let steps = grid.distances(from, |_| true);
        let king = grid.king_distances(from, |_| true);
        for cell in grid.cells() {
            let (down, right) = (from.row.abs_diff(cell.row), from.col.abs_diff(cell.col));
            assert_eq!(steps[grid.index(cell)], Some(down + right));
            assert_eq!(king[grid.index(cell)], Some(down.max(right)));
        }
    }

    #[test]
    fn a_start_in_a_wall_reaches_nothing() {
        let grid = Grid::new(2, 2).expect("the shape is good");
        assert_eq!(
            grid.distances(Cell::new(0, 0), |cell| cell.row > 0),
            [None; 4]
        );
    }
}
