//! Magic squares of any order, with or without given cells.
//!
//! One viewpoint, `cells`: the number in a cell.

mod cells;
mod formats;
mod generate;
mod premises;
mod programs;

use gridwright_grid::Cell;
use gridwright_grid::board::Board;
use gridwright_term::Diagnostic;

pub use crate::blocks::number_cells::{Answer, Fact};

use crate::blocks::number_cells;
use crate::contract::{
    AnswerFromKeys, AnyGenerate, CluePosition, ClueSlot, DrawOptions, Example, Explain, FactState,
    Format, KindInfo, LineSum, PlayInfo, Program, Puzzle, Rule, Viewpoint, Violation,
    tokens::{self, Token},
};

/// Magic squares: rows, columns and both diagonals have the same sum.
#[derive(Debug)]
pub struct Magic;

/// A square with its given cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    n: usize,
    clues: Vec<Option<i32>>,
}

impl Instance {
    /// An empty square of order `n`.
    pub fn empty(n: usize) -> Instance {
        Instance {
            n,
            clues: vec![None; n * n],
        }
    }

    fn cell(&self, at: usize) -> Cell {
        Cell::new(at / self.n, at % self.n)
    }

    /// The magic constant: the sum of each row, column and diagonal.
    fn sum(&self) -> i64 {
        let n = self.n as i64;
        n * (n * n + 1) / 2
    }

    /// Rows, columns and diagonals.
    fn lines(&self) -> Vec<Vec<usize>> {
        let n = self.n;
        let mut lines: Vec<Vec<usize>> = Vec::with_capacity(2 * n + 2);
        for i in 0..n {
            lines.push((0..n).map(|k| i * n + k).collect());
            lines.push((0..n).map(|k| k * n + i).collect());
        }
        lines.push((0..n).map(|k| k * n + k).collect());
        lines.push((0..n).map(|k| k * n + n - 1 - k).collect());
        lines
    }
}

/// Reads `order N`, or the cells of a square with `.` for an open cell.
fn read(text: &str) -> Result<Instance, Diagnostic> {
    let tokens = tokens::tokens(text);
    if let [word, rest @ ..] = &tokens[..]
        && word.text == "order"
    {
        let [order] = rest else {
            let what = "expected one number after `order`";
            return Err(Diagnostic::error(what, word.span));
        };
        let n = tokens::number(*order, 1, 1000)?;
        return Ok(Instance::empty(n as usize));
    }
    // A word among the cells is more likely a misspelt `order 4` than a cell.
    let is_word = |token: &&Token<'_>| token.text.starts_with(char::is_alphabetic);
    if let Some(&word) = tokens.iter().find(is_word) {
        return Err(tokens::expected(
            "`order` and a number, or the cells of a square",
            word,
        ));
    }
    let n = tokens.len().isqrt();
    if n == 0 || n * n != tokens.len() {
        let what = format!(
            "a square has as many rows as columns, but this has {} cells",
            tokens.len()
        );
        return Err(tokens::error(what, text));
    }
    let clues: Result<Vec<Option<i32>>, Diagnostic> = tokens
        .into_iter()
        .map(|token| match token.text {
            "." => Ok(None),
            _ => tokens::number(token, 1, (n * n) as i32).map(Some),
        })
        .collect();
    Ok(Instance { n, clues: clues? })
}

/// Reads the cells of a square as large as an instance.
fn read_same_size(instance: &Instance, text: &str) -> Result<Vec<Option<i32>>, Diagnostic> {
    let square = read(text)?;
    match square.n == instance.n {
        true => Ok(square.clues),
        false => {
            let what = format!("the square has {} rows, not {}", instance.n, square.n);
            Err(tokens::error(what, text))
        }
    }
}

fn print_cells(n: usize, cells: &[Option<i32>]) -> String {
    let width = (n * n).to_string().len();
    let print = |row: &[Option<i32>]| {
        let word = |cell| format!("{:>width$}", number_cells::word(cell, "."));
        let words: Vec<String> = row.iter().map(word).collect();
        words.join(" ") + "\n"
    };
    cells.chunks(n.max(1)).map(print).collect()
}

impl Puzzle for Magic {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "magic",
        title: "Magic Square",
        rules: "Fill the square with the numbers from 1 on, each once, so that every row, every column and both diagonals have the same sum.",
        examples: &[
            Example::new("order 1", "order 1", 1),
            Example::new("order 2", "order 2", 0),
            Example::new("order 3", "order 3", 8),
            Example::new("partly given", "16 . . .\n. . . 8\n9 . . .\n. . . 1\n", 6),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<Magic>] = &[&cells::VIEWPOINT];
    const RULES: &'static [Rule] = &[cells::FRENICLE];

