//! What many bodies and answers share: puzzles, claims, cells, marks and requests, between JSON and the library.

use std::str::FromStr;

use gridwright::fd::Restart;
use gridwright::grid::Cell;
use gridwright::grid::board::Mark;
use gridwright::puzzles::{Claim, DrawOptions, Known, Place};
use gridwright::solve::parse_consistency;
use gridwright::{AnyInstance, BoxedInstance, CATALOGUE, Kind, Request, kind, read_one};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::jobs::Job;
use crate::refused::Refused;

/// Boards of more cells are not shown.
const MOST_CELLS: usize = 4096;

/// Nor are those of which more can be said: a page would have to hold it all.
const MOST_FACTS: usize = 200_000;

/// A puzzle
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Puzzle {
    /// Its kind, such as `sudoku`
    pub(crate) kind: String,
    /// Its text, in the kind's own form or in a format it is exchanged in
    pub(crate) text: String,
}

impl Puzzle {
    /// The puzzle as data.
    pub(crate) fn read(&self) -> Result<BoxedInstance, Refused> {
        let kind = kind_of(&self.kind)?;
        let given = read_one(Some(kind), &self.text)
            .map_err(|error| Refused::unread(&self.text, &error))?;
        check_size(&*given)?;
        Ok(given)
    }

    /// Data as a puzzle.
    pub(crate) fn of(given: &dyn AnyInstance) -> Puzzle {
        Puzzle {
            kind: given.kind().card().id.to_owned(),
            text: given.print(),
        }
    }
}

/// The kind of a name.
pub(crate) fn kind_of(id: &str) -> Result<&'static dyn Kind, Refused> {
    kind(id).ok_or_else(|| {
        let ids: Vec<&str> = CATALOGUE.iter().map(|kind| kind.card().id).collect();
        Refused::senseless(format!("`{id}` is none of {}", ids.join(", ")))
    })
}

/// Refuses what is too large to be shown, before anything is made of it.
pub(crate) fn check_size(given: &dyn AnyInstance) -> Result<(), Refused> {
    let too_large = |what: String| {
        Err(Refused::senseless(format!(
            "the board is too large for the page: {what}; the command takes it"
        )))
    };
    let facts = given.n_facts();
    if facts > MOST_FACTS {
        return too_large(format!(
            "{facts} things can be said of it, and {MOST_FACTS} is the most"
        ));
    }
    let cells = given.draw(&DrawOptions::default()).tiles.len();
    if cells > MOST_CELLS {
        return too_large(format!(
            "it has {cells} cells, and {MOST_CELLS} is the most"
        ));
    }
    Ok(())
}

/// What claims by their numbers say of every fact.
pub(crate) fn known(given: &dyn AnyInstance, claims: &[i64]) -> Result<Vec<Known>, Refused> {
    let mut known = vec![Known::Open; given.n_facts()];
    for &claim in claims {
        let fact = usize::try_from(claim.unsigned_abs()).ok();
        let fact = fact.and_then(|n| known.get_mut(n.checked_sub(1)?));
        let Some(fact) = fact else {
            let n = given.n_facts();
            return Err(Refused::senseless(format!(
                "there is no fact {}; they are numbered from 1 to {n}",
                claim.unsigned_abs()
            )));
        };
        *fact = if claim > 0 { Known::True } else { Known::False };
    }
    Ok(known)
}

/// What is known, claim by claim.
pub(crate) fn claimed(known: &[Known]) -> Vec<Claim> {
    let facts = known.iter().enumerate();
    facts
        .filter_map(|(fact, known)| match known {
            Known::True => Some(Claim::is(fact)),
            Known::False => Some(Claim::is_not(fact)),
            Known::Open => None,
        })
        .collect()
}

/// What is known of facts, as claims by their numbers.
pub(crate) fn claims(known: &[Known]) -> Vec<i64> {
    claimed(known).iter().map(numbered).collect()
}

/// A claim by its number.
pub(crate) fn numbered(claim: &Claim) -> i64 {
    let number = claim.fact as i64 + 1;
    if claim.holds { number } else { -number }
}

