//! Forcing nets: forcing chains that branch. What follows from a candidate is worked out with singles and locked candidates, all of it together.

use crate::cells::{CellSet, HOUSES, PEERS};
use crate::find::cache::{Cache, Reach};
use crate::find::forcing::{Alternatives, alternatives, common, conflict, step, verdicts};
use crate::find::implications::{Graph, Node, is_on, opposite};
use crate::grid::{Grid, digits};
use crate::step::{Candidate, Colour, Group, Link, Need, Pattern, Step};
use crate::technique::Technique;

/// A digit placed, the one in the first cell; or else the first candidate that is ruled out.
pub(crate) fn find(grid: &Grid, cache: &mut Cache) -> Option<Step> {
    let (graph, _, _) = cache.graph(grid);
    let places = std::array::from_fn(|digit| grid.places(digit));
    let mut net = Net::new(grid, false);
    let nodes = 0..2 * graph.n_candidates() as Node;
    let reach: Vec<Reach> = nodes.map(|node| net.run(graph, node)).collect();
    let (candidate, is_placed) = verdicts(grid, graph, &reach, &places).first(grid)?;
    let mut proof = Proof {
        net: Net::new(grid, true),
        pattern: Pattern::default(),
    };
    let node = graph.node(candidate.0, candidate.1, is_placed);
    let against = &reach[usize::from(opposite(node))];
    if let Some(conflict) = conflict(grid, &places, against) {
        proof.net.run(graph, opposite(node));
        proof.collect(&conflict.ends);
        proof.pattern.needs.extend(conflict.need);
    } else {
        let proves = |alternatives: &Alternatives| {
            let common = common(graph, &reach, alternatives);
            let side = if is_placed { &common.on } else { &common.off };
            side[candidate.1].contains(candidate.0)
        };
        let size = |alternatives: &Alternatives| alternatives.nodes.len();
        let alternatives = alternatives(grid, graph).filter(proves).min_by_key(size);
        let alternatives = alternatives.expect("what is certain has a reason");
        for &start in &alternatives.nodes {
            proof.net.run(graph, start);
            proof.collect(&[(candidate, is_placed)]);
        }
        proof.pattern.needs.extend(alternatives.need);
    }
    let pattern = proof.pattern;
    Some(step(Technique::ForcingNet, candidate, is_placed, pattern))
}

/// A candidate that is on or off, and why.
#[derive(Clone, Debug)]
struct Fact {
    candidate: Candidate,
    is_on: bool,
    reason: Reason,
}

/// Why a fact holds.
#[derive(Clone, Copy, Debug)]
enum Reason {
    /// It is assumed.
    Premise,
    /// Another candidate of its cell or house is on.
    Excluded(Candidate),
    /// It is the last candidate that a cell or house can have.
    Last(Need),
    /// The places that are left of its digit in a house, and all cells of these, which see it.
    Locked(usize, CellSet),
}

/// What follows from a premise.
struct Net<'a> {
    grid: &'a Grid,
    reach: Reach,
    /// What was found and has not been followed yet: candidates that are on.
    open: Vec<Candidate>,
    /// All facts in the order in which they were found, if they are recorded.
    facts: Vec<Fact>,
    is_recorded: bool,
}

