//! Sessions for many models of one shape: set up once with wide domains, and renewed for each model that narrows them.
//!
//! A renewed session answers as a new one would, after as many nodes and failures: everything that is chosen from the model's shape is chosen again, and a session whose
//! propagators think at other levels than this model wants is not renewed. Learning is not either: its nogoods are about one model, and what follows from
//! reasons is not worth a second way of doing it.

use gridwright_fd::{Model, Stats};

use crate::auto::{self, Goal, Strategy};
use crate::engine::{EngineName, Unsupported};
use crate::plan::Plan;
use crate::session::{Inside, Session};
use crate::shape::Shape;

impl Session {
    /// A session for a model that narrows a wide one, and which can be renewed for others that do. `None` where that is of no use: learning comes first, or it is
    /// the oracle who is asked.
    ///
    /// ```
    /// use gridwright_constraints::all_different;
    /// use gridwright_fd::{Domain, Model};
    /// use gridwright_solve::{Plan, Session};
    /// let mut wide = Model::new();
    /// let x = wide.var("x", 1..=3)?;
    /// let y = wide.var("y", 1..=3)?;
    /// wide.post(all_different([x, y]))?;
    /// let model = wide.with_domains([(x, Domain::from(2..=2))])?;
    /// let mut session = Session::renewable(&wide, &model, &Plan::new())?.expect("nothing is learnt");
    /// assert_eq!(session.count(10)?.solutions, 2);
    /// assert!(session.renew(&wide.with_domains([(y, Domain::from(1..=2))])?)?);
    /// assert_eq!(session.count(10)?.solutions, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn renewable(
        wide: &Model,
        model: &Model,
        plan: &Plan,
    ) -> Result<Option<Session>, Unsupported> {
        let shape = Shape::of(model);
        if plan.engine == EngineName::Oracle || learns(&shape, model, plan) {
            return Ok(None);
        }
        let mut session = Session::set_up(wide, plan, shape, false)?;
        let renewed = session.renew(model)?;
        Ok(renewed.then_some(session))
    }

    /// Takes a model over that narrows the domains this session was set up with, as if it were new; the plan is kept. False, and nothing is changed, where a new session
    /// is needed: the model has other constraints, wants other levels or is learnt about from the beginning.
    pub fn renew(&mut self, model: &Model) -> Result<bool, Unsupported> {
        let shape = self.shape.over(model);
        let Inside::Fd(solvers) = &mut self.inside else {
            return Ok(false);
        };
        let levels = self.plan.levels.is_some() || *solvers.levels() == auto::levels(&shape);
        if learns(&shape, model, &self.plan) || !levels || !solvers.renew(model) {
            return Ok(false);
        }
        if self.plan.search.is_none() && auto::order(&shape) != auto::order(&self.shape) {
            (self.plain, self.learning) = auto::searches(model, &shape, &self.plan)?;
        }
        self.shape = shape;
        self.stats = Stats::default();
        Ok(true)
    }
}

/// Whether a new session for a model would be set up to learn.
pub(crate) fn learns(shape: &Shape, model: &Model, plan: &Plan) -> bool {
    let goals: &[Goal] = match model.objective() {
        Some(_) => &[Goal::Best],
        None => &[Goal::Some(1), Goal::Some(2), Goal::All],
    };
    let first = |&goal: &Goal| Strategy::for_goal(shape, plan, goal).learns_first();
    plan.recording || goals.iter().any(first)
}
