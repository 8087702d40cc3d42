//! `export`: a puzzle as text, in a format, or as a picture.

use gridwright::grid::board::svg;
use gridwright_print::{pdf, png};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::File;
use crate::calls::draw::board;
use crate::forms::Puzzle;
use crate::refused::Refused;

/// How many dots of a PNG a unit of the drawing takes.
const SCALE: f32 = 3.0;

/// The types of what comes back.
pub(crate) const MIMES: &[&str] = &[
    "text/plain",
    "image/svg+xml",
    "image/png",
    "application/pdf",
];

/// What to write
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExportBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// `text`, the name of a format, `svg`, `png` or `pdf`
    to: String,
    /// What a picture shows beside the clues
    #[serde(default)]
    claims: Vec<i64>,
}

pub(crate) fn export(asked: ExportBody) -> Result<File, Refused> {
    let given = asked.puzzle.read()?;
    let card = given.kind().card();
    let picture = || -> Result<String, Refused> {
        let board = board(&*given, &asked.claims, false, &[], &[])?;
        Ok(svg::render(&board, card.title))
    };
    let printed = |done: Result<Vec<u8>, gridwright_print::PrintError>| {
        done.map_err(|error| Refused::senseless(error.to_string()))
    };
    let (mime, ending, bytes) = match asked.to.as_str() {
        "text" => (
            "text/plain; charset=utf-8",
            "txt",
            given.print().into_bytes(),
        ),
        "svg" => ("image/svg+xml", "svg", picture()?.into_bytes()),
        "png" => ("image/png", "png", printed(png(&picture()?, SCALE))?),
        "pdf" => ("application/pdf", "pdf", printed(pdf(&picture()?))?),
        format => {
            let written = given.write(format);
            let text = written
                .map_err(|error| Refused::senseless(format!("{error}; and svg, png and pdf")))?;
            ("text/plain; charset=utf-8", "txt", text.into_bytes())
        }
    };
    Ok(File {
        mime,
        name: format!("{}.{ending}", card.id),
        bytes,
    })
}
