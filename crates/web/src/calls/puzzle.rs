//! `puzzle`: the size, facts, clues and links of a puzzle.

use std::collections::BTreeMap;

use gridwright::AnyInstance;
use gridwright::explaining::claim_number;
use gridwright::puzzles::DrawOptions;
use serde::Serialize;

use crate::error::ApiError;
use crate::response::Json;
use crate::types::{CellPair, PlaceJson, Puzzle, cell_pairs};

/// With more facts, their sentences are omitted.
const MAX_DESCRIBED_FACTS: usize = 20_000;

/// A puzzle in detail
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PuzzleAnswer {
    kind: &'static str,
    title: &'static str,
    /// The text in the native format of the kind
    text: String,
    rows: usize,
    cols: usize,
    /// The facts, numbered from 1
    facts: Vec<FactRow>,
    /// The claims of the clues
    clues: Vec<i64>,
    /// All places of clues, with their clues
    places: Vec<CluePlace>,
    /// The text or link in each exchange format that can express it, by format name
    addresses: BTreeMap<&'static str, String>,
}

/// A fact about an answer
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FactRow {
    /// A short label: `5`, `2 bridges`, `ship`, `tan`
    label: String,
    /// A sentence; omitted for large boards
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// The sentence of its negation
    #[serde(skip_serializing_if = "Option::is_none")]
    denial: Option<String>,
    /// Its cells: row and column, from 0
    cells: Vec<CellPair>,
}

/// A place for a clue: a cell, a row or a column
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CluePlace {
    place: PlaceJson,
    /// The clue; empty if there is none
    clue: String,
}

pub(crate) fn puzzle(body: Puzzle) -> Result<Json<PuzzleAnswer>, ApiError> {
    let instance = body.parse()?;
    let board = instance.draw(&DrawOptions::default());
    let info = instance.kind().info();
    Ok(Json(PuzzleAnswer {
        kind: info.id,
        title: info.title,
        text: instance.print(),
        rows: board.rows,
        cols: board.cols,
        facts: facts(&*instance),
        clues: instance.clue_claims().iter().map(claim_number).collect(),
        places: instance
            .clues()
            .into_iter()
            .map(|slot| CluePlace {
                place: slot.position.into(),
                clue: slot.value,
            })
            .collect(),
        addresses: addresses(&*instance),
    }))
}

fn facts(instance: &dyn AnyInstance) -> Vec<FactRow> {
    let labels = instance.labels().into_iter();
    let rows = labels
        .zip(instance.fact_cells())
        .map(|(label, cells)| FactRow {
            label,
            words: None,
            denial: None,
            cells: cell_pairs(cells),
        });
    let mut rows: Vec<FactRow> = rows.collect();
    if rows.len() <= MAX_DESCRIBED_FACTS {
        let sentences = instance.facts().into_iter().zip(instance.negations());
        for (row, (words, denial)) in rows.iter_mut().zip(sentences) {
            row.words = Some(words);
            row.denial = Some(denial);
        }
    }
    rows
}

fn addresses(instance: &dyn AnyInstance) -> BTreeMap<&'static str, String> {
    let formats = instance.kind().formats().into_iter();
    let written = formats.filter_map(|(format, _)| Some((format, instance.write(format).ok()?)));
    written.collect()
}
