//! Laws of everything that is made, for every kind and many seeds: it is read again, it has exactly one answer, it is as asked for, and the same seed makes it
//! again.

use gridwright_fd::Model;
use gridwright_generate::{Deadline, GenerateFailure, GenerateRequest, Generated, Generator};
use gridwright_puzzles::{FormulateOptions, GenerateOptions, Known, Symmetry, kind};
use gridwright_solve::{EngineName, Plan, Session, Unique};

/// How many seeds each case is tried with.
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

fn commission(&(id, size, options): &Case) -> GenerateRequest {
    let options = options.iter();
    let options = options.map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    GenerateRequest {
        asked: GenerateOptions {
            size: Some(size),
            options: options.collect(),
            symmetry: Symmetry::None,
        },
        ..GenerateRequest::of(kind(id).expect("a kind of the catalogue"))
    }
}

fn make(commission: GenerateRequest, seed: u64) -> Generated {
    let maker = Generator::new(commission).expect("a commission that can be met");
    let made = maker.make(seed, 0, &Deadline::never());
    made.unwrap_or_else(|error| panic!("{:?}, seed {seed}: {error}", maker.commission()))
}

/// Whether a text has exactly one answer, by plain search over the last viewpoint.
fn is_unique(id: &str, text: &str) -> bool {
    matches!(answers(id, text), Unique::One(_))
}

/// Whether it has any.
fn is_open(id: &str, text: &str) -> bool {
    !matches!(answers(id, text), Unique::None)
}

/// What is known of the answers of a text.
fn answers(id: &str, text: &str) -> Unique {
    let kind = kind(id).expect("a kind of the catalogue");
    let given = kind.read(None, text);
    let given = given.unwrap_or_else(|error| panic!("{id}: {}\n{text}", error.message));
    let mut model = Model::new();
    let last = kind.viewpoints().last().map(|(name, _)| (*name).to_owned());
    let viewpoints: Vec<String> = last.into_iter().collect();
    let wish = FormulateOptions {
        viewpoints: &viewpoints,
        ..FormulateOptions::default()
    };
    given.formulate(&wish, &mut model).expect("a small board");
    let plan = Plan::new().engine(EngineName::Auto);
    let mut session = Session::new(&model, &plan).expect("a plan");
    session.unique().expect("a plan")
}

/// The texts with one clue less. Clues are digits of the kinds whose texts are numbers, and letters of hints.
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
fn a_part_has_an_answer_and_is_made_again() {
    for case in CASES {
        let maker = Generator::new(commission(case)).expect("a commission that can be met");
        let part = |share: f64| {
            let part = maker.part(3, 1, share, &Deadline::never());
            part.unwrap_or_else(|error| panic!("{case:?}: {error}"))
        };
        let text = part(0.5).print();
        assert_eq!(text, part(0.5).print(), "{case:?}");
        // The whole board has at least as much to say, and is the same board.
        assert!(is_open(case.0, &text), "{case:?}:\n{text}");
        assert!(is_open(case.0, &part(1.0).print()), "{case:?}");
        assert!(is_open(case.0, &part(0.0).print()), "{case:?}");
    }
}

