//! Computing aggregates: a walk over the constraints in the store that match.

use gridwright_term::Number;

use crate::code::expr::Binary;
use crate::code::{Aggregate, Fold, Partner, Shape};
use crate::state::exception::Outcome;
use crate::vm::machine::Machine;

impl Machine<'_> {
    /// Puts the value of an aggregate in its slot; false if it has none, as the least of nothing.
    pub(crate) fn fold(&mut self, aggregate: &Aggregate, base: usize) -> Outcome {
        let partner = &aggregate.partner;
        if aggregate.fold == Fold::Count && is_everything(partner) {
            let live = self.store.live[partner.constraint as usize];
            self.env[base + usize::from(aggregate.slot)] = self.int(live.into()).0;
            return Ok(true);
        }
        let mut total: Option<Number> = match aggregate.fold {
            Fold::Count | Fold::Sum => Some(Number::Int(0)),
            Fold::Min | Fold::Max => None,
        };
        let (mut link, mut suspension) = self.open(partner, base);
        let (mut scanned, mut matches) = (0, 0);
        while link != 0 {
            scanned += 1;
            if self.fits(&partner.args, suspension, base) && self.all(&partner.tests, base)? {
                let value = self.eval(&aggregate.value, base)?;
                matches += 1;
                total = match (aggregate.fold, total) {
                    (Fold::Count | Fold::Sum, Some(before)) => {
                        Some(self.binary(Binary::Add, &before, &value)?)
                    }
                    (Fold::Min, Some(before)) => Some(self.binary(Binary::Min, &before, &value)?),
                    (Fold::Max, Some(before)) => Some(self.binary(Binary::Max, &before, &value)?),
                    (_, None) => Some(value),
                };
            }
            (link, suspension) = self.store.next_link(link);
        }
        let probe = &mut self.profile.probes[partner.probe as usize];
        probe.lookups += 1;
        probe.candidates += scanned;
        probe.matches += matches;
        let Some(total) = total else {
            return Ok(false);
        };
        self.env[base + usize::from(aggregate.slot)] = self.number(&total).0;
        Ok(true)
    }
}

/// Whether a pattern matches every constraint of its kind.
fn is_everything(partner: &Partner) -> bool {
    let open = |(_, shape): &(u16, Shape)| matches!(shape, Shape::First(_));
    partner.tests.is_empty() && partner.args.iter().all(open)
}
