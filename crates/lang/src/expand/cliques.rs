//! Merges disequalities into cliques, so that one `alldifferent` replaces many of them.
//!
//! This is a greedy edge clique cover: every edge is in some clique, and a clique contains only edges of the graph. Edges are taken in order; the clique of
//! an edge is extended, in order, by every vertex that is adjacent to all its members.

use std::collections::{BTreeMap, BTreeSet};

/// Covers the edges of a graph by cliques, each ascending.
pub(crate) fn cliques<T: Ord + Clone>(edges: impl IntoIterator<Item = (T, T)>) -> Vec<Vec<T>> {
    let mut neighbours: BTreeMap<T, BTreeSet<T>> = BTreeMap::new();
    for (a, b) in edges {
        if a != b {
            neighbours.entry(a.clone()).or_default().insert(b.clone());
            neighbours.entry(b).or_default().insert(a);
        }
    }
    // Numbers are faster to compare than items.
    let items: Vec<T> = neighbours.keys().cloned().collect();
    let number = |item: &T| items.binary_search(item).expect("every end is an item");
    let lists: Vec<Vec<usize>> = neighbours
        .values()
        .map(|list| list.iter().map(number).collect())
        .collect();
    let mut covered: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); items.len()];
    let mut found = Vec::new();
    for a in 0..items.len() {
        for &b in lists[a].iter().filter(|&&b| b > a) {
            if covered[a].contains(&b) {
                continue;
            }
            let clique = grown(a, b, &lists);
            for (at, &one) in clique.iter().enumerate() {
                covered[one].extend(&clique[at + 1..]);
            }
            found.push(clique.iter().map(|&one| items[one].clone()).collect());
        }
    }
    found
}

fn grown(a: usize, b: usize, lists: &[Vec<usize>]) -> Vec<usize> {
    let mut clique = vec![a, b];
    let mut common = both(&lists[a], &lists[b]);
    while let Some(&next) = common.first() {
        clique.push(next);
        common = both(&common, &lists[next]);
    }
    clique.sort_unstable();
    clique
}

/// The intersection of two ascending lists.
fn both(one: &[usize], other: &[usize]) -> Vec<usize> {
    let mut other = other.iter().peekable();
    let mut found = Vec::new();
    for &item in one {
        while other.next_if(|next| **next < item).is_some() {}
        if other.peek() == Some(&&item) {
            found.push(item);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_fd::Rng;

    #[test]
    fn cliques_cover_exactly_the_edges() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let n = rng.between(2, 9);
            let dense = rng.between(1, 4);
            let mut edges = BTreeSet::new();
            for a in 0..n {
                for b in 0..a {
                    if rng.between(0, 4) < dense {
                        edges.insert((b, a));
                    }
                }
            }
            let turned = |&(a, b): &(i32, i32)| if (a + b) % 2 == 0 { (a, b) } else { (b, a) };
            let found = cliques(edges.iter().map(turned));
            let mut pairs = BTreeSet::new();
            for clique in &found {
                for (at, &a) in clique.iter().enumerate() {
                    pairs.extend(clique[at + 1..].iter().map(|&b| (a, b)));
                }
            }
            assert_eq!(pairs, edges, "seed {seed}");
        }
    }

    #[test]
    fn a_sudoku_has_27_cliques() {
        let mut edges = Vec::new();
        for i in 0..81 {
            for j in 0..i {
                let block = |c: i32| (c / 27, c % 9 / 3);
                if i / 9 == j / 9 || i % 9 == j % 9 || block(i) == block(j) {
                    edges.push((i, j));
                }
            }
        }
        let found = cliques(edges);
        assert_eq!(found.len(), 27);
        assert!(found.iter().all(|clique| clique.len() == 9));
    }
}
