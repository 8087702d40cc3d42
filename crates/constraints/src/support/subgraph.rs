//! A subgraph: a choice of nodes, and optionally edges, of a graph. `connected` and `reachable` share it.
//!
//! A node or an edge is *chosen* if its view is at least 1, and *excluded* if its view is 0; so edges may also be counted: no
//! bridge, one, or several. A choice is a subgraph if the ends of every chosen edge are chosen. Without edge variables, an edge
//! is present if its ends are.
//!
//! A reason is a cut: excluded elements without which no path leads from one side to the other. First, mark the nodes reachable
//! from one side (`near`). Then search from the other side, ignoring exclusions, and stop at excluded elements next to `near`. The
//! elements where it stops are the cut, and each is needed. Linear in the graph.

use crate::support::errors::invalid;
use crate::support::graph::{Digraph, Incidence};
use crate::support::prelude::*;
use crate::support::terms::{Argument, Name};
use crate::support::views::{IntoViews, has_repeats, vars};

/// Which nodes and edges of a graph are chosen.
#[derive(Clone, Debug)]
pub(crate) struct Subgraph {
    pub(crate) graph: Digraph,
    pub(crate) nodes: Vec<View>,
    pub(crate) edges: Option<Vec<View>>,
}

/// Which elements are chosen and excluded, now or in the past.
pub(crate) trait ElementStates {
    /// Whether a node is excluded.
    #[inline]
    fn is_node_excluded(&self, subgraph: &Subgraph, node: usize) -> bool {
        self.is_excluded(subgraph.nodes[node])
    }

    /// Whether the element of a view is chosen.
    fn is_chosen(&self, view: View) -> bool;

    /// Whether the element of a view is excluded.
    fn is_excluded(&self, view: View) -> bool;

    /// Whether the element of a view is neither chosen nor excluded.
    #[inline]
    fn is_undecided(&self, view: View) -> bool {
        !self.is_chosen(view) && !self.is_excluded(view)
    }
}

impl ElementStates for Store {
    #[inline]
    fn is_chosen(&self, view: View) -> bool {
        self.min(view) >= 1
    }

    #[inline]
    fn is_excluded(&self, view: View) -> bool {
        self.max(view) <= 0
    }
}

impl ElementStates for PastStore<'_> {
    fn is_chosen(&self, view: View) -> bool {
        self.min(view) >= 1
    }

    fn is_excluded(&self, view: View) -> bool {
        self.max(view) <= 0
    }
}

/// The past with the states of all nodes looked up once: a reason reads each many times.
pub(crate) struct PastNodes<'a> {
    past: &'a PastStore<'a>,
    is_excluded: &'a [bool],
}

impl<'a> PastNodes<'a> {
    /// Looks up which nodes were excluded, and keeps that in `is_excluded`.
    pub(crate) fn new(
        subgraph: &Subgraph,
        past: &'a PastStore<'a>,
        is_excluded: &'a mut Vec<bool>,
    ) -> PastNodes<'a> {
        is_excluded.clear();
        is_excluded.extend(subgraph.nodes.iter().map(|&view| past.is_excluded(view)));
        PastNodes { past, is_excluded }
    }
}

impl ElementStates for PastNodes<'_> {
    fn is_node_excluded(&self, _: &Subgraph, node: usize) -> bool {
        self.is_excluded[node]
    }

    fn is_chosen(&self, view: View) -> bool {
        self.past.is_chosen(view)
    }

    fn is_excluded(&self, view: View) -> bool {
        self.past.is_excluded(view)
    }
}

/// A node or an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GraphElement {
    Node(usize),
    Edge(usize),
}

impl Subgraph {
    pub(crate) fn new(graph: Digraph, nodes: impl IntoViews, edges: Option<Vec<View>>) -> Subgraph {
        Subgraph {
            graph,
            nodes: nodes.into_views(),
            edges,
        }
    }

    /// Rejects views that can be negative, and lists of the wrong length.
    pub(crate) fn check(&self, by: &str, model: &Model) -> Result<(), ModelError> {
        let (n_nodes, n_edges) = (self.graph.n_nodes(), self.graph.n_edges());
        if self.nodes.len() != n_nodes {
            return invalid(
                by,
                format!("{} views for {n_nodes} nodes", self.nodes.len()),
            );
        }
        if let Some(edges) = &self.edges
            && edges.len() != n_edges
        {
            return invalid(by, format!("{} views for {n_edges} edges", edges.len()));
        }
        for view in self.views() {
            model.check_view(by, view)?;
            let (min, max) = model.bounds(view);
            if min < 0 {
                let name = model.name(view.var);
                let what =
                    format!("{name} has the values {min}..{max}; negative values are not allowed");
                return invalid(by, what);
            }
        }
        Ok(())
    }

    /// The views of the nodes, then those of the edges.
    pub(crate) fn views(&self) -> Vec<View> {
        [&*self.nodes, self.edges.as_deref().unwrap_or_default()].concat()
    }

    /// The arguments after the graph, printed.
    pub(crate) fn terms(&self, name: Name<'_>) -> impl Iterator<Item = Term> {
        let lists = [Some(&self.nodes), self.edges.as_ref()];
        lists
            .into_iter()
            .flatten()
            .map(move |views| views.term(name))
    }

