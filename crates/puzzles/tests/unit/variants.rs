//! Sudoku variants: on 4x4 boards with random constraints, the judge by brute force, the posted constraints of every viewpoint and the premises have the same answers, and
//! texts read back.

use std::collections::BTreeSet;

use gridwright_constraints::post_bool_expr;
use gridwright_fd::{Model, Rng, Var};
use gridwright_puzzles::sudoku::{Answer, Instance, Sudoku};
use gridwright_puzzles::{AnyInstance, Choices, Explain, Puzzle, formulate, kind};
use gridwright_solve::{RunOptions, Session};

const N: usize = 4;

/// All Latin squares of order 4.
fn latin_squares() -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    let mut stack = vec![Vec::new()];
    while let Some(square) = stack.pop() {
        let at = square.len();
        if at == N * N {
            found.push(square);
            continue;
        }
        for number in 1..=N as i32 {
            let clashes = (0..at).any(|other| {
                (other / N == at / N || other % N == at % N) && square[other] == number
            });
            if !clashes {
                let mut next = square.clone();
                next.push(number);
                stack.push(next);
            }
        }
    }
    found
}

/// A path of distinct cells, each next to the one before, also diagonally.
fn path(rng: &mut Rng, max: usize) -> Vec<usize> {
    let mut cells = vec![rng.below(N * N)];
    for _ in 0..1 + rng.below(max) {
        let last = cells[cells.len() - 1];
        let near: Vec<usize> = (0..N * N)
            .filter(|at| (at / N).abs_diff(last / N) <= 1 && (at % N).abs_diff(last % N) <= 1)
            .filter(|at| !cells.contains(at))
            .collect();
        if near.is_empty() {
            break;
        }
        cells.push(*rng.pick(&near));
    }
    cells
}

fn names(cells: &[usize]) -> String {
    let name = |at: &usize| format!("r{}c{}", at / N + 1, at % N + 1);
    cells.iter().map(name).collect::<Vec<_>>().join(" ")
}

fn adjacent(rng: &mut Rng) -> String {
    let (a, b) = (rng.below(N), rng.below(N - 1));
    match rng.below(2) {
        0 => names(&[a * N + b, a * N + b + 1]),
        _ => names(&[b * N + a, b * N + N + a]),
    }
}

/// A place outside the board along a row or column.
fn line_end(rng: &mut Rng) -> String {
    let i = rng.below(N);
    let (at, direction) = *rng.pick(&[
        (i, "s"),
        ((N - 1) * N + i, "n"),
        (i * N, "e"),
        (i * N + N - 1, "w"),
    ]);
    format!("{} {direction}", names(&[at]))
}

/// How many kinds of lines [`constraint`] makes.
const N_KINDS: usize = 36;

/// A random line of text of a constraint.
fn constraint(rng: &mut Rng, kind: usize) -> String {
    let cells = path(rng, 3);
    let line = names(&cells);
    match kind {
        0 => "diagonal-down".to_owned(),
        1 => "diagonal-up".to_owned(),
        2 => "anti-knight".to_owned(),
        3 => "anti-king".to_owned(),
        4 => "non-consecutive".to_owned(),
        5 => "disjoint-groups".to_owned(),
        6 => "windoku".to_owned(),
        7 => format!("cage {} {line}", 3 + rng.below(8)),
        8 => format!("cage {line}"),
        9 => format!("region {line}"),
        10 => format!("thermo {}", names(&path(rng, 2))),
        11 => format!("arrow {line}"),
        12 => format!("palindrome {line}"),
        13 => format!("renban {line}"),
        14 => format!("whispers {} {line}", 1 + rng.below(3)),
        15 => format!("between {line}"),
        16 => format!("white {}", adjacent(rng)),
        17 => format!("black {}", adjacent(rng)),
        18 => format!(
            "{} {}",
            rng.pick(&["v", "sum 6", "difference 2", "ratio 3"]),
            adjacent(rng)
        ),
        19 => format!(
            "negative {}",
            rng.pick(&["ratio 2", "sum 5", "sum 3 7", "difference 3"])
        ),
        20 => format!("even {line}"),
        21 => format!("odd {line}"),
        22 => format!(
            "{} {}",
            rng.pick(&["minimum", "maximum"]),
            names(&cells[..1])
        ),
        23 => format!("sandwich {} {}", rng.below(6), line_end(rng)),
        24 => format!("x-sum {} {}", 1 + rng.below(10), line_end(rng)),
        25 => format!("skyscraper {} {}", 1 + rng.below(4), line_end(rng)),
        26 => {
            let direction = *rng.pick(&["se", "sw"]);
            let first = match direction {
                "se" => rng.below(N - 1),
                _ => 1 + rng.below(N - 1),
            };
            format!(
                "little-killer {} {} {direction}",
                3 + rng.below(10),
                names(&[first])
            )
        }
        27 => {
            let corner = rng.below(N - 1) * N + rng.below(N - 1);
            let (a, b) = (1 + rng.below(N), 1 + rng.below(N));
            format!("quadruple {} {a} {b}", names(&[corner]))
        }
        35 => format!(
            "{}-indexer {}",
            rng.pick(&["row", "column"]),
            names(&cells[..1])
        ),
        29 => format!("slow-thermo {line}"),
        30 => format!("entropic {line}"),
        31 => format!("modular {line}"),
        32 => format!("region-sums {}", names(&path(rng, 2))),
        33 => format!("zipper {}", names(&path(rng, 2))),
        34 => format!(
            "candidates {} {} {}",
            names(&cells[..1]),
            1 + rng.below(N),
            1 + rng.below(N)
        ),
        _ => {
            let (a, b) = (rng.below(N * N), rng.below(N * N));
            match rng.below(2) {
                0 => format!("clone {} = {}", names(&[a]), names(&[b])),
                _ => format!("arrow r1c1 r1c2 = {}", names(&path(rng, 3))),
            }
        }
    }
}

