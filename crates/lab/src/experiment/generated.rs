//! Generated instances: the same seed gives the same puzzles.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use gridwright::control::Deadline;
use gridwright::generate::{ExplanationRater, GenerateFailure, GenerateRequest, Generator, Rater};
use gridwright::generating::parse_size;
use gridwright::puzzles::GenerateOptions;
use gridwright::term::Diagnostic;
use gridwright::term::Span;
use gridwright::{BoxedInstance, Kind};
use serde::Deserialize;
use toml::Spanned;

use crate::experiment::toml_input::{self, error_at};

/// A set of puzzles to generate.
#[derive(Clone, PartialEq, Debug)]
pub struct GeneratedSet {
    /// Board sizes, as written and as rows and columns; `None` is the default size of the kind.
    pub sizes: Vec<(String, Option<(usize, usize)>)>,
    /// The number of puzzles of each size.
    pub count: u64,
    /// The random seed.
    pub seed: u64,
    /// The difficulty range.
    pub difficulty: Option<RangeInclusive<f64>>,
    /// Whether the puzzles are minimal.
    pub minimal: bool,
    /// Generator options of the kind, by name.
    pub options: BTreeMap<String, String>,
}

/// Progress of generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GenerateProgress<'m> {
    /// The number of finished puzzles.
    pub done: usize,
    /// The number of puzzles in all.
    pub all: usize,
    /// The name of the puzzle being generated.
    pub name: &'m str,
}

/// The TOML form of [`GeneratedSet`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GeneratedText {
    size: Option<Spanned<String>>,
    #[serde(default)]
    sizes: Vec<Spanned<String>>,
    count: Option<Spanned<u64>>,
    #[serde(default = "one")]
    seed: u64,
    difficulty: Option<Spanned<String>>,
    #[serde(default)]
    minimal: bool,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

fn one() -> u64 {
    1
}

impl GeneratedText {
    /// Validates the set against its kind.
    pub(crate) fn parse(self, kind: &'static dyn Kind) -> Result<GeneratedSet, Diagnostic> {
        let mut sizes = Vec::new();
        let mut span = Span::new(0, 1);
        for written in self.size.iter().chain(&self.sizes) {
            let at = written.span();
            span = Span::new(at.start, at.end);
            let text = written.get_ref();
            let size = parse_size(text).map_err(|error| Diagnostic::error(error, span))?;
            sizes.push((text.clone(), Some(size)));
        }
        if sizes.is_empty() {
            sizes.push((String::new(), None));
        }
        let count = toml_input::count(self.count.as_ref())?;
        let range = |word: &Spanned<String>| {
            let Some((above, max)) = ExplanationRater.score_range(word.get_ref()) else {
                let words = ExplanationRater.levels().iter().map(|(word, _)| *word);
                let words: Vec<&str> = words.collect();
                return Err(error_at(
                    word,
                    format!("expected one of {}", words.join(", ")),
                ));
            };
            Ok(above.next_up()..=max)
        };
        let difficulty = self.difficulty.as_ref().map(range).transpose()?;
        let generated = GeneratedSet {
            sizes,
            count,
            seed: self.seed,
            difficulty,
            minimal: self.minimal,
            options: self.options,
        };
        for (_, size) in &generated.sizes {
            let generator = Generator::new(generated.request(kind, *size));
            generator.map_err(|refusal| Diagnostic::error(refusal.to_string(), span))?;
        }
        Ok(generated)
    }
}

impl GeneratedSet {
    /// The generator request for one size.
    pub fn request(
        &self,
        kind: &'static dyn Kind,
        size: Option<(usize, usize)>,
    ) -> GenerateRequest {
        let options = self.options.iter();
        let rater = self.difficulty.as_ref().map(|_| {
            let rater: Arc<dyn Rater> = Arc::new(ExplanationRater);
            rater
        });
        GenerateRequest {
            options: GenerateOptions {
                size,
                options: options
                    .map(|(name, text)| (name.clone(), text.clone()))
                    .collect(),
                ..GenerateOptions::default()
            },
            minimal: self.minimal,
            rater,
            difficulty: self.difficulty.clone(),
            ..GenerateRequest::new(kind)
        }
    }

    /// The names of all puzzles.
    pub fn names(&self) -> Vec<String> {
        let sizes = self.sizes.iter();
        let names = sizes.flat_map(|(size, _)| (1..=self.count).map(move |n| name(size, n)));
        names.collect()
    }

    /// Generates the puzzles, at most `max_each` of each size, and names each by its size and number. Calls `report` before each puzzle.
    pub fn puzzles(
        &self,
        kind: &'static dyn Kind,
        max_each: u64,
        deadline: &Deadline,
        report: &mut dyn FnMut(GenerateProgress<'_>),
    ) -> Result<Vec<(String, BoxedInstance)>, String> {
        let mut puzzles = Vec::new();
        let all =
            self.sizes.len() * usize::try_from(self.count.min(max_each)).unwrap_or(usize::MAX);
        for (written, size) in &self.sizes {
            let generator = Generator::new(self.request(kind, *size));
            let generator = generator.map_err(|refusal| refusal.to_string())?;
            for number in 0..self.count.min(max_each) {
                let name = name(written, number + 1);
                let done = puzzles.len();
                report(GenerateProgress {
                    done,
                    all,
                    name: &name,
                });
                let puzzle = generator.generate(self.seed, number, deadline);
                let puzzle = puzzle.map_err(|end: GenerateFailure| end.to_string())?;
                puzzles.push((name, puzzle.puzzle));
            }
        }
        Ok(puzzles)
    }
}

/// The name of a puzzle: its size and its number, from 1.
fn name(size: &str, number: u64) -> String {
    format!("{size} #{number}").trim_start().to_owned()
}
