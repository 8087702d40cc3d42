//! The domains of a statement's variables during a check, and undoing their changes.

use std::collections::HashSet;

use crate::atom::{Atom, Op};
use crate::statement::Domain;

/// The largest span of a domain that is kept as bits. Of larger ones, removed values are kept in a set.
const MAX_BITS: i64 = 1 << 16;

/// All domains. An empty domain has `min > max`.
#[derive(Debug)]
pub(crate) struct Domains {
    vars: Vec<VarDomain>,
    /// A bit per value of the domains with bits. Only those between the bounds count.
    words: Vec<u64>,
    /// Values removed from domains without bits.
    removed: HashSet<(u32, i32)>,
    trail: Vec<Undo>,
}

#[derive(Debug)]
struct VarDomain {
    min: i32,
    max: i32,
    bits: Option<Bits>,
    /// The initial values, for a domain without bits.
    start: Domain,
}

/// The value `base + i` is the bit `i % 64` of `words[first + i / 64]`.
#[derive(Clone, Copy, Debug)]
struct Bits {
    base: i32,
    first: usize,
}

impl Bits {
    /// The index of the word of a value between the bounds, and its bit.
    fn place(self, value: i32) -> (usize, u64) {
        let offset = (value - self.base) as usize;
        (self.first + offset / 64, 1 << (offset % 64))
    }
}

#[derive(Debug)]
enum Undo {
    /// The bounds of a variable were these.
    Bounds(u32, i32, i32),
    /// The value was in the domain.
    Value(u32, i32),
}

impl Domains {
    pub(crate) fn new(domains: &[Domain]) -> Domains {
        let mut all = Domains {
            vars: Vec::with_capacity(domains.len()),
            words: Vec::new(),
            removed: HashSet::new(),
            trail: Vec::new(),
        };
        for domain in domains {
            let (min, max) = match &domain.ranges[..] {
                [] => (1, 0),
                [first, .., last] => (first.0, last.1),
                [one] => *one,
            };
            let span = i64::from(max) - i64::from(min) + 1;
            let bits = (span <= MAX_BITS).then(|| {
                let first = all.words.len();
                all.words.resize(first + (span as usize).div_ceil(64), 0);
                let bits = Bits { base: min, first };
                for value in domain.ranges.iter().flat_map(|range| range.0..=range.1) {
                    let (word, bit) = bits.place(value);
                    all.words[word] |= bit;
                }
                bits
            });
            all.vars.push(VarDomain {
                min,
                max,
                bits,
                start: match bits {
                    Some(_) => Domain { ranges: Vec::new() },
                    None => domain.clone(),
                },
            });
        }
        all
    }

    pub(crate) fn n_vars(&self) -> usize {
        self.vars.len()
    }

    pub(crate) fn min(&self, var: u32) -> i32 {
        self.vars[var as usize].min
    }

    pub(crate) fn max(&self, var: u32) -> i32 {
        self.vars[var as usize].max
    }

    /// The value of a variable, if only one is left.
    pub(crate) fn fixed(&self, var: u32) -> Option<i32> {
        let domain = &self.vars[var as usize];
        (domain.min == domain.max).then_some(domain.min)
    }

    pub(crate) fn contains(&self, var: u32, value: i32) -> bool {
        let domain = &self.vars[var as usize];
        if value < domain.min || value > domain.max {
            return false;
        }
        match domain.bits {
            Some(bits) => {
                let (word, bit) = bits.place(value);
                self.words[word] & bit != 0
            }
            None => domain.start.contains(value) && !self.removed.contains(&(var, value)),
        }
    }

