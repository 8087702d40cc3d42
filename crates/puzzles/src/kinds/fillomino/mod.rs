//! Fillomino: numbers in all cells; connected cells with the same number are as many as the number. Borders between regions may be given.
//!
//! | viewpoint | a variable stands for |
//! |---|---|
//! | `numbers` | whether a cell has a number |

mod formats;
mod generate;
mod premises;

use std::collections::{BTreeMap, BTreeSet};

use gridwright_constraints::{Graph, at_most_one, exactly_one, part_sizes};
use gridwright_fd::{Atom, Domain, Model, Name, Var};
use gridwright_grid::board::{Board, Weight};
use gridwright_grid::{Border, Cell, Grid};
use gridwright_term::Diagnostic;

use crate::blocks::{number_cells, shading};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, ClueSymbol,
    DrawOptions, EnteredClue, Example, Explain, FactState, Format, Formulated, Formulation,
    KindInfo, Puzzle, Viewpoint, Violation, plural,
    tokens::{self, Token},
};

pub use crate::blocks::number_cells::{Answer, Fact};

/// Fillomino: divide the board into regions whose cells have their size.
#[derive(Debug)]
pub struct Fillomino;

/// A board with its numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    clues: Vec<Option<i32>>,
    /// The neighbours that are given to be in different regions.
    borders: Borders,
    /// The largest number that a cell can have.
    max: usize,
}

/// Pairs of neighbours, by index, the first in reading order first.
type Borders = BTreeSet<(usize, usize)>;

/// Of the clues with the same number, at most this many are counted as pairwise far apart.
const MAX_APART: usize = 256;

/// A number of cells that the regions with clues have at least. Two clues that are as far apart as their number are in different regions, and as many clues as the number fit into one.
fn least_cells(grid: &Grid, clues: &[Option<i32>]) -> usize {
    let mut by_number: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    for (cell, clue) in grid.cells().zip(clues) {
        if let Some(clue) = clue {
            by_number.entry(*clue as usize).or_default().push(cell);
        }
    }
    let cells = by_number.into_iter().map(|(number, cells)| {
        let mut apart: Vec<Cell> = Vec::new();
        for &cell in &cells {
            let is_far = |other: &Cell| {
                cell.row.abs_diff(other.row) + cell.col.abs_diff(other.col) >= number
            };
            if apart.len() < MAX_APART && apart.iter().all(is_far) {
                apart.push(cell);
            }
        }
        number.saturating_mul(apart.len().max(cells.len().div_ceil(number)))
    });
    cells.fold(0, usize::saturating_add)
}

impl Instance {
    /// The largest number that a cell can have is the largest clue, or the size of the largest region without a clue: it lies within connected cells without a clue, and the regions
    /// of the clues need their cells too.
    fn new(grid: Grid, clues: Vec<Option<i32>>, borders: Borders) -> Instance {
        let given = clues.iter().flatten().max().copied().unwrap_or(1);
        let mut seen: Vec<bool> = clues.iter().map(Option::is_some).collect();
        let mut max = given.max(1) as usize;
        let left = clues.len().saturating_sub(least_cells(&grid, &clues));
        for start in 0..seen.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut blank = vec![start];
            let mut at = 0;
            while let Some(&cell) = blank.get(at) {
                at += 1;
                for next in grid.neighbours4(grid.cell(cell)) {
                    let next = grid.index(next);
                    let is_open = !borders.contains(&(cell.min(next), cell.max(next)));
                    if is_open && !std::mem::replace(&mut seen[next], true) {
                        blank.push(next);
                    }
                }
            }
            max = max.max(blank.len().min(left));
        }
        Instance {
            grid,
            clues,
            borders,
            max,
        }
    }

    /// The pairs of neighbours that may be in one region.
    fn open_pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs = shading::pairs(&self.grid);
        pairs.retain(|pair| !self.borders.contains(pair));
        pairs
    }

    /// The fact that a cell has a number.
    fn fact(&self, at: usize, number: usize) -> usize {
        at * self.max + number - 1
    }
}

