//! JSON types that many calls share: puzzles, claims, cells, marks and solver options.

use std::str::FromStr;

use gridwright::explaining::{claim_number, claims_of, settle};
use gridwright::fd::Restart;
use gridwright::grid::board::Mark;
use gridwright::grid::{Border, Cell, Corner, Direction};
use gridwright::puzzles::{Claim, CluePosition, DrawOptions, FactState};
use gridwright::solve::parse_consistency;
use gridwright::{AnyInstance, BoxedInstance, CATALOGUE, Kind, Request, kind, read_one};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::jobs::Job;

/// The maximal number of cells of a board.
const MAX_CELLS: usize = 4096;

/// The maximal number of facts; the page keeps all of them in memory.
const MAX_FACTS: usize = 200_000;

/// A puzzle
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
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
        let instance = read_one(Some(kind), &self.text)
            .map_err(|error| ApiError::parse_error(&self.text, &error))?;
        check_size(&*instance)?;
        Ok(instance)
    }

    /// The JSON form of a puzzle.
    pub(crate) fn of(instance: &dyn AnyInstance) -> Puzzle {
        Puzzle {
            kind: instance.kind().info().id.to_owned(),
            text: instance.print(),
        }
    }
}

/// Looks up a kind by its name.
pub(crate) fn kind_of(id: &str) -> Result<&'static dyn Kind, ApiError> {
    kind(id).ok_or_else(|| {
        let ids: Vec<&str> = CATALOGUE.iter().map(|kind| kind.info().id).collect();
        ApiError::invalid(format!(
            "unknown puzzle type `{id}`; supported: {}",
            ids.join(", ")
        ))
    })
}

/// Rejects a board that is too large for the page.
pub(crate) fn check_size(instance: &dyn AnyInstance) -> Result<(), ApiError> {
    check_count(instance.n_facts(), "facts", MAX_FACTS)?;
    check_cells(instance.draw(&DrawOptions::default()).tiles.len())
}

/// Rejects a board of too many cells.
pub(crate) fn check_cells(cells: usize) -> Result<(), ApiError> {
    check_count(cells, "cells", MAX_CELLS)
}

fn check_count(count: usize, what: &str, max: usize) -> Result<(), ApiError> {
    match count <= max {
        true => Ok(()),
        false => Err(ApiError::invalid(format!(
            "the board is too large for the page: it has {count} {what}, and the limit is {max}; use the command line instead"
        ))),
    }
}

/// The state of every fact under claims given by number.
pub(crate) fn known(
    instance: &dyn AnyInstance,
    claims: &[i64],
) -> Result<Vec<FactState>, ApiError> {
    let mut known = vec![FactState::Open; instance.n_facts()];
    for &claim in claims {
        let number = usize::try_from(claim.unsigned_abs()).ok();
        let fact = number.and_then(|number| number.checked_sub(1));
        let Some(fact) = fact.filter(|fact| *fact < known.len()) else {
            let n = instance.n_facts();
            return Err(ApiError::invalid(format!(
                "unknown fact {}; facts are numbered from 1 to {n}",
                claim.unsigned_abs()
            )));
        };
        let holds = claim > 0;
        settle(&mut known, Claim { fact, holds });
    }
    Ok(known)
}

/// The known facts as claim numbers.
pub(crate) fn claim_numbers(known: &[FactState]) -> Vec<i64> {
    claims_of(known).map(|claim| claim_number(&claim)).collect()
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
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct MarkedCell {
    /// Row and column, from 0
    pub(crate) cell: CellPair,
    /// The kind of mark
    pub(crate) mark: MarkName,
}

/// The place of a clue: a cell (row and column), a row, or a column, from 0; with `on`, a part of a cell; or a region or line by its index
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub(crate) struct PlaceJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) row: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) col: Option<usize>,
    /// A part of the cell
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) on: Option<CellPart>,
    /// The index of a region
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) region: Option<usize>,
    /// The index of a line of cells
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
}

/// A part of a cell: its left or upper side, its upper left corner, or the outside from which a direction leads into the cell
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum CellPart {
    Left,
    Above,
    Corner,
    TowardsN,
    TowardsNe,
    TowardsE,
    TowardsSe,
    TowardsS,
    TowardsSw,
    TowardsW,
    TowardsNw,
}

/// The directions of clues outside the board.
const TOWARDS: [(CellPart, Direction); 8] = [
    (CellPart::TowardsN, Direction::North),
    (CellPart::TowardsNe, Direction::NorthEast),
    (CellPart::TowardsE, Direction::East),
    (CellPart::TowardsSe, Direction::SouthEast),
    (CellPart::TowardsS, Direction::South),
    (CellPart::TowardsSw, Direction::SouthWest),
    (CellPart::TowardsW, Direction::West),
    (CellPart::TowardsNw, Direction::NorthWest),
];

