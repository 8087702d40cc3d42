//! Bounded variable elimination (Eén and Biere 2005), with and-gates, as inprocessing.
//!
//! - **What may be eliminated.** The clauses of a variable are replaced by their resolvents on it, if these are not many more. A variable is *frozen*, that is, kept, if it
//!   is in a group, if it was ever assumed, or if it was eliminated and restored.
//! - **When.** After reductions, at the root, from the conflict of [`Solver::eliminate_after`] on, at numbers of conflicts that double. The work of one round is bounded by that
//!   of the search since the last one.
//! - **Later clauses.** The clauses of an eliminated variable are kept beside the formula. A clause, group or assumption of the caller with this variable restores it: its
//!   clauses are added again, with those of the eliminated variables in them. So callers need not say what they will use.
//! - **Solutions.** The values of eliminated variables follow from their clauses, in the reverse order of elimination; [`Solver::holds`] reads them as any others.
//! - **Learnt clauses** with an eliminated variable are removed; all others still follow from the formula, so solvers may exchange them. Clauses of other solvers with an
//!   eliminated variable are skipped.
//! - **Proofs.** A resolvent is a learnt clause with two hints. The clauses of an eliminated variable are not removed from the proof, since they may be restored.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::literal::Literal;
use crate::occurrences::{Contradiction, Occurrences};
use crate::proof::Source;
use crate::solver::{SatResult, Solver};
use crate::trail::PackedReason;

/// The conflicts between two rounds at least.
const MIN_INTERVAL: u64 = 1000;

/// How many clauses more than before the elimination of a variable may leave: at first, and after each round that tried all variables. Rounds that skip the lower limits
/// leave formulas that are harder to search.
const GROWTH: [usize; 3] = [0, 8, 16];

/// A variable that occurs more often as a literal is kept.
const MAX_OCCURRENCES: usize = 200;

/// A variable with a longer resolvent is kept.
const MAX_RESOLVENT_LEN: usize = 100;

/// The steps of a round at least.
const MIN_STEPS: u64 = 2_000_000;

/// The state of elimination.
#[derive(Debug)]
pub(crate) struct Elimination {
    /// By variable.
    uses: Vec<Use>,
    /// The eliminated variables with their clauses, in the order of elimination. Restored ones have no clauses.
    eliminated: Vec<Eliminated>,
    /// The number of rounds that tried all variables.
    n_rounds: usize,
    /// The conflicts after which the next round is due.
    next_round: u64,
    /// The watches and literals that search had visited when the last round ended.
    effort: u64,
    /// The bytes of the round that is under way.
    pub(crate) work_bytes: usize,
    /// The bytes of the clauses of eliminated variables.
    bytes: usize,
}

/// How a variable is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    Normal,
    Frozen,
    /// It is eliminated, with this index.
    Eliminated(u32),
}

/// An eliminated variable and its clauses, one after the other.
#[derive(Debug)]
struct Eliminated {
    var: u32,
    /// By clause: its length, and its source if a proof is logged.
    clauses: Vec<(u32, Option<Source>)>,
    literals: Vec<Literal>,
}

impl Eliminated {
    fn clauses(&self) -> impl Iterator<Item = (&[Literal], Option<Source>)> {
        let mut rest = &self.literals[..];
        self.clauses.iter().map(move |&(len, source)| {
            let (clause, others) = rest.split_at(len as usize);
            rest = others;
            (clause, source)
        })
    }

    fn memory(&self) -> usize {
        size_of::<Eliminated>()
            + size_of_val(&self.clauses[..])
            + self.literals.len() * size_of::<Literal>()
    }
}

impl Default for Elimination {
    fn default() -> Elimination {
        Elimination {
            uses: Vec::new(),
            eliminated: Vec::new(),
            n_rounds: 0,
            next_round: u64::MAX,
            effort: 0,
            work_bytes: 0,
            bytes: 0,
        }
    }
}

