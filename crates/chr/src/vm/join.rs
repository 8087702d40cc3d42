//! The reference interpreter's search of an active constraint for the partners of a rule, from the plan of an occurrence. Instructions do the same
//! faster (`vm/execute.rs`); tests compare the two. Where rules are a group, both take the next shared candidate and the rule to try from
//! `vm/rule_group.rs` with its prefilters, so that part is not compared: `tests/unit/rule_groups.rs` checks it against
//! SWI-Prolog's results.

use crate::code::layout::{ARGS, OWN_SUSPENSION};
use crate::code::word::Word;
use crate::code::{Constraint, Filter, Occurrence, Partner, Shape};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

impl<'p> Machine<'p> {
    /// Whether a filter rules an occurrence out.
    #[inline(always)]
    pub(crate) fn rules_out(&self, filter: &Filter, base: usize) -> bool {
        filter.needs & self.store.absent != 0
            || filter.at != 0 && self.slot(base, filter.at) != filter.word
    }

    /// Whether there are as many constraints in the store as an occurrence has partners, once its filter has let it pass.
    #[inline(always)]
    pub(crate) fn may_find(&self, occurrence: &Occurrence, base: usize) -> bool {
        self.store
            .are_enough(&occurrence.scarce, self.env[base + OWN_SUSPENSION] != 0)
    }

    /// Whether the active constraint matches its head, and the tests on it alone hold.
    pub(crate) fn meets(&mut self, occurrence: &'p Occurrence, base: usize) -> Outcome {
        if !self.matches_args(occurrence) {
            return Ok(false);
        }
        for test in &occurrence.tests {
            if !self.test(test, base)? {
                self.profile.tallies[occurrence.rule as usize].guard_failures += 1;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the active constraint matches its head.
    pub(crate) fn matches_args(&mut self, occurrence: &Occurrence) -> bool {
        let base = self.e;
        occurrence.args.iter().all(|(at, shape)| {
            let word = Word(self.env[base + ARGS + usize::from(*at)]);
            self.matches(shape, word, base)
        })
    }

    /// Searches for partners, from a level on: a new search there if `open`, else the one under way goes on. Those below `floor` stay.
    pub(crate) fn join(
        &mut self,
        constraint: &'p Constraint,
        occurrence: &'p Occurrence,
        mut level: usize,
        mut open: bool,
        floor: usize,
    ) -> Outcome {
        let base = self.e;
        let lists = base + ARGS + constraint.functor.arity();
        let suspensions = lists + usize::from(constraint.partners);
        loop {
            let partner = &occurrence.partners[level];
            let (mut link, mut suspension) = if open {
                self.open(partner, base)
            } else {
                self.store.next_link(self.env[lists + level] as u32)
            };
            // A constraint that is not stored has suspension 0, which no other has.
            let own = if partner.own {
                self.env[base + OWN_SUSPENSION] as usize
            } else {
                0
            };
            let mut scanned = 0;
            while link != 0 {
                scanned += 1;
                if suspension != own
                    && !(partner.twin && self.is_used(suspension, suspensions, level))
                {
                    match self.is_partner(partner, suspension, base) {
                        Ok(true) => {
                            self.env[lists + level] = link.into();
                            self.env[suspensions + level] = suspension as u64;
                            break;
                        }
                        Ok(false) => {}
                        Err(thrown) => return self.threw(partner, open, scanned, thrown),
                    }
                }
                (link, suspension) = self.store.next_link(link);
            }
            let found = link != 0;
            let probe = &mut self.profile.probes[partner.probe as usize];
            probe.candidates += scanned;
            probe.lookups += u64::from(open);
            probe.matches += u64::from(found);
            if !found {
                if level == floor {
                    return Ok(false);
                }
                level -= 1;
                open = false;
            } else if level + 1 < occurrence.partners.len() {
                level += 1;
                open = true;
            } else if self.fire(constraint, occurrence) {
                return Ok(true);
            } else {
                open = false;
            }
        }
    }

    /// Counts a search that ended because a candidate threw something.
    #[cold]
    fn threw(
        &mut self,
        partner: &Partner,
        open: bool,
        scanned: u64,
        thrown: Box<Thrown>,
    ) -> Outcome {
        let probe = &mut self.profile.probes[partner.probe as usize];
        probe.lookups += u64::from(open);
        probe.candidates += scanned;
        Err(thrown)
    }

    /// Whether a stored constraint is a partner, as far as that is known once it is there.
    pub(crate) fn is_partner(
        &mut self,
        partner: &'p Partner,
        suspension: usize,
        base: usize,
    ) -> Outcome {
        if !self.fits(&partner.args, suspension, base) {
            return Ok(false);
        }
        for test in &partner.tests {
            if !self.test(test, base)? {
                self.profile.probes[partner.probe as usize].guard_failures += 1;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a suspension is the partner of an earlier level.
    pub(crate) fn is_used(&self, suspension: usize, suspensions: usize, level: usize) -> bool {
        self.env[suspensions..suspensions + level].contains(&(suspension as u64))
    }

    /// Whether the arguments of a stored constraint match a pattern.
    pub(crate) fn fits(
        &mut self,
        pattern: &[(u16, Shape)],
        suspension: usize,
        base: usize,
    ) -> bool {
        for (at, shape) in pattern {
            let word = self.store.arg_of(suspension, usize::from(*at));
            if !self.matches(shape, word, base) {
                return false;
            }
        }
        true
    }
}
