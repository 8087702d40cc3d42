//! Search trees for CP-Profiler, which draws and compares them: its protocol, version 3, as its integration library describes it.
//!
//! A message is its length in four bytes, the least significant first, and then: its type in a byte (0 a node, 1 done, 2 start, 3 restart); for a node its number,
//! restart and thread, the same of its parent, which alternative of it the node is, how many children it has, all in four bytes with the most
//! significant first, and its status in a byte (0 solved, 1 failed, 2 branch, 3 skipped); then optional fields, each with a byte before it (0 label,
//! 1 nogood, 2 info, 3 version), a text with its length in four bytes, a version as a number. A parent comes before its children; the root has the parent -1.
//!
//! A tree is sent when the search is over: only then is it known how many children each node has, which the profiler wants to know first.

use std::io::{self, Write};

use gridwright::{Fate, SearchTree};

/// Where the profiler listens, unless it was told otherwise.
pub const PROFILER: &str = "127.0.0.1:6565";

const VERSION: i32 = 3;

/// The types of messages.
const NODE: u8 = 0;
const DONE: u8 = 1;
const START: u8 = 2;

/// The optional fields.
const LABEL: u8 = 0;
const INFO: u8 = 2;
const VERSION_FIELD: u8 = 3;

/// Sends a tree under a name. A node at which the search was stopped is left open: the profiler shows it as not explored.
pub fn send_tree(tree: &SearchTree, name: &str, out: &mut impl Write) -> io::Result<()> {
    let mut children = vec![0; tree.nodes.len()];
    let mut alternatives = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        alternatives.push(match node.parent {
            None => -1,
            Some(parent) => {
                children[parent] += 1;
                children[parent] - 1
            }
        });
    }
    let mut start = Message::new(START);
    start.field(VERSION_FIELD).number(VERSION);
    let name = format!(
        "{{\"name\":{},\"has_restarts\":false,\"execution_id\":0}}",
        in_quotes(name)
    );
    start.field(INFO).text(&name);
    start.send(out)?;
    for (at, node) in tree.nodes.iter().enumerate() {
        let status = match node.fate {
            Fate::Solution => 0,
            Fate::Failure => 1,
            Fate::Choice if children[at] > 0 || at == 0 => 2,
            Fate::Choice => continue,
        };
        let mut message = Message::new(NODE);
        message.node(Some(at)).node(node.parent);
        message.number(alternatives[at]).number(children[at]);
        message.byte(status);
        message.field(LABEL).text(&node.decision);
        let info = format!("{{\"node\":{at},\"facts found\":{}}}", node.prunings);
        message.field(INFO).text(&info);
        message.send(out)?;
    }
    Message::new(DONE).send(out)?;
    out.flush()
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

    fn field(&mut self, field: u8) -> &mut Message {
        self.byte(field)
    }

    fn number(&mut self, number: i32) -> &mut Message {
        self.0.extend(number.to_be_bytes());
        self
    }

    /// A node's number, restart and thread; what has none is -1.
    fn node(&mut self, node: Option<usize>) -> &mut Message {
        let number = node.map_or(-1, |node| i32::try_from(node).unwrap_or(i32::MAX));
        let rest = if node.is_some() { 0 } else { -1 };
        self.number(number).number(rest).number(rest)
    }

    fn text(&mut self, text: &str) -> &mut Message {
        self.number(i32::try_from(text.len()).unwrap_or(i32::MAX));
        self.0.extend(text.as_bytes());
        self
    }

    fn send(&self, out: &mut impl Write) -> io::Result<()> {
        let length = u32::try_from(self.0.len()).map_err(io::Error::other)?;
        out.write_all(&length.to_le_bytes())?;
        out.write_all(&self.0)
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
    use gridwright::Node;

    #[test]
    fn the_bytes_are_those_of_the_protocol() {
        let node = |parent, decision: &str, fate| Node {
            parent,
            decision: decision.to_owned(),
            fate,
            prunings: 0,
        };
        let tree = SearchTree {
            nodes: vec![
                node(None, "", Fate::Choice),
                node(Some(0), "x", Fate::Failure),
                node(Some(0), "yz", Fate::Choice),
            ],
            cut: true,
            known: None,
        };
        let mut bytes = Vec::new();
        send_tree(&tree, "a \"b\"", &mut bytes).expect("a list takes all");
        let info = |node: usize| format!("{{\"node\":{node},\"facts found\":0}}");
        let start = "{\"name\":\"a \\\"b\\\"\",\"has_restarts\":false,\"execution_id\":0}";
        let mut expected = Vec::new();
        let mut framed = |message: Vec<u8>| {
            expected.extend((message.len() as u32).to_le_bytes());
            expected.extend(message);
        };
        let mut message = vec![2, 3, 0, 0, 0, 3, 2, 0, 0, 0, start.len() as u8];
        message.extend(start.as_bytes());
        framed(message);
        // The root: parent -1, alternative -1, two children, a branch, an empty label.
        let mut message = vec![0];
        message.extend([0; 12]);
        message.extend([255; 12]);
        message.extend([255, 255, 255, 255, 0, 0, 0, 2, 2]);
        message.extend([0, 0, 0, 0, 0, 2, 0, 0, 0, info(0).len() as u8]);
        message.extend(info(0).as_bytes());
        framed(message);
        // Its first child failed; the second is open and not sent.
        let mut message = vec![0, 0, 0, 0, 1];
        message.extend([0; 8]);
        message.extend([0; 12]);
        message.extend([0, 0, 0, 0, 0, 0, 0, 0, 1]);
        message.extend([0, 0, 0, 0, 1, b'x', 2, 0, 0, 0, info(1).len() as u8]);
        message.extend(info(1).as_bytes());
        framed(message);
        framed(vec![1]);
        assert_eq!(bytes, expected);
    }
}
