//! The fleet below a board: every ship drawn, or one of each length with its number if there are many.

use crate::board::Board;
use crate::board::svg::xml::number;
use crate::board::svg::{AROUND, Drawing, MIN_NOTE_WIDTH, NOTE_LETTER, NOTE_SIZE, side};

/// The side of a cell of a ship, the gap between two ships, and the height of a line of ships.
const UNIT: f64 = 15.0;
const GAP: f64 = 11.0;
pub(super) const LINE: f64 = 24.0;

/// The most ships of which each is drawn.
const MAX_SHIPS: usize = 24;

/// A ship, or several that are drawn as one, at its place.
pub(super) struct PlacedShip {
    line: usize,
    x: f64,
    length: usize,
    /// The text behind it.
    label: String,
}

/// The ships of a fleet in lines as wide as the board.
pub(super) fn placed(board: &Board) -> Vec<PlacedShip> {
    let width = (board.cols as f64 * side(board)).max(MIN_NOTE_WIDTH);
    let counts = board.fleet.iter().map(|(_, ships)| *ships);
    let n_ships = counts.fold(0, usize::saturating_add);
    let mut placed = Vec::new();
    let (mut line, mut x) = (0, 0.0);
    for &(length, ships) in &board.fleet {
        let (times, label) = match n_ships > MAX_SHIPS && ships > 1 {
            true => (1, format!("×{ships}")),
            false => (ships, String::new()),
        };
        for _ in 0..times {
            let letters = label.chars().count() as f64 * NOTE_SIZE * NOTE_LETTER;
            let long = length as f64 * UNIT + letters;
            if x > 0.0 && x + long > width {
                (line, x) = (line + 1, 0.0);
            }
            placed.push(PlacedShip {
                line,
                x,
                length,
                label: label.clone(),
            });
            x += long + GAP;
        }
    }
    placed
}

/// The number of lines.
pub(super) fn n_lines(placed: &[PlacedShip]) -> usize {
    placed.last().map_or(0, |last| last.line + 1)
}

/// The width of the widest line.
pub(super) fn width(placed: &[PlacedShip]) -> f64 {
    let end = |ship: &PlacedShip| ship.x + ship.length as f64 * UNIT;
    placed.iter().map(end).fold(0.0, f64::max)
}

impl Drawing<'_> {
    /// Draws the fleet from `top` on.
    pub(super) fn fleet(&mut self, placed: &[PlacedShip], top: f64) {
        for ship in placed {
            let (x, y) = (AROUND + ship.x, top + ship.line as f64 * LINE + 4.0);
            let r = UNIT * 0.45;
            // Ends are round, and the cells of a ship are divided by lines.
            let long = ship.length as f64 * UNIT;
            let hull = [
                ("x", number(x)),
                ("y", number(y)),
                ("width", number(long - 2.0)),
                ("height", number(2.0 * r)),
                ("rx", number(r)),
                ("fill", self.palette.ink.to_owned()),
            ];
            self.xml.empty("rect", &hull);
            for cell in 1..ship.length {
                let at = number(x - 1.0 + cell as f64 * UNIT);
                let line = [
                    ("x1", at.clone()),
                    ("x2", at),
                    ("y1", number(y)),
                    ("y2", number(y + 2.0 * r)),
                    ("stroke", self.palette.paper.to_owned()),
                    ("stroke-width", "1.5".to_owned()),
                ];
                self.xml.empty("line", &line);
            }
            if !ship.label.is_empty() {
                let style = [
                    ("x", number(x + long)),
                    ("y", number(y + NOTE_SIZE - 2.0)),
                    ("font-size", number(NOTE_SIZE)),
                    ("fill", self.palette.ink.to_owned()),
                ];
                self.xml.text("text", &style, &ship.label);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::svg::render;

    #[test]
    fn every_ship_of_a_small_fleet_is_drawn_inside_the_picture() {
        for (rows, cols, fleet, ships, lines) in [
            (6, 6, vec![(3, 1), (2, 2), (1, 3)], 6, 1),
            (10, 10, vec![(4, 1), (3, 2), (2, 3), (1, 4)], 10, 1),
            // Too many to draw each.
            (
                30,
                30,
                vec![
                    (8, 1),
                    (7, 2),
                    (6, 3),
                    (5, 4),
                    (4, 5),
                    (3, 6),
                    (2, 7),
                    (1, 8),
                ],
                8,
                1,
            ),
            (3, 3, vec![(300, 1)], 1, 1),
        ] {
            let mut board = Board::new(rows, cols);
            board.fleet = fleet;
            let placed = placed(&board);
            assert_eq!(
                (placed.len(), n_lines(&placed)),
                (ships, lines),
                "{rows}x{cols}"
            );
            let picture = render(&board, "Fleet");
            assert_eq!(picture.matches(" rx=").count(), ships);
            let plan = crate::board::svg::Measures::of(&board);
            assert!(plan.width >= AROUND + width(&placed), "{rows}x{cols}");
        }
    }
}
