//! `rate`: the difficulty of puzzles.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use gridwright::columns::RATING;
use gridwright::explain::{ExplainOptions, ExplanationEnd, Rating};
use gridwright::explaining::{chosen_techniques, end_word, has_rating};
use gridwright::{AnyInstance, Request, rate};
use serde::Serialize;

use crate::exit_status::ExitStatus;
use crate::input::options::parse_time;
use crate::input::puzzles::{Entry, Input};
use crate::output::stdout;
use crate::output::table::{RowWriter, row_output};
use crate::output::wrap::{wrapped, wrapped_message};
use crate::verbs::rate_summary::{self, Set};
use crate::work::interrupt::stop_on_interrupt;
use crate::work::parallel;
use crate::work::progress::{self, ProgressLine, Unit};
use crate::work::stream::{self, PuzzleText, RowOutput};

#[derive(Debug, Args)]
pub(crate) struct Rate {
    #[command(flatten)]
    input: Input,
    /// Techniques that steps may use: hard, xy-wing, -x-wing, no-uniqueness, … (see `gridwright kinds sudoku`)
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    techniques: Option<String>,
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
    /// Write the ratings to a table, after the columns of the input: FILE.csv, .tsv, .jsonl, .parquet or .arrow
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["brief", "summary", "sample"])]
    output: Option<PathBuf>,
}

#[derive(Serialize)]
struct Row<'r> {
    kind: &'r str,
    name: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    end: &'r str,
    /// The rating; without it, the puzzle has none.
    number: Option<f64>,
    word: Option<String>,
    hardest: u32,
    first_placement: u32,
    first_progress: u32,
    total: u32,
    steps: usize,
    techniques: Vec<(&'r str, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores_of: Option<&'r str>,
}

impl<'r> Row<'r> {
    fn new(name: &'r str, instance: &dyn AnyInstance, rating: &'r Rating) -> Row<'r> {
        let score = rating.score.filter(|_| rating.is_whole());
        let used = rating.techniques.iter();
        Row {
            kind: instance.kind().info().id,
            name,
            puzzle: Some(instance.line()),
            end: end_word(rating.end),
            number: has_rating(rating).then_some(rating.number),
            word: has_rating(rating).then(|| rating.word.to_string()),
            hardest: rating.hardest,
            first_placement: rating.first_placement,
            first_progress: rating.first_progress,
            total: rating.total,
            steps: rating.steps,
            techniques: used
                .map(|(technique, n)| (technique.as_str(), *n))
                .collect(),
            score: score.map(|score| score.score),
            level: score.map(|score| score.level),
            scores_of: score.and_then(|score| score.scores_of),
        }
    }
}

/// Prints a row of a table, or a JSON object.
fn print_row(
    puzzle: &PuzzleText<'_>,
    name: &str,
    instance: &dyn AnyInstance,
    rating: &Rating,
    rows: &RowWriter,
) {
    let mut row = Row::new(name, instance, rating);
    row.puzzle = row.puzzle.filter(|_| puzzle.cells.is_empty());
    stdout::write(&rows.row(puzzle.cells, &row));
}

