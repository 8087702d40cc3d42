//! Answers a question about an instance by searching its model.

use std::time::Duration;

use gridwright_control::SystemClock;
use gridwright_fd::{Atom, Clock, End, Limit};
use gridwright_puzzles::{AnyAnswer, AnyFormulation, AnyInstance, FactState};
use gridwright_solve::{Completeness, Session, SolveError, SolveResult, Uniqueness};

use crate::engine::EngineName;
use crate::error::Error;
use crate::report::{Report, Verdict};
use crate::request::{Question, Request};
use crate::solving::bulk_engine;
use crate::solving::chr_engine;

/// Answers a question about an instance. For many instances, [`BatchSolver`](crate::BatchSolver) is faster.
pub fn ask(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
) -> Result<Report, Error> {
    dispatch(instance, question, request, |clock| {
        let (formulation, mut session) = set_up(instance, request)?;
        ModelRun::new(instance, &formulation, &mut session, request, clock).answer(question)
    })
}

/// Passes a question to the engine of the request; `by_model` answers it if that engine works on models.
pub(crate) fn dispatch(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    by_model: impl FnOnce(&SystemClock) -> Result<Report, Error>,
) -> Result<Report, Error> {
    if request.engine == EngineName::Chr {
        return chr_engine::ask(instance, question, request);
    }
    if let Some(report) = bulk_engine::ask(instance, question, request)? {
        return Ok(report);
    }
    let clock = SystemClock::new();
    by_model(&clock).or_else(|error| match error.limit() {
        // A limit was reached during formulation or set-up.
        Some(limit) => Ok(Report::stopped(instance, request, limit, clock.now())),
        None => Err(error),
    })
}

/// The formulation of an instance, and a session for its model.
pub(crate) fn set_up(
    instance: &dyn AnyInstance,
    request: &Request,
) -> Result<(AnyFormulation, Session), Error> {
    let (model, formulation) = request.formulate(instance)?;
    let session = Session::new(&model, &request.run_options(&formulation.decisions)?)?;
    Ok((formulation, session))
}

/// What propagation alone derives about every fact of an instance; `None` if it finds a conflict. If a limit is reached first, the error
/// has an [`Error::limit`].
pub fn propagate(
    instance: &dyn AnyInstance,
    request: &Request,
) -> Result<Option<Vec<FactState>>, Error> {
    if request.engine == EngineName::Chr {
        return Err(Error::ChrOption("propagation without search"));
    }
    if request.engine == EngineName::Bulk {
        return Err(Error::BulkOption("propagation without search"));
    }
    let clock = SystemClock::new();
    let (formulation, mut session) = set_up(instance, request)?;
    let run = ModelRun::new(instance, &formulation, &mut session, request, &clock);
    let atoms: Vec<Atom> = run.formulation.facts.iter().flatten().copied().collect();
    let truths = run.session.propagated(&atoms, &[]);
    let truths = truths.map_err(SolveError::LimitReached)?;
    Ok(truths.map(|truths| run.spread(&truths)))
}

/// The run of a question, with the session that answers it.
pub(crate) struct ModelRun<'a> {
    instance: &'a dyn AnyInstance,
    formulation: &'a AnyFormulation,
    session: &'a mut Session,
    setup_time: Duration,
}

