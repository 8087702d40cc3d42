//! The messages sent to CP-Profiler, decoded according to its protocol by code that is independent of the sender.

mod common;

use std::collections::BTreeMap;
use std::io::Read;
use std::net::TcpListener;
use std::process::Stdio;

use common::{Folder, command_in, err, out, run_in};

/// Identifies a node in the profiler: number, restart and thread.
type Id = (i32, i32, i32);

#[derive(Debug)]
struct Node {
    parent: Id,
    alternative: i32,
    kids: i32,
    status: u8,
    label: String,
    info: serde_json::Value,
}

/// One session: the info of its start message, all nodes in order, and the numbers of the restarts.
#[derive(Debug)]
struct Session {
    start: serde_json::Value,
    nodes: Vec<(Id, Node)>,
    restarts: Vec<i64>,
}

/// A reader of bytes.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, n: usize) -> &'b [u8] {
        let (front, rest) = self.0.split_at_checked(n).expect("a message is cut");
        self.0 = rest;
        front
    }

    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    /// A big-endian number.
    fn number(&mut self) -> i32 {
        let bytes = self.take(4);
        bytes
            .iter()
            .fold(0, |sum, byte| (sum << 8) | i32::from(*byte))
    }

    fn id(&mut self) -> Id {
        (self.number(), self.number(), self.number())
    }

    fn text(&mut self) -> String {
        let length = usize::try_from(self.number()).expect("a length");
        String::from_utf8(self.take(length).to_vec()).expect("text")
    }
}

/// The optional fields at the end of a message, each at most once: label, nogood, info, version.
fn fields(bytes: &mut Bytes<'_>) -> (BTreeMap<u8, String>, Option<i32>) {
    let (mut texts, mut version) = (BTreeMap::new(), None);
    while !bytes.0.is_empty() {
        match bytes.byte() {
            3 => version = Some(bytes.number()),
            field @ 0..=2 => {
                let old = texts.insert(field, bytes.text());
                assert!(old.is_none(), "field {field} comes twice");
            }
            field => panic!("there is no field {field}"),
        }
    }
    (texts, version)
}

/// Accepts a connection and decodes its session.
fn session(listener: &TcpListener) -> Session {
    let (mut socket, _) = listener.accept().expect("a connection");
    let mut all = Vec::new();
    socket.read_to_end(&mut all).expect("all is read");
    let mut all = Bytes(&all);
    let mut session: Option<Session> = None;
    let mut is_done = false;
    while !all.0.is_empty() {
        assert!(!is_done, "something comes after the end");
        let length = all.take(4);
        let length = length
            .iter()
            .rev()
            .fold(0, |sum, byte| (sum << 8) | usize::from(*byte));
        let mut message = Bytes(all.take(length));
        let kind = message.byte();
        let node = (kind == 0).then(|| {
            let (id, parent) = (message.id(), message.id());
            let (alternative, kids) = (message.number(), message.number());
            (id, parent, alternative, kids, message.byte())
        });
        let (mut texts, version) = fields(&mut message);
        let info = texts.remove(&2);
        let info = info.map(|text| serde_json::from_str(&text).expect("the info is JSON"));
        match (kind, &mut session) {
            (2, session @ None) => {
                assert_eq!(version, Some(3), "the version of the protocol");
                *session = Some(Session {
                    start: info.expect("a start has its info"),
                    nodes: Vec::new(),
                    restarts: Vec::new(),
                });
            }
            (0, Some(session)) => {
                let (id, parent, alternative, kids, status) = node.expect("it is a node");
                let node = Node {
                    parent,
                    alternative,
                    kids,
                    status,
                    label: texts.remove(&0).unwrap_or_default(),
                    info: info.unwrap_or_default(),
                };
                session.nodes.push((id, node));
            }
            (3, Some(session)) => {
                let number = info.and_then(|info| info["restart_id"].as_i64());
                session
                    .restarts
                    .push(number.expect("a restart has a number"));
            }
            (1, Some(_)) => is_done = true,
            (kind, _) => panic!("a message of kind {kind} is unexpected"),
        }
    }
    assert!(is_done, "a session has an end");
    session.expect("a session has a start")
}