    /// The events that wake a propagator of the whole subgraph.
    pub(crate) fn wakes(&self, store: &Store) -> Vec<Wake> {
        // If every node is chosen, choosing an edge implies nothing.
        let all_chosen = self.nodes.iter().all(|&view| store.is_chosen(view));
        let edges_on = if all_chosen { On::Max } else { On::Bounds };
        let nodes = self.nodes.iter().map(|&view| (view, On::Bounds));
        let edges = self.edges.iter().flatten().map(|&view| (view, edges_on));
        nodes
            .chain(edges)
            .filter(|&(view, _)| !store.is_fixed(view))
            .map(|(view, on)| Wake::on(view, on))
            .collect()
    }

    /// Whether an unfixed variable occurs twice: then one inference can cause another.
    pub(crate) fn is_aliased(&self, store: &Store) -> bool {
        let mut vars = vars(&self.views());
        vars.retain(|&var| !store.is_fixed(View::from(var)));
        has_repeats(vars)
    }

    /// Whether every element is decided.
    pub(crate) fn is_decided(&self, store: &Store) -> bool {
        let mut views = self.nodes.iter().chain(self.edges.iter().flatten());
        views.all(|&view| !store.is_undecided(view))
    }

    #[inline]
    pub(crate) fn view(&self, element: GraphElement) -> View {
        match (element, &self.edges) {
            (GraphElement::Node(node), _) => self.nodes[node],
            (GraphElement::Edge(edge), Some(edges)) => edges[edge],
            (GraphElement::Edge(_), None) => View::constant(1),
        }
    }

    #[inline]
    pub(crate) fn node_is_excluded(&self, states: &impl ElementStates, node: usize) -> bool {
        states.is_node_excluded(self, node)
    }

    #[inline]
    pub(crate) fn edge_is_excluded(&self, states: &impl ElementStates, edge: usize) -> bool {
        self.edges
            .as_ref()
            .is_some_and(|edges| states.is_excluded(edges[edge]))
    }

    /// Whether an edge and the node at its other end are still usable.
    #[inline]
    pub(crate) fn is_usable(&self, states: &impl ElementStates, step: Incidence) -> bool {
        !self.edge_is_excluded(states, step.edge as usize)
            && !self.node_is_excluded(states, step.node as usize)
    }

    /// Propagates between edges and their ends: the ends of a chosen edge are chosen, and an edge with an excluded end is excluded.
    pub(crate) fn propagate_edge_ends(&self, store: &mut Store) -> Pruned<bool> {
        let Some(edges) = &self.edges else {
            return Ok(false);
        };
        let mut changed = false;
        for (edge, &view) in edges.iter().enumerate() {
            let (from, to) = self.graph.ends(edge);
            if store.is_chosen(view) {
                changed |= store.set_min(self.nodes[from], 1, tag(rule::NEEDS_END, edge))?;
                changed |= store.set_min(self.nodes[to], 1, tag(rule::NEEDS_END, edge))?;
            } else if self.node_is_excluded(store, from) || self.node_is_excluded(store, to) {
                changed |= store.set_max(view, 0, tag(rule::END_EXCLUDED, edge))?;
            }
        }
        Ok(changed)
    }

    /// Excludes a node that cannot be reached, and its edges.
    pub(crate) fn exclude_node(&self, store: &mut Store, node: usize) -> Pruned {
        store.set_max(self.nodes[node], 0, tag(rule::OUT_OF_REACH, node))?;
        if let Some(edges) = &self.edges {
            let (out, into) = (self.graph.out_edges(node), self.graph.in_edges(node));
            for step in out.iter().chain(into) {
                let edge = step.edge as usize;
                store.set_max(edges[edge], 0, tag(rule::END_EXCLUDED, edge))?;
            }
        }
        Ok(())
    }

    /// Chooses elements that separate chosen nodes.
    pub(crate) fn choose_separating(&self, store: &mut Store, elements: &[GraphElement]) -> Pruned {
        for &element in elements {
            let tag = match element {
                GraphElement::Node(node) => tag(rule::NODE_BETWEEN, node),
                GraphElement::Edge(edge) => tag(rule::EDGE_BETWEEN, edge),
            };
            store.set_min(self.view(element), 1, tag)?;
        }
        Ok(())
    }

    /// Adds that an end of the edge was excluded.
    pub(crate) fn explain_end_excluded(&self, edge: usize, past: &PastStore<'_>, why: &mut Reason) {
        let (from, to) = self.graph.ends(edge);
        let excluded = if self.node_is_excluded(past, from) {
            from
        } else {
            to
        };
        why.add(self.nodes[excluded].at_most(0));
    }
}

/// The rules that the propagators of subgraphs share; numbers from `N_SHARED` on are rules of one propagator.
pub(crate) mod rule {
    pub(crate) const NEEDS_END: u32 = 0;
    pub(crate) const END_EXCLUDED: u32 = 1;
    pub(crate) const OUT_OF_REACH: u32 = 2;
    pub(crate) const NODE_BETWEEN: u32 = 3;
    pub(crate) const EDGE_BETWEEN: u32 = 4;
    pub(crate) const N_SHARED: u32 = 5;
}

