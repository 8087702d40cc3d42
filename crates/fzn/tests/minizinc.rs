//! The real MiniZinc, with us and with Gecode: every model in `models` must have the same answers.
//!
//! Gecode is given MiniZinc's own library, which takes globals apart, so that it shares neither propagators nor library with us.
//! Where it cannot, because the standard has no such form, `models/referee` says the same in other words.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use gridwright_flatzinc::configuration;

const MODELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/models");
const LIBRARY: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../share/minizinc/gridwright"
);
const SOLVER: &str = env!("CARGO_BIN_EXE_fzn-gridwright");

/// A folder for what is written on the way.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// A folder with the configuration of the solver just built; written once, for tests read it at any time.
fn solvers() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = scratch("solvers");
        let text = configuration(SOLVER, LIBRARY);
        std::fs::write(folder.join("gridwright.msc"), text).expect("a configuration");
        folder
    })
}

/// What a command prints; it must succeed.
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

/// Solutions and the last word.
fn taken_apart(text: &str) -> (Vec<String>, String) {
    let mut parts: Vec<String> = text.split("----------\n").map(str::to_owned).collect();
    let end = parts.pop().unwrap_or_default();
    (parts, end)
}

/// The answers a set has: solutions that look alike are one.
fn set_of(solutions: &[String]) -> BTreeSet<&str> {
    solutions.iter().map(String::as_str).collect()
}

/// A model, compiled for us.
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

    /// What our program finds: as it writes it, and as MiniZinc shows it.
    fn ours(&self, options: &[&str]) -> (String, String) {
        let raw = printed(SOLVER, &[options, &[&self.fzn]].concat(), None);
        let kept = format!("{}.found", self.fzn);
        std::fs::write(&kept, &raw).expect("a file");
        let shown = printed("minizinc", &["--ozn-file", &self.ozn], Some(&kept));
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

    /// All solutions, each once, are those of the referee; however they are looked for.
    fn check_all(&self) {
        let name = &self.name;
        let (raw, shown) = self.ours(&["-a"]);
        let (solutions, end) = taken_apart(&shown);
        let found = set_of(&solutions);
        assert_eq!(found.len(), solutions.len(), "{name}: a solution twice");
        let referee = self.gecode(&["-a"]);
        let (expected, expected_end) = taken_apart(&referee);
        assert_eq!(found, set_of(&expected), "{name}");
        assert_eq!(end, expected_end, "{name}");
        let (raw, _) = taken_apart(&raw);
        for options in [&["-a", "-f"][..], &["-n", "1000000", "-p", "2", "-r", "7"]] {
            let (again, _) = self.ours(options);
            let (again, last) = taken_apart(&again);
            assert_eq!(set_of(&again), set_of(&raw), "{name} {options:?}");
            assert_eq!(last, end, "{name} {options:?}");
        }
        // One solution, of several threads, is one of these.
        let (one, _) = self.ours(&["-f", "-p", "3"]);
        let (one, last) = taken_apart(&one);
        assert_eq!(one.len(), raw.len().min(1), "{name}: {one:?}");
        assert!(one.iter().all(|one| raw.contains(one)), "{name}: {one:?}");
        assert!(!raw.is_empty() || last == end, "{name}: {last}");
    }

    /// The best has the objective that the referee finds, and is itself a solution for it.
    fn check_best(&self) {
        let name = &self.name;
        let (expected, expected_end) = taken_apart(&self.gecode(&[]));
        for options in [&[][..], &["-f"], &["-a"], &["-f", "-i", "-p", "2"]] {
            let (_, shown) = self.ours(options);
            let (found, end) = taken_apart(&shown);
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
                assert_eq!(found.len(), 1, "{name}: only the best was asked for");
            }
            self.check_solution(best, &objective);
        }
    }

    /// The values, given to the referee as data, are a solution with that objective.
    fn check_solution(&self, solution: &str, objective: &str) {
        let kept = format!("{}.dzn", self.fzn);
        let data: Vec<&str> = solution
            .lines()
            .filter(|line| !line.starts_with("_objective"))
            .collect();
        std::fs::write(&kept, data.join("\n")).expect("a file");
        let judged = self.gecode(&[&kept]);
        let (judged, _) = taken_apart(&judged);
        assert_eq!(judged.len(), 1, "{}: {solution} is no solution", self.name);
        assert_eq!(self::objective(&judged[0]), objective, "{}", self.name);
    }
}

/// The line that `--output-objective` adds.
fn objective(solution: &str) -> String {
    let line = solution.lines().find(|line| line.starts_with("_objective"));
    line.expect("an objective was asked for").to_owned()
}

#[test]
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

/// The examples of all kinds, as MiniZinc's users would run them.
#[test]
fn minizinc_finds_and_runs_the_solver() {
    let list = minizinc(&["--solvers"]);
    assert!(list.contains("org.gridwright.gridwright"), "{list}");
    let queens = format!("{MODELS}/queens.mzn");
    let shown = minizinc(&["--solver", "gridwright", "-s", "-n", "2", &queens]);
    assert_eq!(shown.matches("----------").count(), 2, "{shown}");
    assert!(shown.contains("%%%mzn-stat: nodes="), "{shown}");
    assert!(!shown.contains("=========="), "{shown}");
}
