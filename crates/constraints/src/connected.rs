//! `connected_nodes(G, N)`: the nodes of G chosen by N induce a connected subgraph.
//! `connected_edges(G, N, E)`: chosen edges have both ends chosen, and any two chosen nodes are joined by a walk along chosen edges;
//! this is MiniZinc's `connected`. `connected_spanning(G, E)`: the chosen edges join all nodes.
//!
//! Whether nothing at all may be chosen is said by [`Empty`].
//!
//! One level, domain consistent (when no variable occurs twice): what cannot be reached from a chosen node is out; a node or edge
//! that lies on every way between two chosen nodes is in. No more can be said: choosing everything that is left in the component of
//! the chosen nodes is a solution, and so is that without any one undecided element that separates no two of them.
//! One depth-first search with lowlinks finds both (Tarjan 1972, Depth-first search and linear graph algorithms; Hopcroft and
//! Tarjan 1973, Efficient algorithms for graph manipulation). Linear in the graph, run late.
//! Reasons are irredundant cuts, the smaller of the two close to either side.
//!
//! Regret: every run searches the whole graph; nothing is kept from the run before.

use gridwright_fd::{
    Atom, Constraint, Cost, Model, ModelError, Past, Poster, Propagator, Pruned, Reason, Status,
    Store, Tag, Var, View,
};
use gridwright_term::Term;

use crate::graph::{Digraph, Graph};
use crate::subgraph::{Cuts, Element, Seen, Subgraph, Way};

/// Whether a choice of nothing counts as connected. MiniZinc's `connected` refuses it: it asks for a root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Empty {
    /// Nothing may be chosen.
    Allowed,
    /// At least one node is chosen.
    Refused,
}

/// A connected choice of nodes, or of nodes and edges; made by [`connected_nodes`], [`connected_edges`] and [`connected_spanning`].
#[derive(Clone, Debug)]
pub struct Connected {
    of: Subgraph,
    empty: Empty,
}

/// The chosen nodes induce a connected subgraph.
pub fn connected_nodes(
    graph: &Graph,
    nodes: impl IntoIterator<Item = impl Into<View>>,
    empty: Empty,
) -> Connected {
    Connected {
        of: Subgraph::new(Digraph::from(graph), nodes, None),
        empty,
    }
}

/// The chosen nodes and edges form a connected subgraph; an edge may be chosen only if both ends are.
pub fn connected_edges(
    graph: &Graph,
    nodes: impl IntoIterator<Item = impl Into<View>>,
    edges: impl IntoIterator<Item = impl Into<View>>,
    empty: Empty,
) -> Connected {
    let edges = edges.into_iter().map(Into::into).collect();
    Connected {
        of: Subgraph::new(Digraph::from(graph), nodes, Some(edges)),
        empty,
    }
}

/// The chosen edges join all nodes of the graph.
pub fn connected_spanning(
    graph: &Graph,
    edges: impl IntoIterator<Item = impl Into<View>>,
) -> Connected {
    let nodes = vec![View::constant(1); graph.n_nodes()];
    connected_edges(graph, nodes, edges, Empty::Allowed)
}

impl Connected {
    /// The propagator that makes a choice in an undirected graph connected.
    pub(crate) fn post_on(of: &Subgraph, empty: Empty, out: &mut Poster<'_>) {
        let lowlinks = Lowlinks {
            of: of.clone(),
            empty,
            aliased: of.is_aliased(out.store()),
            found: Vec::new(),
            tree: Vec::new(),
            forced: Vec::new(),
            cuts: Cuts::default(),
        };
        let wakes = of.wakes(out.store());
        out.add(Cost::Cubic, lowlinks, wakes);
    }
}

