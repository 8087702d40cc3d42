//! `read`: from a text in any format, an address, or a whole set, to puzzles.

use gridwright::codec::collection::entries;
use gridwright::read_one;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Json;
use crate::forms::kind_of;
use crate::refused::Refused;

/// So many puzzles of a set are read.
const MOST: usize = 500;

/// A text
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ReadBody {
    text: String,
    /// The kind, where the text does not say it
    kind: Option<String>,
}

/// The puzzles of a text
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReadAnswer {
    puzzles: Vec<ReadPuzzle>,
    /// Whether there are more than were read
    more: bool,
    /// Entries of the set that are no puzzles, each with its message
    unread: Vec<String>,
}

/// A puzzle of a text
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReadPuzzle {
    kind: &'static str,
    /// Its name in the set, or the number of its line
    name: String,
    /// Its text in the kind's own form
    text: String,
}

pub(crate) fn read(asked: ReadBody) -> Result<Json<ReadAnswer>, Refused> {
    let kind = asked.kind.as_deref().filter(|kind| !kind.is_empty());
    let kind = kind.map(kind_of).transpose()?;
    let mut answer = ReadAnswer {
        puzzles: Vec::new(),
        more: false,
        unread: Vec::new(),
    };
    let mut first = None;
    for entry in entries(&asked.text) {
        if answer.puzzles.len() + answer.unread.len() == MOST {
            answer.more = true;
            break;
        }
        let refused = match entry {
            Err(error) => Refused::about(&asked.text, &error),
            Ok(entry) => match read_one(kind, entry.text) {
                Ok(given) => {
                    answer.puzzles.push(ReadPuzzle {
                        kind: given.kind().card().id,
                        name: entry.title().replace(char::is_control, "?"),
                        text: given.print(),
                    });
                    continue;
                }
                Err(error) => Refused::unread(&asked.text, &error.shifted(entry.start)),
            },
        };
        let said = &refused.said;
        let shown = said.shown.clone().unwrap_or_else(|| said.error.clone());
        answer.unread.push(shown);
        first.get_or_insert(refused);
    }
    match (answer.puzzles.is_empty(), first) {
        (true, Some(refused)) => Err(refused),
        (true, None) => Err(Refused::senseless("there is no puzzle in the text")),
        _ => Ok(Json(answer)),
    }
}
