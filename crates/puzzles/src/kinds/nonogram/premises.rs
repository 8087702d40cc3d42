//! The premises of Nonogram.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | `number` | row 1 has 5 shaded cells; implied | 2 |
//! | `runs` | row 1 has the runs 2 3 | 2 |
//!
//! A clue is the automaton of the lines with its runs.

use std::sync::Arc;

use gridwright_grid::Cell;

use crate::blocks::open_cells::{Conclusions, all_there, rest_needed};
use crate::blocks::step_words::line_name;
use crate::contract::{Argument, Claim, Failure, Premise, PremiseForm, StepText, plural};
use crate::kinds::nonogram::{Instance, needed, runs, text};

const NUMBER: &str = "number";
const RUNS: &str = "runs";

const WORDS: Conclusions = Conclusions {
    is: "shaded",
    are: "shaded",
    is_not: "blank",
    are_not: "blank",
};

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let n_rows = instance.grid.rows();
    let mut premises = Vec::new();
    for (i, (line, clue)) in instance.lines().into_iter().enumerate() {
        let Some(lengths) = clue else { continue };
        let name = line_name(n_rows, i);
        let cells: Vec<Cell> = line.iter().map(|&at| instance.grid.cell(at)).collect();
        let shaded: usize = lengths.iter().sum();
        let all: Vec<Claim> = line.iter().map(|&at| Claim::is(at)).collect();
        if lengths.is_empty() || needed(lengths) == line.len() {
            let words = match lengths.is_empty() {
                true => format!("{name} has no shaded cell"),
                false => format!("{name} has the runs {}, which fill it", text(clue)),
            };
            let mut claims = all.iter().map(|claim| claim.opposite()).collect::<Vec<_>>();
            for (start, &length) in starts(lengths).into_iter().zip(lengths) {
                claims[start..start + length].copy_from_slice(&all[start..start + length]);
            }
            let form = PremiseForm::exactly(claims.len(), claims);
            premises.push(Premise::new(RUNS, 1, words, cells, form).clue());
            continue;
        }
        let count = PremiseForm::exactly(shaded, all.clone());
        let shaded = plural(shaded, "shaded cell");
        let words = format!("{name} has {shaded}");
        let count = Premise::new(NUMBER, 2, words, cells.iter().copied(), count);
        premises.push(
            count
                .failure(
                    Failure::TooMany,
                    format!("{name} would have more than {shaded}"),
                )
                .failure(Failure::TooFew, format!("{name} could not have {shaded}"))
                .brief(&*name)
                .clue()
                .implied(),
        );
        let sign = |&claim: &Claim| vec![(claim, 1), (claim.opposite(), 0)];
        let form = PremiseForm::Regular {
            of: all.iter().map(sign).collect(),
            automaton: Arc::new(runs(lengths)),
        };
        let words = format!("{name} has the runs {}", text(clue));
        let violation = format!("{name} cannot have the runs {}", text(clue));
        let runs = Premise::new(RUNS, 2, words, cells, form).clue();
        premises.push(runs.violation(violation).brief(name));
    }
    premises
}

/// Where each run begins at the earliest.
fn starts(lengths: &[usize]) -> Vec<usize> {
    let mut at = 0;
    let mut starts = Vec::with_capacity(lengths.len());
    for &length in lengths {
        starts.push(at);
        at += length + 1;
    }
    starts
}

/// The names are those of players: an overlap shades cells, a space is out of reach of all runs.
pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let then = instance.open.conclusions(argument, &WORDS);
    if let Some(chain) = argument.chain {
        return Some(StepText::new("what if", chain.concluding(&then)));
    }
    let [premise] = argument.premises else {
        return None;
    };
    let title = premise.sentence();
    let shades = argument.concludes.iter().any(|claim| claim.holds);
    let blanks = argument.concludes.iter().any(|claim| !claim.holds);
    let (technique, how) = match (premise.rule, &premise.form) {
        (RUNS, PremiseForm::Regular { .. }) => match (shades, blanks) {
            (true, false) => ("overlap", ", which cover these cells wherever they go"),
            (false, _) => ("spaces", ", of which none reaches there"),
            (true, true) => ("fit", ", and every way to place them agrees here"),
        },
        (RUNS, _) => ("full line", ""),
        (NUMBER, PremiseForm::Count { of, max, .. }) => {
            let known = of
                .iter()
                .filter(|claim| argument.used.contains(claim))
                .count();
            match known == *max {
                true => ("complete line", all_there(*max)),
                false => ("complete line", rest_needed(*max)),
            }
        }
        _ => return None,
    };
    Some(StepText::new(technique, format!("{title}{how}: {then}.")))
}
