//! Akari, also called Light Up: lamps light the cells that they see along rows and columns, up to walls.
//!
//! One viewpoint, `lamps`: a variable is whether a cell has a lamp. Along each run of open cells there is at most one lamp, every cell has a lamp on one of its two
//! runs, and a number counts the lamps beside it.

mod formats;
mod generate;
mod premises;

use gridwright_constraints::{at_least_one, at_most_one, bool_sum_eq};
use gridwright_fd::{Model, Var, View};
use gridwright_grid::board::{Background, Board, Content, Ink, Symbol};
use gridwright_grid::{Cell, Direction, Grid};
use gridwright_term::Diagnostic;

pub use crate::blocks::bool_cells::{Answer, Fact};

use crate::blocks::bool_cells::{self, FactWords};
use crate::blocks::open_cells::OpenCells;
use crate::blocks::{cell_names, headed_text};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, ClueSymbol,
    DrawOptions, Example, Explain, FactState, Format, Formulated, KindInfo, Puzzle, Viewpoint,
    Violation, plural,
    tokens::{self, Token},
};

/// Akari: light every open cell.
#[derive(Debug)]
pub struct Akari;

/// A board of walls, some with numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    tiles: Vec<Tile>,
    open: OpenCells,
}

/// A cell of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tile {
    /// An open cell.
    Open,
    /// A wall without a number.
    Wall,
    /// A wall with the number of lamps beside it.
    Number(u8),
}

impl Tile {
    fn text(self) -> String {
        match self {
            Tile::Open => ".".to_owned(),
            Tile::Wall => "#".to_owned(),
            Tile::Number(number) => number.to_string(),
        }
    }

    fn read(text: &str) -> Option<Tile> {
        match text {
            "." => Some(Tile::Open),
            "#" => Some(Tile::Wall),
            "0" | "1" | "2" | "3" | "4" => text.parse().ok().map(Tile::Number),
            _ => None,
        }
    }
}

impl Instance {
    fn new(grid: Grid, tiles: Vec<Tile>) -> Instance {
        let open = OpenCells::new(&grid, |at| tiles[at] == Tile::Open);
        Instance { grid, tiles, open }
    }

    /// The facts of the open cells beside a cell.
    fn beside(&self, cell: Cell) -> Vec<usize> {
        let cells = self.grid.neighbours4(cell);
        cells.filter_map(|cell| self.open.fact(cell)).collect()
    }

    /// The runs of open cells along rows, then those along columns, as facts.
    fn runs(&self) -> Vec<Vec<usize>> {
        let rows = (0..self.grid.rows()).map(|row| self.grid.row(row).collect::<Vec<_>>());
        let cols = (0..self.grid.cols()).map(|col| self.grid.col(col).collect::<Vec<_>>());
        let mut runs = Vec::new();
        for line in rows.chain(cols) {
            let facts: Vec<Option<usize>> = line.iter().map(|&cell| self.open.fact(cell)).collect();
            let parts = facts.split(Option::is_none).filter(|run| !run.is_empty());
            runs.extend(parts.map(|run| run.iter().copied().flatten().collect::<Vec<_>>()));
        }
        runs
    }

    /// For each open cell, the facts of the cells from which a lamp lights it: itself and those it sees.
    fn lighting(&self) -> Vec<Vec<usize>> {
        let mut lighting: Vec<Vec<usize>> = (0..self.open.cells.len()).map(|at| vec![at]).collect();
        for run in self.runs() {
            for &at in &run {
                lighting[at].extend(run.iter().filter(|&&other| other != at));
            }
        }
        lighting
    }

    /// The numbers with their cells.
    fn numbers(&self) -> impl Iterator<Item = (Cell, usize)> {
        let tiles = self.grid.cells().zip(&self.tiles);
        tiles.filter_map(|(cell, tile)| match tile {
            Tile::Number(number) => Some((cell, usize::from(*number))),
            _ => None,
        })
    }
}

const FACT_WORDS: FactWords = FactWords {
    label: "lamp",
    is: "a lamp",
    is_not: "not a lamp",
};

const LAMP: &str = "o";

const WALL: [ClueSymbol; 1] = [ClueSymbol::not_given("#", "a wall without a number")];

impl Puzzle for Akari {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "akari",
        title: "Akari",
        rules: "Place lamps in open cells. A lamp lights its cell and all cells along its row and column up to a wall. Every open cell is lit, and no lamp is lit by \
                another. A number in a wall is the number of lamps beside it.",
        examples: &[
            Example::new(
                "a first board",
                "akari\n......\n..4...\n....2.\n.0....\n...1..\n......\n",
                1,
            ),
            Example::new("no walls", "akari\n...\n...\n...\n", 6),
            Example::new("too many lamps", "akari\n.4.\n...\n...\n", 0),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<Akari>] = &[&LAMPS];

    const FORMATS: &'static [Format<Akari>] = formats::ALL;
    const EXPLAIN: Explain<Akari> = Explain {
        premises: premises::premises,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Akari>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);
    const BOARDS: &'static str = include_str!("boards.txt");

