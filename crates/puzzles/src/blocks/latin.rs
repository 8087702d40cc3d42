//! Latin squares: every row and every column has each number from 1 to n once. What Futoshiki and Skyscrapers share.

use gridwright_constraints::all_different;
use gridwright_fd::{Model, ModelError, Var};
use gridwright_grid::Cell;
use gridwright_term::Diagnostic;

use crate::blocks::number_cells::{
    CELL_NEEDS, clue_premises, describe_groups, one_number_premises,
};
use crate::blocks::step_words::{line_name, list, list_within};
use crate::blocks::{cell_names, headed_text};
use crate::contract::{Argument, Claim, FactState, Premise, PremiseForm, StepText, tokens};

/// The largest side of a board that is read: a cell has one fact per number.
pub(crate) const MAX_SIDE: usize = 60;

/// The most words of the conclusions of a step that are not folded.
const MAX_WORDS: usize = 32;

const NEEDS: &str = "needs";
const ONCE: &str = "once";

/// The side of a board of this size, or why the size is not supported.
pub(crate) fn side(rows: usize, cols: usize) -> Result<usize, String> {
    match rows == cols && (1..=MAX_SIDE).contains(&rows) {
        true => Ok(rows),
        false => Err(format!(
            "a board has as many rows as columns, from 1 to {MAX_SIDE}, not {rows} and {cols}"
        )),
    }
}

/// The cell with this index.
pub(crate) fn cell(n: usize, at: usize) -> Cell {
    Cell::new(at / n, at % n)
}

/// The rows, then the columns.
pub(crate) fn lines(n: usize) -> Vec<Vec<usize>> {
    let rows = (0..n).map(|i| (0..n).map(|k| i * n + k).collect());
    let cols = (0..n).map(|i| (0..n).map(|k| k * n + i).collect());
    rows.chain(cols).collect()
}

/// One variable per cell, its number, and the rules of Latin squares.
pub(crate) fn post(
    n: usize,
    clues: &[Option<i32>],
    model: &mut Model,
) -> Result<Vec<Var>, ModelError> {
    let mut cells = Vec::with_capacity(n * n);
    for (at, clue) in clues.iter().enumerate() {
        let (min, max) = clue.map_or((1, n as i32), |clue| (clue, clue));
        cells.push(model.var(cell_names::of_cell(cell(n, at)), min..=max)?);
    }
    for line in lines(n) {
        let line: Vec<Var> = line.into_iter().map(|at| cells[at]).collect();
        model.post(all_different(&line))?;
    }
    Ok(cells)
}

/// Reads an answer or marks: a number or `.` for every cell.
pub(crate) fn read_cells(n: usize, text: &str) -> Result<Vec<Option<i32>>, Diagnostic> {
    let cells = headed_text::cells(text, n * n)?.into_iter();
    let number = |token: tokens::Token<'_>| match token.text {
        "." => Ok(None),
        _ => tokens::number(token, 1, n as i32).map(Some),
    };
    cells.map(number).collect()
}

/// The premises of a Latin square with given numbers.
pub(crate) fn premises(n: usize, clues: &[Option<i32>]) -> Vec<Premise> {
    let mut premises = clue_premises(clues, n, |at| cell(n, at));
    for at in 0..n * n {
        let facts = at * n..(at + 1) * n;
        premises.extend(one_number_premises("number", facts, 3, cell(n, at)));
    }
    for (i, line) in lines(n).into_iter().enumerate() {
        let name = line_name(n, i);
        let cells: Vec<Cell> = line.iter().map(|&at| cell(n, at)).collect();
        for number in 1..=n {
            let places: Vec<Claim> = line
                .iter()
                .map(|&at| Claim::is(at * n + number - 1))
                .collect();
            let words = format!("{name} has {number} only once");
            let once = PremiseForm::at_most(1, places.clone());
            let once = Premise::new(ONCE, 0, words, cells.iter().copied(), once);
            premises.push(once.violation(format!("{name} would have {number} twice")));
            let words = format!("{name} needs the {number}");
            let needs = PremiseForm::at_least(1, places);
            let needs = Premise::new(NEEDS, 2, words, cells.iter().copied(), needs);
            let violation = format!("{name} has no cell left for {number}");
            premises.push(needs.violation(violation).brief(&*name));
        }
    }
    premises
}

/// The conclusions of a step in words: "r1c1 is 3, r1c2 is not 4 or 5".
pub(crate) fn conclusions(n: usize, argument: &Argument<'_>) -> String {
    let cells = describe_groups(argument, n, |at| cell(n, at));
    list_within(&cells, MAX_WORDS, argument.is_full)
}

