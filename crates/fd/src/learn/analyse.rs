//! Conflict analysis: from a clash back to the facts that one nogood can forbid.
//!
//! The log is walked backwards from the clash, replacing facts by their reasons, until one fact of the last level is left:
//! the first unique implication point (Marques-Silva and Sakallah 1996; over atoms, Feydy and Stuckey 2009).

use crate::atom::Atom;
use crate::kernel::Kernel;
use crate::learn::clauses::Clauses;
use crate::store::{Reason, Why};
use crate::var::Var;

/// What was learnt from a conflict.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learnt {
    /// The clause; its first atom is forced after going back to `level`, its second is false there last.
    pub(crate) atoms: Vec<Atom>,
    pub(crate) level: usize,
    pub(crate) n_levels: usize,
    /// The variables that took part, and the clauses.
    pub(crate) vars: Vec<Var>,
    pub(crate) clauses: Vec<u32>,
}

/// Room for the analysis, kept between conflicts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analysis {
    /// For each entry of the log, the strongest fact needed of it; `None` if none is.
    needed: Vec<Option<Atom>>,
    /// The entries with a need, to forget them afterwards.
    touched: Vec<u32>,
    reason: Reason,
    /// Marks of levels, to count them.
    level_seen: Vec<u32>,
    round: u32,
    pub(crate) learnt: Learnt,
}

impl Analysis {
    /// Learns from facts that cannot all hold. They hold now; at least one is not from the root.
    /// Leaves the result in `learnt`. False if they all hold at the root: then nothing can.
    pub(crate) fn learn(&mut self, kernel: &mut Kernel, clauses: &Clauses, clash: &[Atom]) -> bool {
        self.begin(kernel);
        let mut deepest = 0;
        for &atom in clash {
            deepest = deepest.max(self.need(kernel, atom));
        }
        if deepest == 0 {
            self.forget();
            return false;
        }
        let mut open = self
            .touched
            .iter()
            .filter(|&&at| kernel.entry(at).level == deepest)
            .count();
        let mut at = kernel.store.log.len();
        let uip = loop {
            at -= 1;
            let entry = *kernel.entry(at);
            if entry.level > deepest {
                continue;
            }
            let Some(fact) = self.needed[at as usize] else {
                continue;
            };
            self.learnt.vars.push(fact.var());
            if open == 1 {
                break (at, fact);
            }
            self.needed[at as usize] = None;
            open -= 1;
            if let Why::Clause(id) = entry.why {
                self.learnt.clauses.push(id);
            }
            let mut reason = std::mem::take(&mut self.reason);
            reason.clear();
            explain(kernel, clauses, at, fact, &mut reason);
            for &atom in reason.atoms() {
                let before = self.touched.len();
                let level = self.need(kernel, atom);
                if level == deepest && self.touched.len() > before {
                    open += 1;
                }
            }
            self.reason = reason;
        };
        self.finish(kernel, clauses, uip);
        true
    }

    /// The decisions behind facts that hold: the assumptions that, with the constraints, force them.
    pub(crate) fn decisions_behind(
        &mut self,
        kernel: &mut Kernel,
        clauses: &Clauses,
        facts: &[Atom],
    ) -> Vec<Atom> {
        self.begin(kernel);
        for &atom in facts {
            self.need(kernel, atom);
        }
        let mut decisions = Vec::new();
        for at in (0..kernel.store.log.len()).rev() {
            let Some(fact) = self.needed[at as usize] else {
                continue;
            };
            let entry = *kernel.entry(at);
            if entry.why == Why::Decision {
                decisions.push(entry.atom);
                continue;
            }
            let mut reason = std::mem::take(&mut self.reason);
            reason.clear();
            explain(kernel, clauses, at, fact, &mut reason);
            for &atom in reason.atoms() {
                self.need(kernel, atom);
            }
            self.reason = reason;
        }
        self.forget();
        decisions
    }

    fn begin(&mut self, kernel: &Kernel) {
        let len = kernel.store.log.len() as usize;
        if self.needed.len() < len {
            self.needed.resize(len, None);
        }
        self.learnt.atoms.clear();
        self.learnt.vars.clear();
        self.learnt.clauses.clear();
    }

    fn forget(&mut self) {
        for at in self.touched.drain(..) {
            self.needed[at as usize] = None;
        }
    }

