//! `stretches`: a Boolean variable is whether k consecutive cells, beginning at a cell and along its row or column, are all ship: a stretch of length k.
//!
//! The fleet is counted twice. A ship of `n` cells has `n + 1 - k` stretches of length `k`, so that the numbers of stretches of all lengths determine the number of
//! ships of each length. And a stretch that is not part of a longer one is a whole ship. All constraints but the sums are short clauses.

use gridwright_constraints::{bool_sum_eq, clause};
use gridwright_fd::{Atom, Model, ModelError, Name, Var, View};
use gridwright_grid::Direction;

use crate::blocks::bool_cells;
use crate::contract::{Choices, Formulated, Viewpoint};
use crate::kinds::battleship::Battleship;
use crate::kinds::battleship::cell_rules;
use crate::kinds::battleship::instance::Instance;
use crate::kinds::battleship::places::places;

pub(super) const VIEWPOINT: Viewpoint<Battleship> = Viewpoint::new(
    "stretches",
    "whether a number of cells in line are all ship",
    formulate,
);

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Battleship> {
    let (fleet, n_cells) = (&instance.fleet, instance.grid.n_cells());
    let can_be = cell_rules::can_be_ship(instance);
    // Indexed by length and by the number of the place. The last length is one more than the longest ship and has no stretches.
    let mut stretches: Vec<Vec<Option<Var>>> = vec![vec![None; 2 * n_cells]; fleet.longest() + 2];
    // Long stretches come first, then short ones, then cells: long ones determine most, and search without a heuristic follows this order.
    let mut decisions: Vec<Var> = Vec::new();
    for length in (2..=fleet.longest()).rev() {
        let mut all = Vec::new();
        for place in places(instance, &can_be, length) {
            let var = model.bool(Name::numbered(&["s", "_"], [length, place.number]));
            stretches[length][place.number] = Some(var);
            all.push(var);
        }
        decisions.extend(&all);
        let number = View::constant(fleet.stretches(length) as i32);
        model.post(bool_sum_eq(all, number))?;
    }
    let ship = cell_rules::cells(instance, &can_be, model)?;
    decisions.extend(&ship);
    for (at, &ship) in ship.iter().enumerate().filter(|&(at, _)| can_be[at]) {
        stretches[1][at] = Some(ship);
        stretches[1][n_cells + at] = Some(ship);
    }
    cell_rules::post(instance, &can_be, &ship, model)?;
    post_growth(instance, &stretches, model)?;
    post_whole(instance, &stretches, model)?;
    Ok(bool_cells::formulation(decisions, ship))
}

/// The number of the place one step on, or one step back, in the same line.
fn shifted(instance: &Instance, number: usize, back: bool) -> Option<usize> {
    let (grid, n_cells) = (&instance.grid, instance.grid.n_cells());
    let direction = match (number < n_cells, back) {
        (true, false) => Direction::East,
        (true, true) => Direction::West,
        (false, false) => Direction::South,
        (false, true) => Direction::North,
    };
    let cell = grid.step(grid.cell(number % n_cells), direction)?;
    Some(number / n_cells * n_cells + grid.index(cell))
}

/// Posts that a stretch is all ship if and only if the two stretches in it that are one cell shorter are.
fn post_growth(
    instance: &Instance,
    stretches: &[Vec<Option<Var>>],
    model: &mut Model,
) -> Result<(), ModelError> {
    for (shorter, longer) in stretches.iter().zip(&stretches[1..]).skip(1) {
        for (number, (&first, &whole)) in shorter.iter().zip(longer).enumerate() {
            let rest = shifted(instance, number, false).and_then(|next| shorter[next]);
            let (Some(first), Some(rest)) = (first, rest) else {
                continue;
            };
            let (first, rest) = (Atom::eq(first, 1), Atom::eq(rest, 1));
            match whole.map(|whole| Atom::eq(whole, 1)) {
                Some(whole) => {
                    model.post(clause([!whole, first]))?;
                    model.post(clause([!whole, rest]))?;
                    model.post(clause([!first, !rest, whole]))?;
                }
                None => model.post(clause([!first, !rest]))?,
            }
        }
    }
    Ok(())
}

/// Posts which stretches are whole ships, and their number for each length. Stretches of the greatest length are always whole ships.
fn post_whole(
    instance: &Instance,
    stretches: &[Vec<Option<Var>>],
    model: &mut Model,
) -> Result<(), ModelError> {
    let n_cells = instance.grid.n_cells();
    for length in 1..instance.fleet.longest() {
        let ships = instance.fleet.ships(length);
        let mut wholes: Vec<Var> = Vec::new();
        for (number, &stretch) in stretches[length].iter().enumerate() {
            let Some(stretch) = stretch else { continue };
            // A cell is a stretch both along its row and along its column, and counts once.
            let numbers = match (length, number < n_cells) {
                (1, false) => continue,
                (1, true) => vec![number, n_cells + number],
                _ => vec![number],
            };
            let longer = numbers.iter().flat_map(|&number| {
                let before = shifted(instance, number, true);
                before.into_iter().chain([number])
            });
            let longer = longer.filter_map(|number| stretches[length + 1][number]);
            let mut ways: Vec<Atom> = longer.map(|longer| Atom::eq(longer, 1)).collect();
            let stretch = Atom::eq(stretch, 1);
            if ships > 0 {
                let whole = model.bool(Name::numbered(&["w", "_"], [length, number]));
                wholes.push(whole);
                let whole = Atom::eq(whole, 1);
                model.post(clause([!whole, stretch]))?;
                for &longer in &ways {
                    model.post(clause([!whole, !longer]))?;
                }
                ways.push(whole);
            }
            ways.push(!stretch);
            model.post(clause(ways))?;
        }
        model.post(bool_sum_eq(wholes, View::constant(ships as i32)))?;
    }
    Ok(())
}
