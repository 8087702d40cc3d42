//! Nonogram: shade cells so that the runs of shaded cells in each row and column have the given lengths.
//!
//! One viewpoint, `cells`: a variable is whether a cell is shaded. Each clue is a finite automaton that reads its line.

mod formats;
mod generate;
mod premises;

use gridwright_constraints::{Automaton, regular};
use gridwright_fd::{Model, Var};
use gridwright_grid::board::{Background, Board, Content, Ink, Symbol};
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

pub use crate::blocks::bool_cells::{Answer, Fact};

use crate::blocks::bool_cells::{self, FactWords};
use crate::blocks::open_cells::OpenCells;
use crate::blocks::{cell_names, headed_text};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, DrawOptions, Example,
    Explain, FactState, Format, Formulated, KindInfo, Puzzle, Viewpoint, Violation,
    tokens::{self, Token},
};

/// Nonogram: a picture from the lengths of its runs.
#[derive(Debug)]
pub struct Nonogram;

/// The lengths of the runs of a line, in order; `None` if they are not given.
type Lengths = Option<Vec<usize>>;

/// The clues of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    rows: Vec<Lengths>,
    cols: Vec<Lengths>,
    open: OpenCells,
}

impl Instance {
    fn new(grid: Grid, rows: Vec<Lengths>, cols: Vec<Lengths>) -> Instance {
        let open = OpenCells::new(&grid, |_| true);
        Instance {
            grid,
            rows,
            cols,
            open,
        }
    }

    /// The rows, then the columns: the cells of each and its clue.
    fn lines(&self) -> Vec<(Vec<usize>, &Lengths)> {
        let index = |cell: Cell| self.grid.index(cell);
        let rows = self.rows.iter().enumerate();
        let rows = rows.map(|(row, clue)| (self.grid.row(row).map(index).collect(), clue));
        let cols = self.cols.iter().enumerate();
        let cols = cols.map(|(col, clue)| (self.grid.col(col).map(index).collect(), clue));
        rows.chain(cols).collect()
    }
}

/// The cells that runs of these lengths need at least.
fn needed(lengths: &[usize]) -> usize {
    let cells: usize = lengths.iter().sum();
    cells + lengths.len().saturating_sub(1)
}

/// A clue as text: `2 1`, `0` for no run, and nothing if it is not given.
fn text(clue: &Lengths) -> String {
    match clue {
        None => String::new(),
        Some(lengths) if lengths.is_empty() => "0".to_owned(),
        Some(lengths) => {
            let words: Vec<String> = lengths.iter().map(usize::to_string).collect();
            words.join(" ")
        }
    }
}

/// Reads the lengths of the runs of a line of `n` cells.
fn read_lengths<'w>(words: impl Iterator<Item = &'w str>, n: usize) -> Result<Vec<usize>, String> {
    let mut lengths = Vec::new();
    for word in words {
        let is_plain = word.chars().all(|c| c.is_ascii_digit());
        let length = word.parse::<usize>().ok().filter(|_| is_plain);
        let length = length.filter(|&length| length <= n);
        let expected = || format!("expected lengths from 1 to {n}, or 0, found `{word}`");
        lengths.push(length.ok_or_else(expected)?);
    }
    if lengths == [0] {
        lengths.clear();
    }
    if lengths.contains(&0) {
        return Err("0 stands alone: it means that no cell is shaded".to_owned());
    }
    if needed(&lengths) > n {
        let needed = needed(&lengths);
        return Err(format!(
            "these runs need {needed} cells, but the line has {n}"
        ));
    }
    Ok(lengths)
}

const FACT_WORDS: FactWords = FactWords {
    label: "shaded",
    is: "shaded",
    is_not: "blank",
};

const SHADED: &str = "#";

/// The most rows or columns.
const MAX_SIDE: usize = 2000;

