//! Chosen edges that join all nodes: the search stays where an edge went out.
//!
//! While all is settled, the open edges join all nodes and those that alone do so are chosen. When the edge between `a` and `b` goes out, an edge can
//! become needed only if it now separates `a` from `b`. There is none if chosen edges join the two, which disjoint sets show. Otherwise a way from `a` to `b`
//! is looked for, and a second one that shares no edge with it but chosen ones (Ford and Fulkerson 1956, "Maximal flow through a network"); where the
//! second is stuck, the edge of the first way that leads on is needed. Both are looked for from both ends, so that the smaller side decides what it costs.
//! When everything changed, as in the first run, one search by lowlinks of the whole graph does the same.
//!
//! The reason is the edges that are out around the side that is grown round first from both ends.

use gridwright_fd::{
    Atom, Cost, On, Past, Poster, Propagator, Pruned, Reason, Status, Store, Tag, Trailed, Wake,
};

use crate::connected::Empty;
use crate::connected::lowlinks::{Lowlinks, rule, tag};
use crate::support::graph::Step;
use crate::support::subgraph::{Element, Seen, Subgraph};

/// Posts the propagator for edges that join all nodes, of which none occurs twice.
pub(crate) fn post(of: &Subgraph, out: &mut Poster<'_>) {
    let store = out.store();
    let mut wakes: Vec<Wake> = Vec::new();
    let mut n_slots = 0;
    for edge in 0..of.graph.n_edges() {
        let view = of.view(Element::Edge(edge));
        if !store.is_in(view) && !store.is_out(view) {
            wakes.push(Wake::on(view, On::Bounds).slot(edge));
            n_slots = edge + 1;
        }
    }
    let parts = out.trailed_array(of.graph.n_nodes(), -1);
    let spanning = Spanning {
        whole: Lowlinks::new(of, Empty::Allowed, false),
        n_slots,
        parts: Parts(parts),
        gone: Vec::new(),
        walk: Walk::default(),
    };
    out.add(Cost::Cubic, spanning, wakes);
}

#[derive(Debug)]
struct Spanning {
    whole: Lowlinks,
    n_slots: usize,
    parts: Parts,
    /// The edges that went out since the last run.
    gone: Vec<u32>,
    walk: Walk,
}

impl Propagator for Spanning {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        let of = &self.whole.of;
        let mut n_changed = 0;
        self.gone.clear();
        while let Some(edge) = store.next_changed() {
            n_changed += 1;
            let view = of.view(Element::Edge(edge));
            if store.is_out(view) {
                self.gone.push(edge as u32);
            } else if store.is_in(view) {
                self.parts.join(store, of.graph.ends(edge));
            }
        }
        if n_changed >= self.n_slots {
            return self.whole.propagate(store);
        }
        for &edge in &self.gone {
            let ends = of.graph.ends(edge as usize);
            if self.parts.part(store, ends.0) == self.parts.part(store, ends.1) {
                continue;
            }
            if !self.walk.find_first(of, store, ends) {
                return Err(store.fail(tag(rule::CUT_OFF, edge as usize)));
            }
            self.walk.find_second(of, store, ends);
            for &edge in &self.walk.needed {
                let edge = edge as usize;
                let view = of.view(Element::Edge(edge));
                store.set_min(view, 1, tag(rule::EDGE_BETWEEN, edge))?;
                self.parts.join(store, of.graph.ends(edge));
            }
        }
        Ok(Status::Active)
    }

    fn explain(&mut self, _: Atom, Tag(tag): Tag, past: &Past<'_>, why: &mut Reason) {
        let of = &self.whole.of;
        let index = (tag >> 3) as usize;
        let (ends, without) = match tag & 7 {
            // The search of the whole graph starts at the first node.
            rule::OUT_OF_REACH => ((0, index), None),
            rule::CUT_OFF => (of.graph.ends(index), None),
            _ => (of.graph.ends(index), Some(index as u32)),
        };
        self.walk.explain_apart(of, past, ends, without, why);
    }
}

/// Nodes that chosen edges join, as disjoint sets that are taken back with the search: each node has the one above it, or less than nothing by
/// the size of its part.
#[derive(Clone, Copy, Debug)]
struct Parts(Trailed);

impl Parts {
    /// The node that names the part of a node.
    fn part(self, store: &Store, mut node: usize) -> usize {
        loop {
            let above = store.get(self.0.at(node));
            if above < 0 {
                return node;
            }
            node = above as usize;
        }
    }

    /// Makes one part of the two of these nodes, the smaller under the larger.
    fn join(self, store: &mut Store, (a, b): (usize, usize)) {
        let (a, b) = (self.part(store, a), self.part(store, b));
        if a != b {
            let (sizes, cell) = (self.0.at(a), self.0.at(b));
            let (size_a, size_b) = (store.get(sizes), store.get(cell));
            let (small, large) = if size_a < size_b { (b, a) } else { (a, b) };
            store.put(self.0.at(small), large as i64);
            store.put(self.0.at(large), size_a + size_b);
        }
    }
}

