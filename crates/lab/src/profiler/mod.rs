//! Search trees for CP-Profiler, which draws and compares them, sent while the search goes on.
//!
//! The profiler wants to know of a node how many children it will have before it is told of the first. Without learning the search says so. When it learns,
//! nobody knows: what comes after a decision that failed hangs on the conflict. A node then has two children, its decision and what comes after it, and what
//! comes after it is a node of the same form.

mod message;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use gridwright::tracing::{Node, NodeStatus};
use message::{Hook, Id, Status};

/// Where the profiler listens, unless it was told otherwise.
pub const PROFILER: &str = "127.0.0.1:6565";

/// Messages are gathered until there are so many bytes of them, or so much time has passed.
const BATCH: usize = 32 * 1024;
const PAUSE: Duration = Duration::from_millis(100);

/// A tree on its way to the profiler.
#[derive(Debug)]
pub struct Live<W> {
    out: W,
    waiting: Vec<u8>,
    sent: Instant,
    /// The number of the next node, and the tree it is of: one for each restart that came to a decision.
    next: i32,
    restart: i32,
    /// The restart of the last root that was told; before the root, none.
    root: Option<u32>,
    /// The nodes from the root to where the search is.
    path: Vec<Place>,
    n_nodes: usize,
}

/// A node on the path.
#[derive(Debug)]
struct Place {
    node: usize,
    words: (String, String),
    hook: Option<Hook>,
    state: State,
}

/// What the profiler knows of a node on the path.
#[derive(Debug)]
enum State {
    /// Nothing yet: it may become a choice or an end.
    Waiting,
    /// A choice with so many children, of which so many were taken.
    Known { id: Id, kids: u32, taken: u32 },
    /// A choice whose children nobody knows: the last node of its form below it, and whether the decision there was taken.
    Chain { id: Id, is_taken: bool },
    /// Nothing more can become of it.
    Ended,
}

impl<W: Write> Live<W> {
    /// Begins a tree under a name. `may_restart` says whether the search may start anew; the profiler then shows a tree of trees.
    pub fn new(name: &str, may_restart: bool, out: W) -> io::Result<Live<W>> {
        let mut live = Live {
            out,
            waiting: Vec::new(),
            sent: Instant::now(),
            next: 0,
            restart: 0,
            root: None,
            path: Vec::new(),
            n_nodes: 0,
        };
        message::start(name, may_restart, &mut live.waiting);
        live.flush()?;
        Ok(live)
    }

    /// Takes a node with its number, as [`gridwright::tracing::search_tree_with_callback`] tells it.
    pub fn tell(&mut self, number: usize, node: &Node) -> io::Result<()> {
        let is_new = match number {
            0 => self.root != Some(node.restart),
            _ => !self.path.iter().any(|place| place.node == number),
        };
        if is_new {
            self.open(number, node);
        }
        self.settle(number, node);
        if self.waiting.len() >= BATCH || self.sent.elapsed() >= PAUSE {
            self.flush()?;
        }
        Ok(())
    }

    /// The search is over. Returns how many of its nodes were sent.
    pub fn end(mut self) -> io::Result<usize> {
        // What was never decided below stays open for the profiler; but a tree has a root.
        if let Some(root) = self.path.first()
            && matches!(root.state, State::Waiting)
        {
            self.send_end(0, Status::Branch);
        }
        message::done(&mut self.waiting);
        self.flush()?;
        Ok(self.n_nodes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.waiting)?;
        self.out.flush()?;
        self.waiting.clear();
        self.sent = Instant::now();
        Ok(())
    }

