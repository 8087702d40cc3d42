//! Nice loops and alternating inference chains, with and without groups, by shortest paths in the graph of implications.

use std::cmp::Reverse;

use crate::cells::{CellSet, PEERS};
use crate::find::cache::{Cache, Reach};
use crate::find::implications::{Graph, Node, Search, index_sum, is_on};
use crate::find::sees;
use crate::grid::{Grid, digits};
use crate::step::{Candidate, Colour, Need, Pattern, Step};
use crate::technique::Technique;

/// What kind of chain a step is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A loop whose ends contradict each other or force a digit.
    Discontinuous,
    /// A loop in which every link is strong.
    Continuous,
    /// A chain between two candidates of which one is on.
    OpenChain,
}

/// The best chain so far.
struct Best {
    kind: Kind,
    is_grouped: bool,
    /// In order of digit and cell.
    eliminations: Vec<Candidate>,
    path: Vec<Node>,
    /// Loops that start with what is on come first, then the other loops, then chains.
    phase: u8,
}

/// The chain that rules out most candidates; of several the one that comes first in the order of cells.
pub(crate) fn find(grid: &Grid, technique: Technique, cache: &mut Cache) -> Option<Step> {
    let with_groups = technique == Technique::GroupedNiceLoop;
    let (graph, search, reach) = cache.graph(grid);
    let mut finder = Finder {
        grid,
        graph,
        best: None,
        path: Vec::new(),
    };
    let nodes = 0..2 * graph.n_candidates() as Node;
    if with_groups {
        reach.clear();
        reach.reserve(nodes.len());
    }
    for start in nodes {
        if graph.links(start, with_groups).is_empty() {
            if with_groups {
                search.run(graph, start, true);
                reach.push(Reach::of(graph, search));
            }
            continue;
        }
        search.run(graph, start, with_groups);
        if with_groups {
            reach.push(Reach::of(graph, search));
        }
        finder.check(search, start);
    }
    let best = finder.best?;
    Some(step(grid, graph, best))
}

struct Finder<'a> {
    grid: &'a Grid,
    graph: &'a Graph,
    best: Option<Best>,
    path: Vec<Node>,
}

