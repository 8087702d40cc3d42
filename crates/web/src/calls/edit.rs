//! `edit` and `blank`: changes one clue, and creates an empty board.

use serde::Deserialize;

use crate::error::ApiError;
use crate::response::Json;
use crate::types::{PlaceJson, Puzzle, check_size, kind_of};

/// A change of one clue
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct EditBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    place: PlaceJson,
    /// The clue as in the text of the kind; empty removes it
    clue: String,
}

pub(crate) fn edit(body: EditBody) -> Result<Json<Puzzle>, ApiError> {
    let instance = body.puzzle.parse()?;
    let changed = instance.with_clue(body.place.place()?, &body.clue);
    let changed = changed.map_err(ApiError::invalid)?;
    Ok(Json(Puzzle::of(&*changed)))
}

/// An empty board
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct BlankBody {
    kind: String,
    rows: usize,
    /// Default: as many as rows
    cols: Option<usize>,
}

pub(crate) fn blank(body: BlankBody) -> Result<Json<Puzzle>, ApiError> {
    let kind = kind_of(&body.kind)?;
    let cols = body.cols.unwrap_or(body.rows);
    let instance = kind.blank(body.rows, cols).map_err(ApiError::invalid)?;
    check_size(&*instance)?;
    Ok(Json(Puzzle::of(&*instance)))
}
