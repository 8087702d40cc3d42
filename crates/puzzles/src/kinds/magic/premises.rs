//! The premises of magic squares, and the sentences of their steps.
//!
//! | rule | words | weight |
//! |---|---|---|
//! | `clue` | r1c1 is given as 5, a clue | 0 |
//! | `one_number`, `one_cell` | a cell has one number, a number one cell | 0 |
//! | `sum` | row 1 adds up to 34 | 2 |
//! | `number_needs` | 7 needs a cell | 3 |
//! | `cell_needs` | r1c1 needs a number | 4 |
//! | `bounds` | row 1 adds up to 34, so some numbers are too small or too large for it, bookkeeping | 0 |

use gridwright_grid::Cell;

use crate::blocks::number_cells::{
    CELL_NEEDS, NUMBER_NEEDS, clue_premises, describe_claims, permutation_premises,
};
use crate::blocks::step_words;
use crate::blocks::sum_words::by_sum;
use crate::contract::{Argument, Claim, FactState, Failure, Premise, PremiseForm, StepText};
use crate::kinds::magic::Instance;

const SUM: &str = "sum";
const BOUNDS: &str = "bounds";

/// The most words of the conclusions of a step that are not folded.
const MAX_WORDS: usize = 24;

pub(super) fn premises(instance: &Instance) -> Vec<Premise> {
    let n = instance.n;
    let size = n * n;
    let cell = |at: usize| instance.cell(at);
    let mut premises = clue_premises(&instance.clues, size, cell);
    premises.extend(permutation_premises(size, cell));
    for (i, line) in instance.lines().into_iter().enumerate() {
        let name = line_name(n, i);
        let words = format!("{name} adds up to {}", instance.sum());
        let numbers = |&at: &usize| (1..=size).map(|k| (at * size + k - 1, k as i64)).collect();
        let form = PremiseForm::Total {
            of: line.iter().map(numbers).collect(),
            min: instance.sum(),
            max: instance.sum(),
        };
        let cells: Vec<Cell> = line.iter().map(|&at| cell(at)).collect();
        let violation = format!("{name} cannot add up to {}", instance.sum());
        premises.push(
            Premise::new(SUM, 2, words, cells, form)
                .failure(
                    Failure::TooFew,
                    format!("{name} would add up to at most {{}}"),
                )
                .failure(
                    Failure::TooMany,
                    format!("{name} would add up to at least {{}}"),
                )
                .violation(violation)
                .brief(name),
        );
    }
    let sums = premises.iter().filter(|premise| premise.rule == SUM);
    let bounds = sums.map(|sum| {
        let (words, cells) = (sum.words.clone(), sum.cells.iter().copied());
        let bounds = Premise::new(BOUNDS, 0, words, cells, sum.form.clone()).bookkeeping();
        Premise {
            violation: sum.violation.clone(),
            failures: sum.failures.clone(),
            ..bounds
        }
    });
    let bounds: Vec<Premise> = bounds.collect();
    premises.extend(bounds);
    premises
}

/// The name of the line with this number, in the order of [`Instance::lines`].
fn line_name(n: usize, line: usize) -> String {
    match line / 2 {
        at if at < n && line.is_multiple_of(2) => format!("row {}", at + 1),
        at if at < n => format!("column {}", at + 1),
        _ if line.is_multiple_of(2) => "the falling diagonal".to_owned(),
        _ => "the rising diagonal".to_owned(),
    }
}

/// Lines for case distinctions over all ways to fill them, those with the fewest ways first: each line alone, then the first two together, then the first three.
pub(super) fn case_splits(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    let size = instance.n * instance.n;
    let clues = instance.clues.iter().flatten().count();
    let mut lines: Vec<(usize, usize)> = Vec::new();
    for (i, line) in instance.lines().into_iter().enumerate() {
        let numbers = |&at: &usize| &known[at * size..(at + 1) * size];
        let open = line.iter().map(numbers);
        let open = open.filter(|numbers| !numbers.contains(&FactState::True));
        let left = open.map(|numbers| numbers.iter().filter(|&&k| k == FactState::Open).count());
        let left: Vec<usize> = left.collect();
        if left.len() > 1 {
            let ways = left
                .iter()
                .fold(1, |ways: usize, n| ways.saturating_mul(*n));
            lines.push((ways, clues + 4 * size + i));
        }
    }
    lines.sort_unstable();
    let lines: Vec<usize> = lines.into_iter().map(|(_, premise)| premise).collect();
    let single = lines.iter().map(|&line| vec![line]);
    let several = (2..=lines.len().min(3)).map(|n| lines[..n].to_vec());
    single.chain(several).collect()
}

