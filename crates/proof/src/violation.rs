//! Which values of an assignment violate a constraint, for engines that check constraints on assignments. Not trusted: the checker infers the same again.

use crate::atom::Atom;
use crate::constraint::Constraint;
use crate::domains::Domains;
use crate::infer::{Scratch, fails};
use crate::statement::Statement;

/// Finds small sets of values that violate constraints of a statement.
#[derive(Debug)]
pub struct Violations {
    domains: Domains,
    scratch: Scratch,
}

impl Violations {
    /// For the variables of a statement.
    pub fn new(statement: &Statement) -> Violations {
        Violations {
            domains: Domains::new(&statement.domains),
            scratch: Scratch::default(),
        }
    }

    /// Sets of variables, no two with a common one, such that the checker infers that the constraint does not hold from the values of
    /// each set, and, unless `is_over` ends the search, not from those of a part of it. There is none if the assignment satisfies the constraint.
    pub fn find(
        &mut self,
        constraint: &Constraint,
        values: &[i32],
        is_over: &mut dyn FnMut() -> bool,
    ) -> Vec<Vec<u32>> {
        let mut vars = Vec::new();
        constraint.each_var(&mut |var| vars.push(var));
        vars.sort_unstable();
        vars.dedup();
        let mut sets: Vec<Vec<u32>> = Vec::new();
        let test = Test { constraint, values };
        while self.is_violated(&test, &vars) {
            let mut set = Vec::new();
            if !self.is_violated(&test, &set) {
                self.minimise(&test, &mut set, &vars, is_over);
            }
            vars.retain(|var| !set.contains(var));
            let is_last = set.is_empty() || is_over();
            sets.push(set);
            if is_last {
                break;
            }
        }
        sets
    }

    /// Adds a minimal part of `vars` to `set` such that the constraint is violated, which it is with all of them and not by `set` alone (QuickXplain, Junker 2004); all of them if `is_over`.
    fn minimise(
        &mut self,
        test: &Test<'_>,
        set: &mut Vec<u32>,
        vars: &[u32],
        is_over: &mut dyn FnMut() -> bool,
    ) {
        if vars.len() == 1 || is_over() {
            set.extend(vars);
            return;
        }
        let (first, second) = vars.split_at(vars.len() / 2);
        let n_before = set.len();
        set.extend(first);
        let mut of_second = set.clone();
        if !self.is_violated(test, &of_second) {
            self.minimise(test, &mut of_second, second, is_over);
        }
        let of_second = of_second.split_off(set.len());
        set.truncate(n_before);
        set.extend(&of_second);
        if !self.is_violated(test, set) {
            self.minimise(test, set, first, is_over);
        }
    }

    /// Whether the checker infers that the constraint does not hold from the values of some variables.
    fn is_violated(&mut self, test: &Test<'_>, vars: &[u32]) -> bool {
        let mark = self.domains.mark();
        let mut all = vars.iter();
        let fits = all.all(|&var| {
            let value = test.values[var as usize];
            self.domains.assert(Atom::eq(var, value))
        });
        let is_violated = !fits || fails(test.constraint, &self.domains, &mut self.scratch);
        self.domains.undo(mark);
        is_violated
    }
}

/// A constraint and the values of all variables.
struct Test<'a> {
    constraint: &'a Constraint,
    values: &'a [i32],
}
