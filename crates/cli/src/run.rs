//! `run`: runs a model in the small language.

use std::time::{Duration, Instant};

use clap::Args;
use gridwright::control::Limit;
use gridwright::fd::{Choice, ConsistencyMap, Inference, Restart, Select};
use gridwright::lang::{Built, Nested, Program, Source};
use gridwright::programs::{Minimality, RunOutcome, Solution, conflicting_lines, run_program};
use gridwright::term::{Diagnostic, Span, Term};
use gridwright::{EngineName, Request, Verdict};

use crate::ending::Ending;
use crate::{batch, input, show, solving};

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The model: a file, or - for standard input
    file: String,
    /// Show all solutions; where something is optimised, every better one on the way
    #[arg(long)]
    all: bool,
    /// Show so many solutions at most
    #[arg(long, value_name = "N", conflicts_with = "all", value_parser = clap::value_parser!(u64).range(1..))]
    most: Option<u64>,
    /// Give a constant another value: NAME=VALUE; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = constant)]
    set: Vec<(String, i64)>,
    /// Where there is no solution, show the fewest lines that clash
    #[arg(long)]
    explain: bool,
    /// Print the posted model instead of solving it
    #[arg(long, conflicts_with = "to")]
    dump: bool,
    /// Print the model in another language instead of solving it
    #[arg(long, value_name = "LANGUAGE", value_parser = ["minizinc"])]
    to: Option<String>,
    /// Tell what the run counted
    #[arg(long)]
    stats: bool,
    /// Print one object per solution and line, from names to values
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    how: How,
}

/// How to go about it; what is left open is chosen.
#[derive(Debug, Args)]
#[command(next_help_heading = "How to solve")]
struct How {
    /// Which variable is decided next: leftmost, ff, ffc, min, max, dom_w_deg, …
    #[arg(long, value_name = "NAME")]
    select: Option<Select>,
    /// How its values are tried: indomain_min, indomain_max, step, enum, bisect, …
    #[arg(long, value_name = "NAME")]
    choose: Option<Choice>,
    /// The engine: auto, fd, learn or oracle
    #[arg(long, value_name = "NAME", default_value = "auto")]
    engine: EngineName,
    /// How hard constraints think: value, bounds or domain; and families that differ: bounds,all_different=domain
    #[arg(long, value_name = "LEVEL", value_parser = solving::levels)]
    level: Option<ConsistencyMap>,
    /// How much is inferred at a node: check, forward or full
    #[arg(long, value_name = "NAME")]
    inference: Option<Inference>,
    /// When search starts anew: never, adaptive, luby[:UNIT], linear[:UNIT] or geometric[:FIRST[:FACTOR]]
    #[arg(long, value_name = "RULE")]
    restarts: Option<Restart>,
    /// Where random choices start from
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop after so long: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = solving::time)]
    time_limit: Option<Duration>,
    /// Stop after so many nodes
    #[arg(long, value_name = "N")]
    node_limit: Option<u64>,
}

