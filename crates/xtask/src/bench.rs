//! `cargo xtask bench NAME`: measures, beside other programs where those are installed; records what was measured, and compares with what was recorded.
//! The programs that measure are benches of the rooms they measure, because this one is built without optimisation.

use crate::recording::{self, Recording, last, moved};
use crate::{Stop, root};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What can be measured: its name here, the package and the bench.
const BENCHES: &[(&str, &str, &str)] = &[
    ("engine", "gridwright-constraints", "engine"),
    ("puzzles", "gridwright-lab", "puzzles"),
    ("chr", "gridwright-chr", "classic"),
    ("generate", "gridwright-generate", "generate"),
    ("eclipse", "gridwright-eclipse", "eclipse"),
    ("minizinc", "gridwright-fzn", "minizinc"),
    ("sudoku", "gridwright-bulk", "sudoku"),
    ("scaling", "gridwright-lab", "scaling"),
];

/// Why a comparison fails.
const WORSE: &str = "counts moved, rows are missing, or something got slower by more than a fifth";

pub(crate) fn run(args: &[String]) -> Result<(), Stop> {
    match asked(args)? {
        Asked::Run(words) => {
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
        Asked::Record(name, rest) => {
            let recording = recorded(&name, &rest)?;
            let path = recording.keep(&folder());
            let path = path.map_err(|error| Stop::Failed(error.to_string()))?;
            println!("\n{} is kept", shown(&path));
            Ok(())
        }
        Asked::Compare(before, after) => {
            let (before, after) = (read(&before)?, read(&after)?);
            if before.bench != after.bench {
                return Err(Stop::Failed(format!(
                    "these are of two benches, {} and {}",
                    before.bench, after.bench
                )));
            }
            let moved = moved(&before, &after);
            print!("{}", moved.told());
            match moved.is_worse() {
                true => Err(Stop::Failed(WORSE.to_owned())),
                false => Ok(()),
            }
        }
        Asked::Check(names) => check(&names),
    }
}

/// What the arguments ask for.
#[derive(Clone, PartialEq, Debug)]
enum Asked {
    /// A bench, by the arguments of cargo.
    Run(Vec<String>),
    /// A bench and what follows its name, recorded.
    Record(String, Vec<String>),
    /// Two recordings compared.
    Compare(PathBuf, PathBuf),
    /// Benches run again as they were recorded last; none is all that were recorded.
    Check(Vec<String>),
}

fn asked(args: &[String]) -> Result<Asked, Stop> {
    if args.iter().any(|arg| arg == "--check") {
        let names: Vec<String> = args
            .iter()
            .filter(|arg| *arg != "--check")
            .cloned()
            .collect();
        for name in &names {
            bench(name)?;
        }
        return Ok(Asked::Check(names));
    }
    if args.first().is_some_and(|arg| arg == "compare") {
        return match args {
            [_, before, after] => Ok(Asked::Compare(before.into(), after.into())),
            _ => Err(Stop::Usage("bench compare takes two recordings".to_owned())),
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
        return Ok(Asked::Record(name, rest));
    }
    words(args).map(Asked::Run)
}

/// Runs a bench, shows what it prints, and keeps its rows.
fn recorded(name: &str, args: &[String]) -> Result<Recording, Stop> {
    let mut all = vec![name.to_owned(), "--rows".to_owned()];
    all.extend(args.iter().cloned());
    let words = words(&all)?;
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
    let mut child = child.map_err(|error| Stop::Failed(error.to_string()))?;
    let out = child.stdout.take().ok_or_else(|| failed(&words))?;
    for line in BufReader::new(out).lines() {
        let line = line.map_err(|error| Stop::Failed(error.to_string()))?;
        if !recording.take(&line) {
            println!("{line}");
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(recording),
        _ => Err(failed(&words)),
    }
}

/// Runs benches again as they were recorded last, and names what moved.
fn check(names: &[String]) -> Result<(), Stop> {
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
        println!("bench {name} {}, against {}", args.join(" "), shown(&path));
        let after = recorded(name, &args)?;
        let moved = moved(&before, &after);
        println!(
            "\n{name}, version {} and {}:\n{}",
            before.version,
            after.version,
            moved.told()
        );
        n_checked += 1;
        if moved.is_worse() {
            worse.push(*name);
        }
    }
    match (n_checked, worse.is_empty()) {
        (0, _) => Err(Stop::Failed(
            "nothing is recorded that could be compared with; bench NAME --record does it"
                .to_owned(),
        )),
        (_, true) => Ok(()),
        _ => Err(Stop::Failed(format!("{WORSE}: {}", worse.join(", ")))),
    }
}

/// A path as it is from the root of the workspace.
fn shown(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string()
}

fn read(path: &Path) -> Result<Recording, Stop> {
    let shown = shown(path);
    let text =
        std::fs::read_to_string(path).map_err(|error| Stop::Failed(format!("{shown}: {error}")))?;
    Recording::read(&text).ok_or_else(|| Stop::Failed(format!("{shown} is no recording")))
}

fn folder() -> PathBuf {
    root().join("experiments/recorded")
}

/// The version, with the revision where git tells it.
fn version() -> String {
    let told = Command::new("git")
        .args(["describe", "--always", "--dirty"])
        .current_dir(root())
        .output();
    let revision = told.ok().filter(|out| out.status.success());
    let revision = revision.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned());
    match revision {
        Some(revision) => format!("{} {revision}", env!("CARGO_PKG_VERSION")),
        None => env!("CARGO_PKG_VERSION").to_owned(),
    }
}

fn failed(words: &[String]) -> Stop {
    Stop::Failed(format!("this failed: cargo {}", words.join(" ")))
}

/// The bench of a name.
fn bench(name: &str) -> Result<&'static (&'static str, &'static str, &'static str), Stop> {
    let names: Vec<&str> = BENCHES.iter().map(|bench| bench.0).collect();
    let why = if name.is_empty() {
        "bench what?".to_owned()
    } else {
        format!("no bench is called `{name}`")
    };
    let found = BENCHES.iter().find(|bench| bench.0 == name);
    found.ok_or_else(|| Stop::Usage(format!("{why}; there are: {}", names.join(", "))))
}

