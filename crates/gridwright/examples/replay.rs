//! Explains puzzles of every kind and verifies each explanation with the independent checker: the examples of each kind, the boards of the corpus, and
//! random puzzles, of any difficulty and of each. Run it with `cargo xtask replay [number] [seed] [kind]`.
//!
//! It prints the number of steps per puzzle, how many of them need assumptions or nested assumptions, the length of the longest step, the greatest number of steps per
//! placement, and the time of the slowest explanation; and the same for all puzzles of a kind. A step of more than 60 words fails the check. Progress goes
//! to standard error.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program prints to its terminal"
)]

#[path = "../tests/corpus/mod.rs"]
mod corpus;

use std::collections::BTreeSet;
use std::fmt;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gridwright::codec::collection::entries;
use gridwright::control::Deadline;
use gridwright::explain::{Difficulty, ExplainOptions, Explanation, Step};
use gridwright::generate::{ExplanationRater, GenerateRequest, Generator, Rater};
use gridwright::puzzles::GenerateOptions;
use gridwright::{AnyInstance, CATALOGUE, Kind, explain, verify};

/// The default number of puzzles per kind.
const DEFAULT: u64 = 200;

/// The maximum number of words of a step.
const MAX_WORDS: usize = 60;

/// The sizes of the generated puzzles of any difficulty, used in turn; other kinds have their default size, and a difficulty has the size that the kind declares for it.
const SIZES: &[(&str, &[(usize, usize)])] = &[
    ("sudoku", &[(9, 9), (9, 9), (9, 9), (6, 6)]),
    ("hashi", &[(9, 9), (7, 7), (12, 12), (10, 15)]),
    ("battleship", &[(10, 10), (8, 8), (10, 10), (6, 9)]),
    ("magic", &[(4, 4), (3, 3)]),
    ("whitetan", &[(6, 6), (5, 5), (8, 8), (4, 9)]),
    ("numbrix", &[(6, 6), (7, 7), (5, 5), (4, 9)]),
    ("hidato", &[(6, 6), (5, 5), (7, 7), (4, 8)]),
];

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let mut number = |default| match args.next() {
        None => Ok(default),
        Some(text) => text.parse::<u64>().map_err(|_| text),
    };
    let (count, seed) = match (number(DEFAULT), number(1)) {
        (Ok(count), Ok(seed)) => (count, seed),
        (Err(text), _) | (_, Err(text)) => {
            println!("expected a number of puzzles and a seed, not `{text}`");
            return ExitCode::from(2);
        }
    };
    let only = args.next();
    let is_selected =
        |kind: &&&'static dyn Kind| only.as_ref().is_none_or(|id| kind.info().id == id);
    if !CATALOGUE.iter().any(|kind| is_selected(&kind)) {
        println!("there is no such kind");
        return ExitCode::from(2);
    }
    println!("{HEAD}");
    let mut failed = false;
    for &kind in CATALOGUE.iter().filter(is_selected) {
        let levels = Difficulty::SCALE.iter().map(|(level, _)| *level);
        let title = kind.info().title;
        let mut all = Tally::default();
        for from in ["corpus", "any"].into_iter().chain(levels) {
            let tally = match from {
                "corpus" => replay_bundled(kind, usize::MAX),
                "any" => replay_generated(kind, count, seed, None),
                level => replay_generated(kind, count, seed, Some(level)),
            };
            println!("| {title} | {from} | {tally} |");
            failed |= !tally.flaws.is_empty();
            for flaw in tally.flaws.iter().chain(&tally.undecided) {
                println!("{flaw}");
            }
            all.add(&tally);
        }
        println!("| {title} | all | {all} |");
    }
    ExitCode::from(u8::from(failed))
}

const HEAD: &str = "| kind | from | puzzles | steps each | one rule | assumption | nested | longest step | steps per placement | slowest | undecided |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|";

