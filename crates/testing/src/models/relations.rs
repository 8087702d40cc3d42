//! One random builder per relation of the crate `constraints`.

use std::sync::Arc;

use gridwright_constraints::*;
use gridwright_fd::{Atom, Constraint, Domain, View};

use super::pool::Pool;
use crate::draws::Draws;

type Built = Option<Arc<dyn Constraint>>;
type Builder = fn(&mut Arguments<'_>) -> Built;

fn some(constraint: impl Constraint + 'static) -> Built {
    Some(Arc::new(constraint))
}

/// Random arguments of relations.
pub(super) struct Arguments<'a> {
    pub(super) pool: &'a Pool,
    pub(super) draws: &'a mut Draws,
}

impl Arguments<'_> {
    fn between(&mut self, min: i32, max: i32) -> i32 {
        self.draws.between(min, max)
    }

    fn few(&mut self) -> usize {
        self.between(1, 4) as usize
    }

    fn int(&mut self) -> View {
        self.pool.int(self.draws)
    }

    fn ints(&mut self, n: usize) -> Vec<View> {
        self.pool.ints(n, self.draws)
    }

    fn few_ints(&mut self) -> Vec<View> {
        let n = self.few();
        self.ints(n)
    }

    fn bools(&mut self, n: usize) -> Vec<View> {
        self.pool.bools(n, self.draws)
    }

    fn few_bools(&mut self) -> Vec<View> {
        let n = self.few();
        self.bools(n)
    }

    fn numbers(&mut self, n: usize, min: i32, max: i32) -> Vec<i32> {
        (0..n).map(|_| self.between(min, max)).collect()
    }

    fn set(&mut self) -> Domain {
        Domain::from_values(self.numbers(2, -2, 4))
    }

    fn atom(&mut self) -> Atom {
        self.pool.atom(self.draws)
    }

    fn atoms(&mut self) -> Vec<Atom> {
        (0..self.few()).map(|_| self.atom()).collect()
    }

    fn terms(&mut self) -> (Vec<(i32, View)>, i64) {
        let views = self.few_ints();
        let terms = views.into_iter().map(|view| (self.between(-2, 3), view));
        (terms.collect(), self.between(-3, 6).into())
    }

    fn rows(&mut self, width: usize) -> Vec<Vec<i32>> {
        let n = self.between(1, 12);
        (0..n).map(|_| self.numbers(width, -2, 4)).collect()
    }

    fn automaton(&mut self) -> Automaton {
        let n_states = self.between(1, 3) as usize;
        let mut automaton = Automaton::new(n_states, 0, -1..=2).accept(self.draws.below(n_states));
        for from in 0..n_states {
            for symbol in -1..=2 {
                if !self.draws.one_in(3) {
                    automaton = automaton.arc(from, symbol, self.draws.below(n_states));
                }
            }
        }
        automaton
    }

    fn edges(&mut self, n_nodes: usize) -> Vec<(usize, usize)> {
        let pairs = (0..n_nodes).flat_map(|a| (a + 1..n_nodes).map(move |b| (a, b)));
        pairs.filter(|_| self.draws.one_in(2)).collect()
    }

    fn graph(&mut self, n_nodes: usize) -> Graph {
        Graph::new(n_nodes, self.edges(n_nodes)).expect("nodes in range")
    }

    fn digraph(&mut self, n_nodes: usize) -> Digraph {
        Digraph::new(n_nodes, self.edges(n_nodes)).expect("nodes in range")
    }

    fn empty(&mut self) -> EmptySubgraph {
        *self
            .draws
            .pick(&[EmptySubgraph::Allowed, EmptySubgraph::Rejected])
    }
}

