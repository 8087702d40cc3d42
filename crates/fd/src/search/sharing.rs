//! Work stealing: a plain search gives the untried alternatives of its highest choice point to another search of the same model, usually on another thread.
//!
//! The receiver repeats the decisions on the path to the choice point, with propagation, and goes on with the alternatives as the giver would have done. So the searches together visit
//! the nodes that one search would visit, each once, whenever branches are given; only where selection depends on the history of the search (weights, random choices) can the numbers of nodes
//! differ.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::search::events::Stats;
use crate::search::frame::Frame;
use crate::vars::Atom;

/// The least number of nodes that a search visits before it gives a branch, and between two: the receiver repeats the decisions on the path.
const MIN_NODES: u64 = 16;

/// The number of nodes after which a search adds them to the sum of all searches.
const NODES_BETWEEN_SUMS: u64 = 64;

/// A part of a search tree that no search has visited.
#[derive(Clone, Debug)]
pub struct OpenBranch {
    /// The assumptions of the search, then the decisions on the path to the choice point.
    pub(crate) path: Vec<Atom>,
    pub(crate) n_assumptions: usize,
    /// The choice point with the alternatives that are left; `None` for the whole tree.
    pub(crate) frame: Option<Frame>,
    /// By variable, the weight of its conflicts; none for the whole tree.
    pub(crate) weights: Vec<f64>,
}

impl OpenBranch {
    /// The whole tree under assumptions.
    pub fn whole(assumptions: &[Atom]) -> OpenBranch {
        OpenBranch {
            path: assumptions.to_vec(),
            n_assumptions: assumptions.len(),
            frame: None,
            weights: Vec::new(),
        }
    }
}

/// The open branches that several searches of one model share, and how many of the searches want one. Clones are the same pool.
///
/// ```
/// use gridwright_fd::{BranchPool, Consistency, ConsistencyMap, DomainRepr, Flow, Limits, Model, OpenBranch, Search, Setup, Sink, Solver};
/// # struct Ignore;
/// # impl Sink for Ignore {
/// #     fn solution(&mut self, _: &gridwright_fd::Assignment) -> Flow { Flow::Continue }
/// # }
/// let mut model = Model::new();
/// model.vars(["a", "b", "c", "d"], 1..=4)?;
/// let pool = BranchPool::new([OpenBranch::whole(&[])], 2);
/// let count = || {
///     let setup = Setup { consistency: ConsistencyMap::all(Consistency::Domain), recording: false, repr: DomainRepr::Auto };
///     let mut solver = Solver::new(&model, &setup);
///     let mut n_solutions = 0;
///     while let Some(branch) = pool.take() {
///         let outcome = solver.run_branch(&Search::new(), branch, &Limits::default(), &mut Ignore);
///         n_solutions += outcome.expect("a valid search").stats.solutions;
///     }
///     n_solutions
/// };
/// let sum = std::thread::scope(|scope| {
///     let other = scope.spawn(count);
///     count() + other.join().expect("it does not panic")
/// });
/// assert_eq!(sum, 256);
/// assert!(pool.n_branches() > 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct BranchPool(Arc<Pool>);

struct Pool {
    /// How many branches the searches without work want. It is read at every node, so it is outside the lock.
    n_wanted: AtomicUsize,
    /// The nodes of all searches, in steps.
    n_nodes: AtomicU64,
    /// The solutions of all searches.
    n_solutions: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
    min_nodes: u64,
}

struct State {
    open: VecDeque<OpenBranch>,
    /// The number of searches that share the branches, and of those that have one now.
    n_searches: usize,
    n_searching: usize,
    /// The number of branches that there were so far.
    n_branches: u64,
    is_closed: bool,
}

impl fmt::Debug for BranchPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_branches = self.n_branches();
        f.debug_struct("BranchPool")
            .field("n_branches", &n_branches)
            .finish_non_exhaustive()
    }
}

impl BranchPool {
    /// A pool with some branches for this number of searches.
    pub fn new(branches: impl IntoIterator<Item = OpenBranch>, n_searches: usize) -> BranchPool {
        BranchPool::with_min_nodes(branches, n_searches, MIN_NODES)
    }

    /// A pool whose searches visit at least this number of nodes before they give a branch, and between two.
    pub fn with_min_nodes(
        branches: impl IntoIterator<Item = OpenBranch>,
        n_searches: usize,
        min_nodes: u64,
    ) -> BranchPool {
        let open: VecDeque<OpenBranch> = branches.into_iter().collect();
        let state = State {
            n_branches: open.len() as u64,
            open,
            n_searches,
            n_searching: 0,
            is_closed: false,
        };
        let pool = Pool {
            n_wanted: AtomicUsize::new(state.n_wanted()),
            n_nodes: AtomicU64::new(0),
            n_solutions: AtomicU64::new(0),
            state: Mutex::new(state),
            changed: Condvar::new(),
            min_nodes,
        };
        BranchPool(Arc::new(pool))
    }

