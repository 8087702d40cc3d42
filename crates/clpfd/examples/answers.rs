//! Prints the answers of queries to a program that may use `library(clpfd)`: a file, then one query per argument.
#![expect(clippy::print_stdout, reason = "an example prints its answers")]

use gridwright_chr::{Environment, Limits, Program};
use gridwright_clpfd::natives;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("name a program file")?;
    let text = std::fs::read_to_string(&file)?;
    let natives = natives();
    let environment = Environment {
        natives: &natives,
        ..Environment::default()
    };
    let program = Program::parse_in(&text, &file, environment)?;
    for query in args {
        println!("?- {query}.");
        let mut run = program.query(&query, Limits::default())?;
        loop {
            match run.next_answer() {
                Ok(Some(answer)) => {
                    let bindings = answer.bindings.iter();
                    let shown: Vec<String> = bindings
                        .map(|(name, term)| format!("{name} = {term}"))
                        .collect();
                    println!("{}", shown.join(", "));
                }
                Ok(None) => break println!("no"),
                Err(error) => break println!("{error}"),
            }
        }
    }
    Ok(())
}
