//! Two searches by turns: a plain one that is paused and goes on where it was, and another, usually with learning, that keeps what it learnt.
//!
//! Which of the two will settle a model is not known beforehand, and either may be a thousand times faster than the other. So both get the same effort, and
//! whoever ends first has the answer: at most about twice the time of the better one. Effort is counted and not timed, so that a run does the same every time.
//! With an objective, what one finds bounds the other.

use gridwright_fd::{
    Assignment, Atom, End, Flow, Limit, Limits, Model, Objective, Outcome, Sink, Solver, Stats,
    Step, View,
};

use crate::auto;
use crate::engine::Unsupported;
use crate::plan::Plan;
use crate::session::Session;
use crate::shape::Shape;
use crate::solvers::setup;
use crate::spent::add_stats;

/// How long turns are, in failures.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// The first turn of the plain search; every further one is twice as long.
    first: u64,
    /// The first run of the other one, before it is known what a failure takes it, and the shortest of its runs.
    probe: u64,
}

const PACE: Pace = Pace {
    first: 2_000,
    probe: 100,
};

/// Runs two plans by turns until one of them ends: the first one's search without learning, the second as it says. Time, stop and assumptions are
/// those of the first plan and hold for both together. For models with an objective, or where one solution is wanted: of several solutions some would be told twice.
pub fn in_turns(
    model: &Model,
    plain: &Plan,
    other: &Plan,
    sink: &mut dyn Sink,
) -> Result<Outcome, Unsupported> {
    at_pace(PACE, model, (plain, other), sink)
}

fn at_pace(
    pace: Pace,
    model: &Model,
    (plain, other): (&Plan, &Plan),
    sink: &mut dyn Sink,
) -> Result<Outcome, Unsupported> {
    let deadline = plain.limits.deadline();
    let shape = Shape::of(model);
    let (search, _) = auto::searches(model, &shape, plain)?;
    let levels = plain.levels.clone();
    let levels = levels.unwrap_or_else(|| auto::levels(&shape));
    let set_up = Solver::new_before(model, &setup(&levels, false), model.deadline());
    let mut first = set_up.map_err(Unsupported::LimitReached)?;
    let mut walk = first.pausable(&search, &plain.assumptions, &plain.limits)?;
    let mut second: Option<Session> = None;
    let mut told = Told {
        sink,
        cost: model.objective().map(Objective::cost),
        best: None,
        has_stopped: false,
    };
    let mut turn = pace.first;
    let mut spent = Stats::default();
    let (end, core) = 'turns: loop {
        let until = walk.stats().failures.saturating_add(turn);
        loop {
            let failures = until.saturating_sub(walk.stats().failures);
            match walk.step(failures.max(1)) {
                Step::Found(found) => match told.solution(&found) {
                    Flow::Continue => {}
                    Flow::Stop => break 'turns (told.end(), None),
                },
                Step::Paused => break,
                Step::Ended(end) => break 'turns (end, None),
            }
        }
        let session = match &mut second {
            Some(session) => session,
            None => second.insert(Session::new(model, other)?),
        };
        while effort(&spent) < effort(walk.stats()) {
            let limits = Limits {
                failures: Some(worth(
                    effort(walk.stats()) - effort(&spent),
                    &spent,
                    pace.probe,
                )),
                time: deadline.left(),
                ..plain.limits.clone()
            };
            let facts: Vec<Atom> = plain
                .assumptions
                .iter()
                .copied()
                .chain(told.better())
                .collect();
            let outcome = session.run(&facts, &limits, &mut told)?;
            add_stats(&mut spent, &outcome.stats);
            match outcome.end {
                End::LimitReached(Limit::Failures) => {}
                End::Stopped => break 'turns (told.end(), None),
                end => break 'turns (end, outcome.core),
            }
        }
        if let Some(best) = told.best {
            walk.below(best);
        }
        turn = turn.saturating_mul(2);
    };
    let mut stats = walk.stats().clone();
    add_stats(&mut stats, &spent);
    Ok(Outcome { end, stats, core })
}

/// What was done, in steps of propagation.
fn effort(stats: &Stats) -> u64 {
    stats.propagations + stats.prunings + stats.looks
}

