//! The boards of report 004 have as many answers as they should, whichever way they are seen, and bad boards are refused where they are bad.

use gridwright_fd::Model;
use gridwright_puzzles::path::{Hidato, Numbrix};
use gridwright_puzzles::{Choices, Puzzle, Viewpoint, formulate};
use gridwright_solve::{EngineName, Plan, Session};

const NUMBRIX: &str = include_str!("../../../corpus/numbrix/reports.txt");
const HIDATO: &str = include_str!("../../../corpus/hidato/reports.txt");

/// The name and the text of every board.
fn boards(file: &str) -> Vec<(&str, &str)> {
    let blocks = file.split("\npuzzle ").skip(1);
    blocks
        .map(|block| {
            let (head, body) = block.split_once('\n').expect("a header");
            let (name, _) = head.split_once(' ').expect("a name");
            (name, body)
        })
        .collect()
}

/// How many answers a board has.
fn expected(name: &str) -> u64 {
    match name {
        "a6" | "a9" | "a11" | "c6" | "hid9" => 2,
        "a7" | "c3" | "hid1" | "hid11" => 4,
        "a8" => 6,
        "c7" => 12,
        "hid3" => 105,
        _ => 1,
    }
}

fn n_answers<P: Puzzle>(text: &str, viewpoints: &[&dyn Viewpoint<P>], engine: EngineName) -> u64 {
    let instance = P::parse(text).expect("a board");
    let mut model = Model::new();
    formulate::<P>(&instance, viewpoints, &Choices::default(), &mut model)
        .expect("boards can be formulated");
    let plan = Plan::new().engine(engine);
    let mut session = Session::new(&model, &plan).expect("the plan suits the model");
    session.count(1_000).expect("the plan counts").solutions
}

fn check<P: Puzzle>(file: &str, n_boards: usize) {
    let boards = boards(file);
    assert_eq!(boards.len(), n_boards);
    for (name, text) in boards {
        for &viewpoint in P::VIEWPOINTS {
            for engine in [EngineName::Fd, EngineName::Learn] {
                let found = n_answers::<P>(text, &[viewpoint], engine);
                assert_eq!(
                    found,
                    expected(name),
                    "{name}: {} {engine}",
                    viewpoint.name()
                );
            }
        }
        let found = n_answers::<P>(text, P::VIEWPOINTS, EngineName::Fd);
        assert_eq!(found, expected(name), "{name}: all viewpoints");
    }
}

#[test]
fn the_numbrix_boards_of_the_report_have_their_answers() {
    check::<Numbrix>(NUMBRIX, 12);
}

#[test]
fn the_hidato_boards_of_the_report_have_their_answers() {
    check::<Hidato>(HIDATO, 25);
}

#[test]
fn bad_boards_are_refused_where_they_are_bad() {
    let show = |text: &str| {
        Hidato::parse(text)
            .expect_err("a bad board")
            .render(text, "board.txt")
    };
    assert_eq!(
        show("1 . .\n. 1 .\n"),
        "board.txt:2:3: error: 1 is given twice: expected every number once\n    . 1 .\n      ^\n"
    );
    assert_eq!(
        show("1 . .\n. # 6\n"),
        "board.txt:2:5: error: expected a number from 1 to 5, found `6`\n    . # 6\n        ^\n"
    );
    assert_eq!(
        show("1 . .\n. x .\n"),
        "board.txt:2:3: error: expected a number from 1 to 6, found `x`\n    . x .\n      ^\n"
    );
    assert!(show("1 . .\n. .\n").contains("this row has 2 cells, the first has 3"));
    assert!(show("# #\n").contains("a board has at least one free cell"));
    assert!(show("").contains("a board has at least one cell"));
}
