//! What the tests share: puzzles, a plain solver, and a check of patterns that knows nothing of techniques.

use gridwright_techniques::cells::{CellSet, HOUSES, PEERS};
use gridwright_techniques::{Grid, Need, Step};

/// A puzzle with its level and score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rated {
    pub(crate) text: &'static str,
    pub(crate) level: &'static str,
    pub(crate) score: u32,
}

/// The rated puzzles.
pub(crate) fn puzzles() -> Vec<Rated> {
    let lines = include_str!("../data/ratings.txt").lines();
    let rated = |line: &'static str| {
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("three words in a line");
        Rated {
            text: word(),
            level: word(),
            score: word().parse().expect("a score"),
        }
    };
    lines
        .filter(|line| !line.starts_with('%'))
        .map(rated)
        .collect()
}

/// The answers of a puzzle, at most two, by search alone.
pub(crate) fn answers(text: &str) -> Vec<[usize; 81]> {
    let mut cells = [9; 81];
    for (cell, c) in text.bytes().enumerate() {
        if c.is_ascii_digit() && c != b'0' {
            cells[cell] = usize::from(c - b'1');
        }
    }
    let mut found = Vec::new();
    search(&mut cells, &mut found);
    found
}

fn search(cells: &mut [usize; 81], found: &mut Vec<[usize; 81]>) {
    let fitting = |cells: &[usize; 81], cell: usize| -> Vec<usize> {
        let is_free = |&digit: &usize| PEERS[cell].into_iter().all(|peer| cells[peer] != digit);
        (0..9).filter(is_free).collect()
    };
    let open = (0..81).filter(|&cell| cells[cell] == 9);
    let choices = open.map(|cell| (cell, fitting(cells, cell)));
    let Some((cell, digits)) = choices.min_by_key(|(_, digits)| digits.len()) else {
        found.push(*cells);
        return;
    };
    for digit in digits {
        cells[cell] = digit;
        search(cells, found);
        cells[cell] = 9;
        if found.len() == 2 {
            return;
        }
    }
}

/// Whether what a step concludes follows from its needs, the candidates that the grid has, and the rules that a cell has at most one digit
/// and a house has a digit at most once.
pub(crate) fn follows_from_needs(grid: &Grid, step: &Step) -> Result<(), String> {
    let candidates: [u16; 81] = std::array::from_fn(|cell| grid.candidates(cell));
    let proof = |mut state: State, what: &str| {
        state
            .is_refuted(&step.pattern.needs)
            .then_some(())
            .ok_or_else(|| format!("{what} does not follow: {step:?}"))
    };
    for &(cell, digit) in &step.eliminations {
        let mut state = State { candidates };
        state.assign(cell, digit);
        proof(state, &format!("{cell} <> {digit}"))?;
    }
    for &(cell, digit) in &step.placements {
        let mut state = State { candidates };
        state.candidates[cell] &= !(1 << digit);
        proof(state, &format!("{cell} = {digit}"))?;
    }
    Ok(())
}

/// A small search by cases over needs.
#[derive(Clone)]
struct State {
    candidates: [u16; 81],
}

impl State {
    fn assign(&mut self, cell: usize, digit: usize) {
        self.candidates[cell] = 1 << digit;
        for peer in PEERS[cell] {
            self.candidates[peer] &= !(1 << digit);
        }
    }

    /// The candidates that can meet a need.
    fn options(&self, need: Need) -> Vec<(usize, usize)> {
        let is_left = |&(cell, digit): &(usize, usize)| self.candidates[cell] >> digit & 1 == 1;
        match need {
            Need::Cell(cell) => (0..9).map(|d| (cell, d)).filter(is_left).collect(),
            Need::House(house, digit) => {
                let cells: CellSet = HOUSES[house];
                cells.map(|cell| (cell, digit)).filter(is_left).collect()
            }
        }
    }

    /// Whether the needs cannot all be met.
    fn is_refuted(&mut self, needs: &[Need]) -> bool {
        let Some((at, options)) = needs
            .iter()
            .enumerate()
            .map(|(at, &need)| (at, self.options(need)))
            .min_by_key(|(_, options)| options.len())
        else {
            return false;
        };
        let mut rest = needs.to_vec();
        rest.swap_remove(at);
        options.into_iter().all(|(cell, digit)| {
            let mut state = self.clone();
            state.assign(cell, digit);
            state.is_refuted(&rest)
        })
    }
}