/// "1, 2 and 5".
fn numbers(numbers: &[usize], and: &str) -> String {
    let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
    list(&words, and)
}

/// The largest set of cells or numbers of a line that is suggested together.
const MAX_SET: usize = 3;

/// Sets of premises that leave something together: naked and hidden pairs and triples, and numbers with the same few places in several rows or columns, smaller ones first.
pub(crate) fn suggest(n: usize, clues: &[Option<i32>], known: &[FactState]) -> Vec<Vec<usize>> {
    // Where the premises of cells and of lines are.
    let of_cell = |at: usize| clues.iter().flatten().count() + 2 * at;
    let of_line = |line: usize, number: usize| of_cell(n * n) + 2 * (line * n + number);
    let lines = lines(n);
    let is_open = |at: usize, number: usize| known[at * n + number] == FactState::Open;
    let mut found = Vec::new();
    for size in 2..=MAX_SET {
        for (i, line) in lines.iter().enumerate() {
            // Per cell, the set of numbers that are left.
            let left = |at: usize| {
                (0..n)
                    .filter(|&k| is_open(at, k))
                    .fold(0_u64, |set, k| set | 1 << k)
            };
            let cells: Vec<(usize, u64)> = line.iter().map(|&at| (at, left(at))).collect();
            for (set, union) in sets(&cells, size) {
                let others = line.iter().filter(|at| !set.contains(at));
                let is_useful = others.into_iter().any(|&at| left(at) & union != 0);
                if is_useful {
                    let needs = set.iter().map(|&at| of_cell(at) + 1);
                    let once = bits(union).map(|number| of_line(i, number));
                    found.push(needs.chain(once).collect());
                }
            }
            // Per number, the set of places that are left.
            let places = |k: usize| {
                let places = (0..n).filter(|&place| is_open(line[place], k));
                places.fold(0_u64, |set, place| set | 1 << place)
            };
            let all: Vec<(usize, u64)> = (0..n).map(|k| (k, places(k))).collect();
            for (set, union) in sets(&all, size) {
                let mut others = (0..n).filter(|k| !set.contains(k));
                if others.any(|k| places(k) & union != 0) {
                    let needs = set.iter().map(|&number| of_line(i, number) + 1);
                    let one = bits(union).map(|place| of_cell(line[place]));
                    found.push(needs.chain(one).collect());
                }
            }
        }
        for number in 0..n {
            for (base, cover) in [(0, n), (n, 0)] {
                let places = |i: usize| {
                    let places = (0..n).filter(|&k| is_open(lines[base + i][k], number));
                    places.fold(0_u64, |set, place| set | 1 << place)
                };
                let all: Vec<(usize, u64)> = (0..n).map(|i| (i, places(i))).collect();
                for (set, union) in sets(&all, size) {
                    let mut others = (0..n).filter(|i| !set.contains(i));
                    if others.any(|i| places(i) & union != 0) {
                        let needs = set.iter().map(|&i| of_line(base + i, number) + 1);
                        let once = bits(union).map(|k| of_line(cover + k, number));
                        found.push(needs.chain(once).collect());
                    }
                }
            }
        }
    }
    found
}

/// The positions of the bits of a set.
fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..u64::BITS as usize).filter(move |bit| set >> bit & 1 == 1)
}

/// The sets of `size` entries whose sets, each of two or more, have `size` elements together.
fn sets(entries: &[(usize, u64)], size: usize) -> Vec<(Vec<usize>, u64)> {
    let is_small = |(_, set): &&(usize, u64)| (2..=size).contains(&(set.count_ones() as usize));
    let small: Vec<&(usize, u64)> = entries.iter().filter(is_small).collect();
    let mut chosen: Vec<(usize, Vec<usize>, u64)> = vec![(0, Vec::new(), 0)];
    for _ in 0..size {
        let mut longer = Vec::new();
        for (from, names, union) in &chosen {
            for (at, (name, set)) in small.iter().enumerate().skip(*from) {
                let union = union | set;
                if union.count_ones() as usize <= size {
                    let names = names.iter().chain([name]).copied().collect();
                    longer.push((at + 1, names, union));
                }
            }
        }
        chosen = longer;
    }
    let chosen = chosen.into_iter().map(|(_, names, union)| (names, union));
    chosen.collect()
}

