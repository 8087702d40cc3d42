//! The registry of random builders: one per relation of the constraints' room.

use std::sync::Arc;

use gridwright_constraints::*;
use gridwright_fd::Rng;
use gridwright_fd::{Atom, Constraint, Domain, View};

use super::Pool;

type Built = Option<Arc<dyn Constraint>>;
type Builder = fn(&Pool, &mut Rng) -> Built;

fn some(constraint: impl Constraint + 'static) -> Built {
    Some(Arc::new(constraint))
}

fn few(rng: &mut Rng) -> usize {
    rng.between(1, 4) as usize
}

fn numbers(n: usize, min: i32, max: i32, rng: &mut Rng) -> Vec<i32> {
    (0..n).map(|_| rng.between(min, max)).collect()
}

fn atoms(pool: &Pool, rng: &mut Rng) -> Vec<Atom> {
    (0..few(rng)).map(|_| pool.atom(rng)).collect()
}

fn terms(pool: &Pool, rng: &mut Rng) -> (Vec<(i32, View)>, i64) {
    let views = pool.ints(few(rng), rng);
    let terms = views.into_iter().map(|view| (rng.between(-2, 3), view));
    (terms.collect(), rng.between(-3, 6).into())
}

fn rows(width: usize, rng: &mut Rng) -> Vec<Vec<i32>> {
    (0..rng.between(1, 12))
        .map(|_| numbers(width, -2, 4, rng))
        .collect()
}

fn automaton(rng: &mut Rng) -> Automaton {
    let n_states = rng.between(1, 3) as usize;
    let mut automaton = Automaton::new(n_states, 0, -1..=2).accept(rng.below(n_states));
    for from in 0..n_states {
        for symbol in -1..=2 {
            if !rng.one_in(3) {
                automaton = automaton.arc(from, symbol, rng.below(n_states));
            }
        }
    }
    automaton
}

fn edges(n_nodes: usize, rng: &mut Rng) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for a in 0..n_nodes {
        for b in a + 1..n_nodes {
            if rng.one_in(2) {
                edges.push((a, b));
            }
        }
    }
    edges
}

fn empty(rng: &mut Rng) -> Empty {
    *rng.pick(&[Empty::Allowed, Empty::Refused])
}

