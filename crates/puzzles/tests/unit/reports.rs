//! The boards of the reports have the published numbers of answers, with every viewpoint and rule. Also Sudokus of many sizes, and errors for invalid texts and answers.

use gridwright_fd::Model;
use gridwright_puzzles::battleship::Battleship;
use gridwright_puzzles::hashi::Hashi;
use gridwright_puzzles::magic::Magic;
use gridwright_puzzles::path::{Hidato, Numbrix};
use gridwright_puzzles::sudoku::Sudoku;
use gridwright_puzzles::whitetan::WhiteTan;
use gridwright_puzzles::{Choices, Connectivity, Puzzle, Viewpoint, formulate};
use gridwright_solve::{ModelEngine, RunOptions, Session, Uniqueness};

const HASHI: &str = include_str!("../../../lab/corpus/hashi/reports.txt");
const BATTLESHIP: &str = include_str!("../../../lab/corpus/battleship/reports.txt");
const NUMBRIX: &str = include_str!("../../../lab/corpus/numbrix/reports.txt");
const HIDATO: &str = include_str!("../../../lab/corpus/hidato/reports.txt");
const WHITETAN: &str = include_str!("../../../lab/corpus/whitetan/reports.txt");

/// The numbers of answers of Hashiwokakero boards 1 to 22.
const HASHI_ANSWERS: [usize; 22] = [
    2, 1, 1, 1, 1, 2, 0, 1, 1, 16, 1, 2, 1, 2, 2, 8, 1, 2, 1, 2, 1, 2,
];

/// The number of answers of each Battleship problem without its hints, in the order of the file.
const WITHOUT_HINTS: [usize; 26] = [
    2, 2, 11, 2535, 6, 4, 2, 8, 5, 12, 10, 7, 8, 4, 7, 535, 9, 2, 6, 4, 2, 13, 13, 6, 4, 3,
];

/// The name and the text of every board of a file.
fn boards(file: &str) -> Vec<(&str, &str)> {
    let blocks = file.split("\npuzzle ").skip(1);
    blocks
        .map(|block| {
            let (head, body) = block.split_once('\n').expect("a header");
            (head.split(' ').next().expect("a name"), body)
        })
        .collect()
}

/// A session of an engine on the model of a board, and a function that lists its answers, each checked by the judge.
fn session<P: Puzzle>(
    text: &str,
    viewpoints: &[&Viewpoint<P>],
    choices: &Choices,
    engine: ModelEngine,
) -> (Session, impl Fn(&mut Session) -> Vec<P::Answer> + use<P>) {
    let instance = P::parse(text).expect("a board");
    let mut model = Model::new();
    let formulation = formulate::<P>(&instance, viewpoints, choices, &mut model)
        .expect("boards can be formulated");
    let options = RunOptions::new().engine(engine);
    let session = Session::new(&model, &options).expect("the options suit the model");
    let list = move |session: &mut Session| {
        let solutions = session.solutions(&[]).expect("no objective");
        let answers = solutions.map(|solution| (formulation.read)(&solution));
        let passive = formulation.passive.as_ref();
        let kept = answers.filter(|answer| passive.is_none_or(|accepts| accepts(answer)));
        kept.inspect(|answer| assert_eq!(P::check(&instance, answer), Ok(())))
            .collect()
    };
    (session, list)
}

/// The number of answers of a board, counted up to `max`.
fn count<P: Puzzle>(
    text: &str,
    viewpoints: &[&Viewpoint<P>],
    choices: &Choices,
    engine: ModelEngine,
    max: u64,
) -> u64 {
    let (mut session, _) = session::<P>(text, viewpoints, choices, engine);
    session.count(max).expect("no objective").solutions
}

fn with_rule<P: Puzzle>(name: &str) -> Choices {
    let choices = Choices::default().with_rule::<P>(name);
    choices.expect("it is listed")
}

/// The number of answers of a Hashiwokakero board, each checked by the judge.
fn hashi_answers(text: &str, viewpoint: &Viewpoint<Hashi>, choices: &Choices) -> usize {
    // With the reachability decomposition, plain search proves in every branch again that an isolated island has no distance; learning proves it once.
    let engine = match choices.connectivity() {
        Connectivity::Reachability => ModelEngine::Learn,
        _ => ModelEngine::Fd,
    };
    let (mut session, list) = session::<Hashi>(text, &[viewpoint], choices, engine);
    list(&mut session).len()
}

