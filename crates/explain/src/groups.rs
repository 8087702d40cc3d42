//! Groups of claims of which some number must be true as a whole: ships in their places.

use crate::packed::Packed;
use crate::state::Look;

/// How a group stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// All its claims are true.
    Full,
    /// One is false.
    Dead,
    /// Neither yet.
    Open,
}

fn standing(group: &[Packed], look: Look<'_>) -> Standing {
    if group.iter().any(|&claim| look.is_false(claim)) {
        Standing::Dead
    } else if group.iter().all(|&claim| look.is_true(claim)) {
        Standing::Full
    } else {
        Standing::Open
    }
}

/// Whether the groups can still be as they should; collects what they force.
pub(crate) fn examine(
    of: &[Vec<Packed>],
    min: u32,
    max: u32,
    look: Look<'_>,
    forced: &mut Vec<Packed>,
) -> bool {
    let standings: Vec<Standing> = of.iter().map(|group| standing(group, look)).collect();
    let count = |which| standings.iter().filter(|one| **one == which).count() as u32;
    let (full, open) = (count(Standing::Full), count(Standing::Open));
    if full > max || full + open < min {
        return false;
    }
    let is_open = |claim: &&Packed| !look.is_true(**claim) && !look.is_false(**claim);
    if full == max {
        for (group, _) in of
            .iter()
            .zip(&standings)
            .filter(|(_, s)| **s == Standing::Open)
        {
            let mut left = group.iter().filter(is_open);
            if let (Some(last), None) = (left.next(), left.next()) {
                forced.push(last.opposite());
            }
        }
    }
    if min > full {
        // A claim that so many living groups need that too few would live without it.
        let living = || {
            let all = of.iter().zip(&standings);
            all.filter(|(_, s)| **s != Standing::Dead).map(|(g, _)| g)
        };
        let mut needed: Vec<Packed> = living().flatten().filter(is_open).copied().collect();
        needed.sort_unstable();
        for run in needed.chunk_by(|a, b| a == b) {
            if full + open - (run.len() as u32) < min {
                forced.push(run[0]);
            }
        }
    }
    true
}

/// The claims by which groups force a claim, or cannot be as they should.
pub(crate) fn reason(
    of: &[Vec<Packed>],
    min: u32,
    max: u32,
    look: Look<'_>,
    forced: Option<Packed>,
) -> Vec<Packed> {
    let standings: Vec<Standing> = of.iter().map(|group| standing(group, look)).collect();
    let full = || {
        let all = of.iter().zip(&standings);
        all.filter(|(_, s)| **s == Standing::Full).map(|(g, _)| g)
    };
    // Full groups are to blame where one more would be too many.
    let one_too_many = match forced {
        None => (full().count() as u32 > max).then_some(Vec::new()),
        Some(claim) if full().count() as u32 == max => of
            .iter()
            .zip(&standings)
            .filter(|(group, s)| **s == Standing::Open && group.contains(&claim.opposite()))
            .map(|(group, _)| {
                let others = group.iter().copied();
                others
                    .filter(|&other| other != claim.opposite())
                    .collect::<Vec<_>>()
            })
            .find(|others| others.iter().all(|&other| look.is_true(other))),
        Some(_) => None,
    };
    if let Some(mut why) = one_too_many {
        let n = max as usize + usize::from(forced.is_none());
        why.extend(full().take(n).flatten());
        why.sort_unstable();
        why.dedup();
        return why;
    }
    // Otherwise dead groups are: those that would live on without the claim that is forced.
    let mut dead: Vec<Packed> = Vec::new();
    for group in of {
        if forced.is_some_and(|claim| group.contains(&claim)) {
            continue;
        }
        let falses = group.iter().copied().filter(|&claim| look.is_false(claim));
        let first = falses
            .map(Packed::opposite)
            .min_by_key(|&claim| look.place(claim));
        dead.extend(first);
    }
    let without = match forced {
        Some(claim) => of.iter().filter(|group| group.contains(&claim)).count(),
        None => 0,
    };
    let enough = (of.len() + 1).saturating_sub(min as usize + without);
    dead.sort_by_key(|&claim| look.place(claim));
    dead.truncate(enough);
    dead.sort_unstable();
    dead.dedup();
    dead
}
