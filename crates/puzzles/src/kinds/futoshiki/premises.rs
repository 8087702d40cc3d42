//! The premises of Futoshiki.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | those of Latin squares | row 1 needs the 3 | 0 to 3 |
//! | `sign` | r1c1 is less than r1c2 | 1 |

use gridwright_grid::Cell;

use crate::blocks::latin;
use crate::contract::{Argument, Claim, FactState, Premise, PremiseForm, StepText};
use crate::kinds::futoshiki::Instance;

const SIGN: &str = "sign";

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let n = instance.n;
    let mut premises = latin::premises(n, &instance.clues);
    let is = |at: usize, number: usize| Claim::is(at * n + number - 1);
    for (smaller, greater) in instance.comparisons() {
        let mut clauses = Vec::with_capacity(2 * n);
        for number in 1..=n {
            // The smaller cell has this number only if the greater one has more, and the other way around.
            let mut more: Vec<Claim> = (number + 1..=n).map(|k| is(greater, k)).collect();
            more.push(is(smaller, number).opposite());
            clauses.push(PremiseForm::at_least(1, more));
            let mut fewer: Vec<Claim> = (1..number).map(|k| is(smaller, k)).collect();
            fewer.push(is(greater, number).opposite());
            clauses.push(PremiseForm::at_least(1, fewer));
        }
        let (one, other) = (instance.cell(smaller), instance.cell(greater));
        let words = format!("{one} is less than {other}");
        let form = PremiseForm::All(clauses);
        let sign = Premise::new(SIGN, 1, words, [one, other], form).clue();
        let violation = format!("{one} would not be less than {other}");
        premises.push(sign.violation(violation).brief(format!("{one} < {other}")));
    }
    premises
}

/// The pairs and fish of Latin squares.
pub(super) fn suggest(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    latin::suggest(instance.n, &instance.clues, known)
}

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let n = instance.n;
    match argument.premises {
        [premise] if premise.rule == SIGN => {
            let why = bounds(n, argument).map_or_else(String::new, |why| format!(", and {why}"));
            let placed = argument.concludes.iter().find(|claim| claim.holds);
            if let Some(claim) = placed
                && argument.concludes.len() == 1
                && latin::is_only_number(n, argument, claim)
            {
                let (cell, number) = (instance.cell(claim.fact / n), claim.fact % n + 1);
                let sentence = format!("{cell} needs a number, and only {number} is left.");
                return Some(StepText::new("naked single", sentence));
            }
            let then = match placed {
                Some(claim) if argument.concludes.len() == 1 => {
                    let cell = instance.cell(claim.fact / n);
                    format!("only {} is left for {cell}", claim.fact % n + 1)
                }
                _ => latin::conclusions(n, argument),
            };
            Some(StepText::new(
                "inequality",
                format!("{}{why}: {then}.", premise.sentence()),
            ))
        }
        _ => latin::describe_step(n, argument),
    }
}

/// What is known of the two cells of a comparison that makes one of them greater or less than it would be anyway: "r1c1 is at least 3 and r1c2 is 5".
fn bounds(n: usize, argument: &Argument<'_>) -> Option<String> {
    let [premise] = argument.premises else {
        return None;
    };
    let [smaller, greater] = premise.cells[..] else {
        return None;
    };
    let place = |cell: Cell| cell.row * n + cell.col;
    let concludes = |cell: Cell| {
        let mut claims = argument.concludes.iter();
        claims.any(|claim| claim.fact / n == place(cell))
    };
    let left = |cell: Cell| {
        let is_left =
            move |number: &usize| argument.known[place(cell) * n + number - 1] != FactState::False;
        (1..=n).filter(is_left)
    };
    let is = |cell: Cell, bound: &str, number: usize| match left(cell).count() {
        1 => format!("{cell} is {number}"),
        _ => format!("{cell} is {bound} {number}"),
    };
    let least = left(smaller).min().filter(|&least| least > 1);
    let most = left(greater).max().filter(|&most| most < n);
    let least = least.filter(|_| concludes(greater));
    let most = most.filter(|_| concludes(smaller));
    let least = least.map(|least| is(smaller, "at least", least));
    let most = most.map(|most| is(greater, "at most", most));
    let both: Vec<String> = least.into_iter().chain(most).collect();
    (!both.is_empty()).then(|| both.join(" and "))
}
