//! The premises of Futoshiki.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | those of Latin squares | row 1 needs the 3 | 0 to 3 |
//! | `sign` | r1c1 is less than r1c2 | 1 |

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
        premises.push(Premise::new(SIGN, 1, words, [one, other], form).clue());
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
            let then = latin::conclusions(n, argument);
            Some(StepText::new(
                "inequality",
                format!("{}: {then}.", premise.sentence()),
            ))
        }
        _ => latin::describe_step(n, argument),
    }
}
