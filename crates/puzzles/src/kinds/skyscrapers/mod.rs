//! Skyscrapers: a Latin square of heights, with the number of buildings that are visible from some sides.
//!
//! One viewpoint, `cells`: a variable is the height in a cell. Rows and columns are all different, and a clue is a finite automaton that reads its line and keeps the greatest
//! height so far and how many were visible.

mod formats;
mod generate;
mod premises;

use std::sync::Arc;

use gridwright_constraints::{Automaton, regular};
use gridwright_fd::{Model, Var};
use gridwright_grid::board::Board;
use gridwright_grid::{Cell, Direction};
use gridwright_term::Diagnostic;

pub use crate::blocks::number_cells::{Answer, Fact};

use crate::blocks::{headed_text, latin, number_cells};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, DrawOptions, Example,
    Explain, FactState, Format, Formulated, KindInfo, Puzzle, Viewpoint, Violation,
    tokens::{self, Token},
};

/// Skyscrapers: a Latin square seen from outside.
#[derive(Debug)]
pub struct Skyscrapers;

/// A square with its given heights and the clues around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    n: usize,
    clues: Vec<Option<i32>>,
    /// The clues of each side of [`Side::ALL`].
    sides: [Vec<Option<i32>>; 4],
}

/// The side of the board from which a line is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

impl Side {
    const ALL: [Side; 4] = [Side::Top, Side::Bottom, Side::Left, Side::Right];

    fn word(self) -> &'static str {
        match self {
            Side::Top => "top",
            Side::Bottom => "bottom",
            Side::Left => "left",
            Side::Right => "right",
        }
    }

    /// The cells of a line as seen from this side, the nearest first.
    fn line(self, n: usize, line: usize) -> Vec<usize> {
        let cell = |k: usize| match self {
            Side::Top => k * n + line,
            Side::Bottom => (n - 1 - k) * n + line,
            Side::Left => line * n + k,
            Side::Right => line * n + n - 1 - k,
        };
        (0..n).map(cell).collect()
    }

    /// The direction in which one looks from this side.
    fn direction(self) -> Direction {
        match self {
            Side::Top => Direction::South,
            Side::Bottom => Direction::North,
            Side::Left => Direction::East,
            Side::Right => Direction::West,
        }
    }
}

impl Instance {
    /// A square without clues.
    fn empty(n: usize) -> Instance {
        Instance {
            n,
            clues: vec![None; n * n],
            sides: Side::ALL.map(|_| vec![None; n]),
        }
    }

    fn cell(&self, at: usize) -> Cell {
        latin::cell(self.n, at)
    }

    /// The clues around the board: the side, the number of the line, the clue.
    fn views(&self) -> impl Iterator<Item = (Side, usize, i32)> {
        Side::ALL
            .into_iter()
            .zip(&self.sides)
            .flat_map(|(side, clues)| {
                let clues = clues.iter().enumerate();
                clues.filter_map(move |(line, clue)| Some((side, line, (*clue)?)))
            })
    }

    /// Where a clue around the board stands.
    fn position(&self, side: Side, line: usize) -> CluePosition {
        let first = self.cell(side.line(self.n, line)[0]);
        CluePosition::Outside(first, side.direction())
    }
}

impl Puzzle for Skyscrapers {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "skyscrapers",
        title: "Skyscrapers",
        rules: "Fill every row and every column with the heights from 1 to the number of rows, each once. A number outside is how many buildings are visible from there: \
                higher buildings hide lower ones behind them.",
        examples: &[
            Example::new(
                "a first board",
                "skyscrapers\nbottom . 1 3 .\nleft . 4 . .\nright . . 3 .\n. . . .\n. . . .\n. . . .\n. . . .\n",
                1,
            ),
            Example::new(
                "one view",
                "skyscrapers\nleft 3 . .\n. . .\n. . .\n. . .\n",
                2,
            ),
            Example::new("two towers", "skyscrapers\ntop 1 1\n. .\n. .\n", 0),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<Skyscrapers>] = &[&CELLS];

    const FORMATS: &'static [Format<Skyscrapers>] = formats::ALL;
    const EXPLAIN: Explain<Skyscrapers> = Explain {
        premises: premises::premises,
        suggest: premises::suggest,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Skyscrapers>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);
    const BOARDS: &'static str = include_str!("boards.txt");

