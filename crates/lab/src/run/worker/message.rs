//! Messages between a run and its worker processes: JSON values, one per line.

use std::io::{self, BufRead, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::experiment::CellLimits;
use crate::run::row::RunResult;

/// The maximal length of a message in bytes.
const MAX_LENGTH: u64 = 1 << 28;

/// The first message to a worker. The limits may differ from those in the text.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) limits: CellLimits,
    pub(crate) machine: String,
    /// The text of the experiment.
    pub(crate) text: String,
}

/// A cell to run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CellMessage {
    /// The index of its configuration.
    pub(crate) configuration: usize,
    pub(crate) repetition: u32,
    /// The name of its instance.
    pub(crate) name: String,
    pub(crate) input: InputMessage,
}

/// What the cell runs on.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum InputMessage {
    /// The text of a puzzle.
    Puzzle(String),
    /// The size of puzzles to generate.
    Size(Option<(usize, usize)>),
}

/// A message of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    Ready,
    Result(Box<RunResult>),
}

/// Writes a message.
pub(crate) fn write(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    to.write_all(&line)?;
    to.flush()
}

/// Reads the next message; an error if there is none or only a part of one.
pub(crate) fn read<T: DeserializeOwned>(from: &mut impl BufRead) -> io::Result<T> {
    let mut line = String::new();
    from.take(MAX_LENGTH).read_line(&mut line)?;
    if !line.ends_with('\n') {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(serde_json::from_str(&line)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_a_round_trip() {
        let words = ["", "a, \"b\"", "two\nlines\r\n", "Ünicode", "\"", ","];
        let mut bytes = Vec::new();
        write(&mut bytes, &words).expect("memory takes all");
        write(&mut bytes, &["second"]).expect("memory takes all");
        let mut from = &bytes[..];
        assert_eq!(read::<Vec<String>>(&mut from).expect("a message"), words);
        assert_eq!(
            read::<Vec<String>>(&mut from).expect("a message"),
            ["second"]
        );
        assert!(read::<Vec<String>>(&mut from).is_err());
    }

    #[test]
    fn a_truncated_message_is_an_error() {
        let mut bytes = Vec::new();
        write(&mut bytes, &["some", "words"]).expect("memory takes all");
        for end in 0..bytes.len() {
            assert!(read::<Vec<String>>(&mut &bytes[..end]).is_err(), "{end}");
        }
        assert!(read::<Vec<String>>(&mut &[0xff; 64][..]).is_err());
    }
}
