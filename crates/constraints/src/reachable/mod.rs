//! `reachable_nodes(G, r, N)`: node r is chosen by N, and every chosen node is reached from r through chosen nodes.
//! `reachable_edges(G, r, N, E)`: the same along edges chosen by E, which have both ends chosen; these are MiniZinc's `reachable`
//! on an undirected [`Graph`](crate::Graph) and `dreachable` on a [`Digraph`].
//!
//! One level. What no possible root reaches is out; a root must reach every chosen node; what every walk from the possible roots to
//! a chosen node passes is in. On an undirected graph, and on a directed one whose root is fixed, that is domain consistent (when no
//! variable occurs twice): all that is left and reached is a solution, and so is what is still reached without one element that
//! is passed by not every walk. Regret: on a directed graph with several possible roots, that one element may have to be in for each
//! root for another reason is not seen.
//! Dominators after Cooper, Harvey and Kennedy 2001, A simple, fast dominance algorithm. Linear in practice, quadratic at worst;
//! directed with an open root, once more the graph for each chosen node.
//! On an undirected graph the propagator of `connected` runs beside it. Reasons are irredundant cuts.

mod dominators;

use gridwright_fd::{
    Atom, Constraint, Cost, Model, ModelError, On, Past, Poster, Propagator, Pruned, Reason,
    Status, Store, Tag, Var, View, Wake,
};
use gridwright_term::Term;

use crate::connected::{Connected, Empty};
use crate::graph::Digraph;
use crate::printed;
use crate::reachable::dominators::Dominators;
use crate::subgraph::{Cuts, Element, Seen, Subgraph, Way};

/// What is chosen is reached from a root; made by [`reachable_nodes`] and [`reachable_edges`].
#[derive(Clone, Debug)]
pub struct Reachable {
    root: View,
    of: Subgraph,
}

/// The chosen nodes are reached from the root, itself chosen, through chosen nodes.
pub fn reachable_nodes(
    graph: impl Into<Digraph>,
    root: impl Into<View>,
    nodes: impl IntoIterator<Item = impl Into<View>>,
) -> Reachable {
    Reachable {
        root: root.into(),
        of: Subgraph::new(graph.into(), nodes, None),
    }
}

/// The chosen nodes are reached from the root, itself chosen, along chosen edges; an edge may be chosen only if both ends are.
pub fn reachable_edges(
    graph: impl Into<Digraph>,
    root: impl Into<View>,
    nodes: impl IntoIterator<Item = impl Into<View>>,
    edges: impl IntoIterator<Item = impl Into<View>>,
) -> Reachable {
    let edges = edges.into_iter().map(Into::into).collect();
    Reachable {
        root: root.into(),
        of: Subgraph::new(graph.into(), nodes, Some(edges)),
    }
}

impl Constraint for Reachable {
    fn name(&self) -> &'static str {
        match self.of.edges {
            None => "reachable_nodes",
            Some(_) => "reachable_edges",
        }
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let mut terms = vec![self.of.graph.term(), printed::view(self.root, name)];
        terms.extend(self.of.terms(name));
        Term::compound(self.name(), terms)
    }

    fn scope(&self) -> Vec<Var> {
        let mut scope = self.of.scope();
        scope.push(self.root.var);
        scope
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let chosen = |view: &View| view.of(at(view.var)) == 1;
        let nodes: Vec<bool> = self.of.nodes.iter().map(chosen).collect();
        let edges: Option<Vec<bool>> =
            (self.of.edges.as_ref()).map(|views| views.iter().map(chosen).collect());
        let root = usize::try_from(self.root.of(at(self.root.var))).ok();
        let Some(root) = root.filter(|&root| nodes.get(root) == Some(&true)) else {
            return false;
        };
        let graph = &self.of.graph;
        let mut reached = vec![false; nodes.len()];
        reached[root] = true;
        // One round per node is enough: each reaches at least one more, or none ever will.
        for _ in 0..nodes.len() {
            for (edge, (from, to)) in graph.edges().enumerate() {
                if edges.as_ref().is_some_and(|edges| !edges[edge]) || !nodes[from] || !nodes[to] {
                    continue;
                }
                reached[to] |= reached[from];
                if graph.is_undirected() {
                    reached[from] |= reached[to];
                }
            }
        }
        let dangling = graph.edges().enumerate().any(|(edge, (from, to))| {
            edges.as_ref().is_some_and(|edges| edges[edge]) && !(nodes[from] && nodes[to])
        });
        reached == nodes && !dangling
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_view(self.name(), self.root)?;
        self.of.check(self.name(), model)
    }

    fn post(&self, out: &mut Poster<'_>) {
        let mut wakes = self.of.wakes(out.store());
        wakes.push(Wake::on(self.root, On::Domain));
        let reach = Reach {
            root: self.root,
            of: self.of.clone(),
            aliased: self.of.is_aliased(out.store())
                || self.of.scope().contains(&self.root.var) && !out.store().is_fixed(self.root),
            dominators: Dominators::default(),
            forced: Vec::new(),
            cuts: Cuts::default(),
        };
        out.add(Cost::Cubic, reach, wakes);
        if self.of.graph.is_undirected() {
            Connected::post_on(&self.of, Empty::Refused, out);
        }
    }
}