/// The results for some puzzles.
#[derive(Default)]
struct Tally {
    puzzles: usize,
    steps: usize,
    /// Steps without assumptions.
    plain: usize,
    /// Steps by one or more assumptions, none under another.
    assuming: usize,
    /// Steps by nested assumptions, by trying all cases, or by brute force.
    nested: usize,
    /// The number of words of the longest step.
    longest: usize,
    /// The greatest number of steps per placement of an explanation.
    steps_per_placement: f64,
    slowest: Duration,
    /// Explanations with a step that takes the checker too many cases.
    undecided: Vec<String>,
    /// Explanations that the verifier rejects, and puzzles that cannot be read, generated or explained.
    flaws: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |n: usize| format!("{:.1} %", 100.0 * n as f64 / self.steps.max(1) as f64);
        write!(
            f,
            "{} | {:.1} | {} | {} | {} | {} words | {:.2} | {:.0} ms | {}",
            self.puzzles,
            self.steps as f64 / self.puzzles.max(1) as f64,
            share(self.plain),
            share(self.assuming),
            share(self.nested),
            self.longest,
            self.steps_per_placement,
            self.slowest.as_secs_f64() * 1000.0,
            self.undecided.len()
        )
    }
}

impl Tally {
    /// Explains a puzzle and verifies the explanation.
    fn replay(&mut self, name: &str, instance: &dyn AnyInstance) {
        let start = Instant::now();
        let explained = match explain(instance, &ExplainOptions::default()) {
            Ok(explained) => explained,
            Err(error) => return self.flaws.push(format!("{name}: {error}")),
        };
        self.slowest = self.slowest.max(start.elapsed());
        self.puzzles += 1;
        if let Err(flaw) = verify(instance, &explained) {
            let message = format!("{name}: {flaw}\n{}", instance.print());
            match flaw.is_undecided() {
                true => self.undecided.push(message),
                false => self.flaws.push(message),
            }
        }
        for step in &explained.steps {
            self.steps += 1;
            match depth(step) {
                0 => self.plain += 1,
                1 => self.assuming += 1,
                _ => self.nested += 1,
            }
            let words = step.sentence.split_whitespace().count();
            self.longest = self.longest.max(words);
            if words > MAX_WORDS {
                let message = format!("{name}: a step of {words} words: {}", step.sentence);
                self.flaws.push(message);
            }
        }
        let ratio = explained.steps.len() as f64 / n_placements(instance, &explained) as f64;
        self.steps_per_placement = self.steps_per_placement.max(ratio);
    }

    /// Adds the numbers of other puzzles.
    fn add(&mut self, other: &Tally) {
        self.puzzles += other.puzzles;
        self.steps += other.steps;
        self.plain += other.plain;
        self.assuming += other.assuming;
        self.nested += other.nested;
        self.longest = self.longest.max(other.longest);
        self.steps_per_placement = self.steps_per_placement.max(other.steps_per_placement);
        self.slowest = self.slowest.max(other.slowest);
        self.undecided.extend_from_slice(&other.undecided);
    }
}

/// The number of cells, or of places between cells, of which an explanation finds something; at least 1.
fn n_placements(instance: &dyn AnyInstance, explanation: &Explanation) -> usize {
    let given = &explanation.boards()[0];
    let cells = instance.fact_cells();
    let facts = (0..cells.len()).filter(|&fact| given[fact] != explanation.known[fact]);
    let placed: BTreeSet<_> = facts.map(|fact| &cells[fact]).collect();
    placed.len().max(1)
}

/// Whether a step enumerates the combinations of some premises.
fn enumerates(step: &Step) -> bool {
    step.chain.assumed.is_none() && !step.chain.links.is_empty()
}

/// The nesting depth of the assumptions of a step: 0, 1 or 2.
fn depth(step: &Step) -> usize {
    let is_nested = step.chain.links.iter().any(|link| link.premise.is_none());
    match step.technique.as_str() {
        "trying all cases" | "brute force" => 2,
        "either way" | "one case left" | "in every case" | "multiple forcing chains" => 1,
        _ if enumerates(step) => 1,
        _ if is_nested => 2,
        _ => usize::from(step.chain.assumed.is_some()),
    }
}

