//! The premises of Akari.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | `number` | the 2 at r1c1 has 2 lamps beside it | 1 |
//! | `lit` | r1c1 needs light | 2 |
//! | `one_lamp` | there is at most one lamp from r1c1 to r1c4 | 0 |

use gridwright_grid::Cell;

use crate::blocks::open_cells::{Conclusions, all_there, n_used, rest_needed, too_few};
use crate::contract::{Argument, Claim, Failure, Premise, PremiseForm, StepText, plural};
use crate::kinds::akari::Instance;

const NUMBER: &str = "number";
const LIT: &str = "lit";

const WORDS: Conclusions = Conclusions {
    is: "a lamp",
    are: "lamps",
    is_not: "not a lamp",
    are_not: "not lamps",
};

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let cell = |fact: usize| instance.open.cells[fact];
    let mut premises = Vec::new();
    for (at, number) in instance.numbers() {
        let n_lamps = number;
        let beside = instance.beside(at);
        let lamps = match number {
            0 => "no lamp".to_owned(),
            n => plural(n, "lamp"),
        };
        let words = format!("the {number} at {at} has {lamps} beside it");
        let form = PremiseForm::exactly(number, Claim::are(&beside));
        let mut cells: Vec<Cell> = vec![at];
        cells.extend(beside.iter().map(|&fact| cell(fact)));
        let name = format!("the {number} at {at}");
        let violation = format!("{name} cannot have {lamps} beside it");
        let number = Premise::new(NUMBER, 1, words, cells, form).clue();
        premises.push(
            number
                .failure(
                    Failure::TooMany,
                    format!("{name} would have more than {lamps} beside it"),
                )
                .failure(
                    Failure::TooFew,
                    format!("{name} {}", too_few(n_lamps, "lamp")),
                )
                .violation(violation)
                .brief(name),
        );
    }
    for run in instance.runs() {
        let (Some(&first), Some(&last)) = (run.first(), run.last()) else {
            continue;
        };
        if first == last {
            continue;
        }
        let words = format!(
            "there is at most one lamp from {} to {}",
            cell(first),
            cell(last)
        );
        let form = PremiseForm::at_most(1, Claim::are(&run));
        let cells = run.iter().map(|&fact| cell(fact));
        let one = Premise::new("one_lamp", 0, words, cells, form);
        let (first, last) = (cell(first), cell(last));
        let violation = format!(
            "two of the cells from {first} to {last} would be lamps that shine on each other"
        );
        premises.push(one.violation(violation).failure(
            Failure::TooMany,
            "the lamps at {} would shine on each other",
        ));
    }
    for (at, lighting) in instance.lighting().into_iter().enumerate() {
        let words = format!("{} needs light", cell(at));
        let form = PremiseForm::at_least(1, Claim::are(&lighting));
        let lit = Premise::new(LIT, 2, words, [cell(at)], form);
        let violation = format!("{} cannot be lit", cell(at));
        premises.push(
            lit.violation(violation)
                .brief(format!("to light {}", cell(at))),
        );
    }
    premises
}

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let then = instance.open.conclusions(argument, &WORDS);
    if let Some(rule) = argument.refuting_rule().filter(|_| argument.excludes()) {
        let (cells, at) = (instance.open.excluded(argument), rule.cells.first()?);
        let (technique, why) = match rule.rule {
            NUMBER => (
                "number needs its cells",
                format!("leave the number at {at} too few cells"),
            ),
            _ => (
                "no light left",
                format!("leave no cell from which {at} could be lit"),
            ),
        };
        let sentence = format!("A lamp at {cells} would {why}: {then}.");
        return Some(StepText::new(technique, sentence));
    }
    if let Some(chain) = argument.chain {
        return Some(StepText::new("what if", chain.concluding(&then)));
    }
    let [premise] = argument.premises else {
        return None;
    };
    let title = premise.sentence();
    match (premise.rule, &premise.form) {
        (NUMBER, PremiseForm::Count { of, max, .. }) => {
            let how = match n_used(argument, of) {
                0 if *max == 0 => "",
                known if known == *max => all_there(*max),
                _ => rest_needed(*max),
            };
            Some(StepText::new("number", format!("{title}{how}: {then}.")))
        }
        (LIT, _) => Some(StepText::new(
            "only lamp",
            format!("{title}, and only one cell is left from which a lamp could light it: {then}."),
        )),
        _ => None,
    }
}
