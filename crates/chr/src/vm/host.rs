//! Calls of host predicates: their solutions, one after the other.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::code::fixed;
use crate::code::word::Word;
use crate::state::choice_point::Other;
use crate::state::exception::{Outcome, Thrown};
use crate::state::host::{Exception, HostPredicate, Solution};
use crate::vm::machine::Machine;

impl<'p> Machine<'p> {
    /// Calls a host predicate with the arguments loaded, and takes its first solution.
    pub(crate) fn call_host(&mut self, host: &'p HostPredicate, arity: usize) -> Outcome {
        let given: Vec<Term> = (0..arity).map(|at| self.to_term(self.args[at])).collect();
        let mut solutions = host(&given).map_err(|exception| self.thrown_by_host(&exception))?;
        match solutions.next() {
            None => Ok(false),
            Some(Err(exception)) => Err(self.thrown_by_host(&exception)),
            Some(Ok(solution)) => {
                if !solutions.are_over() {
                    self.push_choice(Other::Host(arity as u16), arity);
                    self.solutions.push(solutions);
                }
                Ok(self.take_solution(&solution, arity))
            }
        }
    }

    /// Takes the next solution of the host predicate whose choice point was just restored. Its arguments start at `saved`.
    pub(crate) fn next_solution(&mut self, arity: usize, saved: usize) -> Outcome {
        self.args[..arity].copy_from_slice(&self.saved[saved..saved + arity]);
        let solutions = self
            .solutions
            .last_mut()
            .expect("a choice point of a host has solutions");
        let next = solutions.next();
        if next.is_none() || solutions.are_over() {
            self.pop_choice();
        }
        self.pc = self.cp;
        match next {
            None => Ok(false),
            Some(Ok(solution)) => Ok(self.take_solution(&solution, arity)),
            Some(Err(exception)) => Err(self.thrown_by_host(&exception)),
        }
    }

    /// Makes the terms of a solution equal and goes on with its goals.
    fn take_solution(&mut self, solution: &Solution, arity: usize) -> bool {
        let mut vars = HashMap::new();
        for at in 0..arity {
            for var in self.heap.vars(self.args[at]) {
                vars.insert(format!("_G{}", var.place()), var);
            }
        }
        for (left, right) in &solution.equal {
            let left = self.load_source(left, &mut vars);
            let right = self.load_source(right, &mut vars);
            if !self.unify(left, right) {
                return false;
            }
        }
        if !solution.goals.is_empty() {
            let goal = conjunction(&solution.goals);
            let goal: Word = self.load_source(&goal, &mut vars);
            // Constraints that the unifications woke run before the goals.
            self.push_frame(self.choices.len(), &[goal.0]);
            self.pc = fixed::META_NEXT;
        }
        true
    }

    fn thrown_by_host(&mut self, exception: &Exception) -> Box<Thrown> {
        let ball = self.load_source(&exception.0, &mut HashMap::new());
        self.throw(ball)
    }
}

/// Several goals as one.
fn conjunction(goals: &[Term]) -> Term {
    let (last, before) = goals.split_last().expect("there are goals");
    let join = |rest, goal: &Term| Term::compound(",", [goal.clone(), rest]);
    before.iter().rev().fold(last.clone(), join)
}
