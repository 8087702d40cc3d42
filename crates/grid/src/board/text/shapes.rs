//! Shapes of a board as text, one function per form.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::board::text::Page;
use crate::board::text::sheet::Paint;
use crate::board::{Background, Content, Form, Ink, Shape, Weight};
use crate::{Border, Cell};

impl Page<'_> {
    /// Draws a shape. Lines along borders are drawn with the grid lines, and only marked here.
    pub(super) fn shape(&mut self, shape: &Shape) {
        let at = match &shape.form {
            Form::BorderLine(border) => self.border_middle(*border),
            Form::BorderCross(border) => self.border_middle(*border),
            Form::LinkCross(a, b) => Border::between(*a, *b).and_then(|b| self.border_middle(b)),
            Form::Disc(cell, _) => Some(self.layout.middle(*cell)),
            _ => None,
        };
        let sign = shape.mark.map(|mark| self.glyphs.sign(mark, 1));
        let c = match &shape.form {
            Form::BorderLine(_) => sign,
            Form::BorderCross(_) | Form::LinkCross(..) => sign.or(Some(self.glyphs.cross())),
            Form::Disc(_, is_filled) => Some(self.glyphs.disc(*is_filled)),
            _ => None,
        };
        if let (Some((x, y)), Some(c)) = (at, c) {
            let paint = Paint::of(shape.ink, Background::Plain, shape.mark);
            self.sheet.put(x, y, c, paint);
        }
    }

    /// The middle of a border, if its line has a place.
    fn border_middle(&self, border: Border) -> Option<(usize, usize)> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let cell = Cell::new(border.row.min(rows - 1), border.col.min(cols - 1));
        let (x, y) = self.layout.middle(cell);
        match border.is_vertical {
            true => Some((self.layout.line_x(border.col)?, y)),
            false => Some((x, self.layout.line_y(border.row)?)),
        }
    }

    /// Draws a corner or a crossing where single strokes meet in an empty cell.
    pub(super) fn joints(&mut self) {
        let mut joints: BTreeMap<Cell, ([Weight; 4], Ink)> = BTreeMap::new();
        for stroke in self.board.strokes.iter().filter(|stroke| stroke.lines == 1) {
            for (cell, other) in [(stroke.from, stroke.to), (stroke.to, stroke.from)] {
                let arm = match (other.row.cmp(&cell.row), other.col.cmp(&cell.col)) {
                    (Ordering::Less, Ordering::Equal) => 0,
                    (Ordering::Equal, Ordering::Greater) => 1,
                    (Ordering::Greater, Ordering::Equal) => 2,
                    (Ordering::Equal, Ordering::Less) => 3,
                    _ => continue,
                };
                let (arms, ink) = joints
                    .entry(cell)
                    .or_insert(([Weight::None; 4], stroke.ink));
                arms[arm] = Weight::Thin;
                *ink = stroke.ink;
            }
        }
        for (cell, (arms, ink)) in joints {
            let n_arms = arms.iter().filter(|arm| **arm != Weight::None).count();
            if n_arms >= 2 && self.board.tile(cell).content == Content::Nothing {
                let (x, y) = self.layout.middle(cell);
                let paint = Paint::of(ink, Background::Plain, None);
                self.sheet.put(x, y, self.glyphs.corner(arms), paint);
            }
        }
    }
}
