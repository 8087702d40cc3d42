//! Claims, steps and hints as words, as numbers, and as marks on the board.

use gridwright_explain::{ExplanationEnd, Hint, Step};
use gridwright_grid::Cell;
use gridwright_grid::board::Mark;
use gridwright_puzzles::{AnyInstance, Claim, CluePosition, FactState};

/// A claim in words.
pub fn claim_words(instance: &dyn AnyInstance, claim: Claim) -> String {
    let mut words = match claim.holds {
        true => instance.facts(),
        false => instance.negations(),
    };
    words.swap_remove(claim.fact)
}

/// The number of a claim in JSON: that of its fact from 1, negated if the fact is false.
pub fn claim_number(claim: &Claim) -> i64 {
    let number = claim.fact as i64 + 1;
    if claim.holds { number } else { -number }
}

/// The settled facts as claims.
pub fn claims_of(known: &[FactState]) -> impl Iterator<Item = Claim> {
    let known = known.iter().enumerate();
    known.filter_map(|(fact, known)| match known {
        FactState::True => Some(Claim::is(fact)),
        FactState::False => Some(Claim::is_not(fact)),
        FactState::Open => None,
    })
}

/// Settles the fact of a claim.
pub fn settle(known: &mut [FactState], claim: Claim) {
    known[claim.fact] = match claim.holds {
        true => FactState::True,
        false => FactState::False,
    };
}

/// The end of an explanation as a word.
pub fn end_word(end: ExplanationEnd) -> &'static str {
    match end {
        ExplanationEnd::Solved => "solved",
        ExplanationEnd::Shared => "shared",
        ExplanationEnd::NoAnswer => "no answer",
        ExplanationEnd::UntilReached => "enough",
        ExplanationEnd::Stopped(_) => "stopped",
    }
}

/// The cells a step looks at, and those it changes.
pub fn step_marks(instance: &dyn AnyInstance, step: &Step) -> Vec<(Cell, Mark)> {
    let (premises, cells) = (instance.premises(), instance.fact_cells());
    let rules = step.premises.iter().flat_map(|&at| &premises[at].cells);
    let seen = step.visible.iter().flat_map(|claim| &cells[claim.fact]);
    let used = rules.chain(seen).map(|&cell| (cell, Mark::Used));
    let concluded = step.concludes.iter().flat_map(|claim| &cells[claim.fact]);
    used.chain(concluded.map(|&cell| (cell, Mark::Changed)))
        .collect()
}

impl HintWords {
    /// The words of a hint; `None` if it has no next step.
    pub fn of(instance: &dyn AnyInstance, hint: &Hint) -> Option<HintWords> {
        let Hint::Next { steps, .. } = hint else {
            return None;
        };
        let first = steps.first()?;
        let premises = instance.premises();
        let rules: Vec<_> = first.premises.iter().map(|&at| &premises[at]).collect();
        let mut cells: Vec<Cell> = rules.iter().flat_map(|rule| rule.cells.clone()).collect();
        let all = instance.fact_cells();
        let of = |claims: &mut dyn Iterator<Item = &Claim>| -> Vec<Cell> {
            claims.flat_map(|claim| all[claim.fact].clone()).collect()
        };
        // For a rule without cells of its own, look at what the step uses, or else at what it concludes.
        if cells.is_empty() {
            cells = of(&mut first.visible.iter().filter(|claim| claim.holds));
        }
        if cells.is_empty() {
            cells = of(&mut first.concludes.iter());
        }
        cells.sort_unstable();
        cells.dedup();
        // Rules of weight 0 are obvious; mention them only if the step has no others.
        let heavy = rules.iter().filter(|rule| rule.weight > 0).count();
        let mentioned = rules.iter().filter(|rule| heavy == 0 || rule.weight > 0);
        let words: Vec<&str> = mentioned.map(|rule| rule.words.as_str()).collect();
        Some(HintWords {
            place: format!("Look at {}.", places(&cells)),
            cells,
            rule: format!(
                "{}: think of this: {}.",
                capital(&first.technique),
                words.join("; ")
            ),
        })
    }
}

/// The first two grades of a hint; the third is the step itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintWords {
    /// Grade 1: where to look.
    pub place: String,
    /// The cells to look at.
    pub cells: Vec<Cell>,
    /// Grade 2: which rule to apply.
    pub rule: String,
}

/// A list of cells; a rectangle is given by its first and last cell.
fn places(cells: &[Cell]) -> String {
    let spread = |part: fn(&Cell) -> usize| {
        let all = || cells.iter().map(part);
        1 + all().max().unwrap_or(0) - all().min().unwrap_or(0)
    };
    let is_block = spread(|cell| cell.row) * spread(|cell| cell.col) == cells.len();
    match cells {
        [first, _, .., last] if is_block => format!("{first} to {last}"),
        _ => {
            let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
            names.join(", ")
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).collect()
}

/// The clue that states a claim, if its kind has one: its place and text.
pub fn clue_for(instance: &dyn AnyInstance, claim: Claim) -> Option<(CluePosition, String)> {
    let [cell] = instance.fact_cells()[claim.fact][..] else {
        return None;
    };
    let place = CluePosition::Cell(cell);
    // Kinds do not map claims to clues, so try the candidates.
    let mut labels = instance.labels();
    let label = labels.swap_remove(claim.fact);
    let words = [label.as_str(), "s", "w"];
    words.into_iter().find_map(|word| {
        let changed = instance.with_clue(place, word).ok()?;
        let states_claim =
            changed.clue_claims().contains(&claim) && changed.n_facts() == instance.n_facts();
        states_claim.then(|| (place, word.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_of_cells_are_named_by_their_corners() {
        let check = |cells: &[(usize, usize)], expected: &str| {
            let cells: Vec<Cell> = cells
                .iter()
                .map(|&(row, col)| Cell::new(row, col))
                .collect();
            assert_eq!(places(&cells), expected);
        };
        check(&[(0, 0)], "r1c1");
        check(&[(0, 0), (0, 1)], "r1c1, r1c2");
        check(&[(2, 0), (2, 1), (2, 2), (2, 3)], "r3c1 to r3c4");
        check(&[(0, 0), (0, 1), (1, 0), (1, 1)], "r1c1 to r2c2");
        check(&[(0, 0), (0, 1), (1, 0)], "r1c1, r1c2, r2c1");
    }
}
