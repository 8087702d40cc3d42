//! Propagation of clauses: when an atom becomes false, the clauses that watch it are visited.
//!
//! A learning search spends most of its time here, mostly waiting for memory. So a bit per list shows which are empty,
//! and a visit reads one place of the arena.

use crate::nogoods::{BINARY, HEADER, NogoodDb, NogoodWatch};
use crate::store::{ClauseEvent, FIX, MAX, MIN, Pruned, Store, Tag, Why};
use crate::vars::{Atom, Op, Var};

impl NogoodDb {
    /// Unit propagation for every unprocessed entry of the log, or change that the store has noted.
    pub(crate) fn propagate(&mut self, store: &mut Store) -> Pruned {
        while store.queue.has_clause_events() {
            let mut events = std::mem::take(&mut self.events);
            store.queue.take_clause_events(&mut events);
            let outcome = (events.iter()).try_for_each(|&event| self.visit_falsified(store, event));
            events.clear();
            self.events = events;
            outcome?;
        }
        while self.head < store.log.len() {
            let entry = store.log.entries[self.head as usize];
            self.head += 1;
            let (var, value, old) = (entry.atom.var(), entry.atom.value(), entry.old);
            match entry.atom.op() {
                Op::Ge => self.falsified(store, var, Op::Le, old, value - 1)?,
                Op::Le => self.falsified(store, var, Op::Ge, value + 1, old)?,
                Op::Eq => self.visit_if_watched(store, Atom::ne(var, value))?,
                Op::Ne => self.visit_if_watched(store, Atom::eq(var, value))?,
            }
        }
        Ok(())
    }

    /// Visits the atoms that a change made false.
    fn visit_falsified(&mut self, store: &mut Store, event: ClauseEvent) -> Pruned {
        let ClauseEvent {
            var,
            mask,
            old,
            new,
        } = event;
        let lists = self.lists[var.index()];
        if lists.width == 0 {
            self.visit(store, Atom::eq(var, 0))?;
            for (events, op) in [(MAX, Op::Ge), (MIN, Op::Le), (FIX, Op::Ne)] {
                if mask & events != 0 {
                    self.visit(store, Atom::new(var, op, 0))?;
                }
            }
            return Ok(());
        }
        let first = lists.bits as usize;
        let Some(&[ge, le, eq, ne]) = self.in_use[first..].first_chunk() else {
            unreachable!("there is a word per comparison");
        };
        if ge | le | eq | ne == 0 {
            return Ok(());
        }
        let upto = |bits: u64| u64::MAX >> bits.leading_zeros();
        let from = |bits: u64| u64::MAX << bits.trailing_zeros();
        let fixed = if new.is_power_of_two() { new } else { 0 };
        for (op, lost) in [
            (Op::Ge, ge & upto(old) & !upto(new)),
            (Op::Le, le & from(old) & !from(new)),
            (Op::Eq, eq & old & !new),
            (Op::Ne, ne & fixed),
        ] {
            let mut values = lost;
            while values != 0 {
                let value = lists.base + values.trailing_zeros() as i32;
                values &= values - 1;
                self.visit(store, Atom::new(var, op, value))?;
            }
        }
        Ok(())
    }

    /// Visits the atoms that became false because a bound passed the values `from..=to`: for these values, the opposite
    /// bounds (`op`) and the equalities.
    fn falsified(&mut self, store: &mut Store, var: Var, op: Op, from: i32, to: i32) -> Pruned {
        let lists = self.lists[var.index()];
        if lists.width == 0 {
            self.visit(store, Atom::new(var, op, from))?;
            return self.visit(store, Atom::eq(var, from));
        }
        // A change at the root may begin below the bounds for which the lists were planned.
        let from = from.max(lists.base);
        if from > to {
            return Ok(());
        }
        let (from, to) = (lists.range(from), lists.range(to).min(lists.width - 1));
        if from > to {
            return Ok(());
        }
        for word in from / 64..=to / 64 {
            let bounds = self.in_use[lists.word(op, 64 * word)];
            let equalities = self.in_use[lists.word(Op::Eq, 64 * word)];
            let mut values = bounds | equalities;
            if word == from / 64 {
                values &= u64::MAX << (from % 64);
            }
            if word == to / 64 {
                values &= u64::MAX >> (63 - to % 64);
            }
            while values != 0 {
                let bit = values & values.wrapping_neg();
                values ^= bit;
                let value = lists.first_of(64 * word + bit.trailing_zeros());
                if bounds & bit != 0 {
                    self.visit(store, Atom::new(var, op, value))?;
                }
                // If the value was removed by itself before, its `!=` entry was processed already.
                let is_new = || lists.shift > 0 || store.log.removal(var, value).is_none();
                if equalities & bit != 0 && is_new() {
                    self.visit(store, Atom::eq(var, value))?;
                }
            }
        }
        Ok(())
    }

