//! Masyu: a single loop through the centres of cells, straight through white pearls and with a turn at black ones.
//!
//! | viewpoint | a variable stands for |
//! |---|---|
//! | `links` | whether the loop joins two adjacent cells |

mod formats;
mod generate;
mod premises;

use gridwright_constraints::clause;
use gridwright_fd::{Atom, Model, Var};
use gridwright_grid::board::{Board, Form, Ink, Shape, Stroke};
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

use crate::blocks::cell_names;
use crate::blocks::loops::{self, Lattice};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, ClueSymbol,
    DrawOptions, Example, Explain, FactState, Format, Formulated, KindInfo, Puzzle, Viewpoint,
    Violation,
    tokens::{self, Token},
};

pub use crate::blocks::loops::{Answer, Fact};

/// Masyu: draw a single loop through all pearls.
#[derive(Debug)]
pub struct Masyu;

/// A pearl.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pearl {
    White,
    Black,
}

/// A board with its pearls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    pearls: Vec<Option<Pearl>>,
}

/// Up, left, right, down, as the lattice lists the edges at a point.
const STEPS: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

impl Instance {
    /// The cells, between which the loop runs.
    fn lattice(&self) -> Lattice {
        Lattice {
            rows: self.grid.rows(),
            cols: self.grid.cols(),
        }
    }

    /// The edges at a cell: up, left, right, down.
    fn around(&self, cell: Cell) -> [Option<usize>; 4] {
        self.lattice().around(cell.row, cell.col)
    }

    /// For each direction from a cell, the edge after the next cell.
    fn beyond(&self, cell: Cell) -> [Option<usize>; 4] {
        let edge = |side: usize| {
            let (down, right) = STEPS[side];
            let row = cell.row.checked_add_signed(down)?;
            let next = Cell::new(row, cell.col.checked_add_signed(right)?);
            let inside = self.grid.contains(next);
            inside.then(|| self.around(next)[side]).flatten()
        };
        [0, 1, 2, 3].map(edge)
    }
}

/// The rules of a pearl as clauses: at least one claim of each holds, that an edge is on the loop or is not.
fn pearl_clauses(instance: &Instance, cell: Cell, pearl: Pearl) -> Vec<Vec<(usize, bool)>> {
    let (around, beyond) = (instance.around(cell), instance.beyond(cell));
    // An edge that does not exist is not on the loop.
    let mut clauses: Vec<Vec<(usize, bool)>> = Vec::new();
    let mut add = |claims: &[(Option<usize>, bool)]| {
        if claims.iter().all(|(edge, on)| edge.is_some() || *on) {
            let claims = claims.iter().filter_map(|(edge, on)| Some(((*edge)?, *on)));
            clauses.push(claims.collect());
        }
    };
    let [up, left, right, down] = around;
    match pearl {
        Pearl::Black => {
            for (one, other) in [(up, down), (left, right)] {
                add(&[(one, true), (other, true)]);
                add(&[(one, false), (other, false)]);
            }
            for (next, after) in around.into_iter().zip(beyond) {
                add(&[(next, false), (after, true)]);
            }
        }
        Pearl::White => {
            for (one, other) in [(up, down), (left, right)] {
                add(&[(one, true), (other, false)]);
                add(&[(one, false), (other, true)]);
            }
            add(&[(up, true), (left, true)]);
            add(&[(up, false), (left, false)]);
            for (side, opposite) in [(0, 3), (1, 2)] {
                let on = (around[side], false);
                add(&[on, (beyond[side], false), (beyond[opposite], false)]);
            }
        }
    }
    clauses
}

