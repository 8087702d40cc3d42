//! Pictures for print: from SVG to PNG and PDF.
//!
//! Letters come from a font that is part of this room, so that a picture looks the same on every machine, whether it has fonts or not; `fonts/LICENSE` says
//! whose it is. Not a general converter: pictures within pictures are not drawn, and other fonts are not looked for.
//!
//! ```
//! use gridwright_grid::board::{Board, svg};
//!
//! let picture = svg::render(&Board::new(3, 3), "An empty board");
//! let png = gridwright_print::png(&picture, 2.0)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! let pdf = gridwright_print::pdf(&picture)?;
//! assert!(pdf.starts_with(b"%PDF"));
//! # Ok::<(), gridwright_print::PrintError>(())
//! ```
#![warn(missing_docs)]

mod pages;

use std::fmt;
use std::sync::Arc;

pub use pages::pdf_pages;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};
use svg2pdf::{ConversionOptions, PageOptions};

/// The fonts, regular and bold.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../fonts/DejaVuSans.ttf"),
    include_bytes!("../fonts/DejaVuSans-Bold.ttf"),
];
const FAMILY: &str = "DejaVu Sans";

/// The longest side of a picture, in pixels.
const LONGEST: f32 = 20_000.0;

/// CSS pixels to an inch, by which a PDF gets its size.
const PIXELS_PER_INCH: f32 = 96.0;

/// Draws an SVG as a PNG, `scale` pixels to a CSS pixel.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PrintError> {
    let tree = tree(svg)?;
    let size = tree.size();
    let (width, height) = (size.width() * scale, size.height() * scale);
    let too_large = || PrintError::Size { width, height };
    // A scale that is no number makes no size that is compared well.
    let is_size = |side: f32| side > 0.0 && side <= LONGEST;
    if !is_size(width) || !is_size(height) {
        return Err(too_large());
    }
    let (across, down) = (width.ceil() as u32, height.ceil() as u32);
    let mut pixels = Pixmap::new(across, down).ok_or_else(too_large)?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels
        .encode_png()
        .map_err(|error| PrintError::Png(error.to_string()))
}

/// Draws an SVG as a PDF of one page, as large as the picture.
pub fn pdf(svg: &str) -> Result<Vec<u8>, PrintError> {
    let page = PageOptions {
        dpi: PIXELS_PER_INCH,
    };
    svg2pdf::to_pdf(&tree(svg)?, ConversionOptions::default(), page)
        .map_err(|error| PrintError::Pdf(error.to_string()))
}

/// Why a picture cannot be made.
#[derive(Clone, PartialEq, Debug)]
pub enum PrintError {
    /// The SVG cannot be read.
    Svg(String),
    /// The picture has no size, or too large a one.
    Size {
        /// Its width in pixels.
        width: f32,
        /// Its height in pixels.
        height: f32,
    },
    /// The PNG cannot be written.
    Png(String),
    /// The PDF cannot be written.
    Pdf(String),
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrintError::Svg(what) => write!(f, "the SVG cannot be read: {what}"),
            PrintError::Size { width, height } => {
                write!(f, "a picture of {width} by {height} pixels cannot be made")
            }
            PrintError::Png(what) => write!(f, "the PNG cannot be written: {what}"),
            PrintError::Pdf(what) => write!(f, "the PDF cannot be written: {what}"),
        }
    }
}

impl std::error::Error for PrintError {}

fn tree(svg: &str) -> Result<usvg::Tree, PrintError> {
    let mut fonts = fontdb::Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family(FAMILY);
    let options = usvg::Options {
        font_family: FAMILY.to_owned(),
        fontdb: Arc::new(fonts),
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(svg, &options).map_err(|error| PrintError::Svg(error.to_string()))
}
