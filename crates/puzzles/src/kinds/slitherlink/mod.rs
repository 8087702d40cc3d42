//! Slitherlink: a single loop along the sides of cells, with numbers that count the sides on the loop.
//!
//! | viewpoint | a variable stands for |
//! |---|---|
//! | `edges` | whether the loop runs along a side |

mod formats;
mod generate;
mod premises;

use gridwright_constraints::bool_sum_eq;
use gridwright_fd::{Model, Name, Var, View};
use gridwright_grid::board::{Board, Content, Form, Shape, Weight};
use gridwright_grid::{Border, Grid};
use gridwright_term::Diagnostic;

use crate::blocks::loops::{self, Lattice};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, DrawOptions, Example,
    Explain, FactState, Format, Formulated, KindInfo, Puzzle, Viewpoint, Violation, plural,
    tokens::{self, Token},
};

pub use crate::blocks::loops::{Answer, Fact};

/// Slitherlink: draw a single loop along the sides of cells.
#[derive(Debug)]
pub struct Slitherlink;

/// A board with its numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    clues: Vec<Option<u8>>,
}

impl Instance {
    /// The corners of cells, between which the loop runs.
    fn lattice(&self) -> Lattice {
        Lattice {
            rows: self.grid.rows() + 1,
            cols: self.grid.cols() + 1,
        }
    }

    /// The sides of a cell: above, left, right, below.
    fn sides(&self, at: usize) -> [usize; 4] {
        let (lattice, cell) = (self.lattice(), self.grid.cell(at));
        [
            lattice.along(cell.row, cell.col),
            lattice.upright(cell.row, cell.col),
            lattice.upright(cell.row, cell.col + 1),
            lattice.along(cell.row + 1, cell.col),
        ]
    }
}

