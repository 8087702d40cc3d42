//! Shapes that stand for clues, as SVG: cages, lines of cells, tints, dots and texts on borders and corners, and texts outside the board.

use crate::board::svg::xml::number;
use crate::board::svg::{Drawing, LETTER};
use crate::board::{Board, Form, LineStyle, Tint};
use crate::{Border, Cell, Corner, Direction};

/// The space beside the board for texts outside, relative to the side of a tile.
const OUTSIDE: f64 = 0.75;
/// The distance of a cage from the sides of its cells, in CSS pixels.
const INSET: f64 = 4.0;

/// The space that texts outside need to the left, at the top, to the right and at the bottom of a board, in tiles.
pub(crate) fn outside_margins(board: &Board) -> [f64; 4] {
    let mut margins = [0.0; 4];
    for shape in &board.shapes {
        if let Form::Outside(cell, direction, _) = &shape.form {
            let (down, across) = direction.step();
            let is_outside = [
                across > 0 && cell.col == 0,
                down > 0 && cell.row == 0,
                across < 0 && cell.col + 1 == board.cols,
                down < 0 && cell.row + 1 == board.rows,
            ];
            for (margin, is_outside) in margins.iter_mut().zip(is_outside) {
                if is_outside {
                    *margin = OUTSIDE;
                }
            }
        }
    }
    margins
}

