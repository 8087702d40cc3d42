//! Laws of generated puzzles, for every kind and many seeds: a puzzle can be read back, has exactly one answer, meets the request, and is the same for the same
//! seed.

mod common;

use common::{answers, generate, is_unique};
use gridwright_control::{Limit, Stop};
use gridwright_generate::{Deadline, GenerateFailure, GenerateRequest, Generator};
use gridwright_grid::Cell;
use gridwright_puzzles::{CATALOGUE, FactState, GenerateOptions, Symmetry, kind};
use gridwright_solve::Uniqueness;

/// The number of seeds per case.
const SEEDS: u64 = 6;

/// A kind, rows and columns, and options.
type Case = (
    &'static str,
    (usize, usize),
    &'static [(&'static str, &'static str)],
);

const CASES: &[Case] = &[
    ("sudoku", (4, 4), &[]),
    ("sudoku", (6, 6), &[("block", "3x2")]),
    ("sudoku", (9, 9), &[]),
    ("magic", (1, 1), &[]),
    ("magic", (3, 3), &[]),
    ("magic", (4, 4), &[]),
    ("numbrix", (5, 5), &[]),
    ("numbrix", (4, 7), &[("obstacles", "4")]),
    ("hidato", (5, 5), &[]),
    ("hidato", (5, 5), &[("obstacles", "6")]),
    ("battleship", (6, 6), &[]),
    ("battleship", (5, 8), &[("fleet", "3:1,1:2")]),
    ("hashi", (7, 7), &[]),
    ("hashi", (9, 9), &[("bridges", "3"), ("islands", "12")]),
    ("whitetan", (4, 4), &[]),
    ("whitetan", (5, 7), &[]),
    ("whitetan", (2, 50), &[]),
];

fn request(&(id, size, options): &Case) -> GenerateRequest {
    let options = options.iter();
    let options = options.map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    GenerateRequest {
        options: GenerateOptions {
            size: Some(size),
            options: options.collect(),
            symmetry: Symmetry::None,
        },
        ..GenerateRequest::new(kind(id).expect("a kind of the catalogue"))
    }
}

/// Whether a text has an answer.
fn has_answer(id: &str, text: &str) -> bool {
    !matches!(answers(id, text), Uniqueness::Unsatisfiable)
}

/// The texts with one clue removed. Clues are numbers, and the letters of given cells.
fn with_one_clue_less(id: &str, text: &str) -> Vec<String> {
    let blank = if id == "hashi" { "?" } else { "." };
    let mut start = 0;
    let mut less = Vec::new();
    for line in text.split_inclusive('\n') {
        let headed = ["fleet", "blocks", "most"];
        let is_head = headed.iter().any(|head| line.starts_with(head));
        let by_word = line.contains(' ');
        let mut at = 0;
        while at < line.len() && !is_head {
            let rest = &line[at..];
            let length = match by_word {
                true => rest.find([' ', '\n']).unwrap_or(rest.len()).max(1),
                false => 1,
            };
            let word = &rest[..length];
            let is_name = ["rows", "cols"].contains(&word);
            if !is_name && !word.trim().is_empty() && ![".", "?", "#"].contains(&word) {
                let place = start + at;
                less.push(format!(
                    "{}{blank}{}",
                    &text[..place],
                    &text[place + length..]
                ));
            }
            at += length;
        }
        start += line.len();
    }
    less
}

#[test]
fn partial_boards_have_an_answer_and_are_reproducible() {
    for case in CASES {
        let generator = Generator::new(request(case)).expect("the request can be met");
        let board = |share: f64| {
            let board = generator.partial_board(3, 1, share, &Deadline::never());
            board.unwrap_or_else(|error| panic!("{case:?}: {error}"))
        };
        let text = board(0.5).print();
        assert_eq!(text, board(0.5).print(), "{case:?}");
        assert!(has_answer(case.0, &text), "{case:?}:\n{text}");
        assert!(has_answer(case.0, &board(1.0).print()), "{case:?}");
        assert!(has_answer(case.0, &board(0.0).print()), "{case:?}");
    }
}

#[test]
fn every_kind_generates_puzzles_of_its_default_size() {
    for &kind in CATALOGUE.iter().filter(|kind| kind.generation().is_some()) {
        let id = kind.info().id;
        let generated = generate(GenerateRequest::new(kind), 1);
        let text = generated.puzzle.print();
        assert!(is_unique(id, &text), "{id}\n{text}");
        let judged = generated.puzzle.check(&generated.answer);
        assert_eq!(judged, Ok(()), "{id}\n{text}");
        let again = generate(GenerateRequest::new(kind), 1);
        assert_eq!(again.puzzle.print(), text, "{id}");
    }
}

