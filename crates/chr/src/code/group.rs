//! The rules of a group side by side: what is asked of each for every candidate, without the rest of its plan.

use crate::code::layout::SUSPENSION_HEADER;
use crate::code::word::Word;
use crate::code::{Constraint, Occurrence, Shape};

/// One rule of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// Symbols of which it needs one, by their bits.
    pub(crate) needs: u64,
    /// What it can be told by that a candidate does not match: an argument, by its place in a suspension, and the constant or functor there.
    pub(crate) mark: Mark,
    pub(crate) at: u16,
    /// From which partner on it searches for itself.
    pub(crate) own_from: u16,
    pub(crate) rule: u32,
    /// Under which number its searches are counted for the last partner that it shares.
    pub(crate) probe: u32,
    /// Whether it shares one partner, and asks nothing of the active constraint.
    pub(crate) is_plain: bool,
}

/// What an argument must be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
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
