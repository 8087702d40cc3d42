//! Tests of `bit_graph`.

use crate::util::*;

#[test]
fn neighbours_across_word_boundaries() {
    // A ring of 200 nodes, and one node without neighbours.
    let ring = (0..200).map(|node| vec![(node + 1) % 200, (node + 199) % 200]);
    let graph = BitGraph::new(ring.chain([vec![]]));
    assert_eq!(graph.n_nodes(), 201);
    let mut next = NodeSet::new(201);
    for node in [0, 63, 128, 200] {
        graph.add_neighbours((node / 64, 1 << (node % 64)), &mut next);
    }
    let reached = |next: &mut NodeSet| -> Vec<usize> {
        next.take()
            .flat_map(|(word, bits)| nodes_in_word(word, bits))
            .collect()
    };
    assert_eq!(reached(&mut next), [1, 62, 64, 127, 129, 199]);
    assert_eq!(reached(&mut next), [0; 0]);
    next.add_all();
    assert_eq!(reached(&mut next), (0..201).collect::<Vec<_>>());
}
