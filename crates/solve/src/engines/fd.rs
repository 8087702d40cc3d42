//! The solvers of the engines `fd` and `learn`: the primary one, which is set up at once, and one that can learn, which is set up when it is first needed.
//!
//! Most models are solved before learning starts; for them the log and the watch lists of nogoods would cost more than the search.

use gridwright_fd::{
    Assignment, ConsistencyMap, Deadline, DomainRepr, Limit, Model, Setup, Solver,
};

/// One or two solvers of the same model.
#[derive(Debug)]
pub(crate) struct FdSolvers {
    model: Model,
    consistency: ConsistencyMap,
    primary: Solver,
    /// Whether `primary` can learn too.
    recording: bool,
    learning: Option<Solver>,
}

impl FdSolvers {
    /// Sets up the primary solver, unless the model's deadline comes first.
    pub(crate) fn new(
        model: &Model,
        consistency: ConsistencyMap,
        recording: bool,
    ) -> Result<FdSolvers, Limit> {
        let setup = setup(&consistency, recording);
        Ok(FdSolvers {
            primary: Solver::new_before(model, &setup, model.deadline())?,
            model: model.clone(),
            consistency,
            recording,
            learning: None,
        })
    }

    /// Replaces the model by one that differs only in domains, each a subset of the domain at set-up. If it is no such model, returns false and changes nothing.
    pub(crate) fn replace_domains(&mut self, model: &Model) -> bool {
        let replaced = self.primary.renew(model);
        if replaced {
            self.model = model.clone();
            self.learning = None;
        }
        replaced
    }

    pub(crate) fn consistency(&self) -> &ConsistencyMap {
        &self.consistency
    }

    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// The primary solver, for plain search; if it records, it can learn too.
    pub(crate) fn primary(&mut self) -> &mut Solver {
        &mut self.primary
    }

    /// Makes the solver that can learn try the values of a solution first, if it is set up.
    pub(crate) fn prefer(&mut self, found: &Assignment) {
        let learning = match self.recording {
            true => Some(&mut self.primary),
            false => self.learning.as_mut(),
        };
        if let Some(solver) = learning {
            solver.prefer(found);
        }
    }

    /// The solver that can learn, unless the deadline comes before it is set up.
    pub(crate) fn learning(&mut self, deadline: &Deadline) -> Result<&mut Solver, Limit> {
        if self.recording {
            return Ok(&mut self.primary);
        }
        let solver = match self.learning.take() {
            Some(solver) => solver,
            None => Solver::new_before(&self.model, &setup(&self.consistency, true), deadline)?,
        };
        Ok(self.learning.insert(solver))
    }
}

/// The set-up of a solver; a solver that learns must record.
pub(crate) fn setup(consistency: &ConsistencyMap, recording: bool) -> Setup {
    Setup {
        consistency: consistency.clone(),
        recording,
        repr: DomainRepr::Auto,
    }
}
