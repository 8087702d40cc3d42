//! Reading a puzzle from text of any kind and format.

use std::cmp::Reverse;
use std::fmt;

use gridwright_puzzles::{BoxedInstance, CATALOGUE, Kind};
use gridwright_term::{Diagnostic, Span};

/// Reads one puzzle. Without a kind, the kind is detected: from the URL, or because only one kind can parse the text.
///
/// ```
/// let puzzle = gridwright::read_one(None, "s s\ns s\n")?;
/// assert_eq!(puzzle.kind().info().id, "whitetan");
/// # Ok::<(), gridwright::ParseError>(())
/// ```
pub fn read_one(kind: Option<&'static dyn Kind>, text: &str) -> Result<BoxedInstance, ParseError> {
    read_with(kind, text, |kind, format| kind.read(format, text))
}

/// Like [`read_one`], but constraints that are not known are ignored. Returns them in words.
///
/// ```
/// let text = ".1..\n...2\n3...\n..3.\nnabner r1c1 r1c2\n";
/// assert!(gridwright::read_one(None, text).is_err());
/// let (puzzle, ignored) = gridwright::read_known(None, text)?;
/// assert_eq!(ignored, ["`nabner`"]);
/// # Ok::<(), gridwright::ParseError>(())
/// ```
pub fn read_known(
    kind: Option<&'static dyn Kind>,
    text: &str,
) -> Result<(BoxedInstance, Vec<String>), ParseError> {
    read_with(kind, text, |kind, format| kind.read_known(format, text))
}

/// The most bytes of the text of a puzzle: a board that is parsed takes many times the memory of its text.
const MAX_TEXT: usize = 16 << 20;

/// The most bytes of a text whose kind is detected by parsing it as every kind.
const MAX_DETECTED: usize = 128 << 10;

/// Reads a text with this function, given the kind and the format.
fn read_with<R>(
    kind: Option<&'static dyn Kind>,
    text: &str,
    read: impl Fn(&'static dyn Kind, Option<&'static str>) -> Result<R, Diagnostic>,
) -> Result<R, ParseError> {
    if text.len() > MAX_TEXT {
        let words = format!("a puzzle of over {} MB is too large", MAX_TEXT >> 20);
        let error = Diagnostic::error(words, Span { start: 0, end: 1 });
        return Err(ParseError::Broken("puzzle", error));
    }
    let read_as = |kind: &'static dyn Kind| {
        read(kind, kind.recognise(text)).map_err(|error| ParseError::Broken(kind.info().id, error))
    };
    if let Some(kind) = kind {
        return read_as(kind);
    }
    // A format that recognises the text decides, even if the text is malformed.
    let known = CATALOGUE.iter().find(|kind| kind.recognise(text).is_some());
    if let Some(kind) = known {
        return read_as(*kind);
    }
    let start = text.len() - text.trim_start().len();
    if text.contains("://") {
        let span = Span {
            start,
            end: start + text.trim().len(),
        };
        return Err(ParseError::Broken(
            "url",
            Diagnostic::error(unknown_url(text), span),
        ));
    }
    if text.len() > MAX_DETECTED {
        // Boards of many kinds begin with the name of the kind.
        if let Some(kind) = text.split_whitespace().next().and_then(crate::kind) {
            return read_as(kind);
        }
        let end = start + text.trim_start().lines().next().unwrap_or_default().len();
        let words = format!(
            "the kind of a puzzle of over {} KiB is not detected; name the kind",
            MAX_DETECTED >> 10
        );
        let error = Diagnostic::error(words, Span { start, end });
        return Err(ParseError::Broken("puzzle", error));
    }
    let mut parsed = Vec::new();
    let mut failed = Vec::new();
    for &kind in CATALOGUE.iter().filter(|kind| kind.is_detected()) {
        match read(kind, None) {
            Ok(instance) => parsed.push((kind, instance)),
            Err(error) => failed.push((kind, error)),
        }
    }
    if parsed.len() > 1 {
        let ids = parsed.iter().map(|(kind, _)| kind.info().id).collect();
        let first_line = text.trim_start().lines().next().unwrap_or_default();
        let end = start + first_line.trim_end().len();
        return Err(ParseError::Ambiguous(ids, Span { start, end }));
    }
    match parsed.pop() {
        Some((_, instance)) => Ok(instance),
        None => Err(ParseError::Unknown(farthest(failed))),
    }
}

