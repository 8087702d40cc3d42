//! Recounts every cell of the reports' ECLiPSe tables and prints differences.
//!
//! `cargo xtask bench eclipse [--most N] [--rows]` skips counts above N; with `--rows` it prints a line per table for
//! a recording.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod tables;

use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let most = words.iter().position(|word| word == "--most");
    let most = most.and_then(|at| words.get(at + 1)?.parse().ok());
    let most = most.unwrap_or(u64::MAX);
    let is_recorded = words.iter().any(|word| word == "--rows");
    for (title, cells) in [
        ("report 000, Sudoku", tables::sudoku()),
        ("report 000, Hashiwokakero", tables::hashi()),
        ("report 001, Battleship", tables::battleship()),
    ] {
        let began = Instant::now();
        let (mut equal, mut counted, mut left_out) = (0, 0, 0);
        for cell in cells {
            if cell.published > most {
                left_out += 1;
                continue;
            }
            counted += 1;
            let count = cell.count();
            if count == Some(cell.published) {
                equal += 1;
            } else {
                println!(
                    "{}: published {}, ours {count:?}",
                    cell.name, cell.published
                );
            }
        }
        let took = began.elapsed().as_secs_f64();
        println!("{title}: {equal} of {counted} counts equal, {left_out} left out, {took:.1} s");
        if is_recorded {
            let ms = took * 1e3;
            println!("#row\t{title}\tequal={equal}\tcounted={counted}\tms:{ms:.4}");
        }
    }
}
