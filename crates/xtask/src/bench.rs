//! `cargo xtask bench NAME`: runs a benchmark, records its rows, and compares recordings.
//! The benchmarks are bench targets of the crates they measure, because this program is built without optimisation.

use crate::recording::{self, Recording, compare, last};
use crate::{Error, root};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Every benchmark: name, package and bench target.
const BENCHES: &[(&str, &str, &str)] = &[
    ("engine", "gridwright-constraints", "engine"),
    ("puzzles", "gridwright-lab", "puzzles"),
    ("chr", "gridwright-chr", "classic"),
    ("generate", "gridwright-generate", "generate"),
    ("eclipse", "gridwright-eclipse", "eclipse"),
    ("minizinc", "gridwright-fzn", "minizinc"),
    ("sudoku", "gridwright-bulk", "sudoku"),
    ("scaling", "gridwright-lab", "scaling"),
    ("proofs", "gridwright-solve", "proofs"),
];

/// The error of a failed comparison.
const WORSE: &str = "counts changed, rows are missing, or a row got slower by more than 20 %";

pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    match parse(args)? {
        Request::Run(words) => {
            let done = Command::new("cargo")
                .args(&words)
                .current_dir(root())
                .status();
            if done.is_ok_and(|status| status.success()) {
                Ok(())
            } else {
                Err(failed(&words))
            }
        }
        Request::Record(name, rest) => {
            let recording = record(&name, &rest)?;
            let path = recording.save(&folder());
            let path = path.map_err(|error| Error::Failed(error.to_string()))?;
            println!("\nwrote {}", relative(&path));
            Ok(())
        }
        Request::Compare(before, after) => {
            let (before, after) = (read(&before)?, read(&after)?);
            if before.bench != after.bench {
                return Err(Error::Failed(format!(
                    "cannot compare recordings of different benches: {} and {}",
                    before.bench, after.bench
                )));
            }
            let comparison = compare(&before, &after);
            print!("{}", comparison.report());
            match comparison.is_worse() {
                true => Err(Error::Failed(WORSE.to_owned())),
                false => Ok(()),
            }
        }
        Request::Check(names) => check(&names),
    }
}

/// A parsed command line.
#[derive(Clone, PartialEq, Debug)]
enum Request {
    /// Run cargo with these arguments.
    Run(Vec<String>),
    /// Run a bench with arguments, and record it.
    Record(String, Vec<String>),
    /// Compare two recordings.
    Compare(PathBuf, PathBuf),
    /// Run benches as they were recorded last; an empty list means all with a recording.
    Check(Vec<String>),
}

fn parse(args: &[String]) -> Result<Request, Error> {
    if args.iter().any(|arg| arg == "--check") {
        let names: Vec<String> = args
            .iter()
            .filter(|arg| *arg != "--check")
            .cloned()
            .collect();
        for name in &names {
            bench(name)?;
        }
        return Ok(Request::Check(names));
    }
    if args.first().is_some_and(|arg| arg == "compare") {
        return match args {
            [_, before, after] => Ok(Request::Compare(before.into(), after.into())),
            _ => Err(Error::Usage(
                "bench compare takes two recordings".to_owned(),
            )),
        };
    }
    if args.iter().any(|arg| arg == "--record") {
        let mut rest: Vec<String> = args
            .iter()
            .filter(|arg| *arg != "--record")
            .cloned()
            .collect();
        let name = if rest.is_empty() {
            String::new()
        } else {
            rest.remove(0)
        };
        bench(&name)?;
        return Ok(Request::Record(name, rest));
    }
    cargo_args(args).map(Request::Run)
}

