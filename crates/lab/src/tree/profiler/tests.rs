//! Decodes the messages and builds the tree as the profiler does; it must equal the tree of the search.

use std::collections::BTreeMap;

use gridwright::tracing::search_tree_with_callback;
use gridwright::tracing::{Node, NodeStatus};
use gridwright::{Question, Request, kind};

use super::*;

/// A decoded message.
#[derive(Clone, PartialEq, Debug)]
struct Decoded {
    kind: u8,
    node: (i32, i32),
    parent: (i32, i32),
    alternative: i32,
    children: i32,
    status: u8,
    label: String,
    info: String,
}

fn decode(bytes: &[u8]) -> Vec<Decoded> {
    let mut rest = bytes;
    let mut messages = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (mut body, after) = after.split_at(u32::from_le_bytes(*length) as usize);
        rest = after;
        let byte = |body: &mut &[u8]| {
            let (first, after) = body.split_first().expect("a byte");
            *body = after;
            *first
        };
        let number = |body: &mut &[u8]| {
            let (first, after) = body.split_first_chunk::<4>().expect("a number");
            *body = after;
            i32::from_be_bytes(*first)
        };
        let mut one = Decoded {
            kind: byte(&mut body),
            node: (0, 0),
            parent: (0, 0),
            alternative: 0,
            children: 0,
            status: 0,
            label: String::new(),
            info: String::new(),
        };
        if one.kind == 0 {
            one.node = (number(&mut body), number(&mut body));
            assert_eq!(number(&mut body), 0, "there is one thread");
            one.parent = (number(&mut body), number(&mut body));
            let thread = number(&mut body);
            assert_eq!(thread, if one.parent.0 < 0 { -1 } else { 0 });
            one.alternative = number(&mut body);
            one.children = number(&mut body);
            one.status = byte(&mut body);
        }
        while !body.is_empty() {
            let field = byte(&mut body);
            let length = number(&mut body);
            if field == 3 {
                assert_eq!(length, 3, "the version");
                continue;
            }
            let (text, after) = body.split_at(length as usize);
            body = after;
            let text = String::from_utf8(text.to_vec()).expect("a text");
            match field {
                0 => one.label = text,
                2 => one.info = text,
                other => panic!("there is no field {other}"),
            }
        }
        messages.push(one);
    }
    assert!(rest.is_empty(), "a message is cut");
    messages
}

/// Builds the tree: each node announces its number of children, and each child comes once. Returns the number of missing children.
fn build(messages: &[Decoded]) -> usize {
    let mut open: BTreeMap<((i32, i32), i32), bool> = BTreeMap::new();
    let mut roots = 0;
    for one in messages.iter().filter(|one| one.kind == 0) {
        if one.parent.0 < 0 {
            assert_eq!(one.node.1, roots, "one root for each restart");
            roots += 1;
        } else {
            let child = open.get_mut(&(one.parent, one.alternative));
            let child = child.unwrap_or_else(|| panic!("{one:?} has no parent"));
            assert!(!std::mem::replace(child, true), "{one:?} comes twice");
        }
        assert!(
            one.children == 0 || one.status == 2,
            "only a choice has children"
        );
        for alternative in 0..one.children {
            let taken = open.insert((one.node, alternative), false);
            assert_eq!(taken, None, "{one:?} has a duplicate number");
        }
    }
    open.values().filter(|is_filled| !**is_filled).count()
}

fn send(
    puzzle: (&str, &str),
    request: &Request,
    max_nodes: usize,
) -> (gridwright::tracing::SearchTree, Vec<Decoded>) {
    let all = Question::Count { limit: u64::MAX };
    send_question(puzzle, all, request, max_nodes)
}

fn send_question(
    puzzle: (&str, &str),
    question: Question,
    request: &Request,
    max_nodes: usize,
) -> (gridwright::tracing::SearchTree, Vec<Decoded>) {
    let instance = kind(puzzle.0).expect("a kind").read(None, puzzle.1);
    let instance = instance.expect("a puzzle");
    let mut bytes = Vec::new();
    let mut stream = ProfilerStream::new("a search", true, &mut bytes).expect("a list takes all");
    let mut report =
        |number: usize, node: &Node| stream.node(number, node).expect("a list takes all");
    let tree =
        search_tree_with_callback(&*instance, question, request, max_nodes, None, &mut report)
            .expect("a run");
    let n_nodes = stream.end().expect("a list takes all");
    let messages = decode(&bytes);
    let own = messages.iter().filter(|one| one.info.contains("\"node\":"));
    assert_eq!(own.count(), n_nodes);
    (tree, messages)
}

