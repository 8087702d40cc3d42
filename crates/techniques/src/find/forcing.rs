//! Forcing chains: what every candidate of a cell or house, or both states of a candidate, force; and what leads to a contradiction.

use crate::cells::{CellSet, HOUSES, PEERS};
use crate::find::cache::{Cache, Reach};
use crate::find::implications::{Graph, Node, Search, opposite};
use crate::find::nice_loops::{path_pattern, tidy};
use crate::grid::{Grid, digits};
use crate::step::{Candidate, Need, Pattern, Step};
use crate::technique::Technique;

/// A digit placed, the one in the first cell; or else the first candidate that is ruled out.
pub(crate) fn find(grid: &Grid, cache: &mut Cache) -> Option<Step> {
    let (graph, search, reach) = cache.graph(grid);
    if reach.is_empty() {
        for node in 0..2 * graph.n_candidates() as Node {
            search.run(graph, node, true);
            reach.push(Reach::of(graph, search));
        }
    }
    let verdicts = verdicts(grid, graph, reach, &allowed(grid));
    let (candidate, is_placed) = verdicts.first(grid)?;
    let proof = proof(grid, graph, reach, search, candidate, is_placed);
    let mut pattern = Pattern::default();
    for path in &proof.paths {
        let part = path_pattern(grid, graph, path);
        pattern.needs.extend(part.needs);
        pattern.links.extend(part.links);
        pattern.candidates.extend(part.candidates);
    }
    pattern.needs.extend(proof.need);
    Some(step(Technique::ForcingChain, candidate, is_placed, pattern))
}

/// The step that a proof gives.
pub(crate) fn step(
    technique: Technique,
    candidate: Candidate,
    is_placed: bool,
    mut pattern: Pattern,
) -> Step {
    let (placements, eliminations) = if is_placed {
        (vec![candidate], Vec::new())
    } else {
        (Vec::new(), vec![candidate])
    };
    tidy(&mut pattern, &eliminations);
    Step {
        technique,
        placements,
        eliminations,
        pattern,
    }
}

/// What is certain.
#[derive(Clone, Default)]
pub(crate) struct Verdicts {
    /// Digits that can be placed: for every digit, the cells.
    pub(crate) placed: [CellSet; 9],
    /// Candidates that can be ruled out.
    pub(crate) ruled_out: [CellSet; 9],
}

impl Verdicts {
    /// The digit placed in the first cell, or else the first candidate ruled out, by cell and digit; and whether it is placed.
    pub(crate) fn first(&self, grid: &Grid) -> Option<(Candidate, bool)> {
        let first = |of: &[CellSet; 9]| {
            let firsts = (0..9).filter_map(|digit| {
                let cells = of[digit] & grid.places(digit);
                cells.first().map(|cell| (cell, digit))
            });
            firsts.min()
        };
        let placed = first(&self.placed).map(|candidate| (candidate, true));
        placed.or_else(|| first(&self.ruled_out).map(|candidate| (candidate, false)))
    }
}

/// What is certain, given what follows from every candidate on and off. A digit needs one of the `allowed` places in every house.
pub(crate) fn verdicts(
    grid: &Grid,
    graph: &Graph,
    reach: &[Reach],
    allowed: &[CellSet; 9],
) -> Verdicts {
    let mut verdicts = Verdicts::default();
    for node in 0..reach.len() as Node {
        if conflict(grid, allowed, &reach[usize::from(node)]).is_some() {
            let member = graph.member(node);
            if node % 2 == 0 {
                verdicts.ruled_out[member.digit] |= member.cells;
            } else {
                verdicts.placed[member.digit] |= member.cells;
            }
        }
    }
    for alternatives in alternatives(grid, graph) {
        let common = common(graph, reach, &alternatives);
        for digit in 0..9 {
            verdicts.placed[digit] |= common.on[digit];
            verdicts.ruled_out[digit] |= common.off[digit];
        }
    }
    verdicts
}

/// Nodes of which one holds: a candidate on and off, the candidates of a cell, the places of a digit in a house.
pub(crate) struct Alternatives {
    pub(crate) nodes: Vec<Node>,
    /// What the rules demand; nothing for a candidate on and off.
    pub(crate) need: Option<Need>,
}

/// All alternatives.
pub(crate) fn alternatives<'a>(
    grid: &'a Grid,
    graph: &'a Graph,
) -> impl Iterator<Item = Alternatives> + 'a {
    let states = (0..graph.n_candidates() as Node).map(|number| Alternatives {
        nodes: vec![2 * number, 2 * number + 1],
        need: None,
    });
    let cells = grid.open().map(|cell| Alternatives {
        nodes: digits(grid.candidates(cell))
            .map(|digit| graph.node(cell, digit, true))
            .collect(),
        need: Some(Need::Cell(cell)),
    });
    let houses = (0..27).flat_map(move |house| {
        (0..9).filter_map(move |digit| {
            let places = grid.places(digit) & HOUSES[house];
            (!places.is_empty()).then(|| Alternatives {
                nodes: places.map(|cell| graph.node(cell, digit, true)).collect(),
                need: Some(Need::House(house, digit)),
            })
        })
    });
    states.chain(cells).chain(houses)
}

