//! Single loops: no loop is closed while another edge is on the loop, and all edges on the loop lie on a common cycle.
//!
//! That no edge or two of each node are on the loop is left to other premises.

use crate::find::literal::{Literal, View};

/// An edge: its ends, and the literal that is true if it is on the loop.
type Edge = (u32, u32, Literal);

/// The possible edges of a loop.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) edges: Vec<Edge>,
    /// The neighbours of every node, each with the edge.
    beside: Vec<(u32, u32)>,
    /// Per node, where its neighbours begin; and the end.
    starts: Vec<u32>,
}

impl Graph {
    pub(crate) fn new(nodes: usize, edges: Vec<Edge>) -> Graph {
        let mut starts = vec![0; nodes + 1];
        for &(a, b, _) in &edges {
            starts[a as usize] += 1;
            starts[b as usize] += 1;
        }
        // The ends of all lists, which move to their beginnings as these are filled from the back.
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut beside = vec![(0, 0); total as usize];
        for (i, &(a, b, _)) in edges.iter().enumerate().rev() {
            for (node, other) in [(b, a), (a, b)] {
                let start = &mut starts[node as usize];
                *start -= 1;
                beside[*start as usize] = (other, i as u32);
            }
        }
        Graph {
            edges,
            beside,
            starts,
        }
    }

