//! The loop: compose a full board, turn, thin, look again; until a puzzle is as wanted.

use std::fmt;

use gridwright_fd::Limit;
use gridwright_fd::rng::Rng;
use gridwright_puzzles::{AnyDraft, AnyOutline, Choice, Found, Given, Refusal, Symmetry};
use gridwright_solve::EngineName;

use crate::commission::Commission;
use crate::compose::compose;
use crate::patience::Patience;
use crate::rival::Way;
use crate::thin::{Thinning, is_wanted};
use crate::turn;
use crate::verify;

/// How many failures one question about a puzzle may cost.
const FAILURES: u64 = 2_000;

/// The same where the least number of clues is asked for.
const MINIMAL_FAILURES: u64 = 200_000;

/// Makes the puzzles of a commission.
#[derive(Debug)]
pub struct Maker {
    commission: Commission,
    outline: Box<dyn AnyOutline>,
}

/// A puzzle that was made.
#[derive(Debug)]
pub struct Made {
    /// The puzzle.
    pub given: Given,
    /// Its only answer.
    pub answer: Found,
    /// How many clues it shows.
    pub n_clues: usize,
    /// Whether every clue is needed, as far as that was asked: with a symmetry, every group of clues.
    pub is_minimal: bool,
    /// How many full boards were begun with.
    pub attempts: u64,
    /// The engine and viewpoint that saw last that the answer is the only one.
    pub verified_by: String,
}

/// Why a puzzle was not made.
#[derive(Clone, PartialEq, Debug)]
pub enum NotMade {
    /// No such puzzle can be made.
    Refused(Refusal),
    /// It was stopped, or its time was over.
    Stopped(Limit),
    /// So many full boards led to none that is as wanted; what the last one lacked.
    GaveUp(u64, String),
    /// Something that should not happen did.
    Defect(String),
}

impl NotMade {
    pub(crate) fn defect(what: impl fmt::Display) -> NotMade {
        NotMade::Defect(what.to_string())
    }
}

impl fmt::Display for NotMade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotMade::Refused(refusal) => refusal.fmt(f),
            NotMade::Stopped(Limit::Time) => f.write_str("the time was over"),
            NotMade::Stopped(_) => f.write_str("stopped"),
            NotMade::GaveUp(attempts, why) => {
                write!(f, "given up after {attempts} full boards: {why}")
            }
            NotMade::Defect(what) => write!(f, "a defect: {what}"),
        }
    }
}

impl std::error::Error for NotMade {}

impl From<Refusal> for NotMade {
    fn from(refusal: Refusal) -> NotMade {
        NotMade::Refused(refusal)
    }
}

/// What came of one full board.
enum Attempt {
    Made(Box<Made>),
    /// What it lacks.
    Unfit(String),
}

impl Maker {
    /// Takes a commission, or refuses it.
    pub fn new(commission: Commission) -> Result<Maker, Refusal> {
        let title = commission.kind.card().title;
        let Some(making) = commission.kind.making() else {
            return Err(Refusal(format!("{title} cannot be made yet")));
        };
        let outline = making.outline(&commission.asked)?;
        if let Some(wanted) = &commission.clues
            && wanted.is_empty()
        {
            let (min, max) = (wanted.start(), wanted.end());
            return Err(Refusal(format!("clues: {min} is more than {max}")));
        }
        Ok(Maker {
            commission,
            outline,
        })
    }

    /// What is made.
    pub fn commission(&self) -> &Commission {
        &self.commission
    }

