//! Tags that hold a rule, below 8, and two numbers of up to 14 bits.

use crate::support::prelude::*;

/// The numbers in a tag are below this.
pub(crate) const MAX_NUMBER: usize = 1 << 14;

/// Packs a rule and two numbers into a tag.
pub(crate) fn tag(rule: u32, a: usize, b: usize) -> Tag {
    Tag((a as u32) << 17 | (b as u32) << 3 | rule)
}

/// Unpacks the rule and the two numbers of a tag.
pub(crate) fn untag(Tag(tag): Tag) -> (u32, usize, usize) {
    let b = tag >> 3 & (MAX_NUMBER as u32 - 1);
    (tag & 7, (tag >> 17) as usize, b as usize)
}
