//! Strongly connected components by the path-based algorithm, a whole row of arcs at a time. For `all_different` and
//! `global_cardinality`.
//!
//! Gabow 2000, "Path-based depth-first search for strong and biconnected components". Every step processes one row, so a graph of
//! `n` nodes takes O(n) row operations, however many arcs it has.

use crate::support::bits::Bits;

/// Scratch memory for finding components.
#[derive(Clone, Debug, Default)]
pub(crate) struct StrongComponents<const W: usize> {
    path: Vec<PathComponent<W>>,
}

/// A component on the current path.
#[derive(Clone, Copy, Debug)]
struct PathComponent<const W: usize> {
    members: Bits<W>,
    /// Everything that the members have an arc to.
    reached: Bits<W>,
    /// The member that joined last.
    last: usize,
}

impl<const W: usize> StrongComponents<W> {
    /// Calls `found` with every component and all nodes that its members have arcs to. A component is found after all components
    /// it has arcs to. Arcs to nodes outside `nodes` are reported but not followed.
    ///
    /// Before that, calls `used` with arcs inside the component that suffice to keep it strongly connected.
    #[inline]
    pub(crate) fn run<E>(
        &mut self,
        nodes: Bits<W>,
        arcs: &[Bits<W>],
        mut used: impl FnMut(usize, usize),
        mut found: impl FnMut(Bits<W>, Bits<W>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut new = nodes;
        let mut on_path = Bits::EMPTY;
        self.path.clear();
        while let Some(root) = new.first() {
            let mut top = PathComponent {
                members: Bits::single(root),
                reached: arcs[root],
                last: root,
            };
            new.remove(root);
            on_path.insert(root);
            loop {
                // The member that joined last usually leads on; the others are rarely needed.
                let ahead = arcs[top.last] & new;
                let next = ahead.first().or_else(|| (top.reached & new).first());
                if let Some(next) = next {
                    used(source(arcs, &top, next), next);
                    new.remove(next);
                    on_path.insert(next);
                    self.path.push(top);
                    top = PathComponent {
                        members: Bits::single(next),
                        reached: arcs[next],
                        last: next,
                    };
                    continue;
                }
                let back = (top.reached & on_path).without(&top.members);
                if let Some(target) = back.first() {
                    // All components above the target of a back arc lie on a cycle. An arc to the root closes the longest cycle.
                    let target = if back.contains(root) { root } else { target };
                    used(source(arcs, &top, target), target);
                    while !top.members.contains(target) {
                        let below = self.path.pop().expect("an arc back ends on the path");
                        top.members |= below.members;
                        top.reached |= below.reached;
                    }
                    continue;
                }
                on_path = on_path.without(&top.members);
                found(top.members, top.reached)?;
                match self.path.pop() {
                    Some(below) => top = below,
                    None => break,
                }
            }
        }
        Ok(())
    }
}

/// A member of a component that has an arc to a node the component reaches.
#[inline]
fn source<const W: usize>(arcs: &[Bits<W>], component: &PathComponent<W>, to: usize) -> usize {
    if arcs[component.last].contains(to) {
        return component.last;
    }
    component
        .members
        .iter()
        .find(|&member| arcs[member].contains(to))
        .expect("what a component reaches, a member does")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    use gridwright_fd::Rng;

    fn closure(arcs: &[Bits<2>]) -> Vec<Bits<2>> {
        let mut reach = arcs.to_vec();
        for via in 0..arcs.len() {
            for from in 0..arcs.len() {
                if reach[from].contains(via) {
                    let more = reach[via];
                    reach[from] |= more;
                }
            }
        }
        reach
    }

    #[test]
    fn components_agree_with_mutual_reachability() {
        let mut rng = Rng::new(1);
        for round in 0..200 {
            let n = 1 + rng.below(70);
            let sparse = 1 + rng.below(n + 2);
            let mut arcs = vec![Bits::<2>::EMPTY; n];
            for row in &mut arcs {
                for to in 0..n {
                    if rng.one_in(sparse) {
                        row.insert(to);
                    }
                }
            }
            let reach = closure(&arcs);
            let nodes = (0..n).fold(Bits::EMPTY, |all, i| all | Bits::single(i));
            let mut seen = Bits::EMPTY;
            let kept = RefCell::new(vec![Bits::EMPTY; n]);
            let keep = |from: usize, to: usize| kept.borrow_mut()[from].insert(to);
            StrongComponents::default()
                .run(nodes, &arcs, keep, |members, reached| {
                    let root = members.first().expect("not empty");
                    let inside = closure(&kept.borrow());
                    assert!(members.len() == 1 || inside[root] & members == members);
                    for other in 0..n {
                        let mutual = other == root
                            || reach[root].contains(other) && reach[other].contains(root);
                        assert_eq!(members.contains(other), mutual, "round {round}");
                    }
                    seen |= members;
                    assert!(reached.is_within(&seen), "successors come first");
                    Ok::<(), ()>(())
                })
                .expect("never fails");
            assert_eq!(seen, nodes);
        }
    }
}
