//! Diagnostics: messages about a text, shown with the line they refer to.

use crate::span::{Span, floor};
use std::fmt;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A warning: the text is still used.
    Warning,
    /// An error: the part of the text it refers to is ignored.
    Error,
}

/// A message about a span of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The message, without a full stop.
    pub message: String,
    /// The span it refers to.
    pub span: Span,
    /// Further notes, one line each.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// Makes an error.
    pub fn error(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            span,
            notes: Vec::new(),
        }
    }

    /// Makes a warning.
    pub fn warning(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(message, span)
        }
    }

    /// Adds a note.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Renders the message with its position in `source`, the line, and carets under the span.
    ///
    /// ```
    /// use gridwright_term::{Diagnostic, Span};
    /// let source = "one\n\ttwo three\n";
    /// let shown = Diagnostic::error("what is this", Span::new(9, 14)).render(source, "numbers.txt");
    /// assert_eq!(shown, "\
    /// numbers.txt:2:6: error: what is this
    ///         two three
    ///             ^^^^^
    /// ");
    /// ```
    ///
    /// Tabs are shown as spaces up to the next multiple of four columns. Of a span over several lines the first line
    /// is shown.
    pub fn render(&self, source: &str, file_name: &str) -> String {
        self.render_from(source, file_name, 1)
    }

    /// Renders it for a `source` that begins at this line of the file.
    pub fn render_from(&self, source: &str, file_name: &str, first_line: usize) -> String {
        let position = self.span.position(source);
        let start = floor(source, self.span.start);
        let line_start = source[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = source[line_start..].lines().next().unwrap_or_default();
        // Of a very long line only the part around the span is shown.
        let cut = match (start - line_start).min(line.len()) {
            place if line.len() > MAX_LINE => floor(line, place.saturating_sub(MAX_LINE / 2)),
            _ => 0,
        };
        let line_start = line_start + cut;
        let line = &line[cut..floor(line, (cut + MAX_LINE).min(line.len()))];
        let from = (start - line_start).min(line.len());
        let to = floor(source, self.span.end)
            .saturating_sub(line_start)
            .clamp(from, line.len());

        let mut shown = String::new();
        let (mut width, mut caret_start, mut caret_end) = (0, None, 0);
        for (at, c) in line.char_indices() {
            if at == from {
                caret_start = Some(width);
            }
            match c {
                '\t' => {
                    let spaces = 4 - width % 4;
                    shown.push_str(&" ".repeat(spaces));
                    width += spaces;
                }
                c if c.is_control() => {
                    shown.push(char::REPLACEMENT_CHARACTER);
                    width += 1;
                }
                c => {
                    shown.push(c);
                    width += columns(c);
                }
            }
            if at < to {
                caret_end = width;
            }
        }
        let caret_start = caret_start.unwrap_or(width);
        let carets = caret_end.saturating_sub(caret_start).max(1);

        let (line, column) = (position.line + first_line - 1, position.column);
        let mut text = format!("{file_name}:{line}:{column}: {self}\n");
        let marks = format!("{}{}", " ".repeat(caret_start), "^".repeat(carets));
        for line in [shown, marks] {
            text += format!("    {line}").trim_end();
            text.push('\n');
        }
        for note in &self.notes {
            text += &format!("    note: {note}\n");
        }
        text
    }
}

/// Renders messages about one text, as [`Diagnostic::render`] does. Of very many, the first are shown, errors before warnings.
pub fn render_all(diagnostics: &[Diagnostic], source: &str, file_name: &str) -> String {
    render_all_by(diagnostics, |one| one.render(source, file_name))
}

/// Renders messages as [`render_all`] does, each with `render`.
pub fn render_all_by(
    diagnostics: &[Diagnostic],
    mut render: impl FnMut(&Diagnostic) -> String,
) -> String {
    let mut text: String = first(diagnostics).map(&mut render).collect();
    let n_errors = of(diagnostics, Severity::Error).count();
    let n_shown = n_errors.min(MAX_SHOWN);
    let n_warnings = diagnostics.len() - n_errors;
    let hidden = [
        (n_errors - n_shown, "error"),
        (n_warnings.saturating_sub(MAX_SHOWN - n_shown), "warning"),
    ];
    for (n, what) in hidden {
        match n {
            0 => {}
            1 => text += &format!("1 more {what} is not shown\n"),
            _ => text += &format!("{n} more {what}s are not shown\n"),
        }
    }
    text
}

/// The messages that are shown, in order; of very many, the first ones, errors before warnings.
pub fn first(diagnostics: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    let (few, many) = match diagnostics.len() <= MAX_SHOWN {
        true => (diagnostics, &[][..]),
        false => (&[][..], diagnostics),
    };
    let many = of(many, Severity::Error).chain(of(many, Severity::Warning));
    few.iter().chain(many.take(MAX_SHOWN))
}