    /// Reads the line `skyscrapers`, lines `top`, `bottom`, `left` and `right` with a number or `.` for each line, and the cells.
    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        let (rest, lines) = headed_text::read(text, Skyscrapers::INFO.id)?;
        headed_text::nothing_after(&rest)?;
        let side_of = |line: &[Token<'_>]| {
            let mut sides = Side::ALL.iter();
            sides.position(|side| side.word() == line[0].text)
        };
        let (views, cells): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|line| side_of(line).is_some());
        let cells = headed_text::cell_rows(cells);
        let n = cells.len();
        if n == 0 || n > latin::MAX_SIDE {
            let what = format!("a board has from 1 to {} rows, not {n}", latin::MAX_SIDE);
            return Err(tokens::error(what, text));
        }
        let mut instance = Instance::empty(n);
        for line in &views {
            let side = side_of(line).expect("it was chosen by its side");
            instance.sides[side] = headed_text::numbers(line, n, n as i32)?;
            // Zero is no clue.
            for clue in &mut instance.sides[side] {
                *clue = clue.filter(|&clue| clue > 0);
            }
        }
        for (row, line) in cells.iter().enumerate() {
            if line.len() != n {
                let what = format!(
                    "this row has {} cells, but the board has {n} rows",
                    line.len()
                );
                return Err(Diagnostic::error(what, tokens::span_of(line)));
            }
            for (col, &token) in line.iter().enumerate() {
                instance.clues[row * n + col] = match token.text {
                    "." => None,
                    _ => Some(tokens::number(token, 1, n as i32)?),
                };
            }
        }
        Ok(instance)
    }

    fn print(instance: &Instance) -> String {
        let mut text = format!("{}\n", Skyscrapers::INFO.id);
        for (side, clues) in Side::ALL.into_iter().zip(&instance.sides) {
            if clues.iter().any(Option::is_some) {
                text += &headed_text::line(side.word(), clues);
            }
        }
        text + &number_cells::print(instance.n, &instance.clues)
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        latin::side(rows, cols).map(Instance::empty)
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        Answer::read(text, latin::read_cells(instance.n, text)?)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        let cells = latin::read_cells(instance.n, text)?;
        Ok(number_cells::marked(&cells, instance.n))
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        number_cells::print(instance.n, &answer.cells())
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let n = instance.n;
        let height = |row: usize, col: usize| answer.0[row * n + col];
        for row in 0..n {
            for col in 0..n {
                let here = height(row, col);
                if !(1..=n as i32).contains(&here) {
                    return Err(Violation(format!("r{}c{} is {here}", row + 1, col + 1)));
                }
                if instance.clues[row * n + col].is_some_and(|clue| clue != here) {
                    let what = format!("r{}c{} is {here}, not its clue", row + 1, col + 1);
                    return Err(Violation(what));
                }
                if (0..col).any(|other| height(row, other) == here) {
                    return Err(Violation(format!("row {} has {here} twice", row + 1)));
                }
                if (0..row).any(|other| height(other, col) == here) {
                    return Err(Violation(format!("column {} has {here} twice", col + 1)));
                }
            }
        }
        let [top, bottom, left, right] = &instance.sides;
        for i in 0..n {
            let down: Vec<i32> = (0..n).map(|k| height(k, i)).collect();
            let across: Vec<i32> = (0..n).map(|k| height(i, k)).collect();
            let back = |line: &[i32]| line.iter().rev().copied().collect::<Vec<_>>();
            for (line, clue, from, what) in [
                (down.clone(), top[i], "the top", "column"),
                (back(&down), bottom[i], "the bottom", "column"),
                (across.clone(), left[i], "the left", "row"),
                (back(&across), right[i], "the right", "row"),
            ] {
                let visible = (0..n).filter(|&k| line[..k].iter().all(|&other| other < line[k]));
                let visible = visible.count() as i32;
                if clue.is_some_and(|clue| clue != visible) {
                    return Err(Violation(format!(
                        "{what} {} shows {visible} from {from}, not as many as its clue",
                        i + 1
                    )));
                }
            }
        }
        Ok(())
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        let n = instance.n;
        number_cells::facts((0..n * n).map(|at| latin::cell(n, at)), n)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[fact.cell.row * instance.n + fact.cell.col] == fact.number
    }

    fn n_facts(instance: &Instance) -> usize {
        instance.n.pow(3)
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let n = instance.n;
        let slot = |position: CluePosition, clue: &Option<i32>| {
            ClueSlot::new(
                position,
                number_cells::word(clue, ""),
                ClueEntry::numbers(1, n as i32),
            )
        };
        let mut slots = Vec::with_capacity(n * n + 4 * n);
        for (at, clue) in instance.clues.iter().enumerate() {
            slots.push(slot(CluePosition::Cell(instance.cell(at)), clue));
        }
        for (side, clues) in Side::ALL.into_iter().zip(&instance.sides) {
            for (line, clue) in clues.iter().enumerate() {
                slots.push(slot(instance.position(side, line), clue));
            }
        }
        slots
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let n = instance.n;
        let mut changed = instance.clone();
        if let CluePosition::Cell(cell) = position
            && cell.row < n
            && cell.col < n
        {
            changed.clues[cell.row * n + cell.col] = headed_text::clue_number(clue, 1, n as i32)?;
            return Ok(changed);
        }
        for (i, side) in Side::ALL.into_iter().enumerate() {
            for line in 0..n {
                if instance.position(side, line) == position {
                    changed.sides[i][line] = headed_text::clue_number(clue, 1, n as i32)?;
                    return Ok(changed);
                }
            }
        }
        Err(position.no_place())
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let n = instance.n;
        let mut board = Board::new(n, n);
        for (at, clue) in instance.clues.iter().enumerate() {
            number_cells::draw(&mut board, instance.cell(at), *clue, options, at * n, n);
        }
        let labels = |side: usize| match instance.sides[side].iter().any(Option::is_some) {
            true => {
                let clues = instance.sides[side].iter();
                clues.map(|clue| number_cells::word(clue, "")).collect()
            }
            false => Vec::new(),
        };
        board.margins.top = labels(0);
        board.margins.bottom = labels(1);
        board.margins.left = labels(2);
        board.margins.right = labels(3);
        options.mark(&mut board);
        board
    }
}