    /// Visits the watches of a false atom, if there are any.
    #[inline]
    fn visit_if_watched(&mut self, store: &mut Store, atom: Atom) -> Pruned {
        let lists = self.lists[atom.var().index()];
        if lists.width > 0 {
            let range = lists.range(atom.value());
            let word = lists.word(atom.op(), range);
            if range >= lists.width || self.in_use[word] >> (range % 64) & 1 == 0 {
                return Ok(());
            }
        }
        self.visit(store, atom)
    }

    /// Visits the watches of a false atom and of the atoms that share its list.
    fn visit(&mut self, store: &mut Store, atom: Atom) -> Pruned {
        let list = self.list(atom);
        if self.watches[list].is_empty() {
            return Ok(());
        }
        let (var, op) = (atom.var(), atom.op());
        let is_shared = self.lists[var.index()].is_shared();
        let mut watches =
            std::mem::replace(&mut self.watches[list], std::mem::take(&mut self.spare));
        self.n_visited += watches.len() as u64;
        let mut kept = 0;
        let mut outcome = Ok(());
        let mut i = 0;
        while i < watches.len() {
            let watch = watches[i];
            i += 1;
            let watched = Atom::new(var, op, watch.value);
            if (is_shared && !store.is_false(watched))
                || store.truth(watch.blocker).holds
                || (!self.learning && watch.start & !BINARY >= self.model_clauses_end)
            {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let start = (watch.start & !BINARY) as usize;
            let mut first = self.arena[start];
            if first == watched {
                first = self.arena[start + 1];
                self.arena.swap(start, start + 1);
            }
            if watch.start & BINARY == 0 {
                if first != watch.blocker && store.truth(first).holds {
                    watches[kept] = NogoodWatch {
                        blocker: first,
                        ..watch
                    };
                    kept += 1;
                    continue;
                }
                let len = self.arena[start - HEADER].value() as usize;
                let from = self.arena[start - 1].value() as usize;
                let atoms = &self.arena[start..start + len];
                let is_open = |&i: &usize| !store.truth(atoms[i]).is_false;
                let next = (from..len).find(is_open);
                if let Some(next) = next.or_else(|| (2..from).find(is_open)) {
                    self.arena[start - 1] = Atom::of_parts(0, next as i32);
                    self.arena.swap(start + 1, start + next);
                    self.watch_atom(self.arena[start + 1], watch.start, first);
                    continue;
                }
            }
            watches[kept] = NogoodWatch {
                blocker: first,
                ..watch
            };
            kept += 1;
            let id = self.arena[start - HEADER].code();
            let why = match self.clauses[id as usize].propagator {
                Some(propagator) => Why::Propagator(propagator, Tag(0)),
                None => Why::Clause(id),
            };
            if let Err(conflict) = store.set_because(first, why) {
                outcome = Err(conflict);
                let n = watches.len() - i;
                watches.copy_within(i.., kept);
                kept += n;
                break;
            }
        }
        watches.truncate(kept);
        // New watches may have been added to the shared list of a wide variable meanwhile.
        watches.append(&mut self.watches[list]);
        let lists = self.lists[var.index()];
        if watches.is_empty() && lists.width > 0 {
            let range = lists.range(atom.value());
            self.in_use[lists.word(op, range)] &= !(1 << (range % 64));
        }
        self.spare = std::mem::replace(&mut self.watches[list], watches);
        outcome
    }
}
