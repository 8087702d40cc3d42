//! The solver: its state, and the main loop of propagation, conflict analysis and decisions.

use gridwright_control::ActivityHeap;

use crate::analyse::Analysis;
use crate::clauses::PendingClauses;
use crate::eliminate::Elimination;
use crate::exchange::Exchange;
use crate::groups::Groups;
use crate::literal::Literal;
use crate::proof::ProofState;
use crate::restarts::Restarts;
use crate::trail::{PackedReason, Trail};

/// A CDCL solver over clauses and at-most-one groups.
#[derive(Debug)]
pub struct Solver {
    pub(crate) trail: Trail,
    /// All clauses of three literals or more. Each is a header of `HEADER` words (its length, its `Info`, and the position in it where the last search for a new watch
    /// ended), followed by its literals. A clause is identified by the index of its header; index 0 is not used.
    pub(crate) arena: Vec<u32>,
    /// By literal, the clauses that watch it.
    pub(crate) watches: Vec<Vec<Watch>>,
    /// By literal, the other literals of its binary clauses.
    pub(crate) binaries: Vec<Vec<Literal>>,
    /// The number of binary clauses that were added.
    pub(crate) n_binaries: usize,
    pub(crate) groups: Groups,
    pub(crate) pending: PendingClauses,
    /// Variables by activity: the order of decisions.
    pub(crate) order: ActivityHeap,
    pub(crate) restarts: Restarts,
    pub(crate) analysis: Analysis,
    /// By variable: the saved phase.
    pub(crate) phases: Vec<bool>,
    /// By variable: its phase in the longest conflict-free trail since the last mode change (1, -1, or 0 if unassigned). Used in stable mode.
    pub(crate) best_phases: Vec<i8>,
    pub(crate) best_trail_len: usize,
    /// The chronological-backtracking limit: instead of a longer backjump, only the last level is undone.
    pub(crate) max_backjump: usize,
    pub(crate) counts: Counts,
    pub(crate) next_reduction: u64,
    pub(crate) n_reductions: u64,
    /// The number of literals that were fixed at the root at the last simplification.
    pub(crate) n_simplified: usize,
    /// There is no solution.
    pub(crate) is_unsat: bool,
    /// The assumptions of the current search.
    pub(crate) assumptions: Vec<Literal>,
    /// The number of leading assumptions that are known to be true.
    pub(crate) n_assumed: usize,
    /// The decisions of levels up to this one are assumptions.
    pub(crate) assumption_depth: usize,
    /// After a search without a solution: assumptions that conflict.
    pub(crate) failed: Vec<Literal>,
    /// The log of a proof, if one is written.
    pub(crate) proof: Option<Box<ProofState>>,
    /// The origin of clauses and groups that are added, for proofs.
    pub(crate) origin: u32,
    pub(crate) elimination: Elimination,
    /// The exchange of learnt clauses, if there is one.
    pub(crate) exchange: Option<Box<Exchange>>,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatResult {
    /// There is a solution; [`Solver::holds`] reads it until a clause or group is added.
    Sat,
    /// There is none.
    Unsat,
    /// The callback stopped the search.
    Stopped,
}

/// Counts since the solver was created.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Decisions, without assumptions.
    pub decisions: u64,
    /// Conflicts; each adds a learnt clause.
    pub conflicts: u64,
    /// Propagated literals.
    pub propagations: u64,
    /// Watches visited.
    pub visits: u64,
    /// Restarts.
    pub restarts: u64,
    /// The highest decision level.
    pub depth: u64,
    /// Clauses of other solvers that were imported.
    pub imported: u64,
    /// Variables that were eliminated.
    pub eliminated: u64,
}

/// An entry of a watch list: a clause, and a blocker, which is another of its literals. If the blocker is true, the clause need not be visited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) clause: u32,
    pub(crate) blocker: Literal,
}

/// The number of words before the literals of a clause.
pub(crate) const HEADER: usize = 3;

/// One word about a clause: whether it is learnt, how many reductions it survives, and its LBD.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Info(pub(crate) u32);

impl Info {
    pub(crate) const ORIGINAL: Info = Info(0);
    const LEARNT: u32 = 1 << 31;
    /// The lowest of the two bits that hold [`Info::used`].
    const USED: u32 = 29;

    pub(crate) fn learnt(lbd: u32) -> Info {
        Info(Info::LEARNT | 1 << Info::USED | lbd)
    }

    pub(crate) fn is_learnt(self) -> bool {
        self.0 & Info::LEARNT != 0
    }

    pub(crate) fn lbd(self) -> u32 {
        self.0 & ((1 << Info::USED) - 1)
    }

    /// How many more reductions it survives because it was used in a conflict recently.
    pub(crate) fn used(self) -> u32 {
        self.0 >> Info::USED & 3
    }

    pub(crate) fn with(self, used: u32, lbd: u32) -> Info {
        Info(self.0 & Info::LEARNT | used << Info::USED | lbd)
    }
}

