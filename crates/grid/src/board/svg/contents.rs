//! The content of tiles: numbers, candidates, islands, ships, arrows, waves.

use crate::Cell;
use crate::board::description::{candidate_columns, short_list};
use crate::board::svg::xml::number;
use crate::board::svg::{Drawing, LETTER};
use crate::board::{Background, Content, Ink, ShipPart, Symbol, Tile};

/// The height of a number, relative to its tile.
const NUMBER: f64 = 0.56;

/// The size of a candidate, in CSS pixels.
pub(crate) const CANDIDATE: f64 = 11.0;

impl Drawing<'_> {
    pub(crate) fn content(&mut self, cell: Cell) {
        let tile = self.board.tile(cell);
        match &tile.content {
            Content::Nothing if tile.background == Background::Water => self.waves(cell, tile.ink),
            Content::Nothing => {}
            Content::Text(text) => self.number(cell, text, tile.ink, NUMBER),
            Content::Island(text) => self.island(cell, text, tile),
            Content::Candidates(candidates) => match candidate_columns(candidates) {
                Some((across, _)) => self.candidates(cell, candidates, across),
                None => self.small(cell, &short_list(candidates)),
            },
            Content::Ship(part) => self.ship(cell, *part, tile.ink),
            Content::Arrow(direction) => self.arrow(cell, *direction as usize),
            Content::Symbol(symbol) => self.symbol(cell, *symbol, tile.ink),
            Content::Sums { down, across } => self.sums(cell, down, across),
        }
    }

    /// Draws a text in the middle of a tile.
    fn number(&mut self, cell: Cell, text: &str, ink: Ink, part: f64) {
        let (x, y) = self.plan.middle(cell);
        let size = self.letter_size(text, part);
        let weight = match ink {
            Ink::Given => "700",
            Ink::Found => "400",
        };
        let style = [
            ("x", number(x)),
            ("y", number(y + size * 0.36)),
            ("font-size", number(size)),
            ("font-weight", weight.to_owned()),
            ("text-anchor", "middle".to_owned()),
            ("fill", self.letter_colour(cell, ink).to_owned()),
        ];
        self.xml.text("text", &style, text);
    }

    /// The colour of a figure in a cell: that of the paper on an obstacle.
    fn letter_colour(&self, cell: Cell, ink: Ink) -> &'static str {
        match self.board.tile(cell).background {
            Background::Block => self.palette.paper,
            _ => self.colour(ink),
        }
    }

    /// The font size that fits a text into a tile; `part` is the maximum, relative to the tile.
    fn letter_size(&self, text: &str, part: f64) -> f64 {
        let side = self.plan.side.min(56.0);
        let letters = text.chars().count().max(1) as f64;
        (side * part).min(side * 0.86 / (letters * LETTER))
    }

    /// The distance from the centre of a tile at which a stroke begins, so that it does not cross the number there.
    pub(crate) fn clearance(&self, cell: Cell, (along_x, along_y): (f64, f64)) -> f64 {
        let Content::Text(text) = &self.board.tile(cell).content else {
            return 0.0;
        };
        let size = self.letter_size(text, NUMBER);
        let half_width = text.chars().count() as f64 * size * LETTER / 2.0 + 1.0;
        let half_height = size * 0.4 + 2.0;
        (half_width / along_x.abs()).min(half_height / along_y.abs())
    }

    fn small(&mut self, cell: Cell, text: &str) {
        let (x, y) = self.plan.middle(cell);
        let size = (self.plan.side * 0.9 / (text.chars().count().max(1) as f64 * LETTER)).min(12.0);
        let style = [
            ("x", number(x)),
            ("y", number(y + size * 0.36)),
            ("font-size", number(size)),
            ("text-anchor", "middle".to_owned()),
            ("fill", self.palette.faint.to_owned()),
        ];
        self.xml.text("text", &style, text);
    }

    fn candidates(&mut self, cell: Cell, candidates: &[Option<String>], across: usize) {
        let size = CANDIDATE;
        self.xml.open(
            "g",
            &[
                ("font-size", &number(size)),
                ("text-anchor", "middle"),
                ("fill", self.palette.faint),
            ],
        );
        for (i, text) in candidates.iter().enumerate() {
            let Some(text) = text else { continue };
            let (x, y) = self.candidate_middle(cell, i, candidates.len(), across);
            let y = y + size * 0.36;
            self.xml
                .text("text", &[("x", number(x)), ("y", number(y))], text);
        }
        self.xml.close("g");
    }

    /// The middle of a candidate, one of `n` in rows of `across`.
    pub(crate) fn candidate_middle(
        &self,
        cell: Cell,
        index: usize,
        n: usize,
        across: usize,
    ) -> (f64, f64) {
        let (left, top) = self.plan.corner(cell.row, cell.col);
        let rows = n.div_ceil(across.max(1));
        let inner = self.plan.side - 10.0;
        let (step_x, step_y) = (inner / across as f64, inner / rows.max(1) as f64);
        (
            left + 5.0 + ((index % across) as f64 + 0.5) * step_x,
            top + 5.0 + ((index / across) as f64 + 0.5) * step_y,
        )
    }

    fn island(&mut self, cell: Cell, text: &str, tile: &Tile) {
        let (x, y) = self.plan.middle(cell);
        let radius = number(self.plan.side * 0.4);
        let style = [
            ("cx", &number(x)[..]),
            ("cy", &number(y)),
            ("r", &radius),
            ("fill", self.palette.paper),
            ("stroke", self.palette.ink),
            ("stroke-width", "2"),
        ];
        self.xml.empty("circle", &style);
        self.number(cell, text, tile.ink, 0.5);
    }

    /// Draws a part of a ship: round at its ends, straight where it continues.
    fn ship(&mut self, cell: Cell, part: ShipPart, ink: Ink) {
        let (x, y) = self.plan.middle(cell);
        let r = self.plan.side * 0.36;
        let end = self.plan.side / 2.0;
        let colour = self.colour(ink);
        // An end that points up, rotated to its direction.
        let bow = format!(
            "M{0} {1}V0A{2} {2} 0 0 1 {2} 0V{1}Z",
            number(-r),
            number(end),
            number(r)
        );
        let turned = |quarters: usize| format!("rotate({})", quarters * 90);
        let (path, turn) = match part {
            ShipPart::Top => (bow, turned(0)),
            ShipPart::Right => (bow, turned(1)),
            ShipPart::Bottom => (bow, turned(2)),
            ShipPart::Left => (bow, turned(3)),
            ShipPart::Whole => (
                format!(
                    "M{0} 0A{1} {1} 0 1 1 {1} 0A{1} {1} 0 1 1 {0} 0Z",
                    number(-r),
                    number(r)
                ),
                turned(0),
            ),
            ShipPart::Middle => (self.hull(cell, r), turned(0)),
            ShipPart::Unknown => {
                let (low, high) = (number(-r), number(r));
                (format!("M{low} {low}H{high}V{high}H{low}Z"), turned(0))
            }
        };
        // An unknown part is drawn as an outline.
        let (fill, dash) = match part {
            ShipPart::Unknown => ("none", "5 4"),
            _ => (colour, "none"),
        };
        let transform = format!("translate({} {}) {turn}", number(x), number(y));
        let style = [
            ("d", path.as_str()),
            ("transform", &transform),
            ("fill", fill),
            ("stroke", colour),
            ("stroke-width", "2"),
            ("stroke-dasharray", dash),
        ];
        self.xml.empty("path", &style);
        if part == ShipPart::Unknown {
            self.number(cell, "?", ink, 0.45);
        }
    }

    /// The middle of a ship, up to the edge where the ship continues.
    fn hull(&self, cell: Cell, r: f64) -> String {
        let end = self.plan.side / 2.0;
        let reach = |row: Option<usize>, col: Option<usize>| match (row, col) {
            (Some(row), Some(col)) if row < self.board.rows && col < self.board.cols => {
                match self.board.tile(Cell::new(row, col)).content {
                    Content::Ship(_) => end,
                    _ => r,
                }
            }
            _ => r,
        };
        let (row, col) = (Some(cell.row), Some(cell.col));
        let up = number(-reach(cell.row.checked_sub(1), col));
        let left = number(-reach(row, cell.col.checked_sub(1)));
        let down = number(reach(Some(cell.row + 1), col));
        let right = number(reach(row, Some(cell.col + 1)));
        format!("M{left} {up}H{right}V{down}H{left}Z")
    }

    /// Draws an arrow that points up, rotated clockwise by eighths of a turn.
    fn arrow(&mut self, cell: Cell, eighths: usize) {
        let (x, y) = self.plan.middle(cell);
        let s = self.plan.side / 40.0;
        let at = |x: f64, y: f64| format!("{} {}", number(x * s), number(y * s));
        let path = format!(
            "M{}L{}L{}L{}L{}L{}L{}Z",
            at(0.0, -14.0),
            at(8.0, -3.0),
            at(2.2, -3.0),
            at(2.2, 13.0),
            at(-2.2, 13.0),
            at(-2.2, -3.0),
            at(-8.0, -3.0),
        );
        let transform = format!(
            "translate({} {}) rotate({})",
            number(x),
            number(y),
            eighths * 45
        );
        let style = [
            ("d", path.as_str()),
            ("transform", &transform),
            ("fill", self.palette.ink),
            ("stroke", self.palette.paper),
            ("stroke-width", "3"),
            ("paint-order", "stroke"),
        ];
        self.xml.empty("path", &style);
    }

    /// Draws a symbol around the middle of a tile.
    fn symbol(&mut self, cell: Cell, symbol: Symbol, ink: Ink) {
        let (x, y) = self.plan.middle(cell);
        let s = self.plan.side / 40.0;
        let point = |(x, y): &(f64, f64)| format!("{} {}", number(x * s), number(y * s));
        let polygon = |points: &[(f64, f64)]| {
            let points: Vec<String> = points.iter().map(point).collect();
            format!("M{}Z", points.join("L"))
        };
        let disc = |r: f64| {
            let (left, r) = (number(-r * s), number(r * s));
            format!("M{left} 0A{r} {r} 0 1 1 {r} 0A{r} {r} 0 1 1 {left} 0Z")
        };
        let path = match symbol {
            Symbol::Star => {
                let corner = |i: usize| {
                    let angle = std::f64::consts::PI * i as f64 / 5.0;
                    let radius = if i.is_multiple_of(2) { 15.0 } else { 6.0 };
                    (radius * angle.sin(), -radius * angle.cos())
                };
                polygon(&(0..10).map(corner).collect::<Vec<_>>())
            }
            Symbol::Tree => {
                let upper = polygon(&[(0.0, -15.0), (9.0, -1.0), (-9.0, -1.0)]);
                let lower = polygon(&[(0.0, -8.0), (12.0, 8.0), (-12.0, 8.0)]);
                let trunk = polygon(&[(-2.5, 8.0), (2.5, 8.0), (2.5, 15.0), (-2.5, 15.0)]);
                upper + &lower + &trunk
            }
            // The opening is cut out of the tent.
            Symbol::Tent => {
                let tent = polygon(&[(0.0, -13.0), (15.0, 12.0), (-15.0, 12.0)]);
                tent + &polygon(&[(0.0, -2.0), (-5.0, 12.0), (5.0, 12.0)])
            }
            Symbol::Lamp => {
                let ray = |i: usize| {
                    let angle = std::f64::consts::PI * i as f64 / 4.0;
                    let turned = |x: f64, y: f64| {
                        let (sin, cos) = angle.sin_cos();
                        (x * cos - y * sin, x * sin + y * cos)
                    };
                    polygon(&[turned(-1.2, -10.5), turned(1.2, -10.5), turned(0.0, -16.0)])
                };
                disc(8.5) + &(0..8).map(ray).collect::<String>()
            }
            Symbol::Dot => disc(2.5),
        };
        let transform = format!("translate({} {})", number(x), number(y));
        let style = [
            ("d", path.as_str()),
            ("transform", &transform),
            ("fill", self.letter_colour(cell, ink)),
            (
                "fill-rule",
                if symbol == Symbol::Tent {
                    "evenodd"
                } else {
                    "nonzero"
                },
            ),
        ];
        self.xml.empty("path", &style);
    }

    /// Draws the sums of a clue cell on both sides of its diagonal.
    fn sums(&mut self, cell: Cell, down: &str, across: &str) {
        let (left, top) = self.plan.corner(cell.row, cell.col);
        let side = self.plan.side;
        let colour = self.letter_colour(cell, Ink::Given);
        let path = format!(
            "M{} {}l{} {}",
            number(left),
            number(top),
            number(side),
            number(side)
        );
        let style = [
            ("d", path.as_str()),
            ("stroke", colour),
            ("stroke-width", "1.5"),
            ("fill", "none"),
        ];
        self.xml.empty("path", &style);
        let size = side * 0.32;
        for (text, x, y) in [(across, 0.7, 0.32), (down, 0.3, 0.74)] {
            if text.is_empty() {
                continue;
            }
            let style = [
                ("x", number(left + x * side)),
                ("y", number(top + y * side + size * 0.36)),
                ("font-size", number(size)),
                ("font-weight", "700".to_owned()),
                ("text-anchor", "middle".to_owned()),
                ("fill", colour.to_owned()),
            ];
            self.xml.text("text", &style, text);
        }
    }

    /// Draws water as waves: three for a clue, one for a solution.
    fn waves(&mut self, cell: Cell, ink: Ink) {
        let (x, y) = self.plan.middle(cell);
        let step = self.plan.side * 0.14;
        let (offsets, width): (&[f64], &str) = match ink {
            Ink::Given => (&[-1.6, 0.0, 1.6], "2.5"),
            Ink::Found => (&[0.0], "1.5"),
        };
        let colour = match ink {
            Ink::Given => self.palette.ink,
            Ink::Found => self.palette.wave,
        };
        let start = number(x - 2.0 * step);
        let path: String = offsets
            .iter()
            .map(|offset| {
                let half = |sign: &str| {
                    format!(
                        "q{} {sign}{} {} 0",
                        number(step / 2.0),
                        number(step * 0.8),
                        number(step)
                    )
                };
                let waves = format!("{}{}{}{}", half("-"), half(""), half("-"), half(""));
                format!("M{start} {}{waves}", number(y + offset * step))
            })
            .collect();
        let style = [
            ("d", path.as_str()),
            ("fill", "none"),
            ("stroke", colour),
            ("stroke-width", width),
            ("stroke-linecap", "round"),
        ];
        self.xml.empty("path", &style);
    }
}