impl Drawing<'_> {
    /// Draws the shapes behind the grid lines: tints first, then lines of cells, then cages.
    pub(crate) fn clues_behind(&mut self) {
        let board = self.board;
        for shape in &board.shapes {
            if let Form::Tint(cells, tint) = &shape.form {
                for &cell in cells {
                    self.tint(cell, *tint);
                }
            }
        }
        for shape in &board.shapes {
            if let Form::Line(cells, style) = &shape.form {
                self.line_of_cells(cells, *style);
            }
        }
        for shape in &board.shapes {
            if let Form::Cage(cells, label) = &shape.form {
                self.cage(cells, label);
            }
        }
    }

    /// Draws the shapes over the grid lines.
    pub(crate) fn clues_above(&mut self) {
        let board = self.board;
        for shape in &board.shapes {
            match &shape.form {
                Form::BorderDot(border, is_filled) => {
                    let fill = match is_filled {
                        true => self.palette.ink,
                        false => self.palette.paper,
                    };
                    let (at, radius) = (self.border_middle(*border), self.plan.side * 0.11);
                    self.circle(at, radius, fill, self.palette.ink, 1.5);
                }
                Form::BorderText(border, text) => {
                    let at = self.border_middle(*border);
                    self.circle(at, self.plan.side * 0.17, self.palette.paper, "none", 0.0);
                    self.label(at, text, 0.32);
                }
                Form::CornerText(corner, text) => self.corner_text(*corner, text),
                Form::Outside(cell, direction, text) => self.outside(*cell, *direction, text),
                _ => {}
            }
        }
    }

    fn tint(&mut self, cell: Cell, tint: Tint) {
        let (side, fill) = (self.plan.side, self.palette.clue_tint);
        let (x, y) = self.plan.corner(cell.row, cell.col);
        match tint {
            Tint::Region | Tint::Diagonal => {
                self.xml.rect((x, y), (side, side), &[("fill", fill)]);
            }
            Tint::ColumnIndexer => {
                let (from, size) = ((x + side * 0.35, y), (side * 0.3, side));
                self.xml.rect(from, size, &[("fill", fill)]);
            }
            Tint::RowIndexer => {
                let (from, size) = ((x, y + side * 0.35), (side, side * 0.3));
                self.xml.rect(from, size, &[("fill", fill)]);
            }
            Tint::Even => {
                let inset = side * 0.12;
                let size = side - 2.0 * inset;
                let style = [("fill", fill)];
                self.xml.rect((x + inset, y + inset), (size, size), &style);
            }
            Tint::Odd => {
                let middle = self.plan.middle(cell);
                self.circle(middle, side * 0.38, fill, "none", 0.0);
            }
        }
    }

    fn line_of_cells(&mut self, cells: &[Cell], style: LineStyle) {
        let side = self.plan.side;
        let palette = self.palette;
        let (colour, width, dashes) = match style {
            LineStyle::Thermometer => (palette.clue_line, 0.3, ""),
            LineStyle::SlowThermometer => (palette.clue_line, 0.18, "8 4"),
            LineStyle::Arrow => (palette.clue_edge, 0.06, ""),
            LineStyle::Palindrome => (palette.clue_line, 0.18, ""),
            LineStyle::Renban => (palette.renban, 0.26, ""),
            LineStyle::Whisper => (palette.whisper, 0.22, "8 4"),
            LineStyle::Entropic => (palette.entropic, 0.22, ""),
            LineStyle::Modular => (palette.modular, 0.22, "4 4"),
            LineStyle::RegionSums => (palette.region_sums, 0.14, ""),
            LineStyle::Zipper => (palette.zipper, 0.22, "2 6"),
            LineStyle::Between => (palette.clue_edge, 0.06, ""),
            LineStyle::Diagonal => (palette.diagonal, 0.05, ""),
        };
        let mut points: Vec<(f64, f64)> =
            cells.iter().map(|cell| self.plan.middle(*cell)).collect();
        let [Some(&first), Some(&last)] = [points.first(), points.last()] else {
            return;
        };
        if let ([a, b, ..], LineStyle::Diagonal) = (&points[..], style) {
            // From corner to corner.
            let (dx, dy) = ((b.0 - a.0) / 2.0, (b.1 - a.1) / 2.0);
            let end = points.len() - 1;
            points[0] = (first.0 - dx, first.1 - dy);
            points[end] = (last.0 + dx, last.1 + dy);
        }
        let ring = side * 0.38;
        if matches!(style, LineStyle::Arrow | LineStyle::Between) {
            // The line begins at the edge of the ring.
            points[0] = shortened(&points, ring);
        }
        if style == LineStyle::Between {
            points.reverse();
            points[0] = shortened(&points, ring);
        }
        let mut path = String::new();
        for (i, (x, y)) in points.iter().enumerate() {
            let letter = if i == 0 { 'M' } else { 'L' };
            path += &format!("{letter}{} {}", number(*x), number(*y));
        }
        if let (LineStyle::Arrow, [.., (ax, ay), (bx, by)]) = (style, &points[..]) {
            let length = (bx - ax).hypot(by - ay).max(1.0);
            let (ux, uy) = ((bx - ax) / length, (by - ay) / length);
            let head = side * 0.16;
            for turn in [1.0, -1.0] {
                let x = bx - head * (ux + turn * uy);
                let y = by - head * (uy - turn * ux);
                path += &format!(
                    "M{} {}L{} {}",
                    number(*bx),
                    number(*by),
                    number(x),
                    number(y)
                );
            }
        }
        let width = number(side * width);
        let mut attributes = vec![
            ("d", path.as_str()),
            ("stroke", colour),
            ("stroke-width", &width),
            ("stroke-linejoin", "round"),
            ("fill", "none"),
        ];
        attributes.push(match dashes {
            "" => ("stroke-linecap", "round"),
            dashes => ("stroke-dasharray", dashes),
        });
        self.xml.empty("path", &attributes);
        match style {
            LineStyle::Thermometer => self.circle(first, side * 0.38, colour, "none", 0.0),
            LineStyle::SlowThermometer => self.circle(first, ring, "none", colour, 3.0),
            LineStyle::Arrow => self.circle(first, ring, "none", colour, 2.0),
            LineStyle::Between => {
                self.circle(first, ring, "none", colour, 2.0);
                self.circle(last, ring, "none", colour, 2.0);
            }
            _ => {}
        }
    }

    /// Draws a dashed outline inside the cells, and the label in the first of them in reading order.
    fn cage(&mut self, cells: &[Cell], label: &str) {
        let side = self.plan.side;
        let has = |row: isize, col: isize| {
            let cell = |at: isize| usize::try_from(at).ok();
            cell(row)
                .zip(cell(col))
                .is_some_and(|(row, col)| cells.contains(&Cell::new(row, col)))
        };
        let mut path = String::new();
        for cell in cells {
            let (row, col) = (cell.row as isize, cell.col as isize);
            let (x, y) = self.plan.middle(*cell);
            // Each side by the step across it and the step along it.
            for (across, along) in [
                ((-1, 0), (0, 1)),
                ((1, 0), (0, 1)),
                ((0, -1), (1, 0)),
                ((0, 1), (1, 0)),
            ] {
                if has(row + across.0, col + across.1) {
                    continue;
                }
                // A side ends before a corner of the cage, and goes on where the cage turns around a corner.
                let reach = |sign: isize| {
                    let beside = has(row + sign * along.0, col + sign * along.1);
                    let beyond = has(
                        row + across.0 + sign * along.0,
                        col + across.1 + sign * along.1,
                    );
                    match (beside, beyond) {
                        (false, _) => side / 2.0 - INSET,
                        (true, false) => side / 2.0,
                        (true, true) => side / 2.0 + INSET,
                    }
                };
                let out = side / 2.0 - INSET;
                let end = |sign: isize| {
                    let reach = reach(sign) * sign as f64;
                    let px = x + across.1 as f64 * out + along.1 as f64 * reach;
                    let py = y + across.0 as f64 * out + along.0 as f64 * reach;
                    format!("{} {}", number(px), number(py))
                };
                path += &format!("M{}L{}", end(-1), end(1));
            }
        }
        let style = [
            ("d", path.as_str()),
            ("stroke", self.palette.ink),
            ("stroke-width", "1"),
            ("stroke-dasharray", "3 2"),
            ("fill", "none"),
        ];
        self.xml.empty("path", &style);
        if let (Some(first), false) = (cells.iter().min(), label.is_empty()) {
            let (x, y) = self.plan.corner(first.row, first.col);
            let size = (side * 0.26).min(13.0);
            let width = label.chars().count() as f64 * size * LETTER + 2.0;
            let style = [("fill", self.palette.paper)];
            self.xml.rect((x + 2.0, y + 2.0), (width, size), &style);
            let style = [
                ("x", number(x + 3.0)),
                ("y", number(y + 1.0 + size * 0.9)),
                ("font-size", number(size)),
                ("fill", self.palette.ink.to_owned()),
            ];
            self.xml.text("text", &style, label);
        }
    }

    fn corner_text(&mut self, corner: Corner, text: &str) {
        let side = self.plan.side;
        let at = self.plan.corner(corner.row, corner.col);
        self.circle(at, side * 0.24, self.palette.paper, self.palette.ink, 1.2);
        let words: Vec<&str> = text.split_whitespace().collect();
        let rows: Vec<String> = words.chunks(2).map(|row| row.join(" ")).collect();
        let size = 0.2;
        for (i, row) in rows.iter().enumerate() {
            let down = (i as f64 - (rows.len() as f64 - 1.0) / 2.0) * side * size;
            self.label((at.0, at.1 + down), row, size);
        }
    }

    fn outside(&mut self, cell: Cell, direction: Direction, text: &str) {
        let side = self.plan.side;
        let (x, y) = self.plan.middle(cell);
        let (down, across) = direction.step();
        let at = |distance: f64| {
            (
                x - across as f64 * distance * side,
                y - down as f64 * distance * side,
            )
        };
        self.label(at(0.84), text, 0.36);
        if down != 0 && across != 0 {
            let ((ax, ay), (bx, by)) = (at(0.66), at(0.54));
            let [ax, ay, bx, by] = [ax, ay, bx, by].map(number);
            let path = format!("M{ax} {ay}L{bx} {by}M{bx} {ay}L{bx} {by}L{ax} {by}");
            let style = [
                ("d", path.as_str()),
                ("stroke", self.palette.ink),
                ("stroke-width", "1.2"),
                ("fill", "none"),
            ];
            self.xml.empty("path", &style);
        }
    }

    pub(crate) fn border_middle(&self, border: Border) -> (f64, f64) {
        let [(ax, ay), (bx, by)] = border
            .ends()
            .map(|corner| self.plan.corner(corner.row, corner.col));
        ((ax + bx) / 2.0, (ay + by) / 2.0)
    }

    fn circle(&mut self, (x, y): (f64, f64), radius: f64, fill: &str, stroke: &str, width: f64) {
        let [x, y, radius, width] = [x, y, radius, width].map(number);
        let style = [
            ("cx", &x[..]),
            ("cy", &y),
            ("r", &radius),
            ("fill", fill),
            ("stroke", stroke),
            ("stroke-width", &width),
        ];
        self.xml.empty("circle", &style);
    }

    /// Writes a text around a point; its height is relative to the tile.
    fn label(&mut self, (x, y): (f64, f64), text: &str, height: f64) {
        let size = (self.plan.side * height).min(18.0);
        let style = [
            ("x", number(x)),
            ("y", number(y + size * 0.36)),
            ("font-size", number(size)),
            ("text-anchor", "middle".to_owned()),
            ("fill", self.palette.ink.to_owned()),
        ];
        self.xml.text("text", &style, text);
    }
}

/// The first point of a line, moved by a distance towards the second.
fn shortened(points: &[(f64, f64)], distance: f64) -> (f64, f64) {
    let [(ax, ay), (bx, by), ..] = points else {
        return points.first().copied().unwrap_or_default();
    };
    let length = (bx - ax).hypot(by - ay).max(1.0);
    let part = (distance / length).min(1.0);
    (ax + (bx - ax) * part, ay + (by - ay) * part)
}
