//! Boards on which something goes into some of the open cells: a lamp, a tent, a star, a shade. There is one fact per open cell; other cells are part of the puzzle.

use gridwright_grid::board::{Background, Board, Content, Ink, Symbol};
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

use crate::blocks::bool_cells::Answer;
use crate::blocks::headed_text;
use crate::blocks::step_words::{describe_cells, list_or_fold};
use crate::contract::{
    Argument, Claim, DrawOptions, FactState, plural,
    tokens::{self, Token},
};

/// The open cells of a board and their facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenCells {
    /// The open cells in reading order; a cell's index is that of its fact.
    pub(crate) cells: Vec<Cell>,
    /// The fact of each cell of the grid, `None` if it is not open.
    facts: Vec<Option<usize>>,
    cols: usize,
}

impl OpenCells {
    /// The cells of a grid that are open.
    pub(crate) fn new(grid: &Grid, is_open: impl Fn(usize) -> bool) -> OpenCells {
        let mut cells = Vec::new();
        let mut facts = Vec::with_capacity(grid.n_cells());
        for (at, cell) in grid.cells().enumerate() {
            let open = is_open(at);
            facts.push(open.then_some(cells.len()));
            if open {
                cells.push(cell);
            }
        }
        let cols = grid.cols();
        OpenCells { cells, facts, cols }
    }

    /// The fact of a cell, if it is open.
    pub(crate) fn fact(&self, cell: Cell) -> Option<usize> {
        self.facts[cell.row * self.cols + cell.col]
    }

    /// The squares of two by two cells, as the facts of their open cells, if there are at least two; in a single row or column, the pairs of neighbours.
    pub(crate) fn squares(&self, grid: &Grid) -> Vec<Vec<usize>> {
        let (rows, cols) = (grid.rows(), grid.cols());
        let mut squares = Vec::new();
        for row in 0..rows.saturating_sub(1).max(1) {
            for col in 0..cols.saturating_sub(1).max(1) {
                let corners = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let cells = corners.map(|(down, right)| Cell::new(row + down, col + right));
                let cells = cells.into_iter().filter(|cell| grid.contains(*cell));
                let facts: Vec<usize> = cells.filter_map(|cell| self.fact(cell)).collect();
                if facts.len() > 1 {
                    squares.push(facts);
                }
            }
        }
        squares
    }

    /// Reads a board of `yes` for a cell with something, `.` or `x` for one without. Other cells have any other character.
    pub(crate) fn read_answer(&self, text: &str, yes: &str) -> Result<Answer, Diagnostic> {
        let read = |token: Token<'_>| match token.text {
            word if word == yes => Ok(true),
            "." | "x" => Ok(false),
            _ => Err(tokens::expected(&format!("`{yes}` or `.`"), token)),
        };
        self.read(text, yes, read).map(Answer)
    }

    /// Reads the marks of a player: `yes`, `x` for nothing here, `.` for an open cell.
    pub(crate) fn read_marks(&self, text: &str, yes: &str) -> Result<Vec<FactState>, Diagnostic> {
        let read = |token: Token<'_>| match token.text {
            word if word == yes => Ok(FactState::True),
            "x" => Ok(FactState::False),
            "." => Ok(FactState::Open),
            _ => Err(tokens::expected(&format!("`{yes}`, `x` or `.`"), token)),
        };
        self.read(text, yes, read)
    }

    fn read<T>(
        &self,
        text: &str,
        yes: &str,
        read: impl Fn(Token<'_>) -> Result<T, Diagnostic>,
    ) -> Result<Vec<T>, Diagnostic> {
        let mut found = Vec::with_capacity(self.cells.len());
        for (token, fact) in headed_text::cells(text, self.facts.len())?
            .into_iter()
            .zip(&self.facts)
        {
            if fact.is_some() {
                found.push(read(token)?);
            } else if token.text == yes {
                let what = format!("`{yes}` cannot go here");
                return Err(Diagnostic::error(what, token.span));
            }
        }
        Ok(found)
    }

    /// Writes an answer; `closed` is the word of each cell that is not open.
    pub(crate) fn print(
        &self,
        answer: &Answer,
        yes: &str,
        closed: impl Fn(usize) -> String,
    ) -> String {
        let word = |(at, fact): (usize, &Option<usize>)| match fact {
            Some(fact) if answer.0[*fact] => yes.to_owned(),
            Some(_) => ".".to_owned(),
            None => closed(at),
        };
        tokens::lines(self.cols, self.facts.iter().enumerate().map(word))
    }

    /// Draws what is known of the open cells: a symbol, or a dot for nothing.
    pub(crate) fn draw(&self, board: &mut Board, options: &DrawOptions<'_>, symbol: Symbol) {
        for (fact, &cell) in self.cells.iter().enumerate() {
            let tile = board.tile_mut(cell);
            tile.ink = Ink::Found;
            tile.content = match options.known(fact) {
                FactState::True => Content::Symbol(symbol),
                FactState::False if tile.background == Background::Lit => Content::Nothing,
                FactState::False => Content::Symbol(Symbol::Dot),
                FactState::Open => Content::Nothing,
            };
        }
    }

    /// The conclusions of a step in words: "r1c1 is a star and r1c2 and r2c1 are not stars".
    pub(crate) fn conclusions(&self, argument: &Argument<'_>, words: &Conclusions) -> String {
        let of = |holds: bool, one: &str, many: &str| {
            let claims = argument.concludes.iter();
            let claims = claims.filter(|claim| claim.holds == holds);
            let mut cells: Vec<Cell> = claims.map(|claim| self.cells[claim.fact]).collect();
            cells.sort_unstable();
            let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
            let what = if cells.len() == 1 { one } else { many };
            describe_cells(&cells, what, argument.is_full)
        };
        let both = [
            of(true, words.is, words.are),
            of(false, words.is_not, words.are_not),
        ];
        both.into_iter().flatten().collect::<Vec<_>>().join(" and ")
    }
}

impl OpenCells {
    /// The cells that a step excludes, as a list of alternatives: "r1c1, r1c2 or r2c1".
    pub(crate) fn excluded(&self, argument: &Argument<'_>) -> String {
        let claims = argument.concludes.iter().filter(|claim| !claim.holds);
        let cells = claims.map(|claim| self.cells[claim.fact].to_string());
        list_or_fold(&cells.collect::<Vec<_>>(), "or", argument.is_full)
    }
}

/// The words for what a step concludes of one cell and of several.
pub(crate) struct Conclusions {
    pub(crate) is: &'static str,
    pub(crate) are: &'static str,
    pub(crate) is_not: &'static str,
    pub(crate) are_not: &'static str,
}

/// How many of some claims a step uses as known to be true.
pub(crate) fn n_used(argument: &Argument<'_>, of: &[Claim]) -> usize {
    of.iter()
        .filter(|claim| argument.used.contains(claim))
        .count()
}

/// How a rule that needs `n` of something fails: "has no cell left for its star", "has too few cells left for 2 stars".
pub(crate) fn too_few(n: usize, noun: &str) -> String {
    match n {
        1 => format!("has no cell left for its {noun}"),
        _ => format!("has too few cells left for {}", plural(n, noun)),
    }
}

/// How a step continues if all of `n` things are there already.
pub(crate) fn all_there(n: usize) -> &'static str {
    match n {
        1 => ", and it is there already",
        _ => ", and they are all there",
    }
}

/// How a step continues if all cells that are left are needed for `n` things.
pub(crate) fn rest_needed(n: usize) -> &'static str {
    match n {
        1 => ", and no other cell is left for it",
        _ => ", and no other cells are left for them",
    }
}