    /// Notes that a fact is needed; gives its level, 0 for what needs no reason.
    fn need(&mut self, kernel: &Kernel, atom: Atom) -> u32 {
        let Some((at, fact)) = kernel.find(atom) else {
            return 0;
        };
        let level = kernel.entry(at).level;
        if level == 0 {
            return 0;
        }
        let slot = &mut self.needed[at as usize];
        match slot {
            None => {
                *slot = Some(fact);
                self.touched.push(at);
            }
            Some(old) if fact.implies(*old) => *slot = Some(fact),
            Some(_) => {}
        }
        level
    }

    /// Minimises what is needed and turns it into a clause.
    fn finish(&mut self, kernel: &mut Kernel, clauses: &Clauses, uip: (u32, Atom)) {
        let mut others: Vec<(u32, Atom)> = Vec::new();
        for i in 0..self.touched.len() {
            let at = self.touched[i];
            if let Some(fact) = self.needed[at as usize]
                && at != uip.0
            {
                others.push((at, fact));
            }
        }
        let mut patience = 8 * others.len() + 32;
        // Later facts first: they are the ones that earlier facts may explain.
        others.sort_unstable_by_key(|other| std::cmp::Reverse(other.0));
        let mut kept: Vec<(u32, Atom)> = Vec::with_capacity(others.len());
        for (at, fact) in others {
            if !self.is_implied(kernel, clauses, at, fact, &mut patience, 0) {
                kept.push((at, fact));
            }
        }
        // Of two facts about one variable, one may say it all.
        let all = kept.clone();
        kept.retain(|&(at, fact)| {
            let stronger = |&(other_at, other): &(u32, Atom)| {
                other_at != at && other.implies(fact) && (other != fact || other_at > at)
            };
            !all.iter().any(stronger) && !(uip.1.implies(fact))
        });
        kept.sort_unstable_by_key(|&(at, _)| std::cmp::Reverse(kernel.entry(at).level));
        let learnt = &mut self.learnt;
        learnt.atoms.push(!uip.1);
        learnt.atoms.extend(kept.iter().map(|&(_, fact)| !fact));
        learnt.level = kept
            .first()
            .map_or(0, |&(at, _)| kernel.entry(at).level as usize);
        learnt.n_levels = 1;
        self.round += 1;
        for &(at, _) in &kept {
            let level = kernel.entry(at).level as usize;
            if self.level_seen.len() <= level {
                self.level_seen.resize(level + 1, 0);
            }
            if self.level_seen[level] != self.round {
                self.level_seen[level] = self.round;
                learnt.n_levels += 1;
            }
        }
        self.forget();
    }

    /// Whether a needed fact follows from the other needed facts: then the clause can do without it.
    fn is_implied(
        &mut self,
        kernel: &mut Kernel,
        clauses: &Clauses,
        at: u32,
        fact: Atom,
        patience: &mut usize,
        depth: usize,
    ) -> bool {
        let why = kernel.entry(at).why;
        if why == Why::Decision || depth > 12 || *patience == 0 {
            return false;
        }
        *patience -= 1;
        let mut reason = Reason::new();
        explain(kernel, clauses, at, fact, &mut reason);
        reason.atoms().iter().all(|&atom| match kernel.find(atom) {
            None => true,
            Some((at, fact)) => {
                kernel.entry(at).level == 0
                    || self.needed[at as usize].is_some_and(|needed| needed.implies(fact))
                    || self.is_implied(kernel, clauses, at, fact, patience, depth + 1)
            }
        })
    }
}

/// Adds to `why` the reason of an entry, as far as `needed` goes.
fn explain(kernel: &mut Kernel, clauses: &Clauses, at: u32, needed: Atom, why: &mut Reason) {
    let entry = *kernel.entry(at);
    match entry.why {
        Why::Clause(id) => {
            for &atom in &clauses.atoms(id)[1..] {
                why.add(!atom);
            }
        }
        _ => kernel.explain_entry(at, needed, why),
    }
}

/// The facts that clash, after a conflict.
pub(crate) fn clash(kernel: &mut Kernel, clauses: &Clauses, why: &mut Reason) {
    why.clear();
    let clash = kernel.store.clash.expect("asked after a conflict");
    match clash.why {
        Why::Clause(id) => {
            for &atom in clauses.atoms(id) {
                why.add(!atom);
            }
        }
        _ => kernel.conflict_reason(why),
    }
}
