//! Counts of claims: why one is full, or empty. The counting itself is done where claims become true, as it is what propagation does most.

use crate::packed::Packed;
use crate::state::Look;

/// The claims that fill or empty a count; of more than it takes, those that were known first.
pub(crate) fn reason(
    of: &[Packed],
    min: u32,
    max: u32,
    look: Look<'_>,
    forced: Option<Packed>,
) -> Vec<Packed> {
    let trues = || of.iter().copied().filter(|&claim| look.is_true(claim));
    let falses = || {
        let falses = of.iter().copied().filter(|&claim| look.is_false(claim));
        falses.map(Packed::opposite)
    };
    let (mut why, wanted): (Vec<Packed>, usize) = match forced {
        Some(claim) if of.contains(&claim) => (falses().collect(), of.len() - min as usize),
        Some(_) => (trues().collect(), max as usize),
        None if trues().count() > max as usize => (trues().collect(), max as usize + 1),
        None => (falses().collect(), of.len() + 1 - min as usize),
    };
    why.sort_by_key(|&claim| look.place(claim));
    why.truncate(wanted);
    why
}
