//! Posting: each constraint runs once, and what it wakes runs too.

use std::rc::Rc;

use crate::all_different;
use crate::goal::{Goal, Terms, remove_from_others, urgency};
use crate::store::{On, Pruned, Store, Var, range};

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
        self.settle()
    }

    /// `ic_global:alldifferent`.
    pub fn all_different_global(&mut self, list: &[Var]) -> Pruned {
        all_different::run(self, list.to_vec(), true)?;
        self.settle()
    }

    /// `X #\= Y`, without running what it wakes.
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

    /// The sum of the terms is the constant.
    pub fn equal(&mut self, terms: &[(i32, Var)], is: i32) -> Pruned {
        self.post_equal(terms, is)?;
        self.settle()
    }

    pub(crate) fn post_equal(&mut self, terms: &[(i32, Var)], is: i32) -> Pruned {
        let terms = merged(self, terms);
        let goal = Goal::Equal {
            terms: Rc::clone(&terms),
            is,
        };
        self.post(goal, urgency(self, &terms), on(&terms, &On::BOUNDS))
    }

    /// The sum of the terms is at most the constant.
    pub fn at_most(&mut self, terms: &[(i32, Var)], is: i32) -> Pruned {
        let terms = merged(self, terms);
        let goal = Goal::AtMost {
            terms: Rc::clone(&terms),
            is,
        };
        self.post(goal, urgency(self, &terms), on(&terms, &On::BOUNDS))?;
        self.settle()
    }

    pub(crate) fn post_unequal(&mut self, terms: &[(i32, Var)], is: i32) -> Pruned {
        let terms = merged(self, terms);
        let goal = Goal::Unequal {
            terms: Rc::clone(&terms),
            is,
        };
        self.post(goal, 3, on(&terms, &[On::Inst]))
    }

    /// The sum of the terms is not the constant.
    pub fn unequal(&mut self, terms: &[(i32, Var)], is: i32) -> Pruned {
        self.post_unequal(terms, is)?;
        self.settle()
    }

    /// The Boolean says whether the sum is the constant, as far as bounds tell.
    pub fn whether_equal(&mut self, terms: &[(i32, Var)], is: i32, by: Var) -> Pruned {
        let terms = merged(self, terms);
        let goal = Goal::WhetherEqual {
            terms: Rc::clone(&terms),
            is,
            by,
        };
        let waits = on(&terms, &On::BOUNDS).chain([(by, On::Inst)]);
        self.post(goal, urgency(self, &terms), waits)?;
        self.settle()
    }

    /// The Boolean says whether the variable has a value of the range.
    pub fn whether_in(&mut self, var: Var, min: i32, max: i32, by: Var) -> Pruned {
        let set = range(min, max);
        let waits = On::ANY.into_iter().map(|on| (var, on));
        let goal = Goal::WhetherIn { var, set, by };
        self.post(goal, 4, waits.chain([(by, On::Inst)]))?;
        self.settle()
    }

    /// So many of the variables have the value.
    pub fn occurrences(&mut self, value: i32, of: &[Var], n: i32) -> Pruned {
        let list: Rc<[Var]> = of.into();
        let waits = of.iter().flat_map(|&var| On::ANY.map(|on| (var, on)));
        let goal = Goal::Occurrences { value, of: list, n };
        self.post(goal, 4, waits)?;
        self.settle()
    }

    /// Two values are allowed together, tested when both are fixed.
    pub fn pair(&mut self, a: Var, b: Var, allowed: fn(i32, i32) -> bool) -> Pruned {
        let goal = Goal::Pair { a, b, allowed };
        self.post(goal, 3, [(a, On::Inst), (b, On::Inst)])?;
        self.settle()
    }

    /// The greater of two: both are at most it, and it is at most the greater of their greatest values.
    pub fn maximum(&mut self, top: Var, of: [Var; 2]) -> Pruned {
        for var in of {
            self.at_most(&[(1, var), (-1, top)], 0)?;
        }
        let waits = of
            .into_iter()
            .flat_map(|var| On::BOUNDS.map(|on| (var, on)));
        self.post(Goal::MaxOf { top, of }, 3, waits)?;
        self.settle()
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

/// The terms with each variable once, in their order. Variables that are unified later stay apart.
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
