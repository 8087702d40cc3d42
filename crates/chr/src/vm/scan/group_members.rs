//! The rules of a group side by side: what is asked of each for every candidate, without the rest of its plan. How a group is searched
//! for is in `vm/rule_group.rs`.

use crate::code::word::{Tag, Word};
use crate::code::{Constraint, Occurrence, Shape};
use crate::store::suspensions::SUSPENSION_HEADER;
use crate::vm::active::OWN_SUSPENSION;
use crate::vm::heap::follow;
use crate::vm::machine::Machine;

/// One rule of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// Symbols of which it needs one, by their bits.
    needs: u64,
    /// What it can be told by that a candidate does not match: an argument, by its place in a suspension, and the constant or functor there.
    mark: Mark,
    at: u16,
    /// From which partner on it searches for itself.
    pub(crate) own_from: u16,
    pub(crate) rule: u32,
    /// Under which number its searches are counted for the last partner that it shares.
    pub(crate) probe: u32,
    /// Whether it shares one partner, and asks nothing of the active constraint.
    is_plain: bool,
}

/// What an argument must be.
#[derive(Clone, Copy, Debug)]
enum Mark {
    Any,
    Constant(Word),
    Functor(Word),
}

impl Member {
    fn of(occurrence: &Occurrence, own_from: u16, needs: u64) -> Member {
        let partner = &occurrence.partners[usize::from(own_from) - 1];
        let marked = partner.args.iter().find_map(|(at, shape)| match shape {
            Shape::Const(word) => Some((*at, Mark::Constant(*word))),
            Shape::Compound(functor, _) => {
                Some((*at, Mark::Functor(Word::inner(functor.0 as usize))))
            }
            _ => None,
        });
        let (at, mark) = marked.unwrap_or((0, Mark::Any));
        Member {
            needs,
            mark,
            at: SUSPENSION_HEADER as u16 + at,
            own_from,
            rule: occurrence.rule,
            probe: partner.probe,
            is_plain: own_from == 1 && occurrence.args.is_empty() && occurrence.tests.is_empty(),
        }
    }
}

impl Constraint {
    /// Notes with each occurrence how far back its group begins, and with the first what there is to know of all of them.
    pub(crate) fn group(&mut self) {
        let mut first = 0;
        for at in 0..self.occurrences.len() {
            if self.occurrences[at].shared_levels == 0 {
                first = at;
            }
            self.occurrences[at].back = (at - first) as u16;
            self.filters[first].group = (at - first + 1) as u16;
        }
        for first in 0..self.occurrences.len() {
            let group = usize::from(self.filters[first].group);
            if group < 2 || self.occurrences[first].shared_levels > 0 {
                continue;
            }
            let occurrences = &self.occurrences[first..first + group];
            let deepest = occurrences[1].shared_levels;
            let sharing = occurrences[1..].iter();
            let longest = 1 + sharing
                .take_while(|other| other.shared_levels == deepest)
                .count();
            let mut untested = occurrences[..longest].iter().map(|one| &one.tests);
            let prompt = deepest == 1 && untested.all(|tests| tests.is_empty());
            let filters = &self.filters[first..first + group];
            let members = occurrences.iter().zip(filters).map(|(one, filter)| {
                let own_from = if one.shared_levels == 0 {
                    deepest
                } else {
                    one.shared_levels
                };
                Member::of(one, own_from, filter.needs)
            });
            let members = members.collect();
            self.occurrences[first].longest = longest as u16;
            self.occurrences[first].prompt = prompt;
            self.occurrences[first].members = members;
        }
    }
}

impl Machine<'_> {
    /// Passes over rules of a group, from one on, that share one partner and cannot match the candidate for it; returns the first that may, or
    /// that only the search itself can tell of. The bits are those of the rules of which it is known whether they match without the candidate,
    /// and those that do.
    #[inline(always)]
    pub(crate) fn pass_members(
        &mut self,
        (members, occurrences): (&[Member], &[Occurrence]),
        mut at: usize,
        suspension: usize,
        known: &mut u64,
        matched: &mut u64,
    ) -> usize {
        let own = self.env[self.e + OWN_SUSPENSION] != 0;
        while let Some(member) = members.get(at) {
            if !member.is_plain || at >= 64 {
                break;
            }
            let bit = 1 << at;
            if *known & bit == 0 {
                *known |= bit;
                *matched &= !bit;
                if member.needs & self.absent == 0 && self.are_enough(&occurrences[at].scarce, own)
                {
                    *matched |= bit;
                }
            }
            if *matched & bit != 0 {
                let found = || {
                    follow(
                        &self.heap,
                        Word(self.suspensions[suspension + usize::from(member.at)]),
                    )
                };
                let is_other = match member.mark {
                    Mark::Any => false,
                    Mark::Constant(word) => found() != word,
                    Mark::Functor(functor) => {
                        let word = found();
                        word.tag() != Tag::Compound || self.heap[word.place()] != functor
                    }
                };
                if !is_other {
                    break;
                }
                self.probes[member.probe as usize].candidates += 1;
            }
            at += 1;
        }
        at
    }
}
