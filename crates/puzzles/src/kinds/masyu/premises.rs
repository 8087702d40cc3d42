//! The premises of Masyu.
//!
//! | premise | meaning | weight |
//! |---|---|---|
//! | `cell` | the loop does not pass a cell, or enters and leaves it | 1 |
//! | `white` | the loop goes straight through a white pearl and turns before or after it, a clue | 2 |
//! | `black` | the loop turns at a black pearl and goes straight on, a clue | 2 |
//! | `loop` | the lines form a single loop | 6 |

use gridwright_grid::Cell;

use crate::blocks::loop_words::{conclusions, general_step};
use crate::blocks::loops::{LOOP, at_point};
use crate::blocks::step_words::list;
use crate::contract::{Argument, Claim, FactState, Premise, PremiseForm, Puzzle, StepText};
use crate::kinds::masyu::{Instance, Masyu, Pearl, pearl_clauses};

const CELL: &str = "cell";
const WHITE: &str = "white";
const BLACK: &str = "black";

/// The cells in reading order, then the pearls, then the loop.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let lattice = instance.lattice();
    let mut premises = Vec::new();
    for cell in instance.grid.cells() {
        let words = format!("the loop passes {cell} by two links or not at all");
        let form = lattice.point_form(cell.row, cell.col);
        let point = Premise::new(CELL, 1, words, [cell], form);
        premises.push(at_point(point, &cell.to_string()));
    }
    for (cell, pearl) in instance.grid.cells().zip(&instance.pearls) {
        let Some(pearl) = *pearl else {
            continue;
        };
        let (rule, words) = match pearl {
            Pearl::White => (
                WHITE,
                format!(
                    "the loop goes straight through the white pearl at {cell} and turns before or after it"
                ),
            ),
            Pearl::Black => (
                BLACK,
                format!("the loop turns at the black pearl at {cell} and goes straight on"),
            ),
        };
        let clauses = pearl_clauses(instance, cell, pearl).into_iter();
        let forms = clauses.map(|claims| {
            let claims = claims
                .into_iter()
                .map(|(fact, holds)| Claim { fact, holds });
            PremiseForm::at_least(1, claims.collect())
        });
        let form = PremiseForm::All(forms.collect());
        let (brief, violation) = match pearl {
            Pearl::White => (
                format!("the white pearl at {cell}"),
                format!("the loop could not turn next to the white pearl at {cell}"),
            ),
            Pearl::Black => (
                format!("the black pearl at {cell}"),
                format!("the loop could not turn at the black pearl at {cell} and go straight on"),
            ),
        };
        let pearl = Premise::new(rule, 2, words, [cell], form).clue();
        premises.push(pearl.violation(violation).brief(brief));
    }
    premises.push(lattice.loop_premise());
    premises
}

/// A pearl with its cell and the cells around it, and pearls side by side with theirs.
pub(super) fn suggest(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    let grid = &instance.grid;
    // The index of the premise of each pearl.
    let mut next = grid.n_cells();
    let mut premise = Vec::new();
    for pearl in &instance.pearls {
        premise.push(pearl.map(|_| next));
        next += usize::from(pearl.is_some());
    }
    let with_cells = |pearls: &[Cell]| {
        let mut set: Vec<usize> = Vec::new();
        for &cell in pearls {
            set.extend(premise[grid.index(cell)]);
            set.push(grid.index(cell));
            set.extend(grid.neighbours4(cell).map(|cell| grid.index(cell)));
        }
        set.sort_unstable();
        set.dedup();
        set
    };
    let is_open = |cell: &Cell| {
        let mut edges = instance.around(*cell).into_iter().flatten();
        premise[grid.index(*cell)].is_some() && edges.any(|edge| known[edge] == FactState::Open)
    };
    let open: Vec<Cell> = grid.cells().filter(is_open).collect();
    let mut sets: Vec<Vec<usize>> = open.iter().map(|&cell| with_cells(&[cell])).collect();
    for &cell in &open {
        for (down, right) in [(0, 1), (1, 0)] {
            let row = |distance: usize| {
                let cells =
                    (0..distance).map(|i| Cell::new(cell.row + i * down, cell.col + i * right));
                let cells: Vec<Cell> = cells.collect();
                cells
                    .iter()
                    .all(|cell| open.contains(cell))
                    .then_some(cells)
            };
            sets.extend(
                [2, 3]
                    .into_iter()
                    .filter_map(row)
                    .map(|cells| with_cells(&cells)),
            );
        }
    }
    sets
}

/// The names are those of players: adjacent black pearls, white pearls in a row, a loop that would close early.
pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let facts = Masyu::facts(instance);
    let cell = |premise: &Premise| match premise.rule {
        CELL => premise.cells.first().map(Cell::to_string),
        _ => None,
    };
    if let Some(step) = general_step(&facts, instance.lattice(), argument, cell) {
        return Some(step);
    }
    if argument.premises.first()?.rule == LOOP {
        return None;
    }
    let then = conclusions(&facts, argument);
    let of = |rule: &'static str| -> Vec<Cell> {
        let premises = argument.premises.iter().filter(move |one| one.rule == rule);
        premises
            .filter_map(|one| one.cells.first().copied())
            .collect()
    };
    let (white, black) = (of(WHITE), of(BLACK));
    let is_near = |cell: &Cell, distance: usize| {
        let near = |at: usize, n: usize| at < distance || at + distance >= n;
        near(cell.row, instance.grid.rows()) || near(cell.col, instance.grid.cols())
    };
    let names = |cells: &[Cell]| {
        let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
        list(&names, "and")
    };
    let (technique, why) = match (&white[..], &black[..]) {
        ([cell], []) if is_near(cell, 1) => (
            "white pearl at the edge",
            format!("The loop goes straight through the white pearl at {cell}, along the edge"),
        ),
        ([cell], []) => (
            "white pearl",
            format!(
                "The loop goes straight through the white pearl at {cell} and turns next to it"
            ),
        ),
        ([], [cell]) if is_near(cell, 2) && !argument.used.iter().any(|claim| claim.holds) => (
            "black pearl near the edge",
            format!(
                "The loop turns at the black pearl at {cell} and needs two cells each way, so it leaves the edge"
            ),
        ),
        ([], [cell]) => (
            "black pearl",
            format!(
                "The loop turns at the black pearl at {cell} and goes straight on for two cells each way"
            ),
        ),
        ([], [_, _]) => (
            "adjacent black pearls",
            format!(
                "The black pearls at {} are side by side, so neither turns towards the other",
                names(&black)
            ),
        ),
        ([_, _, _], []) => (
            "white pearls in a row",
            format!(
                "The white pearls at {} are in a row, and a line through all would not turn at the middle one",
                names(&white)
            ),
        ),
        ([], []) => ("dead end", "Lines there would end or branch".to_owned()),
        _ => {
            let all = [&white[..], &black[..]].concat();
            (
                "adjacent pearls",
                format!("The pearls at {} are side by side", names(&all)),
            )
        }
    };
    Some(StepText::new(technique, format!("{why}: {then}.")))
}
