//! Reading: from a text of any kind and format to an instance.

use std::fmt;

use gridwright_puzzles::{BoxedInstance, CATALOGUE, Kind};
use gridwright_term::{Diagnostic, Span};

/// Reads one puzzle. Without a kind, the text must say it: by an address that names it, or by a form that only one kind has.
///
/// ```
/// let puzzle = gridwright::read_one(None, "s s\ns s\n")?;
/// assert_eq!(puzzle.kind().card().id, "whitetan");
/// # Ok::<(), gridwright::ParseError>(())
/// ```
pub fn read_one(kind: Option<&'static dyn Kind>, text: &str) -> Result<BoxedInstance, ParseError> {
    if let Some(kind) = kind {
        return read_as(kind, text);
    }
    // A format that knows its text has the word, also where the text is broken.
    let known = CATALOGUE.iter().find(|kind| kind.recognise(text).is_some());
    if let Some(kind) = known {
        return read_as(*kind, text);
    }
    let start = text.len() - text.trim_start().len();
    if text.contains("://") {
        let span = Span {
            start,
            end: start + text.trim().len(),
        };
        let what = "this address is of no puzzle that is known here";
        return Err(ParseError::Broken("address", Diagnostic::error(what, span)));
    }
    let mut read = Vec::new();
    let mut refused = Vec::new();
    for &kind in CATALOGUE {
        match kind.read(None, text) {
            Ok(given) => read.push((kind, given)),
            Err(error) => refused.push((kind, error)),
        }
    }
    if read.len() > 1 {
        let ids = read.iter().map(|(kind, _)| kind.card().id).collect();
        let first_line = text.trim_start().lines().next().unwrap_or_default();
        let end = start + first_line.trim_end().len();
        return Err(ParseError::Ambiguous(ids, Span { start, end }));
    }
    match read.pop() {
        Some((_, given)) => Ok(given),
        None => Err(ParseError::Unknown(farthest(refused))),
    }
}

fn read_as(kind: &'static dyn Kind, text: &str) -> Result<BoxedInstance, ParseError> {
    let format = kind.recognise(text);
    kind.read(format, text)
        .map_err(|error| ParseError::Broken(kind.card().id, error))
}

/// Of what the kinds said against a text, that of the one which got farthest: it is likely meant to be that kind.
fn farthest(refused: Vec<(&'static dyn Kind, Diagnostic)>) -> (&'static str, Diagnostic) {
    let said = refused.into_iter();
    let far = said.max_by_key(|(_, error)| error.span.start);
    match far {
        Some((kind, error)) => (kind.card().id, error),
        None => (
            "puzzle",
            Diagnostic::error("there are no kinds", Span { start: 0, end: 0 }),
        ),
    }
}

/// Why a text is not read as a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseError {
    /// It is broken, as a text of this kind.
    Broken(&'static str, Diagnostic),
    /// Several kinds can read it; and where it begins.
    Ambiguous(Vec<&'static str>, Span),
    /// No kind can read it; what the kind that got farthest says against it.
    Unknown((&'static str, Diagnostic)),
}

impl ParseError {
    /// The message, with the place in the source it is about.
    pub fn render(&self, source: &str, name: &str) -> String {
        self.render_from(source, name, 1)
    }

    /// The same where the source is a part of a file that begins at this line.
    pub fn render_from(&self, source: &str, name: &str, first_line: usize) -> String {
        match self {
            ParseError::Broken(_, error) => error.render_from(source, name, first_line),
            ParseError::Ambiguous(_, span) => {
                let error = Diagnostic::error(self.to_string(), *span);
                error.render_from(source, name, first_line)
            }
            ParseError::Unknown((kind, error)) => {
                let hint =
                    format!("no kind was named, and this is the farthest any got: as `{kind}`");
                let error = error.clone().with_note(hint);
                error.render_from(source, name, first_line)
            }
        }
    }

    /// The same about a text that starts at `start` of a larger one.
    pub fn shifted(mut self, start: usize) -> ParseError {
        let (ParseError::Broken(_, Diagnostic { span, .. })
        | ParseError::Unknown((_, Diagnostic { span, .. }))
        | ParseError::Ambiguous(_, span)) = &mut self;
        span.start += start;
        span.end += start;
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Broken(_, error) | ParseError::Unknown((_, error)) => {
                f.write_str(&error.message)
            }
            ParseError::Ambiguous(ids, _) => {
                write!(f, "this could be {}; name the kind", ids.join(" or "))
            }
        }
    }
}

impl std::error::Error for ParseError {}
