//! The premises of Kakuro.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | `one_number`, `cell_needs` | a cell has one digit | 0, 3 |
//! | `once` | the run from r1c2 to r1c4 has 7 only once | 0 |
//! | `digits` | 3 in 2 cells from r1c2 to r1c3 is 1 + 2; implied | 1 |
//! | `needs` | 3 in 2 cells from r1c2 to r1c3 needs the 1; implied | 2 |
//! | `sum` | r1c2 to r1c4 add up to 15 | 2 |
//! | `combinations` | the ways to make 15 of different digits in r1c2 to r1c4; a summary, after all others | 3 |

use std::collections::HashMap;
use std::sync::Arc;

use gridwright_constraints::Automaton;
use gridwright_grid::Cell;

use crate::blocks::number_cells::{
    CELL_NEEDS, describe_claims, describe_groups, one_number_premises,
};
use crate::blocks::step_words::{self, list};
use crate::blocks::sum_words::by_sum;
use crate::contract::{Argument, Claim, FactState, Failure, Premise, PremiseForm, StepText};
use crate::kinds::kakuro::{DIGITS, Instance, combinations};

const DIGITS_RULE: &str = "digits";
const NEEDS: &str = "needs";
const SUM: &str = "sum";
const COMBINATIONS: &str = "combinations";

/// The most combinations that are listed in words.
const MAX_LISTED: usize = 4;

/// The most words of the combinations that are left and of the conclusions of a step that are not folded.
const MAX_SET_WORDS: usize = 16;
const MAX_WORDS: usize = 30;

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let mut premises = without_combinations(instance);
    let mut automata: HashMap<u32, Arc<Automaton>> = HashMap::new();
    for run in instance.runs() {
        let (Some(sum), 2..) = (run.sum, run.cells.len()) else {
            continue;
        };
        let sum = sum as u32;
        let automaton = automata.entry(sum).or_insert_with(|| Arc::new(makes(sum)));
        let option =
            |number: usize, digit: usize| (Claim::is(number * DIGITS + digit - 1), digit as i32);
        let options = |&number: &usize| (1..=DIGITS).map(|digit| option(number, digit)).collect();
        let form = PremiseForm::Regular {
            of: run.cells.iter().map(options).collect(),
            automaton: Arc::clone(automaton),
        };
        let cells: Vec<Cell> = run.cells.iter().map(|&at| instance.cell(at)).collect();
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        let words = format!("{first} to {last} are different digits that add up to {sum}");
        let marked = run.clue.into_iter().chain(cells);
        premises.push(
            Premise::new(COMBINATIONS, 3, words, marked, form)
                .summary()
                .clue(),
        );
    }
    premises
}

/// The automaton of different digits that add up to a sum. A state is the set of digits so far.
fn makes(sum: u32) -> Automaton {
    let n_sets = 1_usize << DIGITS;
    let mut automaton = Automaton::new(n_sets, 0, 1..=DIGITS as i32);
    for set in 0..n_sets {
        let digits = (1..=DIGITS).filter(|digit| set >> (digit - 1) & 1 == 1);
        if digits.sum::<usize>() == sum as usize {
            automaton = automaton.accept(set);
        }
        for digit in (1..=DIGITS).filter(|digit| set >> (digit - 1) & 1 == 0) {
            automaton = automaton.arc(set, digit as i32, set | 1 << (digit - 1));
        }
    }
    automaton
}

