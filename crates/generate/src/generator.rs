//! `Generator`, which draws full boards and turns each into a puzzle until one meets the request.

use std::ops::RangeInclusive;

use gridwright_control::{Deadline, Rng};
use gridwright_puzzles::{
    AnyDraft, AnyOutline, BoxedInstance, Clue, DraftChoice, GenerateError, Symmetry,
    UniquenessMethod,
};
use gridwright_solve::ModelEngine;

use crate::alternatives;
use crate::attempt::{AttemptContext, Budget, Candidate};
use crate::checker::{CandidateChecker, Verdict};
use crate::difficulty::DifficultyLimit;
use crate::full_board::full_board;
use crate::generated::{GenerateFailure, Generated, Result, ScoredLevel, check_deadline};
use crate::known_sizes::fit_size;
use crate::local_search::{Target, local_search};
use crate::recheck::recheck;
use crate::remove_clues::{is_minimal, remove_clues};
use crate::request::GenerateRequest;
use crate::restore_clues::restore_clues;
use crate::uniqueness::SolverSetup;

/// How many times as many attempts a difficulty gets that boards of the size are known to have: it may be rare.
const KNOWN_DIFFICULTY_FACTOR: u64 = 20;

/// The maximum number of failures of one uniqueness check.
const CHECK_FAILURE_LIMIT: u64 = 2_000;

/// The maximum number of failures of all checks of a board.
const TOTAL_FAILURE_LIMIT: u64 = 20_000;

/// The same for a large board, where each check takes long; this is divided by the number of cells.
const TOTAL_CELL_FAILURES: u64 = 4_000_000;

/// The maximum number of failures of one check if the puzzle must be minimal; there is no limit for all checks then.
const MINIMAL_FAILURE_LIMIT: u64 = 200_000;

/// This many moves towards the right difficulty count as one attempt.
const MOVES_PER_ATTEMPT: u64 = 10;

/// After this many full boards whose puzzles all miss the difficulty by more than this on one side, the generator gives up, unless boards of this size are known to have it.
const GIVE_UP_AFTER: [(u64, f64); 2] = [(15, 2.0), (60, 0.4)];

/// The reason if no full board is found.
const NO_FULL_BOARD: &str = "no full board was found";

/// Generates the puzzles of a request.
#[derive(Debug)]
pub struct Generator {
    request: GenerateRequest,
    outline: Box<dyn AnyOutline>,
    uniqueness_method: UniquenessMethod,
    /// Whether boards of this size are known to have the difficulty.
    is_known_size: bool,
}

/// Why the puzzle of a full board does not meet the request.
struct Rejected {
    reason: String,
    score: Option<f64>,
    /// The number of moves towards the right difficulty that did not help.
    moves: u64,
}

impl Rejected {
    fn new(reason: impl Into<String>, score: Option<f64>) -> Rejected {
        Rejected {
            reason: reason.into(),
            score,
            moves: 0,
        }
    }
}

/// The attempts so far.
#[derive(Default)]
struct Attempts {
    /// Attempts without a draft: no full board was found, or it has no clue of a requested variant.
    searches: u64,
    /// Full boards whose puzzle was rejected.
    boards: u64,
    moves: u64,
    last_reason: Option<String>,
    /// The scores of the easiest and the hardest puzzle.
    rated: Option<(f64, f64)>,
    /// The boards that were rejected by their scores.
    n_rated: u64,
}

impl Attempts {
    fn add(&mut self, rejected: Rejected) {
        self.boards += 1;
        self.moves += rejected.moves;
        self.last_reason = Some(rejected.reason);
        if let Some(score) = rejected.score {
            self.n_rated += 1;
            let (min, max) = self.rated.unwrap_or((score, score));
            self.rated = Some((min.min(score), max.max(score)));
        }
    }

    /// Whether the difficulty is out of reach.
    fn is_hopeless(&self, difficulty: Option<&RangeInclusive<f64>>) -> bool {
        let (Some((min, max)), Some(range)) = (self.rated, difficulty) else {
            return false;
        };
        let gap = (range.start() - max).max(min - range.end());
        let mut limits = GIVE_UP_AFTER.iter();
        limits.any(|&(boards, least)| self.boards >= boards && gap > least)
    }

