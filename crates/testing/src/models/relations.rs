//! One random builder per relation of the crate `constraints`.

use std::sync::Arc;

use gridwright_constraints::*;
use gridwright_fd::{Atom, Constraint, Domain, View};

use super::pool::Pool;
use crate::draws::Draws;

type Built = Option<Arc<dyn Constraint>>;
type Builder = fn(&Pool, &mut Draws) -> Built;

fn some(constraint: impl Constraint + 'static) -> Built {
    Some(Arc::new(constraint))
}

fn few(draws: &mut Draws) -> usize {
    draws.between(1, 4) as usize
}

fn numbers(n: usize, min: i32, max: i32, draws: &mut Draws) -> Vec<i32> {
    (0..n).map(|_| draws.between(min, max)).collect()
}

fn atoms(pool: &Pool, draws: &mut Draws) -> Vec<Atom> {
    (0..few(draws)).map(|_| pool.atom(draws)).collect()
}

fn terms(pool: &Pool, draws: &mut Draws) -> (Vec<(i32, View)>, i64) {
    let views = pool.ints(few(draws), draws);
    let terms = views.into_iter().map(|view| (draws.between(-2, 3), view));
    (terms.collect(), draws.between(-3, 6).into())
}

fn rows(width: usize, draws: &mut Draws) -> Vec<Vec<i32>> {
    (0..draws.between(1, 12))
        .map(|_| numbers(width, -2, 4, draws))
        .collect()
}

fn automaton(draws: &mut Draws) -> Automaton {
    let n_states = draws.between(1, 3) as usize;
    let mut automaton = Automaton::new(n_states, 0, -1..=2).accept(draws.below(n_states));
    for from in 0..n_states {
        for symbol in -1..=2 {
            if !draws.one_in(3) {
                automaton = automaton.arc(from, symbol, draws.below(n_states));
            }
        }
    }
    automaton
}

fn edges(n_nodes: usize, draws: &mut Draws) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for a in 0..n_nodes {
        for b in a + 1..n_nodes {
            if draws.one_in(2) {
                edges.push((a, b));
            }
        }
    }
    edges
}

fn empty(draws: &mut Draws) -> Empty {
    *draws.pick(&[Empty::Allowed, Empty::Refused])
}

