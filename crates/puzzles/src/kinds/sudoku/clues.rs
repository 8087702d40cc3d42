//! Single clues: the numbers of cells, and the values of constraints, each at its place.

use crate::blocks::number_cells;
use crate::contract::{CluePosition, ClueSlot};
use crate::kinds::sudoku::{Instance, Variant};

/// Every place for a clue: all cells, then the constraints that have a value. Of several at one place, only the first can be changed.
pub(super) fn clues(instance: &Instance) -> Vec<ClueSlot> {
    let mut slots = number_cells::clue_slots(instance.grid.cells(), &instance.clues, instance.n());
    let n_cells = slots.len();
    for constraint in instance.constraints() {
        if let Some((position, value, entry)) = constraint.family().slot(instance)
            && slots[n_cells..]
                .iter()
                .all(|slot| slot.position != position)
        {
            slots.push(ClueSlot::new(position, value, entry));
        }
    }
    slots
}

/// The board with one clue changed.
pub(super) fn with_clue(
    instance: &Instance,
    position: CluePosition,
    clue: &str,
) -> Result<Instance, String> {
    if let CluePosition::Cell(cell) = position {
        if !instance.grid.contains(cell) {
            return Err(position.no_place());
        }
        let mut changed = instance.clone();
        changed.clues[instance.grid.index(cell)] = number_cells::read_clue(clue, instance.n())?;
        return Ok(changed);
    }
    let slot = |constraint: &crate::kinds::sudoku::Constraint| {
        let (at, _, entry) = constraint.family().slot(instance)?;
        (at == position).then_some(entry)
    };
    let found = instance.constraints().iter().enumerate();
    let mut found = found.filter_map(|(index, constraint)| Some((index, slot(constraint)?)));
    let (index, entry) = found.next().ok_or_else(|| position.no_place())?;
    let clue = clue.trim();
    entry.read(clue)?;
    let mut constraints = instance.constraints().to_vec();
    match constraints[index].family().with_value(clue) {
        Some(constraint) => constraints[index] = constraint,
        None if clue.is_empty() => drop(constraints.remove(index)),
        None => return Err(format!("expected {entry}, found `{clue}`")),
    }
    let regions = instance.region_of_cells().map(<[_]>::to_vec);
    let variant = Variant {
        regions,
        constraints,
    };
    Ok(instance.clone().with_variant(variant))
}
