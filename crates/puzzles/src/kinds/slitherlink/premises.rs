//! The premises of Slitherlink.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `number` | a number counts the sides of its cell that are on the loop, a clue | 1 |
//! | `corner` | no line or two meet at a corner | 1 |
//! | `loop` | the lines form a single loop | 6 |

use gridwright_grid::{Cell, Corner};

use crate::blocks::loop_words::{conclusions, general_step};
use crate::blocks::loops::{LOOP, at_point, claims};
use crate::contract::{
    Argument, Claim, FactState, Failure, Premise, PremiseForm, Puzzle, StepText, plural,
};
use crate::kinds::slitherlink::{Instance, Slitherlink};

const NUMBER: &str = "number";
const CORNER: &str = "corner";

/// The words of a corner, before its name.
const AT_CORNER: &str = "no line or two meet at ";

/// The numbers, then the corners in reading order, then the loop.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let mut premises = Vec::new();
    for (at, clue) in instance.clues.iter().enumerate() {
        if let Some(clue) = *clue {
            let cell = instance.grid.cell(at);
            let sides = match clue {
                1 => "one side".to_owned(),
                0 => "no side".to_owned(),
                n => format!("{} sides", ["two", "three", "four"][usize::from(n) - 2]),
            };
            let words = format!("the {clue} at {cell} has {sides} on the loop");
            let form = PremiseForm::exactly(clue.into(), claims(&instance.sides(at), None));
            let number = Premise::new(NUMBER, 1, words, [cell], form).clue();
            let name = format!("the {clue} at {cell}");
            premises.push(
                number
                    .failure(
                        Failure::TooMany,
                        format!("{name} would have more than {sides} on the loop"),
                    )
                    .failure(
                        Failure::TooFew,
                        format!("{name} would have fewer than {sides} on the loop"),
                    )
                    .violation(format!("{name} cannot have {sides} on the loop"))
                    .brief(name),
            );
        }
    }
    let lattice = instance.lattice();
    for corner in Corner::all(&instance.grid) {
        let words = format!("{AT_CORNER}{corner}");
        let form = lattice.point_form(corner.row, corner.col);
        let cells = corner.cells(&instance.grid);
        let point = Premise::new(CORNER, 1, words, cells, form);
        premises.push(at_point(point, &corner.to_string()));
    }
    premises.push(lattice.loop_premise());
    premises
}

/// A number with its corners, and two numbers next to each other or at a corner with the corners of both.
pub(super) fn suggest(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    let grid = &instance.grid;
    // The index of the premise of each number.
    let mut n_numbers = 0;
    let mut number = Vec::new();
    for clue in &instance.clues {
        number.push(clue.map(|_| n_numbers));
        n_numbers += usize::from(clue.is_some());
    }
    let is_open = |at: usize| {
        let mut sides = instance.sides(at).into_iter();
        sides.any(|side| known[side] == FactState::Open)
    };
    let with_corners = |cells: &[Cell]| {
        let mut set: Vec<usize> = cells
            .iter()
            .filter_map(|&cell| number[grid.index(cell)])
            .collect();
        for cell in cells {
            for (row, col) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let corner = (cell.row + row) * (grid.cols() + 1) + cell.col + col;
                set.push(n_numbers + corner);
            }
        }
        set.sort_unstable();
        set.dedup();
        set
    };
    let clues = |cell: &Cell| number[grid.index(*cell)].is_some() && is_open(grid.index(*cell));
    let mut sets = Vec::new();
    for cell in grid.cells().filter(clues) {
        sets.push(with_corners(&[cell]));
    }
    for cell in grid.cells().filter(clues) {
        let later = grid.neighbours8(cell).filter(|other| *other > cell);
        for other in later.filter(clues) {
            sets.push(with_corners(&[cell, other]));
        }
    }
    sets
}

/// The names are those of players: corner 3, adjacent 3s, a loop that would close early.
pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    if argument.chain.is_some()
        && let Some([a, b]) = threes(instance, argument)
    {
        let then = conclusions(&Slitherlink::facts(instance), argument);
        let (technique, why) = two_numbers((a, 3), (b, 3));
        return Some(StepText::new(technique, format!("{why}: {then}.")));
    }
    let facts = Slitherlink::facts(instance);
    let corner = |premise: &Premise| premise.words.strip_prefix(AT_CORNER).map(str::to_owned);
    if let Some(step) = general_step(&facts, instance.lattice(), argument, corner) {
        return Some(step);
    }
    if argument.premises.first()?.rule == LOOP {
        return None;
    }
    let then = conclusions(&facts, argument);
    let numbers = argument.premises.iter().filter(|one| one.rule == NUMBER);
    let cells: Vec<Cell> = numbers
        .filter_map(|one| one.cells.first().copied())
        .collect();
    let clue = |cell: Cell| instance.clues[instance.grid.index(cell)].unwrap_or_default();
    let on = argument.used.iter().filter(|claim| claim.holds).count();
    let (technique, why) = match (&cells[..], argument.premises.len()) {
        (&[cell], 1) => {
            let clue = clue(cell);
            let why = match usize::from(clue) {
                0 => format!("The 0 at {cell} has no line"),
                n if n == on => format!("The {clue} at {cell} has all its lines"),
                _ => format!("The {clue} at {cell} needs all the sides that are left"),
            };
            ("number", why)
        }
        (&[cell], _) => one_number(instance, cell, clue(cell), on),
        (&[a, b], _) => two_numbers((a, clue(a)), (b, clue(b))),
        ([], _) => ("dead end", "Lines there would end or branch".to_owned()),
        _ => return None,
    };
    Some(StepText::new(technique, format!("{why}: {then}.")))
}

