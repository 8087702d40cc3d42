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

/// The maximum number of elements of a piece, unless a single element has more inside.
const MAX_PIECE_ELEMENTS: usize = 500;

/// The attributes of a `<g>` or `<svg>` element that may make a difference when its children are drawn in several groups.
const GROUP_ATTRIBUTES: [&str; 7] = [
    "opacity",
    "filter",
    "mask",
    "clip-path",
    "style",
    "class",
    "id",
];

/// The SVG as several that show the same one over the other, with each `<text>` element replaced by a `<path>`. Supported are plain texts without nested
/// elements, with `x`, `y`, `font-size`, `font-weight` and `text-anchor`, the last three inherited; other attributes are kept. The root has a `viewBox`, no opacity
/// and no clipping, and what elements refer to is in `<defs>` and `<style>` elements of the elements around them.
pub(crate) fn outlined_pieces(
    svg: &str,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<String>, PrintError> {
    if is_over() {
        return Err(PrintError::Stopped);
    }
    let invalid = |error: String| PrintError::Svg(error);
    let document = Document::parse(svg).map_err(|error| invalid(error.to_string()))?;
    let face = |data| Face::parse(data, 0).map_err(|error| invalid(error.to_string()));
    let faces = (face(REGULAR)?, face(BOLD)?);
    let root = document.root_element();
    if !root.has_children() {
        return Ok(vec![svg.to_owned()]);
    }
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let mut n_elements = 0;
    write_start(&mut piece, svg, root);
    // The elements around the next one. An element that is divided begins and ends in every piece that has a part of it.
    let mut around = vec![root];
    let mut next = drawn_from(root.first_child());
    loop {
        match next {
            Some(node) if is_divisible(node) => {
                write_start(&mut piece, svg, node);
                around.push(node);
                next = drawn_from(node.first_child());
            }
            Some(node) => {
                if n_elements >= MAX_PIECE_ELEMENTS {
                    if is_over() {
                        return Err(PrintError::Stopped);
                    }
                    let ends = around.iter().rev();
                    ends.for_each(|node| write_end(&mut piece, *node));
                    pieces.push(std::mem::take(&mut piece));
                    let starts = around.iter();
                    starts.for_each(|node| write_start(&mut piece, svg, *node));
                    n_elements = 0;
                }
                write_outlined(&mut piece, svg, node, &faces);
                n_elements += node.descendants().filter(Node::is_element).count();
                next = drawn_from(node.next_sibling());
            }
            None => {
                let Some(node) = around.pop() else { break };
                write_end(&mut piece, node);
                next = drawn_from(node.next_sibling()).filter(|_| !around.is_empty());
            }
        }
    }
    pieces.push(piece);
    Ok(pieces)
}

/// The title of an SVG: the text of its first `<title>` element.
pub(crate) fn title(svg: &str) -> Option<String> {
    let start = svg.find("<title>")?;
    let end = start + svg[start..].find(TITLE_END)? + TITLE_END.len();
    let document = Document::parse(&svg[start..end]).ok()?;
    document.root_element().text().map(str::to_owned)
}

const TITLE_END: &str = "</title>";

/// Whether an element belongs to every piece, because others refer to it.
fn is_shared(node: Node<'_, '_>) -> bool {
    ["defs", "style"].contains(&node.tag_name().name())
}

/// The first of a node and its later siblings that is drawn.
fn drawn_from<'a, 'd>(node: Option<Node<'a, 'd>>) -> Option<Node<'a, 'd>> {
    let is_description = |node: Node<'_, '_>| ["title", "desc"].contains(&node.tag_name().name());
    node?
        .next_siblings()
        .find(|node| node.is_element() && !is_shared(*node) && !is_description(*node))
}

/// Whether the children of an element can be drawn in several pieces.
fn is_divisible(node: Node<'_, '_>) -> bool {
    ["g", "svg"].contains(&node.tag_name().name())
        && node.has_children()
        && !GROUP_ATTRIBUTES
            .iter()
            .any(|name| node.has_attribute(*name))
}

/// Writes the start tag of an element and what its children refer to.
fn write_start(out: &mut String, svg: &str, element: Node<'_, '_>) {
    let start = element.range().start;
    let end = element
        .first_child()
        .map_or(start, |first| first.range().start);
    out.push_str(&svg[start..end]);
    for node in element.children().filter(|node| is_shared(*node)) {
        out.push_str(&svg[node.range()]);
    }
}

/// Writes the end tag of an element.
fn write_end(out: &mut String, element: Node<'_, '_>) {
    let _ = write!(out, "</{}>", element.tag_name().name());
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
    let glyph = |letter| {
        let known = face.glyph_index(letter);
        known.or_else(|| face.glyph_index(char::REPLACEMENT_CHARACTER))
    };
    let glyphs = || text.chars().filter_map(glyph);
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