impl Elimination {
    pub(crate) fn add_var(&mut self) {
        self.uses.push(Use::Normal);
    }

    #[inline]
    pub(crate) fn is_eliminated(&self, var: usize) -> bool {
        matches!(self.uses[var], Use::Eliminated(_))
    }

    pub(crate) fn is_due(&self, conflicts: u64) -> bool {
        conflicts >= self.next_round
    }

    pub(crate) fn memory(&self) -> usize {
        self.work_bytes + self.bytes + self.uses.len() * size_of::<Use>()
    }
}

impl Solver {
    /// Eliminates variables after this number of conflicts since the solver was created, and later again; by default never. This is for formulas of other authors: where the
    /// caller adds variables because learnt clauses can contain them, such as partial sums, the search is longer without them.
    pub fn eliminate_after(&mut self, conflicts: u64) {
        self.elimination.next_round = conflicts;
        self.next_reduction = self.next_reduction.min(conflicts);
    }

    /// Freezes a variable and restores it if it is eliminated. At the root.
    pub(crate) fn freeze(&mut self, var: usize) {
        if self.elimination.is_eliminated(var) {
            self.restore(var);
        }
        self.elimination.uses[var] = Use::Frozen;
    }

    /// Restores a variable if it is eliminated. At the root.
    #[inline]
    pub(crate) fn restore(&mut self, var: usize) {
        if self.elimination.is_eliminated(var) {
            self.restore_with_others(var);
        }
    }

    #[cold]
    fn restore_with_others(&mut self, var: usize) {
        let mut open = vec![var];
        let mut restored = Vec::new();
        while let Some(var) = open.pop() {
            let elimination = &mut self.elimination;
            let Use::Eliminated(index) = elimination.uses[var] else {
                continue;
            };
            elimination.uses[var] = Use::Frozen;
            let entry = &mut elimination.eliminated[index as usize];
            elimination.bytes -= entry.memory() - size_of::<Eliminated>();
            let entry = std::mem::replace(
                entry,
                Eliminated {
                    var: var as u32,
                    clauses: Vec::new(),
                    literals: Vec::new(),
                },
            );
            self.order.insert(var);
            open.extend(entry.literals.iter().map(|literal| literal.var()));
            restored.push(entry);
        }
        for entry in restored {
            for (clause, source) in entry.clauses() {
                self.add_sourced(clause, source.unwrap_or(Source::Origin(0)));
            }
        }
    }

    /// Assigns the eliminated variables, after a solution of the other variables was found.
    pub(crate) fn extend_solution(&mut self) {
        let eliminated = std::mem::take(&mut self.elimination.eliminated);
        let mut is_first = true;
        for entry in eliminated.iter().rev() {
            let var = entry.var as usize;
            if !self.elimination.is_eliminated(var) {
                continue;
            }
            let literal = Literal::positive(var);
            let is_forced = entry.clauses().any(|(clause, _)| {
                let others = |&it: &Literal| it == literal || self.trail.is_false(it);
                clause.contains(&literal) && clause.iter().all(others)
            });
            let value = if is_forced { literal } else { !literal };
            // A level of their own, so that they do not stay at the root.
            if std::mem::take(&mut is_first) {
                self.trail.decide(value);
            } else {
                self.trail.assign(value, PackedReason::NONE);
            }
        }
        self.trail.head = self.trail.literals().len();
        self.elimination.eliminated = eliminated;
    }