/// One builder per relation.
pub(super) const BUILDERS: &[Builder] = &[
    |any| some(not_equal(any.int(), any.int())),
    |any| some(less_equal(any.int(), any.int())),
    |any| some(check_only(less(any.int(), any.int()))),
    |any| some(less(any.int(), any.int())),
    |any| some(equal(any.int(), any.int())),
    |any| some(absolute(any.int(), any.int())),
    |any| some(minimum(any.few_ints(), any.int())),
    |any| some(maximum(any.few_ints(), any.int())),
    |any| some(times(any.int(), any.int(), any.int())),
    |any| some(division(any.int(), any.int(), any.int())),
    |any| some(modulo(any.int(), any.int(), any.int())),
    |any| {
        let (terms, constant) = any.terms();
        some(linear_eq(terms, constant))
    },
    |any| {
        let (terms, constant) = any.terms();
        some(linear_ne(terms, constant))
    },
    |any| {
        let (terms, constant) = any.terms();
        some(linear_le(terms, constant))
    },
    |any| {
        let (terms, constant) = any.terms();
        some(linear_ge(terms, constant))
    },
    |any| some(bool_sum_eq(any.few_bools(), any.int())),
    |any| some(bool_sum_le(any.few_bools(), any.int())),
    |any| some(bool_sum_ge(any.few_bools(), any.int())),
    |any| some(exactly_one(any.few_bools())),
    |any| some(at_most_one(any.few_bools())),
    |any| some(at_least_one(any.few_bools())),
    |any| some(all_different(any.few_ints())),
    |any| some(all_different_except(any.few_ints(), any.between(-1, 2))),
    |any| {
        let views = any.few_ints();
        let at: Vec<usize> = (0..views.len()).filter(|_| any.draws.one_in(2)).collect();
        some(all_different_sums(views, [(at, any.between(-2, 5))]))
    },
    |any| some(count_eq(any.few_ints(), any.between(-1, 2), any.int())),
    |any| some(count_not_eq(any.few_ints(), any.between(-1, 2), any.int())),
    |any| some(count_at_most(any.few_ints(), any.between(-1, 2), any.int())),
    |any| {
        some(count_at_least(
            any.few_ints(),
            any.between(-1, 2),
            any.int(),
        ))
    },
    |any| {
        let set = any.set();
        some(among(any.few_ints(), set, any.int()))
    },
    |any| {
        let counts = any.ints(2);
        some(global_cardinality(
            any.few_ints(),
            [any.between(-1, 0), any.between(1, 2)],
            counts,
        ))
    },
    |any| {
        let counts = any.ints(2);
        some(global_cardinality_closed(
            any.few_ints(),
            [any.between(-1, 0), any.between(1, 2)],
            counts,
        ))
    },
    |any| {
        let n = any.few();
        some(inverse_with_offset(
            any.ints(n),
            any.ints(n),
            any.between(-1, 1),
        ))
    },
    |any| some(channel(any.int(), any.few_bools(), any.between(-2, 1))),
    |any| {
        let b = any.bools(1)[0];
        some(value_channel(any.int(), any.between(-2, 3), b))
    },
    |any| {
        let array = any.few_ints();
        some(element(any.int(), any.between(-1, 1), array, any.int()))
    },
    |any| {
        let n = any.few();
        some(table(any.ints(n), any.rows(n)))
    },
    |any| {
        let n = any.few();
        some(negative_table(any.ints(n), any.rows(n)))
    },
    |any| {
        let n = any.few();
        let short = |row: Vec<i32>| row.into_iter().map(|value| (value != 0).then_some(value));
        let rows: Vec<_> = any.rows(n).into_iter().map(short).collect();
        some(short_table(any.ints(n), rows))
    },
    |any| {
        let automaton = any.automaton();
        some(regular(any.few_ints(), automaton))
    },
    |any| {
        let n = any.few();
        some(lex_less(any.ints(n), any.ints(n)))
    },
    |any| {
        let n = any.few();
        some(lex_less_equal(any.ints(n), any.ints(n)))
    },
    |any| {
        some(value_precede(
            any.between(-1, 0),
            any.between(1, 2),
            any.few_ints(),
        ))
    },
    |any| {
        some(value_precede_chain(
            [any.between(-2, -1), 0, any.between(1, 3)],
            any.few_ints(),
        ))
    },
    |any| {
        let n = any.few();
        let (durations, demands) = (any.numbers(n, 0, 3), any.numbers(n, 0, 3));
        some(cumulative(
            any.ints(n),
            durations,
            demands,
            any.between(0, 4),
        ))
    },
    |any| {
        let n = any.few();
        let durations = any.numbers(n, 0, 3).into_iter().map(View::constant);
        let durations: Vec<View> = durations.collect();
        some(disjunctive(any.ints(n), durations))
    },
    |any| some(clause(any.atoms())),
    |any| some(all_atoms(any.atoms())),
    |any| some(implies(any.atom(), any.atom())),
    |any| some(xor(any.atoms())),
    |any| some(even(any.atoms())),
    |any| some(iff_atoms(any.atom(), any.atom())),
    |any| {
        let n = any.between(1, 5) as usize;
        let graph = any.graph(n);
        some(connected_nodes(&graph, any.bools(n), any.empty()))
    },
    |any| {
        let n = any.few();
        let graph = any.graph(n);
        let chosen = any.bools(graph.n_edges());
        some(connected_edges(&graph, any.bools(n), chosen, any.empty()))
    },
    |any| {
        let n = any.few();
        let graph = any.graph(n);
        let chosen = any.bools(graph.n_edges());
        some(connected_spanning(&graph, chosen))
    },
    |any| {
        let n = any.few();
        let graph = any.graph(n);
        let chosen = any.bools(graph.n_edges());
        some(connected_parts(&graph, chosen))
    },
    |any| {
        let n = any.between(2, 4) as usize;
        let graph = any.graph(n);
        let chosen = any.bools(graph.n_edges());
        some(single_loop(&graph, chosen, any.empty()))
    },
    |any| {
        let n = any.between(1, 5) as usize;
        let graph = any.graph(n);
        let nodes = any.bools(n);
        some(part_sizes(&graph, nodes, any.few()))
    },
    |any| {
        let n = any.between(2, 5) as usize;
        let graph = any.graph(n);
        let nodes = any.bools(n);
        let size = match any.between(0, 1) {
            0 => None,
            _ => Some(any.few()),
        };
        let roots = [(0, size), (n - 1, None)];
        some(rooted_parts(&graph, nodes, roots))
    },
    |any| {
        let n = any.few();
        let graph = any.digraph(n);
        some(reachable_nodes(graph, any.int(), any.bools(n)))
    },
    |any| {
        let n = any.few();
        let graph = any.digraph(n);
        let chosen = any.bools(graph.n_edges());
        some(reachable_edges(graph, any.int(), any.bools(n), chosen))
    },
    |any| {
        let set = any.set();
        some(among_at_most(any.few_ints(), set, any.int()))
    },
    |any| {
        let set = any.set();
        some(among_at_least(any.few_ints(), set, any.int()))
    },
    |any| {
        let views = any.few_ints();
        some(count_var(views, any.int(), any.int()))
    },
    |any| some(circuit(any.few_ints(), any.between(-1, 1))),
    |any| some(subcircuit(any.few_ints(), any.between(-1, 1))),
    |any| {
        let n = any.few();
        let graph = any.graph(n);
        some(hamiltonian_path(&graph, any.ints(n)))
    },
    |any| {
        let bools = any.few_bools();
        let pairs = bools.into_iter().map(|bool| (any.between(-2, 4), bool));
        let pairs: Vec<(i32, View)> = pairs.collect();
        some(value_channels(any.int(), pairs))
    },
    |any| {
        let numbers = [any.int(), any.int(), any.int()].map(Float::int);
        some(float_relation(FloatRule::Times, numbers))
    },
];
