//! Wings: small cells around a pivot, or two equal pairs joined by a strong link, of which one must have a digit.

use crate::cells::{CellSet, HOUSES, PEERS};
use crate::find::{chain, choose, coloured, of_digit, of_digits, sees, two_places};
use crate::grid::{Grid, digits};
use crate::step::{Candidate, Colour, Need, Pattern, Step};
use crate::technique::Technique;

/// The first wing.
pub(crate) fn find(grid: &Grid, technique: Technique) -> Option<Step> {
    match technique {
        Technique::WWing => find_w(grid),
        Technique::XyWing => find_xy(grid),
        Technique::XyzWing => find_xyz(grid),
        _ => find_wxyz(grid),
    }
}

/// The open cells with so many candidates.
fn cells_of_size(grid: &Grid, n: u32) -> Vec<usize> {
    let is_so = |&cell: &usize| grid.candidates(cell).count_ones() == n;
    grid.open().filter(is_so).collect()
}

fn find_xy(grid: &Grid) -> Option<Step> {
    let pairs = cells_of_size(grid, 2);
    for (i, &a) in pairs.iter().enumerate() {
        for (j, &b) in pairs.iter().enumerate().skip(i + 1) {
            if (grid.candidates(a) | grid.candidates(b)).count_ones() != 3 {
                continue;
            }
            for &c in &pairs[j + 1..] {
                let [x, y, z] = [a, b, c].map(|cell| grid.candidates(cell));
                if (x | y | z).count_ones() != 3 || x == y || y == z || x == z {
                    continue;
                }
                for [pivot, one, two] in [[a, b, c], [b, a, c], [c, b, a]] {
                    if sees(pivot, one) && sees(pivot, two) {
                        let step = wing(grid, Technique::XyWing, pivot, one, two);
                        if step.is_some() {
                            return step;
                        }
                    }
                }
            }
        }
    }
    None
}

