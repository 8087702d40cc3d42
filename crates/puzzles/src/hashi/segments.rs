//! `segments`: a variable is how many bridges join two facing islands. Sums at the islands, no two crossing segments used, and the used
//! segments connect all islands: the graph model report 000 wished for, with connectivity active during search.

use gridwright_constraints::{Graph, clause, connected_spanning, iff_atoms, linear_eq};
use gridwright_fd::{Atom, Model, ModelError, Var};

use super::{Answer, Hashi, Instance, MOST};
use crate::choices::Choices;
use crate::puzzle::{Formulation, Viewpoint};

pub(super) struct Segments;

impl Viewpoint<Hashi> for Segments {
    fn name(&self) -> &'static str {
        "segments"
    }

    fn about(&self) -> &'static str {
        "how many bridges join two facing islands"
    }

    fn formulate(
        &self,
        instance: &Instance,
        _: &Choices,
        model: &mut Model,
    ) -> Result<Formulation<Hashi>, ModelError> {
        let mut bridges: Vec<Var> = Vec::with_capacity(instance.segments.len());
        let mut used: Vec<Var> = Vec::with_capacity(instance.segments.len());
        for &segment in &instance.segments {
            let (a, b) = instance.ends(segment);
            let n = model.var(format!("{a}{b}"), 0..=MOST)?;
            let any = model.bool(format!("u{a}{b}"));
            model.post(iff_atoms(Atom::ge(n, 1), Atom::eq(any, 1)))?;
            bridges.push(n);
            used.push(any);
        }
        for (i, island) in instance.islands.iter().enumerate() {
            if let Some(wanted) = island.bridges {
                let at_island = instance.segments.iter().zip(&bridges);
                let at_island = at_island.filter(|(segment, _)| segment.a == i || segment.b == i);
                model.post(linear_eq(at_island.map(|(_, &n)| (1, n)), wanted))?;
            }
        }
        // Which segments run over each cell of water: at most one along the row and one along the column.
        let mut over: Vec<Vec<usize>> = vec![Vec::new(); instance.grid.n_cells()];
        for (i, &segment) in instance.segments.iter().enumerate() {
            for cell in instance.water(segment) {
                over[instance.grid.index(cell)].push(i);
            }
        }
        for crossing in over.iter().filter(|over| over.len() > 1) {
            let unused = crossing.iter().map(|&i| Atom::eq(bridges[i], 0));
            model.post(clause(unused))?;
        }
        let edges = instance
            .segments
            .iter()
            .map(|segment| (segment.a, segment.b));
        let graph = Graph::new(instance.islands.len(), edges)?;
        model.post(connected_spanning(&graph, &used))?;
        let facts = bridges
            .iter()
            .flat_map(|&n| (1..=MOST).map(move |least| Some(Atom::ge(n, least))))
            .collect();
        Ok(Formulation {
            decisions: bridges.clone(),
            facts,
            read: Box::new(move |found| Answer(found.values(&bridges))),
            passive: None,
        })
    }
}
