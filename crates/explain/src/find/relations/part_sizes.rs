//! Parts of a given size: a part does not grow beyond it, and can grow up to it.

use crate::find::literal::{Literal, View};

/// Up to `n` nodes that can be reached from a node over nodes that pass a test, nearest first; the node itself is first, whatever it is.
fn spread(
    beside: &[Vec<u32>],
    start: usize,
    n: usize,
    may_pass: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut reached = Vec::with_capacity(n.min(beside.len()));
    let mut is_reached = vec![false; beside.len()];
    reached.push(start);
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

/// What is known of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NodeState {
    In,
    Out,
    Open,
}

/// What is known of every node, computed once for each propagation because every step reads it.
fn known(nodes: &[Literal], view: View<'_>) -> Vec<NodeState> {
    let known = nodes.iter().map(|&node| match view.is_true(node) {
        true => NodeState::In,
        false if view.is_false(node) => NodeState::Out,
        false => NodeState::Open,
    });
    known.collect()
}

/// The connected parts of the nodes that pass a test.
struct Parts {
    /// Per node, the number of its part; `NO_PART` if it does not pass.
    part_of: Vec<u32>,
    /// Per part, its size.
    sizes: Vec<usize>,
}

const NO_PART: u32 = u32::MAX;

impl Parts {
    fn new(beside: &[Vec<u32>], passes: impl Fn(usize) -> bool) -> Parts {
        let mut parts = Parts {
            part_of: vec![NO_PART; beside.len()],
            sizes: Vec::new(),
        };
        let mut reached = Vec::new();
        for start in 0..beside.len() {
            if parts.part_of[start] != NO_PART || !passes(start) {
                continue;
            }
            let number = parts.sizes.len() as u32;
            let mut size = 0;
            parts.part_of[start] = number;
            reached.push(start);
            while let Some(node) = reached.pop() {
                size += 1;
                for &other in &beside[node] {
                    let other = other as usize;
                    if parts.part_of[other] == NO_PART && passes(other) {
                        parts.part_of[other] = number;
                        reached.push(other);
                    }
                }
            }
            parts.sizes.push(size);
        }
        parts
    }

    /// The size of the part of a node, which passes.
    fn size_at(&self, node: usize) -> usize {
        self.sizes[self.part_of[node] as usize]
    }

    /// The size of the part that a node has or, if it does not pass, would make with those beside it.
    fn size_with(&self, beside: &[Vec<u32>], node: usize) -> usize {
        if self.part_of[node] != NO_PART {
            return self.size_at(node);
        }
        let near = &beside[node];
        let part = |other: &u32| self.part_of[*other as usize];
        let mut size = 1;
        for (i, other) in near.iter().enumerate() {
            let is_new = near[..i].iter().all(|one| part(one) != part(other));
            if part(other) != NO_PART && is_new {
                size += self.sizes[part(other) as usize];
            }
        }
        size
    }
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
    let known = known(nodes, view);
    let is_in = |node: usize| known[node] == NodeState::In;
    let may = |node: usize| known[node] != NodeState::Out;
    let Some(at) = at else {
        return propagate_all(nodes, beside, size, &known, forced);
    };
    // Only the nodes in the part and beside it can be of it.
    let part = spread(beside, at, usize::MAX, is_in);
    let near = part.iter().flat_map(|&node| &beside[node]);
    let mut near: Vec<usize> = near.map(|&node| node as usize).chain([at]).collect();
    near.sort_unstable();
    near.dedup();
    for node in near {
        if !may(node) {
            continue;
        }
        let is_too_small = at == node && spread(beside, node, size, may).len() < size;
        let large = spread(beside, node, usize::MAX, is_in);
        let is_too_large = large.len() > size && large.contains(&at);
        if is_too_small || is_too_large {
            if is_in(node) {
                return false;
            }
            forced.push(nodes[node].opposite());
        }
    }
    if part.len() < size {
        // A node beside the part without which it cannot grow enough.
        for exit in exits(&known, beside, at, size) {
            let around = spread(beside, at, size, |other| other != exit && may(other));
            if around.len() < size {
                forced.push(nodes[exit]);
            }
        }
    }
    true
}

/// The same for all parts.
fn propagate_all(
    nodes: &[Literal],
    beside: &[Vec<u32>],
    size: usize,
    known: &[NodeState],
    forced: &mut Vec<Literal>,
) -> bool {
    let is_in = |node: usize| known[node] == NodeState::In;
    let may = |node: usize| known[node] != NodeState::Out;
    let possible = Parts::new(beside, may);
    let present = Parts::new(beside, is_in);
    for node in (0..nodes.len()).filter(|&node| may(node)) {
        if possible.size_at(node) < size || present.size_with(beside, node) > size {
            if is_in(node) {
                return false;
            }
            forced.push(nodes[node].opposite());
        }
    }
    let mut is_tried = vec![false; present.sizes.len()];
    for node in (0..nodes.len()).filter(|&node| is_in(node)) {
        let part = present.part_of[node] as usize;
        if std::mem::replace(&mut is_tried[part], true) || present.sizes[part] >= size {
            continue;
        }
        for exit in exits(known, beside, node, size) {
            let around = spread(beside, node, size, |other| other != exit && may(other));
            if around.len() < size {
                forced.push(nodes[exit]);
            }
        }
    }
    true
}

/// The open nodes beside a part that is smaller than `size`.
fn exits(
    known: &[NodeState],
    beside: &[Vec<u32>],
    node: usize,
    size: usize,
) -> impl Iterator<Item = usize> {
    let part = spread(beside, node, size + 1, |node| known[node] == NodeState::In);
    let exits = part.iter().flat_map(|&at| &beside[at]);
    let mut exits: Vec<usize> = exits.map(|&exit| exit as usize).collect();
    exits.retain(|&exit| known[exit] == NodeState::Open);
    exits.sort_unstable();
    exits.dedup();
    exits.into_iter()
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