/// The two cells of a border, by index; `None` at the edge of the board.
fn pair(grid: &Grid, border: Border) -> Option<(usize, usize)> {
    match border.cells(grid)[..] {
        [a, b] => Some((grid.index(a), grid.index(b))),
        _ => None,
    }
}

/// What may be entered between the two cells of a pair.
fn border_entry((a, b): (usize, usize)) -> ClueEntry {
    const UPRIGHT: &[ClueSymbol] = &[ClueSymbol::clue("|", "a border of two regions")];
    const ALONG: &[ClueSymbol] = &[ClueSymbol::clue("-", "a border of two regions")];
    ClueEntry::symbols(if b == a + 1 { UPRIGHT } else { ALONG })
}

/// Reads the rows of a board: `|` between two cells is a border. A line with `-` has a word for each column, `-` for a border between the rows above and below it.
fn read(text: &str) -> Result<Instance, Diagnostic> {
    let mut rows: Vec<Vec<Token<'_>>> = Vec::new();
    let mut lines: Vec<Vec<Token<'_>>> = Vec::new();
    let mut signs: Vec<(Token<'_>, Border)> = Vec::new();
    for line in tokens::rows(text) {
        if line.iter().any(|token| token.text == "-") {
            for (col, &token) in line.iter().enumerate() {
                match token.text {
                    "-" => signs.push((token, Border::above(Cell::new(rows.len(), col)))),
                    "." => {}
                    _ => return Err(tokens::expected("`-` or `.`", token)),
                }
            }
            lines.push(line);
            continue;
        }
        let mut row: Vec<Token<'_>> = Vec::new();
        for token in line {
            match token.text {
                "|" if row.is_empty() => return Err(tokens::expected("a cell", token)),
                "|" => {
                    let next = Cell::new(rows.len(), row.len());
                    signs.push((token, Border::left_of(next)));
                }
                _ => row.push(token),
            }
        }
        rows.push(row);
    }
    let grid = tokens::grid(text, &rows)?;
    if let Some(line) = lines.iter().find(|line| line.len() != grid.cols()) {
        let (cols, found) = (grid.cols(), line.len());
        let what = format!("expected `-` or `.` for each of {cols} columns, found {found}");
        return Err(Diagnostic::error(what, tokens::span_of(line)));
    }
    let n = grid.n_cells() as i32;
    let cells = rows.into_iter().flatten().map(|token| match token.text {
        "." => Ok(None),
        _ => tokens::number(token, 1, n).map(Some),
    });
    let clues: Result<Vec<Option<i32>>, Diagnostic> = cells.collect();
    let mut borders = Borders::new();
    for (token, border) in signs {
        let Some(pair) = pair(&grid, border) else {
            let message = "a border is between two cells, but this is the edge of the board";
            return Err(Diagnostic::error(message, token.span));
        };
        if !borders.insert(pair) {
            let message = "this border is given twice";
            return Err(Diagnostic::error(message, token.span));
        }
    }
    Ok(Instance::new(grid, clues?, borders))
}

/// Writes a board so that it can be read again.
fn print(instance: &Instance) -> String {
    let cols = instance.grid.cols();
    if instance.borders.is_empty() {
        return number_cells::print(cols, &instance.clues);
    }
    let words = instance.clues.iter();
    let words: Vec<String> = words.map(|clue| number_cells::word(clue, ".")).collect();
    let width = words.iter().map(String::len).max().unwrap_or(0);
    let sign = |a: usize, b: usize, sign: char, none: char| match instance.borders.contains(&(a, b))
    {
        true => sign,
        false => none,
    };
    let mut text = String::new();
    for (row, words) in words.chunks(cols).enumerate() {
        for (col, word) in words.iter().enumerate() {
            let at = row * cols + col;
            text += &format!("{word:>width$}");
            if col + 1 < cols {
                text += &format!(" {} ", sign(at, at + 1, '|', ' '));
            }
        }
        text.push('\n');
        let below = (0..cols).map(|col| row * cols + col);
        let below = below.map(|at| sign(at, at + cols, '-', '.'));
        let below: Vec<String> = below.map(|sign| format!("{sign:>width$}")).collect();
        if below.iter().any(|word| word.ends_with('-')) {
            text += &below.join("   ");
            text.push('\n');
        }
    }
    text
}

/// Reads the cells of a board as large as an instance, with numbers that are possible in it.
fn read_same_size(instance: &Instance, text: &str) -> Result<Vec<Option<i32>>, Diagnostic> {
    let Instance {
        grid, clues: cells, ..
    } = read(text)?;
    let size = |grid: &Grid| (grid.rows(), grid.cols());
    if size(&grid) != size(&instance.grid) {
        let ((rows, cols), (found_rows, found_cols)) = (size(&instance.grid), size(&grid));
        let what = format!("the board has {rows}x{cols} cells, not {found_rows}x{found_cols}");
        return Err(tokens::error(what, text));
    }
    if let Some(number) = cells.iter().flatten().find(|&&n| n as usize > instance.max) {
        let what = format!("no region can have {number} cells");
        return Err(tokens::error(what, text));
    }
    Ok(cells)
}

impl Puzzle for Fillomino {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "fillomino",
        title: "Fillomino",
        rules: "Fill every cell with a number. Cells with the same number that are connected form a region, and the number is the number of cells of the region. A border that is given between two cells divides regions.",
        examples: &[
            Example::new("an empty row", ". . .\n", 3),
            Example::new("two and three", "2 .\n. 3\n", 0),
            Example::new("a hidden region", "1 . .\n2 2 .\n", 1),
            Example::new("borders alone", ". | .\n-   .\n.   .\n", 1),
            Example::new(
                "puzz.link's example",
                ". . 4 . . .\n. 5 3 . 2 .\n. . . . 5 2\n3 3 . . . .\n. 2 . 1 4 .\n. . . 3 . .\n",
                1,
            ),
        ],
    };
    const IS_DETECTED: bool = false;
    const VIEWPOINTS: &'static [&'static Viewpoint<Fillomino>] = &[&NUMBERS];
    const FORMATS: &'static [Format<Fillomino>] = formats::ALL;
    const EXPLAIN: Explain<Fillomino> = Explain {
        premises: premises::premises,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Fillomino>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Fillomino>> = Some(answer_from_keys);
    const BOARDS: &'static str = include_str!("boards.txt");

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        read(text)
    }

    fn print(instance: &Instance) -> String {
        print(instance)
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        let clues = vec![None; grid.n_cells()];
        Ok(Instance::new(grid, clues, Borders::new()))
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        Answer::read(text, read_same_size(instance, text)?)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        let cells = read_same_size(instance, text)?;
        Ok(number_cells::marked(&cells, instance.max))
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        number_cells::print(instance.grid.cols(), &answer.cells())
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        judge(instance, &answer.0).map_err(Violation)
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        number_cells::facts(instance.grid.cells(), instance.max)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[instance.grid.index(fact.cell)] == fact.number
    }

    fn n_facts(instance: &Instance) -> usize {
        instance.clues.len().saturating_mul(instance.max)
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let grid = &instance.grid;
        let mut slots = number_cells::clue_slots(grid.cells(), &instance.clues, grid.n_cells());
        slots.extend(shading::pairs(grid).into_iter().filter_map(|pair| {
            let border = Border::between(grid.cell(pair.0), grid.cell(pair.1))?;
            let entry = border_entry(pair);
            let has_border = instance.borders.contains(&pair);
            let value = if has_border {
                entry.symbols[0].text
            } else {
                ""
            };
            Some(ClueSlot::new(CluePosition::Border(border), value, entry))
        }));
        slots
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let grid = &instance.grid;
        let (mut clues, mut borders) = (instance.clues.clone(), instance.borders.clone());
        match position {
            CluePosition::Border(border) => {
                let pair = pair(grid, border).ok_or_else(|| position.no_place())?;
                match border_entry(pair).read(clue)? {
                    EnteredClue::Nothing => borders.remove(&pair),
                    _ => borders.insert(pair),
                };
            }
            _ => {
                let cell = position.cell_of(grid)?;
                let max = grid.n_cells() as i32;
                clues[grid.index(cell)] = match clue {
                    "" | "." => None,
                    _ => {
                        let number = clue.parse().ok().filter(|n| (1..=max).contains(n));
                        let what = || format!("a clue is a number from 1 to {max}, not `{clue}`");
                        Some(number.ok_or_else(what)?)
                    }
                };
            }
        }
        Ok(Instance::new(*grid, clues, borders))
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let grid = &instance.grid;
        let n = instance.max;
        let mut board = Board::new(grid.rows(), grid.cols());
        for (at, (cell, clue)) in grid.cells().zip(&instance.clues).enumerate() {
            number_cells::draw(&mut board, cell, *clue, options, at * n, n);
        }
        // A thick line for a border, given or between known numbers that differ.
        let known = |cell: Cell| {
            let at = grid.index(cell);
            let placed =
                (1..=n).find(|&number| options.known(instance.fact(at, number)) == FactState::True);
            instance.clues[at].map(|clue| clue as usize).or(placed)
        };
        for (a, b) in grid.edges() {
            let are_known_to_differ = || Some(known(a)? != known(b)?);
            let is_given = instance.borders.contains(&(grid.index(a), grid.index(b)));
            if is_given || are_known_to_differ() == Some(true) {
                let tile = board.tile_mut(a);
                match a.row == b.row {
                    true => tile.east = Weight::Thick,
                    false => tile.south = Weight::Thick,
                }
            }
        }
        options.mark(&mut board);
        board
    }
}

