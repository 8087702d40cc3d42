//! Rules that are searched for together, as SWI-Prolog does it where their clauses begin alike: all of them are tried for one candidate
//! before the search goes to the next.
//!
//! The rules of a group follow each other and remove the active constraint. Each shares the candidates for some of its first partners with all
//! before it, the later the fewer. Candidates that are shared are found by the first rule, of which all know as much as is looked up;
//! each rule then matches them for itself, and has slots of its own, so that what it knows of earlier partners need not be found out anew for
//! each candidate of the last one that it shares.

use crate::code::instr::To;
use crate::code::layout::{ARGS, OCCURRENCE, OWN_SUSPENSION};
use crate::code::{Constraint, Occurrence};
use crate::state::exception::Outcome;
use crate::state::group_search::{GroupSearch, bit_of};
use crate::store::scan::group_filter::Passed;
use crate::store::suspensions::LAST;
use crate::vm::machine::Machine;

/// What is next in a common search.
enum Next {
    /// A rule tries the candidates that it shares.
    Try(usize),
    /// The candidates of a level are looked for.
    Open(usize),
    /// The first candidate of the first level was found, with its link.
    Opened((u32, usize)),
    /// The next candidate of a level is taken.
    Advance(usize),
    /// There are no more candidates at a level for the rules that share it.
    Ended(usize),
}

/// Which rule of a group is tried.
pub(crate) enum Step {
    /// One, from the active constraint on.
    Whole(usize),
    /// One for which only the last shared candidate is still to be matched.
    Last(usize),
    /// There are no more candidates.
    Over,
}

impl<'p> Machine<'p> {
    /// Begins the search for partners of the rules of a group whose first occurrence is at `first`.
    pub(crate) fn begin_group(&mut self, constraint: &'p Constraint, first: usize) -> Step {
        let group = usize::from(constraint.filters[first].group);
        for member in &constraint.occurrences[first..first + group] {
            self.profile.tallies[member.rule as usize].tries += 1;
        }
        let partner = &constraint.occurrences[first].partners[0];
        if self.store.live[partner.constraint as usize] == 0 {
            return Step::Over;
        }
        // All rules share the candidates of the first level, and often there is none.
        match self.open_level(constraint, first, 0) {
            (0, _) => Step::Over,
            from => {
                self.group_search = GroupSearch::default();
                self.step_group(constraint, first, Next::Opened(from))
            }
        }
    }

    /// The first candidate of a level for the rules that share it, with its link; 0 if there is none.
    #[inline(always)]
    fn open_level(
        &mut self,
        constraint: &'p Constraint,
        first: usize,
        level: usize,
    ) -> (u32, usize) {
        let group = usize::from(constraint.filters[first].group);
        let members = &constraint.occurrences[first..first + group];
        let sharing = members
            .iter()
            .take_while(|member| usize::from(member.own_from) > level);
        for member in sharing {
            self.profile.probes[member.partners[level].probe as usize].lookups += 1;
        }
        let (_, suspensions) = self.partners_at(constraint);
        if self.knows_shared(&members[0], suspensions, level) {
            self.open(&members[0].partners[level], self.e)
        } else {
            (0, 0)
        }
    }

    /// Goes on with the common search after an occurrence was tried.
    pub(crate) fn after_member(&mut self, constraint: &'p Constraint, at: usize) -> Step {
        let first = at - usize::from(constraint.occurrences[at].back);
        let next = next_after(constraint, first, at - first);
        self.step_group(constraint, first, next)
    }

    /// Where the instructions of a step begin.
    pub(crate) fn entry_of(&self, constraint: &Constraint, first: usize, step: &Step) -> To {
        let group = usize::from(constraint.filters[first].group);
        match step {
            Step::Whole(member) => constraint.occurrences[first + member].matches[0],
            Step::Last(member) => constraint.occurrences[first + member].matches[1],
            Step::Over => constraint.entries[first + group],
        }
    }

    /// Where the search of a group goes on after the guard of an occurrence, run as goals, did not hold.
    pub(crate) fn behind_member(&mut self, constraint: &'p Constraint, at: usize) -> To {
        self.group_search = GroupSearch::default();
        let occurrence = &constraint.occurrences[at];
        let levels = occurrence.partners.len();
        if levels > usize::from(occurrence.own_from) {
            return occurrence.advances[levels - 1];
        }
        let step = self.after_member(constraint, at);
        self.entry_of(constraint, at - usize::from(occurrence.back), &step)
    }

    /// The reference interpreter's search for a group; goes on behind what the occurrence `tried` found last.
    pub(crate) fn join_group(
        &mut self,
        constraint: &'p Constraint,
        first: usize,
        tried: Option<usize>,
    ) -> Outcome {
        let mut step = match tried {
            Some(at) => {
                self.group_search = GroupSearch::default();
                let occurrence = &constraint.occurrences[at];
                let (levels, floor) = (occurrence.partners.len(), usize::from(occurrence.own_from));
                if levels > floor && self.join(constraint, occurrence, levels - 1, false, floor)? {
                    return Ok(true);
                }
                self.after_member(constraint, at)
            }
            None => self.begin_group(constraint, first),
        };
        loop {
            let (member, is_whole) = match step {
                Step::Whole(member) => (member, true),
                Step::Last(member) => (member, false),
                Step::Over => return Ok(false),
            };
            let at = first + member;
            let levels = usize::from(constraint.occurrences[at].own_from);
            let mut tries = true;
            if is_whole {
                tries = self.may_match(constraint, at, levels - 1)?;
                if tries {
                    self.group_search.note_match(member as u16);
                }
            }
            if tries && self.try_shared(constraint, at, levels)? {
                return Ok(true);
            }
            step = self.after_member(constraint, at);
        }
    }

