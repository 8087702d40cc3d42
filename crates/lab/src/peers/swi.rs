//! SWI-Prolog, twice: its library clpfd on models of its own, and its CHR on the very programs of rules that our engine `chr` runs.
//! Both tell their own times; loading and posting are the set-up.

use std::fmt::Write as _;

use crate::peers::models;
use crate::peers::peer::{Asking, PREPARING, Peer, Scratch, told_result};
use crate::peers::row::Run;

struct Swi {
    name: &'static str,
    version: String,
    by_rules: bool,
    scratch: Scratch,
}

pub(crate) fn clpfd(name: &'static str) -> Result<Box<dyn Peer>, String> {
    found(name, false)
}

pub(crate) fn chr(name: &'static str) -> Result<Box<dyn Peer>, String> {
    found(name, true)
}

fn found(name: &'static str, by_rules: bool) -> Result<Box<dyn Peer>, String> {
    let scratch = Scratch::new(name)?;
    let missing = || "no `swipl` on the path; Debian: apt-get install swi-prolog-nox".to_owned();
    let version = scratch.says("swipl", &["--version"]).ok_or_else(missing)?;
    Ok(Box::new(Swi {
        name,
        version,
        by_rules,
        scratch,
    }))
}

impl Peer for Swi {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> String {
        let what = if self.by_rules {
            "library(chr) on the programs of our engine chr; failures are nodes"
        } else {
            "library(clpfd)"
        };
        let version = self.version.split(" for ").next().unwrap_or_default();
        format!("{version}, {what}; loading and posting are its set-up")
    }

    fn most(&self) -> usize {
        10
    }

    fn run(&self, asking: &Asking<'_>) -> Option<Result<Run, String>> {
        let most = asking.most()?;
        let written = if self.by_rules {
            let program = asking.instance.given.program("", &[]).ok()?;
            let mut flags = String::new();
            for (name, value) in &program.switched {
                let _ = writeln!(flags, ":- create_prolog_flag({name}, {value}, []).");
            }
            let query = format!("posted(none).\nasked(none) :- {}.\n", program.query);
            let text = format!("{flags}:- use_module(program).\n{query}{RUN}");
            let source = self.scratch.write("program.pl", program.card.source);
            source.and_then(|_| self.scratch.write("run.pl", &text))
        } else {
            let told = asking.told?;
            let model = models::clpfd(told.model)?;
            let text = format!("{model}\n{}\n{RUN}", told.facts);
            self.scratch.write("run.pl", &text)
        };
        Some(written.and_then(|path| self.solve(&path, most, asking)))
    }
}

/// Loads, asks for so many answers, and tells milliseconds and nodes.
const RUN: &str = include_str!("../../../../examples/prolog/run.pl");

impl Swi {
    fn solve(&self, path: &str, most: u64, asking: &Asking<'_>) -> Result<Run, String> {
        let most_text = most.to_string();
        let args = ["-O", "--stack-limit=4g", path, &most_text];
        let mut bounds = asking.bounds;
        // Loading is apart from the time that is limited.
        bounds.time += PREPARING.time / 40;
        let ended = self.scratch.run("swipl", &args, bounds)?;
        told_result(&ended, most, asking.bounds)
    }
}
