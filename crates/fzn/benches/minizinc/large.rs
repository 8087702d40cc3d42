//! The time to parse and post a generated FlatZinc file of 30 MB, for Gridwright and Gecode. Both stop as soon as the search begins.

use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use gridwright_fd::Rng;

use crate::{BOUNDS, SOLVER, process};

const BYTES: usize = 30_000_000;
const NUMBERS: usize = 60_000;
const BOOLEANS: usize = 30_000;

/// Prints the times of both, in seconds.
pub(crate) fn run(scratch: &Path) -> Result<(), String> {
    let path = scratch.join("large.fzn");
    std::fs::write(&path, text()).map_err(|error| error.to_string())?;
    let path = path.to_string_lossy();
    println!("| a file of 30 MB | seconds, the fewer of two runs |\n|---|---:|");
    for program in [SOLVER, "fzn-gecode"] {
        let mut best = f64::INFINITY;
        for _ in 0..2 {
            let ended = process::run(program, &["-t", "1", &path], scratch, BOUNDS)?;
            best = best.min(ended.time.as_secs_f64());
        }
        let name = program.rsplit('/').next().unwrap_or(program);
        println!("| {name} | {best:.2} |");
    }
    Ok(())
}

/// Sums, differences and clauses over many variables, without a conflict before the search.
fn text() -> String {
    let mut rng = Rng::new(1);
    let mut text = String::new();
    for i in 0..NUMBERS {
        let max = *rng.pick(&[9, 50, 100]);
        line(&mut text, format_args!("var 1..{max}: x{i};"));
    }
    for i in 0..BOOLEANS {
        line(&mut text, format_args!("var bool: b{i};"));
    }
    while text.len() < BYTES {
        match rng.below(10) {
            0..4 => {
                let n = 3 + rng.below(6);
                let weights: Vec<i32> = (0..n)
                    .map(|_| *rng.pick(&[-3, -2, -1, 1, 2, 3, 4]))
                    .collect();
                let xs = names(&mut rng, "x", 0..NUMBERS, n);
                let max = 400 + rng.below(500);
                line(
                    &mut text,
                    format_args!("constraint int_lin_le({weights:?},{xs},{max});"),
                );
            }
            4..6 => {
                let two = names(&mut rng, "x", 0..NUMBERS, 2);
                let two = two.trim_matches(['[', ']']);
                line(&mut text, format_args!("constraint int_ne({two});"));
            }
            6..9 => {
                let n = 2 + rng.below(4);
                let (some, none) = (
                    names(&mut rng, "b", 0..BOOLEANS / 2, n),
                    names(&mut rng, "b", BOOLEANS / 2..BOOLEANS, 2),
                );
                line(
                    &mut text,
                    format_args!("constraint bool_clause({some},{none});"),
                );
            }
            _ => {
                let (xs, max) = (names(&mut rng, "x", 0..NUMBERS, 3), 1 + rng.below(9));
                let b = rng.below(BOOLEANS);
                line(
                    &mut text,
                    format_args!("constraint int_lin_le_reif([1,1,-1],{xs},{max},b{b});"),
                );
            }
        }
    }
    text.push_str("solve satisfy;\n");
    text
}

fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{words}");
}

/// Names of `n` distinct variables of a range, at equal distances from a random start.
fn names(rng: &mut Rng, letter: &str, among: Range<usize>, n: usize) -> String {
    let first = among.start + rng.below(among.len() - 7 * n);
    let names: Vec<String> = (0..n)
        .map(|i| format!("{letter}{}", first + 7 * i))
        .collect();
    format!("[{}]", names.join(","))
}
