//! The solver: variables that may be unbounded, constraints over them, and the kernel that propagates what is finite.
//!
//! A variable begins as a set of ranges without bounds. When its bounds are finite and small it becomes a variable of the
//! kernel, and a constraint whose variables all are is posted there. Until then `intervals` propagates it. Levels mirror the choice
//! points of the caller: going back undoes domains and removes variables and constraints.

mod constraint;
mod intervals;
mod lowering;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use gridwright_constraints::equal;
use gridwright_control::{Deadline, Limit};
use gridwright_fd::{Atom, Conflict, Consistency, Domain, GrowingKernel, On, Pruned, Var, View};

pub(crate) use constraint::{Arg, Id, Kind, Linear, Op, Relation};

use crate::ranges::{INF, Ranges, SUP};

/// Variables within these bounds are given to the kernel: sums and shifts of a few of them stay in its range.
const KERNEL_LIMIT: i64 = 1 << 29;
/// Holes that are removed from a domain of the kernel value by value.
const MAX_HOLES: u64 = 1 << 16;
/// Bounds of unbounded variables may rise for ever. After so many runs of `intervals`, constraints that still have open variables wait
/// until one of these changes for another reason.
const MAX_RUNS: u32 = 10_000;
/// Runs of `intervals` between two checks of the deadline.
const DEADLINE_CHECK_INTERVAL: u32 = 64;

/// Why a constraint was not posted or propagation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// There is no solution.
    Fail,
    /// A limit of the run was reached.
    Limit(Limit),
    /// A number is beyond the range of the solver.
    TooLarge,
}

impl From<Conflict> for Stop {
    fn from(_: Conflict) -> Stop {
        Stop::Fail
    }
}

pub(crate) type Posted<T = ()> = Result<T, Stop>;

/// Where the domain of a variable is kept.
#[derive(Clone, Debug)]
enum Home {
    Ranges(Ranges),
    Kernel(Var),
    /// It was unified with another variable.
    Alias(Id),
}

/// Who propagates a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Intervals,
    Kernel,
    /// It can no longer be violated, or others took its place.
    Off,
}

#[derive(Debug)]
struct Entry {
    kind: Kind,
    state: State,
    queued: bool,
}

/// What to restore when a level is undone.
#[derive(Debug)]
enum Undo {
    Home(Id, Home),
    State(u32, State),
}

/// What there was when a level began.
#[derive(Debug)]
struct Mark {
    undo: usize,
    vars: usize,
    entries: usize,
    uses: usize,
    in_kernel: usize,
}

/// Variables and constraints of one run.
#[derive(Debug, Default)]
pub(crate) struct Solver {
    kernel: GrowingKernel,
    homes: Vec<Home>,
    /// The constraints of each variable.
    uses: Vec<Vec<u32>>,
    use_log: Vec<Id>,
    entries: Vec<Entry>,
    queue: VecDeque<u32>,
    /// The variable of each variable of the kernel.
    in_kernel: Vec<Option<Id>>,
    undo: Vec<Undo>,
    marks: Vec<Mark>,
    /// Variables that were fixed since the last [`Solver::take_fixed`].
    fixed: Vec<Id>,
}

/// Variables and levels.
impl Solver {
    pub(crate) fn new_var(&mut self) -> Id {
        let id = Id(self.homes.len() as u32);
        self.homes.push(Home::Ranges(Ranges::all()));
        self.uses.push(Vec::new());
        id
    }

    /// The number of variables.
    pub(crate) fn n_vars(&self) -> usize {
        self.homes.len()
    }

    /// The number of levels.
    pub(crate) fn depth(&self) -> usize {
        self.marks.len()
    }

    /// Begins a level.
    pub(crate) fn push_level(&mut self) {
        self.kernel.push_level();
        self.marks.push(Mark {
            undo: self.undo.len(),
            vars: self.homes.len(),
            entries: self.entries.len(),
            uses: self.use_log.len(),
            in_kernel: self.in_kernel.len(),
        });
    }

