//! Depth-first search on an explicit stack, with restarts, branch and bound, and limited discrepancy search.

use gridwright_control::End;

use crate::kernel::Fixpoint;
use crate::search::branching::{BranchContext, Branching, Decision};
use crate::search::events::{Event, Flow};
use crate::search::frame::Frame;
use crate::search::labelling::{Alternatives, Label};
use crate::search::restart::Restarter;
use crate::search::run::Run;
use crate::search::sharing::{Sharing, TakenBranch};
use crate::search::{Method, Search};

/// The state of one plain search.
#[derive(Debug)]
pub(crate) struct Dfs<'b> {
    frames: Vec<Frame>,
    /// The variable being labelled; it is fixed before branching chooses another.
    label: Option<Label>,
    /// Whether a choice succeeded since a backtrack was last counted: only then does undoing a choice count again.
    one_level: bool,
    /// For limited discrepancy search: the number of discrepancies allowed, whether it cut off a branch, and the number on
    /// the path to the current node.
    budget: Option<u32>,
    cut: bool,
    discrepancies: u32,
    /// The depth of the node at which the last key was fixed, if all are.
    keys_fixed_at: Option<usize>,
    restarter: Restarter,
    /// If open branches are given to other searches.
    sharing: Option<Sharing<'b>>,
}

/// Where a search resumes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ResumeAt {
    /// At an unexplored node at its fixpoint.
    Node,
    /// At the solution where the sink stopped it.
    Solution,
    /// Between two alternatives, where a limit stopped it.
    Pause,
}

