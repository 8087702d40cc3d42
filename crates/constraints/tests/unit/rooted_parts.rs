//! Laws and examples of `rooted_parts`.

use crate::util::*;

fn laws() -> Laws {
    Laws::new("rooted_parts", |x, draws| {
        let n_edges = draws.below(2 * x.len() + 1);
        let edges = random_edges(draws, x.len(), n_edges);
        let graph = Graph::new(x.len(), edges).expect("nodes are there");
        let mut roots = Vec::new();
        for node in 0..x.len() {
            if draws.one_in(3) {
                let size = draws.all_but_one_in(4).then(|| 1 + draws.below(4));
                roots.push((node, size));
            }
        }
        Some(rooted_parts(&graph, x, roots))
    })
    .claims([FORWARD; 3])
}

#[test]
fn laws_of_booleans() {
    laws().booleans(0..=8).check_rounds(400);
}

#[test]
fn laws_with_variables_in_several_roles() {
    laws()
        .booleans(0..=8)
        .aliased()
        .plain_only()
        .check_rounds(200);
}

/// Islands on a row of five cells: a root of two at one end and one of any size at the other.
#[test]
fn islands_on_a_row_are_counted() {
    let mut model = Model::new();
    let cells = model.ints(5, 0..=1);
    let roots = [(0, Some(2)), (4, None)];
    model.add(rooted_parts(&grid(1, 5), &cells, roots));
    assert_eq!(
        solutions(&model, Consistency::Domain, &cells),
        [[1, 1, 0, 0, 1], [1, 1, 0, 1, 1]]
    );
}

/// Two parts share their way to the root; one of them has another way out, which stays open.
#[test]
fn the_way_out_of_one_part_does_not_force_that_of_another() {
    let mut model = Model::new();
    let cells = model.ints(5, 0..=1);
    // 0 - 1 - 2 - 3, and the root 4 beside 1.
    let edges = [(0, 1), (1, 2), (2, 3), (1, 4)];
    let graph = Graph::new(5, edges).expect("nodes are there");
    model.add(rooted_parts(&graph, &cells, [(4, None)]));
    let chosen = [Atom::eq(cells[0], 1), Atom::eq(cells[2], 1)];
    let domains = propagated(&model, Consistency::Domain, &chosen, &cells);
    assert_eq!(domains.expect("has solutions")[3], [0, 1]);
}

/// Two ways lead to the only node from which the root can reach its size.
#[test]
fn the_node_where_all_ways_meet_is_chosen() {
    let mut model = Model::new();
    let cells = model.ints(5, 0..=1);
    // 0 - 1 - 3 - 4 and 0 - 2 - 3.
    let edges = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)];
    let graph = Graph::new(5, edges).expect("nodes are there");
    model.add(rooted_parts(&graph, &cells, [(0, Some(4))]));
    let domains = propagated(&model, Consistency::Domain, &[], &cells);
    let domains = domains.expect("has solutions");
    assert_eq!(domains[3], [1]);
    assert_eq!([&domains[1], &domains[2], &domains[4]], [&[0, 1]; 3]);
}

#[test]
fn invalid_roots_are_rejected() {
    let mut model = Model::new();
    let cells = model.ints(4, 0..=1);
    let far = model.post(rooted_parts(&grid(2, 2), &cells, [(4, None)]));
    assert_eq!(
        far.unwrap_err().to_string(),
        "rooted_parts: there is no node 4"
    );
    let twice = model.post(rooted_parts(&grid(2, 2), &cells, [(1, None), (1, Some(2))]));
    assert_eq!(
        twice.unwrap_err().to_string(),
        "rooted_parts: node 1 is a root twice"
    );
}
