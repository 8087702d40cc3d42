//! Models of statements: variables and constraints one to one, so that an index means the same on both sides.

use gridwright_constraints::{
    Automaton, EmptySubgraph, Graph, all_different, bool_sum_eq, bool_sum_le, clause,
    connected_nodes, connected_spanning, hamiltonian_path, linear_eq, linear_le, linear_ne,
    part_sizes, regular, rooted_parts, single_loop, table,
};
use gridwright_fd::{Atom, Deadline, Domain, Model, ModelError, Var, View, iff_shared};
use gridwright_proof::{Constraint, NodeGraph, Op, Relation, Statement};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The model of a statement. Its keys are those of the statement. A variable without values is an error.
pub fn model_of(statement: &Statement) -> Result<Model, ModelError> {
    model_before(statement, &Deadline::never())
}

/// [`model_of`], unless the deadline comes first.
pub(super) fn model_before(
    statement: &Statement,
    deadline: &Deadline,
) -> Result<Model, ModelError> {
    let mut model = Model::new();
    model.set_deadline(deadline.clone());
    for (i, domain) in statement.domains.iter().enumerate() {
        let ranges = domain.ranges.iter().map(|&(min, max)| min..=max);
        model.var(format!("x{i}"), Domain::from_ranges(ranges))?;
    }
    for constraint in &statement.constraints {
        let shared = shared(statement, constraint)?;
        model.post_shared(shared)?;
    }
    model.set_keys(statement.keys.iter().map(|&key| var(key)).collect())?;
    Ok(model)
}

/// The variable of the model with the index that it has in the statement. The first variable of a model is a constant.
pub(super) fn var(index: u32) -> Var {
    Var::at(index as usize + 1)
}

/// An atom of the statement, about the model's variable.
fn atom(atom: gridwright_proof::Atom) -> Atom {
    let op = match atom.op {
        Op::Ge => gridwright_fd::Op::Ge,
        Op::Le => gridwright_fd::Op::Le,
        Op::Eq => gridwright_fd::Op::Eq,
        Op::Ne => gridwright_fd::Op::Ne,
    };
    Atom::new(var(atom.var), op, atom.value)
}

fn shared(
    statement: &Statement,
    constraint: &Constraint,
) -> Result<Arc<dyn gridwright_fd::Constraint>, ModelError> {
    Ok(match constraint {
        Constraint::Linear {
            terms,
            relation,
            constant,
        } => {
            if let Some((bools, total)) = bool_sum(statement, terms, *relation, *constant) {
                return Ok(Arc::new(match relation {
                    Relation::Le => bool_sum_le(bools, total),
                    _ => bool_sum_eq(bools, total),
                }));
            }
            let terms = terms.iter().map(|&(a, x)| (a, var(x)));
            Arc::new(match relation {
                Relation::Eq => linear_eq(terms, *constant),
                Relation::Ne => linear_ne(terms, *constant),
                Relation::Le => linear_le(terms, *constant),
            })
        }
        Constraint::AllDifferent(items) => {
            let views = items.iter().map(|&(x, offset)| View {
                offset,
                ..var(x).view()
            });
            Arc::new(all_different(views))
        }
        Constraint::Clause(atoms) => Arc::new(clause(atoms.iter().map(|&it| atom(it)))),
        Constraint::Connected { n_nodes, edges } => {
            let graph = Graph::new(*n_nodes, edges.iter().map(|&(a, b, _)| (a, b)))?;
            let edges: Vec<Var> = edges.iter().map(|edge| var(edge.2)).collect();
            Arc::new(connected_spanning(&graph, edges))
        }
        Constraint::Path {
            neighbours,
            positions,
        } => {
            let graph = graph(neighbours)?;
            // Positions count from 1 here, from 0 there.
            let views = positions.iter().map(|&x| View {
                offset: -1,
                ..var(x).view()
            });
            Arc::new(hamiltonian_path(&graph, views))
        }
        Constraint::Reified(when, then) => {
            Arc::new(iff_shared(atom(*when), shared(statement, then)?))
        }
        Constraint::Table(vars, rows) => {
            let vars: Vec<Var> = vars.iter().map(|&x| var(x)).collect();
            Arc::new(table(vars, rows.iter().cloned()))
        }
        Constraint::Accepted(vars, automaton) => {
            let vars: Vec<Var> = vars.iter().map(|&x| var(x)).collect();
            let symbols: BTreeSet<i32> = automaton.arcs.iter().map(|arc| arc.1).collect();
            let mut same = Automaton::new(automaton.n_states(), 0, symbols);
            for &(from, symbol, to) in &automaton.arcs {
                same = same.arc(from, symbol, to);
            }
            Arc::new(regular(&vars, same.accept(automaton.accepting)))
        }
        Constraint::Loop { n_nodes, edges } => {
            let graph = Graph::new(*n_nodes, edges.iter().map(|&(a, b, _)| (a, b)))?;
            let edges: Vec<Var> = edges.iter().map(|edge| var(edge.2)).collect();
            Arc::new(single_loop(&graph, &edges, EmptySubgraph::Rejected))
        }
        Constraint::ConnectedNodes(nodes) => {
            let graph = graph(&nodes.neighbours)?;
            Arc::new(connected_nodes(
                &graph,
                node_views(nodes),
                EmptySubgraph::Allowed,
            ))
        }
        Constraint::PartSizes(nodes, size) => Arc::new(part_sizes(
            &graph(&nodes.neighbours)?,
            node_views(nodes),
            *size,
        )),
        Constraint::RootedParts(nodes, roots) => {
            let graph = graph(&nodes.neighbours)?;
            Arc::new(rooted_parts(
                &graph,
                node_views(nodes),
                roots.iter().copied(),
            ))
        }
    })
}

/// The graph with these neighbours of each node.
fn graph(neighbours: &[Vec<usize>]) -> Result<Graph, ModelError> {
    let edges = neighbours.iter().enumerate().flat_map(|(a, near)| {
        let later = near.iter().filter(move |&&b| a < b);
        later.map(move |&b| (a, b))
    });
    Graph::new(neighbours.len(), edges)
}

/// The views that are 1 if a node is chosen and 0 if not.
fn node_views(nodes: &NodeGraph) -> Vec<View> {
    let view = |atom: &gridwright_proof::Atom| match atom.value {
        0 => var(atom.var).view().complement(),
        _ => var(atom.var).view(),
    };
    nodes.atoms.iter().map(view).collect()
}

/// A sum of Booleans that equals a constant or a view of one other variable, or is at most that: it has a faster propagator.
fn bool_sum(
    statement: &Statement,
    terms: &[(i32, u32)],
    relation: Relation,
    constant: i64,
) -> Option<(Vec<Var>, View)> {
    let is_bool = |x: u32| {
        let ranges = &statement.domains[x as usize].ranges;
        ranges.iter().all(|&(min, max)| min >= 0 && max <= 1)
    };
    let is_plain = |&(a, x): &(i32, u32)| a == 1 && is_bool(x);
    let mut others = terms.iter().filter(|term| !is_plain(term));
    let other = others.next();
    if relation == Relation::Ne || others.next().is_some() || terms.len() < 2 {
        return None;
    }
    let bools: Vec<Var> = terms
        .iter()
        .filter(|t| is_plain(t))
        .map(|t| var(t.1))
        .collect();
    let constant = i32::try_from(constant).ok()?;
    // The sum is compared with constant - a * x.
    let total = match other {
        Some(&(0, _)) | None => View::constant(constant),
        Some(&(a, x)) => var(x).view().times(a.checked_neg()?)?.plus(constant)?,
    };
    Some((bools, total))
}
