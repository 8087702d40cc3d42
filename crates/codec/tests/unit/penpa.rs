//! Tests of `penpa`.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::{Compression, write::DeflateEncoder};
use gridwright_codec::penpa::*;
use gridwright_codec::rules::{Place, Rule, RuledSquare};
use gridwright_codec::square::Square;
use std::io::Write as _;

fn address(lines: &[&str]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(lines.join("\n").as_bytes());
    let bytes = written.and_then(|()| encoder.finish());
    let packed = BASE64_STANDARD.encode(bytes.expect("writing to memory does not fail"));
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}")
}

#[test]
fn boards_round_trip() {
    for n in [1, 4, 9, 16] {
        let given = |at: usize| at.is_multiple_of(3).then_some((at % n + 1) as u32);
        let side = (n as f64).sqrt() as usize;
        let square = Square {
            n,
            givens: (0..n * n).map(given).collect(),
            regions: Some(
                Square::blocks(n, side, side)
                    .into_iter()
                    .map(Some)
                    .collect(),
            ),
        };
        let ruled = RuledSquare {
            square,
            rules: Vec::new(),
        };
        let again = read(&write(&ruled).expect("plain")).expect("valid").square;
        assert_eq!((again.n, again.givens), (n, ruled.square.givens));
    }
}

#[test]
fn marks_between_cells_round_trip() {
    let rule = |name: &str, value: &str, cells: [Place; 2]| Rule {
        cells: cells.to_vec(),
        value: value.to_owned(),
        ..Rule::named(name)
    };
    let mut ruled = RuledSquare {
        square: Square {
            n: 4,
            givens: vec![None; 16],
            regions: None,
        },
        rules: vec![
            rule("difference", "", [(0, 0), (0, 1)]),
            rule("ratio", "", [(2, 3), (3, 3)]),
            rule("xv", "X", [(1, 1), (1, 2)]),
            rule("xv", "V", [(0, 3), (1, 3)]),
        ],
    };
    let mut again = read(&write(&ruled).expect("marks")).expect("valid").rules;
    again.sort_by(|a, b| (&a.name, &a.cells).cmp(&(&b.name, &b.cells)));
    let mut expected = ruled.rules.clone();
    expected.sort_by(|a, b| (&a.name, &a.cells).cmp(&(&b.name, &b.cells)));
    assert_eq!(again, expected);
    ruled.rules.push(rule("difference", "3", [(0, 0), (1, 0)]));
    assert_eq!(write(&ruled), None);
}

#[test]
fn cages_and_lines_round_trip() {
    let line = vec![(0, 2), (0, 3), (1, 3)];
    let cage = |value: &str, cells: &[Place]| Rule {
        cells: cells.to_vec(),
        value: value.to_owned(),
        ..Rule::named("killercage")
    };
    let mut ruled = RuledSquare {
        square: Square {
            n: 4,
            givens: vec![None; 16],
            regions: None,
        },
        rules: vec![
            cage("15", &[(1, 0), (0, 0), (0, 1)]),
            cage("", &[(2, 2), (2, 3)]),
            Rule {
                lines: vec![line.clone()],
                ..Rule::named("thermometer")
            },
            Rule {
                cells: vec![(0, 2)],
                lines: vec![line],
                ..Rule::named("arrow")
            },
        ],
    };
    let again = read(&write(&ruled).expect("lines")).expect("valid");
    assert_eq!(again.rules, ruled.rules);
    ruled.rules[3].cells.push((1, 2));
    assert_eq!(write(&ruled), None, "the number of an arrow has two digits");
}

/// Points of a board with 4 rows: 64 cells and margins, 64 corners, 64 points below cells, 64 at the right of cells.
#[test]
fn circles_and_letters_between_cells_are_rules() {
    let layers = "{zN:{\"210\":[\"X\",1,\"1\"]},zY:{\"146\":[1,\"circle_SS\",2],\"211\":[2,\"circle_S\",2]}}";
    let text = address(&["square,4,4", "[0,0,0,0]", "{}", layers]);
    let rules = read(&text).expect("valid").rules;
    let found = rules.iter().map(|rule| (&rule.name[..], &rule.cells[..]));
    let found: Vec<_> = found.collect();
    assert_eq!(
        found,
        [
            ("difference", &[(0, 0), (1, 0)][..]),
            ("ratio", &[(0, 1), (0, 2)][..]),
            ("xv", &[(0, 0), (0, 1)][..]),
        ]
    );
    // Other symbols, and circles that are not between two cells, are unknown rules.
    for symbol in [
        "\"146\":[3,\"circle_SS\",2]",
        "\"18\":[1,\"circle_SS\",2]",
        "\"213\":[1,\"circle_SS\",2]",
    ] {
        let layers = format!("{{zY:{{{symbol}}}}}");
        let text = address(&["square,4,4", "[0,0,0,0]", "{}", &layers]);
        let rules = read(&text).expect("valid").rules;
        assert_eq!(rules, [Rule::named("symbol")], "{symbol}");
    }
}