/// Which rule removed something; the rest of the tag is the node or edge.
mod rule {
    pub(super) const NO_NODE: u32 = 0;
    pub(super) const ROOT_OUT: u32 = 1;
    pub(super) const ROOT_FAR: u32 = 2;
    pub(super) const IS_ROOT: u32 = 3;
    pub(super) const OUT_OF_REACH: u32 = 4;
    pub(super) const NODE_BETWEEN: u32 = 5;
    pub(super) const EDGE_BETWEEN: u32 = 6;
    pub(super) const NEEDS_END: u32 = 7;
    pub(super) const END_GONE: u32 = 8;
}

fn tag(rule: u32, index: usize) -> Tag {
    Tag((index as u32) << 4 | rule)
}

fn needs_end(edge: usize) -> Tag {
    tag(rule::NEEDS_END, edge)
}

fn end_gone(edge: usize) -> Tag {
    tag(rule::END_GONE, edge)
}

#[derive(Debug)]
struct Reach {
    root: View,
    of: Subgraph,
    aliased: bool,
    dominators: Dominators,
    /// Elements that lie between the roots and chosen nodes.
    forced: Vec<Element>,
    cuts: Cuts,
}

impl Reach {
    /// Removes the roots that are out or do not reach every chosen node.
    fn narrow_root(&mut self, store: &mut Store) -> Pruned {
        let (root, n_nodes) = (self.root, self.of.nodes.len());
        if n_nodes == 0 {
            return Err(store.fail(tag(rule::NO_NODE, 0)));
        }
        store.set_min(root, 0, tag(rule::NO_NODE, 0))?;
        store.set_max(root, n_nodes as i32 - 1, tag(rule::NO_NODE, 0))?;
        for node in 0..n_nodes {
            if self.of.node_is_out(store, node) {
                store.remove(root, node as i32, tag(rule::ROOT_OUT, node))?;
            }
        }
        for chosen in 0..n_nodes {
            if store.is_fixed(root) {
                break;
            }
            if !store.is_in(self.of.nodes[chosen]) {
                continue;
            }
            self.cuts
                .reach(&self.of, store, Way::Backward, [chosen], None);
            for node in (0..n_nodes).filter(|&node| !self.cuts.near[node]) {
                store.remove(root, node as i32, tag(rule::ROOT_FAR, node))?;
            }
            if self.of.graph.is_undirected() {
                // The other chosen nodes are in the same component, or the propagator of `connected` fails.
                break;
            }
        }
        if let Some(node) = store.fixed(root) {
            let node = node as usize;
            store.fix(self.of.nodes[node], 1, tag(rule::IS_ROOT, node))?;
        }
        Ok(())
    }

