//! Patterns of one digit with two strong links: skyscraper, 2-string kite, turbot fish and empty rectangle.

use crate::cells::{CellSet, HOUSES, PEERS, houses_of};
use crate::find::{chain, coloured, of_digit, two_places};
use crate::grid::Grid;
use crate::step::{Candidate, Colour, Group, Link, Need, Pattern, Step};
use crate::technique::Technique;

/// The first step of a technique of this family.
pub(crate) fn find(grid: &Grid, technique: Technique) -> Option<Step> {
    match technique {
        Technique::Skyscraper => find_skyscraper(grid),
        Technique::TwoStringKite => find_kite(grid),
        Technique::TurbotFish => find_turbot_fish(grid),
        _ => find_empty_rectangle(grid),
    }
}

/// Two strong links, from `path[0]` to `path[1]` in one house and from `path[2]` to `path[3]` in another, joined by a weak one.
fn two_links(
    technique: Technique,
    digit: usize,
    path: [usize; 4],
    houses: [usize; 2],
    eliminations: Vec<Candidate>,
) -> Step {
    let through = path.map(|cell| (cell, digit));
    // A path that ends where it starts shows its start once.
    let n_shown = if path[0] == path[3] { 3 } else { 4 };
    let colours = [Colour::Second, Colour::First, Colour::First, Colour::Second];
    let marks = through.into_iter().zip(colours).take(n_shown);
    Step {
        technique,
        placements: Vec::new(),
        eliminations,
        pattern: Pattern {
            needs: houses.map(|house| Need::House(house, digit)).to_vec(),
            candidates: marks.collect(),
            links: chain(&through),
            houses: houses.to_vec(),
            ..Pattern::default()
        },
    }
}

fn find_skyscraper(grid: &Grid) -> Option<Step> {
    for lines in [0..9, 9..18] {
        // The house across a cell: its column for rows, its row for columns.
        let across = |cell: usize| houses_of(cell)[usize::from(lines.start == 0)];
        for digit in 0..9 {
            for i in lines.clone() {
                let Some(one) = two_places(grid, i, digit) else {
                    continue;
                };
                for j in i + 1..lines.end {
                    let Some(two) = two_places(grid, j, digit) else {
                        continue;
                    };
                    let is_joined = |end: usize| across(one[end]) == across(two[end]);
                    let end = match (is_joined(0), is_joined(1)) {
                        (true, false) => 1,
                        (false, true) => 0,
                        _ => continue,
                    };
                    let seen = PEERS[one[end]] & PEERS[two[end]];
                    let eliminations = of_digit(grid, seen, digit);
                    if !eliminations.is_empty() {
                        let path = [one[end], one[1 - end], two[1 - end], two[end]];
                        let technique = Technique::Skyscraper;
                        return Some(two_links(technique, digit, path, [i, j], eliminations));
                    }
                }
            }
        }
    }
    None
}

fn find_kite(grid: &Grid) -> Option<Step> {
    let block = |cell: usize| houses_of(cell)[2];
    for digit in 0..9 {
        let pairs = |house| two_places(grid, house, digit).map(|pair| (house, pair));
        let mut rows: Vec<_> = (0..9).filter_map(pairs).collect();
        let mut columns: Vec<_> = (9..18).filter_map(pairs).collect();
        for (row, one) in &mut rows {
            for (column, two) in &mut columns {
                // The ends in the same block go first and stay so for the pairs that follow.
                let turns = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let is_joined = |&(a, b): &(usize, usize)| block(one[a]) == block(two[b]);
                let Some((a, b)) = turns.into_iter().find(is_joined) else {
                    continue;
                };
                one.rotate_left(a);
                two.rotate_left(b);
                if two.contains(&one[0]) || two.contains(&one[1]) {
                    continue;
                }
                let cross = two[1] / 9 * 9 + one[1] % 9;
                if grid.has(cross, digit) {
                    let path = [one[1], one[0], two[0], two[1]];
                    return Some(two_links(
                        Technique::TwoStringKite,
                        digit,
                        path,
                        [*row, *column],
                        vec![(cross, digit)],
                    ));
                }
            }
        }
    }
    None
}

/// The links of a digit from a cell: the other cell, the house, and whether it is strong. Rows come first, then columns, then what is left of the block.
fn links_from(
    grid: &Grid,
    cell: usize,
    digit: usize,
) -> impl Iterator<Item = (usize, usize, bool)> {
    let [row, column, block] = houses_of(cell);
    let lines = HOUSES[row] | HOUSES[column];
    let places = grid.places(digit) - CellSet::of(cell);
    [row, column, block].into_iter().flat_map(move |house| {
        let others = places & HOUSES[house];
        let is_strong = others.len() == 1;
        let shown = if house == block {
            others - lines
        } else {
            others
        };
        shown.map(move |other| (other, house, is_strong))
    })
}

