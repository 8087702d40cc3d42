//! Rules that SWI-Prolog searches for together: occurrences that follow each other, remove the active constraint and look for the same
//! first partner in the same way. All of them are tried for one partner before the search goes to the next.
//!
//! There it comes from sharing the beginnings of clauses, and programs come to depend on it. Only the first partner is shared here.

use crate::active::{ARGS, OCCURRENCE, OWN_ROW};
use crate::code::{Constraint, Occurrence, Pattern, Shape};
use crate::machine::Machine;
use crate::store::LAST;
use crate::thrown::Answer;

impl Constraint {
    /// Finds the groups among the occurrences and notes them in the filters: how many there are from here on, and how far back the first is. With
    /// `tables`, ground arguments are looked up.
    pub(crate) fn group(&mut self, ground: &[Vec<bool>], tables: bool) {
        let slots = (ARGS + self.functor.arity()) as u16;
        let mut first = 0;
        while first < self.occurrences.len() {
            let rest = &self.occurrences[first..];
            let count = rest
                .iter()
                .take_while(|other| is_shared(&rest[0], other, slots, ground, tables))
                .count()
                .max(1);
            let lookup = |at: usize| &self.occurrences[first + at].partners[0].lookup;
            let one_list = count > 1
                && (1..count).all(|at| {
                    lookup(at).index == lookup(0).index && lookup(at).key == lookup(0).key
                });
            for at in 0..count {
                let filter = &mut self.filters[first + at];
                filter.group = if at == 0 { count as u16 } else { 1 };
                filter.back = at as u16;
                filter.one_list = one_list;
            }
            first += count;
        }
    }
}

/// Whether two occurrences are searched for together; the slots from `slots` on belong to their rules.
fn is_shared(
    one: &Occurrence,
    other: &Occurrence,
    slots: u16,
    ground: &[Vec<bool>],
    tables: bool,
) -> bool {
    let fits = |occurrence: &Occurrence| {
        occurrence.removed
            && !occurrence.observed
            && !occurrence.stores
            && occurrence.tests.is_empty()
            && !occurrence.partners.is_empty()
    };
    if !fits(one) || !fits(other) || canonical(&one.args, slots) != canonical(&other.args, slots) {
        return false;
    }
    let (left, right) = (&one.partners[0], &other.partners[0]);
    let (a, b) = (&left.lookup, &right.lookup);
    if left.constraint != right.constraint || a.shared != b.shared {
        return false;
    }
    if a.shared.iter().any(|&slot| slot >= slots) {
        return false;
    }
    // Unless it debugs, SWI-Prolog looks up arguments declared ground in a table for each set of arguments.
    let ground = &ground[left.constraint as usize];
    let hashed = |pattern: &Pattern| {
        let keys = pattern.iter().filter(|(at, shape)| {
            ground[usize::from(*at)]
                && match shape {
                    Shape::Slot(slot) => *slot < slots,
                    Shape::Const(_) => true,
                    _ => false,
                }
        });
        keys.cloned().collect::<Vec<_>>()
    };
    !tables || hashed(&left.args) == hashed(&right.args)
}

/// A pattern with the slots of its rule numbered by their first mention.
fn canonical(pattern: &Pattern, slots: u16) -> Vec<(u16, Shape)> {
    fn renumbered(shape: &Shape, slots: u16, seen: &mut Vec<u16>) -> Shape {
        let mut number = |slot: u16| {
            if slot < slots {
                return slot;
            }
            let known = seen.iter().position(|&other| other == slot);
            let at = known.unwrap_or_else(|| {
                seen.push(slot);
                seen.len() - 1
            });
            slots + at as u16
        };
        match shape {
            Shape::Slot(slot) => Shape::Slot(number(*slot)),
            Shape::First(slot) => Shape::First(number(*slot)),
            Shape::List(pair) => Shape::List(Box::new([
                renumbered(&pair[0], slots, seen),
                renumbered(&pair[1], slots, seen),
            ])),
            Shape::Compound(functor, args) => {
                let args = args.iter().map(|arg| renumbered(arg, slots, seen));
                Shape::Compound(*functor, args.collect())
            }
            Shape::Void | Shape::Const(_) | Shape::Wide(_) => shape.clone(),
        }
    }
    let mut seen = Vec::new();
    let pattern = pattern.iter();
    pattern
        .map(|(at, shape)| (*at, renumbered(shape, slots, &mut seen)))
        .collect()
}

