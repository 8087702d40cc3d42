//! Tests of Sudoku: game ids of Solo.

use gridwright_codec::tatham_regions;
use gridwright_puzzles::{NotExpressible, Puzzle};
use gridwright_term::Diagnostic;

use crate::kind_tests::format;
use gridwright_puzzles::sudoku::{Instance, Sudoku};

fn solo(text: &str) -> Result<Instance, Diagnostic> {
    (format::<Sudoku>("tatham").read)(text)
}

fn write(instance: &Instance) -> Result<String, NotExpressible> {
    (format::<Sudoku>("tatham").write)(instance)
}

#[test]
fn variants_round_trip() {
    let table = [
        ("2x2:1o", ""),
        ("2x2x:1o", "diagonal-down\ndiagonal-up\n"),
        (
            "2x2k:p,abbbbbbba,10a10e10a10e",
            "cage 10 r1c1 r1c2 r2c1 r2c2\n",
        ),
        (
            "2x2xk:p,abbbbbbba,10a10e10a10e",
            "cage 10 r3c3 r3c4 r4c3 r4c4\n",
        ),
    ];
    for (id, lines) in table {
        let instance = solo(id).unwrap_or_else(|error| panic!("{id}: {}", error.message));
        let text = Sudoku::print(&instance);
        for line in lines.lines() {
            assert!(text.contains(line), "{id}: {text}");
        }
        assert_eq!(write(&instance).map_err(|error| error.0), Ok(id.to_owned()));
        let again = Sudoku::parse(&text).expect("it is read again");
        assert_eq!(again, instance);
    }
}

#[test]
fn jigsaw_regions_round_trip() {
    let blocks = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3];
    let code = tatham_regions::write(&blocks, 4);
    let id = format!("4j:1o,{code}");
    let instance = solo(&id).unwrap_or_else(|error| panic!("{id}: {}", error.message));
    assert_eq!(write(&instance).map_err(|error| error.0), Ok(id));
    let text = Sudoku::print(&instance);
    assert!(text.contains("regions 1112 1322 3342 3444\n"), "{text}");
    assert_eq!(Sudoku::parse(&text).expect("it is read again"), instance);
}

#[test]
fn errors_are_reported() {
    let table = [
        ("9j:a", "the description ends after 1 of 81 cells"),
        ("2x2k:p", "expected a comma and the cages"),
        (
            "2x2k:p,abbbbbbba",
            "expected a comma and the sums of the cages",
        ),
        (
            "2x2k:p,abbbbbbba,10_10a10e10a10d",
            "the cage of r1c1 has two sums",
        ),
        ("2x2:p,a", "expected the end of the id, found `a`"),
        ("4j:p", "expected a comma and the regions"),
    ];
    for (id, message) in table {
        assert_eq!(solo(id).expect_err("an error").message, message, "{id}");
    }
}

#[test]
fn what_solo_lacks_is_refused() {
    let board = "1...\n....\n....\n....\n";
    let table = [
        ("diagonal-up\n", "Solo has no boards with one diagonal"),
        (
            "anti-knight\n",
            "Solo has no constraints but regions, diagonals and cages",
        ),
        (
            "cage 5 r1c1 r1c2\n",
            "Solo has no cages but connected ones with a sum that cover the board",
        ),
    ];
    for (line, message) in table {
        let instance = Sudoku::parse(&format!("{board}{line}")).expect("a board");
        let error = write(&instance).expect_err("refused");
        assert_eq!(error.0, message);
    }
}
