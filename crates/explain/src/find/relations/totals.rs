//! Totals: one number of every list, adding up to a sum within a range. Propagation is domain consistent: it computes the set of reachable sums.
//! Where that set would be too wide, it uses the least and the greatest sum only.

use crate::find::literal::{Literal, View};

/// A list: literals, one of which is true, with their numbers.
type List = Vec<(Literal, i64)>;

/// The widest range of sums that is kept as a bit set.
const WIDEST: i64 = 4096;

/// Whether the total can still be reached; collects what it forces.
pub(crate) fn propagate(
    of: &[List],
    range: (i64, i64),
    view: View<'_>,
    forced: &mut Vec<Literal>,
) -> bool {
    let left = numbers_left(of, view);
    if left.iter().any(Vec::is_empty) {
        return false;
    }
    let mut can_reach = !of.is_empty() || (range.0..=range.1).contains(&0);
    each_without(&left, range.1, &mut |i, others| {
        let list = &of[i];
        let has_true = list.iter().any(|(literal, _)| view.is_true(*literal));
        let (mut n_possible, mut only) = (0, None);
        if !can_reach {
            return;
        }
        for &(literal, number) in list {
            if view.is_false(literal) {
                continue;
            }
            let rest = (range.0 - number, range.1 - number);
            if (has_true && !view.is_true(literal)) || !others.reach(rest) {
                forced.push(literal.opposite());
            } else {
                n_possible += 1;
                only = Some(literal);
            }
        }
        can_reach = n_possible > 0;
        if let Some(only) = only.filter(|&only| n_possible == 1 && !view.is_true(only)) {
            forced.push(only);
        }
    });
    can_reach
}

/// The reason why a total forces a literal, or cannot be reached. It starts from all literals that rule out a number, and drops those that are not needed.
pub(crate) fn reason(
    of: &[List],
    range: (i64, i64),
    view: View<'_>,
    forced: Option<Literal>,
) -> Vec<Literal> {
    let mut open: Vec<Vec<bool>> = of
        .iter()
        .map(|list| {
            list.iter()
                .map(|(literal, _)| !view.is_false(*literal))
                .collect()
        })
        .collect();
    // One true literal of a list implies that all others are false.
    for (list, open) in of.iter().zip(&mut open) {
        if let Some(at) = list.iter().position(|(literal, _)| view.is_true(*literal)) {
            open.fill(false);
            open[at] = true;
        }
    }
    let against = forced.map(Literal::opposite);
    for (list, open) in of.iter().zip(&mut open) {
        for (at, (literal, _)) in list.iter().enumerate() {
            if Some(*literal) == against {
                open.fill(false);
                open[at] = true;
                break;
            }
            if Some(literal.opposite()) == against {
                open[at] = false;
            }
        }
    }
    // Two true literals of one list are a conflict on their own.
    for list in of {
        let mut trues = list
            .iter()
            .filter(|(literal, _)| view.is_true(*literal) || Some(*literal) == against);
        if let (Some((one, _)), Some((other, _))) = (trues.next(), trues.next()) {
            let both = [*one, *other].into_iter();
            return both.filter(|literal| Some(*literal) != against).collect();
        }
    }
    let kept = |list: &List, open: &[bool]| -> Vec<i64> {
        let kept = list.iter().zip(open).filter(|(_, open)| **open);
        kept.map(|((_, number), _)| *number).collect()
    };
    let both = of.iter().zip(&open);
    let mut left: Vec<Vec<i64>> = both.map(|(list, open)| kept(list, open)).collect();
    let mut why = Vec::new();
    for (i, list) in of.iter().enumerate() {
        // The sum is out of reach of the numbers left; one more number of this list keeps it so if the other lists cannot complete it.
        let mut others = None;
        let mut is_out_of_reach = |number: i64, left: &[Vec<i64>]| {
            let others = others.get_or_insert_with(|| {
                let mut others = left.to_vec();
                others.remove(i);
                let least = list.iter().map(|(_, number)| *number).min();
                let max = range.1 - least.unwrap_or(0);
                let is_empty = others.iter().any(Vec::is_empty);
                (!is_empty).then(|| Sums::of(&others, max))
            });
            let rest = (range.0 - number, range.1 - number);
            others.as_ref().is_none_or(|others| !others.reach(rest))
        };
        let by_truth = list.iter().find(|(literal, _)| view.is_true(*literal));
        if let Some((literal, _)) = by_truth {
            let mut dropped = list
                .iter()
                .filter(|(other, _)| Some(other.opposite()) != against);
            if dropped.all(|&(_, number)| is_out_of_reach(number, &left)) {
                for (at, (other, _)) in list.iter().enumerate() {
                    open[i][at] = Some(other.opposite()) != against;
                }
            } else {
                why.push(*literal);
            }
        } else {
            for (at, &(literal, number)) in list.iter().enumerate() {
                if open[i][at] || Some(literal.opposite()) == against || !view.is_false(literal) {
                    continue;
                }
                match is_out_of_reach(number, &left) {
                    true => open[i][at] = true,
                    false => why.push(literal.opposite()),
                }
            }
        }
        left[i] = kept(list, &open[i]);
    }
    why
}