    /// Undoes everything that was done at levels above this one.
    pub(crate) fn back_to(&mut self, level: usize) {
        self.clear_queue();
        self.fixed.clear();
        if level >= self.marks.len() {
            return;
        }
        self.kernel.back_to(level);
        let Mark {
            undo,
            vars,
            entries,
            uses,
            in_kernel,
        } = self.marks[level];
        self.marks.truncate(level);
        while self.undo.len() > undo {
            match self.undo.pop().expect("it is longer") {
                Undo::Home(id, home) => self.homes[id.index()] = home,
                Undo::State(at, state) => self.entries[at as usize].state = state,
            }
        }
        for &id in &self.use_log[uses..] {
            self.uses[id.index()].pop();
        }
        self.use_log.truncate(uses);
        self.entries.truncate(entries);
        self.homes.truncate(vars);
        self.uses.truncate(vars);
        self.in_kernel.truncate(in_kernel);
    }

    /// Takes the variables that were fixed, with their values.
    pub(crate) fn take_fixed(&mut self) -> Vec<(Id, i64)> {
        let fixed = std::mem::take(&mut self.fixed);
        let value = |id: Id| Some((id, self.fixed_value(id)?));
        fixed.into_iter().filter_map(value).collect()
    }

    /// An estimate of the bytes in use.
    pub(crate) fn memory(&self) -> usize {
        self.kernel.memory() + self.homes.len() * 96 + self.entries.len() * 160
    }

    /// The variable that stands for this one since they were unified.
    pub(crate) fn root(&self, mut id: Id) -> Id {
        while let Home::Alias(other) = self.homes[id.index()] {
            id = other;
        }
        id
    }

    /// The smallest and the largest value; [`INF`] and [`SUP`] if there is none.
    pub(crate) fn bounds(&self, id: Id) -> (i64, i64) {
        match &self.homes[self.root(id).index()] {
            Home::Kernel(var) => {
                let (min, max) = self.kernel.store().bounds(var.view());
                (min.into(), max.into())
            }
            Home::Ranges(ranges) => (ranges.min(), ranges.max()),
            Home::Alias(_) => unreachable!("a root is no alias"),
        }
    }

    pub(crate) fn fixed_value(&self, id: Id) -> Option<i64> {
        let (min, max) = self.bounds(id);
        (min == max).then_some(min)
    }

    /// The number of values, if it is finite.
    pub(crate) fn size(&self, id: Id) -> Option<u64> {
        match &self.homes[self.root(id).index()] {
            Home::Kernel(var) => Some(self.kernel.store().size(var.view()).into()),
            Home::Ranges(ranges) => ranges.size(),
            Home::Alias(_) => unreachable!("a root is no alias"),
        }
    }

    pub(crate) fn contains(&self, id: Id, value: i64) -> bool {
        match &self.homes[self.root(id).index()] {
            Home::Kernel(var) => i32::try_from(value)
                .is_ok_and(|value| self.kernel.store().contains(var.view(), value)),
            Home::Ranges(ranges) => ranges.contains(value),
            Home::Alias(_) => unreachable!("a root is no alias"),
        }
    }

    /// The values.
    pub(crate) fn domain(&self, id: Id) -> Ranges {
        match &self.homes[self.root(id).index()] {
            Home::Kernel(var) => {
                let store = self.kernel.store();
                let (min, max) = store.bounds(var.view());
                if i64::from(max) - i64::from(min) + 1 == i64::from(store.size(var.view())) {
                    return Ranges::from_to(min.into(), max.into());
                }
                let values = store.values(var.view());
                Ranges::union_of(values.map(|value| (value.into(), value.into())))
            }
            Home::Ranges(ranges) => ranges.clone(),
            Home::Alias(_) => unreachable!("a root is no alias"),
        }
    }

    /// The next value above one, or below it.
    pub(crate) fn next_value(&self, id: Id, after: i64, up: bool) -> Option<i64> {
        match &self.homes[self.root(id).index()] {
            Home::Kernel(var) => {
                let store = self.kernel.store();
                let next = if up {
                    store.next_value(var.view(), i32::try_from(after + 1).ok()?)
                } else {
                    store.previous_value(var.view(), i32::try_from(after - 1).ok()?)
                };
                next.map(i64::from)
            }
            Home::Ranges(ranges) => {
                let part = if up {
                    Ranges::from_to(after + 1, SUP)
                } else {
                    Ranges::from_to(INF, after - 1)
                };
                let part = ranges.intersection(&part);
                (!part.is_empty()).then(|| if up { part.min() } else { part.max() })
            }
            Home::Alias(_) => unreachable!("a root is no alias"),
        }
    }

