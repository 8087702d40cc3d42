//! Kakuro: digits in runs of cells, each run with its sum and without repetition.
//!
//! One viewpoint, `cells`: a variable is the digit in a cell. A run of up to four cells with a sum is a table of all ways to fill it; a longer one is all different and a
//! sum, with only the digits that some way to make the sum has.

mod formats;
mod generate;
mod premises;

use std::collections::HashMap;

use gridwright_constraints::{Table, all_different, linear_eq, table};
use gridwright_fd::{Domain, Model, Var};
use gridwright_grid::board::{Background, Board, Content};
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

pub use crate::blocks::number_cells::{Answer, Fact};

use crate::blocks::{cell_names, headed_text, number_cells};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, ClueSymbol,
    DrawOptions, Example, Explain, FactState, Format, Formulated, KindInfo, Puzzle, Viewpoint,
    Violation,
    tokens::{self, Token},
};

/// Kakuro: a crossword of sums.
#[derive(Debug)]
pub struct Kakuro;

/// The digits are from 1 to this.
const DIGITS: usize = 9;

/// The greatest sum of a run.
const MAX_SUM: i32 = 45;

/// A board of open cells and clue cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    tiles: Vec<Tile>,
    /// The open cells in reading order.
    open: Vec<usize>,
    /// The number of each open cell among them.
    number: Vec<Option<usize>>,
}

/// A cell of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tile {
    /// An open cell.
    Open,
    /// A clue cell with the sums of the runs below it and to its right, if they are given.
    Clue {
        down: Option<i32>,
        across: Option<i32>,
    },
}

impl Tile {
    const BLOCK: Tile = Tile::Clue {
        down: None,
        across: None,
    };

    fn text(self) -> String {
        let word = |sum: Option<i32>| sum.map_or(String::new(), |sum| sum.to_string());
        match self {
            Tile::Open => ".".to_owned(),
            Tile::BLOCK => "#".to_owned(),
            Tile::Clue { down, across } => format!("{}\\{}", word(down), word(across)),
        }
    }

    /// Reads `.`, `#`, `16\24`, `16\` or `\24`.
    fn read(text: &str) -> Option<Tile> {
        match text {
            "." => return Some(Tile::Open),
            "#" => return Some(Tile::BLOCK),
            _ => {}
        }
        let (down, across) = text.split_once('\\')?;
        let sum = |text: &str| match text {
            "" => Some(None),
            text if text.chars().all(|c| c.is_ascii_digit()) => {
                let sum = text.parse::<i32>().ok()?;
                (1..=MAX_SUM).contains(&sum).then_some(Some(sum))
            }
            _ => None,
        };
        let (down, across) = (sum(down)?, sum(across)?);
        Some(Tile::Clue { down, across })
    }
}

/// A run of open cells along a row or column, by their numbers.
#[derive(Clone, Debug)]
struct Run {
    cells: Vec<usize>,
    sum: Option<i32>,
    /// The clue cell before it, if there is one.
    clue: Option<Cell>,
    is_across: bool,
}

impl Instance {
    fn new(grid: Grid, tiles: Vec<Tile>) -> Instance {
        let open: Vec<usize> = (0..tiles.len())
            .filter(|&at| tiles[at] == Tile::Open)
            .collect();
        let mut number = vec![None; tiles.len()];
        for (i, &at) in open.iter().enumerate() {
            number[at] = Some(i);
        }
        Instance {
            grid,
            tiles,
            open,
            number,
        }
    }

    /// The cell of an open cell's number.
    fn cell(&self, number: usize) -> Cell {
        self.grid.cell(self.open[number])
    }

    /// All runs, those along rows first.
    fn runs(&self) -> Vec<Run> {
        let grid = &self.grid;
        let rows = (0..grid.rows()).map(|row| (true, grid.row(row).collect::<Vec<_>>()));
        let cols = (0..grid.cols()).map(|col| (false, grid.col(col).collect::<Vec<_>>()));
        let mut runs: Vec<Run> = Vec::new();
        for (is_across, line) in rows.chain(cols) {
            let mut clue = (None, None);
            let mut cells = Vec::new();
            let mut end_run = |cells: &mut Vec<usize>, (cell, sum): (Option<Cell>, Option<i32>)| {
                if !cells.is_empty() {
                    runs.push(Run {
                        cells: std::mem::take(cells),
                        sum,
                        clue: cell,
                        is_across,
                    });
                }
            };
            for cell in line {
                let at = grid.index(cell);
                match self.tiles[at] {
                    Tile::Open => cells.extend(self.number[at]),
                    Tile::Clue { down, across } => {
                        end_run(&mut cells, clue);
                        clue = (Some(cell), if is_across { across } else { down });
                    }
                }
            }
            end_run(&mut cells, clue);
        }
        runs
    }
}

