//! Errors of calls: a status and a JSON body `{error, where?, shown?, all?}`.

use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use gridwright::ParseError;
use gridwright::term::{Diagnostic, first_diagnostics, render_all_by};
use gridwright::term::{Severity, Span};
use serde::Serialize;

use crate::response::Reply;

/// An error response.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) body: ErrorBody,
}

/// An error
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ErrorBody {
    /// The error message
    pub(crate) error: String,
    /// The place in the text of the request
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<Place>,
    /// The message with its line marked, as in a terminal
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shown: Option<String>,
    /// All errors of a program
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) all: Vec<Message>,
}

/// A message about a text
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Message {
    /// The error message
    pub(crate) message: String,
    /// `error`, `warning` or `clash`
    pub(crate) severity: &'static str,
    /// The place in the text
    #[serde(rename = "where")]
    pub(crate) place: Place,
    /// Advice
    pub(crate) notes: Vec<String>,
}

impl Message {
    /// The first messages about a text.
    pub(crate) fn all(errors: &[Diagnostic], text: &str) -> Vec<Message> {
        let shown = first_diagnostics(errors);
        shown.map(|error| Message::of(error, text)).collect()
    }

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
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Place {
    /// The line, from 1
    pub(crate) line: usize,
    /// The column, from 1
    pub(crate) column: usize,
    /// The start, in UTF-16 code units as in JavaScript
    pub(crate) start: usize,
    /// The end
    pub(crate) end: usize,
}

impl Place {
    /// The place of a byte span.
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

impl ApiError {
    fn new(status: StatusCode, error: impl ToString) -> ApiError {
        ApiError {
            status,
            body: ErrorBody {
                error: error.to_string(),
                place: None,
                shown: None,
                all: Vec::new(),
            },
        }
    }

    /// The body is not JSON, or not of the expected form.
    pub(crate) fn bad_request(error: impl ToString) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, error)
    }

    /// The request is invalid: the text is not a puzzle, or a name is unknown.
    pub(crate) fn invalid(error: impl ToString) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// The client has no permission.
    pub(crate) fn forbidden(error: impl ToString) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, error)
    }

    /// There is no such path.
    pub(crate) fn not_found(error: impl ToString) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, error)
    }

    /// The path exists, but not with this method.
    pub(crate) fn method_not_allowed(path: &str) -> ApiError {
        let error = format!("wrong HTTP method for `{path}`; see /openapi.json");
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, error)
    }

    /// The body is larger than the limit.
    pub(crate) fn too_large(limit: usize) -> ApiError {
        let error = format!("the request body is too large; the limit is {limit} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, error)
    }

    /// The body did not arrive in time.
    pub(crate) fn too_slow(limit: Duration) -> ApiError {
        let error = format!(
            "the request body did not arrive within {} seconds",
            limit.as_secs()
        );
        ApiError::new(StatusCode::REQUEST_TIMEOUT, error)
    }

    /// There are too many jobs; the client may try again.
    pub(crate) fn busy(error: impl ToString) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }

    /// A bug of the server.
    pub(crate) fn internal() -> ApiError {
        let error = "internal server error; see the log of the server";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }

    /// A diagnostic with its place in a text.
    pub(crate) fn at(text: &str, error: &Diagnostic) -> ApiError {
        let mut api_error = ApiError::invalid(error.message.clone());
        api_error.body.place = Some(Place::of(error.span, text));
        api_error.body.shown = Some(error.render(text, "text"));
        api_error
    }

    /// All diagnostics of a text; the first is the main one.
    pub(crate) fn at_all(text: &str, errors: &[Diagnostic]) -> ApiError {
        let Some(first) = errors.first() else {
            return ApiError::invalid("the text cannot be parsed");
        };
        let mut api_error = ApiError::at(text, first);
        let shown = render_all_by(errors, |error| error.render(text, "text") + "\n");
        api_error.body.shown = Some(shown.trim_end_matches('\n').to_owned() + "\n");
        api_error.body.all = Message::all(errors, text);
        api_error
    }

    /// A text that cannot be parsed.
    pub(crate) fn parse_error(text: &str, error: &ParseError) -> ApiError {
        let span = match error {
            ParseError::Broken(_, error) | ParseError::Unknown((_, error)) => error.span,
            ParseError::Ambiguous(_, span) => *span,
        };
        let mut api_error = ApiError::invalid(error.to_string());
        api_error.body.place = Some(Place::of(span, text));
        api_error.body.shown = Some(error.render(text, "text"));
        api_error
    }
}

impl From<ApiError> for Reply {
    fn from(error: ApiError) -> Reply {
        Reply::json(error.status, &error.body)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        Reply::from(self).into_response()
    }
}