    /// Takes a branch; waits if there is none but another search may give one. `None` if all are searched, or after [`BranchPool::close`].
    pub fn take(&self) -> Option<TakenBranch> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(branch) = state.open.pop_front() {
                state.n_searching += 1;
                self.update(&state);
                let pool = self.clone();
                return Some(TakenBranch { branch, pool });
            }
            if state.n_searching == 0 {
                return None;
            }
            let waited = self.0.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Gives out no more branches, because the searches are to end early.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.0.changed.notify_all();
    }

    /// The number of branches that there were so far, the first ones included.
    pub fn n_branches(&self) -> u64 {
        self.lock().n_branches
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update(&self, state: &State) {
        self.0.n_wanted.store(state.n_wanted(), Ordering::Relaxed);
    }

    fn give(&self, branch: OpenBranch) {
        let mut state = self.lock();
        state.open.push_back(branch);
        state.n_branches += 1;
        self.update(&state);
        self.0.changed.notify_one();
    }
}

impl State {
    fn n_wanted(&self) -> usize {
        let n_idle = self.n_searches.saturating_sub(self.n_searching);
        n_idle.saturating_sub(self.open.len())
    }
}

/// A branch that one search has taken from a pool. Its search ends when it is dropped.
#[derive(Debug)]
pub struct TakenBranch {
    branch: OpenBranch,
    pool: BranchPool,
}

impl Drop for TakenBranch {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        state.n_searching -= 1;
        self.pool.update(&state);
        self.pool.0.changed.notify_all();
    }
}

impl TakenBranch {
    pub(crate) fn branch(&self) -> &OpenBranch {
        &self.branch
    }

    /// What a search of this branch needs to give parts of it to others.
    pub(crate) fn sharing(&self) -> Sharing<'_> {
        Sharing {
            taken: self,
            n_nodes_at_last: 0,
            n_nodes_added: 0,
            n_solutions_added: 0,
            n_nodes_of_others: self.pool.0.n_nodes.load(Ordering::Relaxed),
        }
    }
}

/// The part of one search in a pool.
#[derive(Debug)]
pub(crate) struct Sharing<'b> {
    taken: &'b TakenBranch,
    /// The nodes of this search when it last tried to give a branch.
    n_nodes_at_last: u64,
    /// The nodes and solutions of this search that are in the sums of all.
    n_nodes_added: u64,
    n_solutions_added: u64,
    n_nodes_of_others: u64,
}

impl Sharing<'_> {
    /// Whether a branch is to be given after this number of nodes.
    pub(crate) fn is_due(&self, n_nodes: u64) -> bool {
        let pool = &self.taken.pool.0;
        n_nodes >= self.n_nodes_at_last + pool.min_nodes
            && pool.n_wanted.load(Ordering::Relaxed) > 0
    }

    /// Sets the number of nodes at which the search last tried to give a branch.
    pub(crate) fn set_tried(&mut self, n_nodes: u64) {
        self.n_nodes_at_last = n_nodes;
    }

    /// Gives the alternatives left at a choice point below these decisions of the search.
    pub(crate) fn give(
        &self,
        decisions: impl Iterator<Item = Atom>,
        frame: Frame,
        weights: &[f64],
    ) {
        let OpenBranch {
            path,
            n_assumptions,
            ..
        } = &self.taken.branch;
        self.taken.pool.give(OpenBranch {
            path: path.iter().copied().chain(decisions).collect(),
            n_assumptions: *n_assumptions,
            frame: Some(frame),
            weights: weights.to_vec(),
        });
    }

    /// The nodes, in steps, and the solutions of all other searches of the pool.
    pub(crate) fn counts_of_others(&mut self, stats: &Stats) -> (u64, u64) {
        if stats.nodes - self.n_nodes_added >= NODES_BETWEEN_SUMS {
            self.add_nodes(stats.nodes);
        }
        self.add_solutions(stats.solutions);
        let n_solutions = self.taken.pool.0.n_solutions.load(Ordering::Relaxed);
        (self.n_nodes_of_others, n_solutions - self.n_solutions_added)
    }

    /// Adds the solutions of this search to the sum of all.
    pub(crate) fn add_solutions(&mut self, n_solutions: u64) {
        if n_solutions > self.n_solutions_added {
            let new = n_solutions - self.n_solutions_added;
            let sum = &self.taken.pool.0.n_solutions;
            sum.fetch_add(new, Ordering::Relaxed);
            self.n_solutions_added = n_solutions;
        }
    }

    /// Adds the nodes of this search to the sum of all.
    pub(crate) fn add_nodes(&mut self, n_nodes: u64) {
        let new = n_nodes - self.n_nodes_added;
        let before = self.taken.pool.0.n_nodes.fetch_add(new, Ordering::Relaxed);
        self.n_nodes_of_others = before - self.n_nodes_added;
        self.n_nodes_added = n_nodes;
    }
}