/// Two searches, from either end, that grow in turn.
#[derive(Clone, Debug, Default)]
struct Walk {
    sides: [Side; 2],
    /// The mark of the last search.
    mark: u32,
    /// The steps of the first way towards its second end and its first, each with the mark of the search that found it.
    way: Vec<[(u32, Step); 2]>,
    /// The edges that the second way would have to share with the first.
    needed: Vec<u32>,
}

/// What a search saw from one end.
#[derive(Clone, Debug, Default)]
struct Side {
    /// The mark of the last search that saw a node.
    seen: Vec<u32>,
    /// The nodes seen, in that order, and how many of them were looked at.
    line: Vec<u32>,
    at: usize,
    /// The step back from a node to the one it was seen from.
    back: Vec<Step>,
}

const NO_STEP: Step = Step { node: 0, edge: 0 };

impl Walk {
    /// Starts a search from two nodes.
    fn start(&mut self, n_nodes: usize, ends: (usize, usize)) {
        if self.way.len() < n_nodes || self.mark == u32::MAX {
            self.way = vec![[(0, NO_STEP); 2]; n_nodes];
            self.mark = 0;
            for side in &mut self.sides {
                side.seen = vec![0; n_nodes];
                side.back = vec![NO_STEP; n_nodes];
            }
        }
        self.mark += 1;
        for (side, end) in self.sides.iter_mut().zip([ends.0, ends.1]) {
            side.line.clear();
            side.at = 0;
            side.see(end as u32, self.mark);
        }
    }

    /// Looks for a way between the ends over what is open, and notes its steps. False if there is none.
    fn find_first(&mut self, of: &Subgraph, store: &Store, ends: (usize, usize)) -> bool {
        self.start(of.graph.n_nodes(), ends);
        let mark = self.mark;
        let meeting = 'grow: loop {
            for one in [0, 1] {
                let [side, other] = pair(&mut self.sides, one);
                let Some(node) = side.next() else {
                    return false;
                };
                for &Step { node: next, edge } in of.graph.steps_out(node as usize) {
                    if side.seen[next as usize] != mark && !of.edge_is_out(store, edge as usize) {
                        side.back[next as usize] = Step { node, edge };
                        side.see(next, mark);
                        if other.seen[next as usize] == mark {
                            break 'grow next;
                        }
                    }
                }
            }
        };
        for (one, end) in [ends.0 as u32, ends.1 as u32].into_iter().enumerate() {
            let mut node = meeting;
            while node != end {
                let Step { node: before, edge } = self.sides[one].back[node as usize];
                self.way[before as usize][one] = (mark, Step { node, edge });
                self.way[node as usize][1 - one] = (mark, Step { node: before, edge });
                node = before;
            }
        }
        true
    }

    /// Looks for a second way that shares no edge with the first, just found, but chosen ones; leaves the edges that it would have to share in `needed`.
    ///
    /// A step of the first way may be taken back, which sends the first way elsewhere. So what a side that is stuck saw of the first way is the stretch
    /// next to its end, and nothing leads out of what it saw but the edge after that.
    fn find_second(&mut self, of: &Subgraph, store: &Store, ends: (usize, usize)) {
        let first = self.mark;
        self.needed.clear();
        self.start(of.graph.n_nodes(), ends);
        let mark = self.mark;
        let mut along = [ends.0 as u32, ends.1 as u32];
        loop {
            for one in [0, 1] {
                let way = &self.way;
                let way_on = |node: u32| {
                    let (found, step) = way[node as usize][one];
                    (found == first).then_some(step)
                };
                let [side, other] = pair(&mut self.sides, one);
                if let Some(node) = side.next() {
                    let taken = way_on(node).map(|step| step.edge);
                    let is_chosen =
                        |&edge: &u32| store.is_in(of.view(Element::Edge(edge as usize)));
                    let taken = taken.filter(|edge| !is_chosen(edge));
                    for &Step { node: next, edge } in of.graph.steps_out(node as usize) {
                        if side.seen[next as usize] != mark
                            && taken != Some(edge)
                            && !of.edge_is_out(store, edge as usize)
                        {
                            side.see(next, mark);
                            if other.seen[next as usize] == mark {
                                return;
                            }
                        }
                    }
                    continue;
                }
                while let Some(step) = way_on(along[one]) {
                    along[one] = step.node;
                    if side.seen[step.node as usize] != mark {
                        self.needed.push(step.edge);
                        side.see(step.node, mark);
                        break;
                    }
                }
                if other.seen[along[one] as usize] == mark {
                    return;
                }
            }
        }
    }

    /// Adds the edges that were out around the side of one end or the other, whichever is closed first as both grow.
    fn explain_apart(
        &mut self,
        of: &Subgraph,
        past: &Past<'_>,
        ends: (usize, usize),
        without: Option<u32>,
        why: &mut Reason,
    ) {
        self.start(of.graph.n_nodes(), ends);
        let mark = self.mark;
        let view = |edge: u32| of.view(Element::Edge(edge as usize));
        let closed = 'grow: loop {
            for (one, side) in self.sides.iter_mut().enumerate() {
                let Some(node) = side.next() else {
                    break 'grow one;
                };
                for &Step { node: next, edge } in of.graph.steps_out(node as usize) {
                    if side.seen[next as usize] != mark
                        && without != Some(edge)
                        && !past.is_out(view(edge))
                    {
                        side.see(next, mark);
                    }
                }
            }
        };
        let side = &self.sides[closed];
        for &node in &side.line {
            for &Step { node: next, edge } in of.graph.steps_out(node as usize) {
                if side.seen[next as usize] != mark && without != Some(edge) {
                    why.add(view(edge).at_most(0));
                }
            }
        }
    }
}

