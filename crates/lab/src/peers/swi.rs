//! SWI-Prolog: library(clpfd) on its own models, and library(chr) on the programs of our engine `chr`. Both print their own times; loading and posting are
//! the set-up.

use std::fmt::Write as _;

use crate::experiment::bundled::text;
use crate::peers::models;
use crate::peers::peer::{PREPARATION, Peer, PeerInfo, Run, Scratch, Task, parse_result};

struct Swi {
    info: PeerInfo,
    is_chr: bool,
    scratch: Scratch,
}

pub(crate) fn clpfd(name: &'static str) -> Result<Box<dyn Peer>, String> {
    find(name, false)
}

pub(crate) fn chr(name: &'static str) -> Result<Box<dyn Peer>, String> {
    find(name, true)
}

fn find(name: &'static str, is_chr: bool) -> Result<Box<dyn Peer>, String> {
    let scratch = Scratch::new(name)?;
    let missing = || "no `swipl` on the path; Debian: apt-get install swi-prolog-nox".to_owned();
    let version = scratch
        .first_line("swipl", &["--version"])
        .ok_or_else(missing)?;
    let version = version.split(" for ").next().unwrap_or_default();
    let library = match is_chr {
        true => "library(chr) on the programs of our engine chr; failures are nodes",
        false => "library(clpfd)",
    };
    let info = PeerInfo {
        name,
        about: format!("{version}, {library}; set-up is loading and posting"),
        max_instances: 10,
    };
    Ok(Box::new(Swi {
        info,
        is_chr,
        scratch,
    }))
}

impl Peer for Swi {
    fn info(&self) -> &PeerInfo {
        &self.info
    }

    fn run(&self, task: &Task<'_>) -> Option<Result<Run, String>> {
        let max_answers = task.max_answers()?;
        let driver = text(models::PROLOG, "run")?;
        let written = if self.is_chr {
            let program = task.instance.parsed.program("", &[]).ok()?;
            let mut flags = String::new();
            for (name, value) in &program.switched {
                let _ = writeln!(flags, ":- create_prolog_flag({name}, {value}, []).");
            }
            let query = format!("posted(none).\nlabelled(none) :- {}.\n", program.query);
            let text = format!("{flags}:- use_module(program).\n{query}{driver}");
            let source = self.scratch.write("program.pl", program.info.source);
            source.and_then(|_| self.scratch.write("run.pl", &text))
        } else {
            let encoded = task.encoded?;
            let model = text(models::PROLOG, encoded.model)?;
            let text = format!("{model}\n{}\n{driver}", encoded.facts);
            self.scratch.write("run.pl", &text)
        };
        Some(written.and_then(|path| self.solve(&path, max_answers, task)))
    }
}

impl Swi {
    fn solve(&self, path: &str, max_answers: u64, task: &Task<'_>) -> Result<Run, String> {
        let max_text = max_answers.to_string();
        let args = ["-O", "--stack-limit=4g", path, &max_text];
        let mut bounds = task.bounds;
        // Loading is not part of the limited time.
        bounds.time += PREPARATION.time / 40;
        let finished = self.scratch.run("swipl", &args, bounds)?;
        parse_result(&finished, max_answers, task.bounds)
    }
}
