//! Textbook backtracking and forward checking (Haralick and Elliott 1980), by the ground meaning of the constraints and
//! without propagators. A variable counts as decided when the search has assigned it, not as soon as one value is left.

use std::collections::HashMap;
use std::sync::Arc;

use gridwright_control::End;

use crate::kernel::Interrupt;
use crate::model::Constraint;
use crate::search::Inference;
use crate::search::branching::{BranchContext, Choice, Groups};
use crate::search::events::{Cause, Detail, Event, Flow};
use crate::search::labelling::{n_tried_values, tried_value};
use crate::search::run::Run;
use crate::store::{Conflict, Store, Why};
use crate::vars::{Atom, Var};

/// The weight of a value that fails.
const FAILS: u64 = u64::MAX;

/// A choice point: a variable and its values still to try, in reverse order.
#[derive(Debug)]
struct Frame {
    var: Var,
    depth: usize,
    n_values: u32,
    values: Vec<i32>,
    inside: bool,
}

/// The state of one classic search.
#[derive(Debug)]
pub(crate) struct Classic<'m> {
    constraints: &'m [Arc<dyn Constraint>],
    scopes: Vec<Vec<Var>>,
    /// The constraints of each variable.
    of_var: Vec<Vec<u32>>,
    decided: Vec<bool>,
    forward: bool,
}

