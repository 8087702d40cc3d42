//! `trace` and `tree`: the events and the tree of a search.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Args;
use gridwright::chr::Program;
use gridwright::control::{Deadline, Limit, Limits, Stop};
use gridwright::explaining::claim_number;
use gridwright::fd::{End, Flow};
use gridwright::lang::{self, Built};
use gridwright::puzzles::DrawOptions;
use gridwright::tracing::{Searched, search_tree};
use gridwright::{AnyInstance, BoxedInstance, Question, Request, trace};
use gridwright_fzn::PartFile;
use gridwright_lab::{PROFILER_ADDRESS, TreeStyle, tree_summary, tree_svg, tree_text};
use gridwright_print::PrintError;
use serde::Serialize;

use crate::exit_status::ExitStatus;
use crate::input::options::SearchOptions;
use crate::input::origin;
use crate::input::puzzles::Input;
use crate::output::{render, stdout};
use crate::verbs::chr;
use crate::verbs::profiler::profile;
use crate::verbs::run::constant;
use crate::work::interrupt::{Interrupts, stop_on_interrupt};

/// The options of both verbs.
#[derive(Debug, Args)]
struct SearchArgs {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    options: SearchOptions,
    /// Stop after N answers; a model with an objective is searched to the best one
    #[arg(long, value_name = "N", default_value_t = 2)]
    most: u64,
    /// Model (.gw): override a constant; repeatable
    #[arg(long, value_name = "NAME=VALUE", value_parser = constant)]
    set: Vec<(String, i64)>,
    /// CHR program (.chr, .pl): the goal to run
    #[arg(long, value_name = "GOAL")]
    query: Option<String>,
}

/// What is searched.
enum Subject {
    Puzzle(BoxedInstance),
    Model(Built),
    Chr(Box<Program>, String),
}

impl Subject {
    fn searched(&self) -> Searched<'_> {
        match self {
            Subject::Puzzle(instance) => Searched::Puzzle(&**instance),
            Subject::Model(built) => Searched::Model(built),
            Subject::Chr(program, goal) => Searched::Chr { program, goal },
        }
    }

    /// A title for the profiler.
    fn title(&self) -> &str {
        match self {
            Subject::Puzzle(instance) => instance.kind().info().title,
            Subject::Model(_) => "Model",
            Subject::Chr(..) => "CHR program",
        }
    }
}

impl SearchArgs {
    /// What is searched, and the request for the time that is left after reading it; or the limit that was reached before.
    fn prepare(&self, stop: &Stop) -> Result<Result<(Subject, Request), Limit>, String> {
        let request = self.options.request(stop);
        let deadline = request.limits().deadline();
        let subject = self.subject(&deadline)?;
        let time = deadline.remaining();
        Ok(subject.map(|subject| (subject, Request { time, ..request })))
    }

    /// The one puzzle, model or program of the input, or the limit that was reached before it was built.
    fn subject(&self, deadline: &Deadline) -> Result<Result<Subject, Limit>, String> {
        let file = match self.input.args() {
            [file] if self.input.kind().is_none() => Path::new(file),
            _ => Path::new(""),
        };
        let ending = file.extension().and_then(OsStr::to_str);
        let subject = match ending {
            Some("gw") => self.model(file, deadline)?,
            Some("chr" | "pl") => self.program(file, deadline)?,
            _ => match self.input.one(deadline) {
                Ok(entry) => Ok(Subject::Puzzle(entry.instance?)),
                Err(error) => Err(error.limit()?),
            },
        };
        let subject = match subject {
            Ok(subject) => subject,
            Err(limit) => return Ok(Err(limit)),
        };
        if !self.set.is_empty() && !matches!(subject, Subject::Model(_)) {
            return Err("error: --set is for models (.gw)".to_owned());
        }
        if self.query.is_some() && !matches!(subject, Subject::Chr(..)) {
            return Err("error: --query is for CHR programs (.chr, .pl)".to_owned());
        }
        Ok(Ok(subject))
    }

