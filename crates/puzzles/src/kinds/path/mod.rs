//! Numbrix and Hidato: the numbers from 1 up, one per cell, with consecutive numbers in neighbouring cells. With obstacles a board can have any shape;
//! the first and last number may be clues or not. A cell has up to four neighbours in Numbrix and up to eight in Hidato.
//!
//! | viewpoint | a variable stands for | variables |
//! |---|---|---|
//! | `cells` | the number in a cell | one per cell, over all numbers |
//! | `places` | the cell of a number | one per number, over all cells |
//! | `successors` | the cell that follows a cell | one per cell, over its neighbours and the end |

mod cells;
mod formats;
mod generate;
mod instance;
mod parity;
mod places;
mod premises;
mod programs;
mod reach;
mod step_text;
mod successors;

use gridwright_grid::board::{Background, Board, Ink, Stroke};
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

pub use crate::blocks::number_cells::{Answer, Fact};
pub use instance::Instance;

use crate::blocks::number_cells;
use crate::contract::{
    AnswerFromKeys, AnyGenerate, ClueEntry, CluePosition, ClueSlot, ClueSymbol, DrawOptions,
    EnteredClue, Example, Explain, FactState, Format, KindInfo, PathStep, PlayInfo, Program,
    Puzzle, Rule, Viewpoint, Violation, tokens,
};

/// A path of numbers through all cells; with `KING`, it may step diagonally.
#[derive(Debug)]
pub struct Path<const KING: bool>;

/// Numbrix: neighbours share a side.
pub type Numbrix = Path<false>;
/// Hidato: neighbours share a side or a corner.
pub type Hidato = Path<true>;

const NUMBRIX: KindInfo = KindInfo {
    id: "numbrix",
    title: "Numbrix",
    rules: "Fill the board with the numbers from 1 on, each once, so that consecutive numbers stand side by side or one above the other.",
    examples: &[
        Example::new("report 004, a0", "3 . 9\n. 1 .\n5 . .\n", 1),
        Example::new(
            "report 004, a4",
            ". 2 . .\n14 . 6 5\n15 12 . 8\n. . . .\n",
            1,
        ),
        Example::new(
            "report 004, a6",
            ". . . 1\n. . 7 .\n12 . . .\n. . . 16\n",
            2,
        ),
        Example::new("nothing given", ". . .\n. . .\n", 16),
        Example::new("a corner that cannot be reached", "1 # .\n# # .\n", 0),
    ],
};

const HIDATO: KindInfo = KindInfo {
    id: "hidato",
    title: "Hidato",
    rules: "Fill the board with the numbers from 1 on, each once, so that consecutive numbers stand in neighbouring cells, diagonally too.",
    examples: &[
        Example::new("report 004, c0", "1 7 8\n. 2 .\n5 . 3\n", 1),
        Example::new(
            "report 004, c3",
            ". . 14 .\n1 . . 13\n3 . 9 .\n4 . 6 .\n",
            4,
        ),
        Example::new(
            "report 004, hid5",
            "# . 13 . #\n. 16 # 12 .\n. # # # 9\n3 1 # . 8\n# . . 7 #\n",
            1,
        ),
        Example::new("report 004, hid6", ". 2 . . # #\n", 1),
    ],
};

