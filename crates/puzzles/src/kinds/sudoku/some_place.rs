//! Some place, an implied rule: in every row, column and block each number stands in one of the cells, as a clause. What `all_different` at the domain level knows
//! anyway, said so that an engine that learns can watch it: with `all_different` at the value level, the large boards are then as good as clauses.

use gridwright_constraints::clause;
use gridwright_fd::{Atom, Model, ModelError};

use crate::contract::{Choices, Effect, Facts, Rule};
use crate::kinds::sudoku::Instance;

/// The rule.
pub(super) const SOME_PLACE: Rule = Rule {
    name: "some_place",
    about: "in every row, column and block each number stands somewhere, as a clause",
    effect: Effect::Implied,
};

/// From this size on the rule is always posted: boards so large are hard when they need search at all, and learning settles them.
const LARGE: usize = 20;

/// Posts the rule where it is chosen or the board is large, over whichever atoms say that a cell has a number.
pub(super) fn post(
    instance: &Instance,
    choices: &Choices,
    model: &mut Model,
    facts: &Facts,
) -> Result<(), ModelError> {
    let n = instance.n();
    if n < LARGE && !choices.has(SOME_PLACE.name) {
        return Ok(());
    }
    for group in instance.different_groups() {
        for number in 0..n {
            let clued = group
                .iter()
                .any(|&at| instance.clues[at] == Some(number as i32 + 1));
            let open = group.iter().filter(|&&at| instance.clues[at].is_none());
            let places: Option<Vec<Atom>> = open.map(|&at| facts[at * n + number]).collect();
            // A clue settles its number; and where one atom cannot say a place, there is no clause.
            if let (false, Some(places)) = (clued, places) {
                model.post(clause(places))?;
            }
        }
    }
    Ok(())
}
