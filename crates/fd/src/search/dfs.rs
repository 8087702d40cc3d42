//! Depth-first search on an explicit stack: complete, or by limited discrepancy, with restarts and branch and bound.

use gridwright_control::End;

use crate::kernel::Fixpoint;
use crate::search::branching::{BranchContext, Branching, Decision};
use crate::search::events::{Event, Flow};
use crate::search::labelling::{Alternatives, Label};
use crate::search::restart::Restarter;
use crate::search::run::Run;
use crate::search::{Method, Search};
use crate::vars::{Atom, Var};

/// A place in the tree where alternatives are left.
#[derive(Debug)]
pub(crate) struct Frame {
    /// The decisions in force before any alternative of this place.
    depth: usize,
    alternatives: Alternatives,
    n_alternatives: u32,
    /// How many alternatives were tried.
    tried: u32,
    /// The value tried last, for `Alternatives::Values`.
    last: i32,
    /// Whether an alternative is in force, and whether going back over it counts as a backtrack.
    inside: bool,
    counts: bool,
    /// Steps to the right on the way here.
    discrepancies: u32,
}

/// The state of one plain search.
#[derive(Debug)]
pub(crate) struct Dfs {
    frames: Vec<Frame>,
    /// The variable that is being fixed and must be finished first.
    label: Option<Label>,
    /// Whether a choice succeeded since a backtrack was last counted.
    one_level: bool,
    /// Steps to the right allowed, whether that cut anything, and those taken to the current node.
    budget: Option<u32>,
    cut: bool,
    discrepancies: u32,
    /// The depth at which all keys were fixed.
    keys_fixed_at: Option<usize>,
    restarter: Restarter,
}

/// Where a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum From {
    /// From a node at its fixpoint, below which nothing was looked at.
    Node,
    /// From the solution at which the sink said stop.
    Solution,
    /// From where a limit that is counted came between two alternatives.
    Pause,
}

impl Dfs {
    /// A search that has not begun; `frames` is the stack of an earlier one, whose memory it takes over.
    pub(crate) fn new(search: &Search, mut frames: Vec<Frame>) -> Dfs {
        frames.clear();
        Dfs {
            frames,
            label: None,
            one_level: false,
            budget: (search.method == Method::LimitedDiscrepancy).then_some(0),
            cut: false,
            discrepancies: 0,
            keys_fixed_at: None,
            restarter: Restarter::new(search.restart),
        }
    }

    /// Searches below the current node, which is at its fixpoint.
    pub(crate) fn run(&mut self, run: &mut Run<'_, '_>, branching: &mut dyn Branching) -> End {
        let floor = run.kernel.store.depth();
        self.walk(run, branching, floor, From::Node)
    }

    /// The stack, for a later search.
    pub(crate) fn into_frames(self) -> Vec<Frame> {
        self.frames
    }

    /// Goes on with a search that began at the depth `floor`.
    pub(crate) fn walk(
        &mut self,
        run: &mut Run<'_, '_>,
        branching: &mut dyn Branching,
        floor: usize,
        mut from: From,
    ) -> End {
        loop {
            match self.descend(run, branching, floor, from) {
                Walked::Restart => {
                    run.stats.restarts += 1;
                    run.kernel.back_to(floor);
                    run.report(|| Event::Restart);
                }
                Walked::Ended(End::Exhausted) if self.cut => {
                    self.cut = false;
                    self.budget = self.budget.map(|budget| budget + 1);
                    run.kernel.back_to(floor);
                }
                Walked::Ended(end) => return end,
            }
            from = From::Node;
            self.frames.clear();
            self.label = None;
            self.discrepancies = 0;
            self.keys_fixed_at = None;
        }
    }

    fn descend(
        &mut self,
        run: &mut Run<'_, '_>,
        branching: &mut dyn Branching,
        floor: usize,
        from: From,
    ) -> Walked {
        if from == From::Solution {
            self.skip_below_keys(run);
        }
        if from != From::Node {
            match self.advance(run) {
                Ok(true) => {}
                Ok(false) => return Walked::Restart,
                Err(end) => return Walked::Ended(end),
            }
        }
        loop {
            run.stats.depth = run
                .stats
                .depth
                .max((run.kernel.store.depth() - floor) as u64);
            self.note_keys(run);
            match self.choose(run, branching) {
                Some(alternatives) => {
                    self.frames.push(Frame {
                        depth: run.kernel.store.depth(),
                        alternatives,
                        n_alternatives: alternatives.number(&run.kernel.store),
                        tried: 0,
                        last: 0,
                        inside: false,
                        counts: false,
                        discrepancies: self.discrepancies,
                    });
                }
                None => {
                    match run.solution() {
                        Ok(Flow::Continue) => {}
                        Ok(Flow::Stop) => return Walked::Ended(End::Stopped),
                        Err(limit) => return Walked::Ended(End::LimitReached(limit)),
                    }
                    self.skip_below_keys(run);
                }
            }
            match self.advance(run) {
                Ok(true) => {}
                Ok(false) => return Walked::Restart,
                Err(end) => return Walked::Ended(end),
            }
        }
    }

