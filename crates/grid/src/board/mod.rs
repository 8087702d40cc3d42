//! Boards: drawings as data. A puzzle kind decides *what* is where; the renderers decide how it looks in a terminal,
//! in SVG and in print.
//!
//! A [`Board`] has one [`Tile`] per cell, [`Stroke`]s between cells (bridges, paths), [`Shape`]s on borders, corners,
//! regions and lines of cells, labels in its margins
//! (tallies), and notes and a fleet below it. Nothing depends on colour alone: a shape or a letter carries the same
//! information.

mod description;
mod lines;
mod shape;
mod shape_words;
pub mod svg;
pub mod text;

use crate::{Border, Cell, Direction};
pub use shape::{Form, LineStyle, Shape, Tint};

/// A drawing as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// The tiles, row by row.
    pub tiles: Vec<Tile>,
    /// The line around the whole board.
    pub frame: Weight,
    /// Lines between cells, drawn over the tiles.
    pub strokes: Vec<Stroke>,
    /// Shapes on borders, corners, regions and lines of cells.
    pub shapes: Vec<Shape>,
    /// The labels around the board.
    pub margins: Margins,
    /// Lines of text below the board.
    pub notes: Vec<String>,
    /// The ships to find, the longest first: length and number. They are drawn below the board, or listed in a text.
    pub fleet: Vec<(usize, usize)>,
    /// The spots that a pattern marks.
    pub spot_marks: Vec<(Spot, SpotMark)>,
    /// The links of a pattern, drawn over everything else.
    pub links: Vec<SpotLink>,
}

/// What a pattern marks and links.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// A candidate of a cell: its place in [`Content::Candidates`].
    Candidate(Cell, usize),
    /// The middle of a cell.
    Cell(Cell),
    /// The middle of a side of a cell.
    Border(Border),
    /// The middle between two cells.
    Between(Cell, Cell),
}

/// The highlight of a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpotMark {
    /// Part of the pattern; on in a chain: a filled circle.
    First,
    /// The other part; off in a chain: a ring.
    Second,
    /// Extra: a square.
    Extra,
    /// Ruled out: struck through.
    Struck,
}

/// An arrow between spots, or between groups of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpotLink {
    /// The start.
    pub from: Vec<Spot>,
    /// The end.
    pub to: Vec<Spot>,
    /// Whether it is strong, drawn as a solid line, or weak, drawn dashed.
    pub is_strong: bool,
}

/// The drawing of one cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Its background.
    pub background: Background,
    /// Its content.
    pub content: Content,
    /// Whether it is a clue or part of a solution.
    pub ink: Ink,
    /// Its highlight.
    pub mark: Option<Mark>,
    /// The line to the next cell of the row.
    pub east: Weight,
    /// The line to the next cell of the column.
    pub south: Weight,
}

/// The background of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Background {
    /// The colour of the paper.
    #[default]
    Plain,
    /// White.
    White,
    /// Tan.
    Tan,
    /// Water.
    Water,
    /// An obstacle.
    Block,
    /// Lit by a lamp.
    Lit,
    /// Shaded by a solver.
    Shaded,
    /// Not part of the board.
    Outside,
}

/// The content of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Content {
    /// Nothing.
    #[default]
    Nothing,
    /// A number or a letter.
    Text(String),
    /// Candidates: each possible text in its place, `None` if it is excluded.
    Candidates(Vec<Option<String>>),
    /// An island with its number, or with `?`.
    Island(String),
    /// A part of a ship.
    Ship(ShipPart),
    /// An arrow.
    Arrow(Direction),
    /// A symbol.
    Symbol(Symbol),
    /// The sum of the run below and that of the run to the right, divided by a diagonal; either may be empty.
    Sums {
        /// The sum of the run below.
        down: String,
        /// The sum of the run to the right.
        across: String,
    },
}

/// A symbol in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symbol {
    /// A star.
    Star,
    /// A tree.
    Tree,
    /// A tent.
    Tent,
    /// A lamp.
    Lamp,
    /// A small dot: nothing goes here.
    Dot,
}

/// A part of a ship.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ShipPart {
    /// A ship of one cell.
    Whole,
    /// The end that points up.
    Top,
    /// The end that points down.
    Bottom,
    /// The end that points left.
    Left,
    /// The end that points right.
    Right,
    /// Neither end.
    Middle,
    /// An unknown part.
    Unknown,
}

/// The origin of something on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ink {
    /// Given: a clue.
    #[default]
    Given,
    /// Found: part of a solution.
    Found,
}

/// The highlight of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A step uses it.
    Used,
    /// A step changes it.
    Changed,
    /// It is wrong.
    Wrong,
    /// It differs between two answers.
    Differs,
}

/// The weight of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Weight {
    /// No line.
    None,
    /// A line between cells.
    #[default]
    Thin,
    /// A line between blocks.
    Thick,
}

/// A straight line between the centres of two cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stroke {
    /// The start.
    pub from: Cell,
    /// The end.
    pub to: Cell,
    /// The number of parallel lines: bridges may be double.
    pub lines: usize,
    /// Whether it is a clue or part of a solution.
    pub ink: Ink,
    /// Its highlight.
    pub mark: Option<Mark>,
}

/// The labels around a board, each list empty or with one label per row or column. A label above or below a column
/// may have several lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Margins {
    /// Above the columns.
    pub top: Vec<String>,
    /// Below the columns.
    pub bottom: Vec<String>,
    /// Before the rows.
    pub left: Vec<String>,
    /// After the rows.
    pub right: Vec<String>,
}

impl Board {
    /// A board of empty tiles with thin lines between them.
    pub fn new(rows: usize, cols: usize) -> Board {
        let tile = Tile {
            background: Background::Plain,
            content: Content::Nothing,
            ink: Ink::Given,
            mark: None,
            east: Weight::Thin,
            south: Weight::Thin,
        };
        Board {
            rows,
            cols,
            tiles: vec![tile; rows * cols],
            frame: Weight::Thick,
            strokes: Vec::new(),
            shapes: Vec::new(),
            margins: Margins::default(),
            notes: Vec::new(),
            fleet: Vec::new(),
            spot_marks: Vec::new(),
            links: Vec::new(),
        }
    }

    /// All cells, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let cols = self.cols;
        (0..self.rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)))
    }

    /// All cells, row by row, until `is_over` holds, which is asked now and then.
    pub(crate) fn cells_until<'o>(
        &self,
        is_over: &'o dyn Fn() -> bool,
    ) -> impl Iterator<Item = Cell> + use<'o> {
        let numbered = self.cells().enumerate();
        let before = numbered.take_while(move |(n, _)| n % 256 > 0 || !is_over());
        before.map(|(_, cell)| cell)
    }

    /// The tile of a cell.
    pub fn tile(&self, cell: Cell) -> &Tile {
        &self.tiles[cell.row * self.cols + cell.col]
    }

    /// The tile of a cell, mutable.
    pub fn tile_mut(&mut self, cell: Cell) -> &mut Tile {
        &mut self.tiles[cell.row * self.cols + cell.col]
    }
}