/// A part of the cell at a row and column.
fn part_of(row: usize, col: usize, on: CellPart) -> PlaceJson {
    PlaceJson {
        row: Some(row),
        col: Some(col),
        on: Some(on),
        ..PlaceJson::default()
    }
}

impl From<CluePosition> for PlaceJson {
    fn from(place: CluePosition) -> PlaceJson {
        match place {
            CluePosition::Border(Border {
                row,
                col,
                is_vertical,
            }) => match is_vertical {
                true => part_of(row, col, CellPart::Left),
                false => part_of(row, col, CellPart::Above),
            },
            CluePosition::Corner(Corner { row, col }) => part_of(row, col, CellPart::Corner),
            CluePosition::Outside(cell, towards) => {
                let known = TOWARDS.iter().find(|(_, direction)| *direction == towards);
                let (part, _) = known.expect("all directions are listed");
                part_of(cell.row, cell.col, *part)
            }
            CluePosition::Region(index) => PlaceJson {
                region: Some(index),
                ..PlaceJson::default()
            },
            CluePosition::Line(index) => PlaceJson {
                line: Some(index),
                ..PlaceJson::default()
            },
            CluePosition::Cell(_) | CluePosition::Row(_) | CluePosition::Col(_) => PlaceJson {
                row: place.row(),
                col: place.col(),
                ..PlaceJson::default()
            },
        }
    }
}

impl PlaceJson {
    /// The place.
    pub(crate) fn place(self) -> Result<CluePosition, ApiError> {
        match (self.row, self.col, self.on) {
            (Some(row), Some(col), None) => Ok(CluePosition::Cell(Cell::new(row, col))),
            (Some(row), Some(col), Some(part)) => Ok(match part {
                CellPart::Left | CellPart::Above => CluePosition::Border(Border {
                    row,
                    col,
                    is_vertical: part == CellPart::Left,
                }),
                CellPart::Corner => CluePosition::Corner(Corner { row, col }),
                part => {
                    let known = TOWARDS.iter().find(|(known, _)| *known == part);
                    let (_, towards) = known.expect("all directions are listed");
                    CluePosition::Outside(Cell::new(row, col), *towards)
                }
            }),
            (Some(row), None, None) => Ok(CluePosition::Row(row)),
            (None, Some(col), None) => Ok(CluePosition::Col(col)),
            (None, None, None) if self.region.is_some() || self.line.is_some() => {
                let region = self.region.map(CluePosition::Region);
                let line = self.line.map(CluePosition::Line);
                Ok(region.or(line).expect("one of them is given"))
            }
            _ => Err(ApiError::invalid(
                "a place needs a row, a column or both, or a region or line",
            )),
        }
    }
}

/// The kind of mark on a cell
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

/// Solver options, named as on the command line; omitted options have their defaults
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
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
    #[serde(alias = "level")]
    pub(crate) consistency: Option<String>,
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
        let consistency = self.consistency.as_deref().filter(|text| !text.is_empty());
        let consistency = consistency.map(parse_consistency).transpose();
        Ok(Request {
            viewpoints: self.viewpoints.clone(),
            rules: self.rules.clone(),
            connectivity: self.connectivity.clone().filter(|name| !name.is_empty()),
            engine: parse(self.engine.as_ref())?.unwrap_or_default(),
            consistency: consistency.map_err(ApiError::invalid)?,
            inference: parse(self.inference.as_ref())?,
            select: parse(self.select.as_ref())?,
            choose: parse(self.choose.as_ref())?,
            restarts: parse::<Restart>(self.restarts.as_ref())?,
            seed: self.seed,
            ..job.request()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_clues_are_written_and_read() {
        let cell = Cell::new(2, 3);
        let mut all = vec![
            CluePosition::Cell(cell),
            CluePosition::Row(2),
            CluePosition::Col(3),
            CluePosition::Border(Border::left_of(cell)),
            CluePosition::Border(Border::above(cell)),
            CluePosition::Corner(Corner { row: 2, col: 3 }),
            CluePosition::Region(4),
            CluePosition::Line(5),
        ];
        all.extend(Direction::ALL.map(|towards| CluePosition::Outside(cell, towards)));
        for position in all {
            let json = serde_json::to_string(&PlaceJson::from(position)).expect("plain data");
            let read: PlaceJson = serde_json::from_str(&json).expect("its own output");
            assert_eq!(read.place().ok(), Some(position), "{json}");
        }
        for bad in ["{}", r#"{"row":1,"on":"left"}"#] {
            let read: PlaceJson = serde_json::from_str(bad).expect("fields are optional");
            assert!(read.place().is_err(), "{bad}");
        }
    }
}