/// The message about a URL that no format recognises.
fn unknown_url(url: &str) -> String {
    let ids: Vec<&str> = CATALOGUE.iter().map(|kind| kind.info().id).collect();
    let query = url.trim().split_once('?').map_or("", |(_, query)| query);
    let end = query.find(|c: char| !c.is_ascii_alphanumeric());
    let supported = ids.join(", ");
    let host = url.trim().split_once("://").map_or("", |(_, rest)| rest);
    if ["tinyurl.com", "bit.ly", "t.co", "is.gd", "tiny.cc"]
        .iter()
        .any(|short| host.starts_with(short))
    {
        return "this short URL is only a key to another URL, which a server stores; open it and give the URL that it leads to".to_owned();
    }
    match &query[..end.unwrap_or(query.len())] {
        "" => format!("unknown puzzle URL; supported puzzles: {supported}"),
        name => format!("unknown puzzle type `{name}`; supported: {supported}"),
    }
}

/// The kind that parsed the most of the text before it failed, and its error; of several, the first with the most precise error.
fn farthest(failed: Vec<(&'static dyn Kind, Diagnostic)>) -> (&'static str, Diagnostic) {
    let key = |(_, error): &(_, Diagnostic)| (Reverse(error.span.start), error.span.end);
    let farthest = failed.into_iter().min_by_key(key);
    match farthest {
        Some((kind, error)) => (kind.info().id, error),
        None => (
            "puzzle",
            Diagnostic::error("there are no kinds", Span { start: 0, end: 0 }),
        ),
    }
}

/// Why a text cannot be read as a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseError {
    /// It is malformed, as a text of this kind.
    Broken(&'static str, Diagnostic),
    /// Several kinds can parse it; the span is its first line.
    Ambiguous(Vec<&'static str>, Span),
    /// No kind can parse it; the kind that parsed the most of it, and its error.
    Unknown((&'static str, Diagnostic)),
}

impl ParseError {
    /// The message with the source line it refers to.
    pub fn render(&self, source: &str, name: &str) -> String {
        self.render_from(source, name, 1)
    }

    /// Like [`render`](ParseError::render), for a source that begins at this line of a file.
    pub fn render_from(&self, source: &str, name: &str, first_line: usize) -> String {
        match self {
            ParseError::Broken(_, error) => error.render_from(source, name, first_line),
            ParseError::Ambiguous(_, span) => {
                let error = Diagnostic::error(self.to_string(), *span);
                error.render_from(source, name, first_line)
            }
            ParseError::Unknown((kind, error)) => {
                let hint = format!("no kind can parse this input; `{kind}` parsed the most of it");
                let error = error.clone().with_note(hint);
                error.render_from(source, name, first_line)
            }
        }
    }

    /// The message for a cell of a table, with the line and column of the puzzle's text.
    ///
    /// ```
    /// let text = "s s\ns x\n";
    /// let error = gridwright::read_one(gridwright::kind("whitetan"), text).map(|_| ());
    /// assert!(error.is_err_and(|error| error.in_row(text).starts_with("2:3: ")));
    /// ```
    pub fn in_row(&self, text: &str) -> String {
        let (ParseError::Broken(_, Diagnostic { span, .. })
        | ParseError::Unknown((_, Diagnostic { span, .. }))
        | ParseError::Ambiguous(_, span)) = self;
        let position = span.position(text);
        format!("{}:{}: {self}", position.line, position.column)
    }

    /// The error with its span moved, for a text that starts at `start` of a larger one.
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
                let first = ids.first().copied().unwrap_or_default();
                write!(
                    f,
                    "ambiguous input: it parses as {}; name the kind, for example `{first}`",
                    ids.join(" and as ")
                )
            }
        }
    }
}

impl std::error::Error for ParseError {}