#[test]
fn what_is_made_has_one_answer_and_is_made_again() {
    for case in CASES {
        let mut texts = Vec::new();
        for seed in 0..SEEDS {
            let made = make(commission(case), seed);
            let text = made.given.print();
            assert!(is_unique(case.0, &text), "{case:?}, seed {seed}\n{text}");
            assert_eq!(made.given.check(&made.answer), Ok(()), "{case:?}\n{text}");
            let again = make(commission(case), seed);
            assert_eq!(again.given.print(), text, "{case:?}, seed {seed}");
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
fn no_clue_of_a_minimal_puzzle_can_be_missed() {
    for case in CASES.iter().filter(|case| case.0 != "whitetan") {
        for seed in 0..2 {
            let made = make(
                GenerateRequest {
                    minimal: true,
                    ..commission(case)
                },
                seed,
            );
            let text = made.given.print();
            assert!(made.is_minimal);
            let less = with_one_clue_less(case.0, &text);
            assert_eq!(less.len(), made.n_clues, "{case:?}\n{text}");
            for less in less {
                assert!(!is_unique(case.0, &less), "{case:?}\n{text}\n{less}");
            }
        }
    }
}

/// Boards whose clues may lie in any way.
const SYMMETRIC: &[Case] = &[
    ("sudoku", (6, 6), &[]),
    ("numbrix", (5, 5), &[]),
    ("magic", (4, 4), &[]),
    ("hashi", (9, 9), &[]),
    ("battleship", (8, 8), &[]),
];

#[test]
fn clues_lie_as_they_are_asked_to() {
    for name in Symmetry::names() {
        let symmetry: Symmetry = name.parse().expect("a name of a symmetry");
        for case in SYMMETRIC {
            let mut asked = commission(case);
            asked.asked.symmetry = symmetry;
            let text = make(asked, 1).given.print();
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
                    let cell = gridwright_grid::Cell::new(row, col);
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
fn colours_of_white_and_tan_lie_as_they_are_asked_to() {
    for name in Symmetry::names() {
        let symmetry: Symmetry = name.parse().expect("a name of a symmetry");
        let mut asked = commission(&("whitetan", (6, 6), &[]));
        asked.asked.symmetry = symmetry;
        let made = make(asked, 1);
        let text = made.given.print();
        assert!(is_unique("whitetan", &text), "{name}\n{text}");
        // A fact says of one cell, row by row, whether it is tan.
        let tan = made.given.known(&made.answer);
        for (at, colour) in tan.iter().enumerate() {
            let cell = gridwright_grid::Cell::new(at / 6, at % 6);
            let mut orbit = symmetry.orbit(6, 6, cell).into_iter();
            assert!(
                orbit.all(|other| tan[6 * other.row + other.col] == *colour),
                "{name}\n{text}"
            );
        }
    }
}

#[test]
fn a_board_of_fourteen_is_made() {
    let made = make(commission(&("whitetan", (14, 14), &[])), 1);
    assert_eq!(made.given.check(&made.answer), Ok(()));
    assert!(is_unique("whitetan", &made.given.print()));
}

#[test]
fn as_many_clues_as_asked_for_are_shown() {
    for (id, size, clues) in [("sudoku", (9, 9), 30..=32), ("numbrix", (5, 5), 8..=8)] {
        let made = make(
            GenerateRequest {
                clues: Some(clues.clone()),
                ..commission(&(id, size, &[]))
            },
            1,
        );
        assert!(clues.contains(&made.n_clues), "{id}: {}", made.n_clues);
    }
}

/// Commissions that cannot be met, and what is said of them.
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
        "Sudoku has no option `fleet`; it has block",
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
fn numbers_of_clues_that_no_board_has_are_refused() {
    let refusal = |id, size, clues, minimal| {
        let asked = GenerateRequest {
            clues: Some(clues),
            minimal,
            ..commission(&(id, size, &[]))
        };
        let maker = Generator::new(asked).expect("a board that can be made");
        match maker.make(1, 0, &Deadline::never()) {
            Err(GenerateFailure::Refused(refusal)) => Some(refusal.to_string()),
            _ => None,
        }
    };
    let said = |text: &str| Some(text.to_owned());
    assert_eq!(
        refusal("sudoku", (4, 4), 17..=20, false),
        said("clues: this board has 16 at most, so there cannot be 17")
    );
    assert_eq!(
        refusal("battleship", (6, 6), 3..=11, false),
        said(
            "clues: 12 of this board are always shown, so there cannot be 11, unless the puzzle is to be minimal"
        )
    );
    assert_eq!(refusal("battleship", (6, 6), 3..=60, true), None);
    assert_eq!(
        refusal("whitetan", (4, 4), 0..=3, false),
        said("clues: White-and-Tan has none to count, as every cell has its arrow")
    );
}

#[test]
fn what_cannot_be_made_is_refused_in_words() {
    let refusal = |case: &Case| match Generator::new(commission(case)) {
        Err(refusal) => refusal.to_string(),
        Ok(maker) => match maker.make(1, 0, &Deadline::never()) {
            Err(GenerateFailure::Refused(refusal)) => refusal.to_string(),
            other => panic!("{case:?}: {other:?}"),
        },
    };
    for (case, said) in REFUSED {
        assert_eq!(&refusal(case), said);
    }
}

#[test]
fn a_pressed_switch_ends_making() {
    let stop = gridwright_fd::Stop::new();
    stop.request();
    let maker = Generator::new(commission(&CASES[2])).expect("a commission");
    let made = maker.make(1, 0, &Deadline::at_stop(stop));
    let limit = gridwright_fd::Limit::Stop;
    assert!(matches!(made, Err(GenerateFailure::Stopped(why)) if why == limit));
}

#[test]
fn an_answer_says_every_fact() {
    for case in CASES {
        let made = make(commission(case), 1);
        let known = made.given.known(&made.answer);
        assert!(!known.contains(&Known::Open), "{case:?}");
    }
}
