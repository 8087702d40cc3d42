//! Laws and examples of `reachable`.

use crate::util::*;

/// A random choice in a random graph; the root is a constant or a sum of views.
fn random(x: &[View], draws: &mut Draws, directed: bool, root: View) -> Option<Reachable> {
    let with_edges = draws.one_in(2);
    let n_nodes = if with_edges { x.len() / 2 } else { x.len() };
    let (nodes, edges) = x.split_at(n_nodes);
    if n_nodes == 0 && !edges.is_empty() {
        return None;
    }
    let n_edges = if with_edges {
        edges.len()
    } else {
        draws.below(2 * n_nodes + 1)
    };
    let ends = random_edges(draws, n_nodes, n_edges);
    let graph = if directed {
        Digraph::new(n_nodes, ends).expect("nodes are there")
    } else {
        Digraph::from(Graph::new(n_nodes, ends).expect("nodes are there"))
    };
    Some(if with_edges {
        reachable_edges(graph, root, nodes, edges)
    } else {
        reachable_nodes(graph, root, nodes)
    })
}

#[test]
fn laws_with_a_fixed_root() {
    Laws::new("reachable", |x, draws| {
        let root = View::constant(draws.between(-1, x.len() as i32));
        let directed = draws.one_in(2);
        random(x, draws, directed, root)
    })
    .booleans(0..=9)
    .claims([DOMAIN; 3])
    .check_rounds(300);
}

/// With Boolean views only, the root is one of two nodes that are one to three apart.
fn random_root(root: View, draws: &mut Draws) -> View {
    let factor = draws.between(1, 3);
    let scaled = root.times(factor).expect("small numbers");
    scaled.plus(draws.between(-1, 2)).expect("small numbers")
}

#[test]
fn laws_with_an_open_root() {
    for (directed, strength) in [(false, DOMAIN), (true, FORWARD)] {
        Laws::new("reachable", move |x, draws| {
            let root = random_root(x[0], draws);
            random(&x[1..], draws, directed, root)
        })
        .booleans(1..=9)
        .claims([strength; 3])
        .check_rounds(300);
    }
}

/// A root over many nodes, which Boolean views cannot express.
#[test]
fn laws_with_a_wide_root() {
    Laws::new("reachable", |x, draws| {
        let n_nodes = 5;
        let n_edges = draws.below(9);
        let ends = random_edges(draws, n_nodes, n_edges);
        let nodes: Vec<View> = (0..n_nodes)
            .map(|_| View::constant(i32::from(!draws.one_in(4))))
            .collect();
        let graph = Graph::new(n_nodes, ends.clone()).expect("nodes are there");
        Some(if draws.one_in(2) {
            reachable_nodes(&graph, x[0], nodes)
        } else {
            reachable_nodes(
                Digraph::new(n_nodes, ends).expect("nodes are there"),
                x[0],
                nodes,
            )
        })
    })
    .views(1..=1, -2..=6)
    .claims([DOMAIN; 3])
    .check();
}

/// A diamond with a tail: every path to the tail's end passes the joint, but not either side of the diamond.
#[test]
fn a_joint_is_forced() {
    let graph = Digraph::new(5, [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]).expect("nodes are there");
    let mut model = Model::new();
    let nodes = model.ints(5, 0..=1);
    let edges = model.ints(5, 0..=1);
    let reachable = reachable_edges(&graph, View::constant(0), &nodes, &edges);
    assert_eq!(reachable.name(), "reachable_edges");
    model.add(reachable);
    let mut kernel = kernel(&model, Consistency::Domain);
    kernel.propagate().expect("nothing is known");
    kernel.decide(Atom::ge(nodes[4], 1)).expect("open");
    kernel.propagate().expect("no conflict");
    let fixed = |var: &&Var| kernel.store().min(var.view()) == 1;
    let forced: Vec<&Var> = nodes.iter().chain(&edges).filter(fixed).collect();
    assert_eq!(forced, [&nodes[0], &nodes[3], &nodes[4], &edges[4]]);
}

/// A variable is the root, nodes and edges at once: removing it in one role closes paths already searched in another.
#[test]
fn laws_with_variables_in_several_roles() {
    Laws::new("reachable", |x, draws| {
        let n_roles = 2 * x.len() + draws.below(3);
        let roles: Vec<View> = (0..n_roles)
            .map(|_| {
                let view = *draws.pick(x);
                if draws.one_in(2) {
                    view
                } else {
                    view.complement()
                }
            })
            .collect();
        let directed = draws.one_in(2);
        random(&roles, draws, directed, x[0])
    })
    .booleans(1..=5)
    .plain_only()
    .check();
}
