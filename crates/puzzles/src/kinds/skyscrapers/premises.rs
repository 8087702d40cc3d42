//! The premises of Skyscrapers.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | those of Latin squares | row 1 needs the 3 | 0 to 3 |
//! | `low` | row 1 shows 3 from the left, so the buildings there are not too high; implied | 1 |
//! | `nearest` | row 1 shows 1 from the left, so the nearest building is the highest; implied | 1 |
//! | `visible` | row 1 shows 3 from the left | 3 |
//! | `line` | the same, and each height stands in the row once; a summary, for boards up to `MAX_LINE` | 3 |

use std::collections::HashMap;
use std::sync::Arc;

use gridwright_constraints::Automaton;
use gridwright_grid::Cell;

use crate::blocks::latin;
use crate::contract::{Argument, Claim, FactState, Premise, PremiseForm, StepText};
use crate::kinds::skyscrapers::{Instance, Side, visible};

const LOW: &str = "low";
const NEAREST: &str = "nearest";
const VISIBLE: &str = "visible";
const LINE: &str = "line";

/// The longest line of which all heights are considered at once: the automaton has a state for every set of heights.
const MAX_LINE: usize = 9;

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let n = instance.n;
    let mut premises = latin::premises(n, &instance.clues);
    let is = |at: usize, height: usize| Claim::is(at * n + height - 1);
    let mut automata: HashMap<(&str, usize), Arc<Automaton>> = HashMap::new();
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
        let mut rule = LOW;
        if clue == 1 {
            rule = NEAREST;
            low.push(is(cells[0], n));
        }
        if !low.is_empty() {
            let form = PremiseForm::exactly(low.len(), low);
            let low = Premise::new(rule, 1, words.clone(), marked.iter().copied(), form);
            premises.push(low.implied().clue());
        }
        let options = |&at: &usize| {
            let heights = (1..=n).map(|height| (is(at, height), height as i32));
            heights.collect()
        };
        let of: Vec<Vec<(Claim, i32)>> = cells.iter().map(options).collect();
        let automaton = automata.entry((VISIBLE, clue));
        let automaton = Arc::clone(automaton.or_insert_with(|| Arc::new(visible(n, clue))));
        let form = PremiseForm::Regular {
            of: of.clone(),
            automaton,
        };
        let seen = Premise::new(VISIBLE, 3, words.clone(), marked.iter().copied(), form);
        let violation = format!("{name} could not show {clue} from the {from}");
        let brief = format!("the view of {name}");
        premises.push(seen.violation(violation).brief(brief).clue());
        if n <= MAX_LINE {
            let automaton = automata.entry((LINE, clue));
            let automaton = Arc::clone(automaton.or_insert_with(|| Arc::new(line_views(n, clue))));
            let form = PremiseForm::Regular { of, automaton };
            premises.push(Premise::new(LINE, 3, words, marked, form).summary().clue());
        }
    }
    premises
}

/// The automaton of lines that have the heights 1 to `n` once each and show `clue` of them. A state is the set of heights so far, of which the greatest is the highest, and the number of
/// visible buildings.
fn line_views(n: usize, clue: usize) -> Automaton {
    let state = |set: usize, seen: usize| set * (clue + 1) + seen;
    let all = (1_usize << n) - 1;
    let mut automaton = Automaton::new((all + 1) * (clue + 1), state(0, 0), 1..=n as i32);
    for set in 0..=all {
        for seen in 0..=clue {
            for height in (1..=n).filter(|height| set >> (height - 1) & 1 == 0) {
                let is_hidden = set >> height != 0;
                let then = set | 1 << (height - 1);
                if is_hidden || seen < clue {
                    let to = state(then, seen + usize::from(!is_hidden));
                    automaton = automaton.arc(state(set, seen), height as i32, to);
                }
            }
        }
    }
    automaton.accept(state(all, clue))
}

/// The single numbers, pairs and fish of Latin squares.
pub(super) fn suggest(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    latin::suggest(instance.n, &instance.clues, known)
}

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let n = instance.n;
    match argument.premises {
        [premise] if [LOW, NEAREST, VISIBLE, LINE].contains(&premise.rule) => {
            let then = latin::conclusions(n, argument);
            let (technique, how) = match premise.rule {
                LOW => ("edge clue", ", so the buildings near the edge are lower"),
                NEAREST => ("edge clue", ", so the nearest building is the highest"),
                _ => ("view", ", and otherwise more or fewer would be visible"),
            };
            let sentence = format!("{}{how}: {then}.", premise.sentence());
            Some(StepText::new(technique, sentence))
        }
        _ => latin::describe_step(n, argument),
    }
}
