//! `chr`: runs Constraint Handling Rules programs.

mod files;
mod shell;
mod stepper;

use std::cell::RefCell;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use gridwright::chr::{
    Answer, Environment, Limit, Limits, Moment, Program, Run, RunError, Step, Stop, SystemClock,
};
use gridwright::control::Deadline;
use gridwright::term::{Operators, Term, parse_term};
use gridwright_fzn::{Unopened, read_bytes};

use crate::exit_status::ExitStatus;
use crate::input::lines::Lines;
use crate::input::options::{bytes_of, parse_time};
use crate::output::render;
use crate::verbs::chr::files::{Files, text_of};
use crate::verbs::chr::shell::Shell;
use crate::verbs::chr::stepper::Stepper;
use crate::work::interrupt::Interrupts;

#[derive(Debug, Args)]
pub(crate) struct Chr {
    /// Program file; - for standard input
    pub(crate) file: PathBuf,
    /// Goal to run; without it, goals are read from a prompt
    #[arg(long, short, value_name = "GOAL")]
    query: Option<String>,
    /// Read goals from a prompt with history and completion; type :help for its commands
    #[arg(long, short, conflicts_with = "query")]
    interactive: bool,
    /// Debug step by step: next, skip, leap, breakpoints on rules and constraints, show the store
    #[arg(long, requires = "query", conflicts_with = "trace")]
    step: bool,
    /// Print all answers, not only the first
    #[arg(long)]
    all: bool,
    /// Prolog flag: name=value; repeatable
    #[arg(long, value_name = "NAME=VALUE")]
    flag: Vec<String>,
    /// Print every step, as text or as JSON lines
    #[arg(long, value_name = "FORM", num_args = 0..=1, default_missing_value = "text", value_parser = ["text", "json"])]
    trace: Option<String>,
    /// Print counters and times by rule, and the indexes used for partner constraints
    #[arg(long)]
    stats: bool,
    /// Explain why a rule does not fire for a constraint in the store
    #[arg(long, value_names = ["RULE", "CONSTRAINT"], num_args = 2)]
    why_not: Vec<String>,
    /// Time limit: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
    /// Memory limit in MiB, by the count of the engine
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
    memory_limit: u64,
    /// Step limit: goals called and choice points retried
    #[arg(long, value_name = "N")]
    step_limit: Option<u64>,
}

/// Whether a program is to be read from standard input.
fn is_standard_input(file: &Path) -> bool {
    file == Path::new("-")
}

/// Reads a program with the files that it loads, and prints its warnings. The inner error is the limit that was reached before it was read, if no error was found until then.
pub(crate) fn load(
    file: &Path,
    flags: &[(String, Term)],
    deadline: &Deadline,
) -> Result<Result<(String, Program), Limit>, String> {
    let (name, unopened) = match is_standard_input(file) {
        true => ("standard input".to_owned(), Unopened::standard_input()),
        false => (file.display().to_string(), Unopened::file(file)),
    };
    let text = match read_bytes(unopened, deadline) {
        Ok(text) => text_of(text),
        Err(error) => {
            let limit = deadline.reached();
            let limit = limit.filter(|_| error.kind() == ErrorKind::TimedOut);
            return limit.map_or_else(|| Err(format!("{name}: {error}")), |limit| Ok(Err(limit)));
        }
    };
    let environment = Environment {
        flags,
        loader: Some(&Files { deadline }),
        natives: &gridwright::clpfd::natives(),
        deadline: Some(deadline),
    };
    let program = Program::parse_in(&text, &name, environment);
    match program {
        Ok(program) => {
            eprint!("{}", program.shown_warnings());
            Ok(Ok((text, program)))
        }
        Err(error) => {
            let limit = error.limit.filter(|_| error.diagnostics.is_empty());
            limit.map_or(Err(error.shown), |limit| Ok(Err(limit)))
        }
    }
}

