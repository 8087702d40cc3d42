//! The premises of White-and-Tan.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | `tan` | r1c1, if tan, points at two tan arrows | 2 |
//! | `white` | r1c1, if white, points at one white arrow | 2 |
//! | `three` | r1c1 points at exactly three arrows, of which two are tan and one is white, whichever colour r1c1 has; implied | 2 |
//! | `same_way` | r1c1 points along its line at r1c3, which points the same way, so they differ; implied | 3 |

use crate::blocks::step_words::{describe_cells, list};
use crate::contract::{Argument, Claim, FactState, Failure, Premise, PremiseForm, StepText};
use crate::kinds::whitetan::Instance;

const TAN: &str = "tan";
const WHITE: &str = "white";
const THREE: &str = "three";
const SAME_WAY: &str = "same_way";

/// All premises of a board: for every arrow the premise if it is tan and the one if it is white; then the implied ones.
pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let n = instance.grid.n_cells();
    let mut premises = Vec::new();
    let cells = |at: usize| {
        let mut cells = vec![instance.grid.cell(at)];
        cells.extend(instance.ray(at).iter().map(|&at| instance.grid.cell(at)));
        cells
    };
    for at in 0..n {
        let ray = instance.ray(at);
        let cell = instance.grid.cell(at);
        let tan = PremiseForm::exactly(2, ray.iter().map(|&at| Claim::is(at)).collect());
        let tan = PremiseForm::When(vec![Claim::is(at)], Box::new(tan));
        let words = format!("{cell}, if tan, points at two tan arrows");
        let by = format!("by {cell}");
        premises.push(
            Premise::new(TAN, 2, words, cells(at), tan)
                .failure(
                    Failure::TooMany,
                    format!("{cell}, tan, would point at more than two tan arrows"),
                )
                .failure(
                    Failure::TooFew,
                    format!("{cell}, tan, could not point at two tan arrows"),
                )
                .brief(&*by)
                .clue(),
        );
        let white = PremiseForm::exactly(1, ray.iter().map(|&at| Claim::is_not(at)).collect());
        let white = PremiseForm::When(vec![Claim::is_not(at)], Box::new(white));
        let words = format!("{cell}, if white, points at one white arrow");
        premises.push(
            Premise::new(WHITE, 2, words, cells(at), white)
                .failure(
                    Failure::TooMany,
                    format!("{cell}, white, would point at more than one white arrow"),
                )
                .failure(
                    Failure::TooFew,
                    format!("{cell}, white, would point at no white arrow"),
                )
                .brief(by)
                .clue(),
        );
    }
    for at in 0..n {
        let ray = instance.ray(at);
        let cell = instance.grid.cell(at);
        if ray.len() == 3 {
            let words = format!("{cell} points at three arrows, two tan and one white");
            let form = PremiseForm::exactly(2, ray.iter().map(|&at| Claim::is(at)).collect());
            premises.push(
                Premise::new(THREE, 2, words, cells(at), form)
                    .failure(
                        Failure::TooMany,
                        format!("all three arrows that {cell} points at would be tan"),
                    )
                    .failure(
                        Failure::TooFew,
                        format!("two of the three arrows that {cell} points at would be white"),
                    )
                    .brief(format!("by {cell}"))
                    .implied(),
            );
        }
        for other in ray {
            if instance.arrows[other] == instance.arrows[at] {
                let there = instance.grid.cell(other);
                let words = format!("{cell} points at {there}, which points the same way");
                let form = PremiseForm::exactly(1, vec![Claim::is(at), Claim::is(other)]);
                let same = Premise::new(SAME_WAY, 3, words, [cell, there], form).implied();
                premises.push(
                    same.violation(format!(
                        "{cell} and {there}, which point the same way, would have one colour"
                    ))
                    .brief(format!("by {cell}")),
                );
            }
        }
    }
    premises
}

/// For every arrow whose colour is open, its two premises together, for conclusions that follow from both colours.
pub(super) fn suggest(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    let arrows = 0..instance.grid.n_cells();
    let open = arrows.filter(|&at| known[at] == FactState::Open);
    open.map(|at| vec![2 * at, 2 * at + 1]).collect()
}

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let then = conclusions(instance, argument);
    let step = |technique, sentence| Some(StepText::new(technique, sentence));
    if let Some(chain) = argument.chain {
        let technique = match argument.assumptions {
            1 if argument.is_nested => "what if",
            1 => "forced chain",
            _ => chain.cases_technique(),
        };
        return step(technique, chain.concluding(&then));
    }
    match argument.premises {
        [premise] if premise.rule == THREE => {
            let known: Vec<String> = argument
                .used
                .iter()
                .map(|claim| {
                    let cell = instance.grid.cell(claim.fact);
                    format!("{cell} is {}", if claim.holds { "tan" } else { "white" })
                })
                .collect();
            let known = list(&known, "and");
            step(
                "three on a ray",
                format!(
                    "{} whatever it is itself, and {known}: {then}.",
                    premise.words
                ),
            )
        }
        [premise] if premise.rule == SAME_WAY => step(
            "same way",
            format!("{}, so their colours differ: {then}.", premise.words),
        ),
        [premise] => {
            let arrow = premise.cells.first()?;
            let at = instance.grid.index(*arrow);
            let (colour, count, holds) = match premise.rule {
                TAN => ("tan", "two tan arrows", true),
                _ => ("white", "one white arrow", false),
            };
            let ray = instance.ray(at);
            let is_of_colour = |at: &&usize| {
                argument.known[**at]
                    == if holds {
                        FactState::True
                    } else {
                        FactState::False
                    }
            };
            let found: Vec<String> = ray
                .iter()
                .filter(is_of_colour)
                .map(|&at| instance.grid.cell(at).to_string())
                .collect();
            let name = if holds { "tan" } else { "white" };
            let needed = if holds { 2 } else { 1 };
            // The step concludes the arrow's own colour if its ray excludes the other.
            let own = argument.concludes.iter().find(|claim| claim.fact == at);
            if own.is_some() {
                let points = match found.len() > needed {
                    true => format!(
                        "already points at {} {name} arrows, {}",
                        found.len(),
                        list(&found, "and")
                    ),
                    false => format!("cannot point at {count}"),
                };
                return step(
                    "ray count",
                    format!("{arrow} {points}, so it is not {colour}: {then}."),
                );
            }
            let all = list(&found, "and");
            let how = match (found.len() == needed, needed) {
                (true, 1) => format!("and that is {all}"),
                (true, _) => format!("and these are {all}"),
                (false, _) => "and needs every one that is left".to_owned(),
            };
            step(
                "ray count",
                format!("{arrow} is {colour} and points at {count}, {how}: {then}."),
            )
        }
        [one, other] if one.cells.first() == other.cells.first() => {
            let arrow = one.cells.first()?;
            step(
                "either colour",
                format!(
                    "Whether {arrow} is white or tan, what it points at leaves only this: {then}."
                ),
            )
        }
        _ => None,
    }
}

/// "r1c1 and r1c2 are tan and r1c3 is white".
fn conclusions(instance: &Instance, argument: &Argument<'_>) -> String {
    let claims = argument.concludes;
    let of = |holds: bool, colour: &str| {
        let cells = claims.iter().filter(|claim| claim.holds == holds);
        let cells = cells.map(|claim| instance.grid.cell(claim.fact).to_string());
        describe_cells(&cells.collect::<Vec<_>>(), colour, argument.is_full)
    };
    let both = [of(true, "tan"), of(false, "white")].into_iter().flatten();
    both.collect::<Vec<_>>().join(" and ")
}
