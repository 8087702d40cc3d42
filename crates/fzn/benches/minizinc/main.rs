//! Gridwright and Gecode on the same MiniZinc models: `cargo xtask bench minizinc [--rows] [part of a name …]`; `--rows` prints a line for
//! every recorded row. With `--models DIR` it runs the models of a folder instead; see `models.rs`.
//!
//! Every model is flattened twice. *Same*: with MiniZinc's standard library, which decomposes globals, so that both solvers read the same file. *Own*: each
//! with its own library, so that native globals are used. Times are processor times of the whole program, parsing included, the smaller of two runs. A run that
//! reaches the time limit counts as the limit. `large` measures only the time to parse and post a file of 30 MB.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod large;
mod models;
#[path = "../../../lab/src/process/mod.rs"]
#[expect(dead_code, reason = "the lab measures its own threads too")]
mod process;

use std::path::{Path, PathBuf};
use std::time::Duration;

use gridwright_flatzinc::configuration;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/minizinc");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const SOLVER: &str = env!("CARGO_BIN_EXE_fzn-gridwright");

/// The time limit of a run.
const LIMIT: Duration = Duration::from_secs(10);
/// The default limit of a run with `--models`.
const MODELS_LIMIT: Duration = Duration::from_secs(20);
const BOUNDS: process::Bounds = process::Bounds {
    time: LIMIT,
    memory: None,
};

/// A model, whether it is in `crates/lab/peers/minizinc` (with data), and whether all solutions are searched for.
struct Case {
    name: &'static str,
    is_example: bool,
    all: bool,
}

const fn case(name: &'static str, is_example: bool, all: bool) -> Case {
    Case {
        name,
        is_example,
        all,
    }
}

const CASES: &[Case] = &[
    case("queens", false, true),
    case("golomb", false, false),
    case("langford", false, true),
    case("quasigroup", false, false),
    case("route", false, false),
    case("tours", false, true),
    case("islands", false, true),
    case("network", false, false),
    case("jobs", false, false),
    case("project", false, false),
    case("design", false, false),
    case("colouring", false, false),
    case("words", false, true),
    case("packing", false, false),
    case("sudoku", true, false),
    case("magic", true, true),
    case("path", true, true),
    case("hashi", true, true),
    case("battleship", true, true),
    case("whitetan", true, true),
];

/// The models with a native global that the standard library decomposes.
const NATIVE: &[&str] = &["route", "tours", "islands", "network"];

/// The time of a run, and whether it reached the limit.
#[derive(Clone, Copy)]
struct Time {
    seconds: f64,
    cut: bool,
}

/// The times of one model.
struct Row {
    name: &'static str,
    /// Same file: ours fixed, ours free, Gecode's fixed, Gecode's free.
    same: [Time; 4],
    /// Own libraries, in the same order.
    own: [Time; 4],
}

/// The command line.
#[derive(Default)]
struct Words {
    /// Parts of names.
    filters: Vec<String>,
    is_recorded: bool,
    /// The folder of `--models`.
    models: Option<PathBuf>,
    /// The time limit of `--limit`, for `--models`.
    limit: Option<Duration>,
}

fn words(args: impl IntoIterator<Item = String>) -> Result<Words, String> {
    let mut words = Words::default();
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--rows" => words.is_recorded = true,
            "--models" => {
                let folder = args.next().ok_or("--models needs a folder")?;
                words.models = Some(folder.into());
            }
            "--limit" => {
                let seconds = args.next().and_then(|word| word.parse().ok());
                let seconds = seconds.filter(|seconds| (1..=86_400).contains(seconds));
                let seconds = seconds.ok_or("--limit needs a number of seconds from 1 to 86400")?;
                words.limit = Some(Duration::from_secs(seconds));
            }
            // Cargo adds options of its own.
            _ if arg.starts_with('-') => {}
            _ => words.filters.push(arg),
        }
    }
    Ok(words)
}