/// One builder per relation.
pub(crate) const BUILDERS: &[Builder] = &[
    |pool, rng| some(not_equal(pool.int(rng), pool.int(rng))),
    |pool, rng| some(less_equal(pool.int(rng), pool.int(rng))),
    |pool, rng| some(passively(less(pool.int(rng), pool.int(rng)))),
    |pool, rng| some(less(pool.int(rng), pool.int(rng))),
    |pool, rng| some(equal(pool.int(rng), pool.int(rng))),
    |pool, rng| some(absolute(pool.int(rng), pool.int(rng))),
    |pool, rng| some(minimum(pool.ints(few(rng), rng), pool.int(rng))),
    |pool, rng| some(maximum(pool.ints(few(rng), rng), pool.int(rng))),
    |pool, rng| some(times(pool.int(rng), pool.int(rng), pool.int(rng))),
    |pool, rng| some(division(pool.int(rng), pool.int(rng), pool.int(rng))),
    |pool, rng| some(modulo(pool.int(rng), pool.int(rng), pool.int(rng))),
    |pool, rng| {
        let (terms, constant) = terms(pool, rng);
        some(linear_eq(terms, constant))
    },
    |pool, rng| {
        let (terms, constant) = terms(pool, rng);
        some(linear_ne(terms, constant))
    },
    |pool, rng| {
        let (terms, constant) = terms(pool, rng);
        some(linear_le(terms, constant))
    },
    |pool, rng| {
        let (terms, constant) = terms(pool, rng);
        some(linear_ge(terms, constant))
    },
    |pool, rng| some(bool_sum_eq(pool.bools(few(rng), rng), pool.int(rng))),
    |pool, rng| some(bool_sum_le(pool.bools(few(rng), rng), pool.int(rng))),
    |pool, rng| some(bool_sum_ge(pool.bools(few(rng), rng), pool.int(rng))),
    |pool, rng| some(exactly_one(pool.bools(few(rng), rng))),
    |pool, rng| some(at_most_one(pool.bools(few(rng), rng))),
    |pool, rng| some(at_least_one(pool.bools(few(rng), rng))),
    |pool, rng| some(all_different(pool.ints(few(rng), rng))),
    |pool, rng| {
        some(all_different_except(
            pool.ints(few(rng), rng),
            rng.between(-1, 2),
        ))
    },
    |pool, rng| {
        some(count_eq(
            pool.ints(few(rng), rng),
            rng.between(-1, 2),
            pool.int(rng),
        ))
    },
    |pool, rng| {
        some(count_not_eq(
            pool.ints(few(rng), rng),
            rng.between(-1, 2),
            pool.int(rng),
        ))
    },
    |pool, rng| {
        some(count_at_most(
            pool.ints(few(rng), rng),
            rng.between(-1, 2),
            pool.int(rng),
        ))
    },
    |pool, rng| {
        some(count_at_least(
            pool.ints(few(rng), rng),
            rng.between(-1, 2),
            pool.int(rng),
        ))
    },
    |pool, rng| {
        let set = Domain::from_values(numbers(2, -2, 4, rng));
        some(among(pool.ints(few(rng), rng), set, pool.int(rng)))
    },
    |pool, rng| {
        let counts = pool.ints(2, rng);
        some(global_cardinality(
            pool.ints(few(rng), rng),
            [rng.between(-1, 0), rng.between(1, 2)],
            counts,
        ))
    },
    |pool, rng| {
        let counts = pool.ints(2, rng);
        some(global_cardinality_closed(
            pool.ints(few(rng), rng),
            [rng.between(-1, 0), rng.between(1, 2)],
            counts,
        ))
    },
    |pool, rng| {
        let n = few(rng);
        some(inverse_from(
            pool.ints(n, rng),
            pool.ints(n, rng),
            rng.between(-1, 1),
        ))
    },
    |pool, rng| {
        some(channel(
            pool.int(rng),
            pool.bools(few(rng), rng),
            rng.between(-2, 1),
        ))
    },
    |pool, rng| {
        let b = pool.bools(1, rng)[0];
        some(value_channel(pool.int(rng), rng.between(-2, 3), b))
    },
    |pool, rng| {
        let array = pool.ints(few(rng), rng);
        some(element(
            pool.int(rng),
            rng.between(-1, 1),
            array,
            pool.int(rng),
        ))
    },
    |pool, rng| {
        let n = few(rng);
        some(table(pool.ints(n, rng), rows(n, rng)))
    },
    |pool, rng| {
        let n = few(rng);
        some(negative_table(pool.ints(n, rng), rows(n, rng)))
    },
    |pool, rng| {
        let n = few(rng);
        let rows: Vec<Vec<Option<i32>>> = rows(n, rng)
            .into_iter()
            .map(|row| {
                row.into_iter()
                    .map(|value| (value != 0).then_some(value))
                    .collect()
            })
            .collect();
        some(short_table(pool.ints(n, rng), rows))
    },
    |pool, rng| {
        let automaton = automaton(rng);
        some(regular(pool.ints(few(rng), rng), automaton))
    },
    |pool, rng| {
        let n = few(rng);
        some(lex_less(pool.ints(n, rng), pool.ints(n, rng)))
    },
    |pool, rng| {
        let n = few(rng);
        some(lex_less_equal(pool.ints(n, rng), pool.ints(n, rng)))
    },
    |pool, rng| {
        some(value_precede(
            rng.between(-1, 0),
            rng.between(1, 2),
            pool.ints(few(rng), rng),
        ))
    },
    |pool, rng| {
        some(value_precede_chain(
            [rng.between(-2, -1), 0, rng.between(1, 3)],
            pool.ints(few(rng), rng),
        ))
    },
    |pool, rng| {
        let n = few(rng);
        let (durations, demands) = (numbers(n, 0, 3, rng), numbers(n, 0, 3, rng));
        some(cumulative(
            pool.ints(n, rng),
            durations,
            demands,
            rng.between(0, 4),
        ))
    },
    |pool, rng| some(clause(atoms(pool, rng))),
    |pool, rng| some(all_atoms(atoms(pool, rng))),
    |pool, rng| some(implies(pool.atom(rng), pool.atom(rng))),
    |pool, rng| some(xor(atoms(pool, rng))),
    |pool, rng| some(even(atoms(pool, rng))),
    |pool, rng| some(iff_atoms(pool.atom(rng), pool.atom(rng))),
    |pool, rng| {
        let n = rng.between(1, 5) as usize;
        let graph = Graph::new(n, edges(n, rng)).ok()?;
        some(connected_nodes(&graph, pool.bools(n, rng), empty(rng)))
    },
    |pool, rng| {
        let n = few(rng);
        let graph = Graph::new(n, edges(n, rng)).ok()?;
        let chosen = pool.bools(graph.n_edges(), rng);
        some(connected_edges(
            &graph,
            pool.bools(n, rng),
            chosen,
            empty(rng),
        ))
    },
    |pool, rng| {
        let n = few(rng);
        let graph = Graph::new(n, edges(n, rng)).ok()?;
        let chosen = pool.bools(graph.n_edges(), rng);
        some(connected_spanning(&graph, chosen))
    },
    |pool, rng| {
        let n = few(rng);
        let graph = Graph::new(n, edges(n, rng)).ok()?;
        let chosen = pool.bools(graph.n_edges(), rng);
        some(connected_parts(&graph, chosen))
    },
    |pool, rng| {
        let n = few(rng);
        let graph = Digraph::new(n, edges(n, rng)).ok()?;
        some(reachable_nodes(graph, pool.int(rng), pool.bools(n, rng)))
    },
    |pool, rng| {
        let n = few(rng);
        let graph = Digraph::new(n, edges(n, rng)).ok()?;
        let chosen = pool.bools(graph.n_edges(), rng);
        some(reachable_edges(
            graph,
            pool.int(rng),
            pool.bools(n, rng),
            chosen,
        ))
    },
    |pool, rng| {
        let set = Domain::from_values(numbers(2, -2, 4, rng));
        some(among_at_most(pool.ints(few(rng), rng), set, pool.int(rng)))
    },
    |pool, rng| {
        let set = Domain::from_values(numbers(2, -2, 4, rng));
        some(among_at_least(pool.ints(few(rng), rng), set, pool.int(rng)))
    },
    |pool, rng| {
        let views = pool.ints(few(rng), rng);
        some(count_var(views, pool.int(rng), pool.int(rng)))
    },
    |pool, rng| some(circuit(pool.ints(few(rng), rng), rng.between(-1, 1))),
    |pool, rng| some(subcircuit(pool.ints(few(rng), rng), rng.between(-1, 1))),
    |pool, rng| {
        let n = few(rng);
        let graph = Graph::new(n, edges(n, rng)).ok()?;
        some(hamiltonian_path(&graph, pool.ints(n, rng)))
    },
];