/// A random board: some clues, maybe irregular regions, and one to three constraints, the first of this kind.
fn board(rng: &mut Rng, first: usize) -> String {
    let mut rows = vec![".".to_owned(); N * N];
    for _ in 0..rng.below(3) {
        let at = rng.below(N * N);
        rows[at] = (1 + rng.below(N)).to_string();
    }
    let rows: Vec<String> = rows.chunks(N).map(|row| row.concat()).collect();
    let mut text = rows.join("\n") + "\n";
    if rng.below(4) == 0 {
        text += *rng.pick(&[
            "regions 1112 1322 3324 3444\n",
            "regions 1111 2222 3344 3344\n",
            "regions 11.. 11.. .222 .2..\n",
        ]);
    }
    text += &constraint(rng, first);
    for _ in 0..rng.below(3) {
        let kind = rng.below(N_KINDS);
        text += "\n";
        text += &constraint(rng, kind);
    }
    text + "\n"
}

/// The answers that the judge accepts among all Latin squares.
fn judged(instance: &Instance, squares: &[Vec<i32>]) -> BTreeSet<Answer> {
    let answers = squares.iter().map(|square| Answer(square.clone()));
    answers
        .filter(|answer| Sudoku::check(instance, answer).is_ok())
        .collect()
}

fn solved(instance: &Instance, viewpoint: usize) -> BTreeSet<Answer> {
    let mut model = Model::new();
    let viewpoints = [Sudoku::VIEWPOINTS[viewpoint]];
    let formulation = formulate::<Sudoku>(instance, &viewpoints, &Choices::default(), &mut model);
    let formulation = formulation.expect("small boards");
    let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
    let solutions = session.solutions(&[]).expect("no objective");
    solutions.map(|found| (formulation.read)(&found)).collect()
}

/// The answers by the premises that are not implied, after checking that all hold in every answer.
fn by_premises(instance: &Instance, expected: &BTreeSet<Answer>) -> BTreeSet<Answer> {
    let explain: Explain<Sudoku> = Sudoku::EXPLAIN;
    let premises = (explain.premises)(instance);
    let n_facts = Sudoku::n_facts(instance);
    for answer in expected {
        for premise in &premises {
            let truth = |fact: usize| answer.0[fact / N] as usize == fact % N + 1;
            assert!(
                premise.form.holds(&truth),
                "{answer:?} breaks {}",
                premise.words
            );
        }
    }
    let mut model = Model::new();
    let facts: Vec<Var> = (0..n_facts)
        .map(|fact| model.bool(format!("f{fact}")))
        .collect();
    for premise in premises.iter().filter(|premise| !premise.is_implied) {
        let formula = premise
            .form
            .formula(&facts, &mut model)
            .expect("small numbers");
        post_bool_expr(&mut model, &formula).expect("small numbers");
    }
    model
        .set_keys(facts.clone())
        .expect("variables of the model");
    let mut session = Session::new(&model, &RunOptions::new()).expect("valid options");
    let solutions = session.solutions(&[]).expect("no objective");
    let answer = |found: gridwright_fd::Assignment| {
        let number = |cell: &[Var]| cell.iter().position(|&fact| found.value(fact) == 1);
        let numbers = facts
            .chunks(N)
            .map(|cell| number(cell).map_or(0, |at| at as i32 + 1));
        Answer(numbers.collect())
    };
    solutions.map(answer).collect()
}

