//! Parts with one root each: what joins two roots is excluded, what no root reaches is excluded, and a part without a root takes its only way out.
//!
//! Reasons are found by deletion: a known literal is dropped if the rest still forces the same.

use crate::find::literal::{Literal, View};

/// Per node, whether it is chosen; `None` if it is open.
type States = [Option<bool>];

fn states(nodes: &[Literal], view: View<'_>) -> Vec<Option<bool>> {
    let state = |&node: &Literal| match (view.is_true(node), view.is_false(node)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    nodes.iter().map(state).collect()
}

/// Whether every part can still have one root; collects what follows.
pub(crate) fn propagate(
    nodes: &[Literal],
    beside: &[Vec<u32>],
    roots: &[(usize, Option<usize>)],
    view: View<'_>,
    forced: &mut Vec<Literal>,
) -> bool {
    let mut found = Vec::new();
    let holds = consequences(beside, roots, &states(nodes, view), &mut found);
    forced.extend(found.into_iter().map(|(node, is_in)| match is_in {
        true => nodes[node],
        false => nodes[node].opposite(),
    }));
    holds
}

/// No root, or a node that touches the parts of several.
const NO_ROOT: u32 = u32::MAX;
const SEVERAL: u32 = u32::MAX - 1;

/// The nodes that must be chosen or excluded; false if that is impossible. Linear in the size of the graph, as reasons repeat it for every known node.
fn consequences(
    beside: &[Vec<u32>],
    roots: &[(usize, Option<usize>)],
    state: &States,
    found: &mut Vec<(usize, bool)>,
) -> bool {
    let n = beside.len();
    let mut holds = true;
    for &(root, _) in roots {
        match state[root] {
            Some(true) => {}
            Some(false) => return false,
            None => found.push((root, true)),
        }
    }
    if !found.is_empty() {
        return true;
    }
    // The parts of chosen nodes, with their roots.
    let mut part = vec![usize::MAX; n];
    let mut members: Vec<Vec<usize>> = Vec::new();
    for start in 0..n {
        if part[start] != usize::MAX || state[start] != Some(true) {
            continue;
        }
        let number = members.len();
        part[start] = number;
        let mut here = vec![start];
        let mut at = 0;
        while let Some(&node) = here.get(at) {
            at += 1;
            for &other in &beside[node] {
                let other = other as usize;
                if part[other] == usize::MAX && state[other] == Some(true) {
                    part[other] = number;
                    here.push(other);
                }
            }
        }
        members.push(here);
    }
    let mut root_of: Vec<Option<usize>> = vec![None; members.len()];
    for (i, &(root, _)) in roots.iter().enumerate() {
        if root_of[part[root]].replace(i).is_some() {
            return false;
        }
    }
    // The root whose part a node touches or belongs to.
    let mut touched = vec![NO_ROOT; n];
    for (number, members) in members.iter().enumerate() {
        let Some(root) = root_of[number].map(|root| root as u32) else {
            continue;
        };
        for &node in members {
            for other in beside[node]
                .iter()
                .map(|&other| other as usize)
                .chain([node])
            {
                touched[other] = match touched[other] {
                    NO_ROOT => root,
                    other if other == root => root,
                    _ => SEVERAL,
                };
            }
        }
    }
    // The nodes by how far the part of a root can still grow from them, from the largest number down. A node that touches a part is reached from that part alone, and at once.
    let mut is_near = vec![false; n];
    let mut by_left: Vec<Vec<usize>> = vec![Vec::new(); n + 1];
    for (i, &(root, size)) in roots.iter().enumerate() {
        let part = &members[part[root]];
        let left = size.map_or(n, |size| size.saturating_sub(part.len()).min(n));
        for &node in part {
            is_near[node] = true;
            for other in beside[node].iter().map(|&other| other as usize) {
                let is_open_to = state[other] != Some(false) && touched[other] == i as u32;
                if left > 0 && is_open_to && !std::mem::replace(&mut is_near[other], true) {
                    by_left[left - 1].push(other);
                }
            }
        }
    }
    for left in (1..=n).rev() {
        for node in std::mem::take(&mut by_left[left]) {
            for other in beside[node].iter().map(|&other| other as usize) {
                let is_free = state[other] != Some(false) && touched[other] == NO_ROOT;
                if is_free && !std::mem::replace(&mut is_near[other], true) {
                    by_left[left - 1].push(other);
                }
            }
        }
    }
    for (node, near) in is_near.into_iter().enumerate() {
        match state[node] {
            Some(true) if !near => holds = false,
            None if !near || touched[node] == SEVERAL => found.push((node, false)),
            _ => {}
        }
    }
    for (number, members) in members.iter().enumerate() {
        if root_of[number].is_some() {
            continue;
        }
        let ways = members.iter().flat_map(|&node| &beside[node]);
        let mut ways: Vec<usize> = ways.map(|&node| node as usize).collect();
        ways.retain(|&node| state[node].is_none());
        ways.sort_unstable();
        ways.dedup();
        match ways[..] {
            [] => holds = false,
            [way] => found.push((way, true)),
            _ => {}
        }
    }
    holds
}

/// The reason: known literals of which none can be missed.
pub(crate) fn reason(
    nodes: &[Literal],
    beside: &[Vec<u32>],
    roots: &[(usize, Option<usize>)],
    view: View<'_>,
    forced: Option<Literal>,
) -> Vec<Literal> {
    let mut states = states(nodes, view);
    let goal = forced.and_then(|literal| {
        let at = nodes
            .iter()
            .position(|&node| node == literal || node == literal.opposite());
        at.map(|at| (at, nodes[at] == literal))
    });
    let follows = |states: &States| {
        let mut found = Vec::new();
        let holds = consequences(beside, roots, states, &mut found);
        // Two opposite consequences are a conflict too.
        let is_conflict = !holds
            || found.iter().any(|&(node, is_in)| {
                found.contains(&(node, !is_in)) || states[node] == Some(!is_in)
            });
        is_conflict || goal.is_some_and(|goal| found.contains(&goal))
    };
    for node in 0..nodes.len() {
        if roots.iter().any(|(root, _)| *root == node) {
            continue;
        }
        if let Some(known) = states[node].take()
            && !follows(&states)
        {
            states[node] = Some(known);
        }
    }
    let mut why = Vec::new();
    for (&literal, state) in nodes.iter().zip(states) {
        match state {
            Some(true) => why.push(literal),
            Some(false) => why.push(literal.opposite()),
            None => {}
        }
    }
    why
}
