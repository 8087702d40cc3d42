//! Boards as SVG: one self-contained picture with its own background and no script, for a page or for print.
//!
//! Colour is never the only sign: tan is hatched and white is dotted, water has waves, and each mark has its own
//! outline. Clues are bold and black; solutions are lighter and blue.

mod clue_shapes;
mod contents;
mod fleet;
mod links;
mod marks;
mod palette;
mod shapes;
mod xml;

use crate::Cell;
use crate::board::description::{candidate_columns, describe};
use crate::board::lines::Lines;
use crate::board::text::wrap;
use crate::board::{Background, Board, Content, Ink, Stroke, Weight};
use fleet::PlacedShip;
pub use palette::Palette;
use xml::{NO_ATTRIBUTES, Xml, number};

/// The preferred fonts; any sans-serif font will do.
const FONTS: &str = "'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif";

/// The empty space around the board, in CSS pixels.
const AROUND: f64 = 8.0;
/// The line height and font size of notes.
const NOTE_LINE: f64 = 20.0;
const NOTE_SIZE: f64 = 14.0;
/// Upper bounds on the width of a character relative to the font size: of a digit in any of the fonts, and of a letter
/// in a note.
const LETTER: f64 = 0.68;
const NOTE_LETTER: f64 = 0.6;
/// The height of a further line of a label, relative to the font size.
const LABEL_LINE: f64 = 1.1;
/// Notes are wrapped at the width of the board, or at this width on narrower boards.
const MIN_NOTE_WIDTH: f64 = 260.0;

/// Draws a board as an SVG document. Screen readers read the title first and then a description of the board.
///
/// ```
/// use gridwright_grid::board::{Board, svg};
///
/// let picture = svg::render(&Board::new(2, 2), "An empty board");
/// assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert!(picture.contains("<title>An empty board</title>"));
/// ```
pub fn render(board: &Board, title: &str) -> String {
    render_in(board, title, &Palette::LIGHT)
}

/// Draws a board in the colours of a palette.
pub fn render_in(board: &Board, title: &str, palette: &Palette) -> String {
    render_until(board, title, palette, &|| false).expect("it is never over")
}

/// The layers of a drawing, the lowest first.
const LAYERS: [fn(&mut Drawing<'_>); 12] = [
    |drawing| drawing.backgrounds(),
    |drawing| drawing.clues_behind(),
    |drawing| drawing.marks(),
    |drawing| drawing.strokes(),
    |drawing| drawing.lines(),
    |drawing| drawing.shapes(),
    |drawing| drawing.clues_above(),
    |drawing| drawing.links(),
    |drawing| drawing.spot_marks(),
    |drawing| drawing.contents(),
    |drawing| drawing.struck_candidates(),
    |drawing| drawing.margins(),
];

/// Draws a board, or stops with `None` once `is_over` holds, which is asked now and then.
pub fn render_until(
    board: &Board,
    title: &str,
    palette: &Palette,
    is_over: &dyn Fn() -> bool,
) -> Option<String> {
    let notes = wrapped(board);
    let ships = fleet::placed(board);
    let plan = Measures::with(board, &notes, &ships);
    let (width, height) = (number(plan.width), number(plan.height));
    let mut xml = Xml::new();
    xml.open(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("width", &width),
            ("height", &height),
            ("viewBox", &format!("0 0 {width} {height}")),
            ("role", "img"),
            ("font-family", FONTS),
        ],
    );
    xml.text("title", NO_ATTRIBUTES, title);
    xml.text("desc", NO_ATTRIBUTES, &describe(board, is_over));
    marks::define_hatches(&mut xml, board, palette);
    xml.rect(
        (0.0, 0.0),
        (plan.width, plan.height),
        &[("fill", palette.paper)],
    );
    let mut drawing = Drawing {
        board,
        palette,
        plan,
        xml,
        is_over,
    };
    for layer in LAYERS {
        if is_over() {
            return None;
        }
        layer(&mut drawing);
    }
    drawing.notes(&notes);
    drawing.fleet(&ships, plan.height - fleet_height(&ships));
    drawing.xml.close("svg");
    (!is_over()).then(|| drawing.xml.finish())
}

/// The geometry of a picture, in CSS pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measures {
    /// The side of a tile.
    pub side: f64,
    /// The left edge of the first tile.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// The width of the whole picture.
    pub width: f64,
    /// The height of the whole picture.
    pub height: f64,
}

impl Measures {
    /// The geometry of the picture of a board.
    pub fn of(board: &Board) -> Measures {
        Measures::with(board, &wrapped(board), &fleet::placed(board))
    }

