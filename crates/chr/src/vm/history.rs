//! Keys of the propagation history, made from the frame of an active constraint.

use crate::code::layout::{ARGS, HEADS, OWN_SUSPENSION};
use crate::code::{Constraint, Occurrence, Repeats};
use crate::store::history::{Key, key};
use crate::vm::machine::Machine;

impl Machine<'_> {
    /// The numbers of the constraints a rule matches, in the order of its heads.
    fn tuple(&self, constraint: &Constraint, occurrence: &Occurrence, base: usize) -> Key {
        let suspensions =
            base + ARGS + constraint.functor.arity() + usize::from(constraint.partners);
        // Most rules have two heads.
        if let [partner] = &occurrence.partners[..]
            && !occurrence.observed
            && occurrence.values.is_empty()
        {
            let own = self.store.id_of(self.env[base + OWN_SUSPENSION] as usize);
            let other = self.store.id_of(self.env[suspensions] as usize);
            return key(&if occurrence.head < partner.head {
                [own, other]
            } else {
                [other, own]
            });
        }
        let mut ids = [0; HEADS];
        let mut count = occurrence.partners.len();
        if !occurrence.observed {
            ids[usize::from(occurrence.head)] =
                self.store.id_of(self.env[base + OWN_SUSPENSION] as usize);
            count += 1;
        }
        for (level, partner) in occurrence.partners.iter().enumerate() {
            ids[usize::from(partner.head)] =
                self.store.id_of(self.env[suspensions + level] as usize);
        }
        if occurrence.values.is_empty() {
            return key(&ids[..count]);
        }
        let mut all = ids[..count].to_vec();
        let values = occurrence.values.iter().filter(|&&slot| slot != 0);
        all.extend(values.map(|&slot| self.slot(base, slot).0));
        key(&all)
    }

    pub(crate) fn fired_before(
        &self,
        constraint: &Constraint,
        occurrence: &Occurrence,
        base: usize,
    ) -> bool {
        if self.env[base + OWN_SUSPENSION] == 0 && !occurrence.observed {
            return false;
        }
        if occurrence.repeats == Repeats::Newer {
            let suspensions =
                base + ARGS + constraint.functor.arity() + usize::from(constraint.partners);
            let own = self.store.id_of(self.env[base + OWN_SUSPENSION] as usize);
            let partners = self.env[suspensions..suspensions + occurrence.partners.len()].iter();
            return partners
                .into_iter()
                .any(|&suspension| self.store.id_of(suspension as usize) > own);
        }
        let key = self.tuple(constraint, occurrence, base);
        self.store.history[occurrence.rule as usize].contains(key)
    }

    pub(crate) fn remember(
        &mut self,
        constraint: &Constraint,
        occurrence: &Occurrence,
        base: usize,
    ) {
        let key = self.tuple(constraint, occurrence, base);
        self.store.remember(occurrence.rule, key);
    }
}
