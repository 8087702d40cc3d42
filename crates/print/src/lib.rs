//! Converts the SVG pictures of boards to PNG and PDF.
//!
//! The fonts are part of this crate, so that a picture looks the same on every machine; `fonts/LICENSE` is their licence. Letters are drawn as
//! outlines. This is not a general converter: it draws no images inside an SVG, only plain texts, and uses no other fonts.
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

mod outlines;

use std::collections::HashMap;
use std::fmt;
use std::io::Write;

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg;
use svg2pdf::ConversionOptions;

/// The maximum width and height of a picture, in pixels.
const MAX_SIDE: f32 = 20_000.0;

/// The most pixels that are drawn at once.
const MAX_BAND: u32 = 1 << 20;

/// CSS pixels per inch, which set the size of a PDF page.
const PIXELS_PER_INCH: f32 = 96.0;

/// PDF points per inch.
const POINTS_PER_INCH: f32 = 72.0;

/// Draws an SVG as a PNG, with `scale` pixels per CSS pixel.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PrintError> {
    png_before(svg, scale, &|| false)
}

/// Draws an SVG as a PNG as [`png()`] does, until `is_over` says that drawing must end.
pub fn png_before(
    svg: &str,
    scale: f32,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<u8>, PrintError> {
    png_of(&trees(svg, is_over)?, scale, is_over)
}

/// Draws an SVG as a PNG of at most `max_pixels` pixels, with `scale` pixels per CSS pixel or as many as that leaves, until `is_over` says that drawing must end.
pub fn png_within(
    svg: &str,
    scale: f32,
    max_pixels: f32,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<u8>, PrintError> {
    let trees = trees(svg, is_over)?;
    let size = trees[0].size();
    let scale = scale.min((max_pixels / (size.width() * size.height())).sqrt());
    png_of(&trees, scale, is_over)
}

/// Draws one band of rows after another, which takes little memory and can be interrupted.
fn png_of(
    trees: &[usvg::Tree],
    scale: f32,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<u8>, PrintError> {
    let size = trees[0].size();
    let (width, height) = (size.width() * scale, size.height() * scale);
    let bad_size = || PrintError::Size { width, height };
    // False for NaN too.
    let is_valid = |side: f32| side > 0.0 && side <= MAX_SIDE;
    if !is_valid(width) || !is_valid(height) {
        return Err(bad_size());
    }
    let (width, height) = (width.ceil() as u32, height.ceil() as u32);
    let wrong = |error: png::EncodingError| PrintError::Png(error.to_string());
    let mut data = Vec::new();
    let mut encoder = png::Encoder::new(&mut data, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(wrong)?;
    let mut rows = writer.stream_writer().map_err(wrong)?;
    let band = (MAX_BAND / width).clamp(1, height);
    for top in (0..height).step_by(band as usize) {
        let pixels = Pixmap::new(width, band.min(height - top));
        let mut pixels = pixels.ok_or_else(bad_size)?;
        let place = Transform::from_scale(scale, scale).post_translate(0.0, -(top as f32));
        let (first, end) = (top as f32 - 1.0, (top + band) as f32 + 1.0);
        let is_in_band = |tree: &&usvg::Tree| {
            let drawn = tree.root().abs_layer_bounding_box();
            drawn.bottom() * scale >= first && drawn.top() * scale <= end
        };
        for tree in trees.iter().filter(is_in_band) {
            if is_over() {
                return Err(PrintError::Stopped);
            }
            resvg::render(tree, place, &mut pixels.as_mut());
        }
        // A PNG has colours that are not multiplied by their opacity. Most pixels are opaque.
        let mut bytes = pixels.take();
        for pixel in bytes
            .chunks_exact_mut(4)
            .filter(|pixel| pixel[3] != u8::MAX)
        {
            let colour = PremultipliedColorU8::from_rgba(pixel[0], pixel[1], pixel[2], pixel[3]);
            if let Some(colour) = colour.map(|colour| colour.demultiply()) {
                let (red, green, blue) = (colour.red(), colour.green(), colour.blue());
                pixel.copy_from_slice(&[red, green, blue, colour.alpha()]);
            }
        }
        let written = rows.write_all(&bytes);
        written.map_err(|error| PrintError::Png(error.to_string()))?;
    }
    rows.finish().map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(data)
}

/// Draws an SVG as a PDF with one page of its size and with its title.
pub fn pdf(svg: &str) -> Result<Vec<u8>, PrintError> {
    pdf_before(svg, &|| false)
}

/// Draws an SVG as a PDF as [`pdf`] does, until `is_over` says that drawing must end.
pub fn pdf_before(svg: &str, is_over: &dyn Fn() -> bool) -> Result<Vec<u8>, PrintError> {
    let mut pages = PdfPages::new(&outlines::title(svg).unwrap_or_default());
    pages.add(svg, is_over)?;
    pages.finish()
}

/// A PDF whose pages are added one by one; every page has the size of its picture.
#[derive(Debug)]
pub struct PdfPages {
    title: String,
    pdf: Pdf,
    pages: Vec<Ref>,
    catalog: Ref,
    page_tree: Ref,
    next: Ref,
}

impl PdfPages {
    /// A PDF without pages. Viewers show the title; an empty one is left out.
    pub fn new(title: &str) -> PdfPages {
        let mut next = Ref::new(1);
        PdfPages {
            title: title.to_owned(),
            pdf: Pdf::new(),
            pages: Vec::new(),
            catalog: next.bump(),
            page_tree: next.bump(),
            next,
        }
    }

    /// Draws an SVG as the next page, until `is_over` says that drawing must end.
    pub fn add(&mut self, svg: &str, is_over: &dyn Fn() -> bool) -> Result<(), PrintError> {
        let trees = trees(svg, is_over)?;
        let scale = POINTS_PER_INCH / PIXELS_PER_INCH;
        let size = trees[0].size();
        let (width, height) = (size.width() * scale, size.height() * scale);
        let mut drawing = Content::new();
        // Without a transform a picture is one point wide and high.
        drawing.transform([width, 0.0, 0.0, height, 0.0, 0.0]);
        let mut pictures = Vec::new();
        for (number, tree) in trees.iter().enumerate() {
            if is_over() {
                return Err(PrintError::Stopped);
            }
            let chunk = svg2pdf::to_chunk(tree, ConversionOptions::default());
            let (chunk, picture) = chunk.map_err(|error| PrintError::Pdf(error.to_string()))?;
            let mut numbers = HashMap::new();
            let next = &mut self.next;
            let mut renumbered = |old| *numbers.entry(old).or_insert_with(|| next.bump());
            let name = format!("Picture{number}");
            drawing.x_object(Name(name.as_bytes()));
            pictures.push((name, renumbered(picture)));
            self.pdf.extend(&chunk.renumber(&mut renumbered));
        }
        let (page, content) = (self.next.bump(), self.next.bump());
        self.pages.push(page);
        let mut writer = self.pdf.page(page);
        writer.media_box(Rect::new(0.0, 0.0, width, height));
        writer.parent(self.page_tree);
        writer.contents(content);
        // Half-transparent colours are mixed as on a screen.
        let mut group = writer.group();
        group.transparency().isolated(true).knockout(false);
        group.color_space().device_rgb();
        group.finish();
        let mut resources = writer.resources();
        let mut objects = resources.x_objects();
        for (name, picture) in &pictures {
            objects.pair(Name(name.as_bytes()), picture);
        }
        objects.finish();
        resources.finish();
        writer.finish();
        self.pdf.stream(content, &drawing.finish());
        Ok(())
    }

    /// The bytes of the PDF.
    pub fn finish(mut self) -> Result<Vec<u8>, PrintError> {
        let mut catalog = self.pdf.catalog(self.catalog);
        catalog.pages(self.page_tree);
        if !self.title.is_empty() {
            catalog.viewer_preferences().display_doc_title(true);
        }
        catalog.finish();
        if !self.title.is_empty() {
            let mut info = self.pdf.document_info(self.next.bump());
            info.title(TextStr(&self.title));
        }
        let count = i32::try_from(self.pages.len());
        let count = count.map_err(|_| PrintError::Pdf("too many pages".into()))?;
        self.pdf.pages(self.page_tree).count(count).kids(self.pages);
        Ok(self.pdf.finish())
    }
}

/// Why a picture cannot be drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum PrintError {
    /// The SVG cannot be read.
    Svg(String),
    /// The picture is empty or too large.
    Size {
        /// Its width in pixels.
        width: f32,
        /// Its height in pixels.
        height: f32,
    },
    /// Drawing was interrupted.
    Stopped,
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
                write!(f, "a picture of {width} by {height} pixels cannot be drawn")
            }
            PrintError::Stopped => f.write_str("stopped before the picture was drawn"),
            PrintError::Png(what) => write!(f, "the PNG cannot be written: {what}"),
            PrintError::Pdf(what) => write!(f, "the PDF cannot be written: {what}"),
        }
    }
}

impl std::error::Error for PrintError {}

/// Parses an SVG in pieces, which are drawn one over the other: parsing and converting can be interrupted only between pieces.
fn trees(svg: &str, is_over: &dyn Fn() -> bool) -> Result<Vec<usvg::Tree>, PrintError> {
    let parse = |piece: String| {
        if is_over() {
            return Err(PrintError::Stopped);
        }
        usvg::Tree::from_str(&piece, &usvg::Options::default())
            .map_err(|error| PrintError::Svg(error.to_string()))
    };
    let pieces = outlines::outlined_pieces(svg, is_over)?;
    pieces.into_iter().map(parse).collect()
}
