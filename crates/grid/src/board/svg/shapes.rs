//! Shapes of a board as SVG, one function per form.

use crate::board::svg::xml::number;
use crate::board::svg::{Drawing, marks};
use crate::board::{Form, Mark, Shape};
use crate::{Border, Cell};

/// The width of a line along a border.
const BORDER_LINE: &str = "5";
/// Half the size of a cross, relative to the side of a tile.
const CROSS: f64 = 0.11;
/// The radius of a large disc, relative to the side of a tile.
const DISC: f64 = 0.36;

impl Drawing<'_> {
    /// Draws a shape.
    pub(crate) fn shape(&mut self, shape: &Shape) {
        match &shape.form {
            Form::BorderLine(border) => self.border_line(*border, shape),
            Form::BorderCross(border) => {
                let (from, to) = self.border_ends(*border);
                self.cross(middle(from, to), shape);
            }
            Form::LinkCross(a, b) => {
                let (from, to) = (self.plan.middle(*a), self.plan.middle(*b));
                self.cross(middle(from, to), shape);
            }
            Form::Disc(cell, is_filled) => self.disc(*cell, *is_filled, shape),
            _ => {}
        }
    }

    /// The ends of a border.
    fn border_ends(&self, border: Border) -> ((f64, f64), (f64, f64)) {
        let [from, to] = border.ends();
        let corner = |corner: crate::Corner| self.plan.corner(corner.row, corner.col);
        (corner(from), corner(to))
    }

    fn border_line(&mut self, border: Border, shape: &Shape) {
        let ((ax, ay), (bx, by)) = self.border_ends(border);
        let path = format!(
            "M{} {}L{} {}",
            number(ax),
            number(ay),
            number(bx),
            number(by)
        );
        self.mark_path(shape.mark, &path);
        let style = [
            ("d", path.as_str()),
            ("stroke", self.colour(shape.ink)),
            ("stroke-width", BORDER_LINE),
            ("stroke-linecap", "round"),
            ("fill", "none"),
        ];
        self.xml.empty("path", &style);
    }

    fn cross(&mut self, (x, y): (f64, f64), shape: &Shape) {
        let size = self.plan.side * CROSS;
        let at = |dx: f64, dy: f64| format!("{} {}", number(x + dx * size), number(y + dy * size));
        let path = format!(
            "M{}L{}M{}L{}",
            at(-1.0, -1.0),
            at(1.0, 1.0),
            at(-1.0, 1.0),
            at(1.0, -1.0)
        );
        self.mark_path(shape.mark, &path);
        let style = [
            ("d", path.as_str()),
            ("stroke", self.colour(shape.ink)),
            ("stroke-width", "1.5"),
            ("fill", "none"),
        ];
        self.xml.empty("path", &style);
    }

    fn disc(&mut self, cell: Cell, is_filled: bool, shape: &Shape) {
        let (x, y) = self.plan.middle(cell);
        let colour = self.colour(shape.ink);
        let fill = if is_filled {
            colour
        } else {
            self.palette.paper
        };
        let style = [
            ("cx", number(x)),
            ("cy", number(y)),
            ("r", number(self.plan.side * DISC)),
            ("fill", fill.to_owned()),
            ("stroke", colour.to_owned()),
            ("stroke-width", "2".to_owned()),
        ];
        let style: Vec<(&str, &str)> = style.iter().map(|(k, v)| (*k, v.as_str())).collect();
        self.xml.empty("circle", &style);
    }

    fn mark_path(&mut self, mark: Option<Mark>, path: &str) {
        if let Some(mark) = mark {
            marks::along(&mut self.xml, self.palette, mark, path);
        }
    }
}

fn middle((ax, ay): (f64, f64), (bx, by): (f64, f64)) -> (f64, f64) {
    ((ax + bx) / 2.0, (ay + by) / 2.0)
}
