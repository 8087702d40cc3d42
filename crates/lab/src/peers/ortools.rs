//! CP-SAT of OR-Tools, by its library for Python, on one worker. It tells its own times: reading the data and building the model are its set-up.

use std::time::Duration;

use crate::peers::models;
use crate::peers::peer::{Asking, PREPARING, Peer, Scratch, told_result};
use crate::peers::row::Run;

struct OrTools {
    name: &'static str,
    python: &'static str,
    version: String,
    /// What loading takes before anything is timed.
    start: Duration,
    scratch: Scratch,
}

pub(crate) fn find(name: &'static str) -> Result<Box<dyn Peer>, String> {
    let scratch = Scratch::new(name)?;
    let asked = [
        "-c",
        "import ortools.sat.python.cp_model, ortools; print('OR-Tools', ortools.__version__)",
    ];
    for python in ["python3", "python"] {
        let said = scratch.says(python, &asked);
        if let Some(version) = said.filter(|said| said.starts_with("OR-Tools")) {
            let start = scratch.run(python, &asked, PREPARING)?.time;
            return Ok(Box::new(OrTools {
                name,
                python,
                version,
                start,
                scratch,
            }));
        }
    }
    Err(
        "the `python3` on the path has no module ortools; python3 -m pip install ortools"
            .to_owned(),
    )
}

impl Peer for OrTools {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> String {
        format!(
            "{}, CP-SAT with one worker; building the model is its set-up, and starting Python is in neither",
            self.version
        )
    }

    fn most(&self) -> usize {
        // Python takes a second to load it.
        10
    }

    fn run(&self, asking: &Asking<'_>) -> Option<Result<Run, String>> {
        let told = asking.told?;
        let model = models::ortools(told.model)?;
        let most = asking.most()?;
        Some(self.solve(model, &told.data, most, asking))
    }
}

impl OrTools {
    fn solve(
        &self,
        model: &str,
        data: &str,
        most: u64,
        asking: &Asking<'_>,
    ) -> Result<Run, String> {
        self.scratch.write("asked.py", models::ORTOOLS_ASKED)?;
        let model = self.scratch.write("model.py", model)?;
        let data = self.scratch.write("data.dzn", data)?;
        let mut bounds = asking.bounds;
        bounds.time += self.start;
        let args = [&*model, &data, &most.to_string()];
        let ended = self.scratch.run(self.python, &args, bounds)?;
        told_result(&ended, most, asking.bounds)
    }
}
