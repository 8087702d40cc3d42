//! Solves a Sudoku: `cargo run --release --example sudoku -- [81 characters, "." or "0" for a blank]`.
#![expect(
    clippy::print_stdout,
    reason = "a program talks on its standard output"
)]

use std::error::Error;
use std::process::ExitCode;

use gridwright_constraints::all_different;
use gridwright_fd::{Assignment, Limits, Model, ModelError, Var};
use gridwright_solve::{Plan, Session, TimeLimit, Unique};

/// Solved when none is given: hard for people, easy for an engine.
const BUILT_IN: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn main() -> ExitCode {
    let text = std::env::args().nth(1);
    match solve(text.as_deref().unwrap_or(BUILT_IN)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn solve(text: &str) -> Result<(), Box<dyn Error>> {
    let clues = read(text)?;
    let (model, cells) = formulate(&clues)?;
    let plan = Plan::new().limits(Limits::default().timed());
    let mut session = Session::new(&model, &plan)?;
    let verdict = session.unique()?;
    println!("{}", board(&clues));
    let answer = |found: &Assignment| board(&found.values(&cells));
    match &verdict {
        Unique::None => println!("There is no answer."),
        Unique::One(found) => println!("{}\nThis is the only answer.", answer(found)),
        Unique::Many(a, b) => {
            println!(
                "{}\nIt is not the only answer: here is another.\n",
                answer(a)
            );
            println!("{}", answer(b));
        }
        Unique::Unknown(limit, _) => println!("Gave up: {limit}."),
    }
    let stats = session.stats();
    println!(
        "{} nodes, {} failures, set up in {:.2?}, solved in {:.2?}",
        stats.nodes, stats.failures, stats.setup_time, stats.solve_time
    );
    Ok(())
}

/// The clues of a board, 0 for a blank.
fn read(text: &str) -> Result<Vec<i32>, String> {
    let clue = |c: char| match c {
        '.' | '0' => Ok(0),
        '1'..='9' => Ok(c as i32 - '0' as i32),
        c => Err(format!("`{c}` is not a digit, and not a \".\" for a blank")),
    };
    let clues: Vec<i32> = text.trim().chars().map(clue).collect::<Result<_, _>>()?;
    match clues.len() {
        81 => Ok(clues),
        n => Err(format!("a board has 81 cells, not {n}")),
    }
}

/// One variable per cell; those of a row, a column or a block differ.
fn formulate(clues: &[i32]) -> Result<(Model, Vec<Var>), ModelError> {
    let mut model = Model::new();
    let mut cells = Vec::new();
    for (i, &clue) in clues.iter().enumerate() {
        let values = if clue == 0 { 1..=9 } else { clue..=clue };
        cells.push(model.var(format!("r{}c{}", i / 9 + 1, i % 9 + 1), values)?);
    }
    for i in 0..9 {
        let (row, col) = (i / 3 * 3, i % 3 * 3);
        model.post(all_different((0..9).map(|j| cells[9 * i + j])))?;
        model.post(all_different((0..9).map(|j| cells[9 * j + i])))?;
        model.post(all_different(
            (0..9).map(|j| cells[9 * (row + j / 3) + col + j % 3]),
        ))?;
    }
    Ok((model, cells))
}

/// A board in lines, with bars between blocks.
fn board(values: &[i32]) -> String {
    let mut text = String::new();
    for (row, line) in values.chunks(9).enumerate() {
        if row % 3 == 0 && row > 0 {
            text.push_str("------+-------+------\n");
        }
        for (col, &value) in line.iter().enumerate() {
            if col % 3 == 0 && col > 0 {
                text.push_str("| ");
            }
            let shown = char::from_digit(value as u32, 10).filter(|_| value > 0);
            text.push(shown.unwrap_or('.'));
            text.push(if col == 8 { '\n' } else { ' ' });
        }
    }
    text
}
