//! Two searches that alternate: a plain search that is paused and resumed, and another, usually with learning, that is run again and again and keeps its nogoods.
//!
//! Either may be a thousand times faster than the other, and which one is not known in advance. A model that a short plain search does not solve is more often solved by the
//! other, which gets twice the effort until one ends: so the run takes about three times the time of the plain search at most, and about twice that of the other. Effort is measured by counters and not by the clock, so runs are deterministic. With an objective, each search gets the bounds
//! and the solutions that the other finds, and the other search looks in turn for any better solution and for one in the better half of the interval that has the optimum: a low cost
//! may exclude most decisions at once.

use gridwright_fd::{
    Assignment, Atom, End, Flow, Limit, Limits, Model, Objective, Sink, Solver, Stats, Step, View,
};

use crate::engines::fd::setup;
use crate::error::SolveError;
use crate::options::{ModelEngine, RunOptions};
use crate::outcome::{SolveOutcome, add_stats};
use crate::schedule::{ModelFeatures, rules};
use crate::session::Session;

/// The length of turns, in failures.
#[derive(Clone, Copy, Debug)]
struct Turns {
    /// The length of the first turn of the plain search; each later turn is twice as long as the one before.
    first: u64,
    /// The length of the first run of the other search, whose effort per failure is not known yet, and the minimum length of its later runs.
    min_failures: u64,
    /// The effort of the other search for each step of the plain search.
    share_of_other: u64,
}

impl Turns {
    /// The effort that the other search may still spend, after turns with these counters; `None` if its turn is over.
    fn effort_left(&self, plain: &Stats, other: &Stats) -> Option<u64> {
        let allowed = effort(plain).saturating_mul(self.share_of_other);
        allowed.checked_sub(effort(other)).filter(|&left| left > 0)
    }
}

const TURNS: Turns = Turns {
    first: 500,
    min_failures: 100,
    share_of_other: 2,
};

/// Alternates two searches until one of them ends: the search of `plain`, without learning, and the run with the options `other`. The time limit, the stop flag and the assumptions
/// of `plain` hold for both together.
///
/// Only for models with an objective, or to find one solution; otherwise some solutions would be reported twice.
pub fn run_alternating(
    model: &Model,
    plain: &RunOptions,
    other: &RunOptions,
    sink: &mut dyn Sink,
) -> Result<SolveOutcome, SolveError> {
    alternate(TURNS, model, (plain, other), sink)
}

fn alternate(
    turns: Turns,
    model: &Model,
    (plain, other): (&RunOptions, &RunOptions),
    sink: &mut dyn Sink,
) -> Result<SolveOutcome, SolveError> {
    let deadline = plain.limits.deadline();
    let features = ModelFeatures::new(model);
    let (search, _) = rules::searches(model, &features, plain)?;
    let consistency = rules::consistency(plain, &features);
    let set_up = Solver::new_before(model, &setup(&consistency, false), model.deadline());
    let mut first = set_up.map_err(SolveError::LimitReached)?;
    let mut plain_search = first.pausable(&search, &plain.assumptions, &plain.limits)?;
    let mut second: Option<Session> = None;
    let mut bound = BoundSink {
        sink,
        cost: model.objective().map(Objective::cost),
        best: None,
        found: None,
        has_stopped: false,
    };
    let mut bisection = Bisection::new(model);
    let mut turn = turns.first;
    let mut other_stats = Stats::default();
    let (engine, end, core) = 'turns: loop {
        let until = plain_search.stats().failures.saturating_add(turn);
        loop {
            let failures = until.saturating_sub(plain_search.stats().failures);
            match plain_search.step(failures.max(1)) {
                Step::Found(found) => match bound.solution(&found) {
                    Flow::Continue => {}
                    Flow::Stop => break 'turns (ModelEngine::Fd, bound.end(), None),
                },
                Step::Paused => break,
                Step::Ended(end) => break 'turns (ModelEngine::Fd, end, None),
            }
        }
        let session = match &mut second {
            Some(session) => session,
            None => second.insert(Session::new(model, other)?),
        };
        if let Some(found) = bound.found.take() {
            session.prefer(&found);
        }
        while let Some(left) = turns.effort_left(plain_search.stats(), &other_stats) {
            let best = bound.best;
            let guess = bisection.next_guess(best);
            let left = if guess.is_some() { left / 4 } else { left };
            let limits = Limits {
                failures: Some(failures_for(left, &other_stats, turns.min_failures)),
                time: deadline.remaining(),
                ..plain.limits.clone()
            };
            let mut atoms = plain.assumptions.clone();
            atoms.extend(match guess {
                Some(guess) => Some(bisection.cost.at_most(guess)),
                None => bound.better(),
            });
            let outcome = session.run(&atoms, &limits, &mut bound)?;
            add_stats(&mut other_stats, &outcome.stats);
            match outcome.end {
                End::LimitReached(Limit::Failures) => bisection.missed(guess),
                End::Exhausted if guess.is_some() && bound.best == best => bisection.refuted(guess),
                End::Stopped => break 'turns (outcome.engine, bound.end(), None),
                end => break 'turns (outcome.engine, end, outcome.core),
            }
        }
        if let Some(best) = bound.best {
            plain_search.below(best);
        }
        turn = turn.saturating_mul(2);
    };
    let mut stats = plain_search.stats().clone();
    add_stats(&mut stats, &other_stats);
    Ok(SolveOutcome {
        engine,
        end,
        stats,
        core,
    })
}

