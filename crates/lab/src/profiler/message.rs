//! Messages of CP-Profiler's protocol, version 3, as its integration library writes them.
//!
//! A message is its length in four bytes, the least significant first, and then: its type in a byte; for a node its number, restart and thread, the same of
//! its parent, which alternative of it the node is, how many children it has, all in four bytes with the most significant first, and its status in a byte;
//! then optional fields, each with a byte before it, a text with its length in four bytes, a version as a number. The version comes before texts. A parent
//! comes before its children and says how many it will have; the root has the parent -1 and is its alternative -1.

use gridwright::tracing::NodeStatus;

const VERSION: i32 = 3;

/// The types of messages.
const NODE: u8 = 0;
const DONE: u8 = 1;
const START: u8 = 2;
const RESTART: u8 = 3;

/// The optional fields; 1 is a nogood, which is not sent.
const LABEL: u8 = 0;
const INFO: u8 = 2;
const VERSION_FIELD: u8 = 3;

/// What became of a node, as the profiler has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Solved = 0,
    Failed = 1,
    Branch = 2,
    /// Passed over by a jump back.
    Skipped = 3,
}

impl Status {
    /// That of a node at which the search ended; a choice is a branch.
    pub(crate) fn of(fate: NodeStatus) -> Status {
        match fate {
            NodeStatus::Solution => Status::Solved,
            NodeStatus::Failure => Status::Failed,
            NodeStatus::Choice => Status::Branch,
        }
    }
}

/// A node by its number and the restart it is of. There is one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Id {
    pub(crate) number: i32,
    pub(crate) restart: i32,
}

/// Where a node hangs: below which, and which of its alternatives it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hook {
    pub(crate) parent: Id,
    pub(crate) alternative: i32,
}

/// The beginning of a search.
pub(crate) fn start(name: &str, has_restarts: bool, out: &mut Vec<u8>) {
    let mut message = Message::new(START);
    message.byte(VERSION_FIELD).number(VERSION);
    let name = in_quotes(name);
    message.byte(INFO).text(&format!(
        "{{\"name\":{name},\"has_restarts\":{has_restarts},\"execution_id\":0}}"
    ));
    message.end(out);
}

/// The search starts anew, for the so-manieth time.
pub(crate) fn restart(number: i32, out: &mut Vec<u8>) {
    let mut message = Message::new(RESTART);
    message
        .byte(INFO)
        .text(&format!("{{\"restart_id\":{number}}}"));
    message.end(out);
}

/// A node; the root hangs nowhere.
pub(crate) fn node(
    id: Id,
    hook: Option<Hook>,
    kids: u32,
    status: Status,
    words: (&str, &str),
    out: &mut Vec<u8>,
) {
    let mut message = Message::new(NODE);
    message.number(id.number).number(id.restart).number(0);
    match hook {
        None => message.number(-1).number(-1).number(-1).number(-1),
        Some(hook) => message
            .number(hook.parent.number)
            .number(hook.parent.restart)
            .number(0)
            .number(hook.alternative),
    };
    message.number(i32::try_from(kids).unwrap_or(i32::MAX));
    message.byte(status as u8);
    let (label, info) = words;
    message.byte(LABEL).text(label);
    message.byte(INFO).text(info);
    message.end(out);
}

/// The end of a search.
pub(crate) fn done(out: &mut Vec<u8>) {
    Message::new(DONE).end(out);
}

/// A message in the making.
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

/// A text as JSON has it.
fn in_quotes(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter < ' ' => quoted.push(' '),
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
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
    fn a_start_has_the_version_before_its_texts() {
        let mut bytes = Vec::new();
        start("a \"b\"", true, &mut bytes);
        let info = "{\"name\":\"a \\\"b\\\"\",\"has_restarts\":true,\"execution_id\":0}";
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
        let hook = Hook {
            parent: id(0),
            alternative: 2,
        };
        let words = ("x", "{}");
        node(id(258), Some(hook), 0, Status::Skipped, words, &mut bytes);
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
