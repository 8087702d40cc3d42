//! Steps by failed literals: assume a literal, propagate breadth first, and if a premise is violated, its opposite follows from the
//! premises and known literals of the conflict.

use std::rc::Rc;

use gridwright_fd::Limit;

use crate::find::deduction::{Deduction, cheaper};
use crate::find::knowledge::{ADDITIONAL_PREMISE, Knowledge};
use crate::find::limit_check::LimitCheck;
use crate::find::literal::Literal;
use crate::find::trace::{self, Trace};
use crate::find::trials::{Depth, Reached, Trials};

/// Assumptions are propagated to each of these depths in turn, until some fail.
const DEPTHS: [u32; 3] = [2, 5, u32::MAX];

/// How many of the failed literals are minimised before the cheapest is chosen.
const MINIMIZED: usize = 8;

/// A failed literal is taken up to this cost without a comparison with others.
const CHEAP: u32 = 90;

/// Debug builds repeat the trials that need not be repeated on networks of up to this many facts.
pub(crate) const MAX_CHECKED: usize = 400;

/// A literal that failed, with the cost of the step.
type Failure = (u32, Literal, Rc<Trace>);

/// The literals that failed in the last search, except those that became steps. They still fail.
#[derive(Debug)]
pub(crate) struct FailedLiterals {
    kept: Vec<Failure>,
    /// How much was known at the last search.
    n_known: usize,
    /// Per depth, the literals that did not fail, and those that did.
    trials: [Trials<Trace>; DEPTHS.len()],
}

impl Default for FailedLiterals {
    fn default() -> FailedLiterals {
        FailedLiterals {
            kept: Vec::new(),
            n_known: 0,
            trials: DEPTHS.map(|max| Trials::new(depth(max))),
        }
    }
}

impl FailedLiterals {
    /// A step by a failed literal. Those of the last search are taken one after the other, as long as they cost no more than the hardest step so far, or at most `CHEAP`:
    /// they do not make the puzzle harder. Then there is a new search.
    pub(crate) fn next(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        hardest: u32,
        limits: &mut LimitCheck,
    ) -> Result<Option<Deduction>, Limit> {
        let enough = hardest.max(CHEAP);
        let mut failure = self.take(knowledge, enough, limits)?;
        let is_enough = |(cost, ..): &Failure| *cost <= enough;
        if !failure.as_ref().is_some_and(is_enough) && self.n_known != knowledge.state.len() {
            self.search(knowledge, limits)?;
            failure = self.take(knowledge, enough, limits)?;
        }
        let widened = failure.map(|(_, literal, trace)| {
            let trace = Rc::unwrap_or_clone(trace);
            widen(knowledge, literal, trace, limits)
        });
        widened.transpose()
    }