impl<'m> Classic<'m> {
    pub(crate) fn new(
        constraints: &'m [Arc<dyn Constraint>],
        n_vars: usize,
        inference: Inference,
    ) -> Classic<'m> {
        let mut of_var = vec![Vec::new(); n_vars];
        let mut scopes = Vec::with_capacity(constraints.len());
        for (i, constraint) in constraints.iter().enumerate() {
            let scope = constraint.distinct_scope();
            for var in &scope {
                of_var[var.index()].push(i as u32);
            }
            scopes.push(scope);
        }
        let mut decided = vec![false; n_vars];
        decided[Var::ZERO.index()] = true;
        Classic {
            constraints,
            scopes,
            of_var,
            decided,
            forward: inference == Inference::Forward,
        }
    }

    pub(crate) fn run(&mut self, run: &mut Run<'_, '_>, branching: &mut Groups) -> End {
        run.kernel.store.is_speculative = true;
        let end = self.search(run, branching);
        run.kernel.store.is_speculative = false;
        end
    }

    fn search(&mut self, run: &mut Run<'_, '_>, branching: &mut Groups) -> End {
        let all: Vec<u32> = (0..self.constraints.len() as u32).collect();
        if self.infer(&all, run).is_err() {
            run.stats.failures += 1;
            return End::Exhausted;
        }
        let mut frames: Vec<Frame> = Vec::new();
        let mut one_level = false;
        loop {
            run.stats.depth = run.stats.depth.max(frames.len() as u64);
            let context = BranchContext {
                store: &run.kernel.store,
                weights: &run.weights.by_var,
            };
            let decided = &self.decided;
            match branching.next_open(&context, |var| !decided[var.index()]) {
                Some((var, choice)) => {
                    let values = self.order(var, choice, run);
                    frames.push(Frame {
                        var,
                        depth: run.kernel.store.depth(),
                        n_values: values.len() as u32,
                        values,
                        inside: false,
                    });
                }
                None => {
                    match run.solution() {
                        Ok(Flow::Continue) => {}
                        Ok(Flow::Stop) => return End::Stopped,
                        Err(limit) => return End::LimitReached(limit),
                    }
                    if let (Some(keys), None) = (run.keys, run.objective) {
                        // Solutions that agree on the keys count as one.
                        let is_below = |frame: &Frame| !keys.contains(&frame.var);
                        while frames.last().is_some_and(is_below) {
                            self.leave(&mut frames, run, &mut one_level);
                            frames.pop();
                        }
                    }
                }
            }
            loop {
                self.leave(&mut frames, run, &mut one_level);
                let Some(frame) = frames.last_mut() else {
                    return End::Exhausted;
                };
                if let Some(limit) = run.limits.check(run.stats) {
                    return End::LimitReached(limit);
                }
                if run.limits.should_stop() {
                    return run.limits.interrupted();
                }
                let Some(value) = frame.values.pop() else {
                    frames.pop();
                    continue;
                };
                let (var, depth, n_values) = (frame.var, frame.depth, frame.n_values);
                run.stats.nodes += 1;
                run.report(|| Event::Decide {
                    atom: Atom::eq(var, value),
                    depth: depth + 1,
                    alternatives: Some(n_values),
                });
                frame.inside = true;
                self.decided[var.index()] = true;
                let concerned = std::mem::take(&mut self.of_var[var.index()]);
                let outcome = match run.kernel.decide(Atom::eq(var, value)) {
                    Ok(()) => self.infer(&concerned, run).map_err(Some),
                    Err(Conflict) => Err(None),
                };
                self.of_var[var.index()] = concerned;
                let Err(constraint) = outcome else {
                    one_level = true;
                    break;
                };
                run.stats.failures += 1;
                run.report(|| Event::Fail {
                    constraint,
                    why: &[],
                });
                frame.inside = false;
                self.decided[var.index()] = false;
                run.kernel.back_to(depth);
            }
        }
    }

    /// Undoes the last decision, if one is in force.
    fn leave(&mut self, frames: &mut [Frame], run: &mut Run<'_, '_>, one_level: &mut bool) {
        let Some(frame) = frames.last_mut().filter(|frame| frame.inside) else {
            return;
        };
        frame.inside = false;
        self.decided[frame.var.index()] = false;
        let depth = frame.depth;
        run.kernel.back_to(depth);
        if std::mem::replace(one_level, false) {
            run.stats.backtracks += 1;
        }
        run.report(|| Event::Backtrack { depth });
    }

    /// Checks the constraints without an undecided variable and, in forward checking, prunes by those with one. The error
    /// is the index of a violated constraint.
    fn infer(&self, concerned: &[u32], run: &mut Run<'_, '_>) -> Result<(), usize> {
        for &i in concerned {
            let mut open = self.scopes[i as usize]
                .iter()
                .copied()
                .filter(|var| !self.decided[var.index()]);
            let constraint = &self.constraints[i as usize];
            match (open.next(), open.next()) {
                (None, _) => {
                    let store = &run.kernel.store;
                    if !constraint.holds(&|var| store.min(var.view())) {
                        return Err(i as usize);
                    }
                }
                (Some(last), None) if self.forward => {
                    let store = &run.kernel.store;
                    let impossible: Vec<i32> = store
                        .values(last.view())
                        .filter(|&value| {
                            !constraint.holds(&|var| match var == last {
                                true => value,
                                false => store.min(var.view()),
                            })
                        })
                        .collect();
                    let fixed = |&var: &Var| Atom::eq(var, store.min(var.view()));
                    let others = self.scopes[i as usize].iter().filter(|var| **var != last);
                    let why: Vec<Atom> = match run.detail {
                        Detail::Reasons => others.map(fixed).collect(),
                        _ => Vec::new(),
                    };
                    for value in impossible {
                        let atom = Atom::ne(last, value);
                        let set = run.kernel.store.set_because(atom, Why::Decision);
                        run.report(|| Event::Prune {
                            atom,
                            cause: Cause::Constraint(i as usize),
                            why: &why,
                        });
                        set.map_err(|Conflict| i as usize)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The number of values forward checking would remove from other variables after this decision; [`FAILS`] if a
    /// constraint is violated or a domain becomes empty.
    fn weight(&self, var: Var, value: i32, store: &Store) -> u64 {
        let mut taken: Vec<(Var, i32)> = Vec::new();
        for &i in &self.of_var[var.index()] {
            let constraint = &self.constraints[i as usize];
            let kept = |other: Option<(Var, i32)>| {
                constraint.holds(&|at| match other {
                    _ if at == var => value,
                    Some((open, value)) if at == open => value,
                    _ => store.min(at.view()),
                })
            };
            let scope = self.scopes[i as usize].iter().copied();
            let mut open = scope.filter(|&at| at != var && !self.decided[at.index()]);
            match (open.next(), open.next()) {
                (None, _) if !kept(None) => return FAILS,
                (Some(last), None) => {
                    let refused = store.values(last.view());
                    let refused = refused.filter(|&value| !kept(Some((last, value))));
                    taken.extend(refused.map(|value| (last, value)));
                }
                _ => {}
            }
        }
        taken.sort_unstable();
        taken.dedup();
        let is_empty = |of: &[(Var, i32)]| of.len() == store.size(of[0].0.view()) as usize;
        match taken.chunk_by(|a, b| a.0 == b.0).any(is_empty) {
            true => FAILS,
            false => taken.len() as u64,
        }
    }

    /// The values of a variable in the order of the choice, reversed.
    fn order(&self, var: Var, choice: Choice, run: &mut Run<'_, '_>) -> Vec<i32> {
        let store = &run.kernel.store;
        let mut values: Vec<i32> = store.values(var.view()).collect();
        let (min, max) = (store.min(var.view()), store.max(var.view()));
        let middle = (i64::from(min) + i64::from(max)) / 2;
        let median = i64::from(values[values.len() / 2]);
        let outwards = |centre: i64| {
            move |value: &i32| {
                let step = i64::from(*value) - centre;
                (step.abs(), step < 0)
            }
        };
        match choice {
            Choice::Max
            | Choice::IndomainDown
            | Choice::StepDown
            | Choice::BisectDown
            | Choice::ReverseSplit
            | Choice::OutMin => return values,
            Choice::Middle | Choice::StepMiddle => values.sort_by_key(outwards(middle)),
            Choice::Median | Choice::StepMedian => values.sort_by_key(outwards(median)),
            Choice::Random | Choice::StepRandom => run.rng.shuffle(&mut values),
            Choice::LeastConstraining => {
                let store = &run.kernel.store;
                let mut weights: HashMap<i32, u64> = HashMap::new();
                for number in 0..n_tried_values(store, var) {
                    let value = tried_value(store, var, number);
                    weights.insert(value, self.weight(var, value, store));
                }
                // Values that were not tried come after those that were, and before those that fail.
                values.sort_by_key(|value| *weights.get(value).unwrap_or(&(FAILS - 1)));
            }
            _ => {}
        }
        values.reverse();
        values
    }
}
