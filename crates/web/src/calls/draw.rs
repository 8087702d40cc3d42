//! `draw`: a board as SVG with claims, candidates, pencil marks and marked cells.

use gridwright::AnyInstance;
use gridwright::grid::Cell;
use gridwright::grid::board::svg::{self, Measures, Palette};
use gridwright::grid::board::{Board, Content, Ink, Mark};
use gridwright::puzzles::DrawOptions;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::response::Json;
use crate::types::{MarkedCell, Puzzle, known};

/// A board to draw
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// Whether to use dark colours
    #[serde(default)]
    dark: bool,
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
    let board = board(
        &*instance,
        &body.claims,
        body.candidates,
        &body.pencil,
        &body.marks,
    )?;
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