    /// A node that was not seen before: makes room for it below the one above.
    fn open(&mut self, number: usize, node: &Node) {
        let mut hook = None;
        match node.parent {
            None => {
                // What a restart leaves open stays open. A root that was never sent leaves its number to the next.
                let last = self.path.first().map(|place| &place.state);
                if last.is_some_and(|state| !matches!(state, State::Waiting)) {
                    self.restart += 1;
                    message::restart(self.restart, &mut self.waiting);
                }
                self.path.clear();
                self.root = Some(node.restart);
            }
            Some(parent) => {
                while self.path.last().is_some_and(|place| place.node != parent) {
                    self.leave_last();
                }
                hook = self.path.len().checked_sub(1).and_then(|at| self.take(at));
                if hook.is_none() {
                    // It hangs below nothing the profiler knows.
                    return;
                }
            }
        }
        let info = format!("{{\"node\":{number},\"facts found\":{}}}", node.prunings);
        self.path.push(Place {
            node: number,
            words: (node.decision.clone(), info),
            hook,
            state: State::Waiting,
        });
    }

    /// Sends what is known of a node on the path and was not sent.
    fn settle(&mut self, number: usize, node: &Node) {
        let Some(at) = self.path.iter().position(|place| place.node == number) else {
            return;
        };
        let is_end = node.status != NodeStatus::Choice;
        match (&self.path[at].state, node.alternatives) {
            (State::Waiting, _) if is_end => self.send_end(at, Status::of(node.status)),
            (State::Waiting, Some(kids)) => {
                let id = self.send(at, kids, Status::Branch);
                self.path[at].state = State::Known { id, kids, taken: 0 };
            }
            // Learning: what comes after the last decision there came to an end.
            (State::Chain { .. }, _) if is_end => {
                while self.path.len() > at + 1 {
                    self.leave_last();
                }
                if let State::Chain { id, .. } = self.path[at].state {
                    self.path[at].hook = Some(after(id));
                    self.send_end(at, Status::of(node.status));
                }
            }
            _ => {}
        }
    }

    /// A place for one more child below a node on the path.
    fn take(&mut self, at: usize) -> Option<Hook> {
        if let State::Waiting = self.path[at].state {
            let id = self.send(at, 2, Status::Branch);
            let is_taken = false;
            self.path[at].state = State::Chain { id, is_taken };
        }
        if let State::Chain { id, is_taken: true } = self.path[at].state {
            let (hook, is_taken) = (after(id), false);
            let id = self.send_more(hook, 2, Status::Branch);
            self.path[at].state = State::Chain { id, is_taken };
        }
        match &mut self.path[at].state {
            State::Known { id, kids, taken } if *taken < *kids => {
                *taken += 1;
                let (parent, alternative) = (*id, *taken as i32 - 1);
                Some(Hook {
                    parent,
                    alternative,
                })
            }
            State::Chain { id, is_taken } => {
                *is_taken = true;
                let (parent, alternative) = (*id, 0);
                Some(Hook {
                    parent,
                    alternative,
                })
            }
            _ => None,
        }
    }

    /// The search is done with the last node of the path, though something may be left below it.
    fn leave_last(&mut self) {
        let Some(at) = self.path.len().checked_sub(1) else {
            return;
        };
        match self.path[at].state {
            State::Waiting => self.send_end(at, Status::Skipped),
            State::Known { id, kids, taken } => {
                for alternative in taken..kids {
                    let alternative = alternative as i32;
                    let parent = id;
                    let hook = Hook {
                        parent,
                        alternative,
                    };
                    self.send_more(hook, 0, Status::Skipped);
                }
            }
            State::Chain { id, .. } => {
                self.send_more(after(id), 0, Status::Skipped);
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
    fn send(&mut self, at: usize, kids: u32, status: Status) -> Id {
        let id = self.new_id();
        let Place { words, hook, .. } = &self.path[at];
        let words = (&*words.0, &*words.1);
        message::node(id, *hook, kids, status, words, &mut self.waiting);
        self.n_nodes += 1;
        id
    }

    /// Sends a node that the search does not count as one.
    fn send_more(&mut self, hook: Hook, kids: u32, status: Status) -> Id {
        let id = self.new_id();
        let words = ("", "{}");
        message::node(id, Some(hook), kids, status, words, &mut self.waiting);
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

/// Where what comes after a decision hangs.
fn after(parent: Id) -> Hook {
    let alternative = 1;
    Hook {
        parent,
        alternative,
    }
}

#[cfg(test)]
mod tests;
