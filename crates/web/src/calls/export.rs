//! `export`: a puzzle as text, in an exchange format, or as a picture.

use gridwright::grid::board::svg;
use gridwright_print::{PrintError, pdf_before, png_within};
use serde::Deserialize;

use crate::calls::draw::board;
use crate::error::ApiError;
use crate::jobs::Job;
use crate::response::File;
use crate::types::Puzzle;

/// Pixels per unit of the drawing in a PNG.
const SCALE: f32 = 3.0;

/// The most pixels of a PNG.
const MAX_PIXELS: f32 = 16e6;

/// The MIME types of the files.
pub(crate) const MIMES: &[&str] = &[
    "text/plain",
    "image/svg+xml",
    "image/png",
    "application/pdf",
];

/// A puzzle and the format to export it in
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// `text`, an exchange format, `svg`, `png` or `pdf`
    to: String,
    /// Claims to draw in addition to the clues
    #[serde(default)]
    claims: Vec<i64>,
}

pub(crate) fn export(job: &Job, body: ExportBody) -> Result<File, ApiError> {
    let instance = body.puzzle.parse()?;
    let info = instance.kind().info();
    let picture = || -> Result<String, ApiError> {
        let board = board(&*instance, &body.claims, false, &[], &[])?;
        Ok(svg::render(&board, info.title))
    };
    let print = |result: Result<Vec<u8>, PrintError>| {
        result.map_err(|error| match error {
            PrintError::Stopped if job.stop().is_requested() => ApiError::busy(error),
            PrintError::Stopped => {
                ApiError::invalid("stopped at the time limit before the picture was drawn")
            }
            error => ApiError::invalid(error),
        })
    };
    let is_over = || job.is_over();
    let (mime, ending, bytes) = match body.to.as_str() {
        "text" => (
            "text/plain; charset=utf-8",
            "txt",
            instance.print().into_bytes(),
        ),
        "svg" => ("image/svg+xml", "svg", picture()?.into_bytes()),
        "png" => (
            "image/png",
            "png",
            print(png_within(&picture()?, SCALE, MAX_PIXELS, &is_over))?,
        ),
        "pdf" => (
            "application/pdf",
            "pdf",
            print(pdf_before(&picture()?, &is_over))?,
        ),
        format => {
            let written = instance.write(format);
            let text =
                written.map_err(|error| ApiError::invalid(format!("{error}; or svg, png, pdf")))?;
            ("text/plain; charset=utf-8", "txt", text.into_bytes())
        }
    };
    Ok(File {
        mime,
        name: format!("{}.{ending}", info.id),
        bytes,
    })
}