    /// Makes one puzzle. It is the same whenever seed and number are.
    pub fn make(&self, seed: u64, number: u64, patience: &Patience) -> Result<Made, NotMade> {
        let mut seeds = Rng::new(seed);
        let start = seeds.bits() ^ Rng::new(!number).bits();
        let mut rng = Rng::new(start);
        let mut lack = "no full board was found".to_owned();
        for attempt in 1..=self.commission.attempts {
            if let Some(limit) = patience.over() {
                return Err(NotMade::Stopped(limit));
            }
            let Some(draft) = compose(&*self.outline, &mut rng, patience)? else {
                continue;
            };
            match self.attempt(&*draft, &mut rng, patience)? {
                Attempt::Made(made) => {
                    return Ok(Made {
                        attempts: attempt,
                        ..*made
                    });
                }
                Attempt::Unfit(why) => lack = why,
            }
        }
        Err(NotMade::GaveUp(self.commission.attempts, lack))
    }

    /// From a full board to a puzzle.
    fn attempt(
        &self,
        draft: &dyn AnyDraft,
        rng: &mut Rng,
        patience: &Patience,
    ) -> Result<Attempt, NotMade> {
        let way = self.way();
        let mut choice = Choice {
            shown: vec![true; draft.clues().len()],
            ways: draft.turns().iter().map(|turn| turn.now).collect(),
        };
        if !draft.turns().is_empty() {
            match turn::turn(draft, choice, way, rng, patience)? {
                Some(turned) => choice = turned,
                None => return Ok(Attempt::Unfit("the answer is not the only one".to_owned())),
            }
        }
        let wanted = self.commission.clues.as_ref();
        let thinning = Thinning {
            draft,
            way,
            failures: match self.commission.minimal {
                true => MINIMAL_FAILURES,
                false => FAILURES,
            },
            groups: self.groups(draft, rng),
            least: wanted.map_or(0, |wanted| *wanted.start()),
            patience,
        };
        let thinned = thinning.thin(choice)?;
        if self.commission.minimal && !thinned.is_minimal {
            let why = "some clue could not be shown to be needed".to_owned();
            return Ok(Attempt::Unfit(why));
        }
        let n_clues = thinned.choice.shown.iter().filter(|shown| **shown).count();
        if !is_wanted(n_clues, wanted) {
            return Ok(Attempt::Unfit(format!("{n_clues} clues were needed")));
        }
        let chosen = draft.choose(&thinned.choice);
        let (given, answer) = chosen.ok_or_else(|| NotMade::defect("a choice got lost"))?;
        let (given, verified_by) = verify::verify(&*given, &answer, way, patience)?;
        Ok(Attempt::Made(Box::new(Made {
            given,
            answer,
            n_clues,
            is_minimal: thinned.is_minimal,
            attempts: 0,
            verified_by,
        })))
    }

    /// The clues that may go, those that lie together in one group, in random order.
    fn groups(&self, draft: &dyn AnyDraft, rng: &mut Rng) -> Vec<Vec<usize>> {
        let (rows, cols) = draft.size();
        let symmetry = self.commission.asked.symmetry;
        let clues = draft.clues();
        let goes = |clue: usize| self.commission.minimal || !clues[clue].stands;
        let mut groups = Vec::new();
        for (at, clue) in clues.iter().enumerate().filter(|(at, _)| goes(*at)) {
            let Some(cell) = clue.cell.filter(|_| symmetry != Symmetry::None) else {
                groups.push(vec![at]);
                continue;
            };
            let orbit = symmetry.orbit(rows, cols, cell);
            if orbit.first() != Some(&cell) {
                continue;
            }
            let lies = |other: &usize| clues[*other].cell.is_some_and(|cell| orbit.contains(&cell));
            groups.push((0..clues.len()).filter(lies).collect());
        }
        rng.shuffle(&mut groups);
        groups
    }

    /// How rivals are looked for.
    fn way(&self) -> Way {
        Way {
            engine: EngineName::Auto,
            viewpoint: None,
            is_anew: std::env::var_os("ANEW").is_some(),
            different: match std::env::var("DIFF").as_deref() {
                Ok("value") => Some(gridwright_fd::Level::Value),
                Ok("bounds") => Some(gridwright_fd::Level::Bounds),
                _ => None,
            },
        }
    }
}
