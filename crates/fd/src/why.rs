//! Asking why: which entry of the log made a fact true, what forced it, what clashed. Only while recording.

use crate::atom::{Atom, Op};
use crate::kernel::Kernel;
use crate::store::{Entry, Past, Reason, Why};
use crate::var::Var;

impl Kernel {
    /// Adds to `why` the facts that clash, after a conflict: together with the constraints they cannot all hold.
    pub(crate) fn conflict_reason(&mut self, why: &mut Reason) {
        let clash = self.store.clash.expect("asked after a conflict");
        let now = self.store.log.len();
        self.explain_by(clash.why, clash.attempted, now, why);
        if clash.attempted != Atom::FALSE {
            why.add(!clash.attempted);
        }
    }

    /// Finds the entry that made a true atom true, and the fact needed of it; `None` if it was so from the start.
    /// Of an entry that fixed the variable the fact may be any that follows from the value; of others it is of the same kind.
    pub(crate) fn find(&self, atom: Atom) -> Option<(u32, Atom)> {
        debug_assert!(self.store.holds(atom), "{atom:?} does not hold");
        let (var, value) = (atom.var(), atom.value());
        let log = &self.store.log;
        let at = match atom.op() {
            Op::Ge => log.raise(var, value)?,
            Op::Le => log.lowering(var, value)?,
            Op::Eq => log.fixing(var)?,
            Op::Ne => match log.gone_at(var, value) {
                Ok(at) => at?,
                Err(()) => return self.find_absent(var, value),
            },
        };
        let entry = &log.entries[at as usize];
        match (entry.atom.op(), atom.op()) {
            (Op::Ge, Op::Ne) => Some((at, Atom::ge(var, value + 1))),
            (Op::Le, Op::Ne) => Some((at, Atom::le(var, value - 1))),
            // A bound that came with `==` is found there: facts about one variable meet in one place.
            (Op::Ge | Op::Le, _) if entry.why == Why::Derived => match log.fixing(var) {
                Some(fixing) if fixing < at => Some((fixing, atom)),
                _ => Some((at, atom)),
            },
            _ => Some((at, atom)),
        }
    }

    /// As [`Kernel::find`] for `var != value` of a sparse domain.
    fn find_absent(&self, var: Var, value: i32) -> Option<(u32, Atom)> {
        if let Some(at) = self.store.log.removal(var, value) {
            return Some((at, Atom::ne(var, value)));
        }
        if self.store.never_had(var, value) {
            return None;
        }
        let above = Atom::ge(var, value.saturating_add(1));
        if self.store.holds(above) {
            return self.find(above);
        }
        let below = Atom::le(var, value.saturating_sub(1));
        if self.store.holds(below) {
            return self.find(below);
        }
        None
    }

    /// What was decided when a level began; `None` if that held already.
    pub(crate) fn decision(&self, level: usize) -> Option<Atom> {
        let at = self.store.log_at_level(level);
        let entry = self.store.log.entries.get(at as usize)?;
        (entry.level as usize == level && entry.why == Why::Decision).then_some(entry.atom)
    }

    /// Whether a fact that holds became true by a decision, not at the root.
    pub(crate) fn is_later_than_root(&self, fact: Atom) -> bool {
        self.find(fact)
            .is_some_and(|(at, _)| self.entry(at).level > 0)
    }

    /// The entry at a position of the log.
    pub(crate) fn entry(&self, at: u32) -> &Entry {
        &self.store.log.entries[at as usize]
    }

    /// Adds to `why` the reason of an entry, as far as `needed` goes. Decisions and root facts have none.
    pub(crate) fn explain_entry(&mut self, at: u32, needed: Atom, why: &mut Reason) {
        let entry = *self.entry(at);
        let (var, old) = (entry.atom.var(), entry.old);
        if entry.why != Why::Derived {
            let needed = match entry.atom.op() {
                Op::Eq => entry.atom,
                _ => needed,
            };
            self.explain_by(entry.why, needed, at, why);
            return;
        }
        // A bound that came with `==`.
        if let Some(fixing) = self.store.log.fixing(var)
            && fixing < at
        {
            why.add(self.entry(fixing).atom);
            return;
        }
        match entry.atom.op() {
            Op::Ge => {
                why.add(Atom::ge(var, old));
                self.store.add_holes(var, old, needed.value() - 1, why);
            }
            Op::Le => {
                why.add(Atom::le(var, old));
                self.store.add_holes(var, needed.value() + 1, old, why);
            }
            Op::Eq => {
                why.add(Atom::ge(var, entry.atom.value()));
                why.add(Atom::le(var, entry.atom.value()));
            }
            Op::Ne => unreachable!("removals inside a domain are never derived"),
        }
    }

    fn explain_by(&mut self, by: Why, needed: Atom, at: u32, why: &mut Reason) {
        match by {
            Why::Root | Why::Decision | Why::Derived | Why::Nogood => {}
            Why::Propagator(id, tag) => {
                let posted = &mut self.posted[id as usize];
                let past = Past::new(&self.store, at);
                posted.propagator.explain(needed, tag, &past, why);
                for &guard in &*posted.guards {
                    if past.holds(guard) {
                        why.add(guard);
                    }
                }
            }
            Why::Clause(id) => {
                for &atom in self.clauses.atoms(id) {
                    if !atom.implies(needed) {
                        why.add(!atom);
                    }
                }
            }
            Why::Stored(_, number) => {
                for &atom in self.store.log.stored_reason(number) {
                    why.add(atom);
                }
            }
        }
    }
}
