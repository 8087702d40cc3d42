//! The same model over narrower domains: what is shared is not copied, and a solver that is set up for the one can be renewed for the other.

use std::sync::{Arc, OnceLock};

use crate::domain::Domain;
use crate::model::Model;
use crate::model_error::ModelError;
use crate::var::Var;

impl Model {
    /// The same model with some domains narrowed. Names and constraints are shared with this one, which stays as it is.
    ///
    /// ```
    /// use gridwright_fd::{Domain, Model};
    /// let mut model = Model::new();
    /// let x = model.var("x", 1..=9)?;
    /// let seven = model.narrowed([(x, Domain::from(7..=7))])?;
    /// assert_eq!(seven.domain(x).size(), 1);
    /// assert!(model.narrowed([(x, Domain::from(9..=10))]).is_err());
    /// # Ok::<(), gridwright_fd::ModelError>(())
    /// ```
    pub fn narrowed(
        &self,
        domains: impl IntoIterator<Item = (Var, Domain)>,
    ) -> Result<Model, ModelError> {
        let mut narrowed = Vec::clone(&self.domains);
        for (var, domain) in domains {
            let Some(known) = narrowed.get_mut(var.index()) else {
                return Err(ModelError::UnknownVar {
                    by: "a narrower domain".to_owned(),
                    index: var.index(),
                });
            };
            if domain.is_empty() {
                return Err(ModelError::EmptyDomain {
                    var: self.name(var).to_owned(),
                });
            }
            if !domain.is_within(known) {
                return Err(ModelError::Misfit {
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
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_narrower_is_refused() {
        let mut model = Model::new();
        let x = model.var("x", [1, 2, 3, 7, 8]).expect("a domain");
        let message = |var: Var, domain: Domain| match model.narrowed([(var, domain)]) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        assert_eq!(message(x, Domain::from_values([2, 8])), "");
        assert_eq!(
            message(x, Domain::from(3..=7)),
            "a narrower domain: x cannot have all these values"
        );
        assert_eq!(
            message(x, Domain::default()),
            "variable `x` has an empty domain"
        );
        assert_eq!(
            message(Var::at(9), Domain::from(1..=1)),
            "a narrower domain speaks of variable number 9, which the model does not have"
        );
        let twice = [(x, Domain::from(1..=2)), (x, Domain::from(3..=3))];
        assert!(model.narrowed(twice).is_err());
        assert_eq!(model.domain(x).size(), 5);
    }
}
