//! The program `fzn-gridwright`: a FlatZinc solver for MiniZinc. The command `gridwright` is the same program when it is called by that name.
#![expect(clippy::print_stderr, reason = "a program prints to its terminal")]
#![warn(missing_docs)]

mod options;
mod part_file;
mod variants;
mod whole_text;

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use gridwright_fd::{Assignment, Deadline, End, Flow, Limits, Sink, Stats, Stop};
use gridwright_flatzinc::{LoadError, Program, Protocol, SolveOptions, read_drcp};
use gridwright_solve::{DrcpModel, DrcpOutcome, SolveError, prove_drcp};
use gridwright_term::render_all;
use options::{Command, Options};

pub use part_file::PartFile;
pub use whole_text::{Bytes, Open, Unopened, read_bytes, read_text, read_text_file};

/// The name of the program.
pub const NAME: &str = "fzn-gridwright";

/// Runs the program with the arguments after its name.
pub fn run(arguments: impl IntoIterator<Item = String>) -> ExitCode {
    let started = Instant::now();
    let options = match options::parse(arguments) {
        Ok(Command::Solve(options)) => options,
        Ok(Command::Print(text)) => {
            write(&text);
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("{NAME}: {message}");
            return ExitCode::from(2);
        }
    };
    match solve(&options, started) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{}", message.trim_end());
            write("=====ERROR=====\n");
            ExitCode::FAILURE
        }
    }
}

fn solve(options: &Options, started: Instant) -> Result<(), String> {
    let stop = Stop::new();
    let handler_stop = stop.clone();
    // Without a handler a signal ends the program at once; solutions found so far have been printed.
    let _ = ctrlc::set_handler(move || {
        if handler_stop.is_requested() {
            PartFile::remove_all();
            std::process::exit(130);
        }
        handler_stop.request();
    });
    let limits = Limits {
        stop: Some(stop),
        ..options.solve.limits.clone()
    };
    // The time limit includes reading and loading.
    let limits = match options.time.map(Duration::from_millis) {
        Some(time) => limits.time_limit(time.saturating_sub(started.elapsed())),
        None => limits.timed(),
    };
    let deadline = limits.deadline();
    let (name, text) = match read_model(options.model.as_ref(), &deadline)? {
        Some(read) => read,
        None => {
            write("=====UNKNOWN=====\n");
            return Ok(());
        }
    };
    let program = match Program::read_before(&text, &deadline) {
        Ok(program) => program,
        Err(LoadError::Stopped(_)) => {
            write("=====UNKNOWN=====\n");
            return Ok(());
        }
        Err(LoadError::Invalid(errors)) => {
            return Err(render_all(&errors, &text, &name));
        }
    };
    // A model that the checker does not know is refused before it is solved.
    let provable = match &options.proof {
        None => None,
        Some(file) => {
            let model = read_drcp(&text).map_err(|errors| render_all(&errors, &text, &name));
            Some((file, model?))
        }
    };
    if options.verbose {
        print_summary(&program, &text, &name, started.elapsed());
    }
    drop(text);
    let solve_options = SolveOptions {
        limits: Limits {
            time: deadline.remaining().or(limits.time),
            ..limits
        },
        ..options.solve.clone()
    };
    let mut protocol = Protocol::new(&program, &solve_options);
    let n_threads = match solve_options.gains_from_variants(&program) {
        true => options.n_threads,
        false => 1,
    };
    let outcome = match n_threads {
        1 => solve_options.solve(&program, 0, &mut Writer(&mut protocol)),
        n => variants::solve(&program, &solve_options, n, &mut protocol),
    };
    let (end, stats) = match outcome {
        Ok(outcome) => (outcome.end, outcome.stats),
        // The limit came during set-up.
        Err(SolveError::LimitReached(limit)) => (End::LimitReached(limit), Stats::default()),
        Err(error) => return Err(format!("{name}: error: {error}")),
    };
    write(&protocol.ending(end));
    if let Some((file, model)) = provable {
        match end {
            End::Exhausted if protocol.n_found() == 0 || protocol.objective().is_some() => {
                let limits = Limits {
                    time: deadline.remaining().or(solve_options.limits.time),
                    ..solve_options.limits.clone()
                };
                // The verdict was printed already, and it holds without a proof.
                if let Err(message) = write_proof(file, &model, protocol.objective(), &limits) {
                    eprintln!("{message}");
                }
            }
            _ => eprintln!(
                "{name}: no proof was written: the format drcp proves that there is no solution, or no better one"
            ),
        }
    }
    if let Some(warning) = protocol.warning(end) {
        eprintln!("{name}: warning: {warning}");
    }
    if options.statistics {
        write(&protocol.statistics(&stats));
    }
    Ok(())
}

/// Writes a proof that there is no solution, or none that is better than the best. A file that is not complete is removed.
fn write_proof(
    file: &Path,
    model: &DrcpModel,
    best: Option<i32>,
    limits: &Limits,
) -> Result<(), String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: error: {error}", file.display());
    let (part, out) = PartFile::create(file)?;
    let proved = prove_drcp(model, best, limits, out);
    match proved.map_err(|error| wrong(&error))? {
        (DrcpOutcome::Proved, mut out) => part.finish(out.flush(), true).map(|_| ()),
        (DrcpOutcome::Solution(_), _) => Err(wrong(&"there is a better solution")),
        (DrcpOutcome::Unknown(limit), _) => {
            let why = limit.describe();
            eprintln!("{}: no proof was written: {why}", file.display());
            Ok(())
        }
    }
}

/// The name and the text of the model.
fn read_model(
    path: Option<&PathBuf>,
    deadline: &Deadline,
) -> Result<Option<(String, String)>, String> {
    let (name, text) = match path {
        Some(path) => {
            let text = read_text(Unopened::file(path), deadline);
            (path.display().to_string(), text)
        }
        None => {
            let text = read_text(Unopened::standard_input(), deadline);
            ("standard input".to_owned(), text)
        }
    };
    let mut text = match text {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::TimedOut => return Ok(None),
        Err(error) => return Err(format!("{name}: {error}")),
    };
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(Some((name, text)))
}

fn print_summary(program: &Program, text: &str, name: &str, time: Duration) {
    let model = &program.model;
    let (n_vars, n_constraints) = (model.n_vars() - 1, model.constraints().len());
    eprintln!("% {n_vars} variables and {n_constraints} constraints, loaded in {time:.1?}");
    eprint!("{}", render_all(&program.search.warnings, text, name));
}

/// Prints and flushes; exits if standard output is closed.
pub(crate) fn write(text: &str) {
    if text.is_empty() {
        return;
    }
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if written.is_err() {
        std::process::exit(0);
    }
}

/// Prints solutions as they are found.
struct Writer<'a, 'p>(&'a mut Protocol<'p>);

impl Sink for Writer<'_, '_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        write(&self.0.solution(found));
        Flow::Continue
    }
}
