//! A rectangle of characters, each with its colours.

use crate::board::{Background, Ink, Mark};

/// The paint of a character: ANSI parameters for background and foreground. Empty means the terminal default.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Paint {
    behind: &'static str,
    front: &'static str,
}

impl Paint {
    /// Default colours.
    pub(crate) const PLAIN: Paint = Paint {
        behind: "",
        front: "",
    };
    /// Faint.
    pub(crate) const FAINT: Paint = Paint {
        behind: "",
        front: "2",
    };

    /// The paint of a figure.
    pub(crate) fn of(ink: Ink, background: Background, mark: Option<Mark>) -> Paint {
        // On a coloured background the foreground must be dark, whatever the colours of the terminal.
        let behind = match (mark, background) {
            (Some(Mark::Used), _) => "30;43",
            (Some(Mark::Changed), _) => "30;46",
            (Some(Mark::Wrong), _) => "97;41",
            (Some(Mark::Differs), _) => "30;45",
            (None, Background::White) => "38;5;16;48;5;231",
            (None, Background::Tan) => "38;5;16;48;5;180",
            (None, Background::Lit) => "38;5;16;48;5;229",
            (
                None,
                Background::Plain
                | Background::Water
                | Background::Block
                | Background::Shaded
                | Background::Outside,
            ) => "",
        };
        let front = match (ink, behind) {
            (Ink::Given, _) => "1",
            (Ink::Found, "") => "36",
            (Ink::Found, _) => "",
        };
        Paint { behind, front }
    }

    /// The same paint, fainter.
    pub(crate) fn fainter(self) -> Paint {
        let front = if self.behind.is_empty() { "2" } else { "" };
        Paint { front, ..self }
    }
}

/// A sheet of characters, equally wide in all rows.
pub(crate) struct Sheet {
    width: usize,
    characters: Vec<(char, Paint)>,
}

impl Sheet {
    pub(crate) fn new(width: usize, height: usize) -> Sheet {
        Sheet {
            width,
            characters: vec![(' ', Paint::PLAIN); width * height],
        }
    }

    pub(crate) fn put(&mut self, x: usize, y: usize, c: char, paint: Paint) {
        self.characters[y * self.width + x] = (c, paint);
    }

    pub(crate) fn write(&mut self, x: usize, y: usize, text: &str, paint: Paint) {
        for (i, c) in text.chars().enumerate() {
            self.put(x + i, y, c, paint);
        }
    }

    /// The rows as text, each ended by a newline, up to the first at which `is_over` holds.
    pub(crate) fn lines(&self, colour: bool, is_over: &dyn Fn() -> bool) -> String {
        let mut text = String::new();
        let rows = self.characters.chunks(self.width.max(1));
        for row in rows.take_while(|_| !is_over()) {
            let mut last = Paint::PLAIN;
            for &(c, paint) in row {
                if colour && paint != last {
                    text += &change(paint);
                    last = paint;
                }
                text.push(c);
            }
            if last != Paint::PLAIN {
                text += &change(Paint::PLAIN);
            }
            text.push('\n');
        }
        text
    }
}

/// The ANSI code that resets the paint and sets another.
fn change(paint: Paint) -> String {
    let mut code = "\u{1b}[0".to_owned();
    for part in [paint.behind, paint.front] {
        if !part.is_empty() {
            code.push(';');
            code += part;
        }
    }
    code.push('m');
    code
}
