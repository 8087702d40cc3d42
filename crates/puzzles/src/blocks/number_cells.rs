//! Boards with a number in each cell: the facts, answers, clues, premises and drawing that Sudoku, magic squares and number paths share.
//!
//! Cells are numbered from 0, in the order of the kind. The facts are those of the first cell, number by number, then those of the second, and so on.

use std::fmt;
use std::ops::Range;

use gridwright_fd::{Assignment, Atom, Domain, Var};
use gridwright_grid::Cell;
use gridwright_grid::board::{Board, Content, Ink};
use gridwright_term::{Diagnostic, Term};

use crate::blocks::chr_terms;
use crate::blocks::step_words::list;
use crate::contract::{
    Argument, Claim, Clue, ClueEntry, CluePosition, ClueSlot, Draft, DraftChoice, DrawOptions,
    EnteredClue, FactState, Facts, Formulation, Narrowing, Premise, PremiseForm, Puzzle,
    PuzzleFact, tokens,
};

/// A cell has a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// The cell.
    pub cell: Cell,
    /// Its number.
    pub number: i32,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}", self.cell, self.number)
    }
}

impl PuzzleFact for Fact {
    fn cells(&self) -> Vec<Cell> {
        vec![self.cell]
    }

    fn label(&self) -> String {
        self.number.to_string()
    }
}

/// A full board: the number of each cell.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Answer(pub Vec<i32>);

impl Answer {
    /// Makes an answer of the keys of a statement with one key per cell.
    pub(crate) fn from_keys<I>(_: &I, keys: &[i32]) -> Answer {
        Answer(keys.to_vec())
    }

    /// Makes an answer of cells that were parsed from `text`; an error if one of them is blank.
    pub(crate) fn read(text: &str, cells: Vec<Option<i32>>) -> Result<Answer, Diagnostic> {
        let numbers: Option<Vec<i32>> = cells.into_iter().collect();
        let full = numbers.map(Answer);
        full.ok_or_else(|| tokens::error("an answer has no blanks", text))
    }

    /// Converts the term that a CHR program bound `Answer` to: a list of `n` numbers, or a list of rows of them.
    pub(crate) fn bound(term: &Term, n: usize) -> Option<Answer> {
        chr_terms::numbers(term, n).map(Answer)
    }

    /// The numbers as the cells of a board.
    pub(crate) fn cells(&self) -> Vec<Option<i32>> {
        self.0.iter().copied().map(Some).collect()
    }
}

/// All facts about these cells and the numbers from 1 to `n`, cell by cell.
pub(crate) fn facts(cells: impl Iterator<Item = Cell>, n: usize) -> Vec<Fact> {
    let of = |cell| (1..=n as i32).map(move |number| Fact { cell, number });
    cells.flat_map(of).collect()
}

/// The formulation with one variable per cell, its number from 1 to `n`.
pub(crate) fn formulation<P: Puzzle<Answer = Answer>>(cells: Vec<Var>, n: usize) -> Formulation<P> {
    Formulation {
        decisions: cells.clone(),
        facts: by_cells(&cells, n),
        read: reader(cells),
        passive: None,
    }
}

/// The atom of each fact, over one variable per cell that is its number.
pub(crate) fn by_cells(cells: &[Var], n: usize) -> Facts {
    let cells = cells.to_vec();
    Facts::lazy(move || {
        let of = move |cell: Var| (1..=n as i32).map(move |number| Some(Atom::eq(cell, number)));
        cells.clone().into_iter().flat_map(of)
    })
}

/// What an answer says about each of these facts, the cells in the order of the answer.
pub(crate) fn known(answer: &Answer, n: usize) -> Vec<FactState> {
    let mut known = vec![FactState::False; answer.0.len() * n];
    for (cell, &number) in answer.0.iter().enumerate() {
        if (1..=n as i32).contains(&number) {
            known[cell * n + number as usize - 1] = FactState::True;
        }
    }
    known
}

/// Reads the answer from an assignment of such variables.
pub(crate) fn reader(cells: Vec<Var>) -> Box<dyn Fn(&Assignment) -> Answer + Send + Sync> {
    Box::new(move |found| Answer(found.values(&cells)))
}

/// The domains of the cells with a clue, narrowed to it.
pub(crate) fn narrowed(cells: &[Var], clues: &[Option<i32>]) -> Narrowing {
    let given = cells.iter().zip(clues);
    given
        .filter_map(|(&cell, clue)| clue.map(|clue| (cell, Domain::from(clue..=clue))))
        .collect()
}