/// How many failures that much effort is worth, by what they took so far.
fn worth(left: u64, spent: &Stats, probe: u64) -> u64 {
    if spent.failures == 0 {
        return probe;
    }
    let each = (effort(spent) / spent.failures).max(1);
    (left / each).max(probe)
}

/// Passes solutions on, and keeps what the best of them costs.
struct Told<'s> {
    sink: &'s mut dyn Sink,
    /// What is minimised.
    cost: Option<View>,
    best: Option<i32>,
    has_stopped: bool,
}

impl Told<'_> {
    /// That a solution costs less than the best so far.
    fn better(&self) -> Option<Atom> {
        Some(self.cost?.at_most(self.best?.saturating_sub(1)))
    }

    /// How a run ends that was told to stop: one solution was enough, or the sink had enough.
    fn end(&self) -> End {
        match self.has_stopped {
            true => End::Stopped,
            false => End::LimitReached(Limit::Solutions),
        }
    }
}

impl Sink for Told<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.best = self.cost.map(|cost| found.value(cost));
        self.has_stopped = self.sink.solution(found) == Flow::Stop;
        match self.has_stopped || self.cost.is_none() {
            true => Flow::Stop,
            false => Flow::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineName;
    use crate::questions::{optimise, solve};
    use crate::verdict::{Optimum, Solved};
    use gridwright_constraints::{linear_le, not_equal};
    use gridwright_fd::Rng;

    const SHORT: Pace = Pace { first: 1, probe: 1 };

    #[derive(Default)]
    struct Last(Vec<Assignment>);

    impl Sink for Last {
        fn solution(&mut self, found: &Assignment) -> Flow {
            self.0.push(found.clone());
            Flow::Continue
        }
    }

    /// A graph to colour, with colours that cost.
    fn colouring(seed: u64) -> Model {
        let mut rng = Rng::new(seed);
        let mut model = Model::new();
        let names = (0..9).map(|i| format!("x{i}"));
        let x = model.vars(names, 0..=2).expect("a domain");
        for i in 0..9 {
            for j in 0..i {
                if rng.one_in(3) {
                    model.post(not_equal(x[i], x[j])).expect("fits");
                }
            }
        }
        let cost = model.var("cost", 0..=60).expect("a domain");
        let mut terms: Vec<_> = x.iter().map(|&x| (rng.between(1, 3), x)).collect();
        terms.push((-1, cost));
        model.post(linear_le(terms, 0)).expect("fits");
        model
    }

    #[test]
    fn the_best_is_found_by_turns() {
        let mut n_both = 0;
        for seed in 0..200 {
            let mut model = colouring(seed);
            let cost = model.all_vars().last().expect("the cost");
            model
                .set_objective(Objective::Minimise(cost.view()))
                .expect("fits");
            let (plain, other) = (
                Plan::new().engine(EngineName::Fd),
                Plan::new().engine(EngineName::Learn),
            );
            let mut last = Last::default();
            let ended = at_pace(SHORT, &model, (&plain, &other), &mut last).expect("a plan");
            assert_eq!(ended.end, End::Exhausted, "seed {seed}");
            n_both += u32::from(ended.stats.nogoods > 0);
            let costs: Vec<i32> = last.0.iter().map(|found| found.value(cost)).collect();
            assert!(costs.is_sorted_by(|a, b| a > b), "seed {seed}: {costs:?}");
            let expected = match optimise(&model).expect("a plan") {
                Optimum::Best(found) => Some(found.value(cost)),
                _ => None,
            };
            assert_eq!(costs.last().copied(), expected, "seed {seed}");
        }
        assert!(n_both > 20, "{n_both}");
    }

    #[test]
    fn one_solution_is_told_once() {
        for seed in 0..200 {
            let model = colouring(seed);
            let plain = Plan::new().engine(EngineName::Fd).solutions(1);
            let mut last = Last::default();
            let ended = at_pace(SHORT, &model, (&plain, &Plan::new()), &mut last).expect("a plan");
            let is_found = matches!(solve(&model).expect("a plan"), Solved::Found(_));
            assert_eq!(last.0.len(), usize::from(is_found), "seed {seed}");
            assert_eq!(ended.end == End::Exhausted, !is_found, "seed {seed}");
        }
    }
}
