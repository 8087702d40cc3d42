//! `chr`: runs programs of Constraint Handling Rules.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use gridwright::chr::{Answer, Clock, Limits, Program, Run, RunError, Step, Stop};
use gridwright::term::{Operators, parse_term};

use crate::ending::Ending;
use crate::{show, solving};

#[derive(Debug, Args)]
pub(crate) struct Chr {
    /// The program
    file: PathBuf,
    /// What to ask of it
    #[arg(long, short, value_name = "GOAL")]
    query: String,
    /// Show all answers, not only the first
    #[arg(long)]
    all: bool,
    /// A Prolog flag: name=value; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    flag: Vec<String>,
    /// Tell every step: as text or as JSON lines
    #[arg(long, value_name = "FORM", num_args = 0..=1, default_missing_value = "text", value_parser = ["text", "json"])]
    trace: Option<String>,
    /// Tell what was counted and timed, rule by rule, and how partners are found
    #[arg(long)]
    stats: bool,
    /// Tell what keeps a rule from firing for a constraint in the store: the rule's name and the constraint
    #[arg(long, value_names = ["RULE", "CONSTRAINT"], num_args = 2)]
    why_not: Vec<String>,
    /// Stop after so long: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = solving::time)]
    time_limit: Option<Duration>,
    /// Stop after so many steps
    #[arg(long, value_name = "N")]
    step_limit: Option<u64>,
}

/// The system's clock, since the run began.
#[derive(Debug)]
struct Since(Instant);

impl Clock for Since {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Chr {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let name = self.file.display().to_string();
        let text =
            std::fs::read_to_string(&self.file).map_err(|error| format!("{name}: {error}"))?;
        let flags = self.flags()?;
        let program =
            Program::parse_with(&text, &name, &flags).map_err(|error| error.to_string())?;
        eprint!("{}", program.shown_warnings());
        let operators = program.operators();
        let json = self.trace.as_deref() == Some("json");
        let mut listener = |step: &Step| match json {
            true => outln!("{}", step.json(operators)),
            false => outln!("{}", step.text(operators)),
        };
        let began = Instant::now();
        let mut run = program
            .query(&self.query, self.limits())
            .map_err(|error| error.render(&self.query, "query"))?;
        if self.trace.is_some() {
            run.trace(&mut listener);
        }
        if self.stats {
            run.profile(Arc::new(Since(began)));
        }
        let ending = self.answers(&mut run, operators)?;
        if let [rule, constraint] = &self.why_not[..] {
            let constraint = parse_term(constraint, operators)
                .map_err(|error| error.render(constraint, "constraint"))?;
            let told = run.why_not(rule, &constraint);
            for one in told.map_err(|why| why.to_string())? {
                outln!("{one}");
            }
        }
        if self.stats {
            let (counters, took) = (run.counters(), show::time(began.elapsed()));
            out!("{}\n{}", counters.table(), counters.scans());
            out!("{}\n{}", program.index_report(), counters.totals());
            outln!("{} bytes in all, {took}", run.memory());
        }
        Ok(ending)
    }

    fn flags(&self) -> Result<Vec<(String, gridwright::term::Term)>, String> {
        let read = |flag: &String| {
            let (name, value) = flag
                .split_once('=')
                .ok_or_else(|| format!("`{flag}` is no flag; write name=value"))?;
            let value = parse_term(value, Operators::standard());
            let value = value.map_err(|error| format!("flag {name}: {}", error.message))?;
            Ok((name.to_owned(), value))
        };
        self.flag.iter().map(read).collect()
    }

    fn limits(&self) -> Limits {
        let stop = Stop::new();
        let switch = stop.clone();
        // Without a handler, Ctrl-C ends the program at once, which is no harm.
        let _ = ctrlc::set_handler(move || {
            if switch.is_pressed() {
                std::process::exit(130);
            }
            switch.press();
        });
        Limits {
            time: self.time_limit,
            steps: self.step_limit,
            clock: Some(Arc::new(Since(Instant::now()))),
            stop: Some(stop),
            ..Limits::default()
        }
    }

    /// Tells the answers, as many as are wanted.
    fn answers(&self, run: &mut Run<'_>, operators: &Operators) -> Result<Ending, String> {
        let mut n = 0;
        loop {
            let next = run.next_answer();
            out!("{}", run.take_output());
            match next {
                Ok(Some(answer)) => {
                    n += 1;
                    tell(&answer, operators);
                    if !self.all {
                        return Ok(Ending::Well);
                    }
                }
                Ok(None) => {
                    if n == 0 {
                        outln!("no");
                        return Ok(Ending::None);
                    }
                    return Ok(if n > 1 {
                        Ending::Multiple
                    } else {
                        Ending::Well
                    });
                }
                Err(RunError::Limit(limit)) => {
                    eprintln!("stopped: {limit}");
                    return Ok(Ending::Stopped);
                }
                Err(error) => return Err(format!("error: {error}")),
            }
        }
    }
}

/// One answer: what the variables of the query are, and the store.
fn tell(answer: &Answer, operators: &Operators) {
    for (name, term) in &answer.bindings {
        outln!("{name} = {}", term.display_with(operators));
    }
    for term in &answer.store {
        outln!("{}", term.display_with(operators));
    }
    if answer.bindings.is_empty() && answer.store.is_empty() {
        outln!("yes");
    }
    outln!();
}