    fn with(board: &Board, notes: &[String], ships: &[PlacedShip]) -> Measures {
        let side = side(board);
        let size = label_size(side);
        let across = |labels: &[String]| {
            let widest = labels.iter().map(|label| label.chars().count()).max();
            widest.map_or(0.0, |n| (n as f64 * size * LETTER + 8.0).ceil())
        };
        let along = |labels: &[String]| {
            let most = labels.iter().map(|label| label.lines().count()).max();
            most.map_or(0.0, |n| {
                size + 10.0 + n.saturating_sub(1) as f64 * size * LABEL_LINE
            })
        };
        let margins = &board.margins;
        let [west, north, east, south] =
            clue_shapes::outside_margins(board).map(|tiles| tiles * side);
        let left = AROUND + across(&margins.left) + west;
        let top = AROUND + along(&margins.top) + north;
        let board_width = left + board.cols as f64 * side + across(&margins.right) + east + AROUND;
        let widest_note = notes.iter().map(|note| note.chars().count()).max();
        let notes_width =
            widest_note.map_or(0.0, |n| n as f64 * NOTE_SIZE * NOTE_LETTER + 2.0 * AROUND);
        let board_height = top + board.rows as f64 * side + along(&margins.bottom) + south + AROUND;
        Measures {
            side,
            left,
            top,
            width: board_width
                .max(notes_width)
                .max(fleet::width(ships) + 2.0 * AROUND)
                .ceil(),
            height: board_height + notes.len() as f64 * NOTE_LINE + fleet_height(ships),
        }
    }

    /// The upper left corner of a tile; `row` and `col` may be one beyond the last.
    fn corner(&self, row: usize, col: usize) -> (f64, f64) {
        (
            self.left + col as f64 * self.side,
            self.top + row as f64 * self.side,
        )
    }

    fn middle(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.corner(cell.row, cell.col);
        (x + self.side / 2.0, y + self.side / 2.0)
    }
}

/// The height of a drawn fleet.
fn fleet_height(ships: &[PlacedShip]) -> f64 {
    fleet::n_lines(ships) as f64 * fleet::LINE
}

/// The side of a tile: large enough for all candidates.
fn side(board: &Board) -> f64 {
    let sides = board.tiles.iter().map(|tile| match &tile.content {
        Content::Candidates(candidates) => match candidate_columns(candidates) {
            Some((across, width)) => across as f64 * (7.0 * width as f64 + 8.0) + 8.0,
            None => 48.0,
        },
        _ => 40.0,
    });
    sides.fold(40.0, f64::max)
}

fn label_size(side: f64) -> f64 {
    (side * 0.42).min(18.0)
}

/// The notes, wrapped to about the width of the board.
fn wrapped(board: &Board) -> Vec<String> {
    let width = (board.cols as f64 * side(board)).max(MIN_NOTE_WIDTH);
    let letters = (width / (NOTE_SIZE * NOTE_LETTER)) as usize;
    let notes = board.notes.iter();
    notes.flat_map(|note| wrap(note, letters, 0)).collect()
}

/// A picture being drawn.
struct Drawing<'b> {
    board: &'b Board,
    palette: &'b Palette,
    plan: Measures,
    xml: Xml,
    /// Whether to stop; what is drawn then is dropped.
    is_over: &'b dyn Fn() -> bool,
}