    /// The number of constraints of a variable.
    pub(crate) fn degree(&self, id: Id) -> usize {
        let live = |&&at: &&u32| {
            let entry = &self.entries[at as usize];
            entry.state != State::Off && !self.is_entailed(&entry.kind)
        };
        self.uses[self.root(id).index()].iter().filter(live).count()
    }

    /// The constraints that may still be violated.
    pub(crate) fn residual(&self) -> impl Iterator<Item = &Kind> {
        let live = self
            .entries
            .iter()
            .filter(|entry| entry.state != State::Off && !self.is_entailed(&entry.kind));
        live.map(|entry| &entry.kind)
    }

    fn set_home(&mut self, id: Id, home: Home) {
        let old = std::mem::replace(&mut self.homes[id.index()], home);
        self.undo.push(Undo::Home(id, old));
    }

    fn set_state(&mut self, at: u32, state: State) {
        let old = std::mem::replace(&mut self.entries[at as usize].state, state);
        if old != state {
            self.undo.push(Undo::State(at, old));
        }
    }
}

/// Narrowing domains.
impl Solver {
    /// Keeps only values that are in `ranges`.
    pub(crate) fn restrict(&mut self, id: Id, ranges: &Ranges) -> Posted<bool> {
        let id = self.root(id);
        if ranges.is_empty() {
            return Err(Stop::Fail);
        }
        match &self.homes[id.index()] {
            Home::Ranges(old) => {
                let new = old.intersection(ranges);
                if new == *old {
                    return Ok(false);
                }
                self.replace(id, new)?;
                Ok(true)
            }
            &Home::Kernel(var) => {
                let mut changed = self.at_least(id, ranges.min())?;
                changed |= self.at_most(id, ranges.max())?;
                let gaps: Vec<(i64, i64)> = ranges
                    .ranges()
                    .windows(2)
                    .map(|pair| (pair[0].1 + 1, pair[1].0 - 1))
                    .collect();
                let (min, max) = self.bounds(id);
                let holes: u64 = gaps
                    .iter()
                    .map(|gap| (gap.0.max(min), gap.1.min(max)))
                    .filter(|gap| gap.0 <= gap.1)
                    .map(|gap| gap.0.abs_diff(gap.1) + 1)
                    .sum();
                if holes > MAX_HOLES {
                    return self.exchange(id, var, ranges);
                }
                for (from, to) in gaps {
                    let mut next = self.next_value(id, from.max(min) - 1, true);
                    while let Some(value) = next.filter(|&value| value <= to) {
                        changed |= self.kernel.set(Atom::ne(var, value as i32))?;
                        next = self.next_value(id, value, true);
                    }
                }
                Ok(changed)
            }
            Home::Alias(_) => unreachable!("a root is no alias"),
        }
    }

    /// Replaces a variable of the kernel by one with a smaller domain that equals it.
    fn exchange(&mut self, id: Id, var: Var, ranges: &Ranges) -> Posted<bool> {
        let left = self.domain(id).intersection(ranges);
        if left.is_empty() {
            return Err(Stop::Fail);
        }
        let new = self.new_in_kernel(id, &left);
        self.kernel.post(&equal(var, new), Consistency::Bounds);
        Ok(true)
    }

    /// Makes a variable at least `min`.
    pub(crate) fn at_least(&mut self, id: Id, min: i64) -> Posted<bool> {
        let id = self.root(id);
        if min <= self.bounds(id).0 {
            return Ok(false);
        }
        match self.homes[id.index()] {
            Home::Kernel(var) => match i32::try_from(min) {
                Ok(min) => Ok(self.kernel.set(Atom::ge(var, min))?),
                Err(_) => Err(Stop::Fail),
            },
            _ => self.restrict(id, &Ranges::from_to(min, SUP)),
        }
    }

    /// Makes a variable at most `max`.
    pub(crate) fn at_most(&mut self, id: Id, max: i64) -> Posted<bool> {
        let id = self.root(id);
        if max >= self.bounds(id).1 {
            return Ok(false);
        }
        match self.homes[id.index()] {
            Home::Kernel(var) => match i32::try_from(max) {
                Ok(max) => Ok(self.kernel.set(Atom::le(var, max))?),
                Err(_) => Err(Stop::Fail),
            },
            _ => self.restrict(id, &Ranges::from_to(INF, max)),
        }
    }