    /// The values of a variable, ascending.
    pub(crate) fn values(&self, var: u32) -> impl Iterator<Item = i32> + '_ {
        let mut next = self.next_up(var, self.min(var));
        std::iter::from_fn(move || {
            let value = next?;
            next = value
                .checked_add(1)
                .and_then(|from| self.next_up(var, from));
            Some(value)
        })
    }

    /// Whether every value of the variable satisfies the atom.
    pub(crate) fn holds(&self, atom: Atom) -> bool {
        let domain = &self.vars[atom.var as usize];
        match atom.op {
            Op::Ge => domain.min >= atom.value,
            Op::Le => domain.max <= atom.value,
            Op::Eq => domain.min == atom.value && domain.max == atom.value,
            Op::Ne => !self.contains(atom.var, atom.value),
        }
    }

    /// Whether no value of the variable satisfies the atom.
    pub(crate) fn is_false(&self, atom: Atom) -> bool {
        self.holds(atom.negated())
    }

    /// The first value at or above `from`.
    fn next_up(&self, var: u32, mut from: i32) -> Option<i32> {
        let domain = &self.vars[var as usize];
        from = from.max(domain.min);
        while from <= domain.max {
            if self.contains(var, from) {
                return Some(from);
            }
            let gap = domain.start.ranges.partition_point(|range| range.1 < from);
            let start = domain.start.ranges.get(gap).map_or(from, |range| range.0);
            from = start.max(from + 1);
        }
        None
    }

    /// The last value at or below `from`.
    fn next_down(&self, var: u32, mut from: i32) -> Option<i32> {
        let domain = &self.vars[var as usize];
        from = from.min(domain.max);
        while from >= domain.min {
            if self.contains(var, from) {
                return Some(from);
            }
            let gap = domain.start.ranges.partition_point(|range| range.0 <= from);
            let end = gap
                .checked_sub(1)
                .map_or(from, |at| domain.start.ranges[at].1);
            from = end.min(from - 1);
        }
        None
    }

    /// Removes the values that do not satisfy an atom. False if none is left; the domain is then undefined until undone.
    pub(crate) fn assert(&mut self, atom: Atom) -> bool {
        if self.holds(atom) {
            return true;
        }
        if self.is_false(atom) {
            return false;
        }
        let var = atom.var;
        let (min, max) = (self.min(var), self.max(var));
        let (from, to) = match atom.op {
            Op::Ge => (atom.value, max),
            Op::Le => (min, atom.value),
            Op::Eq => (atom.value, atom.value),
            Op::Ne if atom.value == min => (min + 1, max),
            Op::Ne if atom.value == max => (min, max - 1),
            Op::Ne => {
                self.remove(var, atom.value);
                return true;
            }
        };
        let (from, to) = (self.next_up(var, from), self.next_down(var, to));
        let (Some(from), Some(to)) = (from, to) else {
            return false;
        };
        self.trail.push(Undo::Bounds(var, min, max));
        let domain = &mut self.vars[var as usize];
        (domain.min, domain.max) = (from, to);
        from <= to
    }

    /// Removes a value that is in the domain.
    fn remove(&mut self, var: u32, value: i32) {
        match self.vars[var as usize].bits {
            Some(bits) => {
                let (word, bit) = bits.place(value);
                self.words[word] &= !bit;
            }
            None => {
                self.removed.insert((var, value));
            }
        }
        self.trail.push(Undo::Value(var, value));
    }

    /// The state to which [`Domains::undo`] returns.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(crate) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Undo::Bounds(var, min, max)) => {
                    let domain = &mut self.vars[var as usize];
                    (domain.min, domain.max) = (min, max);
                }
                Some(Undo::Value(var, value)) => match self.vars[var as usize].bits {
                    Some(bits) => {
                        let (word, bit) = bits.place(value);
                        self.words[word] |= bit;
                    }
                    None => {
                        self.removed.remove(&(var, value));
                    }
                },
                None => {}
            }
        }
    }

    /// Makes all changes permanent.
    pub(crate) fn commit(&mut self) {
        self.trail.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts random atoms on a domain and on a list of values, which must agree before and after undoing.
    #[test]
    fn domains_behave_like_lists_of_values() {
        let mut random = 1_u64;
        let mut below = |n: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) % n
        };
        for round in 0..2000 {
            let far = if round % 2 == 0 { 100 } else { 200_000 };
            let picks = [-far, -3, -1, 0, 1, 2, 5, 70, far];
            let mut values: Vec<i32> = picks.into_iter().filter(|_| below(4) > 0).collect();
            values.push(4);
            values.sort_unstable();
            let mut domains = Domains::new(&[Domain::of(values.clone())]);
            let mut marks = vec![(domains.mark(), values.clone())];
            for _ in 0..8 {
                let value = picks[below(9) as usize];
                let op = [Op::Ge, Op::Le, Op::Eq, Op::Ne][below(4) as usize];
                let atom = Atom { var: 0, op, value };
                let kept: Vec<i32> = values.iter().copied().filter(|&v| atom.admits(v)).collect();
                assert_eq!(domains.is_false(atom), kept.is_empty());
                assert_eq!(domains.holds(atom), kept.len() == values.len());
                let mark = domains.mark();
                if !domains.assert(atom) {
                    assert!(kept.is_empty());
                    domains.undo(mark);
                    continue;
                }
                values = kept;
                assert_eq!(domains.values(0).collect::<Vec<_>>(), values);
                marks.push((domains.mark(), values.clone()));
            }
            while let Some((mark, values)) = marks.pop() {
                domains.undo(mark);
                assert_eq!(domains.values(0).collect::<Vec<_>>(), values);
            }
        }
    }
}