/// One builder per relation.
pub(super) const BUILDERS: &[Builder] = &[
    |pool, draws| some(not_equal(pool.int(draws), pool.int(draws))),
    |pool, draws| some(less_equal(pool.int(draws), pool.int(draws))),
    |pool, draws| some(check_only(less(pool.int(draws), pool.int(draws)))),
    |pool, draws| some(less(pool.int(draws), pool.int(draws))),
    |pool, draws| some(equal(pool.int(draws), pool.int(draws))),
    |pool, draws| some(absolute(pool.int(draws), pool.int(draws))),
    |pool, draws| some(minimum(pool.ints(few(draws), draws), pool.int(draws))),
    |pool, draws| some(maximum(pool.ints(few(draws), draws), pool.int(draws))),
    |pool, draws| some(times(pool.int(draws), pool.int(draws), pool.int(draws))),
    |pool, draws| some(division(pool.int(draws), pool.int(draws), pool.int(draws))),
    |pool, draws| some(modulo(pool.int(draws), pool.int(draws), pool.int(draws))),
    |pool, draws| {
        let (terms, constant) = terms(pool, draws);
        some(linear_eq(terms, constant))
    },
    |pool, draws| {
        let (terms, constant) = terms(pool, draws);
        some(linear_ne(terms, constant))
    },
    |pool, draws| {
        let (terms, constant) = terms(pool, draws);
        some(linear_le(terms, constant))
    },
    |pool, draws| {
        let (terms, constant) = terms(pool, draws);
        some(linear_ge(terms, constant))
    },
    |pool, draws| some(bool_sum_eq(pool.bools(few(draws), draws), pool.int(draws))),
    |pool, draws| some(bool_sum_le(pool.bools(few(draws), draws), pool.int(draws))),
    |pool, draws| some(bool_sum_ge(pool.bools(few(draws), draws), pool.int(draws))),
    |pool, draws| some(exactly_one(pool.bools(few(draws), draws))),
    |pool, draws| some(at_most_one(pool.bools(few(draws), draws))),
    |pool, draws| some(at_least_one(pool.bools(few(draws), draws))),
    |pool, draws| some(all_different(pool.ints(few(draws), draws))),
    |pool, draws| {
        some(all_different_except(
            pool.ints(few(draws), draws),
            draws.between(-1, 2),
        ))
    },
    |pool, draws| {
        some(count_eq(
            pool.ints(few(draws), draws),
            draws.between(-1, 2),
            pool.int(draws),
        ))
    },
    |pool, draws| {
        some(count_not_eq(
            pool.ints(few(draws), draws),
            draws.between(-1, 2),
            pool.int(draws),
        ))
    },
    |pool, draws| {
        some(count_at_most(
            pool.ints(few(draws), draws),
            draws.between(-1, 2),
            pool.int(draws),
        ))
    },
    |pool, draws| {
        some(count_at_least(
            pool.ints(few(draws), draws),
            draws.between(-1, 2),
            pool.int(draws),
        ))
    },
    |pool, draws| {
        let set = Domain::from_values(numbers(2, -2, 4, draws));
        some(among(pool.ints(few(draws), draws), set, pool.int(draws)))
    },
    |pool, draws| {
        let counts = pool.ints(2, draws);
        some(global_cardinality(
            pool.ints(few(draws), draws),
            [draws.between(-1, 0), draws.between(1, 2)],
            counts,
        ))
    },
    |pool, draws| {
        let counts = pool.ints(2, draws);
        some(global_cardinality_closed(
            pool.ints(few(draws), draws),
            [draws.between(-1, 0), draws.between(1, 2)],
            counts,
        ))
    },
    |pool, draws| {
        let n = few(draws);
        some(inverse_from(
            pool.ints(n, draws),
            pool.ints(n, draws),
            draws.between(-1, 1),
        ))
    },
    |pool, draws| {
        some(channel(
            pool.int(draws),
            pool.bools(few(draws), draws),
            draws.between(-2, 1),
        ))
    },
    |pool, draws| {
        let b = pool.bools(1, draws)[0];
        some(value_channel(pool.int(draws), draws.between(-2, 3), b))
    },
    |pool, draws| {
        let array = pool.ints(few(draws), draws);
        some(element(
            pool.int(draws),
            draws.between(-1, 1),
            array,
            pool.int(draws),
        ))
    },
    |pool, draws| {
        let n = few(draws);
        some(table(pool.ints(n, draws), rows(n, draws)))
    },
    |pool, draws| {
        let n = few(draws);
        some(negative_table(pool.ints(n, draws), rows(n, draws)))
    },
    |pool, draws| {
        let n = few(draws);
        let rows: Vec<Vec<Option<i32>>> = rows(n, draws)
            .into_iter()
            .map(|row| {
                row.into_iter()
                    .map(|value| (value != 0).then_some(value))
                    .collect()
            })
            .collect();
        some(short_table(pool.ints(n, draws), rows))
    },
    |pool, draws| {
        let automaton = automaton(draws);
        some(regular(pool.ints(few(draws), draws), automaton))
    },
    |pool, draws| {
        let n = few(draws);
        some(lex_less(pool.ints(n, draws), pool.ints(n, draws)))
    },
    |pool, draws| {
        let n = few(draws);
        some(lex_less_equal(pool.ints(n, draws), pool.ints(n, draws)))
    },
    |pool, draws| {
        some(value_precede(
            draws.between(-1, 0),
            draws.between(1, 2),
            pool.ints(few(draws), draws),
        ))
    },
    |pool, draws| {
        some(value_precede_chain(
            [draws.between(-2, -1), 0, draws.between(1, 3)],
            pool.ints(few(draws), draws),
        ))
    },
    |pool, draws| {
        let n = few(draws);
        let (durations, demands) = (numbers(n, 0, 3, draws), numbers(n, 0, 3, draws));
        some(cumulative(
            pool.ints(n, draws),
            durations,
            demands,
            draws.between(0, 4),
        ))
    },
    |pool, draws| some(clause(atoms(pool, draws))),
    |pool, draws| some(all_atoms(atoms(pool, draws))),
    |pool, draws| some(implies(pool.atom(draws), pool.atom(draws))),
    |pool, draws| some(xor(atoms(pool, draws))),
    |pool, draws| some(even(atoms(pool, draws))),
    |pool, draws| some(iff_atoms(pool.atom(draws), pool.atom(draws))),
    |pool, draws| {
        let n = draws.between(1, 5) as usize;
        let graph = Graph::new(n, edges(n, draws)).ok()?;
        some(connected_nodes(&graph, pool.bools(n, draws), empty(draws)))
    },
    |pool, draws| {
        let n = few(draws);
        let graph = Graph::new(n, edges(n, draws)).ok()?;
        let chosen = pool.bools(graph.n_edges(), draws);
        some(connected_edges(
            &graph,
            pool.bools(n, draws),
            chosen,
            empty(draws),
        ))
    },
    |pool, draws| {
        let n = few(draws);
        let graph = Graph::new(n, edges(n, draws)).ok()?;
        let chosen = pool.bools(graph.n_edges(), draws);
        some(connected_spanning(&graph, chosen))
    },
    |pool, draws| {
        let n = few(draws);
        let graph = Graph::new(n, edges(n, draws)).ok()?;
        let chosen = pool.bools(graph.n_edges(), draws);
        some(connected_parts(&graph, chosen))
    },
    |pool, draws| {
        let n = few(draws);
        let graph = Digraph::new(n, edges(n, draws)).ok()?;
        some(reachable_nodes(
            graph,
            pool.int(draws),
            pool.bools(n, draws),
        ))
    },
    |pool, draws| {
        let n = few(draws);
        let graph = Digraph::new(n, edges(n, draws)).ok()?;
        let chosen = pool.bools(graph.n_edges(), draws);
        some(reachable_edges(
            graph,
            pool.int(draws),
            pool.bools(n, draws),
            chosen,
        ))
    },
    |pool, draws| {
        let set = Domain::from_values(numbers(2, -2, 4, draws));
        some(among_at_most(
            pool.ints(few(draws), draws),
            set,
            pool.int(draws),
        ))
    },
    |pool, draws| {
        let set = Domain::from_values(numbers(2, -2, 4, draws));
        some(among_at_least(
            pool.ints(few(draws), draws),
            set,
            pool.int(draws),
        ))
    },
    |pool, draws| {
        let views = pool.ints(few(draws), draws);
        some(count_var(views, pool.int(draws), pool.int(draws)))
    },
    |pool, draws| some(circuit(pool.ints(few(draws), draws), draws.between(-1, 1))),
    |pool, draws| {
        some(subcircuit(
            pool.ints(few(draws), draws),
            draws.between(-1, 1),
        ))
    },
    |pool, draws| {
        let n = few(draws);
        let graph = Graph::new(n, edges(n, draws)).ok()?;
        some(hamiltonian_path(&graph, pool.ints(n, draws)))
    },
];
