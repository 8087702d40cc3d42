//! `edit` and `blank`: a puzzle with one clue changed, and one to begin with.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::Json;
use crate::forms::{PlaceForm, Puzzle, check_size, kind_of};
use crate::refused::Refused;

/// A change of one clue
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct EditBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    place: PlaceForm,
    /// The clue as it stands in the kind's text; empty takes it away
    clue: String,
}

pub(crate) fn edit(asked: EditBody) -> Result<Json<Puzzle>, Refused> {
    let given = asked.puzzle.read()?;
    let changed = given.with_clue(asked.place.place()?, &asked.clue);
    let changed = changed.map_err(Refused::senseless)?;
    Ok(Json(Puzzle::of(&*changed)))
}

/// A board to begin with
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct BlankBody {
    kind: String,
    rows: usize,
    /// As many as rows, if not said
    cols: Option<usize>,
}

pub(crate) fn blank(asked: BlankBody) -> Result<Json<Puzzle>, Refused> {
    let kind = kind_of(&asked.kind)?;
    let cols = asked.cols.unwrap_or(asked.rows);
    let given = kind.blank(asked.rows, cols).map_err(Refused::senseless)?;
    check_size(&*given)?;
    Ok(Json(Puzzle::of(&*given)))
}