    /// Reads the line `akari` and the cells: `.` is open, `#` a wall, a number a wall with that number.
    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        let (rest, rows) = headed_text::read(text, Akari::INFO.id)?;
        headed_text::nothing_after(&rest)?;
        let rows = headed_text::cell_rows(rows);
        let tile = |token: Token<'_>| {
            let tile = Tile::read(token.text);
            tile.ok_or_else(|| tokens::expected("`.`, `#` or a number from 0 to 4", token))
        };
        let (grid, tiles) = tokens::cells(text, rows, tile)?;
        Ok(Instance::new(grid, tiles))
    }

    fn print(instance: &Instance) -> String {
        let cells = instance.tiles.iter().map(|tile| tile.text());
        let cells = tokens::lines(instance.grid.cols(), cells);
        format!("{}\n{cells}", Akari::INFO.id)
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        Ok(Instance::new(grid, vec![Tile::Open; grid.n_cells()]))
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        instance.open.read_answer(text, LAMP)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        instance.open.read_marks(text, LAMP)
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        let wall = |at: usize| instance.tiles[at].text();
        instance.open.print(answer, LAMP, wall)
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        // The judge works on a map of its own and walks by coordinates.
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        let mut lamps = vec![vec![false; cols]; rows];
        let mut given = answer.0.iter();
        for (at, tile) in instance.tiles.iter().enumerate() {
            lamps[at / cols][at % cols] = *tile == Tile::Open && given.next() == Some(&true);
        }
        let is_open = |row: usize, col: usize| instance.tiles[row * cols + col] == Tile::Open;
        let seen = |row: usize, col: usize| {
            let mut found = 0;
            for (down, right) in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
                let (mut r, mut c) = (row as isize + down, col as isize + right);
                while (0..rows as isize).contains(&r) && (0..cols as isize).contains(&c) {
                    let (at_row, at_col) = (r as usize, c as usize);
                    if !is_open(at_row, at_col) {
                        break;
                    }
                    found += usize::from(lamps[at_row][at_col]);
                    (r, c) = (r + down, c + right);
                }
            }
            found
        };
        for row in 0..rows {
            for col in 0..cols {
                let name = format!("r{}c{}", row + 1, col + 1);
                let what = match instance.tiles[row * cols + col] {
                    Tile::Open if lamps[row][col] && seen(row, col) > 0 => {
                        format!("the lamp at {name} sees another lamp")
                    }
                    Tile::Open if !lamps[row][col] && seen(row, col) == 0 => {
                        format!("{name} is dark")
                    }
                    Tile::Number(number) => {
                        let mut beside = 0;
                        beside += usize::from(row > 0 && lamps[row - 1][col]);
                        beside += usize::from(row + 1 < rows && lamps[row + 1][col]);
                        beside += usize::from(col > 0 && lamps[row][col - 1]);
                        beside += usize::from(col + 1 < cols && lamps[row][col + 1]);
                        if beside == usize::from(number) {
                            continue;
                        }
                        format!(
                            "{name} has {} beside it, not {number}",
                            plural(beside, "lamp")
                        )
                    }
                    _ => continue,
                };
                return Err(Violation(what));
            }
        }
        Ok(())
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        bool_cells::facts_of(instance.open.cells.iter().copied(), &FACT_WORDS)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        let fact = instance.open.fact(fact.cell);
        fact.is_some_and(|fact| answer.0[fact])
    }

    fn n_facts(instance: &Instance) -> usize {
        instance.open.cells.len()
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let entry = ClueEntry {
            symbols: &WALL,
            ..ClueEntry::numbers(0, 4)
        };
        let value = |tile: &Tile| match tile {
            Tile::Open => String::new(),
            tile => tile.text(),
        };
        ClueSlot::of_cells(&instance.grid, &instance.tiles, value, entry)
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let cell = position.cell_of(&instance.grid)?;
        let tile = match clue.trim() {
            "" => Some(Tile::Open),
            "." => None,
            clue => Tile::read(clue),
        };
        let expected = || format!("expected a number from 0 to 4 or `#`, found `{clue}`");
        let mut tiles = instance.tiles.clone();
        tiles[instance.grid.index(cell)] = tile.ok_or_else(expected)?;
        Ok(Instance::new(instance.grid, tiles))
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let grid = &instance.grid;
        let mut board = Board::new(grid.rows(), grid.cols());
        for (cell, tile) in grid.cells().zip(&instance.tiles) {
            let drawn = board.tile_mut(cell);
            match tile {
                Tile::Open => continue,
                Tile::Wall => {}
                Tile::Number(number) => drawn.content = Content::Text(number.to_string()),
            }
            drawn.background = Background::Block;
            drawn.ink = Ink::Given;
        }
        for (fact, &cell) in instance.open.cells.iter().enumerate() {
            if options.known(fact) != FactState::True {
                continue;
            }
            board.tile_mut(cell).background = Background::Lit;
            for direction in Direction::ORTHOGONAL {
                for seen in grid.ray(cell, direction) {
                    if instance.open.fact(seen).is_none() {
                        break;
                    }
                    board.tile_mut(seen).background = Background::Lit;
                }
            }
        }
        instance.open.draw(&mut board, options, Symbol::Lamp);
        options.mark(&mut board);
        board
    }
}

const LAMPS: Viewpoint<Akari> = Viewpoint::new("lamps", "whether a cell has a lamp", formulate);

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Akari> {
    let cells = instance.open.cells.iter();
    let lamps: Vec<Var> = cells
        .map(|&cell| model.bool(cell_names::of_cell(cell)))
        .collect();
    let of = |facts: &[usize]| facts.iter().map(|&fact| lamps[fact]).collect::<Vec<_>>();
    for (cell, number) in instance.numbers() {
        let beside = of(&instance.beside(cell));
        model.post(bool_sum_eq(beside, View::constant(number as i32)))?;
    }
    for run in instance.runs().iter().filter(|run| run.len() > 1) {
        model.post(at_most_one(of(run)))?;
    }
    for lighting in instance.lighting() {
        model.post(at_least_one(of(&lighting)))?;
    }
    Ok(bool_cells::formulation(lamps.clone(), lamps))
}