fn without_combinations(instance: &Instance) -> Vec<Premise> {
    let is = |number: usize, digit: usize| Claim::is(number * DIGITS + digit - 1);
    let mut premises = Vec::new();
    for number in 0..instance.open.len() {
        let facts = number * DIGITS..(number + 1) * DIGITS;
        premises.extend(one_number_premises(
            "digit",
            facts,
            3,
            instance.cell(number),
        ));
    }
    for run in instance.runs() {
        let cells: Vec<Cell> = run
            .cells
            .iter()
            .map(|&number| instance.cell(number))
            .collect();
        let name = match (&cells[0], &cells[cells.len() - 1]) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first} to {last}"),
        };
        for digit in 1..=DIGITS {
            let places: Vec<Claim> = run.cells.iter().map(|&number| is(number, digit)).collect();
            if places.len() > 1 {
                let words = format!("{name} has {digit} only once");
                let form = PremiseForm::at_most(1, places);
                let once = Premise::new("once", 0, words, cells.iter().copied(), form);
                premises.push(once.violation(format!("{name} would have {digit} twice")));
            }
        }
        let Some(sum) = run.sum else { continue };
        let marked = || run.clue.into_iter().chain(cells.iter().copied());
        let length = run.cells.len();
        let sets = combinations(length, sum);
        let has = |set: u16, digit: usize| set >> (digit - 1) & 1 == 1;
        let no_digit = |digit: &usize| !sets.iter().any(|&set| has(set, *digit));
        let out: Vec<usize> = (1..=DIGITS).filter(no_digit).collect();
        if !out.is_empty() && !sets.is_empty() {
            let words = match sets.len() <= MAX_LISTED {
                true => {
                    let sets: Vec<String> = sets.iter().map(|&set| plus(set)).collect();
                    format!("{sum} in {name} is {}", list(&sets, "or"))
                }
                false => format!("no way to make {sum} in {name} has {}", numbers(&out)),
            };
            let pairs = run
                .cells
                .iter()
                .flat_map(|&number| out.iter().map(move |&digit| (number, digit)));
            let not: Vec<Claim> = pairs
                .map(|(number, digit)| is(number, digit).opposite())
                .collect();
            let form = PremiseForm::exactly(not.len(), not);
            premises.push(
                Premise::new(DIGITS_RULE, 1, words, marked(), form)
                    .implied()
                    .clue(),
            );
        }
        for digit in 1..=DIGITS {
            if length > 1 && !sets.is_empty() && sets.iter().all(|&set| has(set, digit)) {
                let words = format!("{sum} in {name} needs the {digit}");
                let places = run.cells.iter().map(|&number| is(number, digit)).collect();
                let form = PremiseForm::at_least(1, places);
                premises.push(
                    Premise::new(NEEDS, 2, words, marked(), form)
                        .violation(format!("{sum} in {name} has no cell left for {digit}"))
                        .brief(&*name)
                        .implied()
                        .clue(),
                );
            }
        }
        let digits = |&number: &usize| {
            (1..=DIGITS)
                .map(|k| (is(number, k).fact, k as i64))
                .collect()
        };
        let form = PremiseForm::Total {
            of: run.cells.iter().map(digits).collect(),
            min: i64::from(sum),
            max: i64::from(sum),
        };
        let (words, violation) = match length {
            1 => (
                format!("{name} is {sum}"),
                format!("{name} cannot be {sum}"),
            ),
            _ => (
                format!("{name} add up to {sum}"),
                format!("{name} cannot add up to {sum}"),
            ),
        };
        let sum = Premise::new(SUM, 2, words, marked(), form).clue();
        premises.push(
            sum.failure(
                Failure::TooFew,
                format!("{name} would add up to at most {{}}"),
            )
            .failure(
                Failure::TooMany,
                format!("{name} would add up to at least {{}}"),
            )
            .violation(violation)
            .brief(&*name),
        );
    }
    premises
}

/// The sums with open cells, those with the fewest ways first.
pub(super) fn case_splits(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    let mut sums: Vec<(usize, usize)> = Vec::new();
    for (index, premise) in without_combinations(instance).iter().enumerate() {
        let PremiseForm::Total { of, .. } = &premise.form else {
            continue;
        };
        let mut ways: usize = 1;
        let mut open = 0;
        for list in of {
            let left = list
                .iter()
                .filter(|(fact, _)| known[*fact] != FactState::False)
                .count();
            ways = ways.saturating_mul(left);
            open += usize::from(left > 1);
        }
        if open > 1 {
            sums.push((ways, index));
        }
    }
    sums.sort_unstable();
    let sums: Vec<usize> = sums.into_iter().map(|(_, index)| index).collect();
    let single = sums.iter().take(12).map(|&sum| vec![sum]);
    let several = (2..=sums.len().min(3)).map(|n| sums[..n].to_vec());
    single.chain(several).collect()
}

/// "1 + 2 + 5".
fn plus(set: u16) -> String {
    let digits = (1..=DIGITS).filter(|digit| set >> (digit - 1) & 1 == 1);
    let digits: Vec<String> = digits.map(|digit| digit.to_string()).collect();
    digits.join(" + ")
}

/// "1, 2 or 5".
fn numbers(digits: &[usize]) -> String {
    let words: Vec<String> = digits.iter().map(usize::to_string).collect();
    list(&words, "or")
}

