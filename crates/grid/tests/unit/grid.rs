//! Tests of grids.

use gridwright_grid::*;

fn grid(rows: usize, cols: usize) -> Grid {
    Grid::new(rows, cols).expect("the shape is good")
}

fn shown(cells: impl IntoIterator<Item = Cell>) -> String {
    cells
        .into_iter()
        .map(|cell| cell.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn invalid_sizes_are_rejected() {
    let message =
        |result: Result<_, GridError>| result.map(|_: Grid| ()).map_err(|e| e.to_string());
    let empty = Err("a grid has at least one row and one column".to_owned());
    assert_eq!(message(Grid::new(0, 3)), empty);
    assert_eq!(message(Grid::new(3, 0)), empty);
    let large = Err("65536 by 65536 cells are too many".to_owned());
    assert_eq!(message(Grid::new(1 << 16, 1 << 16)), large);
    assert!(Grid::new(usize::MAX, 2).is_err());
}

#[test]
fn cells_and_indices_are_inverse() {
    for (rows, cols) in [(1, 1), (1, 5), (4, 1), (3, 4)] {
        let grid = grid(rows, cols);
        let indices: Vec<usize> = grid.cells().map(|cell| grid.index(cell)).collect();
        assert_eq!(indices, (0..rows * cols).collect::<Vec<_>>());
        assert!(grid.cells().is_sorted());
    }
}

#[test]
fn lines_and_blocks_partition_the_grid() {
    let grid = grid(4, 6);
    assert_eq!(shown(grid.row(1)), "r2c1 r2c2 r2c3 r2c4 r2c5 r2c6");
    assert_eq!(shown(grid.col(5)), "r1c6 r2c6 r3c6 r4c6");
    let blocks = grid.blocks(2, 3).expect("2 by 3 tiles 4 by 6");
    assert_eq!(blocks.len(), 4);
    assert_eq!(shown(blocks[1].clone()), "r1c4 r1c5 r1c6 r2c4 r2c5 r2c6");
    let mut all: Vec<Cell> = blocks.concat();
    all.sort();
    assert_eq!(all, grid.cells().collect::<Vec<_>>());
    for (height, width) in [(3, 3), (2, 4), (0, 3), (2, 0)] {
        assert_eq!(
            grid.blocks(height, width),
            Err(GridError::Uneven { height, width })
        );
    }
}

#[test]
fn neighbours_are_mutual_sorted_and_near() {
    let grid = grid(4, 3);
    for cell in grid.cells() {
        let four: Vec<Cell> = grid.neighbours4(cell).collect();
        let eight: Vec<Cell> = grid.neighbours8(cell).collect();
        assert!(four.is_sorted() && eight.is_sorted());
        for other in grid.cells() {
            let (down, right) = (cell.row.abs_diff(other.row), cell.col.abs_diff(other.col));
            assert_eq!(four.contains(&other), down + right == 1);
            assert_eq!(eight.contains(&other), down.max(right) == 1);
        }
        assert!(four.iter().all(|other| other.colour() != cell.colour()));
    }
    assert_eq!(Cell::new(0, 0).colour(), Colour::Light);
}

#[test]
fn rays_run_to_the_border() {
    let grid = grid(4, 5);
    let from = Cell::new(2, 1);
    let table = [
        (Direction::North, "r2c2 r1c2"),
        (Direction::NorthEast, "r2c3 r1c4"),
        (Direction::East, "r3c3 r3c4 r3c5"),
        (Direction::SouthEast, "r4c3"),
        (Direction::South, "r4c2"),
        (Direction::SouthWest, "r4c1"),
        (Direction::West, "r3c1"),
        (Direction::NorthWest, "r2c1"),
    ];
    for (direction, expected) in table {
        assert_eq!(shown(grid.ray(from, direction)), expected, "{direction:?}");
    }
}

#[test]
fn edges_are_the_neighbours_once() {
    for (rows, cols) in [(1, 1), (1, 4), (3, 1), (3, 4)] {
        let grid = grid(rows, cols);
        let edges: Vec<_> = grid.edges().collect();
        assert!(edges.is_sorted());
        assert_eq!(edges.len(), rows * (cols - 1) + cols * (rows - 1));
        assert!(
            edges
                .iter()
                .all(|&(a, b)| a < b && grid.neighbours4(a).any(|c| c == b))
        );
    }
}

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
fn paths_lead_around_walls() {
    let map = ["s.#.", ".##.", "...."];
    assert_eq!(mapped(&map, false), ["01#7", "1##6", "2345"]);
    assert_eq!(mapped(&map, true), ["01#5", "1##4", "2234"]);
}

#[test]
fn unreachable_cells_have_no_distance() {
    let map = ["s#.", "##."];
    assert_eq!(mapped(&map, false), ["0##", "###"]);
    assert_eq!(mapped(&map, true), ["0##", "###"]);
}

#[test]
fn without_walls_distances_are_the_metric() {
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
