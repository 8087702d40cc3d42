//! The exchange of learnt clauses between solvers of one formula, which usually run on several threads.
//!
//! Each solver adds its units, its binary clauses and its clauses with a small LBD to a pool, and imports those of the other solvers when it restarts. Learnt clauses do not
//! depend on assumptions, so the solvers may search under different ones.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::literal::Literal;
use crate::solver::{Info, Solver};
use crate::trail::PackedReason;

/// Learnt clauses up to this LBD are exchanged, and all of at most two literals.
const MAX_LBD: u32 = 6;

/// Longer clauses are not exchanged.
const MAX_LEN: usize = 30;

/// The most literals in a pool; beyond it, the oldest clauses are removed.
const MAX_LITERALS: usize = 1 << 18;

/// Learnt clauses of several solvers of the same formula. Clones are the same pool.
#[derive(Clone, Debug, Default)]
pub struct ClausePool(Arc<Mutex<Pool>>);

#[derive(Debug, Default)]
struct Pool {
    /// The checksum of the formula of the first solver.
    formula: Option<u64>,
    n_solvers: u32,
    clauses: VecDeque<PooledClause>,
    /// The number of clauses that were removed.
    n_removed: usize,
    n_literals: usize,
}

#[derive(Clone, Debug)]
struct PooledClause {
    /// The number of the solver that learnt it.
    learnt_by: u32,
    lbd: u32,
    literals: Box<[Literal]>,
}

impl ClausePool {
    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A solver's part in a pool.
#[derive(Debug)]
pub(crate) struct Exchange {
    pool: ClausePool,
    /// The number of this solver.
    number: u32,
    /// The variables below this one mean the same in all solvers of the pool.
    n_vars: usize,
    /// The clauses learnt since the last exchange.
    learnt: Vec<PooledClause>,
    /// The number of clauses of the pool that were imported or skipped, with those that are removed.
    n_seen: usize,
}

impl Exchange {
    pub(crate) fn add(&mut self, literals: &[Literal], lbd: u32) {
        let is_short = literals.len() <= 2 || lbd <= MAX_LBD && literals.len() <= MAX_LEN;
        if is_short && literals.iter().all(|literal| literal.var() < self.n_vars) {
            self.learnt.push(PooledClause {
                learnt_by: self.number,
                lbd,
                literals: literals.into(),
            });
        }
    }

    /// Adds the clauses learnt to the pool; returns those of other solvers that are new.
    fn exchange(&mut self) -> Vec<PooledClause> {
        let mut pool = self.pool.lock();
        if pool.n_solvers < 2 {
            self.learnt.clear();
            return Vec::new();
        }
        let begin = self.n_seen.saturating_sub(pool.n_removed);
        let new = pool.clauses.range(begin.min(pool.clauses.len())..);
        let new = new.filter(|clause| clause.learnt_by != self.number);
        let new: Vec<PooledClause> = new.cloned().collect();
        for clause in self.learnt.drain(..) {
            pool.n_literals += clause.literals.len();
            pool.clauses.push_back(clause);
        }
        while pool.n_literals > MAX_LITERALS
            && let Some(oldest) = pool.clauses.pop_front()
        {
            pool.n_literals -= oldest.literals.len();
            pool.n_removed += 1;
        }
        self.n_seen = pool.n_removed + pool.clauses.len();
        new
    }
}

impl Solver {
    /// Exchanges learnt clauses with the other solvers of a pool, over the variables that there are now. Returns false and changes nothing if the first solver of the pool had
    /// another formula, or if this one logs a proof, in which clauses of others would have no inferences.
    ///
    /// Clauses that are added later must hold in all solvers of the pool, or contain a literal of a later variable that is only assumed.
    pub fn join_pool(&mut self, pool: &ClausePool) -> bool {
        self.back_to(0);
        let formula = self.checksum();
        let mut joined = pool.lock();
        if self.proof.is_some() || joined.formula.is_some_and(|other| other != formula) {
            return false;
        }
        joined.formula = Some(formula);
        let number = joined.n_solvers;
        joined.n_solvers += 1;
        self.exchange = Some(Box::new(Exchange {
            pool: pool.clone(),
            number,
            n_vars: self.trail.n_vars(),
            learnt: Vec::new(),
            n_seen: 0,
        }));
        true
    }

    /// A checksum of all clauses and groups.
    fn checksum(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.trail.n_vars().hash(&mut hasher);
        self.trail.literals().hash(&mut hasher);
        self.arena.hash(&mut hasher);
        self.binaries.hash(&mut hasher);
        self.pending.hash_binaries(&mut hasher);
        self.groups.hash_members(&mut hasher);
        hasher.finish()
    }

    /// Exchanges clauses with the pool, if there is one. False if an imported clause shows that there is no solution.
    pub(crate) fn exchange_clauses(&mut self) -> bool {
        let Some(exchange) = &mut self.exchange else {
            return true;
        };
        let imported = exchange.exchange();
        if imported.is_empty() {
            return true;
        }
        self.back_to(0);
        for PooledClause { lbd, literals, .. } in imported {
            let is_skipped = |&literal: &Literal| {
                self.trail.holds(literal) || self.elimination.is_eliminated(literal.var())
            };
            if literals.iter().any(is_skipped) {
                continue;
            }
            self.counts.imported += 1;
            let mut literals = literals.into_vec();
            literals.retain(|&literal| !self.trail.is_false(literal));
            match literals[..] {
                [] => {
                    self.is_unsat = true;
                    return false;
                }
                [unit] => self.trail.assign(unit, PackedReason::NONE),
                _ => {
                    self.add_attached(&literals, Info::learnt(lbd));
                }
            }
        }
        true
    }
}