impl Constraint for Connected {
    fn name(&self) -> &'static str {
        match self.of.edges {
            None => "connected_nodes",
            Some(_) => "connected_edges",
        }
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        let mut terms = vec![self.of.graph.term()];
        terms.extend(self.of.terms(name));
        terms.push(Term::name(match self.empty {
            Empty::Allowed => "empty_allowed",
            Empty::Refused => "empty_refused",
        }));
        Term::compound(self.name(), terms)
    }

    fn scope(&self) -> Vec<Var> {
        self.of.scope()
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let chosen = |view: &View| view.of(at(view.var)) == 1;
        let nodes: Vec<bool> = self.of.nodes.iter().map(chosen).collect();
        let mut edges = vec![true; self.of.graph.n_edges()];
        if let Some(views) = &self.of.edges {
            edges = views.iter().map(chosen).collect();
            let ends = self.of.graph.edges();
            if ends
                .zip(&edges)
                .any(|((a, b), &edge)| edge && !(nodes[a] && nodes[b]))
            {
                return false;
            }
        }
        // Every chosen node takes over the smallest number among those it is joined to, until all is still.
        let mut lowest: Vec<usize> = (0..nodes.len()).collect();
        let mut still = false;
        while !still {
            still = true;
            for ((a, b), &edge) in self.of.graph.edges().zip(&edges) {
                if edge && nodes[a] && nodes[b] && lowest[a] != lowest[b] {
                    let low = lowest[a].min(lowest[b]);
                    (lowest[a], lowest[b]) = (low, low);
                    still = false;
                }
            }
        }
        let mut groups: Vec<usize> = (0..nodes.len())
            .filter(|&node| nodes[node])
            .map(|node| lowest[node])
            .collect();
        groups.sort_unstable();
        groups.dedup();
        groups.len() == 1 || groups.is_empty() && self.empty == Empty::Allowed
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        self.of.check(self.name(), model)
    }

    fn post(&self, out: &mut Poster<'_>) {
        Connected::post_on(&self.of, self.empty, out);
    }
}

/// A node the search has found, under its number in the order of finding.
#[derive(Clone, Copy, Debug)]
struct Found {
    node: u32,
    /// The number of the node it was found from, and the edge between.
    parent: u32,
    by: u32,
    /// The next step to try.
    next: u32,
    /// The lowest number reached from it and those found below it by one step off the tree.
    low: u32,
    /// Whether a chosen node is among it and those below it.
    holds_chosen: bool,
}

const UNFOUND: u32 = u32::MAX;

/// Which rule removed something; the rest of the tag is the node or edge.
mod rule {
    pub(super) const OUT_OF_REACH: u32 = 0;
    pub(super) const NODE_BETWEEN: u32 = 1;
    pub(super) const EDGE_BETWEEN: u32 = 2;
    pub(super) const NEEDS_END: u32 = 3;
    pub(super) const END_GONE: u32 = 4;
    pub(super) const LAST_NODE: u32 = 5;
}

fn tag(rule: u32, index: usize) -> Tag {
    Tag((index as u32) << 3 | rule)
}

fn needs_end(edge: usize) -> Tag {
    tag(rule::NEEDS_END, edge)
}

fn end_gone(edge: usize) -> Tag {
    tag(rule::END_GONE, edge)
}

#[derive(Debug)]
struct Lowlinks {
    of: Subgraph,
    empty: Empty,
    aliased: bool,
    /// Each node's number in the order of finding.
    found: Vec<u32>,
    tree: Vec<Found>,
    /// Elements that lie between chosen nodes.
    forced: Vec<Element>,
    cuts: Cuts,
}

impl Lowlinks {
    /// A node that must be chosen: one that is, or the only one left where there must be one.
    fn root(&self, store: &mut Store) -> Pruned<Option<usize>> {
        let nodes = &self.of.nodes;
        if let Some(node) = nodes.iter().position(|&view| store.is_in(view)) {
            return Ok(Some(node));
        }
        if self.empty == Empty::Allowed {
            return Ok(None);
        }
        let mut left = (0..nodes.len()).filter(|&node| !self.of.node_is_out(store, node));
        let (first, second) = (left.next(), left.next());
        match (first, second) {
            (None, _) => Err(store.fail(tag(rule::LAST_NODE, nodes.len()))),
            (Some(node), None) => {
                store.fix(nodes[node], 1, tag(rule::LAST_NODE, node))?;
                Ok(Some(node))
            }
            _ => Ok(None),
        }
    }

