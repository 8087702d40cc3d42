//! How many constraints of each symbol are in the store, by which many occurrences are passed over without a search.

use crate::code::layout::{OWN_SUSPENSION, bit_of};
use crate::code::{Filter, Need, Occurrence};
use crate::vm::choice_points::Undo;
use crate::vm::machine::Machine;

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
