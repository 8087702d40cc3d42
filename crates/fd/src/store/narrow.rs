//! Domains narrowed where nobody watches yet: a store that begins again with other facts.

use super::Store;
use super::dom::{WORD, Wide};
use super::log::Why;
use super::trail::Undo;
use crate::domain::Domain;
use crate::var::Var;

impl Store {
    /// Narrows a domain to one that lies within it. Nobody is told: whoever narrows runs all propagators afterwards.
    pub(crate) fn narrow(&mut self, var: Var, domain: &Domain) {
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
            unreachable!("the domains of a model are not empty");
        };
        let d = self.doms[var.index()];
        if d.wide == WORD {
            self.save(var);
            self.doms[var.index()].bits &= mask(domain, d.base);
        } else if let Wide::Slab { first, n_words } = self.wide[d.wide as usize] {
            self.save(var);
            for (i, word) in (first..first + n_words).enumerate() {
                let kept = self.words[word] & mask(domain, d.base + 64 * i as i32);
                if self.words[word] == kept {
                    continue;
                }
                if self.word_stamps[word] != self.stamp {
                    self.word_stamps[word] = self.stamp;
                    self.trail.push(Undo::Slab(word as u32, self.words[word]));
                }
                self.words[word] = kept;
            }
        } else {
            return self.narrow_sparse(var, domain, (min, max));
        }
        let d = &mut self.doms[var.index()];
        (d.min, d.max, d.size) = (min, max, domain.size() as u32);
    }

    fn narrow_sparse(&mut self, var: Var, domain: &Domain, (min, max): (i32, i32)) {
        self.muted = true;
        let raised = self.ge(var, min, Why::Root);
        let narrowed = raised.and(self.le(var, max, Why::Root));
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
}

/// The values of a domain as bits of the word whose bit 0 is `base`.
fn mask(domain: &Domain, base: i32) -> u64 {
    let place = |value: i32| i64::from(value) - i64::from(base);
    let bits = |&(min, max): &(i32, i32)| {
        let (from, to) = (place(min).max(0), place(max).min(63));
        match from <= to {
            true => (u64::MAX >> (63 - (to - from))) << from,
            false => 0,
        }
    };
    let ranges = domain.ranges_from(base).iter();
    let near = ranges.take_while(|range| place(range.0) < 64);
    near.map(bits).fold(0, |all, bits| all | bits)
}

#[cfg(test)]
mod tests {
    use super::super::DomainRepr;
    use super::*;
    use gridwright_control::Rng;

    #[test]
    fn narrowed_and_taken_back_in_every_form() {
        let mut rng = Rng::new(11);
        for form in [DomainRepr::Fitting, DomainRepr::Slab, DomainRepr::Sparse] {
            for _ in 0..200 {
                let from = rng.between(-300, 300);
                let span = *rng.pick(&[1, 5, 64, 65, 200]);
                let wide: Vec<i32> = (from..from + span).filter(|_| !rng.one_in(5)).collect();
                let wide = if wide.is_empty() { vec![from] } else { wide };
                let mut store = Store::new(false);
                let var = store.add_var(&Domain::from_ascending(&wide), form);
                store.rebuild_queue(1);
                for _ in 0..3 {
                    let mut kept = wide.clone();
                    kept.retain(|_| !rng.one_in(3));
                    if kept.is_empty() {
                        kept.push(*rng.pick(&wide));
                    }
                    store.narrow(var, &Domain::from_ascending(&kept));
                    assert_eq!(store.values(var.view()).collect::<Vec<_>>(), kept);
                    assert_eq!(store.size(var.view()) as usize, kept.len());
                    assert_eq!(store.max(var.view()), kept[kept.len() - 1]);
                    store.rewind();
                    assert_eq!(store.values(var.view()).collect::<Vec<_>>(), wide);
                    assert_eq!(store.size(var.view()) as usize, wide.len());
                }
            }
        }
    }
}
