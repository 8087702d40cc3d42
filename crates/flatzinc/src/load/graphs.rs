//! Global constraints over graphs with constant edges and variable subsets of nodes and edges.

use gridwright_constraints::{Digraph, EmptySubgraph, Graph, connected_edges, reachable_edges};
use gridwright_fd::View;

use crate::Result;
use crate::load::builtin::{Arguments, Builtin, builtin, relation};

pub(crate) const BUILTINS: &[Builtin] = &[
    builtin("gridwright_connected", 5, |args| {
        let (nodes, edges) = (args.views(2)?, args.views(3)?);
        let graph = Graph::new(nodes.len(), ends(args, 4)?).map_err(args.model_error())?;
        relation(connected_edges(
            &graph,
            nodes,
            edges,
            EmptySubgraph::Rejected,
        ))
    }),
    builtin("gridwright_reachable", 6, |args| {
        let (nodes, edges) = (args.views(3)?, args.views(4)?);
        let graph = Graph::new(nodes.len(), ends(args, 5)?).map_err(args.model_error())?;
        relation(reachable_edges(&graph, root(args)?, nodes, edges))
    }),
    builtin("gridwright_dreachable", 6, |args| {
        let (nodes, edges) = (args.views(3)?, args.views(4)?);
        let graph = Digraph::new(nodes.len(), ends(args, 5)?).map_err(args.model_error())?;
        relation(reachable_edges(graph, root(args)?, nodes, edges))
    }),
];

/// The ends of all edges, counted from 0; argument `first` is the number of the first node.
fn ends(args: &Arguments<'_, '_>, first: usize) -> Result<Vec<(usize, usize)>> {
    let first = args.int32(first)?;
    let (from, to) = (args.int32s(0)?, args.int32s(1)?);
    let (n_from, n_to) = (from.len(), to.len());
    if n_from != n_to {
        return Err(args.error(format!("{n_from} sources and {n_to} targets of edges")));
    }
    let node = |number: i32| {
        let node = i64::from(number) - i64::from(first);
        usize::try_from(node).map_err(|_| args.error(format!("{number} is not a node")))
    };
    let both = from.into_iter().zip(to);
    both.map(|(from, to)| Ok((node(from)?, node(to)?)))
        .collect()
}

/// The root, counted from 0.
fn root(args: &mut Arguments<'_, '_>) -> Result<View> {
    let first = args.int32(5)?;
    let root = args.view(2)?.plus(-first);
    root.ok_or_else(|| args.error("the root is out of range"))
}
