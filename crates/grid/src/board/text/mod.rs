//! Boards as text for a terminal: joined box characters, tiles as wide as the widest content, and optional colours.
//!
//! A highlighted cell is in brackets: `<5>` is used by a step, `[5]` changed by it, `!5!` wrong, `~5~` different
//! between two solutions. Tan and lit cells are shaded, white ones dotted; given water is `≈`, found water `·`. Every
//! character is assumed to be one column wide.

mod clue_shapes;
mod glyphs;
mod layout;
mod shapes;
mod sheet;
mod wrap;

use crate::Cell;
use crate::board::description::describe_fleet;
use crate::board::lines::Lines;
use crate::board::{Background, Board, Content, Ink, Stroke, Tile, Weight};
use glyphs::{Glyphs, brackets};
use layout::Layout;
use sheet::{Paint, Sheet};

pub use wrap::wrap;

/// How to render a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether to use colours, as ANSI codes.
    pub colour: bool,
    /// Whether to use box characters and arrows instead of ASCII.
    pub unicode: bool,
}

impl Default for Style {
    /// Box characters, no colours.
    fn default() -> Style {
        Style {
            colour: false,
            unicode: true,
        }
    }
}

/// Renders a board. All lines of the board are equally wide; its notes follow after an empty line.
///
/// ```
/// use gridwright_grid::Cell;
/// use gridwright_grid::board::{Board, Content, Weight, text};
///
/// let mut board = Board::new(1, 2);
/// let tile = board.tile_mut(Cell::new(0, 0));
/// (tile.content, tile.east) = (Content::Text("12".to_owned()), Weight::Thin);
/// assert_eq!(text::render(&board, text::Style::default()), "\
/// ┏━━━━┯━━━━┓
/// ┃ 12 │    ┃
/// ┗━━━━┷━━━━┛
/// ");
/// ```
pub fn render(board: &Board, style: Style) -> String {
    render_until(board, style, &|| false).expect("it is never over")
}

/// The layers of a drawing, the lowest first.
const LAYERS: [fn(&mut Page<'_>); 8] = [
    |page| page.fill(),
    |page| page.rule(),
    |page| page.strokes(),
    |page| page.joints(),
    |page| page.shapes(),
    |page| page.tiles(),
    |page| page.clue_shapes(),
    |page| page.margins(),
];

/// Renders a board, or stops with `None` once `is_over` holds, which is asked now and then.
pub fn render_until(board: &Board, style: Style, is_over: &dyn Fn() -> bool) -> Option<String> {
    let glyphs = Glyphs {
        unicode: style.unicode,
    };
    let layout = Layout::of(board, glyphs);
    if is_over() {
        return None;
    }
    let (width, height) = layout.size();
    let mut page = Page {
        board,
        lines: Lines::with_shapes(board),
        glyphs,
        layout,
        sheet: Sheet::new(width, height),
        is_over,
    };
    for layer in LAYERS {
        if is_over() {
            return None;
        }
        layer(&mut page);
    }
    let mut text = page.sheet.lines(style.colour, is_over);
    let clues = page.clue_list();
    let fleet = describe_fleet(board);
    if !board.notes.is_empty() || !clues.is_empty() || fleet.is_some() {
        text.push('\n');
    }
    text += &clues;
    for note in board.notes.iter().chain(&fleet) {
        text += note;
        text.push('\n');
    }
    (!is_over()).then_some(text)
}

/// A page being rendered.
struct Page<'b> {
    board: &'b Board,
    lines: Lines<'b>,
    glyphs: Glyphs,
    layout: Layout,
    sheet: Sheet,
    /// Whether to stop; what is rendered then is dropped.
    is_over: &'b dyn Fn() -> bool,
}

