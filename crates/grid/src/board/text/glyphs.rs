//! The characters of a board: box characters and symbols, and their ASCII replacements.

use crate::Direction;
use crate::board::lines::Corner;
use crate::board::{Background, Ink, Mark, ShipPart, Symbol, Weight};

/// The box-drawing characters, indexed by the weights of their arms: up, right, down and left are the digits of a
/// base-3 number.
const BOXES: &str =
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// The character set.
#[derive(Clone, Copy)]
pub(crate) struct Glyphs {
    pub(crate) unicode: bool,
}

impl Glyphs {
    fn pick(self, unicode: char, ascii: char) -> char {
        if self.unicode { unicode } else { ascii }
    }

    /// A corner, or a segment of a line.
    pub(crate) fn corner(self, arms: Corner) -> char {
        if self.unicode {
            let index = arms.iter().fold(0, |sum, arm| sum * 3 + *arm as usize);
            return BOXES.chars().nth(index).unwrap_or(' ');
        }
        let [up, right, down, left] = arms;
        match (up.max(down), right.max(left)) {
            (Weight::None, Weight::None) => ' ',
            (Weight::Thin, Weight::None) => ':',
            (Weight::Thick, Weight::None) => '|',
            (Weight::None, Weight::Thin) => '-',
            (Weight::None, Weight::Thick) => '=',
            _ => '+',
        }
    }

    /// The fill character of a background.
    pub(crate) fn fill(self, background: Background) -> char {
        match background {
            Background::White => self.pick('·', '.'),
            Background::Tan => self.pick('▒', '#'),
            Background::Block => self.pick('█', '#'),
            Background::Lit => self.pick('░', ','),
            Background::Shaded => self.pick('▓', '#'),
            Background::Plain | Background::Water | Background::Outside => ' ',
        }
    }

    /// A cross where there is no line.
    pub(crate) fn cross(self) -> char {
        self.pick('×', 'x')
    }

    /// A disc.
    pub(crate) fn disc(self, is_filled: bool) -> char {
        match is_filled {
            true => self.pick('●', '@'),
            false => self.pick('○', 'o'),
        }
    }

    pub(crate) fn water(self, ink: Ink) -> char {
        match ink {
            Ink::Given => self.pick('≈', '~'),
            Ink::Found => self.pick('·', '.'),
        }
    }

    pub(crate) fn part(self, part: ShipPart) -> char {
        match part {
            ShipPart::Whole => self.pick('●', 'o'),
            ShipPart::Top => self.pick('▲', '^'),
            ShipPart::Bottom => self.pick('▼', 'v'),
            ShipPart::Left => self.pick('◀', '<'),
            ShipPart::Right => self.pick('▶', '>'),
            ShipPart::Middle => self.pick('■', '#'),
            ShipPart::Unknown => self.pick('◆', '?'),
        }
    }

    pub(crate) fn symbol(self, symbol: Symbol) -> char {
        match symbol {
            Symbol::Star => self.pick('★', '*'),
            Symbol::Tree => self.pick('♣', 'Y'),
            Symbol::Tent => self.pick('△', 'A'),
            Symbol::Lamp => self.pick('◉', 'o'),
            Symbol::Dot => self.pick('·', '.'),
        }
    }

    pub(crate) fn arrow(self, direction: Direction) -> &'static str {
        match self.unicode {
            true => ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"][direction as usize],
            false => direction.abbreviation(),
        }
    }

    /// A bridge along a row.
    pub(crate) fn horizontal(self, lines: usize) -> char {
        match lines {
            0 | 1 => self.pick('─', '-'),
            2 => self.pick('═', '='),
            _ => self.pick('≡', '='),
        }
    }

    /// A bridge along a column.
    pub(crate) fn vertical(self, lines: usize) -> char {
        match lines {
            0 | 1 => self.pick('│', '|'),
            2 => self.pick('║', '"'),
            _ => self.pick('┃', '"'),
        }
    }

    /// A diagonal stroke through a corner.
    pub(crate) fn slant(self, falling: bool) -> char {
        if falling {
            self.pick('╲', '\\')
        } else {
            self.pick('╱', '/')
        }
    }

    /// The sign in the middle of a highlighted stroke. Between adjacent islands there is space for only one character,
    /// so for strokes that differ between two answers it is the number of lines.
    pub(crate) fn sign(self, mark: Mark, lines: usize) -> char {
        match (mark, lines) {
            (Mark::Used, _) => ':',
            (Mark::Changed, _) => '+',
            (Mark::Wrong, _) => '!',
            (Mark::Differs, 0 | 1) => '~',
            (Mark::Differs, 2) => self.pick('≈', '2'),
            (Mark::Differs, lines) => char::from_digit(lines as u32, 36).unwrap_or('~'),
        }
    }
}

/// The brackets around a highlighted figure.
pub(crate) fn brackets(mark: Mark) -> [char; 2] {
    match mark {
        Mark::Used => ['<', '>'],
        Mark::Changed => ['[', ']'],
        Mark::Wrong => ['!', '!'],
        Mark::Differs => ['~', '~'],
    }
}
