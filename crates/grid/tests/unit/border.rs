//! Tests of borders.

use gridwright_grid::*;

#[test]
fn borders_corners_and_cells_agree() {
    for (rows, cols) in [(1, 1), (1, 3), (3, 2), (4, 5)] {
        let grid = Grid::new(rows, cols).expect("a grid");
        let borders: Vec<Border> = Border::all(&grid).collect();
        assert_eq!(borders.len(), rows * (cols + 1) + cols * (rows + 1));
        for &border in &borders {
            let cells = border.cells(&grid);
            assert!(!cells.is_empty() && cells.len() <= 2, "{border}");
            for &cell in &cells {
                assert!(Border::around(cell).contains(&border), "{border} {cell}");
            }
            if let [a, b] = cells[..] {
                assert_eq!(Border::between(a, b), Some(border));
                assert_eq!(Border::between(b, a), Some(border));
            }
            for end in border.ends() {
                assert!(end.borders(&grid).contains(&border), "{border} {end}");
            }
        }
        for corner in Corner::all(&grid) {
            for border in corner.borders(&grid) {
                assert!(borders.contains(&border), "{corner} {border}");
                assert!(border.ends().contains(&corner), "{corner} {border}");
            }
        }
        let met: usize = Corner::all(&grid).map(|c| c.cells(&grid).len()).sum();
        assert_eq!(met, 4 * rows * cols);
    }
}

#[test]
fn cells_apart_share_no_border() {
    let cell = Cell::new(1, 1);
    for other in [(1, 1), (0, 0), (0, 2), (1, 3), (3, 1)] {
        assert_eq!(Border::between(cell, Cell::new(other.0, other.1)), None);
    }
}

#[test]
fn places_are_named_by_cells() {
    let cell = Cell::new(1, 2);
    assert_eq!(Border::right_of(cell).to_string(), "the right side of r2c3");
    assert_eq!(Border::above(cell).to_string(), "the lower side of r1c3");
    assert_eq!(
        Border::left_of(Cell::new(0, 0)).to_string(),
        "the left side of r1c1"
    );
    let corner = Corner { row: 2, col: 3 };
    assert_eq!(corner.to_string(), "the lower right corner of r2c3");
}
