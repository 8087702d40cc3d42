//! Asking: from an instance and a request to a report.

use std::time::Duration;

use gridwright_control::SystemClock;
use gridwright_fd::{Atom, Clock, End, Limit, Model};
use gridwright_puzzles::{AnyAnswer, AnyFormulation, AnyInstance, Known};
use gridwright_solve::{Session, Solved, Unique, Unsupported};

use crate::bulk_engine;
use crate::chr_engine;
use crate::engine::EngineName;
use crate::error::Error;
use crate::report::{Report, Verdict};
use crate::request::{Question, Request};

/// Asks a question of an instance. Who has many of them keeps an [`BatchSolver`](crate::BatchSolver).
pub fn ask(
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
) -> Result<Report, Error> {
    ask_by(instance, question, request, |clock| {
        let (formulation, mut session) = set_up(instance, request)?;
        Asking::new(instance, &formulation, &mut session, request, clock).answer(question)
    })
}

/// Asks a question of an instance, by a model if no other engine is meant.
pub(crate) fn ask_by(
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
        // A board so large that a limit came while it was formulated or set up.
        Some(limit) => Ok(Report::stopped(instance, request, limit, clock.now())),
        None => Err(error),
    })
}

/// The formulation of an instance, and its model set up.
pub(crate) fn set_up(
    instance: &dyn AnyInstance,
    request: &Request,
) -> Result<(AnyFormulation, Session), Error> {
    let mut model = Model::new();
    model.set_deadline(request.limits().deadline());
    let formulation = instance.formulate(&request.wish(), &mut model)?;
    let session = Session::new(&model, &request.plan(&formulation.decisions)?)?;
    Ok((formulation, session))
}

/// What propagation alone says of every fact of an instance, before any search; `None` if it finds a conflict. A limit that comes first is told as
/// an error, of which [`Error::limit`] knows.
pub fn propagated(
    instance: &dyn AnyInstance,
    request: &Request,
) -> Result<Option<Vec<Known>>, Error> {
    if request.engine == EngineName::Chr {
        return Err(Error::NotByRules("board before search"));
    }
    if request.engine == EngineName::Bulk {
        return Err(Error::NotInBulk("board before search"));
    }
    let clock = SystemClock::new();
    let (formulation, mut session) = set_up(instance, request)?;
    let asking = Asking::new(instance, &formulation, &mut session, request, &clock);
    let (places, atoms) = asking.sayable();
    let truths = asking.session.propagated(&atoms, &[]);
    let truths = truths.map_err(Unsupported::LimitReached)?;
    Ok(truths.map(|truths| asking.spread(&places, &truths)))
}

/// An instance that is being asked.
pub(crate) struct Asking<'a> {
    instance: &'a dyn AnyInstance,
    formulation: &'a AnyFormulation,
    session: &'a mut Session,
    setup_time: Duration,
}

