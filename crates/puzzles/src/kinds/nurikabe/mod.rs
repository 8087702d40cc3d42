//! Nurikabe: shade cells so that the unshaded ones are islands with one number each.
//!
//! | viewpoint | a variable stands for |
//! |---|---|
//! | `shading` | whether a cell is shaded |

mod formats;
mod generate;
mod premises;

use gridwright_constraints::{EmptySubgraph, clause, connected_nodes, rooted_parts};
use gridwright_fd::{Atom, Model, Var};
use gridwright_grid::board::{Board, Content};
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

use crate::blocks::{bool_cells, cell_names, shading};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, ClueSymbol,
    DrawOptions, Example, Explain, FactState, Format, Formulated, KindInfo, Puzzle, Viewpoint,
    Violation, plural,
    tokens::{self, Token},
};

pub use crate::blocks::bool_cells::{Answer, Fact};

/// Nurikabe: islands in a connected sea.
#[derive(Debug)]
pub struct Nurikabe;

/// A number, or `?` for an island of any size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clue {
    Size(usize),
    Any,
}

impl Clue {
    fn size(self) -> Option<usize> {
        match self {
            Clue::Size(size) => Some(size),
            Clue::Any => None,
        }
    }

    fn word(self) -> String {
        self.size().map_or("?".to_owned(), |size| size.to_string())
    }

    /// Reads a number from 1 to `MAX_SIZE` or `?`.
    fn read(word: &str) -> Option<Clue> {
        match word {
            "?" => Some(Clue::Any),
            _ => {
                let size = word
                    .parse()
                    .ok()
                    .filter(|size| (1..=MAX_SIZE).contains(size));
                size.map(Clue::Size)
            }
        }
    }
}

/// The largest number that is read.
const MAX_SIZE: usize = 9999;

/// A board with its numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    clues: Vec<Option<Clue>>,
}

impl Instance {
    /// The cells with a number, by index, and their sizes.
    fn roots(&self) -> Vec<(usize, Option<usize>)> {
        let clues = self.clues.iter().enumerate();
        clues
            .filter_map(|(at, clue)| Some((at, (*clue)?.size())))
            .collect()
    }

    /// The blocks of two by two cells.
    fn pools(&self) -> Vec<[Cell; 4]> {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let corners = (1..rows).flat_map(|row| (1..cols).map(move |col| (row, col)));
        corners
            .map(|(row, col)| {
                let cell = |up: usize, left: usize| Cell::new(row - up, col - left);
                [cell(1, 1), cell(1, 0), cell(0, 1), cell(0, 0)]
            })
            .collect()
    }
}

impl Puzzle for Nurikabe {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "nurikabe",
        title: "Nurikabe",
        rules: "Shade cells so that the unshaded cells form islands. Every island has exactly one number, which is the number of its cells; a question mark stands for any number. \
        All shaded cells are connected, and no block of two by two cells is shaded.",
        examples: &[
            Example::new("one island", "2 .\n. .\n", 2),
            Example::new("islands that touch", "1 1\n. .\n", 0),
            Example::new("an island of any size", "? . .\n. . 1\n", 2),
            Example::new(
                "puzz.link's example",
                ". 5 . . .\n. . 2 . .\n. . . . .\n. . 1 . .\n. . . 3 .\n",
                1,
            ),
        ],
    };
    const IS_DETECTED: bool = false;
    const VIEWPOINTS: &'static [&'static Viewpoint<Nurikabe>] = &[&SHADING];
    const FORMATS: &'static [Format<Nurikabe>] = formats::ALL;
    const EXPLAIN: Explain<Nurikabe> = Explain {
        premises: premises::premises,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Nurikabe>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);
    const BOARDS: &'static str = include_str!("boards.txt");

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        let rows = tokens::rows(text);
        let clue = |token: Token<'_>| match token.text {
            "." => Ok(None),
            word => match Clue::read(word) {
                Some(clue) => Ok(Some(clue)),
                None => Err(tokens::expected("a number from 1, `?` or `.`", token)),
            },
        };
        let (grid, clues) = tokens::cells(text, rows, clue)?;
        Ok(Instance { grid, clues })
    }

    fn print(instance: &Instance) -> String {
        let word = |clue: &Option<Clue>| clue.map_or(".".to_owned(), Clue::word);
        tokens::lines(instance.grid.cols(), instance.clues.iter().map(word))
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        let clues = vec![None; grid.n_cells()];
        Ok(Instance { grid, clues })
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        shading::read_answer(&instance.grid, text)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        shading::read(&instance.grid, text)
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        shading::print(&instance.grid, answer)
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        judge(instance, &answer.0).map_err(Violation)
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        bool_cells::facts(&instance.grid, &shading::FACT_WORDS)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[instance.grid.index(fact.cell)]
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let entry = ClueEntry::numbers(1, instance.grid.n_cells() as i32).or(SYMBOLS);
        let value = |clue: &Option<Clue>| clue.map_or(String::new(), Clue::word);
        ClueSlot::of_cells(&instance.grid, &instance.clues, value, entry)
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let cell = position.cell_of(&instance.grid)?;
        let max = instance.grid.n_cells();
        let fits = |clue: &Clue| clue.size().is_none_or(|size| size <= max);
        let expected = || format!("a clue is a number from 1 to {max} or `?`, not `{clue}`");
        let mut changed = instance.clone();
        changed.clues[instance.grid.index(cell)] = match clue {
            "" | "." => None,
            word => Some(Clue::read(word).filter(fits).ok_or_else(expected)?),
        };
        Ok(changed)
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let mut board = Board::new(instance.grid.rows(), instance.grid.cols());
        for (cell, clue) in instance.grid.cells().zip(&instance.clues) {
            if let Some(clue) = clue {
                board.tile_mut(cell).content = Content::Text(clue.word());
            }
        }
        shading::draw(&mut board, options);
        board
    }
}