    /// Searches from a chosen node; leaves the elements that lie between chosen nodes in `forced`.
    fn search(&mut self, store: &Store, root: usize) {
        let graph = &self.of.graph;
        self.forced.clear();
        self.tree.clear();
        self.found.clear();
        self.found.resize(graph.n_nodes(), UNFOUND);
        let enter = |node: u32, parent: u32, by: u32, number: u32| Found {
            node,
            parent,
            by,
            next: 0,
            low: number,
            holds_chosen: store.is_in(self.of.nodes[node as usize]),
        };
        self.found[root] = 0;
        self.tree.push(enter(root as u32, UNFOUND, UNFOUND, 0));
        let mut at = 0;
        loop {
            let here = self.tree[at as usize];
            if let Some(&step) = graph.steps_out(here.node as usize).get(here.next as usize) {
                self.tree[at as usize].next += 1;
                if step.edge == here.by || !self.of.is_open(store, step) {
                    continue;
                }
                let number = self.found[step.node as usize];
                if number == UNFOUND {
                    let number = self.tree.len() as u32;
                    self.found[step.node as usize] = number;
                    self.tree.push(enter(step.node, at, step.edge, number));
                    at = number;
                } else {
                    let low = &mut self.tree[at as usize].low;
                    *low = number.min(*low);
                }
                continue;
            }
            if here.parent == UNFOUND {
                return;
            }
            let above = &mut self.tree[here.parent as usize];
            above.low = above.low.min(here.low);
            above.holds_chosen |= here.holds_chosen;
            if here.holds_chosen && here.low >= here.parent {
                self.forced.push(Element::Node(above.node as usize));
                if here.low > here.parent {
                    self.forced.push(Element::Edge(here.by as usize));
                }
            }
            at = here.parent;
        }
    }

    fn explain_between(&mut self, element: Element, past: &Past<'_>, why: &mut Reason) {
        let without = Some(element);
        let of = &self.of;
        let chosen = || {
            (0..of.nodes.len())
                .filter(|&node| past.is_in(of.nodes[node]) && element != Element::Node(node))
        };
        let a = chosen().next().expect("two chosen nodes are separated");
        self.cuts.reach(of, past, Way::Forward, [a], without);
        let b = chosen()
            .find(|&node| !self.cuts.near[node])
            .expect("two chosen nodes are separated");
        why.add(of.nodes[a].is(1));
        why.add(of.nodes[b].is(1));
        self.cuts.explain_apart(of, past, (a, b), without, why);
    }
}

