//! Models as data: variables, their domains, constraints, and an objective.

mod constraint;
mod error;
mod name;
mod reify;
mod with_consistency;

pub use constraint::Constraint;
pub use error::ModelError;
pub use name::Name;
pub use reify::{
    Not, Reified, atom_term, half_reified, half_reified_shared, iff, iff_shared, not_shared,
};
pub use with_consistency::{WithConsistency, with_consistency};

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use gridwright_control::{Deadline, Limit};
use gridwright_term::Term;

use crate::encoding::CnfEncoder;
use crate::store::Store;
use crate::vars::{Atom, Domain, MAX_VALUE, MIN_VALUE, Var, View};

/// The objective of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// Minimise the view.
    Minimise(View),
    /// Maximise the view.
    Maximise(View),
}

impl Objective {
    /// The view to minimise: for `Maximise`, the view negated.
    pub fn cost(self) -> View {
        match self {
            Objective::Minimise(view) => view,
            Objective::Maximise(view) => View {
                var: view.var,
                scale: -view.scale,
                offset: -view.offset,
            },
        }
    }

    /// The view, as it was given.
    pub fn view(self) -> View {
        match self {
            Objective::Minimise(view) | Objective::Maximise(view) => view,
        }
    }
}

/// Variables, their domains, constraints, and optionally keys and an objective: pure data, no search.
#[derive(Clone, Debug)]
pub struct Model {
    /// The names as given. These, the domains and the constraints are shared by clones and solvers.
    pub(crate) names: Arc<Vec<Name>>,
    /// The names as printed, made on first use: most models are never printed.
    pub(crate) printed: OnceLock<Vec<String>>,
    pub(crate) domains: Arc<Vec<Domain>>,
    pub(crate) constraints: Arc<Vec<Arc<dyn Constraint>>>,
    pub(crate) keys: Option<Vec<Var>>,
    pub(crate) objective: Option<Objective>,
    pub(crate) deadline: Deadline,
    /// An estimate of the bytes in use, kept only if the deadline limits memory.
    bytes: usize,
}

/// The estimated bytes of a variable, and of a variable in the scope of a constraint.
const VAR_BYTES: usize = 64;
const SCOPE_BYTES: usize = 24;

/// The number of variables added between two checks of the deadline.
const DEADLINE_CHECK_INTERVAL: usize = 64;

impl Default for Model {
    fn default() -> Model {
        Model::new()
    }
}

impl Model {
    /// An empty model; it contains only [`Var::ZERO`].
    pub fn new() -> Model {
        Model {
            names: Arc::new(vec![Name::from("0")]),
            printed: OnceLock::new(),
            domains: Arc::new(vec![Domain::from(0..=0)]),
            constraints: Arc::default(),
            keys: None,
            objective: None,
            deadline: Deadline::default(),
            bytes: 0,
        }
    }

    /// Sets a deadline: after it, and once its memory is used, adding variables and constraints fails with
    /// [`ModelError::Stopped`], and so does set-up.
    pub fn set_deadline(&mut self, deadline: Deadline) {
        self.deadline = deadline;
    }

    /// The deadline for building and set-up.
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// Fails once the deadline is reached. Code that takes long between two constraints should call it now and then.
    pub fn check_deadline(&self) -> Result<(), ModelError> {
        match self.deadline.reached_with(self.bytes) {
            Some(limit) => Err(ModelError::Stopped(limit)),
            None => Ok(()),
        }
    }

    /// Adds a variable.
    ///
    /// Names need not be distinct: if another variable has the name already, it is printed with the index of the
    /// variable appended, such as `x#7`.
    pub fn var(
        &mut self,
        name: impl Into<Name>,
        domain: impl Into<Domain>,
    ) -> Result<Var, ModelError> {
        if self.domains.len().is_multiple_of(DEADLINE_CHECK_INTERVAL) {
            self.check_deadline()?;
        }
        self.add(name.into(), domain.into())
    }

