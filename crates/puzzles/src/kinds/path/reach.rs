//! Initial domains: the numbers that each cell can have on a walk from clue to clue, a sequence of neighbouring cells that may repeat cells. They account for distances,
//! parity and dead ends between two clues before any variable is created.

use gridwright_constraints::{BitGraph, NodeSet, nodes_in_word};
use gridwright_fd::{Domain, Model, ModelError};

use crate::kinds::path::instance::Instance;

/// The maximum number of candidates, summed over all numbers, for which walks are computed: a large board with few clues gains little from them, and they would take too
/// much memory.
const MAX_CANDIDATES: usize = 1 << 24;

/// The neighbours of every free cell, and for every number, counted from 0, its possible cells, ascending.
#[derive(Debug)]
pub(super) struct Reach {
    pub(super) neighbours: Vec<Vec<usize>>,
    given: Vec<Option<usize>>,
    /// The cells that are not given.
    open: Vec<usize>,
    /// The cells that walks allow for each number; `None` if there are too many, or no walk exists.
    cells: Option<Lists<usize>>,
}

/// Lists that are stored in one vector.
#[derive(Debug)]
struct Lists<T> {
    items: Vec<T>,
    /// Where each list ends.
    ends: Vec<usize>,
}

impl<T> Lists<T> {
    fn with_capacity(n_items: usize, n_lists: usize) -> Lists<T> {
        Lists {
            items: Vec::with_capacity(n_items),
            ends: Vec::with_capacity(n_lists),
        }
    }

    fn start(&self, list: usize) -> usize {
        list.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    fn list(&self, list: usize) -> &[T] {
        &self.items[self.start(list)..self.ends[list]]
    }
}

/// One set of cells per step, each as a sparse bit set: the index of each non-zero word, ascending, and its bits.
type StepSets = Lists<(u32, u64)>;

impl Reach {
    /// Walks forwards and backwards from clue to clue. If no walk exists, nothing is excluded, and the constraints find that there is no answer.
    pub(super) fn new(instance: &Instance, king: bool, model: &Model) -> Result<Reach, ModelError> {
        let (neighbours, given) = (instance.neighbours(king), instance.given());
        let n = neighbours.len();
        let near = BitGraph::new(neighbours.iter().map(|near| near.iter().copied()));
        let mut open = vec![!0_u64; n.div_ceil(64)];
        for &index in given.iter().flatten() {
            open[index / 64] &= !(1 << (index % 64));
        }
        let forwards = reachable(&near, given.iter().copied(), &open, model)?;
        let backwards = reachable(&near, given.iter().rev().copied(), &open, model)?;
        let cells = match forwards.zip(backwards) {
            Some((forwards, backwards)) => met(&forwards, &backwards, model)?,
            None => None,
        };
        Ok(Reach {
            open: (0..n)
                .filter(|&index| open[index / 64] >> (index % 64) & 1 == 1)
                .collect(),
            cells,
            neighbours,
            given,
        })
    }

    /// The possible cells of a number, counted from 0.
    pub(super) fn of(&self, number: usize) -> &[usize] {
        match (&self.cells, &self.given[number]) {
            (Some(cells), _) => cells.list(number),
            (None, Some(index)) => std::slice::from_ref(index),
            (None, None) => &self.open,
        }
    }

    /// The possible cells of a number, counted from 0, as a domain.
    pub(super) fn domain(&self, number: usize) -> Domain {
        Domain::from_values(self.of(number).iter().map(|&index| index as i32))
    }

    /// For every cell, its possible numbers, counted from 1.
    pub(super) fn numbers(&self, model: &Model) -> Result<Vec<Domain>, ModelError> {
        let Some(cells) = &self.cells else {
            let open = (1..).zip(&self.given).filter(|(_, given)| given.is_none());
            let open = Domain::from_values(open.map(|(number, _)| number));
            let mut numbers = vec![open; self.given.len()];
            for (number, &index) in (1..).zip(&self.given) {
                if let Some(index) = index {
                    numbers[index] = Domain::from(number..=number);
                }
            }
            return Ok(numbers);
        };
        // Counting sort by cell: where the numbers of each cell begin, then where its next number is stored.
        let mut next = vec![0; self.given.len() + 1];
        for &index in &cells.items {
            next[index + 1] += 1;
        }
        for index in 1..next.len() {
            next[index] += next[index - 1];
        }
        let mut numbers = vec![0; cells.items.len()];
        for (row, number) in (1..).enumerate().take(self.given.len()) {
            model.check_deadline()?;
            for &index in cells.list(row) {
                numbers[next[index]] = number;
                next[index] += 1;
            }
        }
        let mut start = 0;
        let ends = &next[..self.given.len()];
        let mut domains = Vec::with_capacity(ends.len());
        for &end in ends {
            model.check_deadline()?;
            domains.push(Domain::from_ascending(&numbers[start..end]));
            start = end;
        }
        Ok(domains)
    }
}

/// The cells that both walks reach for each number; `None` if a number has no cell, a cell has no number, or there are too many.
fn met(
    forwards: &StepSets,
    backwards: &StepSets,
    model: &Model,
) -> Result<Option<Lists<usize>>, ModelError> {
    let n = forwards.ends.len();
    let mut stands = vec![0_u64; n.div_ceil(64)];
    let mut both = Lists::with_capacity(4 * n, n);
    for number in 0..n {
        model.check_deadline()?;
        let mut back = backwards.list(n - 1 - number).iter().peekable();
        for &(word, bits) in forwards.list(number) {
            while back.next_if(|&&(other, _)| other < word).is_some() {}
            if let Some(&&(other, back_bits)) = back.peek()
                && other == word
            {
                both.items
                    .extend(nodes_in_word(word as usize, bits & back_bits));
                stands[word as usize] |= bits & back_bits;
            }
        }
        if both.items.len() == both.start(number) || both.items.len() > MAX_CANDIDATES {
            return Ok(None);
        }
        both.ends.push(both.items.len());
    }
    let n_standing: u32 = stands.iter().map(|bits| bits.count_ones()).sum();
    Ok((n_standing as usize == n).then_some(both))
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
    let mut sets = StepSets::with_capacity(2 * n, n);
    let mut n_cells = 0;
    for (step, given) in given.enumerate() {
        match step.checked_sub(1) {
            None => reached.add_all(),
            Some(before) => {
                for &(word, bits) in sets.list(before) {
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
            sets.items.push((word, bits));
            n_cells += bits.count_ones() as usize;
        }
        // The limit is on cells, not words, because the time depends on the number of cells.
        if n_cells > MAX_CANDIDATES {
            return Ok(None);
        }
        sets.ends.push(sets.items.len());
        model.check_deadline()?;
    }
    Ok(Some(sets))
}