impl<const KING: bool> Puzzle for Path<KING> {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = if KING { HIDATO } else { NUMBRIX };
    const VIEWPOINTS: &'static [&'static Viewpoint<Self>] = &[
        &Viewpoint {
            name: "cells",
            about: "the number in a cell",
            formulate: cells::formulate,
            sharing: Some(cells::sharing()),
        },
        &Viewpoint::new("places", "the cell of a number", places::formulate),
        &Viewpoint::new(
            "successors",
            "the cell that follows a cell",
            successors::formulate,
        ),
    ];
    const RULES: &'static [Rule] = if KING { &[] } else { &[parity::PARITY] };
    const PROGRAMS: &'static [Program<Self>] = &[programs::program()];
    const FORMATS: &'static [Format<Self>] = Self::ALL_FORMATS;
    const EXPLAIN: Explain<Self> = Explain {
        premises: |instance| premises::premises(instance, KING),
        describe_step: |instance, argument| step_text::describe_step(instance, KING, argument),
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Self>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        let rows = tokens::rows(text);
        let grid = tokens::grid(text, &rows)?;
        let all: Vec<tokens::Token<'_>> = rows.into_iter().flatten().collect();
        let n_free = all.iter().filter(|token| !is_obstacle(token)).count();
        let (mut free, mut clues) = (Vec::new(), Vec::new());
        let mut seen = vec![false; n_free + 1];
        for (at, token) in all.into_iter().enumerate() {
            if is_obstacle(&token) {
                continue;
            }
            free.push(grid.cell(at));
            clues.push(match token.text {
                "." => None,
                _ => {
                    let number = tokens::number(token, 1, n_free as i32)?;
                    if std::mem::replace(&mut seen[number as usize], true) {
                        let what = format!("{number} is given twice: expected every number once");
                        return Err(Diagnostic::error(what, token.span));
                    }
                    Some(number)
                }
            });
        }
        if free.is_empty() {
            return Err(tokens::error("a board has at least one free cell", text));
        }
        Ok(Instance::new(grid, free, clues))
    }

    fn print(instance: &Instance) -> String {
        let clues = instance.clues.iter();
        instance.print(clues.map(|clue| number_cells::word(clue, ".")))
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        let free: Vec<Cell> = grid.cells().collect();
        let clues = vec![None; free.len()];
        Ok(Instance::new(grid, free, clues))
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        Answer::read(text, Self::parse_same_shape(instance, text)?)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        let cells = Self::parse_same_shape(instance, text)?;
        Ok(number_cells::marked(&cells, cells.len()))
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        instance.print(answer.0.iter().map(ToString::to_string))
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let n = instance.free.len();
        let mut cell_of: Vec<Option<Cell>> = vec![None; n + 1];
        for ((&cell, &number), clue) in instance.free.iter().zip(&answer.0).zip(&instance.clues) {
            if clue.is_some_and(|clue| clue != number) {
                return Err(Violation(format!("{cell} has {number}, not its clue")));
            }
            let slot = usize::try_from(number).ok().filter(|&number| number > 0);
            match slot.and_then(|slot| cell_of.get_mut(slot)) {
                Some(slot @ None) => *slot = Some(cell),
                Some(Some(_)) => return Err(Violation(format!("{number} stands in two cells"))),
                None => return Err(Violation(format!("{cell} has {number}"))),
            }
        }
        for (number, pair) in cell_of[1..].windows(2).enumerate() {
            let (Some(a), Some(b)) = (pair[0], pair[1]) else {
                return Err(Violation(format!("{} is missing", number + 1)));
            };
            let (down, right) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
            let near = if KING { down.max(right) } else { down + right };
            if near != 1 {
                return Err(Violation(format!(
                    "{} at {a} and {} at {b} are not neighbours",
                    number + 1,
                    number + 2
                )));
            }
        }
        Ok(())
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        number_cells::facts(instance.free.iter().copied(), instance.free.len())
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        let index = instance.index(fact.cell);
        index.is_some_and(|index| answer.0.get(index) == Some(&fact.number))
    }

    fn known(instance: &Instance, answer: &Answer) -> Vec<FactState> {
        number_cells::known(answer, instance.free.len())
    }

    fn n_facts(instance: &Instance) -> usize {
        instance.free.len().saturating_mul(instance.free.len())
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let slot = |cell: Cell| {
            let value = match instance.index(cell) {
                Some(index) => number_cells::word(&instance.clues[index], ""),
                None => OBSTACLE.text.to_owned(),
            };
            ClueSlot::new(CluePosition::Cell(cell), value, clue_entry(instance, cell))
        };
        instance.grid.cells().map(slot).collect()
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let cell = position.cell().filter(|cell| instance.grid.contains(*cell));
        let cell = cell.ok_or_else(|| position.no_place())?;
        let clue = match clue_entry(instance, cell).read(clue)? {
            EnteredClue::Number(number) => Some(Some(number)),
            EnteredClue::Symbol(_) => None,
            _ => Some(None),
        };
        instance.with_cell(cell, clue)
    }

    fn play(_: &Instance) -> PlayInfo {
        let step = if KING {
            PathStep::Corner
        } else {
            PathStep::Side
        };
        PlayInfo {
            path: Some(step),
            ..PlayInfo::default()
        }
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let n = instance.free.len();
        let mut board = Board::new(instance.grid.rows(), instance.grid.cols());
        for tile in &mut board.tiles {
            tile.background = Background::Block;
        }
        for (i, (&cell, clue)) in instance.free.iter().zip(&instance.clues).enumerate() {
            board.tile_mut(cell).background = Background::Plain;
            number_cells::draw(&mut board, cell, *clue, options, i * n, n);
        }
        board.strokes = strokes(instance, options);
        options.mark(&mut board);
        board
    }
}

impl<const KING: bool> Path<KING> {
    /// Reads the free cells of a board of the same shape as an instance.
    fn parse_same_shape(instance: &Instance, text: &str) -> Result<Vec<Option<i32>>, Diagnostic> {
        let board = Self::parse(text)?;
        match board.grid == instance.grid && board.free == instance.free {
            true => Ok(board.clues),
            false => Err(tokens::error(
                "the shape differs from that of the puzzle",
                text,
            )),
        }
    }
}

/// A cell that the path does not enter.
const OBSTACLE: ClueSymbol = ClueSymbol::board("#", "an obstacle");

/// What may be entered in a cell. A number in place of an obstacle adds a cell to the path.
fn clue_entry(instance: &Instance, cell: Cell) -> ClueEntry {
    let added = usize::from(instance.index(cell).is_none());
    ClueEntry::numbers(1, (instance.free.len() + added) as i32).or(&[OBSTACLE])
}

/// Whether a token is an obstacle: `#`, or a negative number, which some collections use for coloured obstacles.
fn is_obstacle(token: &tokens::Token<'_>) -> bool {
    token.text == "#" || token.text.parse().is_ok_and(|number: i32| number < 0)
}

/// One line for every known step of the path: between two consecutive numbers whose cells are known.
fn strokes(instance: &Instance, options: &DrawOptions<'_>) -> Vec<Stroke> {
    let n = instance.free.len();
    let mut index_of: Vec<Option<usize>> = instance.given();
    for (fact, known) in options.known.iter().enumerate().take(n * n) {
        if *known == FactState::True {
            index_of[fact % n] = Some(fact / n);
        }
    }
    let steps = index_of.windows(2).filter_map(|pair| pair[0].zip(pair[1]));
    steps
        .map(|(from, to)| Stroke {
            from: instance.free[from],
            to: instance.free[to],
            lines: 1,
            ink: match instance.clues[from].and(instance.clues[to]) {
                Some(_) => Ink::Given,
                None => Ink::Found,
            },
            mark: None,
        })
        .collect()
}
