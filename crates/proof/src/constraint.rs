//! Constraints and their ground meaning: what must hold between the values of some variables.

use std::sync::Arc;

use crate::atom::Atom;

/// A relation between a sum and a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The sum equals the constant.
    Eq,
    /// The sum differs from the constant.
    Ne,
    /// The sum is at most the constant.
    Le,
}

/// A constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// The sum of `a * x` over the terms `(a, x)`, compared with a constant.
    Linear {
        /// The terms.
        terms: Vec<(i32, u32)>,
        /// The relation.
        relation: Relation,
        /// The constant.
        constant: i64,
    },
    /// The values `x + offset` of the pairs `(x, offset)` are all different.
    AllDifferent(Vec<(u32, i32)>),
    /// At least one of the atoms holds.
    Clause(Vec<Atom>),
    /// The edges `(a, b, x)` with `x >= 1` connect all nodes `0..n_nodes`.
    Connected {
        /// The number of nodes.
        n_nodes: usize,
        /// The edges.
        edges: Vec<(usize, usize, u32)>,
    },
    /// `positions[i]` is the position of node `i`, from 1, on a path that visits every node once; nodes at consecutive
    /// positions are neighbours.
    Path {
        /// The neighbours of each node.
        neighbours: Vec<Vec<usize>>,
        /// The variable of each node.
        positions: Vec<u32>,
    },
    /// The constraint holds if and only if the atom does.
    Reified(Atom, Box<Constraint>),
    /// The values of the variables are one of the rows.
    Table(Vec<u32>, Vec<Vec<i32>>),
    /// The values of the variables, in order, are a word that the automaton accepts.
    Accepted(Vec<u32>, Arc<Automaton>),
    /// The edges `(a, b, x)` with `x >= 1` form one simple loop, of three edges or more. No two edges join the same nodes, and none joins a node to itself.
    Loop {
        /// The number of nodes.
        n_nodes: usize,
        /// The edges.
        edges: Vec<(usize, usize, u32)>,
    },
    /// The chosen nodes are connected, or there is none.
    ConnectedNodes(NodeGraph),
    /// Every connected part of the chosen nodes has as many nodes as the number says.
    PartSizes(NodeGraph, usize),
    /// Every connected part of the chosen nodes has exactly one root and, if the root has a size, as many nodes. All roots are chosen.
    RootedParts(NodeGraph, Vec<(usize, Option<usize>)>),
}

/// A finite automaton. It starts in state 0, and no two arcs have the same state and symbol.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Automaton {
    /// The arcs: a state, a symbol, and the next state.
    pub arcs: Vec<(usize, i32, usize)>,
    /// The state in which it accepts.
    pub accepting: usize,
}

impl Automaton {
    /// The number of states.
    pub fn n_states(&self) -> usize {
        let last = self.arcs.iter().map(|arc| arc.0.max(arc.2)).max();
        1 + last.unwrap_or(0).max(self.accepting)
    }

    /// Whether it accepts a word of `length` symbols that are possible at their places.
    pub(crate) fn accepts(&self, length: usize, may_be: impl Fn(usize, i32) -> bool) -> bool {
        let mut is_reached = vec![false; self.n_states()];
        is_reached[0] = true;
        for place in 0..length {
            let mut next = vec![false; is_reached.len()];
            for &(from, symbol, to) in &self.arcs {
                if is_reached[from] && !next[to] {
                    next[to] = may_be(place, symbol);
                }
            }
            is_reached = next;
        }
        is_reached[self.accepting]
    }
}

/// A graph with an atom for each node; a node is chosen if its atom holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeGraph {
    /// The atom of each node: `x = 0` or `x = 1`, about a variable with no other values.
    pub atoms: Vec<Atom>,
    /// The neighbours of each node.
    pub neighbours: Arc<Vec<Vec<usize>>>,
}

impl NodeGraph {
    /// The connected parts of the nodes that pass a test.
    pub fn parts(&self, passes: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut is_found = vec![false; self.atoms.len()];
        let mut parts = Vec::new();
        for start in 0..self.atoms.len() {
            if is_found[start] || !passes(start) {
                continue;
            }
            is_found[start] = true;
            let mut part = vec![start];
            let mut next = 0;
            while let Some(&node) = part.get(next) {
                next += 1;
                for &near in &self.neighbours[node] {
                    if !is_found[near] && passes(near) {
                        is_found[near] = true;
                        part.push(near);
                    }
                }
            }
            parts.push(part);
        }
        parts
    }
}

impl Constraint {
    /// A linear constraint, with the terms of each variable merged; `None` if a coefficient is too large.
    pub fn linear(
        mut terms: Vec<(i64, u32)>,
        relation: Relation,
        constant: i64,
    ) -> Option<Constraint> {
        terms.sort_by_key(|term| term.1);
        let mut merged: Vec<(i64, u32)> = Vec::with_capacity(terms.len());
        for (a, x) in terms {
            match merged.last_mut() {
                Some(last) if last.1 == x => last.0 = last.0.checked_add(a)?,
                _ => merged.push((a, x)),
            }
        }
        merged.retain(|term| term.0 != 0);
        let small = |(a, x): (i64, u32)| Some((i32::try_from(a).ok()?, x));
        Some(Constraint::Linear {
            terms: merged.into_iter().map(small).collect::<Option<_>>()?,
            relation,
            constant,
        })
    }

