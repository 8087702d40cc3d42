//! Instances that are made for an experiment, from a seed: the same seed gives the same puzzles.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use gridwright::control::Deadline;
use gridwright::generate::{ExplanationRater, GenerateFailure, GenerateRequest, Generator, Rater};
use gridwright::puzzles::GenerateOptions;
use gridwright::term::Diagnostic;
use gridwright::term::Span;
use gridwright::{BoxedInstance, Kind};
use serde::Deserialize;
use toml::Spanned;

/// What is made.
#[derive(Clone, PartialEq, Debug)]
pub struct GeneratedSet {
    /// The sizes of boards, as written and as rows and columns; one that is empty is the usual size.
    pub sizes: Vec<(String, Option<(usize, usize)>)>,
    /// How many of each size.
    pub count: u64,
    /// Where random choices start from.
    pub seed: u64,
    /// How hard they may be.
    pub difficulty: Option<RangeInclusive<f64>>,
    /// Whether no clue may be missed.
    pub minimal: bool,
    /// What else a kind may be asked for, by name.
    pub options: BTreeMap<String, String>,
}

/// How far the making of puzzles is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Making<'m> {
    /// The puzzles that are made.
    pub done: usize,
    /// All that are wanted.
    pub all: usize,
    /// The one that is made now.
    pub name: &'m str,
}

/// The same as it is written.
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
    /// What is meant, or what is wrong with it and where.
    pub(crate) fn read(self, kind: &'static dyn Kind) -> Result<GeneratedSet, Diagnostic> {
        let mut sizes = Vec::new();
        let mut place = Span::new(0, 1);
        for written in self.size.iter().chain(&self.sizes) {
            let at = written.span();
            place = Span::new(at.start, at.end);
            let text = written.get_ref();
            let Some(size) = rows_and_cols(text) else {
                let what = "expected a size such as 9 or 10x12";
                return Err(Diagnostic::error(what, place));
            };
            sizes.push((text.clone(), Some(size)));
        }
        if sizes.is_empty() {
            sizes.push((String::new(), None));
        }
        let count = match self.count {
            Some(count) if *count.get_ref() == 0 => {
                let at = count.span();
                return Err(Diagnostic::error("at least 1", Span::new(at.start, at.end)));
            }
            count => count.map_or(1, Spanned::into_inner),
        };
        let difficulty = match &self.difficulty {
            None => None,
            Some(word) => {
                let Some((above, most)) = ExplanationRater.range(word.get_ref()) else {
                    let words = ExplanationRater.words().iter().map(|(word, _)| *word);
                    let words: Vec<&str> = words.collect();
                    let what = format!("expected one of {}", words.join(", "));
                    let at = word.span();
                    return Err(Diagnostic::error(what, Span::new(at.start, at.end)));
                };
                Some(above.next_up()..=most)
            }
        };
        let generated = GeneratedSet {
            sizes,
            count,
            seed: self.seed,
            difficulty,
            minimal: self.minimal,
            options: self.options,
        };
        for (_, size) in &generated.sizes {
            let maker = Generator::new(generated.commission(kind, *size));
            maker.map_err(|refusal| Diagnostic::error(refusal.to_string(), place))?;
        }
        Ok(generated)
    }
}

impl GeneratedSet {
    /// What a setter is asked for.
    pub fn commission(
        &self,
        kind: &'static dyn Kind,
        size: Option<(usize, usize)>,
    ) -> GenerateRequest {
        let options = self.options.iter();
        let judge = self.difficulty.as_ref().map(|_| {
            let judge: Arc<dyn Rater> = Arc::new(ExplanationRater);
            judge
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
            rater: judge,
            difficulty: self.difficulty.clone(),
            ..GenerateRequest::of(kind)
        }
    }

    /// The names that the puzzles have.
    pub fn names(&self) -> Vec<String> {
        let sizes = self.sizes.iter();
        let names = sizes.flat_map(|(size, _)| (1..=self.count).map(move |n| name(size, n)));
        names.collect()
    }

    /// The puzzles, at most so many of each size, with their names: the size and a number. Making them may take long: before each it is told how far it is.
    pub fn puzzles(
        &self,
        kind: &'static dyn Kind,
        most: u64,
        deadline: &Deadline,
        tell: &mut dyn FnMut(Making<'_>),
    ) -> Result<Vec<(String, BoxedInstance)>, String> {
        let mut puzzles = Vec::new();
        let all = self.sizes.len() * usize::try_from(self.count.min(most)).unwrap_or(usize::MAX);
        for (written, size) in &self.sizes {
            let maker = Generator::new(self.commission(kind, *size));
            let maker = maker.map_err(|refusal| refusal.to_string())?;
            for number in 0..self.count.min(most) {
                let name = name(written, number + 1);
                let done = puzzles.len();
                tell(Making {
                    done,
                    all,
                    name: &name,
                });
                let made = maker.make(self.seed, number, deadline);
                let made = made.map_err(|end: GenerateFailure| end.to_string())?;
                puzzles.push((name, made.given));
            }
        }
        Ok(puzzles)
    }
}

/// The name of a puzzle: its size and a number from 1.
fn name(size: &str, number: u64) -> String {
    format!("{size} #{number}").trim_start().to_owned()
}

/// A number, or two with `x` between.
pub(crate) fn rows_and_cols(text: &str) -> Option<(usize, usize)> {
    let (rows, cols) = text.split_once('x').unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|n| *n > 0);
    number(rows).zip(number(cols))
}
