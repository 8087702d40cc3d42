//! Sends a search tree to CP-Profiler while the search runs.
//!
//! The protocol needs the number of children of a node before its first child. With learning this number is unknown, as the conflict determines how the search
//! continues after a failed decision. Such a node is sent as a chain of binary nodes: the first child is its decision, the second the rest of the chain.

mod message;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use gridwright::tracing::{Node, NodeStatus};
use message::{Id, Position, Status};
use serde_json::json;

/// The default address of the profiler.
pub const PROFILER_ADDRESS: &str = "127.0.0.1:6565";

/// Messages are buffered up to this size or this time.
const BATCH: usize = 32 * 1024;
const PAUSE: Duration = Duration::from_millis(100);

/// A tree being sent to the profiler.
#[derive(Debug)]
pub struct ProfilerStream<W> {
    out: W,
    buffer: Vec<u8>,
    sent: Instant,
    /// The number of the next node.
    next: i32,
    /// The tree of the next node; there is one for each restart that made a decision.
    restart: i32,
    /// The restart of the last root.
    root: Option<u32>,
    /// The nodes from the root to the current one.
    path: Vec<PathNode>,
    n_nodes: usize,
}

/// A node on the path from the root to the current node.
#[derive(Debug)]
struct PathNode {
    node: usize,
    texts: (String, String),
    position: Option<Position>,
    state: State,
}

/// What was sent of a node on the path.
#[derive(Debug)]
enum State {
    /// Nothing yet: it may become a choice or a leaf.
    Waiting,
    /// A choice with a known number of children.
    Branch { id: Id, children: u32, taken: u32 },
    /// A choice with an unknown number of children: the last node of its chain, and whether the first child of that node was sent.
    Chain { id: Id, is_taken: bool },
    /// A leaf.
    Ended,
}

impl<W: Write> ProfilerStream<W> {
    /// Starts a tree. If `may_restart`, the profiler shows a tree for each restart.
    pub fn new(name: &str, may_restart: bool, out: W) -> io::Result<ProfilerStream<W>> {
        let mut stream = ProfilerStream {
            out,
            buffer: Vec::new(),
            sent: Instant::now(),
            next: 0,
            restart: 0,
            root: None,
            path: Vec::new(),
            n_nodes: 0,
        };
        message::start(name, may_restart, &mut stream.buffer);
        stream.flush()?;
        Ok(stream)
    }

    /// Adds or updates a node, as [`gridwright::tracing::search_tree_with_callback`] reports it.
    pub fn node(&mut self, number: usize, node: &Node) -> io::Result<()> {
        let is_new = match number {
            0 => self.root != Some(node.restart),
            _ => !self.path.iter().any(|path_node| path_node.node == number),
        };
        if is_new {
            self.open(number, node);
        }
        self.settle(number, node);
        if self.buffer.len() >= BATCH || self.sent.elapsed() >= PAUSE {
            self.flush()?;
        }
        Ok(())
    }