/// Checks what the profiler relies on: a parent comes before its children and announces their number, each alternative is used once, and only a branch has
/// children. Returns the number of nodes of each status.
fn check(session: &Session) -> [usize; 4] {
    let start = &session.start;
    assert!(
        start["name"].is_string() && start["execution_id"].is_i64(),
        "{start}"
    );
    let mut seen: BTreeMap<Id, (i32, Vec<i32>)> = BTreeMap::new();
    let mut sums = [0; 4];
    let mut roots: Vec<i32> = Vec::new();
    for (id, node) in &session.nodes {
        assert_eq!(id.2, 0, "there is one thread");
        if node.parent.0 == -1 {
            assert_eq!(node.alternative, -1, "{node:?}");
            roots.push(id.1);
        } else {
            let (kids, taken) = seen.get_mut(&node.parent).expect("a parent comes first");
            assert!(node.alternative < *kids, "{node:?}");
            assert!(!taken.contains(&node.alternative), "{node:?}");
            assert_eq!(node.parent.1, id.1, "a tree is of one restart");
            taken.push(node.alternative);
        }
        assert!(node.info.is_object(), "{node:?}");
        sums[usize::from(node.status)] += 1;
        assert_eq!(
            node.kids > 0,
            node.status == 2,
            "only a branch has children"
        );
        let old = seen.insert(*id, (node.kids, Vec::new()));
        assert!(old.is_none(), "{id:?} comes twice");
    }
    // Trees are numbered from 0, and a restart message announces each but the first.
    let expected: Vec<i32> = (0..roots.len() as i32).collect();
    assert_eq!(roots, expected);
    let announced: Vec<i64> = (1..roots.len() as i64).collect();
    assert_eq!(session.restarts, announced);
    sums
}

/// Runs `trace` against a listener; returns the session and the output.
fn traced(listener: &TcpListener, folder: &Folder, args: &[&str]) -> (Session, String) {
    let to = listener.local_addr().expect("a port").to_string();
    let option = format!("--cp-profiler={to}");
    let mut all = vec!["trace"];
    all.extend(args);
    all.push(&option);
    let child = command_in(&folder.0, &all).stdout(Stdio::piped()).spawn();
    let child = child.expect("the command starts");
    let session = session(listener);
    let printed = child.wait_with_output().expect("it ends");
    let printed = out(&printed).to_owned();
    // With learning, the profiler gets additional nodes: the part after a decision is below an auxiliary node.
    let message = printed.strip_prefix(&format!("sent to {to}: "));
    let message = message.and_then(|rest| rest.split(' ').next()?.parse().ok());
    assert!(
        message.is_some_and(|n: usize| n <= session.nodes.len()),
        "{printed}"
    );
    (session, printed)
}

#[test]
fn a_whole_tree_is_sent() {
    let folder = Folder::new("profiler");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let args = ["magic", "order 3", "--engine", "fd", "--most", "100"];
    let (session, _) = traced(&listener, &folder, &args);
    let sums = check(&session);
    assert_eq!(sums[0], 8, "there are 8 squares of order 3");
    assert_eq!(session.start["has_restarts"], false);
    let below = &session.nodes[1..];
    assert!(
        below.iter().all(|(_, node)| !node.label.is_empty()),
        "a decision has a label"
    );
    let n_children: i32 = session.nodes.iter().map(|(_, node)| node.kids).sum();
    assert_eq!(
        n_children as usize,
        session.nodes.len() - 1,
        "nothing stays open"
    );
}

#[test]
fn restarts_are_separate_trees() {
    let folder = Folder::new("profiler-restarts");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let board = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
    let mut args = vec![
        "sudoku",
        board,
        "--engine",
        "fd",
        "--consistency",
        "value",
        "--most",
        "1",
    ];
    args.extend(["--restarts", "linear:5", "--select", "dom_w_deg"]);
    let (session, _) = traced(&listener, &folder, &args);
    check(&session);
    assert_eq!(session.start["has_restarts"], true);
    assert!(!session.restarts.is_empty(), "it restarts at least once");
    // The next search connects to the same profiler.
    let args = ["sudoku", board, "--engine", "learn", "--most", "1"];
    let (second, _) = traced(&listener, &folder, &args);
    let sums = check(&second);
    assert_eq!(sums[0], 1);
}

#[test]
fn the_tree_is_sent_while_it_grows() {
    let folder = Folder::new("live-profiler");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let to = listener.local_addr().expect("a port").to_string();
    let option = format!("--cp-profiler={to}");
    // This search would take for ever.
    let many = "1000000000";
    let limits = ["--most", many, "--nodes", many, &option];
    let args = ["trace", "magic", "order 9", "--engine", "fd"];
    let mut command = command_in(&folder.0, &[&args[..], &limits].concat());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().expect("the command starts");
    let (mut socket, _) = listener.accept().expect("it connects");
    let mut bytes = vec![0; 100_000];
    socket.read_exact(&mut bytes).expect("the tree grows");
    drop(socket);
    let printed = child.wait_with_output().expect("it ends");
    assert_eq!(printed.status.code(), Some(2));
    let message = err(&printed);
    assert_eq!(
        message.trim_end(),
        format!("CP-Profiler at {to} closed the connection; the search was stopped")
    );
}

#[test]
fn a_missing_profiler_is_reported() {
    let folder = Folder::new("no-profiler");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let to = listener.local_addr().expect("a port").to_string();
    drop(listener);
    let option = format!("--cp-profiler={to}");
    let refused = run_in(&folder.0, &["trace", "magic", "order 3", &option]);
    assert_eq!(refused.status.code(), Some(2));
    let message = err(&refused);
    assert!(
        message.starts_with(&format!("CP-Profiler is not listening at {to}: ")),
        "{message}"
    );
}