impl Propagator for Lowlinks {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let before = store.prunings();
        self.of.join_ends(store, needs_end, end_gone)?;
        if let Some(root) = self.root(store)? {
            self.search(store, root);
            for node in 0..self.of.nodes.len() {
                if self.found[node] == UNFOUND && !self.of.node_is_out(store, node) {
                    let tag = tag(rule::OUT_OF_REACH, node);
                    self.of.take_out(store, node, tag, end_gone)?;
                }
            }
            for &element in &self.forced {
                let tag = match element {
                    Element::Node(node) => tag(rule::NODE_BETWEEN, node),
                    Element::Edge(edge) => tag(rule::EDGE_BETWEEN, edge),
                };
                store.fix(self.of.view(element), 1, tag)?;
            }
        }
        if self.of.is_fixed(store) && !self.aliased {
            return Ok(Status::Entailed);
        }
        // Without repeats, what was found is final: the forced elements lie between the same chosen nodes.
        Ok(Status::rerun_if(self.aliased && store.prunings() != before))
    }

    fn explain(&mut self, _: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
        let index = (tag.0 >> 3) as usize;
        match tag.0 & 7 {
            rule::OUT_OF_REACH => {
                let of = &self.of;
                self.cuts.reach(of, past, Way::Forward, [index], None);
                let near = &self.cuts.near;
                let chosen = (0..of.nodes.len())
                    .find(|&node| !near[node] && past.is_in(of.nodes[node]))
                    .expect("a chosen node lies elsewhere");
                why.add(of.nodes[chosen].is(1));
                self.cuts
                    .explain_apart(of, past, (chosen, index), None, why);
            }
            rule::NODE_BETWEEN => self.explain_between(Element::Node(index), past, why),
            rule::EDGE_BETWEEN => self.explain_between(Element::Edge(index), past, why),
            rule::NEEDS_END => why.add(self.of.view(Element::Edge(index)).is(1)),
            rule::END_GONE => self.of.explain_end_gone(index, past, why),
            _ => {
                for (_, view) in self
                    .of
                    .nodes
                    .iter()
                    .enumerate()
                    .filter(|&(i, _)| i != index)
                {
                    why.add(view.is(0));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::{grid, kernel, random_edges};
    use gridwright_fd::Level;
    use gridwright_fd::laws::{Laws, Strength};
    use gridwright_fd::rng::Rng;

    fn random_empty(rng: &mut Rng) -> Empty {
        *rng.pick(&[Empty::Allowed, Empty::Refused])
    }

    #[test]
    fn laws_of_nodes() {
        Laws::new("connected_nodes", |x, rng| {
            let n_edges = rng.below(2 * x.len() + 1);
            let edges = random_edges(rng, x.len(), n_edges);
            let graph = Graph::new(x.len(), edges).expect("nodes are there");
            Some(connected_nodes(&graph, x.to_vec(), random_empty(rng)))
        })
        .arity(0..=7)
        .booleans()
        .claims(Level::Value, Strength::Domain)
        .rounds(300)
        .check();
    }

    #[test]
    fn laws_of_edges() {
        Laws::new("connected_edges", |x, rng| {
            let n_nodes = rng.below(x.len() + 1);
            let (nodes, edges) = x.split_at(n_nodes);
            if nodes.is_empty() && !edges.is_empty() {
                return None;
            }
            let ends = random_edges(rng, n_nodes, edges.len());
            let graph = Graph::new(n_nodes, ends).expect("nodes are there");
            Some(connected_edges(
                &graph,
                nodes.to_vec(),
                edges.to_vec(),
                random_empty(rng),
            ))
        })
        .arity(0..=9)
        .booleans()
        .claims(Level::Value, Strength::Domain)
        .rounds(300)
        .check();
    }

    #[test]
    fn laws_of_spanning() {
        Laws::new("connected_spanning", |x, rng| {
            let n_nodes = 1 + rng.below(5);
            let ends = random_edges(rng, n_nodes, x.len());
            let graph = Graph::new(n_nodes, ends).expect("nodes are there");
            Some(connected_spanning(&graph, x.to_vec()))
        })
        .arity(0..=8)
        .booleans()
        .claims(Level::Value, Strength::Domain)
        .check();
    }

    /// Two chosen corners of a grid, a wall between with one gap: the gap is in, and the reason is the wall and the corners.
    #[test]
    fn a_gap_in_a_wall_is_forced() {
        let graph = grid(6, 6);
        let mut model = Model::new();
        let cells = model
            .vars((0..36).map(|cell| format!("c{cell}")), 0..=1)
            .expect("names and a domain");
        model
            .post(connected_nodes(&graph, &cells, Empty::Refused))
            .expect("fits");
        let mut kernel = kernel(&model, Level::Domain);
        kernel.propagate().expect("nothing is known");
        let wall = (0..5).map(|row| Atom::le(cells[row * 6 + 3], 0));
        let corners = [Atom::ge(cells[0], 1), Atom::ge(cells[35], 1)];
        for atom in wall.chain(corners) {
            kernel.decide(atom).expect("open");
            kernel.propagate().expect("no conflict");
        }
        let fixed: Vec<usize> = (0..36)
            .filter(|&cell| kernel.store().is_fixed(cells[cell].view()))
            .collect();
        // The wall, the corners, and the gap with the cells on either side of it.
        assert_eq!(fixed, [0, 3, 9, 15, 21, 27, 32, 33, 34, 35]);
        for cell in [32, 33, 34] {
            assert_eq!(kernel.store().min(cells[cell].view()), 1);
        }
        // What is cut off from the chosen cells goes out, here the first corner's other side.
        for cell in [4, 10, 16, 22, 28] {
            kernel.decide(Atom::le(cells[cell], 0)).expect("open");
            kernel.propagate().expect("no conflict");
        }
        kernel.decide(Atom::le(cells[29], 0)).expect("open");
        kernel.propagate().expect("no conflict");
        assert!(
            [5, 11, 17, 23]
                .iter()
                .all(|&cell| kernel.store().max(cells[cell].view()) == 0)
        );
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let graph = grid(1, 2);
        let mut model = Model::new();
        let x = model.bool("x");
        let wide = model.var("wide", 0..=2).expect("a domain");
        let few = model.post(connected_nodes(&graph, [x], Empty::Allowed));
        assert_eq!(
            few.unwrap_err().to_string(),
            "connected_nodes: 1 views for 2 nodes"
        );
        let not_boolean = model.post(connected_nodes(&graph, [x, wide], Empty::Allowed));
        assert_eq!(
            not_boolean.unwrap_err().to_string(),
            "connected_nodes: a node or edge is chosen by 0..2, not by 0..1"
        );
        let edges: [Var; 0] = [];
        let no_edges = model.post(connected_edges(&graph, [x, x], edges, Empty::Allowed));
        assert!(no_edges.is_err());
    }
}