/// The steps that all Latin squares have: hidden and naked singles, pairs and triples, fish, and chains.
pub(crate) fn describe_step(n: usize, argument: &Argument<'_>) -> Option<StepText> {
    if let Some(rule) = argument.refuting_rule() {
        let then = conclusions(n, argument);
        let (technique, why) = match rule.rule {
            NEEDS => ("last places", "have no cell left for it"),
            CELL_NEEDS => ("last numbers", "have no number left"),
            _ => ("view", "be impossible"),
        };
        let title = rule.sentence();
        let sentence = format!("{title}, and would {why} otherwise: {then}.");
        return Some(StepText::new(technique, sentence));
    }
    let [premise] = argument.premises else {
        if let Some(chain) = argument.chain {
            let then = conclusions(n, argument);
            return Some(StepText::new("what if", chain.concluding(&then)));
        }
        return describe_set(n, argument);
    };
    let placed = argument.concludes.iter().find(|claim| claim.holds)?;
    let title = premise.sentence();
    let cell = cell(n, placed.fact / n);
    match premise.rule {
        NEEDS => Some(StepText::new(
            "hidden single",
            format!("{title}, and only {cell} is left for it."),
        )),
        CELL_NEEDS => Some(StepText::new(
            "naked single",
            format!("{title}, and only {} is left.", placed.fact % n + 1),
        )),
        _ => None,
    }
}

/// Whether a step uses that a cell can have no number but this one.
pub(crate) fn is_only_number(n: usize, argument: &Argument<'_>, claim: &Claim) -> bool {
    let at = claim.fact / n;
    let mut others = (at * n..(at + 1) * n).filter(|&fact| fact != claim.fact);
    others.all(|fact| argument.used.contains(&Claim::is_not(fact)))
}

/// A set of cells or numbers of a line, or of lines for a number.
fn describe_set(n: usize, argument: &Argument<'_>) -> Option<StepText> {
    let with = |rule: &str| -> Vec<&&Premise> {
        let premises = argument.premises.iter();
        premises.filter(|premise| premise.rule == rule).collect()
    };
    let then = conclusions(n, argument);
    let (cells, lines) = (with(CELL_NEEDS), with(NEEDS));
    // The facts of a count that are still possible.
    let open = |premise: &Premise| -> Vec<usize> {
        let facts = premise.form.facts().into_iter();
        facts
            .filter(|&fact| argument.known[fact] != FactState::False)
            .collect()
    };
    let distinct = |premises: &[&&Premise], of: &dyn Fn(usize) -> usize| -> Vec<usize> {
        let mut all: Vec<usize> = premises.iter().flat_map(|one| open(one)).map(of).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let size = |k: usize, names: [&'static str; 2]| names.get(k.wrapping_sub(2)).copied();
    match (cells.len(), lines.len(), with(ONCE).len()) {
        (k, 0, _) => {
            let technique = size(k, ["naked pair", "naked triple"])?;
            let names: Vec<String> = cells.iter().map(|one| one.cells[0].to_string()).collect();
            let values = distinct(&cells, &|fact| fact % n + 1);
            let (names, values) = (list(&names, "and"), numbers(&values, "and"));
            let sentence = format!(
                "{names} share {values}, so no other cell of their line has these: {then}."
            );
            Some(StepText::new(technique, sentence))
        }
        (0, k, 0) => {
            let technique = size(k, ["hidden pair", "hidden triple"])?;
            let values = distinct(&lines, &|fact| fact % n + 1);
            let places = distinct(&lines, &|fact| fact / n);
            let places: Vec<String> = places.iter().map(|&at| cell(n, at).to_string()).collect();
            let (places, values) = (list(&places, "and"), numbers(&values, "and"));
            let line = lines[0].words.split(" needs").next().unwrap_or_default();
            let sentence = format!(
                "In {line}, {values} fit only into {places}, which have no other numbers: {then}."
            );
            Some(StepText::new(technique, sentence))
        }
        (0, k, _) => {
            let technique = size(k, ["X-wing", "swordfish"])?;
            let names: Vec<&str> = lines
                .iter()
                .filter_map(|one| one.words.split(" needs").next())
                .collect();
            let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            let value = distinct(&lines, &|fact| fact % n + 1);
            let (names, value) = (list(&names, "and"), numbers(&value, "and"));
            let (across, place): (&str, fn(Cell) -> usize) = match names.starts_with("row") {
                true => ("columns", |cell| cell.col + 1),
                false => ("rows", |cell| cell.row + 1),
            };
            let across_at = distinct(&lines, &|fact| place(cell(n, fact / n)));
            let sentence = format!(
                "In {names}, {value} fits only into {across} {}, so no other cell of these {across} has it: {then}.",
                numbers(&across_at, "and")
            );
            Some(StepText::new(technique, sentence))
        }
        _ => None,
    }
}
