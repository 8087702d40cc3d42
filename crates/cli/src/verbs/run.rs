//! `run`: runs a model in the modelling language, solves a CNF, or proves what holds of a FlatZinc model.

use std::time::{Duration, Instant};

use clap::Args;
use gridwright::control::Limit;
use gridwright::lang::{Built, Nested, Program, Source};
use gridwright::programs::{Minimality, RunOutcome, Solution, conflicting_lines, run_program};
use gridwright::solve::statement_of;
use gridwright::solving::CubeSubject;
use gridwright::term::{Diagnostic, Span, Term, render_all};
use gridwright::{EngineName, Question, Request, Verdict};

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::exit_status::ExitStatus;
use crate::input::options::{StrategyOptions, bytes_of, parse_time};
use crate::input::origin;
use crate::output::render;
use crate::output::stdout::to_line;
use crate::verbs::dimacs;
use crate::verbs::proof::{self, ProofArgs, ProofFormat};
use crate::work::cubes::{self, CubeOptions};
use crate::work::interrupt::stop_on_interrupt;
use crate::work::progress::{self, ProgressLine, Unit};

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// Model file, or - for standard input; a file that ends with .cnf is a CNF in the DIMACS format, and with --proof one that ends with .fzn is a FlatZinc model
    file: String,
    /// Print all solutions; with an objective, every improving one
    #[arg(long, conflicts_with = "proof")]
    all: bool,
    /// Print at most N solutions
    #[arg(long, value_name = "N", conflicts_with_all = ["all", "proof"], value_parser = clap::value_parser!(u64).range(1..))]
    most: Option<u64>,
    /// Count the solutions instead of printing them
    #[arg(long, conflicts_with_all = ["all", "most", "proof"])]
    count: bool,
    /// Override a constant: NAME=VALUE; repeatable
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "proof", value_parser = constant)]
    set: Vec<(String, i64)>,
    /// If there is no solution, print a smallest set of conflicting lines
    #[arg(long)]
    explain: bool,
    /// Print the variables and constraints instead of solving
    #[arg(long, conflicts_with = "to")]
    dump: bool,
    /// Translate the model instead of solving
    #[arg(long, value_name = "LANGUAGE", value_parser = ["minizinc"])]
    to: Option<String>,
    #[command(flatten)]
    proof: ProofArgs,
    /// Print counters and times
    #[arg(long)]
    stats: bool,
    /// Print one JSON object per solution and line, from names to values
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: RunOptions,
}

/// The options of a search; what is left open is chosen automatically.
#[derive(Debug, Args)]
#[command(next_help_heading = "Solver options")]
struct RunOptions {
    /// Engine: auto, fd (propagation and search), learn (with nogood learning), sat (CNF encoding) or oracle (brute force)
    #[arg(long, value_name = "NAME", default_value = "auto")]
    engine: EngineName,
    #[command(flatten)]
    strategy: StrategyOptions,
    /// Time limit: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
    /// Node limit
    #[arg(long, value_name = "N")]
    node_limit: Option<u64>,
    /// Memory limit in MiB, by the count of the model and the engine
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    memory_limit: Option<u64>,
    /// Number of threads that count the solutions
    #[arg(long, value_name = "N", default_value_t = 1, requires = "count")]
    threads: usize,
    #[command(flatten)]
    cubes: CubeOptions,
}

