//! How many constraints of each symbol are in the store, by which many occurrences are passed over without a search.

use crate::code::Need;
use crate::code::layout::bit_of;
use crate::store::suspensions::{Store, Undo};

impl Store<'_> {
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
            if self.trailing {
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
