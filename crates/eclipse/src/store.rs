//! The store: domains, wake lists, the trail, and the stacks of woken goals.
//!
//! The order in which goals run is reproduced too, because `ic_global:alldifferent` depends on it. A new suspension
//! goes to the front of a wake list; an event traverses the list from the front and pushes goals on a stack per
//! priority; goals run from the top of the most urgent stack. So the oldest goal of an event runs first, and a later
//! event overtakes everything waiting at its priority.

use std::rc::Rc;

/// A variable. After unification two variables are one, under either handle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(u32);

/// A set of values from 0 to 127.
pub(crate) type Bits = u128;

/// The current domains admit no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict;

/// The result of pruning.
pub type Pruned = Result<(), Conflict>;

/// The event a goal waits for, which is also its wake list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum On {
    /// The minimum rises.
    Min,
    /// The maximum falls.
    Max,
    /// A value between them is removed.
    Hole,
    /// One value is left.
    Inst,
}

impl On {
    /// Any change; becoming fixed always changes a bound.
    pub(crate) const ANY: [On; 3] = [On::Min, On::Max, On::Hole];
    /// A change of bounds.
    pub(crate) const BOUNDS: [On; 2] = [On::Min, On::Max];
}

/// The index of a suspended goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GoalId(pub(crate) u32);

/// Variables with their factors.
pub(crate) type Terms = Rc<[(i32, Var)]>;

/// A suspended goal.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// One element of `ic:alldifferent`: when it is fixed, its value is removed from the others.
    Differs { list: Rc<[Var]>, at: usize },
    /// `ic_global:alldifferent`.
    Hall(Rc<[Var]>),
    /// `X #\= Y`.
    NotEqual(Var, Var),
    /// The sum equals the constant.
    Equal { terms: Terms, is: i32 },
    /// The sum is at most the constant.
    AtMost { terms: Terms, is: i32 },
    /// The sum differs from the constant.
    Unequal { terms: Terms, is: i32 },
    /// The Boolean is 1 exactly if the sum equals the constant.
    ReifiedEqual { terms: Terms, is: i32, by: Var },
    /// The Boolean is 1 exactly if the variable is in the set.
    ReifiedIn { var: Var, set: Bits, by: Var },
    /// `n` of the variables have the value.
    Occurrences { value: i32, of: Rc<[Var]>, n: i32 },
    /// Two fixed values are allowed together.
    Pair {
        a: Var,
        b: Var,
        allowed: fn(i32, i32) -> bool,
    },
    /// `top` lies between the larger minimum and the larger maximum of the two.
    MaxOf { top: Var, of: [Var; 2] },
}

/// The number of priorities, 0 unused: goals wait at 3 and 4.
const N_PRIORITIES: usize = 5;

#[derive(Debug)]
struct Slot {
    bits: Bits,
    /// The variable it was unified with.
    link: Option<Var>,
    lists: [Vec<GoalId>; 4],
}

#[derive(Debug)]
struct Suspension {
    goal: Goal,
    priority: usize,
    is_disabled: bool,
    is_scheduled: bool,
}

/// How to undo a change.
#[derive(Debug)]
enum Undo {
    Bits(Var, Bits),
    Link(Var),
    List(Var, On),
    Lists(Var, [usize; 4]),
    Disabled(GoalId),
    Priority(GoalId, usize),
}

/// Domains, suspended goals and the trail.
#[derive(Debug, Default)]
pub struct Store {
    slots: Vec<Slot>,
    goals: Vec<Suspension>,
    trail: Vec<Undo>,
    marks: Vec<(usize, usize)>,
    stacks: [Vec<GoalId>; N_PRIORITIES],
    /// Variables fixed in a linear constraint: they wake their goals when it ends.
    deferred: Option<Vec<(Var, bool, bool)>>,
}

/// The smallest value of a non-empty set.
pub(crate) fn min_value(bits: Bits) -> i32 {
    bits.trailing_zeros() as i32
}

/// The largest value of a non-empty set.
pub(crate) fn max_value(bits: Bits) -> i32 {
    (Bits::BITS - 1 - bits.leading_zeros()) as i32
}

/// The values from `min` to `max` that a set can hold.
pub(crate) fn range(min: i32, max: i32) -> Bits {
    let (min, max) = (min.max(0), max.min(Bits::BITS as i32 - 1));
    if min > max {
        return 0;
    }
    let up_to = Bits::MAX >> (Bits::BITS as i32 - 1 - max);
    up_to & (Bits::MAX << min)
}

