//! `draw`: the picture of a board with claims, candidates, a person's pencil marks, and cells pointed out.

use gridwright::AnyInstance;
use gridwright::grid::Cell;
use gridwright::grid::board::svg::{self, Measures, Palette};
use gridwright::grid::board::{Board, Figure, Ink, Mark};
use gridwright::puzzles::DrawOptions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Json;
use crate::forms::{Pointed, Puzzle, known};
use crate::refused::Refused;

/// What to draw
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DrawBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// What is on the board beside the clues
    #[serde(default)]
    claims: Vec<i64>,
    /// Whether open cells show what is still possible in them
    #[serde(default)]
    candidates: bool,
    /// Facts that a person has noted as possible, small in the cells that nothing stands in
    #[serde(default)]
    pencil: Vec<i64>,
    /// Cells that are pointed out
    #[serde(default)]
    marks: Vec<Pointed>,
    /// Whether the ground is dark
    #[serde(default)]
    dark: bool,
}

/// A picture
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Picture {
    svg: String,
    plan: BoardPlan,
}

/// Where the cells are in a picture, in its own units
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BoardPlan {
    /// The left edge of the first cell
    left: f64,
    /// Its upper edge
    top: f64,
    /// The side of a cell
    side: f64,
    /// The size of the whole picture
    width: f64,
    height: f64,
    rows: usize,
    cols: usize,
}

pub(crate) fn draw(asked: DrawBody) -> Result<Json<Picture>, Refused> {
    let given = asked.puzzle.read()?;
    let board = board(
        &*given,
        &asked.claims,
        asked.candidates,
        &asked.pencil,
        &asked.marks,
    )?;
    let palette = if asked.dark {
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
        svg: svg::render_in(&board, given.kind().card().title, &palette),
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

/// The board of some claims.
pub(crate) fn board(
    given: &dyn AnyInstance,
    claims: &[i64],
    candidates: bool,
    pencil: &[i64],
    marks: &[Pointed],
) -> Result<Board, Refused> {
    let known = known(given, claims)?;
    let blank = given.draw(&DrawOptions::default());
    let mut pointed: Vec<(Cell, Mark)> = Vec::new();
    for mark in marks {
        let [row, col] = mark.cell;
        if row >= blank.rows || col >= blank.cols {
            return Err(Refused::senseless(format!(
                "there is no cell in row {row} and column {col}, counted from 0"
            )));
        }
        pointed.push((Cell::new(row, col), mark.mark.into()));
    }
    let mut board = given.draw(&DrawOptions {
        known: &known,
        candidates,
        marks: &pointed,
    });
    pencilled(given, pencil, &mut board)?;
    Ok(board)
}

/// Puts pencil marks into cells that nothing stands in, each in the place of its own among what could stand there.
fn pencilled(given: &dyn AnyInstance, pencil: &[i64], board: &mut Board) -> Result<(), Refused> {
    if pencil.is_empty() {
        return Ok(());
    }
    let noted = known(given, pencil)?;
    let labels = given.labels();
    let cells = given.fact_cells();
    let mut notes: Vec<(Vec<Option<String>>, bool)> = vec![(Vec::new(), false); board.tiles.len()];
    for ((label, cells), noted) in labels.into_iter().zip(cells).zip(noted) {
        // What is about several cells has no place in one of them.
        if let [cell] = cells[..] {
            let (places, some) = &mut notes[cell.row * board.cols + cell.col];
            let is_noted = noted == gridwright::puzzles::Known::True;
            places.push(is_noted.then_some(label));
            *some |= is_noted;
        }
    }
    for (tile, (places, some)) in board.tiles.iter_mut().zip(notes) {
        let is_open = matches!(tile.figure, Figure::Nothing | Figure::Candidates(_));
        if some && is_open {
            tile.figure = Figure::Candidates(places);
            tile.ink = Ink::Found;
        }
    }
    Ok(())
}