const CELLS: Viewpoint<Skyscrapers> = Viewpoint::new("cells", "the height in a cell", formulate);

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Skyscrapers> {
    let n = instance.n;
    let cells = latin::post(n, &instance.clues, model)?;
    let mut automata: Vec<Option<Arc<Automaton>>> = vec![None; n + 1];
    for (side, line, clue) in instance.views() {
        let clue = clue as usize;
        let automaton = automata[clue].get_or_insert_with(|| Arc::new(visible(n, clue)));
        let views: Vec<Var> = side.line(n, line).into_iter().map(|at| cells[at]).collect();
        model.post(regular(&views, Arc::clone(automaton)))?;
    }
    Ok(number_cells::formulation(cells, n))
}

/// The automaton of lines that show `clue` of the heights 1 to `n`. A state is the greatest height so far and the number of visible buildings.
fn visible(n: usize, clue: usize) -> Automaton {
    let state = |greatest: usize, seen: usize| greatest * (clue + 1) + seen;
    let mut automaton = Automaton::new((n + 1) * (clue + 1), state(0, 0), 1..=n as i32);
    for greatest in 0..=n {
        for seen in 0..=clue {
            for height in 1..=n {
                let (from, symbol) = (state(greatest, seen), height as i32);
                if height < greatest {
                    automaton = automaton.arc(from, symbol, from);
                } else if height > greatest && seen < clue {
                    automaton = automaton.arc(from, symbol, state(height, seen + 1));
                }
            }
        }
    }
    automaton.accept(state(n, clue))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The automaton accepts exactly the permutations that show the wanted number.
    #[test]
    fn automata_count_visible_buildings() {
        let n = 5;
        for clue in 1..=n {
            let automaton = visible(n, clue);
            for code in 0..3125 {
                let line: Vec<i32> = (0..5).map(|i| code / 5_i32.pow(i) % 5 + 1).collect();
                let distinct = (0..n).all(|k| !line[..k].contains(&line[k]));
                if !distinct {
                    continue;
                }
                let seen = (0..n)
                    .filter(|&k| line[..k].iter().all(|&other| other < line[k]))
                    .count();
                assert_eq!(
                    automaton.accepts(line.clone()),
                    seen == clue,
                    "{line:?} {clue}"
                );
            }
        }
    }
}