impl Run {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let start = Instant::now();
        if self.options.cubes.is_given() && !self.count {
            return Err("--cubes, --checkpoint and --part need --count".to_owned());
        }
        if proof::is_cnf(&self.file) {
            return self.run_cnf();
        }
        let proof = self.proof.wanted();
        if proof::is_flatzinc(&self.file) {
            let what = "a FlatZinc model is solved by fzn-gridwright; here, give --proof FILE";
            let proof = proof.ok_or_else(|| what.to_owned())?;
            self.refuse_options("a proof of a FlatZinc model")?;
            if self.stats {
                return Err(unsupported("a proof of a FlatZinc model", "--stats"));
            }
            return proof::write_of_flatzinc(&self.file, &self.request(), proof);
        }
        if proof.is_some_and(|(_, format)| format != ProofFormat::Gridwright) {
            return Err(
                "a proof in this format is about a CNF, a file that ends with .cnf, or a FlatZinc model, one that ends with .fzn".to_owned(),
            );
        }
        let request = self.request();
        let deadline = request.limits().deadline();
        let source = origin::Source::read_before(&self.file, &deadline);
        let stopped = |limit| self.stopped_early(limit);
        let source = match source {
            Ok(source) => Source::new(source.name, source.text),
            Err(error) => return error.limit().map(stopped),
        };
        let program = match source.program_before(&self.set, &deadline) {
            Ok(program) => program,
            Err(error) => return error.limit.map(stopped).ok_or_else(|| error.render()),
        };
        let Source { name, text } = program.source();
        eprint!("{}", render_all(program.warnings(), text, name));
        if self.to.is_some() {
            out!("{}", program.minizinc());
            return Ok(ExitStatus::Success);
        }
        let built = match (program.model(), deadline.reached()) {
            (Ok(built), _) => built,
            (Err(_), Some(limit)) => return Ok(self.stopped_early(limit)),
            (Err(error), None) => return Err(rendered(&program, &error)),
        };
        if self.dump {
            dump(&built);
            return Ok(ExitStatus::Success);
        }
        let read = start.elapsed();
        // The time limit includes reading and building.
        let request = Request {
            time: deadline.remaining(),
            ..request
        };
        if let Some((file, _)) = proof {
            let name = &program.source().name;
            let wrong = |error: String| format!("{name}: error: {error}");
            let statement = statement_of(&built.model).map_err(wrong)?;
            let model = Some(&built.model);
            let limits = (&request, &deadline);
            return proof::write_of_statement(name, &statement, model, limits, file);
        }
        let ran = match self.count {
            true => self.counted(&program, &built, &request)?,
            false => self.solutions(&program, &built, &request)?,
        };
        if self.json {
            if self.stats || self.count {
                outln!("{}", stats_object(&ran, &program, &built, read));
            }
        } else {
            wordsln!("{}", self.summary(&ran, &program));
            if self.stats {
                wordsln!("{}", stats(&ran, &program, &built, read));
            }
        }
        if self.explain && ran.verdict == Verdict::None {
            explain(&program, &request, self.json)?;
        }
        Ok(ExitStatus::of(ran.verdict))
    }

    /// Solves a CNF.
    fn run_cnf(&self) -> Result<ExitStatus, String> {
        self.refuse_options("a CNF")?;
        dimacs::run(&self.file, &self.request(), self.proof.wanted(), self.stats)
    }

    /// Refuses the options that only a model in the modelling language supports.
    fn refuse_options(&self, what: &str) -> Result<(), String> {
        for (is_given, option) in [
            (self.all, "--all"),
            (self.most.is_some(), "--most"),
            (self.count, "--count"),
            (!self.set.is_empty(), "--set"),
            (self.explain, "--explain"),
            (self.dump, "--dump"),
            (self.to.is_some(), "--to"),
            (self.json, "--json"),
        ] {
            if is_given {
                return Err(unsupported(what, option));
            }
        }
        Ok(())
    }

    fn request(&self) -> Request {
        let options = &self.options;
        Request {
            engine: options.engine,
            time: options.time_limit,
            nodes: options.node_limit,
            memory: options.memory_limit.map(bytes_of),
            stop: Some(stop_on_interrupt()),
            progress: progress::counters(),
            ..options.strategy.request()
        }
    }

    /// Reports that a limit was reached before the search began.
    fn stopped_early(&self, limit: Limit) -> ExitStatus {
        if self.json {
            let object = serde_json::json!({ "%stats": { "verdict": "stopped", "solutions": 0, "complete": false } });
            outln!("{object}");
        } else {
            outln!(
                "No solution; {} while the model was built.",
                limit.describe()
            );
        }
        ExitStatus::Stopped
    }

    /// Runs the program and prints the solutions as they are found, or only the best.
    fn solutions(
        &self,
        program: &Program,
        built: &Built,
        request: &Request,
    ) -> Result<RunOutcome, String> {
        let only_best = program.has_objective() && !self.all;
        let most = match self.all {
            true => None,
            false => Some(self.most.unwrap_or(1)),
        };
        let mut last = None;
        let mut n = 0;
        let mut failures = 0;
        let mut time = Duration::ZERO;
        let counters = request.progress.clone();
        let line = ProgressLine::new("solving", Some(1), Unit::Items("models"), counters);
        let ran = run_program(built, most, request, &mut |solution| {
            if only_best {
                if let Some(objective) = solution.objective {
                    line.set_note(format!("best so far {objective}"));
                }
                failures += solution.failures;
                time += solution.time;
                last = Some(Solution {
                    failures,
                    time,
                    ..solution.clone()
                });
            } else {
                n += 1;
                line.suspend(|| self.print(program, n, solution));
            }
        });
        line.finish();
        let ran = ran.map_err(|error| format!("error: {error}"))?;
        if let Some(best) = last {
            self.print(program, 1, &best);
        }
        Ok(ran)
    }

    /// Counts the solutions, in cubes if there are several threads.
    fn counted(
        &self,
        program: &Program,
        built: &Built,
        request: &Request,
    ) -> Result<RunOutcome, String> {
        if program.has_objective() {
            return Err("--count: a model with an objective has only best solutions".to_owned());
        }
        let text = program.minizinc();
        let subject = CubeSubject::Model {
            model: &built.model,
            decisions: &built.vars,
            text: &text,
        };
        let options = &self.options;
        let question = Question::Count { limit: u64::MAX };
        // Cubes that are named by options have a line of their own.
        let _line = match options.cubes.is_given() {
            true => ProgressLine::hidden(),
            false => {
                let counters = request.progress.clone();
                ProgressLine::new("counting", Some(1), Unit::Items("models"), counters)
            }
        };
        let report = cubes::ask(subject, question, request, options.threads, &options.cubes)?;
        let Some(report) = report else {
            let ran = run_program(built, None, request, &mut |_| {});
            return ran.map_err(|error| format!("error: {error}"));
        };
        Ok(RunOutcome {
            verdict: report.verdict,
            solutions: report.count.unwrap_or(0),
            complete: report.complete,
            stopped: match report.verdict {
                Verdict::Stopped(limit) => Some(limit),
                _ => None,
            },
            engine: report.engine,
            stats: report.stats,
            setup_time: report.setup_time,
        })
    }

    fn print(&self, program: &Program, n: u64, solution: &Solution) {
        if self.json {
            let row = SolutionRow {
                program,
                values: &solution.values,
            };
            outln!("{}", to_line(&row));
            return;
        }
        outln!("Solution {n}:");
        out!("{}", program.format_solution(&solution.values));
        if let Some(objective) = solution.objective {
            outln!("Objective: {objective}");
        }
        outln!("Failures: {}", solution.failures);
        outln!("Runtime: {:.3} s\n", solution.time.as_secs_f64());
    }

    /// The outcome in a sentence.
    fn summary(&self, ran: &RunOutcome, program: &Program) -> String {
        let n = ran.solutions;
        let found = match n {
            0 => "No solution".to_owned(),
            1 => "1 solution".to_owned(),
            n => format!("{n} solutions"),
        };
        match ran.stopped.map(Limit::describe) {
            Some(stopped) if program.has_objective() && n > 0 => {
                format!("Best solution so far ({stopped}).")
            }
            Some(stopped) => format!("{found}; {stopped}."),
            None if n == 0 => "No solution.".to_owned(),
            None if program.has_objective() => "This is the best.".to_owned(),
            None if ran.complete && n == 1 => "1 solution, and no other.".to_owned(),
            None if ran.complete => format!("{found}, and no others."),
            None if self.most.is_none() => {
                "Stopped at the first solution; --all looks for all.".to_owned()
            }
            None => format!("Stopped after {found}; --all looks for all."),
        }
    }
}