const MAGIC: (&str, &str) = ("magic", "order 3");
const SUDOKU: (&str, &str) = ("sudoku", "....\n.1..\n...2\n....\n");

fn request(options: &[(&str, &str)]) -> Request {
    let mut request = Request::default();
    for (name, value) in options {
        match *name {
            "engine" => request.engine = value.parse().expect("an engine"),
            "choose" => request.choose = Some(value.parse().expect("a choice")),
            "inference" => request.inference = Some(value.parse().expect("a name")),
            "restarts" => request.restarts = Some(value.parse().expect("a rule")),
            _ => request.select = Some(value.parse().expect("a selection")),
        }
    }
    request
}

#[test]
fn the_profiler_builds_the_tree_of_the_search() {
    for puzzle in [MAGIC, SUDOKU] {
        for words in [
            &[("engine", "fd")][..],
            &[("engine", "fd"), ("choose", "indomain")],
            &[("engine", "fd"), ("choose", "enum_down"), ("select", "ff")],
            &[("engine", "fd"), ("inference", "forward")],
        ] {
            let (tree, messages) = send(puzzle, &request(words), usize::MAX);
            assert_eq!(build(&messages), 0, "{words:?}: everything was tried");
            let own: Vec<&Decoded> = messages.iter().filter(|one| one.kind == 0).collect();
            let mut expected: Vec<(&str, u8)> = Vec::new();
            for node in &tree.nodes {
                let status = Status::of(node.status) as u8;
                expected.push((&node.decision, status));
            }
            // Nodes come in the order of the search, with skipped nodes in between.
            let seen = own.iter().filter(|one| one.status != 3);
            let seen: Vec<(&str, u8)> = seen.map(|one| (&*one.label, one.status)).collect();
            assert_eq!(seen, expected, "{words:?}");
            assert_eq!(messages.last().map(|one| one.kind), Some(1));
        }
    }
}

#[test]
fn learning_sends_every_leaf() {
    for puzzle in [MAGIC, SUDOKU] {
        let words = [("engine", "learn"), ("restarts", "never")];
        let (tree, messages) = send(puzzle, &request(&words), usize::MAX);
        assert!(tree.nodes.len() > 3);
        build(&messages);
        let n_solved = messages
            .iter()
            .filter(|one| one.kind == 0 && one.status == 0);
        let solved = tree.nodes.iter();
        let solved = solved.filter(|node| node.status == NodeStatus::Solution);
        assert!(n_solved.count() >= solved.count().max(1));
        for node in &tree.nodes {
            let label = |one: &Decoded| one.label == node.decision;
            assert!(messages.iter().any(label), "{} was sent", node.decision);
        }
    }
}

#[test]
fn each_restart_has_its_own_root() {
    let all = Question::Count { limit: u64::MAX };
    let first = Question::Solve { max: 1 };
    for (puzzle, question, words) in [
        (
            MAGIC,
            all,
            &[("engine", "learn"), ("restarts", "luby:1")][..],
        ),
        (
            ("magic", "order 5"),
            first,
            &[
                ("engine", "fd"),
                ("restarts", "luby:1"),
                ("choose", "indomain"),
                ("select", "dom_w_deg"),
            ],
        ),
    ] {
        let (tree, messages) = send_question(puzzle, question, &request(words), 300);
        let restarts: Vec<&Decoded> = messages.iter().filter(|one| one.kind == 3).collect();
        assert!(restarts.len() > 3, "{words:?}");
        assert_eq!(restarts[1].info, "{\"restart_id\":2}");
        build(&messages);
        assert!(tree.nodes.iter().any(|node| node.restart > 3));
    }
}

#[test]
fn a_stopped_search_leaves_children_open() {
    let (tree, messages) = send(MAGIC, &request(&[("engine", "fd")]), 20);
    assert!(tree.is_stopped);
    let n_cut = tree.nodes.iter().filter(|node| node.is_cut).count();
    assert!(n_cut > 0);
    assert!(build(&messages) >= n_cut - 1, "{n_cut}");
}

#[test]
fn a_closed_connection_is_an_error() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    assert!(ProfilerStream::new("a search", false, Closed).is_err());
}