impl Drawing<'_> {
    /// Fills the tiles.
    fn backgrounds(&mut self) {
        let (side, palette) = (self.plan.side, self.palette);
        self.xml.open("g", &[("shape-rendering", "crispEdges")]);
        for cell in self.board.cells_until(self.is_over) {
            let fills: &[&str] = match self.board.tile(cell).background {
                Background::Plain | Background::Outside => &[],
                Background::White => &["url(#gw-dots)"],
                Background::Tan => &[palette.tan, "url(#gw-tan)"],
                Background::Water => &[palette.water],
                Background::Block => &[palette.block],
                Background::Lit => &[palette.lit, "url(#gw-lit)"],
                Background::Shaded => &[palette.shaded],
            };
            for fill in fills {
                let corner = self.plan.corner(cell.row, cell.col);
                self.xml.rect(corner, (side, side), &[("fill", fill)]);
            }
        }
        self.xml.close("g");
    }

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

    fn contents(&mut self) {
        for cell in self.board.cells_until(self.is_over) {
            self.content(cell);
        }
    }

    /// Draws the grid lines as long segments, thick ones over thin ones.
    fn lines(&mut self) {
        let lines = Lines::of(self.board);
        let (rows, cols) = (self.board.rows, self.board.cols);
        self.xml.open(
            "g",
            &[
                ("stroke-linecap", "square"),
                ("shape-rendering", "crispEdges"),
            ],
        );
        for (weight, colour, width) in [
            (Weight::Thin, self.palette.thin, "1"),
            (Weight::Thick, self.palette.ink, "3"),
        ] {
            let mut path = String::new();
            for row in (0..=rows).take_while(|_| !(self.is_over)()) {
                for (start, end) in runs(cols, |col| lines.horizontal(row, col) == weight) {
                    let ((x, y), (to, _)) =
                        (self.plan.corner(row, start), self.plan.corner(row, end));
                    path += &format!("M{} {}H{}", number(x), number(y), number(to));
                }
            }
            for col in (0..=cols).take_while(|_| !(self.is_over)()) {
                for (start, end) in runs(rows, |row| lines.vertical(row, col) == weight) {
                    let ((x, y), (_, to)) =
                        (self.plan.corner(start, col), self.plan.corner(end, col));
                    path += &format!("M{} {}V{}", number(x), number(y), number(to));
                }
            }
            if !path.is_empty() {
                let style = [
                    ("d", path.as_str()),
                    ("fill", "none"),
                    ("stroke", colour),
                    ("stroke-width", width),
                ];
                self.xml.empty("path", &style);
            }
        }
        self.xml.close("g");
    }

    /// Draws parallel lines between the centres of two cells.
    fn stroke(&mut self, stroke: &Stroke) {
        let ((ax, ay), (bx, by)) = (self.plan.middle(stroke.from), self.plan.middle(stroke.to));
        let length = (bx - ax).hypot(by - ay);
        let along = ((bx - ax) / length, (by - ay) / length);
        let (start, end) = (
            self.clearance(stroke.from, along),
            self.clearance(stroke.to, along),
        );
        // There may be no space between the numbers at both ends, and a stroke may have no length.
        if length == 0.0 || start + end >= length {
            return;
        }
        let (ax, ay) = (ax + along.0 * start, ay + along.1 * start);
        let (bx, by) = (bx - along.0 * end, by - along.1 * end);
        let (across_x, across_y) = (-along.1, along.0);
        let apart = (self.plan.side * 0.4 / stroke.lines.max(1) as f64).min(7.0);
        let mut path = String::new();
        for line in 0..stroke.lines {
            let off = (line as f64 - (stroke.lines as f64 - 1.0) / 2.0) * apart;
            let end = |x: f64, y: f64| {
                let (x, y) = (x + across_x * off, y + across_y * off);
                format!("{} {}", number(x), number(y))
            };
            path += &format!("M{}L{}", end(ax, ay), end(bx, by));
        }
        if let Some(mark) = stroke.mark {
            let straight = format!(
                "M{} {}L{} {}",
                number(ax),
                number(ay),
                number(bx),
                number(by)
            );
            marks::along(&mut self.xml, self.palette, mark, &straight);
        }
        let colour = self.colour(stroke.ink);
        let style = [
            ("d", path.as_str()),
            ("stroke", colour),
            ("stroke-width", "2.5"),
            ("fill", "none"),
        ];
        self.xml.empty("path", &style);
    }

    /// The colour of clues or of solutions.
    fn colour(&self, ink: Ink) -> &'static str {
        match ink {
            Ink::Given => self.palette.ink,
            Ink::Found => self.palette.found,
        }
    }

    fn margins(&mut self) {
        let margins = &self.board.margins;
        let (rows, cols, side) = (self.board.rows, self.board.cols, self.plan.side);
        let size = label_size(side);
        let down = size * 0.36;
        let mut label = |text: &str, x: f64, y: f64, anchor: &str| {
            let style = [
                ("x", number(x)),
                ("y", number(y + down)),
                ("font-size", number(size)),
                ("text-anchor", anchor.to_owned()),
                ("fill", self.palette.ink.to_owned()),
            ];
            if !text.is_empty() {
                self.xml.text("text", &style, text);
            }
        };
        let beyond = size / 2.0 + 5.0;
        for col in 0..cols {
            let (x, top) = self.plan.middle(Cell::new(0, col));
            let over = top - side / 2.0 - beyond;
            let under = top + (rows as f64 - 0.5) * side + beyond;
            let above = margins.top.get(col).map_or("", String::as_str);
            for (i, line) in above.lines().rev().enumerate() {
                label(line, x, over - i as f64 * size * LABEL_LINE, "middle");
            }
            let below = margins.bottom.get(col).map_or("", String::as_str);
            for (i, line) in below.lines().enumerate() {
                label(line, x, under + i as f64 * size * LABEL_LINE, "middle");
            }
        }
        for row in 0..rows {
            let (x, y) = self.plan.middle(Cell::new(row, 0));
            let before = x - side / 2.0 - 6.0;
            let after = x + (cols as f64 - 0.5) * side + 6.0;
            let text = margins.left.get(row).map_or("", String::as_str);
            label(text, before, y, "end");
            let text = margins.right.get(row).map_or("", String::as_str);
            label(text, after, y, "start");
        }
    }

    fn notes(&mut self, notes: &[String]) {
        let bottom = self.plan.height
            - notes.len() as f64 * NOTE_LINE
            - fleet_height(&fleet::placed(self.board));
        for (i, note) in notes.iter().enumerate() {
            let style = [
                ("x", number(AROUND)),
                ("y", number(bottom + i as f64 * NOTE_LINE + NOTE_SIZE - 2.0)),
                ("font-size", number(NOTE_SIZE)),
                ("fill", self.palette.ink.to_owned()),
            ];
            self.xml.text("text", &style, note);
        }
    }
}

/// The maximal ranges of `0..n` in which a condition holds, as start and end.
fn runs(n: usize, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for i in (0..n).filter(|&i| holds(i)) {
        match found.last_mut() {
            Some((_, end)) if *end == i => *end = i + 1,
            _ => found.push((i, i + 1)),
        }
    }
    found
}