fn unsupported(what: &str, option: &str) -> String {
    format!("{what} does not support the option {option}")
}

/// Parses `NAME=VALUE`.
pub(crate) fn constant(text: &str) -> Result<(String, i64), String> {
    let pair = text.split_once('=');
    let pair = pair.and_then(|(name, value)| Some((name.trim(), value.trim().parse().ok()?)));
    match pair {
        Some((name, value)) => Ok((name.to_owned(), value)),
        None => Err("expected NAME=NUMBER, such as n=9".to_owned()),
    }
}

fn rendered(program: &Program, error: &Diagnostic) -> String {
    let Source { name, text } = program.source();
    error.render(text, name)
}

/// A solution as an object from names to values and arrays, in the order of declaration.
struct SolutionRow<'r> {
    program: &'r Program,
    values: &'r [i32],
}

impl Serialize for SolutionRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let arrays = self.program.arrays().iter();
        serializer.collect_map(arrays.map(|array| {
            let nested = self.program.nested(array, self.values);
            (&array.name, json(&nested))
        }))
    }
}

fn json(nested: &Nested) -> Value {
    match nested {
        Nested::Value(value) => Value::from(*value),
        Nested::Gap => Value::Null,
        Nested::Items(items) => items.iter().map(json).collect(),
    }
}

