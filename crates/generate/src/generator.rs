//! The loop: compose a full board, turn, thin, improve, look again; until a puzzle is as wanted.

use gridwright_fd::Limit;
use gridwright_fd::Rng;
use gridwright_puzzles::{
    AnyDraft, AnyOutline, Clue, DraftChoice, GenerateError, Symmetry, UniquenessTest,
};
use gridwright_solve::EngineName;

use crate::compose::compose;
use crate::generated::{GenerateFailure, Generated};
use crate::improve::{Wanted, improved};
use crate::level::Level;
use crate::request::GenerateRequest;
use crate::rival::Way;
use crate::tester::Tester;
use crate::thin::{Effort, Thinned, Thinning};
use crate::turn::turned;
use crate::verify;
use gridwright_control::Deadline;

/// How many failures one question about a puzzle may cost.
const FAILURES: u64 = 2_000;

/// How many all questions about a board may cost before they may cost next to none: at most so many, and on a large board, where each takes long, so many parted by its cells.
const ALL_FAILURES: u64 = 20_000;
const ALL_CELL_FAILURES: u64 = 4_000_000;

/// How many one may cost where the least number of clues is asked for; there is no limit for all then.
const MINIMAL_FAILURES: u64 = 200_000;

/// How many moves of local search towards the right difficulty count as a full board, when it is time to give up.
const MOVES_PER_BOARD: u64 = 10;

/// Makes the puzzles of a commission.
#[derive(Debug)]
pub struct Generator {
    commission: GenerateRequest,
    outline: Box<dyn AnyOutline>,
    tests: UniquenessTest,
}

/// What came of one full board.
enum Attempt {
    Generated(Box<Generated>),
    Unfit(Unfit),
}

/// What a puzzle lacks, how hard it is, and how many moves towards the right difficulty did not help.
struct Unfit {
    lack: String,
    number: Option<f64>,
    moves: u64,
}

impl Unfit {
    fn new(lack: impl Into<String>, number: Option<f64>) -> Unfit {
        Unfit {
            lack: lack.into(),
            number,
            moves: 0,
        }
    }
}

/// What came of the full boards so far.
#[derive(Default)]
struct Tried {
    /// How many searches for a full board led nowhere, and how many boards led to no puzzle that is as wanted.
    searches: u64,
    boards: u64,
    moves: u64,
    /// What the last one lacks.
    last: Option<String>,
    /// The easiest and the hardest.
    rated: Option<(f64, f64)>,
}

impl Tried {
    fn add(&mut self, unfit: Unfit) {
        self.boards += 1;
        self.moves += unfit.moves;
        self.last = Some(unfit.lack);
        if let Some(number) = unfit.number {
            let (min, max) = self.rated.unwrap_or((number, number));
            self.rated = Some((min.min(number), max.max(number)));
        }
    }

    fn lack(&self) -> String {
        match (&self.last, self.rated) {
            (None, _) => "no full board was found".to_owned(),
            (Some(_), Some((min, max))) if min < max => {
                format!("they were rated from {min:.1} to {max:.1}")
            }
            (Some(last), _) => last.clone(),
        }
    }

    fn stopped(&self, limit: Limit) -> GenerateFailure {
        match self.boards {
            0 => GenerateFailure::Stopped(limit),
            boards => GenerateFailure::StoppedShort(limit, boards, self.lack()),
        }
    }
}

impl Generator {
    /// Takes a commission, or refuses it.
    pub fn new(commission: GenerateRequest) -> Result<Generator, GenerateError> {
        let title = commission.kind.card().title;
        let Some(making) = commission.kind.generation() else {
            return Err(GenerateError(format!("{title} cannot be made yet")));
        };
        let outline = making.outline(&commission.asked)?;
        if let Some(wanted) = &commission.clues
            && wanted.is_empty()
        {
            let (min, max) = (wanted.start(), wanted.end());
            return Err(GenerateError(format!("clues: {min} is more than {max}")));
        }
        if let Some(wanted) = &commission.difficulty
            && (wanted.is_empty() || commission.judge.is_none())
        {
            let (min, max) = (wanted.start(), wanted.end());
            return Err(GenerateError(format!(
                "difficulty: nobody rates a puzzle from {min} to {max}"
            )));
        }
        Ok(Generator {
            commission,
            outline,
            tests: making.uniqueness_test,
        })
    }

    /// What is made.
    pub fn commission(&self) -> &GenerateRequest {
        &self.commission
    }

    /// Makes one puzzle. It is the same whenever seed and number are.
    pub fn make(
        &self,
        seed: u64,
        number: u64,
        deadline: &Deadline,
    ) -> Result<Generated, GenerateFailure> {
        let mut rng = Generator::random(seed, number);
        let limit = self.outline.attempt_limit();
        let mut tried = Tried::default();
        while tried.searches + tried.boards + tried.moves / MOVES_PER_BOARD
            < self.commission.attempts
        {
            if let Some(limit) = deadline.reached() {
                return Err(tried.stopped(limit));
            }
            let draft = match compose(&*self.outline, &mut rng, deadline) {
                Ok(draft) => draft,
                Err(GenerateFailure::Stopped(limit)) => return Err(tried.stopped(limit)),
                Err(end) => return Err(end),
            };
            let Some(draft) = draft else {
                tried.searches += 1;
                if let Some(limit) = &limit
                    && tried.searches == limit.searches
                {
                    return Err(GenerateFailure::GaveUp(
                        tried.searches,
                        limit.message.clone(),
                    ));
                }
                continue;
            };
            self.check_clues(&*draft)?;
            match self.attempt(&*draft, &mut rng, deadline) {
                Ok(Attempt::Generated(made)) => {
                    return Ok(Generated {
                        attempts: tried.searches + tried.boards + 1,
                        ..*made
                    });
                }
                Ok(Attempt::Unfit(unfit)) => tried.add(unfit),
                Err(GenerateFailure::Stopped(limit)) => return Err(tried.stopped(limit)),
                Err(end) => return Err(end),
            }
        }
        let boards = tried.searches + tried.boards;
        Err(GenerateFailure::GaveUp(boards, tried.lack()))
    }

