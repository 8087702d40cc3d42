//! JSON types that many calls share: puzzles, claims, cells, marks and solver options.

use std::str::FromStr;

use gridwright::fd::Restart;
use gridwright::grid::Cell;
use gridwright::grid::board::Mark;
use gridwright::puzzles::{Claim, CluePosition, DrawOptions, FactState};
use gridwright::solve::parse_consistency;
use gridwright::{AnyInstance, BoxedInstance, CATALOGUE, Kind, Request, kind, read_one};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::jobs::Job;

/// The maximal number of cells of a board.
const MOST_CELLS: usize = 4096;

/// The maximal number of facts; the page keeps all of them in memory.
const MOST_FACTS: usize = 200_000;

/// A puzzle
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Puzzle {
    /// The kind, such as `sudoku`
    pub(crate) kind: String,
    /// The text, in the native format of the kind or in an exchange format
    pub(crate) text: String,
}

impl Puzzle {
    /// Parses the puzzle.
    pub(crate) fn parse(&self) -> Result<BoxedInstance, ApiError> {
        let kind = kind_of(&self.kind)?;
        let given = read_one(Some(kind), &self.text)
            .map_err(|error| ApiError::parse_error(&self.text, &error))?;
        check_size(&*given)?;
        Ok(given)
    }

    /// The JSON form of a puzzle.
    pub(crate) fn of(given: &dyn AnyInstance) -> Puzzle {
        Puzzle {
            kind: given.kind().card().id.to_owned(),
            text: given.print(),
        }
    }
}

/// Looks up a kind by its name.
pub(crate) fn kind_of(id: &str) -> Result<&'static dyn Kind, ApiError> {
    kind(id).ok_or_else(|| {
        let ids: Vec<&str> = CATALOGUE.iter().map(|kind| kind.card().id).collect();
        ApiError::invalid(format!(
            "unknown puzzle type `{id}`; supported: {}",
            ids.join(", ")
        ))
    })
}

/// Rejects a board that is too large for the page.
pub(crate) fn check_size(given: &dyn AnyInstance) -> Result<(), ApiError> {
    let too_large = |what: String| {
        Err(ApiError::invalid(format!(
            "the board is too large for the page: {what}; use the command line instead"
        )))
    };
    let facts = given.n_facts();
    if facts > MOST_FACTS {
        return too_large(format!(
            "it has {facts} facts, and the limit is {MOST_FACTS}"
        ));
    }
    let cells = given.draw(&DrawOptions::default()).tiles.len();
    if cells > MOST_CELLS {
        return too_large(format!(
            "it has {cells} cells, and the limit is {MOST_CELLS}"
        ));
    }
    Ok(())
}

/// The state of every fact under claims given by number.
pub(crate) fn known(given: &dyn AnyInstance, claims: &[i64]) -> Result<Vec<FactState>, ApiError> {
    let mut known = vec![FactState::Open; given.n_facts()];
    for &claim in claims {
        let fact = usize::try_from(claim.unsigned_abs()).ok();
        let fact = fact.and_then(|n| known.get_mut(n.checked_sub(1)?));
        let Some(fact) = fact else {
            let n = given.n_facts();
            return Err(ApiError::invalid(format!(
                "unknown fact {}; facts are numbered from 1 to {n}",
                claim.unsigned_abs()
            )));
        };
        *fact = if claim > 0 {
            FactState::True
        } else {
            FactState::False
        };
    }
    Ok(known)
}

/// The known facts as claims.
pub(crate) fn known_claims(known: &[FactState]) -> Vec<Claim> {
    let facts = known.iter().enumerate();
    facts
        .filter_map(|(fact, known)| match known {
            FactState::True => Some(Claim::is(fact)),
            FactState::False => Some(Claim::is_not(fact)),
            FactState::Open => None,
        })
        .collect()
}

/// The known facts as claim numbers.
pub(crate) fn claim_numbers(known: &[FactState]) -> Vec<i64> {
    known_claims(known).iter().map(claim_number).collect()
}

/// The number of a claim: that of its fact from 1, negated if the fact is false.
pub(crate) fn claim_number(claim: &Claim) -> i64 {
    let number = claim.fact as i64 + 1;
    if claim.holds { number } else { -number }
}

/// The row and column of a cell, from 0.
pub(crate) type CellPair = [usize; 2];

