//! The published backtrack counts of ECLiPSe are reproduced to the digit: Sudoku and Hashiwokakero of report 000,
//! Battleship of report 001. Counts above a limit are left to `cargo xtask bench eclipse`, which takes minutes.

#[path = "../benches/eclipse/tables.rs"]
mod tables;

/// The largest count checked here.
const MAX_PUBLISHED: u64 = 120;

fn check(cells: Vec<tables::Cell>, at_least: usize) {
    let small: Vec<tables::Cell> = cells
        .into_iter()
        .filter(|cell| cell.published <= MAX_PUBLISHED)
        .collect();
    assert!(small.len() >= at_least, "only {} counts", small.len());
    for cell in small {
        assert_eq!(cell.count(), Some(cell.published), "{}", cell.name);
    }
}

#[test]
fn sudoku_of_report_000() {
    check(tables::sudoku(), 60);
}

#[test]
fn hashi_of_report_000() {
    check(tables::hashi(), 80);
}

#[test]
fn battleship_of_report_001() {
    check(tables::battleship(), 40);
}