    fn add(&mut self, name: Name, domain: Domain) -> Result<Var, ModelError> {
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
            return Err(ModelError::EmptyDomain {
                var: name.to_string(),
            });
        };
        for value in [min, max] {
            if !(MIN_VALUE..=MAX_VALUE).contains(&value) {
                return Err(ModelError::ValueOutOfRange {
                    var: name.to_string(),
                    value: value.into(),
                });
            }
        }
        if self.deadline.memory().is_some() {
            self.bytes += VAR_BYTES + 8 * domain.ranges().count();
        }
        self.printed.take();
        Arc::make_mut(&mut self.names).push(name);
        Arc::make_mut(&mut self.domains).push(domain);
        Ok(Var::at(self.domains.len() - 1))
    }

    /// Adds a 0..1 variable.
    pub fn bool(&mut self, name: impl Into<Name>) -> Var {
        let added = self.add(name.into(), Domain::from(0..=1));
        added.expect("0..1 is a domain")
    }

    /// Adds one variable per name, all with the same domain.
    pub fn vars(
        &mut self,
        names: impl IntoIterator<Item = impl Into<Name>>,
        domain: impl Into<Domain>,
    ) -> Result<Vec<Var>, ModelError> {
        let domain = domain.into();
        names
            .into_iter()
            .map(|name| self.var(name, domain.clone()))
            .collect()
    }

    /// Adds a constraint, after checking that its variables belong to this model and that its numbers stay in range.
    pub fn post(&mut self, constraint: impl Constraint + 'static) -> Result<(), ModelError> {
        self.post_shared(Arc::new(constraint))
    }

    /// Adds a constraint that may be shared.
    pub fn post_shared(&mut self, constraint: Arc<dyn Constraint>) -> Result<(), ModelError> {
        self.check_deadline()?;
        if constraint.last_var().index() >= self.domains.len() {
            self.check_known(constraint.name(), &constraint.scope())?;
        }
        constraint.check(self)?;
        if self.deadline.memory().is_some() {
            self.bytes += size_of_val(&*constraint) + SCOPE_BYTES * constraint.scope().len();
        }
        Arc::make_mut(&mut self.constraints).push(constraint);
        Ok(())
    }

    /// Sets the keys, the variables an answer is read from: solutions that agree on all keys count as one. By
    /// default all variables are keys.
    pub fn set_keys(&mut self, keys: Vec<Var>) -> Result<(), ModelError> {
        self.check_known("keys", &keys)?;
        self.keys = Some(keys);
        Ok(())
    }

    /// The same model without its objective.
    pub fn without_objective(&self) -> Model {
        Model {
            objective: None,
            ..self.clone()
        }
    }

    /// The keys, the variables an answer is read from, if set.
    pub fn keys(&self) -> Option<&[Var]> {
        self.keys.as_deref()
    }

    /// Sets the objective.
    pub fn set_objective(&mut self, objective: Objective) -> Result<(), ModelError> {
        self.check_known("objective", &[objective.view().var])?;
        self.check_view("objective", objective.view())?;
        // Engines minimise: maximising uses the negated view.
        if let Objective::Maximise(View { scale, offset, .. }) = objective
            && scale.checked_neg().and(offset.checked_neg()).is_none()
        {
            return Err(ModelError::TooWide {
                by: "objective".to_owned(),
                what: format!("the negation of {scale} * x + {offset}"),
            });
        }
        self.objective = Some(objective);
        Ok(())
    }

    /// The objective, if any.
    pub fn objective(&self) -> Option<Objective> {
        self.objective
    }

    /// The number of variables, [`Var::ZERO`] included.
    pub fn n_vars(&self) -> usize {
        self.domains.len()
    }

    /// The variables, without [`Var::ZERO`].
    pub fn all_vars(&self) -> impl DoubleEndedIterator<Item = Var> + use<> {
        (1..self.domains.len()).map(Var::at)
    }

    /// A variable's name.
    ///
    /// # Panics
    ///
    /// If the variable belongs to another, larger model.
    pub fn name(&self, var: Var) -> &str {
        &self.printed.get_or_init(|| distinct_names(&self.names))[var.index()]
    }

    /// The name that a variable was given, which others may share. Unlike [`Model::name`], it takes constant time while
    /// the model grows.
    ///
    /// # Panics
    ///
    /// If the variable belongs to another, larger model.
    pub fn given_name(&self, var: Var) -> &Name {
        &self.names[var.index()]
    }

    /// A variable's domain at the start.
    ///
    /// # Panics
    ///
    /// If the variable belongs to another, larger model.
    pub fn domain(&self, var: Var) -> &Domain {
        &self.domains[var.index()]
    }

    /// The domains of all variables, [`Var::ZERO`] first.
    pub(crate) fn domains(&self) -> &Arc<Vec<Domain>> {
        &self.domains
    }

    pub(crate) fn shared_constraints(&self) -> &Arc<Vec<Arc<dyn Constraint>>> {
        &self.constraints
    }

    /// The constraints, in the order of posting.
    pub fn constraints(&self) -> &[Arc<dyn Constraint>] {
        &self.constraints
    }

    /// Whether every constraint has a CNF encoding, and so have the [variables](Model::has_encodable_vars).
    pub fn has_cnf_encoding(&self) -> bool {
        self.has_encodable_vars() && self.constraints.iter().all(|c| c.has_cnf_encoding())
    }

    /// Whether there is no objective, and at most [`CnfEncoder::MAX_LITERALS`] values.
    pub fn has_encodable_vars(&self) -> bool {
        let n_literals = self.all_vars().fold(0, |n: u64, var| {
            let (min, max) = self.bounds(var.view());
            n.saturating_add((max - min + 1) as u64)
        });
        self.objective.is_none() && n_literals <= CnfEncoder::MAX_LITERALS
    }

    /// Encodes the variables over the values left in a store, and the constraints that have an encoding, unless the deadline comes first.
    /// Requires [`Model::has_encodable_vars`].
    pub fn encode_cnf(&self, store: &Store, deadline: &Deadline) -> Result<CnfEncoder, Limit> {
        let mut encoder = CnfEncoder::new(store, deadline)?;
        let constraints = self.constraints.iter();
        for constraint in constraints.filter(|one| one.has_cnf_encoding()) {
            if encoder.is_over() {
                break;
            }
            constraint.encode_cnf(&mut encoder);
        }
        encoder.ended_at().map_or(Ok(encoder), Err)
    }

    /// The variables, and only the constraints that have no CNF encoding.
    pub fn without_encoded_constraints(&self) -> Model {
        let constraints = self.constraints.iter();
        let kept = constraints.filter(|one| !one.has_cnf_encoding());
        Model {
            constraints: Arc::new(kept.cloned().collect()),
            keys: None,
            objective: None,
            ..self.clone()
        }
    }

    /// The smallest and largest value a view can have at the start.
    pub fn bounds(&self, view: View) -> (i64, i64) {
        let domain = self.domain(view.var);
        let at = |value: Option<i32>| {
            let value = value.expect("domains in a model are not empty");
            i64::from(view.scale) * i64::from(value) + i64::from(view.offset)
        };
        let (a, b) = (at(domain.min()), at(domain.max()));
        (a.min(b), a.max(b))
    }

    /// Rejects a view that can leave the range of values; constraints call it from their `check`.
    pub fn check_view(&self, by: &str, view: View) -> Result<(), ModelError> {
        let (min, max) = self.bounds(view);
        if view.scale != 0 && min >= i64::from(MIN_VALUE) && max <= i64::from(MAX_VALUE) {
            return Ok(());
        }
        let by = by.to_owned();
        let name = self.name(view.var);
        if view.scale == 0 {
            return Err(ModelError::InvalidArguments {
                by,
                what: format!("a view of {name} has the factor 0"),
            });
        }
        let what = match view.var {
            Var::ZERO => format!("the constant {}", view.offset),
            _ => format!("{} * {name} + {}", view.scale, view.offset),
        };
        Err(ModelError::TooWide { by, what })
    }

    /// [`Model::check_view`] for several views.
    pub fn check_views(&self, by: &str, views: &[View]) -> Result<(), ModelError> {
        views.iter().try_for_each(|&view| self.check_view(by, view))
    }

    /// An atom as text with the names of the model: `x >= 3`.
    pub fn format_atom(&self, atom: Atom) -> String {
        let name = self.name(atom.var());
        format!("{name} {} {}", atom.op(), atom.value())
    }

    /// The model as terms: one per variable (`name in domain`), then one per constraint.
    pub fn terms(&self) -> Vec<Term> {
        let name = |var| self.name_term(var);
        let range = |(min, max)| Term::compound("..", [Term::from(min), Term::from(max)]);
        let vars = self.all_vars().map(|var| {
            let ranges = Term::list(self.domain(var).ranges().map(range));
            Term::compound("in", [name(var), ranges])
        });
        let constraints = self.constraints.iter();
        vars.chain(constraints.map(|constraint| constraint.term(&name)))
            .collect()
    }

    /// A constraint as a term, by its index among the constraints.
    pub fn constraint_term(&self, index: usize) -> Option<Term> {
        let constraint = self.constraints.get(index)?;
        Some(constraint.term(&|var| self.name_term(var)))
    }

    fn name_term(&self, var: Var) -> Term {
        match var {
            Var::ZERO => Term::Int(0),
            var => Term::name(self.name(var)),
        }
    }

    fn check_known(&self, by: &str, vars: &[Var]) -> Result<(), ModelError> {
        match vars.iter().find(|var| var.index() >= self.domains.len()) {
            None => Ok(()),
            Some(var) => Err(ModelError::UnknownVar {
                by: by.to_owned(),
                index: var.index(),
            }),
        }
    }
}

