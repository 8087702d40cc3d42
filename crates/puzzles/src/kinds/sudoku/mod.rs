//! Sudoku of any size and block shape, with irregular regions and constraints of variants (in `variants`).
//!
//! | viewpoint | a variable stands for | variables |
//! |---|---|---|
//! | `cells` | the number in a cell | n² over 1..n |
//! | `columns` | the column of a number in a row | n² over 1..n |
//! | `positions` | the cell of a number in a row, as an index over the whole board | n² over 1..n², each over the n cells of its row |
//! | `bits` | whether a number is in a cell | n³ over 0..1 |

mod bits;
mod cells;
mod clues;
mod columns;
mod exchange;
mod formats;
mod generate;
mod generate_variants;
mod implied;
mod judge;
mod named;
mod patterns;
mod positions;
mod premises;
mod programs;
mod proof;
mod solo;
mod step_text;
pub mod variants;

use std::borrow::Cow;
use std::sync::Arc;

use gridwright_constraints::clause;
use gridwright_fd::{Atom, Model, Var};
use gridwright_grid::board::{Board, Weight};
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

pub use crate::blocks::number_cells::{Answer, Fact};
pub use judge::judge_nine;
pub use variants::{Constraint, Variant};

use crate::blocks::number_cells;
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, CluePosition, ClueSlot, DrawOptions, Example, Explain,
    FactState, Facts, Format, Formulated, Formulation, KindInfo, KnownPart, NineBoards, Program,
    Puzzle, Rule, Viewpoint, Violation,
    tokens::{self, Token},
};

/// Sudoku: every row, column and block has each number once.
#[derive(Debug)]
pub struct Sudoku;

/// A board with its clues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    /// The height and width of a block.
    block: (usize, usize),
    /// The clue of each cell, row by row.
    clues: Vec<Option<i32>>,
    /// What the board has beyond plain Sudoku; `None` for a plain board.
    variant: Option<Arc<Variant>>,
}

impl Instance {
    /// A board with clues up to `n`, row by row; an error if the blocks do not fit.
    fn new(n: usize, block: (usize, usize), clues: Vec<Option<i32>>) -> Result<Instance, String> {
        let grid = Grid::new(n, n).map_err(|error| error.to_string())?;
        if usize::checked_mul(block.0, block.1) != Some(n) || clues.len() != grid.n_cells() {
            let (height, width) = block;
            return Err(format!(
                "a board of {n} rows has {n} columns and blocks of {n} cells, not {} cells in blocks of {height} by {width}",
                clues.len()
            ));
        }
        Ok(Instance {
            grid,
            block,
            clues,
            variant: None,
        })
    }

    /// The same board with irregular regions and constraints.
    fn with_variant(self, variant: Variant) -> Instance {
        let is_plain = variant == Variant::default();
        Instance {
            variant: (!is_plain).then(|| Arc::new(variant)),
            ..self
        }
    }

    /// The same board without clues.
    fn without_clues(&self) -> Instance {
        Instance {
            clues: vec![None; self.clues.len()],
            ..self.clone()
        }
    }

    /// A board without clues, whose block has `n` cells.
    fn empty(n: usize, block: (usize, usize)) -> Instance {
        let empty = Instance::new(n, block, vec![None; n * n]);
        empty.expect("the size was checked")
    }

    /// The largest number, which is also the number of rows.
    pub fn n(&self) -> usize {
        self.grid.rows()
    }

    /// The height and width of a block.
    pub fn block(&self) -> (usize, usize) {
        self.block
    }

    /// Whether it is plain Sudoku: its regions are blocks, and it has no other constraints.
    pub fn is_plain(&self) -> bool {
        self.variant.is_none()
    }

    /// The constraints beyond rows, columns and regions.
    pub fn constraints(&self) -> &[Constraint] {
        let variant = self.variant.as_ref();
        variant.map_or(&[], |variant| &variant.constraints)
    }

    /// The cells of each irregular region; `None` if the regions are blocks.
    fn irregular_regions(&self) -> Option<Vec<Vec<usize>>> {
        self.variant.as_ref()?.region_cells()
    }

    /// The irregular region of each cell; `None` if the regions are blocks.
    fn region_of_cells(&self) -> Option<&[Option<usize>]> {
        self.variant.as_ref()?.regions.as_deref()
    }

