//! The layout of a tree: subtrees side by side, as close as their contours allow; each parent centred above its children.

/// The horizontal positions of the nodes of a tree, from 0 on, with at least one unit between two nodes of a level. `parents` has the index of the parent of
/// each node. Nodes are in depth-first order; only the first, the root, has no parent.
pub fn tree_layout(parents: &[Option<usize>]) -> Vec<f64> {
    // Distances from the parent, and the contours of subtrees whose parent is not yet placed. The last child of a node comes first.
    let mut positions = vec![0.0; parents.len()];
    let mut children: Vec<Vec<(usize, Contour)>> = Vec::new();
    children.resize_with(parents.len(), Vec::new);
    let mut leftmost = 0.0;
    for node in (0..parents.len()).rev() {
        let contour = place(std::mem::take(&mut children[node]), &mut positions);
        match parents[node] {
            Some(parent) => children[parent].push((node, contour)),
            None => leftmost = contour.leftmost(),
        }
    }
    for (node, parent) in parents.iter().enumerate() {
        positions[node] += match parent {
            Some(parent) => positions[*parent],
            None => -leftmost,
        };
    }
    positions
}

/// Places the children of a node, given from right to left, beside each other. Returns the contour of the node's subtree.
fn place(children: Vec<(usize, Contour)>, positions: &mut [f64]) -> Contour {
    let nodes: Vec<usize> = children.iter().rev().map(|(node, _)| *node).collect();
    let mut all = Contour::default();
    for (node, contour) in children.into_iter().rev() {
        positions[node] = all.add(contour);
    }
    if let [first, .., last] = nodes[..] {
        let centre = f64::midpoint(positions[first], positions[last]);
        for node in nodes {
            positions[node] -= centre;
        }
        all.shift -= centre;
    }
    all.levels.push((-all.shift, -all.shift));
    all
}

/// The leftmost and the rightmost position of each level of a forest, the deepest level first, less a shift that all have in common.
#[derive(Default)]
struct Contour {
    levels: Vec<(f64, f64)>,
    shift: f64,
}

impl Contour {
    /// Adds a tree on the right, one unit apart; returns how far it was moved. The time is that of the less deep one, so that a layout takes time
    /// in proportion to the number of nodes.
    fn add(&mut self, mut tree: Contour) -> f64 {
        let shared = self.levels.len().min(tree.levels.len());
        let pairs = self.levels.iter().rev().zip(tree.levels.iter().rev());
        let gaps = pairs.map(|(left, right)| (left.1 + self.shift) + 1.0 - (right.0 + tree.shift));
        let moved = gaps.fold(0.0, f64::max);
        tree.shift += moved;
        let is_deeper = tree.levels.len() > self.levels.len();
        let (deep, flat) = match is_deeper {
            true => (&mut tree, &*self),
            false => (&mut *self, &tree),
        };
        let change = flat.shift - deep.shift;
        let kept = deep.levels.len() - shared;
        for (kept, other) in deep.levels[kept..]
            .iter_mut()
            .zip(&flat.levels[flat.levels.len() - shared..])
        {
            match is_deeper {
                true => kept.0 = other.0 + change,
                false => kept.1 = other.1 + change,
            }
        }
        if is_deeper {
            *self = tree;
        }
        moved
    }

    fn leftmost(&self) -> f64 {
        let lefts = self.levels.iter().map(|(left, _)| left + self.shift);
        lefts.fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_are_centred_above_their_children() {
        // A root with the children 1, 2 and 5; 2 has the children 3 and 4.
        let parents = [None, Some(0), Some(0), Some(2), Some(2), Some(0)];
        assert_eq!(tree_layout(&parents), [1.0, 0.0, 1.0, 0.5, 1.5, 2.0]);
        assert_eq!(tree_layout(&[None, Some(0)]), [0.0, 0.0]);
        assert_eq!(tree_layout(&[]), [0.0; 0]);
    }

    #[test]
    fn deep_subtrees_move_apart_only_where_they_meet() {
        // The left child has one level below it, the right one two; the grandchildren are wide.
        let parents = [
            None,
            Some(0),
            Some(1),
            Some(1),
            Some(1),
            Some(0),
            Some(5),
            Some(6),
            Some(6),
        ];
        let expected = [2.0, 1.0, 0.0, 1.0, 2.0, 3.0, 3.0, 2.5, 3.5];
        assert_eq!(tree_layout(&parents), expected);
    }

    #[test]
    fn nodes_of_a_level_are_a_unit_apart_in_order() {
        let mut random = gridwright_control::Rng::new(1);
        for n in 1..60 {
            // Each next node hangs below one on the way from the root to the last, so the order is depth-first.
            let mut parents: Vec<Option<usize>> = vec![None];
            for node in 1..n {
                let mut parent = node - 1;
                while random.below(3) == 0 {
                    match parents[parent] {
                        Some(above) => parent = above,
                        None => break,
                    }
                }
                parents.push(Some(parent));
            }
            let x = tree_layout(&parents);
            let mut depths = vec![0; n];
            let mut last_at: Vec<Option<f64>> = vec![None; n];
            for node in 0..n {
                depths[node] = parents[node].map_or(0, |parent| depths[parent] + 1);
                if let Some(last) = last_at[depths[node]] {
                    assert!(x[node] - last > 0.999, "{parents:?}: {x:?}");
                }
                last_at[depths[node]] = Some(x[node]);
            }
            assert!(x.iter().any(|x| x.abs() < 1e-9) && x.iter().all(|x| *x > -1e-9));
        }
    }
}