/// Cells as sorted pairs without duplicates.
pub(crate) fn cell_pairs(cells: impl IntoIterator<Item = Cell>) -> Vec<CellPair> {
    let mut cell_pairs: Vec<CellPair> =
        cells.into_iter().map(|cell| [cell.row, cell.col]).collect();
    cell_pairs.sort_unstable();
    cell_pairs.dedup();
    cell_pairs
}

/// A marked cell
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct MarkedCell {
    /// Row and column, from 0
    pub(crate) cell: CellPair,
    /// The kind of mark
    pub(crate) mark: MarkName,
}

/// The place of a clue: a cell (row and column), a row, or a column, from 0
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PlaceJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) row: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) col: Option<usize>,
}

impl From<CluePosition> for PlaceJson {
    fn from(place: CluePosition) -> PlaceJson {
        PlaceJson {
            row: place.row(),
            col: place.col(),
        }
    }
}

impl PlaceJson {
    /// The place.
    pub(crate) fn place(self) -> Result<CluePosition, ApiError> {
        match (self.row, self.col) {
            (Some(row), Some(col)) => Ok(CluePosition::Cell(Cell::new(row, col))),
            (Some(row), None) => Ok(CluePosition::Row(row)),
            (None, Some(col)) => Ok(CluePosition::Col(col)),
            (None, None) => Err(ApiError::invalid("a place needs a row, a column or both")),
        }
    }
}

/// The kind of mark on a cell
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MarkName {
    /// Used by a step
    Used,
    /// Changed by a step
    Changed,
    /// Wrong
    Wrong,
    /// Different in two answers
    Differs,
}

impl From<MarkName> for Mark {
    fn from(name: MarkName) -> Mark {
        match name {
            MarkName::Used => Mark::Used,
            MarkName::Changed => Mark::Changed,
            MarkName::Wrong => Mark::Wrong,
            MarkName::Differs => Mark::Differs,
        }
    }
}

/// Solver options, named as on the command line (where `level` is `--consistency`); omitted options have their defaults
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct SolverOptions {
    /// Viewpoints to channel; for the engine `chr`, a program
    pub(crate) viewpoints: Vec<String>,
    /// Optional rules to enable; for the engine `chr`, `NAME=VALUE`
    pub(crate) rules: Vec<String>,
    /// The connectivity constraint
    pub(crate) connectivity: Option<String>,
    /// An engine, see `/api/options`
    pub(crate) engine: Option<String>,
    /// Propagation strength: `value`, `bounds` or `domain`, and exceptions by constraint, such as `bounds,all_different=domain`
    pub(crate) level: Option<String>,
    /// `check`, `forward` or `full`
    pub(crate) inference: Option<String>,
    /// Variable selection, such as `first_fail`
    pub(crate) select: Option<String>,
    /// Value choice, such as `indomain_min`
    pub(crate) choose: Option<String>,
    /// `never`, `adaptive`, `luby[:UNIT]`, `linear[:UNIT]` or `geometric[:FIRST[:FACTOR]]`
    pub(crate) restarts: Option<String>,
    /// Random seed
    pub(crate) seed: Option<u64>,
}

impl SolverOptions {
    /// The solver request with the limits of a job.
    pub(crate) fn request(&self, job: &Job) -> Result<Request, ApiError> {
        fn parse<T: FromStr>(text: Option<&String>) -> Result<Option<T>, ApiError>
        where
            T::Err: ToString,
        {
            let text = text.filter(|text| !text.is_empty());
            let value = text.map(|text| text.parse::<T>()).transpose();
            value.map_err(ApiError::invalid)
        }
        let level = self.level.as_deref().filter(|level| !level.is_empty());
        let levels = level.map(parse_consistency).transpose();
        Ok(Request {
            viewpoints: self.viewpoints.clone(),
            rules: self.rules.clone(),
            connectivity: self.connectivity.clone().filter(|name| !name.is_empty()),
            engine: parse(self.engine.as_ref())?.unwrap_or_default(),
            consistency: levels.map_err(ApiError::invalid)?,
            inference: parse(self.inference.as_ref())?,
            select: parse(self.select.as_ref())?,
            choose: parse(self.choose.as_ref())?,
            restarts: parse::<Restart>(self.restarts.as_ref())?,
            seed: self.seed,
            ..job.request()
        })
    }
}
