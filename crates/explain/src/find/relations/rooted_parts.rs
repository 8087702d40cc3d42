//! Parts with one root each: what joins two roots is excluded, what no root reaches is excluded, and a part without a root takes its only way out.
//!
//! Reasons are found by deletion: a known literal is dropped if the rest still forces the same.

use crate::find::literal::{Literal, View};

/// The state of a node: chosen, excluded or open.
type States<'a> = &'a dyn Fn(usize) -> Option<bool>;

/// Whether every part can still have one root; collects what follows.
pub(crate) fn propagate(
    nodes: &[Literal],
    beside: &[Vec<u32>],
    roots: &[(usize, Option<usize>)],
    view: View<'_>,
    forced: &mut Vec<Literal>,
) -> bool {
    let state = |node: usize| match (view.is_true(nodes[node]), view.is_false(nodes[node])) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let mut found = Vec::new();
    let holds = consequences(beside, roots, &state, &mut found);
    forced.extend(found.into_iter().map(|(node, is_in)| match is_in {
        true => nodes[node],
        false => nodes[node].opposite(),
    }));
    holds
}

/// The nodes that must be chosen or excluded; false if that is impossible.
fn consequences(
    beside: &[Vec<u32>],
    roots: &[(usize, Option<usize>)],
    state: States<'_>,
    found: &mut Vec<(usize, bool)>,
) -> bool {
    let n = beside.len();
    let mut holds = true;
    for &(root, _) in roots {
        match state(root) {
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
        if part[start] != usize::MAX || state(start) != Some(true) {
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
                if part[other] == usize::MAX && state(other) == Some(true) {
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
    // The roots whose parts a node touches.
    let touched = |node: usize| {
        let around = beside[node]
            .iter()
            .map(|&other| other as usize)
            .chain([node]);
        let mut touched: Vec<usize> = around
            .filter(|&other| part[other] != usize::MAX)
            .filter_map(|other| root_of[part[other]])
            .collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    };
    let mut is_near = vec![false; n];
    for (i, &(root, size)) in roots.iter().enumerate() {
        let mut reached = members[part[root]].clone();
        let left = size.map_or(n, |size| size.saturating_sub(reached.len()));
        reached.iter().for_each(|&node| is_near[node] = true);
        let mut seen = vec![false; n];
        reached.iter().for_each(|&node| seen[node] = true);
        for _ in 0..left {
            let mut next = Vec::new();
            for &node in &reached {
                for &other in &beside[node] {
                    let other = other as usize;
                    if !seen[other]
                        && state(other) != Some(false)
                        && touched(other).iter().all(|&root| root == i)
                    {
                        seen[other] = true;
                        is_near[other] = true;
                        next.push(other);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            reached = next;
        }
    }
    for (node, near) in is_near.into_iter().enumerate() {
        match state(node) {
            Some(true) if !near => holds = false,
            None if !near || touched(node).len() > 1 => found.push((node, false)),
            _ => {}
        }
    }
    for (number, members) in members.iter().enumerate() {
        if root_of[number].is_some() {
            continue;
        }
        let ways = members.iter().flat_map(|&node| &beside[node]);
        let mut ways: Vec<usize> = ways.map(|&node| node as usize).collect();
        ways.retain(|&node| state(node).is_none());
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
    let mut states: Vec<Option<bool>> = nodes
        .iter()
        .map(|&node| match (view.is_true(node), view.is_false(node)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        })
        .collect();
    let goal = forced.and_then(|literal| {
        let at = nodes
            .iter()
            .position(|&node| node == literal || node == literal.opposite());
        at.map(|at| (at, nodes[at] == literal))
    });
    let follows = |states: &[Option<bool>]| {
        let mut found = Vec::new();
        let holds = consequences(beside, roots, &|node| states[node], &mut found);
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
