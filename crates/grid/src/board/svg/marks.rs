//! Hatches and outlines that highlight cells, each with its own shape.

use crate::board::svg::xml::Xml;
use crate::board::svg::{Drawing, Palette};
use crate::board::{Background, Board, Mark};

/// The colour, dash pattern and fill of a mark.
struct MarkStyle {
    colour: &'static str,
    dash: &'static str,
    fill: &'static str,
}

fn mark_style(mark: Mark, palette: &Palette) -> MarkStyle {
    let (colour, dash, fill) = match mark {
        Mark::Used => (palette.used.0, "6 4", palette.used.1),
        Mark::Changed => (palette.changed.0, "none", palette.changed.1),
        Mark::Wrong => (palette.wrong.0, "none", "url(#gw-wrong)"),
        Mark::Differs => (palette.differs.0, "1 4", "url(#gw-differs)"),
    };
    MarkStyle { colour, dash, fill }
}

/// Defines the hatches that a board needs.
pub(crate) fn define_hatches(xml: &mut Xml, board: &Board, palette: &Palette) {
    let has_background = |background| board.tiles.iter().any(|tile| tile.background == background);
    let has_mark = |mark| board.tiles.iter().any(|tile| tile.mark == Some(mark));
    let falling = "M-1 7L7 -1M-1 1L1 -1M5 7L7 5";
    let hatches = [
        (
            has_background(Background::Tan),
            "gw-tan",
            falling,
            palette.tan_hatch,
            "1",
        ),
        (
            has_mark(Mark::Used),
            "gw-used",
            falling,
            palette.used_hatch,
            "1",
        ),
        (
            has_mark(Mark::Wrong),
            "gw-wrong",
            "M-1 -1L7 7M-1 5L1 7M5 -1L7 1",
            palette.wrong.1,
            "1",
        ),
        (
            has_mark(Mark::Differs),
            "gw-differs",
            "M0 3H6",
            palette.differs.1,
            "1",
        ),
        (
            has_background(Background::Lit),
            "gw-lit",
            "M3 1v4M1 3h4",
            palette.lit_hatch,
            "0.7",
        ),
        (
            has_background(Background::White),
            "gw-dots",
            "M3 2.5v1",
            palette.dots,
            "1",
        ),
    ];
    if !hatches.iter().any(|(is_used, ..)| *is_used) {
        return;
    }
    xml.open("defs", &[]);
    for (_, id, path, colour, width) in hatches.iter().filter(|(is_used, ..)| *is_used) {
        let size = [
            ("id", *id),
            ("width", "6"),
            ("height", "6"),
            ("patternUnits", "userSpaceOnUse"),
        ];
        xml.open("pattern", &size);
        let lines = [
            ("d", *path),
            ("stroke", *colour),
            ("stroke-width", *width),
            ("fill", "none"),
        ];
        xml.empty("path", &lines);
        xml.close("pattern");
    }
    xml.close("defs");
}

/// Draws a mark along a stroke.
pub(crate) fn along(xml: &mut Xml, palette: &Palette, mark: Mark, path: &str) {
    let mark_style = mark_style(mark, palette);
    let style = [
        ("d", path),
        ("fill", "none"),
        ("stroke", mark_style.colour),
        ("stroke-width", "13"),
        ("stroke-opacity", "0.45"),
        ("stroke-dasharray", mark_style.dash),
    ];
    xml.empty("path", &style);
}

impl Drawing<'_> {
    /// Draws the marks of cells, between their backgrounds and their contents.
    pub(crate) fn marks(&mut self) {
        for cell in self.board.cells_until(self.is_over) {
            let tile = self.board.tile(cell);
            let Some(mark) = tile.mark else { continue };
            let mark_style = mark_style(mark, self.palette);
            let (x, y) = self.plan.corner(cell.row, cell.col);
            let side = self.plan.side;
            // A meaningful background stays visible.
            let fill = match (tile.background, mark) {
                (Background::Plain | Background::Water, _) | (_, Mark::Wrong) => mark_style.fill,
                _ => "none",
            };
            if fill != "none" {
                self.xml.rect((x, y), (side, side), &[("fill", fill)]);
                if mark == Mark::Used {
                    let hatch = [("fill", "url(#gw-used)")];
                    self.xml.rect((x, y), (side, side), &hatch);
                }
            }
            let inset = 3.0;
            let size = (side - 2.0 * inset, side - 2.0 * inset);
            let style = [
                ("rx", "2"),
                ("fill", "none"),
                ("stroke", mark_style.colour),
                ("stroke-width", "3"),
                ("stroke-dasharray", mark_style.dash),
                ("stroke-linecap", "round"),
            ];
            self.xml.rect((x + inset, y + inset), size, &style);
        }
    }
}