/// The combinations of digits that a run can still have, in words: "r1c2 to r1c4 add up to 7, which is 1 + 2 + 4".
fn combinations_left(
    instance: &Instance,
    premise: &Premise,
    argument: &Argument<'_>,
) -> Option<String> {
    let PremiseForm::Regular { of, .. } = &premise.form else {
        return None;
    };
    // The digits of each cell that are possible.
    let possible = |list: &Vec<(Claim, i32)>| {
        let may = list
            .iter()
            .filter(|(claim, _)| argument.known[claim.fact] != FactState::False);
        may.fold(0_u16, |set, (_, digit)| set | 1 << (digit - 1))
    };
    let possible: Vec<u16> = of.iter().map(possible).collect();
    let numbers = of.iter().map(|list| list[0].0.fact / DIGITS);
    let numbers: Vec<usize> = numbers.collect();
    let run = instance
        .runs()
        .into_iter()
        .find(|run| run.cells == numbers)?;
    let (sum, length) = (run.sum?, numbers.len());
    let (first, last) = (
        instance.cell(numbers[0]),
        instance.cell(numbers[length - 1]),
    );
    let mut sets = combinations(length, sum);
    sets.retain(|&set| can_place(set, &possible));
    let sets: Vec<String> = sets.iter().map(|&set| plus(set)).collect();
    let title = format!("{first} to {last} add up to {sum}");
    let words: usize = sets.iter().map(|set| set.split(' ').count()).sum();
    Some(match words <= MAX_SET_WORDS {
        true => format!("{title}, which can only be {} here", list(&sets, "or")),
        false => format!(
            "{title}, and of the {} ways that are left none fits otherwise",
            sets.len()
        ),
    })
}

/// Whether the digits of a set can be placed, one in each cell; by the sets of digits that the first cells can have.
fn can_place(set: u16, possible: &[u16]) -> bool {
    let mut placed: Vec<u16> = vec![0];
    for &may in possible {
        let mut next = Vec::new();
        for &before in &placed {
            let free = (0..DIGITS)
                .map(|bit| 1 << bit)
                .filter(|bit| set & may & !before & bit != 0);
            next.extend(free.map(|bit: u16| before | bit));
        }
        next.sort_unstable();
        next.dedup();
        placed = next;
    }
    !placed.is_empty()
}

fn conclusions(instance: &Instance, claims: &[Claim]) -> Vec<String> {
    describe_claims(claims, DIGITS, |number| instance.cell(number), numbers)
}

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let then = describe_groups(argument, DIGITS, |number| instance.cell(number));
    let then = step_words::list_within(&then, MAX_WORDS, argument.is_full);
    if !argument.cases.is_empty() {
        let case = |groups: &Vec<Vec<Claim>>| conclusions(instance, &groups.concat()).join(" and ");
        let cases: Vec<String> = argument.cases.iter().map(case).collect();
        let task = step_words::fill_cells(argument.cases, DIGITS, |number| instance.cell(number));
        let sentence = step_words::by_cases(&task, &cases, &then, argument.is_full);
        return Some(StepText::new("ways to make a sum", sentence));
    }
    if let Some(rule) = argument.refuting_rule() {
        let sentence = format!(
            "{}, which would not work otherwise: {then}.",
            rule.sentence()
        );
        return Some(StepText::new("sum would fail", sentence));
    }
    let [premise] = argument.premises else {
        return Some(StepText::new("what if", argument.chain?.concluding(&then)));
    };
    let title = premise.sentence();
    let placed = argument.concludes.iter().find(|claim| claim.holds);
    match premise.rule {
        DIGITS_RULE => Some(StepText::new(
            "digits of a sum",
            format!("{title}: {then}."),
        )),
        NEEDS => {
            let cell = instance.cell(placed?.fact / DIGITS);
            let sentence = format!("{title}, and only {cell} is left for it.");
            Some(StepText::new("only cell", sentence))
        }
        CELL_NEEDS => {
            let digit = placed?.fact % DIGITS + 1;
            let sentence = format!("{title}, and only {digit} is left.");
            Some(StepText::new("only digit", sentence))
        }
        COMBINATIONS => {
            let sentence = format!(
                "{}: {then}.",
                combinations_left(instance, premise, argument)?
            );
            Some(StepText::new("sum combinations", sentence))
        }
        SUM => {
            let (technique, why) = by_sum(argument, premise, |fact| instance.cell(fact / DIGITS))?;
            Some(StepText::new(
                technique,
                format!("{title}, and {why}: {then}."),
            ))
        }
        _ => None,
    }
}