impl Net<'_> {
    fn new(grid: &Grid, is_recorded: bool) -> Net<'_> {
        Net {
            grid,
            reach: Reach::default(),
            open: Vec::new(),
            facts: Vec::new(),
            is_recorded,
        }
    }

    /// Works out what follows from a node.
    fn run(&mut self, graph: &Graph, start: Node) -> Reach {
        self.reach = Reach::default();
        self.facts.clear();
        let Group { cells, digit } = graph.member(start);
        if is_on(start) {
            self.set_on(cells, digit, Reason::Premise);
        } else {
            self.set_off(cells, digit, Reason::Premise);
        }
        loop {
            while let Some((cell, digit)) = self.open.pop() {
                let because = Reason::Excluded((cell, digit));
                for other in digits(self.grid.candidates(cell) & !(1 << digit)) {
                    self.set_off(CellSet::of(cell), other, because);
                }
                let peers = PEERS[cell] & self.grid.places(digit);
                self.set_off(peers, digit, because);
            }
            self.take_last();
            if self.open.is_empty() && !self.lock() {
                return self.reach;
            }
        }
    }

    fn set_on(&mut self, cells: CellSet, digit: usize, reason: Reason) {
        for cell in cells - self.reach.on[digit] {
            self.reach.on[digit].insert(cell);
            self.open.push((cell, digit));
            self.record((cell, digit), true, reason);
        }
    }

    fn set_off(&mut self, cells: CellSet, digit: usize, reason: Reason) {
        let new = cells - self.reach.off[digit];
        self.reach.off[digit] |= new;
        if self.is_recorded {
            new.for_each(|cell| self.record((cell, digit), false, reason));
        }
    }

    fn record(&mut self, candidate: Candidate, is_on: bool, reason: Reason) {
        if self.is_recorded {
            self.facts.push(Fact {
                candidate,
                is_on,
                reason,
            });
        }
    }

    /// Sets the last candidates of cells and houses on.
    fn take_last(&mut self) {
        // The cells with at least one and at least two candidates left.
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for digit in 0..9 {
            let left = self.grid.places(digit) - self.reach.off[digit];
            twice |= once & left;
            once |= left;
        }
        for digit in 0..9 {
            let left = self.grid.places(digit) - self.reach.off[digit];
            let new = left - twice - self.reach.on[digit];
            for cell in new {
                self.set_on(CellSet::of(cell), digit, Reason::Last(Need::Cell(cell)));
            }
            if self.reach.off[digit].is_empty() {
                continue;
            }
            for (house, &cells) in HOUSES.iter().enumerate() {
                let last = left & cells;
                if last.len() == 1 && !last.is_subset(self.reach.on[digit]) {
                    let need = Need::House(house, digit);
                    self.set_on(last, digit, Reason::Last(need));
                }
            }
        }
    }

    /// Rules out what the last places of a digit in a house see, if they share another house. Says whether there was any.
    fn lock(&mut self) -> bool {
        let mut is_new = false;
        for digit in 0..9 {
            if self.reach.off[digit].is_empty() {
                continue;
            }
            let places = self.grid.places(digit);
            for (house, &cells) in HOUSES.iter().enumerate() {
                let left = (places & cells) - self.reach.off[digit];
                if !(2..=3).contains(&left.len()) {
                    continue;
                }
                let seen = (left.common_peers() & places) - cells;
                if !seen.is_subset(self.reach.off[digit]) {
                    self.set_off(seen, digit, Reason::Locked(house, left));
                    is_new = true;
                }
            }
        }
        is_new
    }
}

/// A proof that is put together from what nets found.
struct Proof<'a> {
    net: Net<'a>,
    pattern: Pattern,
}

impl Proof<'_> {
    /// Adds everything that leads to some facts of the last run.
    fn collect(&mut self, ends: &[(Candidate, bool)]) {
        let grid = self.net.grid;
        // The facts that are needed: on, then off.
        let mut needed = [[CellSet::EMPTY; 9]; 2];
        for &((cell, digit), is_on) in ends {
            needed[usize::from(!is_on)][digit].insert(cell);
        }
        let mut links = Vec::new();
        for fact in self.net.facts.iter().rev() {
            let (cell, digit) = fact.candidate;
            let off = usize::from(!fact.is_on);
            if !needed[off][digit].contains(cell) {
                continue;
            }
            let colour = if fact.is_on {
                Colour::First
            } else {
                Colour::Second
            };
            self.pattern.candidates.push((fact.candidate, colour));
            let to = single(fact.candidate);
            match fact.reason {
                Reason::Premise => {}
                Reason::Excluded((other, by)) => {
                    needed[0][by].insert(other);
                    links.push(link(single((other, by)), to, false));
                }
                Reason::Last(need) => {
                    let others: Vec<Candidate> = match need {
                        Need::Cell(_) => digits(grid.candidates(cell) & !(1 << digit))
                            .map(|other| (cell, other))
                            .collect(),
                        Need::House(house, _) => ((grid.places(digit) & HOUSES[house])
                            - CellSet::of(cell))
                        .map(|other| (other, digit))
                        .collect(),
                    };
                    for other in others {
                        needed[1][other.1].insert(other.0);
                        links.push(link(single(other), to, true));
                    }
                    self.pattern.needs.push(need);
                }
                Reason::Locked(house, left) => {
                    let group = Group { cells: left, digit };
                    links.push(link(group, to, false));
                    for other in (grid.places(digit) & HOUSES[house]) - left {
                        needed[1][digit].insert(other);
                        links.push(link(single((other, digit)), group, true));
                    }
                    self.pattern.needs.push(Need::House(house, digit));
                }
            }
        }
        links.reverse();
        for link in links {
            if !self.pattern.links.contains(&link) {
                self.pattern.links.push(link);
            }
        }
    }
}

fn single((cell, digit): Candidate) -> Group {
    Group {
        cells: CellSet::of(cell),
        digit,
    }
}

fn link(from: Group, to: Group, is_strong: bool) -> Link {
    Link {
        from,
        to,
        is_strong,
    }
}
