//! Other programs beside us, where they are installed: clingo on ground programs, Gecode on FlatZinc. Their time is that of the solver alone,
//! without grounding or flattening: everything that can be said in their favour. Gecode tells its time of setting up and of solving; of clingo's,
//! what a run on nothing takes is subtracted.

use std::path::{Path, PathBuf};
use std::time::Duration;

use gridwright::{Question, Verdict};

use crate::ours::Run;
use crate::process::{self, Ended};
use crate::told::Told;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

/// Grounding and flattening are not what is measured; they may take this long.
const PREPARING: Duration = Duration::from_secs(120);

/// A run shorter than this is made several times, and the median counts: what is left after the start is subtracted would be noise.
const BRIEF: Duration = Duration::from_millis(30);
const REPEATED: usize = 5;

/// A program that was found on this machine.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    program: Program,
    /// What a run on nothing takes.
    start: Duration,
    scratch: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Program {
    Clingo,
    Gecode,
}

/// The programs that are installed.
pub(crate) fn found() -> Vec<Peer> {
    let peer = |name, program| {
        let scratch =
            std::env::temp_dir().join(format!("gridwright-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&scratch).ok()?;
        let start = Duration::ZERO;
        let mut peer = Peer {
            name,
            program,
            start,
            scratch,
        };
        peer.start = peer.empty_run()?;
        Some(peer)
    };
    let all = [
        peer("clingo", Program::Clingo),
        peer("gecode", Program::Gecode),
    ];
    all.into_iter().flatten().collect()
}

impl Drop for Peer {
    fn drop(&mut self) {
        // What is left in a folder of temporary files does no harm.
        let _ = std::fs::remove_dir_all(&self.scratch);
    }
}

impl Peer {
    /// What is said of it above the table.
    pub(crate) fn about(&self) -> String {
        let start = self.start.as_secs_f64() * 1e3;
        match self.program {
            Program::Clingo => format!(
                "clingo: grounding apart, and {start:.1} ms that it takes to start subtracted"
            ),
            Program::Gecode => {
                "gecode: flattening apart, setting up and solving by its own clock".to_owned()
            }
        }
    }

    /// The share of a set it is tried on: flattening takes seconds.
    pub(crate) fn most(&self) -> usize {
        match self.program {
            Program::Clingo => 20,
            Program::Gecode => 5,
        }
    }

    /// Runs it on an instance; `None` if it has no model for that.
    pub(crate) fn run(
        &self,
        told: &Told,
        question: Question,
        limit: Duration,
    ) -> Option<Result<Run, String>> {
        let most = match question {
            Question::Solve { most } => most,
            Question::Unique => 2,
            Question::Count { .. } | Question::Backbone | Question::Shared { .. } => return None,
        };
        let input = match self.program {
            Program::Clingo => self.ground(told, told.facts.as_ref()?),
            Program::Gecode => self.flatten(told),
        };
        Some(input.and_then(|input| self.solve(&input, most, limit)))
    }

    fn solve(&self, input: &Path, most: u64, limit: Duration) -> Result<Run, String> {
        let mut ended = self.solver(input, most, limit + self.start)?;
        if ended.time < BRIEF {
            let mut times = vec![ended.time];
            for _ in 1..REPEATED {
                times.push(self.solver(input, most, limit + self.start)?.time);
            }
            ended.time = median(times);
        }
        let missing = || format!("{} does not say what it counted: {}", self.name, ended.text);
        let (found, failures) = match self.program {
            Program::Clingo => (statistic(&ended, "Models"), statistic(&ended, "Conflicts")),
            Program::Gecode => (
                statistic(&ended, "%%%mzn-stat: solutions"),
                statistic(&ended, "%%%mzn-stat: failures"),
            ),
        };
        let verdict = if ended.cut {
            None
        } else {
            Some(match (found.ok_or_else(missing)?, most) {
                (0, _) => Verdict::None,
                (1.., 1) => Verdict::Solved,
                (1, _) => Verdict::Unique,
                _ => Verdict::Multiple,
            })
        };
        // By its own clock a short run is told from the noise of a start.
        let own = seconds(&ended, "%%%mzn-stat: initTime")
            .zip(seconds(&ended, "%%%mzn-stat: solveTime"))
            .map(|(setup, solve)| setup + solve);
        Ok(Run {
            time: own.unwrap_or_else(|| ended.time.saturating_sub(self.start)),
            failures,
            verdict,
            count: None,
        })
    }

    /// The solver itself on what was prepared for it.
    fn solver(&self, input: &Path, most: u64, limit: Duration) -> Result<Ended, String> {
        let (input, most) = (input.to_string_lossy(), most.to_string());
        match self.program {
            Program::Clingo => {
                let args = ["--mode=clasp", "--stats", "--quiet=2", "-n", &most, &input];
                process::run("clingo", &args, &self.scratch, limit)
            }
            Program::Gecode => {
                let args = ["-s", "-p", "1", "-n", &most, &input];
                process::run("fzn-gecode", &args, &self.scratch, limit)
            }
        }
    }

    fn ground(&self, told: &Told, facts: &str) -> Result<PathBuf, String> {
        let model = format!("{EXAMPLES}/clingo/{}.lp", told.model);
        let data = self.write("facts.lp", facts)?;
        let args = ["--mode=gringo", "-Wnone", &model, &data];
        let ended = process::run("clingo", &args, &self.scratch, PREPARING)?;
        if ended.cut {
            return Err("grounding takes too long".to_owned());
        }
        let ground = self.write("ground.aspif", &ended.text)?;
        Ok(PathBuf::from(ground))
    }

    fn flatten(&self, told: &Told) -> Result<PathBuf, String> {
        let model = format!("{EXAMPLES}/minizinc/{}.mzn", told.model);
        // Without it the constraints that Gecode has are taken apart.
        let natives = format!("{EXAMPLES}/minizinc/gecode");
        let data = self.write("data.dzn", &told.data)?;
        let flat = self.scratch.join("flat.fzn");
        let into = flat.to_string_lossy();
        let solver = "org.gecode.gecode";
        let args = [
            "-c",
            "--solver",
            solver,
            "-I",
            &natives,
            "--fzn",
            &into,
            "--no-output-ozn",
            &model,
            &data,
        ];
        let _ = std::fs::remove_file(&flat);
        let ended = process::run("minizinc", &args, &self.scratch, PREPARING)?;
        if ended.cut || !flat.exists() {
            return Err(format!("flattening failed: {}", ended.text));
        }
        Ok(flat)
    }

    fn write(&self, name: &str, text: &str) -> Result<String, String> {
        let path = self.scratch.join(name);
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        Ok(path.to_string_lossy().into_owned())
    }

    /// The median time of runs on nothing; `None` if the program is not installed.
    fn empty_run(&self) -> Option<Duration> {
        let empty = match self.program {
            Program::Clingo => self.write("empty.aspif", "asp 1 0 0\n0\n"),
            Program::Gecode => {
                process::run("minizinc", &["--version"], &self.scratch, PREPARING).ok()?;
                self.write("empty.fzn", "var 0..1: x :: output_var;\nsolve satisfy;\n")
            }
        };
        let empty = PathBuf::from(empty.ok()?);
        let mut times = Vec::new();
        for _ in 0..25 {
            times.push(self.solver(&empty, 1, PREPARING).ok()?.time);
        }
        Some(median(times))
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// A whole number that a program tells on a line of its own.
fn statistic(ended: &Ended, name: &str) -> Option<u64> {
    value(ended, name)?.parse().ok()
}

/// A time that a program tells on a line of its own, in seconds.
fn seconds(ended: &Ended, name: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(value(ended, name)?.parse().ok()?).ok()
}

/// What stands on a line of its own after a name and `:` or `=`, as far as it is a number.
fn value<'e>(ended: &'e Ended, name: &str) -> Option<&'e str> {
    ended.text.lines().find_map(|line| {
        let value = line.strip_prefix(name)?.trim_start();
        let value = value.strip_prefix([':', '='])?.trim_start();
        let is_number = |c: char| c.is_ascii_digit() || ".e-".contains(c);
        let end = value.find(|c| !is_number(c));
        Some(&value[..end.unwrap_or(value.len())])
    })
}