/// A cell: its row and its column, from 0.
pub(crate) type Spot = [usize; 2];

/// A cell as a pair.
pub(crate) fn spot(cell: Cell) -> Spot {
    [cell.row, cell.col]
}

/// Cells, each once, in order.
pub(crate) fn spots(cells: impl IntoIterator<Item = Cell>) -> Vec<Spot> {
    let mut spots: Vec<Spot> = cells.into_iter().map(spot).collect();
    spots.sort_unstable();
    spots.dedup();
    spots
}

/// A cell that is pointed out
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Pointed {
    /// Which cell: row and column, from 0
    pub(crate) cell: Spot,
    /// What for
    pub(crate) mark: MarkName,
}

/// Where a clue stands: a cell has both, a row or a column one of them, counted from 0
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PlaceForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) row: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) col: Option<usize>,
}

impl From<Place> for PlaceForm {
    fn from(place: Place) -> PlaceForm {
        PlaceForm {
            row: place.row(),
            col: place.col(),
        }
    }
}

impl PlaceForm {
    /// The place.
    pub(crate) fn place(self) -> Result<Place, Refused> {
        match (self.row, self.col) {
            (Some(row), Some(col)) => Ok(Place::Cell(Cell::new(row, col))),
            (Some(row), None) => Ok(Place::Row(row)),
            (None, Some(col)) => Ok(Place::Col(col)),
            (None, None) => Err(Refused::senseless("a place has a row, a column, or both")),
        }
    }
}

/// What a cell is pointed out for
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MarkName {
    /// A step uses it
    Used,
    /// A step changes it
    Changed,
    /// It is wrong
    Wrong,
    /// It differs between two answers
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

/// How to go about it, in the words of the command line; what is left out is chosen
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct RequestForm {
    /// Viewpoints, linked with each other; for the engine `chr`, a program
    pub(crate) viewpoints: Vec<String>,
    /// Rules switched on by name; for the engine `chr`, `NAME=VALUE`
    pub(crate) rules: Vec<String>,
    /// How connectivity is kept
    pub(crate) connectivity: Option<String>,
    /// `auto`, `fd`, `learn`, `oracle` or `chr`
    pub(crate) engine: Option<String>,
    /// `value`, `bounds` or `domain`, and families that differ: `bounds,all_different=domain`
    pub(crate) level: Option<String>,
    /// `check`, `forward` or `full`
    pub(crate) inference: Option<String>,
    /// Which variable is decided next, such as `first_fail`
    pub(crate) select: Option<String>,
    /// How its values are tried, such as `indomain_min`
    pub(crate) choose: Option<String>,
    /// `never`, `adaptive`, `luby[:UNIT]` or `geometric[:FIRST[:FACTOR]]`
    pub(crate) restarts: Option<String>,
    /// Where random choices start from
    pub(crate) seed: Option<u64>,
}

impl RequestForm {
    /// The request, under the limits of a job.
    pub(crate) fn request(&self, job: &Job) -> Result<Request, Refused> {
        fn word<T: FromStr>(text: Option<&String>) -> Result<Option<T>, Refused>
        where
            T::Err: ToString,
        {
            let read = |text: &String| text.parse::<T>();
            let read = text.filter(|text| !text.is_empty()).map(read).transpose();
            read.map_err(|error| Refused::senseless(error.to_string()))
        }
        let level = self.level.as_deref().filter(|level| !level.is_empty());
        let levels = level.map(parse_consistency).transpose();
        Ok(Request {
            viewpoints: self.viewpoints.clone(),
            rules: self.rules.clone(),
            connectivity: self.connectivity.clone().filter(|name| !name.is_empty()),
            engine: word(self.engine.as_ref())?.unwrap_or_default(),
            consistency: levels.map_err(|error| Refused::senseless(error.to_string()))?,
            inference: word(self.inference.as_ref())?,
            select: word(self.select.as_ref())?,
            choose: word(self.choose.as_ref())?,
            restarts: word::<Restart>(self.restarts.as_ref())?,
            seed: self.seed,
            ..job.request()
        })
    }
}
