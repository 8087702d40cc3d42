//! Single clues: their positions, what may be entered there, and the claims they imply.

use std::fmt;

use gridwright_grid::{Border, Cell, Corner, Direction, Grid};

use crate::contract::premise::{Claim, Premise, PremiseForm};

/// The position of a clue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CluePosition {
    /// A cell.
    Cell(Cell),
    /// The margin of a row, counted from 0.
    Row(usize),
    /// The margin of a column, counted from 0.
    Col(usize),
    /// Outside the board, before the first cell that the clue is about; the direction leads from there onto the board.
    Outside(Cell, Direction),
    /// A side of a cell.
    Border(Border),
    /// A point where cells meet.
    Corner(Corner),
    /// A region, by its index in the instance.
    Region(usize),
    /// A line of cells, by its index in the instance.
    Line(usize),
}

/// A place for a clue, and the clue that is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClueSlot {
    /// Its position.
    pub position: CluePosition,
    /// The clue as a setter types it; empty if there is none.
    pub value: String,
    /// What may be entered here.
    pub entry: ClueEntry,
}

/// What may be entered as a clue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClueEntry {
    /// The least and the greatest number, if numbers may be entered.
    pub numbers: Option<(i32, i32)>,
    /// Symbols that may be entered.
    pub symbols: &'static [ClueSymbol],
    /// Whether other texts may be entered: several numbers, for example.
    pub takes_text: bool,
    /// Whether there must be a clue here.
    pub is_required: bool,
}

/// A symbol that may be entered as a clue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClueSymbol {
    /// The text of the clue, typed as it is: `?`, `w`, `ne`.
    pub text: &'static str,
    /// What it means: "water".
    pub words: &'static str,
    /// What it stands for.
    pub role: SymbolRole,
}

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolRole {
    /// A clue.
    Clue,
    /// The place of a clue that is not given: an island without a number.
    NotGiven,
    /// A part of the board: a tree, an obstacle.
    Board,
}

impl ClueSymbol {
    /// A symbol that is a clue.
    pub const fn clue(text: &'static str, words: &'static str) -> ClueSymbol {
        let role = SymbolRole::Clue;
        ClueSymbol { text, words, role }
    }

    /// A symbol for the place of a clue that is not given.
    pub const fn not_given(text: &'static str, words: &'static str) -> ClueSymbol {
        let role = SymbolRole::NotGiven;
        ClueSymbol { text, words, role }
    }

    /// A symbol for a part of the board.
    pub const fn board(text: &'static str, words: &'static str) -> ClueSymbol {
        let role = SymbolRole::Board;
        ClueSymbol { text, words, role }
    }
}

/// A clue that was typed, as its entry reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnteredClue<'c> {
    /// No clue.
    Nothing,
    /// A number within the range of the entry.
    Number(i32),
    /// One of the symbols of the entry.
    Symbol(&'static str),
    /// Another text, if the entry takes texts.
    Text(&'c str),
}

impl ClueSlot {
    /// A place for a clue with its clue; the empty text means no clue.
    pub fn new(position: CluePosition, value: impl Into<String>, entry: ClueEntry) -> ClueSlot {
        ClueSlot {
            position,
            value: value.into(),
            entry,
        }
    }

    /// A place in every cell of a grid, given what stands in the cells and its text.
    pub(crate) fn of_cells<T>(
        grid: &Grid,
        cells: &[T],
        value: impl Fn(&T) -> String,
        entry: ClueEntry,
    ) -> Vec<ClueSlot> {
        let cells = grid.cells().map(CluePosition::Cell).zip(cells);
        cells
            .map(|(position, cell)| ClueSlot::new(position, value(cell), entry))
            .collect()
    }

    /// What is entered here when the clue is left out: nothing, or a symbol such as `?`. `None` if there is no clue, or if it is a part of the board.
    pub fn left_out(&self) -> Option<&'static str> {
        let symbols = self.entry.symbols;
        let entered = symbols.iter().find(|symbol| symbol.text == self.value);
        let is_clue = entered.is_none_or(|symbol| symbol.role == SymbolRole::Clue);
        if self.value.is_empty() || !is_clue {
            return None;
        }
        let not_given = |symbol: &&ClueSymbol| symbol.role == SymbolRole::NotGiven;
        match symbols.iter().find(not_given) {
            Some(symbol) => Some(symbol.text),
            None => (!self.entry.is_required).then_some(""),
        }
    }
}

impl ClueEntry {
    /// Numbers from `min` to `max`, or nothing.
    pub const fn numbers(min: i32, max: i32) -> ClueEntry {
        ClueEntry {
            numbers: Some((min, max)),
            symbols: &[],
            takes_text: false,
            is_required: false,
        }
    }