/// Runs a bench, prints its output, and collects its rows.
fn record(name: &str, args: &[String]) -> Result<Recording, Error> {
    let mut all = vec![name.to_owned(), "--rows".to_owned()];
    all.extend(args.iter().cloned());
    let words = cargo_args(&all)?;
    let mut recording = Recording {
        bench: name.to_owned(),
        args: args.join("\t"),
        version: version(),
        machine: recording::machine(),
        ..Recording::default()
    };
    let child = Command::new("cargo")
        .args(&words)
        .current_dir(root())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.map_err(|error| Error::Failed(error.to_string()))?;
    let out = child.stdout.take().ok_or_else(|| failed(&words))?;
    for line in BufReader::new(out).lines() {
        let line = line.map_err(|error| Error::Failed(error.to_string()))?;
        if !recording.add_line(&line) {
            println!("{line}");
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(recording),
        _ => Err(failed(&words)),
    }
}

/// Runs benches as they were recorded last, and reports the differences.
fn check(names: &[String]) -> Result<(), Error> {
    let mut worse = Vec::new();
    let mut n_checked = 0;
    for (name, ..) in BENCHES {
        if !names.is_empty() && !names.iter().any(|other| other == name) {
            continue;
        }
        let Some(path) = last(&folder(), name) else {
            continue;
        };
        let before = read(&path)?;
        let args: Vec<String> = before
            .args
            .split('\t')
            .filter(|arg| !arg.is_empty())
            .map(str::to_owned)
            .collect();
        println!(
            "bench {name} {}, against {}",
            args.join(" "),
            relative(&path)
        );
        let after = record(name, &args)?;
        let comparison = compare(&before, &after);
        println!(
            "\n{name}, version {} and {}:\n{}",
            before.version,
            after.version,
            comparison.report()
        );
        n_checked += 1;
        if comparison.is_worse() {
            worse.push(*name);
        }
    }
    match (n_checked, worse.is_empty()) {
        (0, _) => Err(Error::Failed(
            "no recordings to compare with; make one with bench NAME --record".to_owned(),
        )),
        (_, true) => Ok(()),
        _ => Err(Error::Failed(format!("{WORSE}: {}", worse.join(", ")))),
    }
}

/// A path relative to the root of the workspace.
fn relative(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string()
}

fn read(path: &Path) -> Result<Recording, Error> {
    let shown = relative(path);
    let text = std::fs::read_to_string(path)
        .map_err(|error| Error::Failed(format!("{shown}: {error}")))?;
    Recording::read(&text).ok_or_else(|| Error::Failed(format!("{shown} is not a recording")))
}

fn folder() -> PathBuf {
    root().join("crates/lab/experiments/recorded")
}

/// The version, with the git revision if there is one.
fn version() -> String {
    let output = Command::new("git")
        .args(["describe", "--always", "--dirty"])
        .current_dir(root())
        .output();
    let revision = output.ok().filter(|out| out.status.success());
    let revision = revision.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned());
    match revision {
        Some(revision) => format!("{} {revision}", env!("CARGO_PKG_VERSION")),
        None => env!("CARGO_PKG_VERSION").to_owned(),
    }
}

fn failed(words: &[String]) -> Error {
    Error::Failed(format!("failed: cargo {}", words.join(" ")))
}

/// The bench of a name.
fn bench(name: &str) -> Result<&'static (&'static str, &'static str, &'static str), Error> {
    let names: Vec<&str> = BENCHES.iter().map(|bench| bench.0).collect();
    let problem = if name.is_empty() {
        "missing bench name".to_owned()
    } else {
        format!("unknown bench `{name}`")
    };
    let found = BENCHES.iter().find(|bench| bench.0 == name);
    found.ok_or_else(|| Error::Usage(format!("{problem}; available: {}", names.join(", "))))
}