    fn model(&self, file: &Path, deadline: &Deadline) -> Result<Result<Subject, Limit>, String> {
        let source = origin::Source::read_before(&file.display().to_string(), deadline);
        let source = match source {
            Ok(source) => lang::Source::new(source.name, source.text),
            Err(error) => return error.limit().map(Err),
        };
        let program = match source.program_before(&self.set, deadline) {
            Ok(program) => program,
            Err(error) => return error.limit.map(Err).ok_or_else(|| error.render()),
        };
        match (program.model(), deadline.reached()) {
            (Ok(built), _) => Ok(Ok(Subject::Model(built))),
            (Err(_), Some(limit)) => Ok(Err(limit)),
            (Err(error), None) => Err(error.render(&program.source().text, &program.source().name)),
        }
    }

    fn program(&self, file: &Path, deadline: &Deadline) -> Result<Result<Subject, Limit>, String> {
        let name = file.display();
        let goal = self.query.clone();
        let goal =
            goal.ok_or_else(|| format!("error: {name}: give the goal to run: --query GOAL"))?;
        let loaded = chr::load(file, &[], deadline)?;
        Ok(loaded.map(|(_, program)| Subject::Chr(Box::new(program), goal)))
    }

    fn question(&self) -> Question {
        Question::Solve { max: self.most }
    }
}

/// Print the events of the search of a puzzle, a model (.gw) or a CHR program as JSON lines, or send its tree to CP-Profiler.
#[derive(Debug, Args)]
pub(crate) struct Trace {
    #[command(flatten)]
    search: SearchArgs,
    /// Include the reason for every pruning
    #[arg(long)]
    reasons: bool,
    /// Stop after N events
    #[arg(long, value_name = "N")]
    events: Option<u64>,
    /// Send the search tree to CP-Profiler at HOST:PORT while it grows, instead of printing events
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = PROFILER_ADDRESS, require_equals = true, conflicts_with_all = ["reasons", "events"])]
    cp_profiler: Option<String>,
    /// Send at most N nodes
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000_000,
        requires = "cp_profiler"
    )]
    nodes: usize,
}

/// A line of the trace.
#[derive(Serialize)]
struct Line<'l> {
    event: &'l str,
    node: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fact: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'l str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    why: &'l [String],
    /// The claims about the board that it decides: fact numbers from 1, negative if the fact is false.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<i64>,
}

/// Reports that a limit was reached before the search began.
fn stopped_early(limit: Limit) -> ExitStatus {
    eprintln!("{} while the model was built", limit.describe());
    ExitStatus::Stopped
}

/// The status after a search, and a message if a limit was reached.
fn status_of(limit: Option<Limit>) -> ExitStatus {
    let Some(limit) = limit else {
        return ExitStatus::Success;
    };
    eprintln!("{}", limit.describe());
    ExitStatus::Stopped
}

impl Trace {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let (subject, request) = match self.search.prepare(&stop_on_interrupt())? {
            Ok(prepared) => prepared,
            Err(limit) => return Ok(stopped_early(limit)),
        };
        if let Some(to) = &self.cp_profiler {
            let question = self.search.question();
            let (title, nodes) = (subject.title(), self.nodes.max(1));
            let sent = profile(to, title, subject.searched(), question, &request, nodes)?;
            wordsln!("sent to {to}: {}", tree_summary(&sent));
            return Ok(status_of(sent.limit));
        }
        let mut left = self.events.unwrap_or(u64::MAX);
        let mut emit = |event: gridwright::tracing::TraceEvent| {
            let line = Line {
                event: event.event,
                node: event.node,
                depth: event.depth,
                fact: event.fact.as_deref(),
                by: event.by.as_deref(),
                why: &event.why,
                claims: event.claims.iter().map(claim_number).collect(),
            };
            outln!("{}", stdout::to_line(&line));
            left -= 1;
            if left == 0 {
                return Flow::Stop;
            }
            Flow::Continue
        };
        let traced = trace(
            subject.searched(),
            self.search.question(),
            &request,
            self.reasons,
            &mut emit,
        );
        match traced {
            Ok(outcome) => Ok(status_of(match outcome.end {
                End::LimitReached(limit) => Some(limit),
                End::Exhausted | End::Stopped => None,
            })),
            Err(error) => error.limit().map(stopped_early).ok_or(error.to_string()),
        }
    }
}

