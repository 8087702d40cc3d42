//! Runs a query on a program: `chr_run FILE QUERY [flag=value …]`, with `--trace` or `--profile` before them.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it is a program for the terminal"
)]

use std::process::ExitCode;
use std::time::Instant;

use gridwright_chr::{Limits, Program, Step};
use gridwright_term::{Operators, parse_term};

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let found = args.iter().position(|arg| arg == name);
        found.map(|at| args.remove(at)).is_some()
    };
    let (trace, profile) = (option("--trace"), option("--profile"));
    match run(&args, trace, profile) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String], trace: bool, profile: bool) -> Result<(), Box<dyn std::error::Error>> {
    let [file, query, flags @ ..] = args else {
        return Err("chr_run [--trace] [--profile] FILE QUERY [flag=value …]".into());
    };
    let text = std::fs::read_to_string(file)?;
    let mut set = Vec::new();
    for flag in flags {
        let (name, value) = flag.split_once('=').ok_or("a flag is name=value")?;
        set.push((name.to_owned(), parse_term(value, Operators::standard())?));
    }
    let started = Instant::now();
    let program = Program::parse_with(&text, file, &set)?;
    let loaded = started.elapsed();
    eprint!("{}", program.shown_warnings());
    let operators = program.operators();
    let mut listener = |step: &Step| println!("{}", step.text(operators));
    let mut run = program.query(query, Limits::default())?;
    if trace {
        run.trace(&mut listener);
    }
    let started = Instant::now();
    let answer = run.next_answer()?;
    let took = started.elapsed();
    print!("{}", run.take_output());
    match answer {
        None => println!("no"),
        Some(answer) => {
            for (name, term) in &answer.bindings {
                println!("{name} = {}", term.display_with(operators));
            }
            for term in &answer.store {
                println!("{}", term.display_with(operators));
            }
        }
    }
    if profile {
        print!("{}\n{}", run.counters().table(), program.index_report());
    }
    let report = run.report(None);
    eprintln!(
        "load {loaded:?}, run {took:?}, {} steps, {} bytes, flags {:?}",
        report.steps, report.memory, report.flags
    );
    Ok(())
}
