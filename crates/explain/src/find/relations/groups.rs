//! Groups of literals: the number of groups whose literals are all true is in a range. A group is a position of a ship, for example.

use crate::find::literal::{Literal, View};

/// The state of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GroupState {
    /// All its literals are true.
    Full,
    /// One is false.
    Dead,
    /// Neither yet.
    Open,
}

fn group_state(group: &[Literal], view: View<'_>) -> GroupState {
    if group.iter().any(|&literal| view.is_false(literal)) {
        GroupState::Dead
    } else if group.iter().all(|&literal| view.is_true(literal)) {
        GroupState::Full
    } else {
        GroupState::Open
    }
}

/// Whether enough and not too many groups can still be true; collects what they force.
pub(crate) fn propagate(
    of: &[Vec<Literal>],
    min: u32,
    max: u32,
    view: View<'_>,
    forced: &mut Vec<Literal>,
) -> bool {
    let states: Vec<GroupState> = of.iter().map(|group| group_state(group, view)).collect();
    let count = |which| states.iter().filter(|one| **one == which).count() as u32;
    let (full, open) = (count(GroupState::Full), count(GroupState::Open));
    if full > max || full + open < min {
        return false;
    }
    let is_open = |literal: &&Literal| view.is_open(**literal);
    let states = || of.iter().zip(&states);
    if full == max {
        for (group, _) in states().filter(|(_, state)| **state == GroupState::Open) {
            let mut left = group.iter().filter(is_open);
            if let (Some(last), None) = (left.next(), left.next()) {
                forced.push(last.opposite());
            }
        }
    }
    if min > full {
        // A literal is forced if too few groups would be left without it.
        let living = states().filter(|(_, state)| **state != GroupState::Dead);
        let literals = living.flat_map(|(group, _)| group);
        let mut needed: Vec<Literal> = literals.filter(is_open).copied().collect();
        needed.sort_unstable();
        for run in needed.chunk_by(|a, b| a == b) {
            if full + open - (run.len() as u32) < min {
                forced.push(run[0]);
            }
        }
    }
    true
}

/// The reason why groups force a literal, or are in conflict.
pub(crate) fn reason(
    of: &[Vec<Literal>],
    min: u32,
    max: u32,
    view: View<'_>,
    forced: Option<Literal>,
) -> Vec<Literal> {
    let states: Vec<GroupState> = of.iter().map(|group| group_state(group, view)).collect();
    let with_state = |state: GroupState| {
        let groups = of.iter().zip(&states);
        groups.filter_map(move |(group, of_group)| (*of_group == state).then_some(group))
    };
    let n_full = with_state(GroupState::Full).count() as u32;
    // The full groups are the reason if they are too many, or if one more would be. The first is possible for a forced literal too: one forced
    // just before it may have filled a group.
    let one_too_many = match forced {
        _ if n_full > max => Some(Vec::new()),
        Some(literal) if n_full == max => {
            let opposite = literal.opposite();
            let mut open = with_state(GroupState::Open);
            open.find_map(|group| {
                let others = group.iter().copied().filter(|&other| other != opposite);
                let others: Vec<Literal> = others.collect();
                let is_last = others.iter().all(|&other| view.is_true(other));
                (group.contains(&opposite) && is_last).then_some(others)
            })
        }
        _ => None,
    };
    if let Some(mut why) = one_too_many {
        let n = max as usize + usize::from(n_full > max);
        why.extend(with_state(GroupState::Full).take(n).flatten());
        why.sort_unstable();
        why.dedup();
        return why;
    }
    // Otherwise the reason is the dead groups, except those that contain the forced literal.
    let mut dead: Vec<Literal> = Vec::new();
    for group in of {
        if forced.is_some_and(|literal| group.contains(&literal)) {
            continue;
        }
        dead.extend(view.first_false(group).map(Literal::opposite));
    }
    let without = match forced {
        Some(literal) => of.iter().filter(|group| group.contains(&literal)).count(),
        None => 0,
    };
    let enough = (of.len() + 1).saturating_sub(min as usize + without);
    dead.sort_by_key(|&literal| view.position(literal));
    dead.truncate(enough);
    dead.sort_unstable();
    dead.dedup();
    dead
}
