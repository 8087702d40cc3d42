//! The profiler's side of a tree: messages are read again and a tree is built of them as the profiler does, which must be the tree that was walked.

use std::collections::BTreeMap;

use gridwright::tracing::{Node, NodeStatus, search_tree_with_callback};
use gridwright::{Question, Request, kind};

use super::*;

/// A message as it is read.
#[derive(Clone, PartialEq, Debug)]
struct Told {
    kind: u8,
    node: (i32, i32),
    parent: (i32, i32),
    alternative: i32,
    kids: i32,
    status: u8,
    label: String,
    info: String,
}

fn read(bytes: &[u8]) -> Vec<Told> {
    let mut rest = bytes;
    let mut told = Vec::new();
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
        let mut one = Told {
            kind: byte(&mut body),
            node: (0, 0),
            parent: (0, 0),
            alternative: 0,
            kids: 0,
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
            one.kids = number(&mut body);
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
        told.push(one);
    }
    assert!(rest.is_empty(), "a message is cut");
    told
}

/// Builds the tree as the profiler does: a node says how many children it has, and each is filled once. Returns how many places stay open.
fn build(told: &[Told]) -> usize {
    let mut open: BTreeMap<((i32, i32), i32), bool> = BTreeMap::new();
    let mut roots = 0;
    for one in told.iter().filter(|one| one.kind == 0) {
        if one.parent.0 < 0 {
            assert_eq!(one.node.1, roots, "one root for each restart");
            roots += 1;
        } else {
            let place = open.get_mut(&(one.parent, one.alternative));
            let place = place.unwrap_or_else(|| panic!("{one:?} hangs nowhere"));
            assert!(!std::mem::replace(place, true), "{one:?} hangs twice");
        }
        assert!(
            one.kids == 0 || one.status == 2,
            "only a choice has children"
        );
        for alternative in 0..one.kids {
            let taken = open.insert((one.node, alternative), false);
            assert_eq!(taken, None, "{one:?} has its number twice");
        }
    }
    open.values().filter(|is_filled| !**is_filled).count()
}

fn sent(
    puzzle: (&str, &str),
    request: &Request,
    most: usize,
) -> (gridwright::tracing::SearchTree, Vec<Told>) {
    let all = Question::Count { limit: u64::MAX };
    sent_of(puzzle, all, request, most)
}

fn sent_of(
    puzzle: (&str, &str),
    question: Question,
    request: &Request,
    most: usize,
) -> (gridwright::tracing::SearchTree, Vec<Told>) {
    let given = kind(puzzle.0).expect("a kind").read(None, puzzle.1);
    let given = given.expect("a puzzle");
    let mut bytes = Vec::new();
    let mut live = Live::new("a search", true, &mut bytes).expect("a list takes all");
    let mut tell = |number: usize, node: &Node| live.tell(number, node).expect("a list takes all");
    let tree = search_tree_with_callback(&*given, question, request, most, None, &mut tell)
        .expect("a run");
    let n_nodes = live.end().expect("a list takes all");
    let told = read(&bytes);
    let own = told.iter().filter(|one| one.info.starts_with("{\"node\":"));
    assert_eq!(own.count(), n_nodes);
    (tree, told)
}

const MAGIC: (&str, &str) = ("magic", "order 3");
const SUDOKU: (&str, &str) = ("sudoku", "....\n.1..\n...2\n....\n");

fn request(words: &[(&str, &str)]) -> Request {
    let mut request = Request::default();
    for (name, value) in words {
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
fn the_profiler_builds_the_tree_that_was_walked() {
    for puzzle in [MAGIC, SUDOKU] {
        for words in [
            &[("engine", "fd")][..],
            &[("engine", "fd"), ("choose", "indomain")],
            &[("engine", "fd"), ("choose", "enum_down"), ("select", "ff")],
            &[("engine", "fd"), ("inference", "forward")],
        ] {
            let (tree, told) = sent(puzzle, &request(words), usize::MAX);
            assert_eq!(build(&told), 0, "{words:?}: everything was tried");
            let own: Vec<&Told> = told.iter().filter(|one| one.kind == 0).collect();
            let mut walked: Vec<(&str, u8)> = Vec::new();
            for node in &tree.nodes {
                let status = Status::of(node.status) as u8;
                walked.push((&node.decision, status));
            }
            // The order is that of the search, so that the nodes are the same one by one; what was passed over is beside them.
            let seen = own.iter().filter(|one| one.status != 3);
            let seen: Vec<(&str, u8)> = seen.map(|one| (&*one.label, one.status)).collect();
            assert_eq!(seen, walked, "{words:?}");
            assert_eq!(told.last().map(|one| one.kind), Some(1));
        }
    }
}

#[test]
fn learning_sends_every_end_and_leaves_nothing_open() {
    for puzzle in [MAGIC, SUDOKU] {
        let words = [("engine", "learn"), ("restarts", "never")];
        let (tree, told) = sent(puzzle, &request(&words), usize::MAX);
        assert!(tree.nodes.len() > 3);
        build(&told);
        let n_solved = told.iter().filter(|one| one.kind == 0 && one.status == 0);
        let solved = tree.nodes.iter();
        let solved = solved.filter(|node| node.status == NodeStatus::Solution);
        assert!(n_solved.count() >= solved.count().max(1));
        for node in &tree.nodes {
            let label = |one: &Told| one.label == node.decision;
            assert!(told.iter().any(label), "{} was sent", node.decision);
        }
    }
}

#[test]
fn each_restart_has_a_root_of_its_own() {
    let all = Question::Count { limit: u64::MAX };
    let first = Question::Solve { most: 1 };
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
        let (tree, told) = sent_of(puzzle, question, &request(words), 300);
        let restarts: Vec<&Told> = told.iter().filter(|one| one.kind == 3).collect();
        assert!(restarts.len() > 3, "{words:?}");
        assert_eq!(restarts[1].info, "{\"restart_id\":2}");
        build(&told);
        assert!(tree.nodes.iter().any(|node| node.restart > 3));
    }
}

#[test]
fn a_search_that_is_cut_leaves_places_open() {
    let (tree, told) = sent(MAGIC, &request(&[("engine", "fd")]), 20);
    assert!(tree.cut);
    let n_cut = tree.nodes.iter().filter(|node| node.is_cut).count();
    assert!(n_cut > 0);
    assert!(build(&told) >= n_cut - 1, "{n_cut}");
}

#[test]
fn a_listener_that_closes_is_an_error() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    assert!(Live::new("a search", false, Closed).is_err());
}
