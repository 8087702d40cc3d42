//! Posting: each constraint runs once, and then the goals it wakes.

use std::rc::Rc;

use crate::all_different;
use crate::goal::{linear_priority, remove_from_others};
use crate::store::{Goal, On, Pruned, Store, Terms, Var, range};

impl Store {
    /// `ic:alldifferent`.
    pub fn all_different(&mut self, list: &[Var]) -> Pruned {
        let shared: Rc<[Var]> = list.into();
        for at in 0..list.len() {
            if self.is_fixed(list[at]) {
                remove_from_others(self, list, at)?;
            } else {
                let list = Rc::clone(&shared);
                let goal = Goal::Differs { list, at };
                self.suspend(goal, 3, [(shared[at], On::Inst)]);
            }
        }
        self.run_woken()
    }

    /// `ic_global:alldifferent`.
    pub fn all_different_global(&mut self, list: &[Var]) -> Pruned {
        all_different::run(self, list.to_vec(), true)?;
        self.run_woken()
    }

    /// `X #\= Y`, without running woken goals.
    pub(crate) fn not_equal(&mut self, x: Var, y: Var) -> Pruned {
        match (self.value(x), self.value(y)) {
            (Some(value), _) => self.exclude(y, value),
            (None, Some(value)) => self.exclude(x, value),
            (None, None) => {
                let waits = [(x, On::Inst), (y, On::Inst)];
                self.suspend(Goal::NotEqual(x, y), 3, waits);
                Ok(())
            }
        }
    }

    /// The sum of the terms equals the constant.
    pub fn equal(&mut self, terms: &[(i32, Var)], is: i32) -> Pruned {
        self.post_equal(terms, is)?;
        self.run_woken()
    }

    pub(crate) fn post_equal(&mut self, terms: &[(i32, Var)], is: i32) -> Pruned {
        let terms = merged(self, terms);
        let goal = Goal::Equal {
            terms: Rc::clone(&terms),
            is,
        };
        self.post(goal, linear_priority(self, &terms), on(&terms, &On::BOUNDS))
    }

    /// The sum of the terms is at most the constant.
    pub fn at_most(&mut self, terms: &[(i32, Var)], is: i32) -> Pruned {
        let terms = merged(self, terms);
        let goal = Goal::AtMost {
            terms: Rc::clone(&terms),
            is,
        };
        self.post(goal, linear_priority(self, &terms), on(&terms, &On::BOUNDS))?;
        self.run_woken()
    }

    pub(crate) fn post_unequal(&mut self, terms: &[(i32, Var)], is: i32) -> Pruned {
        let terms = merged(self, terms);
        let goal = Goal::Unequal {
            terms: Rc::clone(&terms),
            is,
        };
        self.post(goal, 3, on(&terms, &[On::Inst]))
    }

    /// The sum of the terms differs from the constant.
    pub fn unequal(&mut self, terms: &[(i32, Var)], is: i32) -> Pruned {
        self.post_unequal(terms, is)?;
        self.run_woken()
    }

    /// The Boolean is 1 exactly if the sum equals the constant, tested on bounds.
    pub fn reify_equal(&mut self, terms: &[(i32, Var)], is: i32, by: Var) -> Pruned {
        let terms = merged(self, terms);
        let goal = Goal::ReifiedEqual {
            terms: Rc::clone(&terms),
            is,
            by,
        };
        let waits = on(&terms, &On::BOUNDS).chain([(by, On::Inst)]);
        self.post(goal, linear_priority(self, &terms), waits)?;
        self.run_woken()
    }

    /// The Boolean is 1 exactly if the value of the variable is in the range.
    pub fn reify_in(&mut self, var: Var, min: i32, max: i32, by: Var) -> Pruned {
        let set = range(min, max);
        let waits = On::ANY.into_iter().map(|on| (var, on));
        let goal = Goal::ReifiedIn { var, set, by };
        self.post(goal, 4, waits.chain([(by, On::Inst)]))?;
        self.run_woken()
    }

    /// `n` of the variables have the value.
    pub fn occurrences(&mut self, value: i32, of: &[Var], n: i32) -> Pruned {
        let list: Rc<[Var]> = of.into();
        let waits = of.iter().flat_map(|&var| On::ANY.map(|on| (var, on)));
        let goal = Goal::Occurrences { value, of: list, n };
        self.post(goal, 4, waits)?;
        self.run_woken()
    }

    /// Two values are allowed together, tested when both are fixed.
    pub fn pair(&mut self, a: Var, b: Var, allowed: fn(i32, i32) -> bool) -> Pruned {
        let goal = Goal::Pair { a, b, allowed };
        self.post(goal, 3, [(a, On::Inst), (b, On::Inst)])?;
        self.run_woken()
    }

    /// `top` is the larger of two: both are at most `top`, which is at most the larger of their maxima.
    pub fn maximum(&mut self, top: Var, of: [Var; 2]) -> Pruned {
        for var in of {
            self.at_most(&[(1, var), (-1, top)], 0)?;
        }
        let waits = of
            .into_iter()
            .flat_map(|var| On::BOUNDS.map(|on| (var, on)));
        self.post(Goal::MaxOf { top, of }, 3, waits)?;
        self.run_woken()
    }

    fn post(
        &mut self,
        goal: Goal,
        priority: usize,
        waits: impl IntoIterator<Item = (Var, On)>,
    ) -> Pruned {
        let id = self.suspend(goal.clone(), priority, waits);
        goal.run(self, id)
    }
}

/// The terms with each variable once, in their order. Variables unified later stay separate.
fn merged(store: &Store, terms: &[(i32, Var)]) -> Terms {
    let mut merged: Vec<(i32, Var)> = Vec::with_capacity(terms.len());
    for &(factor, var) in terms {
        let root = store.root(var);
        match merged.iter_mut().find(|(_, other)| *other == root) {
            Some((sum, _)) => *sum += factor,
            None => merged.push((factor, root)),
        }
    }
    merged.retain(|(factor, _)| *factor != 0);
    merged.into()
}

fn on<'t>(terms: &'t [(i32, Var)], events: &'t [On]) -> impl Iterator<Item = (Var, On)> + use<'t> {
    let vars = terms.iter().map(|(_, var)| *var);
    vars.flat_map(|var| events.iter().map(move |&on| (var, on)))
}
