//! Simple and multi colouring: the candidates of a digit that strong links join have two colours, of which exactly one is true.

use crate::cells::{CellSet, HOUSES, PEERS, houses_of};
use crate::find::{coloured, of_digit, two_places};
use crate::grid::Grid;
use crate::step::{Candidate, Colour, Need, Pattern, Step};
use crate::technique::Technique;

/// The first step of colouring.
pub(crate) fn find(grid: &Grid, technique: Technique) -> Option<Step> {
    (0..9).find_map(|digit| {
        let parts = parts(grid, digit);
        match technique {
            Technique::SimpleColors => parts.iter().find_map(|part| simple(grid, digit, part)),
            _ => multi(grid, digit, &parts),
        }
    })
}

/// The candidates that strong links join: those of either colour, and the houses of the links.
struct Part {
    colours: [CellSet; 2],
    houses: Vec<usize>,
}

/// The parts of the strong links of a digit.
fn parts(grid: &Grid, digit: usize) -> Vec<Part> {
    let is_linked = |&cell: &usize| {
        houses_of(cell)
            .into_iter()
            .any(|house| (grid.places(digit) & HOUSES[house]).len() == 2)
    };
    let mut left: CellSet = grid.places(digit).filter(is_linked).collect();
    let mut parts = Vec::new();
    while let Some(start) = left.first() {
        let mut part = Part {
            colours: [CellSet::EMPTY; 2],
            houses: Vec::new(),
        };
        // The last cell on the stack is coloured next, with the houses of each in order, as in a depth-first search.
        let mut stack = vec![(start, 0)];
        while let Some((cell, colour)) = stack.pop() {
            if !left.contains(cell) {
                continue;
            }
            left.remove(cell);
            part.colours[colour].insert(cell);
            for house in houses_of(cell).into_iter().rev() {
                if let Some([a, b]) = two_places(grid, house, digit) {
                    stack.push((if a == cell { b } else { a }, 1 - colour));
                    if !part.houses.contains(&house) {
                        part.houses.push(house);
                    }
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// The cells that see a cell of the set.
fn seen_by(set: CellSet) -> CellSet {
    set.fold(CellSet::EMPTY, |seen, cell| seen | PEERS[cell])
}

fn simple(grid: &Grid, digit: usize, part: &Part) -> Option<Step> {
    // Two candidates of one colour that see each other make the colour false.
    let [one, two] = part.colours;
    let is_false = |colour: &CellSet| seen_by(*colour).meets(*colour);
    let mut eliminations = Vec::new();
    for colour in part.colours.into_iter().filter(is_false) {
        eliminations.extend(of_digit(grid, colour, digit));
    }
    if eliminations.is_empty() {
        // What sees both colours is false.
        eliminations = of_digit(grid, seen_by(one) & seen_by(two), digit);
    }
    let technique = Technique::SimpleColors;
    (!eliminations.is_empty()).then(|| step(grid, technique, digit, &[part], eliminations))
}

fn multi(grid: &Grid, digit: usize, parts: &[Part]) -> Option<Step> {
    let technique = Technique::MultiColors;
    for (i, one) in parts.iter().enumerate() {
        for (_, two) in parts.iter().enumerate().filter(|&(j, _)| j != i) {
            // A colour that sees both colours of the other part is false.
            let mut eliminations = Vec::new();
            for colour in one.colours {
                let seen = seen_by(colour);
                if two.colours.iter().all(|&other| seen.meets(other)) {
                    eliminations.extend(of_digit(grid, colour, digit));
                }
            }
            if eliminations.is_empty() {
                // Of two colours that see each other one is false, so that one of their opposites is true.
                for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if seen_by(one.colours[a]).meets(two.colours[b]) {
                        let opposite = seen_by(one.colours[1 - a]) & seen_by(two.colours[1 - b]);
                        for at in of_digit(grid, opposite, digit) {
                            if !eliminations.contains(&at) {
                                eliminations.push(at);
                            }
                        }
                    }
                }
            }
            if !eliminations.is_empty() {
                return Some(step(grid, technique, digit, &[one, two], eliminations));
            }
        }
    }
    None
}

fn step(
    grid: &Grid,
    technique: Technique,
    digit: usize,
    parts: &[&Part],
    eliminations: Vec<Candidate>,
) -> Step {
    let houses: Vec<usize> = parts.iter().flat_map(|part| part.houses.clone()).collect();
    let mut candidates = Vec::new();
    for part in parts {
        for (cells, colour) in part
            .colours
            .into_iter()
            .zip([Colour::First, Colour::Second])
        {
            candidates.extend(coloured(of_digit(grid, cells, digit), colour));
        }
    }
    Step {
        technique,
        placements: Vec::new(),
        eliminations,
        pattern: Pattern {
            needs: houses
                .iter()
                .map(|&house| Need::House(house, digit))
                .collect(),
            candidates,
            sets: parts.iter().flat_map(|part| part.colours).collect(),
            houses,
            ..Pattern::default()
        },
    }
}