    /// Collects the literals that fail at the least depth at which some do.
    fn search(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        limits: &mut LimitCheck,
    ) -> Result<(), Limit> {
        let mut literals = knowledge.false_literals();
        self.kept.clear();
        self.n_known = knowledge.state.len();
        if knowledge.state.is_counts_only {
            // What does not fail without a greatest depth does not fail at any.
            let [.., unfailed] = &mut self.trials;
            unfailed.update(knowledge, 2 * knowledge.network.n_facts());
            literals.retain(|literal| !unfailed.contains(literal.index()));
        }
        for (max_depth, trials) in DEPTHS.into_iter().zip(&mut self.trials) {
            trials.update(knowledge, 2 * knowledge.network.n_facts());
            let mask = &knowledge.network.no_summary;
            for &literal in &literals {
                let fails =
                    |knowledge: &mut Knowledge<'_>| fails(knowledge, literal, mask, max_depth);
                if trials.contains(literal.index()) {
                    debug_assert!(
                        !knowledge.state.is_counts_only
                            || knowledge.network.n_facts() > MAX_CHECKED
                            || knowledge.again(fails).is_none(),
                        "a trial in vain succeeds now"
                    );
                    continue;
                }
                if let Some(found) = trials.found(literal.index()) {
                    debug_assert!(
                        knowledge.network.n_facts() > MAX_CHECKED
                            || knowledge.again(fails).as_ref() == Some(&**found),
                        "a trial that succeeded finds something else now"
                    );
                    let cost = knowledge.cost(found);
                    self.kept.push((cost, literal, Rc::clone(found)));
                    continue;
                }
                limits.check(knowledge.state.effort)?;
                let base = knowledge.state.len();
                match knowledge.state.assume(&[literal], mask, max_depth) {
                    Ok(()) => {
                        let reached = Reached::new(&knowledge.state, base, depth(max_depth));
                        trials.insert(literal.index(), vec![reached]);
                    }
                    Err(conflict) => {
                        let trace = trace::conflict(&knowledge.state, conflict, base, &[]);
                        let trace = Rc::new(trace);
                        let reached = knowledge.state.literals_from(base);
                        trials.insert_found(literal.index(), vec![reached], Rc::clone(&trace));
                        self.kept.push((knowledge.cost(&trace), literal, trace));
                    }
                }
                knowledge.state.undo(base);
            }
            if !self.kept.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Removes the first literal that costs at most `enough` once it is minimised, or the cheapest of those that were minimised. Those come first whose opposite is one of few
    /// that a rule needs, as they soon lead to a placement.
    fn take(
        &mut self,
        knowledge: &mut Knowledge<'_>,
        enough: u32,
        limits: &mut LimitCheck,
    ) -> Result<Option<Failure>, Limit> {
        let is_open = |(_, literal, _): &Failure| knowledge.state.is_open(literal.fact());
        self.kept.retain(is_open);
        self.kept.sort_by_cached_key(|(cost, literal, _)| {
            let left = knowledge.state.fewest_left(*literal);
            (*cost > enough, left, *cost, *literal)
        });
        let mut best: Option<(usize, u32)> = None;
        for at in 0..self.kept.len().min(MINIMIZED) {
            limits.check(knowledge.state.effort)?;
            let (cost, literal, trace) = &mut self.kept[at];
            minimize(knowledge, *literal, Rc::make_mut(trace), limits)?;
            *cost = knowledge.cost(trace);
            if best.is_none_or(|(_, least)| *cost < least) {
                best = Some((at, *cost));
            }
            if *cost <= enough {
                break;
            }
        }
        Ok(best.map(|(at, _)| self.kept.remove(at)))
    }
}

/// An assumption fails by a conflict, so what is reached last matters only if it is one.
fn depth(max: u32) -> Depth {
    Depth {
        max,
        is_last_used: false,
    }
}

/// The literals that fail at a depth, the cheapest first; only the first that costs at most `max_cost`, if there is one.
fn failures(
    knowledge: &mut Knowledge<'_>,
    literals: &[Literal],
    max_depth: u32,
    max_cost: u32,
    limits: &mut LimitCheck,
) -> Result<Vec<(u32, Literal, Trace)>, Limit> {
    let mut failed = Vec::new();
    for &literal in literals {
        limits.check(knowledge.state.effort)?;
        let mask = &knowledge.network.no_summary;
        let Some(trace) = fails(knowledge, literal, mask, max_depth) else {
            continue;
        };
        let cost = knowledge.cost(&trace);
        if cost <= max_cost {
            return Ok(vec![(cost, literal, trace)]);
        }
        failed.push((cost, literal, trace));
    }
    failed.sort_by_key(|(cost, literal, _)| (*cost, *literal));
    Ok(failed)
}

/// The first step by a failed literal that costs at most `max_cost`, or else the cheapest of those that fail at the least depth.
/// Literals are tried from fact `from` on, then those before it.
pub(crate) fn within(
    knowledge: &mut Knowledge<'_>,
    max_cost: u32,
    from: usize,
    limits: &mut LimitCheck,
) -> Result<Option<Deduction>, Limit> {
    let mut literals = knowledge.false_literals();
    let start = literals.partition_point(|literal| literal.fact() < from);
    literals.rotate_left(start);
    // Every link of a chain adds to its cost, so longer chains cost too much.
    let longest = max_cost.saturating_add(ADDITIONAL_PREMISE) / ADDITIONAL_PREMISE;
    for max_depth in DEPTHS.map(|depth| depth.min(longest)) {
        let mut best: Option<Deduction> = None;
        for (cost, literal, mut trace) in
            failures(knowledge, &literals, max_depth, max_cost, limits)?
                .into_iter()
                .take(MINIMIZED)
        {
            if cost > max_cost {
                minimize(knowledge, literal, &mut trace, limits)?;
            }
            let step = Deduction::new(knowledge, trace, Some(literal), vec![literal.opposite()]);
            best = cheaper(best, Some(step));
            if best.as_ref().is_some_and(|best| best.cost <= max_cost) {
                break;
            }
        }
        if best.is_some() {
            return Ok(best);
        }
    }
    Ok(None)
}

/// The causes of the conflict, if a literal fails over the premises of a mask.
pub(crate) fn fails(
    knowledge: &mut Knowledge<'_>,
    assumed: Literal,
    mask: &[bool],
    max_depth: u32,
) -> Option<Trace> {
    let state = &mut knowledge.state;
    let base = state.len();
    let propagated = state.assume(&[assumed], mask, max_depth);
    let trace = propagated
        .err()
        .map(|conflict| trace::conflict(state, conflict, base, &[]));
    state.undo(base);
    trace
}

/// Leaves out premises, one after the other, as long as the literal still fails.
pub(crate) fn minimize(
    knowledge: &mut Knowledge<'_>,
    assumed: Literal,
    trace: &mut Trace,
    limits: &mut LimitCheck,
) -> Result<(), Limit> {
    let network = knowledge.network;
    let mut mask = network.mask(&trace.premises);
    let mut order = trace.premises.clone();
    order.sort_by_key(|&premise| std::cmp::Reverse(network.weights[premise as usize]));
    knowledge.restricted(&trace.premises.clone(), |knowledge| {
        for premise in order {
            if !std::mem::take(&mut mask[premise as usize]) {
                continue;
            }
            limits.check(knowledge.state.effort)?;
            match fails(knowledge, assumed, &mask, u32::MAX) {
                Some(smaller) => {
                    mask = network.mask(&smaller.premises);
                    *trace = smaller;
                }
                None => mask[premise as usize] = true,
            }
        }
        Ok(())
    })
}

/// The step, with all other literals that fail over the same premises.
fn widen(
    knowledge: &mut Knowledge<'_>,
    assumed: Literal,
    mut trace: Trace,
    limits: &mut LimitCheck,
) -> Result<Deduction, Limit> {
    let mask = knowledge.network.mask(&trace.premises);
    let scope = knowledge.scope(&trace.premises);
    let mut concludes = vec![assumed.opposite()];
    knowledge.restricted(&trace.premises.clone(), |knowledge| {
        for literal in knowledge.false_literals() {
            limits.check(knowledge.state.effort)?;
            if literal != assumed
                && scope[literal.fact()]
                && let Some(other) = fails(knowledge, literal, &mask, u32::MAX)
            {
                trace.join(&other);
                concludes.push(literal.opposite());
            }
        }
        Ok(())
    })?;
    trace.normalize();
    Ok(Deduction::new(knowledge, trace, Some(assumed), concludes))
}