    /// Runs one round of subsumption and elimination at the root, unless there is nothing to eliminate. Returns how the search ends, if it does.
    pub(crate) fn eliminate(
        &mut self,
        should_stop: &mut dyn FnMut(&Solver) -> bool,
    ) -> Option<SatResult> {
        let effort = self.counts.visits + self.counts.propagations;
        let max_steps = (effort - self.elimination.effort).max(MIN_STEPS);
        self.elimination.effort = effort;
        self.elimination.next_round =
            self.counts.conflicts + self.counts.conflicts.max(MIN_INTERVAL);
        // Writing the clauses down must not take longer than the round.
        let is_too_large = (self.arena.len() + 2 * self.n_binaries) as u64 > max_steps;
        if is_too_large || !(1..self.trail.n_vars()).any(|var| self.may_eliminate(var)) {
            return None;
        }
        self.log_root();
        let result = self.eliminate_with(max_steps, should_stop);
        self.elimination.work_bytes = 0;
        match result {
            Ok(false) => None,
            Ok(true) => Some(SatResult::Stopped),
            Err(Contradiction) => {
                self.is_unsat = true;
                Some(SatResult::Unsat)
            }
        }
    }

    /// Returns whether the callback stopped the search.
    fn eliminate_with(
        &mut self,
        max_steps: u64,
        should_stop: &mut dyn FnMut(&Solver) -> bool,
    ) -> Result<bool, Contradiction> {
        let mut work = self.occurrences(max_steps, should_stop);
        let mut candidates = BinaryHeap::new();
        for var in 1..self.trail.n_vars() {
            self.push_candidate(&work, var, &mut candidates);
        }
        if work.is_stopped || candidates.is_empty() {
            return Ok(work.is_stopped);
        }
        let growth = GROWTH[self.elimination.n_rounds.min(GROWTH.len() - 1)];
        self.run_round(&mut work, candidates, growth, should_stop)?;
        self.elimination.n_rounds += usize::from(work.steps < work.max_steps);
        let is_stopped = work.is_stopped;
        self.replace_clauses(work)?;
        Ok(is_stopped)
    }

    fn may_eliminate(&self, var: usize) -> bool {
        let literal = Literal::positive(var);
        let is_in_group = |literal: Literal| !self.groups.of(literal).is_empty();
        self.elimination.uses[var] == Use::Normal
            && self.trail.value(literal) == 0
            && !is_in_group(literal)
            && !is_in_group(!literal)
    }

    fn push_candidate(
        &self,
        work: &Occurrences,
        var: usize,
        candidates: &mut BinaryHeap<Reverse<(usize, usize)>>,
    ) {
        let literal = Literal::positive(var);
        let [n, m] = [literal, !literal].map(|literal| work.count(literal));
        if n + m > 0 && n.max(m) <= MAX_OCCURRENCES && self.may_eliminate(var) {
            candidates.push(Reverse((n * m, var)));
        }
    }

    fn run_round(
        &mut self,
        work: &mut Occurrences,
        mut candidates: BinaryHeap<Reverse<(usize, usize)>>,
        growth: usize,
        should_stop: &mut dyn FnMut(&Solver) -> bool,
    ) -> Result<(), Contradiction> {
        self.subsume(work, should_stop)?;
        // All variables are candidates already.
        while work.take_touched().is_some() {}
        let mut candidates_again = BinaryHeap::new();
        loop {
            while let Some(Reverse((score, var))) = candidates.pop() {
                if self.is_over(work, should_stop) {
                    return Ok(());
                }
                let literal = Literal::positive(var);
                let now = work.count(literal) * work.count(!literal);
                if now > score {
                    candidates.push(Reverse((now, var)));
                } else if self.trail.value(literal) == 0 && !self.elimination.is_eliminated(var) {
                    self.eliminate_var(work, var, growth)?;
                }
            }
            self.subsume(work, should_stop)?;
            while let Some(var) = work.take_touched() {
                self.push_candidate(work, var, &mut candidates_again);
            }
            if candidates_again.is_empty() || work.is_stopped {
                return Ok(());
            }
            std::mem::swap(&mut candidates, &mut candidates_again);
        }
    }