/// The keys of a cell say for each number whether it has it.
fn answer_from_keys(instance: &Instance, keys: &[i32]) -> Answer {
    let cells = keys.chunks(keys.len() / instance.clues.len());
    let number = |cell: &[i32]| cell.iter().position(|&is| is == 1);
    let numbers = cells.map(|cell| number(cell).map_or(0, |at| at as i32 + 1));
    Answer(numbers.collect())
}

/// Judges an answer by coordinates alone: floods every region.
fn judge(instance: &Instance, numbers: &[i32]) -> Result<(), String> {
    let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
    let cell = |at: usize| Cell::new(at / cols, at % cols);
    if numbers.len() != rows * cols {
        return Err(format!(
            "{} numbers for {} cells",
            numbers.len(),
            rows * cols
        ));
    }
    for (at, clue) in instance.clues.iter().enumerate() {
        if clue.is_some_and(|clue| clue != numbers[at]) {
            return Err(format!("{} is {}, not its clue", cell(at), numbers[at]));
        }
    }
    if let Some((a, b)) = instance
        .borders
        .iter()
        .find(|(a, b)| numbers[*a] == numbers[*b])
    {
        let (a, b, number) = (cell(*a), cell(*b), numbers[*a]);
        return Err(format!(
            "{a} and {b} are both {number}, but a border divides them"
        ));
    }
    let mut seen = vec![false; numbers.len()];
    for start in 0..numbers.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut region = vec![start];
        let mut next = 0;
        while next < region.len() {
            let at = region[next];
            next += 1;
            let (row, col) = (at / cols, at % cols);
            let steps = [
                (row > 0).then(|| at - cols),
                (row + 1 < rows).then_some(at + cols),
                (col > 0).then(|| at - 1),
                (col + 1 < cols).then_some(at + 1),
            ];
            for step in steps.into_iter().flatten() {
                if numbers[step] == numbers[start] && !std::mem::replace(&mut seen[step], true) {
                    region.push(step);
                }
            }
        }
        if region.len() != numbers[start] as usize {
            let (at, cells) = (cell(start), plural(region.len(), "cell"));
            return Err(format!(
                "the region of {at} has {cells}, not {}",
                numbers[start]
            ));
        }
    }
    Ok(())
}

