//! What walks between the clues allow: the numbers each cell can have when consecutive ones stand next to each other and given ones where they are given.
//! Distances, parity and dead ends between two clues are all in it, before any variable is made: the domains viewpoints begin with.

use gridwright_fd::{Domain, Model, ModelError};

/// From so many places of numbers on, walks are not followed: a large board with few clues learns little from them, and would fill the memory.
const MANY: usize = 1 << 24;

/// For every number, less one, the cells it can stand in, by their places, ascending.
#[derive(Debug)]
pub(super) struct Reach {
    given: Vec<Option<usize>>,
    /// The cells that are not given.
    open: Vec<usize>,
    /// What the walks left, where they were followed and pass everywhere.
    cells: Option<Rows>,
}

/// Lists of cells, one behind the other in one piece of memory.
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
    /// Walks forwards and backwards from clue to clue. Where no walk passes, nothing is ruled out: it is for the constraints to say that there is no answer.
    pub(super) fn new(
        neighbours: &[Vec<usize>],
        given: Vec<Option<usize>>,
        model: &Model,
    ) -> Result<Reach, ModelError> {
        let n = neighbours.len();
        let mut is_given = vec![false; n];
        for &place in given.iter().flatten() {
            is_given[place] = true;
        }
        let forwards = walk(neighbours, given.iter().copied(), &is_given, model)?;
        let backwards = walk(neighbours, given.iter().rev().copied(), &is_given, model)?;
        let both = forwards.zip(backwards);
        Ok(Reach {
            open: (0..n).filter(|&place| !is_given[place]).collect(),
            cells: both.and_then(|(forwards, backwards)| met(&forwards, &backwards)),
            given,
        })
    }

    /// The cells a number, less one, can stand in.
    pub(super) fn of(&self, number: usize) -> &[usize] {
        match (&self.cells, &self.given[number]) {
            (Some(cells), _) => cells.row(number),
            (None, Some(place)) => std::slice::from_ref(place),
            (None, None) => &self.open,
        }
    }

    /// The cells of a number, less one, as a domain.
    pub(super) fn places(&self, number: usize) -> Domain {
        Domain::from_values(self.of(number).iter().map(|&place| place as i32))
    }

    /// For every cell the numbers it can have, from 1.
    pub(super) fn numbers(&self) -> Vec<Domain> {
        let Some(cells) = &self.cells else {
            let open = (1..).zip(&self.given).filter(|(_, given)| given.is_none());
            let open = Domain::from_values(open.map(|(number, _)| number));
            let mut numbers = vec![open; self.given.len()];
            for (number, &place) in (1..).zip(&self.given) {
                if let Some(place) = place {
                    numbers[place] = Domain::from(number..=number);
                }
            }
            return numbers;
        };
        // By cell: where its numbers begin, and then where the next of them goes.
        let mut next = vec![0; self.given.len() + 1];
        for &place in &cells.cells {
            next[place + 1] += 1;
        }
        for place in 1..next.len() {
            next[place] += next[place - 1];
        }
        let mut numbers = vec![0; cells.cells.len()];
        for (row, number) in (1..).enumerate().take(self.given.len()) {
            for &place in cells.row(row) {
                numbers[next[place]] = number;
                next[place] += 1;
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

/// What both walks reach, if every number can stand somewhere and every cell has a number.
fn met(forwards: &Rows, backwards: &Rows) -> Option<Rows> {
    let n = forwards.ends.len();
    let mut stands = vec![false; n];
    let mut both = Rows::with_room(n);
    for number in 0..n {
        let mut back = backwards.row(n - 1 - number).iter().peekable();
        for &place in forwards.row(number) {
            while back.next_if(|&&other| other < place).is_some() {}
            if back.peek() == Some(&&place) {
                both.cells.push(place);
                stands[place] = true;
            }
        }
        if both.cells.len() == both.start(number) {
            return None;
        }
        both.ends.push(both.cells.len());
    }
    (!stands.contains(&false)).then_some(both)
}

/// The cells that can be reached step by step, each sorted; given cells stand for their own number only. `None` where they are too many.
fn walk(
    neighbours: &[Vec<usize>],
    given: impl Iterator<Item = Option<usize>>,
    is_given: &[bool],
    model: &Model,
) -> Result<Option<Rows>, ModelError> {
    let n = neighbours.len();
    // The cells of the next row, a bit each, so that they come out sorted.
    let mut reached = vec![0_u64; n.div_ceil(64)];
    let mut rows = Rows::with_room(n);
    for (step, given) in given.enumerate() {
        let start = rows.start(step);
        match (given, step) {
            (Some(place), 0) => rows.cells.push(place),
            (None, 0) => (rows.cells).extend((0..n).filter(|&place| !is_given[place])),
            _ => {
                let (mut first, mut last) = (reached.len(), 0);
                for &before in &rows.cells[rows.start(step - 1)..start] {
                    for &place in &neighbours[before] {
                        if given.map_or(!is_given[place], |given| given == place) {
                            reached[place / 64] |= 1 << (place % 64);
                            (first, last) = (first.min(place / 64), last.max(place / 64));
                        }
                    }
                }
                for (at, word) in reached.iter_mut().enumerate().take(last + 1).skip(first) {
                    let mut word = std::mem::take(word);
                    while word != 0 {
                        rows.cells.push(64 * at + word.trailing_zeros() as usize);
                        word &= word - 1;
                    }
                }
            }
        }
        if rows.cells.len() > MANY {
            return Ok(None);
        }
        rows.ends.push(rows.cells.len());
        model.go_on()?;
    }
    Ok(Some(rows))
}