    /// Why no board was suitable, with the requested ratings if all boards missed them.
    fn reason(&self, difficulty: Option<&RangeInclusive<f64>>) -> String {
        let last = self.last_reason.as_deref().unwrap_or(NO_FULL_BOARD);
        let (Some((min, max)), Some(range)) = (self.rated, difficulty) else {
            return last.to_owned();
        };
        let reason = match (min < max, self.n_rated == self.boards) {
            (true, true) => format!("they were rated from {min:.1} to {max:.1}"),
            (false, true) => format!("the last one was rated {min:.1}"),
            (true, false) => {
                format!("{last}; those of another difficulty were rated from {min:.1} to {max:.1}")
            }
            (false, false) => format!("{last}; one of another difficulty was rated {min:.1}"),
        };
        let (least, most) = (range.start(), range.end());
        match (max < *least, min > *most) {
            (true, _) if most.is_infinite() => format!(
                "{reason}, and at least {least:.1} was requested; another size may reach it"
            ),
            (true, _) => format!(
                "{reason}, and {least:.1} to {most:.1} was requested; another size may reach it"
            ),
            (_, true) => {
                format!("{reason}, and at most {most:.1} was requested; another size may reach it")
            }
            (false, false) => reason,
        }
    }

    /// Adds the attempts to a failure.
    fn failed(
        &self,
        failure: GenerateFailure,
        difficulty: Option<&RangeInclusive<f64>>,
    ) -> GenerateFailure {
        match failure {
            GenerateFailure::Stopped(limit) if self.boards > 0 => {
                GenerateFailure::StoppedShort(limit, self.boards, self.reason(difficulty))
            }
            failure => failure,
        }
    }
}

impl Generator {
    /// A generator for a request; an error if the request cannot be met.
    pub fn new(mut request: GenerateRequest) -> Result<Generator, GenerateError> {
        let title = request.kind.info().title;
        let Some(generation) = request.kind.generation() else {
            return Err(GenerateError(format!("{title} cannot be generated yet")));
        };
        if let Some(range) = &request.difficulty {
            let (min, max) = (range.start(), range.end());
            if range.is_empty() {
                let message = format!("difficulty: {min}..{max} is an empty range");
                return Err(GenerateError(message));
            }
            if request.rater.is_none() {
                return Err(GenerateError("difficulty: there is no rater".to_owned()));
            }
        }
        let is_known_size = fit_size(&mut request, &generation.size_by_difficulty)?;
        let outline = generation.outline(&request.options)?;
        if let Some(clues) = &request.clues
            && clues.is_empty()
        {
            let (min, max) = (clues.start(), clues.end());
            return Err(GenerateError(format!("clues: {min} is more than {max}")));
        }
        if let Some(clues) = &request.clues
            && *clues.end() < outline.min_clues()
        {
            let (max, min) = (clues.end(), outline.min_clues());
            return Err(GenerateError(format!(
                "clues: {max} is impossible: a puzzle of this size with only one answer has at least {min}"
            )));
        }
        Ok(Generator {
            request,
            outline,
            uniqueness_method: generation.uniqueness_method,
            is_known_size,
        })
    }

    /// The request.
    pub fn request(&self) -> &GenerateRequest {
        &self.request
    }