impl Puzzle for Masyu {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "masyu",
        title: "Masyu",
        rules: "Draw a single loop through the centres of cells that passes through every pearl and does not cross itself. The loop goes straight through a white pearl and turns in the cell before \
        or after it. It turns at a black pearl and goes straight through the cells before and after it.",
        examples: &[
            Example::new("an empty square", "...\n...\n...\n", 13),
            Example::new("a black corner", "b..\n...\n...\n", 2),
            Example::new("two white pearls", ".w.\n...\n.w.\n", 1),
            Example::new("a black pearl without room", ".b\n..\n", 0),
            Example::new(
                "puzz.link's example",
                "..w...\n.b..w.\n......\n...b..\n.w....\n......\n",
                1,
            ),
        ],
    };
    const IS_DETECTED: bool = false;
    const VIEWPOINTS: &'static [&'static Viewpoint<Masyu>] = &[&LINKS];
    const FORMATS: &'static [Format<Masyu>] = formats::ALL;
    const EXPLAIN: Explain<Masyu> = Explain {
        premises: premises::premises,
        suggest: premises::suggest,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Masyu>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);
    const BOARDS: &'static str = include_str!("boards.txt");

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        let pearl = |token: Token<'_>| match token.text {
            "." => Ok(None),
            "w" => Ok(Some(Pearl::White)),
            "b" => Ok(Some(Pearl::Black)),
            _ => Err(tokens::expected("w, b or `.`", token)),
        };
        let (grid, pearls) = tokens::cells(text, tokens::character_rows(text), pearl)?;
        Ok(Instance { grid, pearls })
    }

    fn print(instance: &Instance) -> String {
        let rows = instance.pearls.chunks(instance.grid.cols());
        let letters =
            |row: &[Option<Pearl>]| row.iter().map(|pearl| letter(*pearl)).collect::<String>();
        rows.map(|row| letters(row) + "\n").collect()
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        let pearls = vec![None; grid.n_cells()];
        Ok(Instance { grid, pearls })
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
        judge(instance, answer).map_err(Violation)
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        let edges = instance.lattice().edges().into_iter().enumerate();
        let cell = |point: usize| instance.grid.cell(point);
        edges
            .map(|(edge, (a, b))| Fact::between(edge, cell(a), cell(b)))
            .collect()
    }

    fn is_true(_: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[fact.edge]
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let value = |pearl: &Option<Pearl>| match pearl {
            None => String::new(),
            pearl => letter(*pearl).to_string(),
        };
        let entry = ClueEntry::symbols(SYMBOLS);
        ClueSlot::of_cells(&instance.grid, &instance.pearls, value, entry)
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let cell = position.cell_of(&instance.grid)?;
        let mut changed = instance.clone();
        changed.pearls[instance.grid.index(cell)] = match clue {
            "" | "." => None,
            "w" => Some(Pearl::White),
            "b" => Some(Pearl::Black),
            _ => return Err(format!("a pearl is w or b, not `{clue}`")),
        };
        Ok(changed)
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let mut board = Board::new(instance.grid.rows(), instance.grid.cols());
        for (cell, pearl) in instance.grid.cells().zip(&instance.pearls) {
            if let Some(pearl) = pearl {
                let form = Form::Disc(cell, *pearl == Pearl::Black);
                board.shapes.push(Shape::given(form));
            }
        }
        // On a finished board, crosses would only hide the loop.
        let is_finished = options.known.iter().all(|known| *known != FactState::Open);
        for (edge, (a, b)) in instance.lattice().edges().into_iter().enumerate() {
            let (from, to) = (instance.grid.cell(a), instance.grid.cell(b));
            match options.known(edge) {
                FactState::True => board.strokes.push(Stroke {
                    from,
                    to,
                    lines: 1,
                    ink: Ink::Found,
                    mark: None,
                }),
                FactState::False if !is_finished => {
                    board.shapes.push(Shape::found(Form::LinkCross(from, to)));
                }
                _ => {}
            }
        }
        options.mark(&mut board);
        board
    }
}

const SYMBOLS: &[ClueSymbol] = &[
    ClueSymbol::clue("w", "a white pearl"),
    ClueSymbol::clue("b", "a black pearl"),
];

fn letter(pearl: Option<Pearl>) -> char {
    match pearl {
        None => '.',
        Some(Pearl::White) => 'w',
        Some(Pearl::Black) => 'b',
    }
}