    /// The cells of each region, irregular or a block.
    fn region_cells(&self) -> Vec<Vec<usize>> {
        if let Some(regions) = self.irregular_regions() {
            return regions;
        }
        let blocks = self
            .grid
            .blocks(self.block.0, self.block.1)
            .expect("the block shape was checked when the board was read");
        let index = |block: Vec<Cell>| {
            block
                .into_iter()
                .map(|cell| self.grid.index(cell))
                .collect()
        };
        blocks.into_iter().map(index).collect()
    }

    /// The clue of each cell, row by row.
    pub fn clues(&self) -> &[Option<i32>] {
        &self.clues
    }

    /// The clues of an ordinary 9x9 board, 0 for none.
    fn nine_clues(&self) -> Option<[u8; 81]> {
        let mut cells = [0; 81];
        for (cell, clue) in cells.iter_mut().zip(&self.clues) {
            *cell = clue.unwrap_or(0) as u8;
        }
        let is_ordinary = self.n() == 9 && self.block == (3, 3) && self.is_plain();
        is_ordinary.then_some(cells)
    }

    /// The groups of cells that have each number once: rows and columns alternate, then regions.
    fn groups(&self) -> Vec<Vec<usize>> {
        let (grid, n) = (&self.grid, self.n());
        let mut groups: Vec<Vec<usize>> = Vec::with_capacity(3 * n);
        for i in 0..n {
            groups.push(grid.row(i).map(|cell| grid.index(cell)).collect());
            groups.push(grid.col(i).map(|cell| grid.index(cell)).collect());
        }
        groups.extend(self.region_cells());
        groups
    }

    /// The same without the blocks if these are rows or columns, as in a Latin square.
    fn different_groups(&self) -> Vec<Vec<usize>> {
        let mut groups = self.groups();
        let is_irregular = self.region_of_cells().is_some();
        if !is_irregular && (self.block.0 == 1 || self.block.1 == 1) {
            groups.truncate(2 * self.n());
        }
        groups
    }
}

/// The formulation with one variable per number and row, the cell of the number in the row. `first` is the value of the first cell of a row.
fn by_numbers_and_rows(
    instance: &Instance,
    choices: &Choices,
    model: &mut Model,
    vars: Vec<Vec<Var>>,
    first: impl Fn(usize) -> usize + Copy + Send + Sync + 'static,
) -> Formulated<Sudoku> {
    let n = instance.n();
    let atom = move |vars: &[Vec<Var>], number: usize, at: usize| {
        let (row, col) = (at / n, at % n);
        Atom::eq(vars[number][row], (first(row) + col) as i32)
    };
    for (at, clue) in instance.clues.iter().enumerate() {
        if let Some(number) = clue {
            model.post(clause([atom(&vars, *number as usize - 1, at)]))?;
        }
    }
    let of_facts = vars.clone();
    let facts = Facts::lazy(move || {
        let facts = (0..n * n).flat_map(|at| (0..n).map(move |number| (number, at)));
        let atoms = facts.map(|(number, at)| Some(atom(&of_facts, number, at)));
        atoms.collect::<Vec<_>>()
    });
    implied::post(instance, choices, model, &facts)?;
    variants::post_over_facts(instance, model, &facts)?;
    Ok(Formulation {
        decisions: vars.concat(),
        facts,
        read: Box::new(move |found| {
            let mut numbers = vec![0; n * n];
            for (number, of_number) in (1..).zip(&vars) {
                for (row, &var) in of_number.iter().enumerate() {
                    numbers[row * n + found.value(var) as usize - first(row)] = number;
                }
            }
            Answer(numbers)
        }),
        passive: None,
    })
}

/// The default height and width of a block: as near to a square as possible, wider than high.
fn default_block(n: usize) -> (usize, usize) {
    let height = (1..=n)
        .take_while(|height| height * height <= n)
        .filter(|height| n.is_multiple_of(*height))
        .last()
        .unwrap_or(1);
    (height, n / height)
}

/// The side of a square board of this many cells.
fn side(n_cells: usize) -> Option<usize> {
    let n = n_cells.isqrt();
    (n > 0 && n * n == n_cells).then_some(n)
}

