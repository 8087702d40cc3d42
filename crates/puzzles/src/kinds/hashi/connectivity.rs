//! That all islands hang together, in each of the ways it can be kept, over the number of bridges of each segment.

use gridwright_constraints::{
    Graph, clause, connected_parts, connected_spanning, implies, linear_eq, linear_le,
};
use gridwright_fd::{Atom, Model, ModelError, Var, half};

use crate::contract::Connectivity;
use crate::kinds::hashi::Answer;
use crate::kinds::hashi::instance::Instance;

/// What is asked of an answer after search.
pub(super) type Passive = Box<dyn Fn(&Answer) -> bool + Send + Sync>;

/// Posts that all islands hang together, or gives what is to be asked of each answer.
pub(super) fn post(
    instance: &Instance,
    way: Connectivity,
    bridges: &[Var],
    model: &mut Model,
) -> Result<Option<Passive>, ModelError> {
    let ends = instance.segments.iter().map(|ends| (ends.a, ends.b));
    let n_islands = instance.islands.len();
    match way {
        Connectivity::Active => {
            model.post(connected_spanning(&Graph::new(n_islands, ends)?, bridges))?;
        }
        Connectivity::DisjointSet => {
            model.post(connected_parts(&Graph::new(n_islands, ends)?, bridges))?;
        }
        Connectivity::Reachability => post_distances(instance, bridges, model)?,
        Connectivity::Passive => {
            let ends: Vec<(usize, usize)> = ends.collect();
            return Ok(Some(Box::new(move |answer| {
                is_one_part(n_islands, &ends, answer)
            })));
        }
    }
    Ok(None)
}

/// Gives every island its distance from the first: joined islands differ by one at most, and all but the first are joined to one that is nearer.
/// Islands that do not hang together with the first would need one nearer still, for ever.
fn post_distances(
    instance: &Instance,
    bridges: &[Var],
    model: &mut Model,
) -> Result<(), ModelError> {
    let farthest = instance.islands.len() as i32 - 1;
    let mut distances = Vec::with_capacity(instance.islands.len());
    for (i, island) in instance.islands.iter().enumerate() {
        let range = if i == 0 { 0..=0 } else { 1..=farthest };
        distances.push(model.var(format!("d{}", island.cell), range)?);
    }
    let mut nearer: Vec<Vec<Atom>> = vec![Vec::new(); distances.len()];
    for (&ends, &n) in instance.segments.iter().zip(bridges) {
        for (from, to) in [(ends.a, ends.b), (ends.b, ends.a)] {
            let (near, far) = (distances[from], distances[to]);
            let joined = Atom::ge(n, 1);
            model.post(half(joined, linear_le([(1, far), (-1, near)], 1)))?;
            if to > 0 {
                let cells = (instance.islands[from].cell, instance.islands[to].cell);
                let leads = Atom::eq(model.bool(format!("l{}{}", cells.0, cells.1)), 1);
                model.post(implies(leads, joined))?;
                model.post(half(leads, linear_eq([(1, far), (-1, near)], 1)))?;
                nearer[to].push(leads);
            }
        }
    }
    nearer
        .into_iter()
        .skip(1)
        .try_for_each(|some| model.post(clause(some)))
}

/// Whether the segments with bridges join all islands.
fn is_one_part(n_islands: usize, ends: &[(usize, usize)], answer: &Answer) -> bool {
    let mut over: Vec<usize> = (0..n_islands).collect();
    let top = |over: &[usize], mut island: usize| {
        while over[island] != island {
            island = over[island];
        }
        island
    };
    let mut n_parts = n_islands;
    for (&(a, b), _) in ends.iter().zip(&answer.0).filter(|(_, n)| **n > 0) {
        let (a, b) = (top(&over, a), top(&over, b));
        if a != b {
            over[a] = b;
            n_parts -= 1;
        }
    }
    n_parts == 1
}
