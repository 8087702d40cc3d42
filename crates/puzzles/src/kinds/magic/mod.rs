//! Magic squares of any order, partly given or not.
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

pub use crate::blocks::number_cells::Fact;

use crate::blocks::number_cells;
use crate::contract::{
    Argument, Card, Example, Format, Known, Making, Premise, Program, Puzzle, Rule, Shown,
    StepText, Viewpoint, Violation,
    tokens::{self, Token},
};

/// Rows, columns and both diagonals have the same sum.
#[derive(Debug)]
pub struct Magic;

/// A square with what is given of it.
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

    /// The order.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The sum of a row.
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

/// A full square, row by row.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Answer(pub Vec<i32>);

/// Reads `order N`, or the cells of a square with `.` for what is open.
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
    // A word among the cells is a slip in `order 4` rather than a square of another size.
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
        return Err(Diagnostic::error(what, tokens::whole(text)));
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

fn print_cells(n: usize, cells: &[Option<i32>]) -> String {
    let width = (n * n).to_string().len();
    let mut text = String::new();
    for row in cells.chunks(n.max(1)) {
        let row: Vec<String> = row
            .iter()
            .map(|cell| {
                format!(
                    "{:>width$}",
                    cell.map_or(".".to_owned(), |number| number.to_string())
                )
            })
            .collect();
        text += &row.join(" ");
        text.push('\n');
    }
    text
}

impl Puzzle for Magic {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const CARD: Card = Card {
        id: "magic",
        title: "Magic Square",
        rules: "Fill the square with the numbers from 1 on, each once, so that every row, every column and both diagonals have the same sum.",
        examples: &[
            Example {
                name: "order 1",
                text: "order 1",
                answers: 1,
            },
            Example {
                name: "order 2",
                text: "order 2",
                answers: 0,
            },
            Example {
                name: "order 3",
                text: "order 3",
                answers: 8,
            },
            Example {
                name: "partly given",
                text: "16 . . .\n. . . 8\n9 . . .\n. . . 1\n",
                answers: 6,
            },
        ],
    };
    const VIEWPOINTS: &'static [&'static dyn Viewpoint<Magic>] = &[&cells::Cells];
    const RULES: &'static [Rule] = &[cells::FRENICLE];

    const PROGRAMS: &'static [Program<Magic>] = programs::ALL;
    const FORMATS: &'static [&'static dyn Format<Magic>] = &[&formats::Code];
    const MAKING: Option<Making> = Some(Making::of::<Magic>());

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
        let square = read(text)?;
        let cells: Option<Vec<i32>> = square.clues.into_iter().collect();
        match cells {
            Some(cells) if square.n == instance.n => Ok(Answer(cells)),
            Some(_) => {
                let what = format!("the square has {} rows, not {}", instance.n, square.n);
                Err(Diagnostic::error(what, tokens::whole(text)))
            }
            None => Err(Diagnostic::error(
                "an answer has no open cells",
                tokens::whole(text),
            )),
        }
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<Known>, Diagnostic> {
        let square = read(text)?;
        if square.n != instance.n {
            let what = format!("the square has {} rows, not {}", instance.n, square.n);
            return Err(Diagnostic::error(what, tokens::whole(text)));
        }
        Ok(number_cells::marked(&square.clues, square.n * square.n))
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        let cells: Vec<Option<i32>> = answer.0.iter().copied().map(Some).collect();
        print_cells(instance.n, &cells)
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
        let wanted = (n * (n * n + 1) / 2) as i32;
        let number = |row: usize, col: usize| answer.0[row * n + col];
        for i in 0..n {
            for (name, sum) in [
                ("row", (0..n).map(|k| number(i, k)).sum::<i32>()),
                ("column", (0..n).map(|k| number(k, i)).sum()),
            ] {
                if sum != wanted {
                    return Err(Violation(format!(
                        "{name} {} has the sum {sum}, not {wanted}",
                        i + 1
                    )));
                }
            }
        }
        let falling: i32 = (0..n).map(|k| number(k, k)).sum();
        let rising: i32 = (0..n).map(|k| number(n - 1 - k, k)).sum();
        for (name, sum) in [("falling", falling), ("rising", rising)] {
            if sum != wanted {
                return Err(Violation(format!(
                    "the {name} diagonal has the sum {sum}, not {wanted}"
                )));
            }
        }
        Ok(())
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        let n = instance.n;
        let cells = (0..n * n).map(|at| Cell::new(at / n, at % n));
        number_cells::facts(cells, n * n)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[fact.cell.row * instance.n + fact.cell.col] == fact.number
    }

    fn n_facts(instance: &Instance) -> usize {
        instance.clues.len().saturating_mul(instance.clues.len())
    }

    fn label(fact: &Fact) -> String {
        fact.number.to_string()
    }

    fn cells(fact: &Fact) -> Vec<Cell> {
        vec![fact.cell]
    }

    fn draw(instance: &Instance, shown: &Shown<'_>) -> Board {
        let n = instance.n;
        let mut board = Board::new(n, n);
        for (at, clue) in instance.clues.iter().enumerate() {
            let cell = Cell::new(at / n, at % n);
            number_cells::draw(&mut board, cell, *clue, shown, at * n * n, n * n);
        }
        shown.point_out(&mut board);
        board
    }

    fn premises(instance: &Instance) -> Vec<Premise> {
        premises::premises(instance)
    }

    fn together(instance: &Instance, known: &[Known]) -> Vec<Vec<usize>> {
        premises::together(instance, known)
    }

    fn say(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
        premises::say(instance, argument)
    }
}
