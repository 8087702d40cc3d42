//! What premises mean to an engine: their forms as formulas over one 0..1 variable per fact.

use gridwright_constraints::bool_expr::{and, holds, iff, implies};
use gridwright_constraints::{
    BoolExpr, Graph, bool_sum_ge, bool_sum_le, connected_spanning, exactly_one, linear_ge,
    linear_le, post_bool_expr,
};
use gridwright_fd::{Atom, Model, ModelError, Var, View};

use crate::premise::{Claim, PremiseForm};

impl PremiseForm {
    /// What it means, where these variables are the facts. Groups get variables of their own.
    pub fn formula(&self, facts: &[Var], model: &mut Model) -> Result<BoolExpr, ModelError> {
        let atom = |claim: &Claim| Atom::eq(facts[claim.fact], i32::from(claim.holds));
        let view = |claim: &Claim| match claim.holds {
            true => facts[claim.fact].view(),
            false => facts[claim.fact].view().complement(),
        };
        let between = |bools: Vec<View>, min: usize, max: usize| {
            and([
                holds(bool_sum_ge(bools.clone(), View::constant(min as i32))),
                holds(bool_sum_le(bools, View::constant(max as i32))),
            ])
        };
        Ok(match self {
            PremiseForm::Count { of, min, max } => {
                between(of.iter().map(view).collect(), *min, *max)
            }
            PremiseForm::Groups { of, min, max } => {
                let mut whole = Vec::with_capacity(of.len());
                for (i, group) in of.iter().enumerate() {
                    let is_whole = model.bool(format!("group {} {i}", model.n_vars()));
                    let parts = and(group.iter().map(atom));
                    post_bool_expr(model, &iff(Atom::eq(is_whole, 1), parts))?;
                    whole.push(is_whole.view());
                }
                between(whole, *min, *max)
            }
            PremiseForm::Total { of, min, max } => {
                let ones = of
                    .iter()
                    .map(|list| holds(exactly_one(list.iter().map(|(fact, _)| facts[*fact]))));
                let terms: Vec<(i32, Var)> = of
                    .iter()
                    .flatten()
                    .map(|(fact, number)| (*number as i32, facts[*fact]))
                    .collect();
                let sums = [
                    holds(linear_ge(terms.clone(), *min as i32)),
                    holds(linear_le(terms, *max as i32)),
                ];
                and(ones.chain(sums))
            }
            PremiseForm::Joined { nodes, edges } => {
                let pairs = edges.iter().map(|(a, b, _)| (*a, *b));
                let graph =
                    Graph::new(*nodes, pairs).map_err(|error| ModelError::InvalidArguments {
                        by: "joined".to_owned(),
                        what: error.to_string(),
                    })?;
                let edges = edges.iter().map(|(_, _, edge)| view(edge));
                holds(connected_spanning(&graph, edges))
            }
            PremiseForm::When(claims, form) => {
                let then = form.formula(facts, model)?;
                implies(and(claims.iter().map(atom)), then)
            }
            PremiseForm::All(forms) => {
                let mut parts = Vec::with_capacity(forms.len());
                for form in forms {
                    parts.push(form.formula(facts, model)?);
                }
                and(parts)
            }
        })
    }
}
