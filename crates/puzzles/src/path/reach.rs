//! What walks between the clues allow: the numbers each cell can have when consecutive ones stand next to each other and given ones where they are given.
//! Distances, parity and dead ends between two clues are all in it, before any variable is made: the domains viewpoints begin with.

use gridwright_fd::Domain;

/// For every number, less one, the cells it can stand in, by their places, ascending.
#[derive(Debug)]
pub(super) struct Reach {
    cells: Vec<Vec<usize>>,
}

impl Reach {
    /// Walks forwards and backwards from clue to clue. Where no walk passes, nothing is ruled out: it is for the constraints to say that there is no answer.
    pub(super) fn new(neighbours: &[Vec<usize>], given: &[Option<usize>]) -> Reach {
        let n = neighbours.len();
        let mut is_given = vec![false; n];
        for &place in given.iter().flatten() {
            is_given[place] = true;
        }
        let forwards = walk(neighbours, given.iter().copied(), &is_given);
        let mut backwards = walk(neighbours, given.iter().rev().copied(), &is_given);
        backwards.reverse();
        let mut stands = vec![false; n];
        let mut cells = Vec::with_capacity(n);
        for (ahead, back) in forwards.iter().zip(&backwards) {
            let mut both = Vec::with_capacity(ahead.len().min(back.len()));
            let mut back = back.iter().peekable();
            for &place in ahead {
                while back.next_if(|&&other| other < place).is_some() {}
                if back.peek() == Some(&&place) {
                    both.push(place);
                    stands[place] = true;
                }
            }
            cells.push(both);
        }
        if cells.iter().any(Vec::is_empty) || stands.contains(&false) {
            let open: Vec<usize> = (0..n).filter(|&place| !is_given[place]).collect();
            cells = given
                .iter()
                .map(|given| given.map_or_else(|| open.clone(), |place| vec![place]))
                .collect();
        }
        Reach { cells }
    }

    /// The cells a number, less one, can stand in.
    pub(super) fn of(&self, number: usize) -> &[usize] {
        &self.cells[number]
    }

    /// The cells of a number, less one, as a domain.
    pub(super) fn places(&self, number: usize) -> Domain {
        Domain::from_values(self.cells[number].iter().map(|&place| place as i32))
    }

    /// For every cell the numbers it can have, from 1.
    pub(super) fn numbers(&self) -> Vec<Domain> {
        let mut numbers: Vec<Vec<i32>> = vec![Vec::new(); self.cells.len()];
        for (number, cells) in (1..).zip(&self.cells) {
            for &place in cells {
                numbers[place].push(number);
            }
        }
        numbers.into_iter().map(Domain::from_values).collect()
    }
}

/// The cells that can be reached step by step, each sorted; given cells stand for their own number only.
fn walk(
    neighbours: &[Vec<usize>],
    given: impl Iterator<Item = Option<usize>>,
    is_given: &[bool],
) -> Vec<Vec<usize>> {
    let n = neighbours.len();
    let mut seen = vec![usize::MAX; n];
    let mut rows: Vec<Vec<usize>> = Vec::with_capacity(n);
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
        rows.push(row);
    }
    rows
}
