//! Messages between a server and its worker processes: a line of JSON with the head and the length of the body, then the body.

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

use gridwright::control::ProgressCounts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::response::ReplyHead;

/// The maximal length of a head in bytes.
const MAX_HEAD: u64 = 1 << 16;

/// A message to a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum ToWorker {
    /// A call; the body is that of the request.
    Call(CallHead),
    /// The current call should stop.
    Stop,
}

/// A call without the body of its request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct CallHead {
    pub(crate) path: String,
    pub(crate) is_streaming: bool,
    /// The remaining time.
    pub(crate) time: Duration,
    /// The memory limit in bytes.
    pub(crate) memory: usize,
    /// Whether it is a part of the call of another worker.
    pub(crate) is_part: bool,
}

/// A message of a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum FromWorker {
    /// An event with this name; the body is its JSON text.
    Event(String),
    /// The counters of the search: nodes, failures, solutions.
    Progress(u64, u64, u64),
    /// The end of the call, with the body of the response.
    Reply(ReplyHead),
}

impl FromWorker {
    pub(crate) fn progress(counts: ProgressCounts) -> FromWorker {
        FromWorker::Progress(counts.nodes, counts.failures, counts.solutions)
    }
}

/// Writes a message.
pub(crate) fn write(to: &mut impl Write, head: &impl Serialize, body: &[u8]) -> io::Result<()> {
    let mut line = serde_json::to_vec(&(head, body.len()))?;
    line.push(b'\n');
    to.write_all(&line)?;
    to.write_all(body)?;
    to.flush()
}

/// Reads the next message; an error if there is none or only a part of one.
pub(crate) fn read<H: DeserializeOwned>(from: &mut impl BufRead) -> io::Result<(H, Vec<u8>)> {
    let mut line = String::new();
    from.take(MAX_HEAD).read_line(&mut line)?;
    if !line.ends_with('\n') {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let (head, length): (H, usize) = serde_json::from_str(&line)?;
    let mut body = Vec::new();
    from.take(length as u64).read_to_end(&mut body)?;
    match body.len() == length {
        true => Ok((head, body)),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages() -> Vec<u8> {
        let mut bytes = Vec::new();
        let head = CallHead {
            path: "/api/solve".to_owned(),
            is_streaming: true,
            time: Duration::from_millis(1500),
            memory: 1 << 30,
            is_part: false,
        };
        write(&mut bytes, &ToWorker::Call(head), b"{\"a\":\n1}\n").expect("memory takes all");
        write(&mut bytes, &ToWorker::Stop, b"").expect("memory takes all");
        bytes
    }

    #[test]
    fn messages_survive_a_round_trip() {
        let bytes = messages();
        let mut from = &bytes[..];
        let (head, body) = read(&mut from).expect("a message");
        let ToWorker::Call(head) = head else {
            panic!("it is a call")
        };
        assert_eq!((&*head.path, head.is_streaming), ("/api/solve", true));
        assert_eq!(head.time, Duration::from_millis(1500));
        assert_eq!(body, b"{\"a\":\n1}\n");
        let (head, body): (ToWorker, _) = read(&mut from).expect("a message");
        assert_eq!((head, body), (ToWorker::Stop, Vec::new()));
        assert!(read::<ToWorker>(&mut from).is_err());
    }

    #[test]
    fn a_truncated_message_is_an_error() {
        let bytes = messages();
        let second = messages().len() - b"[\"Stop\",0]\n".len();
        for end in 0..second {
            assert!(read::<ToWorker>(&mut &bytes[..end]).is_err(), "{end}");
        }
        assert!(read::<ToWorker>(&mut &[0xff; 64][..]).is_err());
    }
}