    /// Adds why no possible root reached the target.
    fn explain_far(
        &mut self,
        target: usize,
        without: Option<Element>,
        past: &Past<'_>,
        why: &mut Reason,
    ) {
        let (of, root) = (&self.of, self.root);
        if let Some(from) = past.fixed(root) {
            why.add(root.is(from));
            let from = from as usize;
            self.cuts
                .explain_apart(of, past, (from, target), without, why);
            return;
        }
        let roots = past.values(root).map(|node| node as usize);
        self.cuts.reach(of, past, Way::Forward, roots, without);
        self.cuts.cut(of, past, Way::Forward, [target], without);
        self.cuts.atoms.iter().for_each(|&atom| why.add(atom));
        for node in (0..of.nodes.len()).filter(|&node| self.cuts.met[node]) {
            // A node of the cut is out, and no root for that.
            if !self.cuts.atoms.contains(&of.nodes[node].is(0)) {
                why.absent(root, node as i32);
            }
        }
    }

    fn explain_between(&mut self, element: Element, past: &Past<'_>, why: &mut Reason) {
        let of = &self.of;
        let without = Some(element);
        let roots = past.values(self.root).map(|node| node as usize);
        self.cuts.reach(of, past, Way::Forward, roots, without);
        let near = &self.cuts.near;
        let target = (0..of.nodes.len())
            .filter(|&node| element != Element::Node(node))
            .find(|&node| !near[node] && past.is_in(of.nodes[node]))
            .expect("a chosen node is beyond");
        why.add(of.nodes[target].is(1));
        self.explain_far(target, without, past, why);
    }
}

