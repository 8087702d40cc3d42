//! Single clues: their places, the claims they imply, and instances with one clue changed.
//!
//! Clues are edited in the text of an instance: a board of words or letters, and lines that begin with `rows` or `cols`. The result is parsed again, so an invalid clue
//! gives the parser's error.

use gridwright_grid::Cell;
use gridwright_term::Span;

use crate::contract::drawing::DrawOptions;
use crate::contract::premise::{Claim, Premise, PremiseForm};
use crate::contract::puzzle::Puzzle;
use crate::contract::tokens;

/// The first words of lines that are not rows of the board.
const HEADS: [&str; 5] = ["blocks", "most", "fleet", "rows", "cols"];

/// The place of a clue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CluePosition {
    /// A cell.
    Cell(Cell),
    /// The margin of a row, counted from 0.
    Row(usize),
    /// The margin of a column, counted from 0.
    Col(usize),
}

impl CluePosition {
    /// Its row, if it has one.
    pub fn row(self) -> Option<usize> {
        match self {
            CluePosition::Cell(cell) => Some(cell.row),
            CluePosition::Row(row) => Some(row),
            CluePosition::Col(_) => None,
        }
    }

    /// Its column, if it has one.
    pub fn col(self) -> Option<usize> {
        match self {
            CluePosition::Cell(cell) => Some(cell.col),
            CluePosition::Col(col) => Some(col),
            CluePosition::Row(_) => None,
        }
    }
}

/// Every place for a clue, with its clue; the empty text means no clue.
pub(crate) fn clues<P: Puzzle>(instance: &P::Instance) -> Vec<(CluePosition, String)> {
    let text = P::print(instance);
    let clue = |span: Span| match &text[span.start..span.end] {
        "." => String::new(),
        clue => clue.to_owned(),
    };
    let places = places::<P>(instance, &text).into_iter();
    places.map(|(place, span, _)| (place, clue(span))).collect()
}

/// The instance with one clue changed; the empty text removes the clue.
pub(crate) fn with_clue<P: Puzzle>(
    instance: &P::Instance,
    place: CluePosition,
    clue: &str,
) -> Result<P::Instance, String> {
    let text = P::print(instance);
    let mut places = places::<P>(instance, &text).into_iter();
    let Some((_, span, is_letter)) = places.find(|(known, ..)| *known == place) else {
        return Err(match place {
            CluePosition::Cell(cell) => format!("there is no place for a clue at {cell}"),
            CluePosition::Row(row) => format!("there is no place for a clue at row {}", row + 1),
            CluePosition::Col(col) => format!("there is no place for a clue at column {}", col + 1),
        });
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

/// The places of clues with their spans in the text of an instance, and whether each must be a single letter.
fn places<P: Puzzle>(instance: &P::Instance, text: &str) -> Vec<(CluePosition, Span, bool)> {
    let cols = P::draw(instance, &DrawOptions::default()).cols;
    let mut places = Vec::new();
    let mut row = 0;
    for words in tokens::rows(text) {
        let Some((head, rest)) = words.split_first() else {
            continue;
        };
        if HEADS.contains(&head.text) {
            let at = |(n, word): (usize, &tokens::Token<'_>)| match head.text {
                "rows" => Some((CluePosition::Row(n), word.span, false)),
                "cols" => Some((CluePosition::Col(n), word.span, false)),
                _ => None,
            };
            places.extend(rest.iter().enumerate().filter_map(at));
            continue;
        }
        let is_words = words.len() == cols;
        let cells = match is_words {
            true => words,
            false => tokens::characters(&words),
        };
        let cells = cells.into_iter().enumerate();
        places.extend(cells.map(|(col, cell)| {
            let place = CluePosition::Cell(Cell::new(row, col));
            (place, cell.span, !is_words)
        }));
        row += 1;
    }
    places
}

/// The claims that follow from single clues.
pub(crate) fn claims(premises: &[Premise]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for premise in premises.iter().filter(|premise| premise.is_clue) {
        settled(&premise.form, &mut claims);
    }
    claims.sort_unstable();
    claims.dedup();
    claims
}

/// Adds the claims that follow from a form by itself.
fn settled(form: &PremiseForm, claims: &mut Vec<Claim>) {
    match form {
        PremiseForm::Count { of, min, .. } if *min == of.len() => claims.extend(of),
        PremiseForm::Count { of, max: 0, .. } => {
            claims.extend(of.iter().map(|claim| claim.opposite()))
        }
        PremiseForm::All(forms) => forms.iter().for_each(|form| settled(form, claims)),
        _ => {}
    }
}
