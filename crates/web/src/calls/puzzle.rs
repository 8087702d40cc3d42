//! `puzzle`: everything about one puzzle that does not take solving it.

use std::collections::BTreeMap;

use gridwright::AnyInstance;
use gridwright::puzzles::DrawOptions;
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::Json;
use crate::forms::{PlaceForm, Puzzle, Spot, numbered, spots};
use crate::refused::Refused;

/// Of more facts than this, the words are left out.
const MOST_WORDS: usize = 20_000;

/// Everything about one puzzle
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PuzzleAnswer {
    kind: &'static str,
    title: &'static str,
    /// Its text in the kind's own form
    text: String,
    rows: usize,
    cols: usize,
    /// What can be said of an answer; fact n is the n-th of them
    facts: Vec<FactRow>,
    /// What the clues say of facts
    clues: Vec<i64>,
    /// Where clues stand or can stand, and what stands there
    places: Vec<CluePlace>,
    /// Its text or address in each format that can say it, by the format's name
    addresses: BTreeMap<&'static str, String>,
}

/// One thing that can be said of an answer
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FactRow {
    /// As short as can be: `5`, `2 bridges`, `ship`, `tan`
    label: String,
    /// In words; left out of large boards, as is its opposite
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// Its opposite in words
    #[serde(skip_serializing_if = "Option::is_none")]
    denial: Option<String>,
    /// The cells it is about: row and column, from 0
    cells: Vec<Spot>,
}

/// A place where a clue can stand: a cell, a row or a column
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CluePlace {
    place: PlaceForm,
    /// What stands there; empty where nothing is given
    clue: String,
}

pub(crate) fn puzzle(asked: Puzzle) -> Result<Json<PuzzleAnswer>, Refused> {
    let given = asked.read()?;
    let board = given.draw(&DrawOptions::default());
    let card = given.kind().card();
    Ok(Json(PuzzleAnswer {
        kind: card.id,
        title: card.title,
        text: given.print(),
        rows: board.rows,
        cols: board.cols,
        facts: facts(&*given),
        clues: given.clue_claims().iter().map(numbered).collect(),
        places: given
            .clues()
            .into_iter()
            .map(|(place, clue)| CluePlace {
                place: place.into(),
                clue,
            })
            .collect(),
        addresses: addresses(&*given),
    }))
}

fn facts(given: &dyn AnyInstance) -> Vec<FactRow> {
    let labels = given.labels().into_iter();
    let rows = labels
        .zip(given.fact_cells())
        .map(|(label, cells)| FactRow {
            label,
            words: None,
            denial: None,
            cells: spots(cells),
        });
    let mut rows: Vec<FactRow> = rows.collect();
    if rows.len() <= MOST_WORDS {
        let words = given.facts().into_iter().zip(given.negations());
        for (row, (words, denial)) in rows.iter_mut().zip(words) {
            row.words = Some(words);
            row.denial = Some(denial);
        }
    }
    rows
}

fn addresses(given: &dyn AnyInstance) -> BTreeMap<&'static str, String> {
    let formats = given.kind().formats().into_iter();
    let written = formats.filter_map(|(format, _)| Some((format, given.write(format).ok()?)));
    written.collect()
}