/// Reads the line `nonogram`, a line `rows` and one line for each row, a line `cols` and one for each column: the lengths of the runs, `0` for none, `?` if not given.
fn read(source: &str) -> Result<Instance, Diagnostic> {
    let (rest, lines) = headed_text::read(source, Nonogram::INFO.id)?;
    headed_text::nothing_after(&rest)?;
    let mut sections: [Option<Vec<Vec<Token<'_>>>>; 2] = [None, None];
    let mut current: Option<usize> = None;
    for line in lines {
        let heading = ["rows", "cols"]
            .iter()
            .position(|word| *word == line[0].text);
        match (heading, current) {
            (Some(section), _) => {
                if sections[section].is_some() {
                    let what = format!("the line `{}` occurs twice", line[0].text);
                    return Err(Diagnostic::error(what, line[0].span));
                }
                headed_text::nothing_after(&line[1..])?;
                sections[section] = Some(Vec::new());
                current = Some(section);
            }
            (None, Some(section)) => sections[section].get_or_insert_default().push(line),
            (None, None) => return Err(tokens::expected("`rows` or `cols`", line[0])),
        }
    }
    let [Some(rows), Some(cols)] = sections else {
        let what = "a board has a line `rows` and a line `cols`, each with a line for every row or column after it";
        return Err(tokens::error(what, source));
    };
    if rows.len().max(cols.len()) > MAX_SIDE {
        let what = format!("a board has at most {MAX_SIDE} rows and columns");
        return Err(tokens::error(what, source));
    }
    let grid = Grid::new(rows.len(), cols.len());
    let grid = grid.map_err(|error| tokens::error(error.to_string(), source))?;
    let read = |lines: &[Vec<Token<'_>>], n: usize| -> Result<Vec<Lengths>, Diagnostic> {
        let read = |line: &Vec<Token<'_>>| {
            if line.len() == 1 && line[0].text == "?" {
                return Ok(None);
            }
            let lengths = read_lengths(line.iter().map(|token| token.text), n);
            let lengths = lengths.map_err(|what| Diagnostic::error(what, tokens::span_of(line)));
            lengths.map(Some)
        };
        lines.iter().map(read).collect()
    };
    let rows = read(&rows, grid.cols())?;
    let cols = read(&cols, grid.rows())?;
    Ok(Instance::new(grid, rows, cols))
}

fn print(instance: &Instance) -> String {
    let mut printed = format!("{}\n", Nonogram::INFO.id);
    for (heading, clues) in [("rows", &instance.rows), ("cols", &instance.cols)] {
        printed += heading;
        printed.push('\n');
        for clue in clues {
            match clue {
                None => printed.push('?'),
                clue => printed += &text(clue),
            }
            printed.push('\n');
        }
    }
    printed
}

impl Puzzle for Nonogram {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "nonogram",
        title: "Nonogram",
        rules: "Shade cells. The numbers of a row or column are the lengths of its runs of shaded cells, in order, with at least one blank cell between two runs.",
        examples: &[
            Example::new(
                "a first board",
                "nonogram\nrows\n2 1\n1 1\n1 2\n0\n1 1\n3\ncols\n2 1\n1 1 1\n1\n1 1 1\n2 1\n0\n",
                1,
            ),
            Example::new(
                "permutations",
                "nonogram\nrows\n1\n1\n1\ncols\n1\n1\n1\n",
                6,
            ),
            Example::new("rows alone", "nonogram\nrows\n1\n2\ncols\n?\n?\n?\n", 6),
            Example::new("no picture", "nonogram\nrows\n2\n0\ncols\n2\n0\n", 0),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<Nonogram>] = &[&CELLS];