impl Propagator for Reach {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        self.of.join_ends(store, needs_end, end_gone)?;
        self.narrow_root(store)?;
        let roots = store.values(self.root).map(|node| node as usize);
        self.dominators.search(&self.of, store, roots);
        for node in 0..self.of.nodes.len() {
            if !self.dominators.reached(node) && !self.of.node_is_out(store, node) {
                let tag = tag(rule::OUT_OF_REACH, node);
                self.of.take_out(store, node, tag, end_gone)?;
            }
        }
        self.forced.clear();
        self.dominators.force(&self.of, store, &mut self.forced);
        for &element in &self.forced {
            let tag = match element {
                Element::Node(node) => tag(rule::NODE_BETWEEN, node),
                Element::Edge(edge) => tag(rule::EDGE_BETWEEN, edge),
            };
            store.fix(self.of.view(element), 1, tag)?;
        }
        if !self.aliased && self.of.is_fixed(store) && store.is_fixed(self.root) {
            return Ok(Status::Entailed);
        }
        Ok(Status::rerun_if(self.aliased && store.prunings() != before))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
        let index = (tag.0 >> 4) as usize;
        match tag.0 & 15 {
            rule::NO_NODE => {}
            rule::ROOT_OUT => why.add(self.of.nodes[index].is(0)),
            rule::IS_ROOT => why.add(self.root.is(index as i32)),
            rule::ROOT_FAR => {
                let of = &self.of;
                self.cuts.reach(of, past, Way::Forward, [index], None);
                let near = &self.cuts.near;
                let target = (0..of.nodes.len())
                    .find(|&node| !near[node] && past.is_in(of.nodes[node]))
                    .expect("a chosen node is out of its reach");
                why.add(of.nodes[target].is(1));
                self.cuts
                    .explain_apart(of, past, (index, target), None, why);
            }
            rule::OUT_OF_REACH => self.explain_far(index, None, past, why),
            rule::NODE_BETWEEN => self.explain_between(Element::Node(index), past, why),
            rule::EDGE_BETWEEN => self.explain_between(Element::Edge(index), past, why),
            rule::NEEDS_END => why.add(self.of.view(Element::Edge(index)).is(1)),
            _ => self.of.explain_end_gone(index, past, why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::{kernel, random_edges};
    use crate::graph::Graph;
    use gridwright_fd::Level;
    use gridwright_fd::laws::{Laws, Strength};
    use gridwright_fd::rng::Rng;

    /// A random choice in a random graph, with the root a constant or a sum of views.
    fn random(x: &[View], rng: &mut Rng, directed: bool, root: View) -> Option<Reachable> {
        let with_edges = rng.one_in(2);
        let n_nodes = if with_edges { x.len() / 2 } else { x.len() };
        let (nodes, edges) = x.split_at(n_nodes);
        if n_nodes == 0 && !edges.is_empty() {
            return None;
        }
        let n_edges = if with_edges {
            edges.len()
        } else {
            rng.below(2 * n_nodes + 1)
        };
        let ends = random_edges(rng, n_nodes, n_edges);
        let graph = if directed {
            Digraph::new(n_nodes, ends).expect("nodes are there")
        } else {
            Digraph::from(Graph::new(n_nodes, ends).expect("nodes are there"))
        };
        Some(if with_edges {
            reachable_edges(graph, root, nodes.to_vec(), edges.to_vec())
        } else {
            reachable_nodes(graph, root, nodes.to_vec())
        })
    }

    #[test]
    fn laws_with_a_fixed_root() {
        Laws::new("reachable", |x, rng| {
            let root = View::constant(rng.between(-1, x.len() as i32));
            let directed = rng.one_in(2);
            random(x, rng, directed, root)
        })
        .arity(0..=9)
        .booleans()
        .claims(Level::Value, Strength::Domain)
        .rounds(300)
        .check();
    }

    /// With Boolean views only, the root is one of two nodes, or three apart.
    fn random_root(root: View, rng: &mut Rng) -> View {
        let factor = rng.between(1, 3);
        let stretched = root.times(factor).expect("small numbers");
        stretched.plus(rng.between(-1, 2)).expect("small numbers")
    }

    #[test]
    fn laws_with_an_open_root_undirected() {
        Laws::new("reachable", |x, rng| {
            let root = random_root(x[0], rng);
            random(&x[1..], rng, false, root)
        })
        .arity(1..=9)
        .booleans()
        .claims(Level::Value, Strength::Domain)
        .rounds(300)
        .check();
    }

    #[test]
    fn laws_with_an_open_root_directed() {
        Laws::new("reachable", |x, rng| {
            let root = random_root(x[0], rng);
            random(&x[1..], rng, true, root)
        })
        .arity(1..=9)
        .booleans()
        .claims(Level::Value, Strength::Forward)
        .rounds(300)
        .check();
    }

    /// A root over many nodes, which Boolean views cannot give.
    #[test]
    fn laws_with_a_wide_root() {
        Laws::new("reachable", |x, rng| {
            let n_nodes = 5;
            let n_edges = rng.below(9);
            let ends = random_edges(rng, n_nodes, n_edges);
            let nodes: Vec<View> = (0..n_nodes)
                .map(|_| View::constant(i32::from(!rng.one_in(4))))
                .collect();
            let graph = Graph::new(n_nodes, ends.clone()).expect("nodes are there");
            Some(if rng.one_in(2) {
                reachable_nodes(&graph, x[0], nodes)
            } else {
                reachable_nodes(
                    Digraph::new(n_nodes, ends).expect("nodes are there"),
                    x[0],
                    nodes,
                )
            })
        })
        .arity(1..=1)
        .values(-2..=6)
        .claims(Level::Value, Strength::Domain)
        .check();
    }

    /// A diamond with a tail: the joint is passed by every walk to the tail's end, either side is not.
    #[test]
    fn a_joint_is_forced() {
        let graph =
            Digraph::new(5, [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]).expect("nodes are there");
        let mut model = Model::new();
        let nodes = model
            .vars((0..5).map(|node| format!("n{node}")), 0..=1)
            .expect("a domain");
        let edges = model
            .vars((0..5).map(|edge| format!("e{edge}")), 0..=1)
            .expect("a domain");
        let reachable = reachable_edges(&graph, View::constant(0), &nodes, &edges);
        assert_eq!(reachable.name(), "reachable_edges");
        model.post(reachable).expect("fits");
        let mut kernel = kernel(&model, Level::Domain);
        kernel.propagate().expect("nothing is known");
        kernel.decide(Atom::ge(nodes[4], 1)).expect("open");
        kernel.propagate().expect("no conflict");
        let fixed = |var: &&Var| kernel.store().min(var.view()) == 1;
        let forced: Vec<&Var> = nodes.iter().chain(&edges).filter(fixed).collect();
        assert_eq!(forced, [&nodes[0], &nodes[3], &nodes[4], &edges[4]]);
    }
}
