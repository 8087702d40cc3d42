//! `cargo xtask bench scaling`: how time and memory grow with the board size, for us and for installed peers; tables, fits and plots.
//! It fails only if two sides disagree on a verdict.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program prints to its terminal"
)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use gridwright::control::Stop;
use gridwright_lab::scaling::{
    CURVES, Curve, CurveResult, ScalingOptions, draw_plots, file_stem, format_csv, markdown,
    measure_curve, parse_csv, parse_curves, record_lines, run_child, summary,
};

const USAGE: &str = "\
Usage: cargo xtask bench scaling [--limit SECONDS] [--peer NAME]... [--alone] [--to DIR] [--draw] [--curves FILE] [--rows] [CURVE]...

  CURVE           only curves whose names contain one of these texts
  --limit SECONDS time limit for each board, default 60; a side that settles less than half of a size stops there
  --peer NAME     only this peer; default clingo, gecode, ortools and cadical
  --alone         without peers
  --to DIR        folder for plots, scaling.md and scaling.csv, default target/scaling
  --draw          measures nothing; draws plots and scaling.md again from scaling.csv in that folder
  --curves FILE   other curves than crates/lab/experiments/scaling.toml
  --rows          also prints the lines to record
";

/// The default folder.
const TO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/scaling");

struct Options {
    limit: Duration,
    peers: Option<Vec<String>>,
    to: PathBuf,
    draw: bool,
    curves: Option<PathBuf>,
    rows: bool,
    names: Vec<String>,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run_child(&args) {
        Some(Ok(line)) => {
            println!("{line}");
            return ExitCode::SUCCESS;
        }
        Some(Err(error)) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
        None => {}
    }
    match parse(args.into_iter()) {
        Ok(Some(options)) => match run(&options) {
            Ok(errors) => {
                for error in &errors {
                    println!("WRONG: {error}");
                }
                ExitCode::from(u8::from(!errors.is_empty()))
            }
            Err(error) => {
                eprintln!("bench: {error}");
                ExitCode::FAILURE
            }
        },
        Ok(None) => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("bench: {error}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Parses the arguments; `None` for `--help`.
fn parse(mut args: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options {
        limit: Duration::from_mins(1),
        peers: None,
        to: PathBuf::from(TO),
        draw: false,
        curves: None,
        rows: false,
        names: Vec::new(),
    };
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            // Cargo passes it to every bench.
            "--bench" => {}
            "--help" | "-h" => return Ok(None),
            "--limit" => {
                let text = value()?;
                let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0);
                let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                options.limit = limit.ok_or(format!("`{text}` is not a number of seconds"))?;
            }
            "--peer" => {
                let name = value()?;
                let known = gridwright_lab::peers::peer_names();
                if !known.contains(&name.as_str()) {
                    let known = known.join(", ");
                    return Err(format!("unknown peer `{name}`; expected one of {known}"));
                }
                options.peers.get_or_insert_default().push(name);
            }
            "--alone" => options.peers = Some(Vec::new()),
            "--to" => options.to = PathBuf::from(value()?),
            "--draw" => options.draw = true,
            "--curves" => options.curves = Some(PathBuf::from(value()?)),
            "--rows" => options.rows = true,
            flag if flag.starts_with('-') => return Err(format!("unknown option `{flag}`")),
            _ => options.names.push(arg),
        }
    }
    Ok(Some(options))
}

/// Measures the selected curves; returns the verdicts that differ.
fn run(options: &Options) -> Result<Vec<String>, String> {
    let (text, shown) = match &options.curves {
        None => (
            CURVES.to_owned(),
            "crates/lab/experiments/scaling.toml".to_owned(),
        ),
        Some(path) => {
            let shown = path.display().to_string();
            let text =
                std::fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
            (text, shown)
        }
    };
    let all = parse_curves(&text).map_err(|error| error.render(&text, &shown))?;
    let is_selected = |curve: &Curve| {
        let mut names = options.names.iter();
        options.names.is_empty() || names.any(|name| curve.name.contains(name.as_str()))
    };
    let selected: Vec<Curve> = all
        .iter()
        .filter(|curve| is_selected(curve))
        .cloned()
        .collect();
    if selected.is_empty() {
        let names: Vec<&str> = all.iter().map(|curve| curve.name.as_str()).collect();
        return Err(format!(
            "unknown curve; expected one of: {}",
            names.join("; ")
        ));
    }
    let default = ["clingo", "gecode", "ortools", "cadical"];
    let default = || default.iter().map(|name| (*name).to_owned()).collect();
    let scaling = ScalingOptions {
        program: std::env::current_exe().map_err(|error| error.to_string())?,
        peers: options.peers.clone().unwrap_or_else(default),
        time: options.limit,
        memory: Some(4 << 30),
        stop: Stop::new(),
    };
    let failed = |error: std::io::Error| format!("{}: {error}", options.to.display());
    std::fs::create_dir_all(&options.to).map_err(failed)?;
    let previous = match options.draw {
        true => {
            let text = std::fs::read_to_string(options.to.join("scaling.csv")).map_err(failed)?;
            parse_csv(&text)
                .map_err(|error| format!("{}/scaling.csv: {error}", options.to.display()))?
        }
        false => Vec::new(),
    };
    let mut errors = Vec::new();
    let mut done: Vec<(Curve, CurveResult)> = Vec::new();
    for curve in selected {
        println!("{}", curve.name);
        let result = if options.draw {
            let found = previous.iter().find(|(name, _)| *name == curve.name);
            let Some((_, result)) = found else {
                println!("  not in scaling.csv");
                continue;
            };
            result.clone()
        } else {
            measure_curve(&curve, &scaling, &mut |line| println!("{line}"))?
        };
        println!("{}", summary(&result));
        let plots = draw_plots(&result);
        let path = |what: &str| options.to.join(format!("{}-{what}.svg", file_stem(&curve)));
        std::fs::write(path("time"), plots.time).map_err(failed)?;
        if let Some(memory) = plots.memory {
            std::fs::write(path("memory"), memory).map_err(failed)?;
        }
        if options.rows {
            for line in record_lines(&curve, &result) {
                println!("#row\t{line}");
            }
        }
        errors.extend(result.errors.iter().cloned());
        done.push((curve, result));
        // Written after each curve, in case the run is interrupted.
        let text = markdown(&done, "scaling", options.limit.as_secs_f64());
        std::fs::write(options.to.join("scaling.md"), text).map_err(failed)?;
        if !options.draw {
            let named = done
                .iter()
                .map(|(curve, result)| (curve.name.as_str(), result));
            std::fs::write(options.to.join("scaling.csv"), format_csv(named)).map_err(failed)?;
        }
    }
    println!("{0}/scaling.md and plots", options.to.display());
    Ok(errors)
}
