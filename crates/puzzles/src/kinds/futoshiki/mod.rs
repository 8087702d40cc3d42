//! Futoshiki: a Latin square with given numbers and signs between neighbours.
//!
//! One viewpoint, `cells`: a variable is the number in a cell. Rows and columns are all different, and a sign is one comparison.

mod formats;
mod generate;
mod premises;

use gridwright_constraints::less;
use gridwright_fd::Model;
use gridwright_grid::board::{Board, Form, Shape};
use gridwright_grid::{Border, Cell};
use gridwright_term::Diagnostic;

pub use crate::blocks::number_cells::{Answer, Fact};

use crate::blocks::{headed_text, latin, number_cells};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, ClueSymbol,
    DrawOptions, Example, Explain, FactState, Format, Formulated, KindInfo, Puzzle, Viewpoint,
    Violation,
    tokens::{self, Token},
};

/// Futoshiki: a Latin square with inequality signs.
#[derive(Debug)]
pub struct Futoshiki;

/// A square with its given numbers and signs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    n: usize,
    clues: Vec<Option<i32>>,
    /// The sign of each pair of neighbours, in the order of [`pairs`].
    signs: Vec<Option<Sign>>,
}

/// How the first of two neighbours, in reading order, compares with the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Less,
    Greater,
}

/// The pairs of neighbours of a square: each cell with the next of its row, then with the next of its column.
fn pairs(n: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::with_capacity(2 * n * n);
    for at in 0..n * n {
        if at % n + 1 < n {
            pairs.push((at, at + 1));
        }
        if at / n + 1 < n {
            pairs.push((at, at + n));
        }
    }
    pairs
}

impl Instance {
    /// A square without clues.
    fn empty(n: usize) -> Instance {
        Instance {
            n,
            clues: vec![None; n * n],
            signs: vec![None; pairs(n).len()],
        }
    }

    fn cell(&self, at: usize) -> Cell {
        latin::cell(self.n, at)
    }

    /// The signs as pairs of cells, the smaller one first.
    fn comparisons(&self) -> Vec<(usize, usize)> {
        let signs = pairs(self.n).into_iter().zip(&self.signs);
        let compared = signs.filter_map(|((a, b), sign)| match sign {
            Some(Sign::Less) => Some((a, b)),
            Some(Sign::Greater) => Some((b, a)),
            None => None,
        });
        compared.collect()
    }
}

/// The side of a pair of neighbours.
fn border(n: usize, (a, b): (usize, usize)) -> Border {
    match b == a + 1 {
        true => Border::right_of(latin::cell(n, a)),
        false => Border::below(latin::cell(n, a)),
    }
}

const BESIDE: [ClueSymbol; 2] = [
    ClueSymbol::clue("<", "the left cell is smaller"),
    ClueSymbol::clue(">", "the left cell is greater"),
];

const STACKED: [ClueSymbol; 2] = [
    ClueSymbol::clue("^", "the upper cell is smaller"),
    ClueSymbol::clue("v", "the upper cell is greater"),
];

/// The symbols for the sign of a pair: first the one for less.
fn symbols((a, b): (usize, usize)) -> &'static [ClueSymbol; 2] {
    if b == a + 1 { &BESIDE } else { &STACKED }
}

fn sign_text(pair: (usize, usize), sign: Option<Sign>) -> &'static str {
    match sign {
        Some(Sign::Less) => symbols(pair)[0].text,
        Some(Sign::Greater) => symbols(pair)[1].text,
        None => "",
    }
}

fn read_sign(pair: (usize, usize), text: &str) -> Option<Sign> {
    match symbols(pair).iter().position(|symbol| symbol.text == text) {
        Some(0) => Some(Sign::Less),
        Some(_) => Some(Sign::Greater),
        None => None,
    }
}

