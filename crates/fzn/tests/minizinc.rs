//! MiniZinc with Gridwright and with Gecode: every model in `models` must have the same answers.
//!
//! Gecode uses MiniZinc's standard library, which decomposes globals, so that the two solvers share neither propagators nor library.
//! For forms that the standard library lacks, `models/referee` has an equivalent model.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use gridwright_flatzinc::configuration;

const MODELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/models");
const LIBRARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../flatzinc/library");
const SOLVER: &str = env!("CARGO_BIN_EXE_fzn-gridwright");

/// A folder for temporary files.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// A folder with the configuration of the solver just built; written once, since tests read it concurrently.
fn solvers() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = scratch("solvers");
        let text = configuration(SOLVER, LIBRARY);
        std::fs::write(folder.join("gridwright.msc"), text).expect("a configuration");
        folder
    })
}

/// The standard output of a command, which must succeed.
fn printed(program: &str, args: &[&str], input: Option<&str>) -> String {
    let stdin = match input {
        Some(path) => Stdio::from(std::fs::File::open(path).expect("what was just written")),
        None => Stdio::null(),
    };
    let output = Command::new(program)
        .args(args)
        .env("MZN_SOLVER_PATH", solvers())
        .stdin(stdin)
        .output()
        .unwrap_or_else(|error| panic!("{program} is needed for this test: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {args:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn minizinc(args: &[&str]) -> String {
    printed("minizinc", args, None)
}

/// The solutions and the final status.
fn split_output(text: &str) -> (Vec<String>, String) {
    let mut parts: Vec<String> = text.split("----------\n").map(str::to_owned).collect();
    let end = parts.pop().unwrap_or_default();
    (parts, end)
}

/// The distinct solutions.
fn set_of(solutions: &[String]) -> BTreeSet<&str> {
    solutions.iter().map(String::as_str).collect()
}

/// A model compiled for Gridwright.
struct Compiled {
    name: String,
    referee: String,
    fzn: String,
    ozn: String,
    is_optimisation: bool,
}

impl Compiled {
    fn new(model: &Path) -> Compiled {
        let name = model
            .file_stem()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        let folder = scratch("compiled");
        let path = |ending: &str| {
            folder
                .join(format!("{name}.{ending}"))
                .display()
                .to_string()
        };
        let other = Path::new(MODELS)
            .join("referee")
            .join(format!("{name}.mzn"));
        let model = model.display().to_string();
        let (fzn, ozn) = (path("fzn"), path("ozn"));
        let solver = [
            "--solver",
            "org.gridwright.gridwright",
            "--output-objective",
            "-c",
        ];
        minizinc(&[&solver[..], &[&model, "--fzn", &fzn, "--ozn", &ozn]].concat());
        let text = std::fs::read_to_string(&model).expect("a model");
        Compiled {
            referee: match other.exists() {
                true => other.display().to_string(),
                false => model.clone(),
            },
            is_optimisation: text.contains("minimize") || text.contains("maximize"),
            name,
            fzn,
            ozn,
        }
    }

    /// The output of our solver, as it is and as MiniZinc formats it.
    fn gridwright(&self, options: &[&str]) -> (String, String) {
        let raw = printed(SOLVER, &[options, &[&self.fzn]].concat(), None);
        let path = format!("{}.found", self.fzn);
        std::fs::write(&path, &raw).expect("a file");
        let shown = printed("minizinc", &["--ozn-file", &self.ozn], Some(&path));
        (raw, shown)
    }

    fn gecode(&self, args: &[&str]) -> String {
        let solver = [
            "--solver",
            "org.gecode.gecode",
            "-G",
            "std",
            "--output-objective",
        ];
        minizinc(&[&solver[..], args, &[&self.referee]].concat())
    }

    /// Every option finds all solutions of the referee, each once.
    fn check_all(&self) {
        let name = &self.name;
        let (raw, shown) = self.gridwright(&["-a"]);
        let (solutions, end) = split_output(&shown);
        let found = set_of(&solutions);
        assert_eq!(found.len(), solutions.len(), "{name}: a solution twice");
        let referee = self.gecode(&["-a"]);
        let (expected, expected_end) = split_output(&referee);
        assert_eq!(found, set_of(&expected), "{name}");
        assert_eq!(end, expected_end, "{name}");
        let (raw, _) = split_output(&raw);
        for options in [&["-a", "-f"][..], &["-n", "1000000", "-p", "2", "-r", "7"]] {
            let (again, _) = self.gridwright(options);
            let (again, last) = split_output(&again);
            assert_eq!(set_of(&again), set_of(&raw), "{name} {options:?}");
            assert_eq!(last, end, "{name} {options:?}");
        }
        // One solution, with several threads, is one of these.
        let (one, _) = self.gridwright(&["-f", "-p", "3"]);
        let (one, last) = split_output(&one);
        assert_eq!(one.len(), raw.len().min(1), "{name}: {one:?}");
        assert!(one.iter().all(|one| raw.contains(one)), "{name}: {one:?}");
        assert!(!raw.is_empty() || last == end, "{name}: {last}");
    }

    /// The best solution has the referee's objective, and the referee accepts it.
    fn check_best(&self) {
        let name = &self.name;
        let (expected, expected_end) = split_output(&self.gecode(&[]));
        for options in [&[][..], &["-f"], &["-a"], &["-f", "-i", "-p", "2"]] {
            let (_, shown) = self.gridwright(options);
            let (found, end) = split_output(&shown);
            assert_eq!(end, expected_end, "{name} {options:?}");
            assert_eq!(found.is_empty(), expected.is_empty(), "{name} {options:?}");
            let Some(best) = found.last() else { continue };
            let objective = objective(best);
            assert_eq!(
                objective,
                self::objective(&expected[expected.len() - 1]),
                "{name} {options:?}"
            );
            if options.is_empty() {
                assert_eq!(found.len(), 1, "{name}: only the best is printed");
            }
            self.check_solution(best, &objective);
        }
    }

    /// The referee accepts the values, passed as data, as a solution with this objective.
    fn check_solution(&self, solution: &str, objective: &str) {
        let path = format!("{}.dzn", self.fzn);
        let data: Vec<&str> = solution
            .lines()
            .filter(|line| !line.starts_with("_objective"))
            .collect();
        std::fs::write(&path, data.join("\n")).expect("a file");
        let checked = self.gecode(&[&path]);
        let (checked, _) = split_output(&checked);
        assert_eq!(
            checked.len(),
            1,
            "{}: {solution} is not a solution",
            self.name
        );
        assert_eq!(self::objective(&checked[0]), objective, "{}", self.name);
    }
}

/// The line that `--output-objective` adds.
fn objective(solution: &str) -> String {
    let line = solution.lines().find(|line| line.starts_with("_objective"));
    line.expect("the output has the objective").to_owned()
}

#[test]
#[ignore = "needs MiniZinc and Gecode"]
fn every_model_has_the_answers_that_gecode_finds() {
    let entries = std::fs::read_dir(MODELS).expect("models");
    let mut models: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "mzn"))
        .collect();
    models.sort();
    assert!(models.len() >= 100, "only {} models", models.len());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(model) = models.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let compiled = Compiled::new(model);
                    match compiled.is_optimisation {
                        true => compiled.check_best(),
                        false => compiled.check_all(),
                    }
                }
            });
        }
    });
}

/// MiniZinc lists the solver and runs it.
#[test]
#[ignore = "needs MiniZinc and Gecode"]
fn minizinc_finds_and_runs_the_solver() {
    let list = minizinc(&["--solvers"]);
    assert!(list.contains("org.gridwright.gridwright"), "{list}");
    let queens = format!("{MODELS}/queens.mzn");
    let shown = minizinc(&["--solver", "gridwright", "-s", "-n", "2", &queens]);
    assert_eq!(shown.matches("----------").count(), 2, "{shown}");
    assert!(shown.contains("%%%mzn-stat: nodes="), "{shown}");
    assert!(!shown.contains("=========="), "{shown}");
}