    /// What is decided at the current node; `None` at a solution.
    fn choose(
        &mut self,
        run: &mut Run<'_, '_>,
        branching: &mut dyn Branching,
    ) -> Option<Alternatives> {
        let store = &run.kernel.store;
        let label = match self.label.take() {
            Some(label) if !store.is_fixed(label.var.view()) => label,
            _ => {
                let look = BranchContext {
                    store,
                    weights: &run.weights.by_var,
                };
                match branching.next(&look)? {
                    Decision::Split(atom) => {
                        return Some(Alternatives::Two {
                            facts: [atom, !atom],
                            label: None,
                        });
                    }
                    Decision::Label(var, choice) => Label::new(var, choice),
                }
            }
        };
        Some(label.alternatives(run.kernel, run.rng, &mut run.meter))
    }

    /// Goes back to the nearest place with an alternative left and takes it. False if it is time to restart.
    fn advance(&mut self, run: &mut Run<'_, '_>) -> Result<bool, End> {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Err(End::Exhausted);
            };
            if frame.inside {
                frame.inside = false;
                if frame.counts && self.one_level {
                    self.one_level = false;
                    run.stats.backtracks += 1;
                }
                let depth = frame.depth;
                run.kernel.back_to(depth);
                if self.keys_fixed_at.is_some_and(|at| at > depth) {
                    self.keys_fixed_at = None;
                }
                run.report(|| Event::Backtrack { depth });
            }
            if let Some(limit) = run.meter.check(run.stats) {
                return Err(End::LimitReached(limit));
            }
            let allowed = self
                .budget
                .is_none_or(|budget| frame.tried == 0 || frame.discrepancies < budget);
            let Some((atom, var, label)) = frame.next(run) else {
                self.frames.pop();
                continue;
            };
            if !allowed {
                self.cut = true;
                self.frames.pop();
                continue;
            }
            self.discrepancies = frame.discrepancies + u32::from(frame.tried > 1);
            run.stats.nodes += 1;
            match run.decide(atom, frame.n_alternatives) {
                Ok(Fixpoint::Reached) => {
                    frame.inside = true;
                    frame.counts = var.is_none_or(|var| run.kernel.store.is_fixed(var.view()));
                    if frame.counts {
                        self.one_level = true;
                    }
                    self.label = label;
                    return Ok(true);
                }
                Ok(Fixpoint::Interrupted) => {
                    let limit = run.meter.over.expect("an interruption has a cause");
                    return Err(End::LimitReached(limit));
                }
                Err(_) => {
                    run.kernel.back_to(frame.depth);
                    self.restarter.failure(1);
                    if self.restarter.is_due(false) {
                        return Ok(false);
                    }
                }
            }
        }
    }

    /// Notes when all keys are fixed: solutions below this node are one.
    fn note_keys(&mut self, run: &Run<'_, '_>) {
        if let Some(keys) = run.keys
            && self.keys_fixed_at.is_none()
            && keys.iter().all(|key| run.kernel.store.is_fixed(key.view()))
        {
            self.keys_fixed_at = Some(run.kernel.store.depth());
        }
    }

    /// After a solution: leaves the places below the node where all keys were fixed.
    fn skip_below_keys(&mut self, run: &mut Run<'_, '_>) {
        let Some(depth) = self.keys_fixed_at else {
            return;
        };
        if run.objective.is_some() {
            return;
        }
        while self.frames.last().is_some_and(|frame| frame.depth >= depth) {
            self.frames.pop();
        }
    }
}

/// How a walk through the tree ended.
enum Walked {
    Ended(End),
    Restart,
}

impl Frame {
    /// The next alternative: its fact, the variable it labels, and the label in force after it.
    fn next(&mut self, run: &Run<'_, '_>) -> Option<(Atom, Option<Var>, Option<Label>)> {
        self.tried += 1;
        match self.alternatives {
            Alternatives::Two { facts, label } => {
                let fact = *facts.get(self.tried as usize - 1)?;
                Some((fact, label.map(|label| label.var), label))
            }
            Alternatives::Values { var, down } => {
                let (store, view) = (&run.kernel.store, var.view());
                let value = match (self.tried, down) {
                    (1, false) => store.min(view),
                    (1, true) => store.max(view),
                    (_, false) => store.next_value(view, self.last.checked_add(1)?)?,
                    (_, true) => store.previous_value(view, self.last.checked_sub(1)?)?,
                };
                self.last = value;
                Some((Atom::eq(var, value), Some(var), None))
            }
        }
    }
}