impl Page<'_> {
    fn strokes(&mut self) {
        let board = self.board;
        for stroke in &board.strokes {
            self.stroke(stroke);
        }
    }

    fn shapes(&mut self) {
        let board = self.board;
        for shape in &board.shapes {
            self.shape(shape);
        }
    }

    fn tiles(&mut self) {
        for cell in self.board.cells_until(self.is_over) {
            self.tile(cell);
        }
    }

    /// Fills the backgrounds of cells, and the gaps between adjacent obstacles.
    fn fill(&mut self) {
        let (tile_width, tile_height) = (self.layout.tile_width, self.layout.tile_height);
        for cell in self.board.cells_until(self.is_over) {
            let tile = self.board.tile(cell);
            let (x, y) = (self.layout.tile_x(cell.col), self.layout.tile_y(cell.row));
            let (c, paint) = (self.glyphs.fill(tile.background), background_paint(tile));
            for dy in 0..tile_height {
                for dx in 0..tile_width {
                    self.sheet.put(x + dx, y + dy, c, paint);
                }
            }
        }
        let block = self.glyphs.fill(Background::Block);
        for row in (0..=self.board.rows).take_while(|_| !(self.is_over)()) {
            for col in 0..=self.board.cols {
                let is_block =
                    |row, col| self.lines.background(Some(row), Some(col)) == Background::Block;
                let here = is_block(row, col);
                let left = here && col > 0 && is_block(row, col - 1);
                let above = here && row > 0 && is_block(row - 1, col);
                let (x, y) = (self.layout.line_x(col), self.layout.line_y(row));
                if left && let Some(x) = x {
                    for dy in 0..tile_height {
                        let y = self.layout.tile_y(row) + dy;
                        self.sheet.put(x, y, block, Paint::PLAIN);
                    }
                }
                if above && let Some(y) = y {
                    for dx in 0..tile_width {
                        let x = self.layout.tile_x(col) + dx;
                        self.sheet.put(x, y, block, Paint::PLAIN);
                    }
                }
                if let (true, Some(x), Some(y)) = (self.lines.is_blocked(row, col), x, y) {
                    self.sheet.put(x, y, block, Paint::PLAIN);
                }
            }
        }
    }

    /// Draws the grid lines and their corners.
    fn rule(&mut self) {
        for row in (0..=self.board.rows).take_while(|_| !(self.is_over)()) {
            for col in 0..=self.board.cols {
                let (x, y) = (self.layout.line_x(col), self.layout.line_y(row));
                let none = Weight::None;
                if let (Some(x), Some(y)) = (x, y) {
                    self.line(x, y, self.lines.corner(row, col));
                }
                if let Some(x) = x
                    && row < self.board.rows
                {
                    let weight = self.lines.vertical(row, col);
                    for dy in 0..self.layout.tile_height {
                        let y = self.layout.tile_y(row) + dy;
                        self.line(x, y, [weight, none, weight, none]);
                    }
                }
                if let Some(y) = y
                    && col < self.board.cols
                {
                    let weight = self.lines.horizontal(row, col);
                    for dx in 0..self.layout.tile_width {
                        let x = self.layout.tile_x(col) + dx;
                        self.line(x, y, [none, weight, none, weight]);
                    }
                }
            }
        }
    }

    fn line(&mut self, x: usize, y: usize, arms: [Weight; 4]) {
        let paint = match arms.into_iter().max() {
            Some(Weight::Thick) => Paint::PLAIN,
            Some(Weight::Thin) => Paint::FAINT,
            _ => return,
        };
        self.sheet.put(x, y, self.glyphs.corner(arms), paint);
    }

    /// Draws a stroke along a row, a column or a diagonal between the centres of two cells; islands are drawn over
    /// it.
    fn stroke(&mut self, stroke: &Stroke) {
        let Stroke { from, to, .. } = *stroke;
        let (ax, ay) = self.layout.middle(from);
        let (bx, by) = self.layout.middle(to);
        let (left, right) = (ax.min(bx), ax.max(bx));
        let (top, bottom) = (ay.min(by), ay.max(by));
        let mut points: Vec<(usize, usize, char)> = Vec::new();
        if ay == by {
            let c = self.glyphs.horizontal(stroke.lines);
            points.extend((left..=right).map(|x| (x, ay, c)));
        } else if ax == bx {
            let c = self.glyphs.vertical(stroke.lines);
            points.extend((top..=bottom).map(|y| (ax, y, c)));
        } else if from.row.abs_diff(to.row) == from.col.abs_diff(to.col) {
            let falling = (from.row < to.row) == (from.col < to.col);
            let c = self.glyphs.slant(falling);
            let corner_row = from.row.min(to.row) + 1;
            for step in 0..from.row.abs_diff(to.row) {
                let col = if falling {
                    from.col.min(to.col) + 1 + step
                } else {
                    from.col.max(to.col) - step
                };
                let corner = (
                    self.layout.line_x(col),
                    self.layout.line_y(corner_row + step),
                );
                if let (Some(x), Some(y)) = corner {
                    points.push((x, y, c));
                }
            }
        }
        let paint = Paint::of(stroke.ink, Background::Plain, stroke.mark);
        for &(x, y, c) in &points {
            self.sheet.put(x, y, c, paint);
        }
        // A character in the middle shows what the line characters cannot: more than two lines, or a mark.
        let many = char::from_digit(stroke.lines as u32, 36).filter(|_| stroke.lines > 2);
        let sign = stroke.mark.map(|mark| self.glyphs.sign(mark, stroke.lines));
        if let (Some(&(x, y, _)), Some(c)) = (points.get(points.len() / 2), sign.or(many)) {
            self.sheet.put(x, y, c, paint);
        }
    }

    /// Writes the content of a cell and the brackets around it.
    fn tile(&mut self, cell: Cell) {
        let tile = self.board.tile(cell);
        let (x, y) = (self.layout.tile_x(cell.col), self.layout.tile_y(cell.row));
        let paint = match tile.content {
            Content::Candidates(_) => background_paint(tile),
            _ => Paint::of(tile.ink, tile.background, tile.mark),
        };
        let rows = self.layout.content(tile, self.glyphs);
        let down = (self.layout.tile_height - rows.len()) / 2;
        for (i, row) in rows.iter().enumerate() {
            let right = self.layout.indent(row.chars().count());
            if matches!(tile.content, Content::Text(_)) && !self.board.strokes.is_empty() {
                // Hides strokes on both sides of a number that is narrower than the widest.
                let blank = " ".repeat(self.layout.text_width);
                let start = self.layout.indent(self.layout.text_width);
                self.sheet.write(x + start, y + down + i, &blank, paint);
            }
            self.sheet.write(x + right, y + down + i, row, paint);
        }
        let around = match (tile.mark, &tile.content) {
            (Some(mark), _) => Some(brackets(mark)),
            (None, Content::Island(_)) => Some(['(', ')']),
            _ => None,
        };
        if let Some([before, after]) = around {
            let y = y + self.layout.tile_height / 2;
            self.sheet.put(x, y, before, paint);
            let end = x + self.layout.tile_width - 1;
            self.sheet.put(end, y, after, paint);
        }
    }

    fn margins(&mut self) {
        let margins = &self.board.margins;
        for col in 0..self.board.cols {
            let x = self.layout.tile_x(col);
            // Lines of a label above its column end at the board, those below begin there.
            let above = margins.top.get(col).map_or("", String::as_str);
            let start = self.layout.top - above.lines().count();
            let below = margins.bottom.get(col).map_or("", String::as_str);
            let end = self.layout.size().1 - self.layout.bottom;
            for (label, y) in [(above, start), (below, end)] {
                for (i, line) in label.lines().enumerate() {
                    let right = self.layout.indent(line.chars().count());
                    self.sheet.write(x + right, y + i, line, Paint::PLAIN);
                }
            }
        }
        for row in 0..self.board.rows {
            let y = self.layout.tile_y(row) + self.layout.tile_height / 2;
            // A margin whose labels are all empty has no width.
            if let Some(label) = margins.left.get(row).filter(|label| !label.is_empty()) {
                let x = self.layout.left - 1 - label.chars().count();
                self.sheet.write(x, y, label, Paint::PLAIN);
            }
            if let Some(label) = margins.right.get(row).filter(|label| !label.is_empty()) {
                let x = self.layout.size().0 - self.layout.right + 1;
                let width = self.layout.right - 1;
                self.sheet
                    .write(x, y, &format!("{label:>width$}"), Paint::PLAIN);
            }
        }
    }
}

/// The paint of an empty cell.
fn background_paint(tile: &Tile) -> Paint {
    match (tile.background, tile.mark) {
        (Background::Block, None) => Paint::PLAIN,
        (background, mark) => Paint::of(Ink::Found, background, mark).fainter(),
    }
}