    /// Looks for candidates until a rule is to be tried.
    #[inline(never)]
    fn step_group(&mut self, constraint: &'p Constraint, first: usize, mut next: Next) -> Step {
        let base = self.e;
        let count = usize::from(constraint.filters[first].group);
        let members = &constraint.occurrences[first..first + count];
        let partners = &members[0].partners;
        let (lists, suspensions) = self.partners_at(constraint);
        // From which level on a rule searches for itself.
        let own_from = |member: usize| usize::from(members[member].own_from);
        let probe_of =
            |member: usize| members[member].partners[own_from(member) - 1].probe as usize;
        // The rules that share candidates for longest, as bits.
        let deepest = own_from(0);
        let longest = usize::from(members[0].longest);
        let all = (1_u64 << longest.min(63)) - 1;
        loop {
            let (level, mut from) = match next {
                Next::Try(member) => {
                    let (bit, search) = (bit_of(member), &mut self.group_search);
                    if search.passed.rules & bit == 0 && bit != 0 && own_from(member) == deepest {
                        let probe = &mut self.profile.probes[probe_of(member)];
                        probe.candidates += u64::from(search.matched & bit != 0);
                        probe.guard_failures += u64::from(search.passed.tested & bit != 0);
                    } else if search.known & bit == 0 {
                        search.known |= bit;
                        search.matched &= !bit;
                        return Step::Whole(member);
                    } else if search.matched & bit != 0 {
                        return Step::Last(member);
                    }
                    next = next_after(constraint, first, member);
                    continue;
                }
                Next::Open(level) if level == deepest => {
                    next = Next::Try(0);
                    continue;
                }
                Next::Ended(level) => {
                    next = match (1..count).find(|&member| own_from(member) <= level) {
                        Some(member) if own_from(member) == level => Next::Try(member),
                        _ if level == 0 => return Step::Over,
                        _ => Next::Advance(level - 1),
                    };
                    continue;
                }
                Next::Open(level) => (level, self.open_level(constraint, first, level)),
                Next::Opened(from) => (0, from),
                Next::Advance(level) => {
                    (level, self.store.next_link(self.env[lists + level] as u32))
                }
            };
            self.group_search.passed = Passed::ALL;
            // A list of one is not worth the preparation.
            if self.group_search.known == 0
                && members[0].prompt
                && from.0 & LAST == 0
                && longest < 64
            {
                self.group_search.known = all;
                for member in 0..longest {
                    let matches = self.matches_head(constraint, first + member);
                    self.group_search.matched |= u64::from(matches) << member;
                }
            }
            let is_known = longest < 64 && self.group_search.known & all == all;
            if from.0 != 0 && level + 1 == deepest && is_known {
                let mut prefilters = std::mem::take(&mut self.prefilters);
                if !self.group_search.prepared {
                    let matched = self.group_search.matched;
                    self.prepare(&mut prefilters, &members[..longest], level, matched);
                    self.group_search.prepared = true;
                }
                let used = if partners[level].twin { level } else { 0 };
                let own = self.env[base + OWN_SUSPENSION] as usize;
                let taken = &self.env[suspensions..suspensions + used];
                let probes = &mut self.profile.probes;
                let count = |probe: u32, scanned, refused| {
                    let probe = &mut probes[probe as usize];
                    probe.candidates += scanned;
                    probe.guard_failures += refused;
                };
                (from, self.group_search.passed) =
                    self.store
                        .scan_group(&self.heap, &mut prefilters, from, own, taken, count);
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
                    self.group_search.known = 0;
                    self.group_search.prepared = false;
                }
                Next::Open(level + 1)
            };
        }
    }

    /// Whether a rule on whose active constraint there are no tests can match it.
    fn matches_head(&mut self, constraint: &'p Constraint, at: usize) -> bool {
        self.may_try_member(constraint, at) && self.matches_args(&constraint.occurrences[at])
    }

    /// Whether nothing rules out an occurrence of a group before its head is matched.
    fn may_try_member(&self, constraint: &Constraint, at: usize) -> bool {
        !self.rules_out(&constraint.filters[at], self.e)
            && self.may_find(&constraint.occurrences[at], self.e)
    }

    /// Matches the active constraint and the candidates of the levels below one with the patterns of a rule, which gives its slots their values.
    fn knows_shared(
        &mut self,
        occurrence: &'p Occurrence,
        suspensions: usize,
        level: usize,
    ) -> bool {
        let base = self.e;
        self.matches_args(occurrence)
            && occurrence.partners[..level]
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
        if !self.may_try_member(constraint, at) || !self.meets(occurrence, base)? {
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

    /// Tries a rule with the candidate of the last level it shares; from there on it searches for itself.
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

/// What comes after a rule of a group was tried.
fn next_after(constraint: &Constraint, first: usize, member: usize) -> Next {
    let count = usize::from(constraint.filters[first].group);
    let own_from = |member: usize| constraint.occurrences[first + member].own_from;
    if member + 1 < count && own_from(member + 1) == own_from(member) {
        Next::Try(member + 1)
    } else {
        Next::Advance(usize::from(own_from(member)) - 1)
    }
}