    /// Generates one puzzle. The same seed and index give the same puzzle.
    pub fn generate(
        &self,
        seed: u64,
        index: u64,
        deadline: &Deadline,
    ) -> Result<Generated, GenerateFailure> {
        let mut rng = Generator::rng(seed, index);
        let limit = self.outline.attempt_limit();
        let difficulty = self.request.difficulty.as_ref();
        let max_attempts = match difficulty {
            Some(_) if self.is_known_size => {
                let attempts = self.request.attempts;
                attempts.saturating_mul(KNOWN_DIFFICULTY_FACTOR)
            }
            _ => self.request.attempts,
        };
        let mut attempts = Attempts::default();
        while attempts.searches + attempts.boards + attempts.moves / MOVES_PER_ATTEMPT
            < max_attempts
        {
            let failed = |failure| attempts.failed(failure, difficulty);
            check_deadline(deadline).map_err(failed)?;
            let draft = full_board(&*self.outline, &mut rng, deadline).map_err(failed)?;
            let Some(draft) = draft else {
                attempts.searches += 1;
                if let Some(limit) = &limit
                    && attempts.boards == 0
                    && attempts.searches == limit.searches
                {
                    let reason = limit.message.clone();
                    return Err(GenerateFailure::GaveUp(attempts.searches, reason));
                }
                continue;
            };
            if let Some(progress) = deadline.progress() {
                progress.add_board();
            }
            self.check_clues(&*draft)?;
            // Every other board: the first, the third and so on if the puzzle is to be hard, else the second, the fourth and so on.
            let may_restore = (attempts.boards % 2 == 0) == self.is_hard();
            let attempt = self.attempt(&*draft, may_restore, &mut rng, deadline);
            match attempt.map_err(failed)? {
                Ok(generated) => {
                    return Ok(Generated {
                        attempts: attempts.searches + attempts.boards + 1,
                        ..generated
                    });
                }
                Err(rejected) => attempts.add(rejected),
            }
            if !self.is_known_size && attempts.is_hopeless(difficulty) {
                break;
            }
        }
        let boards = attempts.searches + attempts.boards;
        Err(GenerateFailure::GaveUp(boards, attempts.reason(difficulty)))
    }

    /// A board with all clues players expect and a random fraction `share` (0 to 1) of the others; the answer may not be unique. The same seed and index
    /// give the same board. It is meant for measurements on boards for which removing clues one by one takes too long.
    pub fn partial_board(
        &self,
        seed: u64,
        index: u64,
        share: f64,
        deadline: &Deadline,
    ) -> Result<BoxedInstance, GenerateFailure> {
        let mut rng = Generator::rng(seed, index);
        let attempts = self.request.attempts;
        for _ in 0..attempts {
            check_deadline(deadline)?;
            let Some(draft) = full_board(&*self.outline, &mut rng, deadline)? else {
                continue;
            };
            let clues = draft.clues();
            let mut free: Vec<usize> = (0..clues.len())
                .filter(|index| !clues[*index].is_expected)
                .collect();
            rng.shuffle(&mut free);
            let n_kept = (share.clamp(0.0, 1.0) * free.len() as f64).round() as usize;
            let mut choice = all_clues(&*draft);
            for &clue in &free[n_kept..] {
                choice.shown[clue] = false;
            }
            if let Some((puzzle, _)) = draft.choose(&choice) {
                return Ok(puzzle);
            }
        }
        Err(GenerateFailure::GaveUp(attempts, NO_FULL_BOARD.to_owned()))
    }

    /// The random numbers of a puzzle.
    fn rng(seed: u64, index: u64) -> Rng {
        let mut seeds = Rng::new(seed);
        Rng::new(seeds.bits() ^ Rng::new(!index).bits())
    }

    /// Whether the requested difficulty is above the second level: then a puzzle without unneeded clues is likelier to have it than one made within the difficulty limit,
    /// and takes less time.
    fn is_hard(&self) -> bool {
        let range = self.request.difficulty.as_ref();
        let scores = range.zip(self.request.rater.as_ref());
        scores.is_some_and(|(range, rater)| {
            let second = rater.levels().get(1);
            second.is_some_and(|(_, max)| range.start() > max)
        })
    }

    /// Rejects numbers of clues that no puzzle of a board has.
    fn check_clues(&self, draft: &dyn AnyDraft) -> Result<(), GenerateError> {
        let Some(clues) = &self.request.clues else {
            return Ok(());
        };
        let n_all = draft.clues().len();
        let is_kept = |clue: &&Clue| clue.is_expected && !self.request.minimal;
        let n_kept = draft.clues().iter().filter(is_kept).count();
        let (min, max) = (clues.start(), clues.end());
        let message = if n_all == 0 {
            let title = self.request.kind.info().title;
            format!("clues: {title} has no clues that can be removed")
        } else if *min > n_all {
            format!("clues: this board has {n_all} at most, so there cannot be {min}")
        } else if *max < n_kept {
            format!(
                "clues: {n_kept} of this board are always shown, so there cannot be {max}, unless the puzzle is to be minimal"
            )
        } else {
            return Ok(());
        };
        Err(GenerateError(message))
    }

