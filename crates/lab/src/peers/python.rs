//! Solvers with a Python library: CP-SAT of OR-Tools with one worker, and CaDiCaL of python-sat. Our models print their own times; reading the data and
//! building the model are the set-up.

use std::time::Duration;

use crate::experiment::bundled::{Texts, text};
use crate::peers::models;
use crate::peers::peer::{PREPARATION, Peer, PeerInfo, Run, Scratch, Task, parse_result};

/// A library and its models.
struct Library {
    /// The Python code that prints its name and version.
    check: &'static str,
    name: &'static str,
    /// How the solver is used.
    usage: &'static str,
    /// How to install it.
    install: &'static str,
    models: Texts,
    /// The number of instances of a set to run it on.
    max_instances: usize,
}

const ORTOOLS: Library = Library {
    check: "import ortools.sat.python.cp_model, ortools; print('OR-Tools', ortools.__version__)",
    name: "OR-Tools",
    usage: "CP-SAT with one worker",
    install: "the `python3` on the path has no module ortools; python3 -m pip install ortools",
    models: models::ORTOOLS,
    // Loading takes a second.
    max_instances: 10,
};

const CADICAL: Library = Library {
    check: "import pysat.solvers, pysat; pysat.solvers.Cadical153(); print('CaDiCaL 1.5.3 of python-sat', pysat.__version__)",
    name: "CaDiCaL",
    usage: "one solver for both answers of a verdict",
    install: "the `python3` on the path has no module pysat; python3 -m pip install python-sat",
    models: models::CADICAL,
    max_instances: 20,
};

struct Python {
    info: PeerInfo,
    models: Texts,
    python: &'static str,
    /// The time of loading the library.
    start: Duration,
    scratch: Scratch,
}

pub(crate) fn ortools(name: &'static str) -> Result<Box<dyn Peer>, String> {
    find(name, &ORTOOLS)
}

pub(crate) fn cadical(name: &'static str) -> Result<Box<dyn Peer>, String> {
    find(name, &CADICAL)
}

fn find(name: &'static str, library: &Library) -> Result<Box<dyn Peer>, String> {
    let scratch = Scratch::new(name)?;
    let args = ["-c", library.check];
    for python in ["python3", "python"] {
        let line = scratch.first_line(python, &args);
        if let Some(version) = line.filter(|line| line.starts_with(library.name)) {
            let start = scratch.run(python, &args, PREPARATION)?.time;
            let info = PeerInfo {
                name,
                about: format!(
                    "{version}, {}; set-up is building the model; starting Python is not included",
                    library.usage
                ),
                max_instances: library.max_instances,
            };
            return Ok(Box::new(Python {
                info,
                models: library.models,
                python,
                start,
                scratch,
            }));
        }
    }
    Err(library.install.to_owned())
}

impl Peer for Python {
    fn info(&self) -> &PeerInfo {
        &self.info
    }

    fn run(&self, task: &Task<'_>) -> Option<Result<Run, String>> {
        let encoded = task.encoded?;
        let model = text(self.models, encoded.model)?;
        Some(self.solve(model, &encoded.data, task.max_answers()?, task))
    }
}

impl Python {
    fn solve(
        &self,
        model: &str,
        data: &str,
        max_answers: u64,
        task: &Task<'_>,
    ) -> Result<Run, String> {
        let shared = text(self.models, "run").unwrap_or_default();
        self.scratch.write("run.py", shared)?;
        let model = self.scratch.write("model.py", model)?;
        let data = self.scratch.write("data.dzn", data)?;
        let mut bounds = task.bounds;
        bounds.time += self.start;
        let args = [&*model, &data, &max_answers.to_string()];
        let finished = self.scratch.run(self.python, &args, bounds)?;
        parse_result(&finished, max_answers, task.bounds)
    }
}