#[test]
fn puzzles_have_one_answer_and_are_reproducible() {
    for case in CASES {
        let mut texts = Vec::new();
        for seed in 0..SEEDS {
            let generated = generate(request(case), seed);
            let text = generated.puzzle.print();
            assert!(is_unique(case.0, &text), "{case:?}, seed {seed}\n{text}");
            assert_eq!(
                generated.puzzle.check(&generated.answer),
                Ok(()),
                "{case:?}\n{text}"
            );
            let again = generate(request(case), seed);
            assert_eq!(again.puzzle.print(), text, "{case:?}, seed {seed}");
            texts.push(text);
        }
        texts.dedup();
        assert!(
            texts.len() > 1 || case.1 == (1, 1),
            "{case:?}: one puzzle only"
        );
    }
}

#[test]
fn every_clue_of_a_minimal_puzzle_is_needed() {
    for case in CASES.iter().filter(|case| case.0 != "whitetan") {
        for seed in 0..2 {
            let generated = generate(
                GenerateRequest {
                    minimal: true,
                    ..request(case)
                },
                seed,
            );
            let text = generated.puzzle.print();
            assert!(generated.is_minimal);
            let less = with_one_clue_less(case.0, &text);
            assert_eq!(less.len(), generated.n_clues, "{case:?}\n{text}");
            for less in less {
                assert!(!is_unique(case.0, &less), "{case:?}\n{text}\n{less}");
            }
        }
    }
}

/// Boards whose clues can be symmetric.
const SYMMETRIC: &[Case] = &[
    ("sudoku", (6, 6), &[]),
    ("numbrix", (5, 5), &[]),
    ("magic", (4, 4), &[]),
    ("hashi", (9, 9), &[]),
    ("battleship", (8, 8), &[]),
];

#[test]
fn clues_are_symmetric() {
    for name in Symmetry::names() {
        let symmetry: Symmetry = name.parse().expect("a name of a symmetry");
        for case in SYMMETRIC {
            let mut request = request(case);
            request.options.symmetry = symmetry;
            let text = generate(request, 1).puzzle.print();
            let is_cells = |line: &&str| {
                let mut heads = ["fleet", "rows", "cols"].iter();
                !heads.any(|head| line.starts_with(head))
            };
            let rows: Vec<Vec<&str>> = text
                .lines()
                .filter(is_cells)
                .map(|line| match line.contains(' ') {
                    true => line.split_whitespace().collect(),
                    false => line.split("").filter(|word| !word.is_empty()).collect(),
                })
                .collect();
            let shape = |word: &str| match word {
                "." | "#" => word.to_owned(),
                _ => "clue".to_owned(),
            };
            for (row, words) in rows.iter().enumerate() {
                for (col, word) in words.iter().enumerate() {
                    let cell = Cell::new(row, col);
                    for other in symmetry.orbit(rows.len(), words.len(), cell) {
                        let there = rows[other.row][other.col];
                        assert_eq!(shape(word), shape(there), "{name}, {case:?}\n{text}");
                    }
                }
            }
        }
    }
}

#[test]
fn colours_of_white_and_tan_are_symmetric() {
    for name in Symmetry::names() {
        let symmetry: Symmetry = name.parse().expect("a name of a symmetry");
        let mut request = request(&("whitetan", (6, 6), &[]));
        request.options.symmetry = symmetry;
        let generated = generate(request, 1);
        let text = generated.puzzle.print();
        assert!(is_unique("whitetan", &text), "{name}\n{text}");
        // There is one fact per cell, row by row: whether it is tan.
        let tan = generated.puzzle.known(&generated.answer);
        for (at, colour) in tan.iter().enumerate() {
            let cell = Cell::new(at / 6, at % 6);
            let mut orbit = symmetry.orbit(6, 6, cell).into_iter();
            assert!(
                orbit.all(|other| tan[6 * other.row + other.col] == *colour),
                "{name}\n{text}"
            );
        }
    }
}

