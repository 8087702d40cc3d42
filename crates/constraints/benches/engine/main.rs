//! `cargo xtask bench engine`: search speed, compared with Gecode on the same search trees where both can run.
//! It fails only if an answer is wrong, or if a board that propagation should solve needed search; never because it is slow.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program talks to its terminal"
)]

mod case;
mod colouring;
mod gecode;
mod logic;
mod measure;
mod problem;
mod queens;
mod series;
mod squares;
mod sudoku;
mod table;

use std::process::ExitCode;

use case::{Case, Cases};
use gecode::Gecode;

const USAGE: &str = "\
Usage: cargo xtask bench engine [--quick] [--profile NAME] [FILTER]...

  FILTER          only rows whose model and variant contain one of these texts
  --rows          prints also a line for every row that is recorded
  --quick         one run instead of the median of three, and only the short rows
  --profile NAME  runs the rows that contain NAME once, without Gecode, for a profiler
  --flatzinc NAME prints what Gecode is given for the rows that contain NAME
";

/// The options of the command line.
#[derive(Default)]
struct Options {
    filters: Vec<String>,
    quick: bool,
    rows: bool,
    profile: bool,
    flatzinc: bool,
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(why) => {
            eprintln!("bench: {why}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if options.flatzinc {
        print_flatzinc(&options);
        return ExitCode::SUCCESS;
    }
    let once = options.quick || options.profile;
    let n_runs = if once { 1 } else { 3 };
    let gecode = Some(())
        .filter(|()| !options.profile)
        .and_then(|()| Gecode::find());
    println!("CPU: {}", measure::cpu_name());
    match (&gecode, options.profile) {
        (Some(gecode), _) => println!("Gecode: {}", gecode.version()),
        (None, true) => {}
        (None, false) => println!("Gecode: fzn-gecode is not installed, so its columns stay empty"),
    }
    println!("\n{}", table::header());
    let mut errors = Vec::new();
    for case in every_case() {
        if !is_selected(&case, &options) {
            continue;
        }
        let Some(plan) = (case.build)() else {
            println!("{}", table::skipped(case.model, &case.variant));
            continue;
        };
        let row = measure::row(&plan, gecode.as_ref(), n_runs);
        println!("{}", table::line(case.model, &case.variant, &row));
        if options.rows {
            println!("{}", table::recorded(case.model, &case.variant, &row));
        }
        errors.extend(
            row.errors
                .iter()
                .map(|what| format!("{} {}: {what}", case.model, case.variant)),
        );
    }
    for error in &errors {
        println!("WRONG: {error}");
    }
    ExitCode::from(u8::from(!errors.is_empty()))
}

/// Prints the FlatZinc that Gecode gets for the selected rows.
fn print_flatzinc(options: &Options) {
    for case in every_case()
        .iter()
        .filter(|case| is_selected(case, options))
    {
        if let Some(plan) = (case.build)().filter(|plan| plan.gecode) {
            for problem in &plan.problems {
                print!("{}", problem.flatzinc(&plan.levels, plan.select));
            }
        }
    }
}

/// All rows, in the order of the table.
fn every_case() -> Vec<Case> {
    let mut cases = Cases::default();
    queens::cases(&mut cases);
    colouring::cases(&mut cases);
    squares::cases(&mut cases);
    series::cases(&mut cases);
    sudoku::cases(&mut cases);
    logic::cases(&mut cases);
    cases.0
}

fn is_selected(case: &Case, options: &Options) -> bool {
    if options.quick && case.long {
        return false;
    }
    let name = format!("{} {}", case.model, case.variant);
    let mut filters = options.filters.iter();
    options.filters.is_empty() || filters.any(|filter| name.contains(filter.as_str()))
}

/// Reads the arguments; `None` for help.
fn options(args: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options::default();
    let mut args = args.peekable();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            // Cargo passes `--bench` to every bench.
            "--bench" => {}
            "--quick" => options.quick = true,
            "--rows" => options.rows = true,
            "--help" | "-h" => return Ok(None),
            "--profile" | "--flatzinc" => {
                let name = args
                    .next()
                    .ok_or(format!("{arg} needs the name of a row"))?;
                options.profile |= arg == "--profile";
                options.flatzinc |= arg == "--flatzinc";
                options.filters.push(name);
            }
            other if other.starts_with('-') => {
                return Err(format!("no option is called `{other}`"));
            }
            _ => options.filters.push(arg),
        }
    }
    Ok(Some(options))
}
