//! The solvers of a session: one that suits plain search, and one that can learn, set up when it is first needed.
//!
//! Most models that may have to be learnt about are settled before: for them, keeping a log and lists of nogoods would cost more than the search.

use gridwright_fd::{ConsistencyMap, Deadline, DomainRepr, Limit, Model, Setup, Solver};

/// One or two solvers of the same model.
#[derive(Debug)]
pub(crate) struct Solvers {
    model: Model,
    levels: ConsistencyMap,
    first: Solver,
    /// Whether the first can learn too.
    recording: bool,
    second: Option<Solver>,
}

impl Solvers {
    /// Sets the first one up, unless the model's deadline comes before that is done.
    pub(crate) fn new(
        model: &Model,
        levels: ConsistencyMap,
        recording: bool,
    ) -> Result<Solvers, Limit> {
        let setup = setup(&levels, recording);
        Ok(Solvers {
            first: Solver::new_before(model, &setup, model.deadline())?,
            model: model.clone(),
            levels,
            recording,
            second: None,
        })
    }

    /// Makes them solvers of a model that narrows the domains of the one they were set up for; false, and nothing is changed, where that cannot be.
    pub(crate) fn renew(&mut self, model: &Model) -> bool {
        let renewed = self.first.renew(model);
        if renewed {
            self.model = model.clone();
            self.second = None;
        }
        renewed
    }

    /// The levels they think at.
    pub(crate) fn levels(&self) -> &ConsistencyMap {
        &self.levels
    }

    /// The model they are solvers of.
    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// The one for plain search.
    pub(crate) fn plain(&mut self) -> &mut Solver {
        &mut self.first
    }

    /// The one that can learn, unless the deadline comes before it is set up.
    pub(crate) fn learning(&mut self, deadline: &Deadline) -> Result<&mut Solver, Limit> {
        if self.recording {
            return Ok(&mut self.first);
        }
        let made = match self.second.take() {
            Some(made) => made,
            None => Solver::new_before(&self.model, &setup(&self.levels, true), deadline)?,
        };
        Ok(self.second.insert(made))
    }
}

/// How a solver is set up at these levels; to learn, it must be recording.
pub(crate) fn setup(levels: &ConsistencyMap, recording: bool) -> Setup {
    Setup {
        consistency: levels.clone(),
        recording,
        repr: DomainRepr::Auto,
    }
}
