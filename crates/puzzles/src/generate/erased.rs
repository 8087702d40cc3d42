//! Generation with the types taken off: one implementation for all kinds.

use std::fmt;

use gridwright_fd::Rng;
use gridwright_fd::{Assignment, Model, Var};

use crate::formulated::AnyAnswer;
use crate::generate::{
    Begin, Choice, Clue, Doubt, Draft, Generate, GenerateError, GenerateOption, GenerateOptions,
    Tests, Turn,
};
use crate::kind::{BoxedInstance, given};

/// How puzzles of a kind are made.
#[derive(Clone, Copy)]
pub struct Making {
    /// What may be asked for beside the size.
    pub asks: &'static [GenerateOption],
    /// How it is best asked whether there is another answer.
    pub tests: Tests,
    title: &'static str,
    outline: fn(&GenerateOptions) -> Result<Box<dyn AnyOutline>, GenerateError>,
}

impl fmt::Debug for Making {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Making").field("asks", &self.asks).finish()
    }
}

impl Making {
    /// How puzzles of this kind are made.
    pub(crate) const fn of<P: Generate>() -> Making {
        Making {
            asks: P::ASKS,
            tests: P::TESTS,
            title: P::CARD.title,
            outline: |asked| Ok(Box::new(Outline::<P>(P::outline(asked)?))),
        }
    }

    /// The outline of what is asked for.
    pub fn outline(&self, asked: &GenerateOptions) -> Result<Box<dyn AnyOutline>, GenerateError> {
        let known = |name: &str| self.asks.iter().any(|ask| ask.name == name);
        if let Some((name, _)) = asked.options.iter().find(|(name, _)| !known(name)) {
            let asks: Vec<&str> = self.asks.iter().map(|ask| ask.name).collect();
            let there_are = match asks.is_empty() {
                true => "it has none".to_owned(),
                false => format!("it has {}", asks.join(", ")),
            };
            let title = self.title;
            return Err(GenerateError(format!(
                "{title} has no option `{name}`; {there_are}"
            )));
        }
        (self.outline)(asked)
    }
}

/// An outline of some kind.
pub trait AnyOutline: fmt::Debug + Send + Sync {
    /// What is to be said where perhaps there is no full board.
    fn doubt(&self) -> Option<Doubt>;

    /// A full board at random; `None` where this attempt led nowhere and another may not.
    fn begin(&self, rng: &mut Rng, is_over: &dyn Fn() -> bool) -> Option<AnyBegin>;
}

/// The beginning of a puzzle.
pub enum AnyBegin {
    /// A full board.
    Draft(Box<dyn AnyDraft>),
    /// A model whose solutions are full boards.
    Model {
        /// The model.
        model: Model,
        /// The variables that decide a board.
        decisions: Vec<Var>,
        /// The draft of a solution.
        draft: DraftOf,
        /// What there is to say where it has no solution.
        otherwise: String,
    },
}

impl fmt::Debug for AnyBegin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AnyBegin::Draft(_) => "Draft(..)",
            AnyBegin::Model { .. } => "Model(..)",
        })
    }
}

/// How a draft is made of a solution.
type DraftOf = Box<dyn FnOnce(&Assignment, &mut Rng) -> Box<dyn AnyDraft>>;

/// A draft of some kind.
pub trait AnyDraft: fmt::Debug {
    /// The number of rows and columns.
    fn size(&self) -> (usize, usize);

    /// What may be shown or not.
    fn clues(&self) -> &[Clue];

    /// What is always there, in one of several ways.
    fn turns(&self) -> &[Turn];

    /// The instance of a choice and its intended answer; `None` where the turns do not go together.
    fn choose(&self, choice: &Choice) -> Option<(BoxedInstance, AnyAnswer)>;
}

#[derive(Debug)]
struct Outline<P: Generate>(P::Outline);

impl<P: Generate> AnyOutline for Outline<P> {
    fn doubt(&self) -> Option<Doubt> {
        P::doubt(&self.0)
    }

    fn begin(&self, rng: &mut Rng, is_over: &dyn Fn() -> bool) -> Option<AnyBegin> {
        Some(match P::begin(&self.0, rng, is_over)? {
            Begin::Answer(bare, answer) => {
                AnyBegin::Draft(Box::new(P::draft(&self.0, bare, answer, rng)))
            }
            Begin::Model {
                bare,
                model,
                decisions,
                read,
                otherwise,
            } => {
                let outline = self.0.clone();
                AnyBegin::Model {
                    model,
                    decisions,
                    draft: Box::new(move |found, rng| {
                        Box::new(P::draft(&outline, bare, read(found), rng))
                    }),
                    otherwise,
                }
            }
        })
    }
}

impl<P: Generate> AnyDraft for Draft<P> {
    fn size(&self) -> (usize, usize) {
        self.size
    }

    fn clues(&self) -> &[Clue] {
        &self.clues
    }

    fn turns(&self) -> &[Turn] {
        &self.turns
    }

    fn choose(&self, choice: &Choice) -> Option<(BoxedInstance, AnyAnswer)> {
        let (instance, answer) = P::choose(self, choice)?;
        Some((given::<P>(instance), AnyAnswer::new(answer)))
    }
}
