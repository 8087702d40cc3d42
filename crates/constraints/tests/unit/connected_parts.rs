//! Laws and examples of `connected_parts`.

use crate::util::*;

fn random(x: &[View], draws: &mut Draws) -> ConnectedParts {
    let n_nodes = 1 + draws.below(5);
    let ends = random_edges(draws, n_nodes, x.len());
    let graph = Graph::new(n_nodes, ends).expect("nodes are there");
    connected_parts(&graph, x)
}

#[test]
fn laws() {
    Laws::new("connected_parts", |x, draws| Some(random(x, draws)))
        .booleans(0..=8)
        .claims([FORWARD; 3])
        .check();
}

#[test]
fn laws_of_counted_edges() {
    Laws::new("connected_parts", |x, draws| Some(random(x, draws)))
        .domains(|draws| {
            (0..draws.below(6))
                .map(|_| (0..=2).filter(|_| draws.all_but_one_in(3)).collect())
                .filter(|values: &Vec<i32>| !values.is_empty())
                .collect()
        })
        .claims([FORWARD; 3])
        .check_rounds(100);
}

/// A square with one side removed: the others are taken one after the other, as each is the last open edge of a corner.
#[test]
fn the_last_edge_out_of_a_part_is_taken() {
    let mut model = Model::new();
    let sides: Vec<Var> = model.ints(4, 0..=1);
    let square = Graph::new(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).expect("nodes are there");
    model.add(connected_parts(&square, &sides));
    let mut kernel = kernel(&model, Consistency::Value);
    kernel.propagate().expect("nothing is known");
    kernel.decide(Atom::le(sides[0], 0)).expect("open");
    kernel.propagate().expect("no conflict");
    assert!(
        sides[1..]
            .iter()
            .all(|side| kernel.store().min(side.view()) == 1)
    );
}

/// It finds as many solutions on a grid as the stronger propagator.
#[test]
fn choices_on_a_grid_are_counted() {
    let graph = grid(3, 3);
    let n_choices = |post: &dyn Fn(&mut Model, &[Var])| {
        let mut model = Model::new();
        let names = (0..graph.n_edges()).map(|i| format!("e{i}"));
        let edges: Vec<Var> = names.map(|name| model.bool(name)).collect();
        post(&mut model, &edges);
        n_solutions(&model, Consistency::Domain)
    };
    let by_parts = n_choices(&|model, edges| {
        model.add(connected_parts(&graph, edges));
    });
    let spanning = n_choices(&|model, edges| {
        model.add(connected_spanning(&graph, edges));
    });
    assert_eq!(by_parts, spanning);
}

#[test]
fn wrong_lengths_and_negative_views_are_rejected() {
    let mut model = Model::new();
    let x = model.bool("x");
    let few = model.post(connected_parts(&grid(2, 2), [x]));
    assert_eq!(
        few.unwrap_err().to_string(),
        "connected_parts: 1 views for 4 edges"
    );
    let debt = model.var("debt", -1..=1).expect("a domain");
    let negative = model.post(connected_parts(&grid(1, 2), [debt]));
    assert_eq!(
        negative.unwrap_err().to_string(),
        "connected_parts: debt has the values -1..1; negative values are not allowed"
    );
}