/// The sets of `length` different digits with this sum, as bits from digit 1 on.
fn combinations(length: usize, sum: i32) -> Vec<u16> {
    let digits = |set: u16| (0..DIGITS).filter(move |digit| set >> digit & 1 == 1);
    let total = |set: u16| digits(set).map(|digit| digit as i32 + 1).sum::<i32>();
    let sets = 0..1_u16 << DIGITS;
    sets.filter(|&set| set.count_ones() as usize == length && total(set) == sum)
        .collect()
}

const BLOCK_SYMBOL: [ClueSymbol; 1] = [ClueSymbol::not_given("#", "a cell without sums")];

/// What may be entered in a cell: two sums with a backslash between them, either of which may be missing.
const ENTRY: ClueEntry = ClueEntry {
    numbers: None,
    symbols: &BLOCK_SYMBOL,
    takes_text: true,
    is_required: false,
};

/// Reads an answer or marks: a digit or `.` for every open cell; clue cells have any other word.
fn read_digits(instance: &Instance, text: &str) -> Result<Vec<Option<i32>>, Diagnostic> {
    let words = tokens::tokens(text);
    let tokens = match words.len() == instance.tiles.len() || words.len() == instance.open.len() {
        true => words,
        false => tokens::characters(&words),
    };
    let open: Vec<Token<'_>> = if tokens.len() == instance.tiles.len() {
        instance.open.iter().map(|&at| tokens[at]).collect()
    } else if tokens.len() == instance.open.len() {
        tokens
    } else {
        let (all, found) = (instance.tiles.len(), tokens.len());
        let what = format!("the board has {all} cells, not {found}");
        return Err(tokens::error(what, text));
    };
    let digit = |token: Token<'_>| match token.text {
        "." => Ok(None),
        _ => tokens::number(token, 1, DIGITS as i32).map(Some),
    };
    open.into_iter().map(digit).collect()
}

impl Puzzle for Kakuro {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "kakuro",
        title: "Kakuro",
        rules: "Fill the open cells with digits from 1 to 9. A number in a clue cell is the sum of the run of cells to its right or below it. No digit occurs twice in a run.",
        examples: &[
            Example::new(
                "a first board",
                "kakuro\n# # 12\\ 4\\ # #\n# 4\\8 . . 10\\ #\n\\10 . . . . 10\\\n\\3 . . 17\\3 . .\n# \\21 . . . .\n# # \\12 . . #\n",
                1,
            ),
            Example::new("one sum", "kakuro\n# # #\n\\5 . .\n", 4),
            Example::new("a sum that is too small", "kakuro\n\\2 . .\n", 0),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<Kakuro>] = &[&CELLS];

    const FORMATS: &'static [Format<Kakuro>] = formats::ALL;
    const EXPLAIN: Explain<Kakuro> = Explain {
        premises: premises::premises,
        describe_step: premises::describe_step,
        case_splits: premises::case_splits,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Kakuro>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);
    const BOARDS: &'static str = include_str!("boards.txt");