/// The two 3s side by side or at a corner from which a step by an assumption follows, if it concludes only what players know of them: the lines around their outer corners,
/// or between them and along their far sides.
fn threes(instance: &Instance, argument: &Argument<'_>) -> Option<[Cell; 2]> {
    let rules = argument.premises.iter();
    let (numbers, others): (Vec<&Premise>, Vec<&Premise>) =
        rules.partition(|rule| rule.rule == NUMBER);
    let cells: Vec<Cell> = numbers
        .iter()
        .filter_map(|number| number.cells.first().copied())
        .collect();
    let [a, b] = cells[..] else { return None };
    let (a, b) = (a.min(b), a.max(b));
    let at = |cell: Cell| instance.grid.index(cell);
    let is_three = |cell: Cell| instance.clues[at(cell)] == Some(3);
    let is_corner = |rule: &Premise| rule.rule == CORNER;
    if !is_three(a) || !is_three(b) || !others.into_iter().all(is_corner) {
        return None;
    }
    let sides = |cell: Cell| instance.sides(at(cell));
    let (one, other) = (sides(a), sides(b));
    // The sides of a cell: above, left, right, below.
    let known = match (b.row - a.row, b.col.abs_diff(a.col)) {
        (0, 1) => [one[1], one[2], other[2], other[2]],
        (1, 0) => [one[0], one[3], other[3], other[3]],
        (1, 1) if b.col > a.col => [one[0], one[1], other[2], other[3]],
        (1, 1) => [one[0], one[2], other[1], other[3]],
        _ => return None,
    };
    let mut concludes = argument.concludes.iter().copied();
    let is_known = |claim: Claim| claim.holds && known.contains(&claim.fact);
    concludes.all(is_known).then_some([a, b])
}

/// A number together with its corners.
fn one_number(instance: &Instance, cell: Cell, clue: u8, on: usize) -> (&'static str, String) {
    let grid = &instance.grid;
    let is_end = |at: usize, n: usize| at == 0 || at + 1 == n;
    if is_end(cell.row, grid.rows()) && is_end(cell.col, grid.cols()) {
        let technique = match clue {
            1 => "corner 1",
            2 => "corner 2",
            3 => "corner 3",
            _ => "number at a corner",
        };
        let why = "is in a corner of the board, where the loop takes both sides or none";
        return (technique, format!("The {clue} at {cell} {why}"));
    }
    match (on, clue) {
        (0, _) => (
            "number with its corners",
            format!(
                "The {clue} at {cell} has {}, and none may end at a corner",
                plural(clue.into(), "line")
            ),
        ),
        (_, 1) => (
            "line into a 1",
            format!(
                "The lines at the corners of the 1 at {cell} must go on, and it takes one of them"
            ),
        ),
        (_, 3) => (
            "line into a 3",
            format!(
                "The line into the 3 at {cell} must go on along it, and the loop runs around the far corner"
            ),
        ),
        _ => (
            "line into a 2",
            format!(
                "The lines at the corners of the {clue} at {cell} must go on, and it has {clue} sides"
            ),
        ),
    }
}

/// Two numbers side by side or at a corner.
fn two_numbers((a, one): (Cell, u8), (b, other): (Cell, u8)) -> (&'static str, String) {
    let is_adjacent = a.row == b.row || a.col == b.col;
    match (one, other, is_adjacent) {
        (3, 3, true) => (
            "adjacent 3s",
            format!(
                "The 3s at {a} and {b} are side by side, so the loop runs between them and along their far sides"
            ),
        ),
        (3, 3, false) => (
            "diagonal 3s",
            format!(
                "The 3s at {a} and {b} touch at a corner, so the loop runs around their outer corners"
            ),
        ),
        (_, _, true) => (
            "adjacent numbers",
            format!(
                "The {one} at {a} and the {other} at {b} are side by side, and no line ends at their corners"
            ),
        ),
        (_, _, false) => (
            "diagonal numbers",
            format!(
                "The {one} at {a} and the {other} at {b} touch at a corner, and no line ends there"
            ),
        ),
    }
}
