//! clingo. The measured time is that of the solver on the ground program, minus its start time; grounding is the set-up.

use std::time::Duration;

use crate::experiment::bundled::text;
use crate::peers::models;
use crate::peers::peer::{
    PREPARATION, Peer, PeerInfo, Run, Scratch, Task, start_time, statistic, timed, verdict,
};
use crate::process::ms;

struct Clingo {
    info: PeerInfo,
    start: Duration,
    scratch: Scratch,
}

pub(crate) fn find(name: &'static str) -> Result<Box<dyn Peer>, String> {
    let scratch = Scratch::new(name)?;
    let missing = || "no `clingo` on the path; Debian: apt-get install gringo".to_owned();
    let version = scratch
        .first_line("clingo", &["--version"])
        .ok_or_else(missing)?;
    let empty = scratch.write("empty.aspif", "asp 1 0 0\n0\n")?;
    let args = ["--mode=clasp", "--quiet=2", &empty];
    let start = start_time(|| scratch.run("clingo", &args, PREPARATION))?;
    let info = PeerInfo {
        name,
        about: format!(
            "{version}; set-up is grounding; {:.1} ms of start time are subtracted",
            ms(start)
        ),
        max_instances: 20,
    };
    Ok(Box::new(Clingo {
        info,
        start,
        scratch,
    }))
}

impl Peer for Clingo {
    fn info(&self) -> &PeerInfo {
        &self.info
    }

    fn run(&self, task: &Task<'_>) -> Option<Result<Run, String>> {
        let encoded = task.encoded?;
        let model = text(models::CLINGO, encoded.model)?;
        Some(self.solve(model, &encoded.facts, task.max_answers()?, task))
    }
}

impl Clingo {
    fn solve(
        &self,
        model_text: &str,
        facts: &str,
        max_answers: u64,
        task: &Task<'_>,
    ) -> Result<Run, String> {
        let model = self.scratch.write("model.lp", model_text)?;
        let facts = self.scratch.write("facts.lp", facts)?;
        let args = ["--mode=gringo", "-Wnone", &model, &facts];
        let ground = self.scratch.run("clingo", &args, PREPARATION)?;
        if ground.is_killed {
            return Err("grounding takes too long".to_owned());
        }
        let input = self.scratch.write("ground.aspif", &ground.text)?;
        let max_text = max_answers.to_string();
        let mut args = vec!["--mode=clasp", "--stats", "--quiet=2", "-n", &max_text];
        // Answers that differ only in predicates that are not projected count once.
        if model_text.contains("#project") {
            args.push("--project");
        }
        args.push(&input);
        let mut bounds = task.bounds;
        bounds.time += self.start;
        let finished = timed(|| self.scratch.run("clingo", &args, bounds))?;
        let found = statistic(&finished, "Models");
        if !finished.is_killed && found.is_none() {
            return Err(finished.text);
        }
        Ok(Run {
            setup: Some(ground.time.saturating_sub(self.start)),
            time: finished.time.saturating_sub(self.start),
            failures: statistic(&finished, "Conflicts"),
            verdict: found
                .filter(|_| !finished.is_killed)
                .map(|n| verdict(n, max_answers)),
            count: None,
            memory: finished.memory,
        })
    }
}
