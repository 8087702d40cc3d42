//! Sudokus of many sizes, magic squares up to symmetry, and the White-and-Tan boards of report 003.

use gridwright_fd::Model;
use gridwright_puzzles::magic::Magic;
use gridwright_puzzles::sudoku::Sudoku;
use gridwright_puzzles::whitetan::WhiteTan;
use gridwright_puzzles::{Choices, Puzzle, Viewpoint, formulate};
use gridwright_solve::{EngineName, Plan, Session};

const ARROWS: &str = include_str!("../../../corpus/whitetan/reports.txt");

fn n_answers<P: Puzzle>(
    text: &str,
    viewpoints: &[&dyn Viewpoint<P>],
    choices: &Choices,
    most: u64,
) -> u64 {
    let instance = P::parse(text).expect("a board");
    let mut model = Model::new();
    formulate::<P>(&instance, viewpoints, choices, &mut model).expect("boards can be formulated");
    let plan = Plan::new().engine(EngineName::Fd);
    let mut session = Session::new(&model, &plan).expect("the plan suits the model");
    session.count(most).expect("the plan counts").solutions
}

fn with_rule<P: Puzzle>(name: &str) -> Choices {
    let choices = Choices::default().with_rule::<P>(name);
    choices.expect("it is listed")
}

#[test]
fn magic_squares_up_to_symmetry() {
    for (order, all, apart) in [(1, 1, 1), (2, 0, 0), (3, 8, 1), (4, 7040, 880)] {
        let text = format!("order {order}");
        let count =
            |choices: &Choices| n_answers::<Magic>(&text, Magic::VIEWPOINTS, choices, 10_000);
        assert_eq!(count(&Choices::default()), all, "order {order}");
        assert_eq!(
            count(&with_rule::<Magic>("frenicle")),
            apart,
            "order {order}"
        );
    }
}

/// An image of an answer need not keep to what is given.
#[test]
fn squares_partly_given_keep_all_answers() {
    let text = "16 . . .\n. . . 8\n9 . . .\n. . . 1\n";
    let choices = with_rule::<Magic>("frenicle");
    assert_eq!(n_answers::<Magic>(text, Magic::VIEWPOINTS, &choices, 10), 6);
}

#[test]
fn the_arrows_of_the_report_have_one_answer() {
    let blocks = ARROWS.split("\npuzzle ").skip(1);
    let mut n_boards = 0;
    for block in blocks {
        let (head, body) = block.split_once('\n').expect("a header");
        for &viewpoint in WhiteTan::VIEWPOINTS {
            for choices in [Choices::default(), with_rule::<WhiteTan>("chains")] {
                let found = n_answers::<WhiteTan>(body, &[viewpoint], &choices, 10);
                assert_eq!(found, 1, "{head}: {}", viewpoint.name());
            }
        }
        n_boards += 1;
    }
    assert_eq!(n_boards, 16);
}

/// The board whose rows are turned by a block's width, and by one more from band to band.
fn turned(n: usize, height: usize, width: usize) -> Vec<usize> {
    let of = |row: usize, col: usize| (row % height * width + row / height + col) % n + 1;
    (0..n * n).map(|at| of(at / n, at % n)).collect()
}

#[test]
fn sudokus_of_many_sizes() {
    for (height, width) in [
        (2, 2),
        (2, 3),
        (2, 4),
        (3, 3),
        (2, 5),
        (3, 4),
        (4, 4),
        (5, 5),
        (5, 6),
    ] {
        let n = height * width;
        let full = turned(n, height, width);
        // Every third cell is blank.
        let word = |(at, number): (usize, &usize)| match at % 3 {
            0 => ".".to_owned(),
            _ => number.to_string(),
        };
        let words: Vec<String> = full.iter().enumerate().map(word).collect();
        let rows: Vec<String> = words.chunks(n).map(|row| row.join(" ")).collect();
        let text = rows.join("\n");
        let instance = Sudoku::parse(&text).expect("a board");
        assert_eq!(instance.block(), (height, width));
        assert_eq!(
            Sudoku::parse(&Sudoku::print(&instance)),
            Ok(instance.clone())
        );
        let printed: Vec<String> = full.iter().map(ToString::to_string).collect();
        let answer = Sudoku::parse_answer(&instance, &printed.join(" ")).expect("a full board");
        assert_eq!(Sudoku::check(&instance, &answer), Ok(()), "{n}");
        let choices = Choices::default();
        let found = n_answers::<Sudoku>(&text, &Sudoku::VIEWPOINTS[..1], &choices, 100);
        let choices = with_rule::<Sudoku>("two_of_three");
        assert!(found > 0);
        assert_eq!(
            n_answers::<Sudoku>(&text, &Sudoku::VIEWPOINTS[..1], &choices, 100),
            found,
            "{n}"
        );
    }
}

#[test]
fn letters_stand_for_numbers_from_ten_on() {
    let full = turned(16, 4, 4);
    let letter = |number: usize| b"123456789ABCDEFG"[number - 1] as char;
    let closed: String = full.iter().map(|&number| letter(number)).collect();
    let spaced: Vec<String> = full.iter().map(ToString::to_string).collect();
    let instance = Sudoku::parse(&closed).expect("a board of sixteen");
    assert_eq!(Sudoku::parse(&spaced.join(" ")), Ok(instance.clone()));
    assert_eq!(Sudoku::parse(&closed.to_lowercase()), Ok(instance));
    let bad = format!("H{}", &closed[1..]);
    let error = Sudoku::parse(&bad).expect_err("no such number");
    assert!(
        error
            .render(&bad, "board.txt")
            .starts_with("board.txt:1:1: error: expected a number from 1 to 16, found `H`")
    );
}
