//! Solvers by their libraries for Python: CP-SAT of OR-Tools, on one worker, and CaDiCaL by python-sat. Their programs tell their own times: reading the data and
//! building the model are the set-up.

use std::time::Duration;

use crate::peers::models;
use crate::peers::peer::{Asking, PREPARING, Peer, Scratch, told_result};
use crate::peers::row::Run;

/// A library, and what is given to it.
struct Library {
    /// What Python is asked, to know whether the library is there: its answer starts with the name.
    asked: &'static str,
    name: &'static str,
    /// How the solver is used.
    how: &'static str,
    /// How it is installed.
    install: &'static str,
    /// What its models share: reading the data, asking, telling.
    shared: &'static str,
    model: fn(&str) -> Option<&'static str>,
    /// The share of a set it is tried on.
    most: usize,
}

const ORTOOLS: Library = Library {
    asked: "import ortools.sat.python.cp_model, ortools; print('OR-Tools', ortools.__version__)",
    name: "OR-Tools",
    how: "CP-SAT with one worker",
    install: "the `python3` on the path has no module ortools; python3 -m pip install ortools",
    shared: models::ORTOOLS_ASKED,
    model: models::ortools,
    // It takes a second to load.
    most: 10,
};

const CADICAL: Library = Library {
    asked: "import pysat.solvers, pysat; pysat.solvers.Cadical153(); print('CaDiCaL 1.5.3 of python-sat', pysat.__version__)",
    name: "CaDiCaL",
    how: "one solver for both answers of a verdict",
    install: "the `python3` on the path has no module pysat; python3 -m pip install python-sat",
    shared: models::CADICAL_ASKED,
    model: models::cadical,
    most: 20,
};

struct Python {
    name: &'static str,
    library: &'static Library,
    python: &'static str,
    version: String,
    /// What loading takes before anything is timed.
    start: Duration,
    scratch: Scratch,
}

pub(crate) fn ortools(name: &'static str) -> Result<Box<dyn Peer>, String> {
    find(name, &ORTOOLS)
}

pub(crate) fn cadical(name: &'static str) -> Result<Box<dyn Peer>, String> {
    find(name, &CADICAL)
}

fn find(name: &'static str, library: &'static Library) -> Result<Box<dyn Peer>, String> {
    let scratch = Scratch::new(name)?;
    let asked = ["-c", library.asked];
    for python in ["python3", "python"] {
        let said = scratch.says(python, &asked);
        if let Some(version) = said.filter(|said| said.starts_with(library.name)) {
            let start = scratch.run(python, &asked, PREPARING)?.time;
            return Ok(Box::new(Python {
                name,
                library,
                python,
                version,
                start,
                scratch,
            }));
        }
    }
    Err(library.install.to_owned())
}

impl Peer for Python {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> String {
        format!(
            "{}, {}; building the model is its set-up, and starting Python is in neither",
            self.version, self.library.how
        )
    }

    fn most(&self) -> usize {
        self.library.most
    }

    fn run(&self, asking: &Asking<'_>) -> Option<Result<Run, String>> {
        let told = asking.told?;
        let model = (self.library.model)(told.model)?;
        let most = asking.most()?;
        Some(self.solve(model, &told.data, most, asking))
    }
}

impl Python {
    fn solve(
        &self,
        model: &str,
        data: &str,
        most: u64,
        asking: &Asking<'_>,
    ) -> Result<Run, String> {
        self.scratch.write("run.py", self.library.shared)?;
        let model = self.scratch.write("model.py", model)?;
        let data = self.scratch.write("data.dzn", data)?;
        let mut bounds = asking.bounds;
        bounds.time += self.start;
        let args = [&*model, &data, &most.to_string()];
        let ended = self.scratch.run(self.python, &args, bounds)?;
        told_result(&ended, most, asking.bounds)
    }
}