    fn beside(&self, node: u32) -> &[(u32, u32)] {
        let at = node as usize;
        &self.beside[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    fn n_nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// What is known of every edge.
    fn known(&self, view: View<'_>) -> Vec<EdgeState> {
        let known = self.edges.iter().map(|edge| match view.is_true(edge.2) {
            true => EdgeState::On,
            false if view.is_false(edge.2) => EdgeState::Off,
            false => EdgeState::Open,
        });
        known.collect()
    }

    /// The edges of a shortest path between the ends of an edge over edges on the loop, without this edge.
    fn path_around(&self, known: &[EdgeState], edge: usize) -> Option<Vec<usize>> {
        let (from, to) = (self.edges[edge].0, self.edges[edge].1);
        let mut by = vec![u32::MAX; self.n_nodes()];
        let mut queue = vec![from];
        let mut at = 0;
        while let Some(&node) = queue.get(at) {
            at += 1;
            for &(other, via) in self.beside(node) {
                let is_way = known[via as usize] == EdgeState::On && via as usize != edge;
                if is_way && other != from && by[other as usize] == u32::MAX {
                    by[other as usize] = via;
                    queue.push(other);
                }
            }
            if by[to as usize] != u32::MAX {
                break;
            }
        }
        let mut path = Vec::new();
        let mut node = to;
        while node != from {
            let via = by[node as usize];
            let (a, b, _) = *self.edges.get(via as usize)?;
            path.push(via as usize);
            node = if a == node { b } else { a };
        }
        Some(path)
    }
}

/// What is known of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EdgeState {
    On,
    Off,
    Open,
}

/// Whether the loop is still possible; collects the edges that cannot be on it.
pub(crate) fn propagate(graph: &Graph, view: View<'_>, forced: &mut Vec<Literal>) -> bool {
    let (edges, nodes) = (&graph.edges, graph.n_nodes());
    let known = graph.known(view);
    let is_on = |edge: usize| known[edge] == EdgeState::On;
    let n_on = known.iter().filter(|&&one| one == EdgeState::On).count();
    if n_on == 0 {
        return known.iter().any(|&one| one != EdgeState::Off);
    }
    // The part of every node, over edges that are on the loop, and the numbers of nodes and edges of each part.
    let mut part = vec![u32::MAX; nodes];
    let mut sizes = vec![(0, 0); nodes];
    let mut stack = Vec::new();
    for on in (0..edges.len()).filter(|&edge| is_on(edge)) {
        let start = edges[on].0;
        if part[start as usize] != u32::MAX {
            continue;
        }
        part[start as usize] = start;
        stack.push(start);
        let (mut n_nodes, mut n_ends) = (0, 0);
        while let Some(node) = stack.pop() {
            n_nodes += 1;
            for &(other, via) in graph.beside(node) {
                if !is_on(via as usize) {
                    continue;
                }
                n_ends += 1;
                if part[other as usize] == u32::MAX {
                    part[other as usize] = start;
                    stack.push(other);
                }
            }
        }
        sizes[start as usize] = (n_nodes, n_ends / 2);
    }
    for (i, edge) in edges.iter().enumerate() {
        let (a, b) = (part[edge.0 as usize], part[edge.1 as usize]);
        if a == u32::MAX || a != b || known[i] == EdgeState::Off {
            continue;
        }
        let (part_nodes, part_edges) = sizes[a as usize];
        match is_on(i) {
            // The part has no cycle.
            true if part_edges < part_nodes => continue,
            // Whatever the path, edges of another part are not on it.
            false if part_edges < n_on => {
                forced.push(edge.2.opposite());
                continue;
            }
            _ => {}
        }
        // The edge closes a loop with a path of edges that are on it.
        let Some(path) = graph.path_around(&known, i) else {
            continue;
        };
        let length = path.len() + usize::from(is_on(i));
        match is_on(i) {
            true if length < n_on => return false,
            true => {
                let open = edges.iter().zip(&known);
                let open = open.filter(|(_, known)| **known == EdgeState::Open);
                forced.extend(open.map(|(edge, _)| edge.2.opposite()));
                return true;
            }
            false if length < n_on => forced.push(edge.2.opposite()),
            false => {}
        }
    }
    let first = known.iter().position(|&one| one == EdgeState::On);
    let inside = graph.block(&known, first.unwrap_or_default());
    for ((edge, is_inside), known) in edges.iter().zip(inside).zip(known) {
        let literal = edge.2;
        if is_inside || known == EdgeState::Off {
            continue;
        }
        if known == EdgeState::On {
            return false;
        }
        if !forced.contains(&literal.opposite()) {
            forced.push(literal.opposite());
        }
    }
    true
}

impl Graph {
    /// For every edge, whether it lies on a common cycle with the first, or is the first; by a depth-first search with lowlinks.
    fn block(&self, known: &[EdgeState], first: usize) -> Vec<bool> {
        let (root, second, _) = self.edges[first];
        let n = self.n_nodes();
        let mut found = vec![u32::MAX; n];
        // For every node in the order of discovery: its parent's number and its lowlink.
        let mut tree: Vec<(u32, u32)> = Vec::with_capacity(n);
        tree.extend([(0, 0), (0, 1)]);
        (found[root as usize], found[second as usize]) = (0, 1);
        // The path to the node that is visited: its number, the edge to it, and the neighbours left.
        let mut stack = Vec::with_capacity(n);
        stack.push((1_u32, first as u32, self.beside(second)));
        while let Some((number, by, left)) = stack.last_mut() {
            let (number, by) = (*number, *by);
            if let Some((&(other, edge), rest)) = left.split_first() {
                *left = rest;
                if edge == by || known[edge as usize] == EdgeState::Off {
                    continue;
                }
                let seen = found[other as usize];
                if seen == u32::MAX {
                    let new = tree.len() as u32;
                    found[other as usize] = new;
                    tree.push((number, new));
                    stack.push((new, edge, self.beside(other)));
                } else {
                    let low = &mut tree[number as usize].1;
                    *low = (*low).min(seen);
                }
                continue;
            }
            stack.pop();
            let (parent, low) = tree[number as usize];
            let above = &mut tree[parent as usize].1;
            *above = (*above).min(low);
        }
        let mut inside = vec![false; tree.len()];
        inside[1] = true;
        for number in 2..tree.len() {
            let (parent, low) = tree[number];
            inside[number] = inside[parent as usize] && low < parent;
        }
        let is_inside = |(i, &(a, b, _)): (usize, &Edge)| {
            let (a, b) = (found[a as usize], found[b as usize]);
            let is_seen = a != u32::MAX && b != u32::MAX && known[i] != EdgeState::Off;
            i == first || is_seen && inside[a.max(b) as usize]
        };
        self.edges.iter().enumerate().map(is_inside).collect()
    }
}

/// The reason: a path that an edge would close, with another edge on the loop; or two edges of which one node and absent edges keep them from a common cycle.
pub(crate) fn reason(graph: &Graph, view: View<'_>, forced: Option<Literal>) -> Vec<Literal> {
    let edges = &graph.edges;
    let known = graph.known(view);
    let is_on = |edge: usize| known[edge] == EdgeState::On;
    let all_on: Vec<usize> = (0..edges.len()).filter(|&edge| is_on(edge)).collect();
    if all_on.is_empty() {
        return edges.iter().map(|edge| edge.2.opposite()).collect();
    }
    let place = |literal: Literal| edges.iter().position(|edge| edge.2 == literal.opposite());
    let edge = forced.and_then(place);
    let literals = |edges_of: &[usize]| -> Vec<Literal> {
        edges_of.iter().map(|&edge| edges[edge].2).collect()
    };
    // An edge that closes a loop, and another on the loop.
    let mut closing: Vec<usize> = edge.into_iter().collect();
    if edge.is_none() {
        closing.extend(&all_on);
    }
    for closing in closing {
        if let Some(mut path) = graph.path_around(&known, closing) {
            if is_on(closing) {
                path.push(closing);
            }
            if let Some(&other) = all_on.iter().find(|other| !path.contains(other)) {
                path.push(other);
                return literals(&path);
            }
        }
    }
    // A closed loop excludes all others.
    if edge.is_some() {
        for &closing in &all_on {
            if let Some(mut path) = graph.path_around(&known, closing) {
                path.push(closing);
                return literals(&path);
            }
        }
    }
    for &first in &all_on {
        let inside = graph.block(&known, first);
        let other = match edge {
            Some(edge) => Some(edge),
            None => all_on.iter().copied().find(|&other| !inside[other]),
        };
        if let Some(other) = other.filter(|&other| !inside[other]) {
            let mut why = graph.cut(&known, first, other);
            why.push(edges[first].2);
            if edge.is_none() {
                why.push(edges[other].2);
            }
            return why;
        }
    }
    unreachable!("an edge is excluded for one of these reasons")
}

impl Graph {
    /// The absent edges that, without one node, separate two edges.
    fn cut(&self, known: &[EdgeState], one: usize, other: usize) -> Vec<Literal> {
        let ends = |edge: usize| [self.edges[edge].0, self.edges[edge].1];
        let mut best: Option<Vec<Literal>> = None;
        let mut stack = Vec::new();
        for but in (0..self.n_nodes() as u32).chain([u32::MAX]) {
            let is_far = |node: u32| node != but && ends(other).contains(&node);
            let mut near = vec![false; self.n_nodes()];
            stack.clear();
            stack.extend(ends(one).into_iter().filter(|&end| end != but));
            stack.iter().for_each(|&end| near[end as usize] = true);
            let mut meets = stack.iter().any(|&end| is_far(end));
            while let Some(node) = stack.pop().filter(|_| !meets) {
                for &(next, via) in self.beside(node) {
                    let is_way = next != but && known[via as usize] != EdgeState::Off;
                    if is_way && !std::mem::replace(&mut near[next as usize], true) {
                        meets |= is_far(next);
                        stack.push(next);
                    }
                }
            }
            if meets {
                continue;
            }
            let crosses =
                |&&(a, b, _): &&Edge| a != but && b != but && near[a as usize] != near[b as usize];
            let crossing = self.edges.iter().filter(crosses);
            let why: Vec<Literal> = crossing.map(|edge| edge.2.opposite()).collect();
            if best.as_ref().is_none_or(|best| why.len() < best.len()) {
                best = Some(why);
            }
        }
        best.expect("one node separates edges of different blocks")
    }
}
