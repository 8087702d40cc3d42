//! Smallest hitting sets, by branch and bound.

use std::cmp::Reverse;

use gridwright_fd::{Deadline, Limit};

/// A smallest set that contains an item of every set, in ascending order; `None` if no such set has fewer than `bound` items.
/// Every set must be non-empty.
///
/// The search is exponential: it ends with [`Limit::Nodes`] after `max_nodes`, or at the deadline.
///
/// ```
/// use gridwright_fd::Deadline;
/// use gridwright_solve::smallest_hitting_set;
/// let sets = [vec![1, 2], vec![2, 3], vec![4]];
/// let smallest = |bound| smallest_hitting_set(&sets, bound, u64::MAX, &Deadline::default());
/// assert_eq!(smallest(usize::MAX), Ok(Some(vec![2, 4])));
/// assert_eq!(smallest(2), Ok(None));
/// ```
pub fn smallest_hitting_set(
    sets: &[Vec<usize>],
    bound: usize,
    max_nodes: u64,
    deadline: &Deadline,
) -> Result<Option<Vec<usize>>, Limit> {
    let mut search = HittingSetSearch {
        sets,
        chosen: Vec::new(),
        bound,
        best: None,
        nodes_left: max_nodes,
        deadline,
    };
    search.branch()?;
    let mut best = search.best;
    if let Some(best) = &mut best {
        best.sort_unstable();
    }
    Ok(best)
}

struct HittingSetSearch<'s> {
    sets: &'s [Vec<usize>],
    chosen: Vec<usize>,
    /// A solution must be smaller than this.
    bound: usize,
    best: Option<Vec<usize>>,
    nodes_left: u64,
    deadline: &'s Deadline,
}

impl HittingSetSearch<'_> {
    fn branch(&mut self) -> Result<(), Limit> {
        if let Some(limit) = self.deadline.reached() {
            return Err(limit);
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Limit::Nodes)?;
        let is_hit = |set: &Vec<usize>| set.iter().any(|item| self.chosen.contains(item));
        let missed: Vec<&Vec<usize>> = self.sets.iter().filter(|set| !is_hit(set)).collect();
        // A lower bound: disjoint sets need an item each.
        let mut disjoint: Vec<&Vec<usize>> = Vec::new();
        for set in &missed {
            if !disjoint
                .iter()
                .copied()
                .flatten()
                .any(|item| set.contains(item))
            {
                disjoint.push(set);
            }
        }
        if self.chosen.len() + disjoint.len() >= self.bound {
            return Ok(());
        }
        let Some(smallest) = missed.iter().min_by_key(|set| set.len()) else {
            self.bound = self.chosen.len();
            self.best = Some(self.chosen.clone());
            return Ok(());
        };
        // Items that hit more of the sets not hit yet come first.
        let mut items = smallest.to_vec();
        let hits = |item: &usize| missed.iter().filter(|set| set.contains(item)).count();
        items.sort_by_key(|item| (Reverse(hits(item)), *item));
        for item in items {
            self.chosen.push(item);
            let result = self.branch();
            self.chosen.pop();
            result?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Rng;

    /// The size of a smallest hitting set, by brute force.
    fn brute_force(sets: &[Vec<usize>], n_items: usize) -> usize {
        let hits_all = |word: &u32| {
            sets.iter()
                .all(|set| set.iter().any(|item| word >> item & 1 == 1))
        };
        let sizes = (0_u32..1 << n_items).filter(hits_all).map(u32::count_ones);
        sizes.min().expect("all items hit every set") as usize
    }

    #[test]
    fn hitting_sets_have_minimum_size() {
        const N_ITEMS: usize = 8;
        let mut rng = Rng::new(7);
        for round in 0..300 {
            let sets: Vec<Vec<usize>> = (0..rng.between(1, 7))
                .map(|_| {
                    let word = rng.between(1, (1 << N_ITEMS) - 1);
                    (0..N_ITEMS).filter(|item| word >> item & 1 == 1).collect()
                })
                .collect();
            let expected = brute_force(&sets, N_ITEMS);
            let smallest =
                |bound| smallest_hitting_set(&sets, bound, u64::MAX, &Deadline::default());
            let found = smallest(usize::MAX).expect("no limit").expect("no bound");
            assert!(sets.iter().all(|set| set.iter().any(|i| found.contains(i))));
            assert_eq!(found.len(), expected, "round {round}: {sets:?}");
            assert_eq!(smallest(expected + 1), Ok(Some(found)), "round {round}");
            assert_eq!(smallest(expected), Ok(None), "round {round}");
        }
    }

    #[test]
    fn limits_end_the_search() {
        let sets = [vec![1, 2], vec![3, 4]];
        let limited = |nodes| smallest_hitting_set(&sets, usize::MAX, nodes, &Deadline::default());
        assert_eq!(limited(0), Err(Limit::Nodes));
        assert_eq!(limited(100), Ok(Some(vec![1, 3])));
    }
}
