//! Single loops: no loop is closed while another edge is on the loop, and all edges on the loop lie on a common cycle.
//!
//! That no edge or two of each node are on the loop is left to other premises.

use crate::find::literal::{Literal, View};

/// An edge: its ends, and the literal that is true if it is on the loop.
type Edge = (u32, u32, Literal);

/// The neighbours of every node over some edges, each with the edge.
struct Adjacency {
    all: Vec<(u32, u32)>,
    /// Per node, where its neighbours begin; and the end.
    starts: Vec<u32>,
}

impl Adjacency {
    fn new(nodes: usize, edges: &[Edge], keep: impl Fn(Literal) -> bool) -> Adjacency {
        let mut starts = vec![0; nodes + 1];
        let kept = || edges.iter().enumerate().filter(|(_, edge)| keep(edge.2));
        for (_, &(a, b, _)) in kept() {
            starts[a as usize] += 1;
            starts[b as usize] += 1;
        }
        // The ends of all lists, which move to their beginnings as these are filled from the back.
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut all = vec![(0, 0); total as usize];
        for (i, &(a, b, _)) in kept().rev() {
            for (node, other) in [(b, a), (a, b)] {
                let start = &mut starts[node as usize];
                *start -= 1;
                all[*start as usize] = (other, i as u32);
            }
        }
        Adjacency { all, starts }
    }

