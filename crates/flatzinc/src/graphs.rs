//! Global constraints over graphs: the ends of the edges are constants, which nodes and edges are chosen is not.

use gridwright_constraints::{Digraph, Empty, Graph, connected_edges, reachable_edges};
use gridwright_fd::ModelError;
use gridwright_term::Diagnostic;

use crate::builtins::{Arguments, Builtin};
use crate::relation::Relation;

pub(crate) const BUILTINS: &[Builtin] = &[
    Builtin {
        name: "gridwright_connected",
        n_arguments: 5,
        build: |args| {
            let (nodes, edges) = (args.views(2)?, args.views(3)?);
            let graph = Graph::new(nodes.len(), ends(args, 4)?).map_err(said(args))?;
            Ok(Relation::holds(connected_edges(
                &graph,
                nodes,
                edges,
                Empty::Refused,
            )))
        },
    },
    Builtin {
        name: "gridwright_reachable",
        n_arguments: 6,
        build: |args| {
            let (nodes, edges) = (args.views(3)?, args.views(4)?);
            let graph = Graph::new(nodes.len(), ends(args, 5)?).map_err(said(args))?;
            let root = root(args)?;
            Ok(Relation::holds(reachable_edges(&graph, root, nodes, edges)))
        },
    },
    Builtin {
        name: "gridwright_dreachable",
        n_arguments: 6,
        build: |args| {
            let (nodes, edges) = (args.views(3)?, args.views(4)?);
            let graph = Digraph::new(nodes.len(), ends(args, 5)?).map_err(said(args))?;
            let root = root(args)?;
            Ok(Relation::holds(reachable_edges(graph, root, nodes, edges)))
        },
    },
];

/// The ends of all edges, counted from 0; which number stands for the first node is said by argument `first`.
fn ends(args: &Arguments<'_, '_>, first: usize) -> Result<Vec<(usize, usize)>, Diagnostic> {
    let first = args.small(first)?;
    let (from, to) = (args.smalls(0)?, args.smalls(1)?);
    if from.len() != to.len() {
        return Err(args.error(format!("{} edges begin and {} end", from.len(), to.len())));
    }
    let node = |number: i32| {
        let node = i64::from(number) - i64::from(first);
        usize::try_from(node).map_err(|_| args.error(format!("{number} is no node")))
    };
    let both = from.into_iter().zip(to);
    both.map(|(from, to)| Ok((node(from)?, node(to)?)))
        .collect()
}

/// The root, counted from 0.
fn root(args: &mut Arguments<'_, '_>) -> Result<gridwright_fd::View, Diagnostic> {
    let first = args.small(5)?;
    let root = args.view(2)?.plus(-first);
    root.ok_or_else(|| args.error("the root leaves the range of numbers"))
}

fn said(args: &Arguments<'_, '_>) -> impl Fn(ModelError) -> Diagnostic + use<> {
    let span = args.span;
    move |error| Diagnostic::error(error.to_string(), span)
}
