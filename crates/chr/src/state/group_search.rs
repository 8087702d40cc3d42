//! The state of a search that the rules of a group share; `vm/rule_group.rs` carries it out.

use crate::store::scan::group_filter::Passed;

/// A common search under way. It ends when a rule fires.
#[derive(Debug)]
pub(crate) struct GroupSearch {
    /// The rules of which it is known whether they match the partners before the last they share, and those that do.
    pub(crate) known: u64,
    pub(crate) matched: u64,
    /// Whether prefilters are prepared, and which rules pass the candidate that is tried.
    pub(crate) prepared: bool,
    pub(crate) passed: Passed,
}

impl Default for GroupSearch {
    fn default() -> GroupSearch {
        GroupSearch {
            known: 0,
            matched: 0,
            prepared: false,
            passed: Passed::ALL,
        }
    }
}

impl GroupSearch {
    /// Whether a rule is tried from the active constraint on, or for the last candidate it shares alone; none if it is not, or nothing is known
    /// about it yet. What it cannot be tried for is counted elsewhere.
    #[inline(always)]
    pub(crate) fn tries(&mut self, member: u16, filtered: bool) -> Option<bool> {
        let bit = bit_of(member.into());
        if bit == 0 || filtered && self.passed.rules & bit == 0 {
            return None;
        }
        if self.known & bit == 0 {
            self.known |= bit;
            self.matched &= !bit;
            return Some(true);
        }
        (self.matched & bit != 0).then_some(false)
    }

    /// Notes that a rule matches the candidates that it shares, without the last.
    #[inline(always)]
    pub(crate) fn note_match(&mut self, member: u16) {
        self.matched |= bit_of(member.into());
    }
}

/// The bit of a rule of a group; those after the first 64 have none.
#[inline(always)]
pub(crate) fn bit_of(member: usize) -> u64 {
    if member < 64 { 1 << member } else { 0 }
}