    /// Removes a value.
    pub(crate) fn remove(&mut self, id: Id, value: i64) -> Posted<bool> {
        let id = self.root(id);
        match &self.homes[id.index()] {
            &Home::Kernel(var) => match i32::try_from(value) {
                Ok(value) => Ok(self.kernel.set(Atom::ne(var, value))?),
                Err(_) => Ok(false),
            },
            Home::Ranges(ranges) if ranges.contains(value) => {
                let ranges = ranges.without(value);
                self.replace(id, ranges)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Gives a variable its value.
    pub(crate) fn assign(&mut self, id: Id, value: i64) -> Posted<bool> {
        let id = self.root(id);
        if !self.contains(id, value) {
            return Err(Stop::Fail);
        }
        match self.homes[id.index()] {
            Home::Kernel(var) => Ok(self.kernel.set(Atom::eq(var, value as i32))?),
            _ => self.restrict(id, &Ranges::from_to(value, value)),
        }
    }

    /// Sets the ranges of a variable that is not in the kernel, and gives it to the kernel if they are small enough.
    fn replace(&mut self, id: Id, ranges: Ranges) -> Posted {
        if ranges.is_empty() {
            return Err(Stop::Fail);
        }
        if ranges.fixed().is_some() {
            self.fixed.push(id);
        } else if ranges.min() >= -KERNEL_LIMIT && ranges.max() <= KERNEL_LIMIT {
            let var = self.new_in_kernel(id, &ranges);
            for at in 0..self.uses[id.index()].len() {
                let entry = self.uses[id.index()][at];
                match self.entries[entry as usize].state {
                    State::Intervals => {
                        self.kernel.report(var, On::Domain);
                        self.enqueue(entry);
                    }
                    State::Kernel | State::Off => {}
                }
            }
            return Ok(());
        }
        self.set_home(id, Home::Ranges(ranges));
        self.enqueue_uses(id);
        Ok(())
    }

    /// Gives a variable a new one of the kernel.
    fn new_in_kernel(&mut self, id: Id, ranges: &Ranges) -> Var {
        let domain = Domain::from_ranges(
            ranges
                .ranges()
                .iter()
                .map(|&(from, to)| from as i32..=to as i32),
        );
        let var = self.kernel.add_var(&domain);
        self.in_kernel.resize(var.index(), None);
        self.in_kernel.push(Some(id));
        self.kernel.report(var, On::Fix);
        self.set_home(id, Home::Kernel(var));
        if ranges.fixed().is_some() {
            self.fixed.push(id);
        }
        var
    }

    /// Unifies two variables.
    pub(crate) fn unify(&mut self, left: Id, right: Id) -> Posted {
        let (mut kept, mut gone) = (self.root(left), self.root(right));
        if kept == gone {
            return Ok(());
        }
        if let Home::Ranges(_) = self.homes[kept.index()] {
            std::mem::swap(&mut kept, &mut gone);
        }
        let old = self.domain(gone);
        self.restrict(kept, &old)?;
        match (&self.homes[kept.index()], &self.homes[gone.index()]) {
            (&Home::Kernel(a), &Home::Kernel(b)) => {
                self.kernel.post(&equal(a, b), Consistency::Domain);
            }
            (&Home::Ranges(_), &Home::Kernel(b)) => {
                // `kept` is fixed outside of the kernel.
                let value = self.fixed_value(kept).ok_or(Stop::Fail)?;
                self.kernel.set(Atom::eq(b, value as i32))?;
            }
            _ => {}
        }
        let of_gone = self.uses[gone.index()].clone();
        let of_kept = self.uses[kept.index()].clone();
        self.set_home(gone, Home::Alias(kept));
        let reported = match self.homes[kept.index()] {
            Home::Kernel(var) => Some(var),
            _ => None,
        };
        for at in of_gone {
            let is_shared = of_kept.contains(&at);
            if !is_shared {
                self.add_use(kept, at);
            }
            match self.entries[at as usize].state {
                State::Off => {}
                State::Kernel => {
                    if is_shared {
                        let kind = self.entries[at as usize].kind.clone();
                        self.set_state(at, State::Off);
                        self.add(kind)?;
                    }
                }
                State::Intervals => {
                    if let Some(var) = reported {
                        self.kernel.report(var, On::Domain);
                    }
                    self.enqueue(at);
                }
            }
        }
        self.enqueue_uses(kept);
        Ok(())
    }
}

/// Posting and propagating.
impl Solver {
    /// Adds a constraint; the caller propagates.
    pub(crate) fn post(&mut self, kind: Kind) -> Posted {
        if let Kind::Linear(linear) = &kind
            && self.post_unary(linear)?
        {
            return Ok(());
        }
        self.add(kind)
    }

    /// Adds a constraint to those that are propagated.
    fn add(&mut self, kind: Kind) -> Posted {
        let at = self.entries.len() as u32;
        let mut ids: Vec<Id> = kind
            .args()
            .into_iter()
            .filter_map(|arg| match arg {
                Arg::Var(id) => Some(self.root(id)),
                Arg::Int(_) => None,
            })
            .collect();
        ids.sort_unstable();
        ids.dedup();
        self.entries.push(Entry {
            kind,
            state: State::Intervals,
            queued: false,
        });
        for &id in &ids {
            self.add_use(id, at);
        }
        self.prepare(at)?;
        if self.lower(at)? {
            return Ok(());
        }
        for id in ids {
            if let Home::Kernel(var) = self.homes[id.index()] {
                self.kernel.report(var, On::Domain);
            }
        }
        self.enqueue(at);
        Ok(())
    }

    fn add_use(&mut self, id: Id, at: u32) {
        self.uses[id.index()].push(at);
        self.use_log.push(id);
    }

    fn enqueue(&mut self, at: u32) {
        let entry = &mut self.entries[at as usize];
        if !entry.queued && entry.state == State::Intervals {
            entry.queued = true;
            self.queue.push_back(at);
        }
    }

    fn enqueue_uses(&mut self, id: Id) {
        for at in 0..self.uses[id.index()].len() {
            let entry = self.uses[id.index()][at];
            self.enqueue(entry);
        }
    }

    fn clear_queue(&mut self) {
        for at in self.queue.drain(..) {
            if let Some(entry) = self.entries.get_mut(at as usize) {
                entry.queued = false;
            }
        }
    }

    /// Propagates to the fixpoint.
    pub(crate) fn propagate(&mut self, deadline: &Deadline) -> Posted {
        let done = self.propagate_all(deadline);
        if done.is_err() {
            self.clear_queue();
        }
        done
    }

    fn propagate_all(&mut self, deadline: &Deadline) -> Posted {
        let mut count = 0u32;
        loop {
            self.run_kernel(deadline)?;
            let Some(at) = self.queue.pop_front() else {
                return Ok(());
            };
            self.entries[at as usize].queued = false;
            if self.entries[at as usize].state != State::Intervals {
                continue;
            }
            count += 1;
            if count.is_multiple_of(DEADLINE_CHECK_INTERVAL)
                && let Some(limit) = deadline.reached()
            {
                return Err(Stop::Limit(limit));
            }
            if count > MAX_RUNS && self.is_open(at) {
                continue;
            }
            if !self.lower(at)? {
                self.propagate_intervals(at)?;
            }
        }
    }

    /// Whether a constraint has a variable that is not fixed.
    fn is_open(&self, at: u32) -> bool {
        self.entries[at as usize]
            .kind
            .args()
            .iter()
            .any(|arg| match arg {
                Arg::Var(id) => self.fixed_value(*id).is_none(),
                Arg::Int(_) => false,
            })
    }

    fn run_kernel(&mut self, deadline: &Deadline) -> Posted {
        let outcome: Pruned = self
            .kernel
            .propagate_before(deadline)
            .map_err(Stop::Limit)?;
        outcome?;
        for var in self.kernel.take_reported() {
            let Some(id) = self.in_kernel.get(var.index()).copied().flatten() else {
                continue;
            };
            if self.kernel.store().is_fixed(View::from(var)) {
                self.fixed.push(id);
            }
            self.enqueue_uses(id);
        }
        Ok(())
    }
}
