//! Totals: one number of every list, and what they add up to. All that follows is found, by the sums that can be reached; where numbers are too large for that, by
//! the least and the greatest.

use crate::packed::Packed;
use crate::state::Look;

/// A list: the claims, one of which is true, with their numbers.
type List = Vec<(Packed, i64)>;

/// How wide the sums may be that are tried one by one.
const WIDEST: i64 = 4096;

/// Whether the total can still be reached; collects what it forces.
pub(crate) fn examine(
    of: &[List],
    range: (i64, i64),
    look: Look<'_>,
    forced: &mut Vec<Packed>,
) -> bool {
    let mut left = numbers_left(of, look);
    if !can_reach(&left, range) {
        return false;
    }
    for (i, list) in of.iter().enumerate() {
        let has_true = list.iter().any(|(claim, _)| look.is_true(*claim));
        // What the other lists add up to is the same for every number of this one.
        let own = std::mem::take(&mut left[i]);
        let least = own.iter().min().copied().unwrap_or(0);
        let others = Sums::of(
            left.iter().enumerate().filter(|(j, _)| *j != i),
            range.1 - least,
        );
        left[i] = own;
        let mut possible = Vec::new();
        for &(claim, number) in list {
            if look.is_false(claim) {
                continue;
            }
            let rest = (range.0 - number, range.1 - number);
            if (has_true && !look.is_true(claim)) || !others.reach(rest) {
                forced.push(claim.opposite());
            } else {
                possible.push(claim);
            }
        }
        if let [only] = possible[..]
            && !look.is_true(only)
        {
            forced.push(only);
        }
    }
    true
}

/// The claims by which a total forces a claim, or cannot be reached: first all that rule out a number, then as few of them as do.
pub(crate) fn reason(
    of: &[List],
    range: (i64, i64),
    look: Look<'_>,
    forced: Option<Packed>,
) -> Vec<Packed> {
    let mut open: Vec<Vec<bool>> = of
        .iter()
        .map(|list| {
            list.iter()
                .map(|(claim, _)| !look.is_false(*claim))
                .collect()
        })
        .collect();
    // One true claim of a list says more than all that are false.
    for (list, open) in of.iter().zip(&mut open) {
        if let Some(at) = list.iter().position(|(claim, _)| look.is_true(*claim)) {
            open.fill(false);
            open[at] = true;
        }
    }
    let against = forced.map(Packed::opposite);
    for (list, open) in of.iter().zip(&mut open) {
        for (at, (claim, _)) in list.iter().enumerate() {
            if Some(*claim) == against {
                open.fill(false);
                open[at] = true;
                break;
            }
            if Some(claim.opposite()) == against {
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
    let mut why = Vec::new();
    // Two of a list that are true, or one against the claim, are reason enough.
    for list in of {
        let mut trues = list
            .iter()
            .filter(|(claim, _)| look.is_true(*claim) || Some(*claim) == against);
        if let (Some((one, _)), Some((other, _))) = (trues.next(), trues.next()) {
            why.extend(
                [*one, *other]
                    .into_iter()
                    .filter(|claim| Some(*claim) != against),
            );
            return why;
        }
    }
    for (i, list) in of.iter().enumerate() {
        let by_truth = list.iter().find(|(claim, _)| look.is_true(*claim));
        if let Some((claim, _)) = by_truth {
            let before = open[i].clone();
            for (at, (other, _)) in list.iter().enumerate() {
                open[i][at] = Some(other.opposite()) != against;
            }
            if !impossible(&open) {
                open[i] = before;
                why.push(*claim);
            }
            continue;
        }
        for (at, (claim, _)) in list.iter().enumerate() {
            if open[i][at] || Some(claim.opposite()) == against || !look.is_false(*claim) {
                continue;
            }
            open[i][at] = true;
            if !impossible(&open) {
                open[i][at] = false;
                why.push(claim.opposite());
            }
        }
    }
    why
}

/// The numbers left in every list.
fn numbers_left(of: &[List], look: Look<'_>) -> Vec<Vec<i64>> {
    of.iter()
        .map(|list| {
            let mut trues = list.iter().filter(|(claim, _)| look.is_true(*claim));
            match (trues.next(), trues.next()) {
                (Some(_), Some(_)) => Vec::new(),
                (Some((_, number)), None) => vec![*number],
                _ => {
                    let left = list.iter().filter(|(claim, _)| !look.is_false(*claim));
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

/// What one number of every list can add up to.
struct Sums {
    least: i64,
    greatest: i64,
    /// Bit i says that `least + i` can be reached; nothing where these are too many.
    bits: Option<Vec<u64>>,
}

impl Sums {
    /// The sums of some lists, none of which is empty, as far as this number.
    fn of<'l>(lists: impl Iterator<Item = (usize, &'l Vec<i64>)> + Clone, most: i64) -> Sums {
        let (mut least, mut greatest) = (0, 0);
        for (_, list) in lists.clone() {
            least += list.iter().min().copied().unwrap_or(0);
            greatest += list.iter().max().copied().unwrap_or(0);
        }
        let width = most.min(greatest) - least;
        if !(0..WIDEST).contains(&width) {
            let bits = None;
            return Sums {
                least,
                greatest,
                bits,
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

    /// Whether one of them is in a range that ends no later than they were asked for.
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