impl Rate {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let stop = stop_on_interrupt();
        let request = Request {
            time: self.time_limit,
            stop: Some(stop.clone()),
            progress: progress::counters(),
            ..Request::default()
        };
        if !self.summary && self.sample.is_none() {
            let stream = self.input.stream()?;
            let (this, request) = (&self, &request);
            let (rows, file) = row_output(self.json, self.output.as_deref(), RATING)?.unzip();
            let rows = rows.as_ref();
            let output = rows.map(|rows| RowOutput {
                rows,
                file: file.flatten(),
            });
            let counters = request.progress.clone();
            let line = ProgressLine::new("rating", None, Unit::Bytes, counters);
            return stream::run(&stream, self.threads, &stop, &line, output, || {
                move |puzzle: &PuzzleText<'_>| {
                    let (instance, name) = (puzzle.read()?, puzzle.name());
                    let rating = rated(&*instance, request, this.techniques.as_deref());
                    let rating = rating.map_err(|error| puzzle.error(&error))?;
                    match rows {
                        Some(rows) => print_row(puzzle, &name, &*instance, &rating, rows),
                        None => this.print(&name, &*instance, &rating),
                    }
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
                let rating = rated(instance, request, self.techniques.as_deref());
                rating.map_err(|error| format!("{}: error: {error}", entry.name))
            };
            let n = entries.len() as u64;
            let counters = request.progress.clone();
            let line = ProgressLine::new("rating", Some(n), Unit::Items("puzzles"), counters);
            parallel::run(&entries, self.threads, &line, work, |entry, rated| {
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
                        eprintln!("{}", wrapped_message(&message));
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
        let score = rating.score.filter(|_| rating.is_whole());
        if self.json {
            let row = Row::new(name, instance, rating);
            outln!("{}", stdout::to_line(&row));
            return;
        }
        let hardest = rating.techniques.first().map_or("", |(name, _)| name);
        if self.brief {
            let (number, word) = match rating.end {
                ExplanationEnd::NoAnswer => ("     -".to_owned(), "no answer".to_owned()),
                ExplanationEnd::Stuck => ("     -".to_owned(), "stuck".to_owned()),
                ExplanationEnd::Stopped(_) if rating.steps == 0 => {
                    ("     -".to_owned(), "stopped".to_owned())
                }
                ExplanationEnd::Stopped(_) => (
                    format!(">{:5.1}", rating.number),
                    format!("{}, stopped", rating.word),
                ),
                ExplanationEnd::Shared => (
                    format!("{:6.1}", rating.number),
                    format!("{}, not unique", rating.word),
                ),
                _ => (format!("{:6.1}", rating.number), rating.word.to_string()),
            };
            outln!("{number} {word:7} {hardest:24} {name}");
            return;
        }
        match rating.end {
            ExplanationEnd::NoAnswer => {
                wordsln!("{} {}: no answer, so no rating", info.title, name);
                return;
            }
            ExplanationEnd::Shared => wordsln!(
                "{} {}: not unique; what all answers have in common is {}, {:.1}",
                info.title,
                name,
                rating.word,
                rating.number
            ),
            ExplanationEnd::Stuck => {
                wordsln!(
                    "{} {}: the techniques allowed do not solve it, so it has no rating; {} steps as far as they go",
                    info.title,
                    name,
                    rating.steps
                );
                return;
            }
            ExplanationEnd::Stopped(limit) if rating.steps == 0 => {
                wordsln!(
                    "{} {}: stopped ({limit}) before the first step",
                    info.title,
                    name
                );
                return;
            }
            ExplanationEnd::Stopped(limit) => wordsln!(
                "{} {}: stopped ({limit}) at {}, {:.1} or more",
                info.title,
                name,
                rating.word,
                rating.number
            ),
            _ => wordsln!(
                "{} {}: {}, {:.1}",
                info.title,
                name,
                rating.word,
                rating.number
            ),
        }
        wordsln!("  hardest step             {:5}  {hardest}", rating.hardest);
        outln!("  before first placement   {:5}", rating.first_placement);
        outln!("  before any progress      {:5}", rating.first_progress);
        outln!(
            "  sum of {:3} steps         {:5}",
            rating.steps,
            rating.total
        );
        let of = |(name, n): &(String, usize)| format!("{n} {name}");
        let techniques: Vec<String> = rating.techniques.iter().map(of).collect();
        let techniques = format!("  techniques: {}", techniques.join(", "));
        outln!("{}", wrapped(&techniques, 4));
        if let Some(score) = score {
            let of = score
                .scores_of
                .map_or_else(|| "technique".to_owned(), str::to_owned);
            wordsln!("  {of} score: {}, {}", score.score, score.level);
        }
    }
}

fn rated(
    instance: &dyn AnyInstance,
    request: &Request,
    techniques: Option<&str>,
) -> Result<Rating, String> {
    let techniques = chosen_techniques(instance, techniques);
    let options = ExplainOptions {
        limits: request.limits(),
        techniques: techniques?,
        ..ExplainOptions::default()
    };
    rate(instance, &options).map_err(|error| error.to_string())
}