fn find_xyz(grid: &Grid) -> Option<Step> {
    let pairs = cells_of_size(grid, 2);
    for pivot in cells_of_size(grid, 3) {
        let of_pivot = |&&cell: &&usize| {
            grid.candidates(cell) & !grid.candidates(pivot) == 0 && sees(pivot, cell)
        };
        let pincers: Vec<usize> = pairs.iter().filter(of_pivot).copied().collect();
        for (i, &one) in pincers.iter().enumerate() {
            for &two in &pincers[i + 1..] {
                if grid.candidates(one) != grid.candidates(two) {
                    let step = wing(grid, Technique::XyzWing, pivot, one, two);
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
    }
    None
}

/// The step of an XY-Wing or XYZ-Wing, if it rules something out.
fn wing(grid: &Grid, technique: Technique, pivot: usize, one: usize, two: usize) -> Option<Step> {
    let shared = grid.candidates(one) & grid.candidates(two);
    let z = shared.trailing_zeros() as usize;
    let mut seen = PEERS[one] & PEERS[two];
    if technique == Technique::XyzWing {
        seen &= PEERS[pivot];
    }
    let eliminations = of_digit(grid, seen, z);
    if shared.count_ones() != 1 || eliminations.is_empty() {
        return None;
    }
    let cells = [pivot, one, two];
    let set: CellSet = cells.into_iter().collect();
    let other = |cell| (grid.candidates(cell) & !shared).trailing_zeros() as usize;
    let (x, y) = (other(one), other(two));
    let links = match technique {
        Technique::XyWing => chain(&[
            (one, z),
            (one, x),
            (pivot, x),
            (pivot, y),
            (two, y),
            (two, z),
        ]),
        _ => Vec::new(),
    };
    let others = of_digits(grid, set, !shared);
    let marked = coloured(others, Colour::First);
    Some(Step {
        technique,
        placements: Vec::new(),
        eliminations,
        pattern: Pattern {
            needs: cells.map(Need::Cell).to_vec(),
            candidates: marked
                .chain(coloured(of_digit(grid, set, z), Colour::Second))
                .collect(),
            links,
            sets: cells.map(CellSet::of).to_vec(),
            ..Pattern::default()
        },
    })
}

fn find_w(grid: &Grid) -> Option<Step> {
    let pairs = cells_of_size(grid, 2);
    for (i, &one) in pairs.iter().enumerate() {
        let bits = grid.candidates(one);
        for &two in pairs[i + 1..]
            .iter()
            .filter(|&&c| grid.candidates(c) == bits)
        {
            for digit in digits(bits) {
                let eliminations = of_digit(grid, PEERS[one] & PEERS[two], digit);
                if eliminations.is_empty() {
                    continue;
                }
                let joined = (bits & !(1 << digit)).trailing_zeros() as usize;
                if let Some((house, a, b)) = joint(grid, joined, one, two) {
                    return Some(w_wing([one, a, b, two], digit, joined, house, eliminations));
                }
            }
        }
    }
    None
}

/// A house with two places for a digit, of which the first sees one cell and the second the other.
fn joint(grid: &Grid, digit: usize, one: usize, two: usize) -> Option<(usize, usize, usize)> {
    (0..27).find_map(|house| {
        let places = two_places(grid, house, digit)?;
        if places.contains(&one) || places.contains(&two) {
            return None;
        }
        let a = places.into_iter().find(|&place| sees(place, one))?;
        let b = places.into_iter().find(|&b| b != a)?;
        (!sees(b, one) && sees(b, two)).then_some((house, a, b))
    })
}

fn w_wing(
    [one, a, b, two]: [usize; 4],
    digit: usize,
    joined: usize,
    house: usize,
    eliminations: Vec<Candidate>,
) -> Step {
    let through = [
        (one, digit),
        (one, joined),
        (a, joined),
        (b, joined),
        (two, joined),
        (two, digit),
    ];
    let colour = |at: Candidate| {
        let is_end = at.1 == digit;
        (
            at,
            if is_end {
                Colour::Second
            } else {
                Colour::First
            },
        )
    };
    Step {
        technique: Technique::WWing,
        placements: Vec::new(),
        eliminations,
        pattern: Pattern {
            needs: vec![Need::Cell(one), Need::House(house, joined), Need::Cell(two)],
            candidates: through.map(colour).to_vec(),
            links: chain(&through),
            sets: vec![CellSet::of(one), CellSet::of(two)],
            houses: vec![house],
        },
    }
}

/// Four cells of a line and a block with four digits, of which all but one can occur only once: the other one occurs.
fn find_wxyz(grid: &Grid) -> Option<Step> {
    let is_small = |&cell: &usize| (2..=4).contains(&grid.candidates(cell).count_ones());
    let small: CellSet = grid.open().filter(is_small).collect();
    let (lines, blocks) = HOUSES.split_at(18);
    for &line in lines {
        for &block in blocks {
            if !line.meets(block) {
                continue;
            }
            let cells: Vec<usize> = ((line | block) & small).collect();
            let found = choose(cells.len(), 4, |chosen| {
                let set: CellSet = chosen.iter().map(|&at| cells[at]).collect();
                let is_bent = !set.is_subset(line) && !set.is_subset(block);
                is_bent.then(|| wxyz_wing(grid, set)).flatten()
            });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

fn wxyz_wing(grid: &Grid, set: CellSet) -> Option<Step> {
    let bits = set.fold(0, |bits, cell| bits | grid.candidates(cell));
    if bits.count_ones() != 4 {
        return None;
    }
    let is_free = |digit: &usize| {
        let places = grid.places(*digit) & set;
        places
            .into_iter()
            .any(|cell| !(places - CellSet::of(cell)).is_subset(PEERS[cell]))
    };
    let mut free = digits(bits).filter(is_free);
    let (Some(z), None) = (free.next(), free.next()) else {
        return None;
    };
    let eliminations = of_digit(grid, (grid.places(z) & set).common_peers(), z);
    if eliminations.is_empty() {
        return None;
    }
    let others = coloured(of_digits(grid, set, !(1 << z)), Colour::First);
    Some(Step {
        technique: Technique::WxyzWing,
        placements: Vec::new(),
        eliminations,
        pattern: Pattern {
            needs: set.map(Need::Cell).collect(),
            candidates: others
                .chain(coloured(of_digit(grid, set, z), Colour::Second))
                .collect(),
            sets: vec![set],
            ..Pattern::default()
        },
    })
}