    /// Reads the line `kakuro` and the cells: `.` is open, `#` a cell without sums, `16\24` one with the sum below and the sum to the right, either of which may be missing.
    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        let (rest, rows) = headed_text::read(text, Kakuro::INFO.id)?;
        headed_text::nothing_after(&rest)?;
        let is_short = rows
            .iter()
            .all(|row| row.len() == 1 && !row[0].text.contains('\\'));
        let rows = match is_short {
            true => headed_text::cell_rows(rows),
            false => rows,
        };
        let tile = |token: Token<'_>| {
            let expected = || {
                let what = format!("`.`, `#` or sums up to {MAX_SUM} such as `16\\24`");
                tokens::expected(&what, token)
            };
            Tile::read(token.text).ok_or_else(expected)
        };
        let (grid, tiles) = tokens::cells(text, rows, tile)?;
        Ok(Instance::new(grid, tiles))
    }

    fn print(instance: &Instance) -> String {
        let cells = instance.tiles.iter().map(|tile| tile.text());
        let cells = tokens::lines(instance.grid.cols(), cells);
        format!("{}\n{cells}", Kakuro::INFO.id)
    }

    /// The first row and the first column are clue cells.
    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        let tile = |cell: Cell| match cell.row == 0 || cell.col == 0 {
            true => Tile::BLOCK,
            false => Tile::Open,
        };
        Ok(Instance::new(grid, grid.cells().map(tile).collect()))
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        Answer::read(text, read_digits(instance, text)?)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        Ok(number_cells::marked(&read_digits(instance, text)?, DIGITS))
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        let word = |number: &Option<usize>| match number {
            Some(number) => answer.0[*number].to_string(),
            None => "#".to_owned(),
        };
        tokens::lines(instance.grid.cols(), instance.number.iter().map(word))
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        // The judge puts the digits on a map of its own; 0 is a clue cell.
        let mut digits = vec![0; rows * cols];
        let mut given = answer.0.iter();
        for (at, tile) in instance.tiles.iter().enumerate() {
            if *tile == Tile::Open {
                digits[at] = *given.next().unwrap_or(&0);
                if !(1..=9).contains(&digits[at]) {
                    let (row, col) = (at / cols + 1, at % cols + 1);
                    return Err(Violation(format!("r{row}c{col} is {}", digits[at])));
                }
            }
        }
        let lines = (0..rows).map(|row| (0..cols).map(|col| row * cols + col).collect());
        let along = (0..cols).map(|col| (0..rows).map(|row| row * cols + col).collect());
        let lines: Vec<Vec<usize>> = lines.chain(along).collect();
        for (line, cells) in lines.into_iter().enumerate() {
            let is_row = line < rows;
            let mut wanted = None;
            let mut run: Vec<usize> = Vec::new();
            // A clue cell beyond the end closes the last run.
            for at in cells.into_iter().map(Some).chain([None]) {
                if let Some(at) = at
                    && digits[at] > 0
                {
                    if let Some(&other) = run.iter().find(|&&other| digits[other] == digits[at]) {
                        let name = |at: usize| format!("r{}c{}", at / cols + 1, at % cols + 1);
                        let (one, other) = (name(other), name(at));
                        let what = format!("{one} and {other} are both {} in a run", digits[at]);
                        return Err(Violation(what));
                    }
                    run.push(at);
                    continue;
                }
                let sum: i32 = run.iter().map(|&at| digits[at]).sum();
                if let (Some(&first), Some(wanted)) = (run.first(), wanted)
                    && sum != wanted
                {
                    let (row, col) = (first / cols + 1, first % cols + 1);
                    let what = format!("the run from r{row}c{col} has the sum {sum}, not {wanted}");
                    return Err(Violation(what));
                }
                run.clear();
                wanted = match at.map(|at| instance.tiles[at]) {
                    Some(Tile::Clue { across, .. }) if is_row => across,
                    Some(Tile::Clue { down, .. }) => down,
                    _ => None,
                };
            }
        }
        Ok(())
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        let cells = (0..instance.open.len()).map(|number| instance.cell(number));
        number_cells::facts(cells, DIGITS)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        let number = instance.number[instance.grid.index(fact.cell)];
        number.is_some_and(|number| answer.0[number] == fact.number)
    }

    fn n_facts(instance: &Instance) -> usize {
        instance.open.len() * DIGITS
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let value = |tile: &Tile| match tile {
            Tile::Open => String::new(),
            tile => tile.text(),
        };
        ClueSlot::of_cells(&instance.grid, &instance.tiles, value, ENTRY)
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let cell = position.cell_of(&instance.grid)?;
        let tile = match clue.trim() {
            "" => Some(Tile::Open),
            "." => None,
            clue => Tile::read(clue),
        };
        let expected =
            || format!("expected `#` or sums up to {MAX_SUM} such as `16\\24`, found `{clue}`");
        let mut tiles = instance.tiles.clone();
        tiles[instance.grid.index(cell)] = tile.ok_or_else(expected)?;
        Ok(Instance::new(instance.grid, tiles))
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let grid = &instance.grid;
        let mut board = Board::new(grid.rows(), grid.cols());
        for (at, (cell, tile)) in grid.cells().zip(&instance.tiles).enumerate() {
            if let Some(number) = instance.number[at] {
                number_cells::draw(&mut board, cell, None, options, number * DIGITS, DIGITS);
                continue;
            }
            let drawn = board.tile_mut(cell);
            drawn.background = Background::Block;
            if let Tile::Clue { down, across } = *tile
                && *tile != Tile::BLOCK
            {
                let word = |sum: Option<i32>| sum.map_or(String::new(), |sum| sum.to_string());
                let (down, across) = (word(down), word(across));
                drawn.content = Content::Sums { down, across };
            }
        }
        options.mark(&mut board);
        board
    }
}