/// Packs a rule and the node or edge it pruned into a tag.
pub(crate) fn tag(rule: u32, index: usize) -> Tag {
    Tag((index as u32) << 4 | rule)
}

/// Unpacks the rule, and the node or edge, of a tag.
pub(crate) fn untag(Tag(tag): Tag) -> (u32, usize) {
    (tag & 15, (tag >> 4) as usize)
}

/// The direction of a search along edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Forward,
    Backward,
}

impl Direction {
    pub(crate) fn reversed(self) -> Direction {
        match self {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        }
    }

    /// The direction of the edge for a step from `here` to `there`: from, to.
    pub(crate) fn orient(self, here: usize, there: usize) -> (usize, usize) {
        match self {
            Direction::Forward => (here, there),
            Direction::Backward => (there, here),
        }
    }

    pub(crate) fn edges(self, graph: &Digraph, node: usize) -> &[Incidence] {
        match self {
            Direction::Forward => graph.out_edges(node),
            Direction::Backward => graph.in_edges(node),
        }
    }
}

/// Finds cuts; keeps its memory between uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cuts {
    /// The nodes on the near side of the cut.
    pub(crate) near: Vec<bool>,
    /// The nodes that the search from the far side met.
    pub(crate) met: Vec<bool>,
    /// The cut: atoms of the excluded elements that separate the two sides.
    pub(crate) atoms: Vec<Atom>,
    stack: Vec<u32>,
}

impl Cuts {
    /// Marks as near the nodes reachable from `starts` when the element `without`, if any, is removed.
    pub(crate) fn reach(
        &mut self,
        subgraph: &Subgraph,
        states: &impl ElementStates,
        direction: Direction,
        starts: impl IntoIterator<Item = usize>,
        without: Option<GraphElement>,
    ) {
        self.near.clear();
        self.near.resize(subgraph.graph.n_nodes(), false);
        for start in starts {
            if !self.near[start] && without != Some(GraphElement::Node(start)) {
                self.near[start] = true;
                self.stack.push(start as u32);
            }
        }
        while let Some(node) = self.stack.pop() {
            for &step in direction.edges(&subgraph.graph, node as usize) {
                let next = step.node as usize;
                if !self.near[next]
                    && subgraph.is_usable(states, step)
                    && without != Some(GraphElement::Node(next))
                    && without != Some(GraphElement::Edge(step.edge as usize))
                {
                    self.near[next] = true;
                    self.stack.push(step.node);
                }
            }
        }
    }

    /// Computes in `atoms` a cut between the near side, found by [`Cuts::reach`] in direction `direction`, and the far nodes.
    pub(crate) fn cut(
        &mut self,
        subgraph: &Subgraph,
        states: &impl ElementStates,
        direction: Direction,
        far: impl IntoIterator<Item = usize>,
        without: Option<GraphElement>,
    ) {
        let back = direction.reversed();
        self.atoms.clear();
        self.met.clear();
        self.met.resize(subgraph.graph.n_nodes(), false);
        for start in far {
            if !self.met[start] && without != Some(GraphElement::Node(start)) {
                self.met[start] = true;
                self.stack.push(start as u32);
            }
        }
        while let Some(node) = self.stack.pop() {
            let node = node as usize;
            let steps = back.edges(&subgraph.graph, node);
            let passable =
                |step: &&Incidence| without != Some(GraphElement::Edge(step.edge as usize));
            let touches = |step: &Incidence| self.near[step.node as usize];
            if subgraph.node_is_excluded(states, node) && steps.iter().filter(passable).any(touches)
            {
                // One atom for the node instead of one for each of its edges.
                self.atoms.push(subgraph.nodes[node].at_most(0));
                continue;
            }
            for step in steps.iter().filter(passable) {
                let next = step.node as usize;
                if self.near[next] {
                    self.atoms.push(
                        subgraph
                            .view(GraphElement::Edge(step.edge as usize))
                            .at_most(0),
                    );
                } else if !self.met[next] && without != Some(GraphElement::Node(next)) {
                    self.met[next] = true;
                    self.stack.push(step.node);
                }
            }
        }
    }

    /// Adds the smaller of two cuts between `a` and `b`: the one next to `b` and the one next to `a`.
    pub(crate) fn explain_apart(
        &mut self,
        subgraph: &Subgraph,
        past: &impl ElementStates,
        (a, b): (usize, usize),
        without: Option<GraphElement>,
        why: &mut Reason,
    ) {
        self.reach(subgraph, past, Direction::Backward, [b], without);
        self.cut(subgraph, past, Direction::Backward, [a], without);
        let close_to_b = std::mem::take(&mut self.atoms);
        self.reach(subgraph, past, Direction::Forward, [a], without);
        self.cut(subgraph, past, Direction::Forward, [b], without);
        let smaller = if close_to_b.len() < self.atoms.len() {
            &close_to_b
        } else {
            &self.atoms
        };
        smaller.iter().for_each(|&atom| why.add(atom));
    }
}