/// Draw the search tree of a puzzle, a model (.gw) or a CHR program in the terminal or as a picture, or show the board at one of its nodes.
#[derive(Debug, Args)]
pub(crate) struct Tree {
    #[command(flatten)]
    search: SearchArgs,
    /// Write a picture to this file, instead of text: .svg, .png or .pdf
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw every failed node instead of one triangle per failed subtree
    #[arg(long)]
    full: bool,
    /// Label the edges of the picture with decisions
    #[arg(long)]
    labels: bool,
    /// Draw at most N nodes
    #[arg(long, value_name = "N", default_value_t = 2000)]
    nodes: usize,
    /// Show the board at this node; the drawing shows node numbers
    #[arg(long, value_name = "N")]
    node: Option<usize>,
}

impl Tree {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let interrupts = Interrupts::handle();
        let (subject, request) = match self.search.prepare(&interrupts.fresh())? {
            Ok(prepared) => prepared,
            Err(limit) => return Ok(stopped_early(limit)),
        };
        let extension = self.output.as_deref().and_then(Path::extension);
        let extension = extension.map(|end| end.to_string_lossy().to_lowercase());
        let is_converted =
            self.node.is_none() && matches!(extension.as_deref(), Some("png" | "pdf"));
        // Half of the time is for drawing. An interrupted search is drawn, too.
        let drawing = Limits {
            stop: None,
            ..request.limits()
        };
        let drawing = drawing.deadline();
        let search = Request {
            time: request
                .time
                .map(|time| time / (1 + u32::from(is_converted))),
            ..request
        };
        let max_nodes = self.nodes.max(1);
        let tree = search_tree(
            subject.searched(),
            self.search.question(),
            &search,
            max_nodes,
            self.node,
        );
        let stop = interrupts.fresh();
        let tree = match tree {
            Ok(tree) => tree,
            Err(error) => return error.limit().map(stopped_early).ok_or(error.to_string()),
        };
        if let Some(node) = self.node {
            let known = tree.known.as_ref().ok_or_else(|| {
                format!(
                    "no node {node}: the tree has {}, numbered from 0",
                    tree_summary(&tree)
                )
            })?;
            outln!("node {node}: {}", tree.nodes[node].decision);
            let Subject::Puzzle(instance) = &subject else {
                return Err(
                    "error: --node shows the board of a puzzle, and this is a program".to_owned(),
                );
            };
            board(&**instance, known);
            return Ok(status_of(tree.limit));
        }
        let Some(path) = &self.output else {
            out!("{}", tree_text(&tree, !self.full));
            wordsln!("{}", tree_summary(&tree));
            return Ok(status_of(tree.limit));
        };
        let style = TreeStyle {
            fold_failures: !self.full,
            labels: self.labels,
        };
        let limit = || match stop.is_requested() {
            true => Some(Limit::Stop),
            false => drawing.reached(),
        };
        let is_over = || limit().is_some();
        let svg = || tree_svg(&tree, style);
        let drawn = match extension.as_deref() {
            Some("png" | "pdf") if is_over() => Err(PrintError::Stopped),
            Some("png") => gridwright_print::png_before(&svg(), 2.0, &is_over),
            Some("pdf") => gridwright_print::pdf_before(&svg(), &is_over),
            _ => Ok(svg().into_bytes()),
        };
        let bytes = match (drawn, limit()) {
            (Err(PrintError::Stopped), Some(limit)) => {
                eprintln!("nothing drawn: {}", limit.describe());
                return Ok(ExitStatus::Stopped);
            }
            (drawn, _) => drawn.map_err(|error| error.to_string())?,
        };
        PartFile::write(path, bytes)?;
        wordsln!("{}: {}", path.display(), tree_summary(&tree));
        Ok(status_of(tree.limit))
    }
}

/// Prints the board with candidates.
fn board(instance: &dyn AnyInstance, known: &[gridwright::puzzles::FactState]) {
    let shown = DrawOptions {
        known,
        candidates: true,
        ..DrawOptions::default()
    };
    out!(
        "{}",
        render::draw(&instance.draw(&shown), render::style().unwrap_or_default())
    );
}
