//! `puzzle`: the size, facts, clues and links of a puzzle.

use std::collections::BTreeMap;

use gridwright::AnyInstance;
use gridwright::explaining::claim_number;
use gridwright::grid::Cell;
use gridwright::puzzles::{ClueEntry, DrawOptions, FactPlace, LineSum, PathStep};
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
    /// The entries that the places refer to
    entries: Vec<EntryRow>,
    /// What a player sees and may do beyond what follows from facts and clues
    play: PlayRow,
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
    /// Where a player marks it, if not in its only cell
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<FactPlaceRow>,
}

/// Where a player marks a fact
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum FactPlaceRow {
    /// In a cell
    Cell(CellPair),
    /// Between the centres of two cells
    Link([CellPair; 2]),
    /// On a side of a cell: row, column, and 1 for its left side or 0 for its upper side
    Border([usize; 3]),
}

/// A place for a clue: a cell, a row or a column
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CluePlace {
    place: PlaceJson,
    /// The clue; empty if there is none
    clue: String,
    /// What may be entered, as an index of the entries
    entry: usize,
}

/// What may be entered as a clue
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct EntryRow {
    /// The least and the greatest number, if numbers may be entered
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers: Option<[i32; 2]>,
    /// The symbols, each with its meaning
    symbols: Vec<SymbolRow>,
    /// Whether other texts may be entered
    text: bool,
    /// Whether there must be a clue
    required: bool,
}

/// A symbol that may be entered as a clue
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SymbolRow {
    text: &'static str,
    words: &'static str,
}

/// What a player sees and may do beyond what follows from facts and clues
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PlayRow {
    /// The word for a place whose fact is false
    #[serde(skip_serializing_if = "Option::is_none")]
    false_label: Option<&'static str>,
    /// Whether an answer shows false facts too, so that a board with open facts is unfinished
    needs_false: bool,
    /// Whether the facts of a place are thresholds rather than alternatives
    cumulative: bool,
    /// Whether links form networks
    networks: bool,
    /// Whether consecutive numbers are neighbours: `side`, or `corner` if also diagonally
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'static str>,
    /// Lines of cells with a sum
    sums: Vec<SumRow>,
    /// Straight runs of true cells to be found: a length, and how many have it
    runs: Vec<[usize; 2]>,
    /// The cells that the clue of a cell is about
    sights: Vec<SightRow>,
}

/// A line of cells with a sum
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SumRow {
    name: String,
    cells: Vec<CellPair>,
    total: i64,
}

/// The cells that the clue of a cell is about
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SightRow {
    cell: CellPair,
    /// In the order from the cell
    cells: Vec<CellPair>,
}

pub(crate) fn puzzle(body: Puzzle) -> Result<Json<PuzzleAnswer>, ApiError> {
    let instance = body.parse()?;
    let board = instance.draw(&DrawOptions::default());
    let info = instance.kind().info();
    let (places, entries) = places(&*instance);
    Ok(Json(PuzzleAnswer {
        kind: info.id,
        title: info.title,
        text: instance.print(),
        rows: board.rows,
        cols: board.cols,
        facts: facts(&*instance),
        clues: instance.clue_claims().iter().map(claim_number).collect(),
        places,
        entries,
        play: play(&*instance),
        addresses: addresses(&*instance),
    }))
}

fn facts(instance: &dyn AnyInstance) -> Vec<FactRow> {
    let labels = instance.labels().into_iter();
    let places = instance
        .fact_cells()
        .into_iter()
        .zip(instance.fact_places());
    let rows = labels.zip(places).map(|(label, (cells, place))| FactRow {
        label,
        words: None,
        denial: None,
        place: place_row(&cells, place),
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

fn pair(cell: Cell) -> CellPair {
    [cell.row, cell.col]
}

/// The place of a fact, unless it is its only cell.
fn place_row(cells: &[Cell], place: FactPlace) -> Option<FactPlaceRow> {
    match place {
        FactPlace::Cell(cell) => (cells != [cell]).then(|| FactPlaceRow::Cell(pair(cell))),
        FactPlace::Link(a, b) => Some(FactPlaceRow::Link([pair(a), pair(b)])),
        FactPlace::Border(border) => {
            let side = usize::from(border.is_vertical);
            Some(FactPlaceRow::Border([border.row, border.col, side]))
        }
    }
}

/// The places of clues, and the different entries among them.
fn places(instance: &dyn AnyInstance) -> (Vec<CluePlace>, Vec<EntryRow>) {
    let mut entries: Vec<ClueEntry> = Vec::new();
    let mut places = Vec::new();
    for slot in instance.clues() {
        let known = entries.iter().position(|entry| *entry == slot.entry);
        let entry = known.unwrap_or_else(|| {
            entries.push(slot.entry);
            entries.len() - 1
        });
        places.push(CluePlace {
            place: slot.position.into(),
            clue: slot.value,
            entry,
        });
    }
    let row = |entry: &ClueEntry| EntryRow {
        numbers: entry.numbers.map(|(min, max)| [min, max]),
        symbols: entry
            .symbols
            .iter()
            .map(|symbol| SymbolRow {
                text: symbol.text,
                words: symbol.words,
            })
            .collect(),
        text: entry.takes_text,
        required: entry.is_required,
    };
    (places, entries.iter().map(row).collect())
}

fn play(instance: &dyn AnyInstance) -> PlayRow {
    let play = instance.play();
    let pairs = |cells: Vec<Cell>| cells.into_iter().map(pair).collect();
    let sum = |sum: LineSum| SumRow {
        name: sum.name,
        cells: pairs(sum.cells),
        total: sum.total,
    };
    let sight = |(cell, cells): (Cell, Vec<Cell>)| SightRow {
        cell: pair(cell),
        cells: pairs(cells),
    };
    PlayRow {
        false_label: play.false_label,
        needs_false: play.needs_false,
        cumulative: play.is_cumulative,
        networks: play.has_networks,
        path: play.path.map(|step| match step {
            PathStep::Side => "side",
            PathStep::Corner => "corner",
        }),
        sums: play.sums.into_iter().map(sum).collect(),
        runs: play.runs.into_iter().map(|(n, of)| [n, of]).collect(),
        sights: play.sights.into_iter().map(sight).collect(),
    }
}

fn addresses(instance: &dyn AnyInstance) -> BTreeMap<&'static str, String> {
    let formats = instance.kind().formats().into_iter();
    let written = formats.filter_map(|(format, _)| Some((format, instance.write(format).ok()?)));
    written.collect()
}
