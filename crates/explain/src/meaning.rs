//! Premises as a model for the engines: one variable per fact, and every clue behind a switch, so that it can be asked which clues clash.

use gridwright_constraints::bool_expr::implies;
use gridwright_constraints::post_bool_expr;
use gridwright_fd::{Atom, Model, ModelError, Var};
use gridwright_puzzles::Premise;

/// A model of some premises.
#[derive(Debug)]
pub(crate) struct Meaning {
    pub(crate) model: Model,
    /// For every clue, by its place among the premises, the atom that switches it on.
    pub(crate) switches: Vec<(usize, Atom)>,
}

impl Meaning {
    /// The model of all premises, those that are only implied left out, made of an empty one.
    pub(crate) fn new(
        premises: &[Premise],
        n_facts: usize,
        mut model: Model,
    ) -> Result<Meaning, ModelError> {
        let facts: Vec<Var> = (0..n_facts)
            .map(|fact| model.bool(format!("f{fact}")))
            .collect();
        let mut switches = Vec::new();
        let needed = premises.iter().enumerate();
        for (at, premise) in needed.filter(|(_, premise)| !premise.is_implied) {
            let meaning = premise.form.formula(&facts, &mut model)?;
            if premise.is_clue {
                let switch = Atom::eq(model.bool(format!("clue {at}")), 1);
                switches.push((at, switch));
                post_bool_expr(&mut model, &implies(switch, meaning))?;
            } else {
                post_bool_expr(&mut model, &meaning)?;
            }
        }
        model.set_keys(facts)?;
        Ok(Meaning { model, switches })
    }
}
