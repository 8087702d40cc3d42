//! The graph of implications between candidates and groups: what follows at once if one is on, or if it is off.

use crate::cells::{CellSet, HOUSES, N_CELLS, houses_of};
use crate::grid::{Grid, digits};
use crate::step::{Candidate, Group, Link, Need};

/// A candidate or a group, on or off: twice its number, plus 1 if it is off. Groups are numbered after the candidates.
pub(crate) type Node = u16;

/// No node.
const NONE: u16 = u16::MAX;

/// More implications than a node can have: 8 in its cell, 20 in its houses, 8 groups.
const MAX_LINKS: usize = 40;

/// A table of implications ends after as many nodes.
const MAX_REACHED: usize = 1000;

/// Whether a node says that its candidate or group is on.
pub(crate) fn is_on(node: Node) -> bool {
    node & 1 == 0
}

/// The opposite of a node.
pub(crate) fn opposite(node: Node) -> Node {
    node ^ 1
}

/// What follows at once from a node.
#[derive(Clone)]
struct Links {
    /// Nodes: first candidates, then groups.
    to: [Node; MAX_LINKS],
    /// How many are candidates.
    n_single: u8,
    /// How many there are.
    n: u8,
}

/// The graph of a position.
#[derive(Clone, Default)]
pub(crate) struct Graph {
    /// The candidates, in order of cell and digit, and then the groups.
    members: Vec<Group>,
    /// The first cell of each member.
    first_cells: Vec<u8>,
    n_candidates: usize,
    /// The number of every candidate, at 9 * cell + digit.
    numbers: Vec<u16>,
    links: Vec<Links>,
}

impl Graph {
    /// The graph of a grid.
    pub(crate) fn of(grid: &Grid) -> Graph {
        let mut graph = Graph {
            numbers: vec![NONE; 9 * N_CELLS],
            ..Graph::default()
        };
        for cell in grid.open() {
            for digit in digits(grid.candidates(cell)) {
                graph.numbers[9 * cell + digit] = graph.members.len() as u16;
                graph.members.push(Group {
                    cells: CellSet::of(cell),
                    digit,
                });
            }
        }
        graph.n_candidates = graph.members.len();
        graph.members.extend(groups(grid));
        let first = |group: &Group| group.cells.first().expect("a group has cells") as u8;
        graph.first_cells = graph.members.iter().map(first).collect();
        let none = Links {
            to: [NONE; MAX_LINKS],
            n_single: 0,
            n: 0,
        };
        graph.links = vec![none; 2 * graph.members.len()];
        graph.link_candidates(grid);
        for links in &mut graph.links {
            links.n_single = links.n;
        }
        graph.link_groups(grid);
        graph
    }

    /// How many candidates it has. Their nodes come first.
    pub(crate) fn n_candidates(&self) -> usize {
        self.n_candidates
    }

    /// How many nodes it has.
    pub(crate) fn n_nodes(&self) -> usize {
        self.links.len()
    }

    /// The node of a candidate.
    pub(crate) fn node(&self, cell: usize, digit: usize, on: bool) -> Node {
        2 * self.numbers[9 * cell + digit] + u16::from(!on)
    }

    /// Whether a node is of one candidate.
    pub(crate) fn is_single(&self, node: Node) -> bool {
        usize::from(node / 2) < self.n_candidates
    }

    /// The candidate or group of a node.
    pub(crate) fn member(&self, node: Node) -> Group {
        self.members[usize::from(node / 2)]
    }

    /// The first cell of a node.
    pub(crate) fn first_cell(&self, node: Node) -> usize {
        usize::from(self.first_cells[usize::from(node / 2)])
    }

    /// What follows at once from a node.
    pub(crate) fn links(&self, node: Node, with_groups: bool) -> &[Node] {
        let links = &self.links[usize::from(node)];
        let n = if with_groups { links.n } else { links.n_single };
        &links.to[..usize::from(n)]
    }

    fn add(&mut self, from: Node, to: Node) {
        let links = &mut self.links[usize::from(from)];
        if !links.to[..usize::from(links.n)].contains(&to) {
            links.to[usize::from(links.n)] = to;
            links.n += 1;
        }
    }

    /// Links candidates of a cell, and candidates of a digit in a house.
    fn link_candidates(&mut self, grid: &Grid) {
        for number in 0..self.n_candidates {
            let Group { cells, digit } = self.members[number];
            let cell = cells.first().expect("a candidate has a cell");
            let (on, off) = (2 * number as Node, 2 * number as Node + 1);
            let others = grid.candidates(cell) & !(1 << digit);
            for other in digits(others) {
                self.add(on, self.node(cell, other, false));
                if others.is_power_of_two() {
                    self.add(off, self.node(cell, other, true));
                }
            }
            for house in houses_of(cell) {
                let others = (grid.places(digit) & HOUSES[house]) - cells;
                for other in others {
                    self.add(on, self.node(other, digit, false));
                    if others.len() == 1 {
                        self.add(off, self.node(other, digit, true));
                    }
                }
            }
        }
    }