    /// From a full board to a puzzle. If it is too easy and nothing else can be varied, clues that players expect are removed too.
    fn attempt(
        &self,
        draft: &dyn AnyDraft,
        may_restore: bool,
        rng: &mut Rng,
        deadline: &Deadline,
    ) -> Result<Result<Generated, Rejected>> {
        let minimal = self.request.minimal;
        let has_expected = draft.clues().iter().any(|clue| clue.is_expected);
        let may_remove = has_expected && !minimal && draft.alternatives().is_empty();
        // Restored clues are not needed for uniqueness, and they are counted with the others. The range of the easiest puzzles, and that of puzzles that require a
        // technique, begin at 0: for them there is nothing to gain.
        let is_free = !minimal && self.request.clues.is_none();
        let range = self.request.difficulty.as_ref();
        let has_least = range.is_some_and(|range| *range.start() > 0.0);
        let restores = may_restore && is_free && has_least && draft.alternatives().is_empty();
        match self.attempt_removing(minimal, restores, draft, rng, deadline)? {
            Err(rejected) if may_remove && self.is_too_easy(&rejected) => {
                self.attempt_removing(true, restores, draft, rng, deadline)
            }
            found => Ok(found),
        }
    }

    /// Whether a puzzle was rejected because it is too easy.
    fn is_too_easy(&self, rejected: &Rejected) -> bool {
        let range = self.request.difficulty.as_ref();
        let scores = range.zip(rejected.score);
        scores.is_some_and(|(range, score)| score < *range.start())
    }

    /// From a full board to a puzzle, with or without all clues that players expect. Clues are removed within the difficulty limit, or as far as possible and then
    /// restored if it is too hard.
    fn attempt_removing(
        &self,
        removes_expected: bool,
        restores: bool,
        draft: &dyn AnyDraft,
        rng: &mut Rng,
        deadline: &Deadline,
    ) -> Result<Result<Generated, Rejected>> {
        let GenerateRequest {
            minimal,
            clues,
            rater,
            difficulty,
            ..
        } = &self.request;
        let max_difficulty = match difficulty {
            Some(range) if !restores => *range.end(),
            _ => f64::INFINITY,
        };
        let mut context = AttemptContext {
            draft,
            setup: SolverSetup {
                engine: ModelEngine::Auto,
                viewpoint: None,
                uniqueness_method: self.uniqueness_method,
            },
            budget: match minimal {
                true => Budget::new(MINIMAL_FAILURE_LIMIT, None),
                false => {
                    let (rows, cols) = draft.size();
                    let total = TOTAL_CELL_FAILURES / (rows * cols).max(1) as u64;
                    Budget::new(CHECK_FAILURE_LIMIT, Some(total.min(TOTAL_FAILURE_LIMIT)))
                }
            },
            groups: self.groups(removes_expected, draft, rng),
            min_clues: clues.as_ref().map_or(0, |clues| *clues.start()),
            difficulty: rater.clone().map(|rater| DifficultyLimit {
                rater,
                max: max_difficulty,
            }),
            deadline,
        };
        let start = match draft.alternatives().is_empty() {
            true => all_clues_if_unique(&context)?,
            false => alternatives::change_until_accepted(&context, all_clues(draft), rng)?,
        };
        let Some(mut start) = start else {
            let reason = match max_difficulty < f64::INFINITY {
                true => "the answer is not the only one, or too hard to find",
                false => "the answer is not the only one",
            };
            return Ok(Err(Rejected::new(reason, None)));
        };
        context.hide_empty_clues(&mut start.choice)?;
        let mut checker = CandidateChecker::new(&context, &start.choice)?;
        let order: Vec<usize> = (0..context.groups.len()).collect();
        let mut candidate = remove_clues(&context, start, &order, &mut Vec::new(), &mut checker)?;
        let target = Target {
            max_clues: clues.as_ref().map_or(usize::MAX, |clues| *clues.end()),
            difficulty: difficulty.clone(),
        };
        let (mut candidate, moves) = match difficulty {
            Some(range) if restores => {
                context.rate(&mut candidate)?;
                match candidate.score.is_none_or(|score| score > *range.end()) {
                    true => (restore_clues(&context, candidate, range)?, 0),
                    false => local_search(&context, candidate, &target, &mut checker, rng)?,
                }
            }
            _ => local_search(&context, candidate, &target, &mut checker, rng)?,
        };
        context.rate(&mut candidate)?;
        if *minimal && !candidate.is_minimal {
            candidate.is_minimal = is_minimal(&context, &candidate.choice, &mut checker)?;
        }
        match self.reject(&candidate) {
            Some(rejected) => Ok(Err(Rejected { moves, ..rejected })),
            None => self.generated(&context, &candidate).map(Ok),
        }
    }