/// A step by case distinction over all ways to fill some lines.
fn by_cases(instance: &Instance, argument: &Argument<'_>) -> StepText {
    let size = instance.n * instance.n;
    let case = |groups: &Vec<Vec<Claim>>| conclusions(instance, &groups.concat()).join(" and ");
    let cases: Vec<String> = argument.cases.iter().map(case).collect();
    let task = step_words::fill_cells(argument.cases, size, |at| instance.cell(at));
    let then = conclusions(instance, argument.concludes);
    let then = step_words::list_within(&then, MAX_WORDS, argument.is_full);
    StepText::new(
        "ways to fill a line",
        step_words::by_cases(&task, &cases, &then, argument.is_full),
    )
}

pub(super) fn describe_step(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
    let size = instance.n * instance.n;
    let step = |technique, sentence| Some(StepText::new(technique, sentence));
    if !argument.cases.is_empty() {
        return Some(by_cases(instance, argument));
    }
    let [premise] = argument.premises else {
        let chain = argument.chain?;
        let technique = match argument.violated.map(|premise| premise.rule) {
            _ if argument.assumptions != 1 => chain.cases_technique(),
            _ if argument.is_nested => "what if",
            Some(SUM | BOUNDS) => "line cannot add up",
            Some(NUMBER_NEEDS) => "number without a cell",
            Some(CELL_NEEDS) => "cell without a number",
            _ => "number twice",
        };
        let then = conclusions(instance, argument.concludes);
        let then = step_words::list_within(&then, MAX_WORDS, argument.is_full);
        return step(technique, chain.concluding(&then));
    };
    let cell = |claim: &Claim| instance.cell(claim.fact / size);
    let number = |claim: &Claim| claim.fact % size + 1;
    let placed: Vec<&Claim> = argument
        .concludes
        .iter()
        .filter(|claim| claim.holds)
        .collect();
    let title = premise.sentence();
    match (premise.rule, &placed[..]) {
        (NUMBER_NEEDS, [claim]) => step(
            "only cell",
            format!("{title}, and the sums leave only {} for it.", cell(claim)),
        ),
        (CELL_NEEDS, [claim]) => step(
            "only number",
            format!(
                "{title}, and the sums of its lines leave only {}.",
                number(claim)
            ),
        ),
        (SUM, [claim])
            if argument
                .concludes
                .iter()
                .all(|one| one.fact / size == claim.fact / size)
                && let Some(line) = closed_line(instance, argument, premise, claim.fact / size) =>
        {
            step(
                "last of a line",
                format!(
                    "{} adds up to {}, and its other cells to {}: {} is {}.",
                    step_words::capital(&line_name(instance.n, line)),
                    instance.sum(),
                    instance.sum() - number(claim) as i64,
                    cell(claim),
                    number(claim)
                ),
            )
        }
        (SUM, _) => {
            let then = conclusions(instance, argument.concludes);
            let then = step_words::list_within(&then, MAX_WORDS, argument.is_full);
            let (technique, why) = by_sum(argument, premise, |fact| instance.cell(fact / size))?;
            step(technique, format!("{title}, and {why}: {then}."))
        }
        _ => None,
    }
}

/// A line in which a cell is the only open one: that of the premise if it is one.
fn closed_line(
    instance: &Instance,
    argument: &Argument<'_>,
    premise: &Premise,
    at: usize,
) -> Option<usize> {
    let size = instance.n * instance.n;
    let is_placed =
        |other: usize| argument.known[other * size..(other + 1) * size].contains(&FactState::True);
    let is_closed = |line: &[usize]| {
        line.contains(&at) && line.iter().all(|&other| other == at || is_placed(other))
    };
    let lines = instance.lines();
    let is_own = |line: &Vec<usize>| {
        let cells = line.iter().map(|&at| instance.cell(at));
        cells.eq(premise.cells.iter().copied())
    };
    let own = lines
        .iter()
        .position(|line| is_own(line) && is_closed(line));
    own.or_else(|| lines.iter().position(|line| is_closed(line)))
}

/// The conclusions in words, cell by cell.
fn conclusions(instance: &Instance, claims: &[Claim]) -> Vec<String> {
    let size = instance.n * instance.n;
    describe_claims(claims, size, |at| instance.cell(at), ranges)
}

/// Formats numbers with ranges: "1 to 4, 7 or 9".
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let words = runs.flat_map(|run| match run {
        [_] | [_, _] => run.iter().map(usize::to_string).collect(),
        _ => vec![format!("{} to {}", run[0], run[run.len() - 1])],
    });
    step_words::list(&words.collect::<Vec<String>>(), "or")
}