    /// One of some symbols, or nothing.
    pub const fn symbols(symbols: &'static [ClueSymbol]) -> ClueEntry {
        ClueEntry {
            numbers: None,
            symbols,
            takes_text: false,
            is_required: false,
        }
    }

    /// The same, or one of some symbols.
    pub const fn or(self, symbols: &'static [ClueSymbol]) -> ClueEntry {
        ClueEntry { symbols, ..self }
    }

    /// The same, but a clue is required.
    pub const fn required(self) -> ClueEntry {
        ClueEntry {
            is_required: true,
            ..self
        }
    }

    /// Reads a clue that was typed; an error in words if it may not be entered here.
    pub fn read<'c>(&self, clue: &'c str) -> Result<EnteredClue<'c>, String> {
        let clue = clue.trim();
        if clue.is_empty() && !self.is_required {
            return Ok(EnteredClue::Nothing);
        }
        if let Some(symbol) = self.symbols.iter().find(|symbol| symbol.text == clue) {
            return Ok(EnteredClue::Symbol(symbol.text));
        }
        if let Some((min, max)) = self.numbers
            && clue.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            && let Ok(number) = clue.parse()
            && (min..=max).contains(&number)
        {
            return Ok(EnteredClue::Number(number));
        }
        match self.takes_text && !clue.is_empty() {
            true => Ok(EnteredClue::Text(clue)),
            false => Err(format!("expected {self}, found `{clue}`")),
        }
    }
}

impl fmt::Display for ClueEntry {
    /// What may be entered: "a number from 1 to 8 or `?`".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some((min, max)) = self.numbers {
            parts.push(format!("a number from {min} to {max}"));
        }
        parts.extend(
            self.symbols
                .iter()
                .map(|symbol| format!("`{}`", symbol.text)),
        );
        if self.takes_text {
            parts.push("a text".to_owned());
        }
        match parts.split_last() {
            Some((last, rest)) if !rest.is_empty() => write!(f, "{} or {last}", rest.join(", ")),
            Some((last, _)) => f.write_str(last),
            None => f.write_str("no clue"),
        }
    }
}

impl CluePosition {
    /// The cell, if it is one.
    pub fn cell(self) -> Option<Cell> {
        match self {
            CluePosition::Cell(cell) => Some(cell),
            _ => None,
        }
    }

    /// The cell, which must be one of the grid's; otherwise the error that there is no place for a clue.
    pub(crate) fn cell_of(self, grid: &Grid) -> Result<Cell, String> {
        let cell = self.cell().filter(|cell| grid.contains(*cell));
        cell.ok_or_else(|| self.no_place())
    }

    /// The error if an instance has no place for a clue here.
    pub fn no_place(self) -> String {
        format!("there is no place for a clue at {self}")
    }

    /// Its row, if it has one.
    pub fn row(self) -> Option<usize> {
        match self {
            CluePosition::Cell(cell) => Some(cell.row),
            CluePosition::Row(row) => Some(row),
            _ => None,
        }
    }

    /// Its column, if it has one.
    pub fn col(self) -> Option<usize> {
        match self {
            CluePosition::Cell(cell) => Some(cell.col),
            CluePosition::Col(col) => Some(col),
            _ => None,
        }
    }
}

impl fmt::Display for CluePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CluePosition::Cell(cell) => cell.fmt(f),
            CluePosition::Row(row) => write!(f, "row {}", row + 1),
            CluePosition::Col(col) => write!(f, "column {}", col + 1),
            CluePosition::Outside(cell, _) => write!(f, "the outside of {cell}"),
            CluePosition::Border(border) => border.fmt(f),
            CluePosition::Corner(corner) => corner.fmt(f),
            CluePosition::Region(index) => write!(f, "region {}", index + 1),
            CluePosition::Line(index) => write!(f, "line {}", index + 1),
        }
    }
}

/// The claims that follow from single clues.
pub(crate) fn claims(premises: &[Premise]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for premise in premises.iter().filter(|premise| premise.is_clue) {
        add_claims(&premise.form, &mut claims);
    }
    claims.sort_unstable();
    claims.dedup();
    claims
}

/// Adds the claims that follow from a form by itself.
fn add_claims(form: &PremiseForm, claims: &mut Vec<Claim>) {
    match form {
        PremiseForm::Count { of, min, .. } if *min == of.len() => claims.extend(of),
        PremiseForm::Count { of, max: 0, .. } => {
            claims.extend(of.iter().map(|claim| claim.opposite()))
        }
        PremiseForm::All(forms) => forms.iter().for_each(|form| add_claims(form, claims)),
        _ => {}
    }
}
