//! Shapes that stand for clues, as text: dots and signs on borders have a place on the page; all of them are listed below the board.

use crate::Border;
use crate::board::shape_words::clue_words;
use crate::board::text::Page;
use crate::board::text::sheet::Paint;
use crate::board::{Background, Form};

impl Page<'_> {
    /// Draws dots and one-letter signs on borders, and a sign on corners with a text.
    pub(super) fn clue_shapes(&mut self) {
        let board = self.board;
        for shape in &board.shapes {
            let (place, c) = match &shape.form {
                Form::BorderDot(border, is_filled) => {
                    let signs = if *is_filled {
                        ('●', '@')
                    } else {
                        ('○', 'o')
                    };
                    let sign = if self.glyphs.unicode {
                        signs.0
                    } else {
                        signs.1
                    };
                    (self.place(*border), Some(sign))
                }
                Form::BorderText(border, text) => {
                    let mut letters = text.chars();
                    let first = letters.next();
                    let is_short = letters.next().is_none();
                    let is_shown = |c: &char| is_short && (c.is_ascii() || self.glyphs.unicode);
                    (self.place(*border), first.filter(is_shown))
                }
                Form::CornerText(corner, _) => {
                    let (x, y) = (
                        self.layout.line_x(corner.col),
                        self.layout.line_y(corner.row),
                    );
                    let sign = if self.glyphs.unicode { '◯' } else { 'O' };
                    (x.zip(y), Some(sign))
                }
                _ => (None, None),
            };
            if let (Some((x, y)), Some(c)) = (place, c) {
                let paint = Paint::of(shape.ink, Background::Plain, shape.mark);
                self.sheet.put(x, y, c, paint);
            }
        }
    }

    /// The shapes in words, one line each.
    pub(super) fn clue_list(&self) -> String {
        let words = self
            .board
            .shapes
            .iter()
            .filter_map(|shape| clue_words(&shape.form));
        words
            .map(|words| match self.glyphs.unicode {
                true => words + "\n",
                false => words.replace('±', "+-").replace('×', "x") + "\n",
            })
            .collect()
    }

    /// The middle of a border, if its line has a place.
    fn place(&self, border: Border) -> Option<(usize, usize)> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let cell = crate::Cell::new(
            border.row.min(rows.checked_sub(1)?),
            border.col.min(cols.checked_sub(1)?),
        );
        let (x, y) = self.layout.middle(cell);
        match border.is_vertical {
            true => Some((self.layout.line_x(border.col)?, y)),
            false => Some((x, self.layout.line_y(border.row)?)),
        }
    }
}
