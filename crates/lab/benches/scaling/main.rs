//! `cargo xtask bench scaling`: how time and memory grow with the board, of us and of other programs where they are installed; tables, fits and pictures.
//! Not a test of speed: it fails only if two sides disagree on a verdict.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program talks to its terminal"
)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use gridwright::control::Stop;
use gridwright_lab::scaling::{
    CURVES, Curve, Grown, Wanted, answer, block, curves, file, grow, kept, markdown, pictures,
    read_kept, recorded,
};

const USAGE: &str = "\
Usage: cargo xtask bench scaling [--limit SECONDS] [--peer NAME]... [--alone] [--to DIR] [--draw] [--curves FILE] [--rows] [CURVE]...

  CURVE           only curves whose names contain one of these texts
  --limit SECONDS how long each board may take, 60 if left out; a side that settles less than half of a size gets no larger one
  --peer NAME     only this peer; clingo, gecode, ortools and cadical if left out
  --alone         without peers
  --to DIR        where pictures, scaling.md and scaling.csv are written; target/scaling if left out
  --draw          measures nothing, and makes pictures and scaling.md again of scaling.csv in that folder
  --curves FILE   curves of your own instead of experiments/scaling.toml
  --rows          prints also a line for every size that is recorded
";

/// Where the pictures go unless a folder is named.
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
    match answer(&args) {
        Some(Ok(line)) => {
            println!("{line}");
            return ExitCode::SUCCESS;
        }
        Some(Err(why)) => {
            eprintln!("{why}");
            return ExitCode::FAILURE;
        }
        None => {}
    }
    match read(args.into_iter()) {
        Ok(Some(options)) => match run(&options) {
            Ok(complaints) => {
                for complaint in &complaints {
                    println!("WRONG: {complaint}");
                }
                ExitCode::from(u8::from(!complaints.is_empty()))
            }
            Err(why) => {
                eprintln!("bench: {why}");
                ExitCode::FAILURE
            }
        },
        Ok(None) => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("bench: {why}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Reads the arguments; `None` if help is wanted.
fn read(mut args: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
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
            // Cargo adds it to the arguments of every bench.
            "--bench" => {}
            "--help" | "-h" => return Ok(None),
            "--limit" => {
                let text = value()?;
                let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0);
                let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                options.limit = limit.ok_or(format!("`{text}` is no number of seconds"))?;
            }
            "--peer" => {
                let name = value()?;
                let known = gridwright_lab::peers::names();
                if !known.contains(&name.as_str()) {
                    let known = known.join(", ");
                    return Err(format!("no peer is called `{name}`; there are {known}"));
                }
                options.peers.get_or_insert_default().push(name);
            }
            "--alone" => options.peers = Some(Vec::new()),
            "--to" => options.to = PathBuf::from(value()?),
            "--draw" => options.draw = true,
            "--curves" => options.curves = Some(PathBuf::from(value()?)),
            "--rows" => options.rows = true,
            flag if flag.starts_with('-') => return Err(format!("`{flag}` is not understood")),
            _ => options.names.push(arg),
        }
    }
    Ok(Some(options))
}

/// Measures every curve that is wanted; what is wrong with the verdicts.
fn run(options: &Options) -> Result<Vec<String>, String> {
    let (text, shown) = match &options.curves {
        None => (CURVES.to_owned(), "experiments/scaling.toml".to_owned()),
        Some(path) => {
            let shown = path.display().to_string();
            let text =
                std::fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
            (text, shown)
        }
    };
    let all = curves(&text).map_err(|error| error.render(&text, &shown))?;
    let is_meant = |curve: &Curve| {
        let mut names = options.names.iter();
        options.names.is_empty() || names.any(|name| curve.name.contains(name.as_str()))
    };
    let meant: Vec<Curve> = all
        .iter()
        .filter(|curve| is_meant(curve))
        .cloned()
        .collect();
    if meant.is_empty() {
        let names: Vec<&str> = all.iter().map(|curve| curve.name.as_str()).collect();
        return Err(format!("no such curve; there are: {}", names.join("; ")));
    }
    let usual = ["clingo", "gecode", "ortools", "cadical"];
    let usual = || usual.iter().map(|name| (*name).to_owned()).collect();
    let wanted = Wanted {
        program: std::env::current_exe().map_err(|error| error.to_string())?,
        peers: options.peers.clone().unwrap_or_else(usual),
        time: options.limit,
        memory: Some(4 << 30),
        stop: Stop::new(),
    };
    let wrong = |error: std::io::Error| format!("{}: {error}", options.to.display());
    std::fs::create_dir_all(&options.to).map_err(wrong)?;
    let before = match options.draw {
        true => {
            let text = std::fs::read_to_string(options.to.join("scaling.csv")).map_err(wrong)?;
            read_kept(&text)
                .map_err(|why| format!("{}/scaling.csv: {why}", options.to.display()))?
        }
        false => Vec::new(),
    };
    let mut complaints = Vec::new();
    let mut done: Vec<(Curve, Grown)> = Vec::new();
    for curve in meant {
        println!("{}", curve.name);
        let grown = if options.draw {
            let found = before.iter().find(|(name, _)| *name == curve.name);
            let Some((_, grown)) = found else {
                println!("  not in scaling.csv");
                continue;
            };
            grown.clone()
        } else {
            grow(&curve, &wanted, &mut |line| println!("{line}"))?
        };
        println!("{}", block(&grown));
        let drawn = pictures(&grown);
        let path = |what: &str| options.to.join(format!("{}-{what}.svg", file(&curve)));
        std::fs::write(path("time"), drawn.time).map_err(wrong)?;
        if let Some(memory) = drawn.memory {
            std::fs::write(path("memory"), memory).map_err(wrong)?;
        }
        if options.rows {
            for line in recorded(&curve, &grown) {
                println!("#row\t{line}");
            }
        }
        complaints.extend(grown.complaints.iter().cloned());
        done.push((curve, grown));
        // At once, as a run may be ended by hand.
        let text = markdown(&done, "scaling", options.limit.as_secs_f64());
        std::fs::write(options.to.join("scaling.md"), text).map_err(wrong)?;
        if !options.draw {
            let named = done
                .iter()
                .map(|(curve, grown)| (curve.name.as_str(), grown));
            std::fs::write(options.to.join("scaling.csv"), kept(named)).map_err(wrong)?;
        }
    }
    println!(
        "{0}/scaling.md, and pictures beside it",
        options.to.display()
    );
    Ok(complaints)
}
