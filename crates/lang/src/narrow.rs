//! What speaks of one variable alone narrows its domain before the model is made.

use gridwright_fd::Domain;

use crate::ground::{Ground, Id};
use crate::post::Posting;

/// Larger domains are not narrowed value by value.
const MOST_NARROWED: u64 = 100_000;

impl Posting<'_> {
    /// Narrows domains by what speaks of one variable alone, and leaves the rest.
    pub(crate) fn narrow(&mut self, grounds: Vec<Ground>) -> Vec<Ground> {
        let mut rest = Vec::new();
        for ground in grounds {
            let narrowed = self.narrowed(&ground);
            match narrowed {
                Some((id, domain)) if !domain.is_empty() => self.domains[id] = domain,
                _ => rest.push(ground),
            }
        }
        rest
    }

    fn narrowed(&self, ground: &Ground) -> Option<(usize, Domain)> {
        let (sum, allows): (_, Box<dyn Fn(i64) -> bool>) = match ground {
            Ground::Compare(relation, sum) => {
                let relation = *relation;
                (sum, Box::new(move |value| relation.holds(value)))
            }
            Ground::Member(sum, ranges) => {
                let within =
                    move |value| ranges.iter().any(|part| (part.0..=part.1).contains(&value));
                (sum, Box::new(within))
            }
            _ => return None,
        };
        let [(Id(id), factor)] = sum.terms[..] else {
            return None;
        };
        let id = id as usize;
        let domain = self
            .domains
            .get(id)
            .filter(|domain| domain.size() <= MOST_NARROWED)?;
        let value = |&value: &i32| {
            let value = factor.checked_mul(value.into())?;
            value.checked_add(sum.constant)
        };
        let left = domain
            .values()
            .filter(|one| value(one).is_some_and(&allows));
        Some((id, Domain::from_values(left)))
    }
}
