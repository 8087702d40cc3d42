//! `read`: parses a puzzle in any format, a link, or a collection.

use gridwright::codec::collection::entries;
use gridwright::{BoxedInstance, Kind, ParseError, read_known, read_one};
use serde::{Deserialize, Serialize};

use crate::error::{ApiError, ErrorBody};
use crate::response::Json;
use crate::types::kind_of;

/// The maximal number of puzzles of a collection.
const MAX_PUZZLES: usize = 500;

/// A text to parse
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadBody {
    text: String,
    /// The kind; detected if omitted
    kind: Option<String>,
    /// Whether constraints that are not known are ignored
    #[serde(default)]
    ignore_unknown: bool,
}

/// The puzzles of a text
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ReadAnswer {
    puzzles: Vec<ReadPuzzle>,
    /// Whether the collection has more puzzles
    more: bool,
    /// Error messages of entries that cannot be parsed
    unread: Vec<String>,
}

/// A puzzle of a text
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ReadPuzzle {
    kind: &'static str,
    /// The name in the collection, or the line number
    name: String,
    /// The text in the native format of the kind
    text: String,
    /// The constraints that were ignored because they are not known
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ignored: Vec<String>,
}

pub(crate) fn read(body: ReadBody) -> Result<Json<ReadAnswer>, ApiError> {
    let kind = body.kind.as_deref().filter(|kind| !kind.is_empty());
    let kind = kind.map(kind_of).transpose()?;
    let mut answer = ReadAnswer {
        puzzles: Vec::new(),
        more: false,
        unread: Vec::new(),
    };
    let mut first = None;
    for entry in entries(&body.text) {
        if answer.puzzles.len() + answer.unread.len() == MAX_PUZZLES {
            answer.more = true;
            break;
        }
        let error = match entry {
            Err(error) => ApiError::at(&body.text, &error),
            Ok(entry) => match read_entry(
                kind.or(entry.kind.and_then(gridwright::kind)),
                entry.text,
                body.ignore_unknown,
            ) {
                Ok((instance, ignored)) => {
                    answer.puzzles.push(ReadPuzzle {
                        kind: instance.kind().info().id,
                        name: entry.title().replace(char::is_control, "?"),
                        text: instance.print(),
                        ignored,
                    });
                    continue;
                }
                Err(error) => ApiError::parse_error(&body.text, &error.shifted(entry.start)),
            },
        };
        let ErrorBody {
            shown,
            error: message,
            ..
        } = &error.body;
        answer
            .unread
            .push(shown.as_ref().unwrap_or(message).clone());
        first.get_or_insert(error);
    }
    match (answer.puzzles.is_empty(), first) {
        (true, Some(error)) => Err(error),
        (true, None) => Err(ApiError::invalid("the text contains no puzzle")),
        _ => Ok(Json(answer)),
    }
}

fn read_entry(
    kind: Option<&'static dyn Kind>,
    text: &str,
    ignore_unknown: bool,
) -> Result<(BoxedInstance, Vec<String>), ParseError> {
    match ignore_unknown {
        true => read_known(kind, text),
        false => read_one(kind, text).map(|instance| (instance, Vec::new())),
    }
}