/// Draws the number of a cell: its clue, the number it is known to have, or its candidates. `first_fact` is the fact that the cell has 1.
pub(crate) fn draw(
    board: &mut Board,
    cell: Cell,
    clue: Option<i32>,
    options: &DrawOptions<'_>,
    first_fact: usize,
    n: usize,
) {
    let tile = board.tile_mut(cell);
    if let Some(clue) = clue {
        tile.content = Content::Text(clue.to_string());
        tile.ink = Ink::Given;
        return;
    }
    tile.ink = Ink::Found;
    // Large boards have far more facts than cells, and are drawn mostly without any that is known.
    let known = options.known.get(first_fact..first_fact + n);
    let known = known.unwrap_or_default();
    if let Some(at) = known.iter().position(|state| *state == FactState::True) {
        tile.content = Content::Text((at + 1).to_string());
    } else if options.candidates {
        let is_possible = |at: usize| known.get(at) != Some(&FactState::False);
        let possible = (0..n)
            .map(|at| is_possible(at).then(|| (at + 1).to_string()))
            .collect();
        tile.content = Content::Candidates(possible);
    }
}

/// The state of every fact, given the numbers in some cells.
pub(crate) fn marked(cells: &[Option<i32>], n: usize) -> Vec<FactState> {
    let mut known = vec![FactState::Open; cells.len() * n];
    for (at, number) in cells.iter().enumerate() {
        if let Some(number) = number {
            known[at * n + *number as usize - 1] = FactState::True;
        }
    }
    known
}

/// The text of a cell: its number, or `blank`.
pub(crate) fn word(cell: &Option<i32>, blank: &str) -> String {
    cell.map_or_else(|| blank.to_owned(), |number| number.to_string())
}

/// Writes the numbers of cells in `cols` columns; `.` is a blank.
pub(crate) fn print(cols: usize, cells: &[Option<i32>]) -> String {
    tokens::lines(cols, cells.iter().map(|cell| word(cell, ".")))
}

/// The places for clues: a number from 1 to `n` in every cell.
pub(crate) fn clue_slots(
    cells: impl Iterator<Item = Cell>,
    clues: &[Option<i32>],
    n: usize,
) -> Vec<ClueSlot> {
    let entry = ClueEntry::numbers(1, n as i32);
    let slot = |(cell, clue): (Cell, &Option<i32>)| {
        ClueSlot::new(CluePosition::Cell(cell), word(clue, ""), entry)
    };
    cells.zip(clues).map(slot).collect()
}

/// Reads the clue of a cell: a number from 1 to `n`, or nothing.
pub(crate) fn read_clue(clue: &str, n: usize) -> Result<Option<i32>, String> {
    Ok(match ClueEntry::numbers(1, n as i32).read(clue)? {
        EnteredClue::Number(number) => Some(number),
        _ => None,
    })
}

/// The draft of a full board, with one clue per cell: its number from 1 to `n`.
pub(crate) fn draft<P: Puzzle<Answer = Answer>>(
    size: (usize, usize),
    n: usize,
    blank: P::Instance,
    answer: Answer,
    cell: impl Fn(&P::Instance, usize) -> Cell,
) -> Draft<P> {
    Draft {
        clues: draft_clues(&answer, n, |at| cell(&blank, at)),
        ..Draft::new(size, blank, answer)
    }
}

/// A clue for every cell of a full board: its number from 1 to `n`.
pub(crate) fn draft_clues(answer: &Answer, n: usize, cell: impl Fn(usize) -> Cell) -> Vec<Clue> {
    let claim = |(at, &number): (usize, &i32)| {
        Clue::in_cell(cell(at)).claiming(vec![Claim::is(at * n + number as usize - 1)])
    };
    answer.0.iter().enumerate().map(claim).collect()
}

/// The numbers of the clues that a choice shows, `None` for the others.
pub(crate) fn shown_numbers(numbers: &[i32], choice: &DraftChoice) -> Vec<Option<i32>> {
    let pairs = numbers.iter().zip(&choice.shown);
    pairs.map(|(&n, &shown)| shown.then_some(n)).collect()
}

/// Names of rules whose premises all these boards have.
pub(crate) const CLUE: &str = "clue";
pub(crate) const NUMBER_NEEDS: &str = "number_needs";
pub(crate) const CELL_NEEDS: &str = "cell_needs";

/// One premise for every clue.
pub(crate) fn clue_premises(
    clues: &[Option<i32>],
    n: usize,
    cell: impl Fn(usize) -> Cell,
) -> Vec<Premise> {
    let premise = |(at, clue): (usize, &Option<i32>)| {
        let (cell, number) = (cell(at), (*clue)?);
        let form = PremiseForm::just(Claim::is(at * n + number as usize - 1));
        let words = format!("{cell} is given as {number}");
        Some(Premise::new(CLUE, 0, words, [cell], form).clue())
    };
    clues.iter().enumerate().filter_map(premise).collect()
}

