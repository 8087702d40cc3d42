//! Conflict analysis: learns a nogood from atoms that hold but cannot all hold.
//!
//! Going backwards through the log, atoms are replaced by their reasons until one atom of the last level is left: the
//! first unique implication point (Marques-Silva and Sakallah 1996; over atoms, Feydy and Stuckey 2009). The nogood
//! is then minimised: an atom is dropped if the others imply it, by following reasons to a depth limit (Sörensson and
//! Biere 2009), or if another atom about the same variable implies it.

use std::ops::RangeInclusive;

use crate::kernel::Kernel;
use crate::store::{Reason, Why};
use crate::vars::{Atom, Op, Var};

/// The nogood learnt from a conflict.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learnt {
    /// The clause. After the backjump to `level` its first atom is asserted; its second became false at that level.
    pub(crate) atoms: Vec<Atom>,
    pub(crate) level: usize,
    pub(crate) lbd: usize,
    /// The atoms involved in the conflict, whose activity is bumped.
    pub(crate) used: Vec<Atom>,
    /// The clauses involved in the conflict, and their current LBD.
    pub(crate) clauses: Vec<(u32, usize)>,
}

/// Analysis state, reused between conflicts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analysis {
    /// For each entry of the log, the atom implied by it that the nogood needs, or `NO_ATOM`.
    pub(super) needed: Vec<Atom>,
    /// The entries in `needed`, to reset afterwards.
    touched: Vec<u32>,
    /// For each entry of the log, the last atom that minimisation checked for it, and whether the needed atoms imply it.
    cache: Vec<(Atom, bool)>,
    cached_at: Vec<u32>,
    reason: Reason,
    levels: LevelSet,
    /// The atoms of the negated clause: those below the last level, and the unique implication point.
    others: Vec<(u32, Atom)>,
    uip: Option<Atom>,
    pub(crate) learnt: Learnt,
    /// The number of atoms visited in reasons, since last taken.
    pub(crate) n_visited: u64,
}

/// Marks that no atom is needed.
pub(super) const NO_ATOM: Atom = Atom::TRUE;
/// The depth to which minimisation follows reasons.
const MAX_DEPTH: usize = 30;

/// A set of levels that is cleared in constant time.
#[derive(Clone, Debug, Default)]
struct LevelSet {
    seen: Vec<u32>,
    round: u32,
    n: usize,
}

impl LevelSet {
    fn clear(&mut self) {
        self.round += 1;
        self.n = 0;
    }

    fn add(&mut self, level: u32) {
        let level = level as usize;
        if self.seen.len() <= level {
            self.seen.resize(level + 1, 0);
        }
        if self.seen[level] != self.round {
            self.seen[level] = self.round;
            self.n += 1;
        }
    }

    fn contains(&self, level: u32) -> bool {
        self.seen.get(level as usize) == Some(&self.round)
    }
}

impl Analysis {
    /// Learns from atoms that hold but cannot all hold. Sets `learnt`; false if all of them hold at the root, so that
    /// there is no solution.
    pub(crate) fn learn(&mut self, kernel: &mut Kernel, conflict: &[Atom]) -> bool {
        self.begin(kernel);
        let mut deepest = 0;
        for &atom in conflict {
            deepest = deepest.max(self.need(kernel, atom));
        }
        if deepest == 0 {
            self.reset();
            return false;
        }
        let n_deepest = |touched: &[u32], kernel: &Kernel| {
            let is_deepest = |at: &&u32| kernel.entry(**at).level == deepest;
            touched.iter().filter(is_deepest).count()
        };
        let mut open = n_deepest(&self.touched, kernel);
        let mut at = kernel.store.log.len();
        let uip = loop {
            at -= 1;
            let atom = self.needed[at as usize];
            if atom == NO_ATOM || kernel.entry(at).level != deepest {
                continue;
            }
            self.learnt.used.push(atom);
            if open == 1 {
                break (at, atom);
            }
            self.needed[at as usize] = NO_ATOM;
            open -= 1;
            let mut reason = std::mem::take(&mut self.reason);
            reason.clear();
            kernel.explain_entry(at, atom, &mut reason);
            self.n_visited += reason.atoms().len() as u64;
            self.levels.clear();
            self.levels.add(deepest);
            for &atom in reason.atoms() {
                let before = self.touched.len();
                let level = self.need(kernel, atom);
                open += n_deepest(&self.touched[before..], kernel);
                if level > 0 {
                    self.levels.add(level);
                }
            }
            self.reason = reason;
            if let Why::Clause(id) = kernel.entry(at).why {
                self.learnt.clauses.push((id, self.levels.n));
            }
        };
        self.finish(kernel, uip);
        true
    }

