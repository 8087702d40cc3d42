//! Lazy constraints, for the engine `sat`: those of a model that have no CNF encoding. They are checked on each solution of the SAT solver;
//! values that violate them together are excluded by a clause, and the SAT solver searches on.

use std::collections::HashSet;
use std::sync::Arc;

use gridwright_fd::{
    Assignment, Atom, ConsistencyMap, Constraint, Deadline, End, FirstSolution, Limit, Limits,
    Model, Search, Solver, Var,
};

use crate::engines::fd::setup;

/// Propagates the lazy constraints of a model on the values of assignments.
#[derive(Debug)]
pub(crate) struct LazyConstraints {
    model: Model,
    solver: Solver,
    search: Search,
    /// All variables, those in the scope of lazy constraints first.
    vars: Vec<Var>,
    memory: usize,
}

impl LazyConstraints {
    /// Sets up the constraints of a model that have no CNF encoding, if there are any, unless the deadline comes first.
    pub(crate) fn new(
        model: &Model,
        consistency: &ConsistencyMap,
        deadline: &Deadline,
    ) -> Result<Option<LazyConstraints>, Limit> {
        let lazy = model.without_encoded_constraints();
        if lazy.constraints().is_empty() {
            return Ok(None);
        }
        let scopes = lazy.constraints().iter().flat_map(|one| one.scope());
        let in_scope: HashSet<Var> = scopes.collect();
        let (mut vars, others): (Vec<Var>, Vec<Var>) =
            lazy.all_vars().partition(|var| in_scope.contains(var));
        vars.extend(others);
        Ok(Some(LazyConstraints {
            solver: Solver::new_before(&lazy, &setup(consistency, true), deadline)?,
            model: lazy,
            search: Search::new().learning(),
            vars,
            memory: 0,
        }))
    }

    /// Sets of values of an assignment, no two with a common variable, such that the values of a set violate the constraints together.
    /// There is none if and only if the assignment satisfies the constraints.
    pub(crate) fn violations(
        &mut self,
        found: &Assignment,
        deadline: &Deadline,
    ) -> Result<Vec<Vec<Atom>>, Limit> {
        let value = |&var: &Var| Atom::eq(var, found.value(var));
        let mut atoms: Vec<Atom> = self.vars.iter().map(value).collect();
        let mut violations = Vec::new();
        while let Some(mut core) = self.core(&atoms, deadline)? {
            // The core of the core, in another order, is often smaller.
            loop {
                core.reverse();
                let smaller = self.core(&core, deadline)?;
                match smaller.filter(|smaller| smaller.len() < core.len()) {
                    Some(smaller) => core = smaller,
                    None => break,
                }
            }
            let used: HashSet<Atom> = core.iter().copied().collect();
            atoms.retain(|atom| !used.contains(atom));
            let is_last = core.is_empty();
            violations.push(core);
            if is_last {
                break;
            }
        }
        let mut constraints = self.model.constraints().iter();
        let holds = |one: &Arc<dyn Constraint>| one.holds(&|var| found.value(var));
        debug_assert!(!violations.is_empty() || constraints.all(holds));
        Ok(violations)
    }

    /// An estimate of the bytes in use after the last run.
    pub(crate) fn memory(&self) -> usize {
        self.memory
    }

    /// Atoms that the constraints refute together by propagation, without search; `None` if propagation does not refute all atoms.
    fn core(&mut self, atoms: &[Atom], deadline: &Deadline) -> Result<Option<Vec<Atom>>, Limit> {
        let limits = Limits {
            // The root is a node, and so is the first decision.
            nodes: Some(2),
            solutions: Some(1),
            ..deadline.limits()
        };
        let mut sink = FirstSolution::default();
        let outcome = self.solver.run(&self.search, atoms, &limits, &mut sink);
        let outcome = outcome.expect("the options of the search agree");
        self.memory = outcome.stats.memory;
        match outcome.end {
            End::LimitReached(Limit::Nodes | Limit::Solutions) | End::Stopped => Ok(None),
            End::LimitReached(limit) => Err(limit),
            End::Exhausted => Ok(Some(outcome.core.expect("learning search finds a core"))),
        }
    }
}
