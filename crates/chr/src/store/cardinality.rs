//! How many constraints of each symbol are in the store, by which many occurrences are passed over without a search.

use crate::code::word::Word;
use crate::code::{Filter, Need, Occurrence, Shape};
use crate::vm::active::{ARGS, OWN_SUSPENSION};
use crate::vm::choice_points::Undo;
use crate::vm::machine::Machine;

/// The bit of a symbol among those that filters know; those after the first 64 have none.
#[inline(always)]
const fn bit_of(symbol: usize) -> u64 {
    if symbol < 64 { 1 << symbol } else { 0 }
}

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

impl Machine<'_> {
    /// Whether a filter rules an occurrence out.
    #[inline(always)]
    pub(crate) fn rules_out(&self, filter: &Filter, base: usize) -> bool {
        filter.needs & self.absent != 0
            || filter.at != 0 && self.slot(base, filter.at) != filter.word
    }

    /// Whether there are as many constraints in the store as an occurrence has partners, once its filter has let it pass.
    #[inline(always)]
    pub(crate) fn may_find(&self, occurrence: &Occurrence, base: usize) -> bool {
        self.are_enough(&occurrence.scarce, self.env[base + OWN_SUSPENSION] != 0)
    }

    /// Whether there are as many constraints in the store as are needed; `stored` says whether the active one is among them.
    #[inline(always)]
    pub(crate) fn are_enough(&self, needs: &[Need], stored: bool) -> bool {
        needs.iter().all(|need| {
            let own = need.own && stored;
            self.live[need.symbol as usize] >= need.count + u32::from(own)
        })
    }

    /// Notes how many constraints of a symbol are in the store.
    #[inline(always)]
    pub(crate) fn set_live(&mut self, symbol: usize, live: u32) {
        if self.counted[symbol] != self.epoch {
            self.counted[symbol] = self.epoch;
            if self.trailing() {
                self.trail
                    .push(Undo::Live(symbol as u32, self.live[symbol]));
            }
        }
        self.count_live(symbol, live);
    }

    /// Says how many constraints of a symbol are in the store.
    #[inline(always)]
    pub(crate) fn count_live(&mut self, symbol: usize, live: u32) {
        self.live[symbol] = live;
        self.absent &= !bit_of(symbol);
        if live == 0 {
            self.absent |= bit_of(symbol);
        }
    }
}