/// The default of [`Solver::limit_backjumps`]. If a formula has many nearly independent parts, a long backjump may undo thousands of decisions that the search would then
/// repeat.
const MAX_BACKJUMP: usize = 100;

/// The estimated bytes of a variable besides its lists and its place in the trail: activity, place in the heap, phases, and marks of the analysis.
const VAR_BYTES: usize = 32;

/// The number of decisions between two calls of the callback.
const STOP_CHECK_INTERVAL: u64 = 128;

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver without clauses.
    pub fn new() -> Solver {
        let mut solver = Solver {
            trail: Trail::default(),
            arena: vec![0],
            watches: Vec::new(),
            binaries: Vec::new(),
            n_binaries: 0,
            groups: Groups::default(),
            pending: PendingClauses::default(),
            order: ActivityHeap::new(),
            restarts: Restarts::new(),
            analysis: Analysis::default(),
            phases: Vec::new(),
            best_phases: Vec::new(),
            best_trail_len: 0,
            max_backjump: MAX_BACKJUMP,
            counts: Counts::default(),
            next_reduction: 0,
            n_reductions: 0,
            n_simplified: 0,
            is_unsat: false,
            assumptions: Vec::new(),
            n_assumed: 0,
            assumption_depth: 0,
            failed: Vec::new(),
            proof: None,
            origin: 0,
            elimination: Elimination::default(),
            exchange: None,
        };
        let truth = solver.add_var(true);
        solver.trail.assign(truth, PackedReason::NONE);
        solver
    }

    /// Sets the chronological-backtracking limit: if a backjump would undo more than this many levels besides the last one, only the last is undone, and the asserted
    /// literal is assigned out of order (Nadel and Ryvchin 2018).
    pub fn limit_backjumps(&mut self, decisions: usize) {
        self.max_backjump = decisions;
    }

    /// Adds a variable with an initial phase.
    pub fn add_var(&mut self, phase: bool) -> Literal {
        let var = self.trail.n_vars();
        self.trail.add_var();
        self.watches.extend([Vec::new(), Vec::new()]);
        self.binaries.extend([Vec::new(), Vec::new()]);
        let item = self.order.add_item();
        self.order.insert(item);
        self.analysis.add_var();
        self.groups.add_var();
        self.elimination.add_var();
        self.phases.push(phase);
        self.best_phases.push(0);
        Literal::positive(var)
    }

    /// Looks for a solution. The callback is called at every conflict, every few decisions, and before new groups are indexed; the search stops if it returns true.
    pub fn solve(&mut self, should_stop: &mut dyn FnMut(&Solver) -> bool) -> SatResult {
        self.solve_under(&[], should_stop)
    }

    /// Looks for a solution in which all assumptions hold. Assumptions are the first decisions (Eén and Sörensson 2003). If there is no such solution,
    /// [`Solver::failed_assumptions`] returns assumptions that conflict. Learnt clauses do not depend on the assumptions and are kept.
    pub fn solve_under(
        &mut self,
        assumptions: &[Literal],
        should_stop: &mut dyn FnMut(&Solver) -> bool,
    ) -> SatResult {
        self.back_to(0);
        for literal in assumptions {
            self.freeze(literal.var());
        }
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        self.n_assumed = 0;
        self.failed.clear();
        if self.is_unsat {
            return SatResult::Unsat;
        }
        self.attach_pending();
        if !self.groups.is_indexed() {
            // What follows takes a while for millions of literals.
            if should_stop(self) {
                return SatResult::Stopped;
            }
            // A literal may have been assigned after its group was added.
            self.groups.index(self.trail.n_vars());
            self.trail.head = 0;
        }
        loop {
            if let Err(conflict) = self.propagate() {
                self.counts.conflicts += 1;
                if !self.learn(conflict) {
                    self.is_unsat = true;
                    return SatResult::Unsat;
                }
                if should_stop(self) {
                    self.back_to(0);
                    return SatResult::Stopped;
                }
                continue;
            }
            #[cfg(test)]
            self.check();
            if self.restarts.is_due() {
                self.restart();
                if !self.exchange_clauses() {
                    return SatResult::Unsat;
                }
                continue;
            }
            if self.counts.conflicts >= self.next_reduction {
                if !self.reduce() {
                    return SatResult::Unsat;
                }
                if self.elimination.is_due(self.counts.conflicts)
                    && let Some(result) = self.eliminate(should_stop)
                {
                    return result;
                }
                continue;
            }
            match self.decide_assumption() {
                Ok(true) => continue,
                Ok(false) => {}
                Err(false_assumption) => {
                    self.analyse_failure(false_assumption);
                    self.back_to(0);
                    return SatResult::Unsat;
                }
            }
            if !self.decide() {
                self.extend_solution();
                return SatResult::Sat;
            }
            if self.counts.decisions.is_multiple_of(STOP_CHECK_INTERVAL) && should_stop(self) {
                self.back_to(0);
                return SatResult::Stopped;
            }
        }
    }

    /// Whether a literal is true: in the solution, after [`SatResult::Sat`]; otherwise at the root.
    pub fn holds(&self, literal: Literal) -> bool {
        self.trail.holds(literal)
    }

    /// After [`SatResult::Unsat`]: assumptions that cannot hold together. Empty if there is no solution at all.
    pub fn failed_assumptions(&self) -> &[Literal] {
        &self.failed
    }

    /// The counts so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// An estimate of the bytes in use.
    pub fn memory(&self) -> usize {
        // Each literal has a watch list and a list of binary clauses.
        let lists = self.watches.capacity() * size_of::<Vec<Watch>>()
            + self.binaries.capacity() * size_of::<Vec<Literal>>();
        // Each clause of the arena has three literals or more, and two watches.
        let n_clauses = self.arena.len() / (HEADER + 3);
        let watches = n_clauses * 2 * size_of::<Watch>();
        // In both lists. While a clause is not attached it takes as much.
        let binaries = self.n_binaries * 2 * size_of::<Literal>();
        4 * self.arena.capacity()
            + lists
            + watches
            + binaries
            + self.phases.len() * VAR_BYTES
            + self.trail.memory()
            + self.groups.memory()
            + self.elimination.memory()
            + self.proof.as_ref().map_or(0, |proof| proof.memory())
    }

    /// Adds a clause of two literals or more and its watches. The first two literals are watched, so unassigned literals must come before false ones. Returns the clause
    /// as the reason of its first literal.
    pub(crate) fn add_attached(&mut self, literals: &[Literal], info: Info) -> PackedReason {
        let (first, second) = (literals[0], literals[1]);
        if literals.len() == 2 {
            self.n_binaries += 1;
            self.binaries[first.code()].push(second);
            self.binaries[second.code()].push(first);
            return PackedReason::binary(second);
        }
        let clause = self.write_clause(literals, info);
        for (watched, blocker) in [(first, second), (second, first)] {
            self.watches[watched.code()].push(Watch { clause, blocker });
        }
        PackedReason::clause(clause)
    }

    /// Writes a clause to the arena; returns its position.
    pub(crate) fn write_clause(&mut self, literals: &[Literal], info: Info) -> u32 {
        let clause = self.arena.len() as u32;
        self.arena.push(literals.len() as u32);
        self.arena.push(info.0);
        self.arena.push(2);
        self.arena
            .extend(literals.iter().map(|literal| literal.word()));
        clause
    }

    /// Backtracks to a level.
    pub(crate) fn back_to(&mut self, level: usize) {
        if self.trail.depth() <= level {
            return;
        }
        let (phases, order) = (&mut self.phases, &mut self.order);
        self.trail.back_to(level, &mut |literal| {
            phases[literal.var()] = literal.is_positive();
            order.insert(literal.var());
        });
        self.n_assumed = 0;
        self.assumption_depth = self.assumption_depth.min(level);
    }

    /// Decides the first unassigned assumption; false if all are true. The error is an assumption that is false.
    #[inline]
    fn decide_assumption(&mut self) -> Result<bool, Literal> {
        while let Some(&literal) = self.assumptions.get(self.n_assumed) {
            match self.trail.value(literal) {
                0 => {
                    self.trail.decide(literal);
                    self.assumption_depth = self.trail.depth();
                    return Ok(true);
                }
                value if value < 0 => return Err(literal),
                _ => self.n_assumed += 1,
            }
        }
        Ok(false)
    }

    /// Whether a variable is neither assigned nor eliminated.
    #[inline]
    fn is_open(&self, var: usize) -> bool {
        self.trail.value(Literal::positive(var)) == 0 && !self.elimination.is_eliminated(var)
    }

    /// Decides the most active unassigned variable; false if all are assigned.
    fn decide(&mut self) -> bool {
        let var = loop {
            match self.order.pop() {
                None => return false,
                Some(var) if self.is_open(var) => break var,
                Some(_) => {}
            }
        };
        let phase = match self.best_phases[var] {
            value if value != 0 && self.restarts.is_stable() => value > 0,
            _ => self.phases[var],
        };
        let literal = Literal::positive(var);
        self.trail.decide(if phase { literal } else { !literal });
        self.counts.decisions += 1;
        self.counts.depth = self.counts.depth.max(self.trail.depth() as u64);
        true
    }

    /// Restarts, but keeps the first decisions that would be made again (trail reuse: van der Tak, Ramos and Heule 2011).
    fn restart(&mut self) {
        self.counts.restarts += 1;
        let next = loop {
            match self.order.peek() {
                Some(var) if !self.is_open(var) => {
                    self.order.pop();
                }
                next => break next,
            }
        };
        let score = next.map_or(0.0, |var| self.order.activity(var));
        let is_made_again = |&level: &usize| {
            let decision = self.trail.literals()[self.trail.start(level)];
            level <= self.assumption_depth || self.order.activity(decision.var()) > score
        };
        let kept = (1..=self.trail.depth()).take_while(is_made_again).count();
        self.back_to(kept);
        self.restarts.restarted();
    }
}