    /// Links groups with candidates and with each other.
    fn link_groups(&mut self, grid: &Grid) {
        for number in self.n_candidates..self.members.len() {
            let Group { cells, digit } = self.members[number];
            let (on, off) = (2 * number as Node, 2 * number as Node + 1);
            let houses = houses_of_group(cells);
            let seen = cells.common_peers() & grid.places(digit);
            for cell in seen {
                self.add(on, self.node(cell, digit, false));
                self.add(self.node(cell, digit, true), off);
            }
            for house in [houses[1], houses[0]] {
                let rest = seen & HOUSES[house];
                if let (1, Some(cell)) = (rest.len(), rest.first()) {
                    self.add(off, self.node(cell, digit, true));
                    self.add(self.node(cell, digit, false), on);
                }
            }
            let mut sharing = [(0, 0); 2];
            for other in self.n_candidates..self.members.len() {
                let group = self.members[other];
                if group.digit != digit || other == number || group.cells.meets(cells) {
                    continue;
                }
                let theirs = houses_of_group(group.cells);
                for at in 0..2 {
                    if houses[at] == theirs[at] {
                        sharing[at] = (sharing[at].0 + 1, other);
                        self.add(on, 2 * other as Node + 1);
                    }
                }
            }
            for at in 0..2 {
                let (n, other) = sharing[at];
                let rest = grid.places(digit) & HOUSES[houses[at]];
                if n == 1 && (rest - cells - self.members[other].cells).is_empty() {
                    self.add(off, 2 * other as Node);
                }
            }
        }
    }

    /// A link between two nodes, as it is drawn: strong if it starts at what is off.
    pub(crate) fn link(&self, from: Node, to: Node) -> Link {
        Link {
            from: self.member(from),
            to: self.member(to),
            is_strong: !is_on(from),
        }
    }

    /// What the rules demand if one of two members is on whenever the other is off.
    pub(crate) fn need(&self, grid: &Grid, from: Node, to: Node) -> Need {
        let (from, to) = (self.member(from), self.member(to));
        if from.digit != to.digit {
            return Need::Cell(from.cells.first().expect("a group has cells"));
        }
        let both = from.cells | to.cells;
        let is_need = |&house: &usize| (grid.places(from.digit) & HOUSES[house]) == both;
        let house = (0..HOUSES.len()).find(is_need);
        Need::House(house.expect("a strong link is in a house"), from.digit)
    }
}

/// The groups: several places of a digit in a line and a block; those in rows come first.
fn groups(grid: &Grid) -> Vec<Group> {
    let mut groups = Vec::new();
    for (line, &cells) in HOUSES[..18].iter().enumerate() {
        for digit in 0..9 {
            let places = grid.places(digit) & cells;
            if places.len() < 2 {
                continue;
            }
            for third in 0..3 {
                let block = match line {
                    0..9 => line / 3 * 3 + third,
                    _ => third * 3 + (line - 9) / 3,
                };
                let cells = places & HOUSES[18 + block];
                if cells.len() > 1 {
                    groups.push(Group { cells, digit });
                }
            }
        }
    }
    groups
}

/// The line and the block of a group.
pub(crate) fn houses_of_group(cells: CellSet) -> [usize; 2] {
    let first = cells.first().expect("a group has cells");
    let [row, column, block] = houses_of(first);
    let line = if cells.is_subset(HOUSES[row]) {
        row
    } else {
        column
    };
    [line, block]
}

/// The nodes that follow from a node, nearest first, each with the node before it.
#[derive(Clone, Default)]
pub(crate) struct Search {
    /// The nodes in the order in which they are reached; the first is the start.
    reached: Vec<Node>,
    /// The node before each node that was reached.
    before: Vec<Node>,
    /// In which run a node was last reached.
    seen: Vec<u32>,
    run: u32,
    n_direct: usize,
}

impl Search {
    /// Collects what follows from a node.
    pub(crate) fn run(&mut self, graph: &Graph, start: Node, with_groups: bool) {
        if self.before.len() < graph.n_nodes() {
            self.before.resize(graph.n_nodes(), NONE);
            self.seen.resize(graph.n_nodes(), 0);
        }
        self.run += 1;
        self.reached.clear();
        self.reached.push(start);
        self.seen[usize::from(start)] = self.run;
        let mut at = 0;
        while at < self.reached.len() && self.reached.len() < MAX_REACHED {
            let node = self.reached[at];
            for &next in graph.links(node, with_groups) {
                if self.seen[usize::from(next)] != self.run {
                    self.seen[usize::from(next)] = self.run;
                    self.before[usize::from(next)] = node;
                    self.reached.push(next);
                }
            }
            if at == 0 {
                self.n_direct = self.reached.len();
            }
            at += 1;
        }
    }

    /// The nodes reached, the start first.
    pub(crate) fn reached(&self) -> &[Node] {
        &self.reached
    }

    /// The nodes reached by two or more links.
    pub(crate) fn indirect(&self) -> &[Node] {
        &self.reached[self.n_direct..]
    }

    /// Whether a node was reached.
    pub(crate) fn has(&self, node: Node) -> bool {
        self.seen[usize::from(node)] == self.run
    }

    /// Writes the path from the start to a node.
    pub(crate) fn path(&self, to: Node, path: &mut Vec<Node>) {
        path.clear();
        path.push(to);
        let mut node = to;
        while node != self.reached[0] {
            node = self.before[usize::from(node)];
            path.push(node);
        }
        path.reverse();
    }
}

/// The place of a step among those that rule out as many candidates: steps with a smaller sum come first. The eliminations are in order of digit and cell.
pub(crate) fn index_sum(eliminations: &[Candidate]) -> usize {
    let weighted = |(at, &(cell, digit)): (usize, &Candidate)| cell * (1 + 80 * at) + digit + 1;
    eliminations.iter().enumerate().map(weighted).sum()
}
