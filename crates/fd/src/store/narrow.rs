//! Domains narrowed where nobody watches yet: a store that begins again with other facts.

use super::Store;
use super::dom::WORD;
use super::log::Why;
use crate::domain::Domain;
use crate::var::Var;

impl Store {
    /// Narrows a domain to one that lies within it. Nobody is told: whoever narrows runs all propagators afterwards.
    pub(crate) fn narrow(&mut self, var: Var, domain: &Domain) {
        if self.doms[var.index()].wide == WORD {
            return self.narrow_word(var, domain);
        }
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
            unreachable!("the domains of a model are not empty");
        };
        self.muted = true;
        let narrowed = self
            .ge(var, min, Why::Root)
            .and(self.le(var, max, Why::Root));
        narrowed.expect("the domain lies within");
        let mut hole = min;
        for (min, max) in domain.ranges() {
            for value in hole..min {
                self.ne(var, value, Why::Root).expect("the bounds are left");
            }
            hole = max + 1;
        }
        self.muted = false;
    }

    fn narrow_word(&mut self, var: Var, domain: &Domain) {
        self.save(var);
        let d = &mut self.doms[var.index()];
        let base = d.base;
        let word = |(min, max): (i32, i32)| (u64::MAX >> (63 - (max - min))) << (min - base);
        d.bits &= domain.ranges().map(word).fold(0, |all, word| all | word);
        d.min = d.base + d.bits.trailing_zeros() as i32;
        d.max = d.base + 63 - d.bits.leading_zeros() as i32;
        d.size = d.bits.count_ones();
    }
}
