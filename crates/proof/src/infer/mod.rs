//! Whether a constraint has no solution in the current domains. `true` must be right; `false` means that the algorithm found
//! no contradiction.

mod all_different;
mod linear;
mod loops;
mod parts;
mod path;

use crate::constraint::{Constraint, Relation, connects};
use crate::domains::Domains;

/// Buffers of the algorithms, kept between calls.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    matching: all_different::Matching,
}

/// Enumeration tries at most this many assignments.
const MAX_ASSIGNMENTS: u64 = 10_000;

/// Whether the constraint has no solution in the domains, none of which is empty.
pub(crate) fn fails(constraint: &Constraint, domains: &Domains, scratch: &mut Scratch) -> bool {
    match constraint {
        Constraint::Linear {
            terms,
            relation,
            constant,
        } => linear::fails(terms, *relation, *constant, domains),
        Constraint::AllDifferent(items) => scratch.matching.fails(items, domains),
        Constraint::Clause(atoms) => atoms.iter().all(|&atom| domains.is_false(atom)),
        Constraint::Connected { n_nodes, edges } => {
            // With every bridge that is still possible.
            let possible = edges.iter().filter(|edge| domains.max(edge.2) >= 1);
            !connects(*n_nodes, possible.map(|&(a, b, _)| (a, b)))
        }
        Constraint::Path {
            neighbours,
            positions,
        } => path::fails(neighbours, positions, domains),
        Constraint::Reified(atom, inner) => {
            (domains.holds(*atom) && fails(inner, domains, scratch))
                || (domains.is_false(*atom) && negation_fails(inner, domains))
                || enumeration_fails(constraint, domains)
        }
        Constraint::Table(vars, rows) => !rows.iter().any(|row| {
            let mut both = row.iter().zip(vars);
            both.all(|(&value, &var)| domains.contains(var, value))
        }),
        Constraint::Accepted(vars, automaton) => !automaton.accepts(vars.len(), |place, symbol| {
            domains.contains(vars[place], symbol)
        }),
        Constraint::Loop { n_nodes, edges } => loops::fails(*n_nodes, edges, domains),
        Constraint::ConnectedNodes(graph) => parts::connected_fails(graph, domains),
        Constraint::PartSizes(graph, size) => parts::sizes_fail(graph, *size, domains),
        Constraint::RootedParts(graph, roots) => parts::roots_fail(graph, roots, domains),
    }
}

/// Whether every assignment satisfies the constraint.
fn negation_fails(constraint: &Constraint, domains: &Domains) -> bool {
    match constraint {
        Constraint::Clause(atoms) => atoms.iter().any(|&atom| domains.holds(atom)),
        Constraint::Linear {
            terms,
            relation,
            constant,
        } => match relation {
            Relation::Eq => linear::fails(terms, Relation::Ne, *constant, domains),
            Relation::Ne => linear::fails(terms, Relation::Eq, *constant, domains),
            Relation::Le => linear::always_at_most(terms, *constant, domains),
        },
        _ => false,
    }
}

/// Tries all assignments of the constraint's variables, unless there are too many.
fn enumeration_fails(constraint: &Constraint, domains: &Domains) -> bool {
    let mut vars = Vec::new();
    constraint.each_var(&mut |var| vars.push(var));
    vars.sort_unstable();
    vars.dedup();
    let mut n_assignments = 1_u64;
    let mut choices: Vec<Vec<i32>> = Vec::new();
    for &var in &vars {
        let limit = MAX_ASSIGNMENTS as usize + 1;
        let values: Vec<i32> = domains.values(var).take(limit).collect();
        n_assignments *= values.len() as u64;
        if n_assignments > MAX_ASSIGNMENTS {
            return false;
        }
        choices.push(values);
    }
    let mut values = vec![0; domains.n_vars()];
    for mut number in 0..n_assignments {
        for (&var, choices) in vars.iter().zip(&choices) {
            values[var as usize] = choices[number as usize % choices.len()];
            number /= choices.len() as u64;
        }
        if constraint.holds(&values) {
            return false;
        }
    }
    true
}