fn main() {
    let words = match words(std::env::args().skip(1)) {
        Ok(words) => words,
        Err(why) => {
            println!("{why}");
            std::process::exit(2);
        }
    };
    let (filters, is_recorded) = (words.filters, words.is_recorded);
    let is_selected = |case: &&Case| {
        filters.is_empty() || filters.iter().any(|part| case.name.contains(part.as_str()))
    };
    let scratch =
        std::env::temp_dir().join(format!("gridwright-bench-minizinc-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder for temporary files");
    let (name, description) = (process::cpu::name(), process::cpu::description());
    let limit = words.limit.unwrap_or(match words.models {
        Some(_) => MODELS_LIMIT,
        None => LIMIT,
    });
    println!("{name}; {description}; limit {} s\n", limit.as_secs());
    if let Some(folder) = &words.models {
        let done = models::run(folder, limit, &filters, &scratch);
        let _ = std::fs::remove_dir_all(&scratch);
        if let Err(why) = done {
            println!("{why}");
            std::process::exit(1);
        }
        return;
    }
    if filters == ["large"] {
        if let Err(why) = large::run(&scratch) {
            println!("{why}");
        }
        let _ = std::fs::remove_dir_all(&scratch);
        return;
    }
    println!(
        "| model | same file: fixed | free | Gecode fixed | free | own library: fixed | free | Gecode fixed | free |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut rows = Vec::new();
    for case in CASES.iter().filter(is_selected) {
        match measured(case, &scratch) {
            Ok(row) => {
                let times = row.same.iter().chain(&row.own).map(|time| shown(*time));
                let times: Vec<String> = times.collect();
                println!("| {} | {} |", row.name, times.join(" | "));
                if is_recorded {
                    for (search, time) in [("fixed", row.own[0]), ("free", row.own[1])] {
                        let (name, ms) = (row.name, time.seconds * 1e3);
                        let cut = u8::from(time.cut);
                        println!("#row\t{name}, {search}\tcut={cut}\tms:{ms:.4}");
                    }
                }
                rows.push(row);
            }
            Err(why) => println!("| {} | {why} |", case.name),
        }
    }
    println!();
    summary(&rows);
    // Temporary files may be left behind.
    let _ = std::fs::remove_dir_all(&scratch);
}

fn summary(rows: &[Row]) {
    let mean = |ratio: &dyn Fn(&Row) -> f64| {
        let sum: f64 = rows.iter().map(|row| ratio(row).ln()).sum();
        (sum / rows.len().max(1) as f64).exp()
    };
    let over = |a: Time, b: Time| a.seconds / b.seconds;
    println!("Geometric means of our time over Gecode's:");
    for (search, at) in [("fixed", 0), ("free", 1)] {
        let same = mean(&|row| over(row.same[at], row.same[at + 2]));
        let own = mean(&|row| over(row.own[at], row.own[at + 2]));
        println!("- same file, {search} search: {same:.2}");
        println!("- own libraries, {search} search: {own:.2}");
    }
    println!(
        "\nOur constraint over MiniZinc's decomposition of it, both solved by us, fixed search:"
    );
    for row in rows.iter().filter(|row| NATIVE.contains(&row.name)) {
        let ratio = over(row.own[0], row.same[0]);
        let bound = if row.same[0].cut { "less than " } else { "" };
        println!("- {}: {bound}{ratio:.3}", row.name);
    }
}

fn shown(time: Time) -> String {
    let over = if time.cut { "> " } else { "" };
    format!("{over}{:.3}", time.seconds)
}

/// Flattens a model three times and runs eight configurations.
fn measured(case: &Case, scratch: &Path) -> Result<Row, String> {
    configure(scratch)?;
    let ours = ["--solver", "org.gridwright.gridwright"];
    let same = flat(case, scratch, "same", &[&ours[..], &["-G", "std"]].concat())?;
    let own = flat(case, scratch, "own", &ours)?;
    // Gecode's library lacks names that newer versions of MiniZinc use.
    let natives = format!("{ROOT}/crates/lab/peers/minizinc/gecode");
    let gecode = flat(
        case,
        scratch,
        "gecode",
        &["--solver", "org.gecode.gecode", "-I", &natives],
    )?;
    let all: &[&str] = if case.all { &["-a"] } else { &[] };
    let times = |ours: &Path, gecode: &Path| {
        let run = |program: &str, file: &Path, more: &[&str]| {
            timed(program, &[all, more].concat(), file, scratch)
        };
        Ok::<[Time; 4], String>([
            run(SOLVER, ours, &[])?,
            run(SOLVER, ours, &["-f"])?,
            run("fzn-gecode", gecode, &[])?,
            run("fzn-gecode", gecode, &["-f"])?,
        ])
    };
    Ok(Row {
        name: case.name,
        same: times(&same, &same)?,
        own: times(&own, &gecode)?,
    })
}

fn flat(case: &Case, scratch: &Path, tag: &str, solver: &[&str]) -> Result<PathBuf, String> {
    let Case {
        name, is_example, ..
    } = case;
    let into = scratch.join(format!("{name}.{tag}.fzn"));
    let files = match is_example {
        true => vec![
            format!("{ROOT}/crates/lab/peers/minizinc/{name}.mzn").into(),
            format!("{FOLDER}/data/{name}.dzn").into(),
        ],
        false => vec![format!("{FOLDER}/models/{name}.mzn").into()],
    };
    minizinc(solver, &files, &into, scratch)?;
    Ok(into)
}

/// Writes the configuration with which MiniZinc finds our solver.
fn configure(scratch: &Path) -> Result<(), String> {
    let solvers = scratch.join("solvers");
    std::fs::create_dir_all(&solvers).map_err(|error| error.to_string())?;
    let text = configuration(SOLVER, &format!("{ROOT}/crates/flatzinc/library"));
    std::fs::write(solvers.join("gridwright.msc"), text).map_err(|error| error.to_string())
}

/// Flattens model and data files for a solver.
fn minizinc(solver: &[&str], files: &[PathBuf], into: &Path, scratch: &Path) -> Result<(), String> {
    let output = std::process::Command::new("minizinc")
        .args(solver)
        .args(["-c", "--no-output-ozn", "--fzn"])
        .arg(into)
        .args(files)
        .env("MZN_SOLVER_PATH", scratch.join("solvers"))
        .output()
        .map_err(|error| format!("minizinc: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The smaller time of two runs, in seconds.
fn timed(program: &str, options: &[&str], file: &Path, scratch: &Path) -> Result<Time, String> {
    let file = file.to_string_lossy();
    let args = [options, &[&*file]].concat();
    let mut best: Option<Time> = None;
    for _ in 0..2 {
        let ended = process::run(program, &args, scratch, BOUNDS)?;
        if !ended.is_killed && !ended.text.contains("=====") && !ended.text.contains("-----") {
            return Err(format!("{program}: {}", ended.text));
        }
        let time = Time {
            seconds: ended.time.as_secs_f64(),
            cut: ended.is_killed,
        };
        if best.is_none_or(|best| time.seconds < best.seconds) {
            best = Some(time);
        }
        if time.cut {
            break;
        }
    }
    best.ok_or_else(|| "nothing was run".to_owned())
}