    /// Why a candidate does not meet the request, if it does not.
    fn reject(&self, candidate: &Candidate) -> Option<Rejected> {
        if self.request.minimal && !candidate.is_minimal {
            let reason = "not every clue is known to be needed";
            return Some(Rejected::new(reason, None));
        }
        if let Some(range) = &self.request.difficulty {
            match candidate.score {
                None => return Some(Rejected::new("the last one could not be rated", None)),
                Some(score) if !range.contains(&score) => {
                    return Some(Rejected::new(
                        "the last one has another difficulty",
                        Some(score),
                    ));
                }
                Some(_) => {}
            }
        }
        let n_clues = candidate.n_clues();
        let clues = self.request.clues.as_ref();
        let is_met = clues.is_none_or(|clues| clues.contains(&n_clues));
        (!is_met).then(|| Rejected::new(format!("{n_clues} clues were needed"), None))
    }

    /// The puzzle of a candidate, after the final check.
    fn generated(&self, context: &AttemptContext<'_>, candidate: &Candidate) -> Result<Generated> {
        let (puzzle, answer) = context.puzzle(&candidate.choice)?;
        let (puzzle, verified_by) = recheck(&*puzzle, &answer, context.setup, context.deadline)?;
        let rater = self.request.rater.as_ref();
        let rating = candidate.score.zip(rater);
        Ok(Generated {
            puzzle,
            answer,
            n_clues: candidate.n_clues(),
            is_minimal: candidate.is_minimal,
            rating: rating.map(|(score, rater)| ScoredLevel {
                score,
                level: rater.level(score),
            }),
            attempts: 0,
            verified_by,
        })
    }

    /// The clues that may be removed, symmetric ones in one group, in random order.
    fn groups(
        &self,
        removes_expected: bool,
        draft: &dyn AnyDraft,
        rng: &mut Rng,
    ) -> Vec<Vec<usize>> {
        let (rows, cols) = draft.size();
        let symmetry = self.request.options.symmetry;
        let clues = draft.clues();
        let is_removable = |clue: usize| removes_expected || !clues[clue].is_expected;
        let mut groups = Vec::new();
        for (index, clue) in clues
            .iter()
            .enumerate()
            .filter(|(index, _)| is_removable(*index))
        {
            let Some(cell) = clue.cell.filter(|_| symmetry != Symmetry::None) else {
                groups.push(vec![index]);
                continue;
            };
            let orbit = symmetry.orbit(rows, cols, cell);
            if orbit.first() != Some(&cell) {
                continue;
            }
            let is_in_orbit =
                |other: &usize| clues[*other].cell.is_some_and(|cell| orbit.contains(&cell));
            groups.push((0..clues.len()).filter(is_in_orbit).collect());
        }
        rng.shuffle(&mut groups);
        groups
    }
}

/// The choice of all clues, if the answer is then the only one and can be found within the difficulty limit. Clues that are claims about facts determine a full board
/// together; counts, sums and lengths of runs may not.
fn all_clues_if_unique(context: &AttemptContext<'_>) -> Result<Option<Candidate>> {
    let choice = all_clues(context.draft);
    let mut clues = context.draft.clues().iter();
    let is_accepted = clues.any(|clue| clue.claims.is_some())
        || matches!(
            CandidateChecker::NewModels.check(context, &choice, None)?,
            Verdict::Accepted
        );
    Ok(is_accepted.then(|| Candidate::new(choice)))
}

/// All clues, and every alternative as it is on the full board.
fn all_clues(draft: &dyn AnyDraft) -> DraftChoice {
    DraftChoice {
        shown: vec![true; draft.clues().len()],
        picks: draft.alternatives().iter().map(|one| one.initial).collect(),
    }
}