impl Run {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let began = Instant::now();
        let source = input::source(&self.file)?;
        let source = Source::new(source.name, source.text.to_string());
        let program = source.program(&self.set);
        let program = program.map_err(|refused| refused.render())?;
        for warning in program.warnings() {
            eprint!("{}", rendered(&program, warning));
        }
        if self.to.is_some() {
            out!("{}", program.minizinc());
            return Ok(Ending::Well);
        }
        let built = program.model().map_err(|told| rendered(&program, &told))?;
        if self.dump {
            dump(&built);
            return Ok(Ending::Well);
        }
        let read = began.elapsed();
        let request = self.request();
        let ran = self.solutions(&program, &built, &request)?;
        if self.json {
            if self.stats {
                outln!("{}", stats_object(&ran, &program, &built, read));
            }
        } else {
            outln!("{}", self.ended(&ran, &program));
            if self.stats {
                outln!("{}", stats(&ran, &program, &built, read));
            }
        }
        if self.explain && ran.verdict == Verdict::None {
            explain(&program, &request, self.json)?;
        }
        Ok(Ending::of(ran.verdict))
    }

    fn request(&self) -> Request {
        let how = &self.how;
        Request {
            engine: how.engine,
            consistency: how.level.clone(),
            inference: how.inference,
            select: how.select,
            choose: how.choose,
            restarts: how.restarts,
            seed: how.seed,
            time: how.time_limit,
            nodes: how.node_limit,
            stop: Some(batch::stop_on_interrupt()),
            ..Request::default()
        }
    }

    /// Runs the program and tells the solutions as they are found, or only the best.
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
        let mut backtracks = 0;
        let mut time = Duration::ZERO;
        let ran = run_program(built, most, request, &mut |solution| {
            if only_best {
                backtracks += solution.backtracks;
                time += solution.time;
                last = Some(Solution {
                    backtracks,
                    time,
                    ..solution.clone()
                });
            } else {
                n += 1;
                self.tell(program, n, solution);
            }
        });
        let ran = ran.map_err(|error| format!("error: {error}"))?;
        if let Some(best) = last {
            self.tell(program, 1, &best);
        }
        Ok(ran)
    }

    fn tell(&self, program: &Program, n: u64, solution: &Solution) {
        if self.json {
            outln!("{}", object(program, &solution.values));
            return;
        }
        outln!("Solution {n}:");
        out!("{}", program.shown(&solution.values));
        if let Some(objective) = solution.objective {
            outln!("Objective: {objective}");
        }
        outln!("Backtracks: {}", solution.backtracks);
        outln!("Runtime: {:.3} s\n", solution.time.as_secs_f64());
    }

    /// How the run ended.
    fn ended(&self, ran: &RunOutcome, program: &Program) -> String {
        let n = ran.solutions;
        let found = match n {
            0 => "no solution".to_owned(),
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

fn constant(text: &str) -> Result<(String, i64), String> {
    let pair = text.split_once('=');
    let pair = pair.and_then(|(name, value)| Some((name.trim(), value.trim().parse().ok()?)));
    match pair {
        Some((name, value)) => Ok((name.to_owned(), value)),
        None => Err("expected a name and a number, such as n=9".to_owned()),
    }
}

fn rendered(program: &Program, told: &Diagnostic) -> String {
    let Source { name, text } = program.source();
    told.render(text, name)
}

/// A solution as an object from names to values and arrays.
fn object(program: &Program, values: &[i32]) -> String {
    let entry = |array: &gridwright::lang::Array| {
        let name = serde_json::Value::from(array.name.as_str());
        format!("{name}:{}", json(&program.nested(array, values)))
    };
    let entries: Vec<String> = program.arrays().iter().map(entry).collect();
    format!("{{{}}}", entries.join(","))
}

fn json(nested: &Nested) -> String {
    match nested {
        Nested::Value(value) => value.to_string(),
        Nested::Gap => "null".to_owned(),
        Nested::Items(items) => {
            let items: Vec<String> = items.iter().map(json).collect();
            format!("[{}]", items.join(","))
        }
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
        show::time(read),
        show::time(ran.setup_time),
        show::time(stats.solve_time),
    )
}

/// The counters as a last line; no variable is called `%stats`.
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
            "read_ms": show::milliseconds(read),
            "setup_ms": show::milliseconds(ran.setup_time),
            "solve_ms": show::milliseconds(stats.solve_time),
        }
    });
    object.to_string()
}

/// Shows the fewest lines that clash.
fn explain(program: &Program, request: &Request, json: bool) -> Result<(), String> {
    let built = program
        .switched()
        .map_err(|told| rendered(program, &told))?;
    // A search that was asked for may not learn, and this needs an engine that says what clashes.
    let request = Request {
        time: request.time,
        stop: request.stop.clone(),
        ..Request::default()
    };
    let found = conflicting_lines(&built, &request).map_err(|error| format!("error: {error}"))?;
    let Some(found) = found else {
        outln!("Stopped at a limit before it was known which lines clash.");
        return Ok(());
    };
    let Source { name, text } = program.source();
    let line = |span: Span| span.position(text).line;
    if json {
        let lines: Vec<usize> = found.lines.iter().map(|one| line(one.span)).collect();
        let object =
            serde_json::json!({ "%clash": lines, "%fewest": found.minimality == Minimality::Fewest });
        outln!("{object}");
        return Ok(());
    }
    outln!(
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
        let said = &text[one.span.start..one.span.end];
        let said: Vec<&str> = said.split_whitespace().collect();
        outln!("{name}:{}: {}", line(one.span), said.join(" "));
    }
    Ok(())
}
