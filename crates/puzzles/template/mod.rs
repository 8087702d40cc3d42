//! A template for a new kind: Latin squares with given cells. Every part of the contract is here once, in its smallest form.
//!
//! One viewpoint, `cells`: the number in a cell.

mod cells;
mod formats;
mod generate;
mod premises;

use gridwright_grid::board::Board;
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

pub use crate::blocks::number_cells::{Answer, Fact};

use crate::blocks::number_cells;
use crate::contract::{
    AnyGenerate, CluePosition, ClueSlot, DrawOptions, Example, Explain, FactState, Format,
    KindInfo, Puzzle, Viewpoint, Violation, tokens,
};

/// Latin squares: every row and column has each number once.
#[derive(Debug)]
pub struct Template;

/// A square with its given cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    /// The clue of each cell, row by row.
    clues: Vec<Option<i32>>,
}

impl Instance {
    /// A square without clues.
    fn empty(n: usize) -> Result<Instance, String> {
        let grid = Grid::new(n, n).map_err(|error| error.to_string())?;
        let clues = vec![None; grid.n_cells()];
        Ok(Instance { grid, clues })
    }

    /// The number of rows, which is also the largest number.
    fn n(&self) -> usize {
        self.grid.rows()
    }

    /// The cells of every row and every column, by index, each with its name.
    fn lines(&self) -> Vec<(String, Vec<usize>)> {
        let index = |cell: Cell| self.grid.index(cell);
        let rows = (0..self.n()).map(|row| {
            let cells = self.grid.row(row).map(index);
            (format!("row {}", row + 1), cells.collect())
        });
        let cols = (0..self.n()).map(|col| {
            let cells = self.grid.col(col).map(index);
            (format!("column {}", col + 1), cells.collect())
        });
        rows.chain(cols).collect()
    }

    /// Reads the numbers of a square: `.` is an open cell.
    fn parse_cells(text: &str) -> Result<Instance, Diagnostic> {
        let rows = tokens::rows(text);
        let grid = tokens::grid(text, &rows)?;
        if grid.rows() != grid.cols() {
            let what = format!(
                "a square has as many rows as columns, not {} and {}",
                grid.rows(),
                grid.cols()
            );
            return Err(tokens::error(what, text));
        }
        let clue = |token: tokens::Token<'_>| match token.text {
            "." => Ok(None),
            _ => tokens::number(token, 1, grid.rows() as i32).map(Some),
        };
        let clues = rows.into_iter().flatten().map(clue);
        let clues = clues.collect::<Result<_, _>>()?;
        Ok(Instance { grid, clues })
    }

    /// Reads the numbers of a square of the same size.
    fn parse_same_size(&self, text: &str) -> Result<Vec<Option<i32>>, Diagnostic> {
        let read = Instance::parse_cells(text)?;
        match read.grid == self.grid {
            true => Ok(read.clues),
            false => {
                let what = format!("the square has {} rows, not {}", self.n(), read.n());
                Err(tokens::error(what, text))
            }
        }
    }
}

impl Puzzle for Template {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "template",
        title: "Latin Square",
        rules: "Fill the square so that every row and every column has each number once.",
        examples: &[
            Example::new("one answer", "1 . .\n. . 3\n. . .\n", 1),
            Example::new("order 3", ". . .\n. . .\n. . .\n", 12),
            Example::new("twice in a row", "1 1\n. .\n", 0),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<Template>] = &[&cells::VIEWPOINT];
    const FORMATS: &'static [Format<Template>] = formats::ALL;
    const EXPLAIN: Explain<Template> = Explain {
        premises: premises::premises,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Template>());

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        Instance::parse_cells(text)
    }

    fn print(instance: &Instance) -> String {
        number_cells::print(instance.n(), &instance.clues)
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        match rows == cols {
            true => Instance::empty(rows),
            false => Err(format!(
                "a square has as many rows as columns, not {rows} and {cols}"
            )),
        }
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        Answer::read(text, instance.parse_same_size(text)?)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        let cells = instance.parse_same_size(text)?;
        Ok(number_cells::marked(&cells, instance.n()))
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        number_cells::print(instance.n(), &answer.cells())
    }

    /// Checks the clues, then rows and columns, by coordinates alone.
    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let n = instance.n();
        for (at, clue) in instance.clues.iter().enumerate() {
            if clue.is_some_and(|clue| clue != answer.0[at]) {
                let cell = Cell::new(at / n, at % n);
                let number = answer.0[at];
                return Err(Violation(format!("{cell} has {number}, not its clue")));
            }
        }
        for line in 0..n {
            for (name, is_row) in [("row", true), ("column", false)] {
                let mut seen = vec![false; n + 1];
                for k in 0..n {
                    let at = if is_row { line * n + k } else { k * n + line };
                    let number = answer.0[at];
                    let known = usize::try_from(number).ok();
                    match known.and_then(|number| seen.get_mut(number)) {
                        Some(seen) if !*seen && number > 0 => *seen = true,
                        _ => {
                            let line = line + 1;
                            return Err(Violation(format!("{name} {line} has {number} twice")));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        number_cells::facts(instance.grid.cells(), instance.n())
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[instance.grid.index(fact.cell)] == fact.number
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        number_cells::clue_slots(instance.grid.cells(), &instance.clues, instance.n())
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let cell = position.cell_of(&instance.grid)?;
        let mut changed = instance.clone();
        changed.clues[instance.grid.index(cell)] = number_cells::read_clue(clue, instance.n())?;
        Ok(changed)
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let n = instance.n();
        let mut board = Board::new(n, n);
        for (at, (cell, clue)) in instance.grid.cells().zip(&instance.clues).enumerate() {
            number_cells::draw(&mut board, cell, *clue, options, at * n, n);
        }
        options.mark(&mut board);
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_judge_names_the_broken_rule() {
        let instance = Template::parse("1 . .\n. . 3\n. . .\n").expect("a square");
        let check = |text: &str| {
            let answer = Template::parse_answer(&instance, text).expect("a full square");
            Template::check(&instance, &answer).map_err(|violation| violation.0)
        };
        assert_eq!(check("1 3 2\n2 1 3\n3 2 1\n"), Ok(()));
        let twice = Err("column 1 has 1 twice".to_owned());
        assert_eq!(check("1 2 3\n1 2 3\n3 1 2\n"), twice);
        let clue = Err("r1c1 has 2, not its clue".to_owned());
        assert_eq!(check("2 1 3\n1 3 2\n3 2 1\n"), clue);
    }

    #[test]
    fn invalid_texts_are_errors_with_a_position() {
        let check = |text: &str, expected: &str| {
            let error = Template::parse(text).expect_err("an invalid square");
            let shown = error.render(text, "text");
            assert_eq!(shown.lines().next(), Some(expected));
        };
        check(
            "1 .\n. 3\n",
            "text:2:3: error: expected a number from 1 to 2, found `3`",
        );
        check(
            "1 . .\n. . .\n",
            "text:1:1: error: a square has as many rows as columns, not 2 and 3",
        );
    }
}
