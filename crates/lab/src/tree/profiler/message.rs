//! Messages of the CP-Profiler protocol, version 3.
//!
//! A message starts with its length (4 bytes, little-endian) and its type (1 byte). A node message has the number, restart and thread of the node, the same
//! of its parent, the index of the alternative, the number of children (4 bytes each, big-endian) and the status (1 byte). Optional fields follow, each
//! after a tag byte: a text with its length (4 bytes), or the version as a number; the version comes before texts. A parent comes before its children.
//! The root has parent -1 and alternative -1.

use gridwright::tracing::NodeStatus;
use serde_json::json;

const VERSION: i32 = 3;

/// Message types.
const NODE: u8 = 0;
const DONE: u8 = 1;
const START: u8 = 2;
const RESTART: u8 = 3;

/// Tags of optional fields; tag 1 is a nogood, which is never sent.
const LABEL: u8 = 0;
const INFO: u8 = 2;
const VERSION_FIELD: u8 = 3;

/// The status of a node in the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Solved = 0,
    Failed = 1,
    Branch = 2,
    /// Skipped by a backjump.
    Skipped = 3,
}

impl Status {
    /// The status of a node of a search tree.
    pub(crate) fn of(status: NodeStatus) -> Status {
        match status {
            NodeStatus::Solution => Status::Solved,
            NodeStatus::Failure => Status::Failed,
            NodeStatus::Choice => Status::Branch,
        }
    }
}

/// Identifies a node by its number and restart. There is one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Id {
    pub(crate) number: i32,
    pub(crate) restart: i32,
}

/// The position of a node: its parent and the index of the alternative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) parent: Id,
    pub(crate) alternative: i32,
}

/// The start of a search.
pub(crate) fn start(name: &str, has_restarts: bool, out: &mut Vec<u8>) {
    let mut message = Message::new(START);
    message.byte(VERSION_FIELD).number(VERSION);
    let info = json!({"name": name, "has_restarts": has_restarts, "execution_id": 0});
    message.byte(INFO).text(&info.to_string());
    message.end(out);
}

/// A restart of the search.
pub(crate) fn restart(number: i32, out: &mut Vec<u8>) {
    let mut message = Message::new(RESTART);
    message
        .byte(INFO)
        .text(&json!({"restart_id": number}).to_string());
    message.end(out);
}

/// A node; the root has no position.
pub(crate) fn node(
    id: Id,
    position: Option<Position>,
    children: u32,
    status: Status,
    texts: (&str, &str),
    out: &mut Vec<u8>,
) {
    let mut message = Message::new(NODE);
    message.number(id.number).number(id.restart).number(0);
    match position {
        None => message.number(-1).number(-1).number(-1).number(-1),
        Some(position) => message
            .number(position.parent.number)
            .number(position.parent.restart)
            .number(0)
            .number(position.alternative),
    };
    message.number(i32::try_from(children).unwrap_or(i32::MAX));
    message.byte(status as u8);
    let (label, info) = texts;
    message.byte(LABEL).text(label);
    message.byte(INFO).text(info);
    message.end(out);
}

/// The end of a search.
pub(crate) fn done(out: &mut Vec<u8>) {
    Message::new(DONE).end(out);
}

/// A message under construction.
struct Message(Vec<u8>);

impl Message {
    fn new(kind: u8) -> Message {
        Message(vec![kind])
    }

    fn byte(&mut self, byte: u8) -> &mut Message {
        self.0.push(byte);
        self
    }

    fn number(&mut self, number: i32) -> &mut Message {
        self.0.extend(number.to_be_bytes());
        self
    }

    fn text(&mut self, text: &str) -> &mut Message {
        self.number(i32::try_from(text.len()).unwrap_or(i32::MAX));
        self.0.extend(text.as_bytes());
        self
    }

    fn end(&self, out: &mut Vec<u8>) {
        out.extend((self.0.len() as u32).to_le_bytes());
        out.extend(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of a message with its length before it.
    fn framed(message: &[u8]) -> Vec<u8> {
        let mut bytes = (message.len() as u32).to_le_bytes().to_vec();
        bytes.extend(message);
        bytes
    }

    fn text(field: u8, text: &str) -> Vec<u8> {
        let mut bytes = vec![field, 0, 0, 0, text.len() as u8];
        bytes.extend(text.as_bytes());
        bytes
    }

    #[test]
    fn a_start_has_the_version_before_texts() {
        let mut bytes = Vec::new();
        start("a \"b\"", true, &mut bytes);
        let info = r#"{"execution_id":0,"has_restarts":true,"name":"a \"b\""}"#;
        let message = [vec![2, 3, 0, 0, 0, 3], text(2, info)].concat();
        assert_eq!(bytes, framed(&message));
    }

    #[test]
    fn a_restart_and_the_end() {
        let mut bytes = Vec::new();
        restart(7, &mut bytes);
        done(&mut bytes);
        let message = [vec![3], text(2, "{\"restart_id\":7}")].concat();
        assert_eq!(bytes, [framed(&message), framed(&[1])].concat());
    }

    #[test]
    fn a_root_and_a_node_below_it() {
        let id = |number| Id { number, restart: 2 };
        let mut bytes = Vec::new();
        node(id(0), None, 3, Status::Branch, ("", "{}"), &mut bytes);
        let position = Position {
            parent: id(0),
            alternative: 2,
        };
        let texts = ("x", "{}");
        node(
            id(258),
            Some(position),
            0,
            Status::Skipped,
            texts,
            &mut bytes,
        );
        let root = [
            &[0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0][..],
            &[255; 16],
            &[0, 0, 0, 3, 2],
            &text(0, ""),
            &text(2, "{}"),
        ];
        let below = [
            &[0, 0, 0, 1, 2, 0, 0, 0, 2, 0, 0, 0, 0][..],
            &[0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0],
            &[0, 0, 0, 2],
            &[0, 0, 0, 0, 3],
            &text(0, "x"),
            &text(2, "{}"),
        ];
        let expected = [framed(&root.concat()), framed(&below.concat())].concat();
        assert_eq!(bytes, expected);
    }
}