/// The effort of a search, in steps of propagation.
fn effort(stats: &Stats) -> u64 {
    stats.propagations + stats.prunings + stats.visits
}

/// The number of failures that cost this much effort, estimated from the average so far.
fn failures_for(left: u64, stats: &Stats, min_failures: u64) -> u64 {
    if stats.failures == 0 {
        return min_failures;
    }
    let each = (effort(stats) / stats.failures).max(1);
    (left / each).max(min_failures)
}

/// Guesses of the optimum, by bisection of the interval in which it lies.
struct Bisection {
    /// The view to minimise.
    cost: View,
    /// No solution costs less.
    low: i64,
    /// The largest cost there is; below `low` without an objective.
    high: i64,
    /// A guess admits the lower part of the interval: its length divided by 2 to the power of this.
    shift: u32,
    /// Whether the last run had no guess.
    is_next: bool,
}

impl Bisection {
    /// After a guess of this small a part was neither found nor refuted, the interval is halved again.
    const MAX_SHIFT: u32 = 6;

    fn new(model: &Model) -> Bisection {
        let cost = model.objective().map(Objective::cost);
        let bounds = cost.and_then(|cost| {
            let domain = model.domain(cost.var);
            let ends = [domain.min()?, domain.max()?].map(|value| i64::from(cost.of(value)));
            Some((ends[0].min(ends[1]), ends[0].max(ends[1])))
        });
        let (low, high) = bounds.unwrap_or((0, -1));
        Bisection {
            cost: cost.unwrap_or(View::constant(0)),
            low,
            high,
            shift: 1,
            is_next: true,
        }
    }

    /// The highest cost that the next run may find, given the best cost so far; `None` if any better one will do, as in every other run.
    fn next_guess(&mut self, best: Option<i32>) -> Option<i32> {
        let is_now = self.is_next;
        self.is_next = !is_now;
        let high = best.map_or(self.high, |best| i64::from(best) - 1);
        let guess = self.low + ((high - self.low) >> self.shift);
        (is_now && guess < high).then_some(guess as i32)
    }

    /// A run with a guess reached its limit: a lower cost may be easier to refute.
    fn missed(&mut self, guess: Option<i32>) {
        if guess.is_some() {
            self.shift = self.shift % Bisection::MAX_SHIFT + 1;
        }
    }

    /// No solution is as good as the guess.
    fn refuted(&mut self, guess: Option<i32>) {
        self.low = guess.map_or(self.low, |guess| i64::from(guess) + 1);
        self.shift = 1;
    }
}

/// Passes solutions on to a sink, and keeps the cost of the best.
struct BoundSink<'s> {
    sink: &'s mut dyn Sink,
    /// The view to minimise, if there is an objective.
    cost: Option<View>,
    best: Option<i32>,
    /// The best solution, if it is new since it was last taken.
    found: Option<Assignment>,
    has_stopped: bool,
}

