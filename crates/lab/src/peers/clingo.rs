//! clingo on ground programs. Its time is that of the solver alone, without grounding and without what a run on nothing takes: everything that can be
//! said in its favour.

use std::time::Duration;

use crate::peers::models;
use crate::peers::peer::{Asking, PREPARING, Peer, Scratch, start, statistic, timed, verdict};
use crate::peers::row::Run;

struct Clingo {
    name: &'static str,
    version: String,
    start: Duration,
    scratch: Scratch,
}

pub(crate) fn find(name: &'static str) -> Result<Box<dyn Peer>, String> {
    let scratch = Scratch::new(name)?;
    let missing = || "no `clingo` on the path; Debian: apt-get install gringo".to_owned();
    let version = scratch.says("clingo", &["--version"]).ok_or_else(missing)?;
    let empty = scratch.write("empty.aspif", "asp 1 0 0\n0\n")?;
    let args = ["--mode=clasp", "--quiet=2", &empty];
    let start = start(|| scratch.run("clingo", &args, PREPARING))?;
    Ok(Box::new(Clingo {
        name,
        version,
        start,
        scratch,
    }))
}

impl Peer for Clingo {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> String {
        format!(
            "{}; grounding is its set-up, and {:.1} ms that it takes to start are subtracted",
            self.version,
            self.start.as_secs_f64() * 1e3
        )
    }

    fn most(&self) -> usize {
        20
    }

    fn run(&self, asking: &Asking<'_>) -> Option<Result<Run, String>> {
        let told = asking.told?;
        let model = models::clingo(told.model)?;
        let most = asking.most()?;
        Some(self.solve(model, told.facts.as_str(), most, asking))
    }
}

impl Clingo {
    fn solve(
        &self,
        model: &str,
        facts: &str,
        most: u64,
        asking: &Asking<'_>,
    ) -> Result<Run, String> {
        let model = self.scratch.write("model.lp", model)?;
        let facts = self.scratch.write("facts.lp", facts)?;
        let args = ["--mode=gringo", "-Wnone", &model, &facts];
        let ground = self.scratch.run("clingo", &args, PREPARING)?;
        if ground.cut {
            return Err("grounding takes too long".to_owned());
        }
        let setup = ground.time.saturating_sub(self.start);
        let input = self.scratch.write("ground.aspif", &ground.text)?;
        let most_text = most.to_string();
        let args = [
            "--mode=clasp",
            "--stats",
            "--quiet=2",
            "-n",
            &most_text,
            &input,
        ];
        let mut bounds = asking.bounds;
        bounds.time += self.start;
        let ended = timed(|| self.scratch.run("clingo", &args, bounds))?;
        let found = statistic(&ended, "Models");
        if !ended.cut && found.is_none() {
            return Err(ended.text);
        }
        Ok(Run {
            setup: Some(setup),
            time: ended.time.saturating_sub(self.start),
            failures: statistic(&ended, "Conflicts"),
            verdict: found.filter(|_| !ended.cut).map(|n| verdict(n, most)),
            count: None,
            memory: ended.memory,
        })
    }
}
