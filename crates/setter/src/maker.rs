//! The loop: compose a full board, turn, thin, look again; until a puzzle is as wanted.

use gridwright_fd::rng::Rng;
use gridwright_puzzles::{AnyDraft, AnyOutline, Choice, Found, Given, Refusal, Symmetry, Tests};
use gridwright_solve::EngineName;

use crate::commission::Commission;
use crate::compose::compose;
use crate::made::{Made, NotMade};
use crate::patience::Patience;
use crate::rival::Way;
use crate::sparse;
use crate::thin::{Tester, Thinned, Thinning};
use crate::turn;
use crate::verify;

/// How many failures one question about a puzzle may cost.
const FAILURES: u64 = 2_000;

/// The same where the least number of clues is asked for.
const MINIMAL_FAILURES: u64 = 200_000;

/// How many failures a judge may have.
const JUDGE_FAILURES: u64 = 100_000;

/// Makes the puzzles of a commission.
#[derive(Debug)]
pub struct Maker {
    commission: Commission,
    outline: Box<dyn AnyOutline>,
    tests: Tests,
}

/// A puzzle that is as hard as wanted.
struct Aimed {
    choice: Choice,
    given: Given,
    answer: Found,
    rating: Option<f64>,
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
        if let Some(wanted) = &commission.difficulty
            && (wanted.is_empty() || commission.judge.is_none())
        {
            let (min, max) = (wanted.start(), wanted.end());
            return Err(Refusal(format!(
                "difficulty: nobody rates a puzzle from {min} to {max}"
            )));
        }
        Ok(Maker {
            commission,
            outline,
            tests: making.tests,
        })
    }

    /// What is made.
    pub fn commission(&self) -> &Commission {
        &self.commission
    }

    /// Makes one puzzle. It is the same whenever seed and number are.
    pub fn make(&self, seed: u64, number: u64, patience: &Patience) -> Result<Made, NotMade> {
        let mut rng = Maker::random(seed, number);
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

    /// Where the random choices of a puzzle start from.
    pub(crate) fn random(seed: u64, number: u64) -> Rng {
        let mut seeds = Rng::new(seed);
        Rng::new(seeds.bits() ^ Rng::new(!number).bits())
    }

    /// The board that is asked for.
    pub(crate) fn outline(&self) -> &dyn AnyOutline {
        &*self.outline
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
        let mut tester = Tester::new(&thinning, &choice)?;
        let mut thinned = thinning.thin(choice, &mut tester)?;
        if let Some(wanted) = wanted
            && thinned.n_clues() > *wanted.end()
        {
            thinned = sparse::sparser(&thinning, thinned, *wanted.end(), &mut tester, rng)?;
        }
        if self.commission.minimal && !thinned.is_minimal {
            let why = "some clue could not be shown to be needed".to_owned();
            return Ok(Attempt::Unfit(why));
        }
        let aimed = match self.aim(draft, &thinned, patience)? {
            Ok(aimed) => aimed,
            Err(why) => return Ok(Attempt::Unfit(why)),
        };
        let n_clues = aimed.choice.shown.iter().filter(|shown| **shown).count();
        if wanted.is_some_and(|wanted| !wanted.contains(&n_clues)) {
            return Ok(Attempt::Unfit(format!("{n_clues} clues were needed")));
        }
        let (given, verified_by) = verify::verify(&*aimed.given, &aimed.answer, way, patience)?;
        Ok(Attempt::Made(Box::new(Made {
            given,
            answer: aimed.answer,
            n_clues,
            is_minimal: thinned.is_minimal && aimed.choice == thinned.choice,
            rating: aimed.rating.and_then(|number| {
                let judge = self.commission.judge.as_ref()?;
                Some((number, judge.word(number)))
            }),
            attempts: 0,
            verified_by,
        })))
    }

    /// Gives back clues until a puzzle is no harder than wanted. What the puzzle lacks, where it cannot be as wanted.
    fn aim(
        &self,
        draft: &dyn AnyDraft,
        thinned: &Thinned,
        patience: &Patience,
    ) -> Result<Result<Aimed, String>, NotMade> {
        // The puzzle when only the first so many of the groups that could go are gone.
        let rated = |gone: usize| -> Result<Aimed, NotMade> {
            let mut choice = thinned.choice.clone();
            for &clue in thinned.removed[gone..].iter().flatten() {
                choice.shown[clue] = true;
            }
            let chosen = draft.choose(&choice);
            let (given, answer) = chosen.ok_or_else(|| NotMade::defect("a choice got lost"))?;
            let limits = patience.limits(JUDGE_FAILURES);
            let judge = self.commission.judge.as_ref();
            let rating = judge.and_then(|judge| judge.rate(&*given, &answer, &limits));
            match patience.over() {
                Some(limit) => Err(NotMade::Stopped(limit)),
                None => Ok(Aimed {
                    choice,
                    given,
                    answer,
                    rating,
                }),
            }
        };
        let all = thinned.removed.len();
        let mut best = rated(all)?;
        let Some(wanted) = &self.commission.difficulty else {
            return Ok(Ok(best));
        };
        let number = |aimed: &Aimed| aimed.rating.unwrap_or(f64::INFINITY);
        if number(&best) > *wanted.end() && !self.commission.minimal {
            let (mut easy, mut hard) = (0, all);
            while hard - easy > 1 {
                let middle = easy.midpoint(hard);
                let tried = rated(middle)?;
                if number(&tried) > *wanted.end() {
                    hard = middle;
                } else {
                    easy = middle;
                    best = tried;
                }
            }
        }
        if wanted.contains(&number(&best)) {
            return Ok(Ok(best));
        }
        Ok(Err(match best.rating {
            Some(number) => format!("the last one was rated {number:.1}"),
            None => "the last one could not be rated".to_owned(),
        }))
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
            tests: self.tests,
        }
    }
}
