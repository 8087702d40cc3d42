//! Errors as a client sees them: `{error, where?, shown?}` with a status.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use gridwright::ParseError;
use gridwright::term::Diagnostic;
use gridwright::term::{Severity, Span};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::json;

/// Why a call is not answered.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    pub(crate) said: Said,
}

/// An error
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Said {
    /// What is wrong, in words
    pub(crate) error: String,
    /// The place in the text that was sent
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<Place>,
    /// The message with its line underlined, as in a terminal
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shown: Option<String>,
    /// Everything that is wrong with a program
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) all: Vec<Message>,
}

/// One thing that is wrong with a text
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Message {
    /// What is wrong, in words
    pub(crate) message: String,
    /// `error`, `warning` or `clash`
    pub(crate) severity: &'static str,
    /// Where
    #[serde(rename = "where")]
    pub(crate) place: Place,
    /// What helps to mend it
    pub(crate) notes: Vec<String>,
}

impl Message {
    pub(crate) fn of(error: &Diagnostic, text: &str) -> Message {
        Message {
            message: error.message.clone(),
            severity: match error.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            place: Place::of(error.span, text),
            notes: error.notes.clone(),
        }
    }
}

/// A place in a text
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Place {
    /// The line, from 1
    pub(crate) line: usize,
    /// The column, from 1
    pub(crate) column: usize,
    /// Where it starts, in characters as JavaScript counts them
    pub(crate) start: usize,
    /// Where it ends
    pub(crate) end: usize,
}

impl Place {
    /// The place of a span of bytes.
    pub(crate) fn of(span: Span, text: &str) -> Place {
        let position = span.position(text);
        let units = |end: usize| {
            let letters = text.char_indices().take_while(|(at, _)| *at < end);
            letters.map(|(_, letter)| letter.len_utf16()).sum()
        };
        Place {
            line: position.line,
            column: position.column,
            start: units(span.start),
            end: units(span.end),
        }
    }
}

impl Refused {
    fn new(status: StatusCode, error: impl Into<String>) -> Refused {
        Refused {
            status,
            said: Said {
                error: error.into(),
                place: None,
                shown: None,
                all: Vec::new(),
            },
        }
    }

    /// The body is not JSON, or not of the form asked for.
    pub(crate) fn malformed(error: impl Into<String>) -> Refused {
        Refused::new(StatusCode::BAD_REQUEST, error)
    }

    /// What is asked makes no sense: a text that is no puzzle, a name that is not known.
    pub(crate) fn senseless(error: impl Into<String>) -> Refused {
        Refused::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// Who asks may not.
    pub(crate) fn forbidden(error: impl Into<String>) -> Refused {
        Refused::new(StatusCode::FORBIDDEN, error)
    }

    /// There is no such thing here.
    pub(crate) fn missing(error: impl Into<String>) -> Refused {
        Refused::new(StatusCode::NOT_FOUND, error)
    }

    /// The call is there, but is asked another way.
    pub(crate) fn wrong_method(path: &str) -> Refused {
        let error = format!("`{path}` is not asked that way; /openapi.json says how");
        Refused::new(StatusCode::METHOD_NOT_ALLOWED, error)
    }

    /// The body is larger than this many bytes.
    pub(crate) fn too_large(most: usize) -> Refused {
        let error = format!("the body is too large: {most} bytes is the most");
        Refused::new(StatusCode::PAYLOAD_TOO_LARGE, error)
    }

    /// Too much is under way.
    pub(crate) fn busy(error: impl Into<String>) -> Refused {
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }

    /// Something here is wrong, not what was asked.
    pub(crate) fn broken() -> Refused {
        let error =
            "something went wrong here, and it is not your fault; the log of the server has more";
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }

    /// A message about a text, with its place.
    pub(crate) fn about(text: &str, error: &Diagnostic) -> Refused {
        let mut refused = Refused::senseless(error.message.clone());
        refused.said.place = Some(Place::of(error.span, text));
        refused.said.shown = Some(error.render(text, "text"));
        refused
    }

    /// All messages about a text, the first in front.
    pub(crate) fn about_all(text: &str, errors: &[Diagnostic]) -> Refused {
        let Some(first) = errors.first() else {
            return Refused::senseless("the text is not understood");
        };
        let mut refused = Refused::about(text, first);
        let shown: Vec<String> = errors
            .iter()
            .map(|error| error.render(text, "text"))
            .collect();
        refused.said.shown = Some(shown.join("\n"));
        refused.said.all = errors
            .iter()
            .map(|error| Message::of(error, text))
            .collect();
        refused
    }

    /// A text that was not read.
    pub(crate) fn unread(text: &str, error: &ParseError) -> Refused {
        let span = match error {
            ParseError::Broken(_, error) | ParseError::Unknown((_, error)) => error.span,
            ParseError::Ambiguous(_, span) => *span,
        };
        let mut refused = Refused::senseless(error.to_string());
        refused.said.place = Some(Place::of(span, text));
        refused.said.shown = Some(error.render(text, "text"));
        refused
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        json(self.status, &self.said)
    }
}