/// Prints variables with their domains, then constraints.
fn dump(built: &Built) {
    let model = &built.model;
    let name = |var| Term::var(model.name(var));
    for var in model.all_vars() {
        let ranges = model.domain(var).ranges();
        let ranges: Vec<String> = ranges
            .map(|(min, max)| match min == max {
                true => min.to_string(),
                false => format!("{min}..{max}"),
            })
            .collect();
        outln!("{} in {}", model.name(var), ranges.join(" \\/ "));
    }
    for constraint in model.constraints() {
        outln!("{}", constraint.term(&name));
    }
    if let Some(objective) = model.objective() {
        let view = objective.view();
        let sign = match objective {
            gridwright::fd::Objective::Minimise(_) => "minimise",
            gridwright::fd::Objective::Maximise(_) => "maximise",
        };
        let mut term = model.name(view.var).to_owned();
        if view.scale != 1 {
            term = format!("{} * {term}", view.scale);
        }
        if view.offset != 0 {
            term += &format!(" + {}", view.offset);
        }
        outln!("{sign}({term})");
    }
}

fn stats(ran: &RunOutcome, program: &Program, built: &Built, read: Duration) -> String {
    let stats = &ran.stats;
    format!(
        "{} variables, {} constraints, {} choices of indices tried\n{}: {} nodes, {} failures, {} backtracks, {} propagations, {} nogoods\nread in {}, set up in {}, solved in {}",
        built.vars.len(),
        built.model.constraints().len(),
        program.tried(),
        ran.engine,
        stats.nodes,
        stats.failures,
        stats.backtracks,
        stats.propagations,
        stats.nogoods,
        render::time(read),
        render::time(ran.setup_time),
        render::time(stats.solve_time),
    )
}

/// The counters as the last line; no variable is named `%stats`.
fn stats_object(ran: &RunOutcome, program: &Program, built: &Built, read: Duration) -> String {
    let stats = &ran.stats;
    let object = serde_json::json!({
        "%stats": {
            "verdict": ran.verdict.word(),
            "solutions": ran.solutions,
            "complete": ran.complete,
            "engine": ran.engine.to_string(),
            "variables": built.vars.len(),
            "constraints": built.model.constraints().len(),
            "tried": program.tried(),
            "nodes": stats.nodes,
            "failures": stats.failures,
            "backtracks": stats.backtracks,
            "propagations": stats.propagations,
            "nogoods": stats.nogoods,
            "read_ms": render::milliseconds(read),
            "setup_ms": render::milliseconds(ran.setup_time),
            "solve_ms": render::milliseconds(stats.solve_time),
        }
    });
    object.to_string()
}

/// Prints a smallest set of conflicting lines.
fn explain(program: &Program, request: &Request, json: bool) -> Result<(), String> {
    let built = program
        .switched()
        .map_err(|error| rendered(program, &error))?;
    // The requested search may not learn, but finding conflicts needs an engine that does.
    let request = Request {
        time: request.time,
        stop: request.stop.clone(),
        ..Request::default()
    };
    let found = conflicting_lines(&built, &request).map_err(|error| format!("error: {error}"))?;
    let Some(found) = found else {
        wordsln!("Stopped at a limit before the conflicting lines were found.");
        return Ok(());
    };
    let Source { name, text } = program.source();
    let line = |span: Span| span.position(text).line;
    if json {
        let lines: Vec<usize> = found.lines.iter().map(|one| line(one.span)).collect();
        let object = serde_json::json!({ "%clash": lines, "%fewest": found.minimality == Minimality::Fewest });
        outln!("{object}");
        return Ok(());
    }
    wordsln!(
        "{}",
        match (found.lines.len(), found.minimality) {
            (0, _) => "The domains alone leave no solution: an index or a divisor has no value."
                .to_owned(),
            (1, _) => "This line has no solution by itself:".to_owned(),
            (n, Minimality::Fewest) => format!("These {n} lines clash, and no fewer do:"),
            (n, Minimality::Irreducible) =>
                format!("These {n} lines clash, and none of them can be spared:"),
            (n, Minimality::Unknown) =>
                format!("These {n} lines clash; perhaps some can be spared:"),
        }
    );
    for one in &found.lines {
        let words: Vec<&str> = text[one.span.start..one.span.end]
            .split_whitespace()
            .collect();
        wordsln!("{name}:{}: {}", line(one.span), words.join(" "));
    }
    Ok(())
}