impl Side {
    fn see(&mut self, node: u32, mark: u32) {
        self.seen[node as usize] = mark;
        self.line.push(node);
    }

    /// The next node to look at.
    fn next(&mut self) -> Option<u32> {
        let node = self.line.get(self.at).copied();
        self.at += usize::from(node.is_some());
        node
    }
}

/// One side and the other.
fn pair(sides: &mut [Side; 2], one: usize) -> [&mut Side; 2] {
    let [a, b] = sides;
    if one == 0 { [a, b] } else { [b, a] }
}

#[cfg(test)]
mod tests {
    use crate::connected::{connected_edges, connected_spanning};
    use crate::support::test_util::kernel;
    use crate::support::test_util::{grid, random_edges};
    use crate::{Empty, Graph};
    use gridwright_fd::{Atom, Consistency, Kernel, Model, Var};
    use gridwright_testing::Draws;

    /// A kernel for edges that join all nodes, and its edges; with `nodes` these are variables, which are then decided, so that the whole graph is searched.
    fn set_up(graph: &Graph, nodes: bool) -> (Kernel, Vec<Var>) {
        let mut model = Model::new();
        let mut bools = |n: usize, name: &str| -> Vec<Var> {
            (0..n).map(|i| model.bool(format!("{name}{i}"))).collect()
        };
        let edges = bools(graph.n_edges(), "e");
        let chosen = bools(if nodes { graph.n_nodes() } else { 0 }, "n");
        let posted = if nodes {
            model.post(connected_edges(graph, &chosen, &edges, Empty::Allowed))
        } else {
            model.post(connected_spanning(graph, &edges))
        };
        posted.expect("fits");
        let mut kernel = kernel(&model, Consistency::Domain);
        for node in chosen {
            kernel.decide(Atom::ge(node, 1)).expect("open");
        }
        (kernel, edges)
    }

    /// Decides edges at random, and goes back at random and when that fails: close by as much is found as in the whole graph.
    #[test]
    fn what_is_found_close_by_is_all_there_is() {
        for seed in 0..60 {
            let mut draws = Draws::new(seed);
            let graph = match draws.below(3) {
                0 => grid(5, 6),
                _ => {
                    let edges = random_edges(&mut draws, 20, 40);
                    Graph::new(20, edges).expect("nodes are there")
                }
            };
            let mut both = [set_up(&graph, false), set_up(&graph, true)];
            let base = both[1].0.store().depth();
            let settled = both
                .each_mut()
                .map(|(kernel, _)| kernel.propagate().is_ok());
            assert_eq!(settled[0], settled[1], "seed {seed}");
            let mut depth = 0;
            for step in 0..if settled[0] { 200 } else { 0 } {
                let edge = draws.below(graph.n_edges());
                let chosen = draws.one_in(3);
                let decide = |(kernel, edges): &mut (Kernel, Vec<Var>)| {
                    let var = edges[edge];
                    let atom = if chosen {
                        Atom::ge(var, 1)
                    } else {
                        Atom::le(var, 0)
                    };
                    kernel.decide(atom).is_ok() && kernel.propagate().is_ok()
                };
                depth += 1;
                let fine = both.each_mut().map(decide);
                assert_eq!(fine[0], fine[1], "seed {seed}, step {step}");
                if !fine[0] || draws.one_in(8) {
                    depth -= 1 + draws.below(depth);
                    both[0].0.back_to(depth);
                    both[1].0.back_to(base + depth);
                }
                let [close, whole] = both.each_ref().map(|(kernel, edges)| {
                    let bounds = |&var: &Var| kernel.store().bounds(var.view());
                    edges.iter().map(bounds).collect::<Vec<_>>()
                });
                assert_eq!(close, whole, "seed {seed}, step {step}");
            }
        }
    }
}