/// Replays the examples of the kind, and up to `max` boards of the corpus.
fn replay_bundled(kind: &'static dyn Kind, max: usize) -> Tally {
    let mut tally = Tally::default();
    let info = kind.info();
    for example in info.examples {
        match kind.read(None, example.text) {
            Ok(instance) => tally.replay(example.name, &*instance),
            Err(error) => tally
                .flaws
                .push(format!("{}: {}", example.name, error.message)),
        }
    }
    let texts = corpus::REPORTS.iter().filter(|(id, _)| *id == info.id);
    for entry in texts.flat_map(|(_, text)| entries(text)).take(max) {
        let read = entry.and_then(|entry| Ok((entry.title(), kind.read(None, entry.text)?)));
        match read {
            Ok((name, instance)) => tally.replay(&name, &*instance),
            Err(error) => tally.flaws.push(error.message),
        }
    }
    tally
}

/// The time for a puzzle of a difficulty; the first that takes longer ends the row, as boards of a kind may not have the difficulty.
const LEVEL_TIME: Duration = Duration::from_secs(10);

/// Replays `count` randomly generated puzzles, of a difficulty or of any.
fn replay_generated(kind: &'static dyn Kind, count: u64, seed: u64, level: Option<&str>) -> Tally {
    let mut tally = Tally::default();
    let id = kind.info().id;
    if kind.generation().is_none() {
        return tally;
    }
    let mut sizes = SIZES.iter().filter(|_| level.is_none());
    let sizes = sizes.find(|(known, _)| *known == id);
    let sizes = sizes.map_or_else(
        || vec![None],
        |(_, sizes)| sizes.iter().map(|&size| Some(size)).collect(),
    );
    let generators = sizes.into_iter().map(|size| {
        let mut request = GenerateRequest::new(kind);
        request.options = GenerateOptions {
            size,
            ..GenerateOptions::default()
        };
        if let Some((above, max)) = level.and_then(|level| ExplanationRater.score_range(level)) {
            request.rater = Some(Arc::new(ExplanationRater));
            request.difficulty = Some(above.next_up()..=max);
        }
        Generator::new(request)
    });
    let generators: Vec<Generator> = match generators.collect() {
        Ok(generators) => generators,
        Err(refusal) => {
            match level {
                Some(_) => eprintln!("{id}: {refusal}"),
                None => tally.flaws.push(format!("{id}: {refusal}")),
            }
            return tally;
        }
    };
    for (number, generator) in (0..count).zip(generators.iter().cycle()) {
        let name = format!("{id}, seed {seed}, number {number}");
        if number % 20 == 0 {
            eprintln!("{id}: {number} of {count}");
        }
        let deadline = match level {
            Some(_) => Deadline::never().within(LEVEL_TIME),
            None => Deadline::never(),
        };
        match generator.generate(seed, number, &deadline) {
            Ok(puzzle) => {
                tally.replay(&name, &*puzzle.puzzle);
            }
            Err(error) if level.is_some() => {
                eprintln!("{name}: {error}");
                break;
            }
            Err(error) => tally.flaws.push(format!("{name}: {error}")),
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explanations_of_generated_puzzles_are_verified() {
        let n = gridwright_testing::cases(4);
        for &kind in CATALOGUE {
            let tally = replay_generated(kind, n as u64, 1, None);
            assert!(tally.flaws.is_empty(), "{:?}", tally.flaws);
            let is_some = tally.puzzles == n && tally.steps > 0;
            assert!(is_some || kind.generation().is_none());
            assert!(tally.undecided.is_empty(), "{:?}", tally.undecided);
        }
    }

    #[test]
    fn explanations_of_the_corpus_are_verified() {
        for &kind in CATALOGUE {
            let tally = replay_bundled(kind, 3);
            assert!(tally.flaws.is_empty(), "{:?}", tally.flaws);
            assert!(tally.undecided.is_empty(), "{:?}", tally.undecided);
            assert!(tally.puzzles > 0 && tally.steps > 0);
        }
    }
}
