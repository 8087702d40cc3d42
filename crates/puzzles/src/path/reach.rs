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
    cells: Option<Vec<Vec<usize>>>,
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
            (Some(cells), _) => &cells[number],
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
        let mut numbers: Vec<Vec<i32>> = vec![Vec::new(); cells.len()];
        for (number, cells) in (1..).zip(cells) {
            for &place in cells {
                numbers[place].push(number);
            }
        }
        numbers.into_iter().map(Domain::from_values).collect()
    }
}

/// What both walks reach, if every number can stand somewhere and every cell has a number.
fn met(forwards: &[Vec<usize>], backwards: &[Vec<usize>]) -> Option<Vec<Vec<usize>>> {
    let mut stands = vec![false; forwards.len()];
    let mut cells = Vec::with_capacity(forwards.len());
    for (ahead, back) in forwards.iter().zip(backwards.iter().rev()) {
        let mut both = Vec::with_capacity(ahead.len().min(back.len()));
        let mut back = back.iter().peekable();
        for &place in ahead {
            while back.next_if(|&&other| other < place).is_some() {}
            if back.peek() == Some(&&place) {
                both.push(place);
                stands[place] = true;
            }
        }
        if both.is_empty() {
            return None;
        }
        cells.push(both);
    }
    (!stands.contains(&false)).then_some(cells)
}

/// The cells that can be reached step by step, each sorted; given cells stand for their own number only. `None` where they are too many.
fn walk(
    neighbours: &[Vec<usize>],
    given: impl Iterator<Item = Option<usize>>,
    is_given: &[bool],
    model: &Model,
) -> Result<Option<Vec<Vec<usize>>>, ModelError> {
    let n = neighbours.len();
    let mut seen = vec![usize::MAX; n];
    let mut rows: Vec<Vec<usize>> = Vec::with_capacity(n);
    let mut places = 0;
    for (step, given) in given.enumerate() {
        let mut row = Vec::new();
        match (given, rows.last()) {
            (Some(place), None) => row.push(place),
            (None, None) => row.extend((0..n).filter(|&place| !is_given[place])),
            (_, Some(before)) => {
                for &place in before.iter().flat_map(|&place| &neighbours[place]) {
                    let fits = given.map_or(!is_given[place], |given| given == place);
                    if fits && std::mem::replace(&mut seen[place], step) != step {
                        row.push(place);
                    }
                }
                row.sort_unstable();
            }
        }
        places += row.len();
        if places > MANY {
            return Ok(None);
        }
        rows.push(row);
        model.go_on()?;
    }
    Ok(Some(rows))
}