/// The set of one value; empty if it cannot be held.
pub(crate) fn only(value: i32) -> Bits {
    range(value, value)
}

impl Store {
    /// An empty store.
    pub fn new() -> Store {
        Store::default()
    }

    /// A new variable over `min..=max`, within 0 to 127.
    pub fn var(&mut self, min: i32, max: i32) -> Var {
        let var = Var(self.slots.len() as u32);
        self.slots.push(Slot {
            bits: range(min, max),
            link: None,
            lists: Default::default(),
        });
        var
    }

    /// The bytes in use, a lower estimate: memory owned by goals is not counted.
    pub fn memory(&self) -> usize {
        let of_lists = |slot: &Slot| slot.lists.iter().map(Vec::capacity).sum::<usize>();
        let lists: usize = self.slots.iter().map(of_lists).sum();
        let stacks: usize = self.stacks.iter().map(Vec::capacity).sum();
        self.slots.capacity() * size_of::<Slot>()
            + self.goals.capacity() * size_of::<Suspension>()
            + self.trail.capacity() * size_of::<Undo>()
            + (lists + stacks) * size_of::<GoalId>()
    }

    /// A new fixed variable.
    pub fn constant(&mut self, value: i32) -> Var {
        self.var(value, value)
    }

    /// The representative of a variable and all it was unified with.
    pub(crate) fn root(&self, var: Var) -> Var {
        let mut at = var;
        while let Some(next) = self.slots[at.0 as usize].link {
            at = next;
        }
        at
    }

    pub(crate) fn bits(&self, var: Var) -> Bits {
        self.slots[self.root(var).0 as usize].bits
    }

    /// The smallest value.
    pub fn min(&self, var: Var) -> i32 {
        min_value(self.bits(var))
    }

    /// The largest value.
    pub fn max(&self, var: Var) -> i32 {
        max_value(self.bits(var))
    }

    /// The number of values left.
    pub fn size(&self, var: Var) -> u32 {
        self.bits(var).count_ones()
    }

    /// Whether one value is left.
    pub fn is_fixed(&self, var: Var) -> bool {
        self.bits(var).is_power_of_two()
    }

    /// Its value, if one is left.
    pub fn value(&self, var: Var) -> Option<i32> {
        self.is_fixed(var).then(|| self.min(var))
    }

    /// The number of suspended goals in its wake lists for bounds and holes: a goal that waits for both bounds counts
    /// twice, one that waits for it to be fixed not at all.
    pub(crate) fn n_suspensions(&self, var: Var) -> usize {
        let slot = &self.slots[self.root(var).0 as usize];
        let lists = On::ANY.iter().map(|&on| &slot.lists[on as usize]);
        let alive = |id: &&GoalId| !self.goals[id.0 as usize].is_disabled;
        lists.map(|list| list.iter().filter(alive).count()).sum()
    }

    /// Keeps only these values, and wakes the goals that wait for that.
    pub(crate) fn keep(&mut self, var: Var, values: Bits) -> Pruned {
        let var = self.root(var);
        let old = self.slots[var.0 as usize].bits;
        let new = old & values;
        if new == old {
            return Ok(());
        }
        if new == 0 {
            return Err(Conflict);
        }
        self.trail.push(Undo::Bits(var, old));
        self.slots[var.0 as usize].bits = new;
        let min = min_value(new) > min_value(old);
        let max = max_value(new) < max_value(old);
        if new.is_power_of_two() {
            match &mut self.deferred {
                Some(deferred) => deferred.push((var, min, max)),
                None => self.wake_fixed(var, min, max),
            }
            return Ok(());
        }
        self.wake_bounds(var, min, max);
        if old & !new & range(min_value(new), max_value(new)) != 0 {
            self.wake(var, On::Hole);
        }
        Ok(())
    }

    /// Fixes a variable.
    pub fn fix(&mut self, var: Var, value: i32) -> Pruned {
        self.keep(var, only(value))
    }

    /// Removes a value.
    pub fn exclude(&mut self, var: Var, value: i32) -> Pruned {
        self.keep(var, !only(value))
    }

    /// Removes the values below a value.
    pub fn at_least(&mut self, var: Var, value: i32) -> Pruned {
        self.keep(var, range(value, Bits::BITS as i32 - 1))
    }

    /// Runs a closure in which newly fixed variables wake their goals only at its end.
    pub(crate) fn with_deferred_wakes(&mut self, run: impl FnOnce(&mut Store) -> Pruned) -> Pruned {
        self.deferred = Some(Vec::new());
        let done = run(self);
        for (var, min, max) in self.deferred.take().into_iter().flatten() {
            self.wake_fixed(var, min, max);
        }
        done
    }

