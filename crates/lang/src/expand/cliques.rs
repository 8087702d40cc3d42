//! Merges disequalities into cliques, so that one `alldifferent` replaces many of them.
//!
//! This is a greedy edge clique cover: every edge is in some clique, and a clique contains only edges of the graph. Edges are taken in order; the clique of
//! an edge is extended, in order, by every vertex that is adjacent to all its members.

use std::collections::HashMap;
use std::hash::Hash;

use gridwright_fd::{Deadline, Limit};

/// The number of edges between two checks of the deadline.
const EDGES_PER_CHECK: usize = 1 << 10;

/// Covers the edges of a graph by cliques, each ascending.
pub(crate) fn cliques<T: Ord + Hash + Clone>(
    edges: &[(T, T)],
    deadline: &Deadline,
) -> Result<Vec<Vec<T>>, Limit> {
    let (items, lists) = neighbours(edges, deadline)?;
    let mut found: Vec<Vec<usize>> = Vec::new();
    // By vertex, the cliques that it is in, and the last vertex whose cliques it was found in.
    let mut of_vertex: Vec<Vec<usize>> = vec![Vec::new(); items.len()];
    let mut covered_for: Vec<Option<usize>> = vec![None; items.len()];
    for a in 0..items.len() {
        for &clique in &of_vertex[a] {
            for &one in &found[clique] {
                covered_for[one] = Some(a);
            }
        }
        for &b in lists[a].iter().filter(|&&b| b > a) {
            if covered_for[b] == Some(a) {
                continue;
            }
            deadline.reached().map_or(Ok(()), Err)?;
            let clique = grown(a, b, &lists);
            for &one in &clique {
                of_vertex[one].push(found.len());
                covered_for[one] = Some(a);
            }
            found.push(clique);
        }
    }
    let named = |clique: Vec<usize>| clique.iter().map(|&one| items[one].clone()).collect();
    Ok(found.into_iter().map(named).collect())
}

/// The vertices of a graph, ascending, and the neighbours of each by number, ascending.
fn neighbours<'e, T: Ord + Hash>(
    edges: &'e [(T, T)],
    deadline: &Deadline,
) -> Result<(Vec<&'e T>, Vec<Vec<usize>>), Limit> {
    // Numbers are faster to compare than items.
    let mut numbers: HashMap<&T, usize> = HashMap::new();
    let mut pairs = Vec::new();
    for (at, (a, b)) in edges.iter().enumerate() {
        if at % EDGES_PER_CHECK == 0 {
            deadline.reached().map_or(Ok(()), Err)?;
        }
        let mut number = |item: &'e T| {
            let next = numbers.len();
            *numbers.entry(item).or_insert(next)
        };
        let pair = (number(a), number(b));
        if pair.0 != pair.1 {
            pairs.push(pair);
        }
    }
    let mut items: Vec<(&T, usize)> = numbers.into_iter().collect();
    items.sort_unstable();
    let mut ranks = vec![0; items.len()];
    for (rank, (_, number)) in items.iter().enumerate() {
        ranks[*number] = rank;
    }
    let mut lists = vec![Vec::new(); items.len()];
    for (a, b) in pairs {
        let (a, b): (usize, usize) = (ranks[a], ranks[b]);
        lists[a].push(b);
        lists[b].push(a);
    }
    for list in &mut lists {
        list.sort_unstable();
        list.dedup();
    }
    Ok((items.into_iter().map(|(item, _)| item).collect(), lists))
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
    use std::collections::BTreeSet;

    use gridwright_fd::{Rng, Stop};

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
            let turned: Vec<_> = edges.iter().map(turned).collect();
            let found = cliques(&turned, &Deadline::never()).expect("there is no limit");
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
        let found = cliques(&edges, &Deadline::never()).expect("there is no limit");
        assert_eq!(found.len(), 27);
        assert!(found.iter().all(|clique| clique.len() == 9));
    }

    #[test]
    fn a_stop_request_ends_the_search_for_cliques() {
        let stop = Stop::new();
        stop.request();
        let found = cliques(&[(1, 2)], &Deadline::at_stop(stop));
        assert_eq!(found, Err(Limit::Stop));
    }
}
