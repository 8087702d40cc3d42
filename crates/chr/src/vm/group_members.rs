//! The rules of a group side by side: what is asked of each for every candidate, without the rest of its plan. How a group is searched
//! for is in `vm/rule_group.rs`.

use crate::code::Occurrence;
use crate::code::group::{Mark, Member};
use crate::code::layout::OWN_SUSPENSION;
use crate::code::word::follow;
use crate::code::word::{Tag, Word};
use crate::vm::machine::Machine;

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
                if member.needs & self.store.absent == 0
                    && self.store.are_enough(&occurrences[at].scarce, own)
                {
                    *matched |= bit;
                }
            }
            if *matched & bit != 0 {
                let found = || {
                    follow(
                        &self.heap,
                        Word(self.store.suspensions[suspension + usize::from(member.at)]),
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
                self.profile.probes[member.probe as usize].candidates += 1;
            }
            at += 1;
        }
        at
    }
}