/// What follows from all alternatives.
pub(crate) fn common(graph: &Graph, reach: &[Reach], alternatives: &Alternatives) -> Reach {
    let mut common = reach[usize::from(alternatives.nodes[0])];
    for &node in &alternatives.nodes[1..] {
        let other = &reach[usize::from(node)];
        for digit in 0..9 {
            common.on[digit] &= other.on[digit];
            common.off[digit] &= other.off[digit];
        }
    }
    if alternatives.need.is_none() {
        // A chain that comes back to its first cell is a nice loop.
        let start = graph.member(alternatives.nodes[0]).cells;
        for digit in 0..9 {
            common.on[digit] -= start;
            common.off[digit] -= start;
        }
    }
    common
}

/// For every digit, the open cells that see no such digit: places that it had before techniques ruled some out.
fn allowed(grid: &Grid) -> [CellSet; 9] {
    let mut allowed = [grid.open(); 9];
    for cell in !grid.open() {
        if let Some(digit) = grid.placed(cell) {
            allowed[digit] -= PEERS[cell];
        }
    }
    allowed
}

/// Nodes that cannot all hold, and what the rules demand for that.
pub(crate) struct Conflict {
    /// Candidates, each with whether it is on.
    pub(crate) ends: Vec<(Candidate, bool)>,
    pub(crate) need: Option<Need>,
}

/// The first contradiction in what follows from a node.
pub(crate) fn conflict(grid: &Grid, allowed: &[CellSet; 9], reach: &Reach) -> Option<Conflict> {
    let ends = |ends: Vec<(Candidate, bool)>, need| Some(Conflict { ends, need });
    for digit in 0..9 {
        if let Some(cell) = (reach.on[digit] & reach.off[digit]).first() {
            let candidate = (cell, digit);
            return ends(vec![(candidate, false), (candidate, true)], None);
        }
    }
    let (mut once, mut twice, mut none) = (CellSet::EMPTY, CellSet::EMPTY, grid.open());
    for digit in 0..9 {
        twice |= once & reach.on[digit];
        once |= reach.on[digit];
        none &= reach.off[digit] | !grid.places(digit);
    }
    if let Some(cell) = twice.first() {
        let on = (0..9).filter(|&digit| reach.on[digit].contains(cell));
        return ends(
            on.take(2).map(|digit| ((cell, digit), true)).collect(),
            None,
        );
    }
    for digit in 0..9 {
        for cell in reach.on[digit] {
            if let Some(other) = (PEERS[cell] & reach.on[digit]).first() {
                return ends(vec![((cell, digit), true), ((other, digit), true)], None);
            }
        }
    }
    if let Some(cell) = (none - once).first() {
        let off = digits(grid.candidates(cell)).map(|digit| ((cell, digit), false));
        return ends(off.collect(), Some(Need::Cell(cell)));
    }
    for (digit, allowed) in allowed.iter().enumerate() {
        if reach.off[digit].is_empty() {
            continue;
        }
        for (house, &cells) in HOUSES.iter().enumerate() {
            let places = *allowed & cells;
            if !places.is_empty() && places.is_subset(reach.off[digit]) {
                let off = places.map(|cell| ((cell, digit), false));
                return ends(off.collect(), Some(Need::House(house, digit)));
            }
        }
    }
    None
}

/// The chains that prove a step.
struct Proof {
    paths: Vec<Vec<Node>>,
    need: Option<Need>,
}

/// The proof of what was found: a contradiction if there is one, or else the shortest chains from alternatives.
fn proof(
    grid: &Grid,
    graph: &Graph,
    reach: &[Reach],
    search: &mut Search,
    candidate: Candidate,
    is_placed: bool,
) -> Proof {
    let node = graph.node(candidate.0, candidate.1, is_placed);
    let mut path = Vec::new();
    let start = opposite(node);
    if let Some(conflict) = conflict(grid, &allowed(grid), &reach[usize::from(start)]) {
        search.run(graph, start, true);
        if search.has(node) {
            search.path(node, &mut path);
            return Proof {
                paths: vec![path],
                need: None,
            };
        }
        let paths = conflict.ends.iter().map(|&((cell, digit), on)| {
            search.path(graph.node(cell, digit, on), &mut path);
            path.clone()
        });
        return Proof {
            paths: paths.collect(),
            need: conflict.need,
        };
    }
    let mut best: Option<Proof> = None;
    for alternatives in alternatives(grid, graph) {
        let common = common(graph, reach, &alternatives);
        let side = if is_placed { &common.on } else { &common.off };
        if !side[candidate.1].contains(candidate.0) {
            continue;
        }
        let mut paths = Vec::new();
        for &start in &alternatives.nodes {
            search.run(graph, start, true);
            search.path(node, &mut path);
            paths.push(path.clone());
        }
        let length = |paths: &[Vec<Node>]| paths.iter().map(Vec::len).sum::<usize>();
        let is_shorter = |best: &Proof| length(&paths) < length(&best.paths);
        if best.as_ref().is_none_or(is_shorter) {
            best = Some(Proof {
                paths,
                need: alternatives.need,
            });
        }
    }
    best.expect("what is certain follows from a contradiction or from alternatives")
}
