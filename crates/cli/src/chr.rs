//! `chr`: runs programs of Constraint Handling Rules.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clap::Args;
use gridwright::chr::{Answer, Limits, Moment, Program, Run, RunError, Step, Stop, SystemClock};
use gridwright::term::{Operators, Term, parse_term};

use crate::chr_shell::Shell;
use crate::chr_step::Stepper;
use crate::ending::Ending;
use crate::lines::Lines;
use crate::{show, solving};

#[derive(Debug, Args)]
pub(crate) struct Chr {
    /// The program
    pub(crate) file: PathBuf,
    /// What to ask of it; without it, goals are asked one after the other, as they are typed
    #[arg(long, short, value_name = "GOAL")]
    query: Option<String>,
    /// GenerateOption goals as they are typed, with history and completion; :help tells what else can be typed
    #[arg(long, short, conflicts_with = "query")]
    interactive: bool,
    /// Go through the run step by step: next, skip, leap, stop at a rule or constraint, show the store
    #[arg(long, requires = "query", conflicts_with = "trace")]
    step: bool,
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

impl Chr {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let (text, program) = self.load()?;
        let interrupts = Interrupts::heed();
        match &self.query {
            Some(query) => self.ask(query, &program, &interrupts),
            None => Ok(Shell::new(&self, interrupts).run(text, program)),
        }
    }

    /// Reads the program, and tells what looks suspicious in it.
    pub(crate) fn load(&self) -> Result<(String, Program), String> {
        let name = self.file.display().to_string();
        let text =
            std::fs::read_to_string(&self.file).map_err(|error| format!("{name}: {error}"))?;
        let flags = self.flags()?;
        let program =
            Program::parse_with(&text, &name, &flags).map_err(|error| error.to_string())?;
        eprint!("{}", program.shown_warnings());
        Ok((text, program))
    }

    /// Asks one goal.
    fn ask(
        &self,
        query: &str,
        program: &Program,
        interrupts: &Interrupts,
    ) -> Result<Ending, String> {
        let operators = program.operators();
        let json = self.trace.as_deref() == Some("json");
        let mut listener = |step: &Step| match json {
            true => outln!("{}", step.json(operators)),
            false => outln!("{}", step.text(operators)),
        };
        let stop = interrupts.fresh();
        let lines = RefCell::new(Lines::open("chr_step_history", Vec::new()));
        let stepper = RefCell::new(Stepper::new(&lines, operators, stop.clone()));
        let mut go = |step: &Step, moment: &Moment<'_>| stepper.borrow_mut().step(step, moment);
        let began = Instant::now();
        let mut run = program
            .query(query, self.limits(stop))
            .map_err(|error| error.render(query, "query"))?;
        if self.trace.is_some() {
            run.trace(&mut listener);
        }
        if self.step {
            run.watch(&mut go);
        }
        if self.stats {
            run.profile(Arc::new(SystemClock::new()));
        }
        let ending = self.answers(&mut run, operators, &stepper)?;
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

    fn flags(&self) -> Result<Vec<(String, Term)>, String> {
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

    pub(crate) fn limits(&self, stop: Stop) -> Limits {
        Limits {
            time: self.time_limit,
            steps: self.step_limit,
            clock: Some(Arc::new(SystemClock::new())),
            stop: Some(stop),
            ..Limits::default()
        }
    }

    /// Tells the answers, as many as are wanted.
    fn answers(
        &self,
        run: &mut Run<'_>,
        operators: &Operators,
        stepper: &RefCell<Stepper<'_>>,
    ) -> Result<Ending, String> {
        let mut n = 0;
        loop {
            let next = run.next_answer();
            out!("{}", run.take_output());
            // A run that was left may come to an end before it looks at the switch.
            if stepper.borrow().has_quit() {
                return Ok(Ending::Stopped);
            }
            match next {
                Ok(Some(answer)) => {
                    n += 1;
                    outln!("{}", shown(&answer.named(), operators));
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
pub(crate) fn shown(answer: &Answer, operators: &Operators) -> String {
    let mut text = String::new();
    for (name, term) in &answer.bindings {
        if *term != Term::var(name) {
            text += &format!("{name} = {}\n", term.display_with(operators));
        }
    }
    for term in &answer.store {
        text += &format!("{}\n", term.display_with(operators));
    }
    if text.is_empty() {
        text += "yes\n";
    }
    text
}

/// Ctrl-C: it ends the run that is under way; pressed twice, the program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupts(Arc<Mutex<Stop>>);

impl Interrupts {
    /// Heeds Ctrl-C from now on.
    fn heed() -> Interrupts {
        let interrupts = Interrupts::default();
        let heeded = interrupts.clone();
        // Without a handler, Ctrl-C ends the program at once, which is no harm.
        let _ = ctrlc::set_handler(move || {
            let stop = heeded.0.lock();
            match stop {
                Ok(stop) if !stop.is_requested() => stop.request(),
                _ => std::process::exit(130),
            }
        });
        interrupts
    }

    /// The switch that Ctrl-C presses next.
    pub(crate) fn fresh(&self) -> Stop {
        let fresh = Stop::new();
        if let Ok(mut stop) = self.0.lock() {
            *stop = fresh.clone();
        }
        fresh
    }
}
