//! Filters of occurrences: what must be in the store for a rule to be tried at all.

use crate::code::layout::{ARGS, bit_of};
use crate::code::word::Word;
use crate::code::{Filter, Need, Occurrence, Shape};

/// The needs of an occurrence that its filter does not answer.
pub(crate) fn scarce(needs: &[Need], stores: bool) -> Box<[Need]> {
    let scarce = |need: &&Need| stores || need.count > 1 || need.own || need.symbol >= 64;
    needs.iter().filter(scarce).copied().collect()
}

impl Filter {
    /// What an occurrence needs in the store, unless the active constraint is stored before anything is looked for.
    pub(crate) fn of(occurrence: &Occurrence) -> Filter {
        let bits = occurrence
            .needs
            .iter()
            .map(|need| bit_of(need.symbol as usize));
        let constant = occurrence.args.iter().find_map(|(at, shape)| match shape {
            Shape::Const(word) => Some((ARGS as u16 + at, *word)),
            _ => None,
        });
        let (at, word) = constant.unwrap_or((0, Word::NIL));
        Filter {
            needs: if occurrence.stores {
                0
            } else {
                bits.fold(0, |all, bit| all | bit)
            },
            rule: occurrence.rule,
            at: if occurrence.stores { 0 } else { at },
            group: 1,
            word,
        }
    }
}