    /// Ends the tree. Returns the number of nodes sent.
    pub fn end(mut self) -> io::Result<usize> {
        // Unexplored parts stay open in the profiler, but a tree needs a root.
        if let Some(root) = self.path.first()
            && matches!(root.state, State::Waiting)
        {
            self.send_end(0, Status::Branch);
        }
        message::done(&mut self.buffer);
        self.flush()?;
        Ok(self.n_nodes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.out.flush()?;
        self.buffer.clear();
        self.sent = Instant::now();
        Ok(())
    }

    /// Adds a new node to the path, below its parent.
    fn open(&mut self, number: usize, node: &Node) {
        let mut position = None;
        match node.parent {
            None => {
                // Open parts of the last tree stay open. The number of an unsent root is reused.
                let last = self.path.first().map(|path_node| &path_node.state);
                if last.is_some_and(|state| !matches!(state, State::Waiting)) {
                    self.restart += 1;
                    message::restart(self.restart, &mut self.buffer);
                }
                self.path.clear();
                self.root = Some(node.restart);
            }
            Some(parent) => {
                while self
                    .path
                    .last()
                    .is_some_and(|path_node| path_node.node != parent)
                {
                    self.leave_last();
                }
                position = self
                    .path
                    .len()
                    .checked_sub(1)
                    .and_then(|at| self.next_position(at));
                if position.is_none() {
                    // Its parent was never sent.
                    return;
                }
            }
        }
        let info = json!({"node": number, "facts found": node.prunings}).to_string();
        self.path.push(PathNode {
            node: number,
            texts: (node.decision.clone(), info),
            position,
            state: State::Waiting,
        });
    }

    /// Sends a node on the path if its status is now known.
    fn settle(&mut self, number: usize, node: &Node) {
        let Some(at) = self
            .path
            .iter()
            .position(|path_node| path_node.node == number)
        else {
            return;
        };
        let is_end = node.status != NodeStatus::Choice;
        match (&self.path[at].state, node.alternatives) {
            (State::Waiting, _) if is_end => self.send_end(at, Status::of(node.status)),
            (State::Waiting, Some(children)) => {
                let id = self.send(at, children, Status::Branch);
                self.path[at].state = State::Branch {
                    id,
                    children,
                    taken: 0,
                };
            }
            // Learning: after its last decision, the node failed or became a solution.
            (State::Chain { .. }, _) if is_end => {
                while self.path.len() > at + 1 {
                    self.leave_last();
                }
                if let State::Chain { id, .. } = self.path[at].state {
                    self.path[at].position = Some(child(id, 1));
                    self.send_end(at, Status::of(node.status));
                }
            }
            _ => {}
        }
    }

    /// The position of the next child of a node on the path.
    fn next_position(&mut self, at: usize) -> Option<Position> {
        if let State::Waiting = self.path[at].state {
            let id = self.send(at, 2, Status::Branch);
            let is_taken = false;
            self.path[at].state = State::Chain { id, is_taken };
        }
        if let State::Chain { id, is_taken: true } = self.path[at].state {
            let (position, is_taken) = (child(id, 1), false);
            let id = self.send_auxiliary(position, 2, Status::Branch);
            self.path[at].state = State::Chain { id, is_taken };
        }
        match &mut self.path[at].state {
            State::Branch {
                id,
                children,
                taken,
            } if *taken < *children => {
                *taken += 1;
                Some(child(*id, *taken as i32 - 1))
            }
            State::Chain { id, is_taken } => {
                *is_taken = true;
                Some(child(*id, 0))
            }
            _ => None,
        }
    }

    /// Removes the last node of the path and marks its open children as skipped.
    fn leave_last(&mut self) {
        let Some(at) = self.path.len().checked_sub(1) else {
            return;
        };
        match self.path[at].state {
            State::Waiting => self.send_end(at, Status::Skipped),
            State::Branch {
                id,
                children,
                taken,
            } => {
                for alternative in taken..children {
                    let position = child(id, alternative as i32);
                    self.send_auxiliary(position, 0, Status::Skipped);
                }
            }
            State::Chain { id, .. } => {
                self.send_auxiliary(child(id, 1), 0, Status::Skipped);
            }
            State::Ended => {}
        }
        self.path.pop();
    }

    fn send_end(&mut self, at: usize, status: Status) {
        self.send(at, 0, status);
        self.path[at].state = State::Ended;
    }

    /// Sends a node of the path.
    fn send(&mut self, at: usize, children: u32, status: Status) -> Id {
        let id = self.new_id();
        let PathNode {
            texts, position, ..
        } = &self.path[at];
        let texts = (&*texts.0, &*texts.1);
        message::node(id, *position, children, status, texts, &mut self.buffer);
        self.n_nodes += 1;
        id
    }

    /// Sends an auxiliary node that is not part of the search.
    fn send_auxiliary(&mut self, position: Position, children: u32, status: Status) -> Id {
        let id = self.new_id();
        let texts = ("", "{}");
        message::node(
            id,
            Some(position),
            children,
            status,
            texts,
            &mut self.buffer,
        );
        id
    }

    fn new_id(&mut self) -> Id {
        let number = self.next;
        self.next = self.next.saturating_add(1);
        Id {
            number,
            restart: self.restart,
        }
    }
}

/// The position of a child of a node; the second child of a node of a chain is the rest of the chain.
fn child(parent: Id, alternative: i32) -> Position {
    Position {
        parent,
        alternative,
    }
}

#[cfg(test)]
mod tests;