/// Judges an answer by coordinates alone: walks the loop from its first cell, and compares the steps around every pearl.
fn judge(instance: &Instance, answer: &Answer) -> Result<(), String> {
    let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
    let n_along = rows * (cols - 1);
    if answer.0.len() != n_along + (rows - 1) * cols {
        return Err("the number of edges is not that of the board".to_owned());
    }
    // For each cell, whether the loop leaves it up, left, right and down.
    let leaves = |row: usize, col: usize| {
        [
            row > 0 && answer.0[n_along + (row - 1) * cols + col],
            col > 0 && answer.0[row * (cols - 1) + col - 1],
            col + 1 < cols && answer.0[row * (cols - 1) + col],
            row + 1 < rows && answer.0[n_along + row * cols + col],
        ]
    };
    let cells = || (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    let n_lines = |(row, col): (usize, usize)| {
        let leaves = leaves(row, col);
        leaves.into_iter().filter(|leaves| *leaves).count()
    };
    for cell in cells() {
        if !matches!(n_lines(cell), 0 | 2) {
            let what = if n_lines(cell) == 1 {
                "ends"
            } else {
                "branches"
            };
            return Err(format!("the loop {what} at {}", Cell::new(cell.0, cell.1)));
        }
    }
    let passed: Vec<(usize, usize)> = cells().filter(|&cell| n_lines(cell) == 2).collect();
    let Some(&start) = passed.first() else {
        return Err("there is no loop".to_owned());
    };
    let (mut at, mut from, mut length) = (start, 4, 0);
    loop {
        let sides = leaves(at.0, at.1);
        let side = (0..4).find(|&side| sides[side] && side != from);
        let Some(side) = side else {
            break;
        };
        at = match side {
            0 => (at.0 - 1, at.1),
            1 => (at.0, at.1 - 1),
            2 => (at.0, at.1 + 1),
            _ => (at.0 + 1, at.1),
        };
        from = 3 - side;
        length += 1;
        if at == start {
            break;
        }
    }
    if length != passed.len() {
        return Err("the lines are not a single loop".to_owned());
    }
    for (row, col) in cells() {
        let Some(pearl) = instance.pearls[row * cols + col] else {
            continue;
        };
        let cell = Cell::new(row, col);
        let sides = leaves(row, col);
        let is_straight = |sides: [bool; 4]| sides[0] == sides[3];
        if n_lines((row, col)) == 0 {
            return Err(format!("the loop does not pass the pearl at {cell}"));
        }
        let neighbours = (0..4).filter(|&side| sides[side]).map(|side| match side {
            0 => leaves(row - 1, col),
            1 => leaves(row, col - 1),
            2 => leaves(row, col + 1),
            _ => leaves(row + 1, col),
        });
        let n_straight = neighbours.filter(|&sides| is_straight(sides)).count();
        match pearl {
            Pearl::White if !is_straight(sides) => {
                return Err(format!("the loop turns at the white pearl at {cell}"));
            }
            Pearl::White if n_straight == 2 => {
                return Err(format!(
                    "the loop turns neither before nor after the white pearl at {cell}"
                ));
            }
            Pearl::Black if is_straight(sides) => {
                return Err(format!(
                    "the loop does not turn at the black pearl at {cell}"
                ));
            }
            Pearl::Black if n_straight < 2 => {
                return Err(format!(
                    "the loop turns before or after the black pearl at {cell}"
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

const LINKS: Viewpoint<Masyu> = Viewpoint::new(
    "links",
    "whether the loop joins two adjacent cells",
    formulate_links,
);

fn formulate_links(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Masyu> {
    let edges = instance.lattice().edges().into_iter();
    let edges: Vec<Var> = edges
        .map(|(a, b)| {
            let (a, b) = (instance.grid.cell(a), instance.grid.cell(b));
            model.bool(cell_names::of_ends(a, b))
        })
        .collect();
    for (cell, pearl) in instance.grid.cells().zip(&instance.pearls) {
        let clauses = pearl.map(|pearl| pearl_clauses(instance, cell, pearl));
        for claims in clauses.into_iter().flatten() {
            let atoms = claims
                .iter()
                .map(|&(edge, on)| Atom::eq(edges[edge], i32::from(on)));
            model.post(clause(atoms.collect::<Vec<_>>()))?;
        }
    }
    instance.lattice().post(&edges, model)?;
    Ok(loops::formulation(edges))
}