const SYMBOLS: &[ClueSymbol] = &[ClueSymbol::not_given("?", "an island of any size")];

/// Judges an answer by coordinates alone: floods every island and the sea.
fn judge(instance: &Instance, shaded: &[bool]) -> Result<(), String> {
    let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
    let cell = |at: usize| Cell::new(at / cols, at % cols);
    for row in 1..rows {
        for col in 1..cols {
            let at = row * cols + col;
            if shaded[at] && shaded[at - 1] && shaded[at - cols] && shaded[at - cols - 1] {
                let first = cell(at - cols - 1);
                return Err(format!("the two by two cells at {first} are shaded"));
            }
        }
    }
    let mut seen = vec![false; shaded.len()];
    let mut sea = None;
    for start in 0..shaded.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut flood = vec![start];
        let mut next = 0;
        while next < flood.len() {
            let at = flood[next];
            next += 1;
            let (row, col) = (at / cols, at % cols);
            let steps = [
                (row > 0).then(|| at - cols),
                (row + 1 < rows).then_some(at + cols),
                (col > 0).then(|| at - 1),
                (col + 1 < cols).then_some(at + 1),
            ];
            for step in steps.into_iter().flatten() {
                if shaded[step] == shaded[start] && !std::mem::replace(&mut seen[step], true) {
                    flood.push(step);
                }
            }
        }
        if shaded[start] {
            if let Some(other) = sea.replace(start) {
                return Err(format!(
                    "the shaded cells {} and {} are not connected",
                    cell(other),
                    cell(start)
                ));
            }
            if let Some(&at) = flood.iter().find(|&&at| instance.clues[at].is_some()) {
                return Err(format!("the number at {} is shaded", cell(at)));
            }
            continue;
        }
        let numbers = flood.iter().filter(|&&at| instance.clues[at].is_some());
        let numbers: Vec<usize> = numbers.copied().collect();
        match numbers[..] {
            [] => return Err(format!("the island of {} has no number", cell(start))),
            [at] => {
                let size = instance.clues[at].and_then(Clue::size);
                if size.is_some_and(|size| size != flood.len()) {
                    let (at, cells) = (cell(at), plural(flood.len(), "cell"));
                    return Err(format!("the island of {at} has {cells}"));
                }
            }
            [a, b, ..] => {
                let (a, b) = (cell(a), cell(b));
                return Err(format!("the numbers at {a} and {b} share an island"));
            }
        }
    }
    Ok(())
}

const SHADING: Viewpoint<Nurikabe> =
    Viewpoint::new("shading", "whether a cell is shaded", formulate_shading);

fn formulate_shading(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Nurikabe> {
    let grid = &instance.grid;
    let cells = grid.cells();
    let shaded: Vec<Var> = cells
        .map(|cell| model.bool(cell_names::of_cell(cell)))
        .collect();
    for pool in instance.pools() {
        let some = pool.map(|cell| Atom::eq(shaded[grid.index(cell)], 0));
        model.post(clause(some))?;
    }
    let graph = shading::graph(grid)?;
    model.post(connected_nodes(&graph, &shaded, EmptySubgraph::Allowed))?;
    let unshaded = shaded.iter().map(|shaded| shaded.view().complement());
    model.post(rooted_parts(&graph, unshaded, instance.roots()))?;
    Ok(bool_cells::formulation(shaded.clone(), shaded))
}