impl<'p> Machine<'p> {
    /// Searches for partners of the rules of a group whose first occurrence is at `first`: from the start, or behind the partners of the frame.
    #[inline(never)]
    pub(crate) fn join_group(
        &mut self,
        constraint: &'p Constraint,
        first: usize,
        resumed: bool,
    ) -> Answer {
        let base = self.e;
        let count = usize::from(constraint.filters[first].group);
        let members = &constraint.occurrences[first..first + count];
        let lists = base + ARGS + constraint.functor.arity();
        let rows = lists + usize::from(constraint.partners);
        let lookup = &members[0].partners[0].lookup;
        let one_list =
            constraint.filters[first].one_list || self.shared_var(&lookup.shared, base).is_some();
        let mut member = 0;
        let (mut link, mut row) = (0, 0);
        if resumed {
            (link, row) = (self.env[lists] as u32, self.env[rows] as usize);
            let at = self.env[base + OCCURRENCE] as usize - first;
            let levels = members[at].partners.len();
            if levels > 1 && self.join(constraint, &members[at], levels - 1, false, 1)? {
                return Ok(true);
            }
            member = at + 1;
        } else {
            for member in members {
                self.tallies[member.rule as usize].tries += 1;
            }
            if self.live[members[0].partners[0].constraint as usize] == 0 {
                return Ok(false);
            }
            for member in members {
                self.probes[member.partners[0].probe as usize].lookups += 1;
            }
        }
        if one_list {
            if !resumed {
                (link, row) = self.open(&members[0].partners[0], base);
            }
            while link != 0 {
                if self.try_members(constraint, first, member, (link, row))? {
                    return Ok(true);
                }
                member = 0;
                (link, row) = self.next_link(link);
            }
            return Ok(false);
        }
        // Each rule has an index of its own: what they lead to is taken together, the newest first.
        let mut found: Vec<usize> = Vec::new();
        for member in members {
            let (mut link, mut row) = self.open(&member.partners[0], base);
            while link != 0 {
                found.push(row);
                (link, row) = self.next_link(link);
            }
        }
        found.sort_unstable_by_key(|&row| std::cmp::Reverse(self.id_of(row)));
        found.dedup();
        let from = if resumed {
            found.iter().position(|&other| other == row)
        } else {
            Some(0)
        };
        for &row in found.iter().skip(from.unwrap_or(found.len())) {
            if self.try_members(constraint, first, member, (row as u32 | LAST, row))? {
                return Ok(true);
            }
            member = 0;
        }
        Ok(false)
    }

    /// Tries the rules of a group for one first partner, from a member on.
    fn try_members(
        &mut self,
        constraint: &'p Constraint,
        first: usize,
        from: usize,
        (link, row): (u32, usize),
    ) -> Answer {
        let base = self.e;
        let count = usize::from(constraint.filters[first].group);
        let lists = base + ARGS + constraint.functor.arity();
        let rows = lists + usize::from(constraint.partners);
        for at in first + from..first + count {
            let occurrence = &constraint.occurrences[at];
            let partner = &occurrence.partners[0];
            self.probes[partner.probe as usize].candidates += 1;
            let own = partner.own && row as u64 == self.env[base + OWN_ROW];
            if own
                || self.rules_out(&constraint.filters[at], base)
                || !self.may_find(occurrence, base)
            {
                continue;
            }
            self.env[base + OCCURRENCE] = at as u64;
            if !self.meets(occurrence, base)?
                || !self.fits(&partner.args, row, base)
                || !self.holds_for(partner, base)?
            {
                continue;
            }
            self.probes[partner.probe as usize].matches += 1;
            self.env[lists] = link.into();
            self.env[rows] = row as u64;
            let fired = if occurrence.partners.len() == 1 {
                self.fire(constraint, occurrence)
            } else {
                self.join(constraint, occurrence, 1, true, 1)?
            };
            if fired {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
