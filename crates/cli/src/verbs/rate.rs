//! `rate`: the difficulty of puzzles.

use std::time::Duration;

use clap::Args;
use gridwright::explain::{ExplainOptions, ExplanationEnd, Rating};
use gridwright::explaining::end_word;
use gridwright::{AnyInstance, Request, rate};
use serde::Serialize;

use crate::exit_status::ExitStatus;
use crate::input::options::parse_time;
use crate::input::puzzles::{Entry, Input};
use crate::output::stdout;
use crate::verbs::rate_summary::{self, Set};
use crate::work::interrupt::stop_on_interrupt;
use crate::work::parallel;
use crate::work::stream::{self, PuzzleText};

#[derive(Debug, Args)]
pub(crate) struct Rate {
    #[command(flatten)]
    input: Input,
    /// Time limit per puzzle: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
    /// Number of puzzles rated in parallel
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Print one line per puzzle: rating, difficulty, hardest technique and name
    #[arg(long, conflicts_with = "json")]
    brief: bool,
    /// Print one line per file, and the rank correlation with the order of the files; list the easiest file first
    #[arg(long, conflicts_with_all = ["brief", "json"])]
    summary: bool,
    /// Rate at most N puzzles of each file, evenly spread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Print one JSON object per puzzle and line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row<'r> {
    kind: &'r str,
    name: &'r str,
    end: &'r str,
    number: f64,
    word: String,
    hardest: u32,
    first_placement: u32,
    first_progress: u32,
    total: u32,
    steps: usize,
    techniques: Vec<(&'r str, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sudoku_explainer: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hodoku: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hodoku_level: Option<&'r str>,
}

impl Rate {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let stop = stop_on_interrupt();
        let request = Request {
            time: self.time_limit,
            stop: Some(stop.clone()),
            ..Request::default()
        };
        if !self.summary && self.sample.is_none() {
            let stream = self.input.stream()?;
            let (this, request) = (&self, &request);
            return stream::run(&stream, self.threads, &stop, || {
                move |puzzle: &PuzzleText<'_>| {
                    let (instance, name) = (puzzle.read()?, puzzle.name());
                    let rating = rated(&name, &*instance, request)?;
                    this.print(&name, &*instance, &rating);
                    Ok(ExitStatus::of_explanation(rating.end))
                }
            });
        }
        self.run_whole(&request)
    }

    /// Rates files that must be read completely first, for a summary or a sample.
    fn run_whole(&self, request: &Request) -> Result<ExitStatus, String> {
        let mut status = ExitStatus::Success;
        let mut sets = Vec::new();
        let args = match self.input.args() {
            // Without arguments, the puzzles come from standard input.
            [] => vec!["-".to_owned()],
            args => args.to_vec(),
        };
        for arg in args {
            let entries = self.sampled(self.input.entries_of(std::slice::from_ref(&arg))?);
            let name = arg.rsplit('/').next().unwrap_or_default().to_owned();
            let mut set = Set {
                name,
                ratings: Vec::new(),
                left_out: 0,
            };
            let work = |entry: &Entry| {
                let instance = &**entry.instance.as_ref().map_err(String::clone)?;
                rated(&entry.name, instance, request)
            };
            parallel::run(&entries, self.threads, work, |entry, rated| {
                match (rated, &entry.instance) {
                    (Ok(rating), _) if self.summary => set.add(rating),
                    (Err(_), _) if self.summary => set.left_out += 1,
                    (Ok(rating), Ok(instance)) => {
                        status = status.max(ExitStatus::of_explanation(rating.end));
                        self.print(&entry.name, &**instance, &rating);
                    }
                    // Parse errors are in the first field.
                    (Ok(_), Err(_)) => {}
                    (Err(message), _) => {
                        status = ExitStatus::Error;
                        eprintln!("{}", message.trim_end());
                    }
                }
            });
            sets.push(set);
        }
        if self.summary {
            rate_summary::print(&sets);
        }
        Ok(status)
    }

    /// The sample, evenly spread.
    fn sampled(&self, entries: Vec<Entry>) -> Vec<Entry> {
        let n = entries.len();
        let n_taken = self.sample.map_or(n, |max| (max as usize).min(n));
        let is_taken = |at: usize| (at + 1) * n_taken / n > at * n_taken / n;
        let numbered = entries.into_iter().enumerate();
        numbered
            .filter(|(at, _)| is_taken(*at))
            .map(|(_, entry)| entry)
            .collect()
    }

    fn print(&self, name: &str, instance: &dyn AnyInstance, rating: &Rating) {
        let info = instance.kind().info();
        if self.json {
            let row = Row {
                kind: info.id,
                name,
                end: end_word(rating.end),
                number: rating.number,
                word: rating.word.to_string(),
                hardest: rating.hardest,
                first_placement: rating.first_placement,
                first_progress: rating.first_progress,
                total: rating.total,
                steps: rating.steps,
                techniques: rating
                    .techniques
                    .iter()
                    .map(|(technique, n)| (technique.as_str(), *n))
                    .collect(),
                sudoku_explainer: rating.scales.as_ref().map(|scales| scales.explainer),
                hodoku: rating.scales.as_ref().map(|scales| scales.hodoku),
                hodoku_level: rating.scales.as_ref().map(|scales| scales.hodoku_level),
            };
            outln!("{}", stdout::to_line(&row));
            return;
        }
        let hardest = rating.techniques.first().map_or("", |(name, _)| name);
        if self.brief {
            outln!(
                "{:6.1} {:7} {hardest:24} {}",
                rating.number,
                rating.word.to_string(),
                name
            );
            return;
        }
        match rating.end {
            ExplanationEnd::NoAnswer => {
                outln!("{} {}: no answer, so no rating", info.title, name);
                return;
            }
            ExplanationEnd::Shared => outln!(
                "{} {}: not unique; what all answers have in common is {}, {:.1}",
                info.title,
                name,
                rating.word,
                rating.number
            ),
            ExplanationEnd::Stopped(limit) => outln!(
                "{} {}: stopped ({limit}) at {}, {:.1} or more",
                info.title,
                name,
                rating.word,
                rating.number
            ),
            _ => outln!(
                "{} {}: {}, {:.1}",
                info.title,
                name,
                rating.word,
                rating.number
            ),
        }
        outln!("  hardest step             {:5}  {hardest}", rating.hardest);
        outln!("  before first placement   {:5}", rating.first_placement);
        outln!("  before any progress      {:5}", rating.first_progress);
        outln!(
            "  sum of {:3} steps         {:5}",
            rating.steps,
            rating.total
        );
        let of = |(name, n): &(String, usize)| format!("{n} {name}");
        let techniques: Vec<String> = rating.techniques.iter().map(of).collect();
        outln!("  techniques: {}", techniques.join(", "));
        if let Some(scales) = &rating.scales {
            outln!(
                "  Sudoku Explainer 1.2.1 rating: {:.1}; HoDoKu 2.2 score: {}, {}",
                scales.explainer,
                scales.hodoku,
                scales.hodoku_level
            );
        }
    }
}

fn rated(name: &str, instance: &dyn AnyInstance, request: &Request) -> Result<Rating, String> {
    let options = ExplainOptions {
        limits: request.limits(),
        ..ExplainOptions::default()
    };
    rate(instance, &options).map_err(|error| format!("{name}: error: {error}"))
}
