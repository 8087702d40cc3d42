//! The premises of Skyscrapers.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | those of Latin squares | row 1 needs the 3 | 0 to 3 |
//! | `low` | row 1 shows 3 from the left, so the buildings there are not too high; implied | 1 |
//! | `visible` | row 1 shows 3 from the left | 3 |

use gridwright_grid::Cell;

use crate::blocks::latin;
use crate::contract::{Argument, Claim, Premise, PremiseForm, StepText};
use crate::kinds::skyscrapers::{Instance, Side};

const LOW: &str = "low";
const VISIBLE: &str = "visible";

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let n = instance.n;
    let mut premises = latin::premises(n, &instance.clues);
    let is = |at: usize, height: usize| Claim::is(at * n + height - 1);
    for (side, line, clue) in instance.views() {
        let (cells, clue) = (side.line(n, line), clue as usize);
        let name = match side {
            Side::Top | Side::Bottom => format!("column {}", line + 1),
            Side::Left | Side::Right => format!("row {}", line + 1),
        };
        let from = side.word();
        let words = format!("{name} shows {clue} from the {from}");
        let marked: Vec<Cell> = cells.iter().map(|&at| instance.cell(at)).collect();
        // The building at distance k leaves at most k visible ones before it, and needs the others behind it, each higher.
        let mut low = Vec::new();
        for (k, &at) in cells.iter().enumerate() {
            let highest = n + k + 1 - clue.min(n + k);
            low.extend((highest + 1..=n).map(|height| is(at, height).opposite()));
        }
        if clue == 1 {
            low.extend((1..n).map(|height| is(cells[0], height).opposite()));
        }
        if !low.is_empty() {
            let form = PremiseForm::exactly(low.len(), low);
            let low = Premise::new(LOW, 1, words.clone(), marked.iter().copied(), form);
            premises.push(low.implied().clue());
        }
        // A building is visible if no cell before it has more.
        let mut buildings = Vec::new();
        for (k, &at) in cells.iter().enumerate() {
            for height in 1..=n {
                let mut group = vec![is(at, height)];
                for &before in &cells[..k] {
                    group.extend((height + 1..=n).map(|more| is(before, more).opposite()));
                }
                buildings.push(group);
            }
        }
        let form = PremiseForm::Groups {
            of: buildings,
            min: clue,
            max: clue,
        };
        premises.push(Premise::new(VISIBLE, 3, words, marked, form).clue());
    }
    premises
}

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let n = instance.n;
    match argument.premises {
        [premise] if premise.rule == LOW || premise.rule == VISIBLE => {
            let then = latin::conclusions(n, argument.concludes);
            let technique = match premise.rule {
                LOW => "height of the view",
                _ => "view",
            };
            let sentence = format!("{}: {then}.", premise.sentence());
            Some(StepText::new(technique, sentence))
        }
        _ => latin::describe_step(n, argument),
    }
}
