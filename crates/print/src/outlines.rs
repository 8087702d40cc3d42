//! Replaces the texts of an SVG by the outlines of their letters, so that a picture needs no font and no text shaping.

use std::fmt::Write;

use resvg::usvg::roxmltree::{Document, Node};
use ttf_parser::{Face, OutlineBuilder};

use crate::PrintError;

const REGULAR: &[u8] = include_bytes!("../fonts/DejaVuSans.ttf");
const BOLD: &[u8] = include_bytes!("../fonts/DejaVuSans-Bold.ttf");

/// The font size of a text without one, as in CSS.
const FONT_SIZE: f32 = 16.0;

/// The smallest font weight that is drawn bold.
const BOLD_WEIGHT: u16 = 600;

/// The attributes that say how a text is set; a path has no use for them.
const TEXT_ATTRIBUTES: [&str; 6] = [
    "x",
    "y",
    "font-size",
    "font-weight",
    "font-family",
    "text-anchor",
];

/// The maximum number of elements of a piece, without those inside them.
const MAX_PIECE_ELEMENTS: usize = 500;

/// The SVG as several that show the same one over the other, with each `<text>` element replaced by a `<path>`. Supported are plain texts without nested
/// elements, with `x`, `y`, `font-size`, `font-weight` and `text-anchor`, the last three inherited; other attributes are kept. The root has a `viewBox`, no opacity
/// and no clipping, and what elements refer to is in `<defs>` and `<style>` elements under the root.
pub(crate) fn outlined_pieces(
    svg: &str,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<String>, PrintError> {
    let invalid = |error: String| PrintError::Svg(error);
    let document = Document::parse(svg).map_err(|error| invalid(error.to_string()))?;
    let face = |data| Face::parse(data, 0).map_err(|error| invalid(error.to_string()));
    let faces = (face(REGULAR)?, face(BOLD)?);
    let root = document.root_element();
    let Some(first) = root.first_child() else {
        return Ok(vec![svg.to_owned()]);
    };
    // What elements refer to belongs to every piece.
    let is_shared = |node: &Node<'_, '_>| ["defs", "style"].contains(&node.tag_name().name());
    let is_description = |node: &Node<'_, '_>| ["title", "desc"].contains(&node.tag_name().name());
    let (shared, drawn): (Vec<_>, Vec<_>) = root
        .children()
        .filter(|node| node.is_element() && !is_description(node))
        .partition(is_shared);
    let mut start = svg[root.range().start..first.range().start].to_owned();
    start.extend(shared.iter().map(|node| &svg[node.range()]));
    let mut pieces = Vec::new();
    for elements in drawn.chunks(MAX_PIECE_ELEMENTS) {
        if is_over() {
            return Err(PrintError::Stopped);
        }
        let mut piece = start.clone();
        for node in elements {
            write_outlined(&mut piece, svg, *node, &faces);
        }
        piece.push_str("</svg>");
        pieces.push(piece);
    }
    if pieces.is_empty() {
        pieces.push(start + "</svg>");
    }
    Ok(pieces)
}

/// Writes an element with its texts as paths.
fn write_outlined(
    out: &mut String,
    svg: &str,
    element: Node<'_, '_>,
    faces: &(Face<'_>, Face<'_>),
) {
    let (regular, bold) = faces;
    let mut copied = element.range().start;
    for node in element
        .descendants()
        .filter(|node| node.has_tag_name("text"))
    {
        let range = node.range();
        out.push_str(&svg[copied..range.start]);
        copied = range.end;
        let is_bold = inherited(node, "font-weight").is_some_and(is_bold);
        write_path(out, node, if is_bold { bold } else { regular });
    }
    out.push_str(&svg[copied..element.range().end]);
}

/// The nearest value of an attribute, at the element or above it.
fn inherited<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|above| above.attribute(name))
}

fn is_bold(weight: &str) -> bool {
    match weight.parse::<u16>() {
        Ok(weight) => weight >= BOLD_WEIGHT,
        Err(_) => weight.starts_with("bold"),
    }
}

/// Writes a text element as a path.
fn write_path(out: &mut String, node: Node<'_, '_>, face: &Face<'_>) {
    let number =
        |value: Option<&str>| value.and_then(|value| value.trim_end_matches("px").parse().ok());
    let size = number(inherited(node, "font-size")).unwrap_or(FONT_SIZE);
    let scale = size / f32::from(face.units_per_em());
    let words: Vec<&str> = node.text().unwrap_or_default().split_whitespace().collect();
    let text = words.join(" ");
    let glyphs = || {
        text.chars()
            .map(|letter| face.glyph_index(letter).unwrap_or_default())
    };
    let advance = |glyph| f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
    let width: f32 = glyphs().map(advance).sum();
    let before = match inherited(node, "text-anchor") {
        Some("middle") => width / 2.0,
        Some("end") => width,
        _ => 0.0,
    };
    let mut pen = Pen {
        path: String::new(),
        x: number(node.attribute("x")).unwrap_or(0.0) - before,
        y: number(node.attribute("y")).unwrap_or(0.0),
        scale,
    };
    for glyph in glyphs() {
        // A glyph without an outline is a space.
        let _ = face.outline_glyph(glyph, &mut pen);
        pen.x += advance(glyph);
    }
    out.push_str("<path");
    for attribute in node.attributes() {
        if !TEXT_ATTRIBUTES.contains(&attribute.name()) {
            let value = attribute.value().replace('&', "&amp;").replace('<', "&lt;");
            let value = value.replace('"', "&quot;");
            let _ = write!(out, " {}=\"{value}\"", attribute.name());
        }
    }
    let _ = write!(out, " d=\"{}\"/>", pen.path);
}

/// Draws the outlines of letters as the data of an SVG path.
struct Pen {
    path: String,
    /// The left end of the letter's baseline.
    x: f32,
    y: f32,
    /// The length of a font unit.
    scale: f32,
}

impl Pen {
    fn command(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for &(x, y) in points {
            // The y axis of fonts points up.
            let (x, y) = (self.x + x * self.scale, self.y - y * self.scale);
            let _ = write!(self.path, "{x:.3} {y:.3} ");
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.command('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.command('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.command('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.command('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}
