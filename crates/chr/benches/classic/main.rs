//! `cargo xtask bench chr`: the classic programs and those of the reports, beside SWI-Prolog on the same text in the same run.
//! Not a test of speed: it fails only if an answer differs. Search nodes that differ are printed.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program talks to its terminal"
)]

mod bare;
mod case;
mod ours;
mod swi;

use std::path::PathBuf;
use std::process::ExitCode;

use case::Case;
use swi::Timed;

const USAGE: &str = "\
Usage: cargo xtask bench chr [--quick] [--alone] [FILTER]...

  FILTER   only rows whose name contains one of these texts
  --quick  only the short rows
  --alone  without SWI-Prolog
";

/// Alone, a time is the median of so many, each of a fraction of a second, so that two recordings on a quiet machine agree.
const N_RUNS: usize = 5;

/// Beside SWI-Prolog both sides take turns, with so many runs each, and the shortest of all counts: whatever else a machine does only makes a run longer, and it
/// may do so for seconds on end, to one side and not to the other.
const N_TURNS: usize = 5;
const N_RUNS_IN_TURN: usize = 3;

/// Sizes of the store in the row about look-ups.
const SIZES: [u32; 4] = [1_000, 10_000, 100_000, 1_000_000];

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| arg != "--bench")
        .collect();
    if args.iter().any(|arg| arg == "--help") {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let mut option = |name: &str| {
        let before = args.len();
        args.retain(|arg| arg != name);
        args.len() < before
    };
    let (quick, alone) = (option("--quick"), option("--alone"));
    let is_recorded = option("--rows");
    let swi = if alone { None } else { swi::version() };
    println!("{}", swi.as_deref().unwrap_or("without SWI-Prolog"));
    println!(
        "\n{:<20} {:>10} {:>10} {:>9} {:>9} {:>7} {:>9}",
        "program", "load s", "SWI", "run s", "SWI", "times", "nodes"
    );
    let mut ratios = Vec::new();
    let mut complaints = Vec::new();
    for case in case::cases() {
        let wanted = args.is_empty() || args.iter().any(|filter| case.name.contains(filter));
        if !wanted || (quick && !case.short) {
            continue;
        }
        match row(&case, swi.is_some(), is_recorded) {
            Ok(ratio) => ratios.extend(ratio),
            Err(why) => complaints.push(format!("{}: {why}", case.name)),
        }
    }
    if !ratios.is_empty() {
        let logs: f64 = ratios.iter().map(|ratio: &f64| ratio.ln()).sum();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let mean = (logs / ratios.len() as f64).exp();
        println!("\ngeometric mean {mean:.1} times, least {least:.1} times");
    }
    if args.is_empty() {
        println!(
            "\n{:>12} {:>16} {:>16} {:>16} {:>22}",
            "stored", "ns for a look-up", "bare table", "above it", "bytes for a constraint"
        );
        for size in SIZES {
            let bare = bare::look_up(size);
            match ours::items(size) {
                Ok((spent, memory)) => println!(
                    "{size:>12} {spent:>16.0} {bare:>16.0} {:>16.0} {memory:>22.0}",
                    spent - bare
                ),
                Err(why) => complaints.push(why),
            }
        }
    }
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    ExitCode::from(u8::from(!complaints.is_empty()))
}

/// Runs one case on both sides and prints its line; returns how many times faster we are.
fn row(case: &Case, with_swi: bool, is_recorded: bool) -> Result<Option<f64>, String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/classic/programs");
    let file = folder.join(format!("{}.pl", case.program));
    let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
    let (ours, theirs) = if with_swi {
        let turn = || -> Result<(Timed, Timed), String> {
            let ours = ours::run(case, &text, N_RUNS_IN_TURN)?;
            Ok((ours, swi::run(case, &file, N_RUNS_IN_TURN)?))
        };
        let (mut ours, mut theirs) = turn()?;
        for _ in 1..N_TURNS {
            let (our_turn, their_turn) = turn()?;
            ours.join(&our_turn);
            theirs.join(&their_turn);
        }
        (ours, Some(theirs))
    } else {
        (ours::run(case, &text, N_RUNS)?, None)
    };
    let seconds = |timed: &Timed| match with_swi {
        true => timed.shortest(),
        false => ours::median(&timed.runs),
    };
    if is_recorded {
        let (load, ms) = (ours.load * 1e3, seconds(&ours) * 1e3);
        let (name, nodes) = (case.name, ours.nodes);
        println!("#row\t{name}\tnodes={nodes}\tload:{load:.4}\tms:{ms:.4}");
    }
    print!("{:<20} {:>10.4}", case.name, ours.load);
    let Some(theirs) = theirs else {
        println!(
            " {:>10} {:>9.3} {:>9} {:>7} {:>9}",
            "",
            seconds(&ours),
            "",
            "",
            ours.nodes
        );
        return Ok(None);
    };
    let ratio = seconds(&theirs) / seconds(&ours);
    println!(
        " {:>10.4} {:>9.3} {:>9.3} {ratio:>7.1} {:>9}{}",
        theirs.load,
        seconds(&ours),
        seconds(&theirs),
        ours.nodes,
        if ours.nodes == theirs.nodes {
            String::new()
        } else {
            format!(" (SWI {})", theirs.nodes)
        }
    );
    if ours.answer == theirs.answer {
        Ok(Some(ratio))
    } else {
        Err(format!(
            "the answer is {}, SWI-Prolog's is {}",
            ours.answer, theirs.answer
        ))
    }
}
