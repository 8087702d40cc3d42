//! Curves as data: which boards of which sizes, and what is asked of each.

use gridwright::control::Deadline;
use gridwright::generate::{GenerateFailure, GenerateRequest, Generator};
use gridwright::puzzles::GenerateOptions;
use gridwright::term::Diagnostic;
use gridwright::term::Span;
use gridwright::{Kind, Question, kind};
use serde::Deserialize;
use toml::Spanned;

use crate::generated::rows_and_cols;
use crate::peers::corpus::Instance;

/// Boards that grow.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// The kind of puzzle.
    pub kind: String,
    /// What is asked of each.
    pub question: Question,
    /// What they are.
    pub made: Made,
    /// The sizes, as written and as rows and columns.
    pub sizes: Vec<(String, (usize, usize))>,
    /// How many of each size.
    pub count: u64,
    /// Where random choices start from.
    pub seed: u64,
}

/// What the puzzles of a curve are.
#[derive(Clone, PartialEq, Debug)]
pub enum Made {
    /// Puzzles with one answer.
    Puzzle,
    /// Full boards of which this share of the clues is shown.
    Part(f64),
    /// A text in which the size stands for `{}`.
    Text(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    curve: Vec<CurveText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CurveText {
    name: Spanned<String>,
    kind: Spanned<String>,
    #[serde(default)]
    question: Word,
    share: Option<Spanned<f64>>,
    text: Option<Spanned<String>>,
    sizes: Vec<Spanned<String>>,
    #[serde(default = "three")]
    count: u64,
    #[serde(default = "one")]
    seed: u64,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    First,
    #[default]
    Verdict,
}

fn three() -> u64 {
    3
}

fn one() -> u64 {
    1
}

/// Reads a file of curves. What is wrong is told with its place.
pub fn curves(text: &str) -> Result<Vec<Curve>, Diagnostic> {
    let read: File = toml::from_str(text).map_err(|error| {
        let at = error.span().unwrap_or(0..text.len().min(1));
        Diagnostic::error(error.message().to_owned(), Span::new(at.start, at.end))
    })?;
    let mut curves: Vec<Curve> = Vec::new();
    for curve in read.curve {
        if curves
            .iter()
            .any(|known| known.name == *curve.name.get_ref())
        {
            let what = format!("there are two curves called `{}`", curve.name.get_ref());
            return Err(wrong(&curve.name, what));
        }
        curves.push(curve.checked()?);
    }
    Ok(curves)
}

fn wrong<T>(place: &Spanned<T>, what: impl Into<String>) -> Diagnostic {
    let at = place.span();
    Diagnostic::error(what, Span::new(at.start, at.end))
}

impl CurveText {
    fn checked(self) -> Result<Curve, Diagnostic> {
        let Some(kind) = kind(self.kind.get_ref()) else {
            let known = gridwright::CATALOGUE.iter().map(|kind| kind.card().id);
            let known: Vec<&str> = known.collect();
            let what = format!("no such kind; there are {}", known.join(", "));
            return Err(wrong(&self.kind, what));
        };
        let made = match (self.share, self.text) {
            (None, None) => Made::Puzzle,
            (Some(share), None) => {
                if !(0.0..=1.0).contains(share.get_ref()) {
                    return Err(wrong(&share, "expected a share from 0 to 1"));
                }
                Made::Part(share.into_inner())
            }
            (None, Some(text)) => {
                if !text.get_ref().contains("{}") {
                    return Err(wrong(&text, "expected `{}` where the size stands"));
                }
                Made::Text(text.into_inner())
            }
            (Some(_), Some(text)) => {
                return Err(wrong(&text, "expected one of `share` and `text`"));
            }
        };
        let mut sizes: Vec<(String, (usize, usize))> = Vec::new();
        for written in &self.sizes {
            let Some(size) = rows_and_cols(written.get_ref()) else {
                return Err(wrong(written, "expected a size such as 9 or 10x12"));
            };
            let is_larger =
                |(_, (rows, cols)): &(String, (usize, usize))| size.0 * size.1 > rows * cols;
            if !sizes.last().is_none_or(is_larger) {
                return Err(wrong(
                    written,
                    "expected a larger board than the one before",
                ));
            }
            if !matches!(made, Made::Text(_)) {
                let maker = Generator::new(commission(kind, size));
                maker.map_err(|refusal| wrong(written, refusal.to_string()))?;
            }
            sizes.push((written.get_ref().clone(), size));
        }
        Ok(Curve {
            name: self.name.into_inner(),
            kind: self.kind.into_inner(),
            question: match self.question {
                Word::First => Question::Solve { most: 1 },
                Word::Verdict => Question::Unique,
            },
            made,
            sizes,
            count: self.count.max(1),
            seed: self.seed,
        })
    }
}

fn commission(kind: &'static dyn Kind, size: (usize, usize)) -> GenerateRequest {
    GenerateRequest {
        options: GenerateOptions {
            size: Some(size),
            ..GenerateOptions::default()
        },
        ..GenerateRequest::of(kind)
    }
}

impl Curve {
    /// The puzzles of a size, or why there are none.
    pub(crate) fn puzzles(
        &self,
        (written, size): &(String, (usize, usize)),
        deadline: &Deadline,
    ) -> Result<Vec<Instance>, String> {
        let kind = kind(&self.kind).ok_or("no such kind")?;
        let maker =
            || Generator::new(commission(kind, *size)).map_err(|refusal| refusal.to_string());
        let told = |why: GenerateFailure| why.to_string();
        let mut givens = Vec::new();
        match &self.made {
            Made::Text(text) => {
                let given = kind.read(None, &text.replace("{}", written));
                givens.push(given.map_err(|error| error.message)?);
            }
            Made::Part(share) => {
                let maker = maker()?;
                for number in 0..self.count {
                    let part = maker.partial_board(self.seed, number, *share, deadline);
                    givens.push(part.map_err(told)?);
                }
            }
            Made::Puzzle => {
                let maker = maker()?;
                for number in 0..self.count {
                    let made = maker.make(self.seed, number, deadline);
                    givens.push(made.map_err(told)?.given);
                }
            }
        }
        let named = givens.into_iter().zip(1..).map(|(given, number)| Instance {
            name: format!("{} {written} #{number}", self.name),
            text: match &self.made {
                Made::Text(text) => text.replace("{}", written),
                _ => given.print(),
            },
            given,
        });
        Ok(named.collect())
    }
}