/// Reads `n * n` cells, blanks as `None`.
fn read_cells(text: &str, tokens: &[Token<'_>]) -> Result<(usize, Vec<Option<i32>>), Diagnostic> {
    // Boards may be written without spaces, with letters for numbers from 10 up; then there are fewer tokens than cells.
    let n_characters = count_characters(tokens);
    let by_token = side(tokens.len()).filter(|&n| n > 9 || n_characters == tokens.len());
    let (n, cells) = match by_token {
        Some(n) => (n, Cow::Borrowed(tokens)),
        None => match side(n_characters).filter(|&n| n <= 35) {
            Some(n) => (n, Cow::Owned(tokens::characters(tokens))),
            None => return Err(not_square(text, tokens, n_characters)),
        },
    };
    let numbers: Result<Vec<Option<i32>>, Diagnostic> = cells
        .iter()
        .map(|&token| match token.text {
            "." | "0" | "_" | "*" => Ok(None),
            _ => number(token, n as i32).map(Some),
        })
        .collect();
    Ok((n, numbers?))
}

fn count_characters(tokens: &[Token<'_>]) -> usize {
    tokens.iter().map(|token| token.text.chars().count()).sum()
}

/// Reads the cells of a board as large as an instance.
fn read_same_size(instance: &Instance, text: &str) -> Result<Vec<Option<i32>>, Diagnostic> {
    let (n, cells) = read_cells(text, &tokens::tokens(text))?;
    match n == instance.n() {
        true => Ok(cells),
        false => {
            let what = format!("the board has {} rows, not {n}", instance.n());
            Err(tokens::error(what, text))
        }
    }
}

/// The error for a board that is not square: the first row of unusual length, or else the number of cells.
fn not_square(text: &str, tokens: &[Token<'_>], n_characters: usize) -> Diagnostic {
    let spaced = tokens.len() == n_characters || tokens.iter().any(|token| token.text.len() == 2);
    let length = |row: &Vec<Token<'_>>| match spaced {
        true => row.len(),
        false => count_characters(row),
    };
    let mut rows = tokens::rows(text);
    rows.retain(|row| row[0].text != "blocks" && !variants::is_heading(row[0].text));
    let mut lengths: Vec<usize> = rows.iter().map(length).collect();
    lengths.sort_unstable();
    let common = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
    if let Some(row) = rows.iter().find(|row| length(row) != common)
        && rows.len() > 2
    {
        let what = format!("this row has {} cells, others have {common}", length(row));
        return Diagnostic::error(what, tokens::span_of(row));
    }
    let what = format!(
        "a board has as many rows as columns, but this has {} cells",
        tokens.len().max(n_characters)
    );
    tokens::error(what, text)
}

/// A number from 1 to `n`, or a letter: A is 10, B is 11, and so on.
fn number(token: Token<'_>, n: i32) -> Result<i32, Diagnostic> {
    let letter = match token.text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => {
            Some(i32::from(letter.to_ascii_uppercase() - b'A') + 10)
        }
        _ => None,
    };
    match letter.filter(|&number| number <= n) {
        Some(number) => Ok(number),
        None => tokens::number(token, 1, n),
    }
}

impl Puzzle for Sudoku {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "sudoku",
        title: "Sudoku",
        rules: "Fill the board so that every row, every column and every block has each number once.",
        examples: &[
            Example::new("four", ".1..\n...2\n3...\n..3.\n", 1),
            Example::new("empty four", "................", 288),
            Example::new(
                "six, in blocks of two rows",
                "1.....\n..2...\n....3.\n.4....\n...5..\n.....6\n",
                400,
            ),
            Example::new("two in a row", "1.1.\n....\n....\n....\n", 0),
            Example::new(
                "lambda",
                "1..9.7..3.8.....7...9...6....72.94..41.....95..85.43....3...7...5.....4.2..8.6..9",
                1,
            ),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<Sudoku>] = &[
        &cells::VIEWPOINT,
        &columns::VIEWPOINT,
        &positions::VIEWPOINT,
        &bits::VIEWPOINT,
    ];
    const RULES: &'static [Rule] = &[
        implied::TWO_OF_THREE,
        implied::SOME_PLACE,
        columns::PASSIVE_BLOCKS,
    ];

    const PROGRAMS: &'static [Program<Sudoku>] = programs::ALL;
    const FORMATS: &'static [Format<Sudoku>] = formats::ALL;
    const EXPLAIN: Explain<Sudoku> = Explain {
        premises: premises::premises,
        suggest: patterns::suggest,
        describe_step: step_text::describe_step,
        named: Some(named::NAMED),
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Sudoku>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);

    const NINE: Option<NineBoards<Sudoku>> = Some(NineBoards {
        clues: Instance::nine_clues,
        answer: |cells| Answer(cells.iter().map(|&cell| i32::from(cell)).collect()),
    });

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        parse(text, None)
    }

    fn print(instance: &Instance) -> String {
        let header = if instance.block == default_block(instance.n()) {
            String::new()
        } else {
            format!("blocks {}x{}\n", instance.block.0, instance.block.1)
        };
        header + &print_cells(instance, &instance.clues) + &variants::print_lines(instance)
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        if rows != cols {
            return Err(format!(
                "a board has as many rows as columns, not {rows} and {cols}"
            ));
        }
        Instance::new(rows, default_block(rows), vec![None; rows * rows])
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        Answer::read(text, read_same_size(instance, text)?)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        let cells = read_same_size(instance, text)?;
        Ok(number_cells::marked(&cells, instance.n()))
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        print_cells(instance, &answer.cells())
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        judge::check(instance, answer)
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        number_cells::facts(instance.grid.cells(), instance.n())
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[instance.grid.index(fact.cell)] == fact.number
    }

    fn n_facts(instance: &Instance) -> usize {
        instance.clues.len() * instance.n()
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        clues::clues(instance)
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        clues::with_clue(instance, position, clue)
    }

    fn read_known(
        format: Option<&str>,
        text: &str,
    ) -> Option<Result<KnownPart<Sudoku>, Diagnostic>> {
        formats::read_known(format, text)
    }

    fn unsupported_by_programs(instance: &Instance) -> Option<String> {
        let what = "the CHR programs solve plain Sudoku only; this one has irregular regions or other constraints";
        (!instance.is_plain()).then(|| what.to_owned())
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let n = instance.n();
        let (height, width) = instance.block;
        let mut board = Board::new(n, n);
        for (at, (cell, clue)) in instance.grid.cells().zip(&instance.clues).enumerate() {
            number_cells::draw(&mut board, cell, *clue, options, at * n, n);
            let tile = board.tile_mut(cell);
            let (is_last_row, is_last_col) = match instance.region_of_cells() {
                None => (
                    (cell.row + 1).is_multiple_of(height),
                    (cell.col + 1).is_multiple_of(width),
                ),
                Some(regions) => (
                    cell.row + 1 < n && regions[at] != regions[at + n],
                    cell.col + 1 < n && regions[at] != regions[at + 1],
                ),
            };
            if is_last_row {
                tile.south = Weight::Thick;
            }
            if is_last_col {
                tile.east = Weight::Thick;
            }
        }
        variants::draw(instance, &mut board);
        options.mark(&mut board);
        board
    }
}