impl Puzzle for Slitherlink {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "slitherlink",
        title: "Slitherlink",
        rules: "Draw a single loop along the sides of cells that does not cross or touch itself. A number counts the sides of its cell that are part of the loop.",
        examples: &[
            Example::new("a three and a one", "3.\n.1\n", 2),
            Example::new("an empty square", "..\n..\n", 13),
            Example::new("nothing to go around", "0.\n.0\n", 0),
            Example::new("one cell", "4\n", 1),
            Example::new(
                "puzz.link's example",
                "2..1.\n.2..1\n..2..\n3..3.\n.0..3\n",
                1,
            ),
        ],
    };
    const IS_DETECTED: bool = false;
    const VIEWPOINTS: &'static [&'static Viewpoint<Slitherlink>] = &[&EDGES];
    const FORMATS: &'static [Format<Slitherlink>] = formats::ALL;
    const EXPLAIN: Explain<Slitherlink> = Explain {
        premises: premises::premises,
        suggest: premises::suggest,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Slitherlink>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);
    const BOARDS: &'static str = include_str!("boards.txt");

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        let clue = |token: Token<'_>| match token.text {
            "." => Ok(None),
            "0" | "1" | "2" | "3" | "4" => Ok(token.text.parse().ok()),
            _ => Err(tokens::expected("a number from 0 to 4 or `.`", token)),
        };
        let (grid, clues) = tokens::cells(text, tokens::character_rows(text), clue)?;
        Ok(Instance { grid, clues })
    }

    fn print(instance: &Instance) -> String {
        let sign = |clue: &Option<u8>| clue.map_or('.', |clue| char::from(b'0' + clue));
        let rows = instance.clues.chunks(instance.grid.cols());
        rows.map(|row| row.iter().map(sign).chain(['\n']).collect::<String>())
            .collect()
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        let clues = vec![None; grid.n_cells()];
        Ok(Instance { grid, clues })
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        instance.lattice().read_answer(text)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        instance.lattice().read(text)
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        instance.lattice().print(answer)
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let borders: Vec<Border> = Border::all(&instance.grid).collect();
        if answer.0.len() != borders.len() {
            let (found, needed) = (answer.0.len(), borders.len());
            return Err(Violation(format!(
                "{found} sides are given, not the {needed} of the board"
            )));
        }
        let on: Vec<Border> = borders
            .into_iter()
            .zip(&answer.0)
            .filter(|(_, on)| **on)
            .map(|(border, _)| border)
            .collect();
        for (cell, clue) in instance.grid.cells().zip(&instance.clues) {
            let sides = Border::around(cell);
            let found = on.iter().filter(|border| sides.contains(border)).count();
            if let Some(clue) = clue
                && usize::from(*clue) != found
            {
                let sides = plural(found, "side");
                return Err(Violation(format!(
                    "the {clue} at {cell} has {sides} on the loop"
                )));
            }
        }
        let Some(&first) = on.first() else {
            return Err(Violation("there is no loop".to_owned()));
        };
        // Follows the loop from its first side until it is back.
        let [start, mut corner] = first.ends();
        let (mut last, mut length) = (first, 1);
        while corner != start {
            let at = on.iter().filter(|border| border.ends().contains(&corner));
            let next: Vec<Border> = at.copied().filter(|border| *border != last).collect();
            let [next] = next[..] else {
                let what = if next.is_empty() { "ends" } else { "branches" };
                return Err(Violation(format!("the loop {what} at {corner}")));
            };
            let [a, b] = next.ends();
            corner = if a == corner { b } else { a };
            last = next;
            length += 1;
        }
        let at_start = on.iter().filter(|border| border.ends().contains(&start));
        if at_start.count() > 2 {
            return Err(Violation(format!("the loop branches at {start}")));
        }
        match length == on.len() {
            true => Ok(()),
            false => Err(Violation("the lines are not a single loop".to_owned())),
        }
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        let grid = &instance.grid;
        let borders = Border::all(grid).enumerate();
        borders
            .map(|(edge, border)| Fact::along(edge, border, &border.cells(grid)))
            .collect()
    }

    fn is_true(_: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[fact.edge]
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let value = |clue: &Option<u8>| clue.map_or(String::new(), |clue| clue.to_string());
        let entry = ClueEntry::numbers(0, 4);
        ClueSlot::of_cells(&instance.grid, &instance.clues, value, entry)
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let cell = position.cell_of(&instance.grid)?;
        let mut changed = instance.clone();
        changed.clues[instance.grid.index(cell)] = match clue {
            "" | "." => None,
            "0" | "1" | "2" | "3" | "4" => clue.parse().ok(),
            _ => return Err(format!("a clue is a number from 0 to 4, not `{clue}`")),
        };
        Ok(changed)
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let mut board = Board::new(instance.grid.rows(), instance.grid.cols());
        board.frame = Weight::Thin;
        for (cell, clue) in instance.grid.cells().zip(&instance.clues) {
            if let Some(clue) = clue {
                board.tile_mut(cell).content = Content::Text(clue.to_string());
            }
        }
        // On a finished board, crosses would only hide the loop.
        let is_finished = options.known.iter().all(|known| *known != FactState::Open);
        for (edge, border) in Border::all(&instance.grid).enumerate() {
            let form = match options.known(edge) {
                FactState::True => Form::BorderLine(border),
                FactState::False if !is_finished => Form::BorderCross(border),
                _ => continue,
            };
            board.shapes.push(Shape::found(form));
        }
        options.mark(&mut board);
        board
    }
}

const EDGES: Viewpoint<Slitherlink> = Viewpoint::new(
    "edges",
    "whether the loop runs along a side",
    formulate_edges,
);

fn formulate_edges(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Slitherlink> {
    let name = |border: Border| match border.is_vertical {
        true => Name::numbered(&["v", "_"], [border.row + 1, border.col + 1]),
        false => Name::numbered(&["h", "_"], [border.row + 1, border.col + 1]),
    };
    let edges: Vec<Var> = Border::all(&instance.grid)
        .map(|border| model.bool(name(border)))
        .collect();
    for (at, clue) in instance.clues.iter().enumerate() {
        if let Some(clue) = clue {
            let sides = instance.sides(at).map(|edge| edges[edge]);
            model.post(bool_sum_eq(sides, View::constant(i32::from(*clue))))?;
        }
    }
    instance.lattice().post(&edges, model)?;
    Ok(loops::formulation(edges))
}