    /// Refuses numbers of clues that no puzzle of a board has.
    fn check_clues(&self, draft: &dyn AnyDraft) -> Result<(), GenerateError> {
        let Some(wanted) = &self.commission.clues else {
            return Ok(());
        };
        let title = self.commission.kind.card().title;
        let most = draft.clues().len();
        let stands = |clue: &&Clue| clue.is_expected && !self.commission.minimal;
        let least = draft.clues().iter().filter(stands).count();
        let (min, max) = (wanted.start(), wanted.end());
        if most == 0 {
            return Err(GenerateError(format!(
                "clues: {title} has none to count, as every cell has its arrow"
            )));
        }
        if *min > most {
            return Err(GenerateError(format!(
                "clues: this board has {most} at most, so there cannot be {min}"
            )));
        }
        if *max < least {
            return Err(GenerateError(format!(
                "clues: {least} of this board are always shown, so there cannot be {max}, unless the puzzle is to be minimal"
            )));
        }
        Ok(())
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
        deadline: &Deadline,
    ) -> Result<Attempt, GenerateFailure> {
        let GenerateRequest {
            minimal,
            clues,
            judge,
            difficulty,
            ..
        } = &self.commission;
        let most = difficulty.as_ref().map_or(f64::INFINITY, |d| *d.end());
        let thinning = Thinning {
            draft,
            way: self.way(),
            effort: match minimal {
                true => Effort::new(MINIMAL_FAILURES, None),
                false => {
                    let (rows, cols) = draft.size();
                    let all = ALL_CELL_FAILURES / (rows * cols).max(1) as u64;
                    Effort::new(FAILURES, Some(all.min(ALL_FAILURES)))
                }
            },
            groups: self.groups(draft, rng),
            least: clues.as_ref().map_or(0, |clues| *clues.start()),
            level: judge.clone().map(|judge| Level { judge, most }),
            deadline,
        };
        let choice = DraftChoice {
            shown: vec![true; draft.clues().len()],
            picks: draft.alternatives().iter().map(|one| one.initial).collect(),
        };
        let start = match draft.alternatives().is_empty() {
            true => Some(Thinned::start(choice)),
            false => turned(&thinning, choice, rng)?,
        };
        let Some(start) = start else {
            let why = match most < f64::INFINITY {
                true => "the answer is not the only one, or too hard to find",
                false => "the answer is not the only one",
            };
            return Ok(Attempt::Unfit(Unfit::new(why, None)));
        };
        let mut tester = Tester::new(&thinning, &start.choice)?;
        let thinned = thinning.thin(start, &mut tester)?;
        let wanted = Wanted {
            clues: clues.as_ref().map_or(usize::MAX, |clues| *clues.end()),
            number: difficulty.clone(),
        };
        let (mut thinned, moves) = improved(&thinning, thinned, wanted, &mut tester, rng)?;
        thinning.rate(&mut thinned)?;
        if *minimal && !thinned.is_minimal {
            thinned.is_minimal = thinning.is_minimal(&thinned.choice, &mut tester)?;
        }
        Ok(match self.lacks(&thinned) {
            Some(unfit) => Attempt::Unfit(Unfit { moves, ..unfit }),
            None => Attempt::Generated(Box::new(self.made(&thinning, thinned)?)),
        })
    }

    /// What a puzzle lacks, if anything.
    fn lacks(&self, thinned: &Thinned) -> Option<Unfit> {
        if self.commission.minimal && !thinned.is_minimal {
            let why = "some clue could not be shown to be needed";
            return Some(Unfit::new(why, None));
        }
        if let Some(wanted) = &self.commission.difficulty {
            match thinned.number {
                None => return Some(Unfit::new("the last one could not be rated", None)),
                Some(number) if !wanted.contains(&number) => {
                    let why = format!("the last one was rated {number:.1}");
                    return Some(Unfit::new(why, Some(number)));
                }
                Some(_) => {}
            }
        }
        let n_clues = thinned.n_clues();
        let wanted = self.commission.clues.as_ref();
        let is_wanted = wanted.is_none_or(|wanted| wanted.contains(&n_clues));
        (!is_wanted).then(|| Unfit::new(format!("{n_clues} clues were needed"), None))
    }

    /// The second look at what was chosen.
    fn made(
        &self,
        thinning: &Thinning<'_>,
        thinned: Thinned,
    ) -> Result<Generated, GenerateFailure> {
        let chosen = thinning.draft.choose(&thinned.choice);
        let (given, answer) = chosen.ok_or_else(|| GenerateFailure::defect("a choice got lost"))?;
        let (given, verified_by) =
            verify::verify(&*given, &answer, thinning.way, thinning.deadline)?;
        Ok(Generated {
            given,
            answer,
            n_clues: thinned.n_clues(),
            is_minimal: thinned.is_minimal,
            rating: thinned.number.and_then(|number| {
                let judge = self.commission.judge.as_ref()?;
                Some((number, judge.word(number)))
            }),
            attempts: 0,
            verified_by,
        })
    }

    /// The clues that may go, those that lie together in one group, in random order.
    fn groups(&self, draft: &dyn AnyDraft, rng: &mut Rng) -> Vec<Vec<usize>> {
        let (rows, cols) = draft.size();
        let symmetry = self.commission.asked.symmetry;
        let clues = draft.clues();
        let goes = |clue: usize| self.commission.minimal || !clues[clue].is_expected;
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
