//! X-chains of one digit and XY-chains of cells with two candidates: links strong and weak in turn, where one of the ends is on.

use std::cmp::Reverse;

use crate::cells::{CellSet, HOUSES, N_CELLS, PEERS, houses_of};
use crate::find::implications::index_sum;
use crate::find::nice_loops::tidy;
use crate::grid::{Grid, digits};
use crate::step::{Candidate, Colour, Group, Link, Need, Pattern, Step};
use crate::technique::Technique;

/// The longest chain, in strong links.
const MAX_STRONG: usize = 10;

/// How many candidates the search for a chain without repeated cells may try from one start, once the shortest repeats one.
const MAX_TRIES: usize = 20_000;

/// The chain that rules out most candidates.
pub(crate) fn find(grid: &Grid, technique: Technique) -> Option<Step> {
    let mut best: Option<Best> = None;
    if technique == Technique::XChain {
        let nets: [Net<'_>; 9] = std::array::from_fn(|digit| Net::of_digit(grid, digit));
        for start in grid.open() {
            for digit in digits(grid.candidates(start)) {
                search(grid, &nets[digit], (start, digit), &mut best);
            }
        }
    } else {
        let net = Net::of_pairs(grid);
        for start in net.cells {
            for digit in digits(grid.candidates(start)) {
                search(grid, &net, (start, digit), &mut best);
            }
        }
    }
    let best = best?;
    Some(step(grid, technique, best))
}

/// The best chain so far.
struct Best {
    eliminations: Vec<Candidate>,
    /// Candidates, off and on in turn.
    chain: Vec<Candidate>,
}

/// The links of a kind of chain.
struct Net<'a> {
    grid: &'a Grid,
    /// The cells of its chains.
    cells: CellSet,
    /// For chains of one digit, the cells linked strongly with each cell; empty for those of pairs.
    strong: Vec<CellSet>,
}

impl Net<'_> {
    /// The links of one digit. Two cells that share a line and a block are linked by the line.
    fn of_digit(grid: &Grid, digit: usize) -> Net<'_> {
        let cells = grid.places(digit);
        let mut strong = vec![CellSet::EMPTY; N_CELLS];
        for (house, &members) in HOUSES.iter().enumerate() {
            let mut places = cells & members;
            if let (2, Some(a), Some(b)) = (places.len(), places.next(), places.next()) {
                let is_in_line = a / 9 == b / 9 || a % 9 == b % 9;
                if house < 18 || !is_in_line {
                    strong[a].insert(b);
                    strong[b].insert(a);
                }
            }
        }
        Net {
            grid,
            cells,
            strong,
        }
    }

    /// The links of cells with two candidates.
    fn of_pairs(grid: &Grid) -> Net<'_> {
        let is_pair = |cell: &usize| grid.candidates(*cell).count_ones() == 2;
        Net {
            grid,
            cells: grid.open().filter(is_pair).collect(),
            strong: Vec::new(),
        }
    }

    /// What a candidate that is off makes on: a digit in some cells.
    fn strong(&self, (cell, digit): Candidate) -> (CellSet, usize) {
        match self.strong.get(cell) {
            Some(&cells) => (cells, digit),
            None => {
                let other = self.grid.candidates(cell) & !(1 << digit);
                (CellSet::of(cell), other.trailing_zeros() as usize)
            }
        }
    }

    /// What a candidate that is on makes off: its digit in some cells.
    fn weak(&self, (cell, digit): Candidate) -> CellSet {
        self.cells & PEERS[cell] & self.grid.places(digit)
    }
}

/// Offers the chains that start at a candidate and end with its digit.
fn search(grid: &Grid, net: &Net<'_>, (start, digit): Candidate, best: &mut Option<Best>) {
    let seen = PEERS[start] & grid.places(digit);
    let (first, first_digit) = net.strong((start, digit));
    if first.is_empty() || seen.is_empty() {
        return;
    }
    // The shortest chains: what is on, in the order in which it is reached, and the link before it.
    let mut reached: Vec<(Candidate, Candidate, usize)> = Vec::new();
    let mut is_on = [0_u16; N_CELLS];
    let mut is_off = [0_u16; N_CELLS];
    is_off[start] |= 1 << digit;
    for cell in first {
        is_on[cell] |= 1 << first_digit;
        reached.push(((cell, first_digit), (start, digit), usize::MAX));
    }
    let (mut at, mut level_end) = (0, reached.len());
    let mut n_strong = 1;
    while at < reached.len() && n_strong < MAX_STRONG {
        let ((cell, on), _, _) = reached[at];
        for next in net.weak((cell, on)) - CellSet::of(start) {
            if is_off[next] >> on & 1 == 1 {
                continue;
            }
            is_off[next] |= 1 << on;
            let (ends, digit) = net.strong((next, on));
            for end in ends {
                if is_on[end] >> digit & 1 == 0 {
                    is_on[end] |= 1 << digit;
                    reached.push(((end, digit), (next, on), at));
                }
            }
        }
        at += 1;
        if at == level_end {
            level_end = reached.len();
            n_strong += 1;
        }
    }
    // Ends whose shortest chain repeats a cell.
    let mut unclear = CellSet::EMPTY;
    for (at, &((end, on), _, before)) in reached.iter().enumerate() {
        if on != digit || before == usize::MAX {
            continue;
        }
        let eliminations = eliminations(seen, end, digit);
        if !is_better(best, &eliminations, 0) {
            continue;
        }
        let chain = path(&reached, at);
        if has_repeats(&chain) {
            unclear.insert(end);
        } else if is_better(best, &eliminations, chain.len()) {
            *best = Some(Best {
                eliminations,
                chain,
            });
        }
    }
    if !unclear.is_empty() {
        search_simple(net, (start, digit), seen, unclear, best);
    }
}

