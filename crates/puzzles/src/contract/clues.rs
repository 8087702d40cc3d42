//! Single clues: their positions, what may be entered there, the claims they imply, and instances with one clue changed.
//!
//! For kinds that do not implement [`Puzzle::clues`](crate::Puzzle::clues), clues are edited in the text of an instance: a board of words or letters, and lines that
//! begin with `rows` or `cols`. The result is parsed again, so an invalid clue gives the parser's error.

use std::fmt;

use gridwright_grid::{Border, Cell, Corner, Direction};
use gridwright_term::Span;

use crate::contract::drawing::DrawOptions;
use crate::contract::premise::{Claim, Premise, PremiseForm};
use crate::contract::puzzle::Puzzle;
use crate::contract::tokens;

/// The first words of lines that are not rows of the board.
const HEADINGS: [&str; 5] = ["blocks", "most", "fleet", "rows", "cols"];

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
}

impl CluePosition {
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

/// Every position of a clue, with its clue; the empty text means no clue.
pub(crate) fn clues<P: Puzzle>(instance: &P::Instance) -> Vec<ClueSlot> {
    let text = P::print(instance);
    let clue = |span: Span| match &text[span.start..span.end] {
        "." => String::new(),
        clue => clue.to_owned(),
    };
    let positions = positions::<P>(instance, &text).into_iter();
    positions
        .map(|(position, span, _)| ClueSlot {
            position,
            value: clue(span),
            entry: ClueEntry {
                takes_text: true,
                ..ClueEntry::default()
            },
        })
        .collect()
}

/// The instance with one clue changed; the empty text removes the clue.
pub(crate) fn with_clue<P: Puzzle>(
    instance: &P::Instance,
    position: CluePosition,
    clue: &str,
) -> Result<P::Instance, String> {
    let text = P::print(instance);
    let mut positions = positions::<P>(instance, &text).into_iter();
    let Some((_, span, is_letter)) = positions.find(|(known, ..)| *known == position) else {
        return Err(format!("there is no place for a clue at {position}"));
    };
    let clue = match clue.trim() {
        "" => ".",
        clue => clue,
    };
    let is_plain = |c: char| !c.is_whitespace() && c != ',' && c != '%';
    if !clue.chars().all(is_plain) || (is_letter && clue.chars().count() > 1) {
        let what = if is_letter { "letter or digit" } else { "word" };
        return Err(format!("a clue is one {what} here, not `{clue}`"));
    }
    let changed = format!("{}{clue}{}", &text[..span.start], &text[span.end..]);
    P::parse(&changed).map_err(|error| error.message)
}

/// The positions of clues with their spans in the text of an instance, and whether each must be a single letter.
fn positions<P: Puzzle>(instance: &P::Instance, text: &str) -> Vec<(CluePosition, Span, bool)> {
    let cols = P::draw(instance, &DrawOptions::default()).cols;
    let mut positions = Vec::new();
    let mut row = 0;
    for words in tokens::rows(text) {
        let Some((head, rest)) = words.split_first() else {
            continue;
        };
        if HEADINGS.contains(&head.text) {
            let at = |(n, word): (usize, &tokens::Token<'_>)| match head.text {
                "rows" => Some((CluePosition::Row(n), word.span, false)),
                "cols" => Some((CluePosition::Col(n), word.span, false)),
                _ => None,
            };
            positions.extend(rest.iter().enumerate().filter_map(at));
            continue;
        }
        let is_words = words.len() == cols;
        let cells = match is_words {
            true => words,
            false => tokens::characters(&words),
        };
        let cells = cells.into_iter().enumerate();
        positions.extend(cells.map(|(col, cell)| {
            let position = CluePosition::Cell(Cell::new(row, col));
            (position, cell.span, !is_words)
        }));
        row += 1;
    }
    positions
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
