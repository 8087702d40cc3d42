//! Boards: drawings as data. A kind of puzzle says *what* is where; the renderers decide how that looks in a terminal, in SVG and in print.
//!
//! A [`Board`] has one [`Tile`] per cell, [`Stroke`]s that run from cell to cell (bridges, paths), labels in its margins (tallies), and lines of
//! words below it (a fleet). Nothing in it depends on colour alone: what a colour says, a shape or a letter says too.

mod lines;
pub mod svg;
pub mod text;
mod words;

use crate::{Cell, Direction};

/// A drawing as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// How many rows of tiles.
    pub rows: usize,
    /// How many columns of tiles.
    pub cols: usize,
    /// What is in each cell, row by row.
    pub tiles: Vec<Tile>,
    /// The line around the whole board.
    pub frame: Weight,
    /// What runs from cell to cell, over the tiles.
    pub strokes: Vec<Stroke>,
    /// The labels around the board.
    pub margins: Margins,
    /// Lines of words below the board.
    pub notes: Vec<String>,
}

/// What is drawn in one cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// What the cell is filled with.
    pub ground: Ground,
    /// What stands in it.
    pub figure: Figure,
    /// Who put it there.
    pub ink: Ink,
    /// What it is pointed out for.
    pub mark: Option<Mark>,
    /// The line towards the next cell of the row.
    pub east: Weight,
    /// The line towards the next cell of the column.
    pub south: Weight,
}

/// What a cell is filled with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ground {
    /// Paper.
    #[default]
    Plain,
    /// Known to be white.
    White,
    /// Known to be tan.
    Tan,
    /// Known to be water.
    Water,
    /// An obstacle.
    Block,
    /// Not a part of the board.
    Outside,
}

/// What stands in a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Figure {
    /// Nothing.
    #[default]
    Nothing,
    /// A number or a letter.
    Text(String),
    /// What may still stand there: each possible text in its place, `None` where it is ruled out.
    Candidates(Vec<Option<String>>),
    /// An island with its number, or with `?`.
    Island(String),
    /// A part of a ship.
    Ship(Part),
    /// An arrow.
    Arrow(Direction),
}

/// A part of a ship.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
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
    /// Not known which.
    Unknown,
}

/// Who put something on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ink {
    /// The setter.
    #[default]
    Given,
    /// Whoever solved it.
    Found,
}

/// What a cell is pointed out for.
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

/// How heavy a line is.
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

/// A straight line from the middle of a cell to the middle of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stroke {
    /// Where it starts.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// How many parallel lines: bridges may be double.
    pub lines: usize,
    /// Who drew it.
    pub ink: Ink,
    /// What it is pointed out for.
    pub mark: Option<Mark>,
}

/// The labels around a board, each list empty or with one label per row or column.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Margins {
    /// Over the columns.
    pub top: Vec<String>,
    /// Under the columns.
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
            ground: Ground::Plain,
            figure: Figure::Nothing,
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
            margins: Margins::default(),
            notes: Vec::new(),
        }
    }

    /// The tile of a cell.
    pub fn tile(&self, cell: Cell) -> &Tile {
        &self.tiles[cell.row * self.cols + cell.col]
    }

    /// The tile of a cell, to be changed.
    pub fn tile_mut(&mut self, cell: Cell) -> &mut Tile {
        &mut self.tiles[cell.row * self.cols + cell.col]
    }
}
