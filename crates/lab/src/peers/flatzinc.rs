//! FlatZinc solvers: Gecode and Chuffed. The measured time is the one that the solver prints; if it prints none, its processor time minus its start time.
//! Flattening is the set-up.

use std::path::PathBuf;
use std::time::Duration;

use crate::experiment::bundled::text;
use crate::peers::models;
use crate::peers::peer::{
    PREPARATION, Peer, PeerInfo, Run, Scratch, Task, on_path, seconds, start_time, statistic,
    timed, verdict,
};
use crate::process::ms;

struct FlatZinc {
    info: PeerInfo,
    /// Its name in MiniZinc.
    id: &'static str,
    program: String,
    /// A folder with definitions of global constraints.
    globals: Option<String>,
    start: Duration,
    scratch: Scratch,
}

pub(crate) fn gecode(name: &'static str) -> Result<Box<dyn Peer>, String> {
    let install = "Debian: apt-get install minizinc flatzinc";
    find(name, "org.gecode.gecode", "fzn-gecode", install)
}

pub(crate) fn chuffed(name: &'static str) -> Result<Box<dyn Peer>, String> {
    let install = "it comes with the MiniZinc bundle, or is built from github.com/chuffed/chuffed";
    find(name, "org.chuffed.chuffed", "fzn-chuffed", install)
}

fn find(
    name: &'static str,
    id: &'static str,
    program: &str,
    install: &str,
) -> Result<Box<dyn Peer>, String> {
    let scratch = Scratch::new(name)?;
    let solvers = scratch.run("minizinc", &["--solvers"], PREPARATION);
    let solvers = solvers.map_err(|_| format!("no `minizinc` on the path; {install}"))?;
    let Some(line) = solvers.text.lines().find(|line| line.contains(id)) else {
        return Err(format!("MiniZinc does not know {id}; {install}"));
    };
    let version = line.split('(').next().unwrap_or_default().trim();
    let path = on_path(program).or_else(|| beside_minizinc(program));
    let Some(path) = path else {
        return Err(format!("no `{program}` on the path; {install}"));
    };
    let program = path.to_string_lossy().into_owned();
    let mut globals = None;
    if name == "gecode" {
        for (file, text) in models::GECODE_GLOBALS {
            scratch.write(&format!("globals/{file}.mzn"), text)?;
        }
        let folder = scratch.path().join("globals");
        globals = Some(folder.to_string_lossy().into_owned());
    }
    let empty = scratch.write("empty.fzn", "var 0..1: x :: output_var;\nsolve satisfy;\n")?;
    let start = start_time(|| scratch.run(&program, &["-s", &empty], PREPARATION))?;
    let info = PeerInfo {
        name,
        about: format!(
            "{version}; set-up is flattening; the time is by its own clock, or without {:.1} ms of start time",
            ms(start)
        ),
        // Flattening takes seconds.
        max_instances: 5,
    };
    Ok(Box::new(FlatZinc {
        info,
        id,
        program,
        globals,
        start,
        scratch,
    }))
}

/// A solver in the folder of MiniZinc itself, as in the MiniZinc bundle.
fn beside_minizinc(program: &str) -> Option<PathBuf> {
    let minizinc = std::fs::canonicalize(on_path("minizinc")?).ok()?;
    let path = minizinc.parent()?.join(program);
    path.is_file().then_some(path)
}

impl Peer for FlatZinc {
    fn info(&self) -> &PeerInfo {
        &self.info
    }

    fn run(&self, task: &Task<'_>) -> Option<Result<Run, String>> {
        let encoded = task.encoded?;
        let model = text(models::MINIZINC, encoded.model)?;
        Some(self.solve(model, &encoded.data, task.max_answers()?, task))
    }
}

impl FlatZinc {
    fn solve(
        &self,
        model: &str,
        data: &str,
        max_answers: u64,
        task: &Task<'_>,
    ) -> Result<Run, String> {
        let (flat, setup) = self.flatten(model, data)?;
        let max_text = max_answers.to_string();
        let args = ["-s", "-n", &max_text, &flat];
        let mut bounds = task.bounds;
        bounds.time += self.start;
        let finished = timed(|| self.scratch.run(&self.program, &args, bounds))?;
        // For short runs, the times that the solver prints are more precise.
        let own = seconds(&finished, "%%%mzn-stat: initTime")
            .zip(seconds(&finished, "%%%mzn-stat: solveTime"))
            .map(|(setup, solve)| setup + solve);
        let found = finished
            .text
            .lines()
            .filter(|line| line.trim() == "----------");
        let found = found.count() as u64;
        let has_ended = found > 0 || finished.text.contains("=====UNSATISFIABLE=====");
        if !finished.is_killed && !has_ended {
            return Err(finished.text);
        }
        Ok(Run {
            setup: Some(setup),
            time: own.unwrap_or_else(|| finished.time.saturating_sub(self.start)),
            failures: statistic(&finished, "%%%mzn-stat: failures"),
            verdict: (!finished.is_killed).then(|| verdict(found, max_answers)),
            count: None,
            memory: finished.memory,
        })
    }

    /// Flattens a model; returns the path and the time.
    fn flatten(&self, model: &str, data: &str) -> Result<(String, Duration), String> {
        let model = self.scratch.write("model.mzn", model)?;
        let data = self.scratch.write("data.dzn", data)?;
        let flat = self.scratch.path().join("flat.fzn");
        let into = flat.to_string_lossy().into_owned();
        let _ = std::fs::remove_file(&flat);
        let mut args = vec!["-c", "--solver", self.id];
        if let Some(globals) = &self.globals {
            args.extend(["-I", globals]);
        }
        args.extend(["--fzn", &into, "--no-output-ozn", &model, &data]);
        let finished = self.scratch.run("minizinc", &args, PREPARATION)?;
        if finished.is_killed || !flat.exists() {
            return Err(format!("flattening failed: {}", finished.text));
        }
        Ok((into, finished.time))
    }
}