const CELLS: Viewpoint<Kakuro> = Viewpoint::new("cells", "the digit in a cell", formulate);

/// The longest run that is a table.
const MAX_TABLE: usize = 4;

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Kakuro> {
    let runs = instance.runs();
    // A cell has only digits that some way to make the sums of its runs has.
    let mut digits = vec![(1_u16 << DIGITS) - 1; instance.open.len()];
    for run in &runs {
        if let Some(sum) = run.sum {
            let all = combinations(run.cells.len(), sum);
            let any = all.iter().fold(0, |any, set| any | set);
            run.cells.iter().for_each(|&cell| digits[cell] &= any);
        }
    }
    let mut cells = Vec::with_capacity(digits.len());
    for (number, &digits) in digits.iter().enumerate() {
        let values = (1..=DIGITS as i32).filter(|digit| digits >> (digit - 1) & 1 == 1);
        let values: Vec<i32> = values.collect();
        // A cell without digits keeps one, and the sums refuse it.
        let domain = match values.is_empty() {
            true => Domain::from(1..=1),
            false => Domain::from_values(values),
        };
        cells.push(model.var(cell_names::of_cell(instance.cell(number)), domain)?);
    }
    let mut tables: HashMap<(usize, i32), Table> = HashMap::new();
    for run in &runs {
        let vars: Vec<Var> = run.cells.iter().map(|&cell| cells[cell]).collect();
        match run.sum {
            Some(sum) if vars.len() <= MAX_TABLE => {
                let shape = (vars.len(), sum);
                let rows = tables
                    .entry(shape)
                    .or_insert_with(|| table(&vars, ways(shape)));
                model.post(rows.over(&vars))?;
            }
            sum => {
                if vars.len() > 1 {
                    model.post(all_different(&vars))?;
                }
                if let Some(sum) = sum {
                    model.post(linear_eq(vars.iter().map(|&var| (1, var)), sum))?;
                }
            }
        }
    }
    Ok(number_cells::formulation(cells, DIGITS))
}

/// All ways to fill a run of this length and sum, in the order of their digits.
fn ways((length, sum): (usize, i32)) -> Vec<Vec<i32>> {
    let mut rows: Vec<Vec<i32>> = vec![Vec::new()];
    for n_filled in 1..=length as i32 {
        // The smallest and the largest sum of the cells after this one.
        let n_open = length as i32 - n_filled;
        let smallest = n_open * (n_open + 1) / 2;
        let largest = n_open * (2 * DIGITS as i32 + 1 - n_open) / 2;
        let mut longer = Vec::new();
        for row in rows {
            let left = sum - row.iter().sum::<i32>();
            for digit in 1..=DIGITS as i32 {
                let is_in_reach = (smallest..=largest).contains(&(left - digit));
                if is_in_reach && !row.contains(&digit) {
                    let mut next = Vec::with_capacity(length);
                    next.extend_from_slice(&row);
                    next.push(digit);
                    longer.push(next);
                }
            }
        }
        rows = longer;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_those_of_the_tables_of_solvers() {
        let count = |length, sum| combinations(length, sum).len();
        assert_eq!((count(2, 3), count(2, 10), count(3, 15)), (1, 4, 8));
        assert_eq!((count(5, 25), count(9, 45), count(9, 44)), (12, 1, 0));
        let all: usize = (1..=9)
            .flat_map(|n| (1..=45).map(move |sum| (n, sum)))
            .map(|(n, sum)| count(n, sum))
            .sum();
        assert_eq!(all, 511);
        for (length, sum) in [(1, 4), (2, 10), (3, 15), (4, 20)] {
            let orders: usize = (1..=length).product();
            assert_eq!(ways((length, sum)).len(), count(length, sum) * orders);
        }
    }

    #[test]
    fn a_url_is_read_and_written() {
        let url = "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3";
        let instance = (formats::ALL[0].read)(url).expect("a board");
        let sums: Vec<(usize, Option<i32>)> = instance
            .runs()
            .iter()
            .map(|run| (run.cells.len(), run.sum))
            .collect();
        assert_eq!(
            sums[..4],
            [(2, Some(8)), (4, Some(10)), (2, Some(3)), (2, Some(3))]
        );
        let written = (formats::ALL[0].write)(&instance).expect("it has a URL");
        assert_eq!((formats::ALL[0].read)(&written).as_ref(), Ok(&instance));
    }
}
