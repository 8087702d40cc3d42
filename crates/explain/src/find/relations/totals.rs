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
    let mut left = numbers_left(of, view);
    if !can_reach(&left, range) {
        return false;
    }
    for (i, list) in of.iter().enumerate() {
        let has_true = list.iter().any(|(literal, _)| view.is_true(*literal));
        // The sums of the other lists are the same for every number of this one.
        let own = std::mem::take(&mut left[i]);
        let least = own.iter().min().copied().unwrap_or(0);
        let others = Sums::of(
            left.iter().enumerate().filter(|(j, _)| *j != i),
            range.1 - least,
        );
        left[i] = own;
        let mut possible = Vec::new();
        for &(literal, number) in list {
            if view.is_false(literal) {
                continue;
            }
            let rest = (range.0 - number, range.1 - number);
            if (has_true && !view.is_true(literal)) || !others.reach(rest) {
                forced.push(literal.opposite());
            } else {
                possible.push(literal);
            }
        }
        if let [only] = possible[..]
            && !view.is_true(only)
        {
            forced.push(only);
        }
    }
    true
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
    let impossible = |open: &[Vec<bool>]| {
        let left: Vec<Vec<i64>> = of
            .iter()
            .zip(open)
            .map(|(list, open)| {
                let kept = list.iter().zip(open).filter(|(_, open)| **open);
                kept.map(|((_, number), _)| *number).collect()
            })
            .collect();
        !can_reach(&left, range)
    };
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
    let mut why = Vec::new();
    for (i, list) in of.iter().enumerate() {
        let by_truth = list.iter().find(|(literal, _)| view.is_true(*literal));
        if let Some((literal, _)) = by_truth {
            let before = open[i].clone();
            for (at, (other, _)) in list.iter().enumerate() {
                open[i][at] = Some(other.opposite()) != against;
            }
            if !impossible(&open) {
                open[i] = before;
                why.push(*literal);
            }
            continue;
        }
        for (at, (literal, _)) in list.iter().enumerate() {
            if open[i][at] || Some(literal.opposite()) == against || !view.is_false(*literal) {
                continue;
            }
            open[i][at] = true;
            if !impossible(&open) {
                open[i][at] = false;
                why.push(literal.opposite());
            }
        }
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

/// Whether one number of every list can add up to something in the range.
fn can_reach(lists: &[Vec<i64>], range: (i64, i64)) -> bool {
    if lists.iter().any(Vec::is_empty) {
        return false;
    }
    Sums::of(lists.iter().enumerate(), range.1).reach(range)
}

/// The sums of one number of every list.
struct Sums {
    least: i64,
    greatest: i64,
    /// Bit `i` is set if `least + i` can be reached; `None` if the range is too wide.
    bits: Option<Vec<u64>>,
}

impl Sums {
    /// The sums of some non-empty lists, up to `max`.
    fn of<'l>(lists: impl Iterator<Item = (usize, &'l Vec<i64>)> + Clone, max: i64) -> Sums {
        let (mut least, mut greatest) = (0, 0);
        for (_, list) in lists.clone() {
            least += list.iter().min().copied().unwrap_or(0);
            greatest += list.iter().max().copied().unwrap_or(0);
        }
        let width = max.min(greatest) - least;
        if !(0..WIDEST).contains(&width) {
            return Sums {
                least,
                greatest,
                bits: None,
            };
        }
        let words = (width / 64 + 1) as usize;
        let mut sums = vec![0_u64; words];
        sums[0] = 1;
        let mut next = vec![0_u64; words];
        for (_, list) in lists {
            let first = list.iter().min().copied().unwrap_or(0);
            next.fill(0);
            for number in list {
                let shift = (number - first) as usize;
                let (by, bits) = (shift / 64, shift % 64);
                for at in by..words {
                    let mut word = sums[at - by] << bits;
                    if bits > 0 && at > by {
                        word |= sums[at - by - 1] >> (64 - bits);
                    }
                    next[at] |= word;
                }
            }
            std::mem::swap(&mut sums, &mut next);
        }
        Sums {
            least,
            greatest,
            bits: Some(sums),
        }
    }

    /// Whether a sum lies in a range, which must not end beyond the `max` that the sums were computed for.
    fn reach(&self, (min, max): (i64, i64)) -> bool {
        let (min, max) = (min.max(self.least), max.min(self.greatest));
        if min > max {
            return false;
        }
        let Some(bits) = &self.bits else {
            return true;
        };
        let mut sums = min - self.least..=max - self.least;
        sums.any(|sum| bits[(sum / 64) as usize] >> (sum % 64) & 1 == 1)
    }
}
