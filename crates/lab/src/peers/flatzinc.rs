//! Solvers that read FlatZinc: Gecode and Chuffed. Their time is that of the solver alone, without MiniZinc's flattening: setting up and solving by its
//! own clock where it tells both, else without what a run on nothing takes. Everything is said in their favour.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::peers::models;
use crate::peers::peer::{
    Asking, PREPARING, Peer, Scratch, seconds, start, statistic, timed, verdict,
};
use crate::peers::row::Run;
use crate::peers::told::Told;

struct FlatZinc {
    name: &'static str,
    version: String,
    /// What MiniZinc knows it by.
    id: &'static str,
    program: String,
    /// Folders of MiniZinc's files that are looked into first.
    natives: Option<String>,
    start: Duration,
    scratch: Scratch,
}

pub(crate) fn gecode(name: &'static str) -> Result<Box<dyn Peer>, String> {
    let install = "Debian: apt-get install minizinc flatzinc";
    found(name, "org.gecode.gecode", "fzn-gecode", install)
}

pub(crate) fn chuffed(name: &'static str) -> Result<Box<dyn Peer>, String> {
    let install = "it comes with the MiniZinc bundle, or is built from github.com/chuffed/chuffed";
    found(name, "org.chuffed.chuffed", "fzn-chuffed", install)
}

fn found(
    name: &'static str,
    id: &'static str,
    program: &str,
    install: &str,
) -> Result<Box<dyn Peer>, String> {
    let scratch = Scratch::new(name)?;
    let known = scratch.run("minizinc", &["--solvers"], PREPARING);
    let known = known.map_err(|_| format!("no `minizinc` on the path; {install}"))?;
    let Some(line) = known.text.lines().find(|line| line.contains(id)) else {
        return Err(format!("MiniZinc does not know {id}; {install}"));
    };
    let version = line.split('(').next().unwrap_or_default().trim().to_owned();
    let path = on_path(program).or_else(|| beside_minizinc(program));
    let Some(path) = path else {
        return Err(format!("no `{program}` on the path; {install}"));
    };
    let program = path.to_string_lossy().into_owned();
    let mut natives = None;
    for (file, text) in models::natives(name) {
        let path = scratch.write(&format!("natives/{file}"), text)?;
        natives = Path::new(&path)
            .parent()
            .map(|folder| folder.to_string_lossy().into_owned());
    }
    let empty = scratch.write("empty.fzn", "var 0..1: x :: output_var;\nsolve satisfy;\n")?;
    let start = start(|| scratch.run(&program, &["-s", &empty], PREPARING))?;
    Ok(Box::new(FlatZinc {
        name,
        version,
        id,
        program,
        natives,
        start,
        scratch,
    }))
}

/// A program by its name, where the path has it.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let mut paths = std::env::split_paths(&folders).map(|folder| folder.join(program));
    paths.find(|path| path.is_file())
}

/// The bundle has its solvers in the folder of MiniZinc itself, which may be on the path by a link.
fn beside_minizinc(program: &str) -> Option<PathBuf> {
    let minizinc = std::fs::canonicalize(on_path("minizinc")?).ok()?;
    let path = minizinc.parent()?.join(program);
    path.is_file().then_some(path)
}

impl Peer for FlatZinc {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> String {
        format!(
            "{}; flattening is its set-up; the rest by its own clock, or less {:.1} ms that it takes to start",
            self.version,
            self.start.as_secs_f64() * 1e3
        )
    }

    fn most(&self) -> usize {
        // Flattening takes seconds.
        5
    }

    fn run(&self, asking: &Asking<'_>) -> Option<Result<Run, String>> {
        let told = asking.told?;
        let model = models::minizinc(told.model)?;
        let most = asking.most()?;
        Some(self.solve(model, told, most, asking))
    }
}

impl FlatZinc {
    fn solve(
        &self,
        model: &str,
        told: &Told,
        most: u64,
        asking: &Asking<'_>,
    ) -> Result<Run, String> {
        let (flat, setup) = self.flatten(model, told)?;
        let most_text = most.to_string();
        let args = ["-s", "-n", &most_text, &flat];
        let mut bounds = asking.bounds;
        bounds.time += self.start;
        let ended = timed(|| self.scratch.run(&self.program, &args, bounds))?;
        // By its own clock a short run is told from the noise of a start.
        let own = seconds(&ended, "%%%mzn-stat: initTime")
            .zip(seconds(&ended, "%%%mzn-stat: solveTime"))
            .map(|(setup, solve)| setup + solve);
        let found = ended
            .text
            .lines()
            .filter(|line| line.trim() == "----------");
        let found = found.count() as u64;
        let has_ended = found > 0 || ended.text.contains("=====UNSATISFIABLE=====");
        if !ended.cut && !has_ended {
            return Err(ended.text);
        }
        Ok(Run {
            setup: Some(setup),
            time: own.unwrap_or_else(|| ended.time.saturating_sub(self.start)),
            failures: statistic(&ended, "%%%mzn-stat: failures"),
            verdict: (!ended.cut).then(|| verdict(found, most)),
            count: None,
            memory: ended.memory,
        })
    }

    /// The path of the flat model, and how long MiniZinc took for it.
    fn flatten(&self, model: &str, told: &Told) -> Result<(String, Duration), String> {
        let model = self.scratch.write("model.mzn", model)?;
        let data = self.scratch.write("data.dzn", &told.data)?;
        let flat = self.scratch.path().join("flat.fzn");
        let into = flat.to_string_lossy().into_owned();
        let _ = std::fs::remove_file(&flat);
        let mut args = vec!["-c", "--solver", self.id];
        if let Some(natives) = &self.natives {
            args.extend(["-I", natives]);
        }
        args.extend(["--fzn", &into, "--no-output-ozn", &model, &data]);
        let ended = self.scratch.run("minizinc", &args, PREPARING)?;
        if ended.cut || !flat.exists() {
            return Err(format!("flattening failed: {}", ended.text));
        }
        Ok((into, ended.time))
    }
}
