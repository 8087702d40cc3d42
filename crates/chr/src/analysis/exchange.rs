//! Occurrences that cannot fire because an earlier one of the same rule would have: heads that can be exchanged.
//!
//! If a rule without a guard stays the same when two of its heads change places, an active constraint finds partners at one of them exactly if it finds them at
//! the other. Where it is removed at the first, the second is never reached with partners. Rules such as `c(X) \\ c(X) <=> true` and
//! `leq(X, Y), leq(Y, X) <=> X = Y` are of this kind. SWI-Prolog does the same (`occurrence_subsumption`) if it is asked to optimise.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::syntax::source::{Head, RuleSource};

/// Whether the occurrence of a head never fires, as the constraint is tried and removed at an earlier head that can be exchanged with it.
pub(crate) fn is_subsumed(
    rule: &RuleSource,
    heads: &[(&Head, bool)],
    symbols: &[u32],
    active: usize,
) -> bool {
    let is_plain = rule.guard.is_none() && rule.observed.is_empty() && rule.values.is_empty();
    let mut earlier = heads.iter().take(active).enumerate();
    is_plain
        && earlier.any(|(at, (head, removed))| {
            *removed
                && !head.passive
                && symbols[at] == symbols[active]
                && can_change_places(heads, at, active)
        })
}

/// Whether heads are the same up to the names of variables once two of them have changed places.
fn can_change_places(heads: &[(&Head, bool)], one: usize, other: usize) -> bool {
    let mut names = [HashMap::new(), HashMap::new()];
    (0..heads.len()).all(|at| {
        let to = match at {
            at if at == one => other,
            at if at == other => one,
            at => at,
        };
        is_variant(&heads[at].0.term, &heads[to].0.term, &mut names)
    })
}

/// Whether two terms are the same up to the names of variables, each of which has one partner in the other.
fn is_variant<'t>(
    left: &'t Term,
    right: &'t Term,
    names: &mut [HashMap<&'t str, &'t str>; 2],
) -> bool {
    let mut all = |left: &'t [Term], right: &'t [Term]| {
        left.len() == right.len()
            && left
                .iter()
                .zip(right)
                .all(|(left, right)| is_variant(left, right, names))
    };
    match (left, right) {
        (Term::Var(left), Term::Var(right)) if left == "_" || right == "_" => left == right,
        (Term::Var(left), Term::Var(right)) => {
            *names[0].entry(left).or_insert(right) == right
                && *names[1].entry(right).or_insert(left) == left
        }
        (Term::Compound(name, left), Term::Compound(other, right)) => {
            name == other && all(left, right)
        }
        (Term::List(left), Term::List(right)) => all(left, right),
        (Term::OpenList(left, rest), Term::OpenList(right, other)) => {
            all(left, right) && is_variant(rest, other, names)
        }
        _ => left == right,
    }
}