fn eliminations(seen: CellSet, end: usize, digit: usize) -> Vec<Candidate> {
    (seen & PEERS[end]).map(|cell| (cell, digit)).collect()
}

/// Whether a chain rules out more than the best so far, or the same and is shorter.
fn is_better(best: &Option<Best>, eliminations: &[Candidate], length: usize) -> bool {
    let key = |found: &[Candidate]| (Reverse(found.len()), index_sum(found));
    !eliminations.is_empty()
        && best.as_ref().is_none_or(|best| {
            key(eliminations) < key(&best.eliminations)
                || best.eliminations == eliminations && length < best.chain.len()
        })
}

/// The chain to a candidate that was reached.
fn path(reached: &[(Candidate, Candidate, usize)], to: usize) -> Vec<Candidate> {
    let mut chain = Vec::new();
    let mut at = to;
    while at != usize::MAX {
        let (on, off, before) = reached[at];
        chain.extend([on, off]);
        at = before;
    }
    chain.reverse();
    chain
}

/// Whether a chain comes back to a cell that it left. Its end may be its start.
fn has_repeats(chain: &[Candidate]) -> bool {
    let mut passed = CellSet::EMPTY;
    let mut last = chain[0].0;
    for &(cell, _) in &chain[1..] {
        if cell == last {
            continue;
        }
        passed.insert(last);
        last = cell;
        let is_end = cell == chain[0].0 && Some(&(cell, chain[0].1)) == chain.last();
        if passed.contains(cell) && !is_end {
            return true;
        }
    }
    false
}

/// Looks for chains without repeated cells from a start to some ends, depth first.
fn search_simple(
    net: &Net<'_>,
    start: Candidate,
    seen: CellSet,
    mut ends: CellSet,
    best: &mut Option<Best>,
) {
    let digit = start.1;
    let mut chain = vec![start];
    let mut passed = CellSet::of(start.0);
    let mut next = vec![net.strong(start)];
    let mut n_tries = 0;
    while let Some((cells, next_digit)) = next.last_mut() {
        let last = chain[chain.len() - 1];
        let is_off = chain.len() % 2 == 1;
        n_tries += 1;
        let may_grow = chain.len() < 2 * MAX_STRONG && n_tries < MAX_TRIES;
        let Some(to) = cells.next().filter(|_| may_grow) else {
            next.pop();
            let (cell, _) = chain.pop().expect("as many candidates as positions");
            if chain.last().is_none_or(|&(before, _)| before != cell) {
                passed.remove(cell);
            }
            continue;
        };
        let to = (to, *next_digit);
        let is_end = is_off && to.1 == digit && ends.contains(to.0);
        if to.0 != last.0 && passed.contains(to.0) && !(is_end && to == start) {
            continue;
        }
        if is_end {
            let eliminations = eliminations(seen, to.0, digit);
            if is_better(best, &eliminations, chain.len() + 1) {
                let mut chain = chain.clone();
                chain.push(to);
                *best = Some(Best {
                    eliminations,
                    chain,
                });
            }
            ends.remove(to.0);
            if ends.is_empty() {
                return;
            }
        }
        if to != start {
            chain.push(to);
            passed.insert(to.0);
            next.push(if is_off {
                (net.weak(to), to.1)
            } else {
                net.strong(to)
            });
        }
    }
}

fn step(grid: &Grid, technique: Technique, best: Best) -> Step {
    let mut pattern = Pattern::default();
    let single = |(cell, digit): Candidate| Group {
        cells: CellSet::of(cell),
        digit,
    };
    for (at, pair) in best.chain.windows(2).enumerate() {
        let is_strong = at % 2 == 0;
        pattern.links.push(Link {
            from: single(pair[0]),
            to: single(pair[1]),
            is_strong,
        });
        if is_strong {
            pattern.needs.push(need(grid, pair[0], pair[1]));
        }
    }
    for (at, &candidate) in best.chain.iter().enumerate() {
        let colour = if at % 2 == 0 {
            Colour::Second
        } else {
            Colour::First
        };
        pattern.candidates.push((candidate, colour));
    }
    tidy(&mut pattern, &best.eliminations);
    Step {
        technique,
        placements: Vec::new(),
        eliminations: best.eliminations,
        pattern,
    }
}

/// What the rules demand if one of two candidates is on whenever the other is off.
fn need(grid: &Grid, from: Candidate, to: Candidate) -> Need {
    if from.0 == to.0 {
        return Need::Cell(from.0);
    }
    let both = CellSet::of(from.0) | CellSet::of(to.0);
    let is_need = |house: &usize| grid.places(from.1) & HOUSES[*house] == both;
    let house = houses_of(from.0).into_iter().find(is_need);
    Need::House(house.expect("a strong link is in a house"), from.1)
}
