//! `cargo xtask bench puzzles`: how long an answer or a verdict takes on known sets of every kind, beside clingo and Gecode where they are installed.
//! Not a test of speed: it fails only if a verdict is wrong.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program talks to its terminal"
)]

mod corpus;
mod cpu;
mod options;
mod ours;
mod peers;
mod process;
mod row;
mod rows;
mod table;
mod told;
mod verify;

use std::process::ExitCode;

use options::Options;

fn main() -> ExitCode {
    match options::read(std::env::args().skip(1)) {
        Ok(Some(options)) => {
            let n_wrong = if options.verify {
                verify::verify(&options)
            } else {
                rows_measured(&options)
            };
            ExitCode::from(u8::from(n_wrong > 0))
        }
        Ok(None) => {
            print!("{}", options::USAGE);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("bench: {why}\n\n{}", options::USAGE);
            ExitCode::from(2)
        }
    }
}

/// Measures every row that is wanted; the number of wrong verdicts.
fn rows_measured(options: &Options) -> usize {
    println!("CPU: {}", cpu::name());
    println!("Time: {}, setting up included", cpu::what_is_measured());
    let peers = if options.alone {
        Vec::new()
    } else {
        peers::found()
    };
    for peer in &peers {
        println!("{}", peer.about());
    }
    println!("\n{}", table::header(&peers));
    let mut n_missing = 0;
    let mut wrong = Vec::new();
    for row in rows::every_row() {
        if !options.wants(&row.name) {
            continue;
        }
        let Some(instances) = row.instances(options) else {
            n_missing += 1;
            continue;
        };
        let measured = row::measure(&row, &instances, &peers, options);
        println!("{}", table::line(&row, &measured, options.limit));
        // At once, as a run may be ended by hand, and once more at the end, where it is seen.
        for complaint in &measured.complaints {
            println!("WRONG: {complaint}");
        }
        wrong.extend(measured.complaints);
    }
    if n_missing > 0 {
        println!("\n{n_missing} rows are left out: their instances are not on this machine.");
    }
    if !wrong.is_empty() {
        println!("\n{} verdicts or counts are wrong:", wrong.len());
        for complaint in &wrong {
            println!("WRONG: {complaint}");
        }
    }
    wrong.len()
}
