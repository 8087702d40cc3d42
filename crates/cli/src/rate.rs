//! `rate`: how hard puzzles are.

use std::time::Duration;

use clap::Args;
use gridwright::{AnyInstance, ExplainOptions, ExplanationEnd, Rating, Request, rate};
use serde::Serialize;

use crate::batch;
use crate::ending::Ending;
use crate::input::{Entry, Input};
use crate::saved::word;
use crate::solving::time;
use crate::stream::{self, Piece};
use crate::summary::{self, Set};

#[derive(Debug, Args)]
pub(crate) struct Rate {
    #[command(flatten)]
    input: Input,
    /// Stop each puzzle after so long: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = time)]
    time_limit: Option<Duration>,
    /// Work on so many puzzles at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// One line per puzzle: its number, its word, the hardest technique and its name
    #[arg(long, conflicts_with = "json")]
    brief: bool,
    /// One line per file, and how well the ratings agree with the order of the files; name the easiest first
    #[arg(long, conflicts_with_all = ["brief", "json"])]
    summary: bool,
    /// Take at most so many puzzles of each file, evenly spread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Print one object per puzzle and line
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
    pub(crate) fn run(self) -> Result<Ending, String> {
        let stop = batch::stop_on_interrupt();
        let request = Request {
            time: self.time_limit,
            stop: Some(stop.clone()),
            ..Request::default()
        };
        if !self.summary && self.sample.is_none() {
            let streamed = self.input.streamed()?;
            let (this, request) = (&self, &request);
            return stream::run(&streamed, self.threads, &stop, || {
                move |piece: &Piece<'_>| {
                    let (instance, name) = (piece.read()?, piece.name());
                    let rating = rated(&name, &*instance, request)?;
                    this.tell(&name, &*instance, &rating);
                    Ok(of(rating.end))
                }
            });
        }
        self.run_whole(&request)
    }

    /// Rates what must be at hand as a whole: to be summed up, or to be sampled.
    fn run_whole(&self, request: &Request) -> Result<Ending, String> {
        let mut ending = Ending::Well;
        let mut sets = Vec::new();
        let words = match self.input.words() {
            // Without words, the puzzles come from standard input.
            [] => vec!["-".to_owned()],
            words => words.to_vec(),
        };
        for word in words {
            let entries = self.sampled(self.input.entries_of(std::slice::from_ref(&word))?);
            let name = word.rsplit('/').next().unwrap_or_default().to_owned();
            let mut set = Set {
                name,
                ratings: Vec::new(),
                left_out: 0,
            };
            let work = |entry: &Entry| {
                let instance = &**entry.given.as_ref().map_err(String::clone)?;
                rated(&entry.name, instance, request)
            };
            batch::run(&entries, self.threads, work, |entry, rated| {
                match (rated, &entry.given) {
                    (Ok(rating), _) if self.summary => set.add(rating),
                    (Err(_), _) if self.summary => set.left_out += 1,
                    (Ok(rating), Ok(instance)) => {
                        ending = ending.max(of(rating.end));
                        self.tell(&entry.name, &**instance, &rating);
                    }
                    // What is not read is not rated either.
                    (Ok(_), Err(_)) => {}
                    (Err(message), _) => {
                        ending = Ending::Error;
                        eprintln!("{}", message.trim_end());
                    }
                }
            });
            sets.push(set);
        }
        if self.summary {
            summary::tell(&sets);
        }
        Ok(ending)
    }

    /// As many puzzles as are wanted, evenly spread over all of them.
    fn sampled(&self, entries: Vec<Entry>) -> Vec<Entry> {
        let n = entries.len();
        let wanted = self.sample.map_or(n, |most| (most as usize).min(n));
        let is_taken = |at: usize| (at + 1) * wanted / n > at * wanted / n;
        let numbered = entries.into_iter().enumerate();
        numbered
            .filter(|(at, _)| is_taken(*at))
            .map(|(_, entry)| entry)
            .collect()
    }

    fn tell(&self, name: &str, instance: &dyn AnyInstance, rating: &Rating) {
        let card = instance.kind().card();
        if self.json {
            let row = Row {
                kind: card.id,
                name,
                end: word(rating.end),
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
            let line = serde_json::to_string(&row);
            outln!("{}", line.unwrap_or_else(|error| error.to_string()));
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
                outln!("{} {}: no answer, so no rating", card.title, name);
                return;
            }
            ExplanationEnd::Shared => outln!(
                "{} {}: not unique; what all answers share is {}, {:.1}",
                card.title,
                name,
                rating.word,
                rating.number
            ),
            ExplanationEnd::Stopped(limit) => outln!(
                "{} {}: stopped ({limit}) at {}, {:.1} or more",
                card.title,
                name,
                rating.word,
                rating.number
            ),
            _ => outln!(
                "{} {}: {}, {:.1}",
                card.title,
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
                "  by the table of Sudoku Explainer 1.2.1: {:.1}; by that of HoDoKu 2.2: {}, {}",
                scales.explainer,
                scales.hodoku,
                scales.hodoku_level
            );
        }
    }
}

fn of(end: ExplanationEnd) -> Ending {
    match end {
        ExplanationEnd::Solved | ExplanationEnd::Enough => Ending::Well,
        ExplanationEnd::Shared => Ending::Multiple,
        ExplanationEnd::NoAnswer => Ending::None,
        ExplanationEnd::Stopped(_) => Ending::Stopped,
    }
}

fn rated(name: &str, instance: &dyn AnyInstance, request: &Request) -> Result<Rating, String> {
    let wanted = ExplainOptions {
        limits: request.limits(),
        ..ExplainOptions::default()
    };
    rate(instance, &wanted).map_err(|error| format!("{name}: error: {error}"))
}