impl BoundSink<'_> {
    /// The atom that requires a lower cost than that of the best solution so far.
    fn better(&self) -> Option<Atom> {
        Some(self.cost?.at_most(self.best?.saturating_sub(1)))
    }

    /// How a run ended that [`Flow::Stop`] ended: the sink stopped it, or it found the one solution it looked for.
    fn end(&self) -> End {
        match self.has_stopped {
            true => End::Stopped,
            false => End::LimitReached(Limit::Solutions),
        }
    }
}

impl Sink for BoundSink<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        self.best = self.cost.map(|cost| found.value(cost));
        self.found = self.cost.map(|_| found.clone());
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
    use crate::questions::results::{Optimum, SolveResult};
    use crate::questions::{optimise, solve};
    use gridwright_constraints::{linear_le, not_equal};
    use gridwright_fd::Rng;

    const SHORT: Turns = Turns {
        first: 1,
        min_failures: 1,
        share_of_other: 2,
    };

    #[test]
    fn the_other_search_gets_twice_the_effort() {
        let stats = |propagations: u64, prunings: u64, visits: u64| Stats {
            propagations,
            prunings,
            visits,
            ..Stats::default()
        };
        let left = |plain: Stats, other: Stats| TURNS.effort_left(&plain, &other);
        assert_eq!(left(stats(30, 10, 0), stats(0, 0, 0)), Some(80));
        assert_eq!(left(stats(30, 10, 0), stats(40, 30, 9)), Some(1));
        assert_eq!(left(stats(30, 10, 0), stats(40, 30, 10)), None);
        assert_eq!(left(stats(30, 10, 0), stats(400, 0, 0)), None);
        assert_eq!(
            left(stats(u64::MAX, 0, 0), stats(0, 0, 1)),
            Some(u64::MAX - 1)
        );
    }

    #[derive(Default)]
    struct AllSolutions(Vec<Assignment>);

    impl Sink for AllSolutions {
        fn solution(&mut self, found: &Assignment) -> Flow {
            self.0.push(found.clone());
            Flow::Continue
        }
    }

    /// A random graph to colour, where each colour has a cost.
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
    fn alternating_finds_the_best() {
        let mut n_both = 0;
        for seed in 0..200 {
            let mut model = colouring(seed);
            let cost = model.all_vars().last().expect("the cost");
            let objective = Objective::Minimise(cost.view());
            model.set_objective(objective).expect("fits");
            let (plain, other) = (
                RunOptions::new().engine(ModelEngine::Fd),
                RunOptions::new().engine(ModelEngine::Learn),
            );
            let mut solutions = AllSolutions::default();
            let ended =
                alternate(SHORT, &model, (&plain, &other), &mut solutions).expect("valid options");
            assert_eq!(ended.end, End::Exhausted, "seed {seed}");
            n_both += u32::from(ended.stats.nogoods > 0);
            let costs: Vec<i32> = solutions.0.iter().map(|found| found.value(cost)).collect();
            assert!(costs.is_sorted_by(|a, b| a > b), "seed {seed}: {costs:?}");
            let expected = match optimise(&model).expect("valid options") {
                Optimum::Best(found) => Some(found.value(cost)),
                _ => None,
            };
            assert_eq!(costs.last().copied(), expected, "seed {seed}");
        }
        assert!(n_both > 20, "{n_both}");
    }

    #[test]
    fn one_solution_is_reported_once() {
        for seed in 0..200 {
            let model = colouring(seed);
            let plain = RunOptions::new().engine(ModelEngine::Fd).solutions(1);
            let mut solutions = AllSolutions::default();
            let ended = alternate(SHORT, &model, (&plain, &RunOptions::new()), &mut solutions)
                .expect("valid options");
            let is_found = matches!(solve(&model).expect("valid options"), SolveResult::Found(_));
            assert_eq!(solutions.0.len(), usize::from(is_found), "seed {seed}");
            assert_eq!(ended.end == End::Exhausted, !is_found, "seed {seed}");
        }
    }
}