fn of(diagnostics: &[Diagnostic], severity: Severity) -> impl Iterator<Item = &Diagnostic> {
    let all = diagnostics.iter();
    all.filter(move |one| one.severity == severity)
}

/// The most messages about one text that are shown.
const MAX_SHOWN: usize = 100;

/// The largest number of bytes of a line that is shown.
const MAX_LINE: usize = 400;

/// The columns a character takes in a terminal: two for wide East Asian characters and emoji, none for combining
/// marks. An approximation of the Unicode standard that suffices for comments and names.
fn columns(c: char) -> usize {
    match u32::from(c) {
        0x0300..=0x036F | 0x200B..=0x200F | 0x20D0..=0x20FF | 0xFE00..=0xFE0F => 0,
        0x1100..=0x115F
        | 0x2E80..=0xA4CF
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F
        | 0xFF00..=0xFF60
        | 0xFFE0..=0xFFE6
        | 0x1F300..=0x1F64F
        | 0x1F900..=0x1F9FF
        | 0x2_0000..=0x3_FFFD => 2,
        _ => 1,
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}: {}", self.message)
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Renders a message about the first `part` of `source`.
    fn rendered(source: &str, part: &str) -> String {
        let start = source.find(part).expect("the part is in the source");
        Diagnostic::error("no", Span::new(start, start + part.len())).render(source, "f")
    }

    #[test]
    fn carets_mark_the_span() {
        let table = [
            ("a bc d", "bc", "f:1:3: error: no\n    a bc d\n      ^^\n"),
            ("a\nb c\nd", "c", "f:2:3: error: no\n    b c\n      ^\n"),
            ("ä€b", "b", "f:1:3: error: no\n    ä€b\n      ^\n"),
            (
                "日本 x",
                "本 x",
                "f:1:2: error: no\n    日本 x\n      ^^^^\n",
            ),
            (
                "e\u{301}x",
                "x",
                "f:1:3: error: no\n    e\u{301}x\n     ^\n",
            ),
            (
                "\ta\tb",
                "b",
                "f:1:4: error: no\n        a   b\n            ^\n",
            ),
            ("a\tb", "a\tb", "f:1:1: error: no\n    a   b\n    ^^^^^\n"),
            ("a(b\nc)", "(b\nc)", "f:1:2: error: no\n    a(b\n     ^^\n"),
            ("ab\r\nc", "b", "f:1:2: error: no\n    ab\n     ^\n"),
            (
                "a\u{7}b",
                "b",
                "f:1:3: error: no\n    a\u{FFFD}b\n      ^\n",
            ),
        ];
        for (source, part, expected) in table {
            assert_eq!(rendered(source, part), expected, "{source:?}");
        }
    }

    #[test]
    fn the_end_of_the_text_can_be_marked() {
        let at_end = |source: &str| {
            Diagnostic::error("no", Span::new(source.len(), source.len())).render(source, "f")
        };
        assert_eq!(at_end("ab"), "f:1:3: error: no\n    ab\n      ^\n");
        assert_eq!(at_end("ab\n"), "f:2:1: error: no\n\n    ^\n");
        assert_eq!(at_end(""), "f:1:1: error: no\n\n    ^\n");
    }

    #[test]
    fn spans_outside_the_text_are_clamped() {
        let odd = Diagnostic::warning("odd", Span::new(9, 4))
            .with_note("one")
            .with_note("two");
        let expected = "f:1:3: warning: odd\n    ab\n      ^\n    note: one\n    note: two\n";
        assert_eq!(odd.render("ab", "f"), expected);
        let within = Diagnostic::error("no", Span::new(1, 2));
        assert_eq!(within.render("é", "f"), "f:1:1: error: no\n    é\n    ^\n");
    }

    #[test]
    fn of_very_many_messages_the_first_are_shown_and_the_others_counted() {
        let counts = |n_warnings: usize, n_errors: usize| {
            let span = Span::new(0, 1);
            let mut all = vec![Diagnostic::warning("odd", span); n_warnings];
            all.extend(vec![Diagnostic::error("no", span); n_errors]);
            let text = render_all(&all, "a", "f");
            let hidden = text.lines().filter(|line| line.ends_with("not shown"));
            let hidden: Vec<&str> = hidden.collect();
            let shown = |what: &str| text.matches(what).count();
            (shown("warning: odd"), shown("error: no"), hidden.join("; "))
        };
        assert_eq!(counts(40, 60), (40, 60, String::new()));
        assert_eq!(
            counts(40, 61),
            (39, 61, "1 more warning is not shown".to_owned())
        );
        assert_eq!(
            counts(2, 150),
            (
                0,
                100,
                "50 more errors are not shown; 2 more warnings are not shown".to_owned()
            )
        );
    }
}