impl<'a> ModelRun<'a> {
    /// Starts the run; the time on the clock so far is set-up time.
    pub(crate) fn new(
        instance: &'a dyn AnyInstance,
        formulation: &'a AnyFormulation,
        session: &'a mut Session,
        request: &Request,
        clock: &SystemClock,
    ) -> ModelRun<'a> {
        let setup_time = clock.now();
        let mut limits = request.limits();
        // The time limit includes set-up.
        limits.time = limits.time.map(|time| time.saturating_sub(setup_time));
        session.set_limits(limits);
        ModelRun {
            instance,
            formulation,
            session,
            setup_time,
        }
    }

    pub(crate) fn answer(mut self, question: Question) -> Result<Report, Error> {
        let viewpoint = self.formulation.name.clone();
        let mut report = Report::new(viewpoint, EngineName::Auto, self.setup_time);
        match question {
            Question::Solve { max } => self.solve(max, &mut report)?,
            Question::Unique => self.unique(&mut report)?,
            Question::Count { limit } => self.count(limit, &mut report)?,
            Question::Backbone => self.backbone(&mut report)?,
            Question::CommonFacts { max } => {
                self.share(max, &mut report)?;
            }
        }
        report.engine = self.session.engine().into();
        report.stats = self.session.stats().clone();
        Ok(report)
    }

    fn solve(&mut self, max: u64, report: &mut Report) -> Result<(), Error> {
        if max == 1 && !self.formulation.is_passive {
            report.verdict = match self.session.solve(&[])? {
                SolveResult::Found(found) => {
                    report.answers.extend(self.read(&found));
                    Verdict::Solved
                }
                SolveResult::Unsatisfiable => Verdict::None,
                SolveResult::Unknown(limit) => Verdict::Stopped(limit),
            };
            report.complete = report.verdict == Verdict::None;
            return Ok(());
        }
        let end = self.list(max, report)?;
        report.verdict = match (report.answers.len(), end) {
            (0, Some(limit)) => Verdict::Stopped(limit),
            (0, None) => Verdict::None,
            // Several were requested and one was found.
            (1, None) if max > 1 => Verdict::Unique,
            (2.., _) => Verdict::Multiple,
            _ => Verdict::Solved,
        };
        Ok(())
    }

    fn unique(&mut self, report: &mut Report) -> Result<(), Error> {
        if self.formulation.is_passive {
            let end = self.list(2, report)?;
            report.verdict = Verdict::of(report.answers.len() as u64, end);
            return Ok(());
        }
        let (found, verdict) = match self.session.unique()? {
            Uniqueness::Unsatisfiable => (vec![], Verdict::None),
            Uniqueness::One(one) => (vec![one], Verdict::Unique),
            Uniqueness::Many(one, other) => (vec![one, other], Verdict::Multiple),
            Uniqueness::Unknown(limit, found) => {
                (found.into_iter().collect(), Verdict::Stopped(limit))
            }
        };
        for found in &found {
            report.answers.extend(self.read(found));
        }
        report.complete = matches!(verdict, Verdict::None | Verdict::Unique);
        report.verdict = verdict;
        Ok(())
    }

    fn count(&mut self, max: u64, report: &mut Report) -> Result<(), Error> {
        let (count, end) = if self.formulation.is_passive {
            let end = self.list(max, report)?;
            (report.answers.drain(..).count() as u64, end)
        } else {
            let count = self.session.count(max)?;
            report.complete = count.limit.is_none();
            // Reaching the requested count is not a stop.
            let end = count.limit.filter(|limit| *limit != Limit::Solutions);
            (count.solutions, end)
        };
        report.count = Some(count);
        report.verdict = match end {
            Some(limit) => Verdict::Stopped(limit),
            None if count == 1 && max == 1 => Verdict::Solved,
            None => Verdict::of(count, None),
        };
        Ok(())
    }

    fn backbone(&mut self, report: &mut Report) -> Result<(), Error> {
        if self.formulation.is_passive {
            return self.backbone_by_listing(report);
        }
        let facts = &self.formulation.facts;
        let atoms = || facts.iter().flatten().copied().collect();
        let shared = self.session.atom_backbone_of(&atoms, &[])?;
        report.verdict = match shared.completeness {
            Completeness::Partial(limit) => Verdict::Stopped(limit),
            Completeness::NoSolution => Verdict::None,
            Completeness::Complete if shared.truths.iter().all(Option::is_some) => Verdict::Unique,
            Completeness::Complete => Verdict::Multiple,
        };
        report.complete = !matches!(shared.completeness, Completeness::Partial(_));
        let is_unknown = !report.complete && shared.truths.is_empty();
        report.shared = (!is_unknown).then(|| self.spread(&shared.truths));
        Ok(())
    }

    /// Reports what the first answers have in common; returns the limit that ended the search, as [`list`](Self::list) does.
    fn share(&mut self, max: u64, report: &mut Report) -> Result<Option<Limit>, Error> {
        let end = self.list(max, report)?;
        let answers = std::mem::take(&mut report.answers);
        for answer in &answers {
            report.intersect_shared(self.instance.known(answer));
        }
        let count = answers.len() as u64;
        report.count = Some(count);
        report.verdict = match (count, end) {
            (1, None) if !report.complete => Verdict::Solved,
            (count, end) => Verdict::of(count, end),
        };
        Ok(end)
    }

    /// With a passive rule, which is only checked on complete answers, a backbone cannot be computed by assumptions; all answers are listed.
    fn backbone_by_listing(&mut self, report: &mut Report) -> Result<(), Error> {
        let end = self.share(u64::MAX, report)?;
        report.count = None;
        if let Some(limit) = end {
            // What the answers found so far have in common need not hold in all.
            report.shared = None;
            report.verdict = Verdict::Stopped(limit);
        }
        Ok(())
    }

    /// Lists at most `max` answers; returns the limit that ended the search, unless that was their number.
    fn list(&mut self, max: u64, report: &mut Report) -> Result<Option<Limit>, Error> {
        let mut solutions = self.session.solutions(&[])?;
        let mut found = Vec::new();
        while (found.len() as u64) < max
            && let Some(solution) = solutions.next()
        {
            found.extend(self.formulation.read(&solution));
        }
        let end = match solutions.end() {
            Some(End::LimitReached(limit)) => Some(limit),
            _ => None,
        };
        report.complete = solutions.end() == Some(End::Exhausted);
        drop(solutions);
        for answer in &found {
            self.check(answer);
        }
        report.answers = found;
        Ok(end)
    }

    /// The answer of an assignment, checked.
    fn read(&self, found: &gridwright_fd::Assignment) -> Option<AnyAnswer> {
        let answer = self.formulation.read(found)?;
        self.check(&answer);
        Some(answer)
    }

    /// Panics on a wrong answer: it is a bug in the viewpoint.
    fn check(&self, answer: &AnyAnswer) {
        if let Err(violation) = self.instance.check(answer) {
            let name = &self.formulation.name;
            panic!("viewpoint {name} found a wrong answer: {violation}");
        }
    }

    /// What is known of every fact, given the truth of those with an atom.
    fn spread(&self, truths: &[Option<bool>]) -> Vec<FactState> {
        let mut known = vec![FactState::Open; self.instance.n_facts()];
        if truths.is_empty() {
            return known;
        }
        let facts = self.formulation.facts.iter().enumerate();
        let with_atoms = facts.filter(|(_, atom)| atom.is_some());
        for ((fact, _), truth) in with_atoms.zip(truths) {
            known[fact] = match truth {
                Some(true) => FactState::True,
                Some(false) => FactState::False,
                None => FactState::Open,
            };
        }
        known
    }
}