#[test]
fn hashi_boards_have_the_expected_number_of_answers() {
    let boards = boards(HASHI);
    assert_eq!(boards.len(), HASHI_ANSWERS.len());
    for ((name, text), expected) in boards.into_iter().zip(HASHI_ANSWERS) {
        for &viewpoint in Hashi::VIEWPOINTS {
            for way in Hashi::CONNECTIVITY {
                // The reachability decomposition is slow; `laws.rs` tests it with every viewpoint on smaller boards.
                if *way == Connectivity::Reachability && viewpoint.name != "segments" {
                    continue;
                }
                let choices = Choices::default()
                    .with_connectivity::<Hashi>(way.name())
                    .expect("it is listed");
                let found = hashi_answers(text, viewpoint, &choices);
                let (viewpoint, way) = (viewpoint.name, way.name());
                assert_eq!(found, expected, "{name}: {viewpoint} {way}");
            }
        }
    }
}

#[test]
fn hashi_rules_change_no_answer() {
    for ((name, text), expected) in boards(HASHI).into_iter().zip(HASHI_ANSWERS) {
        for rule in Hashi::RULES {
            let choices = with_rule::<Hashi>(rule.name);
            let found = hashi_answers(text, Hashi::VIEWPOINTS[0], &choices);
            assert_eq!(found, expected, "{name}: {}", rule.name);
        }
    }
}

#[test]
fn wrong_hashi_answers_are_rejected_with_the_broken_rule() {
    for (board, answer, violation) in [
        (
            "1.2\n...\n..1",
            "r1c1 r1c3 1",
            "the island at r1c3 has 1 bridge, not 2",
        ),
        (
            ".?.\n?.?\n.?.",
            "r1c2 r3c2 1\nr2c1 r2c3 2",
            "two bridges cross at r2c2",
        ),
        (
            "1.1\n...\n1.1",
            "r1c1 r1c3 1\nr3c1 r3c3 1",
            "the islands at r1c1 and r3c1 are not connected",
        ),
    ] {
        let instance = Hashi::parse(board).expect("a board");
        let answer = Hashi::parse_answer(&instance, answer).expect("an answer");
        let found = Hashi::check(&instance, &answer).expect_err("a wrong answer");
        assert_eq!(found.to_string(), violation);
    }
}

#[test]
fn battleship_problems_have_one_answer() {
    let problems = boards(BATTLESHIP);
    assert_eq!(problems.len(), WITHOUT_HINTS.len());
    let viewpoints = &Battleship::VIEWPOINTS[..1];
    for (name, text) in problems {
        let choices = Choices::default();
        let (mut session, _) =
            session::<Battleship>(text, viewpoints, &choices, ModelEngine::Learn);
        let verdict = session.unique().expect("no objective");
        assert!(matches!(verdict, Uniqueness::One(_)), "{name}");
    }
}

#[test]
fn battleship_problems_without_hints_have_the_published_number_of_answers() {
    for ((name, text), expected) in boards(BATTLESHIP).into_iter().zip(WITHOUT_HINTS) {
        let blank = |line: &str| match line.starts_with(['f', 'r', 'c']) && line.contains(' ') {
            true => line.to_owned() + "\n",
            false => ".".repeat(line.len()) + "\n",
        };
        let text: String = text.lines().map(blank).collect();
        let viewpoints = &Battleship::VIEWPOINTS[..1];
        let choices = Choices::default();
        let (mut session, list) =
            session::<Battleship>(&text, viewpoints, &choices, ModelEngine::Auto);
        let mut found = list(&mut session);
        found.sort();
        found.dedup();
        assert_eq!(found.len(), expected, "{name}");
    }
}

/// The number of answers of a Numbrix or Hidato board.
fn path_answers(name: &str) -> u64 {
    match name {
        "a6" | "a9" | "a11" | "c6" | "hid9" => 2,
        "a7" | "c3" | "hid1" | "hid11" => 4,
        "a8" => 6,
        "c7" => 12,
        "hid3" => 105,
        _ => 1,
    }
}