#[test]
fn layers_as_the_editor_writes_them() {
    let layers =
        "{zR:{z_:[]},zS:{},zN:{\"29\":[\"2\",1,\"1\"],\"36\":[\"1\",1,\"1\"]},zE:{\"1,2\":2}}";
    // Margins of two columns at the left and one row at the top.
    let header = "square,4,3,38,0,1,1";
    let square = read(&address(&[header, "[1,0,2,0]", "{}", layers, "{}", "[]"]));
    let square = square.expect("valid").square;
    assert_eq!(square.n, 2);
    assert_eq!(square.givens, [None, Some(2), Some(1), None]);
}

/// The indices of a board with 6 columns and 5 rows, converted to those of a square board.
#[test]
fn indices_include_a_margin_of_two_cells() {
    let number = "zN:{\"35\":[\"3\",1,\"1\"]}";
    let layers = format!("{{zS:{{\"22\":1}},{number},zY:{{\"53\":[3,\"circle_L\",1]}}}}");
    let read_as = |header: &str, layers: &str| {
        read(&address(&[header, "[0,0,0,0]", "{}", layers, "{}", "[]"]))
    };
    let wide = read_as("square,6,5,38,0,1,1", &layers).expect_err("it is no square");
    assert_eq!(
        wide.message,
        "only square boards are supported; this square is 5 by 6"
    );
    let square = read_as("square,6,6,38,0,1,1", &format!("{{{number}}}"));
    let square = square.expect("plain").square;
    let found = square.givens.iter().position(Option::is_some);
    assert_eq!((found, square.givens[9]), (Some(9), Some(3)));
}

/// Points of a board with 4 rows: 8 in each row, the first cell is 18; small numbers are at 4 times the 64 points plus 4 times the cell.
#[test]
fn cages_thermometers_and_arrows_are_rules() {
    let layers = "{z6:[[18,19]],zC:{\"1,2\":10},z1:{\"328\":[\"5\",1]},zT:[[20,21,29]],z3:[[26,27,28]],zY:{\"1\":1}}";
    let text = address(&["square,4,4", "[0,0,0,0]", "{}", layers]);
    let rules = read(&text).expect("valid").rules;
    let names: Vec<&str> = rules.iter().map(|rule| &rule.name[..]).collect();
    assert_eq!(names, ["killercage", "thermometer", "arrow", "symbol"]);
    assert_eq!(
        (&rules[0].value[..], &rules[0].cells[..]),
        ("5", &[(0, 0), (0, 1)][..])
    );
    assert_eq!(rules[1].lines, [[(0, 2), (0, 3), (1, 3)]]);
    assert_eq!(
        (&rules[2].cells[..], rules[2].lines[0].len()),
        (&[(1, 0)][..], 3)
    );
}

#[test]
fn errors_are_reported() {
    let message = |text: &str| read(text).expect_err("an error").message;
    assert_eq!(
        message("https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA"),
        "this is not a compressed board, a part of it is missing, or it is too long"
    );
    for (header, layers, expected) in [
        (
            "hex,4,4",
            "{}",
            "only square boards are supported, not `hex`",
        ),
        (
            "square,4,5",
            "{}",
            "only square boards are supported; this square is 5 by 4",
        ),
        (
            "square,4,4",
            "{zT:[[1]],zY:{\"1\":1},zS:{}}",
            "the layer `thermo` has a cell outside the board",
        ),
        (
            "square,4,4",
            "{zN:{\"3\":[\"3\",1,\"1\"]}}",
            "a number is outside the board",
        ),
        (
            "square,4,4",
            "{zN:{\"18\":[\"x\",1,\"1\"]}}",
            "row 1, column 1 has no number",
        ),
        (
            "square,4,4",
            "{",
            "EOF while parsing an object at byte 1 of the JSON",
        ),
    ] {
        assert_eq!(
            message(&address(&[header, "[0,0,0,0]", "{}", layers])),
            expected
        );
    }
}