/// The numbers left in every list.
fn numbers_left(of: &[List], view: View<'_>) -> Vec<Vec<i64>> {
    of.iter()
        .map(|list| {
            let mut trues = list.iter().filter(|(literal, _)| view.is_true(*literal));
            match (trues.next(), trues.next()) {
                (Some(_), Some(_)) => Vec::new(),
                (Some((_, number)), None) => vec![*number],
                _ => {
                    let left = list.iter().filter(|(literal, _)| !view.is_false(*literal));
                    left.map(|(_, number)| *number).collect()
                }
            }
        })
        .collect()
}

/// Calls a function for every list with the sums of all others, up to `max` together with the list. It halves the lists again and again, so that most sums are added only once.
fn each_without(lists: &[Vec<i64>], max: i64, call: &mut impl FnMut(usize, &Sums)) {
    let mut parts = vec![(0..lists.len(), Sums::of_none(lists, max))];
    while let Some((part, others)) = parts.pop() {
        if part.len() <= 1 {
            part.for_each(|i| call(i, &others));
            continue;
        }
        let middle = part.start + part.len() / 2;
        let (left, right) = (part.start..middle, middle..part.end);
        let with = |added: &[Vec<i64>]| {
            let mut sums = others.clone();
            added.iter().for_each(|list| sums.add(list));
            sums
        };
        parts.push((right.clone(), with(&lists[left.clone()])));
        parts.push((left, with(&lists[right])));
    }
}

/// The sums of one number of every list.
#[derive(Clone)]
struct Sums {
    least: i64,
    greatest: i64,
    /// Item `i` is in the set if `least + i` can be reached.
    set: Set,
}

/// A set of small numbers.
#[derive(Clone)]
enum Set {
    Small(u128),
    Large(Vec<u64>),
    /// Not kept, as its range is too wide.
    Any,
}

impl Sums {
    /// The sum of no list, with memory for the sums of these non-empty lists up to `max`.
    fn of_none(lists: &[Vec<i64>], max: i64) -> Sums {
        let (mut least, mut greatest) = (0, 0);
        for list in lists {
            least += list.iter().min().copied().unwrap_or(0);
            greatest += list.iter().max().copied().unwrap_or(0);
        }
        let set = match max.min(greatest) - least {
            0..128 => Set::Small(1),
            width @ 128..WIDEST => {
                let mut bits = vec![0; (width / 64 + 1) as usize];
                bits[0] = 1;
                Set::Large(bits)
            }
            _ => Set::Any,
        };
        Sums {
            least: 0,
            greatest: 0,
            set,
        }
    }

    /// The sums of some non-empty lists, up to `max`.
    fn of(lists: &[Vec<i64>], max: i64) -> Sums {
        let mut sums = Sums::of_none(lists, max);
        lists.iter().for_each(|list| sums.add(list));
        sums
    }

    /// Adds the numbers of a non-empty list.
    fn add(&mut self, list: &[i64]) {
        let least = list.iter().min().copied().unwrap_or(0);
        self.least += least;
        self.greatest += list.iter().max().copied().unwrap_or(0);
        let shifts = list.iter().map(|number| (number - least) as usize);
        match &mut self.set {
            Set::Small(bits) => {
                let added = shifts.filter(|&shift| shift < 128).map(|by| *bits << by);
                *bits = added.fold(0, |all, one| all | one);
            }
            Set::Large(bits) => {
                let mut next = vec![0_u64; bits.len()];
                for shift in shifts.filter(|shift| shift / 64 < bits.len()) {
                    let (by, shift) = (shift / 64, shift % 64);
                    let mut below = 0;
                    for (to, &from) in next[by..].iter_mut().zip(bits.iter()) {
                        *to |= from << shift | below;
                        below = from.checked_shr(64 - shift as u32).unwrap_or(0);
                    }
                }
                *bits = next;
            }
            Set::Any => {}
        }
    }

    /// Whether a sum lies in a range, which must not end beyond the `max` that the sums were computed for.
    fn reach(&self, (min, max): (i64, i64)) -> bool {
        let (min, max) = (min.max(self.least), max.min(self.greatest));
        if min > max {
            return false;
        }
        let mut sums = min - self.least..=max - self.least;
        match &self.set {
            Set::Small(bits) => sums.any(|sum| bits >> sum & 1 == 1),
            Set::Large(bits) => sums.any(|sum| bits[(sum / 64) as usize] >> (sum % 64) & 1 == 1),
            Set::Any => true,
        }
    }
}
