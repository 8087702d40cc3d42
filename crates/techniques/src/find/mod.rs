//! Finding steps: one file for each family of techniques, and what they share.
//!
//! Every `find` returns the first step of a technique. The order of search is that of HoDoKu, so that the same one of several instances is taken.

pub(crate) mod almost_locked_sets;
pub(crate) mod cache;
pub(crate) mod chains;
pub(crate) mod colouring;
pub(crate) mod fish;
pub(crate) mod forcing;
mod implications;
pub(crate) mod locked;
pub(crate) mod nets;
pub(crate) mod nice_loops;
pub(crate) mod remote_pair;
pub(crate) mod single_digit;
pub(crate) mod singles;
pub(crate) mod subsets;
pub(crate) mod sue_de_coq;
pub(crate) mod uniqueness;
pub(crate) mod wings;

use crate::cells::{CellSet, HOUSES, PEERS};
use crate::grid::{Grid, digits};
use crate::step::{Candidate, Colour, Group, Link};

/// The candidates of a digit among some cells, in order.
fn of_digit(grid: &Grid, cells: CellSet, digit: usize) -> Vec<Candidate> {
    (cells & grid.places(digit))
        .map(|cell| (cell, digit))
        .collect()
}

/// The candidates of several digits among some cells, in order of cell and digit.
fn of_digits(grid: &Grid, cells: CellSet, bits: u16) -> impl Iterator<Item = Candidate> {
    let of_cell = move |cell| digits(grid.candidates(cell) & bits).map(move |digit| (cell, digit));
    cells.flat_map(of_cell)
}

/// Marks candidates with a colour.
fn coloured(
    candidates: impl IntoIterator<Item = Candidate>,
    colour: Colour,
) -> impl Iterator<Item = (Candidate, Colour)> {
    candidates.into_iter().map(move |at| (at, colour))
}

/// The two places of a digit in a house, in order, if there are exactly two.
fn two_places(grid: &Grid, house: usize, digit: usize) -> Option<[usize; 2]> {
    let mut places = grid.places(digit) & HOUSES[house];
    if places.len() != 2 {
        return None;
    }
    Some([places.next()?, places.next()?])
}

/// Whether a cell sees another.
fn sees(cell: usize, other: usize) -> bool {
    PEERS[cell].contains(other)
}

/// The link between two candidates.
fn link((from, a): Candidate, (to, b): Candidate, is_strong: bool) -> Link {
    let group = |cell, digit| Group {
        cells: CellSet::of(cell),
        digit,
    };
    Link {
        from: group(from, a),
        to: group(to, b),
        is_strong,
    }
}

/// The links of a chain through these candidates, which starts with a strong one.
fn chain(candidates: &[Candidate]) -> Vec<Link> {
    let pairs = candidates.windows(2).enumerate();
    pairs
        .map(|(at, pair)| link(pair[0], pair[1], at % 2 == 0))
        .collect()
}

/// The first value that `f` returns for a choice of `k` numbers below `n`, in lexicographic order.
fn choose<T>(n: usize, k: usize, mut f: impl FnMut(&[usize]) -> Option<T>) -> Option<T> {
    if k > n {
        return None;
    }
    let mut chosen = [0; 9];
    let chosen = &mut chosen[..k];
    chosen.iter_mut().enumerate().for_each(|(at, c)| *c = at);
    loop {
        if let Some(found) = f(chosen) {
            return Some(found);
        }
        let at = (0..k).rev().find(|&at| chosen[at] < n - k + at)?;
        chosen[at] += 1;
        for next in at + 1..k {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}

/// The non-empty subsets of the numbers below `n`, each directly before its extensions by greater numbers.
#[derive(Debug)]
struct Subsets {
    n: usize,
    bits: u16,
}

impl Subsets {
    fn of(n: usize) -> Subsets {
        Subsets { n, bits: 0 }
    }

    /// The next subset; without the extensions of the last one if `is_skipped`.
    fn next(&mut self, is_skipped: bool) -> Option<u16> {
        let last = |bits: u16| 15 - bits.leading_zeros() as usize;
        let n = self.n;
        if self.bits == 0 {
            self.bits = u16::from(n > 0);
        } else if !is_skipped && last(self.bits) + 1 < n {
            self.bits |= 2 << last(self.bits);
        } else {
            // Replaces the last member by its successor; drops members that have none.
            while self.bits != 0 && last(self.bits) + 1 >= n {
                self.bits &= !(1 << last(self.bits));
            }
            if self.bits != 0 {
                let last = last(self.bits);
                self.bits = self.bits & !(1 << last) | 2 << last;
            }
        }
        (self.bits != 0).then_some(self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_come_in_lexicographic_order() {
        let mut seen = Vec::new();
        choose(4, 2, |chosen| {
            seen.push(chosen.to_vec());
            None::<()>
        });
        let expected = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(seen, expected);
        assert_eq!(choose(2, 3, |_| Some(())), None);
        assert_eq!(choose(3, 3, |chosen| Some(chosen.len())), Some(3));
    }

    #[test]
    fn subsets_come_before_their_extensions() {
        let mut subsets = Subsets::of(3);
        let seen: Vec<u16> = std::iter::from_fn(|| subsets.next(false)).collect();
        assert_eq!(seen, [1, 3, 7, 5, 2, 6, 4]);
        let mut subsets = Subsets::of(3);
        let seen: Vec<u16> = std::iter::from_fn(|| subsets.next(subsets.bits == 1)).collect();
        assert_eq!(seen, [1, 2, 6, 4]);
        assert_eq!(Subsets::of(0).next(false), None);
    }
}
