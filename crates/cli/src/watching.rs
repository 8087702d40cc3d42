//! `trace` and `tree`: a search that can be watched.

use std::path::PathBuf;

use clap::Args;
use gridwright::{AnyInstance, DrawOptions, Flow, Question, search_tree, watch};
use gridwright_lab::{PROFILER_ADDRESS, TreeStyle, tree_summary, tree_svg};
use serde::Serialize;

use crate::batch;
use crate::ending::Ending;
use crate::input::Input;
use crate::profiling::profile;
use crate::show;
use crate::solving::How;

/// What is asked, for both.
#[derive(Debug, Args)]
struct Asked {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    how: How,
    /// Go on until so many answers are found
    #[arg(long, value_name = "N", default_value_t = 2)]
    most: u64,
}

impl Asked {
    /// The one puzzle of the input.
    fn one(&self) -> Result<gridwright::BoxedInstance, String> {
        let mut entries = self.input.entries()?;
        match entries.len() {
            1 => entries.remove(0).given,
            n => Err(format!(
                "one search is watched at a time, and these are {n} puzzles; --only NAME takes one"
            )),
        }
    }

    fn question(&self) -> Question {
        Question::Solve { most: self.most }
    }
}

/// Writes what a search does, as JSON lines, or sends its tree to CP-Profiler.
#[derive(Debug, Args)]
pub(crate) struct Trace {
    #[command(flatten)]
    asked: Asked,
    /// Give the reason of every removal
    #[arg(long)]
    reasons: bool,
    /// Stop after so many events
    #[arg(long, value_name = "N")]
    events: Option<u64>,
    /// Send the tree, as it grows, to CP-Profiler, which listens there, instead of writing events
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = PROFILER_ADDRESS, require_equals = true, conflicts_with_all = ["reasons", "events"])]
    cp_profiler: Option<String>,
    /// Send at most so many nodes
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000_000,
        requires = "cp_profiler"
    )]
    nodes: usize,
}

/// One line of a trace.
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
    /// What it settles of the board: facts by their numbers from 1, negative where they do not hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<i64>,
}

impl Trace {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let instance = self.asked.one()?;
        let stop = batch::stop_on_interrupt();
        let request = self.asked.how.request(&stop);
        if let Some(to) = &self.cp_profiler {
            let question = self.asked.question();
            let sent = profile(to, &*instance, question, &request, self.nodes.max(1))?;
            outln!("sent to {to}: {sent}");
            return Ok(Ending::Well);
        }
        let mut left = self.events.unwrap_or(u64::MAX);
        let mut tell = |told: gridwright::TraceEvent| {
            let claim = |claim: &gridwright::Claim| {
                let number = claim.fact as i64 + 1;
                if claim.holds { number } else { -number }
            };
            let line = Line {
                event: told.event,
                node: told.node,
                depth: told.depth,
                fact: told.fact.as_deref(),
                by: told.by.as_deref(),
                why: &told.why,
                claims: told.claims.iter().map(claim).collect(),
            };
            if let Ok(line) = serde_json::to_string(&line) {
                outln!("{line}");
            }
            left -= 1;
            if left == 0 {
                return Flow::Stop;
            }
            Flow::Continue
        };
        watch(
            &*instance,
            self.asked.question(),
            &request,
            self.reasons,
            &mut tell,
        )
        .map_err(|error| error.to_string())?;
        Ok(Ending::Well)
    }
}

/// Draws the tree of a search, or the board at one of its nodes.
#[derive(Debug, Args)]
pub(crate) struct Tree {
    #[command(flatten)]
    asked: Asked,
    /// Write the drawing here, as SVG or, by the file's ending, as PNG or PDF
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw every failure, not one triangle for a part in which all fails
    #[arg(long)]
    full: bool,
    /// Write decisions at the edges
    #[arg(long)]
    labels: bool,
    /// Draw at most so many nodes
    #[arg(long, value_name = "N", default_value_t = 2000)]
    nodes: usize,
    /// Show the board at this node; nodes have their numbers in the drawing
    #[arg(long, value_name = "N")]
    node: Option<usize>,
}

impl Tree {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let instance = self.asked.one()?;
        let stop = batch::stop_on_interrupt();
        let request = self.asked.how.request(&stop);
        let most = self.nodes.max(1);
        let tree = search_tree(&*instance, self.asked.question(), &request, most, self.node)
            .map_err(|error| error.to_string())?;
        if let Some(node) = self.node {
            let known = tree.known.as_ref().ok_or_else(|| {
                format!(
                    "there is no node {node}: {}, numbered from 0",
                    tree_summary(&tree)
                )
            })?;
            let told = &tree.nodes[node];
            outln!("node {node}: {}", told.decision);
            board(&*instance, known);
            return Ok(Ending::Well);
        }
        let folding = TreeStyle {
            fold_failures: !self.full,
            labels: self.labels,
        };
        let svg = tree_svg(&tree, folding);
        let Some(path) = &self.output else {
            out!("{svg}");
            return Ok(Ending::Well);
        };
        let ending = path
            .extension()
            .map(|end| end.to_string_lossy().to_lowercase());
        let bytes = match ending.as_deref() {
            Some("png") => gridwright_print::png(&svg, 2.0).map_err(|error| error.to_string())?,
            Some("pdf") => gridwright_print::pdf(&svg).map_err(|error| error.to_string())?,
            _ => svg.into_bytes(),
        };
        std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        outln!("{}: {}", path.display(), tree_summary(&tree));
        Ok(Ending::Well)
    }
}

/// Draws what is known, with what may still stand in each cell.
fn board(instance: &dyn AnyInstance, known: &[gridwright::Known]) {
    let shown = DrawOptions {
        known,
        candidates: true,
        ..DrawOptions::default()
    };
    out!(
        "{}",
        show::drawn(&instance.draw(&shown), show::style().unwrap_or_default())
    );
}