/// The turbot fish that rules out most; among equals the one whose eliminations come first.
fn find_turbot_fish(grid: &Grid) -> Option<Step> {
    let mut best: Option<((usize, usize), Step)> = None;
    for start in grid.open() {
        for digit in 0..9 {
            if !grid.has(start, digit) {
                continue;
            }
            let targets = PEERS[start] & grid.places(digit);
            for (a, first_house, _) in links_from(grid, start, digit).filter(|link| link.2) {
                for (b, _, _) in links_from(grid, a, digit).filter(|link| link.0 != start) {
                    for (end, last_house, is_strong) in links_from(grid, b, digit) {
                        let hit = targets & PEERS[end];
                        if !is_strong || end == a || hit.is_empty() {
                            continue;
                        }
                        let weights = hit.zip((0..).map(|at| 1 + 80 * at));
                        let place: usize = weights.map(|(cell, w)| cell * w + digit + 1).sum();
                        let key = (N_MOST - hit.len(), place);
                        if best.as_ref().is_none_or(|(least, _)| key < *least) {
                            let path = [start, a, b, end];
                            let step = two_links(
                                Technique::TurbotFish,
                                digit,
                                path,
                                [first_house, last_house],
                                of_digit(grid, hit, digit),
                            );
                            best = Some((key, step));
                        }
                    }
                }
            }
        }
    }
    best.map(|(_, step)| step)
}

/// More than a step rules out of one digit.
const N_MOST: usize = 81;

fn find_empty_rectangle(grid: &Grid) -> Option<Step> {
    for digit in 0..9 {
        for block in 0..9 {
            let places = grid.places(digit) & HOUSES[18 + block];
            if !(2..=5).contains(&places.len()) {
                continue;
            }
            for (row, column) in crosses(block) {
                let in_row = places & HOUSES[row];
                let in_column = places & HOUSES[column];
                let is_cross = (in_row | in_column) == places
                    && !(in_row - in_column).is_empty()
                    && !(in_column - in_row).is_empty()
                    && in_row.len().max(in_column.len()) >= 2;
                if !is_cross {
                    continue;
                }
                for (near, far) in [(row, column), (column, row)] {
                    let found = empty_rectangle(grid, digit, places, 18 + block, near, far);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    None
}

/// The rows and columns of a block, each row with each column, the last ones first.
fn crosses(block: usize) -> impl Iterator<Item = (usize, usize)> {
    let (row, column) = (block / 3 * 3, 9 + block % 3 * 3);
    (0..9).map(move |at| (row + 2 - at / 3, column + 2 - at % 3))
}

/// A conjugate pair across, from a cell of the line `near` to one whose line meets the line `far` in a candidate.
fn empty_rectangle(
    grid: &Grid,
    digit: usize,
    places: CellSet,
    block: usize,
    near: usize,
    far: usize,
) -> Option<Step> {
    let is_row = near < 9;
    for start in (grid.places(digit) & HOUSES[near]) - HOUSES[block] {
        let [row, column, _] = houses_of(start);
        let across = if is_row { column } else { row };
        let Some(pair) = two_places(grid, across, digit) else {
            continue;
        };
        let end = if pair[0] == start { pair[1] } else { pair[0] };
        let [row, column, _] = houses_of(end);
        let along = if is_row { row } else { column };
        let hit = (grid.places(digit) & HOUSES[along] & HOUSES[far]) - HOUSES[block];
        if hit.is_empty() {
            continue;
        }
        let group = |cells| Group { cells, digit };
        let on_far = group(places & HOUSES[far]);
        let on_near = group(places - HOUSES[far]);
        let [start, end] = [start, end].map(CellSet::of).map(group);
        let link = |from, to, is_strong| Link {
            from,
            to,
            is_strong,
        };
        let pair = start.cells | end.cells;
        let marked = coloured(of_digit(grid, pair, digit), Colour::First);
        return Some(Step {
            technique: Technique::EmptyRectangle,
            placements: Vec::new(),
            eliminations: of_digit(grid, hit, digit),
            pattern: Pattern {
                needs: vec![Need::House(block, digit), Need::House(across, digit)],
                candidates: marked
                    .chain(coloured(of_digit(grid, places, digit), Colour::Second))
                    .collect(),
                links: vec![
                    link(on_far, on_near, true),
                    link(on_near, start, false),
                    link(start, end, true),
                ],
                houses: vec![block, near, far, across],
                ..Pattern::default()
            },
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_links_of_a_cell_reach_every_peer_once() {
        let grid = Grid::default();
        let links: Vec<_> = links_from(&grid, 40, 0).collect();
        let reached: CellSet = links.iter().map(|link| link.0).collect();
        assert_eq!((links.len(), reached), (20, PEERS[40]));
        assert!(links.iter().all(|link| !link.2));
    }
}