const NUMBERS: Viewpoint<Fillomino> =
    Viewpoint::new("numbers", "whether a cell has a number", formulate_numbers);

fn formulate_numbers(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Fillomino> {
    let (grid, max) = (&instance.grid, instance.max);
    let mut is: Vec<Var> = Vec::with_capacity(grid.n_cells() * max);
    for (cell, clue) in grid.cells().zip(&instance.clues) {
        for number in 1..=max {
            let name = Name::numbered(&["r", "c", "is"], [cell.row + 1, cell.col + 1, number]);
            let domain = match clue {
                Some(clue) if *clue as usize == number => Domain::from(1..=1),
                Some(_) => Domain::from(0..=0),
                None => Domain::from(0..=1),
            };
            is.push(model.var(name, domain)?);
        }
    }
    for at in 0..grid.n_cells() {
        model.post(exactly_one(is[at * max..(at + 1) * max].iter().copied()))?;
    }
    let graph = Graph::new(grid.n_cells(), instance.open_pairs())?;
    for number in 1..=max {
        let has = |at: usize| is[at * max + number - 1];
        for &(a, b) in &instance.borders {
            model.post(at_most_one([has(a), has(b)]))?;
        }
        model.post(part_sizes(&graph, (0..grid.n_cells()).map(has), number))?;
    }
    let (all, n) = (is.clone(), max);
    Ok(Formulation {
        decisions: is.clone(),
        facts: is.iter().map(|&one| Some(Atom::eq(one, 1))).collect(),
        read: Box::new(move |found| {
            let number = |cell: &[Var]| {
                let at = cell.iter().position(|&one| found.value(one) == 1);
                at.map_or(0, |at| at as i32 + 1)
            };
            Answer(all.chunks(n).map(number).collect())
        }),
        passive: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_bounded_by_clues_and_blank_regions() {
        assert_eq!(Fillomino::parse("1 . .\n2 2 .\n").expect("a board").max, 3);
        assert_eq!(Fillomino::parse("4 . 1\n2 1 .\n").expect("a board").max, 4);
    }

    /// Every answer of 2x3 cells with every subset of its numbers as clues.
    #[test]
    fn no_answer_has_a_number_above_the_largest() {
        let grid = Grid::new(2, 3).expect("a grid");
        let mut n_answers = 0;
        for code in 0..6_usize.pow(6) {
            let digit = |at: u32| (code / 6_usize.pow(at) % 6) as i32 + 1;
            let numbers: Vec<i32> = (0..6).map(digit).collect();
            let blank = Instance::new(grid, vec![None; 6], Borders::new());
            if Fillomino::check(&blank, &Answer(numbers.clone())).is_err() {
                continue;
            }
            n_answers += 1;
            for shown in 0..64 {
                let clue = |at: usize| (shown >> at & 1 == 1).then_some(numbers[at]);
                let clues: Vec<Option<i32>> = (0..6).map(clue).collect();
                let max = numbers.iter().max().copied().unwrap_or(0) as usize;
                let mut all_borders = shading::pairs(&grid);
                all_borders.retain(|&(a, b)| numbers[a] != numbers[b]);
                for borders in [Borders::new(), all_borders.into_iter().collect()] {
                    let instance = Instance::new(grid, clues.clone(), borders);
                    assert!(max <= instance.max, "{numbers:?} {shown}");
                }
            }
        }
        assert!(n_answers > 10, "{n_answers}");
    }
}