    /// Eliminates a variable unless too many clauses would be left.
    fn eliminate_var(
        &mut self,
        work: &mut Occurrences,
        var: usize,
        growth: usize,
    ) -> Result<(), Contradiction> {
        let literal = Literal::positive(var);
        let positive = work.with(literal).to_vec();
        let negative = work.with(!literal).to_vec();
        if positive.len().max(negative.len()) > MAX_OCCURRENCES {
            return Ok(());
        }
        let gate = and_gate(work, literal, &positive, &negative)
            .or_else(|| and_gate(work, !literal, &negative, &positive));
        let is_gate = |clause: u32| gate.as_ref().is_some_and(|gate| gate.contains(&clause));
        let max = positive.len() + negative.len() + growth;
        let mut resolvents: Vec<(Vec<Literal>, u32, u32)> = Vec::new();
        for &one in &positive {
            work.mark(one, true);
            let (mut is_too_much, mut n_steps) = (false, 0);
            for &other in &negative {
                // The resolvents of two clauses of a gate are tautologies, and those of two others follow from the rest.
                if gate.is_some() && is_gate(one) == is_gate(other) {
                    continue;
                }
                let (clause, others) = (work.literals(one), work.literals(other));
                n_steps += others.len();
                if others
                    .iter()
                    .any(|&it| it != !literal && work.is_marked[(!it).code()])
                {
                    continue;
                }
                let new = others
                    .iter()
                    .filter(|it| it.var() != var && !work.is_marked[it.code()]);
                let rest = clause.iter().filter(|&&it| it != literal);
                let resolvent: Vec<Literal> = rest.chain(new).copied().collect();
                is_too_much = resolvents.len() == max || resolvent.len() > MAX_RESOLVENT_LEN;
                if is_too_much {
                    break;
                }
                n_steps += resolvent.len();
                resolvents.push((resolvent, one, other));
            }
            work.mark(one, false);
            work.steps += n_steps as u64;
            if is_too_much {
                return Ok(());
            }
        }
        let mut entry = Eliminated {
            var: var as u32,
            clauses: Vec::new(),
            literals: Vec::new(),
        };
        for &clause in positive.iter().chain(&negative) {
            let literals = work.literals(clause);
            entry
                .clauses
                .push((literals.len() as u32, work.source(clause)));
            entry.literals.extend_from_slice(literals);
            work.remove(clause);
        }
        let elimination = &mut self.elimination;
        elimination.bytes += entry.memory();
        elimination.uses[var] = Use::Eliminated(elimination.eliminated.len() as u32);
        elimination.eliminated.push(entry);
        self.counts.eliminated += 1;
        for (mut resolvent, one, other) in resolvents {
            let parents = [one, other].map(|clause| work.source(clause));
            // A resolvent before may have been a unit.
            if resolvent.iter().any(|&it| self.trail.holds(it)) {
                continue;
            }
            resolvent.retain(|&it| !self.trail.is_false(it));
            self.add_resolvent(work, &resolvent, literal, parents)?;
        }
        Ok(())
    }
}

/// The clauses of an and-gate whose output is the literal: `!output | input` for each input, and `output | !input | ...`.
fn and_gate(
    work: &mut Occurrences,
    output: Literal,
    with_output: &[u32],
    without: &[u32],
) -> Option<Vec<u32>> {
    // The inputs of the binary clauses are marked.
    let mut pairs: Vec<(Literal, u32)> = Vec::new();
    for &clause in without {
        if let &[a, b] = work.literals(clause) {
            pairs.push((if a == !output { b } else { a }, clause));
        }
    }
    for (input, _) in &pairs {
        work.is_marked[input.code()] = true;
    }
    let long = with_output.iter().copied().find(|&clause| {
        let mut inputs = work.literals(clause).iter().filter(|&&it| it != output);
        inputs.all(|&it| work.is_marked[(!it).code()])
    });
    for (input, _) in &pairs {
        work.is_marked[input.code()] = false;
    }
    let long = long?;
    let inputs = work.literals(long);
    let mut gate = vec![long];
    for (input, clause) in pairs {
        if inputs.contains(&!input) {
            gate.push(clause);
        }
    }
    Some(gate)
}
