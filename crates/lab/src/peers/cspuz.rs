//! cspuz_core, by its program `run_solver`: it reads a URL of puzz.link, and prints whether the puzzle has one answer. The measured time is that of its process minus its start
//! time: the program does not print how long set-up and search take.

use std::time::Duration;

use gridwright::{Question, Verdict};

use crate::peers::peer::{
    PREPARATION, Peer, PeerInfo, Run, Scratch, Task, first_line, killed_run, on_path, start_time,
    timed,
};
use crate::process::{Bounds, ms};

/// Whether it reads a puzzle with this text.
type IsRead = fn(&str) -> bool;

/// The kinds that both programs have, with the same rules and URLs.
const KINDS: &[(&str, IsRead)] = &[
    ("akari", |_| true),
    ("battleship", |_| true),
    // It has no given borders.
    ("fillomino", |text| !text.contains(['|', '-'])),
    ("hashi", |_| true),
    ("heyawake", |_| true),
    ("kakuro", |_| true),
    ("masyu", |_| true),
    // It takes the 0 of a line without shaded cells for the length of a run.
    ("nonogram", |text| !text.lines().any(|line| line == "0")),
    ("nurikabe", |_| true),
    ("skyscrapers", |_| true),
    ("slitherlink", |_| true),
    ("starbattle", |_| true),
    ("sudoku", |_| true),
    ("tents", |_| true),
];

struct Cspuz {
    info: PeerInfo,
    program: String,
    start: Duration,
    scratch: Scratch,
}

pub(crate) fn find(name: &'static str) -> Result<Box<dyn Peer>, String> {
    let missing = "no `run_solver` on the path; it is built from github.com/semiexp/cspuz_core";
    let program = on_path("run_solver").ok_or(missing)?;
    let program = program.to_string_lossy().into_owned();
    let scratch = Scratch::new(name)?;
    // Without a URL it prints its usage.
    let start = start_time(|| scratch.run(&program, &[], PREPARATION))?;
    let info = PeerInfo {
        name,
        about: format!(
            "{program}, set-up included; {:.1} ms of start time are subtracted",
            ms(start)
        ),
        max_instances: usize::MAX,
    };
    Ok(Box::new(Cspuz {
        info,
        program,
        start,
        scratch,
    }))
}

impl Peer for Cspuz {
    fn info(&self) -> &PeerInfo {
        &self.info
    }

    fn run(&self, task: &Task<'_>) -> Option<Result<Run, String>> {
        let instance = &task.instance.parsed;
        let kind = instance.kind().info().id;
        let (_, is_read) = KINDS.iter().find(|(id, _)| *id == kind)?;
        // It determines what all answers have in common, and answers no other question.
        if task.question != Question::Unique || !is_read(&instance.print()) {
            return None;
        }
        let url = instance.write("puzzlink").ok()?;
        Some(self.solve(&url, task.bounds))
    }
}

impl Cspuz {
    fn solve(&self, url: &str, bounds: Bounds) -> Result<Run, String> {
        let with_start = Bounds {
            time: bounds.time + self.start,
            ..bounds
        };
        let finished = timed(|| self.scratch.run(&self.program, &[url], with_start))?;
        if finished.is_killed {
            return Ok(killed_run(&finished, bounds));
        }
        let mut lines = finished.text.lines();
        let status = lines.find_map(|line| line.strip_prefix("Answer Status: "));
        let verdict = match status {
            Some("Unique") => Verdict::Unique,
            Some("No Answer") => Verdict::None,
            Some("Not unique") => Verdict::Multiple,
            _ => return Err(format!("{url}: {}", first_line(&finished.text))),
        };
        Ok(Run {
            time: finished.time.saturating_sub(self.start),
            verdict: Some(verdict),
            memory: finished.memory,
            ..Run::default()
        })
    }
}