/// The names, made distinct by appending indices to repeated ones.
fn distinct_names(names: &[Name]) -> Vec<String> {
    let mut taken = HashSet::with_capacity(names.len());
    let mut printed = Vec::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        let mut name = name.to_string();
        while !taken.insert(name.clone()) {
            name = format!("{name}#{index}");
        }
        printed.push(name);
    }
    printed
}

impl Model {
    /// The same model with narrower domains; names and constraints are shared.
    /// [`Solver::renew`](crate::Solver::renew) accepts it for a solver of this model.
    ///
    /// ```
    /// use gridwright_fd::{Domain, Model};
    /// let mut model = Model::new();
    /// let x = model.var("x", 1..=9)?;
    /// let seven = model.with_domains([(x, Domain::from(7..=7))])?;
    /// assert_eq!(seven.domain(x).size(), 1);
    /// assert!(model.with_domains([(x, Domain::from(9..=10))]).is_err());
    /// # Ok::<(), gridwright_fd::ModelError>(())
    /// ```
    pub fn with_domains(
        &self,
        domains: impl IntoIterator<Item = (Var, Domain)>,
    ) -> Result<Model, ModelError> {
        let mut narrowed = Vec::clone(&self.domains);
        for (var, domain) in domains {
            self.check_known("a narrower domain", &[var])?;
            let known = &mut narrowed[var.index()];
            if domain.is_empty() {
                return Err(ModelError::EmptyDomain {
                    var: self.name(var).to_owned(),
                });
            }
            if !domain.is_within(known) {
                return Err(ModelError::InvalidArguments {
                    by: "a narrower domain".to_owned(),
                    what: format!("{} cannot have all these values", self.name(var)),
                });
            }
            *known = domain;
        }
        Ok(Model {
            names: Arc::clone(&self.names),
            printed: OnceLock::new(),
            domains: Arc::new(narrowed),
            constraints: Arc::clone(&self.constraints),
            keys: self.keys.clone(),
            objective: self.objective,
            deadline: self.deadline.clone(),
            bytes: self.bytes,
        })
    }
}
