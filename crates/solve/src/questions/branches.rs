//! Open branches: sessions of one model, usually on several threads, that share the tree of one plain search.

use gridwright_fd::{Assignment, BranchPool, End, Limit, OpenBranch, Select, TakenBranch};

use crate::error::SolveError;
use crate::options::ModelEngine;
use crate::questions::LastTwo;
use crate::schedule::{Goal, Schedule};
use crate::session::{Backend, Session};

/// What the search of one branch found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchResult {
    /// The number of solutions found.
    pub solutions: u64,
    /// The last two of them.
    pub last: Vec<Assignment>,
    /// Why there may be more; `None` if these are all.
    pub limit: Option<Limit>,
}

impl Session {
    /// A pool of the search tree for a goal, for this number of sessions of the same model and options. `None` if the goal is not reached by plain search alone, or by one whose branches
    /// cannot be shared.
    ///
    /// The sessions begin with the whole tree. But a search that counts conflicts of variables learns less in parts of the tree, so it begins with `n_cubes` cubes, which are chosen by look-ahead
    /// instead.
    ///
    /// ```
    /// use gridwright_constraints::all_different;
    /// use gridwright_fd::Model;
    /// use gridwright_solve::{Goal, RunOptions, Session};
    /// let mut model = Model::new();
    /// let x = model.vars(["a", "b", "c", "d", "e"], 1..=5)?;
    /// model.post(all_different(x))?;
    /// let mut session = Session::new(&model, &RunOptions::new())?;
    /// let pool = session.branch_pool(Goal::All, 2, 8)?.expect("plain search counts");
    /// let mut sum = 0;
    /// while let Some(branch) = pool.take() {
    ///     sum += session.search_branch(branch, u64::MAX)?.solutions;
    /// }
    /// assert_eq!(sum, 120);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn branch_pool(
        &mut self,
        goal: Goal,
        n_sessions: usize,
        n_cubes: usize,
    ) -> Result<Option<BranchPool>, SolveError> {
        let is_plain = self.schedule(goal) == Schedule::only(ModelEngine::Fd);
        let can_share = match &mut self.backend {
            Backend::Solvers { fd, .. } => is_plain && fd.primary().can_share(&self.plain),
            Backend::Oracle(_) => false,
        };
        if !can_share {
            return Ok(None);
        }
        let mut groups = self.plain.groups.iter();
        let cubes = match groups.any(|group| group.select == Select::DomWDeg) {
            true => self.cubes(n_cubes, goal)?,
            false => vec![Vec::new()],
        };
        let branches = cubes.iter().map(|cube| {
            self.assume(cube);
            OpenBranch::whole(&self.assumptions)
        });
        let branches: Vec<OpenBranch> = branches.collect();
        Ok(Some(BranchPool::new(branches, n_sessions)))
    }

    /// Searches a branch, and gives parts of it to the other sessions of its pool. The node limit and the number `max` of solutions are those of all of them together.
    pub fn search_branch(
        &mut self,
        branch: TakenBranch,
        max: u64,
    ) -> Result<BranchResult, SolveError> {
        self.refuse_objective("a search of branches")?;
        let limits = self.at_most(max);
        let Backend::Solvers { fd, .. } = &mut self.backend else {
            unreachable!("the oracle has no pool");
        };
        let mut found = LastTwo::default();
        let outcome = fd
            .primary()
            .run_branch(&self.plain, branch, &limits, &mut found)?;
        self.add_run(0, ModelEngine::Fd, &outcome.stats);
        Ok(BranchResult {
            solutions: outcome.stats.solutions,
            last: found.before.into_iter().chain(found.last).collect(),
            limit: match outcome.end {
                End::LimitReached(limit) => Some(limit),
                _ => None,
            },
        })
    }
}