    /// The ground meaning: whether an assignment satisfies the constraint.
    pub fn holds(&self, values: &[i32]) -> bool {
        let value = |var: u32| values[var as usize];
        let chosen = |graph: &NodeGraph, node: usize| {
            let atom = graph.atoms[node];
            atom.admits(value(atom.var))
        };
        match self {
            Constraint::Linear {
                terms,
                relation,
                constant,
            } => {
                let product = |&(a, x): &(i32, u32)| i128::from(a) * i128::from(value(x));
                let sum: i128 = terms.iter().map(product).sum();
                match relation {
                    Relation::Eq => sum == i128::from(*constant),
                    Relation::Ne => sum != i128::from(*constant),
                    Relation::Le => sum <= i128::from(*constant),
                }
            }
            Constraint::AllDifferent(items) => {
                let shifted = |&(x, offset): &(u32, i32)| i64::from(value(x)) + i64::from(offset);
                let mut seen: Vec<i64> = items.iter().map(shifted).collect();
                seen.sort_unstable();
                seen.windows(2).all(|pair| pair[0] != pair[1])
            }
            Constraint::Clause(atoms) => atoms.iter().any(|atom| atom.admits(value(atom.var))),
            Constraint::Connected { n_nodes, edges } => {
                let joined = edges.iter().filter(|edge| value(edge.2) >= 1);
                connects(*n_nodes, joined.map(|&(a, b, _)| (a, b)))
            }
            Constraint::Path {
                neighbours,
                positions,
            } => {
                let n = positions.len();
                let mut node_at = vec![None; n];
                for (node, &x) in positions.iter().enumerate() {
                    let place = usize::try_from(i64::from(value(x)) - 1).ok();
                    match place.and_then(|place| node_at.get_mut(place)) {
                        Some(slot @ None) => *slot = Some(node),
                        _ => return false,
                    }
                }
                let path: Vec<usize> = node_at.into_iter().flatten().collect();
                let mut steps = path.windows(2);
                path.len() == n && steps.all(|step| neighbours[step[0]].contains(&step[1]))
            }
            Constraint::Reified(atom, inner) => atom.admits(value(atom.var)) == inner.holds(values),
            Constraint::Table(vars, rows) => rows
                .iter()
                .any(|row| row.iter().zip(vars).all(|(&v, &x)| value(x) == v)),
            Constraint::Accepted(vars, automaton) => {
                automaton.accepts(vars.len(), |place, symbol| value(vars[place]) == symbol)
            }
            Constraint::Loop { n_nodes, edges } => {
                let on = edges.iter().filter(|edge| value(edge.2) >= 1);
                let on: Vec<(usize, usize)> = on.map(|&(a, b, _)| (a, b)).collect();
                let mut n_edges_at = vec![0; *n_nodes];
                for &(a, b) in &on {
                    n_edges_at[a] += 1;
                    n_edges_at[b] += 1;
                }
                // The nodes off the loop are parts of their own.
                let n_off = n_edges_at.iter().filter(|&&n| n == 0).count();
                n_edges_at.iter().all(|&n| n == 0 || n == 2)
                    && n_parts(*n_nodes, on.into_iter()) == n_off + 1
            }
            Constraint::ConnectedNodes(graph) => graph.parts(|node| chosen(graph, node)).len() <= 1,
            Constraint::PartSizes(graph, size) => {
                let parts = graph.parts(|node| chosen(graph, node));
                parts.iter().all(|part| part.len() == *size)
            }
            Constraint::RootedParts(graph, roots) => {
                let parts = graph.parts(|node| chosen(graph, node));
                let is_right = |part: &Vec<usize>| {
                    let mut own = roots.iter().filter(|root| part.contains(&root.0));
                    match (own.next(), own.next()) {
                        (Some((_, size)), None) => size.is_none_or(|size| size == part.len()),
                        _ => false,
                    }
                };
                roots.iter().all(|root| chosen(graph, root.0)) && parts.iter().all(is_right)
            }
        }
    }

    /// Calls `visit` with every variable it is about.
    pub fn each_var(&self, visit: &mut dyn FnMut(u32)) {
        match self {
            Constraint::Linear { terms, .. } => terms.iter().for_each(|&(_, x)| visit(x)),
            Constraint::AllDifferent(items) => items.iter().for_each(|&(x, _)| visit(x)),
            Constraint::Clause(atoms) => atoms.iter().for_each(|atom| visit(atom.var)),
            Constraint::Connected { edges, .. } | Constraint::Loop { edges, .. } => {
                edges.iter().for_each(|&(_, _, x)| visit(x));
            }
            Constraint::Path { positions, .. } => positions.iter().for_each(|&x| visit(x)),
            Constraint::Reified(atom, inner) => {
                visit(atom.var);
                inner.each_var(visit);
            }
            Constraint::Table(vars, _) | Constraint::Accepted(vars, _) => {
                vars.iter().for_each(|&x| visit(x));
            }
            Constraint::ConnectedNodes(graph)
            | Constraint::PartSizes(graph, _)
            | Constraint::RootedParts(graph, _) => {
                graph.atoms.iter().for_each(|atom| visit(atom.var));
            }
        }
    }
}

/// Whether edges connect all nodes.
pub(crate) fn connects(n_nodes: usize, edges: impl Iterator<Item = (usize, usize)>) -> bool {
    n_parts(n_nodes, edges) <= 1
}

/// The number of connected parts, by joining sets of nodes.
fn n_parts(n_nodes: usize, edges: impl Iterator<Item = (usize, usize)>) -> usize {
    let mut parent: Vec<usize> = (0..n_nodes).collect();
    let mut n_sets = n_nodes;
    for (a, b) in edges {
        let [a, b] = [a, b].map(|mut node| {
            while parent[node] != node {
                parent[node] = parent[parent[node]];
                node = parent[node];
            }
            node
        });
        if a != b {
            parent[a] = b;
            n_sets -= 1;
        }
    }
    n_sets
}