/// The arguments of cargo for a bench and what follows its name.
fn words(args: &[String]) -> Result<Vec<String>, Stop> {
    let (name, rest) = args
        .split_first()
        .map_or(("", args), |(name, rest)| (name.as_str(), rest));
    let (_, package, bench) = bench(name)?;
    let fixed = [
        "bench",
        "--quiet",
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

    fn line(args: &[&str]) -> Result<String, Stop> {
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        words(&args).map(|words| words.join(" "))
    }

    #[test]
    fn arguments_are_passed_on() {
        assert_eq!(
            line(&["engine", "--quick", "queens"]),
            Ok(
                "bench --quiet --package gridwright-constraints --bench engine -- --quick queens"
                    .to_owned()
            )
        );
    }

    #[test]
    fn misuse_is_named() {
        let usage = |why: &str| Err(Stop::Usage(why.to_owned()));
        let known = "there are: engine, puzzles, chr, generate, eclipse, minizinc, sudoku, scaling";
        assert_eq!(line(&[]), usage(&format!("bench what?; {known}")));
        assert_eq!(
            line(&["moon"]),
            usage(&format!("no bench is called `moon`; {known}"))
        );
    }

    #[test]
    fn paths_are_shown_from_the_root() {
        assert_eq!(shown(&folder().join("a.csv")), "experiments/recorded/a.csv");
        assert_eq!(shown(Path::new("/elsewhere/a.csv")), "/elsewhere/a.csv");
    }

    /// Two recordings are compared as the command does it.
    fn compared(before: &str, after: &str) -> Result<(), Stop> {
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
                assert!(recording.take(row), "{row}");
            }
            let path = folder.join(format!("{name}.csv"));
            std::fs::write(&path, recording.text()).expect("a file can be written");
            words.push(path.display().to_string());
        }
        let done = run(&words);
        std::fs::remove_dir_all(&folder).expect("a folder can be removed");
        done
    }

    #[test]
    fn a_comparison_fails_if_something_is_worse() {
        let worse = Err(Stop::Failed(WORSE.to_owned()));
        let before = "#row\ta\tnodes=1\tms:10\n#row\tb\tms:5";
        assert_eq!(compared(before, before), Ok(()));
        for after in [
            "#row\ta\tnodes=2\tms:10\n#row\tb\tms:5",
            "#row\ta\tnodes=1\tms:13\n#row\tb\tms:5",
            "#row\ta\tnodes=1\tms:10",
            "#row\ta\tms:10\n#row\tb\tms:5",
        ] {
            assert_eq!(compared(before, after), worse, "{after}");
        }
        let better = "#row\ta\tnodes=1\tms:1\n#row\tb\tms:5\n#row\tc\tms:5";
        assert_eq!(compared(before, better), Ok(()));
        let other = read(Path::new("/nowhere/a.csv"));
        assert!(matches!(other, Err(Stop::Failed(why)) if why.starts_with("/nowhere/a.csv: ")));
    }

    #[test]
    fn what_is_asked_is_understood() {
        let asked = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            asked(&words)
        };
        assert_eq!(asked(&["--check"]), Ok(Asked::Check(Vec::new())));
        assert_eq!(
            asked(&["engine", "--check"]),
            Ok(Asked::Check(vec!["engine".to_owned()]))
        );
        assert_eq!(
            asked(&["generate", "--record", "magic"]),
            Ok(Asked::Record(
                "generate".to_owned(),
                vec!["magic".to_owned()]
            ))
        );
        assert_eq!(
            asked(&["compare", "a.csv", "b.csv"]),
            Ok(Asked::Compare("a.csv".into(), "b.csv".into()))
        );
        assert_eq!(
            asked(&["compare", "a.csv"]),
            Err(Stop::Usage("bench compare takes two recordings".to_owned()))
        );
        assert!(asked(&["moon", "--check"]).is_err());
        assert!(asked(&["moon", "--record"]).is_err());
    }
}