    fn wake_fixed(&mut self, var: Var, min: bool, max: bool) {
        self.wake_bounds(var, min, max);
        self.wake(var, On::Inst);
    }

    fn wake_bounds(&mut self, var: Var, min: bool, max: bool) {
        if min {
            self.wake(var, On::Min);
        }
        if max {
            self.wake(var, On::Max);
        }
    }

    /// Unifies two variables.
    pub(crate) fn unify(&mut self, a: Var, b: Var) -> Pruned {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return Ok(());
        }
        let both = self.bits(a) & self.bits(b);
        self.keep(a, both)?;
        self.keep(b, both)?;
        let lens = std::array::from_fn(|i| self.slots[a.0 as usize].lists[i].len());
        self.trail.push(Undo::Lists(a, lens));
        for list in 0..4 {
            let theirs = self.slots[b.0 as usize].lists[list].clone();
            self.slots[a.0 as usize].lists[list].extend(theirs);
        }
        self.trail.push(Undo::Link(b));
        self.slots[b.0 as usize].link = Some(a);
        Ok(())
    }

    /// Suspends a goal on changes of some variables.
    pub(crate) fn suspend(
        &mut self,
        goal: Goal,
        priority: usize,
        waits: impl IntoIterator<Item = (Var, On)>,
    ) -> GoalId {
        let id = GoalId(self.goals.len() as u32);
        self.goals.push(Suspension {
            goal,
            priority,
            is_disabled: false,
            is_scheduled: false,
        });
        for (var, on) in waits {
            let var = self.root(var);
            if !self.is_fixed(var) {
                self.slots[var.0 as usize].lists[on as usize].push(id);
                self.trail.push(Undo::List(var, on));
            }
        }
        id
    }

    /// Disables a goal.
    pub(crate) fn disable(&mut self, id: GoalId) {
        let goal = &mut self.goals[id.0 as usize];
        if !std::mem::replace(&mut goal.is_disabled, true) {
            self.trail.push(Undo::Disabled(id));
        }
    }

    /// Changes the priority of a goal.
    pub(crate) fn set_priority(&mut self, id: GoalId, priority: usize) {
        let goal = &mut self.goals[id.0 as usize];
        let old = std::mem::replace(&mut goal.priority, priority);
        if old != priority {
            self.trail.push(Undo::Priority(id, old));
        }
    }

    fn wake(&mut self, var: Var, on: On) {
        let list = &self.slots[var.0 as usize].lists[on as usize];
        for &id in list.iter().rev() {
            let goal = &mut self.goals[id.0 as usize];
            if !goal.is_disabled && !std::mem::replace(&mut goal.is_scheduled, true) {
                self.stacks[goal.priority].push(id);
            }
        }
    }

    /// Takes the next woken goal that is not disabled.
    pub(crate) fn next_woken(&mut self) -> Option<(Goal, GoalId)> {
        loop {
            let id = self.stacks.iter_mut().find_map(Vec::pop)?;
            let suspension = &mut self.goals[id.0 as usize];
            suspension.is_scheduled = false;
            if !suspension.is_disabled {
                return Some((suspension.goal.clone(), id));
            }
        }
    }

    /// Saves the state.
    pub(crate) fn mark(&mut self) {
        self.marks.push((self.trail.len(), self.goals.len()));
    }

    /// Restores the last saved state and clears the woken goals.
    pub(crate) fn undo(&mut self) {
        for stack in &mut self.stacks {
            for id in stack.drain(..) {
                self.goals[id.0 as usize].is_scheduled = false;
            }
        }
        self.deferred = None;
        let Some((trail, goals)) = self.marks.pop() else {
            return;
        };
        while self.trail.len() > trail {
            match self.trail.pop() {
                Some(Undo::Bits(var, bits)) => self.slots[var.0 as usize].bits = bits,
                Some(Undo::Link(var)) => self.slots[var.0 as usize].link = None,
                Some(Undo::List(var, on)) => {
                    self.slots[var.0 as usize].lists[on as usize].pop();
                }
                Some(Undo::Lists(var, lens)) => {
                    for (list, len) in self.slots[var.0 as usize].lists.iter_mut().zip(lens) {
                        list.truncate(len);
                    }
                }
                Some(Undo::Disabled(id)) => self.goals[id.0 as usize].is_disabled = false,
                Some(Undo::Priority(id, old)) => self.goals[id.0 as usize].priority = old,
                None => break,
            }
        }
        self.goals.truncate(goals);
    }
}