/// The arguments of cargo for a bench and its own arguments.
fn cargo_args(args: &[String]) -> Result<Vec<String>, Error> {
    let (name, rest) = args
        .split_first()
        .map_or(("", args), |(name, rest)| (name.as_str(), rest));
    let (_, package, bench) = bench(name)?;
    let fixed = [
        "bench",
        "--quiet",
        "--profile",
        "dist",
        "--package",
        package,
        "--bench",
        bench,
        "--",
    ];
    let fixed = fixed.iter().map(|&word| word.to_owned());
    Ok(fixed.chain(rest.iter().cloned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(args: &[&str]) -> Result<String, Error> {
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        cargo_args(&args).map(|words| words.join(" "))
    }

    #[test]
    fn arguments_are_passed_on() {
        assert_eq!(
            line(&["engine", "--quick", "queens"]),
            Ok(
                "bench --quiet --profile dist --package gridwright-constraints --bench engine -- --quick queens"
                    .to_owned()
            )
        );
    }

    #[test]
    fn usage_errors_are_named() {
        let usage = |message: &str| Err(Error::Usage(message.to_owned()));
        let known =
            "available: engine, puzzles, chr, generate, eclipse, minizinc, sudoku, scaling, proofs";
        assert_eq!(line(&[]), usage(&format!("missing bench name; {known}")));
        assert_eq!(
            line(&["moon"]),
            usage(&format!("unknown bench `moon`; {known}"))
        );
    }

    #[test]
    fn paths_are_relative_to_the_root() {
        assert_eq!(
            relative(&folder().join("a.csv")),
            "crates/lab/experiments/recorded/a.csv"
        );
        assert_eq!(relative(Path::new("/elsewhere/a.csv")), "/elsewhere/a.csv");
    }

    /// Runs `bench compare` on two recordings.
    fn run_compare(before: &str, after: &str) -> Result<(), Error> {
        let folder = std::env::temp_dir().join(format!("xtask-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let mut words = vec!["compare".to_owned()];
        for (name, rows) in [("before", before), ("after", after)] {
            let mut recording = Recording {
                bench: "engine".to_owned(),
                machine: "a machine".to_owned(),
                ..Recording::default()
            };
            for row in rows.lines() {
                assert!(recording.add_line(row), "{row}");
            }
            let path = folder.join(format!("{name}.csv"));
            std::fs::write(&path, recording.text().expect("CSV")).expect("a file can be written");
            words.push(path.display().to_string());
        }
        let done = run(&words);
        std::fs::remove_dir_all(&folder).expect("a folder can be removed");
        done
    }

    #[test]
    fn a_comparison_fails_if_something_is_worse() {
        let worse = Err(Error::Failed(WORSE.to_owned()));
        let before = "#row\ta\tnodes=1\tms:10\n#row\tb\tms:5";
        assert_eq!(run_compare(before, before), Ok(()));
        for after in [
            "#row\ta\tnodes=2\tms:10\n#row\tb\tms:5",
            "#row\ta\tnodes=1\tms:13\n#row\tb\tms:5",
            "#row\ta\tnodes=1\tms:10",
            "#row\ta\tms:10\n#row\tb\tms:5",
        ] {
            assert_eq!(run_compare(before, after), worse, "{after}");
        }
        let better = "#row\ta\tnodes=1\tms:1\n#row\tb\tms:5\n#row\tc\tms:5";
        assert_eq!(run_compare(before, better), Ok(()));
        let other = read(Path::new("/nowhere/a.csv"));
        assert!(
            matches!(other, Err(Error::Failed(message)) if message.starts_with("/nowhere/a.csv: "))
        );
    }

    #[test]
    fn command_lines_are_parsed() {
        let parsed = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            parse(&words)
        };
        assert_eq!(parsed(&["--check"]), Ok(Request::Check(Vec::new())));
        assert_eq!(
            parsed(&["engine", "--check"]),
            Ok(Request::Check(vec!["engine".to_owned()]))
        );
        assert_eq!(
            parsed(&["generate", "--record", "magic"]),
            Ok(Request::Record(
                "generate".to_owned(),
                vec!["magic".to_owned()]
            ))
        );
        assert_eq!(
            parsed(&["compare", "a.csv", "b.csv"]),
            Ok(Request::Compare("a.csv".into(), "b.csv".into()))
        );
        assert_eq!(
            parsed(&["compare", "a.csv"]),
            Err(Error::Usage(
                "bench compare takes two recordings".to_owned()
            ))
        );
        assert!(parsed(&["moon", "--check"]).is_err());
        assert!(parsed(&["moon", "--record"]).is_err());
    }
}