impl<'a> Asking<'a> {
    /// Begins to ask: by the clock, all until now was setting up.
    pub(crate) fn new(
        instance: &'a dyn AnyInstance,
        formulation: &'a AnyFormulation,
        session: &'a mut Session,
        request: &Request,
        clock: &SystemClock,
    ) -> Asking<'a> {
        let setup_time = clock.now();
        let mut limits = request.limits();
        // A time limit is for the whole puzzle: what setting it up took is gone.
        limits.time = limits.time.map(|time| time.saturating_sub(setup_time));
        session.set_limits(limits);
        Asking {
            instance,
            formulation,
            session,
            setup_time,
        }
    }

    pub(crate) fn answer(mut self, question: Question) -> Result<Report, Error> {
        let mut report = Report {
            verdict: Verdict::None,
            answers: Vec::new(),
            count: None,
            complete: false,
            shared: None,
            viewpoint: self.formulation.name.clone(),
            engine: EngineName::Auto,
            stats: gridwright_fd::Stats::default(),
            setup_time: self.setup_time,
        };
        match question {
            Question::Solve { most } => self.solve(most, &mut report)?,
            Question::Unique => self.unique(&mut report)?,
            Question::Count { limit } => self.count(limit, &mut report)?,
            Question::Backbone => self.backbone(&mut report)?,
            Question::Shared { most } => {
                self.share(most, &mut report)?;
            }
        }
        report.engine = self.session.engine().into();
        report.stats = self.session.stats().clone();
        Ok(report)
    }

    fn solve(&mut self, most: u64, report: &mut Report) -> Result<(), Error> {
        if most == 1 && !self.formulation.is_passive {
            report.verdict = match self.session.solve(&[])? {
                Solved::Found(found) => {
                    report.answers.extend(self.read(&found));
                    Verdict::Solved
                }
                Solved::None => Verdict::None,
                Solved::Unknown(limit) => Verdict::Stopped(limit),
            };
            report.complete = report.verdict == Verdict::None;
            return Ok(());
        }
        let end = self.list(most, report)?;
        report.verdict = match (report.answers.len(), end) {
            (0, Some(limit)) => Verdict::Stopped(limit),
            (0, None) => Verdict::None,
            // Looking for several and finding one, all of them, or the first of many.
            (1, None) if most > 1 => Verdict::Unique,
            (2.., _) => Verdict::Multiple,
            _ => Verdict::Solved,
        };
        Ok(())
    }

    fn unique(&mut self, report: &mut Report) -> Result<(), Error> {
        if self.formulation.is_passive {
            let end = self.list(2, report)?;
            report.verdict = verdict(report.answers.len() as u64, end);
            return Ok(());
        }
        let (found, verdict) = match self.session.unique()? {
            Unique::None => (vec![], Verdict::None),
            Unique::One(one) => (vec![one], Verdict::Unique),
            Unique::Many(one, other) => (vec![one, other], Verdict::Multiple),
            Unique::Unknown(limit, found) => (found.into_iter().collect(), Verdict::Stopped(limit)),
        };
        for found in &found {
            report.answers.extend(self.read(found));
        }
        report.complete = matches!(verdict, Verdict::None | Verdict::Unique);
        report.verdict = verdict;
        Ok(())
    }

    fn count(&mut self, most: u64, report: &mut Report) -> Result<(), Error> {
        let (count, end) = if self.formulation.is_passive {
            let end = self.list(most, report)?;
            (report.answers.drain(..).count() as u64, end)
        } else {
            let count = self.session.count(most)?;
            report.complete = count.limit.is_none();
            // Reaching the count that was asked for is no stop.
            let end = count.limit.filter(|limit| *limit != Limit::Solutions);
            (count.solutions, end)
        };
        report.count = Some(count);
        report.verdict = match end {
            Some(limit) => Verdict::Stopped(limit),
            None if count == 1 && most == 1 => Verdict::Solved,
            None => verdict(count, None),
        };
        Ok(())
    }

    fn backbone(&mut self, report: &mut Report) -> Result<(), Error> {
        if self.formulation.is_passive {
            return self.backbone_by_listing(report);
        }
        let (places, atoms) = self.sayable();
        let shared = self.session.shared(&atoms, &[])?;
        report.verdict = match shared.known {
            gridwright_solve::Completeness::Part(limit) => Verdict::Stopped(limit),
            gridwright_solve::Completeness::NoSolution => Verdict::None,
            gridwright_solve::Completeness::All if shared.truths.iter().all(Option::is_some) => {
                Verdict::Unique
            }
            gridwright_solve::Completeness::All => Verdict::Multiple,
        };
        report.shared = Some(self.spread(&places, &shared.truths));
        Ok(())
    }

    /// What the first answers share; the limit that ended it, as [`Asking::list`] tells it.
    fn share(&mut self, most: u64, report: &mut Report) -> Result<Option<Limit>, Error> {
        let end = self.list(most, report)?;
        let answers = std::mem::take(&mut report.answers);
        let mut shared: Option<Vec<Known>> = None;
        for answer in &answers {
            let known = self.instance.known(answer);
            match &mut shared {
                None => shared = Some(known),
                Some(shared) => {
                    for (one, other) in shared.iter_mut().zip(known) {
                        if *one != other {
                            *one = Known::Open;
                        }
                    }
                }
            }
        }
        let count = answers.len() as u64;
        report.count = Some(count);
        report.verdict = match (count, end) {
            (1, None) if !report.complete => Verdict::Solved,
            (count, end) => verdict(count, end),
        };
        report.shared = shared;
        Ok(end)
    }

    /// With a passive rule there is no way to ask for an answer that differs: all are listed.
    fn backbone_by_listing(&mut self, report: &mut Report) -> Result<(), Error> {
        let end = self.share(u64::MAX, report)?;
        report.count = None;
        if let Some(limit) = end {
            // What the answers found until a limit share need not hold in all.
            report.shared = None;
            report.verdict = Verdict::Stopped(limit);
        }
        Ok(())
    }

    /// Lists answers, at most so many; the limit that ended it, unless that was their number.
    fn list(&mut self, most: u64, report: &mut Report) -> Result<Option<Limit>, Error> {
        let mut solutions = self.session.solutions(&[])?;
        let mut found = Vec::new();
        while (found.len() as u64) < most
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
            self.judge(answer);
        }
        report.answers = found;
        Ok(end)
    }

    /// The answer of an assignment, seen by the judge.
    fn read(&self, found: &gridwright_fd::Assignment) -> Option<AnyAnswer> {
        let answer = self.formulation.read(found)?;
        self.judge(&answer);
        Some(answer)
    }

    /// An answer that the judge refuses is a defect of a viewpoint, and must not get out.
    fn judge(&self, answer: &AnyAnswer) {
        if let Err(violation) = self.instance.check(answer) {
            let name = &self.formulation.name;
            panic!("viewpoint {name} found an answer that is none: {violation}");
        }
    }

    /// The facts that an atom can say: their places and atoms.
    fn sayable(&self) -> (Vec<usize>, Vec<Atom>) {
        let facts = self.formulation.facts.iter().enumerate();
        facts
            .filter_map(|(place, atom)| atom.map(|atom| (place, atom)))
            .unzip()
    }

    /// What is known of every fact, from what is known of the sayable ones.
    fn spread(&self, places: &[usize], truths: &[Option<bool>]) -> Vec<Known> {
        let mut known = vec![Known::Open; self.formulation.facts.len()];
        for (&place, truth) in places.iter().zip(truths) {
            known[place] = match truth {
                Some(true) => Known::True,
                Some(false) => Known::False,
                None => Known::Open,
            };
        }
        known
    }
}

/// The verdict on so many answers.
pub(crate) fn verdict(count: u64, end: Option<Limit>) -> Verdict {
    match (count, end) {
        (2.., _) => Verdict::Multiple,
        (_, Some(limit)) => Verdict::Stopped(limit),
        (1, None) => Verdict::Unique,
        (0, None) => Verdict::None,
    }
}