/// The premises that a cell has at most one number, of which these are the facts, and at least one. `noun` is what its numbers are called.
pub(crate) fn one_number_premises(
    noun: &str,
    facts: Range<usize>,
    needs_weight: u32,
    cell: Cell,
) -> [Premise; 2] {
    let numbers: Vec<Claim> = facts.map(Claim::is).collect();
    let words = format!("{cell} has one {noun} only");
    let one = PremiseForm::at_most(1, numbers.clone());
    let one = Premise::new("one_number", 0, words, [cell], one);
    let words = format!("{cell} needs a {noun}");
    let some = PremiseForm::at_least(1, numbers);
    let some = Premise::new(CELL_NEEDS, needs_weight, words, [cell], some);
    [
        one.violation(format!("{cell} would have two {noun}s")),
        some.violation(format!("{cell} has no {noun} left"))
            .brief(format!("only {noun}")),
    ]
}

/// The premises of a board with as many cells as numbers, each number once: every cell has at most one number and at least one, and every number has at most one cell
/// and at least one.
pub(crate) fn permutation_premises(n: usize, cell: impl Fn(usize) -> Cell) -> Vec<Premise> {
    let mut premises = Vec::with_capacity(4 * n);
    for at in 0..n {
        let facts = at * n..(at + 1) * n;
        premises.extend(one_number_premises("number", facts, 4, cell(at)));
    }
    for number in 1..=n {
        let cells: Vec<Claim> = (0..n).map(|at| Claim::is(at * n + number - 1)).collect();
        let words = format!("{number} stands in one cell only");
        let one = PremiseForm::at_most(1, cells.clone());
        let one = Premise::new("one_cell", 0, words, [], one);
        premises.push(one.violation(format!("{number} would stand in two cells")));
        let words = format!("{number} needs a cell");
        let some = PremiseForm::at_least(1, cells);
        let some = Premise::new(NUMBER_NEEDS, 3, words, [], some);
        let violation = format!("{number} has no cell left");
        premises.push(some.violation(violation).brief("only cell"));
    }
    premises
}

/// Claims in words, with the cells together that have the same number or the same numbers excluded: "r1c2 and r2c2 are 3", "r1c3 and r1c4 are not 4 or 5". Cells that no longer have any number above or below one
/// are "at most 3" or "at least 5".
pub(crate) fn describe_groups(
    argument: &Argument<'_>,
    n: usize,
    cell: impl Fn(usize) -> Cell,
) -> Vec<String> {
    let mut claims = argument.concludes.to_vec();
    claims.sort_unstable_by_key(|claim| claim.fact);
    let mut placed: Vec<(String, Vec<String>)> = Vec::new();
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    let add = |groups: &mut Vec<(String, Vec<String>)>, what: String, name: String| match groups
        .iter_mut()
        .find(|(other, _)| *other == what)
    {
        Some((_, cells)) => cells.push(name),
        None => groups.push((what, vec![name])),
    };
    for claims in claims.chunk_by(|a, b| a.fact / n == b.fact / n) {
        let at = claims[0].fact / n;
        let name = cell(at).to_string();
        if let Some(one) = claims.iter().find(|claim| claim.holds) {
            add(&mut placed, (one.fact % n + 1).to_string(), name);
            continue;
        }
        let not: Vec<usize> = claims.iter().map(|claim| claim.fact % n + 1).collect();
        let is_out = |number: usize| {
            not.contains(&number) || argument.known[at * n + number - 1] == FactState::False
        };
        let (first, last) = (not[0], not[not.len() - 1]);
        let what = if not.len() > 2 && (first..=n).all(is_out) {
            format!("at most {}", first - 1)
        } else if not.len() > 2 && (1..=last).all(is_out) {
            format!("at least {}", last + 1)
        } else {
            let numbers: Vec<String> = not.iter().map(usize::to_string).collect();
            format!("not {}", list(&numbers, "or"))
        };
        add(&mut groups, what, name);
    }
    let group = |(what, cells): (String, Vec<String>)| {
        let verb = if cells.len() == 1 { "is" } else { "are" };
        format!("{} {verb} {what}", list(&cells, "and"))
    };
    placed.into_iter().chain(groups).map(group).collect()
}

/// Claims in words, cell by cell: "r1c2 is not 3 or 7", "r4c5 is 2". `numbers` formats the numbers that a cell does not have.
pub(crate) fn describe_claims(
    claims: &[Claim],
    n: usize,
    cell: impl Fn(usize) -> Cell,
    numbers: impl Fn(&[usize]) -> String,
) -> Vec<String> {
    let mut claims = claims.to_vec();
    claims.sort_unstable_by_key(|claim| claim.fact);
    let of_cells = claims.chunk_by(|a, b| a.fact / n == b.fact / n);
    let describe = |claims: &[Claim]| {
        let cell = cell(claims[0].fact / n);
        if let Some(placed) = claims.iter().find(|claim| claim.holds) {
            return format!("{cell} is {}", placed.fact % n + 1);
        }
        let not: Vec<usize> = claims.iter().map(|claim| claim.fact % n + 1).collect();
        format!("{cell} is not {}", numbers(&not))
    };
    of_cells.map(describe).collect()
}