impl<'b> Dfs<'b> {
    /// A new search; reuses the memory of the stack of an earlier one.
    pub(crate) fn new(search: &Search, mut frames: Vec<Frame>) -> Dfs<'b> {
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
            sharing: None,
        }
    }

    /// Searches a branch that was taken from a pool, and gives parts of it to other searches. The current node is at its fixpoint, after the decisions of its path.
    pub(crate) fn run_branch(
        &mut self,
        run: &mut Run<'_, '_>,
        branching: &mut dyn Branching,
        taken: &'b TakenBranch,
    ) -> End {
        let branch = taken.branch();
        self.sharing = Some(taken.sharing());
        let depth = run.kernel.store.depth();
        let floor = depth - (branch.path.len() - branch.n_assumptions);
        let from = match &branch.frame {
            Some(frame) => {
                run.weights.by_var.copy_from_slice(&branch.weights);
                self.frames.push(Frame {
                    depth,
                    inside: false,
                    ..frame.clone()
                });
                // The root of a run counts as a node; here it is the choice point, which was counted by the giver.
                run.stats.nodes -= 1;
                ResumeAt::Pause
            }
            None => ResumeAt::Node,
        };
        let end = self.resume(run, branching, floor, from);
        if let Some(sharing) = &mut self.sharing {
            sharing.add_nodes(run.stats.nodes);
            sharing.add_solutions(run.stats.solutions);
        }
        end
    }

    /// Searches below the current node, which is at its fixpoint.
    pub(crate) fn run(&mut self, run: &mut Run<'_, '_>, branching: &mut dyn Branching) -> End {
        let floor = run.kernel.store.depth();
        self.resume(run, branching, floor, ResumeAt::Node)
    }

    /// The stack, for a later search.
    pub(crate) fn into_frames(self) -> Vec<Frame> {
        self.frames
    }

    /// Resumes a search that began at depth `floor`.
    pub(crate) fn resume(
        &mut self,
        run: &mut Run<'_, '_>,
        branching: &mut dyn Branching,
        floor: usize,
        mut from: ResumeAt,
    ) -> End {
        loop {
            match self.descend(run, branching, floor, from) {
                Descent::Restart => {
                    run.stats.restarts += 1;
                    run.kernel.back_to(floor);
                    run.report(|| Event::Restart);
                }
                Descent::Ended(End::Exhausted) if self.cut => {
                    self.cut = false;
                    self.budget = self.budget.map(|budget| budget + 1);
                    run.kernel.back_to(floor);
                }
                Descent::Ended(end) => return end,
            }
            from = ResumeAt::Node;
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
        from: ResumeAt,
    ) -> Descent {
        if from == ResumeAt::Solution {
            self.skip_below_keys(run);
        }
        if from != ResumeAt::Node
            && let Err(descent) = self.advance(run)
        {
            return descent;
        }
        loop {
            let n_decisions = (run.kernel.store.depth() - floor) as u64;
            run.stats.depth = run.stats.depth.max(n_decisions);
            self.note_keys(run);
            match self.choose(run, branching) {
                Some((alternatives, auxiliary)) => {
                    let store = &run.kernel.store;
                    let has_cost = run.objective.is_some_and(|cost| store.is_fixed(cost));
                    self.frames.push(Frame {
                        depth: run.kernel.store.depth(),
                        alternatives,
                        n_alternatives: alternatives.number(&run.kernel.store),
                        tried: 0,
                        given: false,
                        last: 0,
                        inside: false,
                        counts: false,
                        discrepancies: self.discrepancies,
                        auxiliary,
                        same_cost: auxiliary && has_cost,
                    });
                }
                None => {
                    match run.solution() {
                        Ok(Flow::Continue) => {}
                        Ok(Flow::Stop) => return Descent::Ended(End::Stopped),
                        Err(limit) => return Descent::Ended(End::LimitReached(limit)),
                    }
                    self.skip_below_keys(run);
                }
            }
            if let Err(descent) = self.advance(run) {
                return descent;
            }
        }
    }

    /// The alternatives at the current node, and whether they are of an auxiliary variable; `None` at a solution.
    fn choose(
        &mut self,
        run: &mut Run<'_, '_>,
        branching: &mut dyn Branching,
    ) -> Option<(Alternatives, bool)> {
        let store = &run.kernel.store;
        let mut auxiliary = false;
        let label = match self.label.take() {
            Some(label) if !store.is_fixed(label.var.view()) => {
                auxiliary = self.frames.last().is_some_and(|frame| frame.auxiliary);
                label
            }
            _ => {
                let context = BranchContext {
                    store,
                    weights: &run.weights.by_var,
                };
                match branching.next(&context)? {
                    Decision::Split(atom) => {
                        let atoms = [atom, !atom];
                        return Some((Alternatives::Two { atoms, label: None }, false));
                    }
                    Decision::Label(var, choice) => Label::new(var, choice),
                    Decision::Auxiliary(var, choice) => {
                        auxiliary = true;
                        Label::new(var, choice)
                    }
                }
            }
        };
        let alternatives = label.alternatives(run.kernel, run.rng, &mut run.limits);
        Some((alternatives, auxiliary))
    }

    /// Backtracks to the nearest choice point with an alternative left and takes it. The error is the end of the descent.
    fn advance(&mut self, run: &mut Run<'_, '_>) -> Result<(), Descent> {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Err(Descent::Ended(End::Exhausted));
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
            if let Some(sharing) = &mut self.sharing {
                let (n_nodes, n_solutions) = sharing.counts_of_others(run.stats);
                run.limits.set_counts_of_others(n_nodes, n_solutions);
            }
            if let Some(limit) = run.limits.check(run.stats) {
                return Err(Descent::Ended(End::LimitReached(limit)));
            }
            if let Some(sharing) = &mut self.sharing
                && sharing.is_due(run.stats.nodes)
            {
                give_highest(sharing, &mut self.frames, self.keys_fixed_at, run);
            }
            let frame = self.frames.last_mut().expect("giving removes no frame");
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
            run.stats.nodes += u64::from(!frame.auxiliary);
            match run.decide(atom, frame.n_alternatives) {
                Ok(Fixpoint::Reached) => {
                    frame.inside = true;
                    frame.counts = var.is_none_or(|var| run.kernel.store.is_fixed(var.view()));
                    if frame.counts {
                        self.one_level = true;
                    }
                    self.label = label;
                    return Ok(());
                }
                Ok(Fixpoint::Interrupted) => {
                    return Err(Descent::Ended(run.limits.interrupted()));
                }
                Err(_) => {
                    run.kernel.back_to(frame.depth);
                    self.restarter.failure(1);
                    if self.restarter.is_due(false) {
                        return Err(Descent::Restart);
                    }
                }
            }
        }
    }

    /// Records the depth at which all keys are fixed: solutions below this node count as one.
    fn note_keys(&mut self, run: &Run<'_, '_>) {
        if let Some(keys) = run.keys
            && self.keys_fixed_at.is_none()
            && keys.iter().all(|key| run.kernel.store.is_fixed(key.view()))
        {
            self.keys_fixed_at = Some(run.kernel.store.depth());
        }
    }

    /// After a solution, drops the choice points that lead to no other answer: those below the node where all keys were
    /// fixed and, with an objective, those of auxiliary variables whose solutions have the same cost.
    fn skip_below_keys(&mut self, run: &mut Run<'_, '_>) {
        while self.frames.last().is_some_and(|frame| frame.same_cost) {
            self.frames.pop();
        }
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

/// Gives the untried alternatives of the highest choice point. It is not the last one, which would leave nothing to search, and not one below the node where all keys are fixed, where one
/// solution is enough.
fn give_highest(
    sharing: &mut Sharing<'_>,
    frames: &mut [Frame],
    keys_fixed_at: Option<usize>,
    run: &Run<'_, '_>,
) {
    let Some((_, above)) = frames.split_last() else {
        return;
    };
    let highest = above
        .iter()
        .position(|frame| !frame.given && frame.tried < frame.n_alternatives);
    let decides_keys = |at: &usize| keys_fixed_at.is_none_or(|depth| frames[*at].depth < depth);
    sharing.set_tried(run.stats.nodes);
    if let Some(at) = highest.filter(decides_keys) {
        let decisions = above[..at].iter().map(Frame::decision);
        let frame = frames[at].clone();
        sharing.give(decisions, frame, &run.weights.by_var);
        frames[at].given = true;
    }
}

/// How a descent ended.
enum Descent {
    Ended(End),
    Restart,
}