    fn of(&self, node: u32) -> &[(u32, u32)] {
        let at = node as usize;
        &self.all[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    fn n_nodes(&self) -> usize {
        self.starts.len() - 1
    }
}

/// The edges of a shortest path between the ends of an edge, without it.
fn path_around(edges: &[Edge], beside: &Adjacency, edge: usize) -> Option<Vec<usize>> {
    let (from, to) = (edges[edge].0, edges[edge].1);
    let mut by = vec![u32::MAX; beside.n_nodes()];
    let mut queue = vec![from];
    let mut at = 0;
    while let Some(&node) = queue.get(at) {
        at += 1;
        for &(other, via) in beside.of(node) {
            if via as usize != edge && other != from && by[other as usize] == u32::MAX {
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
        let (a, b, _) = *edges.get(via as usize)?;
        path.push(via as usize);
        node = if a == node { b } else { a };
    }
    Some(path)
}

/// Whether the loop is still possible; collects the edges that cannot be on it.
pub(crate) fn propagate(
    nodes: usize,
    edges: &[Edge],
    view: View<'_>,
    forced: &mut Vec<Literal>,
) -> bool {
    let is_on = |edge: &Edge| view.is_true(edge.2);
    let n_on = edges.iter().filter(|edge| is_on(edge)).count();
    if n_on == 0 {
        return edges.iter().any(|edge| !view.is_false(edge.2));
    }
    // The part of every node, over edges that are on the loop, and the numbers of nodes and edges of each part.
    let on = Adjacency::new(nodes, edges, |literal| view.is_true(literal));
    let mut part = vec![u32::MAX; nodes];
    let mut sizes = vec![(0, 0); nodes];
    let mut stack = Vec::new();
    for start in 0..nodes as u32 {
        if part[start as usize] != u32::MAX || on.of(start).is_empty() {
            continue;
        }
        part[start as usize] = start;
        stack.push(start);
        let (mut n_nodes, mut n_ends) = (0, 0);
        while let Some(node) = stack.pop() {
            n_nodes += 1;
            n_ends += on.of(node).len();
            for &(other, _) in on.of(node) {
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
        if a == u32::MAX || a != b || view.is_false(edge.2) {
            continue;
        }
        let (part_nodes, part_edges) = sizes[a as usize];
        match is_on(edge) {
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
        let Some(path) = path_around(edges, &on, i) else {
            continue;
        };
        let length = path.len() + usize::from(is_on(edge));
        match is_on(edge) {
            true if length < n_on => return false,
            true => {
                let open = edges.iter().filter(|edge| view.is_open(edge.2));
                forced.extend(open.map(|edge| edge.2.opposite()));
                return true;
            }
            false if length < n_on => forced.push(edge.2.opposite()),
            false => {}
        }
    }
    let first = edges.iter().position(is_on).unwrap_or_default();
    let inside = block(nodes, edges, view, first);
    for (edge, is_inside) in edges.iter().zip(inside) {
        let literal = edge.2;
        if is_inside || view.is_false(literal) {
            continue;
        }
        if view.is_true(literal) {
            return false;
        }
        if !forced.contains(&literal.opposite()) {
            forced.push(literal.opposite());
        }
    }
    true
}

/// For every edge, whether it lies on a common cycle with the first, or is the first; by a depth-first search with lowlinks.
fn block(nodes: usize, edges: &[Edge], view: View<'_>, first: usize) -> Vec<bool> {
    let beside = Adjacency::new(nodes, edges, |literal| !view.is_false(literal));
    let (root, second, _) = edges[first];
    let mut found = vec![u32::MAX; nodes];
    // For every node in the order of discovery: the node, its parent's number and its lowlink.
    let mut tree: Vec<(u32, u32, u32)> = vec![(root, 0, 0), (second, 0, 1)];
    (found[root as usize], found[second as usize]) = (0, 1);
    let mut stack: Vec<(u32, u32, usize)> = vec![(1, first as u32, 0)];
    while let Some((number, by, next)) = stack.last_mut() {
        let (number, by) = (*number, *by);
        let node = tree[number as usize].0;
        if let Some(&(other, edge)) = beside.of(node).get(*next) {
            *next += 1;
            if edge == by {
                continue;
            }
            let seen = found[other as usize];
            if seen == u32::MAX {
                let new = tree.len() as u32;
                found[other as usize] = new;
                tree.push((other, number, new));
                stack.push((new, edge, 0));
            } else {
                let low = &mut tree[number as usize].2;
                *low = (*low).min(seen);
            }
            continue;
        }
        stack.pop();
        let (_, parent, low) = tree[number as usize];
        let above = &mut tree[parent as usize].2;
        *above = (*above).min(low);
    }
    let mut inside = vec![false; tree.len()];
    if inside.len() > 1 {
        inside[1] = true;
    }
    for number in 2..tree.len() {
        let (_, parent, low) = tree[number];
        inside[number] = inside[parent as usize] && low < parent;
    }
    let is_inside = |(i, &(a, b, literal)): (usize, &Edge)| {
        let (a, b) = (found[a as usize], found[b as usize]);
        let is_seen = a != u32::MAX && b != u32::MAX && !view.is_false(literal);
        i == first || is_seen && inside[a.max(b) as usize]
    };
    edges.iter().enumerate().map(is_inside).collect()
}

/// The reason: a path that an edge would close, with another edge on the loop; or two edges of which one node and absent edges keep them from a common cycle.
pub(crate) fn reason(
    nodes: usize,
    edges: &[Edge],
    view: View<'_>,
    forced: Option<Literal>,
) -> Vec<Literal> {
    let is_on = |edge: usize| view.is_true(edges[edge].2);
    let all_on: Vec<usize> = (0..edges.len()).filter(|&edge| is_on(edge)).collect();
    if all_on.is_empty() {
        return edges.iter().map(|edge| edge.2.opposite()).collect();
    }
    let on = Adjacency::new(nodes, edges, |literal| view.is_true(literal));
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
        if let Some(mut path) = path_around(edges, &on, closing) {
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
            if let Some(mut path) = path_around(edges, &on, closing) {
                path.push(closing);
                return literals(&path);
            }
        }
    }
    for &first in &all_on {
        let inside = block(nodes, edges, view, first);
        let other = match edge {
            Some(edge) => Some(edge),
            None => all_on.iter().copied().find(|&other| !inside[other]),
        };
        if let Some(other) = other.filter(|&other| !inside[other]) {
            let mut why = cut(nodes, edges, view, first, other);
            why.push(edges[first].2);
            if edge.is_none() {
                why.push(edges[other].2);
            }
            return why;
        }
    }
    unreachable!("an edge is excluded for one of these reasons")
}

/// The absent edges that, without one node, separate two edges.
fn cut(nodes: usize, edges: &[Edge], view: View<'_>, one: usize, other: usize) -> Vec<Literal> {
    let beside = Adjacency::new(nodes, edges, |literal| !view.is_false(literal));
    let ends = |edge: usize| [edges[edge].0, edges[edge].1];
    let mut best: Option<Vec<Literal>> = None;
    for but in (0..nodes as u32).chain([u32::MAX]) {
        let mut near = vec![false; nodes];
        let mut stack: Vec<u32> = ends(one).into_iter().filter(|&end| end != but).collect();
        stack.iter().for_each(|&end| near[end as usize] = true);
        while let Some(node) = stack.pop() {
            for &(next, _) in beside.of(node) {
                if next != but && !std::mem::replace(&mut near[next as usize], true) {
                    stack.push(next);
                }
            }
        }
        let mut far = ends(other).into_iter().filter(|&end| end != but);
        if far.any(|end| near[end as usize]) {
            continue;
        }
        let crosses =
            |&&(a, b, _): &&Edge| a != but && b != but && near[a as usize] != near[b as usize];
        let why: Vec<Literal> = edges
            .iter()
            .filter(crosses)
            .map(|edge| edge.2.opposite())
            .collect();
        if best.as_ref().is_none_or(|best| why.len() < best.len()) {
            best = Some(why);
        }
    }
    best.expect("one node separates edges of different blocks")
}