/// The rooms of about every tenth board allow no shading, which says nothing about other rooms.
#[test]
fn random_rooms_without_a_shading_are_replaced() {
    let generator = Generator::new(request(&("heyawake", (7, 7), &[])));
    let generator = generator.expect("the request can be met");
    for seed in 0..20 {
        let generated = generator.generate(seed, 0, &Deadline::never());
        generated.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}

#[test]
fn whitetan_14x14_is_generated() {
    let generated = generate(request(&("whitetan", (14, 14), &[])), 1);
    assert_eq!(generated.puzzle.check(&generated.answer), Ok(()));
    assert!(is_unique("whitetan", &generated.puzzle.print()));
}

#[test]
fn puzzles_have_the_requested_number_of_clues() {
    for (id, size, clues) in [("sudoku", (9, 9), 30..=32), ("numbrix", (5, 5), 8..=8)] {
        let generated = generate(
            GenerateRequest {
                clues: Some(clues.clone()),
                ..request(&(id, size, &[]))
            },
            1,
        );
        assert!(
            clues.contains(&generated.n_clues),
            "{id}: {}",
            generated.n_clues
        );
    }
}

/// Requests that cannot be met, and their error messages.
const REFUSED: &[(Case, &str)] = &[
    (
        ("sudoku", (9, 8), &[]),
        "the board must be a square, not 9x8",
    ),
    (
        ("sudoku", (6, 6), &[("block", "2x2")]),
        "block: expected a height and a width whose product is 6, found `2x2`",
    ),
    (
        ("sudoku", (9, 9), &[("fleet", "1:1")]),
        "Sudoku has no option `fleet`; it has block, variant",
    ),
    (
        ("magic", (2, 2), &[]),
        "there is no magic square of order 2",
    ),
    (
        ("whitetan", (3, 3), &[]),
        "there is no board of 3x3: a tan cell can see two tan cells only along the three lines, where too few do; and if all cells are white, the corners see too many",
    ),
    (
        ("whitetan", (1, 9), &[]),
        "there is no board of 1x9: on a single line only the second white cell and the third tan cell from each end see what they need",
    ),
    (
        ("battleship", (5, 5), &[("fleet", "3:0")]),
        "fleet: expected at least one ship",
    ),
    (
        ("battleship", (5, 5), &[("fleet", "7:1")]),
        "fleet: a ship of 7 does not fit on the board",
    ),
    (
        ("battleship", (3, 3), &[("fleet", "2:3")]),
        "fleet: the fleet does not fit on the board: ships do not touch",
    ),
    (
        ("hashi", (1, 2), &[]),
        "a board of 1x2 is too small for two islands with water between them",
    ),
    (
        ("numbrix", (3, 3), &[("shape", ".#./#.#/.#.")]),
        "no path goes through all cells of this shape",
    ),
];

#[test]
fn impossible_numbers_of_clues_are_refused() {
    let check = |id, size, clues, minimal, expected: Option<&str>| {
        let request = GenerateRequest {
            clues: Some(clues),
            minimal,
            ..request(&(id, size, &[]))
        };
        let generator = Generator::new(request).expect("the board is possible");
        let message = match generator.generate(1, 0, &Deadline::never()) {
            Err(GenerateFailure::Impossible(error)) => Some(error.to_string()),
            _ => None,
        };
        assert_eq!(message.as_deref(), expected, "{id}");
    };
    let too_many = "clues: this board has 16 at most, so there cannot be 17";
    check("sudoku", (4, 4), 17..=20, false, Some(too_many));
    let too_few = "clues: 12 of this board are always shown, so there cannot be 11, unless the puzzle is to be minimal";
    check("battleship", (6, 6), 3..=11, false, Some(too_few));
    check("battleship", (6, 6), 3..=60, true, None);
    let none = "clues: White-and-Tan has no clues that can be removed";
    check("whitetan", (4, 4), 0..=3, false, Some(none));
}

#[test]
fn impossible_boards_are_refused() {
    for (case, message) in REFUSED {
        let error = match Generator::new(request(case)) {
            Err(error) => error,
            Ok(generator) => match generator.generate(1, 0, &Deadline::never()) {
                Err(GenerateFailure::Impossible(error)) => error,
                other => panic!("{case:?}: {other:?}"),
            },
        };
        assert_eq!(error.to_string(), *message);
    }
}

/// The generator finds no place for a clone on a board of four rows with diagonals.
#[test]
fn boards_without_a_place_for_the_variants_are_given_up() {
    let case = ("sudoku", (4, 4), &[("variant", "clone+diagonal")][..]);
    let generator = Generator::new(request(&case)).expect("variants");
    let reason = "no full Sudoku of 4x4 with a place for each of these variants was found";
    match generator.generate(1, 0, &Deadline::never()) {
        Err(GenerateFailure::GaveUp(100, found)) => assert_eq!(found, reason),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_stop_request_ends_the_generator() {
    let stop = Stop::new();
    stop.request();
    let generator = Generator::new(request(&CASES[2])).expect("the request can be met");
    let generated = generator.generate(1, 0, &Deadline::at_stop(stop));
    assert!(matches!(
        generated,
        Err(GenerateFailure::Stopped(Limit::Stop))
    ));
}

#[test]
fn an_answer_decides_every_fact() {
    for case in CASES {
        let generated = generate(request(case), 1);
        let known = generated.puzzle.known(&generated.answer);
        assert!(!known.contains(&FactState::Open), "{case:?}");
    }
}