fn check_paths<P: Puzzle>(file: &str, n_boards: usize) {
    let boards = boards(file);
    assert_eq!(boards.len(), n_boards);
    for (name, text) in boards {
        for &viewpoint in P::VIEWPOINTS {
            for engine in [ModelEngine::Fd, ModelEngine::Learn] {
                let found = count::<P>(text, &[viewpoint], &Choices::default(), engine, 1_000);
                assert_eq!(
                    found,
                    path_answers(name),
                    "{name}: {} {engine}",
                    viewpoint.name
                );
            }
        }
        let found = count::<P>(
            text,
            P::VIEWPOINTS,
            &Choices::default(),
            ModelEngine::Fd,
            1_000,
        );
        assert_eq!(found, path_answers(name), "{name}: all viewpoints");
    }
}

#[test]
fn numbrix_boards_have_the_expected_number_of_answers() {
    check_paths::<Numbrix>(NUMBRIX, 12);
}

#[test]
fn hidato_boards_have_the_expected_number_of_answers() {
    check_paths::<Hidato>(HIDATO, 25);
}

#[test]
fn invalid_path_boards_are_errors_with_a_position() {
    for (text, message) in [
        (
            "1 . .\n. 1 .\n",
            "board.txt:2:3: error: 1 is given twice: expected every number once\n    . 1 .\n      ^\n",
        ),
        (
            "1 . .\n. # 6\n",
            "board.txt:2:5: error: expected a number from 1 to 5, found `6`\n    . # 6\n        ^\n",
        ),
        (
            "1 . .\n. x .\n",
            "board.txt:2:3: error: expected a number from 1 to 6, found `x`\n    . x .\n      ^\n",
        ),
        ("1 . .\n. .\n", "this row has 2 cells, the first has 3"),
        ("# #\n", "a board has at least one free cell"),
        ("", "a board has at least one cell"),
    ] {
        let error = Hidato::parse(text).expect_err("a bad board");
        let shown = error.render(text, "board.txt");
        let whole = message.starts_with("board.txt");
        assert!(shown.contains(message), "{shown}");
        assert!(!whole || shown == message, "{shown}");
    }
}

#[test]
fn magic_squares_up_to_symmetry() {
    for (order, all, apart) in [(1, 1, 1), (2, 0, 0), (3, 8, 1), (4, 7040, 880)] {
        let text = format!("order {order}");
        let n_squares = |choices: &Choices| {
            count::<Magic>(&text, Magic::VIEWPOINTS, choices, ModelEngine::Fd, 10_000)
        };
        assert_eq!(n_squares(&Choices::default()), all, "order {order}");
        assert_eq!(
            n_squares(&with_rule::<Magic>("frenicle")),
            apart,
            "order {order}"
        );
    }
}

/// With given cells, the reflection of an answer need not be an answer, so symmetry breaking must not apply.
#[test]
fn squares_partly_given_keep_all_answers() {
    let text = "16 . . .\n. . . 8\n9 . . .\n. . . 1\n";
    let choices = with_rule::<Magic>("frenicle");
    assert_eq!(
        count::<Magic>(text, Magic::VIEWPOINTS, &choices, ModelEngine::Fd, 10),
        6
    );
}

#[test]
fn white_and_tan_boards_have_one_answer() {
    let boards = boards(WHITETAN);
    assert_eq!(boards.len(), 16);
    for (name, text) in boards {
        for &viewpoint in WhiteTan::VIEWPOINTS {
            for choices in [Choices::default(), with_rule::<WhiteTan>("chains")] {
                let found = count::<WhiteTan>(text, &[viewpoint], &choices, ModelEngine::Fd, 10);
                assert_eq!(found, 1, "{name}: {}", viewpoint.name);
            }
        }
    }
}

/// The regular board in which each row is shifted by the width of a block, and each band by one more.
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
        let found = count::<Sudoku>(
            &text,
            &Sudoku::VIEWPOINTS[..1],
            &choices,
            ModelEngine::Fd,
            100,
        );
        let choices = with_rule::<Sudoku>("two_of_three");
        assert!(found > 0);
        assert_eq!(
            count::<Sudoku>(
                &text,
                &Sudoku::VIEWPOINTS[..1],
                &choices,
                ModelEngine::Fd,
                100
            ),
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