    const PROGRAMS: &'static [Program<Magic>] = programs::ALL;
    const FORMATS: &'static [Format<Magic>] = formats::ALL;
    const EXPLAIN: Explain<Magic> = Explain {
        premises: premises::premises,
        case_splits: premises::case_splits,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Magic>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        read(text)
    }

    fn print(instance: &Instance) -> String {
        print_cells(instance.n, &instance.clues)
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        if rows != cols {
            return Err(format!(
                "a square has as many rows as columns, not {rows} and {cols}"
            ));
        }
        Ok(Instance::empty(rows))
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        Answer::read(text, read_same_size(instance, text)?)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        let cells = read_same_size(instance, text)?;
        Ok(number_cells::marked(&cells, cells.len()))
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        print_cells(instance.n, &answer.cells())
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let n = instance.n;
        let mut numbers = answer.0.clone();
        numbers.sort_unstable();
        if numbers != (1..=(n * n) as i32).collect::<Vec<_>>() {
            return Err(Violation(format!(
                "the numbers are not 1 to {}, each once",
                n * n
            )));
        }
        for (at, clue) in instance.clues.iter().enumerate() {
            if clue.is_some_and(|clue| clue != answer.0[at]) {
                let (row, col) = (at / n + 1, at % n + 1);
                return Err(Violation(format!(
                    "row {row}, column {col} has {}, not its clue",
                    answer.0[at]
                )));
            }
        }
        let required = (n * (n * n + 1) / 2) as i32;
        let number = |row: usize, col: usize| answer.0[row * n + col];
        for i in 0..n {
            for (name, sum) in [
                ("row", (0..n).map(|k| number(i, k)).sum::<i32>()),
                ("column", (0..n).map(|k| number(k, i)).sum()),
            ] {
                if sum != required {
                    return Err(Violation(format!(
                        "{name} {} has the sum {sum}, not {required}",
                        i + 1
                    )));
                }
            }
        }
        let falling: i32 = (0..n).map(|k| number(k, k)).sum();
        let rising: i32 = (0..n).map(|k| number(n - 1 - k, k)).sum();
        for (name, sum) in [("falling", falling), ("rising", rising)] {
            if sum != required {
                return Err(Violation(format!(
                    "the {name} diagonal has the sum {sum}, not {required}"
                )));
            }
        }
        Ok(())
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        let n = instance.n;
        let cells = (0..n * n).map(|at| instance.cell(at));
        number_cells::facts(cells, n * n)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[fact.cell.row * instance.n + fact.cell.col] == fact.number
    }

    fn known(instance: &Instance, answer: &Answer) -> Vec<FactState> {
        number_cells::known(answer, instance.n * instance.n)
    }

    fn n_facts(instance: &Instance) -> usize {
        instance.clues.len().saturating_mul(instance.clues.len())
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let n = instance.clues.len();
        let cells = (0..n).map(|at| instance.cell(at));
        number_cells::clue_slots(cells, &instance.clues, n)
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let n = instance.n;
        let cell = position.cell().filter(|cell| cell.row < n && cell.col < n);
        let cell = cell.ok_or_else(|| position.no_place())?;
        let mut changed = instance.clone();
        changed.clues[cell.row * n + cell.col] = number_cells::read_clue(clue, n * n)?;
        Ok(changed)
    }

    fn play(instance: &Instance) -> PlayInfo {
        let n = instance.n;
        let name = |at: usize| match at {
            at if at < 2 * n && at % 2 == 0 => format!("row {}", at / 2 + 1),
            at if at < 2 * n => format!("column {}", at / 2 + 1),
            at if at == 2 * n => "the falling diagonal".to_owned(),
            _ => "the rising diagonal".to_owned(),
        };
        let lines = instance.lines().into_iter().enumerate();
        let sums = lines.map(|(at, line)| LineSum {
            name: name(at),
            cells: line.into_iter().map(|at| instance.cell(at)).collect(),
            total: instance.sum(),
        });
        PlayInfo {
            sums: sums.collect(),
            ..PlayInfo::default()
        }
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let n = instance.n;
        let mut board = Board::new(n, n);
        for (at, clue) in instance.clues.iter().enumerate() {
            number_cells::draw(
                &mut board,
                instance.cell(at),
                *clue,
                options,
                at * n * n,
                n * n,
            );
        }
        options.mark(&mut board);
        board
    }
}