    /// The decisions that imply atoms, when all decisions are assumptions: together with the constraints they force them.
    pub(crate) fn decisions_behind(&mut self, kernel: &mut Kernel, atoms: &[Atom]) -> Vec<Atom> {
        self.begin(kernel);
        for &atom in atoms {
            self.need(kernel, atom);
        }
        let mut decisions = Vec::new();
        for at in (0..kernel.store.log.len()).rev() {
            let atom = self.needed[at as usize];
            if atom == NO_ATOM {
                continue;
            }
            let entry = *kernel.entry(at);
            if entry.why == Why::Decision {
                decisions.push(entry.atom);
                continue;
            }
            let mut reason = std::mem::take(&mut self.reason);
            reason.clear();
            kernel.explain_entry(at, atom, &mut reason);
            for &atom in reason.atoms() {
                self.need(kernel, atom);
            }
            self.reason = reason;
        }
        self.reset();
        decisions
    }

    pub(crate) fn memory(&self) -> usize {
        self.needed.capacity() * size_of::<Atom>()
            + self.cache.capacity() * size_of::<(Atom, bool)>()
            + (self.touched.capacity() + self.cached_at.capacity()) * size_of::<u32>()
    }

    fn begin(&mut self, kernel: &Kernel) {
        let len = kernel.store.log.len() as usize;
        if self.needed.len() < len {
            self.needed.resize(len, NO_ATOM);
            self.cache.resize(len, (NO_ATOM, false));
        }
        self.learnt.atoms.clear();
        self.learnt.used.clear();
        self.learnt.clauses.clear();
    }