impl Finder<'_> {
    /// Looks for loops and chains among what follows from a node.
    fn check(&mut self, search: &Search, start: Node) {
        let graph = self.graph;
        let cell = graph.first_cell(start);
        let digit = graph.member(start).digit;
        for &end in search.indirect() {
            if !graph.is_single(end) {
                continue;
            }
            let end_cell = graph.first_cell(end);
            if end_cell == cell {
                self.check_loop(search, start, end);
            } else if !is_on(start) && is_on(end) {
                let end_digit = graph.member(end).digit;
                let eliminations: Vec<Candidate> = if end_digit == digit {
                    let seen = PEERS[cell] & PEERS[end_cell] & self.grid.places(digit);
                    if seen.len() < 2 {
                        continue;
                    }
                    seen.map(|cell| (cell, digit)).collect()
                } else {
                    if !sees(cell, end_cell)
                        || !self.grid.has(end_cell, digit)
                        || !self.grid.has(cell, end_digit)
                    {
                        continue;
                    }
                    vec![(cell, end_digit), (end_cell, digit)]
                };
                self.offer(search, start, end, Kind::OpenChain, eliminations);
            }
        }
    }

    fn check_loop(&mut self, search: &Search, start: Node, end: Node) {
        let graph = self.graph;
        let cell = graph.first_cell(start);
        let (a, b) = (graph.member(start).digit, graph.member(end).digit);
        let candidates = self.grid.candidates(cell);
        let eliminations: Vec<Candidate> = match (is_on(start), is_on(end)) {
            (true, false) if a == b => vec![(cell, a)],
            (true, true) if a != b => vec![(cell, a)],
            (false, false) if a != b => vec![(cell, b)],
            (false, true) if a == b => digits(candidates & !(1 << a)).map(|d| (cell, d)).collect(),
            (true, false) if candidates.count_ones() != 2 => return,
            (true, false) | (false, true) => {
                search.path(end, &mut self.path);
                if self.is_tied(false) {
                    return;
                }
                let eliminations = self.continuous();
                if !eliminations.is_empty() {
                    self.offer(search, start, end, Kind::Continuous, eliminations);
                }
                return;
            }
            _ => return,
        };
        self.offer(search, start, end, Kind::Discontinuous, eliminations);
    }

    /// What the continuous loop in `self.path` rules out.
    fn continuous(&self) -> Vec<Candidate> {
        let (grid, graph, path) = (self.grid, self.graph, &self.path);
        let cell_of = |at: usize| graph.first_cell(path[at]);
        let digit_of = |at: usize| graph.member(path[at]).digit;
        let last = path.len() - 1;
        let cells: CellSet = path.iter().fold(CellSet::of(cell_of(0)), |cells, &node| {
            cells | graph.member(node).cells
        });
        let mut ruled_out = [CellSet::EMPTY; 9];
        let mut keep_two = |cell: usize, a: usize, b: usize| {
            for other in digits(grid.candidates(cell) & !(1 << a) & !(1 << b)) {
                ruled_out[other].insert(cell);
            }
        };
        if !is_on(path[0]) {
            keep_two(cell_of(0), digit_of(0), digit_of(last));
        }
        for (at, four) in path.windows(4).enumerate() {
            let cells = four.iter().map(|&node| graph.first_cell(node));
            let cells: Vec<usize> = cells.collect();
            let passes = cells[0] != cells[1] && cells[1] == cells[2] && cells[2] != cells[3];
            if is_on(four[1]) && passes {
                keep_two(cells[1], digit_of(at + 1), digit_of(at + 3));
            }
        }
        for at in 1..=last {
            if !is_on(path[at]) && cell_of(at - 1) != cell_of(at) {
                let digit = digit_of(at);
                let ends = graph.member(path[at - 1]).cells | graph.member(path[at]).cells;
                ruled_out[digit] |= (ends.common_peers() & grid.places(digit)) - cells;
            }
        }
        let of_digit = |(digit, cells): (usize, &CellSet)| cells.map(move |cell| (cell, digit));
        ruled_out.iter().enumerate().flat_map(of_digit).collect()
    }

    /// Keeps a chain if it is better than the best so far.
    fn offer(
        &mut self,
        search: &Search,
        start: Node,
        end: Node,
        kind: Kind,
        mut eliminations: Vec<Candidate>,
    ) {
        eliminations.sort_unstable_by_key(|&(cell, digit)| (digit, cell));
        let phase = match (kind, is_on(start)) {
            (Kind::OpenChain, _) => 2,
            (_, true) => 0,
            (_, false) => 1,
        };
        let key = (Reverse(eliminations.len()), index_sum(&eliminations));
        let best_key = |best: &Best| {
            let eliminations = &best.eliminations;
            (Reverse(eliminations.len()), index_sum(eliminations))
        };
        if self.best.as_ref().is_some_and(|best| best_key(best) < key) {
            return;
        }
        search.path(end, &mut self.path);
        if self.is_tied(kind == Kind::OpenChain) {
            return;
        }
        let is_grouped = self.path.iter().any(|&node| !self.graph.is_single(node));
        let mut phase = phase;
        if let Some(best) = self.best.as_mut().filter(|best| best_key(best) == key) {
            let is_same = best.kind == kind
                && best.is_grouped == is_grouped
                && best.eliminations == eliminations;
            if is_same {
                let is_shorter = (self.path.len(), phase) < (best.path.len(), best.phase);
                phase = phase.min(best.phase);
                best.phase = phase;
                if !is_shorter {
                    return;
                }
            } else if best.phase <= phase {
                return;
            }
        }
        self.best = Some(Best {
            kind,
            is_grouped,
            eliminations,
            path: self.path.clone(),
            phase,
        });
    }

    /// Whether the chain in `self.path` comes back to a cell in its middle, or is a loop that starts or ends inside its first cell.
    fn is_tied(&self, is_open: bool) -> bool {
        let (graph, path) = (self.graph, &self.path);
        let first = graph.first_cell(path[0]);
        let last = path.len() - 1;
        if !is_open
            && (graph.first_cell(path[1]) == first || graph.first_cell(path[last - 1]) == first)
        {
            return true;
        }
        let mut passed = CellSet::EMPTY;
        for (at, &node) in path.iter().enumerate() {
            if passed.contains(graph.first_cell(node)) {
                return true;
            }
            if at > 0 {
                let before = path[at - 1];
                if is_open || graph.first_cell(before) != first {
                    passed |= graph.member(before).cells;
                }
            }
        }
        false
    }
}

fn step(grid: &Grid, graph: &Graph, best: Best) -> Step {
    let mut pattern = path_pattern(grid, graph, &best.path);
    let start = best.path[0];
    if best.kind == Kind::Continuous && is_on(start) {
        pattern.needs.push(Need::Cell(graph.first_cell(start)));
    }
    tidy(&mut pattern, &best.eliminations);
    Step {
        technique: if best.is_grouped {
            Technique::GroupedNiceLoop
        } else {
            Technique::NiceLoop
        },
        placements: Vec::new(),
        eliminations: best.eliminations,
        pattern,
    }
}

/// The links, needs and candidates of a path.
pub(crate) fn path_pattern(grid: &Grid, graph: &Graph, path: &[Node]) -> Pattern {
    let mut pattern = Pattern::default();
    for pair in path.windows(2) {
        pattern.links.push(graph.link(pair[0], pair[1]));
        if !is_on(pair[0]) {
            pattern.needs.push(graph.need(grid, pair[0], pair[1]));
        }
    }
    for &node in path {
        let colour = if is_on(node) {
            Colour::First
        } else {
            Colour::Second
        };
        let member = graph.member(node);
        let marked = member.cells.map(|cell| ((cell, member.digit), colour));
        pattern.candidates.extend(marked);
    }
    pattern
}

/// Leaves every need and every candidate once, and no candidate that is ruled out.
pub(crate) fn tidy(pattern: &mut Pattern, eliminations: &[Candidate]) {
    pattern.needs.sort_unstable();
    pattern.needs.dedup();
    let marked = &mut pattern.candidates;
    marked.retain(|(candidate, _)| !eliminations.contains(candidate));
    marked.sort_unstable();
    marked.dedup_by_key(|(candidate, _)| *candidate);
}
