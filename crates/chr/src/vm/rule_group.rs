//! Rules that are searched for together, as SWI-Prolog does it where their clauses begin alike: all of them are tried for one candidate
//! before the search goes to the next.
//!
//! The rules of a group follow each other and remove the active constraint. Each shares the candidates for some of its first partners with all
//! before it, the later the fewer. Candidates that are shared are found by the first rule, of which all know as much as is looked up;
//! each rule then matches them for itself, and has slots of its own, so that what it knows of earlier partners need not be found out anew for
//! each candidate of the last one that it shares.

use crate::code::layout::{ARGS, OCCURRENCE, OWN_SUSPENSION, SUSPENSION_HEADER};
use crate::code::word::{Tag, Word};
use crate::code::{Constraint, Mark, Occurrence};
use crate::state::exception::Outcome;
use crate::store::scan::group_filter::Passed;
use crate::store::suspensions::LAST;
use crate::vm::machine::Machine;

/// What is next in a common search.
enum Next {
    /// A rule tries the candidates that it shares.
    Try(usize),
    /// The candidates of a level are looked for.
    Open(usize),
    /// The next candidate of a level is taken.
    Advance(usize),
    /// There are no more candidates at a level for the rules that share it.
    Ended(usize),
}

impl<'p> Machine<'p> {
    /// Searches for partners of the rules of a group whose first occurrence is at `first`; goes on behind what the occurrence `tried`
    /// found last.
    pub(crate) fn join_group(
        &mut self,
        constraint: &'p Constraint,
        first: usize,
        tried: Option<usize>,
    ) -> Outcome {
        let partner = &constraint.occurrences[first].partners[0];
        if tried.is_none() && self.store.live[partner.constraint as usize] == 0 {
            let group = usize::from(constraint.filters[first].group);
            for member in &constraint.occurrences[first..first + group] {
                self.profile.tallies[member.rule as usize].tries += 1;
            }
            return Ok(false);
        }
        self.join_group_scanned(constraint, first, tried)
    }

    #[inline(never)]
    fn join_group_scanned(
        &mut self,
        constraint: &'p Constraint,
        first: usize,
        tried: Option<usize>,
    ) -> Outcome {
        let base = self.e;
        let count = usize::from(constraint.filters[first].group);
        let members = &constraint.occurrences[first..first + count];
        let partners = &members[0].partners;
        let lists = base + ARGS + constraint.functor.arity();
        let suspensions = lists + usize::from(constraint.partners);
        // From which level on a rule searches for itself.
        let own_from = |member: usize| usize::from(members[member].own_from);
        let probe_of =
            |member: usize| members[member].partners[own_from(member) - 1].probe as usize;
        let after = |member: usize| {
            let level = own_from(member);
            if member + 1 < count && own_from(member + 1) == level {
                Next::Try(member + 1)
            } else {
                Next::Advance(level - 1)
            }
        };
        let mut next = match tried {
            Some(at) => {
                let occurrence = &constraint.occurrences[at];
                let (levels, floor) = (occurrence.partners.len(), own_from(at - first));
                if levels > floor && self.join(constraint, occurrence, levels - 1, false, floor)? {
                    return Ok(true);
                }
                after(at - first)
            }
            None => {
                for member in members {
                    self.profile.tallies[member.rule as usize].tries += 1;
                }
                Next::Open(0)
            }
        };
        // The rules of which it is known whether they match the partners before the last they share, and those that do.
        let (mut known, mut matched) = (0_u64, 0_u64);
        // Whether prefilters are prepared, and which rules pass the candidate that is tried.
        let (mut prepared, mut passed) = (false, Passed::ALL);
        // The rules that share candidates for longest, as bits.
        let deepest = own_from(0);
        let longest = usize::from(members[0].longest);
        let all = (1_u64 << longest.min(63)) - 1;
        loop {
            let (level, mut from) = match next {
                Next::Try(member) => {
                    let (at, levels) = (first + member, own_from(member));
                    let bit = if member < 64 { 1 << member } else { 0 };
                    if passed.rules & bit == 0 && bit != 0 && levels == deepest {
                        let probe = &mut self.profile.probes[probe_of(member)];
                        probe.candidates += u64::from(matched & bit != 0);
                        probe.guard_failures += u64::from(passed.tested & bit != 0);
                        next = after(member);
                        continue;
                    }
                    if known & bit == 0 {
                        known |= bit;
                        matched &= !bit;
                        if self.may_match(constraint, at, levels - 1)? {
                            matched |= bit;
                        } else {
                            next = after(member);
                            continue;
                        }
                    }
                    let mut tries = bit == 0 || matched & bit != 0;
                    if tries && let Some(mark) = &members[member].mark {
                        let candidate = self.env[suspensions + levels - 1] as usize;
                        if !self.has_mark(mark, candidate) {
                            self.profile.probes[probe_of(member)].candidates += 1;
                            tries = false;
                        }
                    }
                    if tries && self.try_shared(constraint, at, levels)? {
                        return Ok(true);
                    }
                    next = after(member);
                    continue;
                }
                Next::Open(level) if level == deepest => {
                    next = Next::Try(0);
                    continue;
                }
                Next::Ended(level) => {
                    next = match (1..count).find(|&member| own_from(member) <= level) {
                        Some(member) if own_from(member) == level => Next::Try(member),
                        _ if level == 0 => return Ok(false),
                        _ => Next::Advance(level - 1),
                    };
                    continue;
                }
                Next::Open(level) => {
                    for one in members {
                        if usize::from(one.own_from) <= level {
                            break;
                        }
                        self.profile.probes[one.partners[level].probe as usize].lookups += 1;
                    }
                    if self.knows_shared(&members[0], suspensions, level) {
                        (level, self.open(&partners[level], base))
                    } else {
                        (level, (0, 0))
                    }
                }
                Next::Advance(level) => {
                    (level, self.store.next_link(self.env[lists + level] as u32))
                }
            };
            passed = Passed::ALL;
            // A list of one is not worth the preparation.
            if known == 0 && members[0].prompt && from.0 & LAST == 0 && longest < 64 {
                known = all;
                for member in 0..longest {
                    let matches = self.may_match(constraint, first + member, 0)?;
                    matched |= u64::from(matches) << member;
                }
            }
            if from.0 != 0 && level + 1 == deepest && longest < 64 && known & all == all {
                let mut prefilters = std::mem::take(&mut self.prefilters);
                if !prepared {
                    self.prepare(&mut prefilters, &members[..longest], level, matched);
                    prepared = true;
                }
                let twin = partners[level].twin;
                let used = if twin {
                    suspensions..suspensions + level
                } else {
                    suspensions..suspensions
                };
                let own = self.env[base + OWN_SUSPENSION] as usize;
                let taken = self.env[used].to_vec();
                let probes = &mut self.profile.probes;
                let count = |probe: u32, scanned, refused| {
                    let probe = &mut probes[probe as usize];
                    probe.candidates += scanned;
                    probe.guard_failures += refused;
                };
                (from, passed) =
                    self.store
                        .scan_group(&self.heap, &mut prefilters, from, own, &taken, count);
                self.prefilters = prefilters;
            }
            let (mut link, mut suspension) = from;
            if partners[level].own
                && link != 0
                && suspension as u64 == self.env[base + OWN_SUSPENSION]
            {
                (link, suspension) = self.store.next_link(link);
            }
            next = if link == 0 {
                Next::Ended(level)
            } else {
                self.env[lists + level] = link.into();
                self.env[suspensions + level] = suspension as u64;
                if level + 1 < deepest {
                    known = 0;
                    prepared = false;
                }
                Next::Open(level + 1)
            };
        }
    }