#[test]
fn judge_posting_and_premises_agree() {
    let squares = latin_squares();
    assert_eq!(squares.len(), 576);
    let mut answered = vec![0; N_KINDS];
    for seed in 0..N_KINDS as u64 * 12 {
        let mut rng = Rng::new(seed);
        let first = seed as usize % N_KINDS;
        let text = board(&mut rng, first);
        let instance = match Sudoku::parse(&text) {
            Ok(instance) => instance,
            Err(error) => panic!("{}", error.render(&text, "board")),
        };
        assert!(!instance.is_plain());
        let printed = Sudoku::print(&instance);
        assert_eq!(Sudoku::parse(&printed).as_ref(), Ok(&instance), "{printed}");
        let expected = judged(&instance, &squares);
        answered[first] += expected.len();
        for viewpoint in 0..Sudoku::VIEWPOINTS.len() {
            assert_eq!(
                solved(&instance, viewpoint),
                expected,
                "viewpoint {viewpoint} of\n{text}"
            );
        }
        assert_eq!(
            by_premises(&instance, &expected),
            expected,
            "premises of\n{text}"
        );
    }
    // Every kind of constraint leaves answers on some board, except two that need larger boards.
    let needs_larger = |kind: usize| [3, 4].contains(&kind);
    let mut kinds = answered.iter().enumerate();
    assert!(
        kinds.all(|(kind, count)| *count > 0 || needs_larger(kind)),
        "{answered:?}"
    );
}

#[test]
fn clues_of_constraints_can_be_changed() {
    let sudoku = kind("sudoku").expect("a kind");
    let text = "....\n....\n....\n....\ncage 5 r1c1 r1c2\nv r2c1 r2c2\nsandwich 5 r3c1 e\nquadruple r3c3 1 2\nwhispers 3 r4c1 r4c2\n";
    let instance: Box<dyn AnyInstance> = sudoku.read(None, text).expect("a board");
    let slots = instance.clues();
    assert_eq!(slots.len(), 16 + 5);
    for slot in &slots {
        let again = instance
            .with_clue(slot.position, &slot.value)
            .expect("its value");
        assert_eq!(again.print(), instance.print(), "{:?}", slot.position);
    }
    let changed = instance.with_clue(slots[16].position, "7").expect("a sum");
    assert!(changed.print().contains("cage 7 r1c1 r1c2"));
    let removed = instance.with_clue(slots[17].position, "").expect("no dot");
    assert!(!removed.print().contains("\nv "));
    assert!(instance.with_clue(slots[18].position, "x").is_err());
}

#[test]
fn wrong_lines_are_errors_with_a_position() {
    let blank = "....\n....\n....\n....\n";
    for (line, expected) in [
        (
            "cage 5 r1c5",
            "expected a cell from r1c1 to r4c4, found `r1c5`",
        ),
        ("cage 5", "expected a line such as `cage 15 r1c1 r1c2 …`"),
        ("cage 99 r1c1", "expected a number from 0 to 10, found `99`"),
        (
            "thermo r1c1",
            "expected a line such as `thermo r1c1 r1c2 …`",
        ),
        ("renban r1c1 r1c1", "r1c1 is listed twice"),
        ("white r1c1 r2c2", "expected two cells that share a side"),
        (
            "anti-knight r1c1",
            "expected the end of the line, found `r1c1`",
        ),
        ("nabner r1c1 r1c2", "unknown constraint `nabner`"),
        (
            "sandwich 3 r2c2 s",
            "expected a cell at the edge of the board, where s leads inward, found `r2c2`",
        ),
        ("sandwich 3 r1c2 se", "expected n, e, s or w, found `se`"),
        (
            "regions 1122",
            "expected 4 words of 4 characters, one for each row, found 4 characters",
        ),
        (
            "regions 1111 1222 3344 3344",
            "a region has 5 cells, more than the 4 numbers",
        ),
        (
            "negative product 3",
            "expected difference, ratio or sum, found `product`",
        ),
        (
            "quadruple r4c4 1",
            "expected the upper left of four cells, found `r4c4`",
        ),
        (
            "clone r1c1 r1c2 = r2c1",
            "expected as many cells before `=` as after it",
        ),
    ] {
        let text = format!("{blank}{line}\n");
        let error = Sudoku::parse(&text).expect_err(line);
        assert_eq!(error.message, expected, "{line}");
        assert!(error.span.start >= blank.len(), "{line}");
    }
}
