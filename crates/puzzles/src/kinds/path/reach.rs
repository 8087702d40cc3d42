//! Initial domains: the numbers that each cell can have on a walk from clue to clue, a sequence of neighbouring cells that may repeat cells. They account for distances,
//! parity and dead ends between two clues before any variable is created.

use gridwright_constraints::{BitGraph, NodeSet, nodes_in_word};
use gridwright_fd::{Domain, Model, ModelError};

/// The maximum number of candidates, summed over all numbers, for which walks are computed: a large board with few clues gains little from them, and they would take too
/// much memory.
const MAX_CANDIDATES: usize = 1 << 24;

/// For every number, counted from 0, its possible cells, ascending.
#[derive(Debug)]
pub(super) struct Reach {
    given: Vec<Option<usize>>,
    /// The cells that are not given.
    open: Vec<usize>,
    /// The cells that walks allow for each number; `None` if there are too many, or no walk exists.
    cells: Option<Rows>,
}

/// Lists of cells, stored in one vector.
#[derive(Debug)]
struct Rows {
    cells: Vec<usize>,
    /// Where each list ends.
    ends: Vec<usize>,
}

impl Rows {
    fn with_room(n: usize) -> Rows {
        Rows {
            cells: Vec::with_capacity(4 * n),
            ends: Vec::with_capacity(n),
        }
    }

    fn start(&self, row: usize) -> usize {
        row.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    fn row(&self, row: usize) -> &[usize] {
        &self.cells[self.start(row)..self.ends[row]]
    }
}

impl Reach {
    /// Walks forwards and backwards from clue to clue. If no walk exists, nothing is excluded, and the constraints find that there is no answer.
    pub(super) fn new(
        neighbours: &[Vec<usize>],
        given: Vec<Option<usize>>,
        model: &Model,
    ) -> Result<Reach, ModelError> {
        let n = neighbours.len();
        let near = BitGraph::new(neighbours.iter().map(|near| near.iter().copied()));
        let mut open = vec![!0_u64; n.div_ceil(64)];
        for &index in given.iter().flatten() {
            open[index / 64] &= !(1 << (index % 64));
        }
        let forwards = reachable(&near, given.iter().copied(), &open, model)?;
        let backwards = reachable(&near, given.iter().rev().copied(), &open, model)?;
        let both = forwards.zip(backwards);
        Ok(Reach {
            open: (0..n)
                .filter(|&index| open[index / 64] >> (index % 64) & 1 == 1)
                .collect(),
            cells: both.and_then(|(forwards, backwards)| met(&forwards, &backwards)),
            given,
        })
    }

    /// The possible cells of a number, counted from 0.
    pub(super) fn of(&self, number: usize) -> &[usize] {
        match (&self.cells, &self.given[number]) {
            (Some(cells), _) => cells.row(number),
            (None, Some(index)) => std::slice::from_ref(index),
            (None, None) => &self.open,
        }
    }

    /// The possible cells of a number, counted from 0, as a domain.
    pub(super) fn domain(&self, number: usize) -> Domain {
        Domain::from_values(self.of(number).iter().map(|&index| index as i32))
    }

    /// For every cell, its possible numbers, counted from 1.
    pub(super) fn numbers(&self) -> Vec<Domain> {
        let Some(cells) = &self.cells else {
            let open = (1..).zip(&self.given).filter(|(_, given)| given.is_none());
            let open = Domain::from_values(open.map(|(number, _)| number));
            let mut numbers = vec![open; self.given.len()];
            for (number, &index) in (1..).zip(&self.given) {
                if let Some(index) = index {
                    numbers[index] = Domain::from(number..=number);
                }
            }
            return numbers;
        };
        // Counting sort by cell: where the numbers of each cell begin, then where its next number is stored.
        let mut next = vec![0; self.given.len() + 1];
        for &index in &cells.cells {
            next[index + 1] += 1;
        }
        for index in 1..next.len() {
            next[index] += next[index - 1];
        }
        let mut numbers = vec![0; cells.cells.len()];
        for (row, number) in (1..).enumerate().take(self.given.len()) {
            for &index in cells.row(row) {
                numbers[next[index]] = number;
                next[index] += 1;
            }
        }
        let mut start = 0;
        let ends = &next[..self.given.len()];
        let of = ends
            .iter()
            .map(|&end| Domain::from_ascending(&numbers[std::mem::replace(&mut start, end)..end]));
        of.collect()
    }
}

/// The cells that both walks reach for each number; `None` if a number has no cell, a cell has no number, or there are too many.
fn met(forwards: &StepSets, backwards: &StepSets) -> Option<Rows> {
    let n = forwards.ends.len();
    let mut stands = vec![0_u64; n.div_ceil(64)];
    let mut both = Rows::with_room(n);
    for number in 0..n {
        let mut back = backwards.row(n - 1 - number).iter().peekable();
        for &(word, bits) in forwards.row(number) {
            while back.next_if(|&&(other, _)| other < word).is_some() {}
            if let Some(&&(other, back_bits)) = back.peek()
                && other == word
            {
                both.cells
                    .extend(nodes_in_word(word as usize, bits & back_bits));
                stands[word as usize] |= bits & back_bits;
            }
        }
        if both.cells.len() == both.start(number) || both.cells.len() > MAX_CANDIDATES {
            return None;
        }
        both.ends.push(both.cells.len());
    }
    let n_standing: u32 = stands.iter().map(|bits| bits.count_ones()).sum();
    (n_standing as usize == n).then_some(both)
}

/// One set of cells per step, stored as sparse bit sets in one vector: the index of each non-zero word, ascending, and its bits.
struct StepSets {
    words: Vec<(u32, u64)>,
    /// Where each set ends.
    ends: Vec<usize>,
}

impl StepSets {
    fn row(&self, row: usize) -> &[(u32, u64)] {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[start..self.ends[row]]
    }
}

/// The cells that can be reached at each step; a cell with a clue only at the step of its number. `None` if there are too many.
fn reachable(
    near: &BitGraph,
    given: impl Iterator<Item = Option<usize>>,
    open: &[u64],
    model: &Model,
) -> Result<Option<StepSets>, ModelError> {
    let n = near.n_nodes();
    let mut reached = NodeSet::new(n);
    let mut sets = StepSets {
        words: Vec::with_capacity(2 * n),
        ends: Vec::with_capacity(n),
    };
    let mut n_cells = 0;
    for (step, given) in given.enumerate() {
        match step.checked_sub(1) {
            None => reached.add_all(),
            Some(before) => {
                for &(word, bits) in sets.row(before) {
                    near.add_neighbours((word as usize, bits), &mut reached);
                }
            }
        }
        let words = reached.take().map(|(word, bits)| match given {
            Some(index) if index / 64 == word => (word as u32, bits & 1 << (index % 64)),
            Some(_) => (word as u32, 0),
            None => (word as u32, bits & open[word]),
        });
        for (word, bits) in words.filter(|&(_, bits)| bits != 0) {
            sets.words.push((word, bits));
            n_cells += bits.count_ones() as usize;
        }
        // The limit is on cells, not words, because the time depends on the number of cells.
        if n_cells > MAX_CANDIDATES {
            return Ok(None);
        }
        sets.ends.push(sets.words.len());
        model.check_deadline()?;
    }
    Ok(Some(sets))
}