/// Reads a board and its constraints. Unknown constraints are errors, or are added to `ignored` if there is such a list.
fn parse(text: &str, ignored: Option<&mut Vec<String>>) -> Result<Instance, Diagnostic> {
    let lines = variants::Lines::split(text);
    let mut tokens = lines.board;
    let mut block = None;
    if let [first, shape, ..] = tokens[..]
        && first.text == "blocks"
    {
        let parts = shape.text.split_once('x');
        let numbers = parts.and_then(|(h, w)| Some((h.parse().ok()?, w.parse().ok()?)));
        let numbers = numbers.filter(|&(h, w)| h > 0 && w > 0);
        let what = "a block shape such as 2x3: a number of rows, an x, and a number of columns";
        let numbers = numbers.ok_or_else(|| tokens::expected(what, shape))?;
        block = Some((numbers, shape));
        tokens.drain(..2);
    }
    let (n, clues) = read_cells(text, &tokens)?;
    let shape = match block {
        Some(((h, w), token)) if usize::checked_mul(h, w) != Some(n) => {
            let what = format!("a block of {n} cells, because the board has {n} rows");
            return Err(tokens::expected(&what, token));
        }
        Some((shape, _)) => shape,
        None => default_block(n),
    };
    let instance = Instance::new(n, shape, clues).map_err(|what| tokens::error(what, text))?;
    match lines.constraints.is_empty() {
        true => Ok(instance),
        false => {
            let variant = variants::parse_lines(&lines.constraints, n, ignored)?;
            Ok(instance.with_variant(variant))
        }
    }
}

fn print_cells(instance: &Instance, cells: &[Option<i32>]) -> String {
    let n = instance.n();
    let gap = if n > 9 { " " } else { "" };
    let print = |row: &[Option<i32>]| {
        let words: Vec<String> = row
            .iter()
            .map(|cell| number_cells::word(cell, "."))
            .collect();
        words.join(gap) + "\n"
    };
    cells.chunks(n).map(print).collect()
}
