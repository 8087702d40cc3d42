//! Filters of occurrences: what must be in the store for a rule to be tried at all, and which rules form a group.

use crate::code::layout::{ARGS, bit_of};
use crate::code::word::Word;
use crate::code::{Constraint, Filter, Need, Occurrence, Shape};

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

impl Constraint {
    /// Its occurrences, without those that can never fire.
    pub(crate) fn searched(&self) -> &[Occurrence] {
        &self.occurrences[..self.filters.len()]
    }

    /// Notes with each occurrence how far back its group begins, and with the first what there is to know of all of them.
    pub(crate) fn group(&mut self) {
        let mut first = 0;
        for at in 0..self.filters.len() {
            if self.occurrences[at].shared_levels == 0 {
                first = at;
            }
            self.occurrences[at].own_from = self.occurrences[at].shared_levels;
            self.occurrences[at].back = (at - first) as u16;
            self.filters[first].group = (at - first + 1) as u16;
        }
        for first in 0..self.filters.len() {
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
            self.occurrences[first].longest = longest as u16;
            self.occurrences[first].prompt = prompt;
            self.occurrences[first].own_from = deepest;
        }
    }
}
