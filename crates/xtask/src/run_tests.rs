//! `cargo xtask run-tests`: builds the tests of the workspace and runs their programs side by side. `cargo test` runs one after the other, so that
//! processors wait for the longest test of each.
//!
//! With `-p` it runs those of some packages, but builds all: a build of some packages enables other features of libraries, and so compiles them again.
//! `--profile` names the profile they are built with.

use crate::{Error, root};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// A program that runs tests when it is started.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TestProgram {
    /// The folder of the package and the target, such as `cli hostile`.
    name: String,
    package: String,
    path: PathBuf,
    /// The folder of the package, where `cargo test` starts the program.
    folder: PathBuf,
}

pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    let Selection { packages, profile } = Selection::of(args)?;
    let mut programs = build(profile)?;
    if !packages.is_empty() {
        programs.retain(|program| packages.contains(&program.package.as_str()));
    }
    let n_programs = programs.len();
    if n_programs == 0 {
        return Err(Error::Failed("cargo names no test programs".to_owned()));
    }
    let n_workers = thread::available_parallelism().map_or(1, usize::from);
    let queue = Mutex::new(programs.into_iter());
    let outcomes: Mutex<Vec<Outcome>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..n_workers {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no worker panics").next();
                    let Some(program) = next else {
                        break;
                    };
                    let outcome = program.run();
                    let mut outcomes = outcomes.lock().expect("no worker panics");
                    outcomes.push(outcome);
                    let at = outcomes.len();
                    println!("[{at}/{n_programs}] {}", outcomes[at - 1].line);
                }
            });
        }
    });
    let outcomes = outcomes.into_inner().expect("no worker panics");
    let failed = outcomes.iter().filter_map(|outcome| outcome.failed.clone());
    let failed: Vec<String> = failed.collect();
    let (passed, ignored) = outcomes.iter().fold((0, 0), |(passed, ignored), outcome| {
        (passed + outcome.passed, ignored + outcome.ignored)
    });
    println!("\n{passed} tests passed, {ignored} were left out, in {n_programs} programs");
    match failed.is_empty() {
        true => Ok(()),
        false => Err(Error::Failed(format!("failed: {}", failed.join(", ")))),
    }
}

/// What the arguments select.
#[derive(PartialEq, Eq, Debug)]
struct Selection<'a> {
    /// No package if all are meant.
    packages: Vec<&'a str>,
    profile: Option<&'a str>,
}

impl Selection<'_> {
    fn of(args: &[String]) -> Result<Selection<'_>, Error> {
        let mut selection = Selection {
            packages: Vec::new(),
            profile: None,
        };
        for pair in args.chunks(2) {
            match pair {
                [option, package] if option == "-p" => selection.packages.push(package),
                [option, profile] if option == "--profile" => selection.profile = Some(profile),
                _ => {
                    return Err(Error::Usage(format!("unexpected argument `{}`", pair[0])));
                }
            }
        }
        Ok(selection)
    }
}

/// Builds all tests; their programs, in the order in which they were built.
fn build(profile: Option<&str>) -> Result<Vec<TestProgram>, Error> {
    let output = Command::new("cargo")
        .args(["test", "--workspace", "--no-run"])
        .args(profile.map(|profile| format!("--profile={profile}")))
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output();
    let output = output.map_err(|error| Error::Failed(format!("cannot start cargo: {error}")))?;
    match output.status.success() {
        true => Ok(programs(&String::from_utf8_lossy(&output.stdout))),
        false => Err(Error::Failed("the tests do not build".to_owned())),
    }
}

/// The test programs that cargo's messages name.
fn programs(messages: &str) -> Vec<TestProgram> {
    let messages = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        let is_test = message["profile"]["test"].as_bool()?;
        let path = PathBuf::from(message["executable"].as_str()?);
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
        let folder_name = folder.file_name()?.to_string_lossy();
        let target = message["target"]["name"].as_str()?;
        // `path+file:///folder#name@version`, without the name where it is the folder's.
        let (_, package) = message["package_id"].as_str()?.rsplit_once('#')?;
        let package = package.split_once('@').map(|(name, _)| name);
        is_test.then(|| TestProgram {
            name: format!("{folder_name} {target}"),
            package: package.unwrap_or(&folder_name).to_owned(),
            path,
            folder: folder.to_owned(),
        })
    });
    messages.collect()
}

