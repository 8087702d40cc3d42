//! `draw`: a board as SVG with claims, candidates, pencil marks and marked cells.

use gridwright::AnyInstance;
use gridwright::explaining::mark_pattern;
use gridwright::grid::Cell;
use gridwright::grid::board::svg::{self, Measures, Palette};
use gridwright::grid::board::{Board, Content, Ink, Mark};
use gridwright::puzzles::{Claim, ClaimColour, DrawOptions};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::response::Json;
use crate::types::{MarkedCell, Puzzle, known};

/// A board to draw
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The claims on the board in addition to the clues
    #[serde(default)]
    claims: Vec<i64>,
    /// Whether to show the candidates of open cells
    #[serde(default)]
    candidates: bool,
    /// Pencil marks: facts to show small in empty cells
    #[serde(default)]
    pencil: Vec<i64>,
    /// Marked cells
    #[serde(default)]
    marks: Vec<MarkedCell>,
    /// The pattern of a step, drawn on the candidates
    pattern: Option<PatternBody>,
    /// Whether to use dark colours
    #[serde(default)]
    dark: bool,
}

/// The pattern of a step, as `explain` gives it
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PatternBody {
    /// Facts to colour: `first`, `second` or `extra`
    #[serde(default)]
    colours: Vec<(i64, String)>,
    /// The links of a chain
    #[serde(default)]
    links: Vec<LinkBody>,
    /// The claims that follow; those that rule something out are struck through
    #[serde(default)]
    concludes: Vec<i64>,
}

/// A link of a chain
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkBody {
    from: Vec<i64>,
    to: Vec<i64>,
    /// Whether it is strong or weak
    strong: bool,
}

/// Marks a pattern on a board.
fn add_pattern(
    instance: &dyn AnyInstance,
    pattern: &PatternBody,
    board: &mut Board,
) -> Result<(), ApiError> {
    let n_facts = instance.n_facts();
    let claim = |number: i64| match number.unsigned_abs() as usize {
        at @ 1.. if at <= n_facts => Ok(Claim {
            fact: at - 1,
            holds: number > 0,
        }),
        at => Err(ApiError::invalid(format!("there is no fact {at}"))),
    };
    let claims = |numbers: &[i64]| -> Result<Vec<Claim>, ApiError> {
        numbers.iter().map(|&number| claim(number)).collect()
    };
    let mut colours = Vec::new();
    for (number, colour) in &pattern.colours {
        let colour = match colour.as_str() {
            "first" => ClaimColour::First,
            "second" => ClaimColour::Second,
            "extra" => ClaimColour::Extra,
            _ => return Err(ApiError::invalid(format!("unknown colour `{colour}`"))),
        };
        colours.push((claim(*number)?, colour));
    }
    let mut links = Vec::new();
    for link in &pattern.links {
        links.push((claims(&link.from)?, claims(&link.to)?, link.strong));
    }
    mark_pattern(
        instance,
        board,
        &colours,
        &links,
        &claims(&pattern.concludes)?,
    );
    Ok(())
}

/// A picture
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Picture {
    svg: String,
    plan: BoardPlan,
}

/// The geometry of a picture, in its own units
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct BoardPlan {
    /// The left edge of the first cell
    left: f64,
    /// The upper edge of the first cell
    top: f64,
    /// The side of a cell
    side: f64,
    /// The size of the whole picture
    width: f64,
    height: f64,
    rows: usize,
    cols: usize,
}

pub(crate) fn draw(body: DrawBody) -> Result<Json<Picture>, ApiError> {
    let instance = body.puzzle.parse()?;
    let mut board = board(
        &*instance,
        &body.claims,
        body.candidates,
        &body.pencil,
        &body.marks,
    )?;
    if let Some(pattern) = &body.pattern {
        add_pattern(&*instance, pattern, &mut board)?;
    }
    let palette = if body.dark {
        Palette::DARK
    } else {
        Palette::LIGHT
    };
    let Measures {
        side,
        left,
        top,
        width,
        height,
    } = Measures::of(&board);
    Ok(Json(Picture {
        svg: svg::render_in(&board, instance.kind().info().title, &palette),
        plan: BoardPlan {
            left,
            top,
            side,
            width,
            height,
            rows: board.rows,
            cols: board.cols,
        },
    }))
}

/// The board with claims and marks.
pub(crate) fn board(
    instance: &dyn AnyInstance,
    claims: &[i64],
    candidates: bool,
    pencil: &[i64],
    marks: &[MarkedCell],
) -> Result<Board, ApiError> {
    let known = known(instance, claims)?;
    let blank = instance.draw(&DrawOptions::default());
    let mut marked: Vec<(Cell, Mark)> = Vec::new();
    for mark in marks {
        let [row, col] = mark.cell;
        if row >= blank.rows || col >= blank.cols {
            return Err(ApiError::invalid(format!(
                "there is no cell in row {row}, column {col} (counted from 0)"
            )));
        }
        marked.push((Cell::new(row, col), mark.mark.into()));
    }
    let mut board = instance.draw(&DrawOptions {
        known: &known,
        candidates,
        marks: &marked,
    });
    add_pencil_marks(instance, pencil, &mut board)?;
    Ok(board)
}

/// Adds pencil marks to empty cells, each at the position of its candidate.
fn add_pencil_marks(
    instance: &dyn AnyInstance,
    pencil: &[i64],
    board: &mut Board,
) -> Result<(), ApiError> {
    if pencil.is_empty() {
        return Ok(());
    }
    let noted = known(instance, pencil)?;
    let labels = instance.labels();
    let cells = instance.fact_cells();
    let mut notes: Vec<(Vec<Option<String>>, bool)> = vec![(Vec::new(), false); board.tiles.len()];
    for ((label, cells), noted) in labels.into_iter().zip(cells).zip(noted) {
        // A fact about several cells is not drawn in a cell.
        if let [cell] = cells[..] {
            let (places, some) = &mut notes[cell.row * board.cols + cell.col];
            let is_noted = noted == gridwright::puzzles::FactState::True;
            places.push(is_noted.then_some(label));
            *some |= is_noted;
        }
    }
    for (tile, (places, some)) in board.tiles.iter_mut().zip(notes) {
        let is_open = matches!(tile.content, Content::Nothing | Content::Candidates(_));
        if some && is_open {
            tile.content = Content::Candidates(places);
            tile.ink = Ink::Found;
        }
    }
    Ok(())
}
