//! The characters a board is written with: box characters and signs, and what stands for them where there is only ASCII.

use crate::Direction;
use crate::board::lines::Corner;
use crate::board::{Ground, Ink, Mark, Part, Weight};

/// The box characters by the weights of their arms: up, right, down and left are the digits of a number to the base of three.
const BOXES: &str =
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// Which characters may be used.
#[derive(Clone, Copy)]
pub(crate) struct Glyphs {
    pub(crate) unicode: bool,
}

impl Glyphs {
    fn pick(self, unicode: char, ascii: char) -> char {
        if self.unicode { unicode } else { ascii }
    }

    /// Where lines meet, or the middle of one.
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

    /// What a cell is filled with from side to side.
    pub(crate) fn fill(self, ground: Ground) -> char {
        match ground {
            Ground::White => self.pick('·', '.'),
            Ground::Tan => self.pick('▒', '#'),
            Ground::Block => self.pick('█', '#'),
            Ground::Plain | Ground::Water | Ground::Outside => ' ',
        }
    }

    pub(crate) fn water(self, ink: Ink) -> char {
        match ink {
            Ink::Given => self.pick('≈', '~'),
            Ink::Found => self.pick('·', '.'),
        }
    }

    pub(crate) fn part(self, part: Part) -> char {
        match part {
            Part::Whole => self.pick('●', 'o'),
            Part::Top => self.pick('▲', '^'),
            Part::Bottom => self.pick('▼', 'v'),
            Part::Left => self.pick('◀', '<'),
            Part::Right => self.pick('▶', '>'),
            Part::Middle => self.pick('■', '#'),
            Part::Unknown => self.pick('◆', '?'),
        }
    }

    pub(crate) fn arrow(self, direction: Direction) -> &'static str {
        let both = match direction {
            Direction::North => ["↑", "n"],
            Direction::NorthEast => ["↗", "ne"],
            Direction::East => ["→", "e"],
            Direction::SouthEast => ["↘", "se"],
            Direction::South => ["↓", "s"],
            Direction::SouthWest => ["↙", "sw"],
            Direction::West => ["←", "w"],
            Direction::NorthWest => ["↖", "nw"],
        };
        both[usize::from(!self.unicode)]
    }

    /// A bridge along a row.
    pub(crate) fn level(self, lines: usize) -> char {
        match lines {
            0 | 1 => self.pick('─', '-'),
            2 => self.pick('═', '='),
            _ => self.pick('≡', '='),
        }
    }

    /// A bridge along a column.
    pub(crate) fn upright(self, lines: usize) -> char {
        match lines {
            0 | 1 => self.pick('│', '|'),
            2 => self.pick('║', '"'),
            _ => self.pick('┃', '"'),
        }
    }

    /// A stroke through a corner.
    pub(crate) fn slant(self, falling: bool) -> char {
        if falling {
            self.pick('╲', '\\')
        } else {
            self.pick('╱', '/')
        }
    }
}

/// What stands before and after a figure that is pointed out.
pub(crate) fn brackets(mark: Mark) -> [char; 2] {
    match mark {
        Mark::Used => ['<', '>'],
        Mark::Changed => ['[', ']'],
        Mark::Wrong => ['!', '!'],
        Mark::Differs => ['~', '~'],
    }
}

impl Glyphs {
    /// What stands in the middle of a stroke that is pointed out. Between islands side by side it is all there is room for, so where strokes differ
    /// it says how many lines there are.
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