/// How a test program ended.
struct Outcome {
    /// What is printed: one line, or all that a failed program printed.
    line: String,
    failed: Option<String>,
    passed: u64,
    ignored: u64,
}

impl TestProgram {
    fn run(&self) -> Outcome {
        let start = Instant::now();
        let output = Command::new(&self.path)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .output();
        let (text, is_passed) = match output {
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                let text = text + &String::from_utf8_lossy(&output.stderr);
                (text, output.status.success())
            }
            Err(error) => (format!("cannot be started: {error}"), false),
        };
        let (passed, ignored) = (count(&text, "passed"), count(&text, "ignored"));
        let (name, seconds) = (&self.name, start.elapsed().as_secs_f64());
        let line = match is_passed {
            true => format!("{name}: {passed} passed in {seconds:.1} s"),
            false => format!("{name}: FAILED\n{text}"),
        };
        Outcome {
            line,
            failed: (!is_passed).then(|| name.clone()),
            passed,
            ignored,
        }
    }
}

/// The number before a word in the last line of results.
fn count(text: &str, word: &str) -> u64 {
    let mut lines = text.lines().rev();
    let results = lines.find_map(|line| line.strip_prefix("test result: "));
    let words: Vec<&str> = results.unwrap_or_default().split([' ', ';', '.']).collect();
    let at = words.iter().position(|other| *other == word);
    at.and_then(|at| words[at.checked_sub(1)?].parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_read_from_the_messages_of_cargo() {
        let artifact = |test: bool, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","package_id":"path+file:///p/crates/cli#gridwright-cli@0.2.0","manifest_path":"/p/crates/cli/Cargo.toml","target":{{"name":"hostile"}},"profile":{{"test":{test}}},"executable":{executable}}}"#
            )
        };
        let messages = [
            artifact(true, "\"/t/hostile-1\""),
            artifact(false, "\"/t/gridwright\""),
            artifact(true, "null"),
            r#"{"reason":"build-finished","success":true}"#.to_owned(),
        ];
        let expected = TestProgram {
            name: "cli hostile".to_owned(),
            package: "gridwright-cli".to_owned(),
            path: PathBuf::from("/t/hostile-1"),
            folder: PathBuf::from("/p/crates/cli"),
        };
        assert_eq!(programs(&messages.join("\n")), [expected]);
    }

    #[test]
    fn a_failed_program_is_named_with_its_output() {
        let program = |path: &str| TestProgram {
            name: "cli hostile".to_owned(),
            package: "gridwright-cli".to_owned(),
            path: PathBuf::from(path),
            folder: root(),
        };
        assert_eq!(program("true").run().failed, None);
        let failed = program("no such program").run();
        assert_eq!(failed.failed.as_deref(), Some("cli hostile"));
        assert!(
            failed
                .line
                .starts_with("cli hostile: FAILED\ncannot be started")
        );
        assert!(program("false").run().failed.is_some());
    }

    #[test]
    fn packages_and_a_profile_are_selected() {
        let selected = |line: &str| {
            let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            let selection = Selection::of(&args).ok()?;
            Some(format!("{:?} {:?}", selection.packages, selection.profile))
        };
        assert_eq!(selected("").as_deref(), Some("[] None"));
        let both = selected("-p a --profile edit -p b");
        assert_eq!(both.as_deref(), Some(r#"["a", "b"] Some("edit")"#));
        assert_eq!(selected("-p"), None);
        assert_eq!(selected("a"), None);
    }

    #[test]
    fn tests_are_counted_by_the_last_line_of_results() {
        let text = "running 2 tests\n\ntest result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
        assert_eq!((count(text, "passed"), count(text, "ignored")), (12, 3));
        assert_eq!(count("no results", "passed"), 0);
    }
}