    /// The atoms whose negations are the clause just learnt.
    pub(super) fn kept_atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        self.others.iter().map(|other| other.1).chain(self.uip)
    }

    pub(super) fn reset(&mut self) {
        for at in self.touched.drain(..) {
            self.needed[at as usize] = NO_ATOM;
        }
    }

    /// Marks an atom as needed; returns its level, 0 if it holds at the root.
    ///
    /// A bound derived from removed values is replaced by their removals: bounds that moved over holes differ from
    /// one conflict to the next, while removals recur.
    pub(super) fn need(&mut self, kernel: &Kernel, atom: Atom) -> u32 {
        let Some((at, atom)) = kernel.find(atom) else {
            return 0;
        };
        let entry = kernel.entry(at);
        if entry.level == 0 {
            return 0;
        }
        let (var, old) = (atom.var(), entry.old);
        if entry.why == Why::Derived && kernel.store.bits(var.view()).is_some() {
            match entry.atom.op() {
                Op::Ge => {
                    self.need(kernel, Atom::ge(var, old));
                    self.need_absence(kernel, var, old..=atom.value() - 1);
                }
                Op::Le => {
                    self.need(kernel, Atom::le(var, old));
                    self.need_absence(kernel, var, atom.value() + 1..=old);
                }
                _ => {
                    self.need(kernel, Atom::ge(var, entry.atom.value()));
                    self.need(kernel, Atom::le(var, entry.atom.value()));
                }
            }
            return entry.level;
        }
        let slot = &mut self.needed[at as usize];
        if *slot == NO_ATOM {
            *slot = atom;
            self.touched.push(at);
        } else if !slot.implies(atom) {
            // Two different consequences of one entry are needed: use the atom of the entry, which implies both.
            *slot = match atom.implies(*slot) {
                true => atom,
                false => entry.atom,
            };
        }
        entry.level
    }

    /// Marks `var != value` as needed for each of the values.
    fn need_absence(&mut self, kernel: &Kernel, var: Var, values: RangeInclusive<i32>) {
        for value in values {
            self.need(kernel, Atom::ne(var, value));
        }
    }

    /// Minimises the needed atoms and turns them into a clause.
    fn finish(&mut self, kernel: &mut Kernel, uip: (u32, Atom)) {
        let mut others = std::mem::take(&mut self.others);
        others.clear();
        self.levels.clear();
        for &at in &self.touched {
            let atom = self.needed[at as usize];
            if atom != NO_ATOM && at != uip.0 {
                others.push((at, atom));
                self.learnt.used.push(atom);
                self.levels.add(kernel.entry(at).level);
            }
        }
        let mut budget = 8 * others.len() + 32;
        // Later atoms first: earlier atoms may imply them.
        others.sort_unstable_by_key(|other| std::cmp::Reverse(other.0));
        self.reason.clear();
        others.retain(|&(at, atom)| !self.is_implied(kernel, at, atom, &mut budget, 0));
        for at in self.cached_at.drain(..) {
            self.cache[at as usize].0 = NO_ATOM;
        }
        keep_strongest(&mut others, uip.1);
        // An atom of the highest level comes second in the clause, where it is watched.
        others.sort_unstable_by_key(|&(at, _)| (std::cmp::Reverse(kernel.entry(at).level), at));
        let learnt = &mut self.learnt;
        learnt.atoms.push(kernel.clauses.canonical(!uip.1));
        self.levels.clear();
        for &(at, atom) in &others {
            learnt.atoms.push(kernel.clauses.canonical(!atom));
            self.levels.add(kernel.entry(at).level);
        }
        learnt.level = others
            .first()
            .map_or(0, |&(at, _)| kernel.entry(at).level as usize);
        learnt.lbd = self.levels.n + 1;
        self.others = others;
        self.uip = Some(uip.1);
        self.reset();
    }

    /// Whether other needed atoms imply an atom, so that the clause can omit it.
    fn is_implied(
        &mut self,
        kernel: &mut Kernel,
        at: u32,
        atom: Atom,
        budget: &mut usize,
        depth: usize,
    ) -> bool {
        let entry = kernel.entry(at);
        // An atom of a level without needed atoms depends on the decision of that level.
        if entry.why == Why::Decision || depth > MAX_DEPTH || !self.levels.contains(entry.level) {
            return false;
        }
        let (cache, implied) = self.cache[at as usize];
        if cache != NO_ATOM {
            if implied && cache.implies(atom) {
                return true;
            }
            if !implied && atom.implies(cache) {
                return false;
            }
        }
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let begin = self.reason.atoms().len();
        kernel.explain_entry(at, atom, &mut self.reason);
        let end = self.reason.atoms().len();
        self.n_visited += (end - begin) as u64;
        let mut implied = true;
        for i in begin..end {
            let Some((at, atom)) = kernel.find(self.reason.atoms()[i]) else {
                continue;
            };
            implied = kernel.entry(at).level == 0
                || self.needed[at as usize].implies(atom)
                || self.is_implied(kernel, at, atom, budget, depth + 1);
            if !implied {
                break;
            }
        }
        self.reason.truncate(begin);
        if self.cache[at as usize].0 == NO_ATOM {
            self.cached_at.push(at);
        }
        self.cache[at as usize] = (atom, implied);
        implied
    }
}

/// Of the atoms about one variable, drops those implied by the others or by `first`.
fn keep_strongest(atoms: &mut Vec<(u32, Atom)>, first: Atom) {
    atoms.sort_unstable_by_key(|&(at, atom)| (atom.var(), at));
    let mut kept = 0;
    let mut begin = 0;
    while begin < atoms.len() {
        let var = atoms[begin].1.var();
        let len = atoms[begin..]
            .iter()
            .take_while(|other| other.1.var() == var)
            .count();
        let end = begin + len;
        let (mut min, mut max) = (i32::MIN, i32::MAX);
        let mut value = None;
        for &(_, atom) in &atoms[begin..end] {
            match atom.op() {
                Op::Ge => min = min.max(atom.value()),
                Op::Le => max = max.min(atom.value()),
                Op::Eq => value = Some(atom),
                Op::Ne => {}
            }
        }
        for i in begin..end {
            let (at, atom) = atoms[i];
            let implied = first.implies(atom)
                || match atom.op() {
                    Op::Ge => value.is_some() || atom.value() < min,
                    Op::Le => value.is_some() || atom.value() > max,
                    Op::Eq => false,
                    Op::Ne => value.is_some() || atom.value() < min || atom.value() > max,
                };
            if !implied {
                atoms[kept] = (at, atom);
                kept += 1;
            }
        }
        begin = end;
    }
    atoms.truncate(kept);
}