    const FORMATS: &'static [Format<Nonogram>] = formats::ALL;
    const EXPLAIN: Explain<Nonogram> = Explain {
        premises: premises::premises,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Nonogram>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);
    const BOARDS: &'static str = include_str!("boards.txt");

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        read(text)
    }

    fn print(instance: &Instance) -> String {
        print(instance)
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        Ok(Instance::new(grid, vec![None; rows], vec![None; cols]))
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        instance.open.read_answer(text, SHADED)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        instance.open.read_marks(text, SHADED)
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        instance.open.print(answer, SHADED, |_| String::new())
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        let shaded = |row: usize, col: usize| answer.0[row * cols + col];
        let runs = |line: Vec<bool>| {
            let runs = line.split(|shaded| !shaded).map(<[bool]>::len);
            runs.filter(|&length| length > 0).collect::<Vec<_>>()
        };
        let wrong = |line: String, found: Vec<usize>, clue: &Lengths| match clue {
            Some(clue) if *clue != found => Err(Violation(format!(
                "{line} has the runs {}, not those of its clue",
                text(&Some(found))
            ))),
            _ => Ok(()),
        };
        for row in 0..rows {
            let found = runs((0..cols).map(|col| shaded(row, col)).collect());
            wrong(format!("row {}", row + 1), found, &instance.rows[row])?;
        }
        for col in 0..cols {
            let found = runs((0..rows).map(|row| shaded(row, col)).collect());
            wrong(format!("column {}", col + 1), found, &instance.cols[col])?;
        }
        Ok(())
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        bool_cells::facts(&instance.grid, &FACT_WORDS)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[instance.grid.index(fact.cell)]
    }

    fn n_facts(instance: &Instance) -> usize {
        instance.grid.n_cells()
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let slot = |position: CluePosition, clue: &Lengths, n: usize| ClueSlot {
            position,
            value: text(clue),
            entry: ClueEntry {
                takes_text: true,
                ..ClueEntry::numbers(0, n as i32)
            },
        };
        let (n_rows, n_cols) = (instance.grid.rows(), instance.grid.cols());
        let rows = instance.rows.iter().enumerate();
        let rows = rows.map(|(row, clue)| slot(CluePosition::Row(row), clue, n_cols));
        let cols = instance.cols.iter().enumerate();
        let cols = cols.map(|(col, clue)| slot(CluePosition::Col(col), clue, n_rows));
        rows.chain(cols).collect()
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let grid = &instance.grid;
        let read = |n: usize| match clue.trim() {
            "" | "?" => Ok(None),
            clue => {
                let words = clue.split([' ', ',']).filter(|word| !word.is_empty());
                read_lengths(words, n).map(Some)
            }
        };
        let mut changed = instance.clone();
        match position {
            CluePosition::Row(row) if row < grid.rows() => changed.rows[row] = read(grid.cols())?,
            CluePosition::Col(col) if col < grid.cols() => changed.cols[col] = read(grid.rows())?,
            _ => return Err(position.no_place()),
        }
        Ok(changed)
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let grid = &instance.grid;
        let mut board = Board::new(grid.rows(), grid.cols());
        for (at, cell) in grid.cells().enumerate() {
            let tile = board.tile_mut(cell);
            tile.ink = Ink::Found;
            match options.known(at) {
                FactState::True => tile.background = Background::Block,
                FactState::False => tile.content = Content::Symbol(Symbol::Dot),
                FactState::Open => {}
            }
        }
        board.margins.left = instance.rows.iter().map(text).collect();
        let stacked = |clue: &Lengths| text(clue).replace(' ', "\n");
        board.margins.top = instance.cols.iter().map(stacked).collect();
        options.mark(&mut board);
        board
    }
}

const CELLS: Viewpoint<Nonogram> = Viewpoint::new("cells", "whether a cell is shaded", formulate);

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Nonogram> {
    let cells = instance.grid.cells();
    let cells: Vec<Var> = cells
        .map(|cell| model.bool(cell_names::of_cell(cell)))
        .collect();
    for (line, clue) in instance.lines() {
        if let Some(lengths) = clue {
            let line: Vec<Var> = line.into_iter().map(|at| cells[at]).collect();
            model.post(regular(&line, runs(lengths)))?;
        }
    }
    Ok(bool_cells::formulation(cells.clone(), cells))
}

/// The automaton of lines with these runs. A state is the number of cells of the shortest such line that were read, the blank before a run included.
fn runs(lengths: &[usize]) -> Automaton {
    let n_states = needed(lengths) + 1;
    let mut automaton = Automaton::new(n_states, 0, [0, 1]);
    let mut state = 0;
    for (run, &length) in lengths.iter().enumerate() {
        // Blank cells before the run.
        automaton = automaton.arc(state, 0, state);
        for _ in 0..length {
            automaton = automaton.arc(state, 1, state + 1);
            state += 1;
        }
        if run + 1 < lengths.len() {
            automaton = automaton.arc(state, 0, state + 1);
            state += 1;
        }
    }
    automaton.arc(state, 0, state).accept(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The automaton accepts exactly the lines with the given runs.
    #[test]
    fn automata_read_runs() {
        for lengths in [&[][..], &[1], &[3], &[1, 1], &[2, 1], &[1, 2, 1], &[7]] {
            let automaton = runs(lengths);
            for code in 0..256 {
                let line: Vec<i32> = (0..8).map(|i| code >> i & 1).collect();
                let found = line.split(|&cell| cell == 0).map(<[i32]>::len);
                let found: Vec<usize> = found.filter(|&length| length > 0).collect();
                assert_eq!(
                    automaton.accepts(line.clone()),
                    found == lengths,
                    "{line:?} {lengths:?}"
                );
            }
        }
    }
}