/// Reads the line `futoshiki` and the rows: cells with `<` or `>` between two of them. A line with `^` or `v` has one word for each column and is about the rows above and
/// below it; `.` is no sign there.
fn read(text: &str) -> Result<Instance, Diagnostic> {
    let (rest, lines) = headed_text::read(text, Futoshiki::INFO.id)?;
    headed_text::nothing_after(&rest)?;
    let is_between = |line: &[Token<'_>]| line.iter().any(|token| ["^", "v"].contains(&token.text));
    let n = lines.iter().filter(|line| !is_between(line)).count();
    if n == 0 || n > latin::MAX_SIDE {
        let what = format!("a board has from 1 to {} rows, not {n}", latin::MAX_SIDE);
        return Err(tokens::error(what, text));
    }
    let mut instance = Instance::empty(n);
    let pairs = pairs(n);
    let index = |pair: (usize, usize)| pairs.iter().position(|known| *known == pair);
    let mut row = 0;
    for line in &lines {
        if is_between(line) {
            if row == 0 || row == n {
                let what = "signs between rows stand between two rows";
                return Err(Diagnostic::error(what, tokens::span_of(line)));
            }
            if line.len() != n {
                let what = format!(
                    "expected a sign or `.` for each of {n} columns, found {}",
                    line.len()
                );
                return Err(Diagnostic::error(what, tokens::span_of(line)));
            }
            for (col, &token) in line.iter().enumerate() {
                let pair = ((row - 1) * n + col, row * n + col);
                let sign = read_sign(pair, token.text);
                if sign.is_none() && token.text != "." {
                    return Err(tokens::expected("`^`, `v` or `.`", token));
                }
                if let (Some(at), Some(_)) = (index(pair), sign) {
                    instance.signs[at] = sign;
                }
            }
            continue;
        }
        let mut col = 0;
        let mut pending: Option<(Token<'_>, usize)> = None;
        for &token in line {
            if ["<", ">"].contains(&token.text) {
                if col == 0 || col == n || pending.is_some() {
                    return Err(tokens::expected("a sign between two cells only", token));
                }
                let pair = (row * n + col - 1, row * n + col);
                let at = index(pair).expect("both cells are on the board");
                instance.signs[at] = read_sign(pair, token.text);
                pending = Some((token, at));
                continue;
            }
            if col == n {
                let what = format!("this row has more than {n} cells, as many as there are rows");
                return Err(Diagnostic::error(what, tokens::span_of(line)));
            }
            instance.clues[row * n + col] = match token.text {
                "." => None,
                _ => Some(tokens::number(token, 1, n as i32)?),
            };
            pending = None;
            col += 1;
        }
        if col < n {
            let what = format!("this row has {col} cells, but the board has {n} rows");
            return Err(Diagnostic::error(what, tokens::span_of(line)));
        }
        row += 1;
    }
    Ok(instance)
}

fn print(instance: &Instance) -> String {
    let n = instance.n;
    let width = n.to_string().len();
    let mut text = format!("{}\n", Futoshiki::INFO.id);
    let mut signs = pairs(n).into_iter().zip(&instance.signs).peekable();
    for row in 0..n {
        let mut line = String::new();
        let mut between = Vec::new();
        for col in 0..n {
            let at = row * n + col;
            line += &format!("{:>width$}", number_cells::word(&instance.clues[at], "."));
            while let Some((pair, sign)) = signs.next_if(|((a, _), _)| *a == at) {
                let text = sign_text(pair, *sign);
                if pair.1 == at + 1 {
                    line += &format!(" {text:1} ");
                } else {
                    between.push(if text.is_empty() { "." } else { text });
                }
            }
        }
        text += line.trim_end();
        text.push('\n');
        if between.iter().any(|sign| *sign != ".") {
            let line: Vec<String> = between
                .iter()
                .map(|sign| format!("{sign:>width$}"))
                .collect();
            text += &line.join("   ");
            text.push('\n');
        }
    }
    text
}

impl Puzzle for Futoshiki {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "futoshiki",
        title: "Futoshiki",
        rules: "Fill every row and every column with the numbers from 1 to the number of rows, each once. A sign between two cells points at the smaller number.",
        examples: &[
            Example::new(
                "a first board",
                "futoshiki\n. . . > .\n. . ^ .\n. . . .\n. < . 3 .\n. v . .\n. . . < .\n",
                1,
            ),
            Example::new("signs alone", "futoshiki\n. < .   .\n. . .\n. . .\n", 6),
            Example::new("signs in a circle", "futoshiki\n. < .\n^ v\n. < .\n", 0),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<Futoshiki>] = &[&CELLS];

    const FORMATS: &'static [Format<Futoshiki>] = formats::ALL;
    const EXPLAIN: Explain<Futoshiki> = Explain {
        premises: premises::premises,
        suggest: premises::suggest,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Futoshiki>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);
    const BOARDS: &'static str = include_str!("boards.txt");

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        read(text)
    }

    fn print(instance: &Instance) -> String {
        print(instance)
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
        let name = |at: usize| format!("r{}c{}", at / n + 1, at % n + 1);
        for (at, &number) in answer.0.iter().enumerate() {
            if !(1..=n as i32).contains(&number) {
                return Err(Violation(format!("{} is {number}", name(at))));
            }
            if instance.clues[at].is_some_and(|clue| clue != number) {
                return Err(Violation(format!("{} is {number}, not its clue", name(at))));
            }
            let (row, col) = (at / n, at % n);
            if (0..row).any(|other| answer.0[other * n + col] == number) {
                let words = format!("column {} has {number} twice", col + 1);
                return Err(Violation(words));
            }
            if (0..col).any(|other| answer.0[row * n + other] == number) {
                return Err(Violation(format!("row {} has {number} twice", row + 1)));
            }
        }
        for ((a, b), sign) in pairs(n).into_iter().zip(&instance.signs) {
            let (one, other) = (answer.0[a], answer.0[b]);
            let (word, holds) = match sign {
                Some(Sign::Less) => ("less", one < other),
                Some(Sign::Greater) => ("greater", one > other),
                None => continue,
            };
            if !holds {
                return Err(Violation(format!(
                    "{} is not {word} than {}",
                    name(a),
                    name(b)
                )));
            }
        }
        Ok(())
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        let n = instance.n;
        number_cells::facts((0..n * n).map(|at| instance.cell(at)), n)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[fact.cell.row * instance.n + fact.cell.col] == fact.number
    }

    fn n_facts(instance: &Instance) -> usize {
        instance.n.pow(3)
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let n = instance.n;
        let sign = |(pair, sign): ((usize, usize), &Option<Sign>)| {
            let position = CluePosition::Border(border(n, pair));
            ClueSlot::new(
                position,
                sign_text(pair, *sign),
                ClueEntry::symbols(symbols(pair)),
            )
        };
        let cells = (0..n * n).map(|at| instance.cell(at));
        let mut slots = number_cells::clue_slots(cells, &instance.clues, n);
        slots.extend(pairs(n).into_iter().zip(&instance.signs).map(sign));
        slots
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let n = instance.n;
        let mut changed = instance.clone();
        match position {
            CluePosition::Cell(cell) if cell.row < n && cell.col < n => {
                let number = headed_text::clue_number(clue, 1, n as i32)?;
                changed.clues[cell.row * n + cell.col] = number;
                return Ok(changed);
            }
            CluePosition::Border(wanted) => {
                for (at, pair) in pairs(n).into_iter().enumerate() {
                    if border(n, pair) == wanted {
                        let sign = read_sign(pair, clue.trim());
                        if sign.is_none() && !clue.trim().is_empty() {
                            let [less, greater] = symbols(pair);
                            let (less, greater) = (less.text, greater.text);
                            return Err(format!(
                                "expected `{less}` or `{greater}`, found `{clue}`"
                            ));
                        }
                        changed.signs[at] = sign;
                        return Ok(changed);
                    }
                }
            }
            _ => {}
        }
        Err(position.no_place())
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let n = instance.n;
        let mut board = Board::new(n, n);
        for (at, clue) in instance.clues.iter().enumerate() {
            number_cells::draw(&mut board, instance.cell(at), *clue, options, at * n, n);
        }
        for (pair, sign) in pairs(n).into_iter().zip(&instance.signs) {
            if sign.is_some() {
                let text = sign_text(pair, *sign).to_owned();
                let form = Form::BorderText(border(n, pair), text);
                board.shapes.push(Shape::given(form));
            }
        }
        options.mark(&mut board);
        board
    }
}

const CELLS: Viewpoint<Futoshiki> = Viewpoint::new("cells", "the number in a cell", formulate);

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Futoshiki> {
    let cells = latin::post(instance.n, &instance.clues, model)?;
    for (smaller, greater) in instance.comparisons() {
        model.post(less(cells[smaller], cells[greater]))?;
    }
    Ok(number_cells::formulation(cells, instance.n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_are_set_on_cells_and_borders() {
        let text = "futoshiki\n. < 2   .\n^   .   v\n.   . > .\n.   .   .\n";
        let instance = read(text).expect("a board");
        assert_eq!(instance.comparisons(), [(0, 1), (0, 3), (5, 2), (5, 4)]);
        let instance = Instance::empty(3);
        let side = CluePosition::Border(Border::right_of(Cell::new(1, 0)));
        let changed = Futoshiki::with_clue(&instance, side, ">").expect("a sign");
        assert_eq!(changed.comparisons(), [(4, 3)]);
        assert!(Futoshiki::with_clue(&instance, side, "^").is_err());
        let outer = CluePosition::Border(Border::left_of(Cell::new(0, 0)));
        assert!(Futoshiki::with_clue(&instance, outer, "<").is_err());
    }
}
