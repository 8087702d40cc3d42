//! Smallest hitting sets: the fewest items that have one of every set among them.

use gridwright_fd::{Deadline, Limit};

/// The smallest hitting set of some sets; of several, the first in the order of items. Every set has an item. The search is exponential, so it ends
/// at a deadline.
pub(crate) fn smallest(sets: &[Vec<usize>], deadline: &Deadline) -> Result<Vec<usize>, Limit> {
    let mut best: Option<Vec<usize>> = None;
    go(sets, &mut Vec::new(), &mut best, deadline)?;
    let mut best = best.unwrap_or_default();
    best.sort_unstable();
    Ok(best)
}

fn go(
    sets: &[Vec<usize>],
    chosen: &mut Vec<usize>,
    best: &mut Option<Vec<usize>>,
    deadline: &Deadline,
) -> Result<(), Limit> {
    if let Some(limit) = deadline.reached() {
        return Err(limit);
    }
    let is_hit = |set: &&Vec<usize>| set.iter().any(|item| chosen.contains(item));
    let missed: Vec<&Vec<usize>> = sets.iter().filter(|set| !is_hit(set)).collect();
    let Some(tightest) = missed.iter().min_by_key(|set| set.len()) else {
        if best.as_ref().is_none_or(|best| chosen.len() < best.len()) {
            *best = Some(chosen.clone());
        }
        return Ok(());
    };
    // Sets that have nothing in common need an item each.
    let mut apart: Vec<&Vec<usize>> = Vec::new();
    for set in &missed {
        if apart
            .iter()
            .all(|other| other.iter().all(|item| !set.contains(item)))
        {
            apart.push(set);
        }
    }
    if best
        .as_ref()
        .is_some_and(|best| chosen.len() + apart.len() >= best.len())
    {
        return Ok(());
    }
    // Items that hit more of what is missed are tried first.
    let mut items = tightest.to_vec();
    let hits = |item: &usize| missed.iter().filter(|set| set.contains(item)).count();
    items.sort_by_key(|item| (std::cmp::Reverse(hits(item)), *item));
    for item in items {
        chosen.push(item);
        let gone = go(sets, chosen, best, deadline);
        chosen.pop();
        gone?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By trying all sets of items.
    fn brute(sets: &[Vec<usize>], n: usize) -> usize {
        (0_u32..1 << n)
            .filter(|word| {
                sets.iter()
                    .all(|set| set.iter().any(|i| word >> i & 1 == 1))
            })
            .map(|word| word.count_ones() as usize)
            .min()
            .expect("all items hit every set")
    }

    #[test]
    fn hitting_sets_are_smallest() {
        let mut seed = 7_u64;
        let mut random = |n: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        for round in 0..300 {
            let n = 8;
            let n_sets = 1 + random(7) as usize;
            let sets: Vec<Vec<usize>> = (0..n_sets)
                .map(|_| {
                    let word = 1 + random((1 << n) - 1);
                    (0..n as usize).filter(|i| word >> i & 1 == 1).collect()
                })
                .collect();
            let found = smallest(&sets, &Deadline::default()).expect("it never comes");
            assert!(sets.iter().all(|set| set.iter().any(|i| found.contains(i))));
            assert_eq!(
                found.len(),
                brute(&sets, n as usize),
                "round {round}: {sets:?}"
            );
        }
    }
}