impl Chr {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        if is_standard_input(&self.file) && (self.query.is_none() || self.step) {
            return Err(match self.step {
                true => "--step reads commands from standard input; name a program file",
                false => "without --query, goals are read from standard input; add --query GOAL or name a program file",
            }
            .to_owned());
        }
        let interrupts = Interrupts::handle();
        let limits = self.limits(interrupts.fresh());
        let deadline = limits.deadline();
        let (text, program) = match load(&self.file, &self.flags()?, &deadline)? {
            Ok(loaded) => loaded,
            Err(limit) => {
                eprintln!("{}", limit.describe());
                return Ok(ExitStatus::Stopped);
            }
        };
        match &self.query {
            // The time limit includes reading the program.
            Some(query) => {
                let limits = Limits {
                    time: deadline.remaining(),
                    ..limits
                };
                self.run_goal(query, &program, limits)
            }
            None => Ok(Shell::new(&self, interrupts).run(text, program)),
        }
    }

    /// Reads the program again within its limits, and prints its warnings.
    pub(crate) fn load_again(&self, stop: Stop) -> Result<(String, Program), String> {
        let deadline = self.limits(stop).deadline();
        let loaded = load(&self.file, &self.flags()?, &deadline)?;
        loaded.map_err(|limit| limit.describe().to_owned())
    }

    /// Runs one goal.
    fn run_goal(
        &self,
        query: &str,
        program: &Program,
        limits: Limits,
    ) -> Result<ExitStatus, String> {
        let operators = program.operators();
        let json = self.trace.as_deref() == Some("json");
        let mut listener = |step: &Step| match json {
            true => outln!("{}", step.json(operators)),
            false => outln!("{}", step.text(operators)),
        };
        let stop = limits.stop.clone().unwrap_or_default();
        let lines = RefCell::new(Lines::open("chr_step_history", Vec::new()));
        let stepper = RefCell::new(Stepper::new(&lines, operators, stop.clone()));
        let mut on_step =
            |step: &Step, moment: &Moment<'_>| stepper.borrow_mut().step(step, moment);
        let start = Instant::now();
        let mut run = program
            .query(query, limits)
            .map_err(|error| error.render(query, "query"))?;
        if self.trace.is_some() {
            run.trace(&mut listener);
        }
        if self.step {
            run.watch(&mut on_step);
        }
        if self.stats {
            run.profile(Arc::new(SystemClock::new()));
        }
        let status = self.answers(&mut run, operators, &stepper)?;
        if let [rule, constraint] = &self.why_not[..] {
            let constraint = parse_term(constraint, operators)
                .map_err(|error| error.render(constraint, "constraint"))?;
            let reasons = run.why_not(rule, &constraint);
            for one in reasons.map_err(|why| why.to_string())? {
                outln!("{one}");
            }
        }
        if self.stats {
            let (counters, took) = (run.counters(), render::time(start.elapsed()));
            out!("{}\n{}", counters.table(), counters.scans());
            out!("{}\n{}", program.index_report(), counters.totals());
            outln!("{} bytes in total, {took}", run.memory());
        }
        Ok(status)
    }

    fn flags(&self) -> Result<Vec<(String, Term)>, String> {
        let read = |flag: &String| {
            let (name, value) = flag
                .split_once('=')
                .ok_or_else(|| format!("invalid flag `{flag}`; expected name=value"))?;
            let value = parse_term(value, Operators::standard());
            let value = value.map_err(|error| format!("flag {name}: {}", error.message))?;
            Ok((name.to_owned(), value))
        };
        self.flag.iter().map(read).collect()
    }

    pub(crate) fn limits(&self, stop: Stop) -> Limits {
        Limits {
            time: self.time_limit,
            memory: Some(bytes_of(self.memory_limit)),
            steps: self.step_limit,
            clock: Some(Arc::new(SystemClock::new())),
            stop: Some(stop),
            ..Limits::default()
        }
    }

    /// Prints the answers.
    fn answers(
        &self,
        run: &mut Run<'_>,
        operators: &Operators,
        stepper: &RefCell<Stepper<'_>>,
    ) -> Result<ExitStatus, String> {
        let mut n = 0;
        run.set_input(input_line);
        loop {
            let next = run.next_answer();
            out!("{}", apart(run.take_output()));
            eprint!("{}", run.take_errors());
            // A run that the user quit may end before it checks the stop flag.
            if stepper.borrow().has_quit() {
                return Ok(ExitStatus::Stopped);
            }
            match next {
                Ok(Some(answer)) => {
                    n += 1;
                    outln!("{}", shown(&answer.named(), operators));
                    if !self.all {
                        return Ok(ExitStatus::Success);
                    }
                }
                Ok(None) => {
                    if n == 0 {
                        outln!("no");
                        return Ok(ExitStatus::None);
                    }
                    return Ok(if n > 1 {
                        ExitStatus::Multiple
                    } else {
                        ExitStatus::Success
                    });
                }
                Err(RunError::Halt(0)) => return Ok(ExitStatus::Success),
                Err(RunError::Limit(limit)) => {
                    eprintln!("{}", limit.describe());
                    return Ok(ExitStatus::Stopped);
                }
                Err(error) => return Err(format!("error: {error}")),
            }
        }
    }
}

/// What a program wrote, ended by a line break if there is anything, so that answers start on a line of their own.
fn apart(mut output: String) -> String {
    if !output.is_empty() && !output.ends_with('\n') {
        output.push('\n');
    }
    output
}

/// The next line of the standard input, with its end.
fn input_line() -> Option<String> {
    let mut line = String::new();
    let read = std::io::stdin().read_line(&mut line);
    read.is_ok_and(|bytes| bytes > 0).then_some(line)
}

/// An answer as text: the bindings of the goal's variables, and the store.
fn shown(answer: &Answer, operators: &Operators) -> String {
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