    /// Matches the active constraint and the candidates of the levels below one with the patterns of a rule, which gives its slots their values.
    fn knows_shared(
        &mut self,
        occurrence: &'p Occurrence,
        suspensions: usize,
        level: usize,
    ) -> bool {
        let base = self.e;
        for (at, shape) in &occurrence.args {
            let word = Word(self.env[base + ARGS + usize::from(*at)]);
            if !self.matches(shape, word, base) {
                return false;
            }
        }
        occurrence.partners[..level]
            .iter()
            .enumerate()
            .all(|(at, partner)| {
                let suspension = self.env[suspensions + at] as usize;
                !(partner.twin && self.is_used(suspension, suspensions, at))
                    && self.fits(&partner.args, suspension, base)
            })
    }

    /// Whether a rule can match the active constraint and the candidates of some levels.
    fn may_match(&mut self, constraint: &'p Constraint, at: usize, levels: usize) -> Outcome {
        let base = self.e;
        let occurrence = &constraint.occurrences[at];
        let suspensions =
            base + ARGS + constraint.functor.arity() + usize::from(constraint.partners);
        self.env[base + OCCURRENCE] = at as u64;
        if self.rules_out(&constraint.filters[at], base)
            || !self.may_find(occurrence, base)
            || !self.meets(occurrence, base)?
        {
            return Ok(false);
        }
        for level in 0..levels {
            if !self.fits_shared(occurrence, suspensions, level)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the candidate of a level fits a rule, once those below it do.
    #[inline(always)]
    fn fits_shared(
        &mut self,
        occurrence: &'p Occurrence,
        suspensions: usize,
        level: usize,
    ) -> Outcome {
        let partner = &occurrence.partners[level];
        let suspension = self.env[suspensions + level] as usize;
        if partner.twin && self.is_used(suspension, suspensions, level) {
            return Ok(false);
        }
        self.is_partner(partner, suspension, self.e)
    }

    /// Whether a candidate has the constant or functor that a rule wants.
    #[inline(always)]
    fn has_mark(&self, mark: &Mark, candidate: usize) -> bool {
        let place = candidate + SUSPENSION_HEADER + usize::from(mark.at);
        let word = self.deref(Word(self.store.suspensions[place]));
        if mark.is_functor {
            word.tag() == Tag::Compound && self.heap[word.place()] == mark.word
        } else {
            word == mark.word
        }
    }

    /// Tries a rule with the candidate of the last level it shares; from there on it searches for itself.
    #[inline(always)]
    fn try_shared(&mut self, constraint: &'p Constraint, at: usize, levels: usize) -> Outcome {
        let base = self.e;
        let occurrence = &constraint.occurrences[at];
        let suspensions =
            base + ARGS + constraint.functor.arity() + usize::from(constraint.partners);
        self.env[base + OCCURRENCE] = at as u64;
        let probe = occurrence.partners[levels - 1].probe as usize;
        self.profile.probes[probe].candidates += 1;
        if !self.fits_shared(occurrence, suspensions, levels - 1)? {
            return Ok(false);
        }
        self.profile.probes[probe].matches += 1;
        if levels == occurrence.partners.len() {
            Ok(self.fire(constraint, occurrence))
        } else {
            self.join(constraint, occurrence, levels, true, levels)
        }
    }
}
