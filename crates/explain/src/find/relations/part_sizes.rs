//! Parts of a given size: a part does not grow beyond it, and can grow up to it.

use crate::find::literal::{Literal, View};

/// Up to `n` nodes that can be reached from a node over nodes that pass a test, nearest first; the node itself is first, whatever it is.
fn spread(
    beside: &[Vec<u32>],
    start: usize,
    n: usize,
    may_pass: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut reached = vec![start];
    let mut is_reached = vec![false; beside.len()];
    is_reached[start] = true;
    let mut at = 0;
    while let Some(&node) = reached.get(at) {
        at += 1;
        for &other in &beside[node] {
            let other = other as usize;
            if reached.len() >= n {
                return reached;
            }
            if may_pass(other) && !std::mem::replace(&mut is_reached[other], true) {
                reached.push(other);
            }
        }
    }
    reached
}

/// Whether all parts can still have the size; collects what follows.
pub(crate) fn propagate(
    nodes: &[Literal],
    beside: &[Vec<u32>],
    (size, at): (usize, Option<usize>),
    view: View<'_>,
    forced: &mut Vec<Literal>,
) -> bool {
    if let Some(at) = at {
        if view.is_false(nodes[at]) {
            return false;
        }
        if view.is_open(nodes[at]) {
            forced.push(nodes[at]);
            return true;
        }
    }
    let is_in = |node: usize| view.is_true(nodes[node]);
    let may = |node: usize| !view.is_false(nodes[node]);
    // If one part is meant, only the nodes in it and beside it can be of it.
    let near: Vec<usize> = match at {
        None => (0..nodes.len()).collect(),
        Some(at) => {
            let part = spread(beside, at, usize::MAX, is_in);
            let beside = part.iter().flat_map(|&node| &beside[node]);
            let mut near: Vec<usize> = beside.map(|&node| node as usize).chain([at]).collect();
            near.sort_unstable();
            near.dedup();
            near
        }
    };
    for node in near {
        if view.is_false(nodes[node]) {
            continue;
        }
        let is_meant = |part: &[usize]| at.is_none_or(|at| part.contains(&at));
        let is_too_small =
            at.is_none_or(|at| at == node) && spread(beside, node, size, may).len() < size;
        let large = spread(beside, node, at.map_or(size + 1, |_| usize::MAX), is_in);
        let is_too_large = large.len() > size && is_meant(&large);
        if is_too_small || is_too_large {
            if is_in(node) {
                return false;
            }
            forced.push(nodes[node].opposite());
        }
    }
    for node in (0..nodes.len()).filter(|&node| is_in(node)) {
        if at.is_some_and(|at| at != node) {
            continue;
        }
        let part = spread(beside, node, size + 1, is_in);
        let is_first = part.iter().all(|&other| other >= node);
        if part.len() >= size || at.is_none() && !is_first {
            continue;
        }
        // A node beside the part without which it cannot grow enough.
        let exits = part.iter().flat_map(|&at| &beside[at]);
        let mut exits: Vec<usize> = exits.map(|&exit| exit as usize).collect();
        exits.sort_unstable();
        exits.dedup();
        for exit in exits.into_iter().filter(|&exit| view.is_open(nodes[exit])) {
            let around = spread(beside, node, size, |other| other != exit && may(other));
            if around.len() < size {
                forced.push(nodes[exit]);
            }
        }
    }
    true
}

/// The reason: the nodes of a part that is too large, or a node of one that is too small and the excluded nodes around it.
pub(crate) fn reason(
    nodes: &[Literal],
    beside: &[Vec<u32>],
    (size, given): (usize, Option<usize>),
    view: View<'_>,
    forced: Option<Literal>,
) -> Vec<Literal> {
    let is_in = |node: usize| view.is_true(nodes[node]);
    let may = |node: usize| !view.is_false(nodes[node]);
    let around = |part: &[usize], but: Option<usize>| {
        let out = part.iter().flat_map(|&node| &beside[node]);
        let mut out: Vec<usize> = out.map(|&node| node as usize).collect();
        out.retain(|node| !part.contains(node) && Some(*node) != but);
        out.sort_unstable();
        out.dedup();
        out.into_iter().map(|node| nodes[node].opposite())
    };
    if let Some(literal) = forced
        && let Some(exit) = nodes.iter().position(|&node| node == literal)
    {
        if given == Some(exit) {
            return Vec::new();
        }
        // The part that needs this exit.
        let blocked = (0..nodes.len()).filter(|&node| is_in(node) && node != exit);
        let blocked = blocked.filter(|&node| given.is_none_or(|given| given == node));
        let parts = blocked.map(|node| {
            (
                node,
                spread(beside, node, size, |other| other != exit && may(other)),
            )
        });
        let small = parts.filter(|(_, part)| part.len() < size);
        let (node, part) = small
            .min_by_key(|(_, part)| part.len())
            .expect("a part needs it");
        let mut why: Vec<Literal> = around(&part, Some(exit)).collect();
        why.push(nodes[node]);
        return why;
    }
    let out = forced.and_then(|literal| nodes.iter().position(|&node| node == literal.opposite()));
    let candidates: Vec<usize> = match out {
        Some(node) => vec![node],
        None => (0..nodes.len()).filter(|&node| is_in(node)).collect(),
    };
    if let Some(given) = given
        && view.is_false(nodes[given])
    {
        return vec![nodes[given].opposite()];
    }
    for node in candidates {
        let mut why: Vec<Literal> = Vec::new();
        let large = spread(beside, node, given.map_or(size + 1, |_| usize::MAX), is_in);
        let is_meant = given.is_none_or(|given| large.contains(&given));
        let small = spread(beside, node, size, may);
        if large.len() > size && is_meant {
            why.extend(large.iter().map(|&node| nodes[node]));
        } else if small.len() < size && given.is_none_or(|given| given == node) {
            why.extend(around(&small, None));
            why.push(nodes[node]);
        } else {
            continue;
        }
        why.retain(|&literal| out.is_none_or(|out| literal != nodes[out]));
        return why;
    }
    unreachable!("a part is too large or too small")
}
