//! Curves: boards of growing sizes and a question about each.

use gridwright::control::Deadline;
use gridwright::generate::{GenerateFailure, GenerateRequest, Generator};
use gridwright::generating::parse_size;
use gridwright::puzzles::GenerateOptions;
use gridwright::term::Diagnostic;
use gridwright::{Kind, Question, kind};
use serde::Deserialize;
use toml::Spanned;

use crate::experiment::toml_input::{self, error_at};
use crate::peers::instances::Instance;

/// Boards of growing sizes.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// The puzzle kind.
    pub kind: String,
    /// The question about each board.
    pub question: Question,
    /// The boards.
    pub boards: Boards,
    /// The sizes, as written and as rows and columns.
    pub sizes: Vec<(String, (usize, usize))>,
    /// The number of boards of each size.
    pub count: u64,
    /// The random seed.
    pub seed: u64,
}

/// The boards of a curve.
#[derive(Clone, PartialEq, Debug)]
pub enum Boards {
    /// Puzzles with a unique answer.
    Puzzle,
    /// Full boards with this share of the clues.
    Partial(f64),
    /// A text in which `{}` stands for the size.
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
    question: QuestionText,
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
enum QuestionText {
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

/// Parses a file of curves.
pub fn parse_curves(text: &str) -> Result<Vec<Curve>, Diagnostic> {
    let read: File = toml_input::parse(text)?;
    let mut curves: Vec<Curve> = Vec::new();
    for curve in read.curve {
        if curves
            .iter()
            .any(|known| known.name == *curve.name.get_ref())
        {
            let message = format!("duplicate curve name `{}`", curve.name.get_ref());
            return Err(error_at(&curve.name, message));
        }
        curves.push(curve.parse()?);
    }
    Ok(curves)
}

impl CurveText {
    fn parse(self) -> Result<Curve, Diagnostic> {
        let kind = toml_input::kind(&self.kind)?;
        let boards = match (self.share, self.text) {
            (None, None) => Boards::Puzzle,
            (Some(share), None) => {
                if !(0.0..=1.0).contains(share.get_ref()) {
                    return Err(error_at(&share, "expected a share from 0 to 1"));
                }
                Boards::Partial(share.into_inner())
            }
            (None, Some(text)) => {
                if !text.get_ref().contains("{}") {
                    return Err(error_at(&text, "expected `{}` as the place of the size"));
                }
                Boards::Text(text.into_inner())
            }
            (Some(_), Some(text)) => {
                return Err(error_at(&text, "expected only one of `share` and `text`"));
            }
        };
        let mut sizes: Vec<(String, (usize, usize))> = Vec::new();
        for written in &self.sizes {
            let size = parse_size(written.get_ref()).map_err(|error| error_at(written, error))?;
            let is_larger =
                |(_, (rows, cols)): &(String, (usize, usize))| size.0 * size.1 > rows * cols;
            if !sizes.last().is_none_or(is_larger) {
                return Err(error_at(
                    written,
                    "expected a larger board than the one before",
                ));
            }
            if !matches!(boards, Boards::Text(_)) {
                let generator = Generator::new(request(kind, size));
                generator.map_err(|refusal| error_at(written, refusal.to_string()))?;
            }
            sizes.push((written.get_ref().clone(), size));
        }
        Ok(Curve {
            name: self.name.into_inner(),
            kind: self.kind.into_inner(),
            question: match self.question {
                QuestionText::First => Question::Solve { max: 1 },
                QuestionText::Verdict => Question::Unique,
            },
            boards,
            sizes,
            count: self.count.max(1),
            seed: self.seed,
        })
    }
}

/// The generator request for a size.
fn request(kind: &'static dyn Kind, size: (usize, usize)) -> GenerateRequest {
    GenerateRequest {
        options: GenerateOptions {
            size: Some(size),
            ..GenerateOptions::default()
        },
        ..GenerateRequest::new(kind)
    }
}

impl Curve {
    /// The puzzles of a size.
    pub(crate) fn puzzles(
        &self,
        (written, size): &(String, (usize, usize)),
        deadline: &Deadline,
    ) -> Result<Vec<Instance>, String> {
        let kind = kind(&self.kind).ok_or("unknown kind")?;
        let generator =
            || Generator::new(request(kind, *size)).map_err(|refusal| refusal.to_string());
        let failed = |failure: GenerateFailure| failure.to_string();
        let mut instances = Vec::new();
        match &self.boards {
            Boards::Text(text) => {
                let instance = kind.read(None, &text.replace("{}", written));
                instances.push(instance.map_err(|error| error.message)?);
            }
            Boards::Partial(share) => {
                let generator = generator()?;
                for number in 0..self.count {
                    let part = generator.partial_board(self.seed, number, *share, deadline);
                    instances.push(part.map_err(failed)?);
                }
            }
            Boards::Puzzle => {
                let generator = generator()?;
                for number in 0..self.count {
                    let puzzle = generator.generate(self.seed, number, deadline);
                    instances.push(puzzle.map_err(failed)?.puzzle);
                }
            }
        }
        let named = instances
            .into_iter()
            .zip(1..)
            .map(|(parsed, number)| Instance {
                name: format!("{} {written} #{number}", self.name),
                text: match &self.boards {
                    Boards::Text(text) => text.replace("{}", written),
                    _ => parsed.print(),
                },
                parsed,
            });
        Ok(named.collect())
    }
}
